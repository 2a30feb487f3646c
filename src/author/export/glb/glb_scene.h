/// The state of one GLB export: the nodes, and the tables that the other parts of the export use.
///
/// Lengths become metres, and the axes become Y up, +Z front: vertices and translations are scaled, and the roots are
/// rotated. So a joint gets no scale or rotation that the author did not give it.
#ifndef SINEW_AUTHOR_EXPORT_GLB_GLB_SCENE_H
#define SINEW_AUTHOR_EXPORT_GLB_GLB_SCENE_H

#include "author/export/export_note.h"
#include "author/export/glb/glb_file.h"
#include "core/base/arena.h"
#include "sinew/export.h"

/// How nodes, whose transforms are products of matrices, express a joint whose inherit type is not such a product
/// (sinew_inherit_type).
typedef enum glb_compensation {
    GLB_PLAIN,    ///< one node is enough: the inherit type is a product of matrices, or the scales above make no
                  ///< difference
    GLB_DIVIDED,  ///< the joint's scale is divided by its parent's, which is uniform
    GLB_TWO_NODES ///< a node with the inverse of the parent's scale is added above it
} glb_compensation;

enum { GLB_NOT_WRITTEN = -2 };

#define GLB_MAX_DATA ((size_t)1 << 31) ///< bytes of meshes, images and keys that one file may have

typedef struct glb_node {
    const char *name; ///< NULL: none
    int32_t parent;   ///< SINEW_NONE: a root of the scene
    int32_t first_child, last_child, next_sibling;
    int32_t mesh, skin; ///< index in the file, or SINEW_NONE
    int is_added;       ///< whether the export added the node, so that it is not one of the author's joints
    sinew_transform local;
} glb_node;

typedef struct glb_scene {
    const sinew_model *model;
    const sinew_export_options *options;
    sinew__arena memory;
    sinew__glb file;
    double unit;     ///< metres per unit of the model
    sinew_quat axes; ///< rotation from the model's axes to Y up, +Z front
    double deadline; ///< time of sinew__now() at which the export fails; 0: none
    glb_node *nodes; ///< [node_count]
    int32_t node_count;
    int32_t *joint_node;   ///< [joint_count] the node of each joint
    int32_t *joint_top;    ///< [joint_count] the added node above the joint's, or joint_node
    uint8_t *compensation; ///< [joint_count] glb_compensation
    int32_t *mesh_node;    ///< [mesh_count] the node with each mesh, or SINEW_NONE
    int32_t *mesh_targets; ///< [mesh_count] morph targets in the file
    int32_t *material_of;  ///< [6 × material_count + 1] index of the material in the file. Each material has an entry
                           ///< for no images, one set and two sets of texture coordinates, and a second entry for each
                           ///< of these for double-sided meshes. The last entry is for submeshes without a material.
                           ///< SINEW_NONE: not written yet
    int32_t *image_of;     ///< [texture_count] index of the image in the file, SINEW_NONE if it cannot be written, or
                           ///< GLB_NOT_WRITTEN
    uint32_t dropped_maps; ///< a bit for each sinew_map that a material has and the file does not
    uint8_t *is_in_skin;   ///< [joint_count] whether the joint is in a skin
    int needs_root;        ///< whether a skin has joints below several roots
    sinew_pose *scratch;   ///< scratch pose for options->in_place, or NULL
} glb_scene;

/// Adds a node below `parent` and returns its index. The tables have space for all nodes.
int32_t sinew__glb_add_node(glb_scene *scene, int32_t parent, const char *name);

/// Makes the nodes of all joints, in the rest pose. Returns 0 when out of memory.
int sinew__glb_add_joints(glb_scene *scene);

/// Adds a node above the roots of all joints, because glTF requires a common root for the joints of a skin.
void sinew__glb_join_roots(glb_scene *scene);

/// Writes all nodes, and the JSON of the list of roots to `out_roots`.
void sinew__glb_put_nodes(glb_scene *scene, sinew__buffer *out_roots);

/// Writes the meshes that have triangles, and their skins. SINEW_ERROR_UNSUPPORTED for additive links.
SINEW_NODISCARD sinew_result sinew__glb_put_meshes(glb_scene *scene, sinew_error *error);

/// Writes the skin of a mesh and returns its index. `used` [skin_joint_count] is the index in the glTF skin of each
/// skin joint that has weights, else SINEW_NONE.
int32_t sinew__glb_put_skin(glb_scene *scene, const sinew_mesh *mesh, const int32_t *used, int32_t used_count);

/// Writes the morph targets of a mesh: the array `targets` of its primitives, or nothing without morphs. `map` converts
/// the mesh's vertices to the file's; compression may move them by `tolerance`. Returns 0 when out of memory.
int sinew__glb_put_targets(glb_scene *scene, int32_t mesh, const sinew_affine *map, double tolerance,
                           sinew__buffer *out);

/// Computes the weights of a morph's targets, `out` [shape_count]; a morph with in-between shapes has one target per
/// shape.
void sinew__glb_target_weights(const sinew_model *model, const sinew_morph *morph, double weight, double *out);

/// Writes names and initial weights of a mesh's targets.
void sinew__glb_put_target_names(glb_scene *scene, const sinew_mesh *mesh, sinew__json_writer *json);

/// Returns the index in the file of the material for a submesh; writes the material at its first use. Material
/// SINEW_NONE gives a grey one.
int32_t sinew__glb_material(glb_scene *scene, int32_t material, const sinew_mesh *mesh);

/// Returns the image file of a texture: the model's, else the caller's.
sinew_export_image sinew__glb_image(const glb_scene *scene, int32_t texture);

/// Returns the error bound of the options, as a fraction of the character's diagonal.
double sinew__glb_max_error(const glb_scene *scene);

/// Writes the animations.
SINEW_NODISCARD sinew_result sinew__glb_put_clips(glb_scene *scene, sinew_error *error);

/// Returns SINEW_ERROR_TIMED_OUT after the deadline, and SINEW_ERROR_LIMIT beyond GLB_MAX_DATA.
SINEW_NODISCARD sinew_result sinew__glb_check_budget(const glb_scene *scene, sinew_error *error);

#endif
