/// What the package calls beside functions of the library that take and return plain values: those that would hand out
/// pointers through pointers, or structs. Compiled to WebAssembly with core and runtime alone.
///
/// A function that can fail returns NULL, 0 or another stated value then, and web_error tells why.
#include <stdlib.h>

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
    if (!made) return NULL;
    *made = (web_mixer){0};
    if (sinew_mixer_create(model, &made->mixer, &error) == SINEW_OK &&
        sinew_blender_create(model, &made->blender, &error) == SINEW_OK)
        return made;
    web_mixer_destroy(made);
    return NULL;
}

/// Plays a clip on layer 0 after a linear fade of so many seconds. Returns whether it could.
EXPORT(web_mixer_play) int web_mixer_play(web_mixer *mixer, int32_t clip, double fade, double start, double speed,
                                          int32_t loop);
int web_mixer_play(web_mixer *mixer, int32_t clip, double fade, double start, double speed, int32_t loop)
{
    const sinew_mixer_clip how = {
        .clip = clip, .fade = fade, .start = start, .speed = speed, .loop = (sinew_loop_mode)loop};
    return sinew_mixer_play(mixer->mixer, 0, &how, &error) == SINEW_OK;
}

EXPORT(web_mixer_advance) void web_mixer_advance(web_mixer *mixer, double seconds);
void web_mixer_advance(web_mixer *mixer, double seconds)
{
    sinew_mixer_advance(mixer->mixer, seconds);
}

/// Fills palette and morph weights of a pose with what plays now.
EXPORT(web_mixer_evaluate) void web_mixer_evaluate(const web_mixer *mixer, sinew_pose *pose);
void web_mixer_evaluate(const web_mixer *mixer, sinew_pose *pose)
{
    sinew_mixer_evaluate_palette(mixer->mixer, mixer->blender, pose->palette, pose->morph_weights);
}
