#include "program/viewer/core/edit_list.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/memory.h"
#include "runtime/model/look_up.h"

/// Seconds; a key closer than this to another one replaces it.
static const double same_time = 1e-4;

/// Limits of a list: number of edits, and bytes of the poses of its keys.
enum { MAX_EDITS = 10000, MAX_KEY_BYTES = 64 << 20 };

void viewer_edit_list_free(viewer_edit_list *list)
{
    for (int32_t i = 0; i < list->count; ++i) sinew__pose_edits_free(&list->items[i].pose);
    sinew_free(list->items);
    sinew__pose_edits_free(&list->options);
    sinew_free(list->key_poses);
    sinew_free(list->keys.offsets);
    sinew_free(list->keys.is_changed);
    sinew_pose_destroy(list->keys.posed);
    sinew_pose_destroy(list->scratch);
    *list = (viewer_edit_list){.chosen = SINEW_NONE};
}

int viewer_edit_list_is_empty(const viewer_edit_list *list)
{
    for (int32_t i = 0; i < list->done; ++i)
        if (list->items[i].is_on) return 0;
    return 1;
}

// ---- changing the list ---------------------------------------------------------------------------------------------

static int reserve(viewer_edit_list *list, int32_t count)
{
    if (count > MAX_EDITS) return 0;
    if (count <= list->capacity) return 1;
    const int32_t capacity = count < 16 ? 16 : 2 * count;
    viewer_edit *items = sinew__resize(list->items, (size_t)capacity * sizeof *items);
    if (!items) return 0;
    list->items = items;
    list->capacity = capacity;
    return 1;
}

int viewer_edit_list_add(viewer_edit_list *list, const sinew_model *model, const viewer_edit *edit)
{
    const double key_bytes = (double)model->joint_count * (sizeof(sinew_transform) + 1);
    viewer_edit added = *edit;
    int32_t keys = 1;
    for (int32_t i = list->done; i < list->count; ++i) sinew__pose_edits_free(&list->items[i].pose);
    list->count = list->done;
    for (int32_t i = 0; i < list->count; ++i) keys += list->items[i].kind == VIEWER_EDIT_KEY;
    // Twice the bytes of the keys' poses, because their offsets in the playing clip are also stored.
    const int is_full = edit->kind == VIEWER_EDIT_KEY && 2 * keys * key_bytes > (double)MAX_KEY_BYTES;
    if (is_full || !reserve(list, list->count + 1)) {
        sinew__pose_edits_free(&added.pose);
        return 0;
    }
    list->items[list->count++] = added;
    list->done = list->count;
    list->chosen = SINEW_NONE;
    return 1;
}

int viewer_edit_list_insert_keys(viewer_edit_list *list, viewer_edit *keys, int32_t count)
{
    if (!reserve(list, list->count + count)) {
        for (int32_t i = 0; i < count; ++i) sinew__pose_edits_free(&keys[i].pose);
        return 0;
    }
    viewer_edit *at = list->items + list->fixed;
    memmove(at + count, at, (size_t)(list->count - list->fixed) * sizeof *at);
    if (count > 0) memcpy(at, keys, (size_t)count * sizeof *at);
    for (int32_t i = list->fixed + count; i < list->count + count; ++i)
        if (list->items[i].kind == VIEWER_EDIT_SWITCH && list->items[i].item >= list->fixed)
            list->items[i].item += count;
    list->fixed += count;
    list->count += count;
    list->done += count;
    list->chosen = SINEW_NONE;
    return 1;
}

int32_t viewer_edit_list_step(const viewer_edit_list *list, int step)
{
    int32_t at = list->chosen == SINEW_NONE ? list->done : list->chosen;
    if (list->chosen == SINEW_NONE) step = -1;
    for (int32_t tried = 0; tried < list->done; ++tried) {
        at = (at + step + list->done) % list->done;
        if (list->items[at].is_listed) return at;
    }
    return SINEW_NONE;
}

// ---- edits of the list ---------------------------------------------------------------------------------------------

/// Finds out which edits are listed and which are on.
static void replay(viewer_edit_list *list)
{
    for (int32_t i = 0; i < list->count; ++i) {
        viewer_edit *edit = &list->items[i];
        edit->is_listed = edit->is_on = i < list->done && edit->kind <= VIEWER_EDIT_KEY;
        if (i >= list->done) continue;
        if (edit->kind == VIEWER_EDIT_SWITCH) list->items[edit->item].is_on = !list->items[edit->item].is_on;
        const int is_own_key = edit->kind == VIEWER_EDIT_KEY && i >= list->fixed;
        for (int32_t k = 0; k < i && (is_own_key || edit->kind == VIEWER_EDIT_RESET); ++k) {
            viewer_edit *before = &list->items[k];
            const int is_moved = before->kind == VIEWER_EDIT_ROTATION || before->kind == VIEWER_EDIT_TARGET;
            const int is_same = before->kind == VIEWER_EDIT_KEY && before->clip == edit->clip &&
                                fabs(before->time - edit->time) < same_time;
            const int is_removed =
                is_own_key ? is_same || (before->kind != VIEWER_EDIT_KEY && before->is_on) : is_moved;
            if (is_removed) before->is_listed = before->is_on = 0;
        }
    }
    if (list->chosen != SINEW_NONE && !list->items[list->chosen].is_listed) list->chosen = SINEW_NONE;
}

