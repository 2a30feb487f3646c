/// The functions that the package calls in addition to the library's: for results that the library returns through
/// pointers or in structs. Compiled to WebAssembly with only core and runtime.
///
/// A function that can fail returns NULL, 0 or another stated value on failure, and web_error returns the reason.
#include <assert.h>
#include <stdlib.h>

#include "runtime/mixer/mixer.h"
#include "sinew/accessors.h"
#include "sinew/memory.h"
#include "sinew/mixer.h"
#include "sinew/skin.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static sinew_error error;

EXPORT(web_error) const char *web_error(void);
const char *web_error(void)
{
    return error.message;
}

/// Returns the short name of the last error's result: `damaged`, `no-clip` and so on.
EXPORT(web_error_code) const char *web_error_code(void);
const char *web_error_code(void)
{
    return sinew_result_code(error.result);
}

EXPORT(web_error_hint) const char *web_error_hint(void);
const char *web_error_hint(void)
{
    return error.hint;
}

/// Returns the address for errors of functions of the library.
EXPORT(web_error_place) sinew_error *web_error_place(void);
sinew_error *web_error_place(void)
{
    return &error;
}

// ---- models -------------------------------------------------------------------------------------------------------

/// Loads the bytes of a `.sinew` file, which may be freed afterwards.
EXPORT(web_load) sinew_model *web_load(const void *bytes, size_t size);
sinew_model *web_load(const void *bytes, size_t size)
{
    sinew_model *model;
    return sinew_model_open(bytes, size, &model, &error) == SINEW_OK ? model : NULL;
}

enum { NOT_FOUND = -2 }; // clip number for "not found", because −1 is SINEW_NONE, the rest pose

/// Finds a clip by the rules of sinew_model_find_clip; NOT_FOUND if there is none.
EXPORT(web_find_clip) int32_t web_find_clip(const sinew_model *model, const char *pattern);
int32_t web_find_clip(const sinew_model *model, const char *pattern)
{
    int32_t clip;
    return sinew_model_find_clip(model, pattern, &clip, &error) == SINEW_OK ? clip : NOT_FOUND;
}

/// Returns the importer's root, three rows of four doubles, which converts from the space of palettes to the world.
EXPORT(web_root) const sinew_affine *web_root(const sinew_model *model);
const sinew_affine *web_root(const sinew_model *model)
{
    return &model->info->root;
}

// ---- events -------------------------------------------------------------------------------------------------------

EXPORT(web_event_count) int32_t web_event_count(const sinew_model *model);
int32_t web_event_count(const sinew_model *model)
{
    return model->event_count;
}

EXPORT(web_event_clip) int32_t web_event_clip(const sinew_model *model, int32_t event);
int32_t web_event_clip(const sinew_model *model, int32_t event)
{
    return model->events[event].clip;
}

EXPORT(web_event_track) const char *web_event_track(const sinew_model *model, int32_t event);
const char *web_event_track(const sinew_model *model, int32_t event)
{
    return sinew_text(model, model->events[event].track);
}

EXPORT(web_event_text) const char *web_event_text(const sinew_model *model, int32_t event);
const char *web_event_text(const sinew_model *model, int32_t event)
{
    return sinew_text(model, model->events[event].text);
}

EXPORT(web_event_time) double web_event_time(const sinew_model *model, int32_t event);
double web_event_time(const sinew_model *model, int32_t event)
{
    return model->events[event].time;
}

EXPORT(web_event_value) double web_event_value(const sinew_model *model, int32_t event);
double web_event_value(const sinew_model *model, int32_t event)
{
    return model->events[event].value;
}

// ---- meshes -------------------------------------------------------------------------------------------------------

EXPORT(web_mesh_normals) const float *web_mesh_normals(const sinew_model *model, int32_t mesh);
const float *web_mesh_normals(const sinew_model *model, int32_t mesh)
{
    return model->normals + (size_t)model->meshes[mesh].first_vertex * 3;
}

/// Return the first or the second texture coordinates. The model must have them.
EXPORT(web_mesh_texcoords) const float *web_mesh_texcoords(const sinew_model *model, int32_t mesh, int32_t is_second);
const float *web_mesh_texcoords(const sinew_model *model, int32_t mesh, int32_t is_second)
{
    return (is_second ? model->texcoords2 : model->texcoords) + (size_t)model->meshes[mesh].first_vertex * 2;
}

