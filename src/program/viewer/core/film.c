#include "program/viewer/core/film.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "program/viewer/core/play_loop.h"

void viewer_film_discard(viewer_film *film)
{
    if (film->out.state) {
        film->out.is_cancelled = 1;
        (void)!film->out.driver->close(&film->out, NULL);
    }
    free(film->out.state);
    free(film->pixels);
    *film = (viewer_film){0};
}

/// Opens the film of the playing range, at the file's frame rate and with the size of saved images.
static sinew_result begin(viewer_frontend *frontend, sinew_error *out_error)
{
    enum { USUAL_RATE = 30, MAX_FRAMES = 100000 };
    viewer_state *viewer = &frontend->viewer;
    viewer_film *film = &frontend->film;
    const sinew_playback *player = &viewer->player;
    const output_driver *driver = sinew__output_film_driver_for(viewer->clip_path);
    const double span = player->end - player->begin;
    if (!driver) return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "a film is .gif, .mp4, .webm, .webp or .apng");
    *film = (viewer_film){.from = player->begin, .model_number = viewer->model_number};
    film->fps = viewer->model->info->fps > 0.0 ? viewer->model->info->fps : USUAL_RATE;
    if (!(span * film->fps < MAX_FRAMES))
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "more than %d frames", MAX_FRAMES);
    film->count = (int32_t)floor(span * film->fps + 1e-6) + 1;
    film->palette = !driver->has_palette                  ? 0
                    : film->count < OUTPUT_PALETTE_IMAGES ? film->count
                                                          : OUTPUT_PALETTE_IMAGES;
    snprintf(film->path, sizeof film->path, "%s", viewer->clip_path);
    const int32_t odd = driver->even_sizes ? 1 : 0;
    film->out = (output){.driver = driver,
                         .path = film->path,
                         .film = {.width = frontend->size.width & ~odd,
                                  .height = frontend->size.height & ~odd,
                                  .fps = film->fps,
                                  .quality = OUTPUT_QUALITY,
                                  .palette_images = film->palette}};
    film->pixels = malloc((size_t)film->out.film.width * (size_t)film->out.film.height * 4 + 1);
    film->out.state = calloc(1, driver->state_size + 1);
    sinew_result result =
        film->pixels && film->out.state ? driver->open(&film->out, out_error) : sinew__fail_memory(out_error);
    if (result == SINEW_OK) return result;
    free(film->out.state); // a driver that failed to open is not closed
    film->out.state = NULL;
    viewer_film_discard(film);
    return result;
}

/// Draws the next frame of the film. The player's own time does not change.
static sinew_result draw(viewer_frontend *frontend, sinew_error *out_error)
{
    viewer_film *film = &frontend->film;
    viewer_state *viewer = &frontend->viewer;
    const int is_palette = film->drawn < film->palette;
    const int32_t frame = is_palette ? film->drawn * film->count / film->palette : film->drawn - film->palette;
    const viewer_size size = {film->out.film.width, film->out.film.height, frontend->size.scale};
    const sinew_playback player = viewer->player;
    sinew_playback_seek(&viewer->player, fmin(film->from + frame / film->fps, player.end));
    sinew_result result = viewer_draw(frontend, VIEWER_SAVE_PLAIN, &size, out_error);
    viewer->player = player;
    frontend->needs_redraw = frontend->image_is_stale = 1;
    if (result != SINEW_OK) return result;
    sinew_renderer_read(frontend->renderer, film->pixels);
    const output_image image = {.width = size.width, .height = size.height, .pixels = film->pixels};
    ++film->drawn;
    return film->out.driver->write(&film->out, &image, 0, out_error);
}

void viewer_film_step(viewer_frontend *frontend)
{
    viewer_state *viewer = &frontend->viewer;
    viewer_film *film = &frontend->film;
    sinew_error error;
    sinew_result result = SINEW_OK;
    const int is_requested = viewer->save_film;
    viewer->save_film = 0;
    if (!is_requested && !film->out.state) return;
    if (is_requested && viewer->is_filming) result = begin(frontend, &error);
    const int is_cancelled = !viewer->is_filming || film->model_number != viewer->model_number;
    if (result == SINEW_OK && is_cancelled) {
        viewer_film_discard(film);
        viewer->is_filming = 0;
        viewer_notify(viewer, "film: cancelled");
        return;
    }
    if (result == SINEW_OK) result = draw(frontend, &error);
    if (result == SINEW_OK && film->drawn < film->palette + film->count) {
        snprintf(viewer->note, sizeof viewer->note, "film: %d of %d frames, Escape cancels",
                 (int)(film->drawn > film->palette ? film->drawn - film->palette : 0), (int)film->count);
        frontend->note_time = 0;
        return;
    }
    viewer->is_filming = 0;
    if (result == SINEW_OK) {
        result = film->out.driver->close(&film->out, &error);
        free(film->out.state);
        film->out.state = NULL;
    }
    snprintf(viewer->note, sizeof viewer->note, result == SINEW_OK ? "saved %.100s" : "no film: %.140s",
             result == SINEW_OK ? film->path : error.message);
    frontend->note_time = 0;
    viewer_film_discard(film);
}
