#include "import/numbered_names.h"

#include <stdint.h>
#include <string.h>

/// Precedes a number: U+E000, which Unicode leaves to private use. XML and JSON allow it.
#define MARK "\xee\x80\x80"

char *sinew__numbered_name(sinew__arena *arena, const char *name, size_t number)
{
    return sinew__arena_format(arena, "%s" MARK "%zu", name, number);
}

static void remove_numbers(const char *text)
{
    char *mark = (char *)(uintptr_t)text; // in the arena, as each text that contains a mark
    while ((mark = strstr(mark, MARK))) {
        const size_t length = sizeof MARK - 1 + strspn(mark + sizeof MARK - 1, "0123456789");
        memmove(mark, mark + length, strlen(mark + length) + 1);
    }
}

void sinew__numbered_names_restore(import_pass *pass)
{
    if (!pass->has_numbered_names) return;
    // Joints and objects share the texts of their nodes.
    for (int32_t i = 0; i < pass->raw.node_count; i++) remove_numbers(pass->nodes[i].name);
    for (int32_t i = 0; i < pass->raw.warning_count; i++) {
        remove_numbers(pass->raw.warnings[i].object);
        remove_numbers(pass->raw.warnings[i].text);
    }
}
