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
    IMPORT_WARNING_KINDS = 20, ///< kinds of warnings kept per code; a last line counts the others
    IMPORT_WARNING_NAMES = 3,  ///< names in a line after the first object's
};

/// All warnings of one code whose texts are equal except for quoted names and numbers.
typedef struct import_warning_group {
    uint64_t kind; ///< hash of the code and of the text without quoted names and numbers
    import_warning_code code;
    const char *object, *text; ///< object and text of the first warning
    size_t count;
    const char *names[IMPORT_WARNING_NAMES]; ///< objects of further warnings, each once
    int name_count;
} import_warning_group;

/// A side file that was asked for; `bytes` is NULL if it does not exist.
typedef struct side_file {
    const char *name;
    const void *bytes;
    size_t size;
} side_file;

/// The warnings of an import. All zero is an empty list.
typedef struct import_warnings {
    import_warning_group *groups;
    size_t count, capacity;
    size_t kinds[IMPORT_WARNING_COUNT];   ///< number of groups of each code
    size_t dropped[IMPORT_WARNING_COUNT]; ///< number of warnings beyond IMPORT_WARNING_KINDS of each code
    int is_muted;                         ///< warnings are not kept
} import_warnings;

/// Returns a string as UTF-8 with a terminating NUL. The string has `length` bytes; if it contains a NUL, it ends
/// there. If it is not valid UTF-8, it is read as Windows-1252.
const char *sinew__import_text(sinew__arena *arena, const char *text, size_t length);

/// Adds a warning about `object` (copied; NULL: ""). Out of memory is reported by pass->arena.failed.
void sinew__import_warn(struct import_pass *pass, import_warning_code code, const char *object, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Writes one warning per group to pass->raw: "its … is … (and 52 more: 'Leg', 'Arm', …)".
void sinew__import_warnings_finish(struct import_pass *pass);

/// Names of the two sets of texture coordinates that the images of a material use. As the first name, NULL or "" is the
/// first set of a geometry; as the second, NULL means that there is only one set.
typedef const char *import_uv_names[2];

/// Indices of the sets of texture coordinates that the images of a material use, in rising order; the second is
/// SINEW_NONE if all images use one set.
typedef int32_t import_uv_sets[2];

/// The morph made of a blend-shape channel of an FBX document; one entry for each mesh with the channel.
typedef struct import_channel_morph {
    const fbx_object *channel;
    int32_t mesh, morph;             ///< index in raw.meshes, and in the morphs of that mesh
    const fbx_object *const *shapes; ///< the geometries of the morph's shapes, in the order of the shapes
} import_channel_morph;

/// Memory of one geometry cache.
typedef struct import_cache_memory {
    sinew__arena arena;
    struct import_cache_memory *next;
} import_cache_memory;

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
    const sinew__import_options *options; ///< the caller's options or all zero, with callbacks that record the files
                                          ///< read
    import_format format;
    sinew__arena arena;   ///< holds all members below except the scene
    sinew__arena scratch; ///< holds the document's numbers of one mesh or one curve
    import_warnings warnings;
    const struct aiScene *scene; ///< Assimp's scene; of an FBX only until its node tracks have been read
    int without_assimp; ///< Assimp did not read this FBX: `scene` is empty, and everything comes from the document

    // nodes of Assimp, depth-first
    int has_numbered_names;            ///< names have added numbers, see name_table.h
    const struct aiNode **scene_nodes; ///< [raw.node_count]
    sinew_raw_node *nodes;             ///< [raw.node_count]
    name_table node_names;             ///< name → index in `nodes`
    int32_t *namesakes; ///< [raw.node_count] number of other nodes with the same name, for the first node of each name;
                        ///< set to 0 after the warning about them

    // joints
    sinew_raw_joint *joints;  ///< [raw.joint_count]
    int32_t *node_joints;     ///< [raw.node_count] the joint that a node is, or is a pivot of, or SINEW_NONE
    sinew__joint_frame *rest; ///< [raw.joint_count] rest transforms of an FBX document's joints

    // textures and materials
    sinew_raw_texture *textures;      ///< [raw.texture_count] Assimp's embedded textures are first
    name_table texture_names;         ///< name → index in `textures`
    import_uv_sets *material_uv_sets; ///< [raw.material_count]

    // meshes: one for each mesh of each node
    sinew_raw_mesh *meshes; ///< [raw.mesh_count]

    struct gltf_accessors *gltf; ///< accessors of a glTF, until the raw model has been built

    struct collada_document *collada; ///< animation of a Collada document, see collada.h

    // an FBX document; NULL for other formats
    fbx_document *document;
    int32_t *model_nodes;               ///< [document->object_count] the node of each FBX model, or SINEW_NONE
    int32_t *model_joints;              ///< [document->object_count] the joint of each FBX model, or SINEW_NONE
    int32_t *document_materials;        ///< [document->object_count] index in raw.materials, or SINEW_NONE
    int32_t *document_textures;         ///< [document->object_count] 1 + index in raw.textures of an FBX texture or
                                        ///< video, or 0
    import_uv_names *material_uv_names; ///< [raw.material_count]
    import_channel_morph *channel_morphs;
    size_t channel_morph_count, channel_morph_capacity;

    // events of all clips
    import_event *events;
    size_t event_count, event_capacity;

    // geometry caches
    import_cache_memory *caches; ///< freed when the pass ends
    size_t cache_memory_left;    ///< bytes that further geometry caches may use

    sinew_raw_model raw; ///< the result, as far as the stages have filled it
} import_pass;

/// Whether the file has the format of that name: "FBX", "glTF", …
static inline int sinew__import_is(const import_pass *pass, const char *format)
{
    return pass->format.name && strcmp(pass->format.name, format) == 0;
}

#endif
