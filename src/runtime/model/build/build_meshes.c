/// Builds meshes: welds vertices, keeps and triangulates polygons, and adds morphs and deformers.
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/validate/checks.h"

static sinew_result fail_mesh(const sinew__mesh_build *build, const char *what)
{
    return sinew__fail(build->builder->error, SINEW_ERROR_INVALID_ARGUMENT, "mesh '%s': %s", build->name, what);
}

static int32_t corner_count(const sinew_raw_mesh *mesh)
{
    return mesh->corner_vertices || mesh->corner_count ? mesh->corner_count : mesh->vertex_count;
}

static uint32_t corner_vertex(const sinew_raw_mesh *mesh, size_t corner)
{
    return mesh->corner_vertices ? mesh->corner_vertices[corner] : (uint32_t)corner;
}

// ---- rules --------------------------------------------------------------------------------------------------------

static sinew_result check_polygons(const sinew__mesh_build *build)
{
    const sinew_raw_mesh *mesh = build->raw;
    uint64_t corners = 0;
    for (int32_t i = 0; i < mesh->polygon_count; ++i) {
        corners += mesh->polygon_sizes[i];
        const int32_t material = mesh->polygon_materials ? mesh->polygon_materials[i] : SINEW_NONE;
        if (material < SINEW_NONE || material >= build->builder->raw->material_count)
            return fail_mesh(build, "a polygon refers to a material that does not exist");
    }
    if (corners != (uint64_t)corner_count(mesh)) return fail_mesh(build, "the polygons do not use up the corners");
    if (corners > INT32_MAX / 3) // a polygon becomes (corners − 2) · 3 indices
        return sinew__fail(build->builder->error, SINEW_ERROR_LIMIT, "mesh '%s': %llu corners, the limit is %d",
                           build->name, (unsigned long long)corners, INT32_MAX / 3);
    for (int32_t i = 0; i < corner_count(mesh); ++i) {
        if (corner_vertex(mesh, (size_t)i) >= (uint32_t)mesh->vertex_count)
            return fail_mesh(build, "a polygon vertex refers to a vertex that does not exist");
    }
    return SINEW_OK;
}

static sinew_result check_mesh(const sinew__mesh_build *build)
{
    const sinew_raw_mesh *mesh = build->raw;
    if (mesh->vertex_count < 0 || mesh->polygon_count < 0 || mesh->corner_count < 0 || mesh->skin_joint_count < 0 ||
        mesh->morph_count < 0 || mesh->deformer_count < 0)
        return fail_mesh(build, "a count is negative");
    if ((mesh->vertex_count && !mesh->positions) || (mesh->polygon_count && !mesh->polygon_sizes) ||
        (mesh->skin_joint_count && !mesh->skin_joints) || (mesh->morph_count && !mesh->morphs) ||
        (mesh->deformer_count && !mesh->deformers) || (mesh->influence_start && !mesh->influences) ||
        (mesh->cache && !mesh->cache->samples))
        return fail_mesh(build, "a count without an array");
    if (mesh->texcoords2 && !mesh->texcoords) return fail_mesh(build, "a second set of texture coordinates alone");
    if (mesh->joint < 0 || mesh->joint >= build->builder->raw->joint_count)
        return fail_mesh(build, "its joint does not exist");
    for (int32_t v = 0; mesh->influence_start && v < mesh->vertex_count; ++v) {
        if (mesh->influence_start[v] > mesh->influence_start[v + 1])
            return fail_mesh(build, "influences run backwards");
    }
    return check_polygons(build);
}

// ---- vertices -----------------------------------------------------------------------------------------------------

/// Numbers the vertices that remain after welding, in the order of first use or of the joints that move them.
static sinew_result weld_vertices(sinew__mesh_build *build)
{
    const int32_t raw_count = build->raw->vertex_count;
    sinew__arena *scratch = &build->builder->scratch;
    uint32_t *vertex_of_raw = sinew__weld(build->raw, scratch);
    uint32_t *raw_of_vertex = SINEW__ARENA_ARRAY(scratch, uint32_t, raw_count);
    if (!vertex_of_raw || !raw_of_vertex) return sinew__fail_memory(build->builder->error);
    for (int32_t i = 0; i < raw_count; ++i) {
        if (vertex_of_raw[i] == (uint32_t)i) raw_of_vertex[build->vertex_count++] = (uint32_t)i;
    }
    if (build->raw->reorder && !sinew__order_vertices(build->raw, raw_of_vertex, build->vertex_count, scratch))
        return sinew__fail_memory(build->builder->error);
    uint32_t *number = SINEW__ARENA_ARRAY(scratch, uint32_t, raw_count);
    if (!number) return sinew__fail_memory(build->builder->error);
    for (int32_t v = 0; v < build->vertex_count; ++v) number[raw_of_vertex[v]] = (uint32_t)v;
    for (int32_t i = 0; i < raw_count; ++i) vertex_of_raw[i] = number[vertex_of_raw[i]];
    build->vertex_of_raw = vertex_of_raw;
    build->raw_of_vertex = raw_of_vertex;
    return SINEW_OK;
}

