/// Which joint somebody means who points at a picture.
#ifndef SINEW_VIEWER_CORE_PICK_JOINT_H
#define SINEW_VIEWER_CORE_PICK_JOINT_H

#include "sinew/render.h"

/// The joint at pixel (x, y) from the top left of the picture that `options` describe: where the skeleton is drawn, the
/// joint or bone (the joint at which it begins) within a few points; else the joint that moves the surface there most.
/// SINEW_NONE: there is nothing.
int32_t viewer_pick_joint(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options, double x,
                          double y);

#endif
