/// What the stages of glTF share: the numbers that accessors describe, compressed buffers, and the interpolation of its
/// animations, none of which Assimp 5.2 reads as it is.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_H
#define SINEW_IMPORT_ASSIMP_GLTF_H

#include "core/base/json.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_pass.h"

// ---- accessors -----------------------------------------------------------------------------------------------------
// A glTF's JSON, and its accessors as they are stored: numbers of any type, normalised or not, sparse, without data,
// or compressed by EXT_meshopt_compression; from the binary chunk of a .glb, from side files or from data URIs.

/// Parses the JSON of a .gltf, or the first chunk of a .glb. Release it with sinew__json_free; its root is NULL if it
/// is no object, and when out of memory, which sets pass->arena.failed. `out_error` (may be NULL) says why.
sinew__json sinew__gltf_parse(import_pass *pass, sinew_error *out_error);

/// Sizes of the headers of a .glb and of each of its chunks; the first one holds the JSON.
enum { GLB_HEADER = 12, GLB_CHUNK_HEADER = 8 };

/// The size of the JSON of a .glb that has at least both headers, no larger than what follows them.
size_t sinew__glb_json_size(const import_pass *pass);

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

/// Bytes of a buffer or of a view of one.
typedef struct gltf_bytes {
    const unsigned char *bytes; ///< NULL: not loaded, or not found
    size_t size;
    size_t stride; ///< of a view's elements; 0: they follow each other
    int is_tried;
} gltf_bytes;

typedef struct gltf_accessors {
    import_pass *pass;
    gltf_list accessors, views, buffers;
    gltf_bytes *loaded;   ///< [buffers.count]
    gltf_bytes *unpacked; ///< [views.count] of those that are compressed
    side_file *files;     ///< [file_count] side files that were read; bytes allocated
    size_t file_count;
    size_t bytes_left; ///< memory that keys may take
} gltf_accessors;

/// How a number is stored.
typedef struct gltf_number_type {
    int code; ///< glTF's componentType
    size_t size;
    int is_signed;
    double largest; ///< what stands for 1 in a normalised integer; 0: float
} gltf_number_type;

/// An accessor whose elements lie within their buffers. The numbers of an element follow each other.
typedef struct gltf_accessor {
    const gltf_number_type *type;
    int is_normalized;
    int is_packed; ///< by EXT_meshopt_compression
    size_t components, count;
    const unsigned char *first; ///< element 0; NULL: all numbers are 0
    size_t stride, view_size;
    size_t sparse_count;
    const gltf_number_type *sparse_type; ///< of the indices
    const unsigned char *sparse_indices, *sparse_values;
} gltf_accessor;

/// What the numbers of an accessor are written as.
typedef enum gltf_number_kind { GLTF_FLOATS, GLTF_SHORTS, GLTF_WORDS, GLTF_DOUBLES } gltf_number_kind;

/// Lists the accessors of a document, which must outlive *out. Loads nothing yet. Returns 0 when out of memory.
int sinew__gltf_accessors_begin(import_pass *pass, const sinew__json_value *root, gltf_accessors *out);

/// Frees the side files that were read.
void sinew__gltf_accessors_end(gltf_accessors *accessors);

/// Finds the elements of an accessor. SINEW_ERROR_DAMAGED says what is wrong with it.
SINEW_NODISCARD sinew_result sinew__gltf_accessor_open(gltf_accessors *accessors, const sinew__json_value *index,
                                                       gltf_accessor *out, sinew_error *out_error);

/// The bytes of a buffer view, unpacked. SINEW_ERROR_DAMAGED says what is wrong with it.
SINEW_NODISCARD sinew_result sinew__gltf_view_open(gltf_accessors *accessors, const sinew__json_value *index,
                                                   gltf_bytes *out, sinew_error *out_error);

/// The number c of element i of what the accessor's view has, without its sparse elements.
double sinew__gltf_number(const gltf_accessor *accessor, size_t i, size_t c);

/// Writes `components` numbers of each element; those that the accessor lacks are 1. Integers that do not fit become 0.
void sinew__gltf_write(const gltf_accessor *accessor, gltf_number_kind kind, size_t components, void *out);

/// Reads an accessor of `components` numbers (1, 3 or 4) per element into pass->arena: *out_count elements. Returns
/// NULL if it is damaged or has other numbers, if a number is not finite and `finite` is set, or for want of memory.
const double *sinew__gltf_numbers(gltf_accessors *accessors, const sinew__json_value *index, size_t components,
                                  int finite, size_t *out_count);

// ---- compressed buffers --------------------------------------------------------------------------------------------
// Rewrites the accessors of a glTF that Assimp would misread as floats, shorts and words of one more buffer.

/// The name of the buffer that holds what was rewritten.
#define GLTF_DECODED_NAME "sinew decoded accessors"

/// Checks every accessor of the meshes, skins and animations of `root`, and rewrites those whose numbers are
/// normalised, quantised, sparse, compressed or missing. *out_file has the bytes of the new buffer, in pass->arena; it
/// has none if there is nothing to rewrite. *out_changed says whether `root` has been changed. Channels and primitives
/// that cannot be used are removed with a warning; SINEW_ERROR_DAMAGED names the accessor that is damaged.
SINEW_NODISCARD sinew_result sinew__gltf_decode(gltf_accessors *accessors, sinew__json_value *root, side_file *out_file,
                                                int *out_changed, sinew_error *out_error);

// ---- interpolation -------------------------------------------------------------------------------------------------
// What Assimp does not tell of a glTF's nodes and keys: unique names, and the interpolation, which it does not report
// up to 5.2.

/// Lists stepped channels in pass->stepped, and the keys of those with cubic splines or morph weights, which Assimp
/// makes positive, in pass->spline_names. Warns of splines that could not be read: their keys are interpolated
/// linearly.
SINEW_NODISCARD sinew_result sinew__gltf_interpolation(gltf_accessors *accessors, const sinew__json_value *root,
                                                       sinew_error *out_error);

/// Whether a channel of the scene's animation `clip` is stepped.
int sinew__gltf_channel_steps(import_pass *pass, unsigned clip, const char *node, uint32_t path);

/// The cubic splines or morph weights of a channel of the scene's animation `clip`, or NULL.
const gltf_spline *sinew__gltf_channel_spline(import_pass *pass, unsigned clip, const char *node, uint32_t path);

/// The name that Assimp gives a node: its own, or `nodes[index]`. Returns NULL when out of memory.
const char *sinew__gltf_node_name(import_pass *pass, const sinew__json_value *node, size_t index);

/// The sinew_track_path of a channel's path. Returns 0 for one that core glTF does not have.
int sinew__gltf_path(const char *name, uint32_t *out);

/// Numbers the names of nodes that an earlier node has (see name_table.h), and sets pass->has_numbered_names if
/// there are any. `nodes` is the array of the file, or NULL. Returns 0 when out of memory.
int sinew__gltf_number_names(import_pass *pass, sinew__json_value *nodes);

/// Lists the translation, rotation and scale of nodes, as authored, in pass->gltf_rests: the matrix that Assimp makes
/// of them does not tell which axis a mirror image mirrors. Returns 0 when out of memory.
int sinew__gltf_list_rests(import_pass *pass, const sinew__json_value *nodes);

#endif
