// Reads a glTF file's JSON, buffers, views and accessors, and decodes meshoptimizer's compression, within a memory
// budget.
#include "import/gltf/gltf.h"
#include "import/import_block.h"

#include <math.h>
#include <string.h>

#include "core/base/base64.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/large_pages.h"
#include "core/platform/side_files.h"
#include "import/gltf/meshopt.h"

/// Sizes in bytes of the header of a .glb and of the header of each of its chunks. The first chunk holds the JSON.
enum { GLB_HEADER = 12, GLB_CHUNK_HEADER = 8 };

static uint32_t read_word(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// Returns the size of a .glb's JSON in bytes, clamped to the bytes after the two headers. The file must have both
/// headers.
static size_t glb_json_size(const import_pass *pass)
{
    const size_t length = read_word(pass->bytes + GLB_HEADER);
    const size_t left = pass->size - GLB_HEADER - GLB_CHUNK_HEADER;
    return length < left ? length : left;
}

sinew__json sinew__gltf_parse(import_pass *pass, sinew_error *error)
{
    enum { DEEPEST = 1000 };
    const sinew__json_limits limits = {.max_bytes = SIZE_MAX,
                                       .max_values = INT32_MAX,
                                       .max_depth = DEEPEST,
                                       .max_memory = pass->arena.limit,
                                       .is_lenient = 1};
    const int is_glb = strcmp(pass->format.extension, "glb") == 0;
    const size_t begin = is_glb ? GLB_HEADER + GLB_CHUNK_HEADER : 0;
    sinew__json json = {0};
    if (pass->size < begin) return json;
    const sinew_result result = sinew__json_read((const char *)pass->bytes + begin,
                                                 is_glb ? glb_json_size(pass) : pass->size, &limits, &json, error);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) pass->arena.failed = 1;
    if (result == SINEW_ERROR_MEMORY_LIMIT) pass->arena.failed = 2;
    if (!sinew__json_is(json.root, SINEW__JSON_OBJECT)) sinew__json_free(&json);
    return json;
}

int32_t sinew__gltf_whole(const sinew__json_value *number)
{
    if (!(number->number > INT32_MIN)) return INT32_MIN;
    return number->number < INT32_MAX ? (int32_t)number->number : INT32_MAX;
}

/// Returns the binary chunk of a .glb, within pass->bytes, or NULL if the file has none. Also tries the next multiple
/// of four bytes, because some programs leave the padding of the JSON out of its stated length.
static const unsigned char *gltf_binary_chunk(const import_pass *pass, size_t *out_size)
{
    enum { BINARY = 0x004e4942 }; // "BIN\0"
    if (strcmp(pass->format.extension, "glb") != 0 || pass->size < GLB_HEADER + 2 * GLB_CHUNK_HEADER) return NULL;
    const size_t text = read_word(pass->bytes + GLB_HEADER), left = pass->size - GLB_HEADER - 2 * GLB_CHUNK_HEADER;
    for (size_t begin = text; begin <= left && begin < text + 4;
         begin = begin == text && text % 4 ? text + 4 - text % 4 : text + 4) {
        const unsigned char *chunk = pass->bytes + GLB_HEADER + GLB_CHUNK_HEADER + begin;
        const size_t length = read_word(chunk);
        if (read_word(chunk + 4) != BINARY) continue;
        *out_size = length < left - begin ? length : left - begin;
        return chunk + GLB_CHUNK_HEADER;
    }
    return NULL;
}

// ---- values --------------------------------------------------------------------------------------------------------

int sinew__gltf_list(import_pass *pass, const sinew__json_value *array, gltf_list *out)
{
    *out = (gltf_list){.items = SINEW__ARENA_ARRAY(&pass->arena, const sinew__json_value *, sinew__json_count(array))};
    const sinew__json_value *item;
    if (!out->items) return 0;
    for (item = sinew__json_first(array); item; item = item->next) out->items[out->count++] = item;
    return 1;
}

const sinew__json_value *sinew__gltf_item(const gltf_list *list, const sinew__json_value *index)
{
    return sinew__json_is(index, SINEW__JSON_NUMBER) && index->number >= 0 && index->number < (double)list->count
               ? list->items[(size_t)index->number]
               : NULL;
}

