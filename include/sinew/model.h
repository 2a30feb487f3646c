/// The model: the immutable contents of one file, shared by any number of threads.
///
/// A model is one relocatable block of bytes, which is validated completely when the model is created, and a read-only
/// view of the block, the struct below. An item refers to its range of another array by `first_…` and `…_count`. The
/// ranges are consecutive, so that each element has one owner; only ranges of `skin_joints` may overlap. Text is an
/// offset for `sinew_text()`.
///
/// Units and axes are the file's (`unit_cm`, `up`, `front`).
///
/// Times of clips are seconds from the clip's start, in parameters, results and fields of all headers. The file's own
/// timeline, where frame 20 may start a clip, is always named: `sinew_clip.start`, `sinew_curve_key.ticks`,
/// `timeline_key_times`, `timeline_cache_times`, the field `timeline` of poses, and the conversions
/// `sinew_clip_to_timeline` and `sinew_clip_from_timeline`.
///
/// Matrices are row-major 3×4 in double precision (sinew_affine), with translations in units of the file. Positions and
/// normals are three floats per vertex in mesh space, and indices are three per triangle, ready to upload.
///
///     int32_t walk, head;
///     if (sinew_model_find_clip(model, "walk", &walk, &error) || sinew_model_find_joint(model, "Head", &head, &error))
///         return puts(error.message);
///     printf("%s: %.2f s\n", sinew_text(model, model->clips[walk].name), model->clips[walk].duration);
///     for (int32_t i = head; i != SINEW_NONE; i = model->joints[i].parent) // up to the root
///         printf("%s\n", sinew_text(model, model->joints[i].name));
#ifndef SINEW_MODEL_H
#define SINEW_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"
#include "sinew/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SINEW_NONE (-1) ///< no parent, no texture, no curve, …

/// Offset of a NUL-terminated, valid UTF-8 string in the block. Names are as authored and may contain control
/// characters.
typedef uint32_t sinew_text_ref;

// ---- the skeleton -------------------------------------------------------------------------------------------------

typedef enum sinew_joint_kind {
    SINEW_JOINT_NULL, ///< a group or locator
    SINEW_JOINT_BONE,
    SINEW_JOINT_MESH,
    SINEW_JOINT_CAMERA, ///< a camera, or the target that a camera looks at
    SINEW_JOINT_LIGHT,  ///< a light, or its target
} sinew_joint_kind;

typedef enum sinew_joint_flags {
    SINEW_JOINT_DEFORMS = 1,       ///< a mesh has weights for it
    SINEW_JOINT_HELPER = 2,        ///< not authored: `sinew tree` and keyframe counts leave it out
    SINEW_JOINT_REST_SHEARED = 4,  ///< `rest_matrix` is not T · R · S; it applies while the joint is not animated
    SINEW_JOINT_HAS_BIND = 8,      ///< `bind_global` is known
    SINEW_JOINT_HIDDEN = 16,       ///< hidden by the author, with its descendants; a clip may show it
    SINEW_JOINT_SHOWN_ALONE = 32,  ///< stays visible when its parent is hidden
    SINEW_JOINT_HIDDEN_ALONE = 64, ///< hidden, but its descendants are not
    SINEW_JOINT_UNCONNECTED = 128, ///< a root that the file connects to nothing, not even to its scene
} sinew_joint_flags;

enum { SINEW_BODY_SPINE_JOINTS_MAX = 8, SINEW_BODY_NECK_JOINTS_MAX = 4, SINEW_BODY_FINGER_JOINTS_MAX = 4 };

/// The parts of one side of a body. Add them to SINEW_BODY_LEFT or SINEW_BODY_RIGHT.
typedef enum sinew_side_part {
    SINEW_SIDE_CLAVICLE,
    SINEW_SIDE_UPPER_ARM,
    SINEW_SIDE_FOREARM,
    SINEW_SIDE_HAND,
    SINEW_SIDE_THIGH,
    SINEW_SIDE_SHIN,
    SINEW_SIDE_FOOT,
    SINEW_SIDE_TOES,
    SINEW_SIDE_THUMB, ///< first of SINEW_BODY_FINGER_JOINTS_MAX joints, counted from the hand
    SINEW_SIDE_INDEX = SINEW_SIDE_THUMB + SINEW_BODY_FINGER_JOINTS_MAX,
    SINEW_SIDE_MIDDLE = SINEW_SIDE_INDEX + SINEW_BODY_FINGER_JOINTS_MAX,
    SINEW_SIDE_RING = SINEW_SIDE_MIDDLE + SINEW_BODY_FINGER_JOINTS_MAX,
    SINEW_SIDE_PINKY = SINEW_SIDE_RING + SINEW_BODY_FINGER_JOINTS_MAX,
    SINEW_SIDE_PART_COUNT = SINEW_SIDE_PINKY + SINEW_BODY_FINGER_JOINTS_MAX,
} sinew_side_part;

