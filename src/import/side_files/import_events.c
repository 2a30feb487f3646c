// Reads the events of clips from JSON, such as a side file of the model.
#include "import/import_block.h"
#include "import/import_stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/platform/side_files.h"
#include "sinew/events.h"

int sinew__import_add_event(import_pass *pass, int32_t clip, const sinew_raw_event *event)
{
    if (pass->event_count == SINEW_EVENTS_MAX) {
        sinew__import_warn(pass, IMPORT_WARNING_EVENTS, NULL,
                           "the file has more than %d events; the others are dropped", SINEW_EVENTS_MAX);
        return !pass->arena.failed;
    }
    import_event *events =
        sinew__arena_grow(&pass->arena, pass->events, pass->event_count, &pass->event_capacity, sizeof *events);
    if (!events) return 0;
    pass->events = events;
    events[pass->event_count++] = (import_event){clip, *event};
    return 1;
}

sinew_result sinew__import_events_finish(import_pass *pass, sinew_error *error)
{
    if (pass->event_count == 0) return SINEW_OK;
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_clip, pass->raw.clip_count);
    sinew_raw_event *sorted = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_event, pass->event_count), *next = sorted;
    if (!clips || !sorted) return sinew__arena_fail(&pass->arena, error);
    // Sort the events by clip; events of one clip keep their order.
    for (int32_t c = 0; c < pass->raw.clip_count; ++c) clips[c] = pass->raw.clips[c];
    for (size_t i = 0; i < pass->event_count; ++i) ++clips[pass->events[i].clip].event_count;
    for (int32_t c = 0; c < pass->raw.clip_count; ++c) {
        clips[c].events = next;
        next += clips[c].event_count;
        clips[c].event_count = 0;
    }
    for (size_t i = 0; i < pass->event_count; ++i) {
        sinew_raw_clip *clip = &clips[pass->events[i].clip];
        sorted[clip->events - sorted + clip->event_count++] = pass->events[i].event;
    }
    pass->raw.clips = clips;
    return SINEW_OK;
}

// Events in JSON: from a side file, or from the extras of a glTF animation.

static const sinew__json_limits limits = {.max_bytes = 16 << 20, .max_values = 1 << 19};

/// An event while it is read.
typedef struct event_reader {
    import_pass *pass;
    const sinew__json_value *item;
    const char *source;
    int32_t clip; ///< the clip of the event; SINEW_NONE until it is read
} event_reader;

/// Drops the event, with a warning that contains `problem` and the line of the event. Returns 0 when out of memory.
static int drop(const event_reader *reader, const char *problem)
{
    sinew__import_warn(reader->pass, IMPORT_WARNING_EVENTS, reader->source, "line %d: %s; the event is dropped",
                       (int)reader->item->line, problem);
    return !reader->pass->arena.failed;
}

static const sinew__json_value *member(const event_reader *reader, const char *key, sinew__json_kind kind)
{
    const sinew__json_value *value = sinew__json_member(reader->item, key);
    return value && value->kind == kind ? value : NULL;
}

/// Returns the clip that the event names, by its whole name or the part after its last `|`; without a name, the only
/// clip. SINEW_NONE if none matches.
static int32_t find_clip(const event_reader *reader)
{
    const sinew_raw_model *raw = &reader->pass->raw;
    const sinew__json_value *name = member(reader, "clip", SINEW__JSON_TEXT);
    if (!sinew__json_member(reader->item, "clip")) return raw->clip_count == 1 ? 0 : SINEW_NONE;
    for (int32_t i = 0; name && i < raw->clip_count; ++i) {
        const char *clip = raw->clips[i].name, *bar = strrchr(clip, '|');
        if (strcmp(clip, name->text) == 0 || (bar && strcmp(bar + 1, name->text) == 0)) return i;
    }
    return SINEW_NONE;
}

static const char *copy_text(const event_reader *reader, const sinew__json_value *value)
{
    return value ? sinew__arena_text(&reader->pass->arena, value->text, strlen(value->text)) : NULL;
}

