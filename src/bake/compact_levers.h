/// How far what a joint moves lies from it.
#ifndef SINEW_BAKE_COMPACT_LEVERS_H
#define SINEW_BAKE_COMPACT_LEVERS_H

#include "bake/bake_palette.h"
#include "bake/influence_bounds.h"

/// Distances from joints to what they and their children move, [joint_count].
double *sinew__compact_levers(const sinew_model *model, const sinew__binds *binds, const sinew__influence_bounds *reach,
                              sinew__arena *memory);

#endif
