// Records the files that the program has opened for reading, so that outputs never replace them, whatever name they
// use.
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <stdint.h>
#include <sys/stat.h>

#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/thread.h"
#include "sinew/memory.h"

/// A file's device and inode + 1; zeros are a free slot.
typedef struct noted_file {
    uint64_t device, inode;
} noted_file;

/// A hash table, [size], at most half full. Files that do not fit for lack of memory are not recorded.
static noted_file *slots;
static size_t size, count;
static sinew__lock lock = SINEW__UNLOCKED;
static atomic_int is_noting;

void sinew__inputs_begin(void)
{
    atomic_store(&is_noting, 1);
}

/// Returns the slot of a file, or the free slot for it.
static noted_file *find(noted_file *from, size_t slot_count, uint64_t device, uint64_t inode)
{
    size_t at = (size_t)((inode ^ device << 32) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (slot_count - 1);
    while (from[at].inode && (from[at].device != device || from[at].inode != inode + 1))
        at = (at + 1) & (slot_count - 1);
    return &from[at];
}

static int grow(void)
{
    const size_t larger = size ? 2 * size : 64;
    noted_file *grown = sinew__allocate_zeroed(larger, sizeof *grown);
    if (!grown) return 0;
    for (size_t i = 0; i < size; ++i)
        if (slots[i].inode) *find(grown, larger, slots[i].device, slots[i].inode - 1) = slots[i];
    sinew_free(slots);
    slots = grown;
    size = larger;
    return 1;
}

void sinew__input_note(uint64_t device, uint64_t inode)
{
    if (!atomic_load(&is_noting)) return;
    sinew__lock_take(&lock);
    if (2 * count < size || grow()) {
        noted_file *slot = find(slots, size, device, inode);
        count += (size_t)(slot->inode == 0);
        *slot = (noted_file){device, inode + 1};
    }
    sinew__lock_release(&lock);
}

int sinew__is_input(const char *path)
{
    struct stat status;
    if (!atomic_load(&is_noting) || stat(path, &status) != 0) return 0;
    sinew__lock_take(&lock);
    const int is_noted = size > 0 && find(slots, size, (uint64_t)status.st_dev, (uint64_t)status.st_ino)->inode != 0;
    sinew__lock_release(&lock);
    return is_noted;
}
