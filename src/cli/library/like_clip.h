/// The motion or pose that `library find --like` compares clips with.
#ifndef SINEW_CLI_LIBRARY_LIKE_CLIP_H
#define SINEW_CLI_LIBRARY_LIKE_CLIP_H

#include "cli/framework/command.h"
#include "library/measure_clip.h"

typedef struct cli_like {
    int is_pose; ///< else a motion
    double pose[LIBRARY_POSE_FEATURES];
    float motion[LIBRARY_DESCRIPTOR];
    int is_body; ///< the parts of the body are known
    int8_t body[LIBRARY_BODY_DESCRIPTOR];
} cli_like;

/// Loads and describes FILE, FILE:CLIP, FILE@TIME or FILE:CLIP@TIME. Without a time it is the motion of the clip, else
/// the pose at that time; a clip `none` is the rest pose. The file name is the shortest that exists, so it may contain
/// ':' and '@'. Returns 0, or the exit code after printing the error.
int cli_read_like(const cli_context *context, const char *text, cli_like *out_like);

#endif
