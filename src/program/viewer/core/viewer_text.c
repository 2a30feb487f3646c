#include "program/viewer/core/viewer_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/printable.h"
#include "core/platform/file.h"
#include "draw/render/renderer.h"
#include "runtime/model/look_up.h"

static void clip_name(const viewer_state *viewer, char *out, size_t size)
{
    if (viewer->clip != SINEW_NONE) {
        sinew__printable(sinew_text(viewer->model, viewer->model->clips[viewer->clip].name), out, size);
        return;
    }
    const int is_empty = viewer->model->joint_count == 0 && viewer_is_skeleton_only(viewer->model);
    snprintf(out, size, "%s", viewer->is_loading ? "" : is_empty ? "nothing to draw" : "rest pose");
}

/// Longest names in bytes; the middle of longer ones is left out.
enum { MAX_CLIP_BYTES = 40, MAX_FILE_BYTES = 28 };

/// Shortens a text to `max` bytes: its beginning, "...", and its end, which gets twice as many bytes, because generated
/// names differ at the end.
static void elide(char *text, size_t max)
{
    const size_t length = strlen(text);
    if (length <= max) return;
    size_t begin = (max - 3) / 3;
    const char *end = text + length - (max - 3 - begin);
    while ((text[begin] & 0xc0) == 0x80) --begin;
    while ((*end & 0xc0) == 0x80) ++end;
    memmove(text + begin + 3, end, strlen(end) + 1);
    memcpy(text + begin, "...", 3);
}

/// Writes the key at the current time as the time grammar names it: "  key #7" for the clip, "  key #3@Hips" for the
/// selected joint; "" if none exists.
static void put_key(const viewer_state *viewer, char *out, size_t size)
{
    enum { MAX_JOINT_BYTES = 24 };
    const sinew_model *model = viewer->model;
    const int32_t joint = viewer->selected_joint;
    out[0] = '\0';
    if (viewer->clip == SINEW_NONE) return;
    const double now = viewer_time(viewer);
    const int32_t count = joint == SINEW_NONE ? 0 : sinew_clip_key_times(model, viewer->clip, joint, NULL, 0);
    double *times = count > 0 ? malloc((size_t)count * sizeof *times) : NULL;
    if (times) sinew_clip_key_times(model, viewer->clip, joint, times, count);
    for (int32_t i = 0; times && i < count && !out[0]; ++i) {
        char name[200];
        if (!(fabs(times[i] - now) < 1e-6)) continue;
        sinew__printable(sinew_text(model, model->joints[joint].name), name, sizeof name);
        elide(name, MAX_JOINT_BYTES);
        snprintf(out, size, "  key #%d@%.*s", (int)i + 1, MAX_JOINT_BYTES, name);
    }
    free(times);
    const sinew_clip *clip = &model->clips[viewer->clip];
    for (int32_t i = 0; i < clip->key_time_count && !out[0]; ++i)
        if (fabs(sinew__key_time(model, clip, i) - now) < 1e-6) snprintf(out, size, "  key #%d", (int)i + 1);
}

/// Writes the file's name and number, "walk.fbx 4/27  "; "" if there is only one file.
static void put_file(const viewer_state *viewer, char *out, size_t size)
{
    char name[400];
    out[0] = '\0';
    if (viewer->file_count < 2) return;
    sinew__printable(sinew__file_name(viewer->name), name, sizeof name);
    elide(name, MAX_FILE_BYTES);
    snprintf(out, size, "%.*s %d/%d  ", MAX_FILE_BYTES, name, (int)viewer->file_number, (int)viewer->file_count);
}

/// Writes the compared clip, and the distance at the current time: "  overlaid with walk.fbx: lift, 3.21 cm apart".
static void put_other(const viewer_state *viewer, char *out, size_t size)
{
    const viewer_comparison *other = &viewer->other;
    const double cm = other->model ? viewer_distance_now(viewer) : -1.0;
    char name[400] = "rest pose", file[400] = "", apart[40] = "";
    out[0] = '\0';
    if (!other->model) return;
    if (other->clip != SINEW_NONE)
        sinew__printable(sinew_text(other->model, other->model->clips[other->clip].name), name, sizeof name);
    elide(name, MAX_CLIP_BYTES);
    if (other->model != viewer->model) {
        sinew__printable(sinew__file_name(other->name), file, sizeof file);
        elide(file, MAX_FILE_BYTES);
    }
    if (cm >= 0.0) snprintf(apart, sizeof apart, ", %.4g cm apart", cm);
    const int is_flip = other->way == VIEWER_COMPARE_FLIP;
    const char *way = is_flip ? (other->shows_other ? "here" : "hidden")
                              : sinew__word_meaning(sinew__word_of(viewer_compare_words, (int)other->way));
    snprintf(out, size, "  %s: %.*s%s%.*s%s", way, MAX_FILE_BYTES, file, file[0] ? " " : "", MAX_CLIP_BYTES, name,
             apart);
}

