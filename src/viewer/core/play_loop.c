#include "viewer/core/play_loop.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "output/output.h"
#include "sinew/raw_model.h"
#include "viewer/core/binding_help.h"
#include "viewer/core/pick_joint.h"
#include "viewer/core/picture_command.h"
#include "viewer/core/picture_name.h"
#include "viewer/core/viewer_picture.h"
#include "viewer/core/viewer_words.h"

/// Settings until the first file is there: an empty model on an empty stage.
static sinew_result settle_for_nothing(viewer_stage *stage, sinew_error *out_error)
{
    const sinew_raw_model nothing = {.format = "none"};
    stage->settings.clip = SINEW_NONE;
    stage->settings.name = stage->playlist.paths[stage->playlist.target];
    stage->settings.crowd = 0;
    stage->settings.paused = 1;
    stage->settings.has_joint = 0;
    const sinew_result result = sinew_model_from_raw(&nothing, &stage->empty, out_error);
    stage->settings.model = stage->empty;
    return result;
}

sinew_result viewer_begin_stage(viewer_stage *stage, const viewer_settings *settings, sinew_error *out_error)
{
    stage->wanted = settings;
    stage->settings = *settings;
    stage->is_stale = 1;
    sinew_result result = viewer_playlist_begin(&stage->playlist, settings, out_error);
    if (result == SINEW_OK && !settings->model) result = settle_for_nothing(stage, out_error);
    if (result == SINEW_OK) result = viewer_open(&stage->viewer, &stage->settings, out_error);
    stage->viewer.is_waiting = stage->viewer.hide_ground = !settings->model;
    return result;
}

sinew_result viewer_open_renderer(viewer_stage *stage, sinew_error *out_error)
{
    const sinew_result result = sinew_renderer_create(&stage->renderer, out_error);
    if (result != SINEW_OK) return result;
    return sinew_renderer_set_model(stage->renderer, stage->settings.model, stage->settings.images, out_error);
}

sinew_result viewer_open_stage(viewer_stage *stage, const viewer_settings *settings, sinew_error *out_error)
{
    const sinew_result result = viewer_begin_stage(stage, settings, out_error);
    return result == SINEW_OK ? viewer_open_renderer(stage, out_error) : result;
}

void viewer_close_stage(viewer_stage *stage)
{
    sinew_renderer_destroy(stage->renderer);
    viewer_playlist_end(&stage->playlist);
    viewer_close(&stage->viewer);
    sinew_model_destroy(stage->empty);
}

int viewer_is_moving(const viewer_stage *stage)
{
    const sinew_player *player = &stage->viewer.player;
    return !player->paused && player->end > player->begin && !sinew_player_finished(player);
}

double viewer_seconds_since(uint64_t ticks)
{
    return (double)(SDL_GetPerformanceCounter() - ticks) / (double)SDL_GetPerformanceFrequency();
}

/// Brings a mean of late up to date.
static void note_time(double *mean, double seconds)
{
    *mean += (*mean > 0.0 ? 0.1 : 1.0) * (seconds - *mean);
}

void viewer_note_picture(viewer_stage *stage, double seconds)
{
    enum { FIRST_ONES = 4 }; // drivers compile while they draw them
    if (!viewer_is_moving(stage) || ++stage->measured <= FIRST_ONES) return;
    stage->picture_time += 0.2 * (seconds - stage->picture_time);
    if (stage->picture_time > 0.05) stage->is_slow = 1;
}

// ---- pictures -----------------------------------------------------------------------------------------------------

sinew_result viewer_describe(viewer_stage *stage, const char *status, const viewer_size *size,
                             sinew_draw_options *out_options, sinew_error *out_error)
{
    viewer_state *viewer = &stage->viewer;
    viewer_set_aspect(viewer, (double)size->width / size->height);
    const uint64_t begin = SDL_GetPerformanceCounter();
    sinew_pose_evaluate(viewer->model, viewer->settings->engine, viewer->clip, viewer_timeline(viewer), viewer->pose);
    sinew_pose_complete(viewer->model, viewer->pose);
    pose_overrides_apply(&viewer->turned, viewer->model, viewer->clip, viewer_timeline(viewer), viewer->pose);
    hidden_joints_apply(&viewer->hidden, viewer->model, viewer->pose);
    note_time(&viewer->times.pose, viewer_seconds_since(begin));
    viewer_fill_options(viewer, status, out_options);
    out_options->width = size->width;
    out_options->height = size->height;
    out_options->pixel_scale = size->scale;
    return viewer_show_motion(viewer, out_options, out_error);
}

