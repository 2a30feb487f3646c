#define _POSIX_C_SOURCE 200809L
#include "program/cli/facts/info_lists.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/platform/descriptor.h"
#include "core/platform/side_files.h"
#include "import/side_files/images.h"
#include "program/cli/framework/rows.h"
#include "sinew/events.h"

// ---- foot contacts -------------------------------------------------------------------------------------------------

/// Returns the name of a joint, NULL for SINEW_NONE.
static const char *name_of(const sinew_model *model, int32_t joint)
{
    return joint == SINEW_NONE ? NULL : sinew_text(model, model->joints[joint].name);
}

sinew_result cli_foot_contacts_find(const sinew_model *model, cli_foot_contacts *out_contacts, sinew_error *out_error)
{
    *out_contacts =
        (cli_foot_contacts){.model = model, .clips = calloc((size_t)model->clip_count + 1, sizeof(sinew_contacts))};
    sinew_pose *scratch;
    if (!out_contacts->clips) return sinew__fail_memory(out_error);
    sinew_result result = sinew_pose_create(model, &scratch, out_error);
    if (result != SINEW_OK) return result;
    out_contacts->foot_count = sinew_model_find_feet(model, scratch, out_contacts->feet);
    sinew_pose_destroy(scratch);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        result = sinew_contacts_find(model, i, out_contacts->feet, out_contacts->foot_count, NULL,
                                     &out_contacts->clips[i], out_error);
    return result;
}

void cli_foot_contacts_free(cli_foot_contacts *contacts)
{
    for (int32_t i = 0; contacts->clips && i < contacts->model->clip_count; ++i)
        sinew_contacts_free(&contacts->clips[i]);
    free(contacts->clips);
    *contacts = (cli_foot_contacts){0};
}

/// Converts seconds from a clip's start to a frame number of the file. The number is rounded to 1e-6, because the sum
/// of start and time is inexact. NaN if the file has no frame rate; JSON shows null.
static double frame_of(const sinew_model *model, int32_t clip, double time)
{
    const double fps = model->info->fps;
    return fps > 0 ? round(sinew_clip_to_timeline(model, clip, time) * fps * 1e6) / 1e6 : (double)NAN;
}

/// Puts a row as an object of a JSON array.
static void put_object(sinew__json_writer *json, const cli_column *of, const void *row)
{
    sinew__json_put_object(json, NULL);
    cli_rows_add(&(cli_rows){.columns = of, .format = CLI_FORMAT_JSON, .json = json, .shown = ~0u}, row);
    sinew__json_end_object(json);
}

typedef struct foot_row {
    const char *joint, *toe;
    double leg_length;
} foot_row;

static const cli_column foot_columns[] = {
    {.json = "joint", .kind = CLI_CELL_TEXT, CLI_FIELD(foot_row, joint)},
    {.json = "toe", .kind = CLI_CELL_TEXT, CLI_FIELD(foot_row, toe)},
    {.json = "leg_length", .kind = CLI_CELL_NUMBER, CLI_FIELD(foot_row, leg_length)},
    {0},
};

void cli_foot_contacts_put_feet(const cli_foot_contacts *contacts, sinew__json_writer *json)
{
    if (!contacts) {
        sinew__json_put_null(json, "feet");
        return;
    }
    sinew__json_put_array(json, "feet");
    for (int32_t i = 0; i < contacts->foot_count; ++i) {
        const sinew_foot *foot = &contacts->feet[i];
        put_object(
            json, foot_columns,
            &(foot_row){name_of(contacts->model, foot->ankle), name_of(contacts->model, foot->toe), foot->leg_length});
    }
    sinew__json_end_array(json);
}

enum { IN_FRAMES = 1, IN_SECONDS = 2 }; // columns of times in text: frames if the file has a frame rate, else seconds

typedef struct contact_row {
    const char *foot, *joint;
    double clip, from_frame, to_frame, from, to, percent;
} contact_row;