EXPORT(web_mesh_colors) const float *web_mesh_colors(const sinew_model *model, int32_t mesh);
const float *web_mesh_colors(const sinew_model *model, int32_t mesh)
{
    return model->colors + (size_t)model->meshes[mesh].first_vertex * 4;
}

/// The values of a mesh for the script. Morphs and submeshes of a mesh are one range each of the model's arrays.
typedef struct web_mesh {
    double joint, flags, first_entry, entry_count, first_index, first_submesh, submesh_count, first_morph, morph_count;
} web_mesh;

/// Returns the values of a mesh, valid until the next call.
EXPORT(web_mesh_of) const web_mesh *web_mesh_of(const sinew_model *model, int32_t mesh);
const web_mesh *web_mesh_of(const sinew_model *model, int32_t mesh)
{
    static web_mesh out;
    const sinew_mesh *of = &model->meshes[mesh];
    out = (web_mesh){.joint = of->joint,
                     .flags = of->flags,
                     .first_entry = of->first_skin_joint,
                     .entry_count = of->skin_joint_count,
                     .first_index = of->first_index,
                     .first_submesh = of->first_submesh,
                     .submesh_count = of->submesh_count,
                     .first_morph = of->first_morph,
                     .morph_count = of->morph_count};
    return &out;
}

/// Returns the submeshes of the model: three int32_t each.
EXPORT(web_submeshes) const sinew_submesh *web_submeshes(const sinew_model *model);
const sinew_submesh *web_submeshes(const sinew_model *model)
{
    static_assert(sizeof(sinew_submesh) == 12, "as sinew.js reads it");
    return model->submeshes;
}

/// Packs the influences of a mesh by sinew_skin_pack: [vertex_count × 4] joints and weights, two bytes each. Returns 0
/// on failure.
EXPORT(web_mesh_pack) int web_mesh_pack(const sinew_model *model, int32_t mesh, uint16_t *joints, uint16_t *weights);
int web_mesh_pack(const sinew_model *model, int32_t mesh, uint16_t *joints, uint16_t *weights)
{
    return sinew_skin_pack(model, mesh, 2, 2, joints, weights, NULL, &error) == SINEW_OK;
}

// ---- morphs -------------------------------------------------------------------------------------------------------

EXPORT(web_morph_name) const char *web_morph_name(const sinew_model *model, int32_t morph);
const char *web_morph_name(const sinew_model *model, int32_t morph)
{
    return sinew_text(model, model->morphs[morph].name);
}

/// Returns the shapes of a morph, and their number. A shape is a float, its full weight, and two int32_t: the index of
/// its first difference in web_deltas, and the number of its differences.
EXPORT(web_morph_shapes) const sinew_shape *web_morph_shapes(const sinew_model *model, int32_t morph, int32_t *count);
const sinew_shape *web_morph_shapes(const sinew_model *model, int32_t morph, int32_t *count)
{
    static_assert(sizeof(sinew_shape) == 12, "as sinew.js reads it");
    *count = model->morphs[morph].shape_count;
    return model->shapes + model->morphs[morph].first_shape;
}

/// Returns the differences of all shapes. A difference is an int32_t, the vertex, and six floats, for position and
/// normal.
EXPORT(web_deltas) const sinew_shape_delta *web_deltas(const sinew_model *model);
const sinew_shape_delta *web_deltas(const sinew_model *model)
{
    static_assert(sizeof(sinew_shape_delta) == 28, "as sinew.js reads it");
    return model->deltas;
}

// ---- materials and images -------------------------------------------------------------------------------------------

EXPORT(web_material_count) int32_t web_material_count(const sinew_model *model);
int32_t web_material_count(const sinew_model *model)
{
    return model->material_count;
}

EXPORT(web_material_name) const char *web_material_name(const sinew_model *model, int32_t material);
const char *web_material_name(const sinew_model *model, int32_t material)
{
    return sinew_text(model, model->materials[material].name);
}

/// The values of a material for the script.
typedef struct web_material {
    double texture, maps[SINEW_MAP_COUNT], base_color[4], bare_color[4], emissive[3], alpha_mode, alpha_cutoff,
        two_sided, wrap[2], roughness, metalness, normal_scale, occlusion_strength, is_glossiness;
} web_material;

