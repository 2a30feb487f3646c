/// The grammar of times: accepted and refused texts, and the time of each form.
#include "support/cmocka_close.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/raw_model.h"
#include "sinew/time_text.h"

static void refuses_invalid_times(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",    " ",      "12x",  "x",     "-",   "+",   "@",    "#",    "k",    "%",      "s",    "f",
        ".",   "1.",     "1..2", "1.2.3", "nan", "inf", "-inf", "NaN",  "0x10", "1e",     "1e+",  "1e999",
        "1 s", " 1",     "1 ",   "1,5",   "--1", "++1", "-+1",  "+--1", "@@1",  "@50%",   "@#7",  "@start",
        "#0",  "#-0",    "#1.5", "#7@",   "k7@", "#x",  "#--1", "-#1",  "#+1",  "+-#-1",  "+end", "-end",
        "End", "starts", "ends", "1ss",   "1sf", "1%%", "37F",  "50 %", "#7 ",  "7#",     "k",    "#99999999999",
        "1\n", "١",      "½",    "1e5x",  "@",   "@-",  "@s",   "+f",   "-%",   "#@Foot",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        sinew_time time;
        memset(&time, 0xde, sizeof time);
        const sinew_time before = time;
        sinew_error error;
        if (sinew_time_parse(wrong[i], &time, &error) != SINEW_ERROR_BAD_TIME)
            fail_msg("'%s' was taken for a time", wrong[i]);
        assert_memory_equal(&time, &before, sizeof time);
        assert_int_equal(error.result, SINEW_ERROR_BAD_TIME);
        assert_non_null(strstr(error.message, "is not a time"));
        assert_string_equal(error.hint, "write 1.25s, 37f, 50% or '#7'");
    }
}

static void message_names_the_text_and_stays_printable(void **state)
{
    (void)state;
    sinew_time time;
    sinew_error error;
    assert_int_equal(sinew_time_parse("12x", &time, &error), SINEW_ERROR_BAD_TIME);
    assert_string_equal(error.message, "'12x' is not a time");
    assert_int_equal(sinew_time_parse("\x1b[2J", &time, &error), SINEW_ERROR_BAD_TIME);
    assert_string_equal(error.message, "'\\x1b[2J' is not a time");
    assert_int_equal(sinew_time_parse("12x", &time, NULL), SINEW_ERROR_BAD_TIME);
}

static void joint_names_longer_than_the_field_are_refused(void **state)
{
    (void)state;
    char text[400] = "#1@";
    memset(text + 3, 'a', 256);
    sinew_time time;
    assert_int_equal(sinew_time_parse(text, &time, NULL), SINEW_ERROR_BAD_TIME);
    text[3 + 255] = '\0';
    assert_int_equal(sinew_time_parse(text, &time, NULL), SINEW_OK);
    assert_int_equal(strlen(time.joint), 255);
}