static const cli_column contact_columns[] = {
    {"", .kind = CLI_CELL_WHOLE, CLI_FIELD(contact_row, clip)},
    {"foot contacts", "foot", .kind = CLI_CELL_TEXT, CLI_FIELD(contact_row, foot)},
    {"joint", "joint", .kind = CLI_CELL_TEXT, CLI_FIELD(contact_row, joint)},
    {"from", .kind = CLI_CELL_NUMBER, CLI_FIELD(contact_row, from), .decimals = 3, .unit = "s", .when = IN_SECONDS},
    {"to", .kind = CLI_CELL_NUMBER, CLI_FIELD(contact_row, to), .decimals = 3, .unit = "s", .when = IN_SECONDS},
    {"from", "from_frame", .kind = CLI_CELL_NUMBER, CLI_FIELD(contact_row, from_frame), .digits = 7, .unit = "f",
     .when = IN_FRAMES},
    {"to", "to_frame", .kind = CLI_CELL_NUMBER, CLI_FIELD(contact_row, to_frame), .digits = 7, .unit = "f",
     .when = IN_FRAMES},
    {"seconds", "from_s", .kind = CLI_CELL_NUMBER, CLI_FIELD(contact_row, from), .decimals = 3},
    {"to", "to_s", .kind = CLI_CELL_NUMBER, CLI_FIELD(contact_row, to), .decimals = 3},
    {"of the clip", .kind = CLI_CELL_NUMBER, CLI_FIELD(contact_row, percent), .unit = " %"},
    {0},
};

static contact_row contact_of(const cli_foot_contacts *contacts, int32_t clip, const sinew_contact *contact)
{
    return (contact_row){.foot = name_of(contacts->model, contacts->feet[contact->foot].ankle),
                         .joint = name_of(contacts->model, contact->joint),
                         .clip = clip + 1,
                         .from_frame = frame_of(contacts->model, clip, contact->from),
                         .to_frame = frame_of(contacts->model, clip, contact->to),
                         .from = contact->from,
                         .to = contact->to,
                         .percent = 100 * (contact->to - contact->from) / contacts->model->clips[clip].duration};
}

void cli_foot_contacts_put_clip(const cli_foot_contacts *contacts, int32_t clip, sinew__json_writer *json)
{
    if (!contacts) {
        sinew__json_put_null(json, "ground_speed_m_s");
        sinew__json_put_null(json, "contacts");
        return;
    }
    const sinew_contacts *found = &contacts->clips[clip];
    const sinew_vec3 v = found->ground_velocity;
    const double metres = contacts->model->info->unit_cm / 100;
    sinew__json_put_number(json, "ground_speed_m_s", sqrt(v.x * v.x + v.y * v.y + v.z * v.z) * metres);
    sinew__json_put_array(json, "contacts");
    for (int32_t i = 0; i < found->count; ++i) {
        const contact_row row = contact_of(contacts, clip, &found->items[i]);
        put_object(json, contact_columns, &row);
    }
    sinew__json_end_array(json);
}

void cli_foot_contacts_put_table(const cli_foot_contacts *contacts, int color, sinew__buffer *out)
{
    const sinew_model *model = contacts->model;
    sinew__json_writer writer = sinew__json_begin(out);
    cli_rows rows = {.columns = contact_columns,
                     .format = CLI_FORMAT_TEXT,
                     .json = &writer,
                     .shown = model->info->fps > 0 ? IN_FRAMES : IN_SECONDS,
                     .color = color,
                     .indent = "  "};
    int32_t count = 0;
    sinew__buffer_put_character(out, '\n');
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        for (int32_t i = 0; i < contacts->clips[clip].count; ++i, ++count) {
            const contact_row row = contact_of(contacts, clip, &contacts->clips[clip].items[i]);
            cli_rows_add(&rows, &row);
        }
    }
    if (count > 0)
        cli_rows_end_table(&rows);
    else
        sinew__buffer_put_text(out, contacts->foot_count ? "  no foot contacts\n" : "  no feet found\n");
}

// ---- cameras -------------------------------------------------------------------------------------------------------

/// The view of a camera: a field of view in degrees, or for a parallel camera its extent in units. NaN: unknown.
typedef struct camera_row {
    const char *name, *target, *unit;
    double is_parallel, sides[2], field_of_view[2], extent[2], near_plane, far_plane;
} camera_row;

