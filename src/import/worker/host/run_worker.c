// Runs a worker for one job: starts it, replies to its requests, enforces its limits, and accepts or rejects its
// result.
#define _POSIX_C_SOURCE 200809L // environ
#include "import/worker/host/worker_host.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "import/import_file.h"

// The budget of one load: the processor time of the loading thread and of the load's workers, in all attempts together.
// A load also ends if it has taken WALL_FACTOR times the budget in real time, because it waits more than it computes:
// for a disk, for a busy processor, or in an importer that sleeps.

/// Default limit on the memory of a worker in bytes.
static const size_t max_default_memory = (size_t)2 << 30;

enum { WALL_FACTOR = 4 }; // real time / processor time

static _Thread_local double worker_time;

sinew__limits sinew__limits_begin(const sinew_load_options *options, size_t file_size)
{
    const double timeout = options && options->timeout > 0 ? fmin(options->timeout, 1e9) : 6;
    size_t memory = sinew__import_memory(file_size);
    if (memory > max_default_memory) memory = max_default_memory;
    if (options && options->memory_limit) memory = options->memory_limit;
    return (sinew__limits){.start = sinew__now(),
                           .load_start = sinew__load_time(),
                           .timeout = timeout,
                           .worker_seconds = timeout * 11 / 12,
                           .memory = memory};
}

double sinew__load_time(void)
{
    return sinew__thread_time() + worker_time;
}

static double used_by(const sinew__limits *limits)
{
    return sinew__load_time() - limits->load_start;
}

sinew__validation_limits sinew__limits_of_validation(const sinew__limits *limits)
{
    return (sinew__validation_limits){.deadline = limits->start + WALL_FACTOR * limits->timeout,
                                      .thread_deadline =
                                          fmax(sinew__thread_time() + limits->timeout - used_by(limits), 1e-9),
                                      .seconds = limits->timeout};
}

double sinew__limits_left(const sinew__limits *limits, double share, double running)
{
    const double allowed = share * limits->worker_seconds;
    return fmin(allowed - used_by(limits) - running, limits->start + WALL_FACTOR * allowed - sinew__now());
}

sinew_result sinew__fail_timed_out(const sinew__limits *limits, sinew_error *error)
{
    if (WALL_FACTOR * used_by(limits) >= sinew__now() - limits->start)
        return sinew__fail(error, SINEW_ERROR_TIMED_OUT, "the importer was stopped after %.3g s", limits->timeout);
    return sinew__fail(error, SINEW_ERROR_TIMED_OUT,
                       "the importer was stopped after %.3g s, in which it has not used its %.3g s of processor time",
                       WALL_FACTOR * limits->timeout, limits->timeout);
}

sinew_result sinew__fail_memory_limit(const sinew__limits *limits, sinew_error *error)
{
    char size[SINEW__SIZE_TEXT];
    sinew__size_text((double)limits->memory, size);
    return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "the importer was stopped at %s of memory", size);
}

// Starts and ends a worker process.

