#include "runtime/model/build/builder.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/platform/large_pages.h"

// ---- sections that grow -------------------------------------------------------------------------------------------

int sinew__section_reserve(sinew__builder *builder, sinew__section section, size_t count)
{
    sinew__section_buffer *buffer = &builder->sections[section];
    if (count > (size_t)INT32_MAX - buffer->count) return 0;
    const size_t wanted = buffer->count + count;
    if (wanted <= buffer->capacity && buffer->items) return 1;
    size_t capacity = buffer->capacity ? buffer->capacity * 2 : 8;
    if (capacity < wanted) capacity = wanted;
    const size_t stride = sinew__sections[section].stride;
    if (capacity > SIZE_MAX / stride) return 0;
    unsigned char *items = sinew__resize(buffer->is_lent ? NULL : buffer->items, capacity * stride);
    if (!items) return 0;
    sinew__prefer_large_pages(items, capacity * stride);
    if (buffer->is_lent && buffer->count) memcpy(items, buffer->items, buffer->count * stride);
    *buffer = (sinew__section_buffer){.items = items, .count = buffer->count, .capacity = capacity};
    return 1;
}

void sinew__section_lend(sinew__builder *builder, sinew__section section, const void *items, size_t count)
{
    builder->sections[section] =
        (sinew__section_buffer){.items = (unsigned char *)(uintptr_t)items, .count = count, .is_lent = 1};
}

void *sinew__section_extend(sinew__builder *builder, sinew__section section, size_t count)
{
    if (!sinew__section_reserve(builder, section, count)) return NULL;
    sinew__section_buffer *buffer = &builder->sections[section];
    unsigned char *first = buffer->items + buffer->count * sinew__sections[section].stride;
    buffer->count += count;
    return first;
}

void *sinew__section_push(sinew__builder *builder, sinew__section section, size_t count)
{
    void *first = sinew__section_extend(builder, section, count);
    return first ? memset(first, 0, count * sinew__sections[section].stride) : NULL;
}

int32_t sinew__section_size(const sinew__builder *builder, sinew__section section)
{
    return (int32_t)builder->sections[section].count;
}

void *sinew__section_items(const sinew__builder *builder, sinew__section section)
{
    return builder->sections[section].items;
}

/// Appends `length` > 0 bytes to the section TEXT. Bytes that are not UTF-8 become U+FFFD. Returns the text's offset;
/// when out of memory, returns 0 and sets *ok to 0.
static sinew_text_ref put_text(sinew__builder *builder, const char *text, size_t length, int *ok)
{
    const size_t offset = builder->sections[SINEW__SECTION_TEXT].count;
    char *out = sinew__section_push(builder, SINEW__SECTION_TEXT, length * 3 + 1);
    if (!out) {
        *ok = 0;
        return 0;
    }
    const char *end = text + length;
    size_t used = 0;
    while (text < end) {
        uint32_t code;
        const size_t step = sinew__utf8_decode(text, end, &code);
        memcpy(out + used, step ? text : "\xef\xbf\xbd", step ? step : 3);
        used += step ? step : 3;
        text += step ? step : 1;
    }
    out[used] = '\0';
    builder->sections[SINEW__SECTION_TEXT].count = offset + used + 1;
    return (sinew_text_ref)offset;
}

sinew_text_ref sinew__builder_text(sinew__builder *builder, const char *text, int *ok)
{
    return text && *text ? put_text(builder, text, strlen(text), ok) : 0; // 0 is the offset of ""
}

sinew_text_ref sinew__builder_name(sinew__builder *builder, const char *name, int *ok)
{
    if (!name || !*name) return 0;
    size_t length = strlen(name);
    if (length > SINEW__LONGEST_NAME) { // truncates the name at a character boundary
        length = SINEW__LONGEST_NAME;
        while (length > SINEW__LONGEST_NAME - 4 && ((unsigned char)name[length] & 0xc0) == 0x80) --length;
    }
    return put_text(builder, name, length, ok);
}

int sinew__builder_put_warning(sinew__builder *builder, const sinew_raw_warning *from)
{
    int ok = 1;
    const sinew_warning warning = {.code = sinew__builder_text(builder, from->code, &ok),
                                   .object = sinew__builder_text(builder, from->object, &ok),
                                   .text = sinew__builder_text(builder, from->text, &ok),
                                   .severity =
                                       from->severity > SINEW_SEVERITY_ERROR ? SINEW_SEVERITY_ERROR : from->severity};
    sinew_warning *item = sinew__section_push(builder, SINEW__SECTION_WARNINGS, 1);
    if (!ok || !item) return 0;
    *item = warning;
    return 1;
}

int sinew__builder_warn(sinew__builder *builder, const char *code, const char *object, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return sinew__builder_put_warning(
        builder,
        &(sinew_raw_warning){.code = code, .object = object, .text = text, .severity = SINEW_SEVERITY_WARNING});
}

// ---- laying out the block -----------------------------------------------------------------------------------------

static size_t section_bytes(const sinew__builder *builder, int section)
{
    return builder->sections[section].count * sinew__sections[section].stride;
}

sinew_result sinew__builder_lay_out(const sinew__builder *builder, void **out_block, size_t *out_size)
{
    const size_t table_end =
        (size_t)sinew__align_section(sizeof(sinew__block_header) + SINEW__SECTION_COUNT * sizeof(sinew__block_section));
    uint64_t whole = table_end;
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) whole += sinew__align_section(section_bytes(builder, i));
    const size_t size = whole < SIZE_MAX / 2 ? (size_t)whole : 0;
    unsigned char *block = size ? sinew__allocate_lines(size) : NULL;
    if (!block) return sinew__fail_memory(builder->error);
    sinew__prefer_large_pages(block, size);
    memset(block, 0, table_end);

    sinew__block_header *header = (sinew__block_header *)block;
    memcpy(header->magic, SINEW__BLOCK_MAGIC, sizeof header->magic);
    header->version = SINEW__BLOCK_VERSION;
    header->endian = SINEW__BLOCK_ENDIAN;
    header->size = size;
    header->section_count = SINEW__SECTION_COUNT;

    sinew__block_section *table = (sinew__block_section *)(block + sizeof *header);
    size_t offset = table_end;
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) {
        const sinew__section_buffer *buffer = &builder->sections[i];
        table[i] = (sinew__block_section){.id = (uint32_t)i,
                                          .version = sinew__sections[i].version,
                                          .offset = offset,
                                          .count = buffer->count,
                                          .stride = sinew__sections[i].stride};
        const size_t bytes = section_bytes(builder, i), aligned = (size_t)sinew__align_section(bytes);
        if (bytes) memcpy(block + offset, buffer->items, bytes);
        memset(block + offset + bytes, 0, aligned - bytes);
        offset += aligned;
    }
    *out_block = block;
    *out_size = size;
    return SINEW_OK;
}

void sinew__builder_free(sinew__builder *builder)
{
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i)
        if (!builder->sections[i].is_lent) sinew_free(builder->sections[i].items);
    sinew__arena_free(&builder->scratch);
}

// Takes over sections of a model, for a block that shares most of them.

int sinew__take_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out)
{
    const sinew__block_header *header = model->block;
    const sinew__block_section *table = (const sinew__block_section *)(header + 1);
    for (uint32_t i = 0; i < header->section_count; ++i) {
        if (table[i].id >= SINEW__SECTION_COUNT || left_out[table[i].id]) continue;
        void *items = sinew__section_extend(builder, (sinew__section)table[i].id, (size_t)table[i].count);
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
