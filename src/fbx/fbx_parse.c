// Makes error messages and stores the names of records, for both parsers.
#include "fbx/fbx_parse.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"

sinew_result sinew__fbx_damaged(sinew_error *error, size_t at, const char *what)
{
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged at byte %zu: %s", at, what);
}

sinew_result sinew__fbx_truncated(sinew_error *error, size_t size, uint64_t needed)
{
    if (needed > size)
        sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu of %llu", size,
                    (unsigned long long)needed);
    else
        sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu", size);
    sinew__hint(error, "copy or export it again");
    return SINEW_ERROR_TRUNCATED;
}

static const char **find_slot(const fbx_names *names, const char *name, size_t length)
{
    size_t slot = sinew__hash_name(name, length) & (names->capacity - 1);
    while (names->slots[slot]) {
        const char *other = names->slots[slot];
        if (strncmp(other, name, length) == 0 && other[length] == '\0') break;
        slot = (slot + 1) & (names->capacity - 1);
    }
    return &names->slots[slot];
}

static int grow_names(fbx_parser *parser)
{
    fbx_names larger = {.capacity = parser->names.capacity ? parser->names.capacity * 2 : 256,
                        .count = parser->names.count};
    larger.slots = SINEW__ARENA_ARRAY(parser->arena, const char *, larger.capacity);
    if (!larger.slots) return 0;
    for (size_t i = 0; i < parser->names.capacity; ++i)
        if (parser->names.slots[i])
            *find_slot(&larger, parser->names.slots[i], strlen(parser->names.slots[i])) = parser->names.slots[i];
    parser->names = larger;
    return 1;
}

const char *sinew__fbx_intern(fbx_parser *parser, const char *name, size_t length)
{
    const char *zero = length ? memchr(name, '\0', length) : NULL;
    if (zero) length = (size_t)(zero - name);
    if (parser->names.count * 2 >= parser->names.capacity && !grow_names(parser)) return NULL;
    const char **slot = find_slot(&parser->names, name, length);
    if (!*slot) {
        *slot = sinew__arena_text(parser->arena, name, length);
        ++parser->names.count;
    }
    return *slot;
}
