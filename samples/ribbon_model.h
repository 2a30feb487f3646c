/// A ribbon made in code: a strip of five quads, deformed by five bones.
#ifndef RIBBON_MODEL_H
#define RIBBON_MODEL_H

#include <sinew/raw_model.h>
#include <sinew/sinew.h>

enum {
    RIBBON_PLANES = 5,
    RIBBON_BONES = 5,
    RIBBON_ROWS = RIBBON_PLANES + 1,
    RIBBON_VERTICES = RIBBON_ROWS * 2
};

/// Weights stored per vertex: all four, or three with the fourth implied as the rest to 1.
typedef enum ribbon_weights { RIBBON_ALL_FOUR, RIBBON_FOURTH_AS_REMAINDER } ribbon_weights;

/// Creates the ribbon along the x axis from 0 to 5, one unit wide. Bone i is at x = i and is the
/// child of bone i − 1. The bones are joints 1 … 5; the mesh is attached to joint 0. The caller
/// destroys *out_model.
sinew_result ribbon_create(ribbon_weights weights, sinew_model **out_model, sinew_error *out_error);

#endif
