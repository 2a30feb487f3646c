// Frames of the player: poses the model at the current time, draws it, and handles clicks.
#include "program/viewer/core/play_loop.h"

#include "core/platform/clock.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/pick_joint.h"
#include "program/viewer/core/viewer_text.h"

int viewer_is_moving(const viewer_frontend *frontend)
{
    const sinew_playback *player = &frontend->viewer.player;
    if (!player->paused && frontend->viewer.fade.remaining > 0) return 1;
    return !player->paused && player->end > player->begin && !sinew_playback_finished(player);
}

double viewer_seconds_since(double time)
{
    return sinew__now() - time;
}

/// Updates an exponential moving average.
static void update_mean(double *mean, double seconds)
{
    *mean += (*mean > 0.0 ? 0.1 : 1.0) * (seconds - *mean);
}

sinew_result viewer_prepare_draw(viewer_frontend *frontend, const char *status, const viewer_size *size,
                                 sinew_draw_options *out_options, sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    const int32_t width = viewer_is_beside(viewer) && size->width > 1 ? size->width / 2 : size->width;
    viewer->other.width = size->width;
    viewer_set_aspect(viewer, (double)width / size->height);
    const double begin = sinew__now();
    const shown_posing posing = viewer_posing(viewer);
    (void)!sinew__shown_pose(&posing, viewer_time(viewer), viewer->pose, NULL); // a target out of reach is no error:
                                                                                // the limb points at it
    update_mean(&viewer->times.pose, viewer_seconds_since(begin));
    viewer_fill_options(viewer, status, out_options);
    out_options->width = width;
    out_options->height = size->height;
    out_options->pixel_scale = size->scale;
    return viewer_apply_motion(viewer, out_options, out_error);
}

sinew_result viewer_draw_characters(viewer_frontend *frontend, const sinew_draw_options *options,
                                    sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    const double begin = sinew__now();
    sinew_result result;
    if (viewer->crowd.count > 0) {
        scene_crowd_pose(&viewer->crowd, viewer->clip, viewer_time(viewer));
        const sinew_instances instances = scene_crowd_instances(&viewer->crowd);
        result = sinew_renderer_draw_crowd(frontend->renderer, viewer->pose, &instances, options, out_error);
    } else if (viewer_is_comparing(viewer)) {
        result = viewer_compare_draw(frontend, options, out_error);
    } else {
        result = sinew_renderer_draw(frontend->renderer, viewer->pose, options, out_error);
    }
    update_mean(&viewer->times.draw, viewer_seconds_since(begin));
    return result;
}

sinew_result viewer_draw(viewer_frontend *frontend, viewer_save what, const viewer_size *size, sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    const int with_text = what != VIEWER_SAVE_PLAIN && !frontend->has_panels;
    char status[512], help[4096];
    sinew_draw_options options;
    viewer_format_status(viewer, status, sizeof status);
    sinew_result result = viewer_prepare_draw(frontend, with_text ? status : NULL, size, &options, out_error);
    if (result != SINEW_OK) return result;
    viewer_format_help(frontend->viewer.lacks, help, sizeof help);
    options.panel = viewer->help && with_text ? help : NULL;
    options.samples = frontend->is_slow && viewer_is_moving(frontend) ? 1 : 4;
    return viewer_draw_characters(frontend, &options, out_error);
}

void viewer_click(viewer_frontend *frontend, const viewer_size *size, double x, double y)
{
    viewer_state *viewer = &frontend->viewer;
    sinew_draw_options options;
    if (viewer->crowd.count > 0 || viewer_prepare_draw(frontend, NULL, size, &options, NULL) != SINEW_OK) return;
    if (x >= options.width) return; // the click is on the second character
    const int32_t joint = viewer_pick_joint(viewer->model, viewer->pose, &options, x, y);
    if (joint == SINEW_NONE) return;
    viewer_select(viewer, joint);
    frontend->needs_redraw = 1;
}

void viewer_press(viewer_frontend *frontend, const viewer_size *size, double x, double y)
{
    viewer_state *viewer = &frontend->viewer;
    sinew_draw_options options;
    if (viewer->selected_joint == SINEW_NONE || viewer->crowd.count > 0) return;
    if (viewer_prepare_draw(frontend, NULL, size, &options, NULL) != SINEW_OK) return;
    if (x < options.width) viewer_begin_drag(viewer, &options, x, y);
}
