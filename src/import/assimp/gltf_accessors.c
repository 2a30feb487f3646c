#include "import/assimp/gltf_accessors.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "base/base64.h"
#include "base/memory.h"
#include "platform/side_files.h"

enum { NUMBERS_SHARE = 8 }; // of the import's memory

int sinew__gltf_accessors_begin(import_pass *pass, const cJSON *root, gltf_accessors *out)
{
    *out = (gltf_accessors){.pass = pass, .bytes_left = pass->arena.limit / NUMBERS_SHARE};
    if (!sinew__gltf_list(pass, cJSON_GetObjectItemCaseSensitive(root, "accessors"), &out->accessors) ||
        !sinew__gltf_list(pass, cJSON_GetObjectItemCaseSensitive(root, "bufferViews"), &out->views) ||
        !sinew__gltf_list(pass, cJSON_GetObjectItemCaseSensitive(root, "buffers"), &out->buffers))
        return 0;
    out->loaded = SINEW__ARENA_ARRAY(&pass->arena, gltf_buffer, out->buffers.count);
    return out->loaded != NULL;
}

void sinew__gltf_accessors_end(gltf_accessors *accessors)
{
    for (size_t i = 0; accessors->loaded && i < accessors->buffers.count; i++) sinew_free(accessors->loaded[i].owned);
    accessors->loaded = NULL;
}

// ---- buffers -----------------------------------------------------------------------------------------------------

static void load_side_file(const import_pass *pass, const char *uri, gltf_buffer *out)
{
    const sinew_import_options *options = pass->options;
    const char *name = sinew__base_name(uri);
    if (!options || !options->side_file) return;
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return;
    void *bytes = NULL;
    size_t size = 0;
    if (options->side_file(options->user, name, &bytes, &size) != SINEW_OK) return;
    *out = (gltf_buffer){.bytes = bytes, .size = size, .owned = bytes, .is_tried = 1};
}

/// RFC 2397. glTF 2.0, section 3.6.1.1, allows base64 alone.
static void load_data_uri(gltf_accessors *accessors, const char *uri, gltf_buffer *out)
{
    static const char encoding[] = ";base64,";
    const char *text = strstr(uri, encoding);
    if (!text) return;
    text += strlen(encoding);
    const size_t length = strlen(text), capacity = length / 4 * 3 + 3;
    if (capacity > accessors->bytes_left) return;
    accessors->bytes_left -= capacity;
    unsigned char *bytes = sinew__arena_take(&accessors->pass->arena, capacity, 1);
    if (bytes) *out = (gltf_buffer){.bytes = bytes, .size = sinew__base64_decode(text, length, bytes), .is_tried = 1};
}

static void load_uri(gltf_accessors *accessors, const char *uri, gltf_buffer *out)
{
    if (strncmp(uri, "data:", 5) == 0)
        load_data_uri(accessors, uri, out);
    else
        load_side_file(accessors->pass, uri, out);
}

static const gltf_buffer *load_buffer(gltf_accessors *accessors, const cJSON *index)
{
    const cJSON *buffer = sinew__gltf_item(&accessors->buffers, index);
    if (!buffer) return NULL;
    gltf_buffer *loaded = &accessors->loaded[(size_t)index->valuedouble];
    const char *uri = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(buffer, "uri"));
    if (!loaded->is_tried) {
        loaded->is_tried = 1;
        if (uri)
            load_uri(accessors, uri, loaded);
        else if (loaded == accessors->loaded)
            loaded->bytes = sinew__gltf_binary_chunk(accessors->pass, &loaded->size);
    }
    return loaded->bytes ? loaded : NULL;
}

// ---- accessors ---------------------------------------------------------------------------------------------------

/// The elements of an accessor, all within their buffer.
typedef struct element_range {
    const unsigned char *first;
    size_t count, stride;
} element_range;

typedef struct number_type {
    double code; ///< glTF's componentType
    size_t size;
    int is_signed;
    double largest; ///< of a normalised integer; 0: float
} number_type;

