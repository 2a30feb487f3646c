/// The inner loops: clip → locals or palette, locals → blended locals → palette, palette → vertices. The formulas are
/// written once (*_formulas.h), in terms of the vectors of an instruction set (vector_*.h), and compiled for each of
/// them (kernels_*.c). Each use has a table of its own, so that a program only links the kernels of functions that it
/// calls.
///
/// Skinning matrices (see runtime/model/baked_clips.h) are stored in joint matrices of 16 floats, 3×4 matrices by rows:
/// joint matrix 0 is globalInverse, joint i has joint matrix i + 1.
#ifndef SINEW_RUNTIME_KERNELS_KERNELS_H
#define SINEW_RUNTIME_KERNELS_KERNELS_H

#include "core/base/cpu.h"
#include "runtime/model/compact_clip.h"
#include "sinew/locals.h"
#include "sinew/model.h"

// ---- a compact clip at a time ---------------------------------------------------------------------------------------

enum { SINEW__KEY_ROWS = 3 };

/// The rows of one grid that hold the keys around a time, and the weights of the keys.
typedef struct sinew__grid_position {
    int32_t rows[SINEW__KEY_ROWS];
    int32_t row_count;                ///< the other rows have no weight; 0: three keys of an uneven grid
    int32_t weights[SINEW__KEY_ROWS]; ///< of the even key of each row in the low half, of the odd one in the high half,
                                      ///< signed; their sum is SINEW__KEY_WEIGHT_SUM. Of an uneven grid, the first
                                      ///< is the first unit after the time, in the high half
    float uneven_time;                ///< the time from the line of the middle key of an uneven grid, in its units
} sinew__grid_position;

typedef struct sinew__compact_position {
    sinew__grid_position grids[SINEW__COMPACT_GRIDS];
    int32_t cell;
    double part; ///< of the cell, 0 … 1
    int64_t tick;
} sinew__compact_position;

enum { SINEW__CURVE_VALUES = SINEW__CHUNK_CURVES + SINEW__COMPACT_LANES }; ///< floats for the curves of a chunk

/// A clip at a time.
typedef struct sinew__compact_sample {
    const uint8_t *section; ///< origin of the clip's offsets
    const sinew__compact_clip *clip;
    const sinew__joint_constants *joint_constants;
    const sinew__compact_position *position;
    int32_t joint_count, joint_group_count;
} sinew__compact_sample;

static inline const sinew__compact_group *sinew__sample_group(const sinew__compact_sample *sample, int32_t index)
{
    return (const sinew__compact_group *)sinew__baked_at(sample->section, sample->clip->groups) + index;
}

// ---- locals ---------------------------------------------------------------------------------------------------------

/// Products and sums are rounded one by one, so that every instruction set gives the same bits.
typedef struct sinew__compact_kernel {
    /// Values of the curves of eight groups, [SINEW__CURVE_VALUES].
    void (*curves)(const sinew__compact_sample *sample, int32_t chunk, float *out);

    /// Authored locals of a group of joints.
    void (*locals)(const sinew__compact_sample *sample, int32_t group, const float *curves, sinew_local_group *out);

    /// Weights of a group of morphs, [16].
    void (*weights)(const sinew__compact_sample *sample, int32_t group, const float *curves, float *out);
} sinew__compact_kernel;

// ---- poses ----------------------------------------------------------------------------------------------------------

enum {
    SINEW__MAX_LANES = 8,  ///< characters that are posed at once, at most
    SINEW__LANE_CLIPS = 3, ///< the most clips that these mix: a blend space's
};

/// Memory for posing several characters at once.
typedef struct sinew__lane_memory {
    float *joint_matrices; ///< [joint matrices in use][12][lanes]
    float *curves;         ///< [SINEW__LANE_CLIPS][SINEW__CURVE_VALUES][lanes] of the curves of a chunk
} sinew__lane_memory;

