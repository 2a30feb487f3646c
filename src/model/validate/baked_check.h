/// Reading the section of baked clips array by array, each once, where the one before it ended.
#ifndef SINEW_MODEL_VALIDATE_BAKED_CHECK_H
#define SINEW_MODEL_VALIDATE_BAKED_CHECK_H

#include "model/baked_clips.h"
#include "model/validate/block_checks.h"

typedef struct sinew__baked_check {
    const sinew_model *model;
    const sinew__baked_header *header;
    uint64_t next; ///< the first byte that belongs to no array so far
} sinew__baked_check;

/// The next array of the section, `count` items of `size` bytes. NULL where `offset` is not the next aligned byte, or
/// the array does not fit into the section.
static inline const void *sinew__take(sinew__baked_check *check, uint64_t offset, int64_t count, size_t size)
{
    const uint64_t begin = (check->next + SINEW__BAKED_ALIGN - 1) / SINEW__BAKED_ALIGN * SINEW__BAKED_ALIGN;
    const uint64_t end = check->model->baked_byte_count;
    if (count < 0 || offset != begin || offset > end || (uint64_t)count > (end - offset) / size) return NULL;
    check->next = offset + (uint64_t)count * size;
    return check->model->baked + offset;
}

static inline const float *sinew__take_floats(sinew__baked_check *check, uint64_t offset, int64_t count)
{
    const float *floats = sinew__take(check, offset, count, sizeof *floats);
    return floats && sinew__all_finite(floats, (size_t)count) ? floats : NULL;
}

static inline int sinew__are_flags(const uint8_t *bytes, size_t count)
{
    uint8_t all = 0;
    for (size_t i = 0; i < count; ++i) all |= bytes[i];
    return all <= 1;
}

static inline int sinew__take_flags(sinew__baked_check *check, uint64_t offset, int64_t count)
{
    const uint8_t *bytes = sinew__take(check, offset, count, 1);
    return bytes && sinew__are_flags(bytes, (size_t)count);
}

#endif
