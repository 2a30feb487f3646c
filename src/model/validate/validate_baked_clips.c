/// Baked frames: every array where the one before it ended, every index inside its array, every number finite.
///
/// The section is a table of its own, with offsets in place of indices. It is read once from its first byte to its
/// last, so that arrays which shared bytes could not have them read again and again.
#include <math.h>
#include <string.h>

#include "model/baked_clips.h"
#include "model/validate/baked_check.h"
#include "model/validate/block_checks.h"
#include "model/validate/section_fits.h"
#include "model/validate/validate_compact.h"
#include "model/validate/validate_joint_steps.h"

// ---- tables of the walk -------------------------------------------------------------------------------------------

static int parents_match(sinew__baked_check *check)
{
    const sinew_model *model = check->model;
    const int32_t *parents = sinew__take(check, check->header->parents, model->joint_count, sizeof *parents);
    if (!parents) return 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (parents[i] != model->joints[i].parent + 1) return 0;
    return 1;
}

/// A joint's copy is a skin_joint of it.
static const int32_t *take_copies(sinew__baked_check *check)
{
    const sinew_model *model = check->model;
    const int32_t *copies = sinew__take(check, check->header->copies, model->joint_count, sizeof *copies);
    if (!copies) return NULL;
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        if (!sinew__index_or_none(copies[joint], model->skin_joint_count) ||
            (copies[joint] != SINEW_NONE && model->skin_joints[copies[joint]].joint != joint))
            return NULL;
    }
    return copies;
}

static int is_index(int32_t index, int32_t total)
{
    return index >= 0 && index < total;
}

/// Entries rise, and belong to the joints of their skin_joints, which are walked for them.
static const sinew__palette_entry *take_entries(sinew__baked_check *check, const sinew__joint_set *needed)
{
    const sinew_model *model = check->model;
    const int32_t count = check->header->entry_count;
    const sinew__palette_entry *entries = sinew__take(check, check->header->entries, count, sizeof *entries);
    for (int32_t i = 0; i < count && entries; ++i)
        if (!is_index(entries[i].skin_joint, model->skin_joint_count) ||
            (i > 0 && entries[i].skin_joint <= entries[i - 1].skin_joint) ||
            entries[i].joint != model->skin_joints[entries[i].skin_joint].joint ||
            !sinew__joint_set_has(needed, entries[i].joint) || !sinew__all_finite(entries[i].offset, 12))
            return NULL;
    return entries;
}

/// Repeats rise, and are of an earlier skin_joint of the same joint.
static const sinew__palette_link *take_repeats(sinew__baked_check *check)
{
    const sinew_skin_joint *skin_joints = check->model->skin_joints;
    const int32_t count = check->header->repeat_count;
    const sinew__palette_link *links = sinew__take(check, check->header->repeats, count, sizeof *links);
    for (int32_t i = 0; i < count && links; ++i)
        if (!is_index(links[i].skin_joint, check->model->skin_joint_count) ||
            (i > 0 && links[i].skin_joint <= links[i - 1].skin_joint) ||
            !is_index(links[i].from, links[i].skin_joint) ||
            skin_joints[links[i].from].joint != skin_joints[links[i].skin_joint].joint)
            return NULL;
    return links;
}

/// Every skin_joint is a copy, an entry or a repeat, and one of them.
static int are_divided(const sinew__baked_check *check, const int32_t *copies, const sinew__palette_entry *entries,
                       const sinew__palette_link *repeats)
{
    const sinew_model *model = check->model;
    int32_t entry = 0, repeat = 0;
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const int is_entry = entry < check->header->entry_count && entries[entry].skin_joint == i;
        const int is_repeat = repeat < check->header->repeat_count && repeats[repeat].skin_joint == i;
        if ((copies[model->skin_joints[i].joint] == i) + is_entry + is_repeat != 1) return 0;
        entry += is_entry;
        repeat += is_repeat;
    }
    return 1; // entries and repeats rise within the skin_joints, so all of them were met
}

/// Frames of skinning matrices have the joints of skin_joints in the order of the first ones, then, rising, the others.
static const int32_t *take_matrix_joints(sinew__baked_check *check)
{
    const sinew_model *model = check->model;
    const int32_t *joints = sinew__take(check, check->header->matrix_joints, model->joint_count, sizeof *joints);
    uint8_t is_bound[SINEW__MAX_JOINTS / 8 + 1] = {0};
    int32_t next = 0;
    for (int32_t i = 0; i < model->skin_joint_count && joints; ++i) {
        const int32_t joint = model->skin_joints[i].joint;
        if (is_bound[joint / 8] >> joint % 8 & 1) continue;
        is_bound[joint / 8] |= (uint8_t)(1 << joint % 8);
        if (joints[next++] != joint) return NULL;
    }
    if (next != check->header->bound_count) return NULL;
    for (int32_t joint = 0; joint < model->joint_count && joints; ++joint)
        if (!(is_bound[joint / 8] >> joint % 8 & 1) && joints[next++] != joint) return NULL;
    return joints;
}

