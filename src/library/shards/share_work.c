#include "library/shards/share_work.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

typedef struct weighted_file {
    double cost;
    size_t index;
} weighted_file;

typedef struct shard_load {
    double cost;
    int32_t shard;
} shard_load;

static int longest_first(const void *a, const void *b)
{
    const weighted_file *first = a, *second = b;
    if (first->cost != second->cost) return first->cost > second->cost ? -1 : 1;
    return first->index < second->index ? -1 : first->index > second->index;
}

static int is_lighter(const shard_load *a, const shard_load *b)
{
    return a->cost < b->cost || (a->cost == b->cost && a->shard < b->shard);
}

/// Restores the order of a binary heap whose lightest shard is on top, after the top has become heavier.
static void sink_top(shard_load *heap, size_t count)
{
    const shard_load top = heap[0];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_lighter(&heap[child + 1], &heap[child])) ++child;
        if (!is_lighter(&heap[child], &top)) break;
        heap[at] = heap[child];
    }
    heap[at] = top;
}

sinew_result library_share_work(const double *costs, size_t count, int32_t shards, int32_t *out_shards,
                                sinew_error *out_error)
{
    assert(shards > 0);
    weighted_file *files = sinew__allocate_zeroed(count, sizeof *files);
    shard_load *heap = sinew__allocate_zeroed((size_t)shards, sizeof *heap);
    const sinew_result result = files && heap ? SINEW_OK : sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        for (size_t i = 0; i < count; ++i) files[i] = (weighted_file){costs[i], i};
        for (int32_t i = 0; i < shards; ++i) heap[i].shard = i;
        qsort(files, count, sizeof *files, longest_first);
        for (size_t i = 0; i < count; ++i) {
            out_shards[files[i].index] = heap[0].shard;
            heap[0].cost += files[i].cost;
            sink_top(heap, (size_t)shards);
        }
    }
    sinew_free(files);
    sinew_free(heap);
    return result;
}
