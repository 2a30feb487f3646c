/// When a clip plays, and which clips play anything.
#ifndef SINEW_MODEL_CLIP_SPAN_H
#define SINEW_MODEL_CLIP_SPAN_H

#include "base/arguments.h"
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

/// Whether a clip is neither one of the model's nor SINEW_NONE; then the error says so.
static inline int sinew__lacks_clip(const sinew_model *model, int32_t clip, sinew_error *error)
{
    return clip != SINEW_NONE && sinew__lacks_item(error, "clip", clip, model->clip_count);
}

enum { SINEW__LEFT_OUT_SIZE = 256 };

/// Lists the clips that an export has unless the caller names some: in order, those with a key, or all if none has one.
/// Downloads often begin with an empty take, which other programs would play first. `out_clips` is [clip_count].
/// Returns their number. `out_left_out` says what is missing; "": nothing.
int32_t sinew__clips_to_export(const sinew_model *model, int32_t *out_clips, char out_left_out[SINEW__LEFT_OUT_SIZE]);

/// Moves the default clip to the front of a list, if it is in it.
void sinew__put_default_clip_first(const sinew_model *model, int32_t *clips, int32_t count);

#endif