/// Positions of several characters, and destinations of their palettes.
typedef struct sinew__lane_output {
    float *palettes[SINEW__MAX_LANES];
    uint16_t *halves[SINEW__MAX_LANES]; ///< instead, where as_halves is not 0, of a kernel that has put_halves_f16c
    int as_halves;
    int is_placed; ///< walks begin with `roots`, not with their own root, and `shifts` are added to translations of
                   ///< entries as they are stored
    float roots[12 * SINEW__MAX_LANES]; ///< [12][lanes]
    float shifts[3 * SINEW__MAX_LANES]; ///< [3][lanes] −0 where nothing is added
} sinew__lane_output;

/// A clip's values of one joint → played values: a rotation before the joint's constants by `rotation`, a translation
/// by `translation`.
typedef struct sinew__joint_change {
    int32_t joint; ///< SINEW_NONE: no joint
    float rotation[4][4];
    sinew_palette_matrix translation;
} sinew__joint_change;

/// Compact clips without pivots that several characters average, each at its own times.
typedef struct sinew__lane_mix {
    sinew__compact_sample samples[SINEW__LANE_CLIPS][SINEW__MAX_LANES];
    float weights[SINEW__LANE_CLIPS][SINEW__MAX_LANES]; ///< whose sum is 1; the heaviest clip first
    const sinew__joint_change *changes[SINEW__LANE_CLIPS][SINEW__MAX_LANES]; ///< of one joint in all characters, or of
                                                                             ///< none
    int32_t count;                                                           ///< of clips, one at least
} sinew__lane_mix;

/// Inputs of the walk of one clip. Kernels look up the arrays that they use: most calls use few of them.
typedef struct sinew__walk {
    const uint8_t *section; ///< what offsets count from
    const sinew__baked_header *header;
    const sinew__baked_clip *clip;
    const float *root; ///< [12] matrix that the walk begins with: the header's, or a character's in the world
    int32_t joint_count;
} sinew__walk;

static inline sinew__walk sinew__walk_of(const sinew_model *model, const sinew__baked_clip *clip)
{
    const sinew__baked_header *header = sinew__baked_at(model->baked, 0);
    return (sinew__walk){model->baked, header, clip, header->root, model->joint_count};
}

/// What computing globals from locals reads of a skeleton.
typedef struct sinew__skeleton_tables {
    const int32_t *parents;              ///< [joint_count] joint matrices
    const int32_t *first_child;          ///< [joint_count + 1] the first joint whose parent is this one or a later
    const sinew__palette_entry *entries; ///< [entry_count] of all skin joints, by joint; `offset` is the skin joint's
    const int32_t *first_entry;          ///< [joint_count + 1] the first of a joint's entries
    const float *root;                   ///< [12] globalInverse
    int32_t joint_count, entry_count;
} sinew__skeleton_tables;

/// Playing one character. It is a table of its own: a program that only plays does not link the rest of a kernel.
typedef struct sinew__play_kernel {
    /// One character from a compact clip. Fills palette, [skin_joint_count], and of joint matrices, [joint_count + 1]
    /// and best on a 64-byte boundary, the matrices of joints that the palette depends on, or all.
    void (*walk_compact)(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                         float *joint_matrices, sinew_palette_matrix *palette);

    /// Globals of `count` joints in double precision: root · joint matrix · bind, of the first joint on; `root` may be
    /// NULL. With the bits of sinew__affine_multiply.
    void (*put_globals)(const float *joint_matrices, const sinew_affine *binds, const sinew_affine *root, int32_t count,
                        sinew_affine *out);
} sinew__play_kernel;

