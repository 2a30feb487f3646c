/// A clip with poses applied. Players show it, and sinew__edit_pose_clips converts it to keys.
#ifndef SINEW_AUTHOR_EDIT_POSED_CLIP_H
#define SINEW_AUTHOR_EDIT_POSED_CLIP_H

#include "author/edit/edits.h"
#include "sinew/edit.h"

/// The clip and its poses. The caller owns the arrays.
typedef struct sinew__posed_clip {
    const sinew_model *model;
    int32_t clip;
    const sinew_edit_pose *poses; ///< [count] in order of time, at least one
    int32_t count;
    double ease;              ///< seconds of the fade before the first pose and after the last
    sinew_pose *posed;        ///< scratch
    sinew_transform *offsets; ///< [count × joint_count] difference of each relative pose from the clip
    uint8_t *is_changed;      ///< [joint_count] whether a pose changes the joint
} sinew__posed_clip;

/// Fills `offsets`, and `is_changed` by a test at the times of the poses. `base` is scratch. Errors are the errors of
/// the poses' edits.
SINEW_NODISCARD sinew_result sinew__posed_clip_find_changes(sinew__posed_clip *clip, sinew_pose *base,
                                                            sinew_error *out_error);

/// Computes the local transform of a joint at a time. `base` is the clip's pose at that time, with local transforms.
/// Before the first pose and after the last, the pose fades; between two, one changes into the next. Errors are the
/// errors of the poses' edits; none if all poses are relative.
SINEW_NODISCARD sinew_result sinew__posed_clip_local(const sinew__posed_clip *clip, const sinew_pose *base,
                                                     int32_t joint, double time, sinew_transform *out,
                                                     sinew_error *out_error);

#endif
