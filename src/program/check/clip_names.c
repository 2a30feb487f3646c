#include "program/check/clip_names.h"

#include <string.h>

static const char armature[] = "Armature|";

/// Returns whether a name is one that a modelling program gives to every clip.
static int is_default_name(const char *name)
{
    static const char *const names[] = {"mixamo.com", "Take 001", "Take_001", "Take001", "ArmatureAction", "Layer0"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(name, names[i]) == 0) return 1;
    return !*name;
}

static int begins_with_armature(const char *name)
{
    return strncmp(name, armature, strlen(armature)) == 0;
}

int check_clip_lacks_name(const char *name)
{
    return is_default_name(name) || begins_with_armature(name);
}

const char *check_clip_own_name(const char *name, sinew__arena *memory)
{
    if (!begins_with_armature(name)) return NULL;
    name += strlen(armature);
    const char *own = sinew__arena_text(memory, name, strcspn(name, "|"));
    return own && !is_default_name(own) ? own : NULL;
}
