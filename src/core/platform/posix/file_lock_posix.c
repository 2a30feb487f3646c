#define _GNU_SOURCE // flock
#include "core/platform/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/platform/file.h"

sinew_result sinew__file_lock(const char *path, int *out_lock, sinew_error *out_error)
{
    *out_lock = sinew__open_itself(path, O_RDWR | O_CREAT, 0666);
    if (*out_lock < 0) return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(errno));
    if (flock(*out_lock, LOCK_EX | LOCK_NB) == 0) return SINEW_OK;
    close(*out_lock);
    *out_lock = -1;
    return sinew__fail(out_error, SINEW_ERROR_SYSTEM, "another program is updating it");
}

int sinew__folder_lock(const char *path, int *out_is_alone)
{
    const int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0) return -1;
    *out_is_alone = flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (*out_is_alone || flock(lock, LOCK_SH | LOCK_NB) == 0) return lock;
    close(lock);
    return -1;
}

void sinew__folder_share(int lock)
{
    (void)flock(lock, LOCK_SH | LOCK_NB);
}

void sinew__file_unlock(int lock)
{
    if (lock >= 0) close(lock);
}
