/// The compact clip: the author's own keys, as whole numbers, in the author's own space. Part of the section `baked`.
///
/// Time is cut into equal *cells*, mostly one per authored frame. A moving scalar curve – one Euler angle, one
/// coordinate, one morph weight – stores one int16 per cell on a *grid*: value = middle + step · number. A grid has one
/// to eight keys per cell and says how values between keys are found: held (1 tap), linear (2 taps) or cubic with
/// Catmull-Rom slopes (4 taps, rebuilt from the neighbouring keys). Keys of an *uneven* grid have times of their own,
/// each nearer to its line of the grid than to others, with lines between them. Curves that do not move cost nothing
/// per frame. If int16 is too coarse, a second curve of the same component holds the rest and is added. Cells in which
/// a curve has keys off the grid or a step hold *pieces*: cubics over a part of the cell, which replace the curve's
/// value there. A piece is four keys of the curve, in its step and around its middle; it ends when the next one begins.
///
/// Values belong to *components* of groups of 16 joints in the skeleton's breadth-first order. Rotations are Euler
/// angles in half turns, of the innermost rotation R of the transform stack, with the joint's rotation order mapped
/// to XYZ by an exchange of axes; or quaternions of the same rotation if angles do not interpolate well. Translation
/// is T and scale is S of the stack. The skeleton's own parts – pre- and post-rotation, pivots, bind matrices – are
/// constant; the joint constants hold them once for all clips. After the joints' groups come groups of 16 morph
/// weights, which have one component.
///
/// Curves are packed: a *row* holds keys 2k and 2k + 1 of all curves of one grid in 128 joints (a *chunk*), the two
/// keys of a curve side by side, curves in the order of group, component and lane. Multiplying pairs of int16 with the
/// weights of the two keys, and summing, is one instruction, and exact. Rows of an uneven grid hold one key of each
/// curve, its number and its time. Playing first makes the values of all curves of a chunk, sixteen at a time; then it
/// spreads the values of each component to the lanes that move. Lanes that rest have constants, in *vectors* of
/// sixteen. The elements of moving lanes are never read, so vectors that agree in the others are stored once.
///
/// A clip has little data besides its keys, because most clips are short: a curve's step and middle are 16 bits each,
/// and keys make up for the rounding of the middle. A walk of a second takes 10 KB, 8 of them for keys.
#ifndef SINEW_RUNTIME_MODEL_COMPACT_CLIP_H
#define SINEW_RUNTIME_MODEL_COMPACT_CLIP_H

#include <string.h>

#include "core/base/buffer.h"
#include "runtime/model/baked_clips.h"

enum {
    SINEW__COMPACT_LANES = 16,
    SINEW__ALL_LANES = (1 << SINEW__COMPACT_LANES) - 1,
    SINEW__CHUNK_GROUPS = 8,
    SINEW__CHUNK_CURVES = SINEW__CHUNK_GROUPS * SINEW__COMPACT_LANES * 26, ///< at most
    SINEW__COMPACT_GRIDS = 16,
    SINEW__COMPACT_KEYS_PER_CELL = 8,            ///< at most
    SINEW__COMPACT_CELLS = 1 << 24,              ///< at most
    SINEW__KEY_WEIGHT_SUM = 32767,               ///< of the weights of a curve's keys at a time
    SINEW__UNEVEN = 3,                           ///< taps of an uneven grid: as many keys are read
    SINEW__UNEVEN_UNITS = 2560,                  ///< between two lines of an uneven grid: tenths and eighths are whole
    SINEW__KEY_SLACK = 2 * SINEW__COMPACT_LANES, ///< int16 after the last row that a kernel may read
    SINEW__PLACE_BITS = 20,                      ///< of a time in a cell: 32 ns at 30 frames per second
    SINEW__PLACE_END = 1 << SINEW__PLACE_BITS,   ///< the end of a cell
};

