// Builds the parts of a mesh that depend on its vertices: influences, vertex blocks, missing normals, geometry caches.
#include "runtime/model/build/builder.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"

// Palette entries of a mesh, and the influences of each vertex, whose weights sum as the mesh's link mode says.

static sinew_link_mode link_mode(const sinew_raw_mesh *mesh)
{
    for (int32_t i = 0; i < mesh->deformer_count; ++i) {
        if (mesh->deformers[i].kind == SINEW_DEFORM_SKIN) return (sinew_link_mode)mesh->deformers[i].link_mode;
    }
    return SINEW_LINK_NORMALIZE;
}

static sinew_result add_skin_joint(sinew__mesh_build *build, const sinew_raw_skin_joint *raw)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_model *model = builder->raw;
    if (raw->joint < 0 || raw->joint >= model->joint_count)
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "mesh '%s': there is no joint %d", build->name,
                           (int)raw->joint);
    if (model->node_count > 0 && (raw->node < SINEW_NONE || raw->node >= model->node_count))
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "mesh '%s': there is no node %d", build->name,
                           (int)raw->node);
    sinew_skin_joint skin_joint = {.mesh = build->mesh_index,
                                   .joint = builder->joint_of_raw[raw->joint],
                                   .node = model->node_count > 0 ? raw->node : SINEW_NONE,
                                   .associate = SINEW_NONE,
                                   .inverse_bind = raw->inverse_bind,
                                   .node_offset = raw->node_offset};
    if (sinew__affine_is_zero(&skin_joint.inverse_bind))
        (void)sinew__affine_inverse(&builder->rest[skin_joint.joint].global, &skin_joint.inverse_bind);
    if (sinew__affine_is_zero(&skin_joint.node_offset)) skin_joint.node_offset = skin_joint.inverse_bind;
    if (!sinew__affine_is_finite(&skin_joint.inverse_bind) || !sinew__affine_is_finite(&skin_joint.node_offset)) {
        skin_joint.inverse_bind = skin_joint.node_offset = sinew__affine_identity();
        if (!sinew__builder_warn(builder, "I50", build->name, "an offset matrix is not finite; the identity stands in"))
            return sinew__fail_memory(builder->error);
    }
    sinew_skin_joint *item = sinew__section_push(builder, SINEW__SECTION_SKIN_JOINTS, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = skin_joint;
    ++build->mesh->skin_joint_count;
    return SINEW_OK;
}

/// Adds a palette entry for the joint that the mesh itself is attached to; called for the first vertex that needs the
/// entry. *out_skin_joint is the entry's index in the whole model.
static sinew_result own_skin_joint(sinew__mesh_build *build, int32_t *out_skin_joint)
{
    const sinew_raw_mesh *mesh = build->raw;
    const sinew_affine identity = sinew__affine_identity();
    const sinew_raw_skin_joint raw = {
        .joint = mesh->joint,
        .node = mesh->node,
        .inverse_bind = sinew__affine_is_zero(&mesh->geometric) ? identity : mesh->geometric,
        .node_offset = identity,
    };
    *out_skin_joint = sinew__section_size(build->builder, SINEW__SECTION_SKIN_JOINTS);
    return add_skin_joint(build, &raw);
}

/// Adds the palette entries of the associate joints (displacements are relative to them) after the mesh's other
/// entries, and last the entry of the mesh's own joint, whose index is *own.
static sinew_result add_associate(sinew__mesh_build *build, int32_t *own)
{
    const sinew_raw_mesh *mesh = build->raw;
    sinew__builder *builder = build->builder;
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < mesh->skin_joint_count && result == SINEW_OK; ++i) {
        if (!mesh->skin_joints[i].associate) continue;
        result = add_skin_joint(build, mesh->skin_joints[i].associate);
        sinew_skin_joint *skin_joints = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
        skin_joints[build->mesh->first_skin_joint + i].associate =
            sinew__section_size(builder, SINEW__SECTION_SKIN_JOINTS) - 1;
    }
    if (result == SINEW_OK) result = own_skin_joint(build, own);
    sinew_skin_joint *skin_joints = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
    for (int32_t i = build->mesh->first_skin_joint; result == SINEW_OK && i <= *own; ++i)
        if (skin_joints[i].associate == SINEW_NONE) skin_joints[i].associate = *own;
    return result;
}

