/// Baked rows: every offset inside the section, every index inside its array, every number finite.
#include <math.h>

#include "model/baked_rows.h"
#include "model/validate/validate.h"

/// `count` items of `size` bytes at an offset of the section, or NULL where they do not all lie in it.
static const void *items_at(const sinew_model *model, uint64_t offset, int64_t count, size_t size)
{
    if (count < 0 || offset % SINEW__ROWS_ALIGN != 0 || offset > model->row_byte_count ||
        (uint64_t)count > (model->row_byte_count - offset) / size)
        return NULL;
    return model->rows + offset;
}

static int floats_at(const sinew_model *model, uint64_t offset, int64_t count)
{
    const float *floats = items_at(model, offset, count, sizeof *floats);
    return floats && sinew__all_finite(floats, (size_t)count);
}

// ---- tables of the walk -------------------------------------------------------------------------------------------

static int parents_match(const sinew_model *model, const sinew__rows_header *header)
{
    const int32_t *parents = items_at(model, header->parents, model->joint_count, sizeof *parents);
    if (!parents) return 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (parents[i] != model->joints[i].parent + 1) return 0;
    return 1;
}

/// Rows of carries have every skin_joint's joint, then others.
static int carried_match(const sinew_model *model, const sinew__rows_header *header)
{
    const int32_t *carried = items_at(model, header->carried, header->carried_count, sizeof *carried);
    if (!carried || header->carried_count < model->skin_joint_count) return 0;
    for (int32_t i = 0; i < header->carried_count; ++i)
        if (i < model->skin_joint_count ? carried[i] != model->skin_joints[i].joint
                                        : carried[i] < 0 || carried[i] >= model->joint_count)
            return 0;
    return 1;
}

/// Copies and entries lead from a joint to a skin_joint of it.
static int entries_match(const sinew_model *model, const sinew__rows_header *header)
{
    const int32_t *copies = items_at(model, header->copies, model->joint_count, sizeof *copies);
    const sinew__palette_entry *entries = items_at(model, header->entries, header->entry_count, sizeof *entries);
    if (!copies || !entries || header->apart_count < 0 || header->apart_count > header->entry_count) return 0;
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        if (!sinew__index_or_none(copies[joint], model->skin_joint_count) ||
            (copies[joint] != SINEW_NONE && model->skin_joints[copies[joint]].joint != joint))
            return 0;
    }
    for (int32_t i = 0; i < header->entry_count; ++i) {
        const sinew__palette_entry *entry = &entries[i];
        if (entry->skin_joint < 0 || entry->skin_joint >= model->skin_joint_count ||
            model->skin_joints[entry->skin_joint].joint != entry->joint || !sinew__all_finite(entry->offset, 12))
            return 0;
    }
    return 1;
}

static int binds_are_finite(const sinew_model *model, const sinew__rows_header *header)
{
    const sinew_affine *binds = items_at(model, header->binds, model->joint_count, sizeof *binds);
    return binds && sinew__all_finite_double(binds->row[0], 12 * (size_t)model->joint_count);
}

// ---- one clip -----------------------------------------------------------------------------------------------------

static int ticks_are_valid(const sinew_model *model, const sinew__baked_clip *clip)
{
    const int64_t most = INT64_C(4000000000000000000);
    const int64_t *ticks = items_at(model, clip->ticks, clip->row_count, sizeof *ticks);
    if (!ticks || ticks[0] < -most || ticks[clip->row_count - 1] > most) return 0;
    for (int32_t i = 1; i < clip->row_count; ++i)
        if (ticks[i] <= ticks[i - 1]) return 0;
    return 1;
}

static int buckets_are_valid(const sinew_model *model, const sinew__baked_clip *clip)
{
    if (clip->bucket_count <= 0 || !isfinite(clip->buckets_per_tick) || clip->buckets_per_tick < 0) return 0;
    const uint32_t *rows = items_at(model, clip->buckets, (int64_t)clip->bucket_count + 1, sizeof *rows);
    if (!rows) return 0;
    for (int32_t i = 0; i <= clip->bucket_count; ++i)
        if (rows[i] >= (uint32_t)clip->row_count || (i > 0 && rows[i] < rows[i - 1])) return 0;
    return 1;
}

/// Whether `count` floats lie in a row, and are finite in every one.
static int row_floats_are_valid(const sinew_model *model, const sinew__baked_clip *clip, uint32_t offset, int64_t count)
{
    if (offset % sizeof(float) != 0 || offset > clip->row_bytes ||
        count > (int64_t)((clip->row_bytes - offset) / sizeof(float)))
        return 0;
    const uint8_t *rows = model->rows + clip->rows;
    for (int32_t i = 0; i < clip->row_count; ++i) {
        const void *floats = rows + (size_t)i * clip->row_bytes + offset;
        if (!sinew__all_finite(floats, (size_t)count)) return 0;
    }
    return 1;
}

static int quat_base_is_valid(const sinew_model *model, const sinew__baked_clip *clip, const sinew__row_group *group)
{
    const int moves = group->flags & SINEW__ROW_MOVES, scales = group->flags & SINEW__ROW_SCALES;
    return floats_at(model, group->base, SINEW__QUAT_FLOATS) &&
           (!moves || row_floats_are_valid(model, clip, group->place, 3 * SINEW__LANES)) &&
           (!scales || row_floats_are_valid(model, clip, group->scale, 3 * SINEW__LANES));
}