/// Writes "0.300 / 1.000 s  frame 9" and the key. The frame is left out if the file has no frame rate.
static void put_time(const viewer_state *viewer, char *out, size_t size)
{
    char frame[40] = "", key[64];
    put_key(viewer, key, sizeof key);
    if (viewer->model->info->fps > 0.0) {
        snprintf(frame, sizeof frame, "  frame %.1f",
                 viewer_frame(viewer, viewer_time(viewer), viewer->model->info->fps));
    }
    snprintf(out, size, "%.3f / %.3f s%s%s", sinew_playback_time(&viewer->player), viewer_clip_duration(viewer), frame,
             key);
}

const sinew__word viewer_loop_words[] = {{"loop", SINEW_LOOP_REPEAT, NULL},
                                         {"once", SINEW_LOOP_ONCE, NULL},
                                         {"pingpong", SINEW_LOOP_PINGPONG, "ping-pong"},
                                         {0}};

void viewer_format_status(const viewer_state *viewer, char *out, size_t size)
{
    const sinew__word *mode = sinew__word_of(viewer_loop_words, (int)viewer->player.loop);
    char name[400], time[96], crowd_text[32] = "", file[80], other[160];
    clip_name(viewer, name, sizeof name);
    elide(name, MAX_CLIP_BYTES);
    put_file(viewer, file, sizeof file);
    put_time(viewer, time, sizeof time);
    put_other(viewer, other, sizeof other);
    if (viewer->crowd.count) snprintf(crowd_text, sizeof crowd_text, "  %d instances", (int)viewer->crowd.count);
    const char *sign = viewer->player.paused ? RENDER_SIGN_PAUSE : RENDER_SIGN_PLAY;
    const char *message = viewer->note[0] ? viewer->note : viewer->reload_error;
    if (viewer->prompt.kind != VIEWER_PROMPT_NONE) {
        // An error replaces the time: "> go to: 12x_  '12x' is not a time".
        const int is_wrong = viewer->prompt.message[0] != '\0';
        snprintf(out, size, "%s %s: %.*s_%s%s%s", sign, viewer_prompt_label(viewer->prompt.kind), viewer->prompt.cursor,
                 viewer->prompt.text, viewer->prompt.text + viewer->prompt.cursor, is_wrong ? "  " : "\t",
                 is_wrong ? viewer->prompt.message : time);
    } else if (viewer->is_loading)
        snprintf(out, size, "%s %s", sign, message);
    else if (message[0])
        snprintf(out, size, "%s %s\t%s", sign, message, time);
    else if (viewer->clip == SINEW_NONE)
        snprintf(out, size, "%s %s%s%s%s", sign, file, name, crowd_text, other);
    else {
        snprintf(out, size, "%s %s%s%s%s  %d/%d  %s  %.3gx\t%s", sign, file, name, crowd_text, other, viewer->clip + 1,
                 viewer->model->clip_count, sinew__word_meaning(mode), viewer->player.speed, time);
    }
}

void viewer_format_title(const viewer_state *viewer, char *out, size_t size)
{
    char file[200], name[128], time[96];
    sinew__printable(sinew__file_name(viewer->name), file, sizeof file);
    clip_name(viewer, name, sizeof name);
    put_time(viewer, time, sizeof time);
    if (viewer->is_loading)
        snprintf(out, size, "%s - sinew", file);
    else if (viewer->clip == SINEW_NONE)
        snprintf(out, size, "%s - %s - sinew", file, name);
    else
        snprintf(out, size, "%s - %s  %s - sinew", file, name, time);
}

void viewer_image_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME])
{
    const char *name = sinew__file_name(viewer->name);
    const int length = (int)fmin((double)strcspn(name, "."), 200.0);
    snprintf(out, VIEWER_IMAGE_NAME, "%.*s-%.3fs.png", length, name, sinew_playback_time(&viewer->player));
}
