#include "program/viewer/panels/panel_pictures.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/platform/clock.h"
#include "draw/render/renderer.h"
#include "program/viewer/core/play_loop.h"
#include "sinew/retarget.h"

/// Limits of files with thumbnails: size in bytes, and seconds of loading.
static const uint64_t max_size = 64 << 20;
static const double max_seconds = 5.0;

// ---- grid ----------------------------------------------------------------------------------------------------------

int panel_picture_find(picture_grid *grid, const char *path, int32_t clip)
{
    for (int i = 0; i < RENDER_PICTURES; ++i) {
        if (grid->cells[i].path != path || grid->cells[i].clip != clip) continue;
        grid->cells[i].frame = grid->frame;
        return i;
    }
    return -1;
}

int panel_picture_place(picture_grid *grid, const char *path, int32_t clip)
{
    int oldest = 0;
    for (int i = 0; i < RENDER_PICTURES; ++i) {
        const picture_cell *cell = &grid->cells[i];
        if (!cell->path) {
            oldest = i;
            break;
        }
        if (cell->frame < grid->cells[oldest].frame) oldest = i;
    }
    picture_cell *cell = &grid->cells[oldest];
    if (cell->path && cell->frame == grid->frame) return -1;
    *cell = (picture_cell){.path = path, .clip = clip, .frame = grid->frame};
    return oldest;
}

// ---- drawing -------------------------------------------------------------------------------------------------------

/// Draws a pose of a clip into a thumbnail. The renderer has the model already.
static sinew_result draw_pose(const panel_pictures *pictures, sinew_renderer *renderer, const sinew_model *model,
                              int32_t clip, double time, uint8_t *pixels)
{
    sinew_pose *pose = NULL;
    sinew_bounds bounds;
    sinew_draw_options options = {
        .width = pictures->side, .height = pictures->side, .bounds = &bounds, .text = SINEW_SHOW_OFF, .transparent = 1};
    sinew_result result = sinew_motion_bounds(model, SINEW_ENGINE_FAST, clip, time, time, &bounds, NULL);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, NULL);
    if (result != SINEW_OK) return result;
    (void)!sinew_body_front(model, NULL, &bounds.front, NULL);
    sinew_camera_fit(model, &bounds, SINEW_VIEW_DEFAULT, 1.0, &options.camera);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, pose);
    result = sinew_renderer_draw(renderer, pose, &options, NULL);
    if (result == SINEW_OK) sinew_renderer_read(renderer, pixels);
    sinew_pose_destroy(pose);
    return result;
}

/// Draws the first frame of the clip that the file plays first. Returns whether it was drawn.
static int make_picture(panel_pictures *pictures, const viewer_file *file, int picture)
{
    uint8_t *pixels = malloc(4 * (size_t)pictures->side * (size_t)pictures->side);
    sinew_result result = pixels ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
    if (result == SINEW_OK && !pictures->renderer) result = sinew_renderer_create(&pictures->renderer, NULL);
    if (result == SINEW_OK) result = sinew_renderer_set_model(pictures->renderer, file->model, file->images, NULL);
    if (result == SINEW_OK) result = draw_pose(pictures, pictures->renderer, file->model, file->clip, 0.0, pixels);
    if (result == SINEW_OK) widgets_set_picture(pictures->widgets, picture, pictures->side, pixels);
    free(pixels);
    return result == SINEW_OK;
}

/// Draws the middle of a clip, because the clips of a file often begin alike.
void panel_pictures_draw_clip(panel_pictures *pictures, const viewer_state *viewer, sinew_renderer *renderer)
{
    const int32_t clip = pictures->wanted_clip;
    if (clip == SINEW_NONE) return;
    const int picture = panel_picture_place(&pictures->grid, viewer->name, clip);
    uint8_t *pixels = malloc(4 * (size_t)pictures->side * (size_t)pictures->side);
    sinew_result result = pixels && picture >= 0 ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
    if (result == SINEW_OK && !pictures->spare) result = sinew_renderer_create(&pictures->spare, NULL);
    if (result == SINEW_OK) {
        sinew__render_exchange_images(renderer, pictures->spare);
        result = draw_pose(pictures, renderer, viewer->model, clip, 0.5 * viewer->model->clips[clip].duration, pixels);
        sinew__render_exchange_images(renderer, pictures->spare);
    }
    if (result == SINEW_OK) widgets_set_picture(pictures->widgets, picture, pictures->side, pixels);
    if (picture >= 0)
        pictures->grid.cells[picture].has_picture = result == SINEW_OK;
    else
        pictures->wanted_clip = SINEW_NONE; // there are more rows than cells
    free(pixels);
}