/// Crowds.
typedef struct sinew__crowd_kernel {
    const sinew__play_kernel *play;

    /// `lanes` characters that play one compact clip at times of their own, with the same bits. matrix_of, of
    /// sinew__assign_lane_matrices, leaves out joints without dependents. Fills the palettes.
    void (*pose_many)(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                      const sinew__lane_memory *memory, const sinew__lane_output *output);

    /// `lanes` characters that mix clips, with the bits of walk_clips and walk_clip.
    void (*mix_many)(const sinew__walk *walk, const sinew__lane_mix *mix, const int32_t *matrix_of,
                     const sinew__lane_memory *memory, const sinew__lane_output *output);
    int32_t lanes;

    /// Adds to the translations of `count` entries of a character whose walk began with its position, like pose_many.
    void (*put_shift)(const float shift[3], sinew_palette_matrix *palette, int32_t count);

    /// Replaces each of `count` entries p by a · p, with the bits of sinew_palette_transform.
    void (*put_world)(const sinew_affine *a, sinew_palette_matrix *palette, int32_t count);

    /// Floats → halves, rounded to the nearest, ties to even; larger values become the largest half, NaN 0.
    void (*put_halves)(const float *values, size_t count, uint16_t *out);

    /// Floats → halves with the bits of put_halves, by F16C: for processors that have it (sinew__has_f16c). NULL: not
    /// in this table.
    void (*put_halves_f16c)(const float *values, size_t count, uint16_t *out);
} sinew__crowd_kernel;

/// Poses that are given by locals.
typedef struct sinew__pose_kernel {
    const sinew__play_kernel *play;

    /// Joint matrices of all joints from their locals.
    void (*walk_locals)(const sinew__skeleton_tables *tables, const sinew_local_group *groups, float *joint_matrices);

    /// Joint matrices of a joint and all joints below it, from its parent's.
    void (*walk_locals_below)(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t joint,
                              float *joint_matrices);

    /// Palette entries of all skin joints from joint matrices.
    void (*put_palette)(const sinew__skeleton_tables *tables, const float *joint_matrices,
                        sinew_palette_matrix *palette);
} sinew__pose_kernel;

// ---- blending -------------------------------------------------------------------------------------------------------

/// A weighted sum of locals, and the sum of the weights.
typedef struct sinew__local_sum {
    sinew_local_group values;
    float weight[SINEW_LOCAL_LANES];
} sinew__local_sum;

/// Locals with a weight: `weight`, times the mask's per joint.
typedef struct sinew__weighted_locals {
    const sinew_local_group *groups;
    const float *mask; ///< [16 × count] or NULL
    float weight;
} sinew__weighted_locals;

/// The difference added to 16 joints of a pose: rotations in front of the clips' rotations, before the joints'
/// constants, with w ≥ 0; translations; and of scales the ratio less 1.
typedef struct sinew__pose_difference {
    float rotation[4][SINEW_LOCAL_LANES], translation[3][SINEW_LOCAL_LANES], scale[3][SINEW_LOCAL_LANES];
    int32_t translates;  ///< 0: all translations are 0
    uint32_t scale_mask; ///< lanes with a ratio other than 1
    int32_t reserved[14];
} sinew__pose_difference;

/// The weight of a clip over the clips below it: `weight`, times the mask's per joint; above 1 it counts as 1.
typedef struct sinew__clip_over {
    float weight;
    const float *mask; ///< [16 × groups] or NULL
} sinew__clip_over;

/// Compact clips of one model, without pivots, that are averaged, and clips over their average.
typedef struct sinew__clip_mix {
    const sinew__compact_sample *samples; ///< [count + over_count] the heaviest first, then those over the average
    const float *weights;                 ///< [count] whose sum is 1
    const sinew__joint_change *changes;   ///< [count + over_count] of joints that have quaternions of their own, or are
                                          ///< in a group without any
    int32_t count;                        ///< one at least
    const sinew__clip_over *overs;        ///< [over_count] from below
    int32_t over_count;
    const sinew__pose_difference *differences; ///< [groups of joints] or NULL: added to the average
    const float *left;                         ///< [16 × groups] how much of the differences: 0 … 1
} sinew__clip_mix;

