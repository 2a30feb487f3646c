// The edited pose of the player in a file, as `sinew pose --json` writes poses.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/json.h"
#include "core/platform/file.h"
#include "draw/output/output.h"
#include "program/viewer/core/viewer_text.h"
#include "sinew/memory.h"

static const char schema[] = "sinew.pose/1";

enum { MAX_BYTES = 16 << 20, MAX_VALUES = 1 << 19 }; // of a file of keys that is read back

// ---- one pose ------------------------------------------------------------------------------------------------------

/// A joint relative to the one that the author knows as its parent: helpers between them belong to it.
static sinew_transform authored_local(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    sinew_affine map = sinew__affine_from_transform(&pose->local[joint]);
    sinew_transform out = pose->local[joint];
    int32_t above = model->joints[joint].parent;
    int has_helper = 0;
    for (; above != SINEW_NONE && model->joints[above].flags & SINEW_JOINT_HELPER;
         above = model->joints[above].parent) {
        map = sinew__affine_multiply(&model->joints[above].rest_matrix, &map);
        has_helper = 1;
    }
    if (has_helper) sinew__transform_from_affine(&map, &out);
    return out;
}

static void put_joint(const sinew_model *model, const sinew_pose *pose, int32_t joint, sinew__json_writer *json)
{
    const sinew_transform local = authored_local(model, pose, joint);
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "name", sinew_text(model, model->joints[joint].name));
    sinew__json_put_object(json, "local");
    sinew__json_put_numbers(json, "t", (const double[]){local.t.x, local.t.y, local.t.z}, 3);
    sinew__json_put_object(json, "r");
    sinew__json_put_number(json, "x", local.r.x);
    sinew__json_put_number(json, "y", local.r.y);
    sinew__json_put_number(json, "z", local.r.z);
    sinew__json_put_number(json, "w", local.r.w);
    sinew__json_end_object(json);
    sinew__json_put_numbers(json, "s", (const double[]){local.s.x, local.s.y, local.s.z}, 3);
    sinew__json_end_object(json);
    sinew__json_end_object(json);
}

/// Writes a pose; `is_part` if it is one of an array. `base` NULL: all joints; else the joints that differ from it.
static void put_pose(const viewer_state *viewer, const sinew_pose *pose, const sinew_pose *base, int is_part,
                     sinew__json_writer *json)
{
    const sinew_model *model = viewer->model;
    const char *slash = strrchr(viewer->name, '/');
    sinew__json_put_object(json, NULL);
    if (!is_part) sinew__json_put_text(json, "schema", schema);
    sinew__json_put_text(json, "file", slash ? slash + 1 : viewer->name);
    sinew__json_put_text(json, "clip",
                         viewer->clip == SINEW_NONE ? NULL : sinew_text(model, model->clips[viewer->clip].name));
    sinew__json_put_number(json, "time_s", sinew_playback_time(&viewer->player));
    sinew__json_put_number(json, "unit_cm", model->info->unit_cm);
    sinew__json_put_array(json, "joints");
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].flags & SINEW_JOINT_HELPER) continue;
        if (!base || memcmp(&pose->local[i], &base->local[i], sizeof *pose->local) != 0)
            put_joint(model, pose, i, json);
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

// ---- files ---------------------------------------------------------------------------------------------------------

/// Copies the poses of a file of keys, except one at this time. A file of another kind is replaced.
static void put_other_keys(const viewer_state *viewer, const char *path, sinew__json_writer *json)
{
    static const sinew__json_limits limits = {.max_bytes = MAX_BYTES, .max_values = MAX_VALUES};
    const double same = 1e-4, now = sinew_playback_time(&viewer->player);
    void *bytes = NULL;
    size_t size = 0;
    sinew__json old;
    if (sinew__file_read_within(path, MAX_BYTES, &bytes, &size, NULL) != SINEW_OK) return;
    if (sinew__json_read(bytes, size, &limits, &old, NULL) == SINEW_OK)
        for (const sinew__json_value *pose = sinew__json_first(sinew__json_member(old.root, "poses")); pose;
             pose = pose->next) {
            const sinew__json_value *time = sinew__json_member(pose, "time_s");
            if (sinew__json_is(time, SINEW__JSON_NUMBER) && fabs(time->number - now) > same)
                sinew__json_put_value(json, NULL, pose);
        }
    sinew__json_free(&old);
    sinew_free(bytes);
}

void viewer_pose_name(const viewer_state *viewer, viewer_pose_file what, char out[VIEWER_IMAGE_NAME])
{
    viewer_image_name(viewer, out);
    char *end = what == VIEWER_POSE_KEY ? strrchr(out, '-') : strrchr(out, '.');
    if (end) snprintf(end, VIEWER_IMAGE_NAME - (size_t)(end - out), what == VIEWER_POSE_KEY ? "-keys.json" : ".json");
}

/// Evaluates the pose of the clip, and the same pose with the user's edits.
static sinew_result pose_now(viewer_state *viewer, sinew_pose *base, sinew_pose *pose, sinew_error *error)
{
    const double time = sinew_playback_time(&viewer->player);
    sinew_pose_evaluate(viewer->model, SINEW_ENGINE_EXACT, viewer->clip, time, base);
    sinew_pose_evaluate(viewer->model, SINEW_ENGINE_EXACT, viewer->clip, time, pose);
    const sinew_result result = sinew__pose_edits_apply(&viewer->edits, viewer->model, pose, error);
    sinew_pose_compute_locals(viewer->model, base);
    sinew_pose_compute_locals(viewer->model, pose);
    return result == SINEW_ERROR_OUT_OF_REACH ? SINEW_OK : result; // the limb points there
}

sinew_result viewer_write_pose(viewer_state *viewer, viewer_pose_file what, const char *path, sinew_error *error)
{
    sinew_pose *base = NULL, *pose = NULL;
    sinew__buffer out = {0};
    sinew__json_writer json = sinew__json_begin(&out);
    sinew_result result = sinew_pose_create(viewer->model, &base, error);
    if (result == SINEW_OK) result = sinew_pose_create(viewer->model, &pose, error);
    if (result == SINEW_OK) result = pose_now(viewer, base, pose, error);
    if (result == SINEW_OK) {
        if (what == VIEWER_POSE_KEY) {
            sinew__json_put_object(&json, NULL);
            sinew__json_put_text(&json, "schema", schema);
            sinew__json_put_array(&json, "poses");
            put_other_keys(viewer, path, &json);
            put_pose(viewer, pose, base, 1, &json);
            sinew__json_end_array(&json);
            sinew__json_end_object(&json);
        } else {
            put_pose(viewer, pose, NULL, 0, &json);
        }
        sinew__buffer_put_character(&out, '\n');
        result = out.failed ? sinew__fail_memory(error) : sinew__output_write_bytes(path, out.text, out.size, error);
    }
    sinew__buffer_free(&out);
    sinew_pose_destroy(base);
    sinew_pose_destroy(pose);
    return result;
}