typedef enum sinew_body_part {
    SINEW_BODY_HIPS,
    SINEW_BODY_SPINE, ///< first of SINEW_BODY_SPINE_JOINTS_MAX joints, counted from the hips
    SINEW_BODY_NECK = SINEW_BODY_SPINE + SINEW_BODY_SPINE_JOINTS_MAX, ///< first of SINEW_BODY_NECK_JOINTS_MAX joints
    SINEW_BODY_HEAD = SINEW_BODY_NECK + SINEW_BODY_NECK_JOINTS_MAX,
    SINEW_BODY_LEFT, ///< the first part of the left side
    SINEW_BODY_RIGHT = SINEW_BODY_LEFT + SINEW_SIDE_PART_COUNT,
    SINEW_BODY_PART_COUNT = SINEW_BODY_RIGHT + SINEW_SIDE_PART_COUNT,
} sinew_body_part;

/// One joint: any node of the authored hierarchy. Joints are sorted breadth-first: `parent` is smaller than the joint's
/// own index and never decreases, so the children of a joint are consecutive.
typedef struct sinew_joint {
    sinew_text_ref name;
    int32_t parent;         ///< SINEW_NONE for a root
    int32_t authored_index; ///< position in the authored depth-first order: the `id` in `sinew tree`
    int32_t node;           ///< index in `nodes` of the importer's node of the same name, or SINEW_NONE
    int32_t stack;          ///< index in `stacks`, or SINEW_NONE: the local transform is T · R · S
    uint32_t kind;          ///< sinew_joint_kind
    uint32_t flags;         ///< sinew_joint_flags
    int32_t depth;          ///< 0 for a root
    uint32_t stated_part;   ///< 1 + the sinew_body_part of the joint according to the file (VRM); 0: not stated
    uint32_t reserved;
    sinew_transform rest;     ///< local transform without animation
    sinew_affine rest_matrix; ///< `rest` as an affine matrix
    sinew_affine bind_global; ///< global at bind time, model space
} sinew_joint;

/// The FBX transform stack: local = T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹. Angles are in
/// degrees. Pre- and post-rotation are Euler XYZ; `rotation` uses `rotation_order`.
typedef struct sinew_transform_stack {
    double translation[3], rotation[3], scaling[3]; ///< values without animation
    double rotation_offset[3], rotation_pivot[3], pre_rotation[3], post_rotation[3];
    double scaling_offset[3], scaling_pivot[3];
    int32_t rotation_order;   ///< sinew_rotation_order
    int32_t inherit_type;     ///< sinew_inherit_type
    uint32_t rotation_active; ///< 0: rotation order, pre- and post-rotation are ignored
    uint32_t reserved;
} sinew_transform_stack;

/// Rotation orders with the values that FBX stores; XYZ rotates about X first.
typedef enum sinew_rotation_order {
    SINEW_ROTATE_XYZ,
    SINEW_ROTATE_XZY,
    SINEW_ROTATE_YZX,
    SINEW_ROTATE_YXZ,
    SINEW_ROTATE_ZXY,
    SINEW_ROTATE_ZYX,
    SINEW_ROTATE_SPHERIC,
} sinew_rotation_order;

/// How a joint inherits its parent's rotation R and scale S; the joint's own are r and s. The values are those that FBX
/// stores.
typedef enum sinew_inherit_type {
    SINEW_INHERIT_RrSs, ///< R · r · S · s
    SINEW_INHERIT_RSrs, ///< R · S · r · s, the product of matrices
    SINEW_INHERIT_Rrs,  ///< G · S_p⁻¹ · r · s; G is the parent's global matrix, S_p its local scale
} sinew_inherit_type;

/// A node of the importer (Assimp), including its pivot nodes, in depth-first order. `sinew tree --raw` and the
/// `assimp` engine use the nodes.
typedef struct sinew_node {
    sinew_text_ref name;
    int32_t parent; ///< smaller than the node's own index; SINEW_NONE for the root, node 0
    int32_t joint;  ///< index in `joints`, or SINEW_NONE
    int32_t reserved;
    sinew_affine local; ///< local transform without animation
} sinew_node;

// ---- meshes -------------------------------------------------------------------------------------------------------

typedef enum sinew_mesh_flags {
    SINEW_MESH_SKINNED = 1, ///< has weights; without them, every vertex follows `joint`
    SINEW_MESH_NORMALS = 2,
    SINEW_MESH_TEXCOORDS = 4,
    SINEW_MESH_COLORS = 8,
    SINEW_MESH_TANGENTS = 16,
    SINEW_MESH_HIDDEN = 32,      ///< hidden by the author: exported, but not drawn
    SINEW_MESH_TWO_SIDED = 64,   ///< drawn from both sides, even if a material is one-sided
    SINEW_MESH_TEXCOORDS2 = 128, ///< has a second set of texture coordinates
} sinew_mesh_flags;

/// A mesh on one joint: welded vertices, triangles for drawing, and the authored polygons for export.
typedef struct sinew_mesh {
    sinew_text_ref name;                        ///< name of the geometry
    sinew_text_ref object;                      ///< name of the authored object; meshes of one object belong together
    int32_t joint;                              ///< the joint it is attached to
    uint32_t flags;                             ///< sinew_mesh_flags
    int32_t first_vertex, vertex_count;         ///< in the vertex arrays
    int32_t first_index, index_count;           ///< in `indices`; three per triangle
    int32_t first_submesh, submesh_count;       ///< in `submeshes`
    int32_t first_polygon, polygon_count;       ///< in `polygon_sizes`
    int32_t first_corner, corner_count;         ///< in `corner_vertices`
    int32_t first_skin_joint, skin_joint_count; ///< in `skin_joints`; at least one. Ranges of meshes may overlap
    int32_t first_morph, morph_count;           ///< in `morphs`
    int32_t first_deformer, deformer_count;     ///< in `deformers`, applied in this order
    int32_t max_influences;
    int32_t control_point_count;        ///< control points of the authored geometry; 0: unknown
    int32_t first_vertex_block;         ///< in `vertex_block_start`; (vertex_count + 15) / 16 blocks
    float bounds_min[3], bounds_max[3]; ///< bounds of the undeformed vertices, in mesh space
} sinew_mesh;