static void each_form_means_what_the_manual_says(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        sinew_time_unit unit;
        sinew_time_origin origin;
        double value;
        const char *joint;
    } rows[] = {
        {"1.25", SINEW_TIME_SECONDS, SINEW_TIME_FROM_START, 1.25, ""},
        {"1.25s", SINEW_TIME_SECONDS, SINEW_TIME_FROM_START, 1.25, ""},
        {"0", SINEW_TIME_SECONDS, SINEW_TIME_FROM_START, 0, ""},
        {".5", SINEW_TIME_SECONDS, SINEW_TIME_FROM_START, 0.5, ""},
        {"5e-1s", SINEW_TIME_SECONDS, SINEW_TIME_FROM_START, 0.5, ""},
        {"@1.25s", SINEW_TIME_SECONDS, SINEW_TIME_FROM_TIMELINE, 1.25, ""},
        {"@1.25", SINEW_TIME_SECONDS, SINEW_TIME_FROM_TIMELINE, 1.25, ""},
        {"37f", SINEW_TIME_FRAMES, SINEW_TIME_FROM_TIMELINE, 37, ""},
        {"37.5f", SINEW_TIME_FRAMES, SINEW_TIME_FROM_TIMELINE, 37.5, ""},
        {"@37f", SINEW_TIME_FRAMES, SINEW_TIME_FROM_TIMELINE, 37, ""},
        {"50%", SINEW_TIME_PERCENT, SINEW_TIME_FROM_START, 50, ""},
        {"#7", SINEW_TIME_KEY, SINEW_TIME_FROM_START, 7, ""},
        {"#7@LeftFoot", SINEW_TIME_KEY, SINEW_TIME_FROM_START, 7, "LeftFoot"},
        {"#7@Hips/Left Foot@2", SINEW_TIME_KEY, SINEW_TIME_FROM_START, 7, "Hips/Left Foot@2"},
        {"k7", SINEW_TIME_KEY, SINEW_TIME_FROM_START, 7, ""},
        {"k7@LeftFoot", SINEW_TIME_KEY, SINEW_TIME_FROM_START, 7, "LeftFoot"},
        {"k-1", SINEW_TIME_KEY, SINEW_TIME_FROM_END, 1, ""},
        {"#-1", SINEW_TIME_KEY, SINEW_TIME_FROM_END, 1, ""},
        {"-0.5", SINEW_TIME_SECONDS, SINEW_TIME_FROM_END, 0.5, ""},
        {"-10f", SINEW_TIME_FRAMES, SINEW_TIME_FROM_END, 10, ""},
        {"-20%", SINEW_TIME_PERCENT, SINEW_TIME_FROM_END, 20, ""},
        {"@-1.25s", SINEW_TIME_SECONDS, SINEW_TIME_FROM_TIMELINE, -1.25, ""},
        {"@-10f", SINEW_TIME_FRAMES, SINEW_TIME_FROM_TIMELINE, -10, ""},
        {"+2f", SINEW_TIME_FRAMES, SINEW_TIME_FROM_CURRENT, 2, ""},
        {"+0.1", SINEW_TIME_SECONDS, SINEW_TIME_FROM_CURRENT, 0.1, ""},
        {"+-2f", SINEW_TIME_FRAMES, SINEW_TIME_FROM_CURRENT, -2, ""},
        {"+10%", SINEW_TIME_PERCENT, SINEW_TIME_FROM_CURRENT, 10, ""},
        {"+#1", SINEW_TIME_KEY, SINEW_TIME_FROM_CURRENT, 1, ""},
        {"+#-1", SINEW_TIME_KEY, SINEW_TIME_FROM_CURRENT, -1, ""},
        {"+-k2@Foot", SINEW_TIME_KEY, SINEW_TIME_FROM_CURRENT, -2, "Foot"},
        {"start", SINEW_TIME_SECONDS, SINEW_TIME_FROM_START, 0, ""},
        {"end", SINEW_TIME_SECONDS, SINEW_TIME_FROM_END, 0, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_time time;
        sinew_error error;
        if (sinew_time_parse(rows[i].text, &time, &error) != SINEW_OK)
            fail_msg("'%s': %s", rows[i].text, error.message);
        if (time.unit != rows[i].unit || time.origin != rows[i].origin)
            fail_msg("'%s' was taken for another form", rows[i].text);
        assert_close(time.value, rows[i].value, 0);
        assert_string_equal(time.joint, rows[i].joint);
    }
}

static void numbers_read_as_the_c_library_reads_them(void **state)
{
    (void)state;
    static const char *const texts[] = {"0.083333333",  "1.2999999999999998", "0.1",  "123456.789012345678",
                                        "0.0000000001", "9007199254740993",   "1e-5", "4.166666666666667e-2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        sinew_time time;
        assert_int_equal(sinew_time_parse(texts[i], &time, NULL), SINEW_OK);
        const double expected = strtod(texts[i], NULL);
        assert_close(time.value, expected, fabs(expected) * 2.3e-16); // one unit in the last place
    }
}

static void a_comma_locale_changes_nothing(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        print_message("skipped: no de_DE.UTF-8 locale here\n");
        skip();
    }
    sinew_time time;
    const sinew_result point = sinew_time_parse("1.25", &time, NULL), comma = sinew_time_parse("1,25", &time, NULL);
    setlocale(LC_NUMERIC, "C");
    assert_int_equal(point, SINEW_OK);
    assert_int_equal(comma, SINEW_ERROR_BAD_TIME);
    assert_close(time.value, 1.25, 0);
}

// ---- resolving ----------------------------------------------------------------------------------------------------