static int usable(const sinew__mesh_build *build, const sinew_raw_influence *influence)
{
    return influence->skin_joint >= 0 && influence->skin_joint < build->raw->skin_joint_count &&
           isfinite(influence->weight) && influence->weight != 0.0f;
}

static int compare_skin_joints(const void *left, const void *right)
{
    const sinew_influence *a = left, *b = right;
    if (a->skin_joint != b->skin_joint) return a->skin_joint < b->skin_joint ? -1 : 1;
    return a->weight < b->weight ? -1 : a->weight > b->weight;
}

static sinew_result add_vertex(sinew__mesh_build *build, uint32_t raw_vertex, sinew_link_mode mode, int32_t *own,
                               uint32_t *dropped)
{
    const sinew_raw_mesh *mesh = build->raw;
    const uint32_t *start = mesh->influence_start;
    const uint32_t first = start ? start[raw_vertex] : 0, end = start ? start[raw_vertex + 1] : 0;
    const uint32_t most = end - first + 1; // and one of the mesh's own joint
    sinew_influence *out = sinew__section_extend(build->builder, SINEW__SECTION_INFLUENCES, most);
    if (!out) return sinew__fail_memory(build->builder->error);
    double sum = 0;
    uint32_t given = 0;
    for (uint32_t i = first; i < end; ++i) {
        const sinew_raw_influence *influence = &mesh->influences[i];
        if (usable(build, influence)) {
            sum += (double)influence->weight;
            out[given++] = (sinew_influence){.skin_joint = build->mesh->first_skin_joint + influence->skin_joint,
                                             .authored = influence->weight};
        } else if (influence->weight != 0.0f) {
            ++*dropped;
        }
    }
    const int scales = mode == SINEW_LINK_NORMALIZE || (mode == SINEW_LINK_TOTAL_ONE && sum > 1);
    const double factor = scales && sum > 1e-9 ? 1 / sum : 1;
    // The weight of the mesh's own joint for the vertex. In additive mode the weights say how much of each joint's
    // displacement the vertex takes over; the mesh's own joint gets 1 − their sum, which may be negative. Small
    // displacements then add up as if they were applied one after the other. Source: the FBX SDK's documentation of
    // FbxCluster::ELinkMode.
    double share = fabs(1 - sum) > 1e-6 ? 1 - sum : 0;
    if (mode == SINEW_LINK_NORMALIZE)
        share = sum > 1e-9 ? 0 : 1;
    else if (mode == SINEW_LINK_TOTAL_ONE && sum > 1)
        share = 0;
    if (given == 0) share = 1;
    const int cancelled = mode == SINEW_LINK_NORMALIZE && share > 0;
    const uint32_t shared = cancelled ? 0 : given, count = shared + (share != 0);
    if (share != 0 && *own == SINEW_NONE) {
        const sinew_result result = own_skin_joint(build, own);
        if (result != SINEW_OK) return result;
    }
    for (uint32_t i = 0; i < shared; ++i) out[i].weight = (float)((double)out[i].authored * factor);
    if (share != 0) out[shared] = (sinew_influence){.skin_joint = *own, .weight = (float)share};
    build->builder->sections[SINEW__SECTION_INFLUENCES].count -= most - count;
    // The influences of a vertex are sorted by palette entry, so that sums over them have a defined order. Most files
    // already have this order.
    uint32_t sorted = 1;
    while (sorted < count && out[sorted - 1].skin_joint < out[sorted].skin_joint) ++sorted;
    if (sorted < count) qsort(out, count, sizeof *out, compare_skin_joints);
    if ((int32_t)count > build->mesh->max_influences) build->mesh->max_influences = (int32_t)count;
    return SINEW_OK;
}