/// Triangles of one mesh with one material.
typedef struct sinew_submesh {
    int32_t material;                 ///< in `materials`, or SINEW_NONE
    int32_t first_index, index_count; ///< in `indices`
} sinew_submesh;

/// One entry of the palette: how a joint moves the vertices of a mesh. Palette entry = globalInverse · global(joint) ·
/// inverse_bind. Meshes with the same joint and the same inverse bind matrix, bit for bit, share an entry if the
/// order of their joints allows it; the range of a mesh may contain entries that move only other meshes.
typedef struct sinew_skin_joint {
    int32_t mesh; ///< the first mesh that has the entry
    int32_t joint;
    int32_t node; ///< index in `nodes` of the joint's node, for the `assimp` engine, or SINEW_NONE
    /// index in `skin_joints`, in the same mesh: with SINEW_LINK_ADDITIVE, the skin joint that this joint's
    /// displacement is relative to; else SINEW_NONE
    int32_t associate;
    sinew_affine inverse_bind; ///< inverse bind matrix: mesh space → joint space; Assimp: mOffsetMatrix
    sinew_affine node_offset;  ///< Assimp's mOffsetMatrix, for the `assimp` engine
} sinew_skin_joint;

/// The weight of one joint for one vertex.
typedef struct sinew_influence {
    int32_t skin_joint; ///< index in `skin_joints`
    /// weight for skinning: the weights of a vertex sum to 1. If the link mode does not normalise, the mesh's own joint
    /// gets the missing weight
    float weight;
    float authored; ///< weight in the file; 0 for the influence of the mesh's own joint on a vertex without weights
} sinew_influence;

/// Vertices per block. The vertices 16 t … 16 t + 15 of a mesh are its vertex block t, which the CPU skins together.
enum { SINEW_VERTEX_BLOCK_SIZE = 16 };

typedef enum sinew_deformer_kind {
    SINEW_DEFORM_MORPH,
    SINEW_DEFORM_SKIN,
    SINEW_DEFORM_CACHE,
} sinew_deformer_kind;

typedef enum sinew_skin_method {
    SINEW_SKIN_AUTHORED = -1, ///< for functions of skin.h: the method that the file states; not stored
    SINEW_SKIN_LINEAR,
    SINEW_SKIN_RIGID,
    SINEW_SKIN_DUAL_QUATERNION,
    SINEW_SKIN_BLENDED,   ///< interpolated between linear and dual quaternion skinning by the vertex's blend weight
    SINEW_SKIN_SPHERICAL, ///< rotates about a common centre, see sinew_skin_mesh; not used in files
} sinew_skin_method;

/// The skinning method of an image, for sinew_draw_options in render.h.
typedef enum sinew_draw_skin {
    SINEW_DRAW_SKIN_FILE, ///< as authored in the file
    SINEW_DRAW_SKIN_LINEAR,
    SINEW_DRAW_SKIN_DUAL,      ///< dual quaternions; additive meshes as authored
    SINEW_DRAW_SKIN_SPHERICAL, ///< spherical blend skinning, on the processor; additive meshes and crowds as authored
} sinew_draw_skin;

/// How the weights of a vertex are combined. With SINEW_LINK_ADDITIVE, the joints displace the vertex one after the
/// other, in the order of `skin_joints`, each by its displacement times the weight (see sinew_skin_mesh).
typedef enum sinew_link_mode {
    SINEW_LINK_NORMALIZE,
    SINEW_LINK_ADDITIVE,
    SINEW_LINK_TOTAL_ONE,
} sinew_link_mode;

typedef struct sinew_deformer {
    uint32_t kind;              ///< sinew_deformer_kind
    uint32_t method;            ///< sinew_skin_method, for a skin
    uint32_t link_mode;         ///< sinew_link_mode, for a skin
    int32_t first_blend_weight; ///< index in `blend_weights`, one per vertex of the mesh, or SINEW_NONE
} sinew_deformer;

/// A morph target (blend-shape channel) of one mesh. Its index in `morphs` is also its index in a pose's morph weights.
typedef struct sinew_morph {
    sinew_text_ref name;
    int32_t mesh;
    int32_t first_shape, shape_count; ///< in `shapes`, by increasing full weight; all but the last are in-betweens
    float weight;                     ///< weight without animation; 1 is the full shape
} sinew_morph;

typedef struct sinew_shape {
    float full_weight;                ///< morph weight that applies only this shape; 1 without in-betweens
    int32_t first_delta, delta_count; ///< in the delta arrays
} sinew_shape;

/// The displacement of one vertex by a shape.
typedef struct sinew_shape_delta {
    int32_t vertex; ///< index of the vertex in the mesh
    float position[3];
    float normal[3];
} sinew_shape_delta;

