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
#include "sinew/events.h"

// ---- foot contacts -------------------------------------------------------------------------------------------------

static const char *joint_name(const cli_foot_contacts *contacts, int32_t joint)
{
    return sinew_text(contacts->model, contacts->model->joints[joint].name);
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

// ---- JSON -----------------------------------------------------------------------------------------------------------

void cli_foot_contacts_put_feet(const cli_foot_contacts *contacts, sinew__json_writer *json)
{
    if (!contacts) {
        sinew__json_put_null(json, "feet");
        return;
    }
    sinew__json_put_array(json, "feet");
    for (int32_t i = 0; i < contacts->foot_count; ++i) {
        const sinew_foot *foot = &contacts->feet[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "joint", joint_name(contacts, foot->ankle));
        sinew__json_put_text(json, "toe", foot->toe == SINEW_NONE ? NULL : joint_name(contacts, foot->toe));
        sinew__json_put_number(json, "leg_length", foot->leg_length);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

/// A time of a clip, in seconds from its start, as a frame of the file, without the noise of adding seconds; NaN, which
/// is null, without a frame rate.
static double frame_of(const sinew_model *model, int32_t clip, double time)
{
    const double fps = model->info->fps;
    return fps > 0 ? round(sinew_clip_to_timeline(model, clip, time) * fps * 1e6) / 1e6 : (double)NAN;
}

static void put_contact(const cli_foot_contacts *contacts, int32_t clip, const sinew_contact *contact,
                        sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "foot", joint_name(contacts, contacts->feet[contact->foot].ankle));
    sinew__json_put_text(json, "joint", contact->joint == SINEW_NONE ? NULL : joint_name(contacts, contact->joint));
    sinew__json_put_number(json, "from_frame", frame_of(contacts->model, clip, contact->from));
    sinew__json_put_number(json, "to_frame", frame_of(contacts->model, clip, contact->to));
    sinew__json_put_number(json, "from_s", contact->from);
    sinew__json_put_number(json, "to_s", contact->to);
    sinew__json_end_object(json);
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
    for (int32_t i = 0; i < found->count; ++i) put_contact(contacts, clip, &found->items[i], json);
    sinew__json_end_array(json);
}

// ---- text -----------------------------------------------------------------------------------------------------------

static void add_time(const cli_foot_contacts *contacts, int32_t clip, double time, cli_table *table)
{
    const double frame = frame_of(contacts->model, clip, time);
    if (isnan(frame))
        cli_table_add(table, "%.3fs", time);
    else
        cli_table_add(table, "%.7gf", frame);
}

static void add_row(const cli_foot_contacts *contacts, int32_t clip, const sinew_contact *contact, cli_table *table)
{
    cli_table_add(table, "%d", (int)clip + 1);
    cli_table_add_name(table, joint_name(contacts, contacts->feet[contact->foot].ankle));
    cli_table_add_name(table, contact->joint == SINEW_NONE ? "" : joint_name(contacts, contact->joint));
    add_time(contacts, clip, contact->from, table);
    add_time(contacts, clip, contact->to, table);
    cli_table_add(table, "%.3f", contact->from);
    cli_table_add(table, "%.3f", contact->to);
    cli_table_add(table, "%.0f %%", 100 * (contact->to - contact->from) / contacts->model->clips[clip].duration);
}

static int32_t count_contacts(const cli_foot_contacts *contacts)
{
    int32_t count = 0;
    for (int32_t clip = 0; clip < contacts->model->clip_count; ++clip) count += contacts->clips[clip].count;
    return count;
}

void cli_foot_contacts_put_table(const cli_foot_contacts *contacts, int color, sinew__buffer *out)
{
    static const char *const titles[] = {"", "foot contacts", "joint", "from", "to", "seconds", "to", "of the clip"};
    sinew__buffer_put_character(out, '\n');
    if (count_contacts(contacts) == 0) {
        sinew__buffer_put_text(out, contacts->foot_count ? "  no foot contacts\n" : "  no feet found\n");
        return;
    }
    cli_table table = {.alignment = "rllrrrrr", .has_title = 1, .color = color};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; ++i) cli_table_add(&table, "%s", titles[i]);
    for (int32_t clip = 0; clip < contacts->model->clip_count; ++clip)
        for (int32_t i = 0; i < contacts->clips[clip].count; ++i)
            add_row(contacts, clip, &contacts->clips[clip].items[i], &table);
    cli_table_put(&table, "  ", out);
}

// ---- cameras -------------------------------------------------------------------------------------------------------

static const char *camera_joint_name(const sinew_model *model, int32_t joint)
{
    return joint == SINEW_NONE ? NULL : sinew_text(model, model->joints[joint].name);
}

/// A side that is unknown is null.
static void put_sides_json(sinew__json_writer *json, const char *key, const double sides[2], int is_used)
{
    sinew__json_put_array(json, key);
    for (int i = 0; i < 2; ++i) sinew__json_put_number(json, NULL, is_used && sides[i] > 0 ? sides[i] : (double)NAN);
    sinew__json_end_array(json);
}

void cli_put_cameras_json(const sinew_model *model, sinew__json_writer *json)
{
    sinew__json_put_array(json, "cameras");
    for (int32_t i = 0; i < model->camera_count; ++i) {
        const sinew_file_camera *camera = &model->cameras[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "name", camera_joint_name(model, camera->joint));
        sinew__json_put_text(json, "target", camera_joint_name(model, camera->target));
        sinew__json_put_bool(json, "parallel", (int)camera->is_parallel);
        put_sides_json(json, "field_of_view_deg", camera->field_of_view, !camera->is_parallel);
        put_sides_json(json, "extent", camera->extent, (int)camera->is_parallel);
        sinew__json_put_number(json, "near", camera->near_plane);
        sinew__json_put_number(json, "far", camera->far_plane);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

void cli_put_cameras_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out)
{
    static const char *const titles[] = {"camera", "horizontal", "vertical", "", "target"};
    cli_table table = {.alignment = "lrrll", .has_title = 1, .color = color};
    if (count == 0) return;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; ++i) cli_table_add(&table, "%s", titles[i]);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_file_camera *camera = &model->cameras[i];
        const double *sides = camera->is_parallel ? camera->extent : camera->field_of_view;
        const char *target = camera_joint_name(model, camera->target);
        cli_table_add_name(&table, camera_joint_name(model, camera->joint));
        for (int side = 0; side < 2; ++side) cli_table_add_known(&table, sides[side] > 0, "%.4g", sides[side]);
        cli_table_add(&table, "%s", camera->is_parallel ? "units, parallel" : "degrees");
        cli_table_add_name(&table, target ? target : "");
    }
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "  ", out);
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