/// Copies `count` items of `width` floats each: the items whose indices are in `order`.
static inline void gather(const float *from, const uint32_t *order, size_t count, size_t width, float *out)
{
    for (size_t i = 0; i < count; ++i, out += width) memcpy(out, from + order[i] * width, width * sizeof *out);
}

static sinew_result add_vertices(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_mesh *raw = build->raw;
    const float *normals = raw->normals ? raw->normals : sinew__build_normals(builder, raw);
    if (!normals) return sinew__fail_memory(builder->error);
    int any_tangents = 0, any_texcoords2 = 0; // set if any vertex has them; most models have none
    for (int32_t i = 0; i < builder->raw->mesh_count; ++i) {
        any_tangents |= builder->raw->meshes[i].tangents != NULL;
        any_texcoords2 |= builder->raw->meshes[i].texcoords2 != NULL;
    }
    const struct {
        sinew__section section;
        int is_stored;
        const float *from;
        size_t width;
        float fallback; ///< the value if `from` is NULL
    } attributes[] = {{SINEW__SECTION_POSITIONS, 1, raw->positions, 3, 0},
                      {SINEW__SECTION_NORMALS, 1, normals, 3, 0},
                      {SINEW__SECTION_TEXCOORDS, 1, raw->texcoords, 2, 0},
                      {SINEW__SECTION_COLORS, 1, raw->colors, 4, 1},
                      {SINEW__SECTION_TANGENTS, any_tangents, raw->tangents, 4, 0},
                      {SINEW__SECTION_TEXCOORDS2, any_texcoords2, raw->texcoords2, 2, 0}};
    uint32_t not_finite = 0;
    for (size_t a = 0; a < sizeof attributes / sizeof *attributes; ++a) {
        if (!attributes[a].is_stored) continue;
        const float *from = attributes[a].from;
        const size_t width = attributes[a].width, vertices = (size_t)build->vertex_count, count = vertices * width;
        float *out = sinew__section_extend(builder, attributes[a].section, vertices);
        if (!out) return sinew__fail_memory(builder->error);
        for (size_t i = 0; !from && i < count; ++i) out[i] = attributes[a].fallback;
        if (!from) continue;
        switch (width) { // constants make loops of a few instructions
        case 2: gather(from, build->raw_of_vertex, vertices, 2, out); break;
        case 3: gather(from, build->raw_of_vertex, vertices, 3, out); break;
        default: gather(from, build->raw_of_vertex, vertices, 4, out); break;
        }
        if (sinew__all_finite(out, count)) continue;
        for (size_t i = 0; i < count; ++i) {
            if (isfinite(out[i])) continue;
            out[i] = 0.0f;
            ++not_finite;
        }
    }
    uint32_t *points = sinew__section_extend(builder, SINEW__SECTION_CONTROL_POINTS, (size_t)build->vertex_count);
    if (!points) return sinew__fail_memory(builder->error);
    for (int32_t v = 0; v < build->vertex_count; ++v) {
        const uint32_t from = build->raw_of_vertex[v];
        points[v] = raw->control_points ? raw->control_points[from] : from;
    }
    if (not_finite &&
        !sinew__builder_warn(builder, "I50", build->name, "%u numbers of its vertices are not finite; 0 stands in",
                             (unsigned)not_finite))
        return sinew__fail_memory(builder->error);
    build->mesh->flags |= SINEW_MESH_NORMALS | (raw->texcoords ? (uint32_t)SINEW_MESH_TEXCOORDS : 0u) |
                          (raw->texcoords2 ? (uint32_t)SINEW_MESH_TEXCOORDS2 : 0u) |
                          (raw->colors ? (uint32_t)SINEW_MESH_COLORS : 0u) |
                          (raw->tangents ? (uint32_t)SINEW_MESH_TANGENTS : 0u);
    return SINEW_OK;
}

