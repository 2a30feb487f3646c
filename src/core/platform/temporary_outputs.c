#include "core/platform/temporary_outputs.h"

#include <stdatomic.h>
#include <stddef.h>

#include "core/platform/file.h"

enum { SLOT_COUNT = 32 };

static _Atomic(char *) slots[SLOT_COUNT];

int sinew__temporary_output_add(char *path)
{
    for (int slot = 0; slot < SLOT_COUNT; ++slot) {
        char *empty = NULL;
        if (atomic_compare_exchange_strong(&slots[slot], &empty, path)) return slot;
    }
    return -1;
}

int sinew__temporary_output_forget(int slot)
{
    return slot < 0 || atomic_exchange(&slots[slot], NULL) != NULL;
}

void sinew__temporary_output_remove_all(void)
{
    for (int slot = 0; slot < SLOT_COUNT; ++slot) {
        const char *path = atomic_exchange(&slots[slot], NULL);
        if (path) (void)sinew__file_remove(path);
    }
}
