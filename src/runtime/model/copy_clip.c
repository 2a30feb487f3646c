// Appends a baked clip to a section, array by array in the order that validation expects.
#include "runtime/model/compact_clip.h"

typedef struct copying {
    const uint8_t *from;
    sinew__buffer *to;
} copying;

/// Appends an array and updates the offset that points to it.
static void put(const copying *copy, uint64_t *offset, uint64_t count, size_t size, size_t align)
{
    static const char zeros[SINEW__BAKED_ALIGN];
    const uint8_t *items = copy->from + *offset;
    sinew__buffer_put(copy->to, zeros, (align - copy->to->size % align) % align);
    *offset = copy->to->size;
    if (count) sinew__buffer_put(copy->to, (const char *)items, (size_t)count * size);
}

void sinew__baked_clip_copy(const uint8_t *section, const sinew__baked_clip *baked, int32_t joint_count,
                            int32_t morph_count, sinew__buffer *out, sinew__baked_clip *out_baked)
{
    const copying copy = {section, out};
    sinew__compact_clip clip;
    *out_baked = *baked;
    put(&copy, &out_baked->compact, 1, sizeof clip, SINEW__BAKED_ALIGN);
    memcpy(&clip, section + baked->compact, sizeof clip);
    const int32_t groups = sinew__compact_groups_of(joint_count) + sinew__compact_groups_of(morph_count),
                  chunks = sinew__chunks_of(groups);
    const struct {
        uint64_t *offset, count;
        size_t size, align;
    } arrays[] = {
        {&clip.constants, (uint64_t)clip.constant_count, sizeof(uint32_t), SINEW__CLIP_ALIGN},
        {&clip.vectors, (uint64_t)clip.vector_count, SINEW__COMPACT_LANES * sizeof(float), SINEW__BAKED_ALIGN},
        {&clip.groups, (uint64_t)groups, sizeof(sinew__compact_group), SINEW__CLIP_ALIGN},
        {&clip.chunks, (uint64_t)chunks, sizeof(sinew__curve_chunk), SINEW__CLIP_ALIGN},
        {&clip.spans, (uint64_t)clip.span_count, sizeof(sinew__curve_span), SINEW__CLIP_ALIGN},
        {&clip.components, (uint64_t)clip.component_count, sizeof(sinew__component_curves), SINEW__CLIP_ALIGN},
        {&clip.scales, (uint64_t)clip.curve_count + SINEW__COMPACT_LANES, sizeof(uint32_t), SINEW__CLIP_ALIGN},
        {&clip.piece_start, (uint64_t)chunks * (uint64_t)clip.cell_count + 1, sizeof(uint32_t), SINEW__CLIP_ALIGN},
        {&clip.pieces, (uint64_t)clip.piece_count, sizeof(sinew__curve_piece), SINEW__CLIP_ALIGN},
        {&clip.visible_ticks, (uint64_t)clip.visible_count, sizeof(int64_t), SINEW__CLIP_ALIGN},
        {&clip.visible, ((uint64_t)clip.visible_count + 1) * (uint64_t)joint_count, 1, SINEW__CLIP_ALIGN},
        {&out_baked->animated, (uint64_t)joint_count, 1, SINEW__CLIP_ALIGN},
        {&clip.data, clip.data_count, sizeof(int16_t), SINEW__CLIP_ALIGN}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        const int is_of_pieces = arrays[i].offset == &clip.piece_start || arrays[i].offset == &clip.pieces;
        if (is_of_pieces && clip.piece_count == 0)
            *arrays[i].offset = 0;
        else
            put(&copy, arrays[i].offset, arrays[i].count, arrays[i].size, arrays[i].align);
    }
    if (!out->failed) memcpy(out->text + out_baked->compact, &clip, sizeof clip);
    out_baked->byte_count = out->size - out_baked->compact;
}

void sinew__baked_section_copy(const sinew_model *model, int32_t clip_count, sinew__buffer *out)
{
    const sinew__baked_header *header = sinew__baked_header_of(model);
    const sinew__baked_clip *own = sinew__baked_at(model->baked, header->clips);
    const size_t size = (size_t)clip_count * sizeof *own;
    sinew__buffer_put(out, (const char *)model->baked, (size_t)header->clips);
    char *table = sinew__buffer_reserve(out, size + 1);
    if (!table) return;
    memset(table, 0, size);
    out->size += size;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        sinew__baked_clip copy = {0};
        if (own[i].frame_count > 0)
            sinew__baked_clip_copy(model->baked, &own[i], model->joint_count, model->morph_count, out, &copy);
        if (!out->failed) memcpy(out->text + header->clips + (size_t)i * sizeof copy, &copy, sizeof copy);
    }
}