/// The geometry cache of one mesh: sampled points that replace the positions of the mesh. Samples are interpolated
/// linearly and held before the first and after the last. Sorted by mesh, at most one per mesh.
typedef struct sinew_geometry_cache {
    int32_t mesh;
    int32_t first_time, sample_count; ///< in `timeline_cache_times`, strictly increasing; at least one
    int32_t first_point;              ///< in `cache_points`, `point_count` per sample
    int32_t point_count;              ///< number of control points of the mesh
    int32_t first_leader;             ///< in `cache_leaders`, one per vertex of the mesh
} sinew_geometry_cache;

// ---- materials ----------------------------------------------------------------------------------------------------

typedef enum sinew_alpha_mode {
    SINEW_ALPHA_OPAQUE,
    SINEW_ALPHA_TEST,
    SINEW_ALPHA_BLEND,
} sinew_alpha_mode;

/// How an image continues beyond its edges along u or v.
typedef enum sinew_texture_wrap {
    SINEW_TEXTURE_REPEAT, ///< repeated
    SINEW_TEXTURE_CLAMP,  ///< continued with the pixels of the edge
    SINEW_TEXTURE_MIRROR, ///< repeated, every second copy mirrored
} sinew_texture_wrap;

/// Images of a material other than its colour. Roughness is in the green channel, metalness in the blue one, occlusion
/// in the red one, as in glTF; in grey images all channels are equal.
typedef enum sinew_map {
    SINEW_MAP_NORMAL,    ///< in tangent space; x to the right of the image, y upwards
    SINEW_MAP_ROUGHNESS, ///< multiplied by `roughness`
    SINEW_MAP_METALNESS, ///< multiplied by `metalness`
    SINEW_MAP_SPECULAR,  ///< sRGB colour of highlights; half grey: highlights of plastic
    SINEW_MAP_EMISSIVE,  ///< sRGB; multiplied by `emissive`
    SINEW_MAP_OCCLUSION, ///< occlusion of ambient light
    SINEW_MAP_COUNT,
} sinew_map;

typedef struct sinew_material {
    sinew_text_ref name;
    int32_t texture;     ///< base colour: an index in `textures`, or SINEW_NONE
    float base_color[4]; ///< linear, straight alpha; multiplied by the texture
    float bare_color[4]; ///< colour if the image of the texture is missing; sinew draws grey if it is black or white
    uint32_t alpha_mode; ///< sinew_alpha_mode
    float alpha_cutoff;  ///< for SINEW_ALPHA_TEST
    uint32_t two_sided;
    uint32_t wrap[2];                     ///< sinew_texture_wrap along u and v, for images without a texture mapping
    int32_t maps[SINEW_MAP_COUNT];        ///< in `textures`, or SINEW_NONE
    float roughness, metalness;           ///< 0 … 1
    float normal_scale;                   ///< factor of x and y of the normal map
    float occlusion_strength;             ///< 0 … 1
    float emissive[3];                    ///< emitted light, linear
    uint32_t roughness_map_is_glossiness; ///< the map holds one minus the roughness
} sinew_material;

/// How an image of a material is mapped to surfaces: the set of texture coordinates, their transform and the wrap
/// modes. Images that use the first set unchanged and the material's wrap modes have no mapping. The image is read at
/// offset + R · (scale_u · u, scale_v · v), with v upwards and R counter-clockwise. Sorted by material, then by map.
typedef struct sinew_texture_mapping {
    int32_t material;
    uint32_t map;     ///< sinew_map, or SINEW_MAP_COUNT for the base colour
    uint32_t set;     ///< 0: `texcoords`, 1: `texcoords2`; meshes without the second set use the first
    uint32_t wrap[2]; ///< sinew_texture_wrap along u and v
    float offset[2], scale[2];
    float rotation; ///< radians
} sinew_texture_mapping;

/// An image of a material. The block contains references and embedded files, never pixels.
typedef struct sinew_texture {
    sinew_text_ref path;   ///< authored path; a hint that must not be opened as it is
    sinew_text_ref format; ///< "png", "jpg", … or ""
    sinew_text_ref name;   ///< name of the image or the texture in the file, or ""
    uint32_t reserved;
    /// range of the embedded file in `image_bytes`; 0 bytes if the image is a side file
    uint64_t first_byte, byte_count;
} sinew_texture;

// ---- animation ----------------------------------------------------------------------------------------------------

/// The property that an animated value changes.
typedef enum sinew_channel_property {
    SINEW_CHANNEL_TRANSLATION,
    SINEW_CHANNEL_ROTATION, ///< Euler degrees in the joint's rotation order
    SINEW_CHANNEL_SCALING,
    SINEW_CHANNEL_ROTATION_OFFSET,
    SINEW_CHANNEL_ROTATION_PIVOT,
    SINEW_CHANNEL_PRE_ROTATION,
    SINEW_CHANNEL_POST_ROTATION,
    SINEW_CHANNEL_SCALING_OFFSET,
    SINEW_CHANNEL_SCALING_PIVOT,
    SINEW_CHANNEL_VISIBILITY,   ///< visibility of a joint, in x
    SINEW_CHANNEL_MORPH_WEIGHT, ///< weight of a morph, in x; 1 is the full shape
    SINEW_CHANNEL_OTHER,        ///< a property that sinew does not draw; its keys count as keyframes
} sinew_channel_property;

