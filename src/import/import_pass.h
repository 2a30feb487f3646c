/// The state of one import. Each stage reads the results of the stages before it and adds its own.
///
///     bytes ─ format ─ Assimp's scene ─┬─ nodes ─ joints ─ materials ─ meshes ─ clips ─ raw model ─ block
///                                      └─ an FBX: joints, skins, shapes and clips from the document instead
#ifndef SINEW_IMPORT_IMPORT_PASS_H
#define SINEW_IMPORT_IMPORT_PASS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/error.h"
#include "fbx/fbx_document.h"
#include "import/import_block.h"
#include "import/name_table.h"
#include "import/sniff_format.h"
#include "runtime/model/joint_frame.h"
#include "sinew/import.h"
#include "sinew/raw_model.h"

/// Every warning: its name in the code, its number, its severity, and its subject.
#define IMPORT_WARNING_MAP(X)                                                                                          \
    X(BONE_WITHOUT_NODE, "I01", WARNING, "a bone has no node of its name")                                             \
    X(CHANNEL_WITHOUT_NODE, "I02", WARNING, "an animation channel names a missing node")                               \
    X(BAD_KEYS, "I03", WARNING, "keys were not finite, not in order, or missing")                                      \
    X(BAD_NUMBERS, "I04", WARNING, "numbers that are not finite or rotations that are not of length 1 were replaced")  \
    X(BAD_INDICES, "I05", WARNING, "indices outside their array were dropped")                                         \
    X(TEXTURE_DROPPED, "I06", WARNING, "an embedded texture could not be used")                                        \
    X(MORPH_MISMATCH, "I07", WARNING, "a morph target does not fit its mesh")                                          \
    X(JOIN_FAILED, "I08", WARNING, "the importer's mesh differs from the file's geometry")                             \
    X(IMPORTER_REFUSED, "I09", WARNING, "the importer could not read the file; sinew's own reader was used alone")     \
    X(EMPTY_MESH, "I10", INFO, "a mesh without polygons was dropped")                                                  \
    X(UNSUPPORTED_GEOMETRY, "I11", INFO, "a geometry of an unsupported kind")                                          \
    X(DOCUMENT, "I12", WARNING, "the FBX document contradicts itself")                                                 \
    X(SPLINES, "I13", WARNING, "cubic spline keys are interpolated linearly")                                          \
    X(CACHE_UNUSED, "I14", WARNING, "a geometry cache could not be used")                                              \
    X(CACHE_REPLACES, "I15", INFO, "a geometry cache replaces the other deformers of its mesh")                        \
    X(CONSTRAINT, "I16", WARNING, "a constraint is not evaluated")                                                     \
    X(APPROXIMATED, "I17", WARNING, "something is evaluated approximately")                                            \
    X(SURFACE, "I18", WARNING, "a surface without polygons is not drawn")                                              \
    X(IMPORTER_HAZARD, "I19", WARNING, "importers crash on this or refuse it")                                         \
    X(NAMESAKES, "I20", WARNING, "bones or keys name a node, and several nodes have that name")                        \
    X(LEFT_HANDED, "I21", WARNING, "left-handed axes are treated as right-handed")                                     \
    X(CACHE_CHANNEL, "I22", INFO, "a channel of a geometry cache was chosen by its number of points")                  \
    X(EVENTS, "I23", WARNING, "events were dropped")                                                                   \
    X(REFERENCE, "I24", WARNING, "something refers to what is not in the file")                                        \
    X(EMPTY_SCENE, "I25", WARNING, "a document has no meshes and no clips")                                            \
    X(LEVEL_SHOWN, "I26", INFO, "all levels of detail are hidden, and the first one is drawn")                         \
    X(BLACK_COLORS, "I27", INFO, "vertex colours that are black everywhere were dropped")                              \
    X(TEXTURE_LAYERS, "I28", INFO, "one of several layers of textures is drawn")                                       \
    X(UP_AXIS, "I29", INFO, "the rest pose of a BVH stands along Z, which is its up axis")

