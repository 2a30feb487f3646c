/// The inner loops: clip → locals or palette, locals → blended locals → palette, palette → vertices. The formulas are
/// written once (*_formulas.h) with the vectors of an instruction set (vector_*.h), and compiled for each instruction
/// set (kernels_*.c). Each use has its own table, so that a program links only the kernels of functions that it calls.
///
/// Skinning matrices (see runtime/model/baked_clips.h) are stored in joint matrices of 16 floats: a 3×4 matrix by rows,
/// and 4 unused floats. Joint matrix 0 is globalInverse; joint i has joint matrix i + 1.
#ifndef SINEW_RUNTIME_KERNELS_KERNELS_H
#define SINEW_RUNTIME_KERNELS_KERNELS_H

#include "core/base/cpu.h"
#include "runtime/model/compact_clip.h"
#include "sinew/locals.h"
#include "sinew/model.h"

// ---- a compact clip at one time -------------------------------------------------------------------------------------

enum { SINEW__KEY_ROWS = 3 };

/// The rows of one grid with the keys around a time, and the weights of these keys.
typedef struct sinew__grid_position {
    int32_t rows[SINEW__KEY_ROWS];
    int32_t row_count; ///< rows with a weight; 0: an uneven grid, with three keys in `rows`
    /// per row the weights of its two keys as signed 16-bit halves, the first key's in the low half; all weights sum to
    /// SINEW__KEY_WEIGHT_SUM. Uneven grid: [0] is the limit of uneven_numbers
    int32_t weights[SINEW__KEY_ROWS];
    float uneven_time; ///< uneven grid: the time relative to the start of the middle key's cell, in the grid's units
} sinew__grid_position;

typedef struct sinew__compact_position {
    sinew__grid_position grids[SINEW__COMPACT_GRIDS];
    int32_t cell;
    double part; ///< fraction of the cell, 0 … 1
    int64_t tick;
} sinew__compact_position;

/// floats of memory for the values of a chunk's curves, with space for 16 more that kernels may write
enum { SINEW__CURVE_VALUES = SINEW__CHUNK_CURVES + SINEW__COMPACT_LANES };

