// Finds joints and cameras by name, and suggests the most similar name if no name matches.
#include "runtime/model/look_up.h"

#include <string.h>

#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/word_table.h"
#include "sinew/model.h"

// Joint names without their namespace.

const char *sinew__short_joint_name(const char *name)
{
    static const char prefix[] = "mixamorig";
    const char *colon = strrchr(name, ':');
    if (colon) return colon + 1;
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) return name;
    const char *rest = name + sizeof prefix - 1;
    rest += strspn(rest, "0123456789");
    return *rest == '_' && rest[1] ? rest + 1 : name;
}

static const char *camera_name(const sinew_model *model, int32_t camera)
{
    return sinew_text(model, model->joints[model->cameras[camera].joint].name);
}

/// Lists the names of cameras until the hint is full.
static void hint_cameras(const sinew_model *model, sinew_error *error)
{
    const size_t capacity = sizeof error->hint - sizeof "cameras: , and 2147483647 more";
    sinew__buffer list = {0};
    int32_t listed = 0;
    for (; listed < model->camera_count; ++listed) {
        const char *name = camera_name(model, listed);
        if (listed > 0 && list.size + strlen(name) + sizeof ", ''" > capacity) break;
        sinew__buffer_format(&list, "%s'%s'", listed ? ", " : "", name);
    }
    const int more = (int)(model->camera_count - listed);
    if (list.failed || listed == 0)
        sinew__hint(error, "the file has no cameras");
    else if (more > 0)
        sinew__hint(error, "cameras: %.*s, and %d more", (int)list.size, list.text, more);
    else
        sinew__hint(error, "cameras: %.*s", (int)list.size, list.text);
    sinew__buffer_free(&list);
}

sinew_result sinew_model_find_camera(const sinew_model *model, const char *name, int32_t *out_camera,
                                     sinew_error *out_error)
{
    if (out_camera) *out_camera = SINEW_NONE;
    if (SINEW__LACKS_ARGUMENT(out_error, model, name, out_camera)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int is_short = 0; is_short < 2; ++is_short) {
        for (int32_t i = 0; i < model->camera_count; ++i) {
            const char *camera = is_short ? sinew__short_joint_name(camera_name(model, i)) : camera_name(model, i);
            if (strcmp(camera, name) != 0) continue;
            *out_camera = i;
            return SINEW_OK;
        }
    }
    sinew__fail(out_error, SINEW_ERROR_NO_CAMERA, "no camera '%s'", name);
    if (out_error) hint_cameras(model, out_error);
    return SINEW_ERROR_NO_CAMERA;
}

static const char *joint_name(const sinew_model *model, int32_t joint)
{
    return sinew_text(model, model->joints[joint].name);
}

static int is_hidden(const sinew_model *model, int32_t joint)
{
    return (model->joints[joint].flags & SINEW_JOINT_HELPER) != 0;
}

/// Compares `path` with the path of a joint, from the joint up the hierarchy. Returns 2 if `path` is the joint's whole
/// path, 1 if it is only the end of that path, else 0. `is_short`: names are compared without their namespaces.
static int path_fit(const sinew_model *model, int32_t joint, const char *path, int is_short)
{
    size_t left = strlen(path);
    for (;;) {
        const char *name = joint_name(model, joint);
        if (is_short) name = sinew__short_joint_name(name);
        const size_t length = strlen(name);
        if (length > left || memcmp(path + left - length, name, length) != 0) return 0;
        left -= length;
        do joint = model->joints[joint].parent;
        while (joint != SINEW_NONE && is_hidden(model, joint));
        if (left == 0) return joint == SINEW_NONE ? 2 : 1;
        if (joint == SINEW_NONE || path[left - 1] != '/') return 0;
        --left;
    }
}

/// The joints that a search over all joints has found.
typedef struct joint_search {
    int32_t first; ///< first joint found, or SINEW_NONE
    int count;
} joint_search;

static void note(joint_search *search, int32_t joint)
{
    if (search->count++ == 0) search->first = joint;
}