typedef enum import_warning_code {
#define X(name, code, severity, about) IMPORT_WARNING_##name,
    IMPORT_WARNING_MAP(X)
#undef X
        IMPORT_WARNING_COUNT
} import_warning_code;

enum {
    IMPORT_WARNING_KINDS = 20, ///< kinds of one code that an import keeps; the others are counted in a last line
    IMPORT_WARNING_NAMES = 3,  ///< names in a line, besides its object's
};

/// All warnings of one code whose texts are alike but for quoted names and numbers.
typedef struct import_warning_group {
    uint64_t kind; ///< a hash of the code and the text without these
    import_warning_code code;
    const char *object, *text; ///< of the first
    size_t count;
    const char *names[IMPORT_WARNING_NAMES]; ///< of the next objects, each once
    int name_count;
} import_warning_group;

/// A file that was asked for; one without bytes is not there.
typedef struct side_file {
    const char *name;
    const void *bytes;
    size_t size;
} side_file;

/// Zeroed: none yet.
typedef struct import_warnings {
    import_warning_group *groups;
    size_t count, capacity;
    size_t kinds[IMPORT_WARNING_COUNT];   ///< groups of a code
    size_t dropped[IMPORT_WARNING_COUNT]; ///< warnings of further kinds
    int is_muted;                         ///< warnings are not kept
} import_warnings;

/// Terminated UTF-8 from a counted string; bytes that are not UTF-8 are read as Windows-1252. Ends at the first NUL.
const char *sinew__import_text(sinew__arena *arena, const char *text, size_t length);

/// Adds a warning about `object` (copied; NULL: ""). Running out of memory shows in pass->arena.failed.
void sinew__import_warn(struct import_pass *pass, import_warning_code code, const char *object, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Writes one warning per kind to pass->raw: "its … is … (and 52 more: 'Leg', 'Arm', …)".
void sinew__import_warnings_finish(struct import_pass *pass);

/// Names of the texture coordinates that the images of a material use: NULL and "" are the first of a geometry; a
/// second NULL: none.
typedef const char *import_uv_names[2];

/// Their numbers, rising; the second is SINEW_NONE if all images use one set.
typedef int32_t import_uv_sets[2];

/// The morph of a blend-shape channel of an FBX document; one entry for every mesh that has it.
typedef struct import_channel_morph {
    const fbx_object *channel;
    int32_t mesh, morph;             ///< index in raw.meshes, and in the morphs of that mesh
    const fbx_object *const *shapes; ///< the geometries of the morph's shapes, in their order
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
    const sinew__import_options *options; ///< the caller's or all zero, with callbacks that record read files
    import_format format;
    sinew__arena arena;   ///< holds all members below except the scene
    sinew__arena scratch; ///< holds the document's numbers of one mesh or one curve
    import_warnings warnings;
    const struct aiScene *scene; ///< of an FBX until its node tracks have been read
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
    sinew_raw_texture *textures;      ///< [raw.texture_count] Assimp's embedded ones first
    name_table texture_names;         ///< → index in `textures`
    import_uv_sets *material_uv_sets; ///< [raw.material_count]

    // meshes: one for each mesh of each node
    sinew_raw_mesh *meshes; ///< [raw.mesh_count]

    struct gltf_accessors *gltf; ///< of a glTF, until the raw model has been built

    struct collada_document *collada; ///< the animation of a Collada document, see collada.h

    // an FBX document; NULL for other formats
    fbx_document *document;
    int32_t *model_nodes;               ///< [document->object_count] node of a model, or SINEW_NONE
    int32_t *model_joints;              ///< [document->object_count] joint of a model, or SINEW_NONE
    int32_t *document_materials;        ///< [document->object_count] in raw.materials, or SINEW_NONE
    int32_t *document_textures;         ///< [document->object_count] 1 + texture of a texture or video, or 0
    import_uv_names *material_uv_names; ///< [raw.material_count]
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

/// Whether the file is of the format of a name: "FBX", "glTF", …
static inline int sinew__import_is(const import_pass *pass, const char *format)
{
    return pass->format.name && strcmp(pass->format.name, format) == 0;
}

#endif