/// `count` is the number of joints. Lanes after them in their last group may stay as they are.
typedef struct sinew__blend_kernel {
    /// Begins a sum with its first layer.
    void (*begin)(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *out_sums);

    /// Adds a layer, rotations in the hemisphere of the sum.
    void (*add)(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *sums);

    /// Adds the last layer, unless it is NULL, and divides by the weights. `rest` gets the missing weight up to
    /// SINEW_BLEND_THRESHOLD.
    void (*finish)(const sinew__weighted_locals *last, const sinew__local_sum *sums, const sinew_local_group *rest,
                   int32_t count, sinew_local_group *out);

    /// All of this for two layers without masks whose weights sum to SINEW_BLEND_THRESHOLD or more. Gives the same
    /// values.
    void (*average_two)(const sinew__weighted_locals *first, const sinew__weighted_locals *second,
                        const sinew_local_group *rest, int32_t count, sinew_local_group *out);

    /// Interpolates from `base` to a layer; weights above 1 count as 1.
    void (*over)(const sinew__weighted_locals *layer, int32_t count, sinew_local_group *base);

    /// Adds to `base` the difference between a layer and its reference.
    void (*add_difference)(const sinew__weighted_locals *layer, const sinew_local_group *reference, int32_t count,
                           sinew_local_group *base);

    /// Compact clips → average, and the difference → joint matrices and palette, as walk_compact of the play kernel.
    void (*walk_clips)(const sinew__walk *walk, const sinew__clip_mix *mix, int all_joints, float *joint_matrices,
                       sinew_palette_matrix *palette);

    /// One clip, in less time than walk_clips takes.
    void (*walk_clip)(const sinew__walk *walk, const sinew__clip_mix *mix, int all_joints, float *joint_matrices,
                      sinew_palette_matrix *palette);
} sinew__blend_kernel;

// ---- skinning -------------------------------------------------------------------------------------------------------

/// One palette entry split for dual quaternion skinning.
typedef struct sinew__dual_entry {
    float real[4], dual[4], scale[3];
} sinew__dual_entry;

/// Vertex blocks to skin. Arrays of vertices begin with the first vertex block's and are whole vertex blocks long.
typedef struct sinew__skin_vertex_blocks {
    const uint32_t *start; ///< [vertex blocks + 1] in the two below
    const int32_t *skin_joints;
    const float *weights;                ///< 16 a skin_joint
    const sinew_palette_matrix *palette; ///< of the model, for linear skinning
    const sinew__dual_entry *entries;    ///< of the mesh, for dual quaternions
    int32_t first_skin_joint;            ///< that `entries` begins with
    const float *positions, *normals;
    float *out_positions;
    float *out_normals; ///< or NULL
} sinew__skin_vertex_blocks;

typedef void sinew__skin_vertex_blocks_function(const sinew__skin_vertex_blocks *blocks, int32_t count);

/// Tangents of one vertex block, part by part: all x, all y, all z, all w.
typedef struct sinew__tangent_vertex_block {
    float part[4][SINEW_VERTEX_BLOCK_SIZE];
} sinew__tangent_vertex_block;

typedef void sinew__skin_tangents_function(const sinew__skin_vertex_blocks *blocks, int32_t block,
                                           sinew__tangent_vertex_block *tangents);

typedef struct sinew__skin_kernel {
    sinew__skin_vertex_blocks_function *linear, *dual_quaternion;
    sinew__skin_tangents_function *linear_tangents, *dual_quaternion_tangents;
} sinew__skin_kernel;

// ---- those in use --------------------------------------------------------------------------------------------------

/// The kernels that core/base/cpu.h chooses.
const sinew__play_kernel *sinew__play_kernel_best(void);
const sinew__compact_kernel *sinew__compact_kernel_best(void);
const sinew__crowd_kernel *sinew__crowd_kernel_best(void);
const sinew__pose_kernel *sinew__pose_kernel_best(void);
const sinew__blend_kernel *sinew__blend_kernel_best(void);
const sinew__skin_kernel *sinew__skin_kernel_best(void);

/// Of kernels_avx512_lanes.c.
void sinew__pose_many_avx512(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, const sinew__lane_output *output);
void sinew__mix_many_avx512(const sinew__walk *walk, const sinew__lane_mix *mix, const int32_t *matrix_of,
                            const sinew__lane_memory *memory, const sinew__lane_output *output);
void sinew__walk_locals_below_avx512(const sinew__skeleton_tables *tables, const sinew_local_group *groups,
                                     int32_t joint, float *joint_matrices);

/// Baking measures with the portable ones, so that all processors bake the same.
extern const sinew__play_kernel sinew__play_kernel_portable;
extern const sinew__compact_kernel sinew__compact_kernel_portable;

#endif
