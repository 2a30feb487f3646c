/// Writes events as animated custom properties: stepped keys of a property with the track's name, on the joint that the
/// event's text names. The reader makes an event of each key at which the value changes, starting from 0. Tracks with
/// events that this cannot express are left out.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/fbx/fbx_writer.h"

typedef struct out_event {
    const char *object, *track;
    const sinew_event *event;
} out_event;

/// Compares events by object, track and index, so that a track's events are consecutive, by clip and time.
static int compare_events(const void *left, const void *right)
{
    const out_event *a = left, *b = right;
    const int objects = strcmp(a->object, b->object), tracks = objects ? objects : strcmp(a->track, b->track);
    return tracks ? tracks : (a->event > b->event) - (a->event < b->event);
}

// ---- joints by name -----------------------------------------------------------------------------------------------

typedef struct named_joint {
    const char *name;
    int32_t joint;
} named_joint;

static int compare_joints(const void *left, const void *right)
{
    const named_joint *a = left, *b = right;
    const int names = strcmp(a->name, b->name);
    return names ? names : (a->joint > b->joint) - (a->joint < b->joint);
}

static int compare_name(const void *name, const void *joint)
{
    return strcmp(name, ((const named_joint *)joint)->name);
}

// ---- tracks -------------------------------------------------------------------------------------------------------

static int64_t ticks_of(fbx_writer *writer, const sinew_event *event)
{
    writer->shift = writer->placed[event->clip].shift;
    return sinew__fbx_ticks(writer, writer->model->clips[event->clip].start + event->time);
}

/// Whether the reader would make these events of a clip from stepped keys.
static int are_changes(fbx_writer *writer, const out_event *events, size_t count)
{
    float before = 0;
    int64_t last = INT64_MIN;
    for (size_t i = 0; i < count; ++i) {
        const float value = (float)events[i].event->value;
        const int64_t ticks = ticks_of(writer, events[i].event);
        if (!isfinite(value) || value == before || ticks <= last) return 0;
        before = value;
        last = ticks;
    }
    return 1;
}

static fbx_out_key step_to(int64_t ticks, double value)
{
    return (fbx_out_key){.ticks = ticks,
                         .value = value,
                         .flags = FBX_KEY_CONSTANT,
                         .right_weight = FBX_WEIGHT_THIRD,
                         .next_left_weight = FBX_WEIGHT_THIRD};
}

/// Writes the events of a track in one clip: 0 from its start on, then the events' values.
static void put_changes(fbx_writer *writer, const out_event *events, size_t count, int64_t joint)
{
    static const fbx_out_ends ends = {FBX_EXTRAPOLATE_CONSTANT, FBX_EXTRAPOLATE_CONSTANT, 0, 0};
    const sinew_clip *clip = &writer->model->clips[events->event->clip];
    const int64_t first = ticks_of(writer, events->event), start = sinew__fbx_ticks(writer, clip->start);
    fbx_out_key *keys = SINEW__ARENA_ARRAY(&writer->memory, fbx_out_key, count + 1);
    size_t key_count = 0;
    if (!keys) return;
    if (start < first) keys[key_count++] = step_to(start, 0);
    for (size_t i = 0; i < count; ++i)
        keys[key_count++] = step_to(ticks_of(writer, events[i].event), events[i].event->value);
    const int64_t node =
        sinew__fbx_put_custom_node(writer, events->track, writer->placed[events->event->clip].layer, joint);
    sinew__fbx_put_custom_curve(writer, sinew__fbx_put_keys(writer, keys, key_count, &ends), node, events->track);
}

/// Writes one track in all clips of the file. Returns how many events of the track the file contains. If the author's
/// document has a curve of this property in a clip, the curve is kept, because the events came from it.
static size_t put_track(fbx_writer *writer, const out_event *events, size_t count, int32_t joint)
{
    size_t written = 0;
    int is_author_property = 0, is_put = 0;
    const fbx_record *list = writer->properties[joint];
    for (const fbx_record *p = list ? list->first_child : NULL; p; p = p->next)
        if (sinew__fbx_record_text_is(p, 0, events->track)) is_author_property = 1;
    for (int i = 0; i < FBX_PROPERTIES_END; ++i)
        if (strcmp(sinew__fbx_properties[i].name, events->track) == 0) return 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && events[end].event->clip == events[i].event->clip;) ++end;
        if (writer->placed[events[i].event->clip].is_kept && is_author_property) {
            written += end - i;
            continue;
        }
        if (!are_changes(writer, events + i, end - i)) continue;
        if (!is_put) sinew__fbx_put_custom_property(writer, writer->properties[joint], events->track);
        is_put = 1;
        put_changes(writer, events + i, end - i, writer->joint_id[joint]);
        written += end - i;
    }
    return written;
}

int32_t sinew__fbx_put_events(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    sinew__arena memory = {0};
    size_t joint_count = 0, count = 0, written = 0;
    out_event *events = SINEW__ARENA_ARRAY(&memory, out_event, model->event_count + 1);
    named_joint *joints = SINEW__ARENA_ARRAY(&memory, named_joint, model->joint_count + 1);
    if (!events || !joints) writer->memory.failed = 1;
    for (int32_t i = 0; joints && i < model->joint_count; ++i)
        if (writer->joint_id[i]) joints[joint_count++] = (named_joint){sinew_text(model, model->joints[i].name), i};
    if (joints) qsort(joints, joint_count, sizeof *joints, compare_joints);
    for (int32_t i = 0; events && i < model->event_count; ++i) {
        const sinew_event *event = &model->events[i];
        if (!writer->placed[event->clip].layer) continue;
        events[count++] = (out_event){sinew_text(model, event->text), sinew_text(model, event->track), event};
    }
    if (events) qsort(events, count, sizeof *events, compare_events);
    for (size_t i = 0, end; joints && i < count; i = end) {
        const out_event *first = &events[i];
        for (end = i + 1; end < count && strcmp(events[end].object, first->object) == 0 &&
                          strcmp(events[end].track, first->track) == 0;)
            ++end;
        const named_joint *found = bsearch(first->object, joints, joint_count, sizeof *joints, compare_name);
        while (found && found > joints && strcmp(found[-1].name, found->name) == 0) --found;
        if (found) written += put_track(writer, first, end - i, found->joint);
    }
    sinew__arena_free(&memory);
    return (int32_t)(count - written);
}