_Static_assert(SINEW__CHUNK_CURVES <= 1 << (32 - SINEW__PLACE_BITS), "a place has room for a curve of a chunk");

typedef enum sinew__component {
    SINEW__COMPONENT_ANGLE = 0,       ///< x y z, half turns; the weight in groups of morphs
    SINEW__COMPONENT_TRANSLATION = 3, ///< x y z
    SINEW__COMPONENT_SCALE = 6,       ///< x y z
    SINEW__COMPONENT_QUATERNION = 9,  ///< x y z w, of any length
    SINEW__COMPONENT_COUNT = 13,
} sinew__component;

typedef enum sinew__compact_flags {
    SINEW__COMPACT_TRANSLATES = 1, ///< constants and curves have the translation; else the joint constants do
    SINEW__COMPACT_SCALES = 2,
    SINEW__COMPACT_QUATERNIONS = 4, ///< lanes of quaternion_mask rotate by quaternions
    SINEW__COMPACT_TURNS = 8,       ///< angles may exceed a half turn
} sinew__compact_flags;

typedef struct sinew__key_grid {
    uint8_t per_cell; ///< keys per cell: 1 … SINEW__COMPACT_KEYS_PER_CELL
    uint8_t taps;     ///< 1, 2, 4 or SINEW__UNEVEN
} sinew__key_grid;

/// Curves of one chunk on one grid. The first key is at time 0, or the one before if the grid has 3 or 4 taps.
typedef struct sinew__curve_span {
    uint32_t data;  ///< in the clip's int16: of the first row
    uint16_t first; ///< among the chunk's curves
    uint16_t count; ///< of curves
    uint32_t grid;  ///< in the clip's grids
} sinew__curve_span;

/// Eight groups.
typedef struct sinew__curve_chunk {
    uint32_t first_span, span_count;
    uint32_t first_curve, curve_count; ///< in the clip's scales
} sinew__curve_chunk;

/// Curves of one component of a group.
typedef struct sinew__component_curves {
    uint16_t first;    ///< among the chunk's curves
    uint16_t mask;     ///< lanes, lowest first
    uint8_t component; ///< sinew__component + axis
    uint8_t adds;      ///< 1: added to what came before
    uint8_t before[4]; ///< numbers of curves before lanes 0, 4, 8 and 12, counted from `first`
} sinew__component_curves;

/// A group of 16 joints or morphs in one clip.
typedef struct sinew__compact_group {
    uint32_t first_component, component_count; ///< by rising component; what adds comes last of its component
    uint32_t flags;                            ///< sinew__compact_flags
    uint16_t quaternion_mask;
    uint16_t scale_mask;   ///< lanes whose scale moves, or differs from the joint constants
    uint32_t first_vector; ///< in the clip's `constants`: of each of 3 angles (1 weight), then of what flags add
} sinew__compact_group;

/// A curve within one cell, from a time to its next piece or to the cell's end: the cubic through four keys, at the
/// begin, a third, two thirds and the end of that. A curve's first piece in a cell begins with the cell. A second curve
/// that adds the rest has its own pieces, at the same times.
typedef struct sinew__curve_piece {
    uint32_t place;  ///< the curve's number in its chunk, then its begin in the cell, SINEW__PLACE_END parts long:
                     ///< positions rise
    int16_t keys[4]; ///< numbers, like the curve's other keys
} sinew__curve_piece;

