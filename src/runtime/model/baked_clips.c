#include "runtime/model/baked_clips.h"

const sinew__baked_header *sinew__baked_header_of(const sinew_model *model)
{
    return model->baked_byte_count ? sinew__baked_at(model->baked, 0) : NULL;
}

const sinew__baked_clip *sinew__baked_clip_of(const sinew_model *model, int32_t clip)
{
    const sinew__baked_header *header = sinew__baked_header_of(model);
    if (!header || clip < 0 || clip >= model->clip_count) return NULL;
    const sinew__baked_clip *clips = sinew__baked_at(model->baked, header->clips);
    return clips[clip].frame_count > 0 ? &clips[clip] : NULL;
}
