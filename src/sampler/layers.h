/// How the layers of a clip mix on one property.
#ifndef SINEW_SAMPLER_LAYERS_H
#define SINEW_SAMPLER_LAYERS_H

#include "sinew/model.h"

/// Mixes one layer's `value` into what the layers below it made of `result`. The lowest layer that moves the joint
/// replaces it, whatever its mode and weight. One that overrides replaces it by its weight's part of its value, a
/// rotation that composes as one by all of it; one that lets the layers below pass through mixes with it.
/// `rotation_order` is that of the joint, used where rotations compose as rotations.
void sinew__layer_mix(const sinew_layer *layer, int lowest, double weight, uint32_t property, int rotation_order,
                      const double value[3], double result[3]);

/// The layer's weight at a time.
double sinew__layer_weight(const sinew_model *model, const sinew_layer *layer, int64_t ticks);

#endif
