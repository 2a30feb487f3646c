#include "import/name_table.h"

#include <string.h>

#include "base/hash.h"

int sinew__name_table_create(sinew__arena *arena, size_t count, name_table *out)
{
    size_t capacity = 16;
    while (capacity < count * 2) capacity *= 2;
    *out = (name_table){.names = SINEW__ARENA_ARRAY(arena, const char *, capacity),
                        .indices = SINEW__ARENA_ARRAY(arena, int32_t, capacity),
                        .capacity = capacity};
    return out->names && out->indices;
}

static size_t find_slot(const name_table *table, const char *name)
{
    size_t slot = sinew__hash_name(name, strlen(name)) & (table->capacity - 1);
    while (table->names[slot] && strcmp(table->names[slot], name) != 0) slot = (slot + 1) & (table->capacity - 1);
    return slot;
}

void sinew__name_table_add(name_table *table, const char *name, int32_t index)
{
    const size_t slot = find_slot(table, name);
    if (table->names[slot]) return;
    table->names[slot] = name;
    table->indices[slot] = index;
}

int32_t sinew__name_table_find(const name_table *table, const char *name)
{
    if (!table->capacity) return -1;
    const size_t slot = find_slot(table, name);
    return table->names[slot] ? table->indices[slot] : -1;
}
