#include "model/combine/take_sections.h"

#include <string.h>

int sinew__take_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out)
{
    const sinew__block_header *header = model->block;
    const sinew__block_section *table = (const sinew__block_section *)(header + 1);
    for (uint32_t i = 0; i < header->section_count; ++i) {
        if (table[i].id >= SINEW__SECTION_COUNT || left_out[table[i].id]) continue;
        void *items = sinew__section_push(builder, (sinew__section)table[i].id, (size_t)table[i].count);
        if (!items) return 0;
        const unsigned char *from = (const unsigned char *)model->block + table[i].offset;
        if (table[i].count) memcpy(items, from, (size_t)(table[i].count * table[i].stride));
    }
    return 1;
}

void sinew__lend_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out)
{
    const sinew__block_header *header = model->block;
    const sinew__block_section *table = (const sinew__block_section *)(header + 1);
    for (uint32_t i = 0; i < header->section_count; ++i) {
        if (table[i].id >= SINEW__SECTION_COUNT || left_out[table[i].id]) continue;
        sinew__section_lend(builder, (sinew__section)table[i].id, (const unsigned char *)model->block + table[i].offset,
                            (size_t)table[i].count);
    }
}
