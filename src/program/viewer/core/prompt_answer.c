// Executes the line typed into a prompt.
#define _POSIX_C_SOURCE 200809L
#include "program/viewer/core/actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/affine.h"
#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "runtime/model/look_up.h"
#include "sinew/time_text.h"

int viewer_text_contains(const char *text, const char *word)
{
    for (; *text; ++text) {
        size_t i = 0;
        while (word[i] && sinew__ascii_lower(text[i]) == sinew__ascii_lower(word[i])) ++i;
        if (!word[i]) return 1;
    }
    return !*word;
}

/// Returns the first joint in the author's order whose name contains a text, or SINEW_NONE.
static int32_t joint_containing(const sinew_model *model, const char *text)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        const sinew_joint *candidate = &model->joints[joint];
        if (candidate->flags & SINEW_JOINT_HELPER) continue;
        if (viewer_text_contains(sinew_text(model, candidate->name), text)) return joint;
    }
    return SINEW_NONE;
}

/// Returns the first clip with a name, compared with and without the exporter's prefix, ignoring case; or SINEW_NONE.
static int32_t clip_named(const sinew_model *model, const char *text)
{
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        const char *name = sinew__clip_name(model, clip);
        if (strcasecmp(name, text) == 0 || strcasecmp(sinew__short_clip_name(name), text) == 0) return clip;
    }
    return SINEW_NONE;
}

/// Returns the first clip whose name contains a text, or SINEW_NONE.
static int32_t clip_containing(const sinew_model *model, const char *text)
{
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        if (viewer_text_contains(sinew__clip_name(model, clip), text)) return clip;
    }
    return SINEW_NONE;
}

static sinew_result go_to_time(viewer_state *viewer, sinew_error *out_error)
{
    const sinew_time_context context = {.model = viewer->model, .clip = viewer->clip, .current = viewer_time(viewer)};
    sinew_time time;
    double seconds;
    sinew_result result = sinew_time_parse(viewer->prompt.text, &time, out_error);
    if (result == SINEW_OK) result = sinew_time_resolve(&time, &context, &seconds, out_error);
    if (result == SINEW_ERROR_NO_TIME)
        out_error->hint[0] = '\0'; // the hint is about times outside the clip, which the player never shows
    if (result != SINEW_OK) return result;
    viewer->player.paused = 1;
    viewer_seek(viewer, seconds);
    return SINEW_OK;
}

const char *viewer_file_name(const viewer_state *viewer, int32_t file)
{
    return sinew__file_name(viewer->file_paths[file]);
}

/// Selects a joint, starts a clip or plays a file by its name. Exact names take precedence over parts of names; joints
/// over clips, clips over files. Otherwise the text may be the number or pattern of a clip.
static sinew_result go_to_name(viewer_state *viewer, sinew_error *out_error)
{
    const sinew_model *model = viewer->model;
    const char *text = viewer->prompt.text;
    sinew_error no_joint = {0};
    int32_t clip = SINEW_NONE, joint = SINEW_NONE;
    if (sinew_model_find_joint(model, text, &joint, &no_joint) != SINEW_OK) clip = clip_named(model, text);
    if (joint == SINEW_NONE && clip == SINEW_NONE) joint = joint_containing(model, text);
    if (joint == SINEW_NONE && clip == SINEW_NONE) clip = clip_containing(model, text);
    if (joint != SINEW_NONE) {
        viewer_select(viewer, joint);
        return SINEW_OK;
    }
    for (int32_t i = 0; clip == SINEW_NONE && viewer->file_count > 1 && i < viewer->file_count; ++i) {
        if (!viewer_text_contains(viewer_file_name(viewer, i), text)) continue;
        viewer->file_step = i - (viewer->file_number - 1);
        return SINEW_OK;
    }
    const sinew_result result = clip != SINEW_NONE ? SINEW_OK : sinew_model_find_clip(model, text, &clip, out_error);
    if (result == SINEW_OK) viewer_start_clip(viewer, clip);
    if (result != SINEW_ERROR_NO_CLIP) return result;
    const sinew_error no_clip = *out_error;
    sinew__fail(out_error, result, "no joint or clip '%s'", text);
    sinew__hint(out_error, "%s", no_joint.hint[0] ? no_joint.hint : no_clip.hint);
    return result;
}

/// Returns a copy of a path that lives as long as the player; equal paths share one copy. NULL when out of memory.
static const char *keep_path(viewer_state *viewer, const char *path)
{
    for (int32_t i = 0; i < viewer->typed_path_count; ++i)
        if (strcmp(viewer->typed_paths[i], path) == 0) return viewer->typed_paths[i];
    char **paths = realloc(viewer->typed_paths, ((size_t)viewer->typed_path_count + 1) * sizeof *paths);
    if (!paths) return NULL;
    viewer->typed_paths = paths;
    char *copy = strdup(path);
    if (copy) paths[viewer->typed_path_count++] = copy;
    return copy;
}

