/// Applies the deformers of a mesh: geometry cache, morphs, then the skin by the method that the author or the caller
/// chose.

#include <string.h>

#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"
#include "runtime/skin/skin_method.h"

enum { VERTEX_BLOCK = SINEW_VERTEX_BLOCK_SIZE };

const sinew_deformer *sinew__skin_of(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i)
        if (model->deformers[i].kind == SINEW_DEFORM_SKIN) return &model->deformers[i];
    return NULL;
}

int sinew__is_additive(const sinew_deformer *skin)
{
    return skin && skin->link_mode == SINEW_LINK_ADDITIVE;
}

/// Returns whether a caller may choose this method.
static int is_choice(sinew_skin_method method)
{
    return method == SINEW_SKIN_AUTHORED || sinew__is_item((int32_t)method, sinew__skin_method_count);
}

/// Returns the method to use: `wanted`; or the file's if `wanted` is SINEW_SKIN_AUTHORED or the mesh is additive.
/// Blended skinning without blend weights becomes linear.
static int32_t method_of(sinew_skin_method wanted, const sinew_deformer *skin)
{
    const int32_t authored = skin ? (int32_t)skin->method : SINEW_SKIN_LINEAR;
    const int32_t method = wanted == SINEW_SKIN_AUTHORED || sinew__is_additive(skin) ? authored : (int32_t)wanted;
    return method == SINEW_SKIN_BLENDED && (!skin || skin->first_blend_weight == SINEW_NONE) ? SINEW_SKIN_LINEAR
                                                                                             : method;
}

/// Whether a method splits the palette into dual quaternions; spherical skinning does so to rotate tangents.
static int uses_dual_quaternions(int32_t method)
{
    return sinew__skin_methods[method].splits_palette;
}

int32_t sinew__method_drawn_on_cpu(sinew_draw_skin drawn)
{
    for (int32_t i = 0; i < sinew__skin_method_count && drawn != SINEW_DRAW_SKIN_FILE; ++i)
        if (sinew__skin_methods[i].drawn_on_cpu == drawn) return i;
    return SINEW_NONE;
}

float sinew__dual_share(const sinew_model *model, int32_t mesh, int32_t vertex)
{
    const sinew_deformer *skin = sinew__skin_of(model, &model->meshes[mesh]);
    const int32_t method = method_of(SINEW_SKIN_AUTHORED, skin);
    if (method == SINEW_SKIN_BLENDED) return model->blend_weights[skin->first_blend_weight + vertex];
    return method == SINEW_SKIN_DUAL_QUATERNION ? 1.0f : 0.0f;
}

int sinew_mesh_is_deformed_before_skinning(const sinew_model *model, int32_t mesh)
{
    return sinew__is_item(mesh, model->mesh_count) &&
           (model->meshes[mesh].morph_count > 0 || sinew_mesh_geometry_cache(model, mesh) != NULL);
}

static size_t morph_floats(const sinew_model *model, int32_t mesh)
{
    return sinew_mesh_is_deformed_before_skinning(model, mesh) ? (size_t)model->meshes[mesh].vertex_count * 6 : 0;
}

static size_t dual_floats(const sinew_mesh *mesh, int32_t method)
{
    return uses_dual_quaternions(method) ? sinew__dual_quaternion_floats(mesh) : 0;
}

size_t sinew_skin_scratch_floats(const sinew_model *model, int32_t mesh, sinew_skin_method method)
{
    if (!sinew__is_item(mesh, model->mesh_count) || !is_choice(method)) return 0;
    const sinew_mesh *item = &model->meshes[mesh];
    const sinew_deformer *skin = sinew__skin_of(model, item);
    return morph_floats(model, mesh) + dual_floats(item, method_of(method, skin)) +
           (sinew__is_additive(skin) ? sinew__displacement_floats(item) : 0);
}

/// Returns the job of skinning all vertices of a mesh by a method, with the parts of scratch that sinew_skin_prepare
/// fills.
static sinew__skin_job job_of(int32_t method, const sinew_model *model, int32_t mesh, const sinew_pose *pose,
                              float *scratch)
{
    const sinew_mesh *item = &model->meshes[mesh];
    const sinew_deformer *skin = sinew__skin_of(model, item);
    const size_t floats = (size_t)item->vertex_count * 3;
    sinew__skin_job job = {.model = model,
                           .mesh = item,
                           .palette = pose->palette,
                           .positions = model->positions + (size_t)item->first_vertex * 3,
                           .normals = model->normals + (size_t)item->first_vertex * 3,
                           .end = item->vertex_count};
    if (sinew_mesh_is_deformed_before_skinning(model, mesh)) {
        job.positions = scratch;
        job.normals = scratch + floats;
        scratch += morph_floats(model, mesh);
    }
    if (uses_dual_quaternions(method)) {
        job.scratch = scratch;
        job.entries = (const sinew__dual_entry *)scratch;
        scratch += dual_floats(item, method);
    }
    if (sinew__is_additive(skin)) job.displacements = (const sinew_palette_matrix *)scratch;
    if (method == SINEW_SKIN_BLENDED) job.blend_weights = model->blend_weights + skin->first_blend_weight;
    return job;
}

