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
