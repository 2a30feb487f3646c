/// The stages of an import, in their order: changing the bytes before Assimp reads them, reading Assimp's
/// scene, reading an FBX document, and joining both. import_block.c calls them.
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
// A BVH as other programs write it → one that Assimp 5.2 reads: words in any case, names of several words or used
// twice, colons without a blank after them, commas in numbers, no frame time.

/// Replaces the bytes of the pass. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__bvh_prepare(import_pass *pass, sinew_error *error);

/// Sets the axes of a BVH whose Z axis is up, with a note if the file shows it and the options do not state it. Joints
/// and clips must be known.
void sinew__bvh_find_up(import_pass *pass);

// ---- before Assimp: Collada ----------------------------------------------------------------------------------------
// Rewrites a Collada document where Assimp would misread it.

/// Replaces the bytes of the pass by a copy, in which
///
/// - UTF-16 is UTF-8;
/// - numbers have no blanks before them, which Assimp calls damaged;
/// - all animations of a library are one, unless the file has animation clips: Assimp would make a clip of each, with
///   only some of the joints' channels, and sometimes with a part of one joint's;
/// - meshes have no morph targets, with a warning: Assimp refuses them or drops the mesh;
/// - each skeleton has a controller of its own;
/// - nodes have names, which do not repeat, and skins refer to their own joints.
///
/// Checks references (collada_references.c) and fills pass->collada for collada_clips.c.
SINEW_NODISCARD sinew_result sinew__collada_prepare(import_pass *pass, sinew_error *out_error);

/// Removes the animations from the bytes of the pass. Assimp refuses a document for some keys that sinew repairs.
/// Returns 0 if there were none, or when out of memory.
int sinew__collada_remove_animations(import_pass *pass);

// ---- glTF ----------------------------------------------------------------------------------------------------------

/// All stages of a glTF. SINEW_ERROR_UNSUPPORTED names a version or an extension that is not read, SINEW_ERROR_DAMAGED
/// the mesh, the skin, the clip or the number that is damaged.
SINEW_NODISCARD sinew_result sinew__gltf_stages(import_pass *pass, sinew_error *out_error);

/// Frees the side files of a glTF, that hold images of the raw model.
void sinew__gltf_release(const import_pass *pass);

// ---- before Assimp: 3DS --------------------------------------------------------------------------------------------
// The nodes of a 3DS file in an order that lets Assimp 5.2 find their parents.

/// Replaces the bytes of the pass by the same file with a keyframer that has each node after its parent. Nodes
/// without a parent of that number, and circles, give a warning; a file with damaged chunks stays as it is.
/// SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__order_3ds_nodes(import_pass *pass, sinew_error *error);

// ---- Assimp ---------------------------------------------------------------------------------------------------------
// The interface to Assimp; without_assimp.c replaces it in builds without Assimp.

/// Whether Assimp has a reader for an extension.
int sinew__assimp_knows_extension(const char *extension);

/// Assimp's scene of an FBX, or pass->without_assimp: the document is sufficient.
SINEW_NODISCARD sinew_result sinew__assimp_read_fbx(import_pass *pass, sinew_error *out_error);

/// All stages of a format other than FBX and glTF.
SINEW_NODISCARD sinew_result sinew__assimp_stages(import_pass *pass, sinew_error *out_error);

/// The properties of a file of another format: version, generator, units, axes, frame rate. Running out of memory
/// shows in the arena.
void sinew__assimp_facts(import_pass *pass);

/// Frees the scene, if there still is one. A scene that would be freed twice in part stays in memory.
void sinew__assimp_release(import_pass *pass);

/// Path of Assimp's shared library as the loader found it, for as long as it is loaded; NULL where Assimp is part of
/// the calling program, or not there.
const char *sinew__assimp_library_path(void);

/// Replaces an invalid lens, position or direction of a camera by a usual one, with a warning.
void sinew__import_check_lens(import_pass *pass, sinew_raw_camera *camera);

// ---- Assimp's scene ------------------------------------------------------------------------------------------------
// The stages that read Assimp's scene, in their order. Files of other formats go through all of them; of an FBX,
// Assimp gives the nodes and the clips of the engine `assimp`. They fail only on memory or a limit.

