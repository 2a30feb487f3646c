// The user's edits as text: lines for the panel, and steps of `sinew edit`.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/affine.h"
#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/quoted_text.h"
#include "core/platform/file.h"
#include "program/viewer/core/viewer_text.h"

int viewer_joint_has_name(const viewer_state *viewer, int32_t joint)
{
    int32_t found;
    sinew_error error;
    const char *name = sinew_text(viewer->model, viewer->model->joints[joint].name);
    return sinew__is_printable_text(name) && sinew_model_find_joint(viewer->model, name, &found, &error) == SINEW_OK &&
           found == joint;
}

void viewer_put_rotation(const viewer_state *viewer, int32_t joint, sinew_quat rotation, sinew__buffer *out)
{
    const double rounding = 1e-9;
    double degrees[3];
    sinew__quat_to_least_euler(rotation, sinew__rotation_order(viewer->model, joint), degrees);
    for (int i = 0; i < 3; ++i)
        if (fabs(degrees[i]) < rounding) degrees[i] = 0.0;
    sinew__buffer_format(out, "%s:rx=%.9g ry=%.9g rz=%.9g",
                         sinew_text(viewer->model, viewer->model->joints[joint].name), degrees[0], degrees[1],
                         degrees[2]);
}

// ---- lines ---------------------------------------------------------------------------------------------------------

void viewer_describe_edit(const viewer_state *viewer, const viewer_edit *edit, char out[VIEWER_EDIT_TEXT])
{
    static const char axes[] = "xyz";
    const sinew_model *model = viewer->model;
    const int has_joint = edit->kind == VIEWER_EDIT_ROTATION || edit->kind == VIEWER_EDIT_TARGET;
    char name[80] = "", frame[40] = "";
    int32_t joints = 0;
    if (has_joint) sinew__printable(sinew__joint_label(model, edit->joint, viewer->prefix), name, sizeof name);
    switch (edit->kind) {
    case VIEWER_EDIT_OPTIONS: snprintf(out, VIEWER_EDIT_TEXT, "options of the command line"); break;
    case VIEWER_EDIT_ROTATION: {
        double degrees[3];
        int length = snprintf(out, VIEWER_EDIT_TEXT, "rotate %s", name);
        sinew__quat_to_least_euler(edit->rotation, sinew__rotation_order(model, edit->joint), degrees);
        for (int i = 0; i < 3; ++i)
            if (degrees[i] > 0.05 || degrees[i] < -0.05)
                length += snprintf(out + length, (size_t)(VIEWER_EDIT_TEXT - length), " r%c=%.1f", axes[i], degrees[i]);
        break;
    }
    case VIEWER_EDIT_TARGET:
        snprintf(out, VIEWER_EDIT_TEXT, "move %s to %.4g %.4g %.4g", name, edit->target.x, edit->target.y,
                 edit->target.z);
        break;
    case VIEWER_EDIT_KEY:
        for (int32_t i = 0; i < model->joint_count; ++i) joints += edit->pose.is_stored[i];
        if (model->info->fps > 0.0)
            snprintf(frame, sizeof frame, ", frame %.1f",
                     sinew_clip_to_timeline(model, edit->clip, edit->time) * model->info->fps);
        snprintf(out, VIEWER_EDIT_TEXT, "key at %.3f s%s: %d joint%s", edit->time, frame, (int)joints,
                 joints == 1 ? "" : "s");
        break;
    case VIEWER_EDIT_RESET: snprintf(out, VIEWER_EDIT_TEXT, "reset rotated and dragged joints"); break;
    case VIEWER_EDIT_SWITCH: {
        char text[VIEWER_EDIT_TEXT];
        viewer_describe_edit(viewer, &viewer->edit_list.items[edit->item], text);
        snprintf(out, VIEWER_EDIT_TEXT, "switch %.140s", text);
        break;
    }
    }
}