sinew_result sinew__build_influences(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_mesh *mesh = build->raw;
    build->mesh->first_skin_joint = sinew__section_size(builder, SINEW__SECTION_SKIN_JOINTS);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < mesh->skin_joint_count && result == SINEW_OK; ++i)
        result = add_skin_joint(build, &mesh->skin_joints[i]);
    if (mesh->skin_joint_count > 0 && mesh->influence_start) build->mesh->flags |= SINEW_MESH_SKINNED;

    const sinew_link_mode mode = link_mode(mesh);
    int32_t own = SINEW_NONE;
    if (mode == SINEW_LINK_ADDITIVE && result == SINEW_OK) result = add_associate(build, &own);
    uint32_t dropped = 0;
    uint32_t *end = sinew__section_extend(builder, SINEW__SECTION_INFLUENCE_START, (size_t)build->vertex_count);
    // An upper bound: every raw influence, and one influence of the mesh's own joint per vertex.
    const uint32_t *start = mesh->influence_start;
    size_t most = (size_t)build->vertex_count;
    for (int32_t v = 0; start && v < build->vertex_count; ++v)
        most += start[build->raw_of_vertex[v] + 1] - start[build->raw_of_vertex[v]];
    if (!end || !sinew__section_reserve(builder, SINEW__SECTION_INFLUENCES, most))
        return sinew__fail_memory(builder->error);
    for (int32_t v = 0; v < build->vertex_count && result == SINEW_OK; ++v) {
        result = add_vertex(build, build->raw_of_vertex[v], mode, &own, &dropped);
        end[v] = (uint32_t)sinew__section_size(builder, SINEW__SECTION_INFLUENCES);
    }
    if (result == SINEW_OK && build->mesh->skin_joint_count == 0) result = own_skin_joint(build, &own);
    if (result == SINEW_OK && dropped &&
        !sinew__builder_warn(builder, "I51", build->name, "%u weights name no joint or are not finite; left out",
                             (unsigned)dropped))
        return sinew__fail_memory(builder->error);
    return result;
}

// Vertex blocks: for each 16 vertices of a mesh, all palette entries that move any of them, so that an entry is read
// once for 16 vertices. A vertex that an entry does not move has weight 0 for it. With sorted vertices
// (triangle_mesh.c) a block has hardly more entries than one vertex.

static int compare(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return a < b ? -1 : a > b;
}

/// Whether all palette entries of a vertex are in a list; both are in rising order.
static int has_all(const int32_t *items, size_t count, const sinew_influence *influences, size_t influence_count)
{
    size_t at = 0;
    for (size_t i = 0; i < influence_count; ++i) {
        while (at < count && items[at] < influences[i].skin_joint) ++at;
        if (at == count || items[at] != influences[i].skin_joint) return 0;
    }
    return 1;
}

/// Appends the palette entries of the vertices [first, end), indices in the model, as one vertex block.
static sinew_result list_vertex_block(sinew__builder *builder, int32_t first, int32_t end)
{
    const uint32_t *start = sinew__section_items(builder, SINEW__SECTION_INFLUENCE_START);
    const sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    const size_t at = (size_t)sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    int32_t *skin_joints =
        sinew__section_extend(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS, start[end] - start[first]);
    uint32_t *vertex_block_end = sinew__section_push(builder, SINEW__SECTION_VERTEX_BLOCK_START, 1);
    if (!skin_joints || !vertex_block_end) return sinew__fail_memory(builder->error);
    size_t count = 0;
    for (int32_t v = first; v < end; ++v) {
        if (has_all(skin_joints, count, &influences[start[v]], start[v + 1] - start[v])) continue;
        for (uint32_t i = start[v]; i < start[v + 1]; ++i) skin_joints[count++] = influences[i].skin_joint;
        qsort(skin_joints, count, sizeof *skin_joints, compare);
        size_t kept = 0; // drops repeated entries
        for (size_t i = 0; i < count; ++i)
            if (kept == 0 || skin_joints[kept - 1] != skin_joints[i]) skin_joints[kept++] = skin_joints[i];
        count = kept;
    }
    builder->sections[SINEW__SECTION_VERTEX_BLOCK_JOINTS].count = at + count;
    *vertex_block_end = (uint32_t)(at + count);
    return SINEW_OK;
}