const char *sinew__gltf_text(const sinew__json_value *object, const char *key, const char *otherwise)
{
    const char *text = sinew__json_text(sinew__json_member(object, key));
    return text ? text : otherwise;
}

float sinew__gltf_float(const sinew__json_value *object, const char *key, float otherwise)
{
    const sinew__json_value *number = sinew__json_member(object, key);
    return sinew__json_is(number, SINEW__JSON_NUMBER) ? (float)number->number : otherwise;
}

int sinew__gltf_doubles(const sinew__json_value *object, const char *key, int count, double *out)
{
    enum { MOST = 16 };
    double numbers[MOST];
    const sinew__json_value *array = sinew__json_member(object, key), *number = sinew__json_first(array);
    if (!sinew__json_is(array, SINEW__JSON_ARRAY) || sinew__json_count(array) != count || count > MOST) return 0;
    for (int i = 0; i < count; i++, number = number->next) {
        if (!sinew__json_is(number, SINEW__JSON_NUMBER) || !isfinite((float)number->number)) return 0;
        numbers[i] = number->number;
    }
    memcpy(out, numbers, (size_t)count * sizeof *out);
    return 1;
}

sinew_result sinew__gltf_index(const sinew__json_value *object, const char *key, const gltf_list *list,
                               const char *what, int32_t *out, sinew_error *error)
{
    const sinew__json_value *index = sinew__json_member(object, key);
    *out = SINEW_NONE;
    if (!index) return SINEW_OK;
    const sinew__json_value *item = sinew__gltf_item(list, index);
    if (!sinew__json_is(item, SINEW__JSON_OBJECT))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no %s %.0f", what,
                           sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1);
    *out = (int32_t)index->number;
    return SINEW_OK;
}

int sinew__gltf_accessors_begin(import_pass *pass, const sinew__json_value *root, gltf_accessors *out)
{
    *out = (gltf_accessors){.pass = pass};
    if (!sinew__gltf_list(pass, sinew__json_member(root, "accessors"), &out->accessors) ||
        !sinew__gltf_list(pass, sinew__json_member(root, "bufferViews"), &out->views) ||
        !sinew__gltf_list(pass, sinew__json_member(root, "buffers"), &out->buffers))
        return 0;
    out->loaded = SINEW__ARENA_ARRAY(&pass->arena, gltf_bytes, out->buffers.count);
    out->unpacked = SINEW__ARENA_ARRAY(&pass->arena, gltf_bytes, out->views.count);
    out->files = SINEW__ARENA_ARRAY(&pass->arena, side_file, out->buffers.count);
    return out->loaded && out->unpacked && out->files;
}

void sinew__gltf_accessors_end(gltf_accessors *accessors)
{
    for (size_t i = 0; i < accessors->file_count; ++i) sinew_free((void *)(uintptr_t)accessors->files[i].bytes);
    accessors->file_count = 0;
}

// ---- buffers -----------------------------------------------------------------------------------------------------

/// Returns a side file, or NULL without a callback or memory. Buffers that name the same file share one read.
static const side_file *read_side_file(gltf_accessors *accessors, const char *name)
{
    const sinew__import_options *options = accessors->pass->options;
    for (size_t i = 0; i < accessors->file_count; ++i)
        if (strcmp(accessors->files[i].name, name) == 0) return &accessors->files[i];
    void *bytes = NULL;
    size_t size = 0;
    if (!options || !options->side_file) return NULL;
    const char *copy = sinew__arena_text(&accessors->pass->arena, name, strlen(name)); // outlives the document
    if (!copy) return NULL;
    const sinew_result result = options->side_file(options->user, name, &bytes, &size);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) accessors->pass->arena.failed = 1;
    if (result != SINEW_OK) return NULL;
    accessors->files[accessors->file_count] = (side_file){.name = copy, .bytes = bytes, .size = size};
    return &accessors->files[accessors->file_count++];
}

const unsigned char *sinew__gltf_data_uri(import_pass *pass, const char *uri, size_t *out_size)
{
    static const char encoding[] = ";base64,";
    const char *text = strstr(uri, encoding);
    if (!text) return NULL;
    text += strlen(encoding);
    const size_t length = strlen(text);
    unsigned char *bytes = sinew__arena_take(&pass->arena, length / 4 * 3 + 3, 1);
    if (bytes) *out_size = sinew__base64_decode(text, length, bytes);
    return bytes;
}