void viewer_clip_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME])
{
    const char *name = sinew__file_name(viewer->name), *dot = strrchr(name, '.');
    const int is_gltf = dot && (strcasecmp(dot, ".glb") == 0 || strcasecmp(dot, ".gltf") == 0);
    const int is_own = dot && strcasecmp(dot, ".sinew") == 0;
    snprintf(out, VIEWER_IMAGE_NAME, "%.*s-edited.%s", (int)(dot && dot - name < 200 ? dot - name : 20), name,
             is_gltf  ? "glb"
             : is_own ? "sinew"
                      : "fbx");
}

// ---- steps ---------------------------------------------------------------------------------------------------------

/// A list of steps in an arena; the arena has enough memory for all of them.
typedef struct step_list {
    viewer_step *items;
    int32_t count;
} step_list;

static void add(step_list *list, const char *option, const char *text)
{
    list->items[list->count++] = (viewer_step){option, text};
}

static sinew_result fail_name(const viewer_state *viewer, int32_t joint, sinew_error *out_error)
{
    char name[80];
    sinew__printable(sinew_text(viewer->model, viewer->model->joints[joint].name), name, sizeof name);
    return sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "joint '%s' has no unique name", name);
}

/// Lists the edits in the order of the player: keys, in place, options, rotations, targets.
sinew_result viewer_list_steps(const viewer_state *viewer, const char *keys_path, sinew__arena *memory,
                               viewer_step **out_steps, int32_t *out_count, sinew_error *out_error)
{
    const viewer_settings *settings = viewer->settings;
    const viewer_edit_list *list = &viewer->edit_list;
    const pose_edits *edits = &viewer->edits;
    const sinew_model *model = viewer->model;
    int has_keys = 0, has_options = 0;
    int32_t rotated = 0;
    for (int32_t i = 0; i < list->done; ++i) {
        has_keys |= list->items[i].kind == VIEWER_EDIT_KEY && list->items[i].is_on;
        has_options |= list->items[i].kind == VIEWER_EDIT_OPTIONS && list->items[i].is_on;
    }
    for (int32_t i = 0; edits->rotations && i < model->joint_count; ++i) rotated += edits->rotations[i].w != 1.0;
    const size_t most = 3 + settings->edit_word_count / 2 + (size_t)rotated + (size_t)edits->target_count;
    step_list steps = {.items = SINEW__ARENA_ARRAY(memory, viewer_step, most)};
    if (!steps.items) return sinew__fail_memory(out_error);
    if (has_keys) add(&steps, "keys", keys_path);
    if (viewer->clip != SINEW_NONE) add(&steps, "clip", sinew__arena_format(memory, "#%d", (int)viewer->clip + 1));
    if (viewer->is_in_place) add(&steps, "in-place", NULL);
    for (size_t i = 0; has_options && i + 1 < settings->edit_word_count; i += 2) {
        if (strcmp(settings->edit_words[i], "--base") == 0)
            return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "--base is not an edit of a clip");
        add(&steps, settings->edit_words[i] + 2, settings->edit_words[i + 1]);
    }
    for (int32_t i = 0; rotated && i < model->joint_count; ++i) {
        sinew__buffer text = {0};
        if (edits->rotations[i].w == 1.0) continue;
        if (!viewer_joint_has_name(viewer, i)) return fail_name(viewer, i, out_error);
        viewer_put_rotation(viewer, i, edits->rotations[i], &text);
        add(&steps, "set", text.failed ? NULL : sinew__arena_text(memory, text.text, text.size));
        memory->failed |= text.failed;
        sinew__buffer_free(&text);
    }
    for (int32_t i = edits->first_target; i < edits->target_count; ++i) {
        const pose_target *target = &edits->targets[i];
        if (!viewer_joint_has_name(viewer, target->end)) return fail_name(viewer, target->end, out_error);
        add(&steps, "ik",
            sinew__arena_format(memory, "%s=%.9g,%.9g,%.9g", sinew_text(model, model->joints[target->end].name),
                                target->target.x, target->target.y, target->target.z));
    }
    if (memory->failed) return sinew__fail_memory(out_error);
    *out_steps = steps.items;
    *out_count = steps.count;
    return SINEW_OK;
}
