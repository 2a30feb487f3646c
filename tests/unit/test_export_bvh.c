// BVH files: their text on paper, and brought back by the importer.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/raw_model.h"
#include "support/import_text.h"
#include "support/make_model.h"
#include "support/scenes.h"

/// The terminated text, to be freed.
static char *export_text(const sinew_model *model, const sinew_export_options *options)
{
    char *text;
    size_t size;
    sinew_error error;
    if (sinew__export_bvh(model, options, &text, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    char *terminated = malloc(size + 1);
    assert_non_null(terminated);
    memcpy(terminated, text, size);
    terminated[size] = '\0';
    sinew_free(text);
    return terminated;
}

static void uneven_times_and_models_without_joints_are_errors(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(2), *empty = make_model(&(sinew_raw_model){0});
    const double times[] = {0, 0.1, 0.3};
    const sinew_export_options options = {.times = times, .time_count = 3};
    char *text = (char *)(uintptr_t)0xdede;
    size_t size = 77;
    sinew_error error;
    assert_int_equal(sinew__export_bvh(model, &options, &text, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the frames of a BVH file are evenly spaced");
    assert_null(text);
    assert_int_equal(size, 0);
    assert_int_equal(sinew__export_bvh(model, &(sinew_export_options){0}, &text, &size, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__export_bvh(empty,
                                       &(sinew_export_options){.clip = SINEW_NONE, .times = times, .time_count = 1},
                                       &text, &size, &error),
                     SINEW_ERROR_NO_JOINT);
    sinew_model_destroy(empty);
    sinew_model_destroy(model);
}

/// Z up, in inches, under a scale of 10: centimetres, Y up, scale in the offsets. Braces and blanks in names would end
/// them.
static void units_axes_and_scales_are_in_the_offsets(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {
        {.name = "Root", .parent = SINEW_NONE, .node = SINEW_NONE, .rest = {{0, 0, 1}, {0, 0, 0, 1}, {10, 10, 10}}},
        {.name = "a {b}\n", .parent = 0, .node = SINEW_NONE, .rest = {{1, 0, 2}, {0, 0, 0, 1}, {1, 1, 1}}}};
    sinew_model *model =
        make_model(&(sinew_raw_model){.up = "+Z", .front = "-Y", .unit_cm = 2.54, .joints = joints, .joint_count = 2});
    char *text =
        export_text(model, &(sinew_export_options){.clip = SINEW_NONE, .times = &(double){0}, .time_count = 1});
    assert_string_equal(
        text, "HIERARCHY\nROOT Root\n{\n  OFFSET 0 2.54 0\n"
              "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
              "  JOINT a__b_\\x0a\n  {\n    OFFSET 25.4 0 50.8\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
              "    End Site\n    {\n      OFFSET 0 0 0\n    }\n  }\n}\n"
              "MOTION\nFrames: 1\nFrame Time: 0.0333333333\n 0 2.54 0 0 -90 0 0 0 0\n");
    free(text);
    sinew_model_destroy(model);
}

/// Joint 1 of the tube rotates by 90° and back.
static void a_clip_comes_back_at_its_frames(void **state)
{
    (void)state;
    enum { FRAMES = 31 };
    double times[FRAMES];
    for (int i = 0; i < FRAMES; ++i) times[i] = i / 30.0;
    sinew_model *model = scene_bones(4);
    char *text =
        export_text(model, &(sinew_export_options){.times = times, .time_count = FRAMES, .engine = SINEW_ENGINE_EXACT});
    sinew_model *back = import_text_file("x.bvh", text);
    sinew_pose *a, *b;
    assert_int_equal(sinew_pose_create(model, &a, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(back, &b, NULL), SINEW_OK);
    double moved = 0;
    for (int i = 0; i < FRAMES; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, times[i], a);
        sinew_pose_evaluate(back, SINEW_ENGINE_EXACT, 0, times[i], b);
        for (int32_t j = 0; j < model->joint_count; ++j) {
            const int32_t other = joint_index(back, sinew_text(model, model->joints[j].name));
            for (int k = 0; k < 3; ++k) assert_close(a->global[j].row[k][3], b->global[other].row[k][3], 1e-4);
            if (a->global[j].row[0][3] > moved) moved = a->global[j].row[0][3];
            if (-a->global[j].row[0][3] > moved) moved = -a->global[j].row[0][3];
        }
    }
    assert_true(moved > 1); // it does rotate
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_model_destroy(back);
    free(text);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uneven_times_and_models_without_joints_are_errors),
        cmocka_unit_test(units_axes_and_scales_are_in_the_offsets),
        cmocka_unit_test(a_clip_comes_back_at_its_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
