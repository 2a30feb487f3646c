/// The host's side of a session with a worker that sends any messages, whole or cut: the session ends, and the
/// kept part of the last message is terminated.
///
/// Each message is a byte with its kind, one with the number of bytes that follow, and these: the message from its
/// second field on, repeated to its end. Remaining bytes are sent as they are.
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "import/worker/host/worker_host.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MAX_MESSAGES = 32 };

static void require(int holds)
{
    if (!holds) abort();
}

static void fill(worker_message *message, const uint8_t *bytes, size_t size)
{
    unsigned char *rest = (unsigned char *)message + sizeof message->kind;
    for (size_t i = 0; size && i < sizeof *message - sizeof message->kind; ++i) rest[i] = bytes[i % size];
}

static void send_all(int socket, const uint8_t *bytes, size_t size)
{
    int count = 0;
    while (size >= 2 && count++ < MAX_MESSAGES) {
        worker_message message = {.kind = bytes[0] % 8};
        const size_t length = bytes[1] < size - 2 ? bytes[1] : size - 2;
        fill(&message, bytes + 2, length);
        (void)!write(socket, &message, sizeof message);
        bytes += 2 + length;
        size -= 2 + length;
    }
    (void)!write(socket, bytes, size < sizeof(worker_message) ? size : sizeof(worker_message) - 1);
    shutdown(socket, SHUT_WR);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    int ends[2];
    if (size == 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
    sinew_load_options options = {.timeout = 3600}; // the session ends with the messages, however busy the machine is
    if (bytes[0] & 1) options.sandbox = SINEW_SANDBOX_REQUIRED;
    const sinew__limits limits = sinew__limits_begin(&options, 0);
    const worker_job job = {.version = WORKER_PROTOCOL, .sandbox_required = bytes[0] & 1};
    sinew__worker_session session = {.options = &options,
                                     .limits = &limits,
                                     .side_folders = sinew__side_folders_open("/nonexistent/model.fbx", NULL)};
    const sinew__worker worker = {.socket = ends[0]};
    send_all(ends[1], bytes + 1, size - 1);
    const sinew__ending ending = sinew__worker_session_run(&worker, &job, &session);
    require(ending != SINEW__ENDED_CANCELLED && ending != SINEW__ENDED_TIMED_OUT);
    require(ending != SINEW__ENDED_DONE || session.is_sandboxed);
    require(ending != SINEW__ENDED_DONE || !(job.sandbox_required && session.missing_protections));
    require(memchr(session.last.text, 0, sizeof session.last.text) &&
            memchr(session.last.hint, 0, sizeof session.last.hint));
    sinew__side_folders_close(session.side_folders);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