static sinew_result load_buffer(gltf_accessors *accessors, const sinew__json_value *index, gltf_bytes *out,
                                sinew_error *error)
{
    const sinew__json_value *buffer = sinew__gltf_item(&accessors->buffers, index);
    if (!buffer) return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: a buffer view has no buffer");
    const size_t number = (size_t)index->number;
    gltf_bytes *loaded = &accessors->loaded[number];
    const char *uri = sinew__json_text(sinew__json_member(buffer, "uri"));
    const int is_data = uri && strncmp(uri, "data:", 5) == 0;
    if (!loaded->is_tried && is_data) {
        loaded->bytes = sinew__gltf_data_uri(accessors->pass, uri, &loaded->size);
    } else if (!loaded->is_tried && uri) {
        const char *name = sinew__base_name(uri);
        const int is_name = *name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
        const side_file *file = is_name ? read_side_file(accessors, name) : NULL;
        if (file) *loaded = (gltf_bytes){.bytes = file->bytes, .size = file->size};
    } else if (!loaded->is_tried && number == 0) {
        loaded->bytes = gltf_binary_chunk(accessors->pass, &loaded->size);
    }
    loaded->is_tried = 1;
    *out = *loaded;
    if (accessors->pass->arena.failed) return sinew__arena_fail(&accessors->pass->arena, error);
    if (loaded->bytes) return SINEW_OK;
    if (uri && !is_data)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: its buffer '%.200s' was not found", uri);
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: buffer %zu has no data", number);
}

/// Sets *out to a whole number of bytes or elements, or to 0 if the member is missing. Returns 0 if the member is not a
/// whole number from 0 to 1e15.
static int read_size(const sinew__json_value *object, const char *key, size_t *out)
{
    const double largest = 1e15;
    const sinew__json_value *item = sinew__json_member(object, key);
    *out = 0;
    if (!item) return 1;
    if (!sinew__json_is(item, SINEW__JSON_NUMBER) || !(item->number >= 0 && item->number <= largest)) return 0;
    *out = (size_t)item->number;
    return (double)*out == item->number;
}

/// Finds the bytes of the buffer that a view, or the view's compression extension, names.
static sinew_result find_range(gltf_accessors *accessors, const sinew__json_value *view, size_t number, gltf_bytes *out,
                               sinew_error *error)
{
    size_t offset, length, stride;
    gltf_bytes buffer = {0};
    if (!read_size(view, "byteOffset", &offset) || !read_size(view, "byteLength", &length) ||
        !read_size(view, "byteStride", &stride))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: buffer view %zu has numbers that are no sizes",
                           number);
    const sinew__json_value *index = sinew__json_member(view, "buffer");
    const sinew_result result = load_buffer(accessors, index, &buffer, error);
    if (result != SINEW_OK) return result;
    if (offset > buffer.size || length > buffer.size - offset)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: buffer view %zu ends at byte %zu of a buffer of %zu",
                           number, offset + length, buffer.size);
    *out = (gltf_bytes){.bytes = buffer.bytes + offset, .size = length, .stride = stride};
    return SINEW_OK;
}

// ---- EXT_meshopt_compression ----------------------------------------------------------------------------------------

/// The extension's description of a view.
typedef struct packed_view {
    const char *mode, *filter;
    size_t count, stride;
} packed_view;

static const sinew__json_value *find_packed(const sinew__json_value *view)
{
    const sinew__json_value *extensions = sinew__json_member(view, "extensions");
    const sinew__json_value *packed = sinew__json_member(extensions, "EXT_meshopt_compression");
    return packed ? packed : sinew__json_member(extensions, "KHR_meshopt_compression");
}

