/// Findings as they are reported: the words of their commands and repairs, their order and number, and the severities
/// of codes.
#include "program/check/check_task.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/make_model.h"

/// Names that a command cannot select by: of several clips or joints, none, one that looks like an option, a list.
static const char *const clips[] = {"walk", "", "-run", "step", "jump", "step"};
static const char *const joints[] = {"root", "hips", "a,b", "-tail", "", "twin", "twin", "hand"};
enum { CLIPS = sizeof clips / sizeof *clips, JOINTS = sizeof joints / sizeof *joints };

static sinew_model *make_named(void)
{
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t three = 3;
    sinew_raw_joint raw_joints[JOINTS];
    sinew_raw_clip raw_clips[CLIPS];
    for (int i = 0; i < JOINTS; ++i)
        raw_joints[i] = (sinew_raw_joint){
            .name = joints[i], .parent = i - 1, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE}; // in this order
    for (int i = 0; i < CLIPS; ++i) raw_clips[i] = (sinew_raw_clip){.name = clips[i], .duration = 2};
    sinew_raw_mesh meshes[2];
    for (int i = 0; i < 2; ++i)
        meshes[i] = (sinew_raw_mesh){.name = i ? "" : "Skin",
                                     .object = "Body",
                                     .node = SINEW_NONE,
                                     .positions = positions,
                                     .vertex_count = 3,
                                     .polygon_sizes = &three,
                                     .polygon_count = 1};
    return make_model(&(sinew_raw_model){.joints = raw_joints,
                                         .joint_count = JOINTS,
                                         .clips = raw_clips,
                                         .clip_count = CLIPS,
                                         .meshes = meshes,
                                         .mesh_count = 2});
}

static void assert_words(const check_finding *finding, const char *expected)
{
    char found[200] = "";
    for (int i = 0; i < finding->command_count; ++i) {
        if (i > 0) strcat(found, " ");
        strcat(found, finding->command[i]);
    }
    assert_string_equal(found, expected);
}

static void commands_select_clips_and_joints_by_name_or_number(void **state)
{
    (void)state;
    static const struct {
        check_view view;
        int32_t clip, joint;
        double time;
        const char *words;
    } cases[] = {
        {CHECK_VIEW_NONE, 0, 1, 1, ""},
        {CHECK_VIEW_INFO, 0, 1, 1, "info"},
        {CHECK_VIEW_TREE, 0, 1, 1, "tree --rest"},
        {CHECK_VIEW_KEYS, 0, 1, 1, "keys --clip walk --joints hips"},
        {CHECK_VIEW_KEYS, 4, SINEW_NONE, 1, "keys --clip jump"},
        {CHECK_VIEW_KEYS, 1, 0, 1, "keys --clip #2 --joints root"}, // without a name
        {CHECK_VIEW_KEYS, 2, 2, 1, "keys --clip #3"},               // like an option; a list
        {CHECK_VIEW_KEYS, 3, 3, 1, "keys --clip #4"},               // two of one name: neither is found by it
        {CHECK_VIEW_KEYS, SINEW_NONE, 4, 1, "keys"},
        {CHECK_VIEW_KEYS, 0, 5, 1, "keys --clip walk"}, // also of joints
        {CHECK_VIEW_KEYS, 0, 7, 1, "keys --clip walk --joints hand"},
        {CHECK_VIEW_POSE, 0, 1, 1.23456789, "render --clip walk --at 1.2345s --joint hips -o R04.png"},
        {CHECK_VIEW_POSE, 4, SINEW_NONE, 0, "render --clip jump --at 0.0000s -o R04.png"},
        {CHECK_VIEW_TRAIL, 4, 7, 2, "render --clip jump --at 2.0000s --trail hand -o R04.png"},
        {CHECK_VIEW_TRAIL, SINEW_NONE, 7, (double)NAN, "render --trail hand -o R04.png"},
        {CHECK_VIEW_TRAIL, 0, 7, -1, "render --clip walk --trail hand -o R04.png"},
        {CHECK_VIEW_WEIGHTS, 0, 1, 1, "render --clip none --joint hips --colors weights -o R04.png"},
        {CHECK_VIEW_WEIGHTS, 0, SINEW_NONE, 1, "render --clip none --colors influences -o R04.png"},
        {CHECK_VIEW_INFLUENCES, 0, 1, 1, "render --clip none --colors influences -o R04.png"},
        {CHECK_VIEW_EDGES, 0, 1, 1, "render --clip none --edges -o R04.png"},
    };
    sinew_model *model = make_named();
    const check_selection selection = {0};
    check_report report = {0};
    const check_task task = {.model = model, .selection = &selection, .report = &report};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        check_spot spot = check_spot_of(cases[i].clip, cases[i].joint, SINEW_NONE, cases[i].view);
        assert_int_equal(spot.count, -1);
        assert_true(isnan(spot.time) && isnan(spot.measured) && isnan(spot.expected) && !spot.unit);
        spot.time = cases[i].time;
        const check_finding *found = check_find(&task, CHECK_R04, &spot, "%d of %s", 7, "them");
        assert_words(found, cases[i].words);
        assert_string_equal(found->text, "7 of them");
        assert_string_equal(found->code, "R04");
        assert_int_equal(found->severity, SINEW_SEVERITY_WARNING);
        if (cases[i].clip == SINEW_NONE)
            assert_null(found->clip);
        else
            assert_string_equal(found->clip, clips[cases[i].clip]);
        if (cases[i].joint == SINEW_NONE)
            assert_null(found->node);
        else
            assert_string_equal(found->node, joints[cases[i].joint]);
    }
    sinew__arena_free(&report.arena);
    sinew_model_destroy(model);
}

