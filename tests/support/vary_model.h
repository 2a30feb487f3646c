/// Models in other forms, about which a test says the same: other things come before their own, and order, unit or
/// orientation differ.
#ifndef SINEW_TESTS_VARY_MODEL_H
#define SINEW_TESTS_VARY_MODEL_H

#include "core/base/arena.h"
#include "sinew/raw_model.h"

typedef struct model_variation {
    const char *title;
    int has_more; ///< a joint of the left side without a mesh, a clip of 0.5 s without keys and a triangle come first
    int is_reversed;     ///< siblings, and the joints of one depth, are in the reverse order
    double size;         ///< of all lengths, in a unit that is smaller or larger by as much; 0: 1
    sinew_quat rotation; ///< of the body and of the axes of the file; all zero: none
    int has_cycled_axes; ///< the rotation x → y → z → x also rotates the axes of each joint
} model_variation;

/// The names of what `has_more` adds.
extern const char vary_model_clip[], vary_model_mesh[], vary_model_joint[];

/// Exact variations: sizes are powers of two, rotations permute the axes.
enum { MODEL_VARIATIONS = 7 };
extern const model_variation model_variations[MODEL_VARIATIONS];

/// All models that make_model makes from now on have this form; NULL: their own.
void vary_models(const model_variation *how);

/// Returns the raw model in the form that make_model gives to all, its arrays from `memory`.
sinew_raw_model vary_raw_model(const sinew_raw_model *raw, sinew__arena *memory);

#endif
