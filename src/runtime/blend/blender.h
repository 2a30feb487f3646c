/// The memory of blending for one model; masks of joints and local poses.
#ifndef SINEW_RUNTIME_BLEND_BLENDER_H
#define SINEW_RUNTIME_BLEND_BLENDER_H

#include "core/base/arena.h"
#include "runtime/kernels/kernels.h"
#include "runtime/pose/lod.h"
#include "sinew/blend.h"

struct sinew_joint_mask {
    const sinew_model *model;
    float *weights; ///< [16 × groups], 0 beyond the last joint
    float morph_weight;
};

/// The locals, morph weights and visibility of a layer. Pointers into a pose, the blender or the model.
typedef struct sinew__sampled_source {
    const sinew_local_group *groups;
    const float *morph_weights;
    const uint8_t *visible, *animated;
    double timeline; ///< seconds on the file's timeline
} sinew__sampled_source;

enum {
    SINEW__BLEND_SAMPLED, ///< memory of a layer
    SINEW__BLEND_SECOND,  ///< of the second layer of a cross-fade, or the reference of an additive one
    SINEW__BLEND_MEMORIES,
    SINEW__BLEND_SHOWN = 4,
};

enum { SINEW__MOST_MIXED = 16 }; ///< layers: a mixer plays twelve clips on a layer at most

/// Clips at their times, of sinew__blend_find_clips.
typedef struct sinew__mixed_clips {
    sinew__compact_position positions[SINEW__MOST_MIXED];
    sinew__compact_sample samples[SINEW__MOST_MIXED];
    sinew__joint_change changes[SINEW__MOST_MIXED];
    float weights[SINEW__MOST_MIXED];
    const sinew__baked_clip *baked; ///< of the first
    int32_t count;                  ///< of clips that are averaged
    sinew__clip_over overs[SINEW__MOST_MIXED];
    float morph_overs[SINEW__MOST_MIXED]; ///< weights of their morphs, 1 at most
    int32_t over_count;                   ///< of clips over the average, which come after the others
} sinew__mixed_clips;

/// The difference that an inertial fade adds to clips, as sinew__blend_mix_clips takes it.
typedef struct sinew__mixed_difference {
    const sinew__pose_difference *groups; ///< [groups of joints]
    const float *left;                    ///< [16 × groups] how much of it: 0 … 1
    const float *morph_weights;           ///< [morph_count] the difference added to the weights of the rest pose
    float morphs_left;
} sinew__mixed_difference;

struct sinew_blender {
    const sinew_model *model;
    const sinew__blend_kernel *kernel;
    const sinew__pose_kernel *pose_kernel;
    sinew__skeleton_tables tables;
    int32_t group_count;
    int has_sheared_rest;  ///< some joint has SINEW_JOINT_REST_SHEARED
    uint32_t *scale_lanes; ///< [group_count] a bit for each joint whose scale reaches a child only as its inherit type
                           ///< says
    uint32_t any_scale_lane;
    int has_root;          ///< the root of the model is not the identity
    int can_mix;           ///< sinew__blend_can_mix
    int is_mixed;          ///< the joint matrices are skinning matrices, of sinew__blend_mix_clips
    float *joint_matrices; ///< [(joint_count + 1) × 16] globalInverse · global
    sinew_local_pose *rest;
    sinew_local_pose *memory[SINEW__BLEND_MEMORIES];
    sinew_local_pose *shown[SINEW__BLEND_SHOWN]; ///< of a mixer: before and after a change, now and earlier
    sinew__local_sum *sums;                      ///< [group_count]
    float *morph_sums;                           ///< [morph_count]
    float morph_total;                           ///< of the weights of morphs
    double sums_timeline;
    uint8_t *sums_animated;  ///< [joint_count]
    uint8_t *common_visible; ///< [joint_count] of the layers so far, while all show the same joints
    float common_weight;     ///< of those layers
    int is_common;           ///< all layers so far show the same joints, and `visible_sums` are not set
    float *visible_sums;     ///< [joint_count] weights of layers: positive if they show the joint, else negative
    sinew_pose *exact;       ///< for clips that are not compact, and for inherit types that make scales matter
    sinew__mixed_clips *clips;
    sinew__pose_difference *differences; ///< [group_count] of the joints of a level of detail
    float *differences_left;             ///< [16 × group_count]
    sinew__arena arena;
};

