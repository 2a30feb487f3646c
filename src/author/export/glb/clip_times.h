/// Lists the times at which a clip is sampled for keys.
#ifndef SINEW_AUTHOR_EXPORT_GLB_CLIP_TIMES_H
#define SINEW_AUTHOR_EXPORT_GLB_CLIP_TIMES_H

#include "author/export/glb/glb_joint.h"

/// The key times of curves and tracks in seconds from the clip's start, as the floats of glTF. A jump of a stepped
/// curve is two neighbouring floats. By rounding, the last time may exceed the clip's duration: sample the end there.
typedef struct sinew__clip_times {
    float *items; ///< [count] rising
    size_t count, capacity;
} sinew__clip_times;

/// Adds the key times of a joint or morph within the clip. Returns 0 when out of memory.
int sinew__clip_times_add(sinew__clip_times *times, const glb_sampler *sampler, const sinew__joint_motion *motion,
                          sinew__arena *memory);

/// Adds the start, the end and frames between them, and sorts. SINEW_ERROR_LIMIT if there are more than a million
/// times, or more than a function of `width` components may have.
SINEW_NODISCARD sinew_result sinew__clip_times_complete(sinew__clip_times *times, const glb_sampler *sampler, int width,
                                                        sinew__arena *memory, sinew_error *error);

/// Lists the frames of a rate, and the end. SINEW_ERROR_LIMIT if there are too many.
SINEW_NODISCARD sinew_result sinew__clip_times_of_frames(sinew__clip_times *times, const glb_sampler *sampler,
                                                         double rate, int width, sinew__arena *memory,
                                                         sinew_error *error);

/// Returns the fraction of the frames between keys that is sampled in `clips` [count]: 1, or less if the clips last
/// hours.
double sinew__clip_frame_share(const glb_scene *scene, const int32_t *clips, int32_t count);

/// Adds the times of another list, and sorts. Returns 0 when out of memory.
int sinew__clip_times_merge(sinew__clip_times *times, const sinew__clip_times *added, sinew__arena *memory);

#endif
