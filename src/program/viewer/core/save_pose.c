// Writes the player's edited pose to a file, in the format of `sinew pose --json`.
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/standard_output.h"
#include "program/viewer/core/viewer_text.h"
#include "sinew/memory.h"

static const char schema[] = "sinew.pose/1";

// ---- one pose ------------------------------------------------------------------------------------------------------

/// Returns a joint's transform relative to its nearest ancestor that is not a helper joint of the importer.
static sinew_transform authored_local(const sinew_model *model, const sinew_transform *locals, int32_t joint)
{
    sinew_affine map = sinew__affine_from_transform(&locals[joint]);
    sinew_transform out = locals[joint];
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

/// Writes a pose: the joints marked in `is_stored`, or all if it is NULL. `key` is the key that has the pose; NULL: the
/// pose of the current time, in a file of its own.
static void put_pose(const viewer_state *viewer, const sinew_transform *locals, const uint8_t *is_stored,
                     const viewer_edit *key, sinew__json_writer *json)
{
    const sinew_model *model = viewer->model;
    const int32_t clip = key ? key->clip : viewer->clip;
    sinew__json_put_object(json, NULL);
    if (!key) sinew__json_put_text(json, "schema", schema);
    sinew__json_put_text(json, "file", sinew__file_name(viewer->name));
    sinew__json_put_text(json, "clip", clip == SINEW_NONE ? NULL : sinew_text(model, model->clips[clip].name));
    sinew__json_put_number(json, "time_s", key ? key->time : sinew_playback_time(&viewer->player));
    sinew__json_put_number(json, "unit_cm", model->info->unit_cm);
    sinew__json_put_array(json, "joints");
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].flags & SINEW_JOINT_HELPER) continue;
        if (!is_stored || is_stored[i]) {
            const sinew_transform local = authored_local(model, locals, i);
            sinew__json_put_object(json, NULL);
            sinew__json_put_text(json, "name", sinew_text(model, model->joints[i].name));
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
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

void viewer_pose_name(const viewer_state *viewer, viewer_pose_file what, char out[VIEWER_IMAGE_NAME])
{
    viewer_image_name(viewer, out);
    char *end = what == VIEWER_POSE_KEY ? strrchr(out, '-') : strrchr(out, '.');
    if (end) snprintf(end, VIEWER_IMAGE_NAME - (size_t)(end - out), what == VIEWER_POSE_KEY ? "-keys.json" : ".json");
}

/// Evaluates the clip's pose without the user's edits in `base` (may be NULL), and with them in `pose`.
static void pose_now(viewer_state *viewer, sinew_pose *base, sinew_pose *pose)
{
    const double time = sinew_playback_time(&viewer->player);
    shown_posing posing = viewer_posing(viewer);
    posing.engine = SINEW_ENGINE_EXACT;
    posing.fade = NULL;
    posing.hidden = NULL;
    (void)!sinew__shown_pose(&posing, time, pose, NULL); // a target out of reach is no error: the limb points at it
    sinew_pose_compute_locals(viewer->model, pose);
    posing.edits = NULL;
    posing.change_clip = NULL;
    if (!base) return;
    (void)!sinew__shown_pose(&posing, time, base, NULL);
    sinew_pose_compute_locals(viewer->model, base);
}

sinew_result viewer_write_pose(viewer_state *viewer, const char *path, sinew_error *error)
{
    sinew_pose *pose = NULL;
    sinew__buffer out = {0};
    sinew__json_writer json = sinew__json_begin(&out);
    sinew_result result = sinew_pose_create(viewer->model, &pose, error);
    if (result == SINEW_OK) {
        pose_now(viewer, NULL, pose);
        put_pose(viewer, pose->local, NULL, NULL, &json);
        sinew__buffer_put_character(&out, '\n');
        result = out.failed ? sinew__fail_memory(error) : sinew__write_output(path, out.text, out.size, error);
    }
    sinew__buffer_free(&out);
    sinew_pose_destroy(pose);
    return result;
}

// ---- keys ----------------------------------------------------------------------------------------------------------

/// Inserts the keys in the file of an earlier session into the list of edits. Does nothing if the list has a key
/// already.
static void list_stored_keys(viewer_state *viewer, const char *path)
{
    const viewer_settings *settings = viewer->settings;
    viewer_edit_list *list = &viewer->edit_list;
    viewer_key *keys = NULL;
    int32_t count = 0;
    for (int32_t i = 0; i < list->count; ++i)
        if (list->items[i].kind == VIEWER_EDIT_KEY) return;
    if (!settings->read_keys || sinew__file_kind_of(path) != SINEW__REGULAR_FILE ||
        settings->read_keys(settings->user, path, viewer->model, &keys, &count, NULL) != SINEW_OK)
        return;
    viewer_edit *edits = sinew__allocate_zeroed((size_t)count + 1, sizeof *edits);
    for (int32_t i = 0; i < count; ++i) {
        const viewer_edit key = {
            .kind = VIEWER_EDIT_KEY, .clip = keys[i].clip, .time = keys[i].time, .pose = keys[i].pose};
        if (edits)
            edits[i] = key;
        else
            sinew__pose_edits_free(&keys[i].pose);
    }
    if (edits) (void)viewer_edit_list_insert_keys(list, edits, count);
    sinew_free(edits);
    sinew_free(keys);
}

sinew_result viewer_mark_key(viewer_state *viewer, sinew_error *error)
{
    char path[VIEWER_IMAGE_NAME];
    const sinew_model *model = viewer->model;
    viewer_edit key = {.kind = VIEWER_EDIT_KEY, .clip = viewer->clip, .time = sinew_playback_time(&viewer->player)};
    sinew_pose *base = NULL, *pose = NULL;
    int32_t changed = 0;
    if (viewer->clip == SINEW_NONE) return sinew__fail(error, SINEW_ERROR_NO_CLIP, "the rest pose has no keys");
    if (sinew__pose_edits_is_empty(&viewer->edits))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "rotate or drag a joint first");
    viewer_pose_name(viewer, VIEWER_POSE_KEY, path);
    list_stored_keys(viewer, path);
    sinew_result result = sinew_pose_create(model, &base, error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, error);
    key.pose.stored_locals = sinew__allocate_zeroed((size_t)model->joint_count + 1, sizeof *key.pose.stored_locals);
    key.pose.is_stored = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    if (result == SINEW_OK && !(key.pose.stored_locals && key.pose.is_stored)) result = sinew__fail_memory(error);
    if (result == SINEW_OK) {
        pose_now(viewer, base, pose);
        for (int32_t i = 0; i < model->joint_count; ++i) {
            if (model->joints[i].flags & SINEW_JOINT_HELPER) continue;
            if (memcmp(&pose->local[i], &base->local[i], sizeof *pose->local) == 0) continue;
            key.pose.stored_locals[i] = pose->local[i];
            key.pose.is_stored[i] = 1;
            ++changed;
        }
        if (changed == 0) result = sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "rotate or drag a joint first");
    }
    sinew_pose_destroy(base);
    sinew_pose_destroy(pose);
    if (result == SINEW_OK)
        viewer_add_edit(viewer, &key);
    else
        sinew__pose_edits_free(&key.pose);
    return result;
}

sinew_result viewer_write_keys(viewer_state *viewer, const char *path, sinew_error *error)
{
    const viewer_edit_list *list = &viewer->edit_list;
    sinew__buffer out = {0};
    sinew__json_writer json = sinew__json_begin(&out);
    int32_t count = 0;
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", schema);
    sinew__json_put_array(&json, "poses");
    for (int32_t i = 0; i < list->done; ++i) {
        const viewer_edit *key = &list->items[i];
        if (key->kind != VIEWER_EDIT_KEY || !key->is_on) continue;
        put_pose(viewer, key->pose.stored_locals, key->pose.is_stored, key, &json);
        ++count;
    }
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(&out, '\n');
    sinew_result result = SINEW_OK;
    if (count == 0)
        (void)sinew__file_remove(path);
    else
        result = out.failed ? sinew__fail_memory(error) : sinew__write_output(path, out.text, out.size, error);
    sinew__buffer_free(&out);
    return result;
}