static void measure_bounds(const sinew__mesh_build *build)
{
    sinew_mesh *mesh = build->mesh;
    const float *positions = sinew__section_items(build->builder, SINEW__SECTION_POSITIONS);
    for (int k = 0; k < 3; ++k) {
        mesh->bounds_min[k] = mesh->vertex_count ? FLT_MAX : 0;
        mesh->bounds_max[k] = mesh->vertex_count ? -FLT_MAX : 0;
    }
    for (int32_t v = 0; v < mesh->vertex_count; ++v) { // all values are finite: plain comparisons are enough
        for (int k = 0; k < 3; ++k) {
            const float value = positions[(size_t)(mesh->first_vertex + v) * 3 + (size_t)k];
            if (value < mesh->bounds_min[k]) mesh->bounds_min[k] = value;
            if (value > mesh->bounds_max[k]) mesh->bounds_max[k] = value;
        }
    }
}

/// Extends the character's bounds by the mesh at rest; each vertex counts for the joint that moves it most.
static void include_rest_pose(const sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    const float *positions = sinew__section_items(builder, SINEW__SECTION_POSITIONS);
    const uint32_t *start = sinew__section_items(builder, SINEW__SECTION_INFLUENCE_START);
    const sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    const sinew_skin_joint *skin_joints = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
    sinew_affine map = sinew__affine_identity();
    int32_t mapped = SINEW_NONE;
    for (int32_t v = build->mesh->first_vertex; v < build->mesh->first_vertex + build->mesh->vertex_count; ++v) {
        uint32_t best = start[v];
        if (best == start[v + 1]) continue;
        for (uint32_t i = best; i < start[v + 1]; ++i)
            if (influences[i].weight > influences[best].weight) best = i;
        if (influences[best].skin_joint != mapped) {
            mapped = influences[best].skin_joint;
            map = sinew__affine_multiply(&builder->rest[skin_joints[mapped].joint].global,
                                         &skin_joints[mapped].inverse_bind);
        }
        const float *p = positions + (size_t)v * 3;
        const sinew_vec3 position = sinew__affine_point(&map, (sinew_vec3){(double)p[0], (double)p[1], (double)p[2]});
        if (build->mesh->flags & SINEW_MESH_SKINNED)
            sinew__character_include_skinned(&builder->bounds, position);
        else
            sinew__character_include_rigid(&builder->bounds, &builder->character_joints[build->mesh->joint], position);
    }
}

// ---- polygons -----------------------------------------------------------------------------------------------------

static int32_t material_of(const sinew_raw_mesh *mesh, int32_t polygon)
{
    return mesh->polygon_materials ? mesh->polygon_materials[polygon] : SINEW_NONE;
}

static sinew_result add_polygons(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_mesh *raw = build->raw;
    sinew_mesh *mesh = build->mesh;
    mesh->first_polygon = sinew__section_size(builder, SINEW__SECTION_POLYGON_SIZES);
    mesh->polygon_count = raw->polygon_count;
    mesh->first_corner = sinew__section_size(builder, SINEW__SECTION_CORNER_VERTICES);
    mesh->corner_count = corner_count(raw);
    uint32_t *sizes = sinew__section_extend(builder, SINEW__SECTION_POLYGON_SIZES, (size_t)raw->polygon_count);
    uint32_t *corners = sinew__section_extend(builder, SINEW__SECTION_CORNER_VERTICES, (size_t)mesh->corner_count);
    if (!sizes || !corners) return sinew__fail_memory(builder->error);
    if (raw->polygon_count) memcpy(sizes, raw->polygon_sizes, (size_t)raw->polygon_count * sizeof *sizes);
    for (int32_t i = 0; i < mesh->corner_count; ++i) corners[i] = build->vertex_of_raw[corner_vertex(raw, (size_t)i)];
    return SINEW_OK;
}

