/// What the package calls beside functions of the library that take and return plain values: those that would hand out
/// pointers through pointers, or structs. Compiled to WebAssembly with core and runtime alone.
///
/// A function that can fail returns NULL, 0 or another stated value then, and web_error tells why.
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

/// Where functions of the library put their errors.
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
    return sinew_model_load_memory(bytes, size, &model, &error) == SINEW_OK ? model : NULL;
}

enum { NOT_FOUND = -2 }; // SINEW_NONE is the rest pose

/// Finds a clip as sinew_model_find_clip; NOT_FOUND if there is none.
EXPORT(web_find_clip) int32_t web_find_clip(const sinew_model *model, const char *pattern);
int32_t web_find_clip(const sinew_model *model, const char *pattern)
{
    int32_t clip;
    return sinew_model_find_clip(model, pattern, &clip, &error) == SINEW_OK ? clip : NOT_FOUND;
}

/// The importer's root: three rows of four doubles, from the space of palettes to the world.
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

EXPORT(web_mesh_texcoords) const float *web_mesh_texcoords(const sinew_model *model, int32_t mesh);
const float *web_mesh_texcoords(const sinew_model *model, int32_t mesh)
{
    return model->texcoords + (size_t)model->meshes[mesh].first_vertex * 2;
}

/// The first palette entry of a mesh.
EXPORT(web_mesh_first_entry) int32_t web_mesh_first_entry(const sinew_model *model, int32_t mesh);
int32_t web_mesh_first_entry(const sinew_model *model, int32_t mesh)
{
    return model->meshes[mesh].first_skin_joint;
}

EXPORT(web_mesh_entry_count) int32_t web_mesh_entry_count(const sinew_model *model, int32_t mesh);
int32_t web_mesh_entry_count(const sinew_model *model, int32_t mesh)
{
    return model->meshes[mesh].skin_joint_count;
}

/// Packs the influences of a mesh, [vertex_count × 4] of two bytes each (sinew_skin_pack). Returns whether it could.
EXPORT(web_mesh_pack) int web_mesh_pack(const sinew_model *model, int32_t mesh, uint16_t *joints, uint16_t *weights);
int web_mesh_pack(const sinew_model *model, int32_t mesh, uint16_t *joints, uint16_t *weights)
{
    return sinew_skin_pack(model, mesh, 2, 2, joints, weights, NULL, &error) == SINEW_OK;
}

// ---- poses --------------------------------------------------------------------------------------------------------

EXPORT(web_pose) sinew_pose *web_pose(const sinew_model *model);
sinew_pose *web_pose(const sinew_model *model)
{
    sinew_pose *pose;
    return sinew_pose_create(model, &pose, &error) == SINEW_OK ? pose : NULL;
}

/// Poses at seconds from the clip's start: globals, palette and morph weights.
EXPORT(web_evaluate) void web_evaluate(const sinew_model *model, sinew_pose *pose, int32_t clip, double time);
void web_evaluate(const sinew_model *model, sinew_pose *pose, int32_t clip, double time)
{
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, pose);
}

// ---- what mixers play with ------------------------------------------------------------------------------------------

EXPORT(web_mask) sinew_joint_mask *web_mask(const sinew_model *model, double weight);
sinew_joint_mask *web_mask(const sinew_model *model, double weight)
{
    sinew_joint_mask *mask;
    return sinew_joint_mask_create(model, weight, &mask, &error) == SINEW_OK ? mask : NULL;
}

EXPORT(web_motions) sinew_clip_motions *web_motions(const sinew_model *model, int32_t joint, uint32_t parts);
sinew_clip_motions *web_motions(const sinew_model *model, int32_t joint, uint32_t parts)
{
    sinew_clip_motions *motions;
    const sinew_clip_motion_options options = {.joint = joint, .parts = parts};
    return sinew_clip_motions_create(model, &options, &motions, &error) == SINEW_OK ? motions : NULL;
}

EXPORT(web_motion_between)
void web_motion_between(const sinew_clip_motions *motions, int32_t clip, double from, double to, sinew_motion *out);
void web_motion_between(const sinew_clip_motions *motions, int32_t clip, double from, double to, sinew_motion *out)
{
    *out = sinew_clip_motion_between(motions, clip, from, to);
}

/// A point of a blend space, as the script writes it.
typedef struct web_point {
    double clip, x, y, speed, marker_count;
} web_point;

/// Makes a blend space of `count` points. `markers` are those of all points, one after the other.
EXPORT(web_space)
sinew_blend_space *web_space(const sinew_model *model, const web_point *points, int32_t count, const double *markers,
                             int32_t dimensions, const char *marker_track);
sinew_blend_space *web_space(const sinew_model *model, const web_point *points, int32_t count, const double *markers,
                             int32_t dimensions, const char *marker_track)
{
    sinew_blend_point own[SINEW_BLEND_SPACE_POINTS];
    for (int32_t i = 0; i < count && i < SINEW_BLEND_SPACE_POINTS; ++i) { // with more none is read
        own[i] = (sinew_blend_point){.clip = (int32_t)points[i].clip,
                                     .x = points[i].x,
                                     .y = points[i].y,
                                     .speed = points[i].speed,
                                     .markers = markers,
                                     .marker_count = (int32_t)points[i].marker_count};
        markers += own[i].marker_count;
    }
    sinew_blend_space *space;
    const sinew_blend_space_options options = {.dimensions = dimensions, .marker_track = marker_track};
    return sinew_blend_space_create(model, own, count, &options, &space, &error) == SINEW_OK ? space : NULL;
}

