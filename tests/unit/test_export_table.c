// Tables of poses: rows whose values are known on paper.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/raw_model.h"
#include "support/make_model.h"

#define TICKS INT64_C(46186158000) // of FBX, per second

/// "Root" moves from x = 0 to 4 in two seconds; "A, b" is 1 above it, at twice its scale.
static sinew_model *make_two_joints(void)
{
    static const sinew_raw_joint joints[] = {
        {.name = "Root", .parent = SINEW_NONE, .node = SINEW_NONE},
        {.name = "A, b", .parent = 0, .node = SINEW_NONE, .rest = {{0, 1, 0}, {0, 0, 0, 1}, {2, 2, 2}}}};
    const sinew_curve_key keys[] = {{TICKS, 0, 0, 0, 0, 0, SINEW_LINEAR, 0},
                                    {3 * TICKS, 4, 0, 0, 0, 0, SINEW_LINEAR, 0}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "=go\"", .start = 1, .duration = 2, .channels = &channel, .channel_count = 1};
    return make_model(
        &(sinew_raw_model){.fps = 10, .joints = joints, .joint_count = 2, .clips = &clip, .clip_count = 1});
}

typedef sinew_result export_function(const sinew_model *, const sinew_export_options *, char **, size_t *,
                                     sinew_error *);

/// The terminated text, to be freed.
static char *export_table(export_function *function, const sinew_export_options *options)
{
    sinew_model *model = make_two_joints();
    char *text;
    size_t size;
    sinew_error error;
    if (function(model, options, &text, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    char *terminated = malloc(size + 1);
    assert_non_null(terminated);
    memcpy(terminated, text, size);
    terminated[size] = '\0';
    sinew_free(text);
    sinew_model_destroy(model);
    return terminated;
}

static void no_times_are_an_error(void **state)
{
    (void)state;
    sinew_model *model = make_two_joints();
    const sinew_export_times nothing = {0}, no_clip = {.clip = 1, .times = &(double){0}, .time_count = 1};
    const sinew_export_options options[] = {
        {0}, {.tables = &nothing, .table_count = 1}, {.tables = &no_clip, .table_count = 1}};
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
        char *text = (char *)(uintptr_t)0xdede;
        size_t size = 77;
        assert_int_equal(sinew__export_csv(model, &options[i], &text, &size, NULL), SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(text);
        assert_int_equal(size, 0);
    }
    sinew_model_destroy(model);
}

/// Names in a table are the file's, even if a spreadsheet would run them as formulas.
static void csv_has_a_row_for_each_time_and_joint(void **state)
{
    (void)state;
    const double times[] = {0, 1}, rest[] = {0};
    const sinew_export_times tables[] = {{0, times, 2}, {SINEW_NONE, rest, 1}};
    char *text = export_table(
        sinew__export_csv, &(sinew_export_options){.engine = SINEW_ENGINE_EXACT, .tables = tables, .table_count = 2});
    assert_string_equal(
        text, "clip,time_s,frame,joint,parent,translation_x,translation_y,translation_z,rotation_x,rotation_y,"
              "rotation_z,rotation_w,scale_x,scale_y,scale_z,position_x,position_y,position_z\n"
              "\"=go\"\"\",0,10,Root,,0,0,0,0,0,0,1,1,1,1,0,0,0\n"
              "\"=go\"\"\",0,10,\"A, b\",Root,0,1,0,0,0,0,1,2,2,2,0,1,0\n"
              "\"=go\"\"\",1,20,Root,,2,0,0,0,0,0,1,1,1,1,2,0,0\n"
              "\"=go\"\"\",1,20,\"A, b\",Root,0,1,0,0,0,0,1,2,2,2,2,1,0\n"
              ",0,0,Root,,0,0,0,0,0,0,1,1,1,1,0,0,0\n"
              ",0,0,\"A, b\",Root,0,1,0,0,0,0,1,2,2,2,0,1,0\n");
    free(text);
}

static void jsonl_has_the_same_rows(void **state)
{
    (void)state;
    const double time = 1;
    char *text = export_table(sinew__export_jsonl,
                              &(sinew_export_options){.times = &time, .time_count = 1, .engine = SINEW_ENGINE_EXACT});
    char *end = strchr(text, '\n');
    assert_non_null(end);
    *end = '\0';
    assert_string_equal(text, "{\"clip\":\"=go\\\"\",\"time_s\":1,\"frame\":20,\"joint\":\"Root\",\"parent\":null,"
                              "\"translation_x\":2,\"translation_y\":0,\"translation_z\":0,\"rotation_x\":0,"
                              "\"rotation_y\":0,\"rotation_z\":0,\"rotation_w\":1,\"scale_x\":1,\"scale_y\":1,"
                              "\"scale_z\":1,\"position_x\":2,\"position_y\":0,\"position_z\":0}");
    assert_non_null(strstr(end + 1, "\"joint\":\"A, b\",\"parent\":\"Root\""));
    free(text);
}

/// The joint whose motion is removed keeps its position at the clip's start.
static void in_place_keeps_the_root_where_it_began(void **state)
{
    (void)state;
    const double time = 2;
    char *text = export_table(
        sinew__export_csv,
        &(sinew_export_options){.times = &time, .time_count = 1, .engine = SINEW_ENGINE_EXACT, .in_place = 1});
    assert_non_null(strstr(text, ",30,Root,,0,0,0,"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_times_are_an_error),
        cmocka_unit_test(csv_has_a_row_for_each_time_and_joint),
        cmocka_unit_test(jsonl_has_the_same_rows),
        cmocka_unit_test(in_place_keeps_the_root_where_it_began),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