/// Compares with a clip of the playing file, or with a file. The first of these that matches counts: an exact clip
/// name, the path of a file, a part of a name in the list of files, a part of a clip name, the number or pattern of a
/// clip.
static sinew_result compare_with_name(viewer_state *viewer, sinew_error *out_error)
{
    const char *text = viewer->prompt.text;
    int32_t clip = clip_named(viewer->model, text);
    sinew__file_status status;
    if (clip == SINEW_NONE && sinew__file_status_of_path(text, &status)) {
        const char *path = keep_path(viewer, text);
        if (!path) return sinew__fail_memory(out_error);
        viewer_compare_file(viewer, path);
        return SINEW_OK;
    }
    for (int32_t i = 0; clip == SINEW_NONE && i < viewer->file_count; ++i) {
        if (viewer->file_count < 2 || !viewer_text_contains(viewer_file_name(viewer, i), text)) continue;
        viewer_compare_file(viewer, viewer->file_paths[i]);
        return SINEW_OK;
    }
    if (clip == SINEW_NONE) clip = clip_containing(viewer->model, text);
    if (clip == SINEW_NONE) {
        const sinew_result result = sinew_model_find_clip(viewer->model, text, &clip, out_error);
        if (result != SINEW_OK) return result;
    }
    viewer_compare_clip(viewer, clip);
    return SINEW_OK;
}

/// Rotates the selected joint by the typed rotation, in addition to its rotation by the edits so far.
static sinew_result rotate_joint(viewer_state *viewer, sinew_error *out_error)
{
    const int32_t joint = viewer->selected_joint;
    sinew_quat rotation;
    if (!sinew__pose_edits_parse_rotation(viewer->prompt.text, &rotation)) {
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT,
                           "invalid rotation; write rx=30 or ry=-45 rz=10 (degrees)");
    }
    const sinew_quat so_far = sinew__pose_edits_rotation(&viewer->edits, joint);
    sinew__pose_edits_rotate(&viewer->edits, viewer->model, joint, sinew__quat_multiply(so_far, rotation));
    return SINEW_OK;
}

/// Sets the length of the motion trail: seconds, or frames if the text ends with "f".
static sinew_result set_trail_window(viewer_state *viewer, sinew_error *out_error)
{
    const double fps = viewer->model->info->fps > 0.0 ? viewer->model->info->fps : 30.0, longest = 1e6;
    char *end;
    const double number = strtod(viewer->prompt.text, &end);
    const int is_frames = *end == 'f';
    if (end == viewer->prompt.text || end[is_frames] || !(number >= 0.0 && number <= longest))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "expected a time such as 0.5 or 10f");
    viewer->trail_window = is_frames ? number / fps : number;
    viewer->trail = 1;
    if (viewer_trail_joint(viewer) == SINEW_NONE) viewer_notify(viewer, "motion trail: select a joint");
    return SINEW_OK;
}

/// Requests that the edited clips or a film are saved. If the file exists, its name must be entered twice.
static sinew_result save_as(viewer_state *viewer, sinew_error *out_error)
{
    viewer_prompt *prompt = &viewer->prompt;
    const int exists = sinew__file_kind_of(prompt->text) != SINEW__NO_FILE;
    if (exists && !prompt->is_confirmed) {
        prompt->is_confirmed = 1;
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%s: Enter again to replace it",
                           sinew__is_same_file(prompt->text, viewer->name) ? "this is the source" : "it exists");
    }
    snprintf(viewer->clip_path, sizeof viewer->clip_path, "%s", prompt->text);
    if (prompt->kind == VIEWER_PROMPT_FILM)
        viewer->save_film = viewer->is_filming = 1;
    else
        viewer->save_clip = 1;
    return SINEW_OK;
}

void viewer_answer_prompt(viewer_state *viewer)
{
    viewer_prompt *prompt = &viewer->prompt;
    sinew_error error = {0};
    sinew_result result = SINEW_OK;
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_TIME) result = go_to_time(viewer, &error);
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_NAME) result = go_to_name(viewer, &error);
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_ROTATION) result = rotate_joint(viewer, &error);
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_TRAIL) result = set_trail_window(viewer, &error);
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_COMPARE) result = compare_with_name(viewer, &error);
    if (prompt->text[0] && (prompt->kind == VIEWER_PROMPT_SAVE || prompt->kind == VIEWER_PROMPT_FILM))
        result = save_as(viewer, &error);
    if (result == SINEW_OK) viewer_end_rotation(viewer);
    if (result == SINEW_OK) {
        viewer_prompt_open(prompt, VIEWER_PROMPT_NONE);
        return;
    }
    snprintf(prompt->message, sizeof prompt->message, "%.300s%s%.200s", error.message, error.hint[0] ? "; " : "",
             error.hint);
}
