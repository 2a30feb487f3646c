/// A GLB file while it is built: the lists of its JSON and its binary chunk. Source: the glTF 2.0 specification.
#ifndef SINEW_AUTHOR_EXPORT_GLB_GLB_FILE_H
#define SINEW_AUTHOR_EXPORT_GLB_GLB_FILE_H

#include <stdint.h>

#include "core/base/json.h"

/// The top-level arrays.
typedef enum glb_list_kind {
    GLB_NODES,
    GLB_MESHES,
    GLB_SKINS,
    GLB_MATERIALS,
    GLB_TEXTURES,
    GLB_SAMPLERS,
    GLB_IMAGES,
    GLB_ANIMATIONS,
    GLB_ACCESSORS,
    GLB_VIEWS,
    GLB_LIST_COUNT,
} glb_list_kind;

/// glTF's numbers of component types and buffer view targets.
enum { GLB_BYTE = 5121, GLB_SHORT = 5123, GLB_INT = 5125, GLB_FLOAT = 5126 };
enum { GLB_NO_TARGET = 0, GLB_VERTICES = 34962, GLB_INDICES = 34963 };

typedef struct glb_list {
    sinew__buffer text; ///< of an array that is open
    sinew__json_writer json;
    int32_t count;
} glb_list;

/// Zeroed: empty. Check `failed` of its buffers once, with sinew__glb_failed.
typedef struct sinew__glb {
    glb_list lists[GLB_LIST_COUNT];
    sinew__buffer data;
    size_t keys_begin; ///< offset of the animation data in `data`
    int32_t keys_view; ///< the buffer view of all animation data; 0 and no keys: none
    int has_keys;
} sinew__glb;

/// Where the data of an accessor is, and what it is.
typedef struct glb_accessor {
    int32_t view;     ///< or SINEW_NONE: zeros, with `sparse`
    size_t offset;    ///< in the view
    int component;    ///< GLB_FLOAT, …
    int32_t count;    ///< elements
    const char *type; ///< "VEC3"
    int bounds;       ///< components of `min` and `max`; 0: none
    const float *min, *max;
    int32_t sparse_count;                  ///< 0: dense
    int32_t sparse_indices, sparse_values; ///< views
} glb_accessor;

/// A writer of JSON for programs.
sinew__json_writer sinew__glb_json(sinew__buffer *out);

/// Begins an object of a list, whose members the caller puts and which it ends. Sets *out_index to its index.
sinew__json_writer *sinew__glb_item(sinew__glb *glb, glb_list_kind kind, int32_t *out_index);

/// Adds a buffer view of zeroed bytes, aligned to 4, and returns them until the next call; NULL when out of memory.
/// `stride` 0: none. Not after sinew__glb_keys.
void *sinew__glb_view(sinew__glb *glb, size_t size, int stride, int target, int32_t *out_view);

/// Adds animation data to the buffer view that all animations share.
float *sinew__glb_keys(sinew__glb *glb, size_t count, size_t *out_offset);

/// Returns the index of a new accessor.
int32_t sinew__glb_accessor(sinew__glb *glb, const glb_accessor *accessor);

/// Puts an array of at most four numbers; those that are not finite become 0.
void sinew__glb_floats(sinew__json_writer *json, const char *key, const float *numbers, int count);

int sinew__glb_failed(const sinew__glb *glb);

/// Writes the whole file into `out`, once. `root_nodes` is the JSON of the scene's node list. Returns 0 when out of
/// memory.
int sinew__glb_finish(sinew__glb *glb, const char *generator, const sinew__buffer *root_nodes, sinew__buffer *out);

void sinew__glb_free(sinew__glb *glb);

#endif
