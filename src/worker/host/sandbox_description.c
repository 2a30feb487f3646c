// The protections of the host against the files that it loads, as reported by a worker that enters its sandbox.
#include <stdio.h>

#include "base/error.h"
#include "sinew/load.h"
#include "worker/host/find_worker.h"
#include "worker/host/run_worker.h"

static const struct {
    uint32_t bit;
    const char *present, *missing;
} rows[] = {
    {WORKER_HAS_SYSCALL_FILTER, "no files, no network (syscall filter)", "NO syscall filter"},
    {WORKER_HAS_LANDLOCK, "no files (Landlock)", "no Landlock in this kernel"},
    {WORKER_HAS_NO_PRIVILEGES, "no new privileges", "NO limit on privileges"},
    {WORKER_HAS_MEMORY_LIMIT, "memory limit", "NO memory limit"},
    {WORKER_HAS_TIME_LIMIT, "time limit", "wall clock only"},
    {WORKER_ENDS_WITH_HOST, "ends with the program", "may outlive the program"},
};

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
        length += snprintf(out_text + length, size - (size_t)length, ", %s",
                           run.protections & rows[i].bit ? rows[i].present : rows[i].missing);
}
