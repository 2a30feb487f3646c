/// Meshes, their vertices, palette entries, deformers and morphs.

#include "runtime/model/validate/section_fits.h"
#include "runtime/model/validate/validation.h"

// Geometry caches: their samples, and that every vertex finds its point and its leader in them.

int sinew__caches_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_cache *cache = &model->caches[i];
        *out_item = i;
        if (cache->sample_count == 0 || (i > 0 && cache->mesh <= cache[-1].mesh)) return 0;
    }
    return 1;
}

int sinew__cache_times_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_cache *cache = &model->caches[i];
        const double *times = model->timeline_cache_times + cache->first_time;
        for (int32_t k = 1; k < cache->sample_count; ++k) {
            *out_item = cache->first_time + k;
            if (!(times[k] > times[k - 1])) return 0;
        }
    }
    return 1;
}

/// A leader is a vertex that comes first and leads itself.
int sinew__cache_leaders_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_cache *cache = &model->caches[i];
        const sinew_mesh *mesh = &model->meshes[cache->mesh];
        const uint32_t *leaders = model->cache_leaders + cache->first_leader;
        for (int32_t v = 0; v < mesh->vertex_count; ++v) {
            *out_item = cache->first_leader + v;
            if (leaders[v] > (uint32_t)v || leaders[leaders[v]] != leaders[v]) return 0;
            if (model->control_points[mesh->first_vertex + v] >= (uint32_t)cache->point_count) return 0;
        }
    }
    return 1;
}

static int bounds_are_ordered(const sinew_mesh *mesh)
{
    for (int i = 0; i < 3; ++i)
        if (mesh->bounds_min[i] > mesh->bounds_max[i]) return 0;
    return 1;
}

int sinew__meshes_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = i;
        if (mesh->index_count % 3 != 0 || mesh->skin_joint_count == 0 || mesh->deformer_count > SINEW__MAX_DEFORMERS ||
            ((mesh->flags & SINEW_MESH_TANGENTS) && mesh->vertex_count > 0 && !model->tangents) ||
            !bounds_are_ordered(mesh))
            return 0;
    }
    return 1;
}

/// Parts follow one another through the indices, and each mesh's begin where its indices do.
int sinew__submeshes_fit(const sinew_model *model, int64_t *out_item)
{
    int64_t next = 0;
    for (int32_t i = 0; i < model->submesh_count; ++i) {
        const sinew_submesh *submesh = &model->submeshes[i];
        *out_item = i;
        if (submesh->first_index != next || submesh->index_count % 3 != 0) return 0;
        next += submesh->index_count;
    }
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = mesh->first_submesh;
        if (mesh->submesh_count ? model->submeshes[mesh->first_submesh].first_index != mesh->first_index
                                : mesh->index_count != 0)
            return 0;
    }
    *out_item = model->submesh_count;
    return next == model->index_count;
}

/// Whether `count` runs, each from one start to the next, hold 1 … `longest` items. All starts lie below 2³¹, and so
/// does the length of a run that rises.
static int runs_rise(const uint32_t *starts, int32_t count, uint32_t longest)
{
    uint32_t overflow = 0;
    const size_t runs = (size_t)count;
    for (size_t i = 0; i < runs; ++i) overflow |= sinew__limit_overflow(starts[i + 1] - starts[i] - 1, longest);
    return !(overflow >> 31);
}

/// Every vertex has an influence, and none more than its mesh says.
int sinew__influence_starts_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = mesh->first_vertex;
        if (!runs_rise(model->influence_start + mesh->first_vertex, mesh->vertex_count, (uint32_t)mesh->max_influences))
            return 0;
    }
    return 1;
}

int sinew__vertex_block_starts_fit(const sinew_model *model, int64_t *out_item)
{
    *out_item = 0;
    return runs_rise(model->vertex_block_start, model->vertex_block_count, INT32_MAX);
}

int sinew__vertex_block_joints_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t vertex_block = 0; vertex_block < model->vertex_block_count; ++vertex_block) {
        *out_item = model->vertex_block_start[vertex_block];
        for (uint32_t i = model->vertex_block_start[vertex_block] + 1; i < model->vertex_block_start[vertex_block + 1];
             ++i)
            if (model->vertex_block_joints[i] <= model->vertex_block_joints[i - 1]) return 0;
    }
    return 1;
}

/// Polygons use up the corners of their mesh.
int sinew__corners_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const uint32_t *sizes = model->polygon_sizes + mesh->first_polygon;
        const size_t polygons = (size_t)mesh->polygon_count;
        uint64_t corners = 0;
        for (size_t k = 0; k < polygons; ++k) corners += sizes[k];
        *out_item = mesh->first_corner;
        if (corners != (uint64_t)mesh->corner_count) return 0;
    }
    return 1;
}

/// The entries of an additive mesh each have one to be measured against.
static int associate_fits(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t b = mesh->first_skin_joint; b < mesh->first_skin_joint + mesh->skin_joint_count; ++b)
        if (!sinew__range_fits((int64_t)model->skin_joints[b].associate - mesh->first_skin_joint, 1,
                               mesh->skin_joint_count))
            return 0;
    return 1;
}

static int has_additive_skin(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i)
        if (model->deformers[i].kind == SINEW_DEFORM_SKIN && model->deformers[i].link_mode == SINEW_LINK_ADDITIVE)
            return 1;
    return 0;
}

int sinew__deformers_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = mesh->first_deformer;
        if (has_additive_skin(model, mesh) && !associate_fits(model, mesh)) return 0;
    }
    return 1;
}

/// A deformer that mixes has a blend weight for each vertex of its mesh.
int sinew__blend_weights_are_divided(const sinew_model *model)
{
    int64_t next = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        for (int32_t d = mesh->first_deformer; d < mesh->first_deformer + mesh->deformer_count; ++d) {
            if (model->deformers[d].first_blend_weight == SINEW_NONE) continue;
            if (model->deformers[d].first_blend_weight != next) return 0;
            next += mesh->vertex_count;
        }
    }
    return next == model->blend_weight_count;
}

/// Full weights rise within a morph, and nothing shows at 0.
int sinew__shapes_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t m = 0; m < model->morph_count; ++m) {
        const sinew_shape *shapes = model->shapes + model->morphs[m].first_shape;
        for (int32_t i = 0; i < model->morphs[m].shape_count; ++i) {
            *out_item = model->morphs[m].first_shape + i;
            if (shapes[i].full_weight == 0.0f || (i > 0 && !(shapes[i].full_weight > shapes[i - 1].full_weight)))
                return 0;
        }
    }
    return 1;
}
