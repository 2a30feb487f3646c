#include "import/name_table.h"

#include <string.h>

#include "core/base/hash.h"
#include "import/import_pass.h"

// Numbers that make repeated names of nodes unique while a file is imported.
//
// Assimp refers to nodes by name: if a file has two characters with equal joint names, the bones and keys of both would
// apply to the first. For formats that have better references than names, the file is rewritten before Assimp reads it:
// repeated names get a number, which is removed when the model is complete.

/// Separates a name from its added number: U+E000, a private-use character, which XML and JSON allow.
#define MARK "\xee\x80\x80"

/// Replaces a blank: U+E001, a private-use character.
#define BLANK "\xee\x80\x81"

char *sinew__numbered_name(sinew__arena *arena, const char *name, size_t number)
{
    return sinew__arena_format(arena, "%s" MARK "%zu", name, number);
}

const char *sinew__one_word(sinew__arena *arena, const char *name)
{
    size_t blanks = 0;
    for (const char *c = name; *c; ++c) blanks += *c == ' ' || *c == '\t';
    if (blanks == 0) return name;
    char *word = sinew__arena_take(arena, strlen(name) + blanks * (sizeof BLANK - 2) + 1, 1), *to = word;
    for (; word && *name; ++name) {
        const int is_blank = *name == ' ' || *name == '\t';
        const size_t length = is_blank ? sizeof BLANK - 1 : 1;
        memcpy(to, is_blank ? BLANK : name, length);
        to += length;
    }
    if (word) *to = '\0';
    return word;
}

/// Restores the blanks of a text and removes the added number, in place.
static void remove_numbers(const char *text)
{
    char *mark = (char *)(uintptr_t)text; // texts with a mark are in the arena and may be changed
    while ((mark = strstr(mark, BLANK))) {
        *mark++ = ' ';
        memmove(mark, mark + sizeof BLANK - 2, strlen(mark + sizeof BLANK - 2) + 1);
    }
    mark = (char *)(uintptr_t)text;
    while ((mark = strstr(mark, MARK))) {
        const size_t length = sizeof MARK - 1 + strspn(mark + sizeof MARK - 1, "0123456789");
        memmove(mark, mark + length, strlen(mark + length) + 1);
    }
}

void sinew__numbered_names_restore(import_pass *pass)
{
    if (!pass->has_numbered_names) return;
    // Joints and objects use the same strings as their nodes.
    for (int32_t i = 0; i < pass->raw.node_count; ++i) remove_numbers(pass->nodes[i].name);
    for (int32_t i = 0; i < pass->raw.warning_count; ++i) {
        remove_numbers(pass->raw.warnings[i].object);
        remove_numbers(pass->raw.warnings[i].text);
    }
}

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
