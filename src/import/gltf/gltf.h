/// glTF 2.0 → the raw model: declarations that the files of this folder share. The JSON is parsed once; numbers are
/// read from their buffers, each accessor when something uses it.
#ifndef SINEW_IMPORT_GLTF_GLTF_H
#define SINEW_IMPORT_GLTF_GLTF_H

#include "core/base/json.h"
#include "import/import_pass.h"

// ---- accessors -----------------------------------------------------------------------------------------------------
// A glTF's JSON, and its accessors as they are stored: numbers of any type, normalised or not, sparse, without data,
// or compressed by EXT_meshopt_compression; from the binary chunk of a .glb, from side files or from data URIs.

/// Parses the JSON of a .gltf, or the first chunk of a .glb. Release it with sinew__json_free; its root is NULL if it
/// is not an object, and when out of memory, which sets pass->arena.failed. `out_error` (may be NULL) says why.
sinew__json sinew__gltf_parse(import_pass *pass, sinew_error *out_error);

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

/// The text of a member, or `otherwise`.
const char *sinew__gltf_text(const sinew__json_value *object, const char *key, const char *otherwise);

/// An extension of an object, or NULL.
static inline const sinew__json_value *sinew__gltf_extension(const sinew__json_value *object, const char *name)
{
    return sinew__json_member(sinew__json_member(object, "extensions"), name);
}

/// The bytes of a data URI (RFC 2397) in pass->arena; glTF 2.0, section 3.6.1.1, only allows base64. NULL for others,
/// and when out of memory.
const unsigned char *sinew__gltf_data_uri(import_pass *pass, const char *uri, size_t *out_size);

/// A number, or `otherwise` for a member that is missing or of another kind.
float sinew__gltf_float(const sinew__json_value *object, const char *key, float otherwise);

/// Reads an array of exactly `count` numbers, finite in single precision, over those in `out`. Returns 0, and leaves
/// them, without such an array.
int sinew__gltf_doubles(const sinew__json_value *object, const char *key, int count, double *out);

/// Says in *out which item of `list` a member names; SINEW_NONE if the object has no such member. `what` is for the
/// message of SINEW_ERROR_DAMAGED.
SINEW_NODISCARD sinew_result sinew__gltf_index(const sinew__json_value *object, const char *key, const gltf_list *list,
                                               const char *what, int32_t *out, sinew_error *out_error);

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
} gltf_accessors;

/// Lists the accessors of a document, which must outlive *out. Loads nothing yet. Returns 0 when out of memory.
int sinew__gltf_accessors_begin(import_pass *pass, const sinew__json_value *root, gltf_accessors *out);

/// Frees the side files that were read.
void sinew__gltf_accessors_end(gltf_accessors *accessors);

/// The bytes of a buffer view, unpacked. SINEW_ERROR_DAMAGED describes the fault.
SINEW_NODISCARD sinew_result sinew__gltf_view_open(gltf_accessors *accessors, const sinew__json_value *index,
                                                   gltf_bytes *out, sinew_error *out_error);

/// The type to which an accessor's numbers are converted. Numbers that are not a 32-bit index become UINT32_MAX.
typedef enum gltf_number_kind { GLTF_FLOATS, GLTF_DOUBLES, GLTF_INDICES } gltf_number_kind;

/// Reads an accessor into `arena`: *out_count elements of `components` numbers. The accessor itself must have at
/// least `least` of them; missing ones are 1. SINEW_ERROR_DAMAGED describes the fault.
SINEW_NODISCARD sinew_result sinew__gltf_read(gltf_accessors *accessors, sinew__arena *arena,
                                              const sinew__json_value *index, gltf_number_kind kind, size_t least,
                                              size_t components, void *out_numbers, size_t *out_count,
                                              sinew_error *out_error);

// ---- the document --------------------------------------------------------------------------------------------------

/// A primitive of a mesh.
typedef struct gltf_primitive {
    sinew_raw_mesh mesh; ///< without its joint; with the skin `skin`
    int32_t material;    ///< index in the file, or SINEW_NONE
    int32_t skin;        ///< or SINEW_NONE
    int set_count;
    float *joints[8], *weights[8]; ///< [set_count] of [vertex_count × 4]
} gltf_primitive;

typedef struct gltf_mesh {
    gltf_primitive *primitives; ///< [count] those that have polygons, points or lines
    int32_t count;
    int is_read;
} gltf_mesh;

