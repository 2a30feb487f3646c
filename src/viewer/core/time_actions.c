#include "viewer/core/actions.h"

#include <math.h>
#include <stdlib.h>

#include "viewer/core/viewer_text.h"

void viewer_toggle_pause(viewer_state *viewer, double amount)
{
    (void)amount;
    // At the end of a clip that plays once, play again.
    if (sinew_player_finished(&viewer->player)) {
        const double begin = viewer->player.speed < 0.0 ? viewer->player.end : viewer->player.begin;
        sinew_player_seek(&viewer->player, begin);
        viewer->player.paused = 0;
        return;
    }
    viewer->player.paused = !viewer->player.paused;
}

static double frame_rate(const viewer_state *viewer)
{
    return viewer->model->info->fps > 0.0 ? viewer->model->info->fps : 30.0;
}

void viewer_step_frames(viewer_state *viewer, double amount)
{
    const double rate = frame_rate(viewer), frame = viewer_frame(viewer, viewer_time(viewer), rate);
    const double whole = amount > 0.0 ? floor(frame + 1e-6) : ceil(frame - 1e-6);
    viewer->player.paused = 1;
    sinew_player_seek(&viewer->player, sinew_clip_from_timeline(viewer->model, viewer->clip, (whole + amount) / rate));
}

void viewer_skip_frames(viewer_state *viewer, double amount)
{
    viewer_skip_seconds(viewer, amount / frame_rate(viewer));
}

void viewer_skip_seconds(viewer_state *viewer, double amount)
{
    sinew_player_seek(&viewer->player, sinew_player_time(&viewer->player) + amount);
}

static void step_between(viewer_state *viewer, const double *times, int32_t count, double amount)
{
    const double now = viewer_time(viewer);
    int32_t after = 0; // number of keyframes up to now
    while (after < count && times[after] <= now + 1e-6) ++after;
    int32_t target = after;
    if (amount < 0.0) target = after > 0 && times[after - 1] >= now - 1e-6 ? after - 2 : after - 1;
    viewer->player.paused = 1;
    if (target >= 0 && target < count) sinew_player_seek(&viewer->player, times[target]);
}

void viewer_step_keyframes(viewer_state *viewer, double amount)
{
    if (viewer->clip == SINEW_NONE) return;
    const sinew_model *model = viewer->model;
    const int32_t joint = viewer->selected_joint;
    const int32_t count = sinew_clip_key_times(model, viewer->clip, joint, NULL, 0);
    double *times = malloc(((size_t)(count > 0 ? count : 0) + 1) * sizeof *times);
    if (count > 0 && times) {
        sinew_clip_key_times(model, viewer->clip, joint, times, count);
        step_between(viewer, times, count, amount);
    } else if (joint != SINEW_NONE) {
        viewer_notify(viewer, "the selected joint has no keyframes in this clip");
    }
    free(times);
}

void viewer_seek_fraction(viewer_state *viewer, double amount)
{
    sinew_player_seek(&viewer->player, amount * viewer_clip_duration(viewer));
}

void viewer_scale_speed(viewer_state *viewer, double amount)
{
    const double sign = viewer->player.speed < 0.0 ? -1.0 : 1.0;
    const double size = amount > 0.0 ? fabs(viewer->player.speed) * amount : 1.0;
    sinew_player_set_speed(&viewer->player, sign * fmin(fmax(size, 0.01), 100.0));
}

void viewer_reverse(viewer_state *viewer, double amount)
{
    (void)amount;
    sinew_player_set_speed(&viewer->player, -viewer->player.speed);
    viewer->player.paused = 0;
}

void viewer_next_loop_mode(viewer_state *viewer, double amount)
{
    (void)amount;
    const sinew__word *next = sinew__word_after(viewer_loop_words, (int)viewer->player.loop);
    sinew_player_set_loop(&viewer->player, (sinew_loop_mode)next->value);
}

void viewer_loop_range(viewer_state *viewer, double amount)
{
    (void)amount;
    const double now = sinew_player_time(&viewer->player), duration = viewer_clip_duration(viewer);
    const int whole = viewer->player.begin == 0.0 && viewer->player.end == duration;
    if (!whole) {
        sinew_player_set_range(&viewer->player, 0.0, duration);
        viewer_notify(viewer, "loop range: off");
    } else if (viewer->loop_from < 0.0) {
        viewer->loop_from = now;
        viewer_notify(viewer, "loop range: starts here");
        return;
    } else if (now != viewer->loop_from) {
        sinew_player_set_range(&viewer->player, fmin(now, viewer->loop_from), fmax(now, viewer->loop_from));
        viewer_notify(viewer, "loop range: ends here");
    }
    viewer->loop_from = -1.0;
}

void viewer_next_clip(viewer_state *viewer, double amount)
{
    const int32_t count = viewer->model->clip_count;
    if (count == 0) return;
    const int32_t step = amount < 0.0 ? count - 1 : 1;
    viewer_start_clip(viewer, viewer->clip == SINEW_NONE ? 0 : (viewer->clip + step) % count);
}
