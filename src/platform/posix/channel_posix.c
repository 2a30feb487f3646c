#define _GNU_SOURCE
#include "platform/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

int sinew__channel_create(int out_ends[2])
{
#ifdef SOCK_CLOEXEC
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out_ends) == 0;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, out_ends) != 0) return 0;
    fcntl(out_ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(out_ends[1], F_SETFD, FD_CLOEXEC);
    return 1;
#endif
}

int sinew__channel_send(int channel, const void *bytes, size_t size, int descriptor)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        control.header = (struct cmsghdr){
            .cmsg_len = CMSG_LEN(sizeof descriptor), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
    }
    ssize_t sent;
    do sent = sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)size;
}

int sinew__channel_wait(int channel, double seconds)
{
    struct pollfd input = {.fd = channel, .events = POLLIN};
    return poll(&input, 1, (int)(seconds * 1000) + 1) > 0;
}

ptrdiff_t sinew__channel_receive(int channel, void *out_bytes, size_t size)
{
    const ssize_t got = recv(channel, out_bytes, size, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
    return got > 0 ? got : -1;
}