/// Up to three curves for one property of one joint or morph. Sorted within a clip by joint, then morph, then layer.
typedef struct sinew_channel {
    int32_t layer;     ///< in `layers`
    int32_t joint;     ///< or SINEW_NONE
    int32_t morph;     ///< or SINEW_NONE
    uint32_t property; ///< sinew_channel_property
    double value[3];   ///< values of components without a curve
    int32_t curve[3];  ///< in `curves`, or SINEW_NONE
    uint32_t reserved;
} sinew_channel;

typedef enum sinew_extrapolation {
    SINEW_EXTRAPOLATE_HOLD,
    SINEW_EXTRAPOLATE_REPEAT,
    SINEW_EXTRAPOLATE_MIRROR,
    SINEW_EXTRAPOLATE_SLOPE,
    SINEW_EXTRAPOLATE_REPEAT_RELATIVE,
} sinew_extrapolation;

typedef struct sinew_curve {
    int32_t first_key, key_count;      ///< in `curve_keys`; times strictly increasing
    uint32_t before, after;            ///< sinew_extrapolation
    int32_t before_count, after_count; ///< number of repetitions; negative: endless
} sinew_curve;

typedef enum sinew_interpolation {
    SINEW_STEP,      ///< holds the value of this key until the next
    SINEW_STEP_NEXT, ///< holds the value of the next key
    SINEW_LINEAR,
    SINEW_CUBIC, ///< curves: Bézier in (time, value); tracks: Hermite
} sinew_interpolation;

/// A key and its segment to the next key. Handles are offsets from the key in seconds and value.
typedef struct sinew_curve_key {
    int64_t ticks; ///< time on the file's timeline, in units of 1 / `ticks_per_second` s
    double value;
    float in_time, in_value;   ///< incoming handle; time ≤ 0
    float out_time, out_value; ///< outgoing handle; time ≥ 0
    uint32_t interpolation;    ///< sinew_interpolation of the segment
    uint32_t is_computed;      ///< the file has no handles for this key: the importer computed them (automatic, TCB)
} sinew_curve_key;

typedef enum sinew_layer_mode {
    SINEW_LAYER_ADDITIVE,             ///< added to the layers below, scaled by the weight
    SINEW_LAYER_OVERRIDE,             ///< replaces the layers below by its value times the weight
    SINEW_LAYER_OVERRIDE_PASSTHROUGH, ///< blended with the layers below by the weight
} sinew_layer_mode;

typedef struct sinew_fbx_layer {
    sinew_text_ref name;
    uint32_t mode; ///< sinew_layer_mode
    double weight; ///< 0 … 1, used without `weight_curve`
    int32_t weight_curve;
    uint32_t rotation_by_layer; ///< 1: rotations compose as quaternions; 0: angles add
    uint32_t scale_multiply;    ///< 1: scales multiply; 0: scales add
    uint32_t muted;             ///< 1: muted, or another layer is soloed
    /// 1: its values replace the rest pose, whatever its mode and weight. Transform properties that only other layers
    /// animate start from 0, or from 1 if scales multiply
    uint32_t is_base;
    uint32_t reserved;
} sinew_fbx_layer;

typedef enum sinew_track_path {
    SINEW_TRACK_TRANSLATION,
    SINEW_TRACK_ROTATION, ///< unit quaternion keys; SINEW_LINEAR: slerp along the shorter arc
    SINEW_TRACK_SCALE,
    SINEW_TRACK_MORPH_WEIGHT,
} sinew_track_path;

/// Keys of vectors or quaternions from Assimp: for its nodes, and for formats other than FBX. Sorted within a clip by
/// node.
typedef struct sinew_track {
    int32_t joint;                ///< or SINEW_NONE
    int32_t node;                 ///< or SINEW_NONE
    int32_t morph;                ///< for SINEW_TRACK_MORPH_WEIGHT, else SINEW_NONE
    uint32_t path;                ///< sinew_track_path
    int32_t first_key, key_count; ///< in `track_keys`, times strictly increasing
    uint32_t interpolation;       ///< SINEW_STEP, SINEW_LINEAR or SINEW_CUBIC
    uint32_t reserved;
} sinew_track;

/// A key of a track, or a tangent of a SINEW_CUBIC track. The keys of such a track are followed by 2 × key_count
/// tangents, the incoming and the outgoing one of each key: values per second, with time 0. Between two keys each
/// component is the cubic Hermite spline of the two values, the first key's outgoing tangent and the second key's
/// incoming one, as in glTF 2.0, appendix C; rotations are then normalised.
typedef struct sinew_track_key {
    double time;     ///< seconds from the clip's start
    double value[4]; ///< x y z, x y z w, or the weight
} sinew_track_key;

/// An animation: an FBX take or stack, or a glTF animation.
typedef struct sinew_clip {
    sinew_text_ref name;
    uint32_t is_default;                    ///< 1: the file's current clip
    double start;                           ///< seconds on the file's timeline
    double duration;                        ///< seconds, ≥ 0
    double last_key;                        ///< seconds from `start` to the last authored key
    int32_t first_layer, layer_count;       ///< in `layers`
    int32_t first_channel, channel_count;   ///< in `channels`: authored curves
    int32_t first_track, track_count;       ///< in `tracks`
    int32_t first_key_time, key_time_count; ///< in `timeline_key_times`; keyframe `#1` is the first
    int32_t animated_joints;
    uint32_t reserved;
} sinew_clip;

