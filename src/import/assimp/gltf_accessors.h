/// Numbers of a glTF's accessors, from the binary chunk of a .glb, from side files or from data URIs.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_ACCESSORS_H
#define SINEW_IMPORT_ASSIMP_GLTF_ACCESSORS_H

#include "import/assimp/gltf_json.h"

/// The bytes of a buffer.
typedef struct gltf_buffer {
    const unsigned char *bytes; ///< NULL: not loaded, or not found
    size_t size;
    void *owned; ///< allocated, or NULL
    int is_tried;
} gltf_buffer;

typedef struct gltf_accessors {
    import_pass *pass;
    gltf_list accessors, views, buffers;
    gltf_buffer *loaded; ///< [buffers.count]
    size_t bytes_left;   ///< memory that further numbers may take
} gltf_accessors;

/// Lists the accessors of a document, which must outlive *out. Loads nothing yet. Returns 0 when out of memory.
int sinew__gltf_accessors_begin(import_pass *pass, const struct cJSON *root, gltf_accessors *out);

/// Frees what was loaded.
void sinew__gltf_accessors_end(gltf_accessors *accessors);

/// Reads an accessor of `components` numbers (1, 3 or 4) per element into pass->arena: *out_count elements. Normalised
/// integers become −1 … 1 or 0 … 1. Returns NULL if the accessor does not lie within its buffer, is sparse or of other
/// numbers, if a number is not finite, if its buffer was not found, or for want of memory.
const double *sinew__gltf_numbers(gltf_accessors *accessors, const struct cJSON *index, size_t components,
                                  size_t *out_count);

#endif
