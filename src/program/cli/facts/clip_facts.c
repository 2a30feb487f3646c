#include "program/cli/facts/clip_facts.h"

#include <math.h>

#include "core/base/error.h"

enum { MAX_FRAMES = 1000000 };

const double cli_frame_tolerance = 1e-3;
const double cli_time_tolerance = 2e-6;

sinew_result cli_clip_frames(const sinew_clip *clip, double fps, cli_frames *out_frames, sinew_error *out_error)
{
    const double first = ceil(clip->start * fps - cli_frame_tolerance),
                 last = floor((clip->start + clip->duration) * fps + cli_frame_tolerance);
    const double count = last < first ? 0 : last - first + 1;
    *out_frames = (cli_frames){0};
    if (!(count <= MAX_FRAMES))
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%.0f frames, the limit is %d", count, MAX_FRAMES);
    *out_frames = (cli_frames){first, (size_t)count};
    return SINEW_OK;
}

double cli_whole_frames(double duration, double fps)
{
    return floor(duration * fps + cli_frame_tolerance);
}

double cli_frame_at(double timeline, double fps)
{
    const double frame = timeline * fps;
    return fabs(frame - round(frame)) < 1e-9 * (1 + fabs(frame)) ? round(frame) : frame;
}

int cli_is_between_frames(double timeline, double fps)
{
    const double frame = timeline * fps;
    return fabs(frame - round(frame)) > cli_frame_tolerance;
}

int32_t cli_count_subframe_keys(const sinew_model *model, const sinew_clip *clip, double fps)
{
    int32_t count = 0;
    for (int32_t i = 0; i < clip->key_time_count; ++i)
        count += cli_is_between_frames(model->timeline_key_times[clip->first_key_time + i], fps);
    return count;
}

int32_t cli_count_channels(const sinew_model *model, const sinew_clip *clip)
{
    if (clip->channel_count > 0) return clip->channel_count;
    int32_t count = 0;
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        count += model->tracks[i].joint != SINEW_NONE || model->tracks[i].morph != SINEW_NONE;
    }
    return count;
}