/// An event of a clip, such as a footstep, a sound or a value that changes. Sorted by clip, then by time. See events.h.
typedef struct sinew_event {
    int32_t clip;
    sinew_text_ref track; ///< name of the track, such as "footstep"; not empty
    sinew_text_ref text;  ///< as authored, or ""
    uint32_t reserved;
    double time;  ///< seconds from the clip's start, 0 … duration
    double value; ///< as authored, or 0
} sinew_event;

/// A camera of the file: its lens, and the joints that give its transform. It has the name of its joint. The lens does
/// not change with time. sinew_camera_from_file (camera.h) gives its view at a pose.
typedef struct sinew_file_camera {
    int32_t joint;        ///< joint whose global transform is the camera's
    int32_t target;       ///< joint that the camera looks at, or SINEW_NONE
    int32_t up_target;    ///< joint that defines the image's up direction, or SINEW_NONE
    uint32_t is_parallel; ///< 1: parallel projection
    double position[3];   ///< in the space of the joint
    double forward[3];    ///< view direction in the space of the joint, ignored with a target
    double up[3];         ///< up direction in the space of the joint; with a target, in world space
    double roll;          ///< rotation of `up` towards the right of the image, degrees
    /// perspective: horizontal and vertical angle in degrees, < 180; one may be 0: unknown
    double field_of_view[2];
    double extent[2];             ///< parallel projection: width and height in file units; one may be 0: unknown
    double near_plane, far_plane; ///< authored distances in file units, or 0; sinew does not clip there
} sinew_file_camera;

/// The weight of one morph in a preset.
typedef struct sinew_preset_weight {
    int32_t morph; ///< in `morphs`
    float weight;  ///< 1 is the full shape
} sinew_preset_weight;

/// Morph weights that the file names, such as an expression of VRM.
typedef struct sinew_preset {
    sinew_text_ref name;
    int32_t first_weight, weight_count; ///< in `preset_weights`
} sinew_preset;

// ---- the model ----------------------------------------------------------------------------------------------------

typedef enum sinew_severity {
    SINEW_SEVERITY_INFO,
    SINEW_SEVERITY_WARNING,
    SINEW_SEVERITY_ERROR,
} sinew_severity;

/// A note about data that the import dropped or approximated, or that is probably wrong in the file.
typedef struct sinew_warning {
    sinew_text_ref code;   ///< "W10", "I03"; never reused
    sinew_text_ref object; ///< name of the node, mesh or material, or ""
    sinew_text_ref text;
    uint32_t severity; ///< sinew_severity
} sinew_warning;

/// A file that was read to make the model; the first is the model file itself.
typedef struct sinew_source {
    sinew_text_ref name;
    uint32_t reserved;
    uint64_t size; ///< bytes
    uint64_t hash; ///< hash of the content, or 0
} sinew_source;

/// The kind of object in an FBX file that a sinew_document_object stands for.
typedef enum sinew_document_kind {
    SINEW_DOCUMENT_SCENE,   ///< everything that no clip changes
    SINEW_DOCUMENT_JOINT,   ///< an FBX Model
    SINEW_DOCUMENT_MORPH,   ///< a channel of a blend shape
    SINEW_DOCUMENT_TEXTURE, ///< a texture or its video
    SINEW_DOCUMENT_CLIP,    ///< a stack
    SINEW_DOCUMENT_SHAPE,   ///< a geometry of a channel
} sinew_document_kind;

/// An object of the model's FBX file and the item that the import made from it, to find out later whether an edit has
/// changed the item.
typedef struct sinew_document_object {
    int64_t id;    ///< id of the object; for the scene, the factor by which edits scaled it, as bits of a double, or 0
    uint64_t hash; ///< hash of the item as imported, without its name
    uint64_t name; ///< hash of the item's name as imported; for the scene, of its frame rate
    uint32_t kind; ///< sinew_document_kind
    /// index of the joint, morph, shape or texture as imported; SINEW_NONE for a joint that an edit has dropped; else 0
    int32_t item;
} sinew_document_object;

/// Properties of the file and of the model.
typedef struct sinew_model_info {
    sinew_text_ref format;       ///< "FBX", "glTF", …
    sinew_text_ref version;      ///< "7.4", or ""
    sinew_text_ref encoding;     ///< "binary", "ascii", or ""
    sinew_text_ref generator;    ///< name of the exporting program according to the file, or ""
    sinew_text_ref up, front;    ///< "+Y", "+Z", …
    double unit_cm;              ///< centimetres per file unit
    double fps;                  ///< 0 when the format has no frame rate
    int64_t ticks_per_second;    ///< unit of `sinew_curve_key.ticks`
    sinew_affine root;           ///< transform of the importer's root node
    sinew_affine global_inverse; ///< inverse of `root`
    /// size of the character, > 0: diagonal of the bounds of the skinned meshes in the rest pose; without skinned
    /// meshes, of the skeleton and the meshes attached to it. Cameras, lights and helpers do not count
    double size;
    uint32_t is_stripped; ///< 1: the clips are baked and have no curves, see sinew_model_strip
    uint32_t reserved;
} sinew_model_info;

