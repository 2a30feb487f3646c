#define _POSIX_C_SOURCE 200809L
#include "worker/host/run_worker.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/shared_memory.h"
#include "worker/host/find_worker.h"
#include "worker/host/missing_protections.h"
#include "worker/host/running_workers.h"

/// The results that a worker may report about a file; others are invalid.
static const sinew_result sayable[] = {
    SINEW_ERROR_EMPTY,       SINEW_ERROR_NOT_A_MODEL, SINEW_ERROR_TRUNCATED,        SINEW_ERROR_DAMAGED,
    SINEW_ERROR_UNSUPPORTED, SINEW_ERROR_LIMIT,       SINEW_ERROR_INVALID_ARGUMENT,
};

static sinew_result fail_invalid(sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_CRASHED, "the importer returned an invalid result; nothing was loaded");
}

static sinew_result fail_died(sinew__run *run, const worker_message *last, int signal_number, sinew_error *error)
{
    if (last->kind == WORKER_DIED) signal_number = last->number;
    if (sinew__workers_are_stopped()) return sinew__fail(error, SINEW_ERROR_CANCELLED, "cancelled");
    if (signal_number == 0)
        return sinew__fail(error, SINEW_ERROR_CRASHED, "the importer crashed on this file; nothing was loaded");
    switch (sinew__signal_means(signal_number)) {
    case SINEW__SIGNAL_OUT_OF_TIME: return sinew__fail_timed_out(run->limits, error);
    case SINEW__SIGNAL_KILLED:
        run->was_killed = 1;
        return sinew__fail(error, SINEW_ERROR_CRASHED,
                           "the system or its user killed the importer (signal %d), as it does when memory is short; "
                           "nothing was loaded",
                           signal_number);
    case SINEW__SIGNAL_FORBIDDEN_CALL:
        return sinew__fail(error, SINEW_ERROR_CRASHED, "the importer tried to %s; nothing was loaded",
                           last->text[0] ? last->text : "make a forbidden system call");
    case SINEW__SIGNAL_OTHER: break;
    }
    return sinew__fail(error, SINEW_ERROR_CRASHED, "the importer crashed on this file (signal %d); nothing was loaded",
                       signal_number);
}

static sinew_result fail_as_said(const sinew__run *run, const worker_message *last, sinew_error *error)
{
    if (last->number == SINEW_ERROR_MEMORY_LIMIT)
        return last->size ? sinew__fail_inherited_limit((double)last->size, error)
                          : sinew__fail_memory_limit(run->limits, error);
    for (size_t i = 0; i < sizeof sayable / sizeof *sayable; ++i) {
        if (last->number != (int32_t)sayable[i]) continue;
        sinew__fail(error, sayable[i], "%s", last->text);
        if (last->hint[0]) sinew__hint(error, "%s", last->hint);
        return sayable[i];
    }
    return fail_invalid(error);
}

static sinew_result take_result(sinew__run *run, int memory, const worker_message *last, sinew_error *error)
{
    if (last->number != SINEW_OK) return fail_as_said(run, last, error);
    if (last->size > run->job.result_limit || (last->size == 0 && run->job.task != WORKER_PROBE))
        return fail_invalid(error);
    run->size = (size_t)last->size;
    run->width = last->width;
    run->height = last->height;
    run->is_reduced = last->halvings != 0;
    if (run->size == 0) return SINEW_OK;
    run->memory = sinew__shared_memory_take(memory, run->size);
    return run->memory ? SINEW_OK : sinew__fail_memory(error);
}

static sinew_result run_session(sinew__run *run, sinew__worker *worker, int memory, sinew_error *error)
{
    const int slot = sinew__workers_add(worker);
    sinew__worker_session session = {.options = run->options,
                                     .limits = run->limits,
                                     .side_folders = run->side_folders,
                                     .dependencies = run->dependencies};
    const sinew__ending ending = sinew__worker_session_run(worker, &run->job, &session);
    run->protections = session.protections;
    run->missing_protections = session.missing_protections;
    run->can_be_rescued = session.can_be_rescued;
    run->has_all_side_files = session.side_files <= SINEW__MAX_SIDE_FILES;
    // A worker that is done lets go of its memory while its result is looked at.
    if (ending == SINEW__ENDED_DONE) sinew__process_stop(&worker->process);
    const sinew_result result = ending == SINEW__ENDED_DONE ? take_result(run, memory, &session.last, error) : SINEW_OK;
    if (ending == SINEW__ENDED_DIED) sinew__process_await(&worker->process);
    sinew__load_time_add(sinew__process_time(&worker->process));
    sinew__workers_forget(slot);
    const int signal_number = sinew__worker_end(worker);
    switch (ending) {
    case SINEW__ENDED_DONE: return result;
    case SINEW__ENDED_DIED: return fail_died(run, &session.last, signal_number, error);
    case SINEW__ENDED_UNPROTECTED: return sinew__fail_unprotected(run->missing_protections, error);
    case SINEW__ENDED_INVALID: return fail_invalid(error);
    case SINEW__ENDED_TIMED_OUT: return sinew__fail_timed_out(run->limits, error);
    case SINEW__ENDED_CANCELLED: return sinew__fail(error, SINEW_ERROR_CANCELLED, "cancelled");
    }
    return SINEW_ERROR_CRASHED;
}

sinew_result sinew__worker_run(sinew__run *run, sinew_error *error)
{
    char program[PATH_MAX];
    const char *folder = run->options ? run->options->worker_folder : NULL;
    sinew_result result = sinew__worker_find(folder, run->program, program, sizeof program, error);
    if (result != SINEW_OK) return result;
    run->job.version = WORKER_PROTOCOL;
    run->job.sandbox_required = run->options && run->options->sandbox == SINEW_SANDBOX_REQUIRED;
    run->job.memory_limit = run->limits->memory;
    run->job.result_limit = run->result_limit ? run->result_limit : run->limits->memory;
    run->job.seconds = fmax(0, sinew__limits_left(run->limits, 1, 0));
    run->job.cpu_seconds = (uint32_t)ceil(run->job.seconds) + 1;
    const int memory = sinew__shared_memory_create((size_t)run->job.result_limit);
    if (memory < 0)
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot reserve memory for the importer's result: %s",
                           strerror(errno));
    if (run->file >= 0) sinew__rewind(run->file); // an earlier attempt has read it
    sinew__worker worker;
    result = sinew__worker_start(program, run->file >= 0 ? run->file : memory, memory, &worker, error);
    if (result == SINEW_OK) result = run_session(run, &worker, memory, error);
    sinew__close(memory);
    return result;
}
