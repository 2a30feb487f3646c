/// The compact clip: the author's own keys, as whole numbers, in the author's own space. Part of the section `baked`.
///
/// Time is cut into equal *cells*, mostly one per authored frame. A moving scalar curve – one Euler angle, one
/// coordinate, one morph weight – stores keys as int16 on a *grid*: value = middle + step · number. A grid has one to
/// eight keys per cell and an interpolation: held (1 tap), linear (2 taps) or cubic with Catmull-Rom slopes (4 taps,
/// rebuilt from the neighbouring keys). On an *uneven* grid each key also stores its time, which is nearer to its own
/// grid line than to the others, and the interpolation is linear. A curve that does not move takes no memory per frame.
/// If int16 is too coarse, a second curve of the same component stores the remainder, which is added. If a curve jumps
/// in a cell or has keys there that are not on the grid, *pieces* replace its values in this cell: each piece is a
/// cubic over a part of the cell, given by four keys in the curve's step and middle; it ends where the next piece
/// begins.
///
/// Values belong to *components* of groups of 16 joints in the skeleton's breadth-first order. Rotations are Euler
/// angles in half turns, of the innermost rotation R of the transform stack, with axes exchanged so that the rotation
/// order is XYZ; or quaternions of the same rotation if angles do not interpolate well. Translation is T and scale is S
/// of the stack. The skeleton's own parts – pre- and post-rotation, pivots, bind matrices – are the same in all clips
/// and are stored once, as joint constants. After the groups of joints come groups of 16 morph weights, which have one
/// component.
///
/// Curves are packed: a *row* holds the keys 2k and 2k + 1 of all curves of one grid in 128 joints (a *chunk*). The two
/// keys of a curve are consecutive; curves are in the order of group, component and lane. One exact instruction
/// multiplies pairs of int16 by the weights of the two keys and adds the products. A row of an uneven grid holds one
/// key of each curve, as number and time. Playing first computes the values of all curves of a chunk, sixteen at a
/// time; then it spreads the values of each component to the lanes that move. Lanes that do not move have constants, in
/// *vectors* of sixteen. A vector's elements for moving lanes are never read, so that vectors with equal constants in
/// the other lanes are stored once.
///
/// A clip has little data besides its keys, because most clips are short: a curve's step and middle take 16 bits each,
/// and the keys compensate for the rounding of the middle. A walk of one second takes 10 KB, 8 KB of them keys.
#ifndef SINEW_RUNTIME_MODEL_COMPACT_CLIP_H
#define SINEW_RUNTIME_MODEL_COMPACT_CLIP_H

#include <string.h>

#include "core/base/buffer.h"
#include "runtime/model/baked_clips.h"

enum {
    SINEW__COMPACT_LANES = 16,
    SINEW__ALL_LANES = (1 << SINEW__COMPACT_LANES) - 1,
    SINEW__CHUNK_GROUPS = 8,
    /// largest number of curves in a chunk: 2 per component
    SINEW__CHUNK_CURVES = SINEW__CHUNK_GROUPS * SINEW__COMPACT_LANES * 26,
    SINEW__COMPACT_GRIDS = 16,
    SINEW__COMPACT_KEYS_PER_CELL = 8, ///< largest number
    SINEW__COMPACT_CELLS = 1 << 24,   ///< largest number
    SINEW__KEY_WEIGHT_SUM = 32767,    ///< sum of the weights of a curve's keys at any time
    SINEW__UNEVEN = 3,                ///< `taps` of an uneven grid; playing reads three keys
    /// time units of an uneven grid per grid interval; divisible by 10 and 8, so that tenths and eighths are exact
    SINEW__UNEVEN_UNITS = 2560,
    SINEW__KEY_SLACK = 2 * SINEW__COMPACT_LANES, ///< number of int16 after the last row that a kernel may read
    SINEW__PLACE_BITS = 20, ///< bits of a time within a cell: a unit is 32 ns at 30 frames per second
    SINEW__PLACE_END = 1 << SINEW__PLACE_BITS, ///< units in a cell
};

_Static_assert(SINEW__CHUNK_CURVES <= 1 << (32 - SINEW__PLACE_BITS), "a place has room for a curve of a chunk");

typedef enum sinew__component {
    SINEW__COMPONENT_ANGLE = 0,       ///< x y z in half turns; in groups of morphs, the weight
    SINEW__COMPONENT_TRANSLATION = 3, ///< x y z
    SINEW__COMPONENT_SCALE = 6,       ///< x y z
    SINEW__COMPONENT_QUATERNION = 9,  ///< x y z w, of any length
    SINEW__COMPONENT_COUNT = 13,
} sinew__component;

