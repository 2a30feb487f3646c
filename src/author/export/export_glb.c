// Writes a model as binary glTF: calls the parts of glb/ in order, and notes losses that the format causes.
#include <stdio.h>
#include <string.h>

#include "author/export/export_note.h"
#include "author/export/export_pose.h"
#include "author/export/export_writers.h"
#include "author/export/glb/glb_joint.h"
#include "core/base/error.h"
#include "core/platform/clock.h"
#include "runtime/model/look_up.h"
#include "sinew/export.h"
#include "sinew/sinew_tools.h"

// ---- notes ---------------------------------------------------------------------------------------------------------

/// Notes losses of the whole scene; losses of meshes are noted when they are written.
static void note_joints(const glb_scene *scene)
{
    const sinew_model *model = scene->model;
    int32_t sheared = 0, visibility = 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        sheared += (model->joints[i].flags & SINEW_JOINT_REST_SHEARED) != 0;
    for (int32_t i = 0; i < model->channel_count; ++i)
        visibility += model->channels[i].property == SINEW_CHANNEL_VISIBILITY;
    if (sheared > 0)
        sinew__export_note(scene->options,
                           "%d joints are sheared: exported without the shear, which glTF nodes cannot have",
                           (int)sheared);
    if (visibility > 0) sinew__export_note(scene->options, "animated visibility is left out");
}

// ---- the scene ----------------------------------------------------------------------------------------------------

static void fill(int32_t *items, int32_t count, int32_t value)
{
    for (int32_t i = 0; items && i < count; ++i) items[i] = value;
}

/// Allocates the arrays of the scene. Returns 0 when out of memory.
static int allocate(glb_scene *scene)
{
    const sinew_model *model = scene->model;
    sinew__arena *memory = &scene->memory;
    const size_t nodes =
        2 * (size_t)model->joint_count + (size_t)model->skin_joint_count + (size_t)model->mesh_count + 1;
    scene->nodes = SINEW__ARENA_ARRAY(memory, glb_node, nodes);
    scene->joint_node = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count);
    scene->joint_top = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count);
    scene->is_in_skin = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    scene->compensation = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    scene->mesh_node = SINEW__ARENA_ARRAY(memory, int32_t, model->mesh_count);
    scene->mesh_targets = SINEW__ARENA_ARRAY(memory, int32_t, model->mesh_count);
    scene->material_of = SINEW__ARENA_ARRAY(memory, int32_t, 6 * (size_t)model->material_count + 1);
    scene->image_of = SINEW__ARENA_ARRAY(memory, int32_t, model->texture_count);
    fill(scene->material_of, 6 * model->material_count + 1, SINEW_NONE);
    fill(scene->image_of, model->texture_count, GLB_NOT_WRITTEN);
    return !memory->failed;
}

static sinew_result put_scene(glb_scene *scene, sinew__buffer *out_roots, sinew_error *error)
{
    if (!allocate(scene) || !sinew__glb_find_compensation(scene) || !sinew__glb_add_joints(scene))
        return sinew__fail_memory(error);
    note_joints(scene);
    sinew_result result = sinew__glb_put_meshes(scene, error);
    char maps[256] = ""; // maps that the written meshes' materials lose
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind)
        if (scene->dropped_maps & 1u << kind)
            snprintf(maps + strlen(maps), sizeof maps - strlen(maps), "%s%s", *maps ? ", " : "",
                     sinew__map_names[kind]);
    if (*maps)
        sinew__export_note(scene->options, "maps of materials are left out, because glTF has no place for them: %s",
                           maps);
    if (result == SINEW_OK) result = sinew__glb_check_budget(scene, error);
    if (result != SINEW_OK) return result;
    if (scene->needs_root) sinew__glb_join_roots(scene);
    sinew__glb_put_nodes(scene, out_roots);
    result = sinew__glb_put_clips(scene, error);
    return result == SINEW_OK ? sinew__glb_check_budget(scene, error) : result;
}

static sinew_result write_scene(glb_scene *scene, char **out_text, size_t *out_size, sinew_error *error)
{
    sinew__buffer roots = {0}, whole = {0};
    sinew_result result = put_scene(scene, &roots, error);
    if (result == SINEW_OK) result = sinew__glb_finish(&scene->file, "sinew " SINEW_VERSION, &roots, &whole, error);
    if (result == SINEW_OK) {
        *out_text = whole.text;
        *out_size = whole.size;
    } else {
        sinew__buffer_free(&whole);
    }
    sinew__buffer_free(&roots);
    return result;
}

sinew_result sinew__export_glb(const sinew_model *model, const sinew_export_options *options, char **out_text,
                               size_t *out_size, sinew_error *out_error)
{
    if (out_text) *out_text = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, options, out_text, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    if (sinew__export_check(model, options, out_error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; options->clips && i < options->clip_count; ++i)
        if (sinew__lacks_item(out_error, "clip", options->clips[i], model->clip_count))
            return SINEW_ERROR_INVALID_ARGUMENT;
    if (model->joint_count == 0 && model->mesh_count == 0)
        return sinew__fail(out_error, SINEW_ERROR_NO_MESH, "no joint and no mesh to export");
    sinew_result result =
        model->info->is_stripped && model->clip_count > 0 ? sinew__check_curves(model, out_error) : SINEW_OK;
    if (result != SINEW_OK) return result;
    glb_scene scene = {.model = model,
                       .options = options,
                       .file.packer = options->packer,
                       .unit = model->info->unit_cm / 100,
                       .axes = sinew__file_axes(model),
                       .deadline = options->seconds > 0 ? sinew__now() + options->seconds : 0};
    if (options->in_place) result = sinew_pose_create(model, &scene.scratch, out_error);
    if (result == SINEW_OK) result = write_scene(&scene, out_text, out_size, out_error);
    sinew_pose_destroy(scene.scratch);
    sinew__glb_free(&scene.file);
    sinew__arena_free(&scene.memory);
    return result;
}
