/// The deformers of a mesh: its geometry cache, morphs, then the skin by the method that its author chose.
#include "skin/skin_method.h"

/// How an image is skinned, in the words of options, keys and copied commands.
const sinew__word sinew__skin_words[] = {
    {"file", SINEW_DRAW_SKIN_FILE, "as authored"},
    {"linear", SINEW_DRAW_SKIN_LINEAR, NULL},
    {"dq", SINEW_DRAW_SKIN_DUAL, "dual quaternion"},
    {"spherical", SINEW_DRAW_SKIN_SPHERICAL, NULL},
    {0},
};

/// One row per sinew_skin_method.
static const struct {
    void (*skin)(const sinew__skin_job *job);
    void (*skin_vertex_blocks)(const sinew__skin_job *job,
                               const sinew__skin_kernel *kernel); ///< NULL: no kernel has it
    int splits_palette;                                           ///< `scratch` is that of dual quaternions
    sinew_draw_skin drawn_on_cpu; ///< images that the processor skins by it; SINEW_DRAW_SKIN_FILE: none
} methods[] = {
    [SINEW_SKIN_LINEAR] = {sinew__skin_linear, sinew__skin_linear_vertex_blocks, 0, 0},
    [SINEW_SKIN_RIGID] = {sinew__skin_linear, sinew__skin_linear_vertex_blocks, 0, 0},
    [SINEW_SKIN_DUAL_QUATERNION] = {sinew__skin_dual_quaternion, sinew__skin_dual_quaternion_vertex_blocks, 1, 0},
    [SINEW_SKIN_BLENDED] = {sinew__skin_dual_quaternion, sinew__skin_dual_quaternion_vertex_blocks, 1, 0},
    [SINEW_SKIN_SPHERICAL] = {sinew__skin_spherical, NULL, 1, SINEW_DRAW_SKIN_SPHERICAL},
};

enum { METHOD_COUNT = sizeof methods / sizeof *methods };

const sinew_deformer *sinew__skin_of(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i)
        if (model->deformers[i].kind == SINEW_DEFORM_SKIN) return &model->deformers[i];
    return NULL;
}

int32_t sinew__skin_method_of(int32_t wanted, const sinew_deformer *skin)
{
    const int32_t method = wanted != SINEW_NONE ? wanted : skin ? (int32_t)skin->method : SINEW_SKIN_LINEAR;
    return method == SINEW_SKIN_BLENDED && (!skin || skin->first_blend_weight == SINEW_NONE) ? SINEW_SKIN_LINEAR
                                                                                             : method;
}

int sinew__is_additive(const sinew_deformer *skin)
{
    return skin && skin->link_mode == SINEW_LINK_ADDITIVE;
}

int sinew__uses_dual_quaternions(int32_t method)
{
    return methods[method].splits_palette;
}

int32_t sinew__method_drawn_on_cpu(sinew_draw_skin drawn)
{
    for (int32_t i = 0; i < METHOD_COUNT && drawn != SINEW_DRAW_SKIN_FILE; ++i)
        if (methods[i].drawn_on_cpu == drawn) return i;
    return SINEW_NONE;
}

float sinew__dual_share(const sinew_model *model, int32_t mesh, int32_t vertex)
{
    const sinew_deformer *skin = sinew__skin_of(model, &model->meshes[mesh]);
    const int32_t method = sinew__skin_method_of(SINEW_NONE, skin);
    if (method == SINEW_SKIN_BLENDED) return model->blend_weights[skin->first_blend_weight + vertex];
    return method == SINEW_SKIN_DUAL_QUATERNION ? 1.0f : 0.0f;
}

int sinew_mesh_is_deformed_before_skinning(const sinew_model *model, int32_t mesh)
{
    return model->meshes[mesh].morph_count > 0 || sinew_mesh_cache(model, mesh) != NULL;
}

static size_t morph_floats(const sinew_model *model, int32_t mesh)
{
    return sinew_mesh_is_deformed_before_skinning(model, mesh) ? (size_t)model->meshes[mesh].vertex_count * 6 : 0;
}

