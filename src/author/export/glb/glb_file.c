#include "author/export/glb/glb_file.h"

#include <math.h>
#include <string.h>

#include "author/export/glb/glb_pack.h"
#include "sinew/model.h"

static const char *const list_names[GLB_LIST_COUNT] = {
    [GLB_NODES] = "nodes",         [GLB_MESHES] = "meshes",         [GLB_SKINS] = "skins",
    [GLB_MATERIALS] = "materials", [GLB_TEXTURES] = "textures",     [GLB_SAMPLERS] = "samplers",
    [GLB_IMAGES] = "images",       [GLB_ANIMATIONS] = "animations", [GLB_ACCESSORS] = "accessors",
    [GLB_VIEWS] = "bufferViews",
};

// ---- JSON ---------------------------------------------------------------------------------------------------------

sinew__json_writer sinew__glb_json(sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    json.is_plain = 1;
    return json;
}

void sinew__glb_floats(sinew__json_writer *json, const char *key, const float *numbers, int count)
{
    float finite[4];
    for (int i = 0; i < count; ++i) finite[i] = isfinite(numbers[i]) ? numbers[i] : 0.0f;
    sinew__json_put_floats(json, key, finite, count);
}

sinew__json_writer *sinew__glb_item(sinew__glb *glb, glb_list_kind kind, int32_t *out_index)
{
    glb_list *list = &glb->lists[kind];
    if (list->count == 0) {
        list->json = sinew__glb_json(&list->text);
        sinew__json_put_array(&list->json, NULL);
    }
    *out_index = list->count++;
    sinew__json_put_object(&list->json, NULL);
    return &list->json;
}

// ---- binary data --------------------------------------------------------------------------------------------------

/// Appends zeroed bytes at a multiple of 4.
static void *append_zeros(sinew__buffer *data, size_t size, size_t *out_offset)
{
    const size_t padding = (4 - data->size % 4) % 4;
    if (!sinew__buffer_reserve(data, padding + size + 1)) return NULL;
    memset(data->text + data->size, 0, padding + size);
    *out_offset = data->size + padding;
    data->size += padding + size;
    return data->text + *out_offset;
}

void *sinew__glb_view(sinew__glb *glb, glb_view view, int32_t *out_view)
{
    glb_view *views = sinew__arena_grow(&glb->memory, glb->views, glb->view_count, &glb->view_capacity, sizeof *views);
    void *bytes = views ? append_zeros(&glb->data, view.count * view.stride, &view.offset) : NULL;
    if (!bytes) return NULL;
    glb->views = views;
    *out_view = (int32_t)glb->view_count;
    views[glb->view_count++] = view;
    return bytes;
}

float *sinew__glb_keys(sinew__glb *glb, glb_packing packing, size_t stride, size_t count, int32_t *out_view,
                       size_t *out_offset)
{
    // A compressed file has one view for each packing and stride of animation data, another file has one for all.
    int32_t i = 0;
    while (i < glb->key_view_count && glb->packer && (glb->keys[i].packing != packing || glb->keys[i].stride != stride))
        ++i;
    glb_keys *keys = &glb->keys[i];
    if (i == glb->key_view_count) {
        *keys = (glb_keys){.packing = packing, .stride = stride, .view = (int32_t)glb->view_count + i};
        ++glb->key_view_count;
    }
    *out_view = keys->view;
    return append_zeros(&keys->data, count * sizeof(float), out_offset);
}

int32_t sinew__glb_accessor(sinew__glb *glb, const glb_accessor *accessor)
{
    int32_t index;
    sinew__json_writer *json = sinew__glb_item(glb, GLB_ACCESSORS, &index);
    sinew__json_put_whole(json, "componentType", accessor->component);
    sinew__json_put_whole(json, "count", accessor->count);
    sinew__json_put_text(json, "type", accessor->type);
    if (accessor->is_normalized) sinew__json_put_bool(json, "normalized", 1);
    if (accessor->view != SINEW_NONE) sinew__json_put_whole(json, "bufferView", accessor->view);
    if (accessor->offset > 0) sinew__json_put_whole(json, "byteOffset", (int64_t)accessor->offset);
    if (accessor->bounds > 0) {
        sinew__glb_floats(json, "min", accessor->min, accessor->bounds);
        sinew__glb_floats(json, "max", accessor->max, accessor->bounds);
    }
    if (accessor->sparse_count > 0) {
        sinew__json_put_object(json, "sparse");
        sinew__json_put_whole(json, "count", accessor->sparse_count);
        sinew__json_put_object(json, "indices");
        sinew__json_put_whole(json, "bufferView", accessor->sparse_indices);
        sinew__json_put_whole(json, "componentType", GLB_INT);
        sinew__json_end_object(json);
        sinew__json_put_object(json, "values");
        sinew__json_put_whole(json, "bufferView", accessor->sparse_values);
        sinew__json_end_object(json);
        sinew__json_end_object(json);
    }
    sinew__json_end_object(json);
    return index;
}