/// Whether mode, filter, stride and count are a combination that the extension allows. The decoder relies on it.
static int is_decodable(const packed_view *view)
{
    const int is_of_vertices = strcmp(view->mode, "ATTRIBUTES") == 0;
    if (view->count == 0 || view->stride == 0 || view->stride > 256 || view->count > SIZE_MAX / view->stride) return 0;
    if (!is_of_vertices) {
        const int is_of_triangles = strcmp(view->mode, "TRIANGLES") == 0;
        return (view->stride == 2 || view->stride == 4) && strcmp(view->filter, "NONE") == 0 &&
               (is_of_triangles ? view->count % 3 == 0 : strcmp(view->mode, "INDICES") == 0);
    }
    if (view->stride % 4) return 0;
    if (strcmp(view->filter, "OCTAHEDRAL") == 0) return view->stride == 4 || view->stride == 8;
    if (strcmp(view->filter, "QUATERNION") == 0) return view->stride == 8;
    return strcmp(view->filter, "NONE") == 0 || strcmp(view->filter, "EXPONENTIAL") == 0;
}

/// Returns the first byte of a stream of this mode, without the version in its lower four bits.
static int first_byte_of(const packed_view *view)
{
    return strcmp(view->mode, "TRIANGLES") == 0 ? 0xe0 : strcmp(view->mode, "INDICES") == 0 ? 0xd0 : 0xa0;
}

/// Decompresses a stream. Returns 0 on success, else the decoder's error number.
static int unpack(const packed_view *view, const gltf_bytes *from, unsigned char *out)
{
    const size_t count = view->count, stride = view->stride;
    if (strcmp(view->mode, "TRIANGLES") == 0)
        return meshopt_decodeIndexBuffer(out, count, stride, from->bytes, from->size);
    if (strcmp(view->mode, "INDICES") == 0)
        return meshopt_decodeIndexSequence(out, count, stride, from->bytes, from->size);
    const int failure = meshopt_decodeVertexBuffer(out, count, stride, from->bytes, from->size);
    if (failure) return failure;
    if (strcmp(view->filter, "OCTAHEDRAL") == 0) meshopt_decodeFilterOct(out, count, stride);
    if (strcmp(view->filter, "QUATERNION") == 0) meshopt_decodeFilterQuat(out, count, stride);
    if (strcmp(view->filter, "EXPONENTIAL") == 0) meshopt_decodeFilterExp(out, count, stride);
    return 0;
}

static sinew_result fail_to_unpack(const packed_view *view, const gltf_bytes *from, size_t number, int failure,
                                   sinew_error *error)
{
    // The decoder's error number for an unknown version, and for bytes that are not a stream.
    enum { IS_OF_ANOTHER_VERSION = -1 };
    if (failure == IS_OF_ANOTHER_VERSION && from->size && (from->bytes[0] & 0xf0) == first_byte_of(view))
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED,
                           "unsupported: the meshopt stream of buffer view %zu is of version %d, which is not read",
                           number, from->bytes[0] & 0xf);
    return sinew__fail(error, SINEW_ERROR_DAMAGED,
                       "damaged: the meshopt stream of buffer view %zu is not one of %zu elements of %zu bytes", number,
                       view->count, view->stride);
}

static sinew_result unpack_view(gltf_accessors *accessors, const sinew__json_value *json, size_t number,
                                gltf_bytes *out, sinew_error *error)
{
    sinew__arena *arena = &accessors->pass->arena;
    packed_view view = {.mode = sinew__gltf_text(json, "mode", ""), .filter = sinew__gltf_text(json, "filter", "NONE")};
    gltf_bytes from;
    if (!read_size(json, "count", &view.count) || !read_size(json, "byteStride", &view.stride) || !is_decodable(&view))
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: the compression of buffer view %zu has a mode, filter, stride and count that do "
                           "not go together",
                           number);
    const sinew_result result = find_range(accessors, json, number, &from, error);
    if (result != SINEW_OK) return result;
    unsigned char *bytes = sinew__arena_aligned(arena, view.count * view.stride, 16);
    if (!bytes) return sinew__arena_fail(arena, error);
    const int failure = unpack(&view, &from, bytes);
    if (failure) return fail_to_unpack(&view, &from, number, failure, error);
    // Indices follow each other; attributes have the stride of the stream.
    const size_t stride = strcmp(view.mode, "ATTRIBUTES") == 0 ? view.stride : 0;
    *out = (gltf_bytes){.bytes = bytes, .size = view.count * view.stride, .stride = stride, .is_tried = 1};
    return SINEW_OK;
}

