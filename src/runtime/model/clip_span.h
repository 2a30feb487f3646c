/// When a clip plays, and which clips play anything.
#ifndef SINEW_RUNTIME_MODEL_CLIP_SPAN_H
#define SINEW_RUNTIME_MODEL_CLIP_SPAN_H

#include "core/base/error.h"
#include "sinew/model.h"

/// Seconds from the clip's start.
typedef struct sinew__span {
    double start, end, duration;
} sinew__span;

/// A whole clip starts at 0. The rest pose (SINEW_NONE) is one moment.
static inline sinew__span sinew__clip_span(const sinew_model *model, int32_t clip)
{
    const double duration = clip == SINEW_NONE ? 0.0 : model->clips[clip].duration;
    return (sinew__span){0.0, duration, duration};
}

/// A time in seconds from a clip's start on the file's timeline; the rest pose starts at 0.
static inline double sinew__timeline(const sinew_model *model, int32_t clip, double time)
{
    return clip == SINEW_NONE ? time : model->clips[clip].start + time;
}

/// Seconds from the clip's start to the i-th of its keyframes.
static inline double sinew__key_time(const sinew_model *model, const sinew_clip *clip, int32_t i)
{
    return model->timeline_key_times[clip->first_key_time + i] - clip->start;
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