/// Every skin_joint that is no repeat has its matrix at its own index, or is moved from an earlier one.
static int moves_match(sinew__baked_check *check, const int32_t *joints, const sinew__palette_link *repeats)
{
    const sinew_model *model = check->model;
    const int32_t count = check->header->move_count;
    const sinew__palette_link *moves = sinew__take(check, check->header->moves, count, sizeof *moves);
    int32_t repeat = check->header->repeat_count, move = 0;
    for (int32_t i = model->skin_joint_count; i-- > 0 && moves;) {
        const int32_t joint = model->skin_joints[i].joint;
        if (repeat > 0 && repeats[repeat - 1].skin_joint == i)
            --repeat;
        else if (i >= check->header->bound_count || joints[i] != joint) {
            if (move == count || moves[move].skin_joint != i || !is_index(moves[move].from, i) ||
                moves[move].from >= check->header->bound_count || joints[moves[move].from] != joint)
                return 0;
            ++move;
        }
    }
    return moves && move == count;
}

/// Copies, steps, entries, repeats, matrix joints and moves.
static int palette_matches(sinew__baked_check *check)
{
    sinew__joint_set needed;
    memset(&needed, 0, sizeof needed); // an initialiser would be 8 KB of every small program
    const int32_t *copies = take_copies(check);
    const sinew__palette_entry *entries =
        copies && sinew__joint_steps_fit(check, copies, &needed) ? take_entries(check, &needed) : NULL;
    const sinew__palette_link *repeats = entries ? take_repeats(check) : NULL;
    const int32_t *joints = repeats ? take_matrix_joints(check) : NULL;
    return joints && are_divided(check, copies, entries, repeats) && moves_match(check, joints, repeats);
}

static int binds_are_finite(sinew__baked_check *check)
{
    const sinew_affine *binds = sinew__take(check, check->header->binds, check->model->joint_count, sizeof *binds);
    return binds && sinew__all_finite_double(binds->row[0], 12 * (size_t)check->model->joint_count);
}

static int header_fits(sinew__baked_check *check)
{
    const sinew__baked_header *header = check->header;
    return header->version == SINEW__BAKED_VERSION && header->reserved == 0 && header->reserved2 == 0 &&
           sinew__all_finite(header->root, 12) && parents_match(check) && palette_matches(check) &&
           binds_are_finite(check) && sinew__rig_fits(check);
}

// ---- one clip -----------------------------------------------------------------------------------------------------

static int ticks_are_valid(sinew__baked_check *check, const sinew__baked_clip *clip)
{
    const int64_t most = INT64_C(4000000000000000000);
    const int64_t *ticks = sinew__take(check, clip->ticks, clip->frame_count, sizeof *ticks);
    if (!ticks || ticks[0] < -most || ticks[clip->frame_count - 1] > most) return 0;
    for (int32_t i = 1; i < clip->frame_count; ++i)
        if (ticks[i] <= ticks[i - 1]) return 0;
    return 1;
}

static int buckets_are_valid(sinew__baked_check *check, const sinew__baked_clip *clip)
{
    if (clip->bucket_count <= 0 || !isfinite(clip->buckets_per_tick) || clip->buckets_per_tick < 0) return 0;
    const uint32_t *frames = sinew__take(check, clip->buckets, (int64_t)clip->bucket_count + 1, sizeof *frames);
    if (!frames) return 0;
    for (int32_t i = 0; i <= clip->bucket_count; ++i)
        if (frames[i] >= (uint32_t)clip->frame_count || (i > 0 && frames[i] < frames[i - 1])) return 0;
    return 1;
}

/// Groups, and the base of each, which follow; *out_frame_bytes is what they take in a frame.
static const sinew__frame_group *take_groups(sinew__baked_check *check, const sinew__baked_clip *clip,
                                             uint32_t *out_frame_bytes)
{
    const int32_t count = sinew__groups_of(check->model->joint_count);
    const sinew__frame_group *groups = sinew__take(check, clip->groups, count, sizeof *groups);
    *out_frame_bytes = 0;
    for (int32_t i = 0; groups && i < count; ++i) {
        if (groups[i].kind >= SINEW__FRAME_KIND_COUNT) return NULL;
        sinew__frame_group placed = groups[i];
        *out_frame_bytes = sinew__frame_group_place(&placed, *out_frame_bytes);
        if (*out_frame_bytes > INT32_MAX) return NULL; // the next ones would come round to 0
        if (groups[i].main != placed.main) return NULL;
        const uint32_t floats = sinew__frame_base_floats(groups[i].kind);
        if (floats && !sinew__take_floats(check, groups[i].base, floats)) return NULL;
    }
    return groups;
}

static int scalars_are_valid(sinew__baked_check *check, const sinew__baked_clip *clip)
{
    const int32_t morph_count = check->model->morph_count;
    if (!sinew__take_floats(check, clip->weights, morph_count) || clip->scalar_count > morph_count) return 0;
    const int32_t *morphs = sinew__take(check, clip->scalars, clip->scalar_count, sizeof *morphs);
    if (!morphs) return 0;
    for (int32_t i = 0; i < clip->scalar_count; ++i)
        if (morphs[i] < 0 || morphs[i] >= morph_count || (i > 0 && morphs[i] <= morphs[i - 1])) return 0;
    return 1;
}

