/// The memory of a crowd, and the sorting and posing of one tick.
#ifndef SINEW_RUNTIME_CROWD_CROWD_H
#define SINEW_RUNTIME_CROWD_CROWD_H

#include "runtime/blend/blender.h"
#include "runtime/pose/crowd_lanes.h"
#include "sinew/crowd.h"
#include "sinew/mixer.h"

/// Memory of one worker.
typedef struct sinew__crowd_worker {
    sinew_blender *blender;
    /// [SINEW__MAX_LANES × skin_joint_count] palettes of characters, if the caller takes them only as halves
    sinew_palette_matrix *palettes;
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX]; ///< the layers of a mixer
    sinew_local_pose *pose;
    sinew__mixed_clips *clips; ///< [SINEW__MAX_LANES] of characters that are posed together

    // Matrix assignment for characters with sockets that are posed together; valid for one tick and level of detail.
    int32_t *matrix_of; ///< [joint_count + 1]
    int32_t matrix_count;
    const sinew_lod *matrix_lod;
    uint32_t matrix_tick;
    int32_t *assigned; ///< [SINEW__ASSIGN_MEMORY × (joint_count + 1)] scratch for the assignment
    int32_t *sockets;  ///< [joint_count] the sockets' joints in the level of detail
} sinew__crowd_worker;

/// The characters order[first] … order[first + count − 1], which share a level. They all play one clip, or all mix the
/// same clips, or are posed one by one.
typedef struct sinew__crowd_batch {
    int32_t first, count;
    int32_t cost;
} sinew__crowd_batch;

/// A level of a tick: the characters with one level of detail that mix the same clips. A hash table finds the number of
/// a level by `lod` and `clips`.
typedef struct sinew__crowd_level {
    const sinew_lod *lod;
    /// the mixed clips as one number; 0: the character plays one clip, or mixes other sources than clips
    uint64_t clips;
    uint32_t tick; ///< tick that set the entry; entries of earlier ticks are empty
    int32_t number;
} sinew__crowd_level;

struct sinew_crowd {
    const sinew_model *model;
    const sinew__crowd_kernel *kernel;
    /// converts floats to halves; a function of `kernel`
    void (*put_halves)(const float *values, size_t count, uint16_t *out);
    sinew_crowd_options options;
    int32_t capacity;
    sinew__arena memory;
    sinew__crowd_worker *workers; ///< [worker_count]
    sinew__crowd_lanes lanes;
    int32_t *order; ///< [capacity] characters by clip and level; the last ones have mixers or layers
    /// [bin_count] end of each bin in `order`; bin 0 is the rest pose, then one per clip, the last one for mixers and
    /// layers
    int32_t *bin_ends;
    int32_t bin_count;
    int32_t *by_level;   ///< [capacity] characters by level
    int32_t *level_of;   ///< [capacity] number of each character's level; level 0 has all joints and plays one clip
    int32_t *level_ends; ///< [capacity + 1] end of each level in `by_level`
    sinew__crowd_level *levels;  ///< [level_room] hash table of the tick's levels
    uint32_t level_room;         ///< a power of two
    int32_t level_count;         ///< including level 0
    int is_one_level;            ///< all posed characters have one level
    sinew__crowd_batch *batches; ///< [capacity]
    int32_t *piece_starts;       ///< [most pieces + 1] index in `batches` of the first batch of each piece
    int32_t *held_clips;         ///< [slots of the model] bound clips held by the tick; NULL if the model has no slots
    uint32_t *seen;              ///< [capacity] last tick whose `posed` contained the character
    uint32_t tick;
    int32_t batch_count;
    int64_t cost; ///< sum over all batches

    // Set during a tick.
    const sinew_crowd_agent *characters;
    sinew_crowd_output output; ///< the caller's output with `stride` resolved: never 0
};

/// Sorts the characters of a tick by level and clips, and cuts them into batches, and the batches into pieces. A piece
/// is the work that one call of a worker does. Returns the number of pieces.
int32_t sinew__crowd_deal_out(sinew_crowd *crowd, int32_t count);

/// Poses the characters of a batch.
void sinew__crowd_pose_batch(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t worker,
                             const sinew__crowd_batch *batch);

/// Returns the number of posed characters; sinew__posed_at returns the index of each.
static inline int32_t sinew__posed_count(const sinew_crowd *crowd, int32_t count)
{
    return crowd->output.posed ? crowd->output.posed_count : count;
}

static inline int32_t sinew__posed_at(const sinew_crowd *crowd, int32_t i)
{
    return crowd->output.posed ? crowd->output.posed[i] : i;
}

/// Returns the largest number of pieces of a tick.
static inline int32_t sinew__most_pieces(const sinew_crowd *crowd)
{
    enum { PIECES_PER_WORKER = 16 };
    return crowd->options.worker_count * PIECES_PER_WORKER;
}

/// Whether a character plays one clip, not a mixer or layers.
static inline int sinew__plays_clip(const sinew_crowd_agent *who)
{
    return !who->mixer && !who->layers;
}

#endif
