/// Names: a table from name to index, and the numbers that make repeated names different. In a table the first index of
/// a repeated name is kept.
#ifndef SINEW_IMPORT_NAME_TABLE_H
#define SINEW_IMPORT_NAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"

struct import_pass;

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

/// The name with a number. Returns NULL when out of memory.
char *sinew__numbered_name(sinew__arena *arena, const char *name, size_t number);

/// A name with its blanks replaced, for formats whose names end at a blank in the importer; the same text without any.
/// Set pass->has_numbered_names for it. Returns NULL when out of memory.
const char *sinew__one_word(sinew__arena *arena, const char *name);

/// Removes the numbers, and brings back the blanks, in the names of nodes, joints and objects, and in the warnings of
/// pass->raw.
void sinew__numbered_names_restore(struct import_pass *pass);

#endif