/// Materials and images are numbered in the order in which the meshes name them, and these when the last node below
/// their own has been read; what none of them names is left out.
typedef struct gltf_reader {
    import_pass *pass;
    const sinew__json_value *root;
    gltf_accessors *accessors;
    gltf_list nodes, meshes, skins, cameras, materials, textures, images, samplers;
    const char *owner;                         ///< what is being read, for messages: "mesh 'Body'"
    int32_t *node_joints;                      ///< [nodes.count] the first joint that is the node, or SINEW_NONE
    unsigned char *has_visibility;             ///< [nodes.count] a clip shows or hides the node
    int32_t *joint_nodes;                      ///< [raw.joint_count]
    gltf_mesh *read_meshes;                    ///< [meshes.count]
    int32_t *mesh_nodes;                       ///< [raw.mesh_count]
    sinew_raw_skin_joint **skin_joints;        ///< [skins.count] NULL: not read
    int32_t *material_numbers, *image_numbers; ///< [materials.count], [images.count] or SINEW_NONE
    int32_t *material_order, *image_order;     ///< [their counts] the other way round
    int32_t material_count, image_count;       ///< numbered ones
    int has_bare_mesh;                         ///< a mesh has no material
    unsigned char has_extensions[8];           ///< of gltf_materials.c
} gltf_reader;

/// Sets reader->owner: "mesh 'Body'", or "mesh 3" without a name.
void sinew__gltf_set_owner(gltf_reader *reader, const char *kind, const sinew__json_value *object, size_t index);

/// Adds what is being read to a message: "damaged: mesh 'Body': POSITION: accessor 3 …". Returns `result`.
sinew_result sinew__gltf_name_owner(const gltf_reader *reader, const char *what, sinew_result result,
                                    sinew_error *error);

/// Its own name, or `nodes[index]`. Returns NULL when out of memory.
const char *sinew__gltf_node_name(import_pass *pass, const sinew__json_value *node, size_t index);

/// The roots of the shown nodes: the scene's, and the roots of its skins' joints. SINEW_ERROR_DAMAGED: no such scene.
SINEW_NODISCARD sinew_result sinew__gltf_find_roots(gltf_reader *reader, int32_t **out_roots, int32_t *out_count,
                                                    sinew_error *out_error);

/// Fills raw.joints, and reads the meshes of their nodes on the way. A node has a joint for each node above it that
/// names it. Then raw.cameras, raw.meshes and raw.root.
SINEW_NODISCARD sinew_result sinew__gltf_read_nodes(gltf_reader *reader, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__gltf_read_cameras(gltf_reader *reader, sinew_error *out_error);

/// Reads a mesh, once.
SINEW_NODISCARD sinew_result sinew__gltf_read_mesh(gltf_reader *reader, int32_t index, sinew_error *out_error);

/// Fills raw.meshes with the meshes of each joint, with its skin.
SINEW_NODISCARD sinew_result sinew__gltf_place_meshes(gltf_reader *reader, sinew_error *out_error);

/// Hides the meshes of joints that are hidden, or below hidden ones, and that no clip may show.
void sinew__gltf_hide_meshes(gltf_reader *reader);

/// Finds the first two sets of texture coordinates that the images of a material (NULL: none) use, the lower one
/// first; the second is SINEW_NONE if all use one.
void sinew__gltf_texcoords(const gltf_reader *reader, const sinew__json_value *material, int out_sets[2]);

/// Numbers a material, and its images.
SINEW_NODISCARD sinew_result sinew__gltf_number_material(gltf_reader *reader, int32_t material, sinew_error *out_error);

/// Finds the extensions that the file uses. Call it before the functions above.
void sinew__gltf_find_extensions(gltf_reader *reader);

/// Fills raw.textures and raw.materials.
SINEW_NODISCARD sinew_result sinew__gltf_read_materials(gltf_reader *reader, sinew_error *out_error);

/// Fills raw.clips, with the events in the extras of animations.
SINEW_NODISCARD sinew_result sinew__gltf_read_clips(gltf_reader *reader, sinew_error *out_error);

/// Reads what VRM adds: which joints are parts of a body, and expressions, into raw.preset_weights. Call it after the
/// meshes have been placed.
SINEW_NODISCARD sinew_result sinew__gltf_read_vrm(gltf_reader *reader, sinew_error *out_error);

#endif
