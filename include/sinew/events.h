/// Events: marks at times of a clip, for the game to react to. A footstep, a sound, a hand that lets go.
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

/// An event when it happens.
typedef struct sinew_event_hit {
    int32_t event; ///< for sinew_clip_event (clip.h); of a clip of the model, an index in `events`
    double time;   ///< on the scale of `from` and `to`
} sinew_event_hit;

/// Gets the events of a clip from a time to another, in seconds from the clip's start, in the order of their times. The
/// first time is included, the last is not: successive calls report each event once. If `to` is before `from` the clip
/// plays backward, and the same events are reported in reverse order.
///
/// With `loops`, times outside the clip continue it, any number of loops before or after; the end of a loop is the
/// start of the next. Without, they are held at its ends, and an event at the end of the clip happens when the end is
/// reached.
///
/// Writes at most `capacity` hits and returns their total number, at most INT32_MAX. `out_hits` may be NULL if
/// `capacity` is 0. Times that are not finite, or more than 10⁹ loops away, have no events. Allocates nothing.
SINEW_API int32_t sinew_events_between(const sinew_model *model, int32_t clip, double from, double to, int loops,
                                       sinew_event_hit *out_hits, int32_t capacity);

/// Gets the first event of a clip, for sinew_clip_event; returns the number of the clip's events, which are
/// consecutive. A model's own clips have their events in `events`.
SINEW_API int32_t sinew_clip_events(const sinew_model *model, int32_t clip, int32_t *out_first);

#ifdef __cplusplus
}
#endif

#endif
