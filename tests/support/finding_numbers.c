#include "support/finding_numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cmocka_close.h"

static int is_one_of(const char *code, const char *codes)
{
    return strstr(codes, code) != NULL;
}

/// Whether a text states a number, as it is or in percent, within 1 % of it.
static int states(const char *text, double number)
{
    for (const char *at = text; *at;) {
        char *end = NULL;
        const double found = *at >= '0' && *at <= '9' ? strtod(at, &end) : 0;
        if (!end) {
            ++at;
            continue;
        }
        const double size = fabs(number);
        if (fabs(found - size) <= 0.01 * size + 5e-4 || fabs(found - 100 * size) <= size) return 1;
        at = end;
    }
    return 0;
}

// The codes by the fields that their findings have, and codes whose findings have a field in some cases.
static const char counting[] = "D04 R05 R07 R08 R10 W04 W05 W08 W12 W14 W19 W20 W21 W22 W23 W24",
                  counting_at_times[] = "D02 M01 W18",
                  timed[] = "L01 L02 L03 R01 R02 R03 R04 R06 R07 R08 R09 R10 W08 W15 W18 W21 W23 W24",
                  timed_at_times[] = "D02 D04 R11 W22",
                  unmeasured[] = "D01 I04 I05 I50 L04 T01 W01 W02 W11 W17 W26 W29", measured_at_times[] = "M01",
                  expecting_nothing[] = "R06 W06", expecting_at_times[] = "W27";

// Codes whose texts name a count or a measure in words.
static const char count_in_words[] = "R10 W23 W24", measure_in_words[] = "L03 W04 W06 W28";

// Codes by the view that their commands show; codes with other views in some cases are in none of them.
static const struct {
    const char *codes, *words, *option; ///< the option that selects the joint
    int has_time;
} views[] = {
    {"W06 W07 W08 W14 W15 W19 L03 R07 R08", "keys", "--joints", 0},
    {"D01 W12 W28", "tree --rest", NULL, 0},
    {"I04 I05 I50 L04 W01 W02 W11 W13 W17 W25 W26 W27 W29", "info", NULL, 0},
    {"L01 R06 R09 R10 W23", "render", "--joint", 1},
    {"L02 R01 R02 R03 R04 R05 R11", "render", "--trail", 1},
};

/// Whether a finding's command is that of its code, for its clip, time and joint. Joints have unlike names.
static void assert_command(const check_finding *finding)
{
    for (size_t i = 0; i < sizeof views / sizeof *views; ++i) {
        char expected[300] = "", found[300] = "";
        size_t end = 0;
        if (!is_one_of(finding->code, views[i].codes)) continue;
        for (int k = 0; k < finding->command_count; ++k)
            end += (size_t)snprintf(found + end, sizeof found - end, k ? " %s" : "%s", finding->command[k]);
        if (strchr(found, '#')) return; // a clip that has no name, or not alone
        end = (size_t)snprintf(expected, sizeof expected, "%s", views[i].words);
        if (finding->clip && views[i].option)
            end += (size_t)snprintf(expected + end, sizeof expected - end, " --clip %s", finding->clip);
        if (views[i].has_time && finding->time >= 0)
            end += (size_t)snprintf(expected + end, sizeof expected - end, " --at %.4fs",
                                    floor(finding->time * 1e4) / 1e4);
        if (finding->node && views[i].option)
            end += (size_t)snprintf(expected + end, sizeof expected - end, " %s %s", views[i].option, finding->node);
        if (views[i].has_time) snprintf(expected + end, sizeof expected - end, " -o %s.png", finding->code);
        assert_string_equal(found, expected);
    }
}

static void assert_field(const check_finding *finding, const char *field, int is_there, int is_wanted,
                         const char *at_times)
{
    if (!is_one_of(finding->code, at_times) && is_there != is_wanted)
        fail_msg("%s has %s %s: %s", finding->code, is_there ? "a" : "no", field, finding->text);
}

void assert_numbers_are_stated(const check_report *report)
{
    for (size_t i = 0; i < report->count; ++i) {
        const check_finding *finding = &report->findings[i];
        const char *code = finding->code;
        assert_command(finding);
        assert_field(finding, "count", finding->count >= 0, is_one_of(code, counting), counting_at_times);
        assert_field(finding, "time", isfinite(finding->time), is_one_of(code, timed), timed_at_times);
        assert_field(finding, "measure", isfinite(finding->measured), !is_one_of(code, unmeasured), measured_at_times);
        assert_field(finding, "expectation", isfinite(finding->expected),
                     isfinite(finding->measured) && !is_one_of(code, expecting_nothing), expecting_at_times);
        if (isfinite(finding->measured) && !is_one_of(code, measure_in_words) &&
            !states(finding->text, finding->measured))
            fail_msg("%s measures %g: %s", code, finding->measured, finding->text);
        if (finding->count >= 0 && !is_one_of(code, count_in_words) && !states(finding->text, (double)finding->count))
            fail_msg("%s counts %lld: %s", code, (long long)finding->count, finding->text);
    }
}
