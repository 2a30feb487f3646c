/// The stages of an import, in their order: changing the bytes before Assimp reads them, reading Assimp's scene,
/// reading an FBX document, and combining the two. import_block.c calls them.
#ifndef SINEW_IMPORT_IMPORT_STAGES_H
#define SINEW_IMPORT_IMPORT_STAGES_H

#include "core/base/json.h"
#include "fbx/fbx_animation.h"
#include "fbx/fbx_document.h"
#include "import/import_pass.h"
#include "sinew/raw_model.h"
#include <math.h>
#include <string.h>

// ---- before Assimp: BVH --------------------------------------------------------------------------------------------
// Rewrites a BVH so that Assimp 5.2 reads it: other programs write keywords in any case, names with blanks or used
// twice, colons without a blank after them, commas in numbers, and no frame time.

/// Replaces the bytes of the pass. The only error is SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__bvh_prepare(import_pass *pass, sinew_error *error);

/// Sets the axes of a BVH whose Z axis is up. Adds a note if that was guessed from the rest pose and not set in the
/// options. Call it when joints and clips are known.
void sinew__bvh_find_up(import_pass *pass);

// ---- before Assimp: Collada ----------------------------------------------------------------------------------------
// Rewrites a Collada document where Assimp would misread it.

/// Replaces the bytes of the pass by a copy with these changes:
///
/// - UTF-16 is converted to UTF-8.
/// - Blanks before numbers are removed; Assimp reports them as damage.
/// - All animations of a library are merged into one, unless the file has animation clips: Assimp would make a clip of
///   each, with the channels of only some joints, or some channels of one joint.
/// - Morph targets are removed, with a warning: Assimp reports an error or drops the mesh.
/// - Each skeleton gets a controller of its own.
/// - Nodes get unique names, and skins refer to their own joints.
///
/// Checks references (collada_references.c) and fills pass->collada for collada_clips.c.
SINEW_NODISCARD sinew_result sinew__collada_prepare(import_pass *pass, sinew_error *out_error);

/// Removes the animations from the bytes of the pass, because Assimp rejects documents for some keys that sinew
/// repairs. Returns 0 if there were none, or when out of memory.
int sinew__collada_remove_animations(import_pass *pass);

// ---- glTF ----------------------------------------------------------------------------------------------------------

/// Runs all stages of a glTF. SINEW_ERROR_UNSUPPORTED names the version or the extension; SINEW_ERROR_DAMAGED names the
/// damaged mesh, skin, clip or number.
SINEW_NODISCARD sinew_result sinew__gltf_stages(import_pass *pass, sinew_error *out_error);

/// Frees the side files of a glTF, which hold images of the raw model.
void sinew__gltf_release(const import_pass *pass);

// ---- before Assimp: 3DS --------------------------------------------------------------------------------------------
// Sorts the nodes of a 3DS file so that Assimp 5.2 finds their parents.

/// Replaces the bytes of the pass by a copy of the file in which each keyframer node is after its parent. Nodes whose
/// parent does not exist, and cycles, give a warning. A file with damaged chunks stays unchanged. The only error is
/// SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__order_3ds_nodes(import_pass *pass, sinew_error *error);

// ---- Assimp ---------------------------------------------------------------------------------------------------------
// The interface to Assimp; without_assimp.c replaces it in builds without Assimp.

/// Whether Assimp has a reader for a file extension.
int sinew__assimp_knows_extension(const char *extension);

/// Reads Assimp's scene of an FBX, or sets pass->without_assimp if the document is sufficient.
SINEW_NODISCARD sinew_result sinew__assimp_read_fbx(import_pass *pass, sinew_error *out_error);

/// Runs all stages of a format other than FBX and glTF.
SINEW_NODISCARD sinew_result sinew__assimp_stages(import_pass *pass, sinew_error *out_error);

/// Reads the properties of a file that is not an FBX or a glTF: version, generator, units, axes, frame rate. Out of
/// memory is reported by pass->arena.failed.
void sinew__assimp_facts(import_pass *pass);

/// Frees the scene, if there is one. A scene of which Assimp would free a part twice stays in memory.
void sinew__assimp_release(import_pass *pass);

/// Returns the path of Assimp's shared library, valid while it is loaded; NULL if Assimp is linked statically or
/// missing.
const char *sinew__assimp_library_path(void);

/// Replaces an invalid lens, position or direction of a camera by a usual one, with a warning.
void sinew__import_check_lens(import_pass *pass, sinew_raw_camera *camera);

// ---- Assimp's scene ------------------------------------------------------------------------------------------------
// The stages that read Assimp's scene, in their order. Other formats use all of them; for an FBX, they only give the
// nodes and the clips of the engine `assimp`. They fail only when out of memory or over a limit.