static const cli_column camera_columns[] = {
    {"camera", "name", .kind = CLI_CELL_TEXT, CLI_FIELD(camera_row, name)},
    {"horizontal", .kind = CLI_CELL_NUMBER, CLI_FIELD(camera_row, sides[0]), .digits = 4},
    {"vertical", .kind = CLI_CELL_NUMBER, CLI_FIELD(camera_row, sides[1]), .digits = 4},
    {"", .kind = CLI_CELL_TEXT, CLI_FIELD(camera_row, unit)},
    {"target", "target", .kind = CLI_CELL_TEXT, CLI_FIELD(camera_row, target)},
    {.json = "parallel", .kind = CLI_CELL_YES, CLI_FIELD(camera_row, is_parallel)},
    {.json = "field_of_view_deg", .kind = CLI_CELL_PAIR, CLI_FIELD(camera_row, field_of_view)},
    {.json = "extent", .kind = CLI_CELL_PAIR, CLI_FIELD(camera_row, extent)},
    {.json = "near", .kind = CLI_CELL_NUMBER, CLI_FIELD(camera_row, near_plane)},
    {.json = "far", .kind = CLI_CELL_NUMBER, CLI_FIELD(camera_row, far_plane)},
    {0},
};

static camera_row camera_of(const sinew_model *model, int32_t index)
{
    const sinew_file_camera *camera = &model->cameras[index];
    const int is_parallel = camera->is_parallel != 0;
    camera_row row = {.name = name_of(model, camera->joint),
                      .target = name_of(model, camera->target),
                      .unit = is_parallel ? "units, parallel" : "degrees",
                      .is_parallel = is_parallel,
                      .near_plane = camera->near_plane,
                      .far_plane = camera->far_plane};
    for (int i = 0; i < 2; ++i) {
        const double side = is_parallel ? camera->extent[i] : camera->field_of_view[i];
        row.sides[i] = side > 0 ? side : (double)NAN;
        row.field_of_view[i] = is_parallel ? (double)NAN : row.sides[i];
        row.extent[i] = is_parallel ? row.sides[i] : (double)NAN;
    }
    return row;
}

void cli_put_cameras_json(const sinew_model *model, sinew__json_writer *json)
{
    sinew__json_put_array(json, "cameras");
    for (int32_t i = 0; i < model->camera_count; ++i) {
        const camera_row row = camera_of(model, i);
        put_object(json, camera_columns, &row);
    }
    sinew__json_end_array(json);
}

void cli_put_cameras_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out)
{
    sinew__json_writer writer = sinew__json_begin(out);
    cli_rows rows = {
        .columns = camera_columns, .format = CLI_FORMAT_TEXT, .json = &writer, .color = color, .indent = "  "};
    if (count == 0) return;
    for (int32_t i = 0; i < count; ++i) {
        const camera_row row = camera_of(model, i);
        cli_rows_add(&rows, &row);
    }
    sinew__buffer_put_character(out, '\n');
    cli_rows_end_table(&rows);
}

// ---- presets -------------------------------------------------------------------------------------------------------

