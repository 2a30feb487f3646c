#define _POSIX_C_SOURCE 200809L
#include "program/cli/facts/author_joints.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/glob.h"
#include "core/base/memory.h"
#include "program/cli/framework/report.h"
#include "runtime/model/look_up.h"

enum { MAX_PATH_DEPTH = 512 };

static int is_helper(const sinew_model *model, int32_t joint)
{
    return (model->joints[joint].flags & SINEW_JOINT_HELPER) != 0;
}

int cli_joints_init(cli_joints *joints, const sinew_model *model)
{
    *joints = (cli_joints){.model = model};
    const size_t capacity = (size_t)joints->model->joint_count + 1;
    joints->joint = malloc(capacity * sizeof(int32_t));
    joints->id_of = malloc(capacity * sizeof(int32_t));
    joints->parent = malloc(capacity * sizeof(int32_t));
    joints->depth = malloc(capacity * sizeof(int32_t));
    joints->first_child = malloc(capacity * sizeof(int32_t));
    joints->name = malloc(capacity * sizeof(const char *));
    if (!(joints->joint && joints->id_of && joints->parent && joints->depth && joints->first_child && joints->name)) {
        cli_joints_free(joints);
        return 0;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) joints->id_of[i] = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        if (is_helper(model, joint)) continue;
        const int32_t id = joints->count++;
        int32_t above = model->joints[joint].parent; // the author's parent: helper joints are skipped
        while (above != SINEW_NONE && is_helper(model, above)) above = model->joints[above].parent;
        const int32_t parent = above == SINEW_NONE ? SINEW_NONE : joints->id_of[above];
        joints->joint[id] = joint;
        joints->id_of[joint] = id;
        joints->parent[id] = parent;
        joints->depth[id] = parent == SINEW_NONE ? 0 : joints->depth[parent] + 1;
        joints->first_child[id] = SINEW_NONE;
        joints->name[id] = sinew_text(model, model->joints[joint].name);
        if (parent != SINEW_NONE && joints->first_child[parent] == SINEW_NONE) joints->first_child[parent] = id;
    }
    return 1;
}

void cli_joints_free(cli_joints *joints)
{
    free(joints->joint);
    free(joints->id_of);
    free(joints->parent);
    free(joints->depth);
    free(joints->first_child);
    free(joints->name);
    *joints = (cli_joints){0};
}

const char *cli_joint_name(const cli_joints *joints, int32_t id)
{
    return joints->name[id];
}

sinew_transform cli_joint_local(const cli_joints *joints, int32_t id, const sinew_pose *pose)
{
    const int32_t joint = joints->joint[id], parent = joints->model->joints[joint].parent;
    if (parent == SINEW_NONE || !is_helper(joints->model, parent)) return pose->local[joint];
    sinew_affine above = sinew__affine_identity();
    if (joints->parent[id] != SINEW_NONE)
        sinew__affine_inverse(&pose->global[joints->joint[joints->parent[id]]], &above);
    const sinew_affine matrix = sinew__affine_multiply(&above, &pose->global[joint]);
    sinew_transform local;
    sinew__transform_from_affine(&matrix, &local);
    return local;
}

int cli_put_joint_path(const cli_joints *joints, int32_t id, sinew__buffer *out)
{
    if (joints->depth[id] > MAX_PATH_DEPTH) return 0;
    int32_t chain[MAX_PATH_DEPTH + 1];
    int32_t length = 0;
    for (; id != SINEW_NONE; id = joints->parent[id]) chain[length++] = id;
    while (length-- > 0) {
        sinew__buffer_put_text(out, cli_joint_name(joints, chain[length]));
        if (length > 0) sinew__buffer_put_character(out, '/');
    }
    return 1;
}

/// Marks the joints whose name, or name without its namespace, matches a glob. Returns the number of marked joints.
static int32_t choose_by_glob(const cli_joints *joints, const char *pattern, int is_short, uint8_t *chosen)
{
    int32_t count = 0;
    for (int32_t id = 0; id < joints->count; ++id) {
        const char *whole = cli_joint_name(joints, id), *name = is_short ? sinew__short_joint_name(whole) : whole;
        if (strcmp(name, pattern) != 0 && !sinew__glob_matches(pattern, name)) continue;
        chosen[id] = 1;
        ++count;
    }
    return count;
}

static void lower(char *text)
{
    for (; *text; ++text) *text = sinew__ascii_lower(*text);
}

static int choose_one(const cli_context *context, const char *path, const cli_joints *joints, const char *pattern,
                      uint8_t *chosen)
{
    if (choose_by_glob(joints, pattern, 0, chosen) > 0) return 0;
    sinew_error error;
    int32_t joint;
    if (sinew_model_find_joint(joints->model, pattern, &joint, &error) == SINEW_OK) {
        chosen[joints->id_of[joint]] = 1;
        return 0;
    }
    const int is_glob = strpbrk(pattern, "*?[") != NULL; // otherwise it is a plain name, which selects one joint
    if (is_glob && choose_by_glob(joints, pattern, 1, chosen) > 0) return 0;
    if (is_glob) {
        // If the glob matches a joint when case is ignored, name that joint in the hint.
        char *lowered = sinew__copy_text(pattern);
        if (lowered) lower(lowered);
        for (int32_t id = 0; lowered && id < joints->count; ++id) {
            char *name = sinew__copy_text(sinew__short_joint_name(cli_joint_name(joints, id)));
            if (name) lower(name);
            const int matches = name && sinew__glob_matches(lowered, name);
            sinew_free(name);
            if (!matches) continue;
            sinew__hint(&error, "ignoring case it matches '%s'", cli_joint_name(joints, id));
            break;
        }
        sinew_free(lowered);
    }
    return cli_fail(context, path, &error);
}

/// Takes the next pattern from a comma-separated list. `\,` becomes a comma; other backslashes stay for the glob.
/// Advances *list, and sets it to NULL after the last pattern. The caller frees the result; NULL when out of memory.
static char *take_pattern(const char **list)
{
    char *pattern = malloc(strlen(*list) + 1);
    if (!pattern) return NULL;
    const char *at = *list;
    char *end = pattern;
    for (; *at && *at != ','; *end++ = *at++) {
        if (at[0] != '\\' || !at[1]) continue;
        if (at[1] != ',') *end++ = *at;
        ++at;
    }
    *end = '\0';
    *list = *at ? at + 1 : NULL;
    return pattern;
}

int cli_joints_choose(const cli_context *context, const char *path, const cli_joints *joints, const cli_texts *patterns,
                      uint8_t *chosen)
{
    memset(chosen, patterns->count == 0, (size_t)joints->count);
    for (size_t i = 0; i < patterns->count; ++i) {
        for (const char *list = patterns->items[i]; list;) {
            char *pattern = take_pattern(&list);
            const int failed = pattern ? choose_one(context, path, joints, pattern, chosen) : cli_fail_memory(context);
            free(pattern);
            if (failed) return failed;
        }
    }
    return 0;
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

void cli_json_matrix(sinew__json_writer *json, const char *key, const sinew_affine *matrix)
{
    sinew__json_put_array(json, key);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) sinew__json_put_number(json, NULL, matrix->row[row][column]);
        sinew__json_put_number(json, NULL, column == 3);
    }
    sinew__json_end_array(json);
}

void cli_json_palette_matrix(sinew__json_writer *json, const char *key, const sinew_palette_matrix *matrix)
{
    sinew__json_put_array(json, key);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) sinew__json_put_float(json, NULL, matrix->row[row][column]);
        sinew__json_put_number(json, NULL, column == 3);
    }
    sinew__json_end_array(json);
}
