/// Crowds: pose many characters of one model in one call, each with its own clip, mixer or layers. The results are for
/// the renderer: palettes in model space or in the world, as floats or halves; morph weights; the globals of a few
/// joints.
///
///   sinew_crowd_create      once: scratch memory for one model
///   sinew_crowd_evaluate    per tick: characters → palettes
///
/// The palette of a character in model space has the same bits as from sinew_pose_evaluate_palette,
/// sinew_mixer_evaluate_palette or sinew_blend_evaluate_palette. For a character with `world`, that palette is
/// multiplied by `world`: the linear part is exact up to rounding, and translations are exact to one float step at
/// their distance from the world's origin. A result does not depend on the other characters. A crowd does not advance
/// time: the caller sets the times of clips and steps the mixers.
///
/// Not every character need be posed in every tick: `posed` lists the characters to pose, and the palettes of the
/// others do not change. Posing half of a crowd takes half of the time. Distant characters can leave out joints: each
/// character has its own level of detail (lod.h).
///
/// sinew starts no threads: pass a `parallel_for` to use yours.
///
/// Palettes are row-major 3×4, in floats or halves, one character after the other: upload them as they are
/// (sinew_palette_matrix in types.h). Sockets and `world` are row-major 3×4 in double precision.
///
///     sinew_crowd *made;
///     if (sinew_crowd_create(model, 100, NULL, &made, &error)) return puts(error.message);
///     sinew_crowd_agent characters[100];
///     for (int i = 0; i < 100; ++i)
///         characters[i] =
///             (sinew_crowd_agent){.clip = clip, .time = fmod(time + 0.1 * i, model->clips[clip].duration)};
///     const sinew_crowd_output all = {.palettes = palette, .palette_entries = (int64_t)100 * model->skin_joint_count};
///     if (sinew_crowd_evaluate(made, characters, 100, &all, &error)) return puts(error.message);
///     sinew_crowd_destroy(made);
#ifndef SINEW_CROWD_H
#define SINEW_CROWD_H

#include "sinew/blend.h"
#include "sinew/lod.h"
#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sinew_mixer; ///< mixer.h

/// The clip, mixer or layers that one character plays, and its position. Zeroed: the start of the first clip, in model
/// space.
typedef struct sinew_crowd_agent {
    int32_t clip; ///< SINEW_NONE: the rest pose
    /// seconds from the clip's start, finite. For times outside the clip see sinew_pose_evaluate
    double time;
    const struct sinew_mixer *mixer; ///< plays this mixer's clips instead of `clip`; NULL: no mixer
    /// [layer_count] played instead of `clip`; must be NULL with a mixer. NULL: no layers
    const sinew_blend_input *layers;
    int32_t layer_count; ///< at most SINEW_BLEND_INPUTS_MAX
    /// transform of the character in the world: palette entries become world · sinew_model_info.root · entry, and
    /// sockets world · global in double precision. Elements are finite and at most 1e30. NULL: results are in model
    /// space
    const sinew_affine *world;
    const sinew_lod *lod; ///< leaves out joints; sockets must be joints that stay. NULL: all joints
} sinew_crowd_agent;

/// Calls `body(work, index, worker)` for every index in [0, count), in any order and on any threads, and returns after
/// all calls have returned. `worker` is in [0, worker_count); calls with the same `worker` must not overlap.
typedef void (*sinew_parallel_for)(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                                   void *work);

/// Options of a crowd. Zeroed: it runs on the calling thread.
typedef struct sinew_crowd_options {
    sinew_parallel_for parallel_for; ///< NULL: a plain loop
    void *user;                      ///< passed to parallel_for
    int32_t worker_count;            ///< number of workers, at most SINEW_CROWD_WORKERS_MAX with parallel_for; 0: 1
} sinew_crowd_options;

#define SINEW_CROWD_AGENTS_MAX 1048576 ///< largest number of characters
#define SINEW_CROWD_WORKERS_MAX 1024

/// Scratch memory for crowds of up to `capacity` characters. One owner; one thread at a time.
typedef struct sinew_crowd sinew_crowd;

/// Creates a crowd; the caller destroys *out_crowd, which is NULL on failure. It has a blender (sinew_blender_create)
/// per worker, not per character. `model` must outlive it. SINEW_ERROR_LIMIT: the message states the limit.
SINEW_API SINEW_NODISCARD sinew_result sinew_crowd_create(const sinew_model *model, int32_t capacity,
                                                          const sinew_crowd_options *options, sinew_crowd **out_crowd,
                                                          sinew_error *out_error);

/// Destroys a crowd. Accepts NULL.
SINEW_API void sinew_crowd_destroy(sinew_crowd *crowd);

/// The characters to pose and the arrays for the results. Character i has the i-th share of each array. Zeroed: no
/// results are written.
typedef struct sinew_crowd_output {
    sinew_palette_matrix *palettes; ///< [palette_entries] or NULL
    /// [12 × palette_entries] or NULL: the same entries as halves (IEEE 754 binary16), rounded to nearest, ties to
    /// even; values beyond ±65504 become ±65504. The bits do not depend on the processor
    uint16_t *half_palettes;
    /// size of the arrays in entries, at least (n − 1) × stride + skin_joint_count; n is the number of characters, or
    /// with `posed` the highest posed index + 1
    int64_t palette_entries;
    /// entries from one palette to the next; 0: skin_joint_count. Entries between palettes are not written
    int32_t stride;
    float *morph_weights;   ///< [count × morph_count] or NULL
    const int32_t *sockets; ///< [socket_count] joints whose globals are computed
    int32_t socket_count;
    /// [count × socket_count] globals of the sockets, as sinew_blend_joint_global gives them
    sinew_affine *socket_globals;
    /// [posed_count] indices of the characters to pose, each once, in any order; the others are neither checked nor
    /// written. NULL: all characters
    const int32_t *posed;
    int32_t posed_count;
} sinew_crowd_output;

/// Poses `count` characters, at most the crowd's capacity. The result does not depend on the number of workers or the
/// order of `posed`, bit for bit. Allocates nothing.
///
/// SINEW_ERROR_INVALID_ARGUMENT names the first invalid character, counted from 0, and the problem; nothing is written
/// then. Problems are: an invalid clip or layer (sinew_blend_check; but all weights may be 0), a time or a matrix that
/// is not finite, a mixer, mask or level of detail of another model, an index in `posed` that is out of range or
/// repeated, and too few palette entries. Elements of poses that layers blend are not checked.
SINEW_API SINEW_NODISCARD sinew_result sinew_crowd_evaluate(sinew_crowd *crowd, const sinew_crowd_agent *characters,
                                                            int32_t count, const sinew_crowd_output *output,
                                                            sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
