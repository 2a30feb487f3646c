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

static const char draco[] = "KHR_draco_mesh_compression";

/// Compression that Assimp does not know: it reads empty meshes.
static int is_unknown_compression(const char *extension)
{
    return strcmp(extension, "EXT_meshopt_compression") == 0 || strcmp(extension, "KHR_meshopt_compression") == 0;
}

/// Extensions that change materials and textures only, without which Assimp reads the geometry.
static int is_of_materials(const char *extension)
{
    return strncmp(extension, "KHR_materials_", 14) == 0 || strncmp(extension, "KHR_texture_", 12) == 0 ||
           strncmp(extension, "EXT_texture_", 12) == 0;
}

/// Whether Assimp has failed because of an extension that the file requires. It decodes Draco where it was built to,
/// and says so where it was not; then other errors are damage.
static int is_cause(const char *extension, const sinew_error *failure)
{
    if (is_of_materials(extension)) return 0;
    return strcmp(extension, draco) != 0 || strstr(failure->message, "not supported");
}

static sinew_result fail_unsupported(const char *extension, sinew_error *error)
{
    const int is_compression = is_unknown_compression(extension) || strcmp(extension, draco) == 0;
    sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "unsupported: the file requires the glTF extension %.64s", extension);
    if (is_compression) sinew__hint(error, "export it without mesh compression");
    return SINEW_ERROR_UNSUPPORTED;
}

sinew_result sinew__gltf_check_extensions(const import_pass *pass, const sinew_error *failure, sinew_error *error)
{
    cJSON *root = sinew__gltf_parse(pass);
    const cJSON *extension;
    sinew_result result = SINEW_OK;
    cJSON_ArrayForEach(extension, cJSON_GetObjectItemCaseSensitive(root, "extensionsRequired"))
    {
        const char *name = cJSON_GetStringValue(extension);
        if (result != SINEW_OK || !name) continue;
        if (failure ? is_cause(name, failure) : is_unknown_compression(name)) result = fail_unsupported(name, error);
    }
    cJSON_Delete(root);
    return result;
}
