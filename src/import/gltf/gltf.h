/// Declarations shared by the files that convert glTF 2.0 to the raw model. The JSON is parsed once; an accessor's
/// numbers are read when a mesh, a skin or a clip needs them.
#ifndef SINEW_IMPORT_GLTF_GLTF_H
#define SINEW_IMPORT_GLTF_GLTF_H

#include "core/base/json.h"
#include "import/import_pass.h"

// ---- accessors -----------------------------------------------------------------------------------------------------
// A glTF's JSON and its accessors in every stored form: any number type, normalised or not, sparse, without a buffer
// view, or compressed by EXT_meshopt_compression. Their bytes come from the binary chunk of a .glb, from side files or
// from data URIs.

/// Parses the JSON of a .gltf, or the first chunk of a .glb. Release the result with sinew__json_free. Its root is NULL
/// if the text is not a JSON object; `out_error` (may be NULL) describes a syntax error. When out of memory,
/// pass->arena.failed is set as well.
sinew__json sinew__gltf_parse(import_pass *pass, sinew_error *out_error);

/// The items of a JSON array, for access by index in constant time; sinew__json_value stores them in a linked list.
typedef struct gltf_list {
    const sinew__json_value **items;
    size_t count;
} gltf_list;

/// Lists the items of `array` in pass->arena; NULL gives an empty list. Returns 0 when out of memory.
int sinew__gltf_list(import_pass *pass, const sinew__json_value *array, gltf_list *out);

/// Returns a number as a whole number, clamped to the range of int32_t.
int32_t sinew__gltf_whole(const sinew__json_value *number);

/// Returns the item that `index` selects, or NULL if `index` is not a valid index of the list.
const sinew__json_value *sinew__gltf_item(const gltf_list *list, const sinew__json_value *index);

/// Returns the text of a member, or `otherwise` if the member is missing.
const char *sinew__gltf_text(const sinew__json_value *object, const char *key, const char *otherwise);

/// Returns the extension `name` of an object, or NULL.
static inline const sinew__json_value *sinew__gltf_extension(const sinew__json_value *object, const char *name)
{
    return sinew__json_member(sinew__json_member(object, "extensions"), name);
}

/// Returns the bytes of a base64 data URI (RFC 2397; glTF 2.0, section 3.6.1.1) in pass->arena. NULL for any other URI,
/// and when out of memory.
const unsigned char *sinew__gltf_data_uri(import_pass *pass, const char *uri, size_t *out_size);

/// Returns the number of a member, or `otherwise` if the member is missing or not a number.
float sinew__gltf_float(const sinew__json_value *object, const char *key, float otherwise);

/// Reads an array of exactly `count` numbers that are finite in single precision into `out`. Returns 0 and leaves `out`
/// unchanged if the member is anything else.
int sinew__gltf_doubles(const sinew__json_value *object, const char *key, int count, double *out);

/// Sets *out to the index of the item in `list` that the member `key` names, or to SINEW_NONE if the object has no such
/// member. SINEW_ERROR_DAMAGED if the index is invalid; its message calls the item `what`.
SINEW_NODISCARD sinew_result sinew__gltf_index(const sinew__json_value *object, const char *key, const gltf_list *list,
                                               const char *what, int32_t *out, sinew_error *out_error);

/// Bytes of a buffer or of a buffer view.
typedef struct gltf_bytes {
    const unsigned char *bytes; ///< NULL: not loaded, or not found
    size_t size;
    size_t stride; ///< distance between elements of a view, bytes; 0: they follow each other
    int is_tried;  ///< loading was attempted; `bytes` NULL then means that it failed
} gltf_bytes;

typedef struct gltf_accessors {
    import_pass *pass;
    gltf_list accessors, views, buffers;
    gltf_bytes *loaded;   ///< [buffers.count]
    gltf_bytes *unpacked; ///< [views.count] decompressed bytes of compressed views
    side_file *files;     ///< [file_count] side files that were read; their bytes are allocated
    size_t file_count;
} gltf_accessors;

/// Lists the accessors of a document, which must outlive *out. Loads nothing yet. Returns 0 when out of memory.
int sinew__gltf_accessors_begin(import_pass *pass, const sinew__json_value *root, gltf_accessors *out);

/// Frees the side files that were read.
void sinew__gltf_accessors_end(gltf_accessors *accessors);

/// Finds the bytes of a buffer view, decompressed. SINEW_ERROR_DAMAGED describes the fault.
SINEW_NODISCARD sinew_result sinew__gltf_view_open(gltf_accessors *accessors, const sinew__json_value *index,
                                                   gltf_bytes *out, sinew_error *out_error);

/// The type to which an accessor's numbers are converted. As GLTF_INDICES, a number that is not a 32-bit index becomes
/// UINT32_MAX.
typedef enum gltf_number_kind { GLTF_FLOATS, GLTF_DOUBLES, GLTF_INDICES } gltf_number_kind;

/// Reads an accessor into `arena`: *out_count elements of `components` numbers each. The accessor must have at
/// least `least` numbers per element; the others are set to 1. SINEW_ERROR_DAMAGED describes the fault.
SINEW_NODISCARD sinew_result sinew__gltf_read(gltf_accessors *accessors, sinew__arena *arena,
                                              const sinew__json_value *index, gltf_number_kind kind, size_t least,
                                              size_t components, void *out_numbers, size_t *out_count,
                                              sinew_error *out_error);

// ---- the document --------------------------------------------------------------------------------------------------

