/// Objects that tests need to play models. A function that cannot make its object fails the test; the caller destroys
/// the object.
#ifndef SINEW_TESTS_MAKE_POSE_H
#define SINEW_TESTS_MAKE_POSE_H

#include "sinew/bake.h"
#include "sinew/pose.h"

sinew_pose *make_pose(const sinew_model *model);

/// The model with its clips baked; `model` itself is destroyed. `options` may be NULL.
sinew_model *make_baked(sinew_model *model, const sinew_bake_options *options);

#endif
