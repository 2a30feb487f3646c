#include "cli/info/foot_contacts.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

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
        sinew__json_put_text(json, "joint", joint_name(contacts, foot->joint));
        sinew__json_put_text(json, "toe", foot->toe == SINEW_NONE ? NULL : joint_name(contacts, foot->toe));
        sinew__json_put_number(json, "leg_length", foot->leg_length);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static double clip_seconds(const cli_foot_contacts *contacts, int32_t clip, double seconds)
{
    return sinew_clip_to_timeline(contacts->model, clip, seconds);
}

/// Times in frames, without the noise of adding seconds; NaN, which is null, without a frame rate.
static double frame_of(const cli_foot_contacts *contacts, double seconds)
{
    const double fps = contacts->model->info->fps;
    return fps > 0 ? round(seconds * fps * 1e6) / 1e6 : (double)NAN;
}

static void put_contact(const cli_foot_contacts *contacts, int32_t clip, const sinew_contact *contact,
                        sinew__json_writer *json)
{
    const double from = clip_seconds(contacts, clip, contact->from), to = clip_seconds(contacts, clip, contact->to);
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "foot", joint_name(contacts, contacts->feet[contact->foot].joint));
    sinew__json_put_text(json, "joint", contact->joint == SINEW_NONE ? NULL : joint_name(contacts, contact->joint));
    sinew__json_put_number(json, "from_frame", frame_of(contacts, from));
    sinew__json_put_number(json, "to_frame", frame_of(contacts, to));
    sinew__json_put_number(json, "from_s", from);
    sinew__json_put_number(json, "to_s", to);
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

static void add_time(const cli_foot_contacts *contacts, cli_table *table, double seconds)
{
    const double frame = frame_of(contacts, seconds);
    if (isnan(frame))
        cli_table_add(table, "%.3fs", seconds);
    else
        cli_table_add(table, "%.7gf", frame);
}

static void add_row(const cli_foot_contacts *contacts, int32_t clip, const sinew_contact *contact, cli_table *table)
{
    const double from = clip_seconds(contacts, clip, contact->from), to = clip_seconds(contacts, clip, contact->to);
    cli_table_add(table, "%d", (int)clip + 1);
    cli_table_add_name(table, joint_name(contacts, contacts->feet[contact->foot].joint));
    cli_table_add_name(table, contact->joint == SINEW_NONE ? "" : joint_name(contacts, contact->joint));
    add_time(contacts, table, from);
    add_time(contacts, table, to);
    cli_table_add(table, "%.3f", from);
    cli_table_add(table, "%.3f", to);
    cli_table_add(table, "%.0f %%", 100 * (to - from) / contacts->model->clips[clip].duration);
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