static size_t dual_floats(const sinew_mesh *mesh, int32_t method)
{
    return sinew__uses_dual_quaternions(method) ? sinew__dual_quaternion_floats(mesh) : 0;
}

size_t sinew__skin_scratch_floats_for(int32_t method, const sinew_model *model, int32_t mesh)
{
    const sinew_mesh *item = &model->meshes[mesh];
    const sinew_deformer *skin = sinew__skin_of(model, item);
    return morph_floats(model, mesh) + dual_floats(item, sinew__skin_method_of(method, skin)) +
           (sinew__is_additive(skin) ? sinew__displacement_floats(item) : 0);
}

size_t sinew_skin_scratch_floats(const sinew_model *model, int32_t mesh)
{
    return sinew__skin_scratch_floats_for(SINEW_NONE, model, mesh);
}

void sinew__skin_mesh_with(const sinew__skin_kernel *kernel, int32_t method, const sinew_model *model, int32_t mesh,
                           const sinew_pose *pose, float *scratch, float *out_positions, float *out_normals)
{
    const sinew_mesh *item = &model->meshes[mesh];
    const sinew_deformer *skin = sinew__skin_of(model, item);
    const int32_t used = sinew__skin_method_of(method, skin);
    const size_t floats = (size_t)item->vertex_count * 3;
    sinew__skin_job job = {.model = model,
                           .mesh = item,
                           .palette = pose->palette,
                           .positions = model->positions + (size_t)item->first_vertex * 3,
                           .normals = model->normals + (size_t)item->first_vertex * 3,
                           .out_positions = out_positions,
                           .out_normals = out_normals};
    if (sinew_mesh_is_deformed_before_skinning(model, mesh)) {
        sinew_morph_mesh(model, mesh, pose, scratch, scratch + floats);
        job.positions = scratch;
        job.normals = scratch + floats;
    }
    if (sinew__is_additive(skin)) {
        sinew__find_displacements(&job, scratch + morph_floats(model, mesh) + dual_floats(item, used));
        kernel = NULL;
    }
    if (methods[used].splits_palette) job.scratch = scratch + morph_floats(model, mesh);
    if (used == SINEW_SKIN_BLENDED) job.blend_weights = model->blend_weights + skin->first_blend_weight;
    if (kernel && methods[used].skin_vertex_blocks)
        methods[used].skin_vertex_blocks(&job, kernel);
    else
        methods[used].skin(&job);
}

void sinew_skin_mesh(const sinew_model *model, int32_t mesh, const sinew_pose *pose, float *scratch,
                     float *out_positions, float *out_normals)
{
    sinew__skin_mesh_with(sinew__skin_kernel_best(), SINEW_NONE, model, mesh, pose, scratch, out_positions,
                          out_normals);
}

void sinew_skin_mesh_by(const sinew_model *model, int32_t mesh, sinew_skin_method method, const sinew_pose *pose,
                        float *scratch, float *out_positions, float *out_normals)
{
    const sinew_deformer *skin = sinew__skin_of(model, &model->meshes[mesh]);
    const int32_t used = sinew__is_additive(skin) ? SINEW_NONE : (int32_t)method;
    sinew__skin_mesh_with(sinew__skin_kernel_best(), used, model, mesh, pose, scratch, out_positions, out_normals);
}

size_t sinew_skin_scratch_floats_by(const sinew_model *model, int32_t mesh, sinew_skin_method method)
{
    const sinew_deformer *skin = sinew__skin_of(model, &model->meshes[mesh]);
    return sinew__skin_scratch_floats_for(sinew__is_additive(skin) ? SINEW_NONE : (int32_t)method, model, mesh);
}

void sinew_skin_mesh_reference(const sinew_model *model, int32_t mesh, const sinew_pose *pose, float *scratch,
                               float *out_positions, float *out_normals)
{
    sinew__skin_mesh_with(NULL, SINEW_NONE, model, mesh, pose, scratch, out_positions, out_normals);
}
