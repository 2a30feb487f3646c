#define _POSIX_C_SOURCE 200809L // PATH_MAX
#include "worker/host/load_key.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "worker/host/find_worker.h"

/// Everything that the key depends on, without padding, so that it can be hashed as bytes.
typedef struct key_parts {
    uint64_t worker_device, worker_inode, worker_size;
    int64_t worker_modified;
    uint64_t extra_folder_device, extra_folder_inode; ///< not its path, which may be relative
    uint64_t library_path;                            ///< the worker's library search path
    uint64_t memory_limit;                            ///< decides which geometry caches and baked clips are dropped
    uint64_t unbaked;
    double bake_error;
} key_parts;

static uint64_t hash_of_library_path(void)
{
    const char *path = getenv("LD_LIBRARY_PATH");
    return path ? sinew__hash(path, strlen(path)) : 0;
}

static sinew__file_status worker_status(const char *folder)
{
    char path[PATH_MAX];
    sinew__file_status status = {0};
    if (sinew__worker_find(folder, SINEW__MODEL_WORKER, path, sizeof path, NULL) == SINEW_OK)
        (void)sinew__file_status_of_path(path, &status);
    return status;
}

uint64_t sinew__load_key(const sinew_load_options *options, const sinew__file_status *extra_folder)
{
    const sinew__file_status worker = worker_status(options->worker_folder);
    const key_parts parts = {.worker_device = worker.device,
                             .worker_inode = worker.inode,
                             .worker_size = worker.size,
                             .worker_modified = worker.modified,
                             .extra_folder_device = extra_folder->device,
                             .extra_folder_inode = extra_folder->inode,
                             .library_path = hash_of_library_path(),
                             .memory_limit = options->memory_limit,
                             .unbaked = options->unbaked != 0,
                             .bake_error = options->bake_error};
    return sinew__hash(&parts, sizeof parts);
}
