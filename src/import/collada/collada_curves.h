/// Samplers of a Collada document as curves: the interpolation of each key and its tangents, as in "Curve
/// interpolation" of the COLLADA 1.4.1 specification, chapter 4.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_CURVES_H
#define SINEW_IMPORT_COLLADA_COLLADA_CURVES_H

#include "import/collada/collada_document.h"

/// Ticks of a raw model that states none.
#define COLLADA_TICKS INT64_C(46186158000)

/// Orders the keys of a sampler by time. Keys without a value or a time are dropped, keys without an interpolation of
/// their own that sinew knows are linear; warnings about `node` say so, once for each sampler. Returns 0 when out of
/// memory.
int sinew__collada_order_keys(import_pass *pass, collada_sampler *sampler, const char *node);

/// The value of a key; 0 ≤ component < the stride of the sampler's output.
double sinew__collada_key_value(const collada_sampler *sampler, const collada_key *key, size_t component);

/// Numbers in a value of a sampler with ordered keys.
size_t sinew__collada_width(const collada_sampler *sampler);

/// Makes a curve of one component: value · scale + offset. *out stays NULL without keys. The keys are ordered. Returns
/// 0 when out of memory.
int sinew__collada_curve(import_pass *pass, const collada_sampler *sampler, size_t component, double scale,
                         double offset, const sinew_raw_curve **out);

#endif
