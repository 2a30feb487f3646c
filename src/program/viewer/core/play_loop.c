#include "program/viewer/core/play_loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/platform/clock.h"
#include "draw/output/output.h"
#include "draw/scene/label_fonts.h"
#include "program/viewer/core/viewer.h"
#include "program/viewer/core/viewer_text.h"
#include "sinew/raw_model.h"

sinew_result viewer_begin_frontend(viewer_frontend *frontend, const viewer_settings *settings, sinew_error *out_error)
{
    frontend->requested = settings;
    frontend->settings = *settings;
    frontend->needs_redraw = 1;
    sinew_result result = viewer_playlist_begin(&frontend->playlist, settings, out_error);
    if (result == SINEW_OK && !settings->model) { // show an empty model until the first file is loaded
        const sinew_raw_model nothing = {.format = "none"};
        frontend->settings.clip = SINEW_NONE;
        frontend->settings.name = frontend->playlist.paths[frontend->playlist.target];
        frontend->settings.crowd = 0;
        frontend->settings.paused = 1;
        frontend->settings.has_joint = 0;
        result = sinew_model_from_raw(&nothing, &frontend->empty, out_error);
        frontend->settings.model = frontend->empty;
    }
    if (result == SINEW_OK) result = viewer_open(&frontend->viewer, &frontend->settings, out_error);
    frontend->viewer.is_loading = frontend->viewer.hide_ground = !settings->model;
    return result;
}

sinew_result viewer_open_renderer(viewer_frontend *frontend, sinew_error *out_error)
{
    const sinew_result result = sinew_renderer_create(&frontend->renderer, out_error);
    if (result != SINEW_OK) return result;
    scene_add_label_fonts(frontend->renderer, frontend->settings.model);
    return sinew_renderer_set_model(frontend->renderer, frontend->settings.model, frontend->settings.images, out_error);
}

sinew_result viewer_open_frontend(viewer_frontend *frontend, const viewer_settings *settings, sinew_error *out_error)
{
    const sinew_result result = viewer_begin_frontend(frontend, settings, out_error);
    return result == SINEW_OK ? viewer_open_renderer(frontend, out_error) : result;
}

void viewer_close_frontend(viewer_frontend *frontend)
{
    viewer_film_discard(&frontend->film);
    viewer_compare_end(frontend);
    sinew_renderer_destroy(frontend->renderer);
    viewer_playlist_end(&frontend->playlist);
    viewer_close(&frontend->viewer);
    sinew_model_destroy(frontend->empty);
}

void viewer_record_draw_time(viewer_frontend *frontend, double seconds)
{
    enum { WARM_UP_FRAMES = 4 }; // drivers compile shaders while the first frames are drawn
    if (!viewer_is_moving(frontend) || ++frontend->measured <= WARM_UP_FRAMES) return;
    frontend->draw_time += 0.2 * (seconds - frontend->draw_time);
    if (frontend->draw_time > 0.05) frontend->is_slow = 1;
}

// ---- saving --------------------------------------------------------------------------------------------------------

/// Draws an image, and saves it to a file.
static sinew_result save(viewer_frontend *frontend, viewer_save what, const char *path, sinew_error *out_error)
{
    const viewer_size *size = &frontend->size;
    uint8_t *pixels = malloc((size_t)size->width * (size_t)size->height * 4 + 1);
    if (!pixels) return sinew__fail_memory(out_error);
    sinew_result result;
    frontend->needs_redraw = frontend->image_is_stale = 1;
    if (what == VIEWER_SAVE_ALL && frontend->read) {
        result = frontend->read(frontend, pixels, out_error);
    } else {
        result = viewer_draw(frontend, what, size, out_error);
        if (result == SINEW_OK) sinew_renderer_read(frontend->renderer, pixels);
    }
    if (result == SINEW_OK) {
        const output_image image = {.width = size->width, .height = size->height, .pixels = pixels};
        const output_driver *driver = sinew__output_driver_for(path);
        result = sinew__output_write_image(driver ? driver : &sinew__output_png, path, &image, out_error);
    }
    free(pixels);
    return result;
}

/// Saves the pose file that a key requested, and shows a note.
static void save_requested_pose(viewer_state *viewer)
{
    const viewer_pose_file what = (viewer_pose_file)viewer->save_pose;
    char path[VIEWER_IMAGE_NAME];
    sinew_error error;
    viewer->save_pose = VIEWER_POSE_NONE;
    if (what == VIEWER_POSE_NONE || viewer->is_loading) return;
    viewer_pose_name(viewer, what, path);
    const int saved = (what == VIEWER_POSE_KEY ? viewer_write_keys(viewer, path, &error)
                                               : viewer_write_pose(viewer, path, &error)) == SINEW_OK;
    snprintf(viewer->note, sizeof viewer->note, saved ? "saved %.80s" : "not saved: %.80s",
             saved ? path : error.message);
}