/// Whether a frame's parts lie behind its groups, which take `frame_bytes`.
static int frame_is_laid_out(const sinew_model *model, const sinew__baked_clip *clip, uint32_t frame_bytes)
{
    if (clip->scalar_offset != frame_bytes) return 0;
    frame_bytes += (uint32_t)clip->scalar_count * (uint32_t)sizeof(float);
    if (clip->visible_offset) {
        if (clip->visible_offset != sinew__row_visible_offset(frame_bytes)) return 0;
        frame_bytes = clip->visible_offset + (uint32_t)model->joint_count;
    }
    return clip->frame_bytes == sinew__row_stride(frame_bytes);
}

/// Whether `count` floats lie in each frame at `offset` that are finite.
static int frame_floats_are_finite(const sinew__baked_clip *clip, const uint8_t *frames, uint32_t offset,
                                   uint32_t count)
{
    for (int32_t i = 0; count && i < clip->frame_count; ++i) {
        const void *floats = frames + (size_t)i * clip->frame_bytes + offset;
        if (!sinew__all_finite(floats, count)) return 0;
    }
    return 1;
}

static int frame_visibility_is_valid(const sinew_model *model, const sinew__baked_clip *clip, const uint8_t *frames)
{
    for (int32_t i = 0; clip->visible_offset && i < clip->frame_count; ++i)
        if (!sinew__are_flags(frames + (size_t)i * clip->frame_bytes + clip->visible_offset,
                              (size_t)model->joint_count))
            return 0;
    return 1;
}

static int frames_are_valid(sinew__baked_check *check, const sinew__baked_clip *clip, const sinew__frame_group *groups)
{
    const uint8_t *frames = sinew__take(check, clip->frames, clip->frame_count, clip->frame_bytes);
    if (!frames) return 0;
    for (int32_t i = 0; i < sinew__groups_of(check->model->joint_count); ++i) {
        const uint32_t count = groups[i].kind == SINEW__FRAME_MAPS32 ? SINEW__MAPS : 0; // integers may be any
        if (!frame_floats_are_finite(clip, frames, groups[i].main, count)) return 0;
    }
    return frame_floats_are_finite(clip, frames, clip->scalar_offset, (uint32_t)clip->scalar_count) &&
           frame_visibility_is_valid(check->model, clip, frames);
}

static int clip_fits(sinew__baked_check *check, const sinew__baked_clip *clip)
{
    static const sinew__baked_clip none = {0};
    const uint64_t begin = check->next;
    const uint32_t most_flags = SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER;
    uint32_t frame_bytes;
    if (clip->frame_count == 0) return memcmp(clip, &none, sizeof none) == 0;
    if (clip->compact) return sinew__compact_clip_fits(check, clip);
    if (clip->frame_count < 0 || clip->flags > most_flags || !isfinite(clip->error) || clip->error < 0 ||
        !ticks_are_valid(check, clip) || !buckets_are_valid(check, clip))
        return 0;
    const sinew__frame_group *groups = take_groups(check, clip, &frame_bytes);
    return groups && scalars_are_valid(check, clip) &&
           sinew__take_flags(check, clip->visible, check->model->joint_count) &&
           sinew__take_flags(check, clip->animated, check->model->joint_count) &&
           frame_is_laid_out(check->model, clip, frame_bytes) && frames_are_valid(check, clip, groups) &&
           clip->byte_count == check->next - begin;
}

/// The header, what it names, and the table of clips; NULL where these do not fit.
static const sinew__baked_clip *take_clips(sinew__baked_check *check)
{
    if (!sinew__take(check, 0, 1, sizeof *check->header) || !header_fits(check)) return NULL;
    return sinew__take(check, check->header->clips, check->model->clip_count, sizeof(sinew__baked_clip));
}

int sinew__baked_clip_fits(const sinew_model *model, const sinew__baked_clip *clip, uint64_t begin)
{
    sinew__baked_check check = {.model = model, .header = sinew__baked_header_of(model)};
    if (!take_clips(&check)) return 0;
    check.next = begin;
    return clip_fits(&check, clip);
}

/// A clip without curves plays from its compact clip at all times.
static int is_playable(const sinew_model *model, const sinew__baked_clip *clip)
{
    const uint32_t holds = SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER;
    return !model->info->is_stripped || (clip->compact && (clip->flags & holds) == holds);
}

int sinew__baked_clips_fit(const sinew_model *model, int64_t *out_item)
{
    *out_item = 0;
    sinew__baked_check check = {.model = model, .header = sinew__baked_header_of(model)};
    if (!check.header) return !model->info->is_stripped || model->clip_count == 0;
    const sinew__baked_clip *clips = take_clips(&check);
    for (int32_t i = 0; clips && i < model->clip_count; ++i) {
        *out_item = i;
        if (!clip_fits(&check, &clips[i]) || !is_playable(model, &clips[i])) return 0;
    }
    *out_item = (int64_t)check.next;
    return clips && check.next == model->baked_byte_count;
}
