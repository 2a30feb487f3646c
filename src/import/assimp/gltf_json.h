/// The JSON part of a glTF file, which holds what Assimp does not pass on.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_JSON_H
#define SINEW_IMPORT_ASSIMP_GLTF_JSON_H

#include "import/import_pass.h"

struct cJSON;

/// Parses the JSON of a .gltf, or the first chunk of a .glb. Returns NULL if it is invalid or out of memory. Release it
/// with cJSON_Delete.
struct cJSON *sinew__gltf_parse(const import_pass *pass);

/// Sizes of the headers of a .glb and of each of its chunks; the first one holds the JSON.
enum { GLB_HEADER = 12, GLB_CHUNK_HEADER = 8 };

/// The size of the JSON of a .glb that has at least both headers, no larger than what follows them.
size_t sinew__glb_json_size(const import_pass *pass);

/// The bytes of a .glb's binary chunk, within pass->bytes. Returns NULL if the file has none.
const unsigned char *sinew__gltf_binary_chunk(const import_pass *pass, size_t *out_size);

/// Items of a JSON array as an array: cJSON's own access by index walks a list.
typedef struct gltf_list {
    const struct cJSON **items;
    size_t count;
} gltf_list;

/// Lists the items of an array (NULL: none) in pass->arena. Returns 0 when out of memory.
int sinew__gltf_list(import_pass *pass, const struct cJSON *array, gltf_list *out);

/// The item of an index, or NULL.
const struct cJSON *sinew__gltf_item(const gltf_list *list, const struct cJSON *index);

/// Fails with SINEW_ERROR_UNSUPPORTED, naming the extension, if the file requires one that is not read.
SINEW_NODISCARD sinew_result sinew__gltf_check_extensions(const struct cJSON *root, sinew_error *out_error);

#endif
