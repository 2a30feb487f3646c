#include "import/assimp/gltf_json.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/error.h"

cJSON *sinew__gltf_parse(const import_pass *pass)
{
    enum { GLB_HEADER = 12, CHUNK_HEADER = 8 };
    const unsigned char *bytes = pass->bytes;
    if (strcmp(pass->format.extension, "glb") != 0) return cJSON_ParseWithLength((const char *)bytes, pass->size);
    if (pass->size < GLB_HEADER + CHUNK_HEADER) return NULL;
    const size_t length =
        (size_t)bytes[12] | (size_t)bytes[13] << 8 | (size_t)bytes[14] << 16 | (size_t)bytes[15] << 24;
    const size_t left = pass->size - GLB_HEADER - CHUNK_HEADER;
    return cJSON_ParseWithLength((const char *)bytes + GLB_HEADER + CHUNK_HEADER, length < left ? length : left);
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
