// The state of a comparison: the second clip's time, the distances, and the actions of keys.
#include <math.h>
#include <stdio.h>

#include "core/base/error.h"
#include "program/viewer/core/second_clip.h"
#include "program/viewer/core/viewer.h"
#include "runtime/model/look_up.h"

sinew_result viewer_set_other(viewer_state *viewer, const sinew_model *model, const char *name, int32_t clip,
                              sinew_error *out_error)
{
    viewer_comparison *other = &viewer->other;
    const sinew__span span = sinew__clip_span(model, clip);
    sinew_bounds bounds;
    sinew_pose *pose = NULL;
    if (viewer->crowd.count)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "a crowd is compared with nothing");
    sinew_result result = sinew_motion_bounds(model, viewer->settings->engine, clip, span.start,
                                              viewer->is_in_place ? span.start : span.end, &bounds, out_error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;
    sinew_pose_destroy(other->pose);
    sinew__shown_in_place_free(&other->in_place);
    other->pose = pose;
    other->model = model;
    other->name = name;
    other->clip = clip;
    other->bounds = bounds;
    other->shows_other = 0;
    other->distances = (viewer_distances){.largest_frame = SINEW_NONE};
    if (other->way == VIEWER_COMPARE_HIDDEN) other->way = VIEWER_COMPARE_OVER;
    viewer_join_bounds(viewer);
    if (viewer->fitted) viewer_fit(viewer);
    return SINEW_OK;
}

// ---- time and distance ---------------------------------------------------------------------------------------------

double viewer_other_time(const viewer_state *viewer, double seconds)
{
    const viewer_comparison *other = &viewer->other;
    const double own_rate = viewer->model->info->fps, rate = other->model->info->fps;
    const double own_end = viewer_clip_duration(viewer);
    const double end = sinew__clip_span(other->model, other->clip).duration;
    double time = seconds;
    if (other->link == VIEWER_LINK_FRAMES && own_rate > 0.0 && rate > 0.0) time = seconds * own_rate / rate;
    if (other->link == VIEWER_LINK_PHASE && own_end > 0.0) time = seconds / own_end * end;
    return fmin(fmax(time + other->offset, 0.0), end);
}

double viewer_distance_now(const viewer_state *viewer)
{
    const viewer_distances *distances = &viewer->other.distances;
    if (!(distances->step > 0.0)) return distances->measured > 0 ? (double)distances->cm[0] : -1.0;
    const double frame = round(viewer_time(viewer) / distances->step);
    return frame < distances->measured ? (double)distances->cm[(int32_t)frame] : -1.0;
}

/// Returns whether a frame is a significant maximum of the distances: on both sides, the distance falls by 5 % of the
/// largest distance before it rises above this maximum.
static int is_maximum(const viewer_distances *distances, int32_t frame)
{
    const float *cm = distances->cm, peak = cm[frame], fall = 0.05f * distances->largest;
    if (!(peak > distances->tolerance) || (frame > 0 && cm[frame - 1] >= peak)) return 0; // the first of equal ones
    for (int step = -1; step <= 1; step += 2) {
        int32_t i = frame + step;
        while (i >= 0 && i < distances->measured && cm[i] <= peak && cm[i] > peak - fall) i += step;
        const int is_inside = i >= 0 && i < distances->measured;
        if (is_inside && cm[i] > peak) return 0;
    }
    return 1;
}

// ---- actions -------------------------------------------------------------------------------------------------------

/// Returns whether there is a second clip; if not, shows a note.
static int has_other(viewer_state *viewer)
{
    if (!viewer->other.model) viewer_notify(viewer, "nothing to compare with: b chooses a clip or a file");
    return viewer->other.model != NULL;
}

void viewer_choose_way(viewer_state *viewer, double amount)
{
    char note[VIEWER_NOTE];
    if (!has_other(viewer)) return;
    viewer->other.way = (viewer_compare_way)amount;
    viewer->other.shows_other = 0;
    if (viewer->fitted) viewer_fit(viewer);
    snprintf(note, sizeof note, "comparison: %s",
             sinew__word_meaning(sinew__word_of(viewer_compare_words, (int)amount)));
    viewer_notify(viewer, note);
}

void viewer_next_way(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer_choose_way(viewer, sinew__word_after(viewer_compare_words, (int)viewer->other.way)->value);
}

void viewer_flip(viewer_state *viewer, double amount)
{
    (void)amount;
    if (!has_other(viewer)) return;
    const int was_flipping = viewer->other.way == VIEWER_COMPARE_FLIP;
    viewer->other.way = VIEWER_COMPARE_FLIP;
    viewer->other.shows_other = !(was_flipping && viewer->other.shows_other);
    viewer_notify(viewer, viewer->other.shows_other ? "shown: the second one" : "shown: the first one");
}

void viewer_choose_link(viewer_state *viewer, double amount)
{
    char note[VIEWER_NOTE];
    if (!has_other(viewer)) return;
    viewer->other.link = (viewer_compare_link)amount;
    snprintf(note, sizeof note, "linked by %s", sinew__word_of(viewer_link_words, (int)amount)->name);
    viewer_notify(viewer, note);
}

void viewer_next_link(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer_choose_link(viewer, sinew__word_after(viewer_link_words, (int)viewer->other.link)->value);
}

void viewer_shift_other(viewer_state *viewer, double amount)
{
    char note[VIEWER_NOTE];
    if (!has_other(viewer)) return;
    viewer_comparison *other = &viewer->other;
    const double fps = other->model->info->fps > 0.0 ? other->model->info->fps : 30.0;
    const double longest = 1e6; // limit in frames
    const double frames = amount == 0.0 ? 0.0 : round(other->offset * fps) + amount;
    other->offset = fmin(fmax(frames, -longest), longest) / fps;
    snprintf(note, sizeof note, "offset: %+.0f frames, %+.3f s", other->offset * fps, other->offset);
    viewer_notify(viewer, other->offset == 0.0 ? "offset: none" : note);
}

void viewer_go_to_maximum(viewer_state *viewer, double amount)
{
    char note[VIEWER_NOTE];
    if (!has_other(viewer)) return;
    const viewer_distances *distances = &viewer->other.distances;
    const int step = amount < 0.0 ? -1 : 1;
    const double now = distances->step > 0.0 ? viewer_time(viewer) / distances->step : 0.0;
    int32_t frame = (int32_t)(step > 0 ? floor(now + 1e-6) + 1.0 : ceil(now - 1e-6) - 1.0);
    if (step < 0 && frame >= distances->measured) frame = distances->measured - 1;
    while (frame >= 0 && frame < distances->measured && !is_maximum(distances, frame)) frame += step;
    if (frame < 0 || frame >= distances->measured) {
        const int is_busy = step > 0 && distances->measured < distances->count;
        snprintf(note, sizeof note, "no %s maximum of the distance%s", step > 0 ? "later" : "earlier",
                 is_busy ? " yet: it is being measured" : "");
        viewer_notify(viewer, note);
        return;
    }
    viewer->player.paused = 1;
    viewer_seek(viewer, frame * distances->step);
    snprintf(note, sizeof note, "maximum: %.4g cm%s", (double)distances->cm[frame],
             frame == distances->largest_frame ? ", the largest" : "");
    viewer_notify(viewer, note);
}

void viewer_copy_diff(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->other.copies = has_other(viewer);
}

void viewer_drop_other(viewer_state *viewer, double amount)
{
    (void)amount;
    if (!has_other(viewer)) return;
    viewer_end_comparison(viewer);
    if (viewer->fitted) viewer_fit(viewer);
    viewer_notify(viewer, "comparison: ended");
}