SINEW_NODISCARD sinew_result sinew__import_nodes(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_joints(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_cameras(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_textures(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_materials(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_meshes(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_clips(import_pass *pass, sinew_error *out_error);

/// Reads Assimp's own clips, for the engine `assimp`. Drops their warnings, because the file's animation is read from
/// the document.
SINEW_NODISCARD sinew_result sinew__import_node_tracks(import_pass *pass, sinew_error *out_error);

/// If Assimp has made a clip `name` in raw.clips, adds the tracks of that clip to `clip`. The tracks apply to nodes
/// only; the author's keys animate the joints. Returns 0 when out of memory.
int sinew__import_keep_node_tracks(import_pass *pass, const char *name, sinew_raw_clip *clip);

/// Returns the first node with the name that a bone or a channel uses, or SINEW_NONE. Warns if several nodes have that
/// name.
int32_t sinew__import_find_node(import_pass *pass, const char *name);

// ---- the FBX document ----------------------------------------------------------------------------------------------
// The stages that read an FBX document, in their order; nodes and meshes are matched between them. They fail only when
// out of memory or over a limit.

/// Warns of properties of the file that importers are known to crash on or to reject: repeated or empty names,
/// connection cycles, properties of unknown type, embedded media that are not images, curves without keys. Call it if
/// Assimp has crashed on the file or rejected it; the model is then read from the document, with the same result.
/// Parent cycles are reported by sinew__fbx_joints, which cuts them. Out of memory is reported by pass->arena.failed.
void sinew__warn_of_importer_hazards(import_pass *pass);

/// Returns the reason not to let Assimp read the file, because it would take seconds or overflow its stack without a
/// useful result; NULL if none exists. Out of memory is reported by pass->arena.failed.
const char *sinew__find_importer_trap(import_pass *pass);

/// Fills pass->joints, raw.joints, model_joints and, through model_nodes, node_joints. Every FBX model is a joint, in
/// the author's depth-first order: first the models below the scene, then models without a parent, except a program's
/// default cameras. A second parent, and a parent that closes a cycle, is dropped with a warning.
SINEW_NODISCARD sinew_result sinew__fbx_joints(import_pass *pass, sinew_error *out_error);

/// Fills raw.cameras from the models that are cameras. Lenses are not animated.
SINEW_NODISCARD sinew_result sinew__fbx_cameras(import_pass *pass, sinew_error *out_error);

/// Fills raw.materials, raw.textures, pass->document_materials and pass->material_uv_names. Textures are the textures
/// of the materials' colours and maps, and all embedded ones. They are read from the document and not from Assimp,
/// because programs use several property names for paths and colours, and Assimp knows only one of each.
SINEW_NODISCARD sinew_result sinew__document_materials_read(import_pass *pass, sinew_error *out_error);

/// Makes a raw mesh, with its skin, shapes and geometry cache, for every geometry of every FBX model.
SINEW_NODISCARD sinew_result sinew__join_meshes(import_pass *pass, sinew_error *out_error);

/// Replaces Assimp's clips in raw.clips by clips made from the animation stacks, with the author's layers, channels and
/// curves. The node tracks of an Assimp clip are moved to the new clip of the same name.
SINEW_NODISCARD sinew_result sinew__fbx_clips(import_pass *pass, sinew_error *out_error);

/// Adds the records of the FBX document and their objects to a block that was built from the pass. Leaves them out if
/// they are larger than the file.
SINEW_NODISCARD sinew_result sinew__keep_document(import_pass *pass, void **block, size_t *size,
                                                  sinew_error *out_error);

/// Returns the sinew_channel_property, below 32, that a connection leads to; SINEW_NONE if clips do not play that
/// property.
int32_t sinew__fbx_played_property(const fbx_connection *connection);

/// Warns of parts that are not evaluated: each active constraint, IK and character rig, and each animated property that
/// follows a property of another object instead of keys.
void sinew__fbx_warn_of_constraints(import_pass *pass);

/// Warns of each feature of joints and clips that is evaluated approximately. Out of memory is reported by
/// pass->arena.failed.
void sinew__fbx_warn_of_approximations(import_pass *pass);

// ---- curves of the FBX document ------------------------------------------------------------------------------------
// Converts curves of an FBX document to curves of a raw model: keys in order, computed slopes, and handles instead of
// slopes and weights.

/// The repairs that made the keys finite and ordered.
typedef struct fbx_curve_repairs {
    size_t not_finite; ///< keys dropped because their time or value is not finite
    size_t same_time;  ///< keys dropped because others have the same time; the first and the last of these are kept
    int sorted;        ///< whether the keys were out of order
} fbx_curve_repairs;

/// Converts one curve, with its values multiplied by `scale`: 0.01 converts per cent to fractions. Handles are in
/// seconds and values. Arrays come from `arena`. The result has a key_count of 0 if no key is usable.
SINEW_NODISCARD sinew_result sinew__fbx_convert_curve(sinew__arena *arena, const fbx_curve *curve, double scale,
                                                      int64_t ticks_per_second, sinew_raw_curve *out_curve,
                                                      fbx_curve_repairs *out_repairs, sinew_error *out_error);

// ---- nodes and joints of both --------------------------------------------------------------------------------------
// Matches Assimp's nodes to the objects of an FBX document.

/// Whether a node is a pivot that Assimp added for an FBX object, and not the object itself.
int sinew__assimp_node_is_pivot(const sinew_raw_node *node);

/// Fills pass->model_nodes by traversing both trees in parallel. Children are matched by their order, because names may
/// repeat or be empty; if the numbers of children differ, children with equal names are matched.
SINEW_NODISCARD sinew_result sinew__match_nodes(import_pass *pass, sinew_error *out_error);

// ---- clips of Collada ----------------------------------------------------------------------------------------------

/// Fills raw.clips from the document: one clip for each animation clip, and one for all animations that no animation
/// clip plays. If Assimp has a clip of the same name, its tracks are kept for the nodes.
///
/// - If a node's transforms are a transform stack (translation, rotations about three axes, scale, and unanimated
///   transforms between them), its joint gets that stack and the author's curves.
/// - Matrices with linear or stepped keys become tracks with a key at each key of the matrix.
/// - Other transforms are sampled into tracks, with a warning.
SINEW_NODISCARD sinew_result sinew__collada_clips(import_pass *pass, sinew_error *out_error);

// ---- tracks and channels -------------------------------------------------------------------------------------------

/// The tracks and channels of a clip while it is being read.
typedef struct clip_parts {
    sinew_raw_track *tracks; ///< [track_count]
    size_t track_count, track_capacity;
    sinew_raw_channel *channels; ///< [channel_count]
    size_t channel_count, channel_capacity;
} clip_parts;

/// Add a copy of a track or a channel to `parts`. Return 0 when out of memory.
int sinew__clip_add_track(import_pass *pass, clip_parts *parts, const sinew_raw_track *track);
int sinew__clip_add_channel(import_pass *pass, clip_parts *parts, const sinew_raw_channel *channel);

/// Moves the tracks and channels of `parts` to a clip.
void sinew__clip_take_parts(const clip_parts *parts, sinew_raw_clip *out);

/// Sorts the keys of a track by time, with a warning about `object` if they were not in order. Several keys at one time
/// are a jump: the first key ends the segment before it, the last begins the next one. A block has only one key per
/// time, so the first key is moved to the largest number below that time. Returns 0 when out of memory.
int sinew__clip_order_keys(import_pass *pass, const char *object, const char *clip, sinew_track_key *keys,
                           size_t count);

/// Whether a track animates nothing, because its only key has the joint's rest value. Assimp and some programs write
/// such tracks for all joints.
int sinew__clip_track_is_rest(const sinew_raw_track *track, const sinew_transform *rest);

// ---- events --------------------------------------------------------------------------------------------------------

#define IMPORT_EVENT_TOLERANCE 1e-9 ///< seconds that events may be outside their clip by rounding

struct sinew__json_value;

/// Adds an event, whose strings must live as long as the pass, to a clip. Events beyond SINEW_EVENTS_MAX are dropped
/// with a warning. Returns 0 when out of memory.
int sinew__import_add_event(import_pass *pass, int32_t clip, const sinew_raw_event *event);

/// Adds the events of a JSON object with the member `events`. `clip` is the clip that the object belongs to; SINEW_NONE
/// if each event names its own clip. Invalid events are dropped with a warning about `source`, the origin of the
/// object. Returns 0 when out of memory.
int sinew__import_json_events(import_pass *pass, const struct sinew__json_value *object, int32_t clip,
                              const char *source);

/// Parses JSON text and adds its events like sinew__import_json_events. Text that is not JSON gives a warning. Returns
/// 0 when out of memory.
int sinew__import_json_text(import_pass *pass, const char *text, size_t size, int32_t clip, const char *source);

/// Adds the events of the side file `NAME.events.json`, if there is one. The clips and the frame rate must be known.
SINEW_NODISCARD sinew_result sinew__import_side_events(import_pass *pass, sinew_error *error);

/// Moves the events of the pass to their clips.
SINEW_NODISCARD sinew_result sinew__import_events_finish(import_pass *pass, sinew_error *error);

// ---- numbers that belong to the maps of materials ------------------------------------------------------------------

static inline int sinew__material_has_map(const sinew_raw_material *material, sinew_map kind)
{
    for (int32_t i = 0; i < material->map_count; ++i)
        if (material->maps[i].kind == (uint32_t)kind) return 1;
    return 0;
}

/// Resets the material's number for a map that is not drawn. The map would have scaled or replaced the number. Without
/// the map, the number would make the whole surface shine like the brightest point of the map.
static inline void sinew__material_reset_number(sinew_raw_material *material, sinew_map kind)
{
    if (kind == SINEW_MAP_ROUGHNESS) material->roughness = 0, material->roughness_map_is_glossiness = 0;
    if (kind == SINEW_MAP_METALNESS) material->metalness = 0;
    if (kind == SINEW_MAP_EMISSIVE) memset(material->emissive, 0, sizeof material->emissive);
}

/// Removes emission that is at least 95 % white and has no image, for formats older than glTF: it would hide the
/// texture and the form. Exporters write it for materials that do not shine.
static inline void sinew__material_drop_white_light(sinew_raw_material *material)
{
    float *light = material->emissive;
    if (sinew__material_has_map(material, SINEW_MAP_EMISSIVE) || fminf(light[0], fminf(light[1], light[2])) < 0.95f)
        return;
    light[0] = light[1] = light[2] = 0;
}

#endif
