#include "runtime/model/baked_clips.h"

#include "runtime/model/clip_slots.h"

const sinew__baked_header *sinew__baked_header_of(const sinew_model *model)
{
    return model->baked_byte_count ? sinew__baked_at(model->baked, 0) : NULL;
}

const sinew__baked_clip *sinew__baked_clip_of(const sinew_model *model, int32_t clip)
{
    const sinew__baked_header *header = sinew__baked_header_of(model);
    if (!header || clip < 0) return NULL;
    if (clip >= model->clip_count) {
        const sinew__bound_clip *bound = sinew__bound_clip_of(model, clip);
        return bound ? &bound->baked : NULL;
    }
    const sinew__baked_clip *clips = sinew__baked_at(model->baked, header->clips);
    return clips[clip].frame_count > 0 ? &clips[clip] : NULL;
}

const uint8_t *sinew__section_of_bound(const sinew__baked_clip *baked)
{
    return ((const sinew__bound_clip *)baked)->section;
}