/// Samples a clip, or finds the pose. `memory` is one of the blender's; the result may point into it.
sinew__sampled_source sinew__blend_sample(const sinew_blender *blender, const sinew_blend_source *source, int memory);

/// Layers of the weighted average with a weight, heaviest first.
typedef struct sinew__layer_order {
    const sinew_blend_input *layers[SINEW_BLEND_INPUTS_MAX];
    int32_t count;
    int32_t over_count; ///< of sinew__blend_add_overs, after the others
} sinew__layer_order;

/// One layer of sinew_blend_check; errors call it `number`.
sinew_result sinew__blend_check_layer(const sinew_model *model, const sinew_blend_input *layer, int number,
                                      sinew_error *error);

/// The layers of the weighted average that are usable.
void sinew__blend_sort_layers(const sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                              sinew__layer_order *out);

/// Appends the layers over the average that are usable. Returns 0 if a usable layer is additive.
int sinew__blend_add_overs(const sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                           sinew__layer_order *order);

/// Whether averages of clips of the model may be made before the constants of joints are applied.
int sinew__blend_can_mix(const sinew_blender *blender);

/// Samples layers that are clips, averaged without masks, heaviest first, and over the average. Returns 0 if they
/// are more than that.
int sinew__blend_find_clips(const sinew_blender *blender, const sinew_lod *lod, const sinew_blend_input *layers,
                            int32_t count, sinew__mixed_clips *out);

/// Their morph weights with a difference, or NULL. `played` is the model, or a level of detail's.
void sinew__blend_mix_weights(const sinew_blender *blender, const sinew_model *played, const sinew__mixed_clips *clips,
                              const sinew__mixed_difference *difference, float *out);

/// Layers that sinew__blend_find_clips takes, with a difference, or NULL, → palette, and the skinning
/// matrices of the joints that it depends on, or of all, in the blender's joint matrices; with a level of detail, not
/// NULL, in the order of its joints. `root`, [12], begins the walk; NULL: the model's. Returns 0, with
/// nothing written, if they are more than that.
int sinew__blend_mix_clips(sinew_blender *blender, const sinew_lod *lod, const sinew_blend_input *layers, int32_t count,
                           const sinew__mixed_difference *difference, const float *root, int all_joints,
                           sinew_palette_matrix *out_palette, float *out_morph_weights);

/// Converts a rotation in front of a joint's local one to a rotation before the joint's constants.
sinew_quat sinew__rotation_before_constants(const sinew__joint_constants *constants, int lane, sinew_quat rotation);

/// The time of a clip on the file's timeline: its start for NaN.
double sinew__blend_timeline(const sinew_model *model, const sinew_blend_source *source);

/// Weights of a layer per tick: 0 for NaN, for negative ones, and without a source.
static inline float sinew__blend_weight(const sinew_blend_input *layer)
{
    if (!(layer->weight > 0) || layer->source.kind == SINEW_BLEND_NONE) return 0;
    return layer->weight < SINEW_BLEND_WEIGHT_MAX ? layer->weight : SINEW_BLEND_WEIGHT_MAX;
}

static inline float sinew__blend_morph_weight(const sinew_blend_input *layer)
{
    return sinew__blend_weight(layer) * (layer->mask ? layer->mask->morph_weight : 1.0f);
}

/// Whether the scale of a joint that reaches its children only as an inherit type says differs from 1 by more than
/// `tolerance`.
int sinew__blend_inherits_scale(const sinew_blender *blender, const sinew_local_group *groups, float tolerance);

#endif
