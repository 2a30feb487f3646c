#include "model/builder.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/affine.h"
#include "base/error.h"
#include "base/printable.h"

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
    unsigned char *items = realloc(buffer->is_lent ? NULL : buffer->items, capacity * stride);
    if (!items) return 0;
    if (buffer->is_lent && buffer->count) memcpy(items, buffer->items, buffer->count * stride);
    *buffer = (sinew__section_buffer){.items = items, .count = buffer->count, .capacity = capacity};
    return 1;
}

void sinew__section_lend(sinew__builder *builder, sinew__section section, const void *items, size_t count)
{
    builder->sections[section] =
        (sinew__section_buffer){.items = (unsigned char *)(uintptr_t)items, .count = count, .is_lent = 1};
}

void *sinew__section_push(sinew__builder *builder, sinew__section section, size_t count)
{
    if (!sinew__section_reserve(builder, section, count)) return NULL;
    sinew__section_buffer *buffer = &builder->sections[section];
    const size_t stride = sinew__sections[section].stride;
    unsigned char *first = buffer->items + buffer->count * stride;
    memset(first, 0, count * stride);
    buffer->count += count;
    return first;
}

int32_t sinew__section_size(const sinew__builder *builder, sinew__section section)
{
    return (int32_t)builder->sections[section].count;
}

void *sinew__section_items(const sinew__builder *builder, sinew__section section)
{
    return builder->sections[section].items;
}

sinew_text_ref sinew__builder_text(sinew__builder *builder, const char *text, int *ok)
{
    if (!text || !*text) return 0; // the section begins with ""
    const size_t length = strlen(text);
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

int sinew__builder_put_warning(sinew__builder *builder, const sinew_raw_warning *from)
{
    int ok = 1;
    const sinew_warning warning = {.code = sinew__builder_text(builder, from->code, &ok),
                                   .object = sinew__builder_text(builder, from->object, &ok),
                                   .text = sinew__builder_text(builder, from->text, &ok),
                                   .severity = from->severity};
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

void sinew__builder_include(sinew__builder *builder, sinew_vec3 point)
{
    const double p[3] = {point.x, point.y, point.z};
    for (int i = 0; i < 3; ++i) {
        if (!isfinite(p[i])) return;
    }
    for (int i = 0; i < 3; ++i) {
        builder->bounds_min[i] = fmin(builder->bounds_min[i], p[i]);
        builder->bounds_max[i] = fmax(builder->bounds_max[i], p[i]);
    }
}

// ---- facts about the file -----------------------------------------------------------------------------------------

static double diagonal(const sinew__builder *builder)
{
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        const double side = builder->bounds_max[i] - builder->bounds_min[i];
        if (side > 0) sum += side * side;
    }
    return sum > 0 && isfinite(sqrt(sum)) ? sqrt(sum) : 1;
}

/// `value` where it is a usable positive number, else `fallback`.
static double positive_or(double value, double fallback)
{
    return isfinite(value) && value > 0 ? value : fallback;
}

static sinew_result build_info(sinew__builder *builder)
{
    const sinew_raw_model *raw = builder->raw;
    int ok = 1;
    sinew_model_info info = {
        .format = sinew__builder_text(builder, raw->format, &ok),
        .version = sinew__builder_text(builder, raw->version, &ok),
        .encoding = sinew__builder_text(builder, raw->encoding, &ok),
        .generator = sinew__builder_text(builder, raw->generator, &ok),
        .up = sinew__builder_text(builder, raw->up ? raw->up : "+Y", &ok),
        .front = sinew__builder_text(builder, raw->front ? raw->front : "+Z", &ok),
        .unit_cm = positive_or(raw->unit_cm, 1),
        .fps = positive_or(raw->fps, 0),
        .ticks_per_second = raw->ticks_per_second > 0 ? raw->ticks_per_second : INT64_C(46186158000),
        .root = sinew__affine_is_zero(&raw->root) ? sinew__affine_identity() : raw->root,
        .size = diagonal(builder),
    };
    if (!sinew__affine_is_finite(&info.root) || !sinew__affine_inverse(&info.root, &info.global_inverse))
        info.root = info.global_inverse = sinew__affine_identity();
    sinew_model_info *item = sinew__section_push(builder, SINEW__SECTION_INFO, 1);
    if (!ok || !item) return sinew__fail_memory(builder->error);
    *item = info;
    return SINEW_OK;
}

static sinew_result build_warnings(sinew__builder *builder)
{
    const sinew_raw_model *raw = builder->raw;
    int ok = 1;
    for (int32_t i = 0; i < raw->warning_count; ++i)
        if (!sinew__builder_put_warning(builder, &raw->warnings[i])) return sinew__fail_memory(builder->error);
    for (int32_t i = 0; i < raw->source_count; ++i) {
        const sinew_raw_source *from = &raw->sources[i];
        const sinew_text_ref name = sinew__builder_text(builder, from->name, &ok);
        sinew_source *item = sinew__section_push(builder, SINEW__SECTION_SOURCES, 1);
        if (!ok || !item) return sinew__fail_memory(builder->error);
        *item = (sinew_source){.name = name, .size = from->size, .hash = from->hash};
    }
    return SINEW_OK;
}

// ---- laying out the block -----------------------------------------------------------------------------------------

static size_t align_up(size_t offset)
{
    return (offset + SINEW__BLOCK_ALIGN - 1) & ~(size_t)(SINEW__BLOCK_ALIGN - 1);
}

static size_t section_bytes(const sinew__builder *builder, int section)
{
    return builder->sections[section].count * sinew__sections[section].stride;
}

sinew_result sinew__builder_lay_out(const sinew__builder *builder, void **out_block, size_t *out_size)
{
    size_t size = align_up(sizeof(sinew__block_header) + SINEW__SECTION_COUNT * sizeof(sinew__block_section));
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) size += align_up(section_bytes(builder, i));
    unsigned char *block = calloc(1, size);
    if (!block) return sinew__fail_memory(builder->error);

    sinew__block_header *header = (sinew__block_header *)block;
    memcpy(header->magic, SINEW__BLOCK_MAGIC, sizeof header->magic);
    header->version = SINEW__BLOCK_VERSION;
    header->endian = SINEW__BLOCK_ENDIAN;
    header->size = size;
    header->section_count = SINEW__SECTION_COUNT;

    sinew__block_section *table = (sinew__block_section *)(block + sizeof *header);
    size_t offset = align_up(sizeof *header + SINEW__SECTION_COUNT * sizeof *table);
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) {
        const sinew__section_buffer *buffer = &builder->sections[i];
        table[i] = (sinew__block_section){.id = (uint32_t)i,
                                          .version = sinew__sections[i].version,
                                          .offset = offset,
                                          .count = buffer->count,
                                          .stride = sinew__sections[i].stride};
        if (buffer->count) memcpy(block + offset, buffer->items, section_bytes(builder, i));
        offset += align_up(section_bytes(builder, i));
    }
    *out_block = block;
    *out_size = size;
    return SINEW_OK;
}

