/// A glTF file → the scene that Assimp would make of it, by a reader of our own: for builds without Assimp's library,
/// with the structs of its headers, so that the stages behind it are the same.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_SCENE_H
#define SINEW_IMPORT_ASSIMP_GLTF_SCENE_H

#include "import/assimp/gltf.h"

/// What is read of a document. As in Assimp, meshes, materials and images are numbered in the order in which the nodes
/// of the scene, the joints of the skins and the nodes of the clips name them; what none of them names is left out.
typedef struct gltf_reader {
    import_pass *pass;
    gltf_accessors *accessors;
    const sinew__json_value *root;
    gltf_list nodes, meshes, skins, cameras, materials, textures, images, samplers;
    int32_t *mesh_starts;      ///< [meshes.count] first of scene->mMeshes, one for each primitive; SINEW_NONE: left out
    int32_t *material_numbers; ///< [materials.count] or SINEW_NONE
    int32_t *image_numbers;    ///< [images.count] or SINEW_NONE
    int32_t *material_order;   ///< [scene->mNumMaterials - 1] index of each in `materials`
    int32_t *image_order;      ///< [image_count] index of each in `images`
    int32_t image_count;
    unsigned char has_extensions[8]; ///< of gltf_materials.c, whether the file says that it uses them
    struct aiScene *scene;           ///< in the arena of the pass, as everything that it holds
} gltf_reader;

/// Fills pass->scene, raw.version and raw.generator, and the materials: raw.materials, raw.textures. The document is
/// one that sinew__gltf_prepare has checked. SINEW_ERROR_DAMAGED says what is wrong with it.
SINEW_NODISCARD sinew_result sinew__gltf_read_scene(import_pass *pass, sinew_error *out_error);

/// Says in *out which item of `list` a member names; SINEW_NONE if the object has no such member. `what` is for the
/// message of SINEW_ERROR_DAMAGED.
SINEW_NODISCARD sinew_result sinew__gltf_index(const sinew__json_value *object, const char *key, const gltf_list *list,
                                               const char *what, int32_t *out, sinew_error *out_error);

/// A text as Assimp keeps it, cut off where it has no space for more.
void sinew__gltf_copy_text(const char *text, struct aiString *out);

/// A number, or `otherwise` for a member that is missing or of another kind.
float sinew__gltf_float(const sinew__json_value *object, const char *key, float otherwise);

/// Reads an array of exactly `count` numbers over those in `out`. Returns 0, and leaves them, without such an array.
int sinew__gltf_floats(const sinew__json_value *object, const char *key, int count, float *out);

/// A matrix whose numbers follow each other by columns.
struct aiMatrix4x4 sinew__gltf_matrix(const float numbers[16]);

/// Reads an accessor as `components` floats per element into the arena. NULL with a failure in *out_result.
float *sinew__gltf_read_floats(gltf_reader *reader, const sinew__json_value *index, size_t components,
                               size_t *out_count, sinew_result *out_result, sinew_error *out_error);

/// Fills reader->has_extensions.
void sinew__gltf_find_extensions(gltf_reader *reader);

/// Numbers the images of a material that is not numbered yet, in the order in which Assimp reads them.
SINEW_NODISCARD sinew_result sinew__gltf_number_images(gltf_reader *reader, const sinew__json_value *material,
                                                       sinew_error *out_error);

/// Fills scene->mTextures with the images that the file itself holds.
SINEW_NODISCARD sinew_result sinew__gltf_read_images(gltf_reader *reader, sinew_error *out_error);

/// Fills raw.materials and what belongs to them in the pass; images are read before, and sinew__import_textures called.
SINEW_NODISCARD sinew_result sinew__gltf_read_materials(gltf_reader *reader, sinew_error *out_error);

/// The scene that is shown.
const sinew__json_value *sinew__gltf_shown_scene(const sinew__json_value *root);

/// Fills scene->mRootNode, and the bones of the meshes. A single root is that of the scene;
/// several are below one called ROOT, as is nothing.
SINEW_NODISCARD sinew_result sinew__gltf_read_nodes(gltf_reader *reader, sinew_error *out_error);

/// Fills scene->mMeshes, without bones.
SINEW_NODISCARD sinew_result sinew__gltf_read_meshes(gltf_reader *reader, sinew_error *out_error);

/// Gives the meshes of a mesh the bones of a skin.
SINEW_NODISCARD sinew_result sinew__gltf_read_bones(gltf_reader *reader, int32_t mesh, int32_t skin,
                                                    sinew_error *out_error);

/// Fills scene->mAnimations.
SINEW_NODISCARD sinew_result sinew__gltf_read_clips(gltf_reader *reader, sinew_error *out_error);

#endif
