#include "model/replace_rows.h"

#include <string.h>

#include "model/builder.h"

/// Fills the builder's sections from a validated block.
static int take_sections(sinew__builder *builder, const sinew_model *model)
{
    const sinew__block_header *header = model->block;
    const sinew__block_section *table = (const sinew__block_section *)(header + 1);
    for (uint32_t i = 0; i < header->section_count; ++i) {
        if (table[i].id >= SINEW__SECTION_COUNT || table[i].id == SINEW__SECTION_ROWS) continue;
        void *items = sinew__section_push(builder, (sinew__section)table[i].id, (size_t)table[i].count);
        if (!items) return 0;
        if (table[i].count)
            memcpy(items, (const unsigned char *)model->block + table[i].offset, (size_t)(table[i].count * table[i].stride));
    }
    return 1;
}

static int add_rows(sinew__builder *builder, const void *rows, size_t byte_count)
{
    void *items = sinew__section_push(builder, SINEW__SECTION_ROWS, byte_count);
    if (items && byte_count) memcpy(items, rows, byte_count);
    return items != NULL;
}

sinew_result sinew__replace_rows(const sinew_model *model, const void *rows, size_t row_byte_count,
                                 const sinew_raw_warning *warnings, int32_t warning_count, void **out_block,
                                 size_t *out_size, sinew_error *error)
{
    sinew__builder builder = {.error = error};
    int ok = take_sections(&builder, model) && add_rows(&builder, rows, row_byte_count);
    for (int32_t i = 0; i < warning_count && ok; ++i)
        ok = sinew__builder_warn(&builder, warnings[i].code, warnings[i].object, "%s", warnings[i].text);
    const sinew_result result = ok ? sinew__builder_lay_out(&builder, out_block, out_size) : sinew__fail_memory(error);
    sinew__builder_free(&builder);
    return result;
}