static sinew_result draw_crowd(viewer_stage *stage, const sinew_draw_options *options, sinew_error *out_error)
{
    viewer_state *viewer = &stage->viewer;
    scene_crowd_pose(&viewer->crowd, viewer->clip, viewer_timeline(viewer));
    const sinew_instances figures = scene_crowd_instances(&viewer->crowd);
    return sinew_renderer_draw_crowd(stage->renderer, viewer->pose, &figures, options, out_error);
}

sinew_result viewer_draw_figures(viewer_stage *stage, const sinew_draw_options *options, sinew_error *out_error)
{
    viewer_state *viewer = &stage->viewer;
    const uint64_t begin = SDL_GetPerformanceCounter();
    const sinew_result result = viewer->crowd.count > 0
                                    ? draw_crowd(stage, options, out_error)
                                    : sinew_renderer_draw(stage->renderer, viewer->pose, options, out_error);
    note_time(&viewer->times.draw, viewer_seconds_since(begin));
    return result;
}

sinew_result viewer_draw(viewer_stage *stage, viewer_save what, const viewer_size *size, sinew_error *out_error)
{
    viewer_state *viewer = &stage->viewer;
    const int words = what != VIEWER_SAVE_PLAIN && !stage->has_panels;
    char status[512], help[4096];
    sinew_draw_options options;
    viewer_put_status(viewer, status, sizeof status);
    sinew_result result = viewer_describe(stage, words ? status : NULL, size, &options, out_error);
    if (result != SINEW_OK) return result;
    viewer_put_help(help, sizeof help);
    options.panel = viewer->help && words ? help : NULL;
    options.samples = stage->is_slow && viewer_is_moving(stage) ? 1 : 4;
    return viewer_draw_figures(stage, &options, out_error);
}

/// Draws the picture to be saved and reads it.
static sinew_result read_picture(viewer_stage *stage, viewer_save what, uint8_t *out_pixels, sinew_error *out_error)
{
    stage->is_stale = 1;
    if (what == VIEWER_SAVE_ALL && stage->read) return stage->read(stage, out_pixels, out_error);
    const sinew_result result = viewer_draw(stage, what, &stage->size, out_error);
    if (result == SINEW_OK) sinew_renderer_read(stage->renderer, out_pixels);
    return result;
}

void viewer_click(viewer_stage *stage, const viewer_size *size, double x, double y)
{
    viewer_state *viewer = &stage->viewer;
    sinew_draw_options options;
    if (viewer->crowd.count > 0 || viewer_describe(stage, NULL, size, &options, NULL) != SINEW_OK) return;
    const int32_t joint = viewer_pick_joint(viewer->model, viewer->pose, &options, x, y);
    if (joint == SINEW_NONE) return;
    viewer_select(viewer, joint);
    stage->is_stale = 1;
}

static sinew_result save(viewer_stage *stage, viewer_save what, const char *path, sinew_error *out_error)
{
    const viewer_size *size = &stage->size;
    uint8_t *pixels = malloc((size_t)size->width * (size_t)size->height * 4 + 1);
    if (!pixels) return sinew__fail_memory(out_error);
    sinew_result result = read_picture(stage, what, pixels, out_error);
    if (result == SINEW_OK) {
        const output_frame frame = {size->width, size->height, pixels};
        const output_driver *driver = sinew__output_driver_for(path);
        result = sinew__output_write_one(driver ? driver : &sinew__output_png, path, &frame, out_error);
    }
    free(pixels);
    return result;
}