/// Returns the values of a material, valid until the next call.
EXPORT(web_material_of) const web_material *web_material_of(const sinew_model *model, int32_t material);
const web_material *web_material_of(const sinew_model *model, int32_t material)
{
    static web_material out;
    const sinew_material *of = &model->materials[material];
    out = (web_material){.texture = of->texture,
                         .alpha_mode = of->alpha_mode,
                         .alpha_cutoff = (double)of->alpha_cutoff,
                         .two_sided = of->two_sided,
                         .wrap = {of->wrap[0], of->wrap[1]},
                         .roughness = (double)of->roughness,
                         .metalness = (double)of->metalness,
                         .normal_scale = (double)of->normal_scale,
                         .occlusion_strength = (double)of->occlusion_strength,
                         .is_glossiness = of->roughness_map_is_glossiness};
    for (int i = 0; i < SINEW_MAP_COUNT; ++i) out.maps[i] = of->maps[i];
    for (int i = 0; i < 4; ++i) out.base_color[i] = (double)of->base_color[i];
    for (int i = 0; i < 4; ++i) out.bare_color[i] = (double)of->bare_color[i];
    for (int i = 0; i < 3; ++i) out.emissive[i] = (double)of->emissive[i];
    return &out;
}

EXPORT(web_image_count) int32_t web_image_count(const sinew_model *model);
int32_t web_image_count(const sinew_model *model)
{
    return model->texture_count;
}

EXPORT(web_image_path) const char *web_image_path(const sinew_model *model, int32_t image);
const char *web_image_path(const sinew_model *model, int32_t image)
{
    return sinew_text(model, model->textures[image].path);
}

/// Returns the file of an image, and its size: 0 if the image is a side file.
EXPORT(web_image_file) const uint8_t *web_image_file(const sinew_model *model, int32_t image, int32_t *size);
const uint8_t *web_image_file(const sinew_model *model, int32_t image, int32_t *size)
{
    *size = (int32_t)model->textures[image].byte_count;
    return model->image_bytes + model->textures[image].first_byte;
}

// ---- cameras ------------------------------------------------------------------------------------------------------

EXPORT(web_camera_count) int32_t web_camera_count(const sinew_model *model);
int32_t web_camera_count(const sinew_model *model)
{
    return model->camera_count;
}

/// Returns the cameras of the file: four int32_t and 16 doubles each.
EXPORT(web_cameras) const sinew_file_camera *web_cameras(const sinew_model *model);
const sinew_file_camera *web_cameras(const sinew_model *model)
{
    static_assert(sizeof(sinew_file_camera) == 144, "as sinew.js reads it");
    return model->cameras;
}

// ---- poses --------------------------------------------------------------------------------------------------------

EXPORT(web_pose) sinew_pose *web_pose(const sinew_model *model);
sinew_pose *web_pose(const sinew_model *model)
{
    sinew_pose *pose;
    return sinew_pose_create(model, &pose, &error) == SINEW_OK ? pose : NULL;
}

/// Evaluates the pose at seconds from the clip's start: globals, palette and morph weights.
EXPORT(web_evaluate) void web_evaluate(const sinew_model *model, sinew_pose *pose, int32_t clip, double time);
void web_evaluate(const sinew_model *model, sinew_pose *pose, int32_t clip, double time)
{
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, pose);
}

/// Returns one byte per joint: whether it is shown.
EXPORT(web_pose_visible) const uint8_t *web_pose_visible(const sinew_pose *pose);
const uint8_t *web_pose_visible(const sinew_pose *pose)
{
    return pose->visible;
}

// ---- objects that mixers play with ----------------------------------------------------------------------------------

EXPORT(web_mask) sinew_joint_mask *web_mask(const sinew_model *model, float weight);
sinew_joint_mask *web_mask(const sinew_model *model, float weight)
{
    sinew_joint_mask *mask;
    return sinew_joint_mask_create(model, weight, &mask, &error) == SINEW_OK ? mask : NULL;
}

EXPORT(web_motions) sinew_root_motion_tables *web_motions(const sinew_model *model, int32_t joint, uint32_t parts);
sinew_root_motion_tables *web_motions(const sinew_model *model, int32_t joint, uint32_t parts)
{
    sinew_root_motion_tables *motions;
    const sinew_root_motion_table_options options = {.joint = joint, .parts = parts};
    return sinew_root_motion_tables_create(model, &options, &motions, &error) == SINEW_OK ? motions : NULL;
}

EXPORT(web_motion_between)
void web_motion_between(const sinew_root_motion_tables *motions, int32_t clip, double from, double to,
                        sinew_root_delta *out);
void web_motion_between(const sinew_root_motion_tables *motions, int32_t clip, double from, double to,
                        sinew_root_delta *out)
{
    *out = sinew_root_motion_tables_between(motions, clip, from, to);
}

