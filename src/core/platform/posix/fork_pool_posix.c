#define _GNU_SOURCE
#include "core/platform/fork_pool.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"

// Item i belongs to process i % processes, and to its slot i / processes % SINEW__FORK_SLOTS. Each process has a
// socket. A byte from the copy means that an item is complete; a byte to the copy means that a slot is free again. Both
// ends notice through the socket when the other process has ended.

/// The header before each item in shared memory.
typedef struct slot_header {
    sinew_result result;
    sinew_error error; ///< set unless `result` is SINEW_OK
} slot_header;

enum { SLOT_ALIGNMENT = 64 };

/// A child process, which is a copy of the parent.
typedef struct fork_process {
    pid_t id;   ///< 0: not running
    int socket; ///< -1: closed
} fork_process;

struct sinew__fork_pool {
    sinew__fork_work work;
    fork_process *processes; ///< [count]
    int count;
    uint8_t *slots; ///< [count × SINEW__FORK_SLOTS × slot_size], shared
    size_t slot_size, slots_size;
    size_t taken; ///< number of items taken
};

static size_t header_size(void)
{
    return (sizeof(slot_header) + SLOT_ALIGNMENT - 1) / SLOT_ALIGNMENT * SLOT_ALIGNMENT;
}

static slot_header *slot_of(const sinew__fork_pool *pool, size_t index)
{
    const size_t count = (size_t)pool->count, process = index % count, slot = index / count % SINEW__FORK_SLOTS;
    return (slot_header *)(void *)(pool->slots + (process * SINEW__FORK_SLOTS + slot) * pool->slot_size);
}

static void *item_of(slot_header *slot)
{
    return (uint8_t *)slot + header_size();
}

/// Returns the signal that ends a copy.
static int end_signal(const sinew__fork_pool *pool)
{
    return pool->work.cleans_up ? SIGTERM : SIGKILL;
}

/// Sends one byte. Returns 0 if the other end is closed.
static int notify(int socket)
{
    ssize_t count;
    do count = send(socket, "", 1, MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    return count == 1;
}

/// Waits for one byte. Returns 0 if the other end is closed.
static int await_byte(int socket)
{
    char byte;
    ssize_t count;
    do count = recv(socket, &byte, 1, 0);
    while (count < 0 && errno == EINTR);
    return count == 1;
}

// ---- in a copy ----------------------------------------------------------------------------------------------------

/// Computes the items of process `process`; does not return.
static void compute_items(const sinew__fork_pool *pool, int process, int socket)
{
    const sinew__fork_work *work = &pool->work;
    sinew_error begin_error = {SINEW_OK, "", ""};
    const sinew_result begun = work->begin(work->user, &begin_error);
    size_t free_slots = SINEW__FORK_SLOTS;
    for (size_t i = (size_t)process; i < work->count; i += (size_t)pool->count) {
        if (free_slots > 0)
            --free_slots;
        else if (!await_byte(socket))
            break;
        slot_header *slot = slot_of(pool, i);
        slot->error = begin_error;
        slot->result = begun == SINEW_OK ? work->compute(work->user, i, item_of(slot), &slot->error) : begun;
        const int failed = slot->result != SINEW_OK;
        if (!notify(socket) || failed) break;
    }
    _exit(0);
}

// ---- starting -----------------------------------------------------------------------------------------------------

/// Closes, in a copy, the inherited sockets to earlier copies, which would otherwise not notice that this process has
/// ended.
static void close_sockets(sinew__fork_pool *pool)
{
    for (int i = 0; i < pool->count; ++i) {
        sinew__close(pool->processes[i].socket);
        pool->processes[i].socket = -1;
    }
}

/// Starts one copy. Returns 0 or an errno.
static int start_process(sinew__fork_pool *pool, int process)
{
    int ends[2];
    sigset_t all, before;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); // the copy must not run this process's signal handlers
    const pid_t id = fork();
    const int code = id < 0 ? errno : 0;
    if (id == 0) {
        // The copy ends with the process that started it. Signals are blocked in the copy, because that process cleans
        // up, unless the copy has something to clean up itself.
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, end_signal(pool));
#endif
        if (end_signal(pool) != SIGKILL) pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(ends[0]);
        close_sockets(pool);
        compute_items(pool, process, ends[1]);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    pool->processes[process] = (fork_process){code ? 0 : id, ends[0]};
    return code;
}

sinew_result sinew__fork_pool_start(const sinew__fork_work *work, int processes, sinew__fork_pool **out_pool,
                                    sinew_error *error)
{
    *out_pool = NULL;
    sinew__fork_pool *pool = sinew__allocate_zeroed(1, sizeof *pool);
    fork_process *list = sinew__allocate_zeroed((size_t)processes, sizeof *list);
    if (!pool || !list) {
        sinew_free(pool);
        sinew_free(list);
        return sinew__fail_memory(error);
    }
    *pool = (sinew__fork_pool){.work = *work, .processes = list, .count = processes};
    for (int i = 0; i < processes; ++i) list[i].socket = -1;
    const size_t slots = (size_t)processes * SINEW__FORK_SLOTS;
    pool->slot_size = (header_size() + work->item_size + SLOT_ALIGNMENT - 1) / SLOT_ALIGNMENT * SLOT_ALIGNMENT;
    pool->slots_size = slots * pool->slot_size;
    void *memory = mmap(NULL, pool->slots_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sinew_result result = memory != MAP_FAILED ? SINEW_OK : sinew__fail_memory(error);
    if (result == SINEW_OK) pool->slots = memory;
    for (int i = 0; i < processes && result == SINEW_OK; ++i) {
        const int code = start_process(pool, i);
        if (code != 0) result = sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot start a process: %s", strerror(code));
    }
    if (result == SINEW_OK)
        *out_pool = pool;
    else
        sinew__fork_pool_stop(pool);
    return result;
}

// ---- taking and ending --------------------------------------------------------------------------------------------

sinew_result sinew__fork_pool_take(sinew__fork_pool *pool, const void **out_item, sinew_error *error)
{
    const size_t index = pool->taken++, count = (size_t)pool->count;
    // fails if the copy has computed its last item and ended, which is fine
    if (index > 0) (void)notify(pool->processes[(index - 1) % count].socket);
    slot_header *slot = slot_of(pool, index);
    *out_item = item_of(slot);
    if (!await_byte(pool->processes[index % count].socket))
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "a process ended unexpectedly");
    if (slot->result != SINEW_OK && error) *error = slot->error;
    return slot->result;
}

void sinew__fork_pool_stop(sinew__fork_pool *pool)
{
    if (!pool) return;
    close_sockets(pool);
    for (int i = 0; i < pool->count; ++i) {
        const pid_t id = pool->processes[i].id;
        if (id <= 0) continue;
        kill(id, end_signal(pool));
        while (waitpid(id, NULL, 0) < 0 && errno == EINTR) continue;
    }
    if (pool->slots) munmap(pool->slots, pool->slots_size);
    sinew_free(pool->processes);
    sinew_free(pool);
}