/// Saves what a key asked for beside the shell's prompt, named after the file and the time, and says so in the status
/// line.
static void save_by_key(viewer_stage *stage)
{
    viewer_state *viewer = &stage->viewer;
    const viewer_save what = (viewer_save)viewer->save;
    viewer->save = VIEWER_SAVE_NOTHING;
    if (what == VIEWER_SAVE_NOTHING) return;
    char path[VIEWER_PICTURE_NAME];
    viewer_name_picture(viewer, path);
    sinew_error error;
    const int saved = save(stage, what, path, &error) == SINEW_OK;
    snprintf(viewer->note, sizeof viewer->note, saved ? "saved %.80s" : "not saved: %.80s",
             saved ? path : error.message);
}

/// Copies the command line that draws this picture, and says so.
static void copy_by_key(viewer_stage *stage)
{
    viewer_state *viewer = &stage->viewer;
    if (!viewer->copy) return;
    viewer->copy = 0;
    sinew__buffer command = {0};
    viewer_set_aspect(viewer, (double)stage->size.width / stage->size.height);
    const int usable = viewer_put_command(viewer, stage->size.width, stage->size.height, &command);
    sinew__buffer_put_character(&command, '\0');
    if (!usable || command.failed) {
        snprintf(viewer->note, sizeof viewer->note, "not copied: a name has unprintable characters");
    } else {
        stage->copy(stage, command.text);
        snprintf(viewer->note, sizeof viewer->note, "copied%s: %s",
                 viewer->turned.turns ? ", without turned joints" : "", command.text);
    }
    sinew__buffer_free(&command);
}

// ---- files --------------------------------------------------------------------------------------------------------

/// The first file is there: everything begins as the settings want it, but for what the user has opened meanwhile.
static sinew_result begin_first_file(viewer_stage *stage, sinew_error *out_error)
{
    viewer_state *viewer = &stage->viewer;
    const viewer_state waiting = *viewer;
    const viewer_file *file = &stage->playlist.file;
    viewer_settings settings = *stage->wanted;
    settings.model = file->model;
    settings.images = file->images;
    settings.name = stage->playlist.paths[stage->playlist.index];
    settings.clip = file->clip;
    settings.load_time = file->load_time;
    if (settings.begin && settings.begin(settings.user, &settings)) {
        viewer->quit = 1;
        return SINEW_OK;
    }
    stage->settings = settings;
    viewer_close(viewer);
    const sinew_result result = viewer_open(viewer, &stage->settings, out_error);
    viewer->model_number = waiting.model_number + 1;
    viewer->help = waiting.help;
    viewer->full_screen = waiting.full_screen;
    memcpy(viewer->panels, waiting.panels, sizeof viewer->panels);
    return result;
}

/// Shows another file, or goes on with the one that there is.
static sinew_result show_file(viewer_stage *stage, viewer_file *file, sinew_error *out_error)
{
    viewer_state *viewer = &stage->viewer;
    viewer_playlist *playlist = &stage->playlist;
    sinew_error error;
    sinew_result result = sinew_renderer_set_model(stage->renderer, file->model, file->images, &error);
    if (result == SINEW_OK && !viewer->is_waiting) {
        const int same = playlist->target == playlist->index;
        result = viewer_take_file(viewer, playlist->paths[playlist->target], file, same, &error);
    }
    stage->is_stale = 1;
    if (result == SINEW_OK) {
        viewer_playlist_accept(playlist, viewer, file);
        return viewer->is_waiting ? begin_first_file(stage, out_error) : SINEW_OK;
    }
    viewer_playlist_refuse(playlist, viewer, file, &error);
    return sinew_renderer_set_model(stage->renderer, viewer->model, playlist->file.images, out_error);
}

static sinew_result follow_files(viewer_stage *stage, double seconds, sinew_error *out_error)
{
    char note[sizeof stage->viewer.note], trouble[sizeof stage->viewer.trouble];
    viewer_file file;
    memcpy(note, stage->viewer.note, sizeof note);
    memcpy(trouble, stage->viewer.trouble, sizeof trouble);
    const int is_read = viewer_playlist_follow(&stage->playlist, &stage->viewer, seconds, &file);
    if (strcmp(note, stage->viewer.note) != 0 || strcmp(trouble, stage->viewer.trouble) != 0) {
        stage->note_ticks = 0;
        stage->is_stale = 1;
    }
    return is_read ? show_file(stage, &file, out_error) : SINEW_OK;
}

