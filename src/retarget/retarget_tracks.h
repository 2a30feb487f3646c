/// A clip of the animation → tracks of the character, sampled.
#ifndef SINEW_RETARGET_RETARGET_TRACKS_H
#define SINEW_RETARGET_RETARGET_TRACKS_H

#include "retarget/retarget_pose.h"
#include "sinew/raw_model.h"

/// Joints times frames of all clips together: 39 minutes of 60 joints at 30 Hz, 320 MiB while they are sampled.
enum { SINEW__RETARGET_MAX_KEYS = 1 << 22 };

/// Fills the tracks of `out_clip` and its times. `error` is that of sinew_retarget_options, `*keys_left` what remains
/// of SINEW__RETARGET_MAX_KEYS. SINEW_ERROR_LIMIT when a clip needs more.
sinew_result sinew__retarget_clip(const sinew__retargeting *on, sinew__retarget_poses *poses, int32_t clip,
                                  double error, int64_t *keys_left, sinew__arena *memory, sinew_raw_clip *out_clip,
                                  sinew_error *out_error);

#endif