/// Writes the file of keys again, after a key was undone, redone or switched.
static void save_changed_keys(viewer_state *viewer)
{
    char path[VIEWER_IMAGE_NAME];
    sinew_error error;
    if (!viewer->keys_have_changed) return;
    viewer->keys_have_changed = 0;
    viewer_pose_name(viewer, VIEWER_POSE_KEY, path);
    if (viewer_write_keys(viewer, path, &error) != SINEW_OK)
        snprintf(viewer->note, sizeof viewer->note, "not saved: %.100s", error.message);
}

/// Saves the image that a key requested to the current directory, named after the file and the time, and shows a note.
static void save_requested(viewer_frontend *frontend)
{
    viewer_state *viewer = &frontend->viewer;
    const viewer_save what = (viewer_save)viewer->save;
    viewer->save = VIEWER_SAVE_NONE;
    if (what == VIEWER_SAVE_NONE) return;
    char path[VIEWER_IMAGE_NAME];
    viewer_image_name(viewer, path);
    sinew_error error;
    const int saved = save(frontend, what, path, &error) == SINEW_OK;
    snprintf(viewer->note, sizeof viewer->note, saved ? "saved %.80s" : "not saved: %.80s",
             saved ? path : error.message);
}

/// Copies the command line that draws the current image or compares the two clips, and shows a note.
static void copy_requested(viewer_frontend *frontend)
{
    viewer_state *viewer = &frontend->viewer;
    const int is_diff = viewer->other.copies && viewer->other.model;
    const char *why = "a file name is unprintable";
    sinew__buffer command = {0};
    if (!viewer->copy && !is_diff) return;
    viewer->copy = viewer->other.copies = 0;
    viewer_set_aspect(viewer,
                      (double)frontend->size.width / frontend->size.height / (viewer_is_beside(viewer) ? 2 : 1));
    const int usable =
        is_diff ? viewer_format_diff_command(viewer, &command, &why)
                : viewer_format_render_command(viewer, frontend->size.width, frontend->size.height, &command);
    sinew__buffer_put_character(&command, '\0');
    if (!usable || command.failed) {
        snprintf(viewer->note, sizeof viewer->note, "not copied: %s", why);
    } else {
        frontend->copy(frontend, command.text);
        snprintf(viewer->note, sizeof viewer->note, "copied: %s", command.text);
    }
    sinew__buffer_free(&command);
}

// ---- files --------------------------------------------------------------------------------------------------------

/// Shows the first file with the original settings, but keeps panels and help that the user opened while it was
/// loading.
static sinew_result begin_first_file(viewer_frontend *frontend, sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    const viewer_state waiting = *viewer;
    const viewer_file *file = &frontend->playlist.file;
    viewer_settings settings = *frontend->requested;
    settings.model = file->model;
    settings.images = file->images;
    settings.name = frontend->playlist.paths[frontend->playlist.index];
    settings.clip = file->clip;
    settings.load_time = file->load_time;
    settings.texture_notes = file->texture_notes;
    settings.texture_note_count = file->texture_note_count;
    if (settings.begin && settings.begin(settings.user, &settings)) {
        viewer->quit = 1;
        return SINEW_OK;
    }
    frontend->settings = settings;
    viewer_close(viewer);
    const sinew_result result = viewer_open(viewer, &frontend->settings, out_error);
    viewer->model_number = waiting.model_number + 1;
    viewer->help = waiting.help;
    viewer->full_screen = waiting.full_screen;
    memcpy(viewer->panels, waiting.panels, sizeof viewer->panels);
    return result;
}

/// Shows another file; on failure keeps the current one.
static sinew_result show_file(viewer_frontend *frontend, viewer_file *file, sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    viewer_playlist *playlist = &frontend->playlist;
    sinew_error error;
    viewer_compare_pause(frontend);
    scene_add_label_fonts(frontend->renderer, file->model);
    sinew_result result = sinew_renderer_set_model(frontend->renderer, file->model, file->images, &error);
    if (result == SINEW_OK && !viewer->is_loading) {
        const int same = playlist->target == playlist->index;
        result = viewer_take_file(viewer, playlist->paths[playlist->target], file, same, &error);
    }
    frontend->needs_redraw = 1;
    if (result == SINEW_OK) {
        viewer_playlist_accept(playlist, viewer, file);
        return viewer->is_loading ? begin_first_file(frontend, out_error) : SINEW_OK;
    }
    viewer_playlist_refuse(playlist, viewer, file, &error);
    return sinew_renderer_set_model(frontend->renderer, viewer->model, playlist->file.images, out_error);
}