sinew_result sinew__gltf_view_open(gltf_accessors *accessors, const sinew__json_value *index, gltf_bytes *out,
                                   sinew_error *error)
{
    const sinew__json_value *view = sinew__gltf_item(&accessors->views, index);
    if (!view)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no buffer view %.0f",
                           sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1);
    const size_t number = (size_t)index->number;
    gltf_bytes *unpacked = &accessors->unpacked[number];
    const sinew__json_value *packed = find_packed(view);
    if (!packed) return find_range(accessors, view, number, out, error);
    sinew_result result = SINEW_OK;
    if (!unpacked->is_tried) result = unpack_view(accessors, packed, number, unpacked, error);
    *out = *unpacked;
    return result;
}

// ---- accessors ---------------------------------------------------------------------------------------------------

/// An integer or floating-point type of accessors.
typedef struct gltf_number_type {
    int code; ///< glTF's componentType
    size_t size;
    int is_signed;
    double largest; ///< the integer that is read as 1 in a normalised accessor; 0: float
} gltf_number_type;

/// An accessor whose elements lie within their buffers. The components of an element are stored without gaps.
typedef struct gltf_accessor {
    const gltf_number_type *type;
    int is_normalized;
    size_t components, count;
    const unsigned char *first; ///< element 0; NULL: all numbers are 0
    size_t stride;
    size_t sparse_count;
    const gltf_number_type *sparse_type; ///< type of the indices
    const unsigned char *sparse_indices, *sparse_values;
} gltf_accessor;

static const gltf_number_type *find_type(const sinew__json_value *object)
{
    static const gltf_number_type types[] = {{5120, 1, 1, 127},   {5121, 1, 0, 255},        {5122, 2, 1, 32767},
                                             {5123, 2, 0, 65535}, {5125, 4, 0, 4294967295}, {5126, 4, 1, 0}};
    const sinew__json_value *code = sinew__json_member(object, "componentType");
    for (size_t i = 0; sinew__json_is(code, SINEW__JSON_NUMBER) && i < sizeof types / sizeof *types; ++i)
        if (types[i].code == sinew__gltf_whole(code)) return &types[i];
    return NULL;
}

static size_t count_components(const sinew__json_value *accessor)
{
    static const struct {
        const char *name;
        size_t count;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const char *name = sinew__gltf_text(accessor, "type", "");
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(name, types[i].name) == 0) return types[i].count;
    return 0;
}

/// Returns the first of `count` elements of `size` bytes that begin `offset` bytes after the start of a view, or NULL
/// if the view is too short.
static const unsigned char *find_elements(const gltf_bytes *view, size_t offset, size_t count, size_t size,
                                          size_t stride)
{
    if (stride < size || offset > view->size || size > view->size - offset) return NULL;
    return count - 1 <= (view->size - offset - size) / stride ? view->bytes + offset : NULL;
}

/// Finds the elements of an accessor in its buffer view. Without a view, `first` stays NULL, and all numbers are 0.
static sinew_result find_dense(gltf_accessors *accessors, const sinew__json_value *json, size_t number,
                               gltf_accessor *out, sinew_error *error)
{
    const sinew__json_value *index = sinew__json_member(json, "bufferView");
    const size_t size = out->components * out->type->size;
    gltf_bytes view;
    size_t offset;
    if (!index) return SINEW_OK;
    const sinew_result result = sinew__gltf_view_open(accessors, index, &view, error);
    if (result != SINEW_OK) return result;
    if (!read_size(json, "byteOffset", &offset))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the offset of accessor %zu is no size", number);
    out->stride = view.stride ? view.stride : size;
    out->first = find_elements(&view, offset, out->count, size, out->stride);
    if (out->first) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED,
                       "damaged: the %zu elements of accessor %zu do not lie within the %zu bytes of buffer view %.0f",
                       out->count, number, view.size, index->number);
}

