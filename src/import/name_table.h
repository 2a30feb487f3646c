/// Name → index. The first index of a repeated name is kept.
#ifndef SINEW_IMPORT_NAME_TABLE_H
#define SINEW_IMPORT_NAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct name_table {
    const char **names; ///< [capacity] NULL: free
    int32_t *indices;   ///< [capacity]
    size_t capacity;    ///< a power of two
} name_table;

/// Creates a table for up to `count` names. Returns 0 when out of memory.
int sinew__name_table_create(sinew__arena *arena, size_t count, name_table *out);

/// Adds a name, which must outlive the table; at most `count` names.
void sinew__name_table_add(name_table *table, const char *name, int32_t index);

/// Index of a name, or -1.
int32_t sinew__name_table_find(const name_table *table, const char *name);

#endif
