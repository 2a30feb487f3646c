/// Joints of two hierarchies that are the same by name.
#ifndef SINEW_MODEL_COMBINE_PAIR_JOINTS_H
#define SINEW_MODEL_COMBINE_PAIR_JOINTS_H

#include "base/arena.h"
#include "sinew/model.h"

/// Joints with their parents before them.
typedef struct sinew__joint_names {
    int32_t count;
    const int32_t *parent;   ///< [count] SINEW_NONE for a root
    const char *const *name; ///< [count]
} sinew__joint_names;

/// Lists the joints of a model, in arrays from `memory` and names of the model. Returns 0 when out of memory.
int sinew__joint_names_of(const sinew_model *model, sinew__arena *memory, sinew__joint_names *out);

typedef struct sinew__joint_pairs {
    int32_t *in_b; ///< [a->count] the joint in the other hierarchy, or SINEW_NONE
    int32_t *in_a; ///< [b->count] the same back
    int32_t count; ///< pairs
} sinew__joint_pairs;

/// Pairs joints that have the same name under paired parents, then those of one name anywhere, then those of one name
/// without its namespace or prefix (`mixamorig:Hips`, `mixamorig1:Hips`, `mixamorig_Hips`); joints that share a name
/// pair in their order. Gives 0 when memory runs out. Freed by `sinew__joint_pairs_free`.
int sinew__joint_pairs_init(sinew__joint_pairs *pairs, const sinew__joint_names *a, const sinew__joint_names *b);
void sinew__joint_pairs_free(sinew__joint_pairs *pairs);

#endif