static void findings_of_meshes_have_the_name_of_the_mesh_or_its_object(void **state)
{
    (void)state;
    static const char *const names[] = {"Skin", "Body"};
    sinew_model *model = make_named();
    const check_selection selection = {0};
    check_report report = {0};
    const check_task task = {.model = model, .selection = &selection, .report = &report};
    for (int32_t i = 0; i < 2; ++i) {
        const check_spot spot = check_spot_of(SINEW_NONE, 1, i, CHECK_VIEW_NONE);
        assert_string_equal(check_mesh_name(model, i), names[i]);
        assert_string_equal(check_find(&task, CHECK_W04, &spot, "bare")->node, names[i]);
    }
    sinew__arena_free(&report.arena);
    sinew_model_destroy(model);
}

static void repairs_name_their_clip_and_value(void **state)
{
    (void)state;
    static const char *const words[CLIPS] = {"walk", "#2", "#3", "#4", "jump", "#6"};
    sinew_model *model = make_named();
    const check_selection selection = {0}, ignores = {.ignore = (const char *[]){"R01"}, .ignore_count = 1};
    check_report report = {0};
    check_task task = {.model = model, .selection = &selection, .report = &report};
    for (int32_t i = 0; i < CLIPS; ++i) {
        const check_spot spot = check_spot_of(i, SINEW_NONE, SINEW_NONE, CHECK_VIEW_NONE);
        check_finding *found = check_find(&task, CHECK_R01, &spot, "slow");
        assert_null(found->mend);
        check_mend(&task, found, i, "speed", "%.2f", 1.5);
        assert_string_equal(found->mend, "speed");
        assert_string_equal(found->mend_value, "1.50");
        assert_string_equal(found->mend_clip, words[i]);
        assert_int_equal(found->mend_index, i);
        found = check_find(&task, CHECK_R01, &spot, "travels");
        check_mend(&task, found, i, "in-place", NULL);
        assert_null(found->mend_value);
    }
    task.selection = &ignores;
    const check_spot spot = check_spot_of(0, SINEW_NONE, SINEW_NONE, CHECK_VIEW_NONE);
    assert_null(check_find(&task, CHECK_R01, &spot, "slow"));
    check_mend(&task, NULL, 0, "speed", "%d", 1);
    assert_int_equal(report.count, 2 * CLIPS);
    assert_false(check_wants(&task, CHECK_R01));
    assert_true(check_wants(&task, CHECK_R02));
    check_skip(&task, CHECK_R01, 0, "ignored");
    check_skip(&task, CHECK_R02, 4, "no feet");
    check_skip(&task, CHECK_W22, SINEW_NONE, "no clip");
    assert_int_equal(report.unjudged_count, 2);
    assert_string_equal(report.unjudged[0].code, "R02");
    assert_string_equal(report.unjudged[0].clip, "jump");
    assert_string_equal(report.unjudged[0].reason, "no feet");
    assert_null(report.unjudged[1].clip);
    sinew__arena_free(&report.arena);
    sinew_model_destroy(model);
}