static int read_event(event_reader *reader)
{
    const sinew__json_value *track = member(reader, "track", SINEW__JSON_TEXT),
                            *text = member(reader, "text", SINEW__JSON_TEXT),
                            *value = member(reader, "value", SINEW__JSON_NUMBER);
    if (reader->item->kind != SINEW__JSON_OBJECT) return drop(reader, "expected an object");
    if (reader->clip == SINEW_NONE) reader->clip = find_clip(reader);
    const sinew__json_value *name = member(reader, "clip", SINEW__JSON_TEXT);
    if (reader->clip == SINEW_NONE && !name) return drop(reader, "it names no clip");
    if (reader->clip == SINEW_NONE) {
        sinew__import_warn(reader->pass, IMPORT_WARNING_EVENTS, reader->source,
                           "line %d: no clip '%s'; the event is dropped", (int)reader->item->line, name->text);
        return !reader->pass->arena.failed;
    }
    if (!track || !*track->text) return drop(reader, "it has no 'track'");
    const sinew_raw_clip *clip = &reader->pass->raw.clips[reader->clip];
    const sinew__json_value *seconds = member(reader, "time", SINEW__JSON_NUMBER),
                            *frame = member(reader, "frame", SINEW__JSON_NUMBER);
    const double fps = reader->pass->raw.fps;
    const double time = seconds            ? seconds->number // from the clip's start
                        : frame && fps > 0 ? frame->number / fps - clip->start
                                           : (double)NAN;
    if (isnan(time)) return drop(reader, "it has neither 'time' nor a 'frame' of a file with a frame rate");
    const double duration = clip->duration; // < 0: the clip ends at its last key, which is not known yet
    if (time < -IMPORT_EVENT_TOLERANCE || (duration >= 0 && time > duration + IMPORT_EVENT_TOLERANCE))
        return drop(reader, "its time is outside the clip");
    const sinew_raw_event event = {.track = copy_text(reader, track),
                                   .text = copy_text(reader, text),
                                   .time = time,
                                   .value = value ? value->number : 0};
    return !reader->pass->arena.failed && sinew__import_add_event(reader->pass, reader->clip, &event);
}

int sinew__import_json_events(import_pass *pass, const sinew__json_value *object, int32_t clip, const char *source)
{
    const sinew__json_value *events = sinew__json_member(object, "events");
    if (!events || events->kind != SINEW__JSON_ARRAY) {
        sinew__import_warn(pass, IMPORT_WARNING_EVENTS, source, "expected an object with an array 'events'");
        return !pass->arena.failed;
    }
    for (const sinew__json_value *item = sinew__json_first(events); item; item = item->next) {
        event_reader reader = {.pass = pass, .item = item, .source = source, .clip = clip};
        if (!read_event(&reader)) return 0;
    }
    return 1;
}

int sinew__import_json_text(import_pass *pass, const char *text, size_t size, int32_t clip, const char *source)
{
    sinew__json json;
    sinew_error failure;
    const sinew_result result = sinew__json_read(text, size, &limits, &json, &failure);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) {
        pass->arena.failed = 1;
        return 0;
    }
    if (result != SINEW_OK) {
        sinew__import_warn(pass, IMPORT_WARNING_EVENTS, source, "%s; its events are dropped", failure.message);
        return !pass->arena.failed;
    }
    const int ok = sinew__import_json_events(pass, json.root, clip, source);
    sinew__json_free(&json);
    return ok;
}

// The events in a side file of the model: walk.events.json for walk.fbx.

sinew_result sinew__import_side_events(import_pass *pass, sinew_error *error)
{
    const sinew__import_options *options = pass->options;
    if (!options->side_file || pass->raw.clip_count == 0) return SINEW_OK;
    const char *base = sinew__base_name(pass->file_name), *dot = strrchr(base, '.');
    const size_t length = dot ? (size_t)(dot - base) : strlen(base);
    // Longer names exceed the limit of file systems.
    const char *name = length < 240 ? sinew__arena_format(&pass->arena, "%.*s.events.json", (int)length, base) : NULL;
    void *bytes = NULL;
    size_t size = 0;
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    const sinew_result result = name ? options->side_file(options->user, name, &bytes, &size) : SINEW_ERROR_NOT_FOUND;
    if (result == SINEW_ERROR_OUT_OF_MEMORY) return sinew__fail_memory(error);
    if (result != SINEW_OK) return SINEW_OK;
    const int ok = sinew__import_json_text(pass, bytes, size, SINEW_NONE, name);
    sinew_free(bytes);
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}