/// A point of a blend space, in the order that the script writes it.
typedef struct web_point {
    double clip, x, y, speed, marker_count;
} web_point;

/// Creates a blend space of `count` points. `markers` has the markers of all points, one point after the other. Returns
/// NULL on failure.
EXPORT(web_space)
sinew_blend_space *web_space(const sinew_model *model, const web_point *points, int32_t count, const double *markers,
                             int32_t dimensions, const char *marker_track);
sinew_blend_space *web_space(const sinew_model *model, const web_point *points, int32_t count, const double *markers,
                             int32_t dimensions, const char *marker_track)
{
    sinew_blend_point own[SINEW_BLEND_SPACE_POINTS_MAX];
    for (int32_t i = 0; i < count && i < SINEW_BLEND_SPACE_POINTS_MAX; ++i) { // more points are an error anyway
        own[i] = (sinew_blend_point){.clip = (int32_t)points[i].clip,
                                     .x = points[i].x,
                                     .y = points[i].y,
                                     .speed = points[i].speed,
                                     .paused = points[i].speed == 0,
                                     .markers = markers,
                                     .marker_count = (int32_t)points[i].marker_count};
        markers += own[i].marker_count;
    }
    sinew_blend_space *space;
    const sinew_blend_space_options options = {.dimensions = dimensions, .marker_track = marker_track};
    return sinew_blend_space_create(model, own, count, &options, &space, &error) == SINEW_OK ? space : NULL;
}

// ---- mixers -------------------------------------------------------------------------------------------------------

/// A mixer, and its scratch memory for blending.
typedef struct web_mixer {
    sinew_mixer *mixer;
    sinew_blender *blender;
} web_mixer;

EXPORT(web_mixer_destroy) void web_mixer_destroy(web_mixer *mixer);
void web_mixer_destroy(web_mixer *mixer)
{
    if (!mixer) return;
    sinew_mixer_destroy(mixer->mixer);
    sinew_blender_destroy(mixer->blender);
    sinew_free(mixer);
}

EXPORT(web_mixer_create) web_mixer *web_mixer_create(const sinew_model *model);
web_mixer *web_mixer_create(const sinew_model *model)
{
    web_mixer *made = sinew_allocate(sizeof *made);
    error = (sinew_error){.result = SINEW_ERROR_OUT_OF_MEMORY, .message = "out of memory"};
    if (!made) return NULL;
    *made = (web_mixer){0};
    if (sinew_mixer_create(model, &made->mixer, &error) == SINEW_OK &&
        sinew_blender_create(model, &made->blender, &error) == SINEW_OK)
        return made;
    web_mixer_destroy(made);
    return NULL;
}

EXPORT(web_mixer_inner) sinew_mixer *web_mixer_inner(const web_mixer *mixer);
sinew_mixer *web_mixer_inner(const web_mixer *mixer)
{
    return mixer->mixer;
}

/// The numbers of a sinew_mixer_clip, in the order that the script writes them.
typedef struct web_play {
    double fade, start, speed, fade_out, x, y, half_life;
} web_play;

/// Plays a clip or a blend space. The markers must live as long as the mixer uses them. Returns 0 on failure.
EXPORT(web_mixer_play)
int web_mixer_play(web_mixer *mixer, int32_t layer, int32_t clip, const sinew_blend_space *space, const web_play *how,
                   int32_t loop, int32_t sync, int32_t weighted, int32_t fade_kind, const double *markers,
                   int32_t marker_count);
int web_mixer_play(web_mixer *mixer, int32_t layer, int32_t clip, const sinew_blend_space *space, const web_play *how,
                   int32_t loop, int32_t sync, int32_t weighted, int32_t fade_kind, const double *markers,
                   int32_t marker_count)
{
    const sinew_mixer_clip played = {.clip = clip,
                                     .fade = how->fade,
                                     .start = how->start,
                                     .speed = how->speed,
                                     .paused = how->speed == 0,
                                     .loop = (sinew_loop_mode)loop,
                                     .fade_out = how->fade_out,
                                     .sync = sync,
                                     .markers = markers,
                                     .marker_count = marker_count,
                                     .space = space,
                                     .x = how->x,
                                     .y = how->y,
                                     .half_life = how->half_life,
                                     .weighted = weighted,
                                     .fade_kind = (sinew_fade_kind)fade_kind,
                                     .blender = mixer->blender};
    return sinew_mixer_play(mixer->mixer, layer, &played, &error) == SINEW_OK;
}

