// The worker's end of the channel to the host: receives the job, sends messages, requests side files.
#define _DEFAULT_SOURCE
#include "import/worker/guest/worker.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/platform/descriptor.h"

/// Receives exactly `size` bytes, and the descriptor sent with them (−1: none). Returns 0 if the connection is closed.
static int receive(void *out, size_t size, int *out_descriptor)
{
    *out_descriptor = -1;
    size_t at = 0;
    while (at < size) {
        union {
            struct cmsghdr header;
            char bytes[CMSG_SPACE(sizeof(int))];
        } control;
        struct iovec part = {.iov_base = (char *)out + at, .iov_len = size - at};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
        const ssize_t got = recvmsg(WORKER_SOCKET, &message, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
            memcpy(out_descriptor, CMSG_DATA(header), sizeof *out_descriptor);
        at += (size_t)got;
    }
    return 1;
}

int worker_receive_job(worker_job *out)
{
    int none;
    if (!receive(out, sizeof *out, &none) || out->version != WORKER_PROTOCOL) return 0;
    out->name[sizeof out->name - 1] = '\0';
    out->reason[sizeof out->reason - 1] = '\0';
    return 1;
}

int worker_send(const worker_message *message)
{
    const char *bytes = (const char *)message;
    size_t at = 0;
    while (at < sizeof *message) {
        struct iovec part = {.iov_base = (void *)(uintptr_t)(bytes + at), .iov_len = sizeof *message - at};
        const struct msghdr whole = {.msg_iov = &part, .msg_iovlen = 1};
        const ssize_t sent = sendmsg(WORKER_SOCKET, &whole, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return 0;
        at += (size_t)sent;
    }
    return 1;
}

sinew_result worker_side_file(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    (void)user;
    worker_message message = {.kind = WORKER_NEEDS};
    const int length = snprintf(message.text, sizeof message.text, "%s", name);
    if (length < 0 || (size_t)length >= sizeof message.text) return SINEW_ERROR_NOT_FOUND; // file names are shorter
    worker_reply reply;
    int descriptor;
    if (!worker_send(&message) || !receive(&reply, sizeof reply, &descriptor)) _exit(1);
    if (!reply.found || descriptor < 0) return SINEW_ERROR_NOT_FOUND;
    *out_bytes = sinew__read_allocated(descriptor, (size_t)reply.size, out_size);
    close(descriptor);
    return *out_bytes ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
}
