/// The editable form of a model: plain structs and arrays owned by the caller, filled by an importer or by a program
/// that makes models in code.
///
/// `sinew_model_from_raw` copies a raw model into one block: it sorts joints breadth-first, welds equal vertices,
/// triangulates polygons, normalises weights, collects key times and checks every invariant. It keeps no reference to
/// the raw model.
///
/// A zeroed struct is valid and empty; fields whose zero does not mean "none" say so. A count applies to the pointer
/// above it. All indices refer to the raw arrays, in the caller's order.
///
/// Matrices are row-major 3×4. Vertices are in mesh space, in units of the file; arrays are tightly packed.
///
///     const sinew_raw_joint joints[2] = {
///         {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE, .kind = SINEW_JOINT_BONE},
///         {.name = "tip", .node = SINEW_NONE, .rest = {{0, 10, 0}, {0, 0, 0, 1}, {1, 1, 1}}},
///     };
///     const sinew_raw_clip clips[1] = {{.name = "still", .duration = 1}};
///     const sinew_raw_model raw = {.fps = 30, .joints = joints, .joint_count = 2, .clips = clips, .clip_count = 1};
///     sinew_model *made;
///     if (sinew_model_from_raw(&raw, &made, &error)) return puts(error.message);
///     sinew_model_destroy(made);
#ifndef SINEW_RAW_MODEL_H
#define SINEW_RAW_MODEL_H

#include <stdbool.h>

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One joint. Parents come before children, siblings are in authored order.
typedef struct sinew_raw_joint {
    const char *name;     ///< NULL: ""
    int32_t parent;       ///< smaller than the joint's own index, or SINEW_NONE
    uint32_t kind;        ///< sinew_joint_kind
    uint32_t flags;       ///< sinew_joint_flags except for _DEFORMS and _REST_SHEARED, which are computed
    int32_t node;         ///< in `nodes`, or SINEW_NONE
    sinew_transform rest; ///< local transform; all zero: the identity. Ignored if `rest_matrix` or `stack` is given
    const sinew_affine *rest_matrix;    ///< local transform if only a matrix is known; may be sheared
    const sinew_transform_stack *stack; ///< FBX transform stack; its static values give the rest pose
    sinew_affine bind_global;           ///< global at bind time, if SINEW_JOINT_HAS_BIND is set
    uint32_t stated_part;               ///< 1 + the sinew_body_part of the joint according to the file; 0: not stated
} sinew_raw_joint;

/// One node of the importer, depth-first: every node comes before its children, every subtree is consecutive.
typedef struct sinew_raw_node {
    const char *name;
    int32_t parent; ///< smaller than the node's own index; SINEW_NONE for node 0 only
    sinew_affine local;
} sinew_raw_node;

typedef struct sinew_raw_skin_joint {
    int32_t joint;
    int32_t node; ///< in `nodes`, or SINEW_NONE
    /// mesh space → joint space at bind time; all zero: the inverse of the joint's rest global
    sinew_affine inverse_bind;
    sinew_affine node_offset; ///< Assimp's mOffsetMatrix; all zero: the same as `inverse_bind`
    /// with SINEW_LINK_ADDITIVE: displacements are relative to this skin joint; NULL: to the mesh's own joint
    const struct sinew_raw_skin_joint *associate;
} sinew_raw_skin_joint;

typedef struct sinew_raw_influence {
    int32_t skin_joint; ///< index in the mesh's skin_joints
    float weight;       ///< weight as authored
} sinew_raw_influence;

typedef struct sinew_raw_shape {
    float full_weight;       ///< 0: 1
    const int32_t *vertices; ///< [count] vertices of the mesh
    const float *positions;  ///< [count × 3] differences
    const float *normals;    ///< [count × 3] differences, or NULL
    int32_t count;
} sinew_raw_shape;

typedef struct sinew_raw_morph {
    const char *name;
    const sinew_raw_shape *shapes; ///< by increasing full weight
    int32_t shape_count;
    float weight; ///< weight without animation
} sinew_raw_morph;

/// The points of a mesh in a geometry cache at one time.
typedef struct sinew_raw_cache_sample {
    double timeline;     ///< seconds on the file's timeline
    const float *points; ///< [control points × 3] mesh space
} sinew_raw_cache_sample;

/// A geometry cache: it replaces the positions of its mesh.
typedef struct sinew_raw_cache {
    const sinew_raw_cache_sample *samples; ///< times strictly increasing
    int32_t sample_count;                  ///< at least one
} sinew_raw_cache;

typedef struct sinew_raw_deformer {
    uint32_t kind, method, link_mode; ///< as in sinew_deformer
    const float *blend_weights;       ///< [vertex_count], for SINEW_SKIN_BLENDED, or NULL
} sinew_raw_deformer;