static void add(check_report *report, const char *code, sinew_severity severity, const char *text)
{
    check_report_add(report, &(check_finding){.code = code, .severity = severity, .text = text});
}

/// The worst come first, then codes by the alphabet; findings of one code keep their order.
static void findings_are_sorted_and_counted(void **state)
{
    (void)state;
    enum { INFO = SINEW_SEVERITY_INFO, WARNING = SINEW_SEVERITY_WARNING, ERROR = SINEW_SEVERITY_ERROR };
    static const struct {
        const char *code;
        int severity;
    } cases[] = {{"W05", WARNING}, {"R04", WARNING}, {"W01", INFO},    {"L01", ERROR}, {"W05", WARNING},
                 {"D01", ERROR},   {"R04", INFO},    {"W05", WARNING}, {"L04", INFO},  {"A01", WARNING},
                 {"D01", ERROR},   {"W05", ERROR},   {"R04", WARNING}};
    enum { COUNT = sizeof cases / sizeof *cases };
    static const int order[COUNT] = {5, 10, 3, 11, 9, 1, 12, 0, 4, 7, 8, 6, 2};
    static const char *const texts[COUNT] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    check_report report = {0};
    for (int i = 0; i < COUNT; ++i) add(&report, cases[i].code, (sinew_severity)cases[i].severity, texts[i]);
    check_report_sort(&report);
    assert_int_equal(report.count, COUNT);
    for (int i = 0; i < COUNT; ++i) assert_string_equal(report.findings[i].text, texts[order[i]]);
    assert_int_equal(check_report_count(&report, SINEW_SEVERITY_INFO), 13);
    assert_int_equal(check_report_count(&report, SINEW_SEVERITY_WARNING), 10);
    assert_int_equal(check_report_count(&report, SINEW_SEVERITY_ERROR), 4);
    sinew__arena_free(&report.arena);
}

static void a_hundred_findings_of_a_code_are_listed(void **state)
{
    (void)state;
    check_report report = {0};
    for (int i = 0; i < 103; ++i) {
        add(&report, "W05", SINEW_SEVERITY_WARNING, "a");
        if (i % 2) add(&report, "W04", SINEW_SEVERITY_WARNING, "b");
    }
    assert_int_equal(report.count, 100 + 51);
    assert_int_equal(report.dropped, 3);
    assert_int_equal(check_report_add(&report, &(check_finding){.code = "W05"}) != NULL, 0);
    assert_int_equal(report.dropped, 4);
    sinew__arena_free(&report.arena);
}

