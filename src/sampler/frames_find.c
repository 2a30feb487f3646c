#include "sampler/frames_find.h"

#include <string.h>

#include "sampler/curve.h"

/// Last frame at or before `tick`, which lies within the frames.
static int32_t frame_before(const sinew_model *model, const sinew__baked_clip *clip, const int64_t *ticks, int64_t tick)
{
    const uint32_t *buckets = (const uint32_t *)(const void *)(model->baked + clip->buckets);
    const int32_t bucket = sinew__bucket_of(clip, ticks[0], tick);
    int32_t low = (int32_t)buckets[bucket], high = (int32_t)buckets[bucket + 1];
    while (high - low > 1) { // rarely: buckets are about as many as frames
        const int32_t middle = low + (high - low) / 2;
        if (ticks[middle] <= tick)
            low = middle;
        else
            high = middle - 1;
    }
    return low + (high > low) * (ticks[high] <= tick); // one of the two, and nothing to guess
}

int sinew__frames_find(const sinew_model *model, const sinew__baked_clip *clip, double time,
                       sinew__frame_pair *out_pair)
{
    const int64_t *ticks = (const int64_t *)(const void *)(model->baked + clip->ticks);
    const int64_t first = ticks[0], last = ticks[clip->frame_count - 1];
    int64_t tick = sinew__ticks(model, time);
    if (tick < first) {
        if (!(clip->flags & SINEW__BAKED_HOLDS_BEFORE)) return 0;
        tick = first;
    } else if (tick > last) {
        if (!(clip->flags & SINEW__BAKED_HOLDS_AFTER)) return 0;
        tick = last;
    }
    const int32_t frame = frame_before(model, clip, ticks, tick);
    const int32_t next = frame + 1 < clip->frame_count ? frame + 1 : frame;
    const uint8_t *frames = model->baked + clip->frames;
    out_pair->before = frames + (size_t)frame * clip->frame_bytes;
    out_pair->after = frames + (size_t)next * clip->frame_bytes;
    const float part =
        next > frame ? (float)((double)(tick - ticks[frame]) / (double)(ticks[next] - ticks[frame])) : 0.0f;
    out_pair->part = part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part; // buckets that lead to another frame are no crime
    out_pair->shares[1] = (int16_t)(out_pair->part * (float)SINEW__QUAT16_LENGTH + 0.5f);
    out_pair->shares[0] = (int16_t)(SINEW__QUAT16_LENGTH - out_pair->shares[1]);
    return 1;
}

void sinew__frame_weights(const sinew_model *model, const sinew__baked_clip *clip, const sinew__frame_pair *pair,
                          float *out_weights)
{
    if (!model->morph_count) return;
    memcpy(out_weights, model->baked + clip->weights, (size_t)model->morph_count * sizeof *out_weights);
    const int32_t *morphs = (const int32_t *)(const void *)(model->baked + clip->scalars);
    const float *before = (const float *)(const void *)(pair->before + clip->scalar_offset);
    const float *after = (const float *)(const void *)(pair->after + clip->scalar_offset);
    for (int32_t i = 0; i < clip->scalar_count; ++i)
        out_weights[morphs[i]] = before[i] + (after[i] - before[i]) * pair->part;
}

const uint8_t *sinew__frame_visible(const sinew_model *model, const sinew__baked_clip *clip,
                                    const sinew__frame_pair *pair)
{
    return clip->visible_offset ? pair->before + clip->visible_offset : model->baked + clip->visible;
}
