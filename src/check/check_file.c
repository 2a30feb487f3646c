#include <math.h>
#include <string.h>

#include "check/checks.h"

/// The warnings of the import, under the code of the table that covers theirs.
static void report_warning(const sinew__check_task *task, const sinew_warning *warning)
{
    const sinew_model *model = task->model;
    sinew__arena *arena = &task->report->arena;
    const char *code = sinew_text(model, warning->code), *object = sinew_text(model, warning->object),
               *text = sinew_text(model, warning->text);
    const sinew__check_code *row = sinew__check_code_named(code);
    const int severity = sinew__check_severity(task->selection, code, (sinew_severity)warning->severity);
    if (severity == SINEW__CHECK_OFF) return;
    const double unknown = (double)NAN;
    sinew__check_report_add(task->report, &(sinew__finding){
                                              .code = row ? row->code : sinew__arena_text(arena, code, strlen(code)),
                                              .severity = (sinew_severity)severity,
                                              .node = *object ? sinew__arena_text(arena, object, strlen(object)) : NULL,
                                              .count = -1,
                                              .time = unknown,
                                              .measured = unknown,
                                              .expected = unknown,
                                              .text = sinew__arena_text(arena, text, strlen(text)),
                                              .command = {"info"},
                                              .command_count = 1,
                                          });
}

void sinew__check_file(const sinew__check_task *task)
{
    const sinew_model *model = task->model;
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, SINEW__VIEW_INFO);
    for (int32_t i = 0; i < model->warning_count; ++i) report_warning(task, &model->warnings[i]);
    if (model->clip_count == 0) sinew__check_find(task, SINEW__CHECK_W01, &spot, "the file has no clips");
    if (model->mesh_count == 0) sinew__check_find(task, SINEW__CHECK_W02, &spot, "the file has no mesh");
    if (fabs(model->info->unit_cm - 1) <= 1e-6) return;
    spot.measured = model->info->unit_cm;
    spot.expected = 1;
    spot.unit = "cm";
    sinew__check_find(task, SINEW__CHECK_W13, &spot, "one unit of the file is %.6g cm", model->info->unit_cm);
}
