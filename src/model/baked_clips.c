#include "model/baked_clips.h"

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

uint32_t sinew__frame_group_place(sinew__frame_group *group, uint32_t frame_bytes)
{
    static const uint32_t bytes[SINEW__FRAME_KIND_COUNT] = {
        [SINEW__FRAME_MAPS16] = SINEW__MAPS * sizeof(int16_t), [SINEW__FRAME_MAPS32] = SINEW__MAPS * sizeof(float)};
    group->main = frame_bytes;
    return frame_bytes + bytes[group->kind];
}

uint32_t sinew__frame_base_floats(uint32_t kind)
{
    static const uint32_t floats[SINEW__FRAME_KIND_COUNT] = {
        [SINEW__FRAME_STATIC] = SINEW__STATIC_FLOATS, [SINEW__FRAME_MAPS16] = SINEW__MAPS};
    return floats[kind];
}
