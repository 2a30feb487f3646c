#include "author/export/glb/glb_file.h"

#include <math.h>
#include <string.h>

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
static void *append_zeros(sinew__glb *glb, size_t size, size_t *out_offset)
{
    const size_t padding = (4 - glb->data.size % 4) % 4;
    if (!sinew__buffer_reserve(&glb->data, padding + size + 1)) return NULL;
    memset(glb->data.text + glb->data.size, 0, padding + size);
    *out_offset = glb->data.size + padding;
    glb->data.size += padding + size;
    return glb->data.text + *out_offset;
}

static void put_view(sinew__glb *glb, size_t offset, size_t size, int stride, int target, int32_t *out_view)
{
    sinew__json_writer *json = sinew__glb_item(glb, GLB_VIEWS, out_view);
    sinew__json_put_whole(json, "buffer", 0);
    sinew__json_put_whole(json, "byteOffset", (int64_t)offset);
    sinew__json_put_whole(json, "byteLength", (int64_t)size);
    if (stride > 0) sinew__json_put_whole(json, "byteStride", stride);
    if (target != GLB_NO_TARGET) sinew__json_put_whole(json, "target", target);
    sinew__json_end_object(json);
}

void *sinew__glb_view(sinew__glb *glb, size_t size, int stride, int target, int32_t *out_view)
{
    size_t offset;
    void *bytes = append_zeros(glb, size, &offset);
    if (bytes) put_view(glb, offset, size, stride, target, out_view);
    return bytes;
}

float *sinew__glb_keys(sinew__glb *glb, size_t count, size_t *out_offset)
{
    size_t offset;
    void *floats = append_zeros(glb, count * sizeof(float), &offset);
    if (!floats) return NULL;
    if (!glb->has_keys) glb->keys_begin = offset;
    glb->has_keys = 1;
    glb->keys_view = glb->lists[GLB_VIEWS].count;
    *out_offset = offset - glb->keys_begin;
    return floats;
}

static void put_sparse(sinew__json_writer *json, const glb_accessor *accessor)
{
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

int32_t sinew__glb_accessor(sinew__glb *glb, const glb_accessor *accessor)
{
    int32_t index;
    sinew__json_writer *json = sinew__glb_item(glb, GLB_ACCESSORS, &index);
    sinew__json_put_whole(json, "componentType", accessor->component);
    sinew__json_put_whole(json, "count", accessor->count);
    sinew__json_put_text(json, "type", accessor->type);
    if (accessor->view != SINEW_NONE) sinew__json_put_whole(json, "bufferView", accessor->view);
    if (accessor->offset > 0) sinew__json_put_whole(json, "byteOffset", (int64_t)accessor->offset);
    if (accessor->bounds > 0) {
        sinew__glb_floats(json, "min", accessor->min, accessor->bounds);
        sinew__glb_floats(json, "max", accessor->max, accessor->bounds);
    }
    if (accessor->sparse_count > 0) put_sparse(json, accessor);
    sinew__json_end_object(json);
    return index;
}

// ---- the file -----------------------------------------------------------------------------------------------------

int sinew__glb_failed(const sinew__glb *glb)
{
    int failed = glb->data.failed;
    for (int i = 0; i < GLB_LIST_COUNT; ++i) failed |= glb->lists[i].text.failed;
    return failed;
}

static void put_json(sinew__glb *glb, const char *generator, const sinew__buffer *root_nodes, sinew__buffer *out)
{
    sinew__json_writer json = sinew__glb_json(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_object(&json, "asset");
    sinew__json_put_text(&json, "version", "2.0");
    sinew__json_put_text(&json, "generator", generator);
    sinew__json_end_object(&json);
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
    if (glb->data.size > 0) {
        sinew__json_put_array(&json, "buffers");
        sinew__json_put_object(&json, NULL);
        sinew__json_put_whole(&json, "byteLength", (int64_t)glb->data.size);
        sinew__json_end_object(&json);
        sinew__json_end_array(&json);
    }
    sinew__json_end_object(&json);
    while (out->size % 4 != 0 && !out->failed) sinew__buffer_put_character(out, ' ');
}

/// Little-endian, on every machine.
static void set_word(sinew__buffer *out, size_t offset, size_t word)
{
    for (int i = 0; i < 4; ++i) out->text[offset + (size_t)i] = (char)(word >> (8 * i) & 0xff);
}

int sinew__glb_finish(sinew__glb *glb, const char *generator, const sinew__buffer *root_nodes, sinew__buffer *out)
{
    enum { HEADER = 12, CHUNK_HEADER = 8 };
    int32_t view;
    if (glb->has_keys) put_view(glb, glb->keys_begin, glb->data.size - glb->keys_begin, 0, GLB_NO_TARGET, &view);
    static const char start[HEADER + CHUNK_HEADER + 1] = "glTF\2\0\0\0....1234JSON";
    sinew__buffer_put(out, start, HEADER + CHUNK_HEADER);
    put_json(glb, generator, root_nodes, out);
    const size_t json_size = out->size - HEADER - CHUNK_HEADER, data_size = (glb->data.size + 3) / 4 * 4;
    if (data_size > 0) {
        const size_t header = out->size;
        sinew__buffer_put(out, "1234BIN\0", CHUNK_HEADER);
        sinew__buffer_put(out, glb->data.text, glb->data.size);
        sinew__buffer_put(out, "\0\0\0", data_size - glb->data.size);
        if (!out->failed) set_word(out, header, data_size);
    }
    if (out->failed || root_nodes->failed || sinew__glb_failed(glb)) return 0;
    set_word(out, 8, out->size);
    set_word(out, HEADER, json_size);
    return 1;
}

void sinew__glb_free(sinew__glb *glb)
{
    for (int i = 0; i < GLB_LIST_COUNT; ++i) sinew__buffer_free(&glb->lists[i].text);
    sinew__buffer_free(&glb->data);
}