static const number_type *type_of_numbers(const cJSON *accessor)
{
    static const number_type types[] = {
        {5120, 1, 1, 127}, {5121, 1, 0, 255}, {5122, 2, 1, 32767}, {5123, 2, 0, 65535}, {5126, 4, 1, 0}};
    const cJSON *code = cJSON_GetObjectItemCaseSensitive(accessor, "componentType");
    const int is_normalized = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(accessor, "normalized"));
    for (size_t i = 0; cJSON_IsNumber(code) && i < sizeof types / sizeof *types; i++)
        if (types[i].code == code->valuedouble && is_normalized == (types[i].largest > 0)) return &types[i];
    return NULL;
}

/// Reads a whole number; a missing one is 0. Returns 0 if it is none, or too large for any file.
static int read_size(const cJSON *object, const char *key, size_t *out)
{
    const double largest = 1e15;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    *out = 0;
    if (!item) return 1;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= largest)) return 0;
    *out = (size_t)item->valuedouble;
    return (double)*out == item->valuedouble;
}

/// The bytes of a buffer view, and the stride of its elements. Returns 0 if it does not lie within its buffer.
static int find_view(gltf_accessors *accessors, const cJSON *view, gltf_buffer *out, size_t *out_stride)
{
    size_t offset, length;
    if (!view || !read_size(view, "byteOffset", &offset) || !read_size(view, "byteLength", &length) ||
        !read_size(view, "byteStride", out_stride))
        return 0;
    const gltf_buffer *buffer = load_buffer(accessors, cJSON_GetObjectItemCaseSensitive(view, "buffer"));
    if (!buffer || offset > buffer->size || length > buffer->size - offset) return 0;
    *out = (gltf_buffer){.bytes = buffer->bytes + offset, .size = length};
    return 1;
}

/// Returns 0 if the elements do not lie within their view.
static int find_elements(gltf_accessors *accessors, const cJSON *accessor, size_t element_size, element_range *out)
{
    gltf_buffer view;
    size_t offset;
    const cJSON *index = cJSON_GetObjectItemCaseSensitive(accessor, "bufferView");
    if (cJSON_GetObjectItemCaseSensitive(accessor, "sparse") ||
        !find_view(accessors, sinew__gltf_item(&accessors->views, index), &view, &out->stride) ||
        !read_size(accessor, "byteOffset", &offset) || !read_size(accessor, "count", &out->count))
        return 0;
    if (out->stride == 0) out->stride = element_size;
    if (out->count == 0 || out->stride < element_size || offset > view.size || element_size > view.size - offset)
        return 0;
    out->first = view.bytes + offset;
    return out->count - 1 <= (view.size - offset - element_size) / out->stride;
}

static double read_number(const unsigned char *bytes, const number_type *type)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < type->size; i++) bits |= (uint32_t)bytes[i] << 8 * i;
    if (type->largest == 0) {
        float number;
        memcpy(&number, &bits, sizeof number);
        return (double)number;
    }
    const double range = type->size == 1 ? 256.0 : 65536.0, number = (double)bits;
    return type->is_signed ? fmax((number > type->largest ? number - range : number) / type->largest, -1.0)
                           : number / type->largest;
}

static int has_components(const cJSON *accessor, size_t components)
{
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(accessor, "type"));
    return type && strcmp(type, components == 1 ? "SCALAR" : components == 3 ? "VEC3" : "VEC4") == 0;
}

const double *sinew__gltf_numbers(gltf_accessors *accessors, const cJSON *index, size_t components, size_t *out_count)
{
    const cJSON *accessor = sinew__gltf_item(&accessors->accessors, index);
    const number_type *type = type_of_numbers(accessor);
    element_range range;
    if (!type || !has_components(accessor, components) ||
        !find_elements(accessors, accessor, components * type->size, &range) ||
        range.count > accessors->bytes_left / sizeof(double) / components)
        return NULL;
    accessors->bytes_left -= range.count * components * sizeof(double);
    double *numbers = SINEW__ARENA_ARRAY(&accessors->pass->arena, double, range.count *components);
    for (size_t i = 0; numbers && i < range.count * components; i++) {
        numbers[i] = read_number(range.first + i / components * range.stride + i % components * type->size, type);
        if (!isfinite(numbers[i])) return NULL;
    }
    *out_count = range.count;
    return numbers;
}
