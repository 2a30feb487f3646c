#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bake/bake_clip.h"

/// Where an interval is looked at: off its middle, so that a curve that swings to both sides is seen. Measuring looks
/// at another place.
static const double looked_at = 0.38;

/// Of the bound, for what mixing adds; the rest is for what storing adds and what lies between the places looked at.
static const double share = 0.7;

enum {
    MOST_PARTS = 8,
    SURE_PARTS = 4, ///< of an interval that becomes so few no part is looked at before measuring
    DEEPEST = 64 * MOST_PARTS,
};

int sinew__bake_parts(const sinew__bake *bake, double error)
{
    const double parts = ceil(sqrt(error / (share * bake->bound)));
    return parts <= 1 ? 1 : parts < MOST_PARTS ? (int)parts : MOST_PARTS;
}

// ---- visibility ---------------------------------------------------------------------------------------------------

/// Whether the pose, as it was last made, shows and hides the same joints as a frame.
static int looks_alike(const sinew__bake *bake, const sinew__bake_frame *frame)
{
    return memcmp(bake->pose->visible, frame->visible, (size_t)bake->model->joint_count) == 0;
}

/// The first tick after a frame at which another set of joints is visible; `tick` is one such.
static sinew__bake_outcome find_change(sinew__bake *bake, const sinew__bake_frame *frame, int64_t *tick)
{
    int64_t same = frame->tick, other = *tick;
    while (other - same > 1) {
        const int64_t middle = same + (other - same) / 2;
        const sinew__bake_outcome outcome = sinew__bake_sample(bake, middle);
        if (outcome != SINEW__BAKE_OK) return outcome;
        if (looks_alike(bake, frame))
            same = middle;
        else
            other = middle;
    }
    *tick = other;
    return SINEW__BAKE_OK;
}

/// Whether visibility has changed by the end of an interval, where both of its frames show it.
static sinew__bake_outcome find_late_change(sinew__bake *bake, size_t before, size_t after, int64_t *out_change)
{
    const sinew__bake_frame *a = &bake->frames[before], *b = &bake->frames[after];
    if (memcmp(a->visible, b->visible, (size_t)bake->model->joint_count) == 0) return SINEW__BAKE_OK;
    int64_t tick = b->tick - 1;
    sinew__bake_outcome outcome = sinew__bake_sample(bake, tick);
    if (outcome != SINEW__BAKE_OK || looks_alike(bake, a)) return outcome;
    outcome = find_change(bake, a, &tick);
    *out_change = tick;
    return outcome;
}

// ---- intervals ----------------------------------------------------------------------------------------------------

/// How an interval should be cut: into equal parts, or in two at a tick.
typedef struct cut {
    int parts;
    int64_t tick; ///< or that of the interval's first frame
} cut;

static sinew__bake_outcome find_cut(sinew__bake *bake, size_t before, size_t after, cut *out)
{
    const sinew__bake_frame *a = &bake->frames[before], *b = &bake->frames[after];
    const int64_t length = b->tick - a->tick;
    *out = (cut){1, a->tick};
    if (length < 2) return SINEW__BAKE_OK;
    int64_t tick = a->tick + (int64_t)((double)length * looked_at);
    if (tick == a->tick) ++tick;
    sinew__bake_outcome outcome = sinew__bake_pose(bake, tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!looks_alike(bake, a)) {
        outcome = find_change(bake, a, &tick);
        out->tick = tick;
        return outcome;
    }
    const double apart = sinew__bake_apart(bake, a, b, (double)(tick - a->tick) / (double)length);
    if (!isfinite(apart)) return SINEW__BAKE_OUT_OF_REACH;
    out->parts = sinew__bake_parts(bake, apart);
    return find_late_change(bake, before, after, &out->tick);
}

/// Ends of intervals still to be looked at, nearest last.
typedef struct end_stack {
    struct {
        size_t frame;
        int sure; ///< the interval needs no look
    } ends[DEEPEST + MOST_PARTS];
    int depth;
} end_stack;

static sinew__bake_outcome push_frame(sinew__bake *bake, int64_t tick, int sure, end_stack *stack)
{
    const sinew__bake_outcome outcome = sinew__bake_add_frame(bake, tick);
    stack->ends[stack->depth].frame = bake->frame_count - 1;
    stack->ends[stack->depth++].sure = sure;
    return outcome;
}

/// Cuts the interval from a frame to the nearest end.
static sinew__bake_outcome cut_interval(sinew__bake *bake, size_t before, cut how, end_stack *stack)
{
    const int64_t from = bake->frames[before].tick, to = bake->frames[stack->ends[stack->depth - 1].frame].tick;
    if (how.tick != from) return push_frame(bake, how.tick, 0, stack);
    const int sure = how.parts <= SURE_PARTS;
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    stack->ends[stack->depth - 1].sure = sure;
    int64_t last = to;
    for (int i = how.parts - 1; i > 0 && outcome == SINEW__BAKE_OK; --i) {
        const int64_t tick = from + (int64_t)((double)(to - from) * i / how.parts);
        if (tick <= from || tick >= last) continue;
        outcome = push_frame(bake, tick, sure, stack);
        last = tick;
    }
    return outcome;
}

/// Cuts the interval between two neighbouring frames as often as it takes.
static sinew__bake_outcome refine_between(sinew__bake *bake, size_t before, size_t after)
{
    end_stack stack = {.depth = 1};
    stack.ends[0].frame = after;
    while (stack.depth > 0) {
        cut how = {1, bake->frames[before].tick};
        const size_t end = stack.ends[stack.depth - 1].frame;
        if (!stack.ends[stack.depth - 1].sure && stack.depth <= DEEPEST) {
            const sinew__bake_outcome outcome = find_cut(bake, before, end, &how);
            if (outcome != SINEW__BAKE_OK) return outcome;
        }
        if (how.parts == 1 && how.tick == bake->frames[before].tick) {
            before = end;
            --stack.depth;
            continue;
        }
        const sinew__bake_outcome outcome = cut_interval(bake, before, how, &stack);
        if (outcome != SINEW__BAKE_OK) return outcome;
    }
    return SINEW__BAKE_OK;
}

// ---- all of them --------------------------------------------------------------------------------------------------

static int compare_frames(const void *a, const void *b)
{
    const int64_t x = ((const sinew__bake_frame *)a)->tick, y = ((const sinew__bake_frame *)b)->tick;
    return (x > y) - (x < y);
}

static void sort_frames(sinew__bake *bake)
{
    qsort(bake->frames, bake->frame_count, sizeof *bake->frames, compare_frames);
}

sinew__bake_outcome sinew__bake_refine(sinew__bake *bake)
{
    const size_t count = bake->frame_count;
    for (size_t i = 1; i < count; ++i) {
        const sinew__bake_outcome outcome = refine_between(bake, i - 1, i);
        if (outcome != SINEW__BAKE_OK) return outcome;
    }
    sort_frames(bake);
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__bake_refine_measured(sinew__bake *bake)
{
    const size_t count = bake->frame_count;
    for (size_t i = 1; i < count; ++i) {
        const int64_t from = bake->frames[i - 1].tick, length = bake->frames[i].tick - from;
        const int parts = bake->frames[i - 1].parts;
        bake->frames[i - 1].parts = 0;
        for (int k = 1; k < parts && length >= parts; ++k) {
            const sinew__bake_outcome outcome =
                sinew__bake_add_frame(bake, from + (int64_t)((double)length * k / parts));
            if (outcome != SINEW__BAKE_OK) return outcome;
        }
    }
    sort_frames(bake);
    return SINEW__BAKE_OK;
}
