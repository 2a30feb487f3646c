#include "cli/info/clip_event_list.h"

#include <math.h>

#include "sinew/events.h"

static double clip_seconds(const sinew_model *model, const sinew_event *event)
{
    return sinew_clip_to_timeline(model, event->clip, event->time);
}

void cli_put_events_json(const sinew_model *model, int32_t clip, sinew__json_writer *json)
{
    const double fps = model->info->fps;
    int32_t first;
    const int32_t count = sinew_clip_events(model, clip, &first);
    sinew__json_put_array(json, "events");
    for (int32_t i = first; i < first + count; ++i) {
        const sinew_event *event = &model->events[i];
        const double seconds = clip_seconds(model, event);
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "track", sinew_text(model, event->track));
        sinew__json_put_text(json, "text", sinew_text(model, event->text));
        sinew__json_put_number(json, "value", event->value);
        sinew__json_put_number(json, "frame", fps > 0 ? round(seconds * fps * 1e6) / 1e6 : (double)NAN);
        sinew__json_put_number(json, "time_s", seconds);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

void cli_put_events_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out)
{
    static const char *const titles[] = {"", "event", "frame", "seconds", "value", "text"};
    const double fps = model->info->fps;
    cli_table table = {.alignment = "rlrrrl", .has_title = 1, .color = color};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; ++i) cli_table_add(&table, "%s", titles[i]);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_event *event = &model->events[i];
        const double seconds = clip_seconds(model, event);
        cli_table_add(&table, "%d", (int)event->clip + 1);
        cli_table_add_name(&table, sinew_text(model, event->track));
        cli_table_add_known(&table, fps > 0, "%.7g", round(seconds * fps * 1e6) / 1e6);
        cli_table_add(&table, "%.3f", seconds);
        cli_table_add(&table, "%.6g", event->value);
        cli_table_add_name(&table, sinew_text(model, event->text));
    }
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "  ", out);
}