/// Returns the edit distance of a joint's name from the wanted name, with or without both namespaces, whichever is
/// less.
static int name_distance(const char *wanted, const char *name)
{
    const char *wanted_short = sinew__short_joint_name(wanted), *name_short = sinew__short_joint_name(name);
    const int whole = sinew__word_distance(wanted, name);
    if (wanted_short == wanted && name_short == name) return whole;
    const int bare = sinew__word_distance(wanted_short, name_short);
    return bare < whole ? bare : whole;
}

/// Whether a name contains a text, ignoring case.
static int contains(const char *name, const char *text)
{
    const size_t length = strlen(text);
    for (; *name; ++name) {
        size_t i = 0;
        while (i < length && sinew__ascii_lower(name[i]) == sinew__ascii_lower(text[i])) ++i;
        if (i == length) return length > 0;
    }
    return 0;
}

/// Fails and suggests the first joint whose name contains the wanted one, else the joint with the most similar name. If
/// a path is wanted, its last name counts.
static sinew_result fail_none(const sinew_model *model, const char *name, sinew_error *error)
{
    sinew__fail(error, SINEW_ERROR_NO_JOINT, "no joint '%s'", name);
    if (!error) return SINEW_ERROR_NO_JOINT;
    const char *slash = strrchr(name, '/'), *wanted = slash ? slash + 1 : name;
    int32_t best = SINEW_NONE, containing = SINEW_NONE;
    int best_distance = 1000;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        if (is_hidden(model, joint)) continue;
        if (containing == SINEW_NONE && contains(joint_name(model, joint), wanted)) containing = joint;
        const int distance = name_distance(wanted, joint_name(model, joint));
        if (distance >= best_distance) continue;
        best = joint;
        best_distance = distance;
    }
    const int is_near = best != SINEW_NONE && sinew__word_is_near(sinew__short_joint_name(wanted), best_distance);
    const int is_misspelt = is_near && best_distance <= 1;
    if (containing != SINEW_NONE && !is_misspelt)
        sinew__hint(error, "did you mean '%s'?", joint_name(model, containing));
    else if (is_near)
        sinew__hint(error, "did you mean '%s'?", joint_name(model, best));
    return SINEW_ERROR_NO_JOINT;
}

sinew_result sinew_model_find_joint(const sinew_model *model, const char *name, int32_t *out_joint,
                                    sinew_error *out_error)
{
    if (out_joint) *out_joint = SINEW_NONE;
    if (SINEW__LACKS_ARGUMENT(out_error, model, name, out_joint)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int is_short = 0; is_short < 2 && (*name || !is_short); ++is_short) {
        // A whole path wins over a name, because it also reaches a root whose name occurs again below. A name wins over
        // the end of a path, because it may contain a slash.
        joint_search whole = {SINEW_NONE, 0}, named = {SINEW_NONE, 0}, ending = {SINEW_NONE, 0};
        for (int32_t i = 0; i < model->joint_count; ++i) {
            const int32_t joint = model->authored_order[i];
            if (is_hidden(model, joint)) continue;
            const int fit = path_fit(model, joint, name, is_short);
            if (fit == 2)
                note(&whole, joint);
            else if (!is_short && strcmp(joint_name(model, joint), name) == 0)
                note(&named, joint);
            else if (fit == 1)
                note(&ending, joint);
        }
        const joint_search found = whole.count ? whole : named.count ? named : ending;
        if (found.count == 0) continue;
        if (found.count == 1) {
            *out_joint = found.first;
            return SINEW_OK;
        }
        sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "%d joints are called '%s'%s", found.count, name,
                    is_short ? " in their namespaces" : "");
        if (is_short)
            sinew__hint(out_error, "write the whole name, as in '%s'", joint_name(model, found.first));
        else
            sinew__hint(out_error, "write the path, as in 'Hips/Spine/%s'; sinew tree shows it", name);
        return SINEW_ERROR_NO_JOINT;
    }
    return fail_none(model, name, out_error);
}
