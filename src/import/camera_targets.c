#include "import/camera_targets.h"

#include <string.h>

#include "base/error.h"

static const char suffix[] = ".Target";

/// Length of NAME in `NAME.Target`; 0 for other names, and for helpers, which have none.
static size_t owner_length(const char *name)
{
    const size_t length = name ? strlen(name) : 0, end = sizeof suffix - 1;
    return length > end && strcmp(name + length - end, suffix) == 0 ? length - end : 0;
}

static int is_camera_or_light(const sinew_raw_joint *joint)
{
    return joint->kind == SINEW_JOINT_CAMERA || joint->kind == SINEW_JOINT_LIGHT;
}

/// Returns 0 when out of memory.
static int list_owners(import_pass *pass, name_table *out)
{
    if (!sinew__name_table_create(&pass->arena, (size_t)pass->raw.joint_count, out)) return 0;
    for (int32_t i = 0; i < pass->raw.joint_count; ++i)
        if (is_camera_or_light(&pass->joints[i]) && pass->joints[i].name)
            sinew__name_table_add(out, pass->joints[i].name, i);
    return 1;
}

sinew_result sinew__camera_targets_mark(import_pass *pass, sinew_error *error)
{
    name_table owners;
    if (!list_owners(pass, &owners)) return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) {
        const size_t length = owner_length(pass->joints[i].name);
        if (length == 0) continue;
        const char *name = sinew__arena_text(&pass->arena, pass->joints[i].name, length);
        if (!name) return sinew__arena_fail(&pass->arena, error);
        const int32_t owner = sinew__name_table_find(&owners, name);
        if (owner != SINEW_NONE) pass->joints[i].kind = pass->joints[owner].kind;
    }
    return SINEW_OK;
}