/// Writes the weights of the vertices [first, end) for the entries of their vertex block, `skin_joints`.
static void weigh_vertex_block(const sinew__builder *builder, int32_t first, int32_t end, const int32_t *skin_joints,
                               float (*weights)[SINEW_VERTEX_BLOCK_SIZE])
{
    const uint32_t *start = sinew__section_items(builder, SINEW__SECTION_INFLUENCE_START);
    const sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    for (int32_t v = first; v < end; ++v) {
        size_t at = 0;
        for (uint32_t i = start[v]; i < start[v + 1]; ++i) {
            while (skin_joints[at] < influences[i].skin_joint) ++at;
            const float sum = weights[at][v - first] + influences[i].weight;
            weights[at][v - first] = sum < -FLT_MAX ? -FLT_MAX : sum > FLT_MAX ? FLT_MAX : sum;
        }
    }
}

static int32_t end_of_vertex_block(int32_t first, int32_t end)
{
    return end - first < SINEW_VERTEX_BLOCK_SIZE ? end : first + SINEW_VERTEX_BLOCK_SIZE;
}

sinew_result sinew__build_vertex_blocks(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    sinew_mesh *mesh = build->mesh;
    mesh->first_vertex_block = sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_START) - 1;
    const int32_t end = mesh->first_vertex + mesh->vertex_count;
    const int32_t listed = sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    sinew_result result = SINEW_OK;
    for (int32_t v = mesh->first_vertex; v < end && result == SINEW_OK; v += SINEW_VERTEX_BLOCK_SIZE)
        result = list_vertex_block(builder, v, end_of_vertex_block(v, end));
    if (result != SINEW_OK) return result;
    const int32_t count = sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS) - listed;
    float(*weights)[SINEW_VERTEX_BLOCK_SIZE] =
        sinew__section_push(builder, SINEW__SECTION_VERTEX_BLOCK_WEIGHTS, (size_t)count);
    if (!weights) return sinew__fail_memory(builder->error);
    const int32_t *skin_joints = sinew__section_items(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    const uint32_t *vertex_block =
        (const uint32_t *)sinew__section_items(builder, SINEW__SECTION_VERTEX_BLOCK_START) + mesh->first_vertex_block;
    for (int32_t v = mesh->first_vertex; v < end; v += SINEW_VERTEX_BLOCK_SIZE, ++vertex_block)
        weigh_vertex_block(builder, v, end_of_vertex_block(v, end), skin_joints + *vertex_block,
                           weights + (*vertex_block - (uint32_t)listed));
    return SINEW_OK;
}

// Normals for meshes that have none.

static uint32_t corner_vertex(const sinew_raw_mesh *mesh, size_t corner)
{
    return mesh->corner_vertices ? mesh->corner_vertices[corner] : (uint32_t)corner;
}

/// Adds the area vector of a polygon (Newell's method) to each of its points.
static void add_polygon(const sinew_raw_mesh *mesh, size_t first_corner, uint32_t size, double *sums,
                        const uint32_t *point_of)
{
    double normal[3] = {0, 0, 0};
    for (uint32_t i = 0; i < size; ++i) {
        const float *a = mesh->positions + (size_t)corner_vertex(mesh, first_corner + i) * 3;
        const float *b = mesh->positions + (size_t)corner_vertex(mesh, first_corner + (i + 1) % size) * 3;
        for (int k = 0; k < 3; ++k) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            normal[k] += ((double)a[k1] - (double)b[k1]) * ((double)a[k2] + (double)b[k2]);
        }
    }
    for (uint32_t i = 0; i < size; ++i) {
        double *sum = sums + (size_t)point_of[corner_vertex(mesh, first_corner + i)] * 3;
        for (int k = 0; k < 3; ++k) sum[k] += normal[k];
    }
}