/// A compact clip, sampled at one time.
typedef struct sinew__compact_sample {
    const uint8_t *section; ///< the clip's offsets count from here
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

/// Sampling of locals. Products and sums are rounded separately, so that every instruction set gives the same bits.
typedef struct sinew__compact_kernel {
    /// Computes the values of a chunk's curves, [SINEW__CURVE_VALUES].
    void (*curves)(const sinew__compact_sample *sample, int32_t chunk, float *out);

    /// Computes the local transforms of a group of joints, with the joint constants applied.
    void (*locals)(const sinew__compact_sample *sample, int32_t group, const float *curves, sinew_local_group *out);

    /// Computes the weights of a group of morphs, [16].
    void (*weights)(const sinew__compact_sample *sample, int32_t group, const float *curves, float *out);
} sinew__compact_kernel;

// ---- poses ----------------------------------------------------------------------------------------------------------

enum {
    SINEW__MAX_LANES = 8, ///< largest number of characters that are posed together
    /// largest number of clips that characters posed together can mix, enough for a blend space
    SINEW__LANE_CLIPS = 3,
};

/// Memory for posing several characters at once.
typedef struct sinew__lane_memory {
    float *joint_matrices; ///< [joint matrices in use][12][lanes]
    float *curves;         ///< [SINEW__LANE_CLIPS][SINEW__CURVE_VALUES][lanes] values of a chunk's curves
} sinew__lane_memory;

/// The positions of the characters and the destinations of their palettes.
typedef struct sinew__lane_output {
    float *palettes[SINEW__MAX_LANES];
    /// written instead of `palettes` if as_halves is not 0, by kernels that have put_halves_f16c
    uint16_t *halves[SINEW__MAX_LANES];
    int as_halves;
    /// whether a character has a world transform: hierarchy walks then begin with `roots` instead of the header's root,
    /// and `shifts` are added to the translations of palette entries when these are stored
    int is_placed;
    float roots[12 * SINEW__MAX_LANES]; ///< [12][lanes]
    float shifts[3 * SINEW__MAX_LANES]; ///< [3][lanes]; −0 if nothing is to be added
} sinew__lane_output;

/// A change of a clip's values for one joint, such as taking out root motion: `rotation` multiplies the quaternion
/// before the joint constants are applied, `translation` transforms the translation.
typedef struct sinew__joint_change {
    int32_t joint; ///< SINEW_NONE: no joint
    float rotation[4][4];
    sinew_palette_matrix translation;
} sinew__joint_change;

/// Compact clips without pivots that several characters average, each character at its own times.
typedef struct sinew__lane_mix {
    sinew__compact_sample samples[SINEW__LANE_CLIPS][SINEW__MAX_LANES];
    float weights[SINEW__LANE_CLIPS][SINEW__MAX_LANES]; ///< heaviest clip first; the weights of a character sum to 1
    /// all changes are for the same joint, or for none
    const sinew__joint_change *changes[SINEW__LANE_CLIPS][SINEW__MAX_LANES];
    int32_t count; ///< clips, at least one
} sinew__lane_mix;

/// The tables that a hierarchy walk of one clip reads. Arrays are given as offsets, because most calls use only a few
/// of them.
typedef struct sinew__walk {
    const uint8_t *section; ///< offsets count from here
    const sinew__baked_header *header;
    const sinew__baked_clip *clip;
    const float *root; ///< [12] the matrix that the walk begins with: the header's root, or a character's in the world
    int32_t joint_count;
} sinew__walk;

static inline sinew__walk sinew__walk_of(const sinew_model *model, const sinew__baked_clip *clip)
{
    const sinew__baked_header *header = sinew__baked_at(model->baked, 0);
    return (sinew__walk){model->baked, header, clip, header->root, model->joint_count};
}

/// The tables that computing globals from locals reads.
typedef struct sinew__skeleton_tables {
    const int32_t *parents;     ///< [joint_count] joint matrix of each joint's parent
    const int32_t *first_child; ///< [joint_count + 1] first joint whose parent is this joint or a later one
    /// [entry_count] all skin joints, sorted by joint; `offset` is the inverse bind matrix
    const sinew__palette_entry *entries;
    const int32_t *first_entry; ///< [joint_count + 1] first of each joint's `entries`
    const float *root;          ///< [12] globalInverse
    int32_t joint_count, entry_count;
} sinew__skeleton_tables;

/// Playing one character. It has its own table, so that a program that only plays does not link the other kernels.
typedef struct sinew__play_kernel {
    /// Computes the palette, [skin_joint_count], of one character from a compact clip. Also fills `joint_matrices`,
    /// [joint_count + 1], best aligned to 64 bytes: with `all_joints` for all joints, else for joints that the palette
    /// depends on.
    void (*walk_compact)(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                         float *joint_matrices, sinew_palette_matrix *palette);

    /// Computes the globals of `count` joints, starting with joint 0, in double precision: root · joint matrix · bind.
    /// `root` may be NULL. The result has the same bits as sinew__affine_multiply's.
    void (*put_globals)(const float *joint_matrices, const sinew_affine *binds, const sinew_affine *root, int32_t count,
                        sinew_affine *out);
} sinew__play_kernel;

/// Crowds.
typedef struct sinew__crowd_kernel {
    const sinew__play_kernel *play;

    /// Computes the palettes of `lanes` characters that play one compact clip, each at its own time, with the same bits
    /// as walk_compact. `matrix_of` comes from sinew__assign_lane_matrices, which leaves out joints that nothing
    /// depends on.
    void (*pose_many)(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                      const sinew__lane_memory *memory, const sinew__lane_output *output);

    /// Computes the palettes of `lanes` characters that mix clips, with the same bits as walk_clips and walk_clip.
    void (*mix_many)(const sinew__walk *walk, const sinew__lane_mix *mix, const int32_t *matrix_of,
                     const sinew__lane_memory *memory, const sinew__lane_output *output);
    int32_t lanes;

    /// Adds `shift` to the translations of a palette whose walk began with the rotation and scale of the character's
    /// world transform.
    void (*put_shift)(const float shift[3], sinew_palette_matrix *palette, int32_t count);

    /// Replaces each palette entry p by a · p, with the same bits as sinew_palette_transform.
    void (*put_world)(const sinew_affine *a, sinew_palette_matrix *palette, int32_t count);

    /// Converts floats to halves, rounded to nearest, ties to even. Values too large become the largest half, NaN
    /// becomes 0.
    void (*put_halves)(const float *values, size_t count, uint16_t *out);

    /// Converts floats to halves with the same bits as put_halves, with F16C instructions; only for processors with
    /// sinew__has_f16c. NULL if the instruction set lacks F16C.
    void (*put_halves_f16c)(const float *values, size_t count, uint16_t *out);
} sinew__crowd_kernel;

/// Poses that are given as locals.
typedef struct sinew__pose_kernel {
    const sinew__play_kernel *play;

    /// Computes the joint matrices of all joints from locals.
    void (*walk_locals)(const sinew__skeleton_tables *tables, const sinew_local_group *groups, float *joint_matrices);

    /// Computes the joint matrices of a joint and all its descendants from the parent's.
    void (*walk_locals_below)(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t joint,
                              float *joint_matrices);

    /// Computes the palette from joint matrices.
    void (*put_palette)(const sinew__skeleton_tables *tables, const float *joint_matrices,
                        sinew_palette_matrix *palette);
} sinew__pose_kernel;

// ---- blending -------------------------------------------------------------------------------------------------------

/// A weighted sum of locals, and the sum of the weights.
typedef struct sinew__local_sum {
    sinew_local_group values;
    float weight[SINEW_LOCAL_LANES];
} sinew__local_sum;

/// Locals with a weight. A joint's weight is `weight`, multiplied by the mask's if there is one.
typedef struct sinew__weighted_locals {
    const sinew_local_group *groups;
    const float *mask; ///< [16 × count] or NULL
    float weight;
} sinew__weighted_locals;

/// A difference to be added to the pose of 16 joints. Rotations multiply the clips' rotations from the left, before the
/// joint constants, and have w ≥ 0; scales are stored as the ratio − 1.
typedef struct sinew__pose_difference {
    float rotation[4][SINEW_LOCAL_LANES], translation[3][SINEW_LOCAL_LANES], scale[3][SINEW_LOCAL_LANES];
    int32_t translates;  ///< 0 if all translations are 0
    uint32_t scale_mask; ///< bits of the lanes whose scale ratio is not 1
    int32_t reserved[14];
} sinew__pose_difference;

/// Whether walk_clips also mixes poses, additive layers, averages within masks, and masks of a level of detail.
/// Browsers blend them as local poses, because the code would make the npm package's module 4 KB larger.
#ifdef __wasm__
enum { SINEW__MIXES_ALL = 0 };
#else
enum { SINEW__MIXES_ALL = 1 };
#endif

/// A source of a layer over the average. A joint's weight is `weight`, multiplied by the mask's weight if there is one.
typedef struct sinew__clip_over {
    float weight;
    const float *mask; ///< [16 × groups of the model] or NULL
    int32_t source;
    int32_t reference; ///< source whose difference to `source` an additive layer adds. SINEW_NONE: the layer
                       ///< interpolates to `source`, and weights above 1 count as 1
} sinew__clip_over;

/// The compact clips and poses that a character mixes, all of one model without pivots: the sources of the average, and
/// the sources of layers over it.
typedef struct sinew__clip_mix {
    /// [sources] the averaged sources, heaviest first, then the sources of layers over the average; a pose has no clip
    const sinew__compact_sample *samples;
    const sinew_local_group *const *poses; ///< [sources] locals of poses, NULL for clips; or NULL: only clips
    const sinew_local_group *rest; ///< locals of the rest pose; if a pose in `poses` is at this address, it changes no
                                   ///< translations and scales
    /// [sources] the change of one joint, which has quaternion curves or whose whole group rotates by angles
    const sinew__joint_change *changes;
    const float *weights; ///< [count] sum to 1, unless there are masks
    /// [count] masks of averaged sources, NULL for all joints; or NULL: no masks. With masks the last averaged source
    /// is the rest pose, which fills a joint's sum of weights up to SINEW_BLEND_THRESHOLD
    const float *const *masks;
    int32_t count;                 ///< averaged sources, at least one
    const sinew__clip_over *overs; ///< [over_count] the lowest first
    int32_t over_count;
    const int32_t *joints; ///< [joint_count] for masks and poses: the model's joint of each joint of a level of detail;
                           ///< or NULL
    const sinew__pose_difference *differences; ///< [groups of joints] added to the result; or NULL
    const float *left;                         ///< [16 × groups] remaining fraction of the differences, 0 … 1
} sinew__clip_mix;

/// Blending of locals. `count` is the number of joints; lanes after the last joint may be left unchanged.
typedef struct sinew__blend_kernel {
    /// Sets the sums to the first layer.
    void (*begin)(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *out_sums);

    /// Adds a layer to the sums; each quaternion is negated if it is in the other hemisphere than the sum.
    void (*add)(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *sums);

    /// Adds the last layer, unless it is NULL, and divides by the weights. If these sum to less than
    /// SINEW_BLEND_THRESHOLD, `rest` gets the missing weight.
    void (*finish)(const sinew__weighted_locals *last, const sinew__local_sum *sums, const sinew_local_group *rest,
                   int32_t count, sinew_local_group *out);

    /// Averages two layers without masks, with the same values as begin and finish. Their weights must sum to
    /// SINEW_BLEND_THRESHOLD or more.
    void (*average_two)(const sinew__weighted_locals *first, const sinew__weighted_locals *second,
                        const sinew_local_group *rest, int32_t count, sinew_local_group *out);

    /// Interpolates from `base` to a layer; weights above 1 count as 1.
    void (*over)(const sinew__weighted_locals *layer, int32_t count, sinew_local_group *base);

    /// Adds the difference between a layer and its reference to `base`.
    void (*add_difference)(const sinew__weighted_locals *layer, const sinew_local_group *reference, int32_t count,
                           sinew_local_group *base);

    /// Averages compact clips and poses, adds the layers over the average and the differences, and computes joint
    /// matrices and palette like walk_compact.
    void (*walk_clips)(const sinew__walk *walk, const sinew__clip_mix *mix, int all_joints, float *joint_matrices,
                       sinew_palette_matrix *palette);

    /// As walk_clips for one clip, in less time.
    void (*walk_clip)(const sinew__walk *walk, const sinew__clip_mix *mix, int all_joints, float *joint_matrices,
                      sinew_palette_matrix *palette);
} sinew__blend_kernel;

// ---- skinning -------------------------------------------------------------------------------------------------------

/// One palette entry split for dual quaternion skinning.
typedef struct sinew__dual_entry {
    float real[4], dual[4], scale[3];
} sinew__dual_entry;

/// The vertex blocks to skin. All arrays of vertices begin with the first block and contain whole blocks.
typedef struct sinew__skin_vertex_blocks {
    const uint32_t *start; ///< [vertex blocks + 1] first index of each block in `skin_joints` and `weights`
    const int32_t *skin_joints;
    const float *weights;                ///< 16 weights per element of `skin_joints`
    const sinew_palette_matrix *palette; ///< the whole model's palette, for linear skinning
    const sinew__dual_entry *entries;    ///< the mesh's palette entries, for dual quaternion skinning
    int32_t first_skin_joint;            ///< skin joint of entries[0]
    const float *positions, *normals;
    float *out_positions;
    float *out_normals; ///< or NULL
} sinew__skin_vertex_blocks;

typedef void sinew__skin_vertex_blocks_function(const sinew__skin_vertex_blocks *blocks, int32_t count);

/// Tangents of one vertex block by component: all x, all y, all z, all w.
typedef struct sinew__tangent_vertex_block {
    float part[4][SINEW_VERTEX_BLOCK_SIZE];
} sinew__tangent_vertex_block;

typedef void sinew__skin_tangents_function(const sinew__skin_vertex_blocks *blocks, int32_t block,
                                           sinew__tangent_vertex_block *tangents);

typedef struct sinew__skin_kernel {
    sinew__skin_vertex_blocks_function *linear, *dual_quaternion;
    sinew__skin_tangents_function *linear_tangents, *dual_quaternion_tangents;
} sinew__skin_kernel;

// ---- the kernels for this processor --------------------------------------------------------------------------------

/// Return the table for this processor, which core/base/cpu.h chooses.
const sinew__play_kernel *sinew__play_kernel_best(void);
const sinew__compact_kernel *sinew__compact_kernel_best(void);
const sinew__crowd_kernel *sinew__crowd_kernel_best(void);
const sinew__pose_kernel *sinew__pose_kernel_best(void);
const sinew__blend_kernel *sinew__blend_kernel_best(void);
const sinew__skin_kernel *sinew__skin_kernel_best(void);

/// AVX-512 versions with eight lanes, from kernels_avx512_lanes.c.
void sinew__pose_many_avx512(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, const sinew__lane_output *output);
void sinew__mix_many_avx512(const sinew__walk *walk, const sinew__lane_mix *mix, const int32_t *matrix_of,
                            const sinew__lane_memory *memory, const sinew__lane_output *output);
void sinew__walk_locals_below_avx512(const sinew__skeleton_tables *tables, const sinew_local_group *groups,
                                     int32_t joint, float *joint_matrices);

/// The portable tables. Baking measures errors with them, so that all processors bake the same bytes.
extern const sinew__play_kernel sinew__play_kernel_portable;
extern const sinew__compact_kernel sinew__compact_kernel_portable;

#endif
