/// Crowds: many characters of one model in one call, each with a clip, a mixer or layers of its own. The results are
/// for the renderer: palettes, in the model's space or in the world, as floats or as halves; morph weights; the globals
/// of a few joints.
///
///   sinew_crowd_create      once: scratch memory for one model
///   sinew_crowd_evaluate    per tick: characters → palettes
///
/// A character in the model's space gets the same palette, to the last bit, as from sinew_pose_evaluate_palette,
/// sinew_mixer_evaluate_palette or sinew_blend_evaluate_palette. A character with a `world` gets that palette
/// multiplied by its world. The product is exact within the roundings of the character's own size, and its translations
/// within one float step at the distance from the world's origin. It does not depend on the other characters. A crowd
/// does not advance time: the caller sets the times of clips and steps its mixers.
///
/// Not every character must move in every tick: `posed` lists the characters to pose. The palettes of the others do not
/// change. Posing half of a crowd takes half of the time. Distant characters can do without some joints: each character
/// names its level of detail (lod.h).
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
///         characters[i] = (sinew_crowd_agent){.clip = clip, .time = fmod(time + 0.1 * i,
///         model->clips[clip].duration)};
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

/// The clip, mixer or layers that one character plays, and its position. Zeroed: the start of the first clip, in the
/// model's space.
typedef struct sinew_crowd_agent {
    int32_t clip;                    ///< SINEW_NONE: the rest pose
    double time;                     ///< seconds from the clip's start, finite. See sinew_pose_evaluate for times
                                     ///< outside the clip
    const struct sinew_mixer *mixer; ///< its current clips replace `clip`. NULL: none
    const sinew_blend_input *layers; ///< [layer_count] replace the clip; not beside a mixer. NULL: none
    int32_t layer_count;             ///< SINEW_BLEND_INPUTS_MAX at most
    const sinew_affine *world;       ///< transform of the character in the world: its palette entries become world ·
                               ///< sinew_model_info.root · entry, see above, and its sockets world · global, not
                               ///< rounded to floats at that distance. Elements are finite, 1e30 at most. NULL:
                               ///< the model's space
    const sinew_lod *lod; ///< leaves joints out. Sockets are joints that stay. NULL: all joints
} sinew_crowd_agent;

/// Calls `body(work, index, worker)` for every index in [0, count), in any order and on any threads, and returns when
/// all calls have returned. `worker` is in [0, worker_count); calls with the same `worker` must not overlap.
typedef void (*sinew_parallel_for)(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                                   void *work);

/// Zeroed: runs on the calling thread.
typedef struct sinew_crowd_options {
    sinew_parallel_for parallel_for; ///< NULL: a plain loop
    void *user;                      ///< for parallel_for
    int32_t worker_count;            ///< 0: 1; with parallel_for, at most SINEW_CROWD_WORKERS_MAX
} sinew_crowd_options;

#define SINEW_CROWD_AGENTS_MAX 1048576 ///< characters
#define SINEW_CROWD_WORKERS_MAX 1024

/// Scratch memory for crowds of up to `capacity` characters. A cursor: one owner, one thread at a time.
typedef struct sinew_crowd sinew_crowd;

/// Creates a crowd, with a blender per worker (sinew_blender_create), not per character; *out_crowd is NULL on failure.
/// `model` must outlive it. SINEW_ERROR_LIMIT: the message states the limit.
SINEW_API SINEW_NODISCARD sinew_result sinew_crowd_create(const sinew_model *model, int32_t capacity,
                                                          const sinew_crowd_options *options, sinew_crowd **out_crowd,
                                                          sinew_error *out_error);

/// Destroys a crowd. Accepts NULL.
SINEW_API void sinew_crowd_destroy(sinew_crowd *crowd);

/// The characters to pose, and the arrays for the results. The i-th share of each array belongs to character i. Zeroed:
/// nothing is wanted.
typedef struct sinew_crowd_output {
    sinew_palette_matrix *palettes; ///< [palette_entries] or NULL
    uint16_t *half_palettes; ///< [12 × palette_entries] or NULL: the same entries as halves (IEEE 754 binary16),
                             ///< rounded to the nearest, ties to even; values beyond ±65504 become ±65504. The bits do
                             ///< not depend on the processor
    int64_t palette_entries; ///< room, in palette entries: (count − 1) × stride + skin_joint_count at least, with the
                             ///< last one that is posed for `count`
    int32_t stride;         ///< entries from one palette to the next; 0: skin_joint_count. More leaves the room
                            ///< between them as it is
    float *morph_weights;   ///< [count × morph_count] or NULL
    const int32_t *sockets; ///< [socket_count] joints whose globals are wanted
    int32_t socket_count;
    sinew_affine *socket_globals; ///< [count × socket_count], of sinew_blend_joint_global or sinew_pose.global
    const int32_t *posed;         ///< [posed_count] which characters are posed, each once, in any order; nothing is
                                  ///< written for the others, which are not checked either. NULL: all
    int32_t posed_count;
} sinew_crowd_output;

/// Poses characters, [count], at most the crowd's capacity. The result does not depend on the number of workers nor on
/// the order of `posed`, to the last bit. Allocates nothing.
///
/// SINEW_ERROR_INVALID_ARGUMENT, with nothing written, names the character, counted from 0, and the problem: a clip or
/// a layer that is not valid (sinew_blend_check; layers may all weigh 0), a time that is not finite, a mixer, masks or
/// a level of detail of another model, a matrix that is not finite, a number in `posed` out of range or twice, palettes
/// without room. Elements of poses that layers blend are not checked.
SINEW_API SINEW_NODISCARD sinew_result sinew_crowd_evaluate(sinew_crowd *crowd, const sinew_crowd_agent *characters,
                                                            int32_t count, const sinew_crowd_output *output,
                                                            sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
