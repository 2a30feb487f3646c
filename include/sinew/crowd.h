/// Poses many characters of one model, each with its own clip and time: palettes and morph weights in one call.
///
/// The palette of a character is the same as with `sinew_pose_evaluate_palette`. sinew starts no threads: pass a
/// `parallel_for` to use yours.
#ifndef SINEW_CROWD_H
#define SINEW_CROWD_H

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The clip and time of one character.
typedef struct sinew_character {
    int32_t clip; ///< SINEW_NONE: the rest pose
    double time;  ///< seconds from the clip's start
} sinew_character;

/// Calls `body(work, index, worker)` for every index in [0, count), in any order and on any threads, and returns when
/// all calls have returned. `worker` is in [0, worker_count); calls with the same `worker` must not overlap.
typedef void (*sinew_parallel_for)(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                                   void *work);

/// Zeroed: runs on the calling thread.
typedef struct sinew_crowd_options {
    sinew_parallel_for parallel_for; ///< NULL: a plain loop
    void *user;                      ///< for parallel_for
    int32_t worker_count;            ///< 0: 1; with parallel_for, at most SINEW_CROWD_WORKERS
} sinew_crowd_options;

#define SINEW_CROWD_LIMIT 1048576 ///< characters
#define SINEW_CROWD_WORKERS 1024

/// Scratch memory for crowds of up to `capacity` characters. A cursor: one owner, one thread at a time.
typedef struct sinew_crowd sinew_crowd;

/// Creates a crowd, with a pose per worker (sinew_pose_create), not per character; *out_crowd is NULL on failure.
/// `model` must outlive it. SINEW_ERROR_LIMIT: the message states the limit.
SINEW_API SINEW_NODISCARD sinew_result sinew_crowd_create(const sinew_model *model, int32_t capacity,
                                                          const sinew_crowd_options *options, sinew_crowd **out_crowd,
                                                          sinew_error *out_error);
SINEW_API void sinew_crowd_destroy(sinew_crowd *crowd);

/// Poses `count` characters, at most the crowd's capacity. `out_palettes` is [count × skin_joint_count],
/// `out_morph_weights` is [count × morph_count] or NULL, in the order of the characters. The result is the same, bit
/// for bit, for any number of workers. Allocates nothing.
SINEW_API void sinew_crowd_evaluate(sinew_crowd *crowd, const sinew_character *characters, int32_t count,
                                    sinew_palette_matrix *out_palettes, float *out_morph_weights);

#ifdef __cplusplus
}
#endif

#endif
