#include "check/check_report.h"

#include <string.h>

static size_t count_of_code(const sinew__check_report *report, const char *code)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; ++i) count += strcmp(report->findings[i].code, code) == 0;
    return count;
}

sinew__finding *sinew__check_report_add(sinew__check_report *report, const sinew__finding *finding)
{
    if (count_of_code(report, finding->code) >= SINEW__CHECK_MAX_FINDINGS) {
        ++report->dropped;
        return NULL;
    }
    sinew__finding *grown =
        sinew__arena_grow(&report->arena, report->findings, report->count, &report->capacity, sizeof *grown);
    if (!grown) return NULL;
    report->findings = grown;
    grown[report->count] = *finding;
    return &grown[report->count++];
}

void sinew__check_report_unjudged(sinew__check_report *report, sinew__check_id id, const char *clip, const char *reason)
{
    sinew__unjudged *grown = sinew__arena_grow(&report->arena, report->unjudged, report->unjudged_count,
                                               &report->unjudged_capacity, sizeof *grown);
    if (!grown) return;
    report->unjudged = grown;
    grown[report->unjudged_count++] = (sinew__unjudged){
        .code = sinew__check_codes[id].code,
        .clip = clip ? sinew__arena_text(&report->arena, clip, strlen(clip)) : NULL,
        .reason = reason,
    };
}

static int is_after(const sinew__finding *a, const sinew__finding *b)
{
    if (a->severity != b->severity) return a->severity < b->severity;
    return strcmp(a->code, b->code) > 0;
}

/// Insertion: findings are few, and their order within a code must stay.
void sinew__check_report_sort(sinew__check_report *report)
{
    for (size_t i = 1; i < report->count; ++i) {
        const sinew__finding moved = report->findings[i];
        size_t at = i;
        for (; at > 0 && is_after(&report->findings[at - 1], &moved); --at)
            report->findings[at] = report->findings[at - 1];
        report->findings[at] = moved;
    }
}

size_t sinew__check_report_count(const sinew__check_report *report, sinew_severity severity)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; ++i) count += report->findings[i].severity >= severity;
    return count;
}