/// A primitive of a mesh.
typedef struct gltf_primitive {
    sinew_raw_mesh mesh; ///< bound to `skin`; its joint is set in the copy for each node
    int32_t material;    ///< index in the file's materials, or SINEW_NONE
    int32_t skin;        ///< the skin that `mesh` is bound to, an index in the file, or SINEW_NONE
    int set_count;
    float *joints[8], *weights[8]; ///< [set_count] of [vertex_count × 4]
} gltf_primitive;

typedef struct gltf_mesh {
    gltf_primitive *primitives; ///< [count] without primitives that have no polygons, points or lines
    int32_t count;
    int is_read;
} gltf_mesh;

/// The state of the reader. Materials get numbers in the order in which meshes first use them, images in the order in
/// which these materials use them; unused materials and images are left out. The order of the meshes is fixed: the mesh
/// of a node is read after all nodes below the node.
typedef struct gltf_reader {
    import_pass *pass;
    const sinew__json_value *root;
    gltf_accessors *accessors;
    gltf_list nodes, meshes, skins, cameras, materials, textures, images, samplers;
    const char *owner;                         ///< what is being read, for messages: "mesh 'Body'"
    int32_t *node_joints;                      ///< [nodes.count] the first joint made of each node, or SINEW_NONE
    unsigned char *has_visibility;             ///< [nodes.count] whether a clip shows or hides the node
    int32_t *joint_nodes;                      ///< [raw.joint_count] the node of each joint
    gltf_mesh *read_meshes;                    ///< [meshes.count]
    int32_t *mesh_nodes;                       ///< [raw.mesh_count] the node of each raw mesh
    sinew_raw_skin_joint **skin_joints;        ///< [skins.count] NULL: not read
    int32_t *material_numbers, *image_numbers; ///< [materials.count], [images.count] index in the raw model, or
                                               ///< SINEW_NONE
    int32_t *material_order, *image_order;     ///< [material_count], [image_count] the file's index of each raw
                                               ///< material or image
    int32_t material_count, image_count;       ///< entries used in these arrays
    int has_bare_mesh;                         ///< whether a mesh has no material, so that a default one is added
    unsigned char has_extensions[8];           ///< whether the file uses an extension; the indices are in
                                               ///< gltf_materials.c
} gltf_reader;

/// Sets reader->owner, the object that messages name: "mesh 'Body'", or "mesh 3" if it has no name.
void sinew__gltf_set_owner(gltf_reader *reader, const char *kind, const sinew__json_value *object, size_t index);

/// Puts reader->owner and `what` into a message: "damaged: mesh 'Body': POSITION: accessor 3 …". Returns `result`.
sinew_result sinew__gltf_name_owner(const gltf_reader *reader, const char *what, sinew_result result,
                                    sinew_error *error);

/// Returns the name of a node, or `nodes[index]` if it has none. NULL when out of memory.
const char *sinew__gltf_node_name(import_pass *pass, const sinew__json_value *node, size_t index);

/// Finds the root nodes to show: the scene's nodes, and the roots above the joints of their skins. SINEW_ERROR_DAMAGED
/// if the scene does not exist.
SINEW_NODISCARD sinew_result sinew__gltf_find_roots(gltf_reader *reader, int32_t **out_roots, int32_t *out_count,
                                                    sinew_error *out_error);

/// Fills raw.joints and raw.root, and reads the meshes of the nodes. A node that several parents list as a child gets
/// one joint per parent.
SINEW_NODISCARD sinew_result sinew__gltf_read_nodes(gltf_reader *reader, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__gltf_read_cameras(gltf_reader *reader, sinew_error *out_error);

/// Reads a mesh into reader->read_meshes, unless it has been read.
SINEW_NODISCARD sinew_result sinew__gltf_read_mesh(gltf_reader *reader, int32_t index, sinew_error *out_error);

/// Fills raw.meshes: a copy of each mesh for each joint that has it, bound to that joint's skin.
SINEW_NODISCARD sinew_result sinew__gltf_place_meshes(gltf_reader *reader, sinew_error *out_error);

/// Hides the meshes of joints that are hidden or below a hidden joint, unless a clip can show the joint.
void sinew__gltf_hide_meshes(gltf_reader *reader);

/// Finds the first two sets of texture coordinates that the images of a material (NULL: no material) use, in rising
/// order. The second is SINEW_NONE if all images use one set.
void sinew__gltf_texcoords(const gltf_reader *reader, const sinew__json_value *material, int out_sets[2]);

/// Gives a material and its images their numbers in the raw model, unless it has them.
SINEW_NODISCARD sinew_result sinew__gltf_number_material(gltf_reader *reader, int32_t material, sinew_error *out_error);

/// Fills has_extensions from the file's list of used extensions. Call it before the other functions of this section.
void sinew__gltf_find_extensions(gltf_reader *reader);

/// Fills raw.textures and raw.materials.
SINEW_NODISCARD sinew_result sinew__gltf_read_materials(gltf_reader *reader, sinew_error *out_error);

/// Fills raw.clips, with the events in the extras of animations.
SINEW_NODISCARD sinew_result sinew__gltf_read_clips(gltf_reader *reader, sinew_error *out_error);

/// Reads the VRM extensions: which joints are parts of a body, and expressions, into raw.preset_weights. Call it after
/// sinew__gltf_place_meshes.
SINEW_NODISCARD sinew_result sinew__gltf_read_vrm(gltf_reader *reader, sinew_error *out_error);

#endif