void cli_put_presets_json(const sinew_model *model, sinew__json_writer *json)
{
    sinew__json_put_array(json, "presets");
    for (int32_t i = 0; i < model->preset_count; ++i) {
        const sinew_preset *preset = &model->presets[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "name", sinew_text(model, preset->name));
        sinew__json_put_array(json, "weights");
        for (int32_t k = preset->first_weight; k < preset->first_weight + preset->weight_count; ++k) {
            const sinew_preset_weight *weight = &model->preset_weights[k];
            const sinew_morph *morph = &model->morphs[weight->morph];
            sinew__json_put_object(json, NULL);
            sinew__json_put_text(json, "mesh", sinew_text(model, model->meshes[morph->mesh].name));
            sinew__json_put_text(json, "morph", sinew_text(model, morph->name));
            sinew__json_put_float(json, "weight", weight->weight);
            sinew__json_end_object(json);
        }
        sinew__json_end_array(json);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

void cli_put_presets_line(const sinew_model *model, int32_t count, sinew__buffer *out)
{
    const int32_t more = model->preset_count - count;
    if (count == 0) return;
    for (int32_t i = 0; i < count; ++i) {
        sinew__buffer_put_text(out, i == 0 ? "\n  presets of morph weights: " : ", ");
        sinew__buffer_put_printable(out, sinew_text(model, model->presets[i].name));
    }
    if (more > 0) sinew__buffer_format(out, " and %d more (--verbose shows all)", (int)more);
    sinew__buffer_put_character(out, '\n');
}

// ---- events --------------------------------------------------------------------------------------------------------

typedef struct event_row {
    const char *track, *text;
    double clip, value, frame, time;
} event_row;

static const cli_column event_columns[] = {
    {"", .kind = CLI_CELL_WHOLE, CLI_FIELD(event_row, clip)},
    {"event", "track", .kind = CLI_CELL_TEXT, CLI_FIELD(event_row, track)},
    {.json = "text", .kind = CLI_CELL_TEXT, CLI_FIELD(event_row, text)},
    {.json = "value", .kind = CLI_CELL_NUMBER, CLI_FIELD(event_row, value)},
    {"frame", "frame", .kind = CLI_CELL_NUMBER, CLI_FIELD(event_row, frame), .digits = 7},
    {"seconds", "time_s", .kind = CLI_CELL_NUMBER, CLI_FIELD(event_row, time), .decimals = 3},
    {"value", .kind = CLI_CELL_NUMBER, CLI_FIELD(event_row, value), .digits = 6},
    {"text", .kind = CLI_CELL_TEXT, CLI_FIELD(event_row, text)},
    {0},
};

static event_row event_of(const sinew_model *model, int32_t index)
{
    const sinew_event *event = &model->events[index];
    return (event_row){.track = sinew_text(model, event->track),
                       .text = sinew_text(model, event->text),
                       .clip = event->clip + 1,
                       .value = event->value,
                       .frame = frame_of(model, event->clip, event->time),
                       .time = event->time};
}

void cli_put_events_json(const sinew_model *model, int32_t clip, sinew__json_writer *json)
{
    int32_t first;
    const int32_t count = sinew_clip_events(model, clip, &first);
    sinew__json_put_array(json, "events");
    for (int32_t i = first; i < first + count; ++i) {
        const event_row row = event_of(model, i);
        put_object(json, event_columns, &row);
    }
    sinew__json_end_array(json);
}

void cli_put_events_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out)
{
    sinew__json_writer writer = sinew__json_begin(out);
    cli_rows rows = {
        .columns = event_columns, .format = CLI_FORMAT_TEXT, .json = &writer, .color = color, .indent = "  "};
    for (int32_t i = 0; i < count; ++i) {
        const event_row row = event_of(model, i);
        cli_rows_add(&rows, &row);
    }
    sinew__buffer_put_character(out, '\n');
    cli_rows_end_table(&rows);
}

// ---- images of textures --------------------------------------------------------------------------------------------

enum { HEAD_BYTES = 4096 }; // bytes of an image file that show its format

static void judge(const void *start, size_t start_size, size_t size, const char *format, cli_texture_state *out)
{
    sinew_error error;
    if (sinew__picture_judge(start, start_size, size, format, SINEW__LARGEST_TEXTURE, &error) == SINEW_OK) return;
    snprintf(out->problem, sizeof out->problem, "%s", error.message);
}

/// Finds and judges an image file. Returns 0 when out of memory.
static int find_file(sinew__side_folders *folders, const char *authored, cli_texture_state *out_state)
{
    unsigned char head[HEAD_BYTES];
    int descriptor;
    size_t size;
    *out_state = (cli_texture_state){CLI_TEXTURE_MISSING, ""};
    const sinew_result found = sinew__side_folders_find(folders, authored, &descriptor, &size);
    if (found != SINEW_OK) return found != SINEW_ERROR_OUT_OF_MEMORY;
    const ptrdiff_t read = sinew__read_all(descriptor, head, size < sizeof head ? size : sizeof head);
    const char *dot = strrchr(authored, '.');
    sinew__close(descriptor);
    out_state->location = CLI_TEXTURE_FOUND;
    if (read < 0)
        snprintf(out_state->problem, sizeof out_state->problem, "cannot be read");
    else
        judge(head, (size_t)read, size, dot ? dot + 1 : "", out_state);
    return 1;
}

cli_texture_state *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path)
{
    cli_texture_state *states = calloc((size_t)model->texture_count + 1, sizeof *states);
    sinew__side_folders *folders = sinew__side_folders_open(model_path, texture_path);
    int has_memory = states && folders;
    for (int32_t i = 0, files = 0; has_memory && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (texture->byte_count) {
            const size_t size = (size_t)texture->byte_count;
            states[i] = (cli_texture_state){CLI_TEXTURE_EMBEDDED, ""};
            judge(model->image_bytes + texture->first_byte, size, size, sinew_text(model, texture->format), &states[i]);
        } else if (++files <= SINEW__MAX_SIDE_FILES) {
            has_memory = find_file(folders, sinew_text(model, texture->path), &states[i]);
        }
    }
    sinew__side_folders_close(folders);
    if (has_memory) return states;
    free(states);
    return NULL;
}