static double read_number(const unsigned char *bytes, const gltf_number_type *type, int is_normalized)
{
    const uint32_t half = type->size >= 2 ? (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 : bytes[0];
    const uint32_t word = type->size == 4 ? half | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24 : half;
    float single;
    double number;
    switch (type->code) {
    case 5126: memcpy(&single, &word, sizeof single); return (double)single;
    case 5120: number = word < 128 ? (double)word : (double)word - 256; break;
    case 5122: number = word < 32768 ? (double)word : (double)word - 65536; break;
    default: number = (double)word;
    }
    return is_normalized ? fmax(number / type->largest, -1.0) : number;
}

/// Whether the sparse indices rise and are smaller than the accessor's count.
static int are_in_order(const gltf_accessor *accessor)
{
    double last = -1;
    for (size_t i = 0; i < accessor->sparse_count; ++i) {
        const double index =
            read_number(accessor->sparse_indices + i * accessor->sparse_type->size, accessor->sparse_type, 0);
        if (!(index > last && index < (double)accessor->count)) return 0;
        last = index;
    }
    return 1;
}

static const unsigned char *open_sparse_part(gltf_accessors *accessors, const sinew__json_value *part, size_t count,
                                             size_t size, sinew_error *error)
{
    gltf_bytes view;
    size_t offset;
    if (sinew__gltf_view_open(accessors, sinew__json_member(part, "bufferView"), &view, error) != SINEW_OK ||
        !read_size(part, "byteOffset", &offset))
        return NULL;
    return find_elements(&view, offset, count, size, size);
}

static sinew_result find_sparse(gltf_accessors *accessors, const sinew__json_value *json, size_t number,
                                gltf_accessor *out, sinew_error *error)
{
    const sinew__json_value *sparse = sinew__json_member(json, "sparse");
    const sinew__json_value *indices = sinew__json_member(sparse, "indices");
    const sinew__json_value *values = sinew__json_member(sparse, "values");
    size_t count = 0;
    sinew_error reason = {0};
    if (!sparse) return SINEW_OK;
    out->sparse_type = find_type(indices);
    const int is_of_integers = out->sparse_type && !out->sparse_type->is_signed;
    if (!is_of_integers || !read_size(sparse, "count", &count) || count == 0 || count > out->count)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: accessor %zu has %zu elements, %zu of them sparse",
                           number, out->count, count);
    out->sparse_indices = open_sparse_part(accessors, indices, count, out->sparse_type->size, &reason);
    if (out->sparse_indices)
        out->sparse_values = open_sparse_part(accessors, values, count, out->components * out->type->size, &reason);
    if (accessors->pass->arena.failed) return sinew__arena_fail(&accessors->pass->arena, error);
    if (!out->sparse_values)
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: the %zu sparse elements of accessor %zu do not lie within their buffer views",
                           count, number);
    out->sparse_count = count;
    if (are_in_order(out)) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED,
                       "damaged: the sparse indices of accessor %zu do not rise from 0 to its %zu elements", number,
                       out->count);
}

/// Finds the elements of an accessor, dense and sparse.
static sinew_result open_accessor(gltf_accessors *accessors, const sinew__json_value *index, gltf_accessor *out,
                                  sinew_error *error)
{
    const sinew__json_value *json = sinew__gltf_item(&accessors->accessors, index);
    *out = (gltf_accessor){0};
    if (!json)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no accessor %.0f",
                           sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1);
    const size_t number = (size_t)index->number;
    out->type = find_type(json);
    out->components = count_components(json);
    out->is_normalized = sinew__json_is(sinew__json_member(json, "normalized"), SINEW__JSON_TRUE);
    if (!out->type || out->components == 0 || !read_size(json, "count", &out->count) || out->count == 0 ||
        out->count > UINT32_MAX)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: accessor %zu has no valid type and count", number);
    const sinew_result result = find_dense(accessors, json, number, out, error);
    return result == SINEW_OK ? find_sparse(accessors, json, number, out, error) : result;
}

// ---- numbers -----------------------------------------------------------------------------------------------------

