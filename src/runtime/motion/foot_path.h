/// Where the joints of feet are during a clip.
#ifndef SINEW_RUNTIME_MOTION_FOOT_PATH_H
#define SINEW_RUNTIME_MOTION_FOOT_PATH_H

#include "sinew/contacts.h"

/// A joint of a foot, and its positions.
typedef struct sinew__foot_path {
    int32_t foot, joint;
    int is_toe;
    double leg_length;
    sinew_vec3 *positions; ///< [sample_count] model space
} sinew__foot_path;

typedef struct sinew__foot_paths {
    sinew_vec3 up;
    int32_t path_count, sample_count; ///< samples: at least one
    double start;                     ///< seconds from the clip's start; after a reference pose
    double duration, step;            ///< seconds; the last step may be shorter
    sinew__foot_path paths[2 * SINEW_MAX_FEET];
    sinew_vec3 *positions; ///< of all paths
} sinew__foot_paths;

/// Seconds between samples of a motion: whole frames, of a thirtieth of a second at most unless a frame is longer.
/// Shorter steps make noise of speeds.
double sinew__foot_step(const sinew_model *model);

/// Samples a clip without its reference pose. Release *out_paths with sinew__foot_paths_free, also on failure.
sinew_result sinew__foot_paths_sample(const sinew_model *model, int32_t clip, const sinew_foot *feet,
                                      int32_t foot_count, sinew__foot_paths *out_paths, sinew_error *error);
void sinew__foot_paths_free(sinew__foot_paths *paths);

/// Seconds from the clip's start of a sample.
double sinew__foot_sample_time(const sinew__foot_paths *paths, int32_t sample);

/// Height of a path at a sample, along the up axis.
double sinew__foot_height(const sinew__foot_paths *paths, const sinew__foot_path *path, int32_t sample);

#endif
