/// Events of clips, sorted by time.
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/build/build_stages.h"

/// By time; those of one time stay in their order.
static int compare_events(const void *a, const void *b)
{
    const sinew_raw_event *x = *(const sinew_raw_event *const *)a, *y = *(const sinew_raw_event *const *)b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return (x > y) - (x < y);
}

static const double time_tolerance = 1e-9; ///< seconds that times of frames may be outside the clip

static int is_usable(const sinew_raw_event *event, double duration)
{
    return event->track && *event->track && event->time >= -time_tolerance && event->time <= duration + time_tolerance;
}

sinew_result sinew__build_events(sinew__builder *builder, const sinew_raw_clip *raw, double duration)
{
    const sinew_raw_event **order = SINEW__ARENA_ARRAY(&builder->scratch, const sinew_raw_event *, raw->event_count);
    const int32_t clip = sinew__section_size(builder, SINEW__SECTION_CLIPS);
    size_t count = 0;
    int ok = 1;
    if (!order) return sinew__fail_memory(builder->error);
    for (int32_t i = 0; i < raw->event_count; ++i)
        if (is_usable(&raw->events[i], duration)) order[count++] = &raw->events[i];
    if (count) qsort(order, count, sizeof *order, compare_events);
    for (size_t i = 0; i < count && ok; ++i) {
        const sinew_event event = {.clip = clip,
                                   .track = sinew__builder_name(builder, order[i]->track, &ok),
                                   .text = sinew__builder_name(builder, order[i]->text, &ok),
                                   .time = fmax(0, fmin(order[i]->time, duration)),
                                   .value = isfinite(order[i]->value) ? order[i]->value : 0};
        sinew_event *item = ok ? sinew__section_push(builder, SINEW__SECTION_EVENTS, 1) : NULL;
        if (item) *item = event;
        ok = item != NULL;
    }
    return ok ? SINEW_OK : sinew__fail_memory(builder->error);
}
