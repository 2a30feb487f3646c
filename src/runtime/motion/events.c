#include "sinew/events.h"
#include "sinew/clip.h"

#include <math.h>

#include "core/base/lower_bound.h"
#include "runtime/model/look_up.h"

/// The events of a clip. Occurrence k · count + i is event i in loop k; its time is k · duration plus the event's.
typedef struct event_list {
    const sinew_event *items; ///< [count]
    int32_t first, count;
    double duration;
} event_list;

static double time_of(const event_list *list, int64_t occurrence)
{
    int64_t loop = occurrence / list->count, item = occurrence % list->count;
    if (item < 0) {
        item += list->count;
        --loop;
    }
    return (double)loop * list->duration + list->items[item].time;
}

/// Returns the number of events before a time within the clip.
static int32_t count_before(const event_list *list, double time)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, list->count, list->items[i].time < time);
    return (int32_t)i;
}

/// Returns the first occurrence that is not before `time`. An event at the end of a loop has the time of the next
/// loop's start, and rounding may assign the time to the loop before or after; both are corrected.
static int64_t first_occurrence(const event_list *list, double time)
{
    const double loop = floor(time / list->duration);
    int64_t occurrence = (int64_t)loop * list->count + count_before(list, time - loop * list->duration);
    while (time_of(list, occurrence - 1) >= time) --occurrence;
    while (time_of(list, occurrence) < time) ++occurrence;
    return occurrence;
}

int32_t sinew_events_between(const sinew_model *model, int32_t clip, double from, double to, int loops,
                             sinew_event_hit *out_hits, int32_t capacity)
{
    if (clip < 0 || !sinew__has_clip(model, clip) || !isfinite(from) || !isfinite(to)) return 0;
    event_list list = {.duration = sinew__model_clip(model, clip)->duration};
    list.count = sinew__clip_events(model, clip, &list.first);
    list.items = sinew__owner_of_clip(model, clip)->events + list.first;
    if (list.count == 0) return 0;
    const int backward = to < from;
    const double begin = fmin(from, to), end = fmax(from, to);
    int64_t first_hit, end_hit; // numbers of occurrences
    if (loops && list.duration > 0) {
        static const double max_loops = 1e9; // beyond, a time is not known to a fraction of a frame
        if (!(fmax(fabs(begin), fabs(end)) <= max_loops * list.duration)) return 0;
        first_hit = first_occurrence(&list, begin);
        end_hit = first_occurrence(&list, end);
    } else {
        const int reaches_end = end >= list.duration && begin < list.duration;
        first_hit = count_before(&list, begin);
        end_hit = reaches_end ? list.count : count_before(&list, fmin(end, list.duration));
    }
    const int64_t count = end_hit > first_hit ? end_hit - first_hit : 0;
    for (int64_t i = 0; i < count && i < capacity; ++i) {
        const int64_t occurrence = backward ? end_hit - 1 - i : first_hit + i;
        const int64_t item = (occurrence % list.count + list.count) % list.count;
        out_hits[i] = (sinew_event_hit){list.first + (int32_t)item, time_of(&list, occurrence)};
    }
    return count < INT32_MAX ? (int32_t)count : INT32_MAX;
}

int32_t sinew_clip_events(const sinew_model *model, int32_t clip, int32_t *out_first)
{
    *out_first = 0;
    return clip >= 0 && sinew__has_clip(model, clip) ? sinew__clip_events(model, clip, out_first) : 0;
}

const sinew_event *sinew_clip_event(const sinew_model *model, int32_t clip, int32_t event)
{
    if (clip < 0 || !sinew__has_clip(model, clip)) return NULL;
    const sinew_model *owner = sinew__owner_of_clip(model, clip);
    return sinew__is_item(event, owner->event_count) ? &owner->events[event] : NULL;
}