typedef struct sinew__compact_clip {
    int64_t first_tick, last_tick; ///< of the clip
    int64_t origin;                ///< tick of the first cell's begin
    double cells_per_tick;
    int32_t cell_count, grid_count, span_count, component_count, curve_count;
    int32_t vector_count, constant_count, piece_count, visible_count;
    int32_t exception_count; ///< cells with pieces, of every curve
    uint64_t constants;      ///< uint32_t[constant_count]: floats of `vectors` before a vector, a group's side by side
    uint64_t vectors;        ///< float[vector_count][16], on a multiple of SINEW__BAKED_ALIGN
    uint64_t groups;         ///< sinew__compact_group, for joints, then for morphs
    uint64_t chunks;         ///< sinew__curve_chunk, 1/8 of the groups, rounded up
    uint64_t spans;          ///< sinew__curve_span[span_count], by chunk, by rising first
    uint64_t components;     ///< sinew__component_curves[component_count], a group's side by side
    uint64_t scales; ///< uint32_t[curve_count + 16]: the upper halves of two floats; the upper one is the step of a
                     ///< key times SINEW__KEY_WEIGHT_SUM, the lower one the middle
    uint64_t piece_start;   ///< uint32_t[chunks × cell_count + 1] in `pieces`, by chunk and cell; 0: no cell has any
    uint64_t pieces;        ///< sinew__curve_piece[piece_count], by chunk and cell, by rising position
    uint64_t visible_ticks; ///< int64_t[visible_count] rising: when another set of joints becomes visible
    uint64_t visible;       ///< uint8_t[visible_count + 1][joint_count]
    uint64_t data;          ///< int16_t[data_count], the last of the clip's arrays
    uint64_t data_count;    ///< SINEW__KEY_SLACK more than all spans take
    sinew__key_grid grids[SINEW__COMPACT_GRIDS];
} sinew__compact_clip;

/// Constants that the skeleton adds to 16 joints, for all clips. Matrices are by rows, an element of all lanes at once.
/// The bind-space local (baked_clips.h) is
///
///   bind(parent) · T(shift) · T(t) · Rpre · R · Rpost⁻¹ · T(inside) · S · T(−scale_pivot) · bind⁻¹
///
/// Bind matrices only rotate and scale uniformly. Where S does too, the local is a quaternion, a scale and a position,
/// and the quaternion is R's, rotated from both sides. The joint constants hold what that takes for one uniform scale:
/// the rest pose's, or else one that leaves the local without scale; and without mirroring. With P for all that stands
/// to the right of R at that scale, another scale multiplies the local by P⁻¹ · Rpost⁻¹ · T(inside) · S · back from the
/// right.
typedef struct sinew__joint_constants {
    float above[12][16]; ///< 3 × 4: bind(parent) · T(shift)
    float inside[3][16]; ///< Rp⁻¹ · Soff · Sp as one shift
    float rest_t[3][16], rest_s[3][16];
    float shift[3][16];       ///< Roff + Rp
    float scale_pivot[3][16]; ///< Sp
    float rotation[16][16];   ///< 4 × 4: quaternion of R, axes exchanged → quaternion of Rpre · R · Rpost⁻¹
    float has_pivots;         ///< 0: shift, inside and scale_pivot are 0
    float keeps_rotation;     ///< 1: rotation is the identity. 0: it may be any
    float keeps_axes;         ///< 1: skin is 0 off its diagonal. 0: it may be any
    float reserved[13];
    float skin[16][16];         ///< 4 × 4: from the quaternion of R, axes exchanged, to the local's, times the square
                                ///< root of twice the local's scale
    float diagonal[16];         ///< that scale − 1
    float center[3][16];        ///< the local's translation is above · t, and its linear part times this
    float skin_position[3][16]; ///< above · (translation of the rest), and center
    float columns[16][12];      ///< 3 × 4 of each joint: P⁻¹ · Rpost⁻¹ · T(inside)
    float back[16][12];         ///< 3 × 4 of each joint: T(−scale_pivot) · bind⁻¹
} sinew__joint_constants;

/// Whether keeps_rotation may be 1.
static inline int sinew__keeps_rotation(const sinew__joint_constants *group)
{
    int keeps = 1;
    for (int i = 0; i < 16; ++i)
        for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane)
            keeps &= group->rotation[i][lane] == (i % 5 == 0 ? 1.0f : 0.0f);
    return keeps;
}