// ---- the file -----------------------------------------------------------------------------------------------------

int sinew__glb_failed(const sinew__glb *glb)
{
    int failed = glb->data.failed | glb->memory.failed;
    for (int i = 0; i < GLB_LIST_COUNT; ++i) failed |= glb->lists[i].text.failed;
    for (int32_t i = 0; i < glb->key_view_count; ++i) failed |= glb->keys[i].data.failed;
    return failed;
}

/// The buffers of a file: the binary chunk and, as the extension requires, one that represents the compressed data.
typedef struct glb_buffers {
    sinew__buffer chunk;
    size_t unpacked; ///< bytes of the compressed data after decompression
} glb_buffers;

/// Appends the bytes of a view to the chunk, compressed or unchanged, and writes its JSON. byteStride is written only
/// for normals, whose stride is larger than their components.
static sinew_result put_view(sinew__glb *glb, const glb_view *view, const void *bytes, glb_buffers *buffers,
                             sinew_error *error)
{
    const size_t size = view->count * view->stride;
    const char *mode, *filter;
    size_t offset = 0;
    int32_t index;
    void *end = append_zeros(&buffers->chunk, 0, &offset);
    const sinew_result result =
        end ? sinew__glb_encode(glb, view, bytes, &buffers->chunk, &mode, &filter, error) : sinew__fail_memory(error);
    if (result != SINEW_OK) return result;
    if (!mode) sinew__buffer_put(&buffers->chunk, bytes, size);
    sinew__json_writer *json = sinew__glb_item(glb, GLB_VIEWS, &index);
    sinew__json_put_whole(json, "buffer", mode ? 1 : 0);
    sinew__json_put_whole(json, "byteOffset", (int64_t)(mode ? buffers->unpacked : offset));
    sinew__json_put_whole(json, "byteLength", (int64_t)size);
    if (view->packing == GLB_NORMALS) sinew__json_put_whole(json, "byteStride", (int64_t)view->stride);
    if (view->target != GLB_NO_TARGET) sinew__json_put_whole(json, "target", view->target);
    if (mode) {
        sinew__json_put_object(json, "extensions");
        sinew__json_put_object(json, "EXT_meshopt_compression");
        sinew__json_put_whole(json, "buffer", 0);
        sinew__json_put_whole(json, "byteOffset", (int64_t)offset);
        sinew__json_put_whole(json, "byteLength", (int64_t)(buffers->chunk.size - offset));
        sinew__json_put_whole(json, "byteStride", (int64_t)view->stride);
        sinew__json_put_whole(json, "count", (int64_t)view->count);
        sinew__json_put_text(json, "mode", mode);
        if (filter) sinew__json_put_text(json, "filter", filter);
        sinew__json_end_object(json);
        sinew__json_end_object(json);
        buffers->unpacked += (size + 3) / 4 * 4;
    }
    sinew__json_end_object(json);
    return SINEW_OK;
}

