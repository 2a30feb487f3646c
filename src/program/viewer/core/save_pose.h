/// The edited pose of the player in a file, as `sinew pose --json` writes poses.
#ifndef SINEW_PROGRAM_VIEWER_CORE_SAVE_POSE_H
#define SINEW_PROGRAM_VIEWER_CORE_SAVE_POSE_H

#include "core/base/error.h"
#include "program/viewer/core/viewer_text.h"

typedef enum viewer_pose_file {
    VIEWER_POSE_NONE,
    VIEWER_POSE_ALONE, ///< all joints of the pose, for --pose
    VIEWER_POSE_KEY, ///< the joints that are edited, as a key of the clip at this time beside those that the file has,
                     ///< for `sinew edit --keys`
} viewer_pose_file;

/// Formats the name of the file: "walk-1.200s.json", "walk-keys.json".
void viewer_pose_name(const viewer_state *viewer, viewer_pose_file what, char out[VIEWER_IMAGE_NAME]);

/// Writes the pose of the current time, whole or not at all.
SINEW_NODISCARD sinew_result viewer_write_pose(viewer_state *viewer, viewer_pose_file what, const char *path,
                                               sinew_error *error);

#endif