/// A loaded model. Read-only. Fields may be appended in later versions: never copy or sizeof this struct.
typedef struct sinew_model {
    const sinew_model_info *info;
    const char *text; ///< [text_size] terminated strings
    size_t text_size;

    const sinew_joint *joints;           ///< [joint_count] breadth-first
    const int32_t *authored_order;       ///< [joint_count] joint at each position in the authored order
    const sinew_transform_stack *stacks; ///< [stack_count]
    const sinew_node *nodes;             ///< [node_count]

    const sinew_mesh *meshes;           ///< [mesh_count]
    const sinew_submesh *submeshes;     ///< [submesh_count]
    const float *positions;             ///< [vertex_count × 3] mesh space
    const float *normals;               ///< [vertex_count × 3] unit length, or 0 0 0
    const float *tangents;              ///< [vertex_count × 4], or NULL if no mesh has tangents
    const float *texcoords;             ///< [vertex_count × 2] v upwards
    const float *texcoords2;            ///< [vertex_count × 2] second set, or NULL if no mesh has one
    const float *colors;                ///< [vertex_count × 4] linear
    const uint32_t *control_points;     ///< [vertex_count] control point in the authored geometry
    const uint32_t *influence_start;    ///< [vertex_count + 1] start of each vertex in `influences`
    const sinew_influence *influences;  ///< [influence_count]
    const uint32_t *vertex_block_start; ///< [vertex_block_count + 1] start of each block in the next two arrays
    /// [vertex_block_joint_count] in `skin_joints`: the skin joints that move a vertex of the block, in increasing
    /// order
    const int32_t *vertex_block_joints;
    /// [vertex_block_joint_count × 16] weight of the skin joint for each vertex of the block; 0 if it does not move the
    /// vertex
    const float *vertex_block_weights;
    const uint32_t *indices;             ///< [index_count] vertices, counted from the mesh's first vertex
    const uint32_t *polygon_sizes;       ///< [polygon_count] corners of each polygon
    const uint32_t *corner_vertices;     ///< [corner_count] vertices, counted from the mesh's first vertex
    const sinew_skin_joint *skin_joints; ///< [skin_joint_count] the palette
    const sinew_deformer *deformers;     ///< [deformer_count]
    const float *blend_weights;          ///< [blend_weight_count]
    const sinew_morph *morphs;           ///< [morph_count]
    const sinew_shape *shapes;           ///< [shape_count]
    const sinew_shape_delta *deltas;     ///< [delta_count]

    const sinew_material *materials;               ///< [material_count]
    const sinew_texture_mapping *texture_mappings; ///< [texture_mapping_count]
    const sinew_texture *textures;                 ///< [texture_count]
    const uint8_t *image_bytes;                    ///< [image_byte_count]

    const sinew_clip *clips;           ///< [clip_count]
    const sinew_fbx_layer *layers;     ///< [layer_count]
    const sinew_channel *channels;     ///< [channel_count]
    const sinew_curve *curves;         ///< [curve_count]
    const sinew_curve_key *curve_keys; ///< [curve_key_count]
    const sinew_track *tracks;         ///< [track_count]
    const sinew_track_key *track_keys; ///< [track_key_count]
    /// [key_time_count] seconds on the file's timeline, increasing within a clip; `sinew_clip_key_times` returns times
    /// from the clip's start
    const double *timeline_key_times;

    const sinew_event *events; ///< [event_count]

    const sinew_file_camera *cameras; ///< [camera_count]

    const sinew_preset *presets;               ///< [preset_count]
    const sinew_preset_weight *preset_weights; ///< [preset_weight_count]

    const sinew_geometry_cache *caches; ///< [cache_count] geometry caches
    const double *timeline_cache_times; ///< [cache_time_count] seconds on the file's timeline
    const float *cache_points;          ///< [cache_point_count × 3] mesh space
    /// [cache_leader_count] per vertex: the first vertex of the mesh with the same control point and rest normal
    const uint32_t *cache_leaders;

    const uint8_t *baked;          ///< [baked_byte_count] the baked clips
    const sinew_warning *warnings; ///< [warning_count]
    const sinew_source *sources;   ///< [source_count]

    /// [document_size] records of an FBX file for exporting it again; empty unless sinew_load_options.keep_document is
    /// set
    const uint8_t *document;
    const sinew_document_object *document_objects; ///< [document_object_count]

    int32_t joint_count, stack_count, node_count;
    int32_t mesh_count, submesh_count, vertex_count, influence_count, vertex_block_count, vertex_block_joint_count,
        index_count, polygon_count, corner_count;
    int32_t skin_joint_count, deformer_count, blend_weight_count, morph_count, shape_count, delta_count;
    int32_t material_count, texture_mapping_count, texture_count;
    int32_t clip_count, layer_count, channel_count, curve_count, curve_key_count, track_count, track_key_count,
        key_time_count, event_count, camera_count, preset_count, preset_weight_count;
    int32_t cache_count, cache_time_count, cache_point_count, cache_leader_count;
    int32_t warning_count, source_count;
    size_t image_byte_count, baked_byte_count, document_size;
    int32_t document_object_count;

    void *block; ///< contains all arrays above; see sinew_model_block
    size_t block_size;
    void (*release)(void *block, size_t size); ///< frees the block

    struct sinew_clip_slots *clip_slots; ///< slots of sinew_model_reserve_clip_slots (clip.h), or NULL

    // Data of a clip file (clip.h), which is not a model.
    const struct sinew_clip_skeleton *clip_skeleton; ///< NULL for a model
    const struct sinew_clip_joint *clip_joints;      ///< [joint_count]
    const struct sinew_clip_morph *clip_morphs;      ///< [morph_count]
    const struct sinew_clip_motion_key *clip_motion; ///< [clip_motion_count]
    int32_t clip_motion_count;
} sinew_model;