EXPORT(web_mixer_hold) void web_mixer_hold(web_mixer *mixer);
void web_mixer_hold(web_mixer *mixer)
{
    sinew_mixer_freeze(mixer->mixer, mixer->blender);
}

/// Sets how a layer is blended; with `has_reference`, relative to a clip at a time. Returns 0 on failure.
EXPORT(web_mixer_set_layer)
int web_mixer_set_layer(web_mixer *mixer, int32_t layer, int32_t is_additive, float weight,
                        const sinew_joint_mask *mask, int32_t has_reference, int32_t clip, double time);
int web_mixer_set_layer(web_mixer *mixer, int32_t layer, int32_t is_additive, float weight,
                        const sinew_joint_mask *mask, int32_t has_reference, int32_t clip, double time)
{
    const sinew_mixer_layer settings = {
        .mode = is_additive ? SINEW_BLEND_ADDITIVE : SINEW_BLEND_OVERRIDE,
        .weight = weight,
        .mask = mask,
        .reference = {.kind = has_reference ? SINEW_BLEND_CLIP : SINEW_BLEND_NONE, .clip = clip, .time = time}};
    return sinew_mixer_set_layer(mixer->mixer, layer, &settings, &error) == SINEW_OK;
}

EXPORT(web_mixer_set_motions) int web_mixer_set_motions(web_mixer *mixer, const sinew_root_motion_tables *motions);
int web_mixer_set_motions(web_mixer *mixer, const sinew_root_motion_tables *motions)
{
    return sinew_mixer_set_motions(mixer->mixer, motions, &error) == SINEW_OK;
}

/// Returns whether a mixer still uses an object that it was given: markers, a blend space, a mask or motions.
EXPORT(web_mixer_uses) int web_mixer_uses(const web_mixer *mixer, const void *given);
int web_mixer_uses(const web_mixer *mixer, const void *given)
{
    const sinew_mixer *inner = mixer->mixer;
    if (inner->motions == given) return 1;
    for (int i = 0; i < SINEW_MIXER_LAYERS_MAX; ++i) {
        const sinew__mixer_channel *layer = &inner->layers[i];
        if (layer->settings.mask == given) return 1;
        for (int32_t k = 0; k < layer->count; ++k)
            if (layer->playing[k].markers == given || layer->playing[k].at.space == given) return 1;
    }
    return 0;
}

enum { MOST_EVENTS = 256 };

/// The events and the motion of a step, in the order that the script reads them.
typedef struct web_step {
    double event_count, left_out;
    sinew_root_delta motion;
    struct {
        double event, layer, time, weight, is_dominant;
    } events[MOST_EVENTS];
} web_step;

/// Advances the mixer. If `character` is not NULL, multiplies it by the step's motion. The result is valid until the
/// next step.
EXPORT(web_mixer_step)
const web_step *web_mixer_step(web_mixer *mixer, double seconds, sinew_root_delta *character);
const web_step *web_mixer_step(web_mixer *mixer, double seconds, sinew_root_delta *character)
{
    static sinew_mixer_event events[MOST_EVENTS];
    static web_step out;
    sinew_mixer_result result = {.events = events, .capacity = MOST_EVENTS, .character = character};
    sinew_mixer_step(mixer->mixer, seconds, &result);
    out.event_count = result.event_count;
    out.left_out = result.left_out;
    out.motion = result.motion;
    for (int32_t i = 0; i < result.event_count; ++i) {
        out.events[i].event = events[i].event;
        out.events[i].layer = events[i].layer;
        out.events[i].time = events[i].time;
        out.events[i].weight = (double)events[i].weight;
        out.events[i].is_dominant = events[i].is_dominant;
    }
    return &out;
}

/// Computes palette and morph weights of a pose from the playing clips; with `with_globals`, also its globals.
EXPORT(web_mixer_evaluate)
void web_mixer_evaluate(const web_mixer *mixer, const sinew_model *model, sinew_pose *pose, int32_t with_globals);
void web_mixer_evaluate(const web_mixer *mixer, const sinew_model *model, sinew_pose *pose, int32_t with_globals)
{
    sinew_mixer_evaluate_palette(mixer->mixer, mixer->blender, pose->palette, pose->morph_weights);
    for (int32_t i = 0; with_globals && i < model->joint_count; ++i)
        pose->global[i] = sinew_blend_joint_global(mixer->blender, i);
}
