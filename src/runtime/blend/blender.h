/// Internals of blending: the memory of a blender, the sources that it samples, and masks.
#ifndef SINEW_RUNTIME_BLEND_BLENDER_H
#define SINEW_RUNTIME_BLEND_BLENDER_H

#include "core/base/arena.h"
#include "runtime/kernels/kernels.h"
#include "runtime/pose/lod.h"
#include "sinew/blend.h"

struct sinew_joint_mask {
    const sinew_model *model;
    float *weights; ///< [16 × groups] weight per joint; 0 after the last joint
    float morph_weight;
};

/// The sampled locals, morph weights and visibility of a layer. The pointers point into a pose, the blender or the
/// model.
typedef struct sinew__sampled_source {
    const sinew_local_group *groups;
    const float *morph_weights;
    const uint8_t *visible, *animated;
    double timeline; ///< seconds on the file's timeline
} sinew__sampled_source;

enum {
    SINEW__BLEND_SAMPLED, ///< the layer that is sampled
    SINEW__BLEND_SECOND,  ///< the second layer of a cross-fade, or the reference of an additive layer
    SINEW__BLEND_MEMORIES,
    SINEW__BLEND_SHOWN = 4,
};

enum { SINEW__MOST_MIXED = 16 }; ///< sources that can be mixed; a mixer plays at most twelve clips on a layer

/// Sources found by sinew__blend_find_clips: clips, sampled at their times, and poses. The first `count` are the
/// sources of the average; then come the sources of the layers over it.
typedef struct sinew__mixed_clips {
    sinew__compact_position positions[SINEW__MOST_MIXED];
    sinew__compact_sample samples[SINEW__MOST_MIXED];
    sinew__joint_change changes[SINEW__MOST_MIXED];
    const sinew_local_group *poses[SINEW__MOST_MIXED]; ///< NULL for clips
    const float *pose_morphs[SINEW__MOST_MIXED];       ///< morph weights of poses
    int32_t source_count;
    int32_t pose_count; ///< sources that are poses; the others are clips
    float weights[SINEW__MOST_MIXED], morph_weights[SINEW__MOST_MIXED];
    const float *masks[SINEW__MOST_MIXED];
    const sinew__baked_clip *baked; ///< the baked form of one of the clips
    int32_t count;                  ///< averaged sources
    int has_masks;                  ///< whether an averaged source has a mask
    sinew__clip_over overs[SINEW__MOST_MIXED];
    float morph_overs[SINEW__MOST_MIXED]; ///< weights of the morphs of `overs`, at most 1 unless additive
    int32_t over_count; ///< layers over the average; in `samples` their sources follow the averaged ones
} sinew__mixed_clips;

/// The difference of an inertial fade, in the form that sinew__blend_mix_clips adds to clips.
typedef struct sinew__mixed_difference {
    const sinew__pose_difference *groups; ///< [groups of joints]
    const float *left;                    ///< [16 × groups] remaining fraction of the difference per joint, 0 … 1
    const float *morph_weights;           ///< [morph_count] rest weights + difference
    float morphs_left;
} sinew__mixed_difference;

struct sinew_blender {
    const sinew_model *model;
    const sinew__blend_kernel *kernel;
    const sinew__pose_kernel *pose_kernel;
    sinew__skeleton_tables tables;
    int32_t group_count;
    int has_sheared_rest; ///< some joint has SINEW_JOINT_REST_SHEARED
    /// [group_count] one bit for each joint whose scale reaches its children only by their inherit type
    uint32_t *scale_lanes;
    uint32_t any_scale_lane;
    int has_root; ///< the model's root transform is not the identity
    int can_mix;  ///< the result of sinew__blend_can_mix
    int is_mixed; ///< `joint_matrices` were set by sinew__blend_mix_clips: they are skinning matrices, not globals
    float *joint_matrices; ///< [(joint_count + 1) × 16] globalInverse · global
    sinew_local_pose *rest;
    sinew_local_pose *memory[SINEW__BLEND_MEMORIES];
    /// scratch poses. For the start of an inertial fade: the mixer's pose now and 1/120 s earlier, each before and
    /// after the new clip starts
    sinew_local_pose *shown[SINEW__BLEND_SHOWN];
    sinew__local_sum *sums; ///< [group_count]
    float *morph_sums;      ///< [morph_count]
    float morph_total;      ///< sum of the layers' morph weights
    double sums_timeline;
    uint8_t *sums_animated;  ///< [joint_count]
    uint8_t *common_visible; ///< [joint_count] visibility that all layers so far share
    float common_weight;     ///< sum of the weights of these layers
    int is_common;           ///< all layers so far show the same joints; `visible_sums` is not set yet
    /// [joint_count] sum of layer weights, positive for layers that show the joint and negative for those that hide it
    float *visible_sums;
    sinew_pose *exact; ///< for clips that are not compact, and for poses that need double precision
    sinew__mixed_clips *clips;
    sinew__pose_difference *differences; ///< [group_count] a difference in the joint order of a level of detail
    float *
        differences_left; ///< [16 × group_count] remaining fractions of `differences`, see sinew__mixed_difference.left
    sinew__arena arena;
};