float *sinew__build_normals(sinew__builder *builder, const sinew_raw_mesh *mesh)
{
    const uint32_t count = (uint32_t)mesh->vertex_count;
    uint32_t *point_of = SINEW__ARENA_ARRAY(&builder->scratch, uint32_t, count), largest = 0;
    float *normals = SINEW__ARENA_ARRAY(&builder->scratch, float, (size_t)count * 3);
    if (!point_of || !normals) return NULL;
    // Vertices share a normal if they have the same control point.
    for (uint32_t i = 0; i < count; ++i) {
        point_of[i] = mesh->control_points ? mesh->control_points[i] : i;
        if (point_of[i] > largest) largest = point_of[i];
    }
    // if control points are numbered far apart, each vertex has its own normal
    if (mesh->control_points && largest / 4 > count)
        for (uint32_t i = 0; i < count; ++i) point_of[i] = largest = i;
    double *sums = SINEW__ARENA_ARRAY(&builder->scratch, double, count ? ((size_t)largest + 1) * 3 : 0);
    if (!sums) return NULL;
    size_t corner = 0;
    for (int32_t p = 0; p < mesh->polygon_count; ++p) {
        add_polygon(mesh, corner, mesh->polygon_sizes[p], sums, point_of);
        corner += mesh->polygon_sizes[p];
    }
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        const double *sum = sums + (size_t)point_of[v] * 3;
        const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        float *normal = normals + (size_t)v * 3;
        for (int k = 0; k < 3; ++k) normal[k] = length > 0 && isfinite(length) ? (float)(sum[k] / length) : 0;
    }
    return normals;
}

// Geometry caches: their samples, and which vertices share a normal.

static sinew_result fail_cache(const sinew__mesh_build *build, const char *what)
{
    return sinew__fail(build->builder->error, SINEW_ERROR_INVALID_ARGUMENT, "mesh '%s': %s", build->name, what);
}

static int32_t point_count(const sinew_raw_mesh *mesh)
{
    return mesh->control_points ? mesh->control_point_count : mesh->vertex_count;
}

static sinew_result check_cache(const sinew__mesh_build *build)
{
    const sinew_raw_mesh *mesh = build->raw;
    const sinew_raw_cache *cache = mesh->cache;
    if (cache->sample_count < 1 || point_count(mesh) < 0) return fail_cache(build, "a geometry cache without samples");
    for (int32_t i = 0; i < cache->sample_count; ++i) {
        const sinew_raw_cache_sample *sample = &cache->samples[i];
        if (!sample->points) return fail_cache(build, "a sample of its geometry cache has no points");
        if (!isfinite(sample->timeline) || (i > 0 && !(sample->timeline > sample[-1].timeline)))
            return fail_cache(build, "the times of its geometry cache do not rise");
    }
    for (int32_t v = 0; mesh->control_points && v < mesh->vertex_count; ++v)
        if (mesh->control_points[v] >= (uint32_t)mesh->control_point_count)
            return fail_cache(build, "a vertex whose control point is not in its geometry cache");
    return SINEW_OK;
}

