#include <math.h>

#include "base/arguments.h"
#include "base/error.h"
#include "blend/blender.h"

static sinew_result check_source(const sinew_model *model, const sinew_blend_source *source, int layer,
                                 sinew_error *error)
{
    if (source->kind == SINEW_BLEND_POSE && source->pose) return SINEW_OK;
    if (source->kind != SINEW_BLEND_CLIP)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: no clip and no pose", layer);
    if (source->clip < SINEW_NONE || source->clip >= model->clip_count)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: clip %d does not exist", layer,
                           (int)source->clip);
    if (!isfinite(source->time))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: time %g is not finite", layer, source->time);
    return SINEW_OK;
}

static sinew_result check_layer(const sinew_model *model, const sinew_blend_layer *layer, int number,
                                sinew_error *error)
{
    const double weight = (double)layer->weight;
    if (!(weight >= 0 && weight <= (double)SINEW_BLEND_MAX_WEIGHT))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: weight %g is out of range [0, %g]", number,
                           weight, (double)SINEW_BLEND_MAX_WEIGHT);
    if (layer->mode > SINEW_BLEND_ADDITIVE)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: mode %d is invalid", number,
                           (int)layer->mode);
    if (layer->mask && layer->mask->model != model)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                           "layer %d: the mask belongs to another model (%d "
                           "joints, expected %d)",
                           number, (int)layer->mask->model->joint_count, (int)model->joint_count);
    const sinew_result result = check_source(model, &layer->source, number, error);
    if (result != SINEW_OK || layer->mode != SINEW_BLEND_ADDITIVE || layer->reference.kind == SINEW_BLEND_NONE)
        return result;
    return check_source(model, &layer->reference, number, error);
}

sinew_result sinew_blend_check(const sinew_model *model, const sinew_blend_layer *layers, int32_t count,
                               sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count < 0 || count > SINEW_BLEND_MAX_LAYERS)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d layers, expected 0 to %d", (int)count,
                           SINEW_BLEND_MAX_LAYERS);
    if (count > 0 && SINEW__LACKS_ARGUMENT(out_error, layers)) return SINEW_ERROR_INVALID_ARGUMENT;
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        const sinew_result result = check_layer(model, &layers[i], (int)i + 1, out_error);
        if (result != SINEW_OK) return result;
        sum += (double)layers[i].weight;
    }
    if (count > 0 && !(sum > 0))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the weights of all %d layers are 0", (int)count);
    return SINEW_OK;
}
