/// A crowd's memory, and one tick of it.
#ifndef SINEW_RUNTIME_CROWD_CROWD_H
#define SINEW_RUNTIME_CROWD_CROWD_H

#include "runtime/blend/blender.h"
#include "runtime/pose/crowd_lanes.h"
#include "sinew/crowd.h"
#include "sinew/mixer.h"

/// Memory of one worker.
typedef struct sinew__crowd_worker {
    sinew_blender *blender;
    sinew_palette_matrix *palettes; ///< [SINEW__MAX_LANES × skin_joint_count] of characters that are not written as
                                    ///< they are computed
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX]; ///< of a mixer
    sinew_local_pose *pose;
    sinew__mixed_clips *clips; ///< [SINEW__MAX_LANES] of characters that are posed at once

    // where characters with sockets that are posed at once keep matrices, in one tick with one level of detail
    int32_t *matrix_of; ///< [joint_count + 1]
    int32_t matrix_count;
    const sinew_lod *matrix_lod;
    uint32_t matrix_tick;
    int32_t *assigned; ///< [SINEW__ASSIGN_MEMORY × (joint_count + 1)] memory for that
    int32_t *sockets;  ///< [joint_count] joints of that level
} sinew__crowd_worker;

/// Characters order[first] … order[first + count − 1] have one level, and play one clip or mix the same ones, or have
/// to be posed one by one.
typedef struct sinew__crowd_batch {
    int32_t first, count;
    int32_t cost;
} sinew__crowd_batch;

/// A level of a tick: a level of detail, and the clips of characters that mix some. A table finds it by both.
typedef struct sinew__crowd_level {
    const sinew_lod *lod;
    uint64_t clips; ///< 0: not only clips are mixed
    uint32_t tick;  ///< of the entry; another tick: empty
    int32_t number;
} sinew__crowd_level;

struct sinew_crowd {
    const sinew_model *model;
    const sinew__crowd_kernel *kernel;
    void (*put_halves)(const float *values, size_t count, uint16_t *out); ///< one of the kernel's
    sinew_crowd_options options;
    int32_t capacity;
    sinew__arena memory;
    sinew__crowd_worker *workers; ///< [worker_count]
    sinew__crowd_lanes lanes;
    int32_t *order;    ///< [capacity] characters by clip and level; characters posed one by one are at the end
    int32_t *bin_ends; ///< [bin_count] ends of clips in `order`; the first bin is the rest pose, the last one by one
    int32_t bin_count;
    int32_t *by_level;           ///< [capacity] characters by level
    int32_t *level_of;           ///< [capacity] the number of a character's level; 0: all joints, no mix
    int32_t *level_ends;         ///< [capacity + 1] ends of levels in `by_level`
    sinew__crowd_level *levels;  ///< [level_room] of the tick
    uint32_t level_room;         ///< a power of two
    int32_t level_count;         ///< with all joints
    int is_one_level;            ///< all posed characters have one level
    sinew__crowd_batch *batches; ///< [capacity]
    int32_t *piece_starts;       ///< [most pieces + 1] in `batches`
    int32_t *held_clips;         ///< [slots of the model] those that the tick has held; NULL: the model has no slots
    uint32_t *seen;              ///< [capacity] the last tick in which `posed` had a character
    uint32_t tick;
    int32_t batch_count;
    int64_t cost; ///< of all batches

    // of the evaluation in progress
    const sinew_crowd_agent *characters;
    sinew_crowd_output output; ///< `stride` is not 0
};

/// Sorts the characters of a tick by level and clips, and cuts them into batches and pieces. Returns the number of
/// pieces.
int32_t sinew__crowd_deal_out(sinew_crowd *crowd, int32_t count);

/// Poses the characters of a batch.
void sinew__crowd_pose_batch(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t worker,
                             const sinew__crowd_batch *batch);

/// The number of posed characters, and the index of one of them.
static inline int32_t sinew__posed_count(const sinew_crowd *crowd, int32_t count)
{
    return crowd->output.posed ? crowd->output.posed_count : count;
}

static inline int32_t sinew__posed_at(const sinew_crowd *crowd, int32_t i)
{
    return crowd->output.posed ? crowd->output.posed[i] : i;
}

/// Pieces that a tick is cut into at most.
static inline int32_t sinew__most_pieces(const sinew_crowd *crowd)
{
    enum { PIECES_PER_WORKER = 16 };
    return crowd->options.worker_count * PIECES_PER_WORKER;
}

/// Whether a character plays its clip, neither a mixer nor layers.
static inline int sinew__plays_clip(const sinew_crowd_agent *who)
{
    return !who->mixer && !who->layers;
}

#endif