/// Samples the clip of a source into one of the blender's poses, blender->memory[memory], or finds the pose of the
/// source. The result may point into that memory.
sinew__sampled_source sinew__blend_sample(const sinew_blender *blender, const sinew_blend_source *source, int memory);

/// Usable layers with a weight: first the layers of the average, heaviest first, then the layers over it.
typedef struct sinew__layer_order {
    const sinew_blend_input *layers[SINEW_BLEND_INPUTS_MAX];
    int32_t count;      ///< layers of the average
    int32_t over_count; ///< layers over the average, appended by sinew__blend_add_overs
} sinew__layer_order;

/// Checks one layer as sinew_blend_check does; messages call it layer `number`.
sinew_result sinew__blend_check_layer(const sinew_model *model, const sinew_blend_input *layer, int number,
                                      sinew_error *error);

/// Sets `out` to the usable layers of the weighted average, heaviest first.
void sinew__blend_sort_layers(const sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                              sinew__layer_order *out);

/// Appends the usable layers over the average to `order`.
void sinew__blend_add_overs(const sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                            sinew__layer_order *order);

/// Returns the source that an additive layer is relative to.
sinew_blend_source sinew__blend_reference(const sinew_blend_input *layer);

/// Whether clips of the model may be averaged before the joint constants are applied, which skips the local pose.
int sinew__blend_can_mix(const sinew_blender *blender);

/// Samples the clips of layers and finds their poses: averaged ones, heaviest first, then layers over the average.
/// Returns 0 if there are more than SINEW__MOST_MIXED sources, if poses play beside fewer than two clips, or if a
/// source can be blended only as a local pose: a clip that is not compact, or a scale that reaches children by an
/// inherit type.
int sinew__blend_find_clips(const sinew_blender *blender, const sinew_lod *lod, const sinew_blend_input *layers,
                            int32_t count, sinew__mixed_clips *out);

/// Writes the morph weights of found clips with a difference (may be NULL) to `out`, [morph_count]. `played` is the
/// blender's model, or lod->played.
void sinew__blend_mix_weights(const sinew_blender *blender, const sinew_model *played, const sinew__mixed_clips *clips,
                              const sinew__mixed_difference *difference, float *out);

/// Computes the palette of layers that sinew__blend_find_clips accepts, with `difference` added (may be NULL). Also
/// sets the blender's joint matrices to skinning matrices: with `all_joints` of all joints, else of the joints that the
/// palette needs; in the order of the level's joints if `lod` is not NULL. `root`, [12], is the first matrix of the
/// hierarchy walk; NULL: the model's. Returns 0 and writes nothing if the layers are not accepted.
int sinew__blend_mix_clips(sinew_blender *blender, const sinew_lod *lod, const sinew_blend_input *layers, int32_t count,
                           const sinew__mixed_difference *difference, const float *root, int all_joints,
                           sinew_palette_matrix *out_palette, float *out_morph_weights);

/// Converts a rotation that multiplies a joint's local rotation from the left to one with the same effect that
/// multiplies the clip's rotation from the left, before the joint constants are applied.
sinew_quat sinew__rotation_before_constants(const sinew__joint_constants *constants, int lane, sinew_quat rotation);

/// Returns the time of a source on the file's timeline, in seconds; a NaN counts as the start of the clip.
double sinew__blend_timeline(const sinew_model *model, const sinew_blend_source *source);

/// Returns the weight of a layer, at most SINEW_BLEND_WEIGHT_MAX; 0 if it is negative or NaN, or if the layer has no
/// source.
static inline float sinew__blend_weight(const sinew_blend_input *layer)
{
    if (!(layer->weight > 0) || layer->source.kind == SINEW_BLEND_NONE) return 0;
    return layer->weight < SINEW_BLEND_WEIGHT_MAX ? layer->weight : SINEW_BLEND_WEIGHT_MAX;
}

static inline float sinew__blend_morph_weight(const sinew_blend_input *layer)
{
    return sinew__blend_weight(layer) * (layer->mask ? layer->mask->morph_weight : 1.0f);
}

/// Whether any joint of `scale_lanes` has a scale that differs from 1 by more than `tolerance`.
int sinew__blend_inherits_scale(const sinew_blender *blender, const sinew_local_group *groups, float tolerance);

#endif
