/// A hash table from names to indices, and the numbers that make repeated names different. If a name is added twice,
/// the table keeps the first index.
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

/// Adds a name, which must outlive the table. At most `count` names may be added.
void sinew__name_table_add(name_table *table, const char *name, int32_t index);

/// Returns the index of a name, or −1.
int32_t sinew__name_table_find(const name_table *table, const char *name);

/// Returns a copy of a name with a mark and a number at its end. NULL when out of memory.
char *sinew__numbered_name(sinew__arena *arena, const char *name, size_t number);

/// Returns a name with its blanks replaced by a mark, for formats whose names Assimp ends at a blank. Returns the name
/// itself if it has no blanks. Set pass->has_numbered_names when you use it. NULL when out of memory.
const char *sinew__one_word(sinew__arena *arena, const char *name);

/// Removes the added numbers and restores the blanks in the names of nodes, joints and objects, and in the warnings of
/// pass->raw.
void sinew__numbered_names_restore(struct import_pass *pass);

#endif
