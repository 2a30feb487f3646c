/// Baking: resampling clips to frames for playback.
///
/// A baked frame (a *row*) is the pose of all joints at one time. The pose at any time is interpolated between two
/// baked frames, so that a random time costs as much as sequential playback, and a character needs no state except its
/// time. There is a baked frame at every authored key time, and more where interpolation would leave the authored
/// curves. Layers, tangents, pivots and inherit types are resolved while baking.
///
/// The baked frames of small clips hold skinning matrices: playback interpolates them into the palette without a
/// hierarchy walk. Those of longer clips hold local transforms, which take a third of the memory and about three times
/// as long to play.
///
/// SINEW_ENGINE_FAST and crowds play baked frames of a model that has them, and authored curves otherwise.
#ifndef SINEW_BAKE_H
#define SINEW_BAKE_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Options of baking. Zero-initialized: the defaults.
typedef struct sinew_bake_options {
    double error; ///< largest displacement of anything that a joint moves, as a fraction of `sinew_model_info.size`; 0:
                  ///< 1e-4
    size_t byte_limit;  ///< of one clip; 0: 16 MiB
    size_t carry_limit; ///< bytes of skinning matrices of one clip; a larger clip gets local transforms. 0: 2 MiB, to
                        ///< fit in the processor's caches; 1: always local transforms
    size_t total_byte_limit; ///< of all clips together; 0: 128 MiB
    uint64_t work_limit;     ///< joints, channels and morphs evaluated while baking all clips; 0: 8 million
    double seconds; ///< time limit; 0: none. With a limit, the set of baked clips depends on the speed of the machine

    /// Called about every 20 ms with the seconds since the start. A nonzero return value ends baking with
    /// SINEW_ERROR_CANCELLED. May be NULL.
    int (*progress)(void *user, double seconds);
    void *user;
} sinew_bake_options;

/// Bakes all clips of a model. Returns a new block with the contents of the model and the baked frames. A clip that
/// exceeds the limits is not baked, and a warning of severity info names it: "I53" too large or too slow, "I54" the
/// error cannot be reached, or values exceed single precision. *out_block is from malloc, for `sinew_model_from_block`;
/// NULL on failure. The same model gives the same bytes on every machine of one kind, unless the time limit is reached.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_bake(const sinew_model *model, const sinew_bake_options *options,
                                                        void **out_block, size_t *out_size, sinew_error *out_error);

/// The baked form of a clip.
typedef struct sinew_clip_rows {
    int32_t row_count;     ///< 0: not baked
    int32_t rotation_bits; ///< bits per rotation component: 16 or 32; 0 when no rotation is animated
    int holds_carries;     ///< 1: skinning matrices; 0: local transforms
    size_t byte_count;
    double error; ///< largest displacement measured, as a fraction of `sinew_model_info.size`
} sinew_clip_rows;

/// Describes the baked frames of a clip.
SINEW_API sinew_clip_rows sinew_clip_baked_rows(const sinew_model *model, int32_t clip);

#ifdef __cplusplus
}
#endif

#endif