/// Vertices and polygons. A corner is a polygon vertex. If the mesh has one vertex per corner, leave `corner_vertices`
/// NULL and set `weld`.
typedef struct sinew_raw_mesh {
    const char *name;
    const char *object; ///< NULL: the joint's name
    int32_t joint;
    int32_t node; ///< the importer's node of the mesh, for the `assimp` engine, or SINEW_NONE; ignored without nodes
    /// SINEW_MESH_HIDDEN, which is also set for meshes of joints with SINEW_JOINT_HIDDEN_ALONE; SINEW_MESH_TWO_SIDED
    uint32_t flags;

    const float *positions;         ///< [vertex_count × 3]
    const float *normals;           ///< [vertex_count × 3] or NULL: smooth normals are computed from the polygons
    const float *tangents;          ///< [vertex_count × 4] or NULL
    const float *texcoords;         ///< [vertex_count × 2] or NULL, v upwards
    const float *texcoords2;        ///< [vertex_count × 2] or NULL: second set; needs `texcoords`
    const float *colors;            ///< [vertex_count × 4] or NULL, linear
    const uint32_t *control_points; ///< [vertex_count] or NULL: each vertex is its own control point
    int32_t vertex_count;
    int32_t control_point_count; ///< 0: unknown

    /// [polygon_count] corners of each polygon; points (1) and lines (2) are kept but not drawn
    const uint32_t *polygon_sizes;
    const int32_t *polygon_materials; ///< [polygon_count] in `materials`, or NULL: SINEW_NONE for all
    int32_t polygon_count;
    const uint32_t *corner_vertices; ///< [corner_count] or NULL: corner k is vertex k
    int32_t corner_count;            ///< if `corner_vertices` is NULL, 0 counts as vertex_count
    bool weld;                       ///< merges vertices that are equal in all attributes
    /// sorts vertices by the joints that influence them, for fast skinning; `control_points` keep the authored indices
    bool reorder;

    const uint32_t *influence_start;         ///< [vertex_count + 1] or NULL: no weights
    const sinew_raw_influence *influences;   ///< [influence_start[vertex_count]] influences of all vertices
    const sinew_raw_skin_joint *skin_joints; ///< [skin_joint_count]
    int32_t skin_joint_count;
    sinew_affine geometric; ///< mesh space → joint space for vertices that follow the joint itself; all zero: identity

    const sinew_raw_cache *cache; ///< NULL: no cache. Needs `control_point_count`, or no `control_points`
    const sinew_raw_morph *morphs;
    int32_t morph_count;
    /// [deformer_count]; none: cache, morphs, and linear skinning with normalised weights
    const sinew_raw_deformer *deformers;
    int32_t deformer_count;
} sinew_raw_mesh;

/// The texture mapping of an image, see sinew_texture_mapping.
typedef struct sinew_raw_texture_mapping {
    uint32_t set; ///< 0 or 1
    uint32_t wrap[2];
    float offset[2], scale[2]; ///< a scale of 1 changes nothing; 0 is not the default
    float rotation;            ///< radians
} sinew_raw_texture_mapping;

/// An image of a material other than its colour.
typedef struct sinew_raw_map {
    uint32_t kind;                            ///< sinew_map
    int32_t texture;                          ///< in `textures`
    const sinew_raw_texture_mapping *mapping; ///< NULL: the first set unchanged, with the material's wrap modes
} sinew_raw_map;

typedef struct sinew_raw_material {
    const char *name;
    int32_t texture; ///< index in `textures`, or SINEW_NONE; 0 is the first texture
    float base_color[4];
    float bare_color[4]; ///< colour if the image of the texture is missing; alpha 0: base_color
    uint32_t alpha_mode;
    float alpha_cutoff;
    bool two_sided;
    uint32_t wrap[2];                         ///< sinew_texture_wrap along u and v
    const sinew_raw_texture_mapping *mapping; ///< texture mapping of `texture`; NULL: the first set unchanged
    const sinew_raw_map *maps;                ///< at most one of each kind
    int32_t map_count;
    float roughness; ///< 0: 0.46, as of matt plastic; for a mirror use 0.01
    float metalness;
    float normal_scale, occlusion_strength; ///< 0: 1
    float emissive[3];
    bool roughness_map_is_glossiness;
} sinew_raw_material;

typedef struct sinew_raw_texture {
    const char *path;
    const char *format;
    const char *name;  ///< NULL: ""
    const void *bytes; ///< embedded file, or NULL: a side file
    size_t byte_count;
} sinew_raw_texture;

typedef struct sinew_raw_curve {
    const sinew_curve_key *keys; ///< times strictly increasing
    int32_t key_count;
    uint32_t before, after;            ///< sinew_extrapolation
    int32_t before_count, after_count; ///< negative: endless
} sinew_raw_curve;

typedef struct sinew_raw_layer {
    const char *name;
    uint32_t mode;
    double weight;                       ///< 0 … 1
    const sinew_raw_curve *weight_curve; ///< or NULL
    bool rotation_by_layer, scale_multiply, muted;
    bool is_base; ///< see sinew_fbx_layer. If no layer has it, the base is the lowest unmuted layer with channels
} sinew_raw_layer;

