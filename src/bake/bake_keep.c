#include <string.h>

#include "bake/bake_clip.h"

static const void *copy_of(sinew__bake *bake, const void *bytes, size_t size)
{
    uint8_t *copy = SINEW__ARENA_ARRAY(bake->memory, uint8_t, size);
    if (copy && size) memcpy(copy, bytes, size);
    return copy;
}

sinew__bake_outcome sinew__bake_keep(sinew__bake *bake, const sinew__buffer *section, const sinew__baked_clip *baked)
{
    const char *bytes = section->text;
    bake->kept_layout = *baked;
    bake->kept_groups =
        copy_of(bake, bytes + baked->groups, (size_t)sinew__bake_group_count(bake) * sizeof *bake->kept_groups);
    bake->kept_scalars =
        copy_of(bake, bytes + baked->scalars, (size_t)baked->scalar_count * sizeof *bake->kept_scalars);
    for (size_t i = 0; i < bake->frame_count && !bake->memory->failed; ++i)
        if (!bake->frames[i].kept)
            bake->frames[i].kept = copy_of(bake, bytes + baked->frames + i * baked->frame_bytes, baked->frame_bytes);
    return bake->memory->failed ? SINEW__BAKE_NO_MEMORY : SINEW__BAKE_OK;
}

/// What lies outside of the frames comes from the first of them, which stays.
static int is_same_group(const sinew__frame_group *a, const sinew__frame_group *b)
{
    return a->kind == b->kind && a->main == b->main;
}

static int is_same_layout(const sinew__bake *bake, const sinew__buffer *section, const sinew__baked_clip *baked)
{
    const sinew__baked_clip *kept = &bake->kept_layout;
    const sinew__frame_group *groups = (const sinew__frame_group *)(const void *)(section->text + baked->groups);
    if (bake->steps_grew || kept->frame_bytes != baked->frame_bytes || kept->scalar_offset != baked->scalar_offset ||
        kept->scalar_count != baked->scalar_count || kept->visible_offset != baked->visible_offset)
        return 0;
    for (int32_t i = 0; i < sinew__bake_group_count(bake); ++i)
        if (!is_same_group(&bake->kept_groups[i], &groups[i])) return 0;
    const size_t scalar_bytes = (size_t)baked->scalar_count * sizeof *bake->kept_scalars;
    return scalar_bytes == 0 || memcmp(bake->kept_scalars, section->text + baked->scalars, scalar_bytes) == 0;
}

void sinew__bake_forget(sinew__bake *bake, const sinew__buffer *section, const sinew__baked_clip *baked)
{
    const int keeps = !bake->kept_groups || is_same_layout(bake, section, baked);
    bake->steps_grew = 0;
    for (size_t i = 0; !keeps && i < bake->frame_count; ++i) bake->frames[i].kept = NULL;
}
