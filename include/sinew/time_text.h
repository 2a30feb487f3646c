/// The grammar of times: "1.25", "@1.25s", "37f", "50%", "#7@LeftFoot", "k-1", "-10f", "+2f", "start".
///
/// Parsing needs no model, so options can be checked before a file is opened. Resolving gives seconds from the start of
/// a clip.
///
///     sinew_time parsed;
///     double seconds_of_clip;
///     const sinew_time_context context = {.model = model, .clip = clip};
///     if (sinew_time_parse("37f", &parsed, &error) || sinew_time_resolve(&parsed, &context, &seconds_of_clip, &error))
///         return puts(error.message);
///     sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, seconds_of_clip, pose);
#ifndef SINEW_TIME_TEXT_H
#define SINEW_TIME_TEXT_H

#include <stdbool.h>

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sinew_time_unit {
    SINEW_TIME_SECONDS,
    SINEW_TIME_FRAMES,
    SINEW_TIME_PERCENT,
    SINEW_TIME_KEY, ///< keyframe number
} sinew_time_unit;

typedef enum sinew_time_origin {
    SINEW_TIME_FROM_START,    ///< from the clip's start; keys count from 1
    SINEW_TIME_FROM_END,      ///< from the clip's end, backwards
    SINEW_TIME_FROM_TIMELINE, ///< from the zero of the file's timeline
    SINEW_TIME_FROM_CURRENT,  ///< relative to the current time
} sinew_time_origin;

/// A parsed time, independent of any model.
typedef struct sinew_time {
    sinew_time_unit unit;
    sinew_time_origin origin;
    double value;        ///< amount in `unit`, not negative if it counts backwards from the end
    char joint[256];     ///< joint of a keyframe, as in "#7@LeftFoot", or ""
    bool is_bare_number; ///< the text has no unit and means seconds; a message may ask whether frames were meant
} sinew_time;

/// Parses a text. SINEW_ERROR_BAD_TIME: the text is not a time; the message is "'12x' is not a time", with a hint.
SINEW_API SINEW_NODISCARD sinew_result sinew_time_parse(const char *text, sinew_time *out_time, sinew_error *out_error);

/// The clip, the frame rate and the current time that a time refers to.
typedef struct sinew_time_context {
    const sinew_model *model;
    int32_t clip;   ///< SINEW_NONE: times count from the zero of the timeline and have no end
    double fps;     ///< frame rate; 0: the model's. If that is 0 too, frames fail with SINEW_ERROR_NO_RATE
    double current; ///< seconds from the clip's start, for SINEW_TIME_FROM_CURRENT
} sinew_time_context;

/// Converts a time to seconds from the clip's start; times before it are negative. SINEW_ERROR_NO_TIME: a time relative
/// to the clip is outside of it; also SINEW_ERROR_NO_KEY, _NO_JOINT or _NO_RATE.
SINEW_API SINEW_NODISCARD sinew_result sinew_time_resolve(const sinew_time *time, const sinew_time_context *context,
                                                          double *out_seconds, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
