/// The JSON part of a glTF file, which holds what Assimp does not pass on.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_JSON_H
#define SINEW_IMPORT_ASSIMP_GLTF_JSON_H

#include "core/base/json.h"
#include "import/import_pass.h"

/// Parses the JSON of a .gltf, or the first chunk of a .glb. Release it with sinew__json_free; its root is NULL if it
/// is no object, and when out of memory, which sets pass->arena.failed.
sinew__json sinew__gltf_parse(import_pass *pass);

/// Sizes of the headers of a .glb and of each of its chunks; the first one holds the JSON.
enum { GLB_HEADER = 12, GLB_CHUNK_HEADER = 8 };

/// The size of the JSON of a .glb that has at least both headers, no larger than what follows them.
size_t sinew__glb_json_size(const import_pass *pass);

/// The bytes of a .glb's binary chunk, within pass->bytes. Returns NULL if the file has none.
const unsigned char *sinew__gltf_binary_chunk(const import_pass *pass, size_t *out_size);

/// Items of a JSON array as an array: sinew__json_value's own access by index walks a list.
typedef struct gltf_list {
    const sinew__json_value **items;
    size_t count;
} gltf_list;

/// Lists the items of an array (NULL: none) in pass->arena. Returns 0 when out of memory.
int sinew__gltf_list(import_pass *pass, const sinew__json_value *array, gltf_list *out);

/// A number as a whole one, clamped.
int32_t sinew__gltf_whole(const sinew__json_value *number);

/// The item of an index, or NULL.
const sinew__json_value *sinew__gltf_item(const gltf_list *list, const sinew__json_value *index);

/// Fails with SINEW_ERROR_UNSUPPORTED, naming the extension, if the file requires one that is not read.
SINEW_NODISCARD sinew_result sinew__gltf_check_extensions(const sinew__json_value *root, sinew_error *out_error);

#endif