static sinew_result update_files(viewer_frontend *frontend, double seconds, sinew_error *out_error)
{
    char note[sizeof frontend->viewer.note], reload_error[sizeof frontend->viewer.reload_error];
    viewer_file file;
    memcpy(note, frontend->viewer.note, sizeof note);
    memcpy(reload_error, frontend->viewer.reload_error, sizeof reload_error);
    const int is_read = viewer_playlist_update(&frontend->playlist, &frontend->viewer, seconds, &file);
    if (strcmp(note, frontend->viewer.note) != 0 || strcmp(reload_error, frontend->viewer.reload_error) != 0) {
        frontend->note_time = 0;
        frontend->needs_redraw = 1;
    }
    return is_read ? show_file(frontend, &file, out_error) : SINEW_OK;
}

// ---- time ---------------------------------------------------------------------------------------------------------

/// Shows frames until the first file is loaded. The first frame is delayed by `at_once`, so that the window of a file
/// that loads fast does not start empty.
static sinew_result wait_for_first_file(viewer_frontend *frontend, sinew_error *out_error)
{
    static const double at_once = 0.15, poll_interval = 0.004, frame_interval = 0.02; // seconds
    const double begin = sinew__now();
    viewer_state *viewer = &frontend->viewer;
    sinew_result result = SINEW_OK;
    while (result == SINEW_OK && viewer->is_loading && !viewer->quit) {
        const int is_long = viewer_seconds_since(begin) > at_once;
        if (is_long && frontend->needs_redraw) result = frontend->show(frontend, out_error);
        if (result != SINEW_OK) break;
        frontend->wait(frontend, is_long ? frame_interval : poll_interval);
        if (viewer->quit) break;
        result = update_files(frontend, viewer_seconds_since(begin), out_error);
        if (viewer->is_loading) viewer->name = frontend->playlist.paths[frontend->playlist.target];
    }
    return result;
}

/// Plays until the user quits. Time follows the clock: a slow machine drops frames.
static sinew_result play(viewer_frontend *frontend, sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    const double quit_after = viewer->settings->quit_after;
    viewer_playlist_number(&frontend->playlist, viewer);
    sinew_result result = frontend->show(frontend, out_error);
    const double begin = sinew__now();
    double played = 0.0, drawn = 0.0;
    while (result == SINEW_OK && !viewer->quit) {
        const int moves = viewer_is_moving(frontend);
        const double now = viewer_seconds_since(begin) - frontend->suspended,
                     rest = quit_after >= 0.0 ? quit_after - now : 1.0;
        if (rest <= 0.0) break;
        const int is_busy = frontend->playlist.loader || frontend->saving || viewer_compare_is_busy(frontend);
        const double max_wait = viewer->is_filming ? 0.0 : is_busy ? 0.02 : 1.0;
        frontend->wait(frontend,
                       fmin(rest, moves || frontend->needs_redraw ? drawn + frontend->frame_time - now : max_wait));

        const double after = viewer_seconds_since(begin) - frontend->suspended;
        viewer_advance(viewer, after - played);
        played = after;
        drawn = fmin(drawn, after); // if the clock was set back, the next frame is not delayed
        save_requested(frontend);
        save_requested_pose(&frontend->viewer);
        save_changed_keys(&frontend->viewer);
        viewer_save_step(frontend);
        viewer_film_step(frontend);
        copy_requested(frontend);
        if (viewer->quit) break;
        result = update_files(frontend, after, out_error);
        if (result != SINEW_OK) return result;
        viewer_compare_step(frontend);
        // Notes are shown for two seconds.
        if (!viewer->note[0]) {
            frontend->note_time = 0;
        } else if (frontend->note_time == 0) {
            frontend->note_time = sinew__now();
        } else if (viewer_seconds_since(frontend->note_time) > 2.0) {
            viewer->note[0] = '\0';
            frontend->needs_redraw = 1;
        }
        if (!(moves && after >= drawn + frontend->frame_time) && !frontend->needs_redraw) continue;
        drawn = after;
        result = frontend->show(frontend, out_error);
    }
    return result;
}

sinew_result viewer_run_loop(viewer_frontend *frontend, sinew_error *out_error)
{
    const char *screenshot = frontend->requested->screenshot;
    sinew_result result = wait_for_first_file(frontend, out_error);
    if (result == SINEW_OK && frontend->viewer.is_loading)
        return screenshot ? sinew__fail(out_error, SINEW_ERROR_CANCELLED, "cancelled") : SINEW_OK;
    if (result == SINEW_OK) result = play(frontend, out_error);
    viewer_save_end(frontend);
    if (result == SINEW_OK && screenshot) result = save(frontend, VIEWER_SAVE_ALL, screenshot, out_error);
    return result;
}

void viewer_end_early(const viewer_frontend *frontend, sinew_result result, sinew_error *error)
{
    const viewer_settings *settings = frontend->requested;
    if (frontend->playlist.loader && settings->end_early) settings->end_early(settings->user, result, error);
}
