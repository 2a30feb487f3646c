/// A ribbon made in code: five planes in a row, bent by five bones. No file, no importer.
#ifndef RIBBON_MODEL_H
#define RIBBON_MODEL_H

#include <sinew/sinew.h>

enum { RIBBON_PLANES = 5, RIBBON_BONES = 5, RIBBON_ROWS = RIBBON_PLANES + 1, RIBBON_VERTICES = RIBBON_ROWS * 2 };

/// How many weights are written down for each vertex: all four, or three and the fourth as what they leave to 1.
typedef enum ribbon_weights { RIBBON_ALL_FOUR, RIBBON_FOURTH_AS_REMAINDER } ribbon_weights;

/// The ribbon lies along x from 0 to 5, one unit wide; bone i stands at x = i and is the child of bone i − 1.
/// *out_model is the caller's to destroy. The bones' joints are 1 … 5 (joint 0 carries the mesh).
sinew_result ribbon_create(ribbon_weights weights, sinew_model **out_model, sinew_error *out_error);

#endif
