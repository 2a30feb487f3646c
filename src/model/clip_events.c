#include "model/clip_events.h"

/// The first event of a clip or of a later one.
static int32_t first_event(const sinew_model *model, int32_t clip)
{
    int32_t low = 0, high = model->event_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (model->events[middle].clip < clip)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t sinew__clip_events(const sinew_model *model, int32_t clip, int32_t *out_first)
{
    *out_first = first_event(model, clip);
    return first_event(model, clip + 1) - *out_first;
}
