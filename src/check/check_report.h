/// The findings of one file.
#ifndef SINEW_CHECK_CHECK_REPORT_H
#define SINEW_CHECK_CHECK_REPORT_H

#include "base/arena.h"
#include "check/check_codes.h"

enum {
    SINEW__CHECK_WORDS = 14,
    SINEW__CHECK_MAX_FINDINGS = 100, ///< of one code in one file; further ones are counted
};

/// One finding. Texts live as long as the report; numbers that do not apply are NaN.
typedef struct sinew__finding {
    const char *code; ///< "W05"
    sinew_severity severity;
    const char *clip; ///< or NULL
    const char *node; ///< joint, mesh or texture, or NULL
    int64_t count;    ///< of vertices, keys, triangles …; −1: does not apply
    double time;      ///< seconds from the start of the clip
    double measured, expected;
    const char *unit;                        ///< of both: "cm", "deg", …; NULL: none
    const char *text;                        ///< one sentence without the clip and the node
    const char *command[SINEW__CHECK_WORDS]; ///< words after `sinew` that show it, without the file, which follows the
                                             ///< first word
    int command_count;                       ///< 0: there is nothing to show
} sinew__finding;

/// A check that could not judge, and the reason.
typedef struct sinew__unjudged {
    const char *code;
    const char *clip; ///< or NULL: the whole file
    const char *reason;
} sinew__unjudged;

/// Zeroed: empty. Freed by freeing the arena.
typedef struct sinew__check_report {
    sinew__arena arena;
    sinew__finding *findings;
    size_t count, capacity;
    size_t dropped; ///< beyond SINEW__CHECK_MAX_FINDINGS
    sinew__unjudged *unjudged;
    size_t unjudged_count, unjudged_capacity;
} sinew__check_report;

/// Adds a finding; its texts must live in the report's arena or be static. Running out of memory shows in
/// `arena.failed`. Returns the finding or NULL.
sinew__finding *sinew__check_report_add(sinew__check_report *report, const sinew__finding *finding);

/// Adds the remark that a check could not judge.
void sinew__check_report_unjudged(sinew__check_report *report, sinew__check_id id, const char *clip,
                                  const char *reason);

/// Sorts by severity, the worst first, then by code; equal ones keep their order.
void sinew__check_report_sort(sinew__check_report *report);

/// How many findings have at least that severity.
size_t sinew__check_report_count(const sinew__check_report *report, sinew_severity severity);

#endif
