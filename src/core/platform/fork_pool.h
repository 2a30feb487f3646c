/// Copies of this process that compute numbered items in parallel; this process takes the items in order. For libraries
/// that cannot run in parallel within one process, such as software OpenGL drivers.
///
/// Create the pool before such a library is used, because a copy has only the calling thread. Copies start with the
/// memory of this process, and end without running exit handlers.
#ifndef SINEW_CORE_PLATFORM_FORK_POOL_H
#define SINEW_CORE_PLATFORM_FORK_POOL_H

#include <stddef.h>

#include "sinew/result.h"

enum { SINEW__FORK_SLOTS = 3 }; ///< number of items that each process may compute ahead, including the current one

/// The work of the copies.
typedef struct sinew__fork_work {
    size_t count;     ///< number of items
    size_t item_size; ///< bytes of an item
    void *user;
    int cleans_up; ///< a copy that is ended by a signal runs this process's signal handlers, because it writes files
    /// Called once in each copy, before its first item.
    sinew_result (*begin)(void *user, sinew_error *out_error);
    /// Computes an item. With n processes, each copy computes every n-th item, in order.
    sinew_result (*compute)(void *user, size_t index, void *out_item, sinew_error *out_error);
} sinew__fork_work;

typedef struct sinew__fork_pool sinew__fork_pool;

/// Starts `processes` copies, with SINEW__FORK_SLOTS × item_size bytes each. `user` must outlive the pool.
/// SINEW_ERROR_SYSTEM: the system is out of memory or processes.
SINEW_NODISCARD sinew_result sinew__fork_pool_start(const sinew__fork_work *work, int processes,
                                                    sinew__fork_pool **out_pool, sinew_error *out_error);

/// Waits for the next item. *out_item is valid until the next call. Returns the error of the copy that computed it;
/// SINEW_ERROR_SYSTEM: the copy has crashed. Call it at most `count` times, and not after an error.
SINEW_NODISCARD sinew_result sinew__fork_pool_take(sinew__fork_pool *pool, const void **out_item,
                                                   sinew_error *out_error);

/// Ends the copies, whatever they are doing. Accepts NULL.
void sinew__fork_pool_stop(sinew__fork_pool *pool);

#endif