/// Adds one submesh per material, in the order of first use. Sets *out_submesh_of_material, [material_count + 1]; the
/// last element is for polygons without a material.
static sinew_result add_submeshes(sinew__mesh_build *build, int32_t **out_submesh_of_material)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_mesh *raw = build->raw;
    const int32_t material_count = builder->raw->material_count;
    int32_t *submesh_of = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, material_count + 1);
    if (!submesh_of) return sinew__fail_memory(builder->error);
    memset(submesh_of, -1, (size_t)(material_count + 1) * sizeof *submesh_of);
    build->mesh->first_submesh = sinew__section_size(builder, SINEW__SECTION_SUBMESHES);
    for (int32_t p = 0; p < raw->polygon_count; ++p) {
        const int32_t material = material_of(raw, p);
        int32_t *slot = &submesh_of[material == SINEW_NONE ? material_count : material];
        if (*slot == SINEW_NONE) {
            sinew_submesh *submesh = sinew__section_push(builder, SINEW__SECTION_SUBMESHES, 1);
            if (!submesh) return sinew__fail_memory(builder->error);
            submesh->material = material;
            *slot = build->mesh->first_submesh + build->mesh->submesh_count++;
        }
        sinew_submesh *submeshes = sinew__section_items(builder, SINEW__SECTION_SUBMESHES);
        if (raw->polygon_sizes[p] >= 3) submeshes[*slot].index_count += (int32_t)(raw->polygon_sizes[p] - 2) * 3;
    }
    *out_submesh_of_material = submesh_of;
    return SINEW_OK;
}

static sinew_result add_triangles(sinew__mesh_build *build, const int32_t *submesh_of_material)
{
    sinew__builder *builder = build->builder;
    sinew_mesh *mesh = build->mesh;
    const int32_t material_count = builder->raw->material_count;
    sinew_submesh *submeshes = sinew__section_items(builder, SINEW__SECTION_SUBMESHES);
    int32_t *filled = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, mesh->submesh_count);
    uint32_t largest = 0;
    for (int32_t p = 0; p < build->raw->polygon_count; ++p)
        if (build->raw->polygon_sizes[p] > largest) largest = build->raw->polygon_sizes[p];
    uint32_t *next = SINEW__ARENA_ARRAY(&builder->scratch, uint32_t, largest);
    mesh->first_index = sinew__section_size(builder, SINEW__SECTION_INDICES);
    for (int32_t i = 0; i < mesh->submesh_count; ++i) {
        submeshes[mesh->first_submesh + i].first_index = mesh->first_index + mesh->index_count;
        mesh->index_count += submeshes[mesh->first_submesh + i].index_count;
    }
    uint32_t *indices = sinew__section_extend(builder, SINEW__SECTION_INDICES, (size_t)mesh->index_count);
    if (!filled || !next || !indices) return sinew__fail_memory(builder->error);

    const float *positions =
        (const float *)sinew__section_items(builder, SINEW__SECTION_POSITIONS) + (size_t)mesh->first_vertex * 3;
    const uint32_t *corners =
        (const uint32_t *)sinew__section_items(builder, SINEW__SECTION_CORNER_VERTICES) + mesh->first_corner;
    for (int32_t p = 0; p < mesh->polygon_count; ++p) {
        const uint32_t size = build->raw->polygon_sizes[p];
        const int32_t material = material_of(build->raw, p);
        const int32_t submesh = submesh_of_material[material == SINEW_NONE ? material_count : material];
        int32_t *done = &filled[submesh - mesh->first_submesh];
        uint32_t *out = indices + (submeshes[submesh].first_index - mesh->first_index) + *done;
        sinew__triangulate(positions, corners, size, next, out);
        if (size >= 3) *done += (int32_t)(size - 2) * 3;
        corners += size;
    }
    return SINEW_OK;
}

// ---- morphs and deformers -----------------------------------------------------------------------------------------

static int is_finite3(const float *v)
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

