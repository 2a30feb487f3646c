#include "model/combine/clip_names.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"

enum { NUMBER_SIZE = 16 };

int sinew__clip_names_init(sinew__clip_names *names, size_t count, sinew__arena *memory)
{
    size_t size = 16;
    while (size < 4 * count) size *= 2; // a clip marks up to two names
    *names = (sinew__clip_names){
        .memory = memory, .entries = SINEW__ARENA_ARRAY(memory, sinew__clip_name_entry, size), .mask = size - 1};
    return names->entries != NULL;
}

/// The entry of a name, or the free one for it.
static sinew__clip_name_entry *find_entry(const sinew__clip_names *names, const char *name)
{
    size_t i = sinew__hash_name(name, strlen(name)) & names->mask;
    while (names->entries[i].name && strcmp(names->entries[i].name, name) != 0) i = (i + 1) & names->mask;
    return &names->entries[i];
}

void sinew__clip_names_keep(sinew__clip_names *names, const char *name)
{
    sinew__clip_name_entry *entry = find_entry(names, name);
    if (!entry->name) *entry = (sinew__clip_name_entry){.name = name, .next = 2};
}

/// The name of a file without directories and extension.
static const char *find_stem(const char *file, size_t *out_length)
{
    const char *slash = strrchr(file, '/'), *stem = slash ? slash + 1 : file;
    const char *dot = strrchr(stem, '.');
    *out_length = dot && dot > stem ? (size_t)(dot - stem) : strlen(stem);
    return stem;
}

/// "run|walk", and for a clip without a name "run".
static char *add_prefix(sinew__arena *memory, const char *name, const char *file)
{
    size_t length;
    const char *stem = find_stem(file, &length);
    const size_t size = length + strlen(name) + 2;
    char *out = SINEW__ARENA_ARRAY(memory, char, size);
    if (out) snprintf(out, size, "%.*s%s%s", (int)length, stem, *name && length ? "|" : "", name);
    return out;
}

static char *add_number(sinew__arena *memory, const char *name, int32_t number)
{
    const size_t size = strlen(name) + NUMBER_SIZE;
    char *out = SINEW__ARENA_ARRAY(memory, char, size);
    if (out) snprintf(out, size, "%s %d", name, (int)number);
    return out;
}

const char *sinew__clip_names_choose(sinew__clip_names *names, const char *name, const char *file)
{
    if (!find_entry(names, name)->name) {
        sinew__clip_names_keep(names, name);
        return name;
    }
    const char *prefixed = add_prefix(names->memory, name, file), *chosen = prefixed;
    sinew__clip_name_entry *base = prefixed ? find_entry(names, prefixed) : NULL;
    while (chosen && find_entry(names, chosen)->name) chosen = add_number(names->memory, prefixed, base->next++);
    if (chosen) sinew__clip_names_keep(names, chosen);
    return chosen;
}