/// Takes a file that was loaded, or gives up a file that takes too long.
static void take_file(panel_pictures *pictures)
{
    viewer_loader *loader = pictures->loader;
    viewer_file file;
    sinew_error error;
    pictures->loader = NULL;
    if (!viewer_loader_is_done(loader)) {
        viewer_loader_cancel(loader);
        return;
    }
    if (viewer_loader_take(loader, &file, &error) != SINEW_OK) return;
    const int picture =
        panel_picture_find(&pictures->grid, pictures->path, SINEW_NONE); // −1: another file got the cell
    if (picture >= 0) pictures->grid.cells[picture].has_picture = make_picture(pictures, &file, picture);
    pictures->files->close(pictures->files->user, &file);
}

// ---- frames --------------------------------------------------------------------------------------------------------

int panel_pictures_are_ready(const panel_pictures *pictures)
{
    if (pictures->wanted_clip != SINEW_NONE) return 1;
    return pictures->loader &&
           (viewer_loader_is_done(pictures->loader) || viewer_seconds_since(pictures->begin) > max_seconds);
}

void panel_pictures_begin(panel_pictures *pictures, const viewer_state *viewer, int side)
{
    pictures->files = viewer->settings->picture_files;
    if (pictures->side != side) pictures->grid = (picture_grid){0};
    pictures->side = side;
    ++pictures->grid.frame;
    pictures->wanted_clip = SINEW_NONE;
    if (panel_pictures_are_ready(pictures)) take_file(pictures);
    pictures->wanted = NULL;
    pictures->is_shown = 0;
}

int panel_pictures_find(panel_pictures *pictures, const char *path, int32_t clip)
{
    const int picture = panel_picture_find(&pictures->grid, path, clip);
    pictures->is_shown |= clip == SINEW_NONE;
    if (picture >= 0) return pictures->grid.cells[picture].has_picture ? picture : -1;
    if (clip != SINEW_NONE && pictures->wanted_clip == SINEW_NONE) pictures->wanted_clip = clip;
    if (clip == SINEW_NONE && !pictures->wanted) pictures->wanted = path;
    return -1;
}

void panel_pictures_end(panel_pictures *pictures)
{
    const char *path = pictures->wanted;
    if (pictures->loader) return;
    if (!pictures->is_shown) {
        sinew_renderer_destroy(pictures->renderer);
        pictures->renderer = NULL;
    }
    const int picture = path ? panel_picture_place(&pictures->grid, path, SINEW_NONE) : -1;
    if (picture < 0) return;
    sinew__file_status *status = &pictures->grid.cells[picture].status;
    const int exists = sinew__file_status_of_path(path, status);
    if (!exists || status->size == 0 || status->size > max_size) return; // a pipe has size 0, and can be read only once
    pictures->path = path;
    pictures->begin = sinew__now();
    pictures->loader = viewer_loader_start(pictures->files, path);
}

void panel_pictures_check(panel_pictures *pictures, const char *path)
{
    sinew__file_status status;
    for (int i = 0; i < RENDER_PICTURES; ++i) {
        picture_cell *cell = &pictures->grid.cells[i];
        if (cell->path && cell->clip != SINEW_NONE) *cell = (picture_cell){0};
        if (!path || cell->path != path) continue;
        (void)!sinew__file_status_of_path(path, &status);
        if (status.size != cell->status.size || status.modified != cell->status.modified) *cell = (picture_cell){0};
    }
}

void panel_pictures_free(panel_pictures *pictures)
{
    viewer_loader_cancel(pictures->loader);
    sinew_renderer_destroy(pictures->renderer);
    sinew_renderer_destroy(pictures->spare);
    *pictures = (panel_pictures){0};
}