// ---- the stages ---------------------------------------------------------------------------------------------------

static sinew_result check_counts(const sinew_raw_model *raw, sinew_error *error)
{
    const struct {
        const char *what;
        int32_t count;
        const void *items;
    } arrays[] = {
        {"joints", raw->joint_count, raw->joints},       {"nodes", raw->node_count, raw->nodes},
        {"meshes", raw->mesh_count, raw->meshes},        {"materials", raw->material_count, raw->materials},
        {"textures", raw->texture_count, raw->textures}, {"clips", raw->clip_count, raw->clips},
        {"warnings", raw->warning_count, raw->warnings}, {"sources", raw->source_count, raw->sources},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        if (arrays[i].count < 0 || (arrays[i].count > 0 && !arrays[i].items))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d %s without an array", (int)arrays[i].count,
                               arrays[i].what);
    }
    return SINEW_OK;
}

void sinew__builder_free(sinew__builder *builder)
{
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i)
        if (!builder->sections[i].is_lent) free(builder->sections[i].items);
    sinew__arena_free(&builder->scratch);
}

sinew_result sinew_raw_model_build(const sinew_raw_model *raw, void **out_block, size_t *out_size,
                                   sinew_error *out_error)
{
    *out_block = NULL;
    *out_size = 0;
    sinew__builder builder = {.raw = raw, .error = out_error};
    for (int i = 0; i < 3; ++i) {
        builder.bounds_min[i] = DBL_MAX;
        builder.bounds_max[i] = -DBL_MAX;
    }
    sinew_result result = check_counts(raw, out_error);
    if (result == SINEW_OK && !sinew__section_push(&builder, SINEW__SECTION_TEXT, 1))
        result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) result = sinew__build_joints(&builder);
    if (result == SINEW_OK) result = sinew__build_materials(&builder);
    if (result == SINEW_OK) result = sinew__build_meshes(&builder);
    if (result == SINEW_OK) result = sinew__build_clips(&builder);
    if (result == SINEW_OK) result = build_info(&builder);
    if (result == SINEW_OK) result = build_warnings(&builder);
    if (result == SINEW_OK) result = sinew__builder_lay_out(&builder, out_block, out_size);
    sinew__builder_free(&builder);
    return result;
}

sinew_result sinew_model_from_raw(const sinew_raw_model *raw, sinew_model **out_model, sinew_error *out_error)
{
    void *block;
    size_t size;
    *out_model = NULL;
    const sinew_result result = sinew_raw_model_build(raw, &block, &size, out_error);
    return result == SINEW_OK ? sinew_model_from_block(block, size, out_model, out_error) : result;
}