/// Whether keeps_axes may be 1.
static inline int sinew__keeps_axes(const sinew__joint_constants *group)
{
    int keeps = 1;
    for (int i = 0; i < 16; ++i)
        for (int lane = 0; lane < SINEW__COMPACT_LANES; ++lane) keeps &= i % 5 == 0 || group->skin[i][lane] == 0.0f;
    return keeps;
}

/// *Joint deltas*, 3 × 4 by rows, are made by playing: bind-space locals less the identity. A chunk's deltas are
/// ordered by group; in a group, first rows come before second ones, and the same row of four joints whose lanes are
/// four apart are side by side. This order takes the least work to transpose vectors.
enum {
    SINEW__DELTA_ROW = 4 * SINEW__COMPACT_LANES, ///< floats from a row of a delta to the next
    SINEW__GROUP_DELTAS = 3 * SINEW__DELTA_ROW,  ///< floats of a group's deltas
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

/// The step and the middle of a curve, from its scales.
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

/// The curve of a lane, counted from the component's first. -1: it has none.
static inline int sinew__curve_of_lane(const sinew__component_curves *curves, int lane)
{
    int curve = curves->before[lane / 4];
    if (!(curves->mask >> lane & 1)) return -1;
    for (int i = lane / 4 * 4; i < lane; ++i) curve += curves->mask >> i & 1;
    return curve;
}

/// Puts lanes and the counts before each four of them.
static inline void sinew__set_lanes(unsigned mask, sinew__component_curves *out)
{
    out->mask = (uint16_t)mask;
    for (int i = 1, lane = 0; i < 4; ++i) {
        out->before[i] = out->before[i - 1];
        for (; lane < 4 * i; ++lane) out->before[i] = (uint8_t)(out->before[i] + (mask >> lane & 1));
    }
}

/// Keys of each curve of a grid.
static inline int32_t sinew__keys_of_grid(const sinew__key_grid *grid, int32_t cell_count)
{
    return cell_count * grid->per_cell + 1 + (grid->taps > 2 ? 2 : 0);
}

/// Rows of a grid. The last key is there twice where their number is odd and a row has two.
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
                     SINEW__COMPACT_LANES); // unsigned: fewer instructions
}

/// The components of a group of joints with these flags, a bit each: it has a vector of constants for each, rising.
static inline uint32_t sinew__components_of(uint32_t flags)
{
    return 7u << SINEW__COMPONENT_ANGLE | (flags & SINEW__COMPACT_TRANSLATES ? 7u << SINEW__COMPONENT_TRANSLATION : 0) |
           (flags & SINEW__COMPACT_SCALES ? 7u << SINEW__COMPONENT_SCALE : 0) |
           (flags & SINEW__COMPACT_QUATERNIONS ? 15u << SINEW__COMPONENT_QUATERNION : 0);
}

/// Returns the number of a group's vectors before a component's.
static inline uint32_t sinew__vectors_before(uint32_t components, int component)
{
    uint32_t count = 0;
    for (int i = 0; i < component; ++i) count += components >> i & 1;
    return count;
}

/// The compact clip of a baked clip.
static inline const sinew__compact_clip *sinew__compact_of(const sinew_model *model, const sinew__baked_clip *baked)
{
    return sinew__baked_at(sinew__section_of_clip(model, baked), baked->compact);
}

/// Appends a baked clip of `section` to another section, byte for byte but for its offsets, which count from the first
/// byte of `out`. out->failed says whether memory was enough.
void sinew__baked_clip_copy(const uint8_t *section, const sinew__baked_clip *baked, int32_t joint_count,
                            int32_t morph_count, sinew__buffer *out, sinew__baked_clip *out_baked);

/// Fills an empty buffer with the section of a baked model, with a table for `clip_count` clips, the first ones are
/// the model's; the others are not baked. out->failed says whether memory was enough.
void sinew__baked_section_copy(const sinew_model *model, int32_t clip_count, sinew__buffer *out);

#endif
