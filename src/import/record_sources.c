#include "import/record_sources.h"

#include <string.h>

#include "base/hash.h"
#include "import/assimp/assimp_convert.h"
#include "platform/side_files.h"

static int is_known(const source_record *record, const char *name)
{
    for (size_t i = 0; i < record->count; i++)
        if (strcmp(record->items[i].name, name) == 0) return 1;
    return 0;
}

static void add(source_record *record, const char *name, const void *bytes, size_t size)
{
    sinew_raw_source *items =
        sinew__arena_grow(record->arena, record->items, record->count, &record->capacity, sizeof *items);
    const char *copy = sinew__import_text(record->arena, name, strlen(name));
    if (!items || !copy) return;
    record->items = items;
    items[record->count++] = (sinew_raw_source){.name = copy, .size = size, .hash = sinew__hash(bytes, size)};
}

static sinew_result hand_over(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    source_record *record = user;
    const sinew_result result = record->given.side_file(record->given.user, name, out_bytes, out_size);
    const char *base = sinew__base_name(name);
    if (result == SINEW_OK && !is_known(record, base)) add(record, base, *out_bytes, *out_size);
    return result;
}

static void pass_on(void *user)
{
    const source_record *record = user;
    record->given.before_assimp(record->given.user);
}

void sinew__source_record_begin(source_record *record, sinew__arena *arena, const sinew_import_options *given,
                                const char *name, const void *bytes, size_t size)
{
    *record = (source_record){.arena = arena};
    if (given) record->given = record->options = *given;
    record->options.user = record;
    if (record->given.side_file) record->options.side_file = hand_over;
    if (record->given.before_assimp) record->options.before_assimp = pass_on;
    add(record, sinew__base_name(name), bytes, size);
}