static void prepare(sinew__skin_job *job, int32_t mesh, const sinew_pose *pose, float *scratch)
{
    const size_t floats = (size_t)job->mesh->vertex_count * 3;
    if (sinew_mesh_is_deformed_before_skinning(job->model, mesh))
        sinew_morph_mesh(job->model, mesh, pose, scratch, scratch + floats);
    if (job->entries) (void)sinew__split_palette(job);
    if (job->displacements) sinew__find_displacements(job, (float *)(uintptr_t)job->displacements);
}

/// Skins by vertex blocks if there is a kernel; meshes of additive joints use the plain loops.
static void skin_job(const sinew__skin_job *job, int32_t method, const sinew__skin_kernel *kernel)
{
    if (kernel && !job->displacements && sinew__skin_methods[method].skin_vertex_blocks)
        sinew__skin_methods[method].skin_vertex_blocks(job, kernel);
    else
        sinew__skin_methods[method].skin(job);
}

/// Returns whether a mesh can be skinned by a method to a pose.
static int can_skin(const sinew_model *model, int32_t mesh, sinew_skin_method method, const sinew_pose *pose)
{
    return sinew__is_item(mesh, model->mesh_count) && is_choice(method) && sinew__pose_fits(model, pose);
}

void sinew__skin_mesh_with(const sinew__skin_kernel *kernel, const sinew_model *model, int32_t mesh,
                           sinew_skin_method method, const sinew_pose *pose, float *scratch, float *out_positions,
                           float *out_normals)
{
    if (!can_skin(model, mesh, method, pose)) return;
    const int32_t used = method_of(method, sinew__skin_of(model, &model->meshes[mesh]));
    sinew__skin_job job = job_of(used, model, mesh, pose, scratch);
    job.out_positions = out_positions;
    job.out_normals = out_normals;
    prepare(&job, mesh, pose, scratch);
    skin_job(&job, used, kernel);
}

void sinew_skin_mesh(const sinew_model *model, int32_t mesh, sinew_skin_method method, const sinew_pose *pose,
                     float *scratch, float *out_positions, float *out_normals)
{
    sinew__skin_mesh_with(sinew__skin_kernel_best(), model, mesh, method, pose, scratch, out_positions, out_normals);
}

void sinew_skin_prepare(const sinew_model *model, int32_t mesh, sinew_skin_method method, const sinew_pose *pose,
                        float *scratch)
{
    if (!can_skin(model, mesh, method, pose)) return;
    const int32_t used = method_of(method, sinew__skin_of(model, &model->meshes[mesh]));
    sinew__skin_job job = job_of(used, model, mesh, pose, scratch);
    prepare(&job, mesh, pose, scratch);
}

void sinew_skin_vertex_blocks(const sinew_model *model, int32_t mesh, sinew_skin_method method, const sinew_pose *pose,
                              const float *scratch, int32_t first_block, int32_t block_count, float *out_positions,
                              float *out_normals)
{
    if (!can_skin(model, mesh, method, pose)) return;
    const int32_t used = method_of(method, sinew__skin_of(model, &model->meshes[mesh]));
    const int64_t first = (int64_t)first_block * VERTEX_BLOCK, end = first + (int64_t)block_count * VERTEX_BLOCK;
    sinew__skin_job job = job_of(used, model, mesh, pose, (float *)(uintptr_t)scratch); // scratch is only read
    if (first < 0 || first >= job.end || end <= first) return;
    job.out_positions = out_positions;
    job.out_normals = out_normals;
    job.first = (int32_t)first;
    if (end < job.end) job.end = (int32_t)end;
    skin_job(&job, used, sinew__skin_kernel_best());
}

// Tangents, rotated by the same methods as positions and normals.

/// The inputs and the output of rotating a mesh's tangents.
typedef struct tangent_job {
    sinew__skin_job job;
    const float *tangents;            ///< [vertex_count × 4]
    const sinew__dual_entry *entries; ///< NULL: linear skinning only
    float *out;
} tangent_job;

/// Interpolates from linear skinning to dual quaternions by a vertex's blend weight, `share`.
static void mix(float share, const float linear[4], float dual[4])
{
    for (int i = 0; i < 3; ++i) dual[i] = linear[i] + share * (dual[i] - linear[i]);
    sinew__make_unit(dual, 1);
}

