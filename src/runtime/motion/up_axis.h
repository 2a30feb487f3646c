/// The direction of height in a model.
#ifndef SINEW_RUNTIME_MOTION_UP_AXIS_H
#define SINEW_RUNTIME_MOTION_UP_AXIS_H

#include "sinew/model.h"

/// The unit vector of the axis that the file names as up; +Y where it names none.
sinew_vec3 sinew__up_axis(const sinew_model *model);

#endif