static sinew_result set_stored(void *user, sinew_pose *pose, sinew_error *out_error)
{
    const viewer_edit *key = user;
    (void)out_error;
    for (int32_t i = 0; i < pose->joint_count; ++i)
        if (key->pose.is_stored[i]) pose->local[i] = key->pose.stored_locals[i];
    return SINEW_OK;
}

/// Finds the keys of a clip, and the joints that they change. The result is empty when out of memory.
static void find_keys(viewer_edit_list *list, const sinew_model *model, int32_t clip)
{
    sinew__posed_clip *keys = &list->keys;
    int32_t count = 0;
    keys->count = 0;
    ++list->changes;
    for (int32_t i = 0; i < list->done; ++i)
        count += list->items[i].kind == VIEWER_EDIT_KEY && list->items[i].is_on && list->items[i].clip == clip;
    if (count == 0) return;
    const size_t joints = (size_t)model->joint_count;
    if ((!list->scratch && sinew_pose_create(model, &list->scratch, NULL) != SINEW_OK) ||
        (!keys->posed && sinew_pose_create(model, &keys->posed, NULL) != SINEW_OK))
        return;
    sinew_edit_pose *poses = sinew__resize(list->key_poses, (size_t)count * sizeof *poses);
    if (poses) list->key_poses = poses;
    sinew_transform *offsets = sinew__resize(keys->offsets, (size_t)count * joints * sizeof *offsets);
    if (offsets) keys->offsets = offsets;
    if (!keys->is_changed) keys->is_changed = sinew__allocate(joints + 1);
    if (!poses || !offsets || !keys->is_changed) return;
    count = 0;
    for (int32_t i = 0; i < list->done; ++i) {
        viewer_edit *item = &list->items[i];
        if (item->kind != VIEWER_EDIT_KEY || !item->is_on || item->clip != clip) continue;
        const sinew_edit_pose pose = {item->time, item->time, 1, set_stored, item};
        int32_t at = count++;
        for (; at > 0 && pose.from < poses[at - 1].from; --at) poses[at] = poses[at - 1];
        poses[at] = pose;
    }
    *keys =
        (sinew__posed_clip){model, clip, poses, count, VIEWER_EDIT_EASE, keys->posed, keys->offsets, keys->is_changed};
    if (sinew__posed_clip_find_changes(keys, list->scratch, NULL) != SINEW_OK) keys->count = 0;
}

void viewer_edit_list_apply(viewer_edit_list *list, const sinew_model *model, int32_t clip, pose_edits *edits)
{
    const pose_edits *options = &list->options;
    int has_options = 0;
    replay(list);
    for (int32_t i = 0; i < list->done; ++i)
        has_options |= list->items[i].kind == VIEWER_EDIT_OPTIONS && list->items[i].is_on;
    const pose_edits old = *edits;
    *edits = has_options ? *options : (pose_edits){0};
    edits->rotations = old.rotations;
    edits->targets = old.targets;
    edits->target_count = edits->first_target = 0;
    edits->changes = old.changes + 1;
    (void)sinew__pose_edits_reset(edits);
    for (int32_t i = 0; has_options && i < options->target_count; ++i) {
        edits->first_target = edits->target_count; // appends: earlier targets of the options stay, even for the same
                                                   // joint
        sinew__pose_edits_set_target(edits, options->targets[i].end, options->targets[i].target);
    }
    edits->first_target = edits->target_count;
    for (int32_t i = 0; i < list->done; ++i) {
        const viewer_edit *edit = &list->items[i];
        if (edit->is_on && edit->kind == VIEWER_EDIT_ROTATION)
            sinew__pose_edits_rotate(
                edits, model, edit->joint,
                sinew__quat_multiply(sinew__pose_edits_rotation(edits, edit->joint), edit->rotation));
        if (edit->is_on && edit->kind == VIEWER_EDIT_TARGET)
            sinew__pose_edits_set_target(edits, edit->joint, edit->target);
    }
    find_keys(list, model, clip);
}

void viewer_edit_list_change_clip(const void *user, sinew_pose *pose)
{
    const viewer_edit_list *list = user;
    const sinew__posed_clip *keys = &list->keys;
    const double time = sinew_clip_from_timeline(keys->model, keys->clip, pose->timeline);
    sinew_pose_compute_locals(keys->model, pose);
    for (int32_t i = 0; i < keys->model->joint_count; ++i) {
        sinew_transform local;
        if (!keys->is_changed[i] || sinew__posed_clip_local(keys, pose, i, time, &local, NULL) != SINEW_OK) continue;
        pose->local[i] = local;
        pose->animated[i] = 1;
    }
    sinew_pose_local_to_global(keys->model, pose);
}
