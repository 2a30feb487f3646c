#include "model/baked_rows.h"

const sinew__rows_header *sinew__rows_of(const sinew_model *model)
{
    return model->row_byte_count ? (const sinew__rows_header *)(const void *)model->rows : NULL;
}

const sinew__baked_clip *sinew__baked_clip_of(const sinew_model *model, int32_t clip)
{
    const sinew__rows_header *header = sinew__rows_of(model);
    if (!header || clip < 0 || clip >= model->clip_count) return NULL;
    const sinew__baked_clip *clips = (const sinew__baked_clip *)(const void *)(model->rows + header->clips);
    return clips[clip].row_count > 0 ? &clips[clip] : NULL;
}

uint32_t sinew__row_group_place(sinew__row_group *group, uint32_t row_bytes)
{
    static const uint32_t bytes[SINEW__ROW_KIND_COUNT] = {
        [SINEW__ROW_MAPS16] = SINEW__MAPS * sizeof(int16_t), [SINEW__ROW_MAPS32] = SINEW__MAPS * sizeof(float)};
    group->main = row_bytes;
    return row_bytes + bytes[group->kind];
}

uint32_t sinew__row_base_floats(uint32_t kind)
{
    static const uint32_t floats[SINEW__ROW_KIND_COUNT] = {
        [SINEW__ROW_STATIC] = SINEW__STATIC_FLOATS, [SINEW__ROW_MAPS16] = SINEW__MAPS};
    return floats[kind];
}
