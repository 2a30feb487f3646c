#include "draw/scene/scene_crowd.h"

#include <assert.h>
#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "runtime/model/look_up.h"

/// Limits of a crowd: bytes of all palettes, of which each drawing process has two copies; and number of triangles of
/// an image, for which a software renderer takes half a minute.
static const size_t most_palettes = (size_t)512 << 20;

static const double most_triangles = 1e9;

static sinew_result check_size(const sinew_model *model, int32_t count, sinew_error *out_error)
{
    const double bytes = (double)count * (double)model->skin_joint_count * (double)sizeof(sinew_palette_matrix);
    const double triangles = (double)count * (double)(model->index_count / 3);
    if (triangles > most_triangles)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%d instances have %.0f triangles, the limit is %.0f",
                           (int)count, triangles, most_triangles);
    if (bytes <= (double)most_palettes) return SINEW_OK;
    char has[SINEW__SIZE_TEXT], may[SINEW__SIZE_TEXT];
    sinew__size_text(bytes, has);
    sinew__size_text((double)most_palettes, may);
    return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%d instances have palettes of %s, the limit is %s", (int)count,
                       has, may);
}

sinew_result scene_crowd_open(scene_crowd *crowd, const sinew_model *model, int32_t count, sinew_error *out_error)
{
    *crowd = (scene_crowd){.model = model, .count = count};
    sinew_result result = check_size(model, count, out_error);
    if (result == SINEW_OK) result = sinew_crowd_create(model, count, NULL, &crowd->crowd, out_error);
    if (result != SINEW_OK) return result;
    crowd->characters = sinew__allocate_zeroed((size_t)count, sizeof *crowd->characters);
    crowd->palettes =
        sinew__allocate_zeroed((size_t)count * (size_t)model->skin_joint_count + 1, sizeof *crowd->palettes);
    crowd->positions = sinew__allocate_zeroed((size_t)count, sizeof *crowd->positions);
    return crowd->characters && crowd->palettes && crowd->positions ? SINEW_OK : sinew__fail_memory(out_error);
}

void scene_crowd_close(scene_crowd *crowd)
{
    sinew_crowd_destroy(crowd->crowd);
    sinew_free(crowd->characters);
    sinew_free(crowd->palettes);
    sinew_free(crowd->positions);
    *crowd = (scene_crowd){0};
}

void scene_crowd_arrange(scene_crowd *crowd, const sinew_bounds *character, sinew_bounds *out_bounds)
{
    crowd->character = *character;
    sinew_instance_layout(crowd->model, character, crowd->count, crowd->positions);
    sinew_instance_layout_bounds(character, (const float(*)[3])crowd->positions, crowd->count, out_bounds);
}

void scene_crowd_pose(scene_crowd *crowd, int32_t clip, double time)
{
    // The fractional parts of multiples of the golden ratio are evenly spread, and consecutive ones are far apart.
    static const double golden = 0.6180339887498949;
    const sinew__span span = sinew__clip_span(crowd->model, clip);
    for (int32_t i = 0; i < crowd->count; ++i) {
        const double ahead = fmod(i * golden, 1.0) * span.duration;
        const int wraps = ahead > 0.0 && time - span.start + ahead >= span.duration;
        crowd->characters[i] = (sinew_crowd_agent){.clip = clip, .time = time + ahead - (wraps ? span.duration : 0.0)};
    }
    const sinew_crowd_output output = {.palettes = crowd->palettes,
                                       .palette_entries = (int64_t)crowd->count * crowd->model->skin_joint_count};
    const sinew_result result = sinew_crowd_evaluate(crowd->crowd, crowd->characters, crowd->count, &output, NULL);
    assert(result == SINEW_OK); // times are finite and the clip is one of the model's
    (void)result;
}

sinew_view scene_crowd_view(const scene_crowd *crowd, sinew_view view)
{
    return view == SINEW_VIEW_DEFAULT && crowd->count > 1 ? SINEW_VIEW_CROWD : view;
}

sinew_instances scene_crowd_instances(const scene_crowd *crowd)
{
    return (sinew_instances){.palettes = crowd->palettes,
                             .positions = (const float(*)[3])crowd->positions,
                             .count = crowd->count,
                             .bounds = &crowd->character};
}
