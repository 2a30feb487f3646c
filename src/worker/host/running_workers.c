#include "worker/host/running_workers.h"

#include <stdatomic.h>

enum { SLOT_COUNT = 32, EMPTY = 0 };

/// The pidfd plus 1, or the negated process id.
static atomic_int slots[SLOT_COUNT];
static atomic_int is_over;

static int name_of(const sinew__process *process)
{
    return process->handle >= 0 ? process->handle + 1 : -process->id;
}

static void stop(int name)
{
    const sinew__process process = {.id = name < 0 ? -name : -1, .handle = name > 0 ? name - 1 : -1};
    sinew__process_stop(&process);
}

int sinew__workers_add(const sinew__worker *worker)
{
    int slot = 0;
    for (int empty = EMPTY; slot < SLOT_COUNT; ++slot, empty = EMPTY)
        if (atomic_compare_exchange_strong(&slots[slot], &empty, name_of(&worker->process))) break;
    if (atomic_load(&is_over)) sinew__process_stop(&worker->process); // stop_all may have missed it
    return slot < SLOT_COUNT ? slot : -1;
}

void sinew__workers_forget(int slot)
{
    if (slot >= 0) atomic_store(&slots[slot], EMPTY);
}

void sinew__workers_stop_all(void)
{
    atomic_store(&is_over, 1);
    for (int slot = 0; slot < SLOT_COUNT; ++slot) {
        const int name = atomic_load(&slots[slot]);
        if (name != EMPTY) stop(name);
    }
}

int sinew__workers_are_stopped(void)
{
    return atomic_load(&is_over);
}
