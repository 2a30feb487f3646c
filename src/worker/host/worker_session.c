#include "worker/host/worker_session.h"

#include <math.h>

#include "platform/channel.h"
#include "platform/clock.h"
#include "platform/descriptor.h"

/// Seconds between two calls of the host's progress function.
static const double progress_interval = 0.02;

/// Seconds between two looks at the processor time of a worker that has used nearly all of it, but waits.
static const double shortest_wait = 0.001;

/// Share of the time for an importer without which the file could be read, too.
static const double first_attempt_share = 0.6;

// ---- sending ------------------------------------------------------------------------------------------------------

/// Finds the side file by the path policy and sends its descriptor, or replies that it was not found.
static int reply_to_request(const sinew__worker *worker, sinew__worker_session *session, const char *name)
{
    int file = -1;
    size_t size = 0;
    worker_reply reply = {0};
    const int count = ++session->side_files;
    if (session->side_folders && count <= SINEW__MAX_SIDE_FILES) {
        if (sinew__side_folders_find(session->side_folders, name, &file, &size) == SINEW_OK)
            reply = (worker_reply){.found = 1, .size = size};
        if (session->dependencies) sinew__dependencies_record(session->dependencies, name, file);
    }
    const int sent = sinew__channel_send(worker->socket, &reply, sizeof reply, file);
    sinew__close(file);
    return sent;
}

// ---- receiving ----------------------------------------------------------------------------------------------------

/// Bytes of an incomplete message.
typedef struct inbox {
    worker_message message;
    size_t have;
} inbox;

/// Receives what is available. Returns 1 when the message is complete, 0 when not yet, -1 when the worker has ended.
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

/// Seconds left for this attempt.
static double seconds_left(const sinew__worker *worker, const sinew__worker_session *session, uint32_t attempt)
{
    const int is_first = attempt == WORKER_AS_IT_IS && session->stage == WORKER_IMPORTING;
    return sinew__limits_left(session->limits, is_first ? first_attempt_share : 1,
                              sinew__process_time(&worker->process));
}

static int is_cancelled(const sinew__worker_session *session)
{
    const sinew_load_options *options = session->options;
    return options && options->progress && options->progress(options->user, sinew__now() - session->limits->start) != 0;
}

/// Takes the report of the sandbox, which comes once, before the worker reads anything.
static int take_protections(sinew__worker_session *session, const worker_message *message)
{
    if (session->is_sandboxed) return 0;
    session->is_sandboxed = 1;
    session->protections = message->protections & WORKER_PROTECTIONS;
    session->missing_protections = message->missing_protections & WORKER_PROTECTIONS;
    return 1;
}

/// Whether a worker may send this before it has reported its protections.
static int may_come_first(uint32_t kind)
{
    return kind == WORKER_USES || kind == WORKER_SANDBOXED || kind == WORKER_DIED;
}

sinew__ending sinew__worker_session_run(const sinew__worker *worker, const worker_job *job,
                                        sinew__worker_session *session)
{
    const int has_progress = session->options && session->options->progress;
    inbox box = {0};
    session->last = (worker_message){.kind = UINT32_MAX};
    session->can_be_rescued = 0;
    session->stage = WORKER_READING;
    if (!sinew__channel_send(worker->socket, job, sizeof *job, -1)) return SINEW__ENDED_DIED;
    for (;;) {
        const double left = seconds_left(worker, session, job->attempt);
        if (left <= 0) return SINEW__ENDED_TIMED_OUT;
        const int has_message =
            sinew__channel_wait(worker->socket, fmin(fmax(left, shortest_wait), has_progress ? progress_interval : 60));
        if (is_cancelled(session)) return SINEW__ENDED_CANCELLED;
        const int received = has_message ? receive(worker->socket, &box) : 0;
        if (received < 0) return SINEW__ENDED_DIED;
        if (received == 0) continue;
        const int is_first = !session->has_sent;
        session->has_sent = 1;
        if (!session->is_sandboxed && !may_come_first(box.message.kind)) return SINEW__ENDED_INVALID;
        switch (box.message.kind) {
        case WORKER_USES:
            if (!is_first) return SINEW__ENDED_INVALID;
            if (session->dependencies) sinew__dependencies_record_library(session->dependencies, box.message.text);
            break;
        case WORKER_SANDBOXED:
            if (!take_protections(session, &box.message)) return SINEW__ENDED_INVALID;
            if (job->sandbox_required && session->missing_protections) return SINEW__ENDED_UNPROTECTED;
            break;
        case WORKER_NEEDS:
            if (!reply_to_request(worker, session, box.message.text)) return SINEW__ENDED_DIED;
            break;
        case WORKER_REACHED:
            session->stage = box.message.number;
            session->can_be_rescued |= box.message.number == WORKER_IMPORTING;
            break;
        case WORKER_DONE: session->last = box.message; return SINEW__ENDED_DONE;
        case WORKER_DIED: session->last = box.message; return SINEW__ENDED_DIED;
        default: return SINEW__ENDED_INVALID;
        }
    }
}