/// Loads a `.sinew` file from memory, without a worker. `bytes` may be freed after the call. The caller destroys
/// *out_model; it is NULL on failure.
///
/// The file has the byte order of the machine that wrote it and the format of its version of sinew. Another byte order
/// or format gives SINEW_ERROR_UNSUPPORTED with a hint. The format may change with every version of sinew, so keep the
/// source files and bake them again. Other errors: SINEW_ERROR_NOT_A_MODEL, _TRUNCATED, _DAMAGED.
///
/// The contents are validated like any other model's.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_open(const void *bytes, size_t size, sinew_model **out_model,
                                                        sinew_error *out_error);

/// Writes a model as the bytes of a `.sinew` file, with embedded images and baked clips. Images in separate files are
/// stored by name and are looked for next to the new file. The same model gives the same bytes. Release *out_bytes with
/// sinew_free.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_save(const sinew_model *model, void **out_bytes, size_t *out_size,
                                                        sinew_error *out_error);

/// The result of matching the joints of two models by name.
typedef struct sinew_clip_match {
    int32_t matched;   ///< animated joints that the character has
    int32_t unmatched; ///< animated joints that the character lacks
} sinew_clip_match;

/// Destroys a model. Accepts NULL.
SINEW_API void sinew_model_destroy(sinew_model *model);

/// Makes hidden meshes visible, and hidden joints whose visibility no clip animates. Call it before other threads read
/// the model.
SINEW_API void sinew_model_show_hidden(sinew_model *model);

/// Returns the block of a model, for storing. It is valid as long as the model.
SINEW_API const void *sinew_model_block(const sinew_model *model, size_t *out_size);

/// Returns the string at `ref`. It is valid as long as the model.
SINEW_API const char *sinew_text(const sinew_model *model, sinew_text_ref ref);

// ---- queries ------------------------------------------------------------------------------------------------------

/// Finds a clip. `pattern` is compared as an exact name, a name ignoring case, the part of a name after its last `|`, a
/// glob, and then as `#N` or a number, counted from 1. `none` gives SINEW_NONE (the rest pose). NULL or "" gives the
/// default clip: the file's current clip if it animates anything, else the first clip that does, else the first clip,
/// else SINEW_NONE. SINEW_ERROR_NO_CLIP and SINEW_ERROR_MANY_CLIPS list the clips in the hint.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_find_clip(const sinew_model *model, const char *pattern,
                                                             int32_t *out_clip, sinew_error *out_error);

/// Finds a joint by name, or by a path such as `Hips/Spine/Head` if names are not unique. If no joint has the name,
/// namespaces are ignored: `Hips` finds `mixamorig:Hips`. The hint of SINEW_ERROR_NO_JOINT is the most similar name, or
/// a full name if several namespaces have the joint.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_find_joint(const sinew_model *model, const char *name,
                                                              int32_t *out_joint, sinew_error *out_error);

/// Finds a camera of the file by name; if several have the name, the first. If no camera has the name, namespaces are
/// ignored. The hint of SINEW_ERROR_NO_CAMERA lists the cameras.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_find_camera(const sinew_model *model, const char *name,
                                                               int32_t *out_camera, sinew_error *out_error);

/// Converts a time of a clip, in seconds from its start, to seconds on the file's timeline. At 30 frames per second, a
/// clip that an animator sees at frames 20 to 50 starts at 20 / 30 s on the timeline. Timeline seconds ·
/// sinew_model_info.fps are frame numbers of the file. For SINEW_NONE, the rest pose, both times are the same.
SINEW_API double sinew_clip_to_timeline(const sinew_model *model, int32_t clip, double time);

/// Converts seconds on the file's timeline to seconds from the clip's start: the opposite of sinew_clip_to_timeline.
SINEW_API double sinew_clip_from_timeline(const sinew_model *model, int32_t clip, double timeline);

/// Writes the distinct authored key times of a joint in a clip, or with SINEW_NONE of all joints and morphs, to
/// `out_times`: seconds from the clip's start, in increasing order. Keys before the start have negative times. Writes
/// at most `capacity` times and returns their total number; 0 when out of memory, or for one joint of a stripped model
/// (bake.h). `out_times` may be NULL if `capacity` is 0.
SINEW_API int32_t sinew_clip_key_times(const sinew_model *model, int32_t clip, int32_t joint, double *out_times,
                                       int32_t capacity);

/// Returns the texture mapping of an image of a material, or NULL if the image uses `texcoords` unchanged and the wrap
/// modes of the material. `map` is a sinew_map, or SINEW_MAP_COUNT for the base colour.
SINEW_API const sinew_texture_mapping *sinew_material_texture_mapping(const sinew_model *model, int32_t material,
                                                                      int32_t map);

/// Returns the geometry cache of a mesh, or NULL.
SINEW_API const sinew_geometry_cache *sinew_mesh_geometry_cache(const sinew_model *model, int32_t mesh);

#ifdef __cplusplus
}
#endif

#endif
