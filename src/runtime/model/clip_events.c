#include "runtime/model/clip_events.h"
#include "core/base/lower_bound.h"

/// The first event of a clip or of a later one.
static int32_t first_event(const sinew_model *model, int32_t clip)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, model->event_count, model->events[i].clip < clip);
    return (int32_t)i;
}

int32_t sinew__clip_events(const sinew_model *model, int32_t clip, int32_t *out_first)
{
    *out_first = first_event(model, clip);
    return first_event(model, clip + 1) - *out_first;
}
