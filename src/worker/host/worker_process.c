#define _POSIX_C_SOURCE 200809L // environ
#include "worker/host/worker_process.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "platform/channel.h"
#include "platform/descriptor.h"
#include "worker/protocol.h"

/// Half of a long import is the kernel clearing pages: large ones, and memory that is kept when it is freed, cost a
/// third of that. One arena keeps malloc from counting processors, for which it would open a file.
static char malloc_setting[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
                               "glibc.malloc.trim_threshold=17179869184:glibc.malloc.arena_max=1";

/// The environment: the library search path, and nothing else of the host's.
static void fill_environment(char **out, size_t count)
{
    extern char **environ;
    size_t used = 0;
    out[used++] = malloc_setting;
    for (char **variable = environ; variable && *variable && used + 1 < count; ++variable)
        if (strncmp(*variable, "LD_LIBRARY_PATH=", 16) == 0) out[used++] = *variable;
    out[used] = NULL;
}

sinew_result sinew__worker_start(const char *program, int file, int result, sinew__worker *out_worker,
                                 sinew_error *error)
{
    int ends[2];
    *out_worker = (sinew__worker){.process = {-1, -1}, .socket = -1};
    if (!sinew__channel_create(ends))
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot start %s: %s", program, strerror(errno));
    char *environment[4];
    fill_environment(environment, sizeof environment / sizeof *environment);
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

int sinew__worker_end(sinew__worker *worker)
{
    const int signal_number = sinew__process_end(&worker->process);
    sinew__close(worker->socket);
    return signal_number;
}
