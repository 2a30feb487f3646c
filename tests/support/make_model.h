/// Small models made in code, for tests: no file, no Assimp.
#ifndef SINEW_TESTS_MAKE_MODEL_H
#define SINEW_TESTS_MAKE_MODEL_H

#include "sinew/raw_model.h"

/// Builds and loads, failing the test with the error's message.
sinew_model *make_model(const sinew_raw_model *raw);

/// An affine map of a turn about z in degrees followed by a shift.
sinew_affine turn_z(double degrees, double x, double y);

#endif