SINEW_NODISCARD sinew_result sinew__import_nodes(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_joints(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_cameras(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_textures(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_materials(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_meshes(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_clips(import_pass *pass, sinew_error *out_error);

/// Assimp's own clips, for the engine `assimp`. Their warnings are dropped: the animation of the file is read from the
/// document.
SINEW_NODISCARD sinew_result sinew__import_node_tracks(import_pass *pass, sinew_error *out_error);

/// Adds to a clip the importer's tracks of the clip called `name` in raw.clips, if there is one, on nodes only: the
/// author's keys animate the joints. Returns 0 when out of memory.
int sinew__import_keep_node_tracks(import_pass *pass, const char *name, sinew_raw_clip *clip);

/// The node that a bone or a channel names: the first of that name, or SINEW_NONE. Where several have the name, adds a
/// warning.
int32_t sinew__import_find_node(import_pass *pass, const char *name);

// ---- the FBX document ----------------------------------------------------------------------------------------------
// The stages that read an FBX document, in their order; the joining of nodes and meshes comes between them. They fail
// only on memory or a limit.

/// Warns of what importers are known to crash on or to refuse: repeated or empty names, connection cycles, properties
/// of unknown type, embedded media that are not images, curves without keys. Called when the importer has crashed on
/// the file or refused it; the document by itself gives the same model. Cycles of parents are named by the function
/// that cuts them, sinew__fbx_joints. Running out of memory shows in the arena.
void sinew__warn_of_importer_hazards(import_pass *pass);

/// What Assimp would need seconds or its whole stack for and produce nothing of use: the reason not to let it read the
/// file, or NULL.
/// Running out of memory shows in the arena.
const char *sinew__find_importer_trap(import_pass *pass);

/// Fills pass->joints, raw.joints, model_joints and, through model_nodes, node_joints. All models are joints, in the
/// author's depth-first order: first those below the scene, then those without a parent, except a program's own
/// cameras. A second parent, and a parent that closes a cycle, is dropped with a warning.
SINEW_NODISCARD sinew_result sinew__fbx_joints(import_pass *pass, sinew_error *out_error);

/// Fills raw.cameras from the models that are cameras. Lenses are not animated.
SINEW_NODISCARD sinew_result sinew__fbx_cameras(import_pass *pass, sinew_error *out_error);

/// Fills raw.materials, raw.textures, pass->document_materials and pass->material_uv_names. Textures are the textures
/// of the materials' colours and maps, and all embedded ones. Assimp knows one spelling of a path and of a colour; the
/// document has each program's own names.
SINEW_NODISCARD sinew_result sinew__document_materials_read(import_pass *pass, sinew_error *out_error);

/// Makes a raw mesh, with its skin, shapes and geometry cache, of every geometry of every model.
SINEW_NODISCARD sinew_result sinew__join_meshes(import_pass *pass, sinew_error *out_error);

/// Fills raw.clips from the animation stacks, with the author's layers, channels and curves. Node tracks of the
/// importer's clips that are in raw.clips already are kept, under the clip of the same name.
SINEW_NODISCARD sinew_result sinew__fbx_clips(import_pass *pass, sinew_error *out_error);

/// Adds the records of the FBX document and their objects to a block that was built of the pass. Records that exceed
/// the size of the file are left out.
SINEW_NODISCARD sinew_result sinew__keep_document(import_pass *pass, void **block, size_t *size,
                                                  sinew_error *out_error);

/// A number from 0 to 31 for each property of joints and morph targets that clips play, or SINEW_NONE if the target of
/// the connection is another property.
int32_t sinew__fbx_played_property(const fbx_connection *connection);

/// Warns of unevaluated parts: each active constraint, IK and character rig, and each property that clips play and
/// that follows a property of another object instead of keys.
void sinew__fbx_warn_of_constraints(import_pass *pass);

/// Warns of each feature of joints and clips that is evaluated approximately. Running out of memory shows in the arena.
void sinew__fbx_warn_of_approximations(import_pass *pass);

// ---- curves of the FBX document ------------------------------------------------------------------------------------
// Curves of an FBX document → curves of a raw model: keys in order, slopes worked out, handles instead of slopes and
// weights.

/// What had to be changed so that keys are finite and in order.
typedef struct fbx_curve_repairs {
    size_t not_finite; ///< keys dropped
    size_t same_time;  ///< keys dropped that are between others of the same time, or begin a curve before one
    int sorted;
} fbx_curve_repairs;

/// Converts one curve, its values multiplied by `scale` (0.01 turns per cent into fractions). Handles are seconds and
/// values. Arrays come from `arena`. A curve without usable keys gives a key_count of 0.
SINEW_NODISCARD sinew_result sinew__fbx_convert_curve(sinew__arena *arena, const fbx_curve *curve, double scale,
                                                      int64_t ticks_per_second, sinew_raw_curve *out_curve,
                                                      fbx_curve_repairs *out_repairs, sinew_error *out_error);

// ---- nodes and joints of both --------------------------------------------------------------------------------------
// Matches Assimp's nodes to the objects of an FBX document.

/// Whether a node is a pivot that Assimp adds for an FBX object, not the object itself.
int sinew__assimp_node_is_pivot(const sinew_raw_node *node);

/// Fills pass->model_nodes by traversing both trees in parallel: names may repeat or be empty, the order of children
/// must agree. If the numbers of children differ, children with equal names are matched.
SINEW_NODISCARD sinew_result sinew__match_nodes(import_pass *pass, sinew_error *out_error);

// ---- clips of Collada ----------------------------------------------------------------------------------------------
// Clips of a Collada document.

/// Fills raw.clips from the document: one clip for each animation clip, and one of the animations that none of them
/// plays. Tracks of the importer's clips that are in raw.clips already are kept for its nodes, under the same name.
///
/// - If the transforms of a node are a transform stack (translation, rotations about three axes, scale, and the
/// transforms
///   between them unanimated), its joint gets that stack and the author's curves.
/// - Matrices with linear or stepped keys become tracks with a key for each of theirs.
/// - Other transforms are sampled into tracks, with a warning.
SINEW_NODISCARD sinew_result sinew__collada_clips(import_pass *pass, sinew_error *out_error);

// ---- tracks and channels -------------------------------------------------------------------------------------------

/// The tracks and channels of a clip while it is read.
typedef struct clip_parts {
    sinew_raw_track *tracks; ///< [track_count]
    size_t track_count, track_capacity;
    sinew_raw_channel *channels; ///< [channel_count]
    size_t channel_count, channel_capacity;
} clip_parts;

/// Add a copy of a track or a channel. Return 0 when out of memory.
int sinew__clip_add_track(import_pass *pass, clip_parts *parts, const sinew_raw_track *track);
int sinew__clip_add_channel(import_pass *pass, clip_parts *parts, const sinew_raw_channel *channel);

/// Sets the tracks and channels of a clip.
void sinew__clip_take_parts(const clip_parts *parts, sinew_raw_clip *out);

/// Sorts the keys of a track by time, with a warning about `object` if they were not in order. Several keys at one time
/// are a jump: the first ends the segment before it, the last begins the next one. A block keeps one key of a time, so
/// the first one gets the number before its time. Returns 0 when out of memory.
int sinew__clip_order_keys(import_pass *pass, const char *object, const char *clip, sinew_track_key *keys,
                           size_t count);

/// Whether a track has one key, with the rest value of its joint, which animates nothing. Assimp and some programs
/// write such tracks for all joints.
int sinew__clip_track_is_rest(const sinew_raw_track *track, const sinew_transform *rest);

// ---- events --------------------------------------------------------------------------------------------------------
// Events of clips, while a file is being imported. See events.h of the library.

#define IMPORT_EVENT_TOLERANCE 1e-9 ///< seconds that times of frames may be outside their clip, by rounding

struct sinew__json_value;

/// Adds an event to a clip, whose strings must live as long as the pass. Further ones than SINEW_EVENTS_MAX are dropped
/// with a warning. Returns 0 when out of memory.
int sinew__import_add_event(import_pass *pass, int32_t clip, const sinew_raw_event *event);

/// Adds the events of a JSON object with the member `events`. `clip` is the clip that the object belongs to, or
/// SINEW_NONE if each event names its own. Invalid events are dropped with a warning about `source`, the origin of the
/// object. Returns 0 when out of memory.
int sinew__import_json_events(import_pass *pass, const struct sinew__json_value *object, int32_t clip,
                              const char *source);

/// Parses JSON text and adds its events; text that is no JSON gives a warning. The same results.
int sinew__import_json_text(import_pass *pass, const char *text, size_t size, int32_t clip, const char *source);

/// Adds the events of the side file `NAME.events.json`, if there is one. The clips and the frame rate must be known.
SINEW_NODISCARD sinew_result sinew__import_side_events(import_pass *pass, sinew_error *error);

/// Gives the clips their events.
SINEW_NODISCARD sinew_result sinew__import_events_finish(import_pass *pass, sinew_error *error);

// ---- numbers that belong to the maps of materials
// --------------------------------------------------------------------

static inline int sinew__material_has_map(const sinew_raw_material *material, sinew_map kind)
{
    for (int32_t i = 0; i < material->map_count; ++i)
        if (material->maps[i].kind == (uint32_t)kind) return 1;
    return 0;
}

/// Resets the number of a map that is not drawn: it is the factor of the map, or the map stands in for it, so without
/// the map it would make the whole surface shine like the brightest point of the map.
static inline void sinew__material_reset_number(sinew_raw_material *material, sinew_map kind)
{
    if (kind == SINEW_MAP_ROUGHNESS) material->roughness = 0, material->roughness_map_is_glossiness = 0;
    if (kind == SINEW_MAP_METALNESS) material->metalness = 0;
    if (kind == SINEW_MAP_EMISSIVE) memset(material->emissive, 0, sizeof material->emissive);
}

/// Ignores emission of formats older than glTF that is white, at full strength and without an image: it would hide
/// texture and form, which no author of a character wants. Exporters write it for materials that do not shine.
static inline void sinew__material_drop_white_light(sinew_raw_material *material)
{
    float *light = material->emissive;
    if (sinew__material_has_map(material, SINEW_MAP_EMISSIVE) || fminf(light[0], fminf(light[1], light[2])) < 0.95f)
        return;
    light[0] = light[1] = light[2] = 0;
}

#endif