typedef struct sinew_raw_channel {
    int32_t layer;       ///< of this clip
    int32_t joint;       ///< joint, or SINEW_NONE
    int32_t mesh, morph; ///< index of a morph in that mesh, or both SINEW_NONE
    uint32_t property;
    double value[3];
    const sinew_raw_curve *curve[3]; ///< NULL: `value` is constant
} sinew_raw_channel;

typedef struct sinew_raw_track {
    int32_t joint, node; ///< either may be SINEW_NONE
    int32_t mesh, morph; ///< for SINEW_TRACK_MORPH_WEIGHT
    uint32_t path;
    const sinew_track_key *keys; ///< times not decreasing; of several keys at one time the last one is used
    /// [2 × key_count] with SINEW_CUBIC: incoming and outgoing tangent of each key, value per second; times are ignored
    const sinew_track_key *tangents;
    int32_t key_count;
    uint32_t interpolation; ///< SINEW_STEP, SINEW_LINEAR or SINEW_CUBIC; any other: SINEW_LINEAR
} sinew_raw_track;

/// An event, see sinew_event. It is dropped if it has no name or if its time is outside the clip.
typedef struct sinew_raw_event {
    const char *track;
    const char *text; ///< NULL: ""
    double time;      ///< seconds from the clip's start
    double value;     ///< value; 0 if it is not finite
} sinew_raw_event;

typedef struct sinew_raw_clip {
    const char *name;
    bool is_default;
    double start;                  ///< seconds on the file's timeline
    double duration;               ///< seconds; negative: to the last key
    const sinew_raw_layer *layers; ///< NULL: one additive layer of weight 1
    int32_t layer_count;
    const sinew_raw_channel *channels;
    int32_t channel_count;
    const sinew_raw_track *tracks;
    int32_t track_count;
    const sinew_raw_event *events; ///< in any order
    int32_t event_count;
} sinew_raw_clip;

/// A camera, see sinew_file_camera.
typedef struct sinew_raw_camera {
    int32_t joint;             ///< in `joints`
    int32_t target, up_target; ///< in `joints`, or SINEW_NONE
    bool is_parallel;
    double position[3];
    double forward[3], up[3]; ///< of any length; all zero: −Z and +Y
    double roll;
    double field_of_view[2]; ///< degrees, 0 … 180; a perspective camera needs at least one
    double extent[2];        ///< ≥ 0; a parallel camera needs at least one
    double near_plane, far_plane;
} sinew_raw_camera;

typedef struct sinew_raw_preset_weight {
    int32_t mesh, morph; ///< index of a morph in that mesh
    float weight;
} sinew_raw_preset_weight;

/// Named morph weights, see sinew_preset.
typedef struct sinew_raw_preset {
    const char *name;
    const sinew_raw_preset_weight *weights;
    int32_t weight_count;
} sinew_raw_preset;

typedef struct sinew_raw_warning {
    const char *code, *object, *text;
    uint32_t severity;
} sinew_raw_warning;

/// A file that was read to make the model, the model file itself first.
typedef struct sinew_raw_source {
    const char *name; ///< without a folder
    uint64_t size;    ///< bytes
    uint64_t hash;    ///< hash of the content; 0: unknown
} sinew_raw_source;

typedef struct sinew_raw_model {
    const char *format, *version, *encoding, *generator; ///< NULL: ""
    const char *up, *front;                              ///< NULL: "+Y", "+Z"
    double unit_cm;                                      ///< 0: 1
    double fps;                                          ///< 0: the format has none
    int64_t ticks_per_second;                            ///< 0: 46 186 158 000
    sinew_affine root;                                   ///< all zero: identity

    const sinew_raw_joint *joints;
    int32_t joint_count;
    const sinew_raw_node *nodes;
    int32_t node_count;
    const sinew_raw_mesh *meshes;
    int32_t mesh_count;
    const sinew_raw_material *materials;
    int32_t material_count;
    const sinew_raw_texture *textures;
    int32_t texture_count;
    const sinew_raw_clip *clips;
    int32_t clip_count;
    const sinew_raw_camera *cameras;
    int32_t camera_count;
    const sinew_raw_preset *presets;
    int32_t preset_count;
    const sinew_raw_warning *warnings;
    int32_t warning_count;
    const sinew_raw_source *sources;
    int32_t source_count;
} sinew_raw_model;

/// Creates a model from a raw model. The caller destroys *out_model; it is NULL on failure.
/// SINEW_ERROR_INVALID_ARGUMENT names the invalid joint, mesh or clip, SINEW_ERROR_LIMIT the exceeded limit. The same
/// raw model gives the same bytes.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_from_raw(const sinew_raw_model *raw, sinew_model **out_model,
                                                            sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
