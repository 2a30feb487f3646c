#include "viewer/viewer_crowd.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/clip_span.h"

sinew_result viewer_crowd_open(viewer_crowd *crowd, const sinew_model *model, int32_t count, sinew_error *out_error)
{
    *crowd = (viewer_crowd){.model = model, .count = count};
    const sinew_result result = sinew_crowd_create(model, count, NULL, &crowd->crowd, out_error);
    if (result != SINEW_OK) return result;
    crowd->characters = calloc((size_t)count, sizeof *crowd->characters);
    crowd->palettes = calloc((size_t)count * (size_t)model->binding_count + 1, sizeof *crowd->palettes);
    crowd->places = calloc((size_t)count, sizeof *crowd->places);
    return crowd->characters && crowd->palettes && crowd->places ? SINEW_OK : sinew__fail_memory(out_error);
}

void viewer_crowd_close(viewer_crowd *crowd)
{
    sinew_crowd_destroy(crowd->crowd);
    free(crowd->characters);
    free(crowd->palettes);
    free(crowd->places);
    *crowd = (viewer_crowd){0};
}

void viewer_crowd_arrange(viewer_crowd *crowd, const sinew_bounds *figure, sinew_bounds *out_bounds)
{
    crowd->figure = *figure;
    sinew_crowd_places(crowd->model, figure, crowd->count, crowd->places);
    sinew_crowd_bounds(figure, (const float(*)[3])crowd->places, crowd->count, out_bounds);
}

void viewer_crowd_pose(viewer_crowd *crowd, int32_t clip, double time)
{
    // Multiples of the golden ratio, without their whole parts, are spread evenly, and neighbours lie far apart.
    static const double golden = 0.6180339887498949;
    const sinew__span span = sinew__clip_span(crowd->model, clip);
    for (int32_t i = 0; i < crowd->count; ++i) {
        const double ahead = fmod(i * golden, 1.0) * span.duration;
        const int wraps = ahead > 0.0 && time - span.start + ahead >= span.duration;
        crowd->characters[i] = (sinew_character){clip, time + ahead - (wraps ? span.duration : 0.0)};
    }
    sinew_crowd_evaluate(crowd->crowd, crowd->characters, crowd->count, crowd->palettes, NULL);
}

sinew_view viewer_crowd_view(const viewer_crowd *crowd, sinew_view view)
{
    return view == SINEW_VIEW_DEFAULT && crowd->count > 1 ? SINEW_VIEW_CROWD : view;
}

sinew_figures viewer_crowd_figures(const viewer_crowd *crowd)
{
    return (sinew_figures){.palettes = crowd->palettes,
                           .places = (const float(*)[3])crowd->places,
                           .count = crowd->count,
                           .bounds = &crowd->figure};
}
