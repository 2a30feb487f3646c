#include "program/viewer/core/save_edited.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/platform/clock.h"
#include "core/platform/thread.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/core/viewer_text.h"

struct viewer_saving {
    const viewer_settings *settings;
    const char *source;
    char path[256];
    char keys[VIEWER_IMAGE_NAME]; ///< file of keys that a step refers to
    sinew__arena memory;          ///< memory of the steps
    viewer_step *steps;           ///< [count]
    int32_t count;
    double begin; ///< sinew__now() at the start
    sinew__thread thread;
    atomic_int is_done;
    // Used only by the thread until is_done.
    sinew_result result;
    sinew_error error;
};

static void *save(void *user)
{
    viewer_saving *saving = user;
    const viewer_settings *settings = saving->settings;
    saving->result = settings->save_edited(settings->user, saving->source, saving->steps, saving->count, saving->path,
                                           &saving->error);
    atomic_store(&saving->is_done, 1);
    return NULL;
}

/// Writes the file of keys, and starts the thread that saves.
static sinew_result begin(viewer_frontend *frontend, viewer_saving *saving, sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    saving->settings = viewer->settings;
    saving->source = viewer->name;
    saving->begin = sinew__now();
    memcpy(saving->path, viewer->clip_path, sizeof saving->path);
    viewer_pose_name(viewer, VIEWER_POSE_KEY, saving->keys);
    sinew_result result =
        viewer_list_steps(viewer, saving->keys, &saving->memory, &saving->steps, &saving->count, out_error);
    if (result == SINEW_OK && saving->count > 0 && strcmp(saving->steps[0].option, "keys") == 0)
        result = viewer_write_keys(viewer, saving->keys, out_error);
    if (result != SINEW_OK) return result;
    return sinew__thread_start(&saving->thread, save, saving) ? SINEW_OK : sinew__fail_memory(out_error);
}

static void note_result(viewer_frontend *frontend, sinew_result result, const char *path, const sinew_error *error)
{
    snprintf(frontend->viewer.note, VIEWER_NOTE, result == SINEW_OK ? "saved %.100s" : "not saved: %.140s",
             result == SINEW_OK ? path : error->message);
    frontend->note_time = 0;
    frontend->needs_redraw = 1;
}

static void begin_requested(viewer_frontend *frontend)
{
    viewer_state *viewer = &frontend->viewer;
    sinew_error error;
    if (!viewer->save_clip || !viewer->settings->save_edited) return;
    if (frontend->saving) {
        viewer_notify(viewer, "not saved: another file is being saved");
        viewer->save_clip = 0;
        return;
    }
    viewer->save_clip = 0;
    viewer_saving *saving = calloc(1, sizeof *saving);
    const sinew_result result = saving ? begin(frontend, saving, &error) : sinew__fail_memory(&error);
    if (result == SINEW_OK) {
        frontend->saving = saving;
        return;
    }
    note_result(frontend, result, viewer->clip_path, &error);
    if (saving) sinew__arena_free(&saving->memory);
    free(saving);
}

void viewer_save_step(viewer_frontend *frontend)
{
    static const double note_delay = 0.3; // seconds; if saving takes less, only the result is shown
    begin_requested(frontend);
    viewer_saving *saving = frontend->saving;
    if (!saving) return;
    if (atomic_load(&saving->is_done)) {
        viewer_save_end(frontend);
        return;
    }
    const double seconds = viewer_seconds_since(saving->begin);
    char text[VIEWER_NOTE];
    if (seconds < note_delay) return;
    snprintf(text, sizeof text, "saving %.100s, %.1f s", saving->path, seconds);
    if (strcmp(text, frontend->viewer.note) == 0) return;
    viewer_notify(&frontend->viewer, text);
    frontend->note_time = 0;
    frontend->needs_redraw = 1;
}

void viewer_save_end(viewer_frontend *frontend)
{
    viewer_saving *saving = frontend->saving;
    if (!saving) return;
    sinew__thread_join(saving->thread);
    note_result(frontend, saving->result, saving->path, &saving->error);
    sinew__arena_free(&saving->memory);
    free(saving);
    frontend->saving = NULL;
}
