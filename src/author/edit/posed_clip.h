/// A clip that takes on poses: what sinew__edit_pose_clips makes keys of, and players show before that.
#ifndef SINEW_AUTHOR_EDIT_POSED_CLIP_H
#define SINEW_AUTHOR_EDIT_POSED_CLIP_H

#include "author/edit/edits.h"
#include "sinew/edit.h"

/// The arrays belong to the caller.
typedef struct sinew__posed_clip {
    const sinew_model *model;
    int32_t clip;
    const sinew_edit_pose *poses; ///< [count] in order of time, at least one
    int32_t count;
    double ease;              ///< seconds in which the first and the last pose fade
    sinew_pose *posed;        ///< scratch
    sinew_transform *offsets; ///< [count × joint_count] of each pose from the clip, for relative poses
    uint8_t *is_changed;      ///< [joint_count] by any pose
} sinew__posed_clip;

/// Finds the joints that poses change, at the times for which they hold, and the offsets. `base` is scratch. Fails as
/// the poses' own edits do.
SINEW_NODISCARD sinew_result sinew__posed_clip_find_changes(sinew__posed_clip *clip, sinew_pose *base,
                                                            sinew_error *out_error);

/// Finds the local transform of a joint at a time. `base` is the pose of the clip at that time, with local transforms.
/// The pose fades before the first and after the last one; between two it becomes the next. Fails as the poses' own
/// edits do, but never if all poses are relative.
SINEW_NODISCARD sinew_result sinew__posed_clip_local(const sinew__posed_clip *clip, const sinew_pose *base,
                                                     int32_t joint, double time, sinew_transform *out,
                                                     sinew_error *out_error);

#endif
