#include "import/assimp/gltf_decoder.h"

#include <string.h>

#include "core/base/error.h"

sinew_result sinew__gltf_fail_memory(const gltf_decoder *decoder, sinew_error *error)
{
    return decoder->pass->arena.failed ? sinew__arena_fail(&decoder->pass->arena, error) : sinew__fail_memory(error);
}

sinew_result sinew__gltf_name_owner(const gltf_decoder *decoder, const char *what, sinew_result result,
                                    sinew_error *error)
{
    static const char prefix[] = "damaged: ";
    if (result != SINEW_ERROR_DAMAGED || !error || strncmp(error->message, prefix, sizeof prefix - 1) != 0)
        return result;
    char reason[sizeof error->message];
    memcpy(reason, error->message + sizeof prefix - 1, sizeof reason - sizeof prefix + 1);
    return sinew__fail(error, result, "damaged: %s: %s: %s", decoder->owner, what, reason);
}

/// Whether Assimp reads the numbers as they are stored.
static int is_plain(const gltf_accessor *accessor, gltf_number_kind kind, size_t components)
{
    const int code = accessor->type->code;
    const int is_integer = code == 5121 || code == 5123 || (code == 5125 && kind == GLTF_WORDS);
    return accessor->first && !accessor->sparse_count && !accessor->is_packed && accessor->components == components &&
           (kind == GLTF_FLOATS ? code == 5126 : is_integer) &&
           accessor->count <= accessor->view_size / accessor->stride;
}

size_t sinew__gltf_add_accessor(gltf_decoder *decoder, const gltf_accessor *from, gltf_number_kind kind,
                                size_t components)
{
    static const int codes[GLTF_KINDS] = {[GLTF_FLOATS] = 5126, [GLTF_SHORTS] = 5123, [GLTF_WORDS] = 5125};
    static const size_t sizes[GLTF_KINDS] = {[GLTF_FLOATS] = 4, [GLTF_SHORTS] = 2, [GLTF_WORDS] = 4};
    static const char *const types[] = {[1] = "SCALAR", [2] = "VEC2", [3] = "VEC3", [4] = "VEC4", [16] = "MAT4"};
    decoded_accessor *items =
        sinew__arena_grow(&decoder->pass->arena, decoder->items, decoder->count, &decoder->capacity, sizeof *items);
    if (!items || from->count > SIZE_MAX / sizes[kind] / components) return 0;
    const size_t bytes = from->count * components * sizes[kind];
    if (bytes > SIZE_MAX - 3 - decoder->size) return 0; // of 32 bits, in pages
    decoder->items = items;
    items[decoder->count] =
        (decoded_accessor){.from = *from, .kind = kind, .components = components, .offset = decoder->size};
    sinew__arena *arena = &decoder->pass->arena;
    sinew__json_value *accessor = sinew__json_add(arena, decoder->array, NULL, SINEW__JSON_OBJECT);
    if (!sinew__json_add_number(arena, accessor, "bufferView", (double)decoder->accessors->views.count) ||
        !sinew__json_add_number(arena, accessor, "byteOffset", (double)decoder->size) ||
        !sinew__json_add_number(arena, accessor, "componentType", codes[kind]) ||
        !sinew__json_add_number(arena, accessor, "count", (double)from->count) ||
        !sinew__json_add_text(arena, accessor, "type", types[components]))
        return 0;
    decoder->size += (bytes + 3) / 4 * 4;
    decoder->changed = 1;
    return decoder->authored_count + decoder->count++;
}

sinew_result sinew__gltf_open_accessor(gltf_decoder *decoder, const sinew__json_value *index, gltf_accessor *out,
                                       sinew_error *error)
{
    const double number = sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1;
    const int is_known = number >= 0 && number < (double)decoder->authored_count;
    if (is_known) *out = decoder->opened[(size_t)number];
    if (is_known && out->type) return SINEW_OK;
    const sinew_result result = sinew__gltf_accessor_open(decoder->accessors, index, out, error);
    if (is_known && result == SINEW_OK) decoder->opened[(size_t)number] = *out;
    return result;
}

sinew_result sinew__gltf_visit(gltf_decoder *decoder, sinew__json_value *index, gltf_number_kind kind, size_t least,
                               size_t components, gltf_accessor *out, sinew_error *error)
{
    gltf_accessor accessor;
    const double number = sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1;
    if (number >= (double)decoder->authored_count && number < (double)(decoder->authored_count + decoder->count)) {
        if (out) *out = decoder->items[(size_t)number - decoder->authored_count].from; // of a Draco mesh
        return SINEW_OK;
    }
    const sinew_result result = sinew__gltf_open_accessor(decoder, index, &accessor, error);
    if (result != SINEW_OK) return result;
    if (accessor.components < least)
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: accessor %.0f has %zu numbers per element, expected %zu", number,
                           accessor.components, least);
    if (out) *out = accessor;
    if (is_plain(&accessor, kind, components)) return SINEW_OK;
    size_t *replacement = &decoder->replacements[kind][(size_t)number];
    if (*replacement == 0) {
        const size_t added = sinew__gltf_add_accessor(decoder, &accessor, kind, components);
        if (!added) return sinew__gltf_fail_memory(decoder, error);
        *replacement = added + 1;
    }
    index->number = (double)(*replacement - 1);
    return SINEW_OK;
}

gltf_accessor sinew__gltf_wrap(const void *numbers, int is_float, size_t count, size_t components)
{
    static const gltf_number_type types[] = {{5125, 4, 0, 4294967295}, {5126, 4, 1, 0}};
    return (gltf_accessor){
        .type = &types[is_float], .components = components, .count = count, .first = numbers, .stride = 4 * components};
}