static sinew_result add_shape(sinew__mesh_build *build, const sinew_raw_shape *raw)
{
    sinew__builder *builder = build->builder;
    sinew_shape shape = {.full_weight =
                             isfinite(raw->full_weight) && raw->full_weight != 0.0f ? raw->full_weight : 1.0f,
                         .first_delta = sinew__section_size(builder, SINEW__SECTION_DELTAS)};
    if (raw->count < 0 || (raw->count > 0 && (!raw->vertices || !raw->positions)))
        return fail_mesh(build, "a morph's shape without its arrays");
    for (int32_t i = 0; i < raw->count; ++i) {
        const int32_t from = raw->vertices[i];
        if (from < 0 || from >= build->raw->vertex_count)
            return fail_mesh(build, "a morph refers to a vertex that does not exist");
        const uint32_t vertex = build->vertex_of_raw[from];
        const float *shift = raw->positions + (size_t)i * 3, *turn = raw->normals ? raw->normals + (size_t)i * 3 : NULL;
        // of vertices that were welded, only the first one adds its shift
        if (build->raw_of_vertex[vertex] != (uint32_t)from || !is_finite3(shift)) continue;
        sinew_shape_delta *delta = sinew__section_push(builder, SINEW__SECTION_DELTAS, 1);
        if (!delta) return sinew__fail_memory(builder->error);
        delta->vertex = (int32_t)vertex;
        memcpy(delta->position, shift, sizeof delta->position);
        if (turn && is_finite3(turn)) memcpy(delta->normal, turn, sizeof delta->normal);
        ++shape.delta_count;
    }
    sinew_shape *item = sinew__section_push(builder, SINEW__SECTION_SHAPES, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = shape;
    return SINEW_OK;
}

static sinew_result add_morphs(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    build->mesh->first_morph = sinew__section_size(builder, SINEW__SECTION_MORPHS);
    build->mesh->morph_count = build->raw->morph_count;
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < build->raw->morph_count && result == SINEW_OK; ++i) {
        const sinew_raw_morph *raw = &build->raw->morphs[i];
        if (raw->shape_count < 0 || (raw->shape_count > 0 && !raw->shapes))
            return fail_mesh(build, "a morph without its shapes");
        int ok = 1;
        const sinew_morph morph = {.name = sinew__builder_name(builder, raw->name, &ok),
                                   .mesh = build->mesh_index,
                                   .first_shape = sinew__section_size(builder, SINEW__SECTION_SHAPES),
                                   .shape_count = raw->shape_count,
                                   .weight = isfinite(raw->weight) ? raw->weight : 0.0f};
        sinew_morph *item = sinew__section_push(builder, SINEW__SECTION_MORPHS, 1);
        if (!ok || !item) return sinew__fail_memory(builder->error);
        *item = morph;
        for (int32_t s = 0; s < raw->shape_count && result == SINEW_OK; ++s) {
            if (s > 0 && !(raw->shapes[s].full_weight > raw->shapes[s - 1].full_weight))
                return fail_mesh(build, "the full weights of a morph do not rise");
            result = add_shape(build, &raw->shapes[s]);
        }
    }
    return result;
}

static sinew_result add_deformer(sinew__mesh_build *build, const sinew_raw_deformer *raw)
{
    sinew_deformer deformer = {
        .kind = raw->kind, .method = raw->method, .link_mode = raw->link_mode, .first_blend_weight = SINEW_NONE};
    if (raw->kind > SINEW_DEFORM_CACHE || raw->method > SINEW_SKIN_BLENDED || raw->link_mode > SINEW_LINK_TOTAL_ONE)
        return fail_mesh(build, "a deformer of unknown kind");
    if (raw->blend_weights) {
        deformer.first_blend_weight = sinew__section_size(build->builder, SINEW__SECTION_BLEND_WEIGHTS);
        float *out = sinew__section_extend(build->builder, SINEW__SECTION_BLEND_WEIGHTS, (size_t)build->vertex_count);
        if (!out) return sinew__fail_memory(build->builder->error);
        for (int32_t v = 0; v < build->vertex_count; ++v) {
            const float weight = raw->blend_weights[build->raw_of_vertex[v]];
            out[v] = isfinite(weight) ? fminf(fmaxf(weight, 0.0f), 1.0f) : 0.0f;
        }
    }
    sinew_deformer *item = sinew__section_push(build->builder, SINEW__SECTION_DEFORMERS, 1);
    if (!item) return sinew__fail_memory(build->builder->error);
    *item = deformer;
    ++build->mesh->deformer_count;
    return SINEW_OK;
}

