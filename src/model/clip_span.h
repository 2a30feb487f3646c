/// When a clip plays.
#ifndef SINEW_MODEL_CLIP_SPAN_H
#define SINEW_MODEL_CLIP_SPAN_H

#include "sinew/model.h"

/// Seconds on the file's timeline.
typedef struct sinew__span {
    double start, end, duration;
} sinew__span;

/// The rest pose (SINEW_NONE) is one moment, at 0.
static inline sinew__span sinew__clip_span(const sinew_model *model, int32_t clip)
{
    if (clip == SINEW_NONE) return (sinew__span){0.0, 0.0, 0.0};
    const sinew_clip *item = &model->clips[clip];
    return (sinew__span){item->start, item->start + item->duration, item->duration};
}

#endif