typedef enum sinew__compact_flags {
    /// the clip has constants and curves for the translation; else the joint constants' translation applies
    SINEW__COMPACT_TRANSLATES = 1,
    SINEW__COMPACT_SCALES = 2,
    SINEW__COMPACT_QUATERNIONS = 4, ///< the lanes in quaternion_mask rotate by quaternions
    SINEW__COMPACT_TURNS = 8,       ///< angles may exceed half a turn
} sinew__compact_flags;

typedef struct sinew__key_grid {
    uint8_t per_cell; ///< keys per cell: 1 … SINEW__COMPACT_KEYS_PER_CELL
    uint8_t taps;     ///< 1, 2, 4 or SINEW__UNEVEN
} sinew__key_grid;

/// The curves of one chunk that share a grid. The first key is at the clip's first cell; with 3 or 4 taps it is one key
/// earlier.
typedef struct sinew__curve_span {
    uint32_t data;  ///< index of the first row in the clip's `data`
    uint16_t first; ///< index of the first curve in the chunk
    uint16_t count; ///< number of curves
    uint32_t grid;  ///< index in the clip's `grids`
} sinew__curve_span;

/// A chunk: eight groups, 128 joints or morphs.
typedef struct sinew__curve_chunk {
    uint32_t first_span, span_count;
    uint32_t first_curve, curve_count; ///< index and number of its curves in the clip's `scales`
} sinew__curve_chunk;

/// The curves of one component of a group.
typedef struct sinew__component_curves {
    uint16_t first;    ///< index in the chunk of the first curve
    uint16_t mask;     ///< lanes with a curve; the lowest lane has the first curve
    uint8_t component; ///< sinew__component + axis
    uint8_t adds;      ///< 1: the values are added to those of the component's previous entry
    uint8_t before[4]; ///< number of these curves before lanes 0, 4, 8 and 12
} sinew__component_curves;

/// A group of 16 joints or morphs in one clip.
typedef struct sinew__compact_group {
    /// entries in `components`, sorted by component; an entry that adds follows the one that it adds to
    uint32_t first_component, component_count;
    uint32_t flags; ///< sinew__compact_flags
    uint16_t quaternion_mask;
    uint16_t scale_mask; ///< lanes whose scale moves or differs from the joint constants' scale
    /// index of the group's first constant in the clip's `constants`: the 3 angles (or the 1 weight) come first, then
    /// the other components in `flags`
    uint32_t first_vector;
} sinew__compact_group;

/// A cubic that replaces a curve in a part of one cell: from the piece's own start to the start of the curve's next
/// piece or to the end of the cell. It passes through four keys: at the start, one third, two thirds and the end of
/// this part. A curve's first piece in a cell starts with the cell. A second curve that adds a remainder has its own
/// pieces, with the same times.
typedef struct sinew__curve_piece {
    /// index of the curve in its chunk << SINEW__PLACE_BITS | start within the cell, in 1 / SINEW__PLACE_END of the
    /// cell; rising
    uint32_t place;
    int16_t keys[4]; ///< key numbers in the curve's step and middle
} sinew__curve_piece;

typedef struct sinew__compact_clip {
    int64_t first_tick, last_tick; ///< range of the clip in ticks
    int64_t origin;                ///< tick at the start of the first cell
    double cells_per_tick;
    int32_t cell_count, grid_count, span_count, component_count, curve_count;
    int32_t vector_count, constant_count, piece_count, visible_count;
    int32_t exception_count; ///< number of (curve, cell) pairs with pieces
    /// uint32_t[constant_count]: per constant, the offset of its vector in `vectors`, in floats; a group's are
    /// consecutive
    uint64_t constants;
    uint64_t vectors;    ///< float[vector_count][16], aligned to SINEW__BAKED_ALIGN
    uint64_t groups;     ///< sinew__compact_group[], first for joints, then for morphs
    uint64_t chunks;     ///< sinew__curve_chunk[groups / 8, rounded up]
    uint64_t spans;      ///< sinew__curve_span[span_count], sorted by chunk and first curve
    uint64_t components; ///< sinew__component_curves[component_count]; a group's are consecutive
    /// uint32_t[curve_count + 16]: per curve, the upper halves of two floats. The upper 16 bits are the curve's step /
    /// SINEW__KEY_WEIGHT_SUM, the lower 16 bits its middle
    uint64_t scales;
    /// uint32_t[chunks × cell_count + 1], by chunk and cell: index in `pieces`; 0: the clip has no pieces
    uint64_t piece_start;
    uint64_t pieces;        ///< sinew__curve_piece[piece_count], sorted by chunk, cell and place
    uint64_t visible_ticks; ///< int64_t[visible_count], rising: ticks at which the set of visible joints changes
    uint64_t visible;    ///< uint8_t[visible_count + 1][joint_count]: visibility before, between and after these ticks
    uint64_t data;       ///< int16_t[data_count]: the keys; the last array of the clip
    uint64_t data_count; ///< length of all spans plus SINEW__KEY_SLACK
    sinew__key_grid grids[SINEW__COMPACT_GRIDS];
} sinew__compact_clip;