// ---- mixers -------------------------------------------------------------------------------------------------------

/// A mixer and the scratch memory that it blends with.
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

/// The numbers of sinew_mixer_clip, as the script writes them.
typedef struct web_play {
    double fade, start, speed, fade_out, x, y, half_life;
} web_play;

/// Plays a clip or a space. The markers have to stay as long as the mixer. Returns whether it could.
EXPORT(web_mixer_play)
int web_mixer_play(web_mixer *mixer, int32_t layer, int32_t clip, const sinew_blend_space *space, const web_play *how,
                   int32_t loop, int32_t sync, int32_t weighted, int32_t inertial, const double *markers,
                   int32_t marker_count);
int web_mixer_play(web_mixer *mixer, int32_t layer, int32_t clip, const sinew_blend_space *space, const web_play *how,
                   int32_t loop, int32_t sync, int32_t weighted, int32_t inertial, const double *markers,
                   int32_t marker_count)
{
    const sinew_mixer_clip played = {.clip = clip,
                                     .fade = how->fade,
                                     .start = how->start,
                                     .speed = how->speed,
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
                                     .fade_kind = inertial ? SINEW_FADE_INERTIAL : SINEW_FADE_LINEAR,
                                     .blender = mixer->blender};
    return sinew_mixer_play(mixer->mixer, layer, &played, &error) == SINEW_OK;
}

EXPORT(web_mixer_hold) void web_mixer_hold(web_mixer *mixer);
void web_mixer_hold(web_mixer *mixer)
{
    sinew_mixer_hold(mixer->mixer, mixer->blender);
}

/// Sets how a layer is blended, relative to a clip at a time if `has_reference`. Returns whether it could.
EXPORT(web_mixer_set_layer)
int web_mixer_set_layer(web_mixer *mixer, int32_t layer, int32_t is_additive, double weight,
                        const sinew_joint_mask *mask, int32_t has_reference, int32_t clip, double time);
int web_mixer_set_layer(web_mixer *mixer, int32_t layer, int32_t is_additive, double weight,
                        const sinew_joint_mask *mask, int32_t has_reference, int32_t clip, double time)
{
    const sinew_mixer_layer settings = {
        .mode = is_additive ? SINEW_BLEND_ADDITIVE : SINEW_BLEND_OVER,
        .weight = weight,
        .mask = mask,
        .reference = {.kind = has_reference ? SINEW_BLEND_CLIP : SINEW_BLEND_NONE, .clip = clip, .time = time}};
    return sinew_mixer_set_layer(mixer->mixer, layer, &settings, &error) == SINEW_OK;
}

EXPORT(web_mixer_set_motions) int web_mixer_set_motions(web_mixer *mixer, const sinew_clip_motions *motions);
int web_mixer_set_motions(web_mixer *mixer, const sinew_clip_motions *motions)
{
    return sinew_mixer_set_motions(mixer->mixer, motions, &error) == SINEW_OK;
}

/// Returns whether a mixer still plays with something that it was given: markers, a space, a mask, motions.
EXPORT(web_mixer_uses) int web_mixer_uses(const web_mixer *mixer, const void *given);
int web_mixer_uses(const web_mixer *mixer, const void *given)
{
    const sinew_mixer *inner = mixer->mixer;
    if (inner->motions == given) return 1;
    for (int i = 0; i < SINEW_MIXER_LAYERS; ++i) {
        const sinew__mixer_channel *layer = &inner->layers[i];
        if (layer->settings.mask == given) return 1;
        for (int32_t k = 0; k < layer->count; ++k)
            if (layer->playing[k].markers == given || layer->playing[k].at.space == given) return 1;
    }
    return 0;
}

enum { MOST_EVENTS = 256 };

/// What happened in a step, as the script reads it.
typedef struct web_step {
    double event_count, left_out;
    sinew_motion motion;
    struct {
        double event, layer, time, weight, leads;
    } events[MOST_EVENTS];
} web_step;

/// Advances, and multiplies `character` by the motion, unless it is NULL. The result is valid until the next step.
EXPORT(web_mixer_step)
const web_step *web_mixer_step(web_mixer *mixer, double seconds, sinew_motion *character);
const web_step *web_mixer_step(web_mixer *mixer, double seconds, sinew_motion *character)
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
        out.events[i].leads = events[i].leads;
    }
    return &out;
}

/// Fills palette and morph weights of a pose with what plays now, and globals where they are wanted.
EXPORT(web_mixer_evaluate)
void web_mixer_evaluate(const web_mixer *mixer, const sinew_model *model, sinew_pose *pose, int32_t with_globals);
void web_mixer_evaluate(const web_mixer *mixer, const sinew_model *model, sinew_pose *pose, int32_t with_globals)
{
    sinew_mixer_evaluate_palette(mixer->mixer, mixer->blender, pose->palette, pose->morph_weights);
    for (int32_t i = 0; with_globals && i < model->joint_count; ++i)
        pose->global[i] = sinew_blend_joint_global(mixer->blender, i);
}
