// Creates and destroys poses, and gives other languages functions for the fields of models and poses.
#include "sinew/pose.h"
#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/look_up.h"
#include "sinew/accessors.h"

_Static_assert(sizeof(sinew_transform) == 10 * sizeof(double) && sizeof(sinew_affine) == 12 * sizeof(double) &&
                   sizeof(sinew_palette_matrix) == 12 * sizeof(float),
               "the arrays of numbers that are promised");

int32_t sinew_model_joint_count(const sinew_model *model)
{
    return model->joint_count;
}

const char *sinew_model_joint_name(const sinew_model *model, int32_t joint)
{
    return sinew__is_item(joint, model->joint_count) ? sinew_text(model, model->joints[joint].name) : "";
}

int32_t sinew_model_joint_parent(const sinew_model *model, int32_t joint)
{
    return sinew__is_item(joint, model->joint_count) ? model->joints[joint].parent : SINEW_NONE;
}

int32_t sinew_model_clip_count(const sinew_model *model)
{
    return model->clip_count;
}

const char *sinew_model_clip_name(const sinew_model *model, int32_t clip)
{
    return clip >= 0 && sinew__has_clip(model, clip) ? sinew__clip_name(model, clip) : "";
}

double sinew_model_clip_start(const sinew_model *model, int32_t clip)
{
    return clip >= 0 && sinew__has_clip(model, clip) ? sinew__model_clip(model, clip)->start : 0;
}

double sinew_model_clip_duration(const sinew_model *model, int32_t clip)
{
    return clip >= 0 && sinew__has_clip(model, clip) ? sinew__model_clip(model, clip)->duration : 0;
}

double sinew_model_frame_rate(const sinew_model *model)
{
    return model->info->fps;
}

int32_t sinew_model_mesh_count(const sinew_model *model)
{
    return model->mesh_count;
}

const char *sinew_model_mesh_name(const sinew_model *model, int32_t mesh)
{
    return sinew__is_item(mesh, model->mesh_count) ? sinew_text(model, model->meshes[mesh].name) : "";
}

int32_t sinew_model_mesh_vertex_count(const sinew_model *model, int32_t mesh)
{
    return sinew__is_item(mesh, model->mesh_count) ? model->meshes[mesh].vertex_count : 0;
}

const float *sinew_model_mesh_positions(const sinew_model *model, int32_t mesh)
{
    return sinew__is_item(mesh, model->mesh_count) ? model->positions + (size_t)model->meshes[mesh].first_vertex * 3
                                                   : NULL;
}

const uint32_t *sinew_model_mesh_indices(const sinew_model *model, int32_t mesh, int32_t *out_count)
{
    *out_count = sinew__is_item(mesh, model->mesh_count) ? model->meshes[mesh].index_count : 0;
    return sinew__is_item(mesh, model->mesh_count) ? model->indices + model->meshes[mesh].first_index : NULL;
}

int32_t sinew_model_warning_count(const sinew_model *model)
{
    return model->warning_count;
}

const char *sinew_model_warning_code(const sinew_model *model, int32_t warning)
{
    return sinew__is_item(warning, model->warning_count) ? sinew_text(model, model->warnings[warning].code) : "";
}

const char *sinew_model_warning_text(const sinew_model *model, int32_t warning)
{
    return sinew__is_item(warning, model->warning_count) ? sinew_text(model, model->warnings[warning].text) : "";
}

const double *sinew_pose_globals(const sinew_pose *pose)
{
    return &pose->global->row[0][0];
}

const float *sinew_pose_palette(const sinew_model *model, const sinew_pose *pose, int32_t *out_count)
{
    (void)model;
    *out_count = pose->skin_joint_count;
    return &pose->palette->row[0][0];
}

const float *sinew_pose_morph_weights(const sinew_model *model, const sinew_pose *pose, int32_t *out_count)
{
    (void)model;
    *out_count = pose->morph_count;
    return pose->morph_weights;
}

double *sinew_pose_locals(sinew_pose *pose)
{
    return &pose->local->t.x;
}

void sinew_pose_set_animated(const sinew_model *model, sinew_pose *pose, int32_t joint)
{
    (void)model;
    if (sinew__is_item(joint, pose->joint_count)) pose->animated[joint] = 1;
}

/// A pose and the memory of its arrays.
typedef struct owned_pose {
    sinew_pose pose; // must be first: callers have a pointer to it
    sinew__arena memory;
} owned_pose;

sinew_result sinew_pose_create(const sinew_model *model, sinew_pose **out_pose, sinew_error *out_error)
{
    if (out_pose) *out_pose = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_pose)) return SINEW_ERROR_INVALID_ARGUMENT;
    owned_pose *owned = sinew__allocate_zeroed(1, sizeof *owned);
    if (!owned) return sinew__fail_memory(out_error);
    sinew__arena *memory = &owned->memory;
    sinew_pose *pose = &owned->pose;
    pose->local = SINEW__ARENA_ARRAY(memory, sinew_transform, model->joint_count);
    pose->global = SINEW__ARENA_ARRAY(memory, sinew_affine, model->joint_count);
    pose->palette = sinew__arena_aligned(memory, (size_t)model->skin_joint_count * sizeof *pose->palette, SINEW__LINE);
    pose->morph_weights = SINEW__ARENA_ARRAY(memory, float, model->morph_count);
    pose->visible = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    pose->animated = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    pose->global_rotation = SINEW__ARENA_ARRAY(memory, sinew_quat, model->joint_count);
    pose->node_global = SINEW__ARENA_ARRAY(memory, sinew_affine, model->node_count);
    pose->joint_matrices = sinew__arena_aligned(memory, ((size_t)model->joint_count + 1) * SINEW__LINE, SINEW__LINE);
    pose->joint_count = model->joint_count;
    pose->skin_joint_count = model->skin_joint_count;
    pose->morph_count = model->morph_count;
    pose->node_count = model->node_count;
    if (memory->failed) {
        sinew_pose_destroy(pose);
        return sinew__fail_memory(out_error);
    }
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
    *out_pose = pose;
    return SINEW_OK;
}

void sinew_pose_destroy(sinew_pose *pose)
{
    if (!pose) return;
    owned_pose *owned = (owned_pose *)pose;
    sinew__arena_free(&owned->memory);
    sinew_free(owned);
}
