#include "import/assimp/gltf_json.h"

#include <string.h>

#include "core/base/error.h"

static uint32_t read_word(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

size_t sinew__glb_json_size(const import_pass *pass)
{
    const size_t length = read_word(pass->bytes + GLB_HEADER);
    const size_t left = pass->size - GLB_HEADER - GLB_CHUNK_HEADER;
    return length < left ? length : left;
}

sinew__json sinew__gltf_parse(import_pass *pass)
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
    sinew_error error;
    if (pass->size < begin) return json;
    const sinew_result result = sinew__json_read(
        (const char *)pass->bytes + begin, is_glb ? sinew__glb_json_size(pass) : pass->size, &limits, &json, &error);
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

const unsigned char *sinew__gltf_binary_chunk(const import_pass *pass, size_t *out_size)
{
    enum { BINARY = 0x004e4942 }; // "BIN", 0
    if (strcmp(pass->format.extension, "glb") != 0 || pass->size < GLB_HEADER + 2 * GLB_CHUNK_HEADER) return NULL;
    const size_t text = read_word(pass->bytes + GLB_HEADER), left = pass->size - GLB_HEADER - 2 * GLB_CHUNK_HEADER;
    if (text > left) return NULL;
    const unsigned char *chunk = pass->bytes + GLB_HEADER + GLB_CHUNK_HEADER + text;
    const size_t length = read_word(chunk);
    if (read_word(chunk + 4) != BINARY) return NULL;
    *out_size = length < left - text ? length : left - text;
    return chunk + GLB_CHUNK_HEADER;
}

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

/// Whether a file that requires the extension is read as it says. What materials, textures and lights require changes
/// no geometry; what is not drawn of them is warned of where it is found.
static int is_known(const char *extension)
{
    static const char *const names[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                        "KHR_meshopt_compression",    "KHR_mesh_quantization",
                                        "EXT_mesh_gpu_instancing",    "MSFT_texture_dds"};
    static const char *const families[] = {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_",
                                           "EXT_lights_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(extension, names[i]) == 0) return 1;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(extension, families[i], strlen(families[i])) == 0) return 1;
    return 0;
}

sinew_result sinew__gltf_check_extensions(const sinew__json_value *root, sinew_error *error)
{
    const sinew__json_value *extension;
    for (extension = sinew__json_first(sinew__json_member(root, "extensionsRequired")); extension;
         extension = extension->next) {
        const char *name = sinew__json_text(extension);
        if (name && !is_known(name))
            return sinew__fail(error, SINEW_ERROR_UNSUPPORTED,
                               "unsupported: the file requires the glTF extension %.64s", name);
    }
    return SINEW_OK;
}