/// W11 covers I02 of the import.
static void codes_have_the_severity_that_is_wanted(void **state)
{
    (void)state;
    enum { INFO = SINEW_SEVERITY_INFO, WARNING = SINEW_SEVERITY_WARNING, ERROR = SINEW_SEVERITY_ERROR };
    static const char *const two[] = {"W05", "I02"}, *const other[] = {"R04", "W11"};
    static const check_level levels[] = {{"W05", ERROR}, {"W08", CHECK_OFF}, {"I02", INFO}, {"W05", INFO}};
    static const struct {
        check_selection selection;
        const char *code;
        int expected;
    } cases[] = {
        {{0}, "W05", WARNING},
        {{.only = two, .only_count = 2}, "W05", WARNING},
        {{.only = two, .only_count = 2}, "W11", WARNING},
        {{.only = two, .only_count = 1}, "W11", CHECK_OFF},
        {{.only = two, .only_count = 2}, "R04", CHECK_OFF},
        {{.ignore = other, .ignore_count = 2}, "R04", CHECK_OFF},
        {{.ignore = other, .ignore_count = 2}, "I02", CHECK_OFF},
        {{.ignore = other, .ignore_count = 1}, "W11", WARNING},
        {{.ignore = other, .ignore_count = 2}, "W05", WARNING},
        {{.only = two, .only_count = 2, .ignore = two, .ignore_count = 1}, "W05", CHECK_OFF},
        {{.only = two, .only_count = 2, .ignore = two, .ignore_count = 1}, "W11", WARNING},
        {{.levels = levels, .level_count = 1}, "W05", ERROR},
        {{.levels = levels, .level_count = 4}, "W05", INFO}, // the last one counts
        {{.levels = levels, .level_count = 4}, "W08", CHECK_OFF},
        {{.levels = levels, .level_count = 4}, "W11", INFO},
        {{.levels = levels, .level_count = 4}, "R04", WARNING},
        {{.levels = levels, .level_count = 1, .ignore = two, .ignore_count = 2}, "W05", CHECK_OFF},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_int_equal(check_severity(&cases[i].selection, cases[i].code, SINEW_SEVERITY_WARNING), cases[i].expected);
}

static void every_code_is_described(void **state)
{
    (void)state;
    static const struct {
        sinew_result result;
        const char *code;
    } results[] = {
        {SINEW_ERROR_NOT_FOUND, "E01"}, {SINEW_ERROR_NOT_A_FILE, "E02"},   {SINEW_ERROR_NO_PERMISSION, "E03"},
        {SINEW_ERROR_EMPTY, "E04"},     {SINEW_ERROR_DAMAGED, "E07"},      {SINEW_ERROR_CRASHED, "E20"},
        {SINEW_ERROR_TIMED_OUT, "E21"}, {SINEW_ERROR_MEMORY_LIMIT, "E22"}, {SINEW_ERROR_NO_JOINT, "E99"}};
    check_description found;
    for (size_t i = 0; i < CHECK_COUNT; ++i) {
        const check_code *row = &check_codes[i];
        assert_ptr_equal(check_code_named(row->code), row);
        if (*row->covered) assert_ptr_equal(check_code_named(row->covered), row);
        assert_true(check_describe_code(row->code, &found) && check_code_exists(row->code));
        assert_string_equal(found.code, row->code);
        assert_string_equal(found.about, row->about);
        assert_string_equal(found.mend, row->mend);
        assert_int_equal(found.severity, row->severity);
    }
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i) {
        assert_string_equal(check_code_of_result(results[i].result), results[i].code);
        assert_true(check_describe_code(results[i].code, &found));
        assert_string_equal(found.code, results[i].code);
        assert_int_equal(found.severity, SINEW_SEVERITY_ERROR);
        for (size_t k = 0; k < i; ++k) { // each in its own words
            check_description other;
            assert_true(check_describe_code(results[k].code, &other));
            assert_string_not_equal(found.about, other.about);
        }
    }
    static const char *const of_import[] = {"I04", "I05", "I50", "I59"}, *const unknown[] = {"W03", "E98", "I", "",
                                                                                             "w05"};
    for (size_t i = 0; i < sizeof of_import / sizeof *of_import; ++i) {
        assert_true(check_describe_code(of_import[i], &found));
        assert_string_equal(found.code, of_import[i]);
        assert_string_equal(found.mend, "");
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; ++i) {
        assert_false(check_code_exists(unknown[i]));
        assert_null(check_code_named(unknown[i]));
    }
}

