/// A GLB file under construction: the lists of its JSON and its binary chunk. Source: the glTF 2.0 specification.
#ifndef SINEW_AUTHOR_EXPORT_GLB_GLB_FILE_H
#define SINEW_AUTHOR_EXPORT_GLB_GLB_FILE_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/json.h"
#include "sinew/export.h"

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

/// Values of glTF for component types and buffer view targets.
enum { GLB_BYTE = 5121, GLB_SIGNED_SHORT = 5122, GLB_SHORT = 5123, GLB_INT = 5125, GLB_FLOAT = 5126 };
enum { GLB_NO_TARGET = 0, GLB_VERTICES = 34962, GLB_INDICES = 34963 };

typedef struct glb_list {
    sinew__buffer text; ///< the elements of the array, without its end
    sinew__json_writer json;
    int32_t count;
} glb_list;

/// The contents of a buffer view, which decide how it is compressed.
typedef enum glb_packing {
    GLB_RAW,       ///< an image: not compressed
    GLB_EXACT,     ///< numbers whose bits must not change
    GLB_FLOATS,    ///< floats rounded by sinew__glb_pack_floats
    GLB_NORMALS,   ///< normals written by sinew__glb_pack_normal
    GLB_TRIANGLES, ///< indices of triangles
} glb_packing;

typedef struct glb_view {
    glb_packing packing;
    size_t stride; ///< bytes of an element
    size_t count;  ///< elements
    int target;
    int keeps_order; ///< whether the order of triangles must stay, because they are blended
    size_t offset;   ///< offset in the data, set by sinew__glb_view
} glb_view;

/// Animation data with one stride, which becomes a buffer view at the end of the file.
typedef struct glb_keys {
    glb_packing packing;
    size_t stride;
    int32_t view;
    sinew__buffer data;
} glb_keys;

enum { GLB_MAX_KEYS = 4 }; ///< one each for times, numbers, vectors, rotations

/// A GLB file under construction; an empty file is all zero except for `packer`. Out of memory is reported by
/// sinew__glb_failed, which may be called once at the end.
typedef struct sinew__glb {
    const sinew_export_packer *packer; ///< NULL: the file is not compressed
    glb_list lists[GLB_LIST_COUNT];
    sinew__buffer data;
    glb_view *views; ///< [view_count] all views except the views of animation data
    size_t view_count, view_capacity;
    glb_keys keys[GLB_MAX_KEYS];
    int32_t key_view_count;
    int has_short_normals;      ///< the file needs the extension KHR_mesh_quantization
    int has_texture_transforms; ///< the file uses the extension KHR_texture_transform
    sinew__arena memory;
} sinew__glb;

/// The position and type of an accessor's data.
typedef struct glb_accessor {
    int32_t view;     ///< SINEW_NONE: all values are zero except the sparse ones
    size_t offset;    ///< in the view
    int component;    ///< GLB_FLOAT, …
    int32_t count;    ///< elements
    const char *type; ///< "VEC3"
    int is_normalized;
    int bounds; ///< components of `min` and `max`; 0: none
    const float *min, *max;
    int32_t sparse_count;                  ///< 0: dense
    int32_t sparse_indices, sparse_values; ///< index of their views
} glb_accessor;

/// Returns a writer of compact JSON.
sinew__json_writer sinew__glb_json(sinew__buffer *out);

/// Begins an object of a list and sets *out_index to its index. The caller fills and ends the object.
sinew__json_writer *sinew__glb_item(sinew__glb *glb, glb_list_kind kind, int32_t *out_index);

/// Adds a buffer view of zeroed elements, aligned to 4 bytes. Returns the elements, valid until the next call; NULL
/// when out of memory. Do not call it after sinew__glb_keys.
void *sinew__glb_view(sinew__glb *glb, glb_view view, int32_t *out_view);

/// Adds `count` floats of animation data, in elements of `stride` bytes, to the shared buffer view for such data.
/// Returns them; NULL when out of memory.
float *sinew__glb_keys(sinew__glb *glb, glb_packing packing, size_t stride, size_t count, int32_t *out_view,
                       size_t *out_offset);

/// Returns the index of a new accessor.
int32_t sinew__glb_accessor(sinew__glb *glb, const glb_accessor *accessor);

/// Writes an array of at most four numbers; numbers that are not finite become 0.
void sinew__glb_floats(sinew__json_writer *json, const char *key, const float *numbers, int count);

int sinew__glb_failed(const sinew__glb *glb);

/// Writes the whole file into `out`; call it once. `root_nodes` is the JSON of the scene's node list.
/// SINEW_ERROR_INVALID_ARGUMENT if the packer writes streams that the extension does not allow.
SINEW_NODISCARD sinew_result sinew__glb_finish(sinew__glb *glb, const char *generator, const sinew__buffer *root_nodes,
                                               sinew__buffer *out, sinew_error *error);

void sinew__glb_free(sinew__glb *glb);

#endif
