#define _POSIX_C_SOURCE 200809L
#include "worker/host/load_key.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "worker/host/find_worker.h"

/// Everything that the key depends on, without padding, so that it can be hashed as bytes.
typedef struct key_parts {
    uint64_t worker_device, worker_inode, worker_size;
    int64_t worker_seconds, worker_nanoseconds;       ///< of its last change
    uint64_t extra_folder_device, extra_folder_inode; ///< not its path, which may be relative
    uint64_t library_path;                            ///< the worker's library search path
    uint64_t memory_limit;                            ///< decides which geometry caches and baked frames are dropped
    uint64_t unbaked, matrix_frames;
    double bake_error;
} key_parts;

static void put_worker(const char *folder, key_parts *out)
{
    char path[PATH_MAX];
    struct stat status;
    if (sinew__worker_find(folder, SINEW__MODEL_WORKER, path, sizeof path, NULL) != SINEW_OK ||
        stat(path, &status) != 0)
        return;
    out->worker_device = (uint64_t)status.st_dev;
    out->worker_inode = (uint64_t)status.st_ino;
    out->worker_size = (uint64_t)status.st_size;
    out->worker_seconds = (int64_t)status.st_mtim.tv_sec;
    out->worker_nanoseconds = (int64_t)status.st_mtim.tv_nsec;
}

static void put_extra_folder(const char *path, key_parts *out)
{
    struct stat status;
    if (!path || stat(path, &status) != 0) return;
    out->extra_folder_device = (uint64_t)status.st_dev;
    out->extra_folder_inode = (uint64_t)status.st_ino;
}

static uint64_t hash_of_library_path(void)
{
    const char *path = getenv("LD_LIBRARY_PATH");
    return path ? sinew__hash(path, strlen(path)) : 0;
}

uint64_t sinew__load_key(const sinew_load_options *options)
{
    const sinew_load_options usual = {0};
    if (!options) options = &usual;
    key_parts all = {.library_path = hash_of_library_path(),
                     .memory_limit = options->memory_limit,
                     .unbaked = options->unbaked != 0,
                     .matrix_frames = options->matrix_frames,
                     .bake_error = options->bake_error};
    put_worker(options->worker_folder, &all);
    put_extra_folder(options->texture_path, &all);
    return sinew__hash(&all, sizeof all);
}
