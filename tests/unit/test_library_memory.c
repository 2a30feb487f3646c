/// Memory runs out at the n-th request while a library measures a file, for every n: the record is complete, or its
/// error says so. An incomplete record would be stored, and nothing would measure the file again.
#include "program/library/measure_file.h"
#include "support/cmocka_close.h"

#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "support/make_model.h"
#include "support/make_person.h"
#include "support/strike_memory.h"
#include "support/temporary_folder.h"

static void add(uint64_t *sum, const void *bytes, size_t size)
{
    *sum = *sum * 31 + hash_of(bytes, size);
}

static void add_text(uint64_t *sum, const char *text)
{
    add(sum, text ? text : "", text ? strlen(text) : 0);
}

static void add_clip(uint64_t *sum, const library_clip_record *clip)
{
    const library_clip_facts *facts = &clip->facts;
    const double numbers[] = {clip->seconds,
                              clip->frames,
                              facts->travel.speed,
                              facts->travel.path_speed,
                              facts->travel.net_turn,
                              facts->travel.total_turn,
                              facts->travel.foot_speed,
                              facts->loop_error,
                              facts->loop_degrees,
                              facts->motion_start};
    const int32_t counts[] = {
        facts->travel.joint, facts->loops,          facts->moved_joints, facts->contacts,
        facts->feet,         facts->has_descriptor, clip->range_count,   (int32_t)clip->poses.count};
    add_text(sum, clip->name);
    add_text(sum, facts->loop_kind);
    add(sum, numbers, sizeof numbers);
    add(sum, counts, sizeof counts);
    add(sum, facts->descriptor, sizeof facts->descriptor);
    if (clip->body) add(sum, clip->body, LIBRARY_BODY_DESCRIPTOR);
    for (int32_t i = 0; i < clip->range_count; ++i) {
        add_text(sum, clip->ranges[i].joint);
        add(sum, &clip->ranges[i].degrees, sizeof(double));
    }
}

static sinew_result measure(const void *path, uint64_t *out_result, sinew_error *out_error)
{
    library_record record;
    library_measure_file(path, &(sinew_load_options){0}, &record);
    const int32_t counts[] = {record.joints, record.clip_count, record.finding_count, record.side_file_count};
    *out_result = 0;
    add(out_result, &record.size, sizeof record.size); // hashes may be 0: then the next update measures the file again
    add(out_result, counts, sizeof counts);
    add_text(out_result, record.format);
    add_text(out_result, record.skeleton);
    for (int32_t i = 0; i < record.clip_count; ++i) add_clip(out_result, &record.clips[i]);
    for (int32_t i = 0; i < record.finding_count; ++i) add_text(out_result, record.findings[i].text);
    const sinew_result result = record.error.result;
    if (out_error) *out_error = record.error;
    library_record_free(&record);
    return result;
}

static void records_are_complete_or_say_why(void **state)
{
    (void)state;
    sinew_model *model = make_person(&(person){.body = 120, .steps = 120, .frames = 32});
    sinew_error error;
    void *bytes;
    size_t size;
    if (sinew_model_save(model, &bytes, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    char path[512];
    snprintf(path, sizeof path, "%s", write_temporary_file("walk.sinew", bytes, size));
    sinew_free(bytes);
    sinew_model_destroy(model);
    survives(measure, path);
}

/// A file with a format, an author's curves and an image that is not there.
static void records_of_a_file_are_complete_or_say_why(void **state)
{
    (void)state;
    survives(measure, "tests/data/arm.sinew");
    const sinew_raw_texture textures[] = {{.path = "maps/cloth.png"}, {.path = "maps/skin.png"}};
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    sinew_model *model =
        make_model(&(sinew_raw_model){.joints = &joint, .joint_count = 1, .textures = textures, .texture_count = 2});
    sinew_error error;
    void *bytes;
    size_t size;
    if (sinew_model_save(model, &bytes, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    char path[512];
    snprintf(path, sizeof path, "%s", write_temporary_file("cloth.sinew", bytes, size));
    sinew_free(bytes);
    sinew_model_destroy(model);
    survives(measure, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_complete_or_say_why),
        cmocka_unit_test(records_of_a_file_are_complete_or_say_why),
    };
    return cmocka_run_group_tests(tests, make_temporary_folder, remove_temporary_folder);
}
