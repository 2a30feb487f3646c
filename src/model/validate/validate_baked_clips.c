/// Baked clips: every array where the one before it ended, every index inside its array, every number finite.
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

static int palette_matches(sinew__baked_check *check)
{
    sinew__joint_set needed;
    memset(&needed, 0, sizeof needed); // an initialiser would be 8 KB of every small program
    const int32_t *copies = take_copies(check);
    const sinew__palette_entry *entries =
        copies && sinew__joint_steps_fit(check, copies, &needed) ? take_entries(check, &needed) : NULL;
    const sinew__palette_link *repeats = entries ? take_repeats(check) : NULL;
    return repeats && are_divided(check, copies, entries, repeats);
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

static int clip_fits(sinew__baked_check *check, const sinew__baked_clip *clip)
{
    static const sinew__baked_clip none = {0};
    return clip->frame_count == 0 ? memcmp(clip, &none, sizeof none) == 0 : sinew__compact_clip_fits(check, clip);
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

/// A clip without curves plays baked at all times.
static int is_playable(const sinew_model *model, const sinew__baked_clip *clip)
{
    const uint32_t holds = SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER;
    return !model->info->is_stripped || (clip->frame_count > 0 && (clip->flags & holds) == holds);
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
