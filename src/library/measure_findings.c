#include "library/measure_findings.h"

#include <string.h>

#include "check/check_model.h"

enum { MAX_FINDINGS = 256 }; // kept of a file

/// NULL for NULL.
static const char *keep(library_record *record, const char *text)
{
    return text ? sinew__arena_text(&record->arena, text, strlen(text)) : NULL;
}

static void keep_findings(library_record *record, sinew__check_report *report)
{
    static const char *const severities[] = {"info", "warning", "error"};
    const size_t count = report->count < MAX_FINDINGS ? report->count : MAX_FINDINGS;
    sinew__check_report_sort(report);
    record->findings = SINEW__ARENA_ARRAY(&record->arena, library_finding, count);
    for (size_t i = 0; record->findings && i < count; ++i) {
        const sinew__finding *finding = &report->findings[i];
        record->findings[record->finding_count++] = (library_finding){.code = keep(record, finding->code),
                                                                      .severity = severities[finding->severity],
                                                                      .clip = keep(record, finding->clip),
                                                                      .node = keep(record, finding->node),
                                                                      .text = keep(record, finding->text)};
    }
}

sinew_result library_measure_findings(const sinew_model *model, const char *path, const char *texture_path,
                                      library_record *record, sinew_error *out_error)
{
    sinew__check_report report = {0};
    sinew__file_facts facts;
    sinew__contract contract;
    const sinew__check_selection selection = {0};
    sinew__contract_init(&contract);
    const sinew_result result =
        sinew__check_model(model, path, texture_path, &contract, &selection, &report, &facts, out_error);
    if (result == SINEW_OK) keep_findings(record, &report);
    sinew__contract_free(&contract);
    sinew__arena_free(&report.arena);
    return result;
}

void library_record_unreadable(library_record *record)
{
    sinew__check_report report = {0};
    sinew__check_unreadable(&record->error, &report);
    if (!report.arena.failed) keep_findings(record, &report);
    sinew__arena_free(&report.arena);
}