/// Whether groups of a kind can stand in the rows of a clip.
static int kind_fits(const sinew__baked_clip *clip, uint32_t kind)
{
    const int of_carries = kind == SINEW__ROW_MAPS16 || kind == SINEW__ROW_MAPS32;
    return kind == SINEW__ROW_STATIC || of_carries == ((clip->flags & SINEW__BAKED_CARRIES) != 0);
}

static int int16_are_in_row(const sinew__baked_clip *clip, uint32_t offset, uint32_t count)
{
    const uint32_t bytes = count * (uint32_t)sizeof(int16_t);
    return offset % sizeof(int16_t) == 0 && clip->row_bytes >= bytes && offset <= clip->row_bytes - bytes;
}

static int group_is_valid(const sinew_model *model, const sinew__baked_clip *clip, const sinew__row_group *group)
{
    if (!kind_fits(clip, group->kind)) return 0;
    switch ((sinew__row_kind)group->kind) {
    case SINEW__ROW_STATIC: return group->flags == 0 && floats_at(model, group->base, SINEW__STATIC_FLOATS);
    case SINEW__ROW_AFFINE:
        return group->flags == 0 && row_floats_are_valid(model, clip, group->main, 12 * SINEW__LANES);
    case SINEW__ROW_QUAT32:
        return row_floats_are_valid(model, clip, group->main, 4 * SINEW__LANES) &&
               quat_base_is_valid(model, clip, group);
    case SINEW__ROW_QUAT16:
        return int16_are_in_row(clip, group->main, 4 * SINEW__LANES) && quat_base_is_valid(model, clip, group);
    case SINEW__ROW_MAPS16:
        return group->flags == 0 && int16_are_in_row(clip, group->main, SINEW__MAPS) &&
               floats_at(model, group->base, SINEW__MAPS);
    case SINEW__ROW_MAPS32: return group->flags == 0 && row_floats_are_valid(model, clip, group->main, SINEW__MAPS);
    case SINEW__ROW_KIND_COUNT: break;
    }
    return 0;
}

static int scalars_are_valid(const sinew_model *model, const sinew__baked_clip *clip)
{
    const int32_t *morphs = items_at(model, clip->scalars, clip->scalar_count, sizeof *morphs);
    if (!morphs || !floats_at(model, clip->weights, model->morph_count) ||
        !row_floats_are_valid(model, clip, clip->scalar_offset, clip->scalar_count))
        return 0;
    for (int32_t i = 0; i < clip->scalar_count; ++i)
        if (morphs[i] < 0 || morphs[i] >= model->morph_count) return 0;
    return 1;
}

static int visibility_is_valid(const sinew_model *model, const sinew__baked_clip *clip)
{
    const int in_row = clip->visible_offset <= clip->row_bytes &&
                       model->joint_count <= (int64_t)(clip->row_bytes - clip->visible_offset);
    return (clip->visible_offset == 0 || in_row) && items_at(model, clip->visible, model->joint_count, 1) &&
           items_at(model, clip->moved, model->joint_count, 1);
}

static int clip_is_valid(const sinew_model *model, const sinew__rows_header *header, const sinew__baked_clip *clip)
{
    if (clip->row_count == 0) return 1;
    const int32_t group_count =
        clip->flags & SINEW__BAKED_CARRIES ? sinew__groups_of(header->carried_count) : header->group_count;
    const sinew__row_group *groups = items_at(model, clip->groups, group_count, sizeof *groups);
    if (clip->row_count < 0 || !groups || clip->row_bytes == 0 || clip->row_bytes % SINEW__ROW_ALIGN != 0 ||
        !items_at(model, clip->rows, clip->row_count, clip->row_bytes) || !isfinite(clip->error) ||
        !ticks_are_valid(model, clip) || !buckets_are_valid(model, clip) || !scalars_are_valid(model, clip) ||
        !visibility_is_valid(model, clip))
        return 0;
    for (int32_t i = 0; i < group_count; ++i)
        if (!group_is_valid(model, clip, &groups[i])) return 0;
    return 1;
}

sinew_result sinew__validate_rows(const sinew_model *model, sinew_error *error)
{
    const sinew__rows_header *header = sinew__rows_of(model);
    if (!header) return SINEW_OK;
    if (model->row_byte_count < sizeof *header)
        return sinew__damaged(error, "rows of size", (int64_t)model->row_byte_count);
    if (header->version != SINEW__ROWS_VERSION) return sinew__damaged(error, "rows of version", header->version);
    if (header->group_count != sinew__groups_of(model->joint_count) || !sinew__all_finite(header->root, 12) ||
        !parents_match(model, header) || !carried_match(model, header) || !entries_match(model, header) ||
        !binds_are_finite(model, header))
        return sinew__damaged(error, "row header of groups", header->group_count);
    const sinew__baked_clip *clips = items_at(model, header->clips, model->clip_count, sizeof *clips);
    if (!clips) return sinew__damaged(error, "baked clips", model->clip_count);
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (!clip_is_valid(model, header, &clips[i])) return sinew__damaged(error, "baked clip", i);
    return SINEW_OK;
}
