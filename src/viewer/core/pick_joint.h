/// Finds the joint at a point of the image.
#ifndef SINEW_VIEWER_CORE_PICK_JOINT_H
#define SINEW_VIEWER_CORE_PICK_JOINT_H

#include "sinew/render.h"

/// Returns the joint at pixel (x, y) from the top left of the image that `options` describe. If the skeleton is drawn,
/// that is the joint, or the start of the bone, within a few points; otherwise the joint with the largest weight at the
/// surface. SINEW_NONE: no joint.
int32_t viewer_pick_joint(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options, double x,
                          double y);

/// Returns whether pixel (x, y) is within the picking radius of a joint.
int viewer_is_at_joint(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options,
                       int32_t joint, double x, double y);

#endif