// ---- time ---------------------------------------------------------------------------------------------------------

/// Notes vanish after a moment.
static void follow_note(viewer_stage *stage)
{
    viewer_state *viewer = &stage->viewer;
    if (!viewer->note[0]) {
        stage->note_ticks = 0;
    } else if (!stage->note_ticks) {
        stage->note_ticks = SDL_GetPerformanceCounter();
    } else if (viewer_seconds_since(stage->note_ticks) > 2.0) {
        viewer->note[0] = '\0';
        stage->is_stale = 1;
    }
}

/// Until the first file is there. One that is read at once is the first to be seen.
static sinew_result await_file(viewer_stage *stage, sinew_error *out_error)
{
    static const double at_once = 0.15, a_moment = 0.004, a_picture = 0.02; // seconds
    const uint64_t begin = SDL_GetPerformanceCounter();
    viewer_state *viewer = &stage->viewer;
    sinew_result result = SINEW_OK;
    while (result == SINEW_OK && viewer->is_waiting && !viewer->quit) {
        const int is_long = viewer_seconds_since(begin) > at_once;
        if (is_long && stage->is_stale) result = stage->show(stage, out_error);
        if (result != SINEW_OK) break;
        stage->wait(stage, is_long ? a_picture : a_moment);
        if (viewer->quit) break;
        result = follow_files(stage, viewer_seconds_since(begin), out_error);
        if (viewer->is_waiting) viewer->name = stage->playlist.paths[stage->playlist.target];
    }
    return result;
}

/// What time it is follows from the clock alone, so a slow machine drops pictures and never time.
static sinew_result play(viewer_stage *stage, sinew_error *out_error)
{
    viewer_state *viewer = &stage->viewer;
    const double quit_after = viewer->settings->quit_after;
    sinew_result result = stage->show(stage, out_error);
    const uint64_t begin = SDL_GetPerformanceCounter();
    double played = 0.0, drawn = 0.0;
    while (result == SINEW_OK && !viewer->quit) {
        const int moves = viewer_is_moving(stage);
        const double now = viewer_seconds_since(begin) - stage->away, rest = quit_after >= 0.0 ? quit_after - now : 1.0;
        if (rest <= 0.0) break;
        const double patience = stage->playlist.loader ? 0.02 : 1.0;
        stage->wait(stage, fmin(rest, moves || stage->is_stale ? drawn + stage->frame_time - now : patience));

        const double after = viewer_seconds_since(begin) - stage->away;
        viewer_advance(viewer, after - played);
        played = after;
        drawn = fmin(drawn, after); // a clock that was set back keeps no picture waiting
        save_by_key(stage);
        copy_by_key(stage);
        if (viewer->quit) break;
        result = follow_files(stage, after, out_error);
        if (result != SINEW_OK) return result;
        follow_note(stage);
        if (!(moves && after >= drawn + stage->frame_time) && !stage->is_stale) continue;
        drawn = after;
        result = stage->show(stage, out_error);
    }
    return result;
}

sinew_result viewer_run_loop(viewer_stage *stage, sinew_error *out_error)
{
    const char *screenshot = stage->wanted->screenshot;
    sinew_result result = await_file(stage, out_error);
    if (result == SINEW_OK && stage->viewer.is_waiting)
        return screenshot ? sinew__fail(out_error, SINEW_ERROR_CANCELLED, "cancelled") : SINEW_OK;
    if (result == SINEW_OK) result = play(stage, out_error);
    if (result == SINEW_OK && screenshot) result = save(stage, VIEWER_SAVE_ALL, screenshot, out_error);
    return result;
}

void viewer_end_early(const viewer_stage *stage, sinew_result result, sinew_error *error)
{
    const viewer_settings *settings = stage->wanted;
    if (stage->playlist.loader && settings->end_early) settings->end_early(settings->user, result, error);
}
