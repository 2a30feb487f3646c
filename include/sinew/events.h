/// Events: marks at times of a clip that a game reacts to, such as a footstep, a sound, or a hand that lets go.
///
/// An event has the name of its track, a value and a text (sinew_event in model.h). Events come from
///
///   - the side file `NAME.events.json` beside `NAME.fbx` or any other model file:
///
///         {"events": [{"clip": "walk", "track": "step", "time": 0.13, "value": 1, "text": "left"}]}
///
///     `time` is in seconds from the clip's start; `frame` instead of it is a frame on the file's timeline. `clip` may
///     be left out in a file with one clip; `value` and `text` may always be left out;
///   - the `extras` of a glTF animation, in the same form without `clip`;
///   - animated custom properties of an FBX file: one event each time a curve gets another value, starting from 0. The
///     track is the property's name, the text the name of its object.
///
/// Invalid events are dropped, with a warning of the model. A model has at most SINEW_EVENTS_MAX.
///
///     sinew_event_hit hits[8];
///     const int32_t count = sinew_events_between(model, clip, time, time + seconds, 1, hits, 8);
///     for (int32_t i = 0; i < count && i < 8; ++i) {
///         const sinew_event *event = &model->events[hits[i].event];
///         printf("%.3f s: %s %s\n", hits[i].time, sinew_text(model, event->track), sinew_text(model, event->text));
///     }
#ifndef SINEW_EVENTS_H
#define SINEW_EVENTS_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SINEW_EVENTS_MAX = 65536 };

/// An event, and the time when it happens.
typedef struct sinew_event_hit {
    int32_t event; ///< number of the event for sinew_clip_event (clip.h); for a clip of the model, an index in `events`
    double time;   ///< seconds, on the same scale as `from` and `to` of sinew_events_between
} sinew_event_hit;

/// Writes the events of a clip between two times, in seconds from the clip's start, in the order of their times. `from`
/// is included, `to` is not, so that successive calls report each event once. If `to` is before `from`, the clip plays
/// backward, and the events are in reverse order.
///
/// With `loops`, the clip repeats outside its range, any number of times; the end of a loop is the start of the next
/// one. Without it, times are clamped to the clip, and an event at the end of the clip happens when that is reached.
///
/// Writes at most `capacity` hits and returns their total number, at most INT32_MAX. `out_hits` may be NULL if
/// `capacity` is 0. Times that are not finite, or more than 10⁹ loops away, have no events. Allocates nothing.
SINEW_API int32_t sinew_events_between(const sinew_model *model, int32_t clip, double from, double to, int loops,
                                       sinew_event_hit *out_hits, int32_t capacity);

/// Sets *out_first to the first event of a clip, for sinew_clip_event, and returns the number of its events, which are
/// consecutive. For clips of the model these are indices in `events`.
SINEW_API int32_t sinew_clip_events(const sinew_model *model, int32_t clip, int32_t *out_first);

#ifdef __cplusplus
}
#endif

#endif