static sinew_result add_deformers(sinew__mesh_build *build)
{
    static const sinew_raw_deformer cache = {.kind = SINEW_DEFORM_CACHE}, morphs = {.kind = SINEW_DEFORM_MORPH},
                                    skin = {.kind = SINEW_DEFORM_SKIN};
    const sinew_raw_mesh *raw = build->raw;
    if (raw->deformer_count > SINEW__MAX_DEFORMERS)
        return sinew__fail(build->builder->error, SINEW_ERROR_LIMIT, "mesh '%s': %d deformers, the limit is %d",
                           build->name, (int)raw->deformer_count, SINEW__MAX_DEFORMERS);
    build->mesh->first_deformer = sinew__section_size(build->builder, SINEW__SECTION_DEFORMERS);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < raw->deformer_count && result == SINEW_OK; ++i)
        result = add_deformer(build, &raw->deformers[i]);
    if (raw->deformer_count == 0) {
        if (raw->cache) result = add_deformer(build, &cache);
        if (result == SINEW_OK && raw->morph_count) result = add_deformer(build, &morphs);
        if (result == SINEW_OK && raw->influence_start) result = add_deformer(build, &skin);
    }
    return result;
}

// ---- one mesh after the other -------------------------------------------------------------------------------------

static sinew_result describe(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_mesh *raw = build->raw;
    const char *object = raw->object ? raw->object : builder->raw->joints[raw->joint].name;
    int ok = 1;
    build->mesh->name = sinew__builder_name(builder, raw->name, &ok);
    build->mesh->object = sinew__builder_name(builder, object, &ok);
    build->mesh->joint = builder->joint_of_raw[raw->joint];
    build->mesh->flags = raw->flags & (uint32_t)(SINEW_MESH_HIDDEN | SINEW_MESH_TWO_SIDED);
    if (builder->raw->joints[raw->joint].flags & SINEW_JOINT_HIDDEN_ALONE) build->mesh->flags |= SINEW_MESH_HIDDEN;
    build->mesh->first_vertex = sinew__section_size(builder, SINEW__SECTION_POSITIONS);
    build->mesh->vertex_count = build->vertex_count;
    build->mesh->control_point_count = raw->control_point_count;
    return ok ? SINEW_OK : sinew__fail_memory(builder->error);
}

static sinew_result add_mesh(sinew__builder *builder, int32_t index)
{
    sinew_mesh mesh = {0};
    int32_t *submesh_of_material = NULL;
    sinew__mesh_build build = {.builder = builder,
                               .raw = &builder->raw->meshes[index],
                               .name = builder->raw->meshes[index].name ? builder->raw->meshes[index].name : "",
                               .mesh = &mesh,
                               .mesh_index = index};
    sinew_result result = check_mesh(&build);
    if (result == SINEW_OK) result = weld_vertices(&build);
    if (result == SINEW_OK) result = describe(&build);
    if (result == SINEW_OK) result = add_vertices(&build);
    if (result == SINEW_OK) result = sinew__build_influences(&build);
    if (result == SINEW_OK) result = sinew__build_vertex_blocks(&build);
    if (result == SINEW_OK) result = add_polygons(&build);
    if (result == SINEW_OK) result = add_submeshes(&build, &submesh_of_material);
    if (result == SINEW_OK) result = add_triangles(&build, submesh_of_material);
    if (result == SINEW_OK) result = sinew__build_cache(&build);
    if (result == SINEW_OK) result = add_morphs(&build);
    if (result == SINEW_OK) result = add_deformers(&build);
    if (result != SINEW_OK) return result;
    builder->first_morph[index] = mesh.first_morph;
    measure_bounds(&build);
    include_rest_pose(&build);
    sinew_mesh *item = sinew__section_push(builder, SINEW__SECTION_MESHES, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = mesh;
    return SINEW_OK;
}

sinew_result sinew__build_meshes(sinew__builder *builder)
{
    builder->first_morph = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, builder->raw->mesh_count);
    if (!builder->first_morph || !sinew__section_push(builder, SINEW__SECTION_INFLUENCE_START, 1) ||
        !sinew__section_push(builder, SINEW__SECTION_VERTEX_BLOCK_START, 1))
        return sinew__fail_memory(builder->error);
    for (int32_t i = 0; i < builder->raw->mesh_count; ++i) {
        const sinew_result result = add_mesh(builder, i);
        if (result != SINEW_OK) return result;
    }
    // Marks the joints that have weights as deforming.
    sinew_joint *joints = sinew__section_items(builder, SINEW__SECTION_JOINTS);
    const sinew_skin_joint *skin_joints = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
    const sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    for (int32_t i = 0; i < sinew__section_size(builder, SINEW__SECTION_INFLUENCES); ++i) {
        if (influences[i].authored != 0.0f)
            joints[skin_joints[influences[i].skin_joint].joint].flags |= SINEW_JOINT_DEFORMS;
    }
    return sinew__share_skin_joints(builder);
}
