/// The state of one import. Each stage reads the results of the stages before it and adds its own.
///
///     bytes ─ format ─ Assimp's scene ─┬─ nodes ─ joints ─ materials ─ meshes ─ clips ─ raw model ─ block
///                                      └─ an FBX: joints, skins, shapes and clips from the document instead
#ifndef SINEW_IMPORT_IMPORT_PASS_H
#define SINEW_IMPORT_IMPORT_PASS_H

#include "core/base/arena.h"
#include "fbx/fbx_document.h"
#include "import/assimp/assimp_scene.h"
#include "import/assimp/gltf_spline.h"
#include "import/import_warnings.h"
#include "import/name_table.h"
#include "import/place_texcoords.h"
#include "import/sniff_format.h"
#include "runtime/model/joint_frame.h"
#include "sinew/import.h"
#include "sinew/raw_model.h"

/// The morph of a blend-shape channel of an FBX document; one entry for every mesh that has it.
typedef struct import_channel_morph {
    const fbx_object *channel;
    int32_t mesh, morph; ///< index in raw.meshes, and in the morphs of that mesh
} import_channel_morph;

/// Memory of one geometry cache.
typedef struct import_cache_memory {
    sinew__arena arena;
    struct import_cache_memory *next;
} import_cache_memory;

/// An event of a clip.
typedef struct import_event {
    int32_t clip; ///< index in raw.clips
    sinew_raw_event event;
} import_event;

struct aiNode;
struct aiScene;
struct collada_document;

typedef struct import_pass {
    const char *file_name;
    const unsigned char *bytes;
    size_t size;
    const sinew_import_options *options; ///< the caller's or all zero, with callbacks that record what is read
    import_format format;
    sinew__arena arena; ///< holds all members below except the scene
    import_warnings warnings;
    const struct aiScene *scene;
    int without_assimp; ///< an FBX that Assimp did not read: `scene` is empty, everything comes from the document

    // nodes: Assimp's, depth-first
    int has_numbered_names;            ///< see name_table.h
    const struct aiNode **scene_nodes; ///< [raw.node_count]
    sinew_raw_node *nodes;             ///< [raw.node_count]
    name_table node_names;             ///< → index in `nodes`
    int32_t *namesakes; ///< [raw.node_count] how many other nodes have the name of a node in `node_names`; 0 after the
                        ///< warning

    // joints
    sinew_raw_joint *joints;  ///< [raw.joint_count]
    int32_t *node_joints;     ///< [raw.node_count] the joint that a node is (part of), or SINEW_NONE
    sinew__joint_frame *rest; ///< [raw.joint_count] where joints of a document rest

    // textures and materials
    sinew_raw_texture *textures;     ///< [raw.texture_count] Assimp's embedded ones first
    name_table texture_names;        ///< → index in `textures`
    unsigned *material_uv_sets;      ///< [raw.material_count] texture coordinate set of the base colour
    import_uv_map *material_uv_maps; ///< [raw.material_count] transform of its texture coordinates

    // meshes: one for each mesh of each node
    sinew_raw_mesh *meshes; ///< [raw.mesh_count]

    struct gltf_accessors *gltf; ///< of a glTF, until Assimp has read it
    assimp_known_files known;    ///< what Assimp need not ask for

    // a glTF's nodes that state translation, rotation and scale; see gltf_names.h
    name_table gltf_rest_names;  ///< → index in `gltf_rests`
    sinew_transform *gltf_rests; ///< local

    // channels of a glTF; see gltf_interpolation.h
    name_table stepped;      ///< those with stepped keys
    name_table spline_names; ///< → index in `splines`
    gltf_spline *splines;    ///< [spline_count]
    int32_t spline_count;

    struct collada_document *collada; ///< what a Collada document says about animation, see collada_document.h

    // an FBX document; NULL for other formats
    fbx_document *document;
    int32_t *model_nodes;         ///< [document->object_count] node of a model, or SINEW_NONE
    int32_t *model_joints;        ///< [document->object_count] joint of a model, or SINEW_NONE
    int32_t *document_materials;  ///< [document->object_count] in raw.materials, or SINEW_NONE
    fbx_bytes *material_uv_names; ///< [raw.material_count] name of the base colour's texture coordinates, or { "", 0 }
    import_channel_morph *channel_morphs;
    size_t channel_morph_count, channel_morph_capacity;

    // events of all clips
    import_event *events;
    size_t event_count, event_capacity;

    // geometry caches
    import_cache_memory *caches; ///< freed after the pass
    size_t cache_memory_left;    ///< bytes that further caches may take

    sinew_raw_model raw; ///< counts and finished parts
} import_pass;

#endif