static int is_mixed(const tangent_job *on, int32_t vertex)
{
    return on->job.blend_weights && on->job.blend_weights[vertex] < 1.0f;
}

// ---- plain loops --------------------------------------------------------------------------------------------------

static void rotate_vertices(const tangent_job *on)
{
    for (int32_t v = 0; v < on->job.mesh->vertex_count; ++v) {
        const float *tangent = on->tangents + (size_t)v * 4;
        float linear[4], *out = on->out + (size_t)v * 4;
        if (!on->entries) {
            sinew__rotate_tangent_linear(&on->job, v, tangent, out);
            continue;
        }
        sinew__rotate_tangent_dual_quaternion(&on->job, on->entries, v, tangent, out);
        if (!is_mixed(on, v)) continue;
        sinew__rotate_tangent_linear(&on->job, v, tangent, linear);
        mix(on->job.blend_weights[v], linear, out);
    }
}

// ---- by vertex blocks ----------------------------------------------------------------------------------------------

static void gather(const float *from, int32_t count, sinew__tangent_vertex_block *to)
{
    memset(to, 0, sizeof *to);
    for (int32_t v = 0; v < count; ++v)
        for (int i = 0; i < 4; ++i) to->part[i][v] = from[v * 4 + i];
}

static void scatter(const sinew__tangent_vertex_block *from, int32_t count, float *to)
{
    for (int32_t v = 0; v < count; ++v)
        for (int i = 0; i < 4; ++i) to[v * 4 + i] = from->part[i][v];
}

static void mix_vertex_block(const tangent_job *on, const sinew__skin_kernel *kernel,
                             const sinew__skin_vertex_blocks *blocks, int32_t first, int32_t count)
{
    sinew__tangent_vertex_block rotated;
    float linear[VERTEX_BLOCK * 4];
    gather(on->tangents + (size_t)first * 4, count, &rotated);
    kernel->linear_tangents(blocks, first / VERTEX_BLOCK, &rotated);
    scatter(&rotated, count, linear);
    for (int32_t v = 0; v < count; ++v)
        if (is_mixed(on, first + v))
            mix(on->job.blend_weights[first + v], linear + v * 4, on->out + (size_t)(first + v) * 4);
}

static void rotate_vertex_blocks(const tangent_job *on, const sinew__skin_kernel *kernel)
{
    const int32_t vertices = on->job.mesh->vertex_count;
    sinew__skin_vertex_blocks blocks = sinew__skin_vertex_blocks_of(&on->job);
    blocks.entries = on->entries;
    for (int32_t first = 0; first < vertices; first += VERTEX_BLOCK) {
        const int32_t count = vertices - first < VERTEX_BLOCK ? vertices - first : VERTEX_BLOCK;
        sinew__tangent_vertex_block rotated;
        gather(on->tangents + (size_t)first * 4, count, &rotated);
        if (on->entries)
            kernel->dual_quaternion_tangents(&blocks, first / VERTEX_BLOCK, &rotated);
        else
            kernel->linear_tangents(&blocks, first / VERTEX_BLOCK, &rotated);
        scatter(&rotated, count, on->out + (size_t)first * 4);
        if (on->job.blend_weights) mix_vertex_block(on, kernel, &blocks, first, count);
    }
}

void sinew__skin_tangents_with(const sinew__skin_kernel *kernel, const sinew_model *model, int32_t mesh,
                               sinew_skin_method method, const sinew_pose *pose, float *scratch, float *out_tangents)
{
    if (!can_skin(model, mesh, method, pose) || !model->tangents) return;
    const sinew_mesh *item = &model->meshes[mesh];
    const sinew_deformer *skin = sinew__skin_of(model, item);
    const int32_t used = method_of(method, skin);
    tangent_job on = {.job = {.model = model, .mesh = item, .palette = pose->palette, .scratch = scratch},
                      .tangents = model->tangents + (size_t)item->first_vertex * 4,
                      .out = out_tangents};
    if (uses_dual_quaternions(used)) {
        on.entries = sinew__split_palette(&on.job);
        scratch += sinew__dual_quaternion_floats(item);
    }
    if (sinew__is_additive(skin)) {
        sinew__find_displacements(&on.job, scratch);
        kernel = NULL;
    }
    if (used == SINEW_SKIN_BLENDED) on.job.blend_weights = model->blend_weights + skin->first_blend_weight;
    if (kernel)
        rotate_vertex_blocks(&on, kernel);
    else
        rotate_vertices(&on);
}

void sinew_skin_tangents(const sinew_model *model, int32_t mesh, sinew_skin_method method, const sinew_pose *pose,
                         float *scratch, float *out_tangents)
{
    sinew__skin_tangents_with(sinew__skin_kernel_best(), model, mesh, method, pose, scratch, out_tangents);
}