/// Writes the numbers of one element into `out`, converted to `kind`; `from` NULL writes zeros.
static void write_element(const gltf_accessor *accessor, const unsigned char *from, gltf_number_kind kind,
                          size_t components, size_t element, void *out)
{
    const gltf_number_type *type = accessor->type;
    if (from && kind == GLTF_FLOATS && type->largest == 0 && components <= accessor->components) {
        memcpy((float *)out + element * components, from, components * sizeof(float));
        return;
    }
    for (size_t c = 0; c < components; ++c) {
        const size_t at = element * components + c;
        double number = c < accessor->components ? 0 : 1;
        if (from && c < accessor->components)
            number = read_number(from + c * type->size, type, accessor->is_normalized);
        if (kind == GLTF_FLOATS) ((float *)out)[at] = (float)number;
        if (kind == GLTF_DOUBLES) ((double *)out)[at] = number;
        if (kind == GLTF_INDICES)
            ((uint32_t *)out)[at] = number >= 0 && number < (double)UINT32_MAX ? (uint32_t)number : UINT32_MAX;
    }
}

/// Reads the elements of the types that most files have, which is faster because the type is not examined for each
/// number. Returns 0 for other types.
static int read_common(const gltf_accessor *accessor, gltf_number_kind kind, size_t components, void *out)
{
    enum { BYTE = 5121, SHORT = 5123, INDEX = 5125, SINGLE = 5126 };
    const unsigned char *from = accessor->first;
    const size_t count = accessor->count, stride = accessor->stride, size = components * accessor->type->size;
    const int code = accessor->type->code;
    if (!from || components != accessor->components || accessor->is_normalized) return 0;
    if ((kind == GLTF_FLOATS && code == SINGLE) || (kind == GLTF_INDICES && code == INDEX)) {
        if (stride == size) memcpy(out, from, count * size);
        for (size_t i = stride == size ? count : 0; i < count; ++i)
            memcpy((unsigned char *)out + i * size, from + i * stride, size);
    } else if (kind == GLTF_FLOATS && code == BYTE) {
        for (float *next = out; next < (float *)out + count * components; from += stride)
            for (size_t c = 0; c < components; ++c) *next++ = from[c];
    } else if (kind == GLTF_FLOATS && code == SHORT) {
        for (float *next = out; next < (float *)out + count * components; from += stride)
            for (size_t c = 0; c < components; ++c) *next++ = (float)(from[2 * c] | from[2 * c + 1] << 8);
    } else if (kind == GLTF_INDICES && code == SHORT) {
        for (uint32_t *next = out; next < (uint32_t *)out + count * components; from += stride)
            for (size_t c = 0; c < components; ++c) *next++ = (uint32_t)(from[2 * c] | from[2 * c + 1] << 8);
    } else if (kind == GLTF_DOUBLES && code == SINGLE) {
        for (double *next = out; next < (double *)out + count * components; from += stride)
            for (size_t c = 0; c < components; ++c) {
                float number;
                memcpy(&number, from + c * sizeof number, sizeof number);
                *next++ = (double)number;
            }
    } else {
        return 0;
    }
    return 1;
}

sinew_result sinew__gltf_read(gltf_accessors *accessors, sinew__arena *arena, const sinew__json_value *index,
                              gltf_number_kind kind, size_t least, size_t components, void *out_numbers,
                              size_t *out_count, sinew_error *error)
{
    gltf_accessor accessor;
    *out_count = 0;
    const sinew_result result = open_accessor(accessors, index, &accessor, error);
    if (result != SINEW_OK) return result;
    if (accessor.components < least)
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: accessor %.0f has %zu numbers per element, expected %zu", index->number,
                           accessor.components, least);
    const size_t size = components * (kind == GLTF_DOUBLES ? sizeof(double) : 4);
    void *numbers = sinew__arena_take(arena, accessor.count, size);
    if (!numbers) return sinew__arena_fail(arena, error);
    sinew__prefer_large_pages(numbers, accessor.count * size);
    for (size_t i = read_common(&accessor, kind, components, numbers) ? accessor.count : 0; i < accessor.count; ++i)
        write_element(&accessor, accessor.first ? accessor.first + i * accessor.stride : NULL, kind, components, i,
                      numbers);
    for (size_t i = 0; i < accessor.sparse_count; ++i)
        write_element(
            &accessor, accessor.sparse_values + i * accessor.components * accessor.type->size, kind, components,
            (size_t)read_number(accessor.sparse_indices + i * accessor.sparse_type->size, accessor.sparse_type, 0),
            numbers);
    memcpy(out_numbers, &numbers, sizeof numbers);
    *out_count = accessor.count;
    return SINEW_OK;
}