void cli_put_events_json(const sinew_model *model, int32_t clip, sinew__json_writer *json)
{
    int32_t first;
    const int32_t count = sinew_clip_events(model, clip, &first);
    sinew__json_put_array(json, "events");
    for (int32_t i = first; i < first + count; ++i) {
        const sinew_event *event = &model->events[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "track", sinew_text(model, event->track));
        sinew__json_put_text(json, "text", sinew_text(model, event->text));
        sinew__json_put_number(json, "value", event->value);
        sinew__json_put_number(json, "frame", frame_of(model, clip, event->time));
        sinew__json_put_number(json, "time_s", event->time);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

void cli_put_events_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out)
{
    static const char *const titles[] = {"", "event", "frame", "seconds", "value", "text"};
    cli_table table = {.alignment = "rlrrrl", .has_title = 1, .color = color};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; ++i) cli_table_add(&table, "%s", titles[i]);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_event *event = &model->events[i];
        cli_table_add(&table, "%d", (int)event->clip + 1);
        cli_table_add_name(&table, sinew_text(model, event->track));
        cli_table_add_known(&table, model->info->fps > 0, "%.7g", frame_of(model, event->clip, event->time));
        cli_table_add(&table, "%.3f", event->time);
        cli_table_add(&table, "%.6g", event->value);
        cli_table_add_name(&table, sinew_text(model, event->text));
    }
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "  ", out);
}

// ---- images of textures --------------------------------------------------------------------------------------------

enum { HEAD_BYTES = 4096 }; // as many as the worker judges before it reads the rest

static void judge(const void *start, size_t start_size, size_t size, const char *format, cli_texture_state *out)
{
    sinew_error error;
    if (sinew__picture_judge(start, start_size, size, format, SINEW__LARGEST_TEXTURE, &error) == SINEW_OK) return;
    snprintf(out->problem, sizeof out->problem, "%s", error.message);
}

static cli_texture_state find_file(sinew__side_folders *folders, const char *authored)
{
    cli_texture_state state = {CLI_TEXTURE_MISSING, ""};
    unsigned char head[HEAD_BYTES];
    int descriptor;
    size_t size;
    if (sinew__side_folders_find(folders, authored, &descriptor, &size) != SINEW_OK) return state;
    const ptrdiff_t read = sinew__read_all(descriptor, head, size < sizeof head ? size : sizeof head);
    const char *dot = strrchr(authored, '.');
    sinew__close(descriptor);
    state.location = CLI_TEXTURE_FOUND;
    if (read < 0)
        snprintf(state.problem, sizeof state.problem, "cannot be read");
    else
        judge(head, (size_t)read, size, dot ? dot + 1 : "", &state);
    return state;
}

static cli_texture_state judge_embedded(const sinew_model *model, const sinew_texture *texture)
{
    cli_texture_state state = {CLI_TEXTURE_EMBEDDED, ""};
    const size_t size = (size_t)texture->byte_count;
    judge(model->image_bytes + texture->first_byte, size, size, sinew_text(model, texture->format), &state);
    return state;
}

cli_texture_state *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path)
{
    cli_texture_state *states = calloc((size_t)model->texture_count + 1, sizeof *states);
    sinew__side_folders *folders = sinew__side_folders_open(model_path, texture_path);
    for (int32_t i = 0, files = 0; states && folders && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (texture->byte_count)
            states[i] = judge_embedded(model, texture);
        else if (++files <= SINEW__MAX_SIDE_FILES)
            states[i] = find_file(folders, sinew_text(model, texture->path));
    }
    if (!folders) {
        free(states);
        return NULL;
    }
    sinew__side_folders_close(folders);
    return states;
}
