#include "import/assimp/gltf_json.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/error.h"

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

cJSON *sinew__gltf_parse(const import_pass *pass)
{
    const unsigned char *bytes = pass->bytes;
    if (strcmp(pass->format.extension, "glb") != 0) return cJSON_ParseWithLength((const char *)bytes, pass->size);
    if (pass->size < GLB_HEADER + GLB_CHUNK_HEADER) return NULL;
    return cJSON_ParseWithLength((const char *)bytes + GLB_HEADER + GLB_CHUNK_HEADER, sinew__glb_json_size(pass));
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

int sinew__gltf_list(import_pass *pass, const cJSON *array, gltf_list *out)
{
    *out = (gltf_list){.items = SINEW__ARENA_ARRAY(&pass->arena, const cJSON *, cJSON_GetArraySize(array))};
    const cJSON *item;
    if (!out->items) return 0;
    cJSON_ArrayForEach(item, array) out->items[out->count++] = item;
    return 1;
}

const cJSON *sinew__gltf_item(const gltf_list *list, const cJSON *index)
{
    return cJSON_IsNumber(index) && index->valuedouble >= 0 && index->valuedouble < (double)list->count
               ? list->items[(size_t)index->valuedouble]
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

sinew_result sinew__gltf_check_extensions(const cJSON *root, sinew_error *error)
{
    const cJSON *extension;
    cJSON_ArrayForEach(extension, cJSON_GetObjectItemCaseSensitive(root, "extensionsRequired"))
    {
        const char *name = cJSON_GetStringValue(extension);
        if (name && !is_known(name))
            return sinew__fail(error, SINEW_ERROR_UNSUPPORTED,
                               "unsupported: the file requires the glTF extension %.64s", name);
    }
    return SINEW_OK;
}