/// Settings of malloc for the worker. In a long import, the kernel spends half of the time on clearing pages; large
/// pages, and keeping freed memory, reduce that to a third. A single arena prevents malloc from counting processors,
/// for which it would open a file.
static char malloc_setting[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
                               "glibc.malloc.trim_threshold=17179869184:glibc.malloc.arena_max=1";

/// Starts `program` with its end of a channel, and duplicates of the descriptors `file` and `result`.
static sinew_result worker_start(const char *program, int file, int result, sinew__worker *out_worker,
                                 sinew_error *error)
{
    int ends[2];
    *out_worker = (sinew__worker){.process = {-1, -1}, .socket = -1};
    if (!sinew__channel_create(ends))
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot start %s: %s", program, strerror(errno));
    extern char **environ;
    char *environment[4] = {malloc_setting}; // only the library search path of the host is passed on
    size_t used = 1;
    for (char **variable = environ; variable && *variable && used + 1 < sizeof environment / sizeof *environment;
         ++variable)
        if (strncmp(*variable, "LD_LIBRARY_PATH=", 16) == 0) environment[used++] = *variable;
    const int descriptors[] = {[WORKER_FILE - WORKER_FILE] = file,
                               [WORKER_RESULT - WORKER_FILE] = result,
                               [WORKER_SOCKET - WORKER_FILE] = ends[1]};
    const sinew_result started =
        sinew__process_start(program, environment, descriptors, 3, &out_worker->process, error);
    sinew__close(ends[1]);
    if (started == SINEW_OK)
        out_worker->socket = ends[0];
    else
        sinew__close(ends[0]);
    return started;
}

// The list of running workers, so that a program can stop them when it is terminated.
//
// Any number of threads may load. Workers are only stopped here; the load that started a worker waits for its end.

enum { SLOT_COUNT = 32, EMPTY = 0 };

/// pidfd + 1 of each worker, or its negated process id; EMPTY: free.
static atomic_int slots[SLOT_COUNT];

static atomic_int is_over;

/// Registers a started worker; if sinew__workers_stop_all was called, stops it at once. Returns its slot, or −1 if all
/// slots are used.
static int workers_add(const sinew__worker *worker)
{
    const int name = worker->process.handle >= 0 ? worker->process.handle + 1 : -worker->process.id;
    int slot = 0;
    for (int empty = EMPTY; slot < SLOT_COUNT; ++slot, empty = EMPTY)
        if (atomic_compare_exchange_strong(&slots[slot], &empty, name)) break;
    if (atomic_load(&is_over)) sinew__process_stop(&worker->process); // stop_all may have missed it
    return slot < SLOT_COUNT ? slot : -1;
}

void sinew__workers_stop_all(void)
{
    atomic_store(&is_over, 1);
    for (int slot = 0; slot < SLOT_COUNT; ++slot) {
        const int name = atomic_load(&slots[slot]);
        if (name == EMPTY) continue;
        sinew__process_stop(&(sinew__process){.id = name < 0 ? -name : -1, .handle = name > 0 ? name - 1 : -1});
    }
}

// Runs the session with a worker until its job is done, it has crashed, or its time is up.

/// Seconds between two calls of the host's progress function.
static const double progress_interval = 0.02;

/// Shortest wait for a message, in seconds, before the worker's remaining time is checked again, even if less than that
/// is left.
static const double shortest_wait = 0.001;

/// Largest fraction of the time that an importer may use, if the file can also be read without it.
static const double first_attempt_share = 0.6;

// ---- sending ------------------------------------------------------------------------------------------------------

/// Finds a side file by the path policy and sends its descriptor, or replies that it was not found.
static int reply_to_request(const sinew__worker *worker, sinew__worker_session *session, const char *name)
{
    int file = -1;
    size_t size = 0;
    worker_reply reply = {0};
    const int count = ++session->side_files;
    if (session->side_folders && count <= SINEW__MAX_SIDE_FILES) {
        const sinew_result found = sinew__side_folders_find(session->side_folders, name, &file, &size);
        if (found == SINEW_OK) reply = (worker_reply){.found = 1, .size = size};
        if (found == SINEW_ERROR_OUT_OF_MEMORY) session->is_out_of_memory = 1;
        if (session->dependencies) sinew__dependencies_record(session->dependencies, name, file);
    }
    const int sent = sinew__channel_send(worker->socket, &reply, sizeof reply, file);
    sinew__close(file);
    return sent;
}

// ---- receiving ----------------------------------------------------------------------------------------------------

/// The bytes of an incomplete message.
typedef struct inbox {
    worker_message message;
    size_t have;
} inbox;

/// Receives the available bytes. Returns 1 if the message is complete, 0 if not yet, −1 if the worker has ended.
static int receive(int socket, inbox *box)
{
    const ptrdiff_t got =
        sinew__channel_receive(socket, (char *)&box->message + box->have, sizeof box->message - box->have);
    if (got < 0) return -1;
    box->have += (size_t)got;
    if (box->have < sizeof box->message) return 0;
    box->have = 0;
    box->message.text[sizeof box->message.text - 1] = '\0';
    box->message.hint[sizeof box->message.hint - 1] = '\0';
    return 1;
}

sinew__ending sinew__worker_session_run(const sinew__worker *worker, const worker_job *job,
                                        sinew__worker_session *session)
{
    const sinew_load_options *options = session->options;
    const int has_progress = options && options->progress;
    inbox box = {0};
    session->last = (worker_message){.kind = UINT32_MAX};
    session->can_retry_without_assimp = 0;
    session->stage = WORKER_READING;
    if (!sinew__channel_send(worker->socket, job, sizeof *job, -1)) return SINEW__ENDED_DIED;
    for (;;) {
        const int has_second = job->attempt == WORKER_AS_IT_IS && session->stage == WORKER_IMPORTING;
        const double left = sinew__limits_left(session->limits, has_second ? first_attempt_share : 1,
                                               sinew__process_time(&worker->process));
        if (left <= 0) return SINEW__ENDED_TIMED_OUT;
        const int has_message =
            sinew__channel_wait(worker->socket, fmin(fmax(left, shortest_wait), has_progress ? progress_interval : 60));
        if (has_progress && options->progress(options->user, sinew__now() - session->limits->start) != 0)
            return SINEW__ENDED_CANCELLED;
        const int received = has_message ? receive(worker->socket, &box) : 0;
        if (received < 0) return SINEW__ENDED_DIED;
        if (received == 0) continue;
        const int is_first = !session->has_sent;
        session->has_sent = 1;
        const uint32_t kind = box.message.kind;
        // only these messages may come before the worker has reported its protections
        if (!session->is_sandboxed && kind != WORKER_USES && kind != WORKER_SANDBOXED && kind != WORKER_DIED)
            return SINEW__ENDED_INVALID;
        switch (kind) {
        case WORKER_USES:
            if (!is_first) return SINEW__ENDED_INVALID;
            if (session->dependencies) sinew__dependencies_record_library(session->dependencies, box.message.text);
            break;
        case WORKER_SANDBOXED:
            if (session->is_sandboxed) return SINEW__ENDED_INVALID; // it is sent once, before the worker reads the file
            session->is_sandboxed = 1;
            session->protections = box.message.protections & WORKER_PROTECTIONS;
            session->missing_protections = box.message.missing_protections & WORKER_PROTECTIONS;
            if (job->sandbox_required && session->missing_protections) return SINEW__ENDED_UNPROTECTED;
            break;
        case WORKER_NEEDS:
            if (!reply_to_request(worker, session, box.message.text)) return SINEW__ENDED_DIED;
            break;
        case WORKER_REACHED:
            session->stage = box.message.number;
            session->can_retry_without_assimp |= box.message.number == WORKER_IMPORTING;
            break;
        case WORKER_DONE: session->last = box.message; return SINEW__ENDED_DONE;
        case WORKER_DIED: session->last = box.message; return SINEW__ENDED_DIED;
        default: return SINEW__ENDED_INVALID;
        }
    }
}

// The side files of a load: from folders, or from the host's sinew_read_side_file.

static void warn(const sinew_load_options *options, const char *path, const char *problem)
{
    char text[256], printable[128];
    if (!options->warn) return;
    sinew__printable(path, printable, sizeof printable);
    snprintf(text, sizeof text, "side file '%s' is ignored: %s", printable, problem);
    options->warn(options->user, text);
}

static int open_file(void *user, const char *path, size_t *out_size)
{
    const sinew__side_reader *reader = user;
    const sinew_load_options *options = reader->options;
    size_t size = 0, again;
    if (options->read_side_file(options->user, path, NULL, 0, &size) != SINEW_OK) return -1;
    if (size > reader->max_size) {
        warn(options, path, "it is larger than the memory limit of the load");
        return -1;
    }
    void *buffer = sinew__allocate(size);
    int file = -1;
    again = size;
    if (buffer && options->read_side_file(options->user, path, buffer, size, &again) == SINEW_OK && again == size)
        file = sinew__shared_memory_copy(buffer, size);
    else if (buffer)
        warn(options, path, "its size differs from one call of read_side_file to the next");
    sinew_free(buffer);
    *out_size = size;
    return file;
}

sinew__side_folders *sinew__side_files_open(const char *model_path, const sinew_load_options *options,
                                            sinew__side_reader *out_reader)
{
    if (!options || !options->read_side_file)
        return sinew__side_folders_open(model_path, options ? options->texture_path : NULL);
    *out_reader = (sinew__side_reader){.options = options, .max_size = sinew__limits_begin(options, 0).memory};
    return sinew__side_folders_open_by(model_path, open_file, out_reader);
}

/// The errors that a worker may report about a file; others are invalid.
static const sinew_result reportable[] = {
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
    if (atomic_load(&is_over)) return sinew__fail(error, SINEW_ERROR_CANCELLED, "cancelled");
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
    // If `size` is set, it is the limit that the worker inherited from the host, which is lower than the job's.
    if (last->number == SINEW_ERROR_MEMORY_LIMIT && last->size) {
        char size[SINEW__SIZE_TEXT];
        sinew__size_text((double)last->size, size);
        return sinew__fail(error, SINEW_ERROR_SYSTEM,
                           "the importer was stopped at %s of memory, the limit of the process that loads (ulimit -v)",
                           size);
    }
    if (last->number == SINEW_ERROR_MEMORY_LIMIT) return sinew__fail_memory_limit(run->limits, error);
    for (size_t i = 0; i < sizeof reportable / sizeof *reportable; ++i) {
        if (last->number != (int32_t)reportable[i]) continue;
        sinew__fail(error, reportable[i], "%s", last->text);
        if (last->hint[0]) sinew__hint(error, "%s", last->hint);
        return reportable[i];
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
    const int slot = workers_add(worker);
    sinew__worker_session session = {.options = run->options,
                                     .limits = run->limits,
                                     .side_folders = run->side_folders,
                                     .dependencies = run->dependencies};
    const sinew__ending ending = sinew__worker_session_run(worker, &run->job, &session);
    run->protections = session.protections;
    run->missing_protections = session.missing_protections;
    run->can_retry_without_assimp = session.can_retry_without_assimp;
    run->has_all_side_files = session.side_files <= SINEW__MAX_SIDE_FILES;
    // Stop the worker before its result is checked, so that its memory is freed.
    if (ending == SINEW__ENDED_DONE) sinew__process_stop(&worker->process);
    sinew_result result = SINEW_OK;
    if (session.is_out_of_memory)
        result = sinew__fail_memory(error);
    else if (ending == SINEW__ENDED_DONE)
        result = take_result(run, memory, &session.last, error);
    if (ending == SINEW__ENDED_DIED) sinew__process_await(&worker->process);
    worker_time += sinew__process_time(&worker->process);
    if (slot >= 0) atomic_store(&slots[slot], EMPTY);
    const int signal_number = sinew__process_end(&worker->process);
    sinew__close(worker->socket);
    if (session.is_out_of_memory) return result;
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
    if (run->file >= 0) sinew__rewind(run->file); // an earlier attempt has read the file
    sinew__worker worker;
    result = worker_start(program, run->file >= 0 ? run->file : memory, memory, &worker, error);
    if (result == SINEW_OK) result = run_session(run, &worker, memory, error);
    sinew__close(memory);
    return result;
}

// Describes the protections of the host against the files that it loads, as reported by a worker that enters its
// sandbox.

static const struct {
    uint32_t bit;
    const char *present, *missing;
    const char *not_offered; ///< text for a kernel that does not offer the protection, which is not an error; NULL:
                             ///< every system should have the protection
} protection_words[] = {
    {WORKER_HAS_SYSCALL_FILTER, "no opening of files, no network (syscall filter)", "NO syscall filter", NULL},
    {WORKER_HAS_LANDLOCK, "no file system (Landlock)", "NO Landlock", "no Landlock in this kernel"},
    {WORKER_HAS_NO_PRIVILEGES, "no new privileges", "NO limit on privileges", NULL},
    {WORKER_HAS_MEMORY_LIMIT, "memory limit", "NO memory limit", NULL},
    {WORKER_HAS_TIME_LIMIT, "time limit", "wall clock only", NULL},
    {WORKER_ENDS_WITH_HOST, "ends with the program", "may outlive the program", NULL},
};

void sinew_sandbox_description(const sinew_load_options *options, char *out_text, size_t size)
{
    const sinew__limits limits = sinew__limits_begin(options, 0);
    sinew_load_options described = options ? *options : (sinew_load_options){0};
    described.sandbox = SINEW_SANDBOX_PREFERRED; // so that missing protections are also described
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
    for (size_t i = 0; i < sizeof protection_words / sizeof *protection_words && length >= 0 && (size_t)length < size;
         ++i) {
        const uint32_t bit = protection_words[i].bit;
        const char *words = protection_words[i].missing;
        if (protection_words[i].not_offered && !(run.missing_protections & bit))
            words = protection_words[i].not_offered;
        if (run.protections & bit) words = protection_words[i].present;
        length += snprintf(out_text + length, size - (size_t)length, ", %s", words);
    }
}
