#include "import/events/import_events.h"

#include "sinew/events.h"

int sinew__import_add_event(import_pass *pass, int32_t clip, const sinew_raw_event *event)
{
    if (pass->event_count == SINEW_MAX_EVENTS) {
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_EVENTS, NULL,
                           "the file has more than %d events; the others are dropped", SINEW_MAX_EVENTS);
        return !pass->arena.failed;
    }
    import_event *events =
        sinew__arena_grow(&pass->arena, pass->events, pass->event_count, &pass->event_capacity, sizeof *events);
    if (!events) return 0;
    pass->events = events;
    events[pass->event_count++] = (import_event){clip, *event};
    return 1;
}

/// Sorts the events by clip; those of one clip stay in their order.
static sinew_raw_event *sort_events(import_pass *pass, sinew_raw_clip *clips)
{
    sinew_raw_event *sorted = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_event, pass->event_count);
    for (size_t i = 0; sorted && i < pass->event_count; ++i) ++clips[pass->events[i].clip].event_count;
    sinew_raw_event *next = sorted;
    for (int32_t c = 0; sorted && c < pass->raw.clip_count; ++c) {
        clips[c].events = next;
        next += clips[c].event_count;
        clips[c].event_count = 0;
    }
    for (size_t i = 0; sorted && i < pass->event_count; ++i) {
        sinew_raw_clip *clip = &clips[pass->events[i].clip];
        sorted[clip->events - sorted + clip->event_count++] = pass->events[i].event;
    }
    return sorted;
}

sinew_result sinew__import_events_finish(import_pass *pass, sinew_error *error)
{
    if (pass->event_count == 0) return SINEW_OK;
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_clip, pass->raw.clip_count);
    for (int32_t c = 0; clips && c < pass->raw.clip_count; ++c) clips[c] = pass->raw.clips[c];
    if (!clips || !sort_events(pass, clips)) return sinew__arena_fail(&pass->arena, error);
    pass->raw.clips = clips;
    return SINEW_OK;
}