static sinew_result put_views(sinew__glb *glb, glb_buffers *buffers, sinew_error *error)
{
    for (size_t i = 0; i < glb->view_count; ++i) {
        const sinew_result result =
            put_view(glb, &glb->views[i], glb->data.text + glb->views[i].offset, buffers, error);
        if (result != SINEW_OK) return result;
    }
    for (int32_t i = 0; i < glb->key_view_count; ++i) {
        const glb_keys *keys = &glb->keys[i];
        const glb_view view = {keys->packing, keys->stride, keys->data.size / keys->stride, GLB_NO_TARGET, 0, 0};
        const sinew_result result = put_view(glb, &view, keys->data.text, buffers, error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

static void put_json(sinew__glb *glb, const char *generator, const sinew__buffer *root_nodes,
                     const glb_buffers *buffers, sinew__buffer *out)
{
    sinew__json_writer json = sinew__glb_json(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_object(&json, "asset");
    sinew__json_put_text(&json, "version", "2.0");
    sinew__json_put_text(&json, "generator", generator);
    sinew__json_end_object(&json);
    static const char *const extension_lists[] = {"extensionsUsed", "extensionsRequired"};
    for (int i = 0; i < 2; ++i) {
        const int has_transforms = i == 0 && glb->has_texture_transforms;
        if (buffers->unpacked == 0 && !glb->has_short_normals && !has_transforms) continue;
        sinew__json_put_array(&json, extension_lists[i]);
        if (buffers->unpacked > 0) sinew__json_put_text(&json, NULL, "EXT_meshopt_compression");
        if (glb->has_short_normals) sinew__json_put_text(&json, NULL, "KHR_mesh_quantization");
        if (has_transforms) sinew__json_put_text(&json, NULL, "KHR_texture_transform");
        sinew__json_end_array(&json);
    }
    sinew__json_put_whole(&json, "scene", 0);
    sinew__json_put_array(&json, "scenes");
    sinew__json_put_object(&json, NULL);
    sinew__json_put_written(&json, "nodes", root_nodes);
    sinew__json_end_object(&json);
    sinew__json_end_array(&json);
    for (int i = 0; i < GLB_LIST_COUNT; ++i) {
        glb_list *list = &glb->lists[i];
        if (list->count == 0) continue;
        sinew__json_end_array(&list->json);
        sinew__json_put_written(&json, list_names[i], &list->text);
    }
    if (buffers->chunk.size > 0) {
        sinew__json_put_array(&json, "buffers");
        sinew__json_put_object(&json, NULL);
        sinew__json_put_whole(&json, "byteLength", (int64_t)buffers->chunk.size);
        sinew__json_end_object(&json);
        if (buffers->unpacked > 0) {
            sinew__json_put_object(&json, NULL);
            sinew__json_put_whole(&json, "byteLength", (int64_t)buffers->unpacked);
            sinew__json_put_object(&json, "extensions");
            sinew__json_put_object(&json, "EXT_meshopt_compression");
            sinew__json_put_bool(&json, "fallback", 1);
            sinew__json_end_object(&json);
            sinew__json_end_object(&json);
            sinew__json_end_object(&json);
        }
        sinew__json_end_array(&json);
    }
    sinew__json_end_object(&json);
    while (out->size % 4 != 0 && !out->failed) sinew__buffer_put_character(out, ' ');
}

/// Stores a word in little-endian order.
static void set_word(sinew__buffer *out, size_t offset, size_t word)
{
    for (int i = 0; i < 4; ++i) out->text[offset + (size_t)i] = (char)(word >> (8 * i) & 0xff);
}

/// Writes the header, the JSON and the chunk. Returns 0 when out of memory.
static int put_file(sinew__glb *glb, const char *generator, const sinew__buffer *root_nodes, const glb_buffers *buffers,
                    sinew__buffer *out)
{
    enum { HEADER = 12, CHUNK_HEADER = 8 };
    static const char start[HEADER + CHUNK_HEADER + 1] = "glTF\2\0\0\0....1234JSON";
    const sinew__buffer *chunk = &buffers->chunk;
    sinew__buffer_put(out, start, HEADER + CHUNK_HEADER);
    put_json(glb, generator, root_nodes, buffers, out);
    const size_t json_size = out->size - HEADER - CHUNK_HEADER, data_size = (chunk->size + 3) / 4 * 4;
    if (data_size > 0) {
        const size_t header = out->size;
        sinew__buffer_put(out, "1234BIN\0", CHUNK_HEADER);
        sinew__buffer_put(out, chunk->text, chunk->size);
        sinew__buffer_put(out, "\0\0\0", data_size - chunk->size);
        if (!out->failed) set_word(out, header, data_size);
    }
    if (out->failed || root_nodes->failed || chunk->failed || sinew__glb_failed(glb)) return 0;
    set_word(out, 8, out->size);
    set_word(out, HEADER, json_size);
    return 1;
}

sinew_result sinew__glb_finish(sinew__glb *glb, const char *generator, const sinew__buffer *root_nodes,
                               sinew__buffer *out, sinew_error *error)
{
    glb_buffers buffers = {0};
    sinew_result result = sinew__glb_failed(glb) ? sinew__fail_memory(error) : put_views(glb, &buffers, error);
    if (result == SINEW_OK && !put_file(glb, generator, root_nodes, &buffers, out)) result = sinew__fail_memory(error);
    sinew__buffer_free(&buffers.chunk);
    return result;
}

void sinew__glb_free(sinew__glb *glb)
{
    for (int i = 0; i < GLB_LIST_COUNT; ++i) sinew__buffer_free(&glb->lists[i].text);
    for (int32_t i = 0; i < glb->key_view_count; ++i) sinew__buffer_free(&glb->keys[i].data);
    sinew__buffer_free(&glb->data);
    sinew__arena_free(&glb->memory);
}