static sinew_result add_samples(sinew__mesh_build *build, sinew_geometry_cache *cache)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_cache *raw = build->raw->cache;
    cache->sample_count = raw->sample_count;
    cache->first_time = sinew__section_size(builder, SINEW__SECTION_CACHE_TIMES);
    cache->first_point = sinew__section_size(builder, SINEW__SECTION_CACHE_POINTS);
    const size_t points = (size_t)cache->point_count, samples = (size_t)raw->sample_count;
    if (points && samples > INT32_MAX / points)
        return sinew__fail(builder->error, SINEW_ERROR_LIMIT, "mesh '%s': %zu points in its geometry cache",
                           build->name, samples * points);
    double *times = sinew__section_extend(builder, SINEW__SECTION_CACHE_TIMES, samples);
    float *out = sinew__section_extend(builder, SINEW__SECTION_CACHE_POINTS, samples * points);
    if (!times || !out) return sinew__fail_memory(builder->error);
    size_t bad = 0;
    for (size_t s = 0; s < samples; ++s) {
        times[s] = raw->samples[s].timeline;
        for (size_t i = 0; i < points * 3; ++i) {
            const float value = raw->samples[s].points[i];
            *out++ = isfinite(value) ? value : 0.0f;
            bad += (size_t)!isfinite(value);
        }
    }
    if (bad && !sinew__builder_warn(builder, "I50", build->name,
                                    "%zu numbers of its geometry cache are not finite; 0 stands in", bad))
        return sinew__fail_memory(builder->error);
    return SINEW_OK;
}

/// A vertex, sorted by point and normal to find the vertices that share a normal.
typedef struct smooth_vertex {
    uint32_t point;
    float normal[3];
    uint32_t vertex;
} smooth_vertex;

static int compare_normals(const smooth_vertex *a, const smooth_vertex *b)
{
    if (a->point != b->point) return a->point < b->point ? -1 : 1;
    for (int i = 0; i < 3; ++i)
        if (a->normal[i] != b->normal[i]) return a->normal[i] < b->normal[i] ? -1 : 1;
    return 0;
}

static int compare_vertices(const void *left, const void *right)
{
    const smooth_vertex *a = left, *b = right;
    const int order = compare_normals(a, b);
    return order ? order : (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/// Finds the vertices that share a normal in every sample of the cache: vertices of one control point that share a
/// normal at rest. A texture seam stays smooth, and a crease stays a crease.
static sinew_result add_leaders(sinew__mesh_build *build, sinew_geometry_cache *cache)
{
    sinew__builder *builder = build->builder;
    const size_t count = (size_t)build->vertex_count, first = (size_t)build->mesh->first_vertex;
    const float *normals = (const float *)sinew__section_items(builder, SINEW__SECTION_NORMALS) + first * 3;
    const uint32_t *points = (const uint32_t *)sinew__section_items(builder, SINEW__SECTION_CONTROL_POINTS) + first;
    cache->first_leader = sinew__section_size(builder, SINEW__SECTION_CACHE_LEADERS);
    uint32_t *leaders = sinew__section_extend(builder, SINEW__SECTION_CACHE_LEADERS, count);
    smooth_vertex *sorted = SINEW__ARENA_ARRAY(&builder->scratch, smooth_vertex, count);
    if (!leaders || !sorted) return sinew__fail_memory(builder->error);
    for (size_t v = 0; v < count; ++v) {
        sorted[v] = (smooth_vertex){.point = points[v], .vertex = (uint32_t)v};
        memcpy(sorted[v].normal, normals + v * 3, sizeof sorted[v].normal);
    }
    qsort(sorted, count, sizeof *sorted, compare_vertices);
    uint32_t leader = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || compare_normals(&sorted[i - 1], &sorted[i]) != 0) leader = sorted[i].vertex;
        leaders[sorted[i].vertex] = leader;
    }
    return SINEW_OK;
}

sinew_result sinew__build_cache(sinew__mesh_build *build)
{
    if (!build->raw->cache) return SINEW_OK;
    sinew_geometry_cache cache = {.mesh = build->mesh_index, .point_count = point_count(build->raw)};
    sinew_result result = check_cache(build);
    if (result == SINEW_OK) result = add_samples(build, &cache);
    if (result == SINEW_OK) result = add_leaders(build, &cache);
    if (result != SINEW_OK) return result;
    sinew_geometry_cache *item = sinew__section_push(build->builder, SINEW__SECTION_CACHES, 1);
    if (!item) return sinew__fail_memory(build->builder->error);
    *item = cache;
    return SINEW_OK;
}
