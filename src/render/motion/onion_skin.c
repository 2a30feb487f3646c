#include <stdlib.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/clip_span.h"
#include "sinew/render.h"

// Earlier times are orange, later ones blue, as on a motion trail.
static const float PAST[3] = {1.0f, 0.30f, 0.05f}, FUTURE[3] = {0.05f, 0.42f, 0.95f};

/// Alpha of the nearest ghost and of the farthest.
static const double NEAREST = 0.42, FARTHEST = 0.12;

/// Ghosts are drawn in their order: the farthest in time first.
static int32_t frame_offset(const sinew_onion *onion, int32_t index)
{
    const int32_t distance = onion->count / 2 - index / 2;
    return index % 2 == 0 ? -distance : distance;
}

sinew_result sinew_onion_create(const sinew_model *model, int32_t each_side, sinew_onion **out_onion,
                                sinew_error *out_error)
{
    if (out_onion) *out_onion = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_onion)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (each_side < 0 || each_side > INT32_MAX / 2)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "there cannot be %d ghosts", (int)each_side);
    sinew_onion *onion = sinew__allocate_zeroed(1, sizeof *onion);
    if (!onion) return sinew__fail_memory(out_error);
    sinew_result result = SINEW_OK;
    onion->ghosts = sinew__allocate_zeroed((size_t)each_side * 2 + 1, sizeof *onion->ghosts);
    if (!onion->ghosts) result = sinew__fail_memory(out_error);
    while (result == SINEW_OK && onion->count < 2 * each_side) {
        result = sinew_pose_create(model, &onion->ghosts[onion->count].pose, out_error);
        if (result == SINEW_OK) ++onion->count;
    }
    for (int32_t i = 0; i < onion->count; ++i) {
        const int32_t offset = frame_offset(onion, i), distance = abs(offset);
        const double fraction = each_side > 1 ? (distance - 1.0) / (each_side - 1.0) : 0.0;
        sinew_ghost *ghost = &onion->ghosts[i];
        for (int k = 0; k < 3; ++k) ghost->color[k] = offset < 0 ? PAST[k] : FUTURE[k];
        ghost->color[3] = (float)(NEAREST + fraction * (FARTHEST - NEAREST));
    }
    if (result == SINEW_OK)
        *out_onion = onion;
    else
        sinew_onion_destroy(onion);
    return result;
}

void sinew_onion_destroy(sinew_onion *onion)
{
    if (!onion) return;
    for (int32_t i = 0; onion->ghosts && i < onion->count; ++i) sinew_pose_destroy(onion->ghosts[i].pose);
    sinew_free(onion->ghosts);
    sinew_free(onion);
}

void sinew_onion_pose(sinew_onion *onion, const sinew_model *model, sinew_engine engine, int32_t clip, double time,
                      double step)
{
    const sinew__span span = sinew__clip_span(model, clip);
    for (int32_t i = 0; i < onion->count; ++i) {
        const double ghost_time = time + frame_offset(onion, i) * step;
        onion->ghosts[i].hidden = ghost_time < span.start - 1e-6 || ghost_time > span.end + 1e-6;
        if (!onion->ghosts[i].hidden) sinew_pose_evaluate(model, engine, clip, ghost_time, onion->ghosts[i].pose);
    }
}