/// The constants of the skeleton for 16 joints, shared by all clips. Matrices are stored by rows, each element as a
/// vector of 16 lanes. The bind-space local (baked_clips.h) is
///
///   bind(parent) · T(shift) · T(t) · Rpre · R · Rpost⁻¹ · T(inside) · S · T(−scale_pivot) · bind⁻¹
/// Bind matrices only rotate and scale uniformly. If S also scales uniformly, the local is a quaternion, a scale and a
/// position, and the quaternion is R's multiplied by constants on both sides. The joint constants hold these three for
/// one uniform scale without mirroring: the rest pose's or, if that is not uniform, one that makes the local's scale 1.
/// Let P be the product of everything to the right of R at that scale: a different S multiplies the local by P⁻¹ ·
/// Rpost⁻¹ · T(inside) · S · T(−scale_pivot) · bind⁻¹ from the right.
/// · T(inside) · S · T(−scale_pivot) · bind⁻¹ from the right.
typedef struct sinew__joint_constants {
    float above[12][16]; ///< 3 × 4: bind(parent) · T(shift)
    float inside[3][16]; ///< Rp⁻¹ · Soff · Sp as one translation
    float rest_t[3][16], rest_s[3][16];
    float shift[3][16];       ///< Roff + Rp
    float scale_pivot[3][16]; ///< Sp
    float rotation[16][16];   ///< 4 × 4: quaternion of R, axes exchanged → quaternion of Rpre · R · Rpost⁻¹
    float has_pivots;         ///< 0 if shift, inside and scale_pivot are 0 in all lanes
    float keeps_rotation;     ///< 1: `rotation` is the identity in all lanes; 0: it may be any matrix
    float keeps_axes;         ///< 1: `skin` is diagonal in all lanes; 0: it may be any matrix
    float reserved[13];
    /// 4 × 4: quaternion of R, axes exchanged → quaternion of the local, multiplied by √(2 · scale of the local)
    float skin[16][16];
    float diagonal[16];  ///< scale of the local − 1
    float center[3][16]; ///< translation of the local = above · t + linear part of the local · center
    /// above · (translation of the rest pose) + center: the constant position of joints that do not translate
    float skin_position[3][16];
    float columns[16][12]; ///< 3 × 4 per joint: P⁻¹ · Rpost⁻¹ · T(inside)
    float back[16][12];    ///< 3 × 4 per joint: T(−scale_pivot) · bind⁻¹
} sinew__joint_constants;

/// Whether `rotation` is the identity in all lanes, as keeps_rotation = 1 requires.
static inline int sinew__keeps_rotation(const sinew__joint_constants *group)
{
    int keeps = 1;
    for (int i = 0; i < 16; ++i)
        for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane)
            keeps &= group->rotation[i][lane] == (i % 5 == 0 ? 1.0f : 0.0f);
    return keeps;
}

/// Whether `skin` is diagonal in all lanes, as keeps_axes = 1 requires.
static inline int sinew__keeps_axes(const sinew__joint_constants *group)
{
    int keeps = 1;
    for (int i = 0; i < 16; ++i)
        for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane) keeps &= i % 5 == 0 || group->skin[i][lane] == 0.0f;
    return keeps;
}

/// *Joint deltas* are computed while playing: bind-space local − identity, 3 × 4 by rows. A chunk's deltas are ordered
/// by group. Within a group all first rows come before all second rows; within these, the rows of four joints whose
/// lanes are four apart are consecutive. Transposing vectors takes the least work in this order.
enum {
    SINEW__DELTA_ROW = 4 * SINEW__COMPACT_LANES, ///< floats between two rows of a delta
    SINEW__GROUP_DELTAS = 3 * SINEW__DELTA_ROW,  ///< floats in the deltas of a group
};

_Static_assert(SINEW__CHUNK_JOINTS == SINEW__CHUNK_GROUPS * SINEW__COMPACT_LANES, "a chunk of curves is one of joints");

/// Returns the offset of a lane's delta in its group, in floats.
static inline uint32_t sinew__delta_of_lane(uint32_t lane)
{
    return lane % 4 * SINEW__COMPACT_LANES + lane / 4 * 4;
}

