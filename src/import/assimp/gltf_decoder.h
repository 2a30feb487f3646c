/// A glTF file whose accessors are checked, and replaced where Assimp would misread them: what gltf_decode.c and
/// gltf_decode_mesh.c share.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_DECODER_H
#define SINEW_IMPORT_ASSIMP_GLTF_DECODER_H

#include "import/assimp/gltf.h"

enum {
    GLTF_KINDS = 3,     ///< of numbers that are written: GLTF_FLOATS, GLTF_SHORTS, GLTF_WORDS
    GLTF_MOST_SETS = 8, ///< of texture coordinates, colours, joints and weights
};

/// An accessor that will be written.
typedef struct decoded_accessor {
    gltf_accessor from;
    gltf_number_kind kind;
    size_t components, offset;
} decoded_accessor;

typedef struct gltf_decoder {
    import_pass *pass;
    gltf_accessors *accessors;
    sinew__json_value *array; ///< all accessors of the document
    size_t node_count;
    size_t authored_count;
    gltf_accessor *opened;            ///< [authored_count] those with a type
    size_t *replacements[GLTF_KINDS]; ///< [authored_count] the new accessor + 1; 0: not seen
    decoded_accessor *items;
    size_t count, capacity, size; ///< of items; bytes of all
    const char *owner;            ///< what is being read, for messages: "mesh 'Body'"
    int changed;
} gltf_decoder;

SINEW_NODISCARD sinew_result sinew__gltf_fail_memory(const gltf_decoder *decoder, sinew_error *error);

/// Adds what is being read to a message: "damaged: mesh 'Body': POSITION: accessor 3 …".
SINEW_NODISCARD sinew_result sinew__gltf_name_owner(const gltf_decoder *decoder, const char *what, sinew_result result,
                                                    sinew_error *error);

/// Adds an accessor to the document that will have the numbers of `from`. Returns its index, or 0 when out of memory.
size_t sinew__gltf_add_accessor(gltf_decoder *decoder, const gltf_accessor *from, gltf_number_kind kind,
                                size_t components);

/// Opens an accessor of the file, each once.
SINEW_NODISCARD sinew_result sinew__gltf_open_accessor(gltf_decoder *decoder, const sinew__json_value *index,
                                                       gltf_accessor *out, sinew_error *error);

/// Checks the accessor that `index` names, and gives it another one if Assimp would misread it. It has at least `least`
/// numbers per element, and is read as `components`. `out` may be NULL.
SINEW_NODISCARD sinew_result sinew__gltf_visit(gltf_decoder *decoder, sinew__json_value *index, gltf_number_kind kind,
                                               size_t least, size_t components, gltf_accessor *out, sinew_error *error);

/// What is in memory as an accessor of packed floats or words.
gltf_accessor sinew__gltf_wrap(const void *numbers, int is_float, size_t count, size_t components);

/// Visits all accessors of a mesh, decodes Draco streams, and removes what cannot be drawn.
SINEW_NODISCARD sinew_result sinew__gltf_visit_mesh(gltf_decoder *decoder, sinew__json_value *mesh, sinew_error *error);

#endif
