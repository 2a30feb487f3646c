/// The one grammar for times: "1.25", "@1.25s", "37f", "50%", "#7@LeftFoot", "k-1", "-10f", "+2f", "start".
///
/// Parsing needs no model, so options are checked before a file is opened; resolving gives seconds.
#ifndef SINEW_TIME_TEXT_H
#define SINEW_TIME_TEXT_H

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
    SINEW_TIME_FROM_START,    ///< of the clip; keys count from 1
    SINEW_TIME_FROM_END,      ///< of the clip, backwards
    SINEW_TIME_FROM_TIMELINE, ///< the file's own zero
    SINEW_TIME_FROM_CURRENT,  ///< relative
} sinew_time_origin;

/// A parsed time, independent of any model.
typedef struct sinew_time {
    sinew_time_unit unit;
    sinew_time_origin origin;
    double value;     ///< in its unit; distance, so positive "from end" means before the end
    char joint[256];  ///< of "#7@LeftFoot", or ""
    int without_unit; ///< seconds that were written as a mere number; a message may ask whether frames were meant
} sinew_time;

/// Parses text. SINEW_ERROR_BAD_TIME for anything else, with message "'12x' is not a time" and the hint of the manual.
SINEW_API SINEW_NODISCARD sinew_result sinew_time_parse(const char *text, sinew_time *out_time, sinew_error *out_error);

/// What a relative or framed time is measured against.
typedef struct sinew_time_context {
    const sinew_model *model;
    int32_t clip;   ///< SINEW_NONE: times count from 0 and nothing ends
    double fps;     ///< 0: the model's; when that is 0 too, frames give SINEW_ERROR_NO_RATE
    double current; ///< seconds on the file's timeline, for SINEW_TIME_FROM_CURRENT
} sinew_time_context;

/// Gives seconds on the file's timeline. SINEW_ERROR_NO_TIME for a time that names something in the clip and falls
/// outside it, SINEW_ERROR_NO_KEY, _NO_JOINT, _NO_RATE.
SINEW_API SINEW_NODISCARD sinew_result sinew_time_resolve(const sinew_time *time, const sinew_time_context *context,
                                                          double *out_seconds, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