/// 24 frames per second; clip `run` from 2 s to 4 s of the timeline with keys at 2, 2.5, 3.75 and 4 s, and `Foot`
/// has the second and the last.
static sinew_model *make_model(double fps)
{
    static const sinew_raw_joint joints[] = {{.name = "Hips", .parent = SINEW_NONE, .node = SINEW_NONE},
                                             {.name = "Foot", .parent = 0, .node = SINEW_NONE}};
    static const sinew_curve_key hips[] = {{.ticks = 2000}, {.ticks = 3750}, {.ticks = 4000}};
    static const sinew_curve_key foot[] = {{.ticks = 2500}, {.ticks = 4000}};
    static const sinew_raw_curve curves[] = {{.keys = hips, .key_count = 3}, {.keys = foot, .key_count = 2}};
    const sinew_raw_channel channels[] = {{.joint = 0,
                                           .mesh = SINEW_NONE,
                                           .morph = SINEW_NONE,
                                           .property = SINEW_CHANNEL_TRANSLATION,
                                           .curve = {&curves[0]}},
                                          {.joint = 1,
                                           .mesh = SINEW_NONE,
                                           .morph = SINEW_NONE,
                                           .property = SINEW_CHANNEL_TRANSLATION,
                                           .curve = {&curves[1]}}};
    const sinew_raw_clip clip = {.name = "run", .start = 2, .duration = 2, .channels = channels, .channel_count = 2};
    const sinew_raw_model raw = {
        .fps = fps, .ticks_per_second = 1000, .joints = joints, .joint_count = 2, .clips = &clip, .clip_count = 1};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

typedef struct time_answer {
    sinew_result result;
    double seconds;
    sinew_error error;
} time_answer;

static time_answer resolve(const char *text, const sinew_time_context *context)
{
    time_answer answer = {.seconds = -1234};
    sinew_time time;
    assert_int_equal(sinew_time_parse(text, &time, NULL), SINEW_OK);
    answer.result = sinew_time_resolve(&time, context, &answer.seconds, &answer.error);
    return answer;
}

static void a_time_outside_the_clip_is_an_error(void **state)
{
    (void)state;
    sinew_model *model = make_model(24);
    const sinew_time_context context = {.model = model, .clip = 0, .current = 0};
    static const struct {
        const char *text;
        sinew_result result;
        const char *message, *hint;
    } rows[] = {
        {"2.25", SINEW_ERROR_NO_TIME, "2.25 s is past the end of clip 'run' (2 s)",
         "the clip goes from 0s to 2s, 48f to 96f; @4.25s evaluates outside it"},
        {"-2.5", SINEW_ERROR_NO_TIME, "-2.5 s is before the start of clip 'run' (2 s)",
         "-2.5s counts from the end, @-2.5s from the file's zero; the clip goes from 0s to 2s, 48f to 96f; @1.5s evaluates outside it"},
        {"48", SINEW_ERROR_NO_TIME, "48 s is past the end of clip 'run' (2 s)",
         "did you mean 48f? the clip goes from 0s to 2s, 48f to 96f; @50s evaluates outside it"},
        {"49", SINEW_ERROR_NO_TIME, "49 s is past the end of clip 'run' (2 s)",
         "the clip goes from 0s to 2s, 48f to 96f; @51s evaluates outside it"},
        {"-40", SINEW_ERROR_NO_TIME, "-40 s is before the start of clip 'run' (2 s)",
         "did you mean -40f? the clip goes from 0s to 2s, 48f to 96f; @-36s evaluates outside it"},
        {"60s", SINEW_ERROR_NO_TIME, "60 s is past the end of clip 'run' (2 s)",
         "the clip goes from 0s to 2s, 48f to 96f; @62s evaluates outside it"},
        {"1e308", SINEW_ERROR_NO_TIME, "1e+308 s is past the end of clip 'run' (2 s)",
         "the clip goes from 0s to 2s, 48f to 96f"},
        {"-1e308f", SINEW_ERROR_NO_TIME, "-1e+308f is before the start of clip 'run' (2 s)",
         "the clip goes from 0s to 2s, 48f to 96f"},
        {"-49f", SINEW_ERROR_NO_TIME, "-49f is before the start of clip 'run' (2 s)",
         "-49f counts from the end, @-49f from the file's zero; the clip goes from 0s to 2s, 48f to 96f; @1.958s evaluates outside it"},
        {"101%", SINEW_ERROR_NO_TIME, "101% is past the end of clip 'run' (2 s)",
         "the clip goes from 0s to 2s, 48f to 96f; @4.02s evaluates outside it"},
        {"#5", SINEW_ERROR_NO_KEY, "clip 'run' has 4 keyframes, there is no #5", ""},
        {"#-5", SINEW_ERROR_NO_KEY, "clip 'run' has 4 keyframes, there is no #-5", ""},
        {"#3@Foot", SINEW_ERROR_NO_KEY, "clip 'run' has 2 keyframes on Foot, there is no #3@Foot", ""},
        {"#1@Fot", SINEW_ERROR_NO_JOINT, "no joint 'Fot'", "did you mean 'Foot'?"},
        {"+#-1", SINEW_ERROR_NO_KEY, "clip 'run' has no keyframe -1 from here", ""},
        {"+#4", SINEW_ERROR_NO_KEY, "clip 'run' has no keyframe +4 from here", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const time_answer answer = resolve(rows[i].text, &context);
        assert_int_equal(answer.result, rows[i].result);
        assert_string_equal(answer.error.message, rows[i].message);
        assert_string_equal(answer.error.hint, rows[i].hint);
        assert_close(answer.seconds, -1234, 0); // untouched
    }
    sinew_model_destroy(model);
}

static void frames_need_a_rate(void **state)
{
    (void)state;
    sinew_model *model = make_model(0);
    sinew_time_context context = {.model = model, .clip = 0};
    const time_answer without = resolve("37f", &context);
    assert_int_equal(without.result, SINEW_ERROR_NO_RATE);
    assert_string_equal(without.error.message, "'37f' needs a frame rate");
    assert_string_equal(without.error.hint, ""); // the program adds the option
    context.fps = 10;
    const time_answer with = resolve("37f", &context);
    assert_int_equal(with.result, SINEW_OK);
    assert_close(with.seconds, 1.7, 1e-12); // frame 37 at 3.7 s, the clip starts at 2 s
    sinew_model_destroy(model);
}

static void every_form_gives_its_time(void **state)
{
    (void)state;
    sinew_model *model = make_model(24);
    const sinew_time_context context = {.model = model, .clip = 0, .current = 0.5};
    static const struct {
        const char *text;
        double seconds; // from the clip's start, which is at 2 s of the timeline
    } rows[] = {
        {"0", 0},         {"1.25", 1.25},  {"2", 2},         {"2.0000005", 2}, {"@1.25s", -0.75},   {"@-1.25s", -3.25},
        {"@9", 7},        {"48f", 0},      {"54f", 0.25},    {"240f", 8},      {"@-12f", -2.5},     {"50%", 1},
        {"0%", 0},        {"100%", 2},     {"-20%", 1.6},    {"-100%", 0},     {"-0.5", 1.5},       {"-12f", 1.5},
        {"-0", 2},        {"start", 0},    {"end", 2},       {"#1", 0},        {"#2", 0.5},         {"#4", 2},
        {"#-1", 2},       {"k-4", 0},      {"#1@Foot", 0.5}, {"#-1@Foot", 2},  {"k2@Hips/Foot", 2}, {"+0.25", 0.75},
        {"+-0.25", 0.25}, {"+12f", 1},     {"+50%", 1.5},    {"+100", 100.5},  {"+#1", 1.75},       {"+#2", 2},
        {"+#-1", 0},      {"+#1@Foot", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const time_answer answer = resolve(rows[i].text, &context);
        if (answer.result != SINEW_OK) fail_msg("'%s': %s", rows[i].text, answer.error.message);
        if (!(fabs(answer.seconds - rows[i].seconds) <= 1e-12))
            fail_msg("'%s' is %.17g s", rows[i].text, answer.seconds);
    }
    sinew_model_destroy(model);
}

static void between_keys_the_neighbours_are_next_and_previous(void **state)
{
    (void)state;
    sinew_model *model = make_model(24);
    const sinew_time_context context = {.model = model, .clip = 0, .current = 1};
    assert_close(resolve("+#1", &context).seconds, 1.75, 0);
    assert_close(resolve("+#-1", &context).seconds, 0.5, 0);
    const sinew_time_context past = {.model = model, .clip = 0, .current = 98};
    assert_close(resolve("+#-1", &past).seconds, 2, 0);
    sinew_model_destroy(model);
}

static void without_a_clip_time_counts_from_zero_and_nothing_ends(void **state)
{
    (void)state;
    sinew_model *model = make_model(24);
    const sinew_time_context context = {.model = model, .clip = SINEW_NONE};
    assert_close(resolve("100", &context).seconds, 100, 0);
    assert_close(resolve("@0s", &context).seconds, 0, 0);
    assert_close(resolve("12f", &context).seconds, 0.5, 0);
    assert_close(resolve("50%", &context).seconds, 0, 0);
    const time_answer key = resolve("#1", &context);
    assert_int_equal(key.result, SINEW_ERROR_NO_KEY);
    assert_string_equal(key.error.message, "the rest pose has no keyframes");
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_invalid_times),
        cmocka_unit_test(message_names_the_text_and_stays_printable),
        cmocka_unit_test(joint_names_longer_than_the_field_are_refused),
        cmocka_unit_test(each_form_means_what_the_manual_says),
        cmocka_unit_test(numbers_read_as_the_c_library_reads_them),
        cmocka_unit_test(a_comma_locale_changes_nothing),
        cmocka_unit_test(a_time_outside_the_clip_is_an_error),
        cmocka_unit_test(frames_need_a_rate),
        cmocka_unit_test(every_form_gives_its_time),
        cmocka_unit_test(between_keys_the_neighbours_are_next_and_previous),
        cmocka_unit_test(without_a_clip_time_counts_from_zero_and_nothing_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
