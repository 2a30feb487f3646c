// The protections of the host against the files that it loads, as reported by a worker that enters its sandbox.
#include <stdio.h>

#include "base/error.h"
#include "sinew/load.h"
#include "worker/host/find_worker.h"
#include "worker/host/run_worker.h"

static const struct {
    uint32_t bit;
    const char *present, *missing;
    const char *not_offered; ///< by this kernel, which is not a fault; NULL: every system should have it
} rows[] = {
    {WORKER_HAS_SYSCALL_FILTER, "no files, no network (syscall filter)", "NO syscall filter", NULL},
    {WORKER_HAS_LANDLOCK, "no files (Landlock)", "NO Landlock", "no Landlock in this kernel"},
    {WORKER_HAS_NO_PRIVILEGES, "no new privileges", "NO limit on privileges", NULL},
    {WORKER_HAS_MEMORY_LIMIT, "memory limit", "NO memory limit", NULL},
    {WORKER_HAS_TIME_LIMIT, "time limit", "wall clock only", NULL},
    {WORKER_ENDS_WITH_HOST, "ends with the program", "may outlive the program", NULL},
};

static const char *describe_row(size_t row, const sinew__run *run)
{
    const uint32_t bit = rows[row].bit;
    if (run->protections & bit) return rows[row].present;
    return rows[row].not_offered && !(run->missing_protections & bit) ? rows[row].not_offered : rows[row].missing;
}

void sinew_sandbox_description(const sinew_load_options *options, char *out_text, size_t size)
{
    const sinew__limits limits = sinew__limits_begin(options, 0);
    sinew_load_options described = options ? *options : (sinew_load_options){0};
    described.sandbox = SINEW_SANDBOX_PREFERRED; // so that what is missing is described
    sinew__run run = {.program = SINEW__MODEL_WORKER,
                      .options = &described,
                      .limits = &limits,
                      .file = -1,
                      .job = {.task = WORKER_PROBE}};
    sinew_error error;
    if (sinew__worker_run(&run, &error) != SINEW_OK) {
        snprintf(out_text, size, "none, and no import: %s", error.message);
        return;
    }
    int length = snprintf(out_text, size, "a separate process");
    for (size_t i = 0; i < sizeof rows / sizeof *rows && length >= 0 && (size_t)length < size; ++i)
        length += snprintf(out_text + length, size - (size_t)length, ", %s", describe_row(i, &run));
}
