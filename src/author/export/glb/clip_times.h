/// The times at which keys of a clip are sampled.
#ifndef SINEW_AUTHOR_EXPORT_GLB_CLIP_TIMES_H
#define SINEW_AUTHOR_EXPORT_GLB_CLIP_TIMES_H

#include "author/export/glb/glb_joint.h"

/// Keys of curves and tracks as seconds from the clip's start, in float as glTF has them. A jump of a stepped curve is
/// two neighbouring floats. The last time may exceed the clip's duration by rounding: sample the end there.
typedef struct sinew__clip_times {
    float *items; ///< [count] rising
    size_t count, capacity;
} sinew__clip_times;

/// Adds the key times of a joint or morph within the clip.
int sinew__clip_times_add(sinew__clip_times *times, const glb_sampler *sampler, const sinew__joint_motion *motion,
                          sinew__arena *memory);

/// Adds the start, the end and frames in between, and sorts. SINEW_ERROR_LIMIT for more than a million, or more than
/// functions of `width` components may have.
SINEW_NODISCARD sinew_result sinew__clip_times_complete(sinew__clip_times *times, const glb_sampler *sampler, int width,
                                                        sinew__arena *memory, sinew_error *error);

/// Lists the frames of a rate, and the end. SINEW_ERROR_LIMIT if there are too many.
SINEW_NODISCARD sinew_result sinew__clip_times_of_frames(sinew__clip_times *times, const glb_sampler *sampler,
                                                         double rate, int width, sinew__arena *memory,
                                                         sinew_error *error);

/// Returns the fraction of the frames between keys that is sampled in the clips [count]: below 1 in clips of hours.
double sinew__clip_frame_share(const glb_scene *scene, const int32_t *clips, int32_t count);

/// Adds the times of another list, and sorts. Returns 0 when out of memory.
int sinew__clip_times_merge(sinew__clip_times *times, const sinew__clip_times *added, sinew__arena *memory);

#endif