/// Frames of two joints at 10 frames per second: the root moves by 1 per frame, the arm rotates about an axis by 12°.
static void check_frames_about(int axis)
{
    enum { FRAMES = 31 };
    sinew_track_key keys[2][FRAMES];
    const double degree = acos(-1) / 180;
    for (int i = 0; i < FRAMES; ++i) {
        keys[0][i] = (sinew_track_key){i / 10.0, {i, 2, 3}};
        keys[1][i] = (sinew_track_key){i / 10.0, {0, 0, 0, cos(6 * i * degree)}};
        keys[1][i].value[axis] = sin(6 * i * degree);
    }
    sinew_raw_track tracks[2];
    for (int i = 0; i < 2; ++i)
        tracks[i] = (sinew_raw_track){.joint = i,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = i ? SINEW_TRACK_ROTATION : SINEW_TRACK_TRANSLATION,
                                      .keys = keys[i],
                                      .key_count = FRAMES,
                                      .interpolation = SINEW_LINEAR};
    const sinew_raw_joint raw_joints[] = {
        {.name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE},
        {.name = "arm", .kind = SINEW_JOINT_BONE, .node = SINEW_NONE, .rest = {{0, 5, 0}, {0, 0, 0, 1}, {1, 1, 1}}}};
    static const struct {
        double fps, duration;
        int count;
    } cases[] = {{10, 3, 31}, {10, 2.996, 31}, {10, 2.99, 30}, {5, 3, 16}, {0, 3, 91}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; ++n) {
        const double rate = cases[n].fps > 0 ? cases[n].fps : 30;
        const sinew_raw_clip clip = {.name = "move", .duration = cases[n].duration, .tracks = tracks, .track_count = 2};
        sinew_model *model = make_model(&(sinew_raw_model){
            .fps = cases[n].fps, .joints = raw_joints, .joint_count = 2, .clips = &clip, .clip_count = 1});
        check_report report = {0};
        check_clip_frames frames;
        check_task task = {.model = model, .report = &report};
        assert_int_equal(sinew_pose_create(model, &task.pose, NULL), SINEW_OK);
        assert_close(check_fps(model), rate, 0);
        assert_int_equal(check_clip_frames_init(&frames, &task, 0), 1);
        assert_int_equal(frames.frame_count, cases[n].count);
        assert_close(frames.step, 1 / rate, 1e-12);
        assert_close(frames.start, 0, 0);
        for (int i = 0; i < frames.frame_count; ++i) {
            const double at = fmin(i / rate, cases[n].duration) * 10, half = 6 * at * degree; // radians
            const check_frame_joint *root = &check_clip_frames_of(&frames, 0)[i],
                                    *arm = &check_clip_frames_of(&frames, 1)[i];
            assert_close(root->position[0], at, 1e-5);
            assert_close(arm->position[0], at, 1e-5);
            assert_close(arm->position[1], 7, 1e-5);
            assert_close(arm->position[2], 3, 1e-5);
            for (int k = 0; k < 4; ++k) {
                const double expected = k == axis ? sin(half) : k == 3 ? cos(half) : 0; // on one arc, beyond 180°
                assert_close(arm->local[k], expected, 1e-5);
                assert_close(arm->global[k], expected, 1e-5);
                assert_close(root->local[k], k == 3, 1e-6);
            }
        }
        check_clip_frames_free(&frames);
        assert_null(frames.joints);
        sinew_pose_destroy(task.pose);
        sinew_model_destroy(model);
    }
}

static void frames_are_the_poses_of_a_clip(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; ++axis) check_frames_about(axis);
}

static void poses_are_taken_from_a_budget(void **state)
{
    (void)state;
    sinew_model *model = make_named();
    int64_t left = 10 * (JOINTS + 1);
    const check_task task = {.model = model, .poses_left = &left};
    assert_true(check_spend(&task, 7));
    assert_int_equal(left, 3 * (JOINTS + 1));
    assert_false(check_spend(&task, 3.5));
    assert_false(check_spend(&task, (double)NAN));
    assert_int_equal(left, 3 * (JOINTS + 1));
    assert_true(check_spend(&task, 3));
    assert_int_equal(left, 0);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_select_clips_and_joints_by_name_or_number),
        cmocka_unit_test(findings_of_meshes_have_the_name_of_the_mesh_or_its_object),
        cmocka_unit_test(repairs_name_their_clip_and_value),
        cmocka_unit_test(findings_are_sorted_and_counted),
        cmocka_unit_test(a_hundred_findings_of_a_code_are_listed),
        cmocka_unit_test(codes_have_the_severity_that_is_wanted),
        cmocka_unit_test(every_code_is_described),
        cmocka_unit_test(frames_are_the_poses_of_a_clip),
        cmocka_unit_test(poses_are_taken_from_a_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
