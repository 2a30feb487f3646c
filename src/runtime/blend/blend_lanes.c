#include "runtime/blend/blend_lanes.h"

#include <assert.h>
#include <string.h>

#include "core/base/memory.h"
#include "runtime/pose/crowd.h"
#include "runtime/sampler/compact_sample.h"

/// Of scales of the rest: half of what sinew__blend_needs_exact allows for their average, which is rounded again.
static const float rest_tolerance = 5e-7f;

void sinew__blend_lanes_create(const sinew_blender *blender, sinew__arena *memory, sinew__blend_lanes *out)
{
    const sinew__skeleton_tables *tables = &blender->tables;
    const size_t count = (size_t)tables->joint_count + 1;
    *out = (sinew__blend_lanes){.blender = blender, .count = blender->pose_kernel->lanes};
    out->matrix_of = SINEW__ARENA_ARRAY(memory, int32_t, count);
    out->own_matrix_of = SINEW__ARENA_ARRAY(memory, int32_t, count);
    uint8_t *uses = SINEW__ARENA_ARRAY(memory, uint8_t, count);
    if (memory->failed) return;
    for (int32_t i = 0; i < tables->joint_count; ++i)
        if (tables->first_entry[i] < tables->first_entry[i + 1]) uses[i + 1] = SINEW__MATRIX_READ;
    (void)sinew__assign_lane_matrices(tables->parents, tables->joint_count, uses, memory, out->matrix_of);
    memset(uses, SINEW__MATRIX_KEPT, count);
    const int32_t joint_matrices =
        sinew__assign_lane_matrices(tables->parents, tables->joint_count, uses, memory, out->own_matrix_of);
    out->memory.joint_matrices = sinew__take_lane_matrices(memory, joint_matrices, out->count);
    out->memory.curves =
        sinew__arena_aligned(memory, (size_t)2 * (size_t)out->count * SINEW__CURVE_VALUES * sizeof(float), SINEW__LINE);
    out->rest_inherits = sinew__blend_inherits_scale(blender, blender->rest->groups, rest_tolerance);
}

int sinew__blend_lanes_evaluate(const sinew__blend_lanes *lanes, const sinew_local_pose *poses, int keeps_globals,
                                float *const *palettes)
{
    const sinew_blender *blender = lanes->blender;
    const sinew_local_group *groups[SINEW__MAX_LANES];
    for (int32_t i = 0; i < lanes->count; ++i) {
        if (sinew__blend_needs_exact(blender, &poses[i])) return 0;
        groups[i] = poses[i].groups;
    }
    blender->pose_kernel->pose_many_from_locals(&blender->tables, groups,
                                                keeps_globals ? lanes->own_matrix_of : lanes->matrix_of,
                                                lanes->memory.joint_matrices, palettes);
    return 1;
}

// ---- cross-fades of the same clips --------------------------------------------------------------------------------

/// Two clips at the times of all characters.
typedef struct faded_clips {
    const sinew__baked_clip *baked[2];
    sinew__compact_position positions[2][SINEW__MAX_LANES];
    sinew__compact_sample samples[2][SINEW__MAX_LANES];
    float weights[2][SINEW__MAX_LANES];  ///< of the heavier clip, and of the other
    int32_t exchanged[SINEW__MAX_LANES]; ///< −1 where the second clip is the heavier one
    int has_exchanged;
} faded_clips;

/// Whether a clip may scale joints whose scale reaches their children only as an inherit type says.
static int inherits_scale(const sinew_blender *blender, const sinew__compact_sample *sample)
{
    for (int32_t i = 0; i < blender->group_count; ++i)
        if (blender->scale_lanes[i] & sinew__sample_group(sample, i)->scale_mask) return 1;
    return 0;
}

/// Samples a layer of a character as clip `index` of the two. Returns 0 if it cannot be.
static int sample_layer(const sinew_blender *blender, const sinew_blend_layer *layer, int index, int32_t lane,
                        faded_clips *clips)
{
    return sinew__compact_sample_at(blender->model, clips->baked[index],
                                    sinew__blend_timeline(blender->model, &layer->source),
                                    &clips->positions[index][lane], &clips->samples[index][lane]);
}

/// Returns 0 if a character fades between other clips than the first one does.
static int sample_fade(const sinew_blender *blender, const sinew__clip_fade *fade, const sinew__clip_fade *first,
                       int32_t lane, faded_clips *clips)
{
    const int32_t own[2] = {fade->layers[0]->source.clip, fade->layers[1]->source.clip};
    const int32_t wanted[2] = {first->layers[0]->source.clip, first->layers[1]->source.clip};
    const int is_exchanged = own[0] != wanted[0];
    if (own[is_exchanged] != wanted[0] || own[!is_exchanged] != wanted[1]) return 0;
    clips->exchanged[lane] = -is_exchanged;
    clips->has_exchanged |= is_exchanged;
    for (int i = 0; i < 2; ++i) {
        clips->weights[i][lane] = sinew__blend_weight(fade->layers[i]);
        if (!sample_layer(blender, fade->layers[i], i ^ is_exchanged, lane, clips)) return 0;
    }
    return 1;
}

static int sample_fades(const sinew__blend_lanes *lanes, const sinew__clip_fade *fades, faded_clips *clips)
{
    const sinew_blender *blender = lanes->blender;
    clips->has_exchanged = 0;
    for (int i = 0; i < 2; ++i) {
        clips->baked[i] = sinew__baked_clip_of(blender->model, fades->layers[i]->source.clip);
        if (!clips->baked[i]) return 0;
    }
    for (int32_t i = 0; i < lanes->count; ++i)
        if (!sample_fade(blender, &fades[i], &fades[0], i, clips)) return 0;
    return !inherits_scale(blender, clips->samples[0]) && !inherits_scale(blender, clips->samples[1]);
}

int sinew__blend_lanes_fade(const sinew__blend_lanes *lanes, const sinew__clip_fade *fades, int keeps_globals,
                            float *const *palettes)
{
    const sinew_blender *blender = lanes->blender;
    faded_clips clips; // not zeroed: positions are larger than what most clips use
    if (lanes->rest_inherits || blender->has_sheared_rest || !sample_fades(lanes, fades, &clips)) return 0;
    const sinew__lane_fade fade = {.samples = {clips.samples[0], clips.samples[1]},
                                   .weights = {clips.weights[0], clips.weights[1]},
                                   .exchanged = clips.exchanged,
                                   .has_exchanged = clips.has_exchanged,
                                   .rest = blender->rest->groups};
    blender->kernel->fade_lanes(&blender->tables, &fade, keeps_globals ? lanes->own_matrix_of : lanes->matrix_of,
                                &lanes->memory, palettes);
    return 1;
}

sinew_affine sinew__blend_lane_global(const sinew__blend_lanes *lanes, int32_t lane, int32_t joint)
{
    assert(lane >= 0 && lane < lanes->count && joint >= 0 && joint < lanes->blender->model->joint_count);
    const float *joint_matrix =
        lanes->memory.joint_matrices + (size_t)lanes->own_matrix_of[joint + 1] * 12 * (size_t)lanes->count;
    float matrix[12];
    for (int k = 0; k < 12; ++k) matrix[k] = joint_matrix[k * lanes->count + lane];
    return sinew__blend_joint_global(lanes->blender, matrix);
}