/// Returns the offset of a joint's delta in its chunk, in floats.
static inline uint32_t sinew__delta_of_joint(int32_t joint)
{
    const uint32_t group = (uint32_t)joint % SINEW__CHUNK_JOINTS / SINEW__COMPACT_LANES;
    return group * SINEW__GROUP_DELTAS + sinew__delta_of_lane((uint32_t)joint % SINEW__COMPACT_LANES);
}

/// Return a curve's step / SINEW__KEY_WEIGHT_SUM and its middle from its element of `scales`.
static inline float sinew__curve_step(uint32_t scales)
{
    float step;
    scales &= 0xffff0000u;
    memcpy(&step, &scales, sizeof step);
    return step;
}

static inline float sinew__curve_middle(uint32_t scales)
{
    return sinew__curve_step(scales << 16);
}

/// Returns the index of a lane's curve, counted from the component's first, or −1 if the lane has no curve.
static inline int sinew__curve_of_lane(const sinew__component_curves *curves, int lane)
{
    int curve = curves->before[lane / 4];
    if (!(curves->mask >> lane & 1)) return -1;
    for (int i = lane / 4 * 4; i < lane; ++i) curve += curves->mask >> i & 1;
    return curve;
}

/// Sets the mask of lanes and the counts before each four lanes.
static inline void sinew__set_lanes(unsigned mask, sinew__component_curves *out)
{
    out->mask = (uint16_t)mask;
    for (int i = 1, lane = 0; i < 4; ++i) {
        out->before[i] = out->before[i - 1];
        for (; lane < 4 * i; ++lane) out->before[i] = (uint8_t)(out->before[i] + (mask >> lane & 1));
    }
}

/// Returns the number of keys in each curve of a grid.
static inline int32_t sinew__keys_of_grid(const sinew__key_grid *grid, int32_t cell_count)
{
    return cell_count * grid->per_cell + 1 + (grid->taps > 2 ? 2 : 0);
}

/// Returns the number of rows in a grid. If a row holds two keys and their number is odd, the last key is stored twice.
static inline int32_t sinew__rows_of_grid(const sinew__key_grid *grid, int32_t cell_count)
{
    const int32_t keys = sinew__keys_of_grid(grid, cell_count);
    return grid->taps == SINEW__UNEVEN ? keys : (keys + 1) / 2;
}

static inline int32_t sinew__chunks_of(int32_t groups)
{
    return groups / SINEW__CHUNK_GROUPS + (groups % SINEW__CHUNK_GROUPS != 0);
}

static inline int32_t sinew__compact_groups_of(int32_t count)
{
    return (int32_t)(((uint32_t)count + SINEW__COMPACT_LANES - 1) /
                     SINEW__COMPACT_LANES); // unsigned division takes fewer instructions
}

/// Returns a mask of the components that a group of joints with these flags has; each has a vector of constants, in
/// this order.
static inline uint32_t sinew__components_of(uint32_t flags)
{
    return 7u << SINEW__COMPONENT_ANGLE | (flags & SINEW__COMPACT_TRANSLATES ? 7u << SINEW__COMPONENT_TRANSLATION : 0) |
           (flags & SINEW__COMPACT_SCALES ? 7u << SINEW__COMPONENT_SCALE : 0) |
           (flags & SINEW__COMPACT_QUATERNIONS ? 15u << SINEW__COMPONENT_QUATERNION : 0);
}

/// Returns the number of components before `component` in such a mask.
static inline uint32_t sinew__vectors_before(uint32_t components, int component)
{
    uint32_t count = 0;
    for (int i = 0; i < component; ++i) count += components >> i & 1;
    return count;
}

/// Returns the compact clip of a baked clip.
static inline const sinew__compact_clip *sinew__compact_of(const sinew_model *model, const sinew__baked_clip *baked)
{
    return sinew__baked_at(sinew__section_of_clip(model, baked), baked->compact);
}

/// Appends a baked clip of `section` to another section: the same bytes except for offsets, which then count from the
/// first byte of `out`. Sets out->failed when out of memory.
void sinew__baked_clip_copy(const uint8_t *section, const sinew__baked_clip *baked, int32_t joint_count,
                            int32_t morph_count, sinew__buffer *out, sinew__baked_clip *out_baked);

/// Writes the section of a baked model to an empty buffer. Its table has `clip_count` entries: the model's clips, then
/// clips that are not baked. Sets out->failed when out of memory.
void sinew__baked_section_copy(const sinew_model *model, int32_t clip_count, sinew__buffer *out);

#endif
