#include "draw/render/model_buffers.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "draw/render/target.h"
#include "draw/render/vertex_attribute.h"
#include "runtime/skin/skin_method.h"

static int compare_keys(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/// Lists every edge of a mesh once, sorted. Returns the number of edges.
static size_t list_edges(const sinew_model *model, const sinew_mesh *mesh, uint64_t *keys)
{
    size_t count = 0;
    const uint32_t *corner = model->corner_vertices + mesh->first_corner;
    for (int32_t i = 0; i < mesh->polygon_count; ++i) {
        const uint32_t size = model->polygon_sizes[mesh->first_polygon + i];
        for (uint32_t k = 0; k < size && size > 1; ++k) { // the smaller vertex comes first
            const uint32_t a = corner[k], b = corner[(k + 1) % size];
            keys[count++] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        }
        corner += size;
    }
    qsort(keys, count, sizeof keys[0], compare_keys);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || keys[i] != keys[i - 1]) keys[kept++] = keys[i];
    }
    return kept;
}

/// Fills `indices` with the edges of all meshes and `ranges` with the range of each mesh. Returns the number of
/// indices.
static size_t list_all_edges(const sinew_model *model, uint64_t *keys, uint32_t *indices, render_edge_range *ranges)
{
    size_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t edges = list_edges(model, &model->meshes[i], keys);
        ranges[i] = (render_edge_range){.first = count, .count = 2 * edges};
        for (size_t k = 0; k < edges; ++k) {
            indices[count++] = (uint32_t)(keys[k] >> 32) + (uint32_t)model->meshes[i].first_vertex;
            indices[count++] = (uint32_t)keys[k] + (uint32_t)model->meshes[i].first_vertex;
        }
    }
    return count;
}

sinew_result sinew__render_model_buffers_edges(render_model_buffers *buffers, const sinew_model *model,
                                               sinew_error *out_error)
{
    if (buffers->edges) return SINEW_OK;
    const size_t corners = (size_t)model->corner_count + 1;
    uint64_t *keys = sinew__allocate(corners * sizeof *keys);
    uint32_t *indices = sinew__allocate(2 * corners * sizeof *indices);
    render_edge_range *ranges = sinew__allocate(((size_t)model->mesh_count + 1) * sizeof *ranges);
    sinew_result result = SINEW_OK;
    if (keys && indices && ranges) {
        const size_t size = list_all_edges(model, keys, indices, ranges) * sizeof *indices;
        glBindVertexArray(0);
        glGenBuffers(1, &buffers->edge_indices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->edge_indices);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)size, indices, GL_STATIC_DRAW);
        buffers->edges = ranges;
        ranges = NULL;
    } else {
        result = sinew__fail_memory(out_error);
    }
    sinew_free(keys);
    sinew_free(indices);
    sinew_free(ranges);
    return result;
}

/// Flag of a skin joint in the influence texture: its mesh uses the additive skin mode.
#define RENDER_ADDITIVE 0x80000000u

static GLuint make_buffer(GLenum target, size_t size, const void *bytes, GLenum usage)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)size, bytes, usage);
    return buffer;
}

// ---- vertices -----------------------------------------------------------------------------------------------------

/// Creates a vertex attribute of `components` floats from an array of the model. Returns its buffer; 0 if the array is
/// NULL.
static GLuint make_attribute(GLuint attribute, GLint components, const float *values, int32_t vertex_count)
{
    if (!values || vertex_count == 0) return 0;
    const size_t size = (size_t)vertex_count * (size_t)components * sizeof(float);
    const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, size, values, GL_STATIC_DRAW);
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, components, GL_FLOAT, GL_FALSE, 0, NULL);
    return buffer;
}

static int any_mesh_has(const sinew_model *model, uint32_t flag)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (model->meshes[i].flags & flag) return 1;
    }
    return 0;
}

static sinew_result make_vertices(render_model_buffers *buffers, const sinew_model *model, sinew_error *out_error)
{
    const int32_t count = model->vertex_count;
    const float *texcoords = any_mesh_has(model, SINEW_MESH_TEXCOORDS) ? model->texcoords : NULL;
    const float *colors = any_mesh_has(model, SINEW_MESH_COLORS) ? model->colors : NULL;
    glGenVertexArrays(1, &buffers->vertex_array);
    glBindVertexArray(buffers->vertex_array);
    buffers->positions = make_attribute(RENDER_ATTRIBUTE_POSITION, 3, model->positions, count);
    buffers->normals = make_attribute(RENDER_ATTRIBUTE_NORMAL, 3, model->normals, count);
    buffers->texcoords = make_attribute(RENDER_ATTRIBUTE_TEXCOORD, 2, texcoords, count);
    buffers->texcoords2 = make_attribute(RENDER_ATTRIBUTE_TEXCOORD2, 2, model->texcoords2, count);
    buffers->colors = make_attribute(RENDER_ATTRIBUTE_COLOR, 4, colors, count);

    // A vertex's influences are between influence_start[v] and influence_start[v + 1], so the buffer is used for two
    // attributes, one element apart.
    const size_t starts = ((size_t)count + 1) * sizeof(uint32_t);
    buffers->influence_start = make_buffer(GL_ARRAY_BUFFER, starts, model->influence_start, GL_STATIC_DRAW);
    const void *next = render_buffer_offset(sizeof(uint32_t));
    glEnableVertexAttribArray(RENDER_ATTRIBUTE_FIRST_INFLUENCE);
    glVertexAttribIPointer(RENDER_ATTRIBUTE_FIRST_INFLUENCE, 1, GL_UNSIGNED_INT, 0, NULL);
    glEnableVertexAttribArray(RENDER_ATTRIBUTE_END_INFLUENCE);
    glVertexAttribIPointer(RENDER_ATTRIBUTE_END_INFLUENCE, 1, GL_UNSIGNED_INT, 0, next);

    uint32_t *indices = sinew__allocate(((size_t)model->index_count + 1) * sizeof *indices);
    if (!indices) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < model->mesh_count; ++i) { // indices count from the model's first vertex
        const sinew_mesh *mesh = &model->meshes[i];
        for (int32_t k = mesh->first_index; k < mesh->first_index + mesh->index_count; ++k)
            indices[k] = model->indices[k] + (uint32_t)mesh->first_vertex;
    }
    buffers->indices =
        make_buffer(GL_ELEMENT_ARRAY_BUFFER, (size_t)model->index_count * sizeof(uint32_t), indices, GL_STATIC_DRAW);
    sinew_free(indices);
    return SINEW_OK;
}

/// Binds an attribute to an existing buffer, if there is one.
static void share_attribute(GLuint attribute, GLint components, GLuint buffer)
{
    if (!buffer) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, components, GL_FLOAT, GL_FALSE, 0, NULL);
}

void sinew__render_model_buffers_make_skinned(render_model_buffers *buffers, const sinew_model *model)
{
    if (buffers->skinned_array) return;
    const size_t size = (size_t)model->vertex_count * 3 * sizeof(float);
    glGenVertexArrays(1, &buffers->skinned_array);
    glBindVertexArray(buffers->skinned_array);
    for (int i = 0; i < 2; ++i) buffers->skinned[i] = make_buffer(GL_ARRAY_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    share_attribute(RENDER_ATTRIBUTE_POSITION, 3, buffers->skinned[0]);
    share_attribute(RENDER_ATTRIBUTE_NORMAL, 3, buffers->skinned[1]);
    share_attribute(RENDER_ATTRIBUTE_TEXCOORD, 2, buffers->texcoords);
    share_attribute(RENDER_ATTRIBUTE_TEXCOORD2, 2, buffers->texcoords2);
    share_attribute(RENDER_ATTRIBUTE_COLOR, 4, buffers->colors);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->indices);
}

// ---- influences and palette ---------------------------------------------------------------------------------------

/// Creates the influence texture. It is two-dimensional, because a buffer texture need not hold more than 65 536
/// texels. After a texel for each influence comes one for each skin joint, with two skin joints for the additive skin
/// mode: the associate, and the skin joint of the mesh itself.
static sinew_result make_influences(render_model_buffers *buffers, const sinew_model *model, GLint columns,
                                    sinew_error *out_error)
{
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const int64_t count = (int64_t)model->influence_count + model->skin_joint_count;
    if (count > (int64_t)columns * largest - 1 || count > INT32_MAX) {
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%lld influences and bones, the graphics driver supports %lld",
                           (long long)count, (long long)columns * largest);
    }
    const GLsizei rows = (GLsizei)(count / columns + 1);
    buffers->first_associate = model->influence_count;
    uint32_t(*texels)[2] = sinew__allocate_zeroed((size_t)rows * (size_t)columns, sizeof *texels);
    if (!texels) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < model->influence_count; ++i) {
        texels[i][0] = (uint32_t)model->influences[i].skin_joint;
        memcpy(&texels[i][1], &model->influences[i].weight, sizeof(float));
    }
    for (int32_t k = 0; k < model->mesh_count; ++k) {
        const sinew_mesh *mesh = &model->meshes[k];
        if (!sinew__is_additive(sinew__skin_of(model, mesh))) continue;
        const uint32_t first = model->influence_start[mesh->first_vertex];
        const uint32_t end = model->influence_start[mesh->first_vertex + mesh->vertex_count];
        for (uint32_t i = first; i < end; ++i) texels[i][0] |= RENDER_ADDITIVE;
        for (int32_t i = mesh->first_skin_joint; i < mesh->first_skin_joint + mesh->skin_joint_count; ++i) {
            texels[model->influence_count + i][0] = (uint32_t)model->skin_joints[i].associate;
            texels[model->influence_count + i][1] = (uint32_t)(mesh->first_skin_joint + mesh->skin_joint_count - 1);
        }
    }
    buffers->influence_texture = sinew__render_texture_create(GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI, columns, rows, 0, GL_RG_INTEGER, GL_UNSIGNED_INT, texels);
    sinew_free(texels);
    return SINEW_OK;
}

/// Uploads, as a vertex attribute, the shares of dual quaternions if a mesh uses them; else the attribute is the
/// constant 0.
static sinew_result make_dual_shares(render_model_buffers *buffers, const sinew_model *model, sinew_error *out_error)
{
    float *shares = sinew__allocate_zeroed((size_t)model->vertex_count + 1, sizeof *shares);
    if (!shares) return sinew__fail_memory(out_error);
    int any = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        for (int32_t v = 0; v < mesh->vertex_count; ++v) {
            shares[mesh->first_vertex + v] = sinew__dual_share(model, i, v);
            any |= shares[mesh->first_vertex + v] > 0.0f;
        }
    }
    if (any) buffers->dual_shares = make_attribute(RENDER_ATTRIBUTE_DUAL_SHARE, 1, shares, model->vertex_count);
    buffers->has_duals = any;
    sinew_free(shares);
    return SINEW_OK;
}

static sinew_result make_palette(render_model_buffers *buffers, const sinew_model *model, sinew_error *out_error)
{
    GLint rows = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &rows);
    const int64_t texels = (int64_t)rows * RENDER_PALETTE_COLUMNS;
    const int32_t max = (int32_t)((texels < INT32_MAX ? texels : INT32_MAX) / (buffers->has_duals ? 6 : 3));
    if (model->skin_joint_count > max) {
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%d bones in the palette, the graphics driver supports %d",
                           model->skin_joint_count, max);
    }
    buffers->skin_joint_count = model->skin_joint_count;
    buffers->max_instances = model->skin_joint_count > 0 ? max / model->skin_joint_count : 0;
    buffers->palette_texture = sinew__render_texture_create(GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return SINEW_OK;
}

// ---- images and morphs --------------------------------------------------------------------------------------------

static int by_pixels(const void *a, const void *b)
{
    const uintptr_t first = (uintptr_t)(*(const sinew_image *const *)a)->pixels;
    const uintptr_t second = (uintptr_t)(*(const sinew_image *const *)b)->pixels;
    return (first > second) - (first < second);
}

void sinew__render_mark_data(const sinew_model *model, uint8_t *is_data)
{
    for (int32_t i = 0; i < model->material_count; ++i)
        for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind)
            if (model->materials[i].maps[kind] != SINEW_NONE) is_data[model->materials[i].maps[kind]] = 1;
    for (int32_t i = 0; i < model->material_count; ++i) {
        const sinew_material *material = &model->materials[i];
        const int32_t colors[] = {material->texture, material->maps[SINEW_MAP_SPECULAR],
                                  material->maps[SINEW_MAP_EMISSIVE]};
        for (size_t k = 0; k < sizeof colors / sizeof *colors; ++k)
            if (colors[k] != SINEW_NONE) is_data[colors[k]] = 0;
    }
}

/// Returns whether most directions of an image point out of the surface, as in a normal map. Many files have a grey
/// bump map instead.
static uint8_t looks_like_normals(const sinew_image *image)
{
    const size_t count = (size_t)image->width * (size_t)image->height, step = count / 4096 + 1;
    size_t sampled = 0, outward = 0;
    for (size_t i = 0; i < count; i += step, ++sampled) {
        const uint8_t *texel = image->pixels + 4 * i;
        outward += texel[2] > 150 && texel[2] > texel[0] && texel[2] > texel[1];
    }
    return outward * 2 > sampled;
}

/// Creates the textures. Images that share their pixels become one texture of the driver.
static sinew_result make_textures(render_model_buffers *buffers, const sinew_model *model, const sinew_image *images,
                                  sinew_error *out_error)
{
    buffers->white = sinew__render_texture_white();
    if (!images || model->texture_count == 0) return SINEW_OK;
    const size_t count = (size_t)model->texture_count;
    buffers->textures = sinew__allocate_zeroed(count, sizeof *buffers->textures);
    buffers->has_normals = sinew__allocate_zeroed(count, 1);
    if (!buffers->textures || !buffers->has_normals) return sinew__fail_memory(out_error);
    buffers->texture_count = model->texture_count;
    const sinew_image **sorted = sinew__allocate(count * sizeof *sorted);
    uint8_t *is_data = sinew__allocate_zeroed(count, 1);
    if (!sorted || !is_data) {
        sinew_free(sorted);
        sinew_free(is_data);
        return sinew__fail_memory(out_error);
    }
    sinew__render_mark_data(model, is_data);
    for (int32_t i = 0; i < model->texture_count; ++i) sorted[i] = &images[i];
    qsort(sorted, (size_t)model->texture_count, sizeof *sorted, by_pixels);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; result == SINEW_OK && i < model->texture_count; ++i) {
        if (!sorted[i]->pixels) continue;
        const ptrdiff_t index = sorted[i] - images, before = i > 0 ? sorted[i - 1] - images : 0;
        buffers->has_normals[index] = is_data[index] && looks_like_normals(sorted[i]);
        if (i > 0 && sorted[i - 1]->pixels == sorted[i]->pixels && is_data[before] == is_data[index])
            buffers->textures[index] = buffers->textures[before];
        else
            result = sinew__render_texture_from_image(sorted[i], is_data[index], &buffers->textures[index], out_error);
    }
    sinew_free(is_data);
    sinew_free(sorted);
    return result;
}

static sinew_result make_morphed(render_model_buffers *buffers, const sinew_model *model, sinew_error *out_error)
{
    size_t max = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (sinew_mesh_is_deformed_before_skinning(model, i) && (size_t)mesh->vertex_count > max)
            max = (size_t)mesh->vertex_count;
    }
    if (max == 0) return SINEW_OK;
    buffers->morphed = sinew__allocate(max * 6 * sizeof(float));
    return buffers->morphed ? SINEW_OK : sinew__fail_memory(out_error);
}

sinew_result sinew__render_model_buffers_create(render_model_buffers *buffers, const sinew_model *model,
                                                const sinew_image *images, GLint influence_columns,
                                                sinew_error *out_error)
{
    sinew_result result = make_vertices(buffers, model, out_error);
    if (result == SINEW_OK) result = make_influences(buffers, model, influence_columns, out_error);
    if (result == SINEW_OK) result = make_dual_shares(buffers, model, out_error);
    if (result == SINEW_OK) result = make_palette(buffers, model, out_error);
    if (result == SINEW_OK) result = make_textures(buffers, model, images, out_error);
    if (result == SINEW_OK) result = make_morphed(buffers, model, out_error);
    if (result == SINEW_OK && glGetError() == GL_OUT_OF_MEMORY) {
        result = sinew__fail(out_error, SINEW_ERROR_OUT_OF_MEMORY, "out of graphics memory");
    }
    return result;
}

void sinew__render_model_buffers_delete(render_model_buffers *buffers)
{
    const GLuint used[] = {
        buffers->positions,       buffers->normals,    buffers->texcoords,          buffers->colors,
        buffers->influence_start, buffers->indices,    buffers->edge_indices,       buffers->dual_shares,
        buffers->skinned[0],      buffers->skinned[1], buffers->instance_positions, buffers->texcoords2};
    glDeleteBuffers((GLsizei)(sizeof used / sizeof used[0]), used);
    const GLuint textures[] = {buffers->palette_texture, buffers->influence_texture, buffers->white};
    glDeleteTextures((GLsizei)(sizeof textures / sizeof textures[0]), textures);
    if (buffers->textures) glDeleteTextures(buffers->texture_count, buffers->textures);
    glDeleteVertexArrays(1, &buffers->vertex_array);
    glDeleteVertexArrays(1, &buffers->skinned_array);
    sinew_free(buffers->textures);
    sinew_free(buffers->has_normals);
    sinew_free(buffers->morphed);
    sinew_free(buffers->palette);
    sinew_free(buffers->skinned_on_cpu);
    sinew_free(buffers->edges);
    *buffers = (render_model_buffers){0};
}

// ---- per image ----------------------------------------------------------------------------------------------------

static void upload_morphed_mesh(const render_model_buffers *buffers, const sinew_model *model, int32_t mesh,
                                const sinew_pose *pose)
{
    const sinew_mesh *one = &model->meshes[mesh];
    const size_t floats = 3 * (size_t)one->vertex_count;
    float *positions = buffers->morphed, *normals = buffers->morphed + floats;
    sinew_morph_mesh(model, mesh, pose, positions, normals);

    const GLintptr offset = (GLintptr)(3 * (size_t)one->first_vertex * sizeof(float));
    const GLsizeiptr size = (GLsizeiptr)(floats * sizeof(float));
    glBindBuffer(GL_ARRAY_BUFFER, buffers->positions);
    glBufferSubData(GL_ARRAY_BUFFER, offset, size, positions);
    glBindBuffer(GL_ARRAY_BUFFER, buffers->normals);
    glBufferSubData(GL_ARRAY_BUFFER, offset, size, normals);
}

/// Splits each palette entry into three texels: real part, dual part, scale.
static void split_palette(float *texels, const sinew_palette_matrix *palette, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        const sinew__dual_entry entry = sinew__split_palette_entry(&palette[i]);
        memcpy(texels + (size_t)i * 12, entry.real, sizeof entry.real);
        memcpy(texels + (size_t)i * 12 + 4, entry.dual, sizeof entry.dual);
        memcpy(texels + (size_t)i * 12 + 8, entry.scale, sizeof entry.scale);
    }
}

/// Allocates the texels of a palette, in memory and in the driver's texture.
static sinew_result reserve_palette(render_model_buffers *buffers, int64_t texels, sinew_error *out_error)
{
    const int32_t rows = (int32_t)((texels + RENDER_PALETTE_COLUMNS - 1) / RENDER_PALETTE_COLUMNS);
    if (rows <= buffers->palette_rows) return SINEW_OK;
    sinew_free(buffers->palette);
    buffers->palette_rows = 0;
    buffers->palette = sinew__allocate((size_t)rows * RENDER_PALETTE_COLUMNS * 4 * sizeof(float));
    if (!buffers->palette) return sinew__fail_memory(out_error);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, RENDER_PALETTE_COLUMNS, rows, 0, GL_RGBA, GL_FLOAT, NULL);
    buffers->palette_rows = rows;
    return SINEW_OK;
}

/// Uploads all palettes, and after them, if needed, all palettes split into dual quaternions.
static sinew_result upload_palettes(render_model_buffers *buffers, const sinew_palette_matrix *palettes, int32_t count,
                                    const int32_t *order, sinew_error *out_error)
{
    const int64_t one = (int64_t)buffers->skin_joint_count * 3, all = one * count;
    const int64_t texels = buffers->has_duals ? all * 2 : all;
    buffers->first_dual = (int32_t)all;
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_PALETTE);
    glBindTexture(GL_TEXTURE_2D, buffers->palette_texture);
    const sinew_result result = reserve_palette(buffers, texels, out_error);
    for (int32_t i = 0; i < count && one > 0 && result == SINEW_OK; ++i) {
        const sinew_palette_matrix *palette = palettes + (size_t)order[i] * (size_t)buffers->skin_joint_count;
        float *out = buffers->palette + (size_t)one * 4 * (size_t)i;
        memcpy(out, palette, (size_t)buffers->skin_joint_count * sizeof *palette);
        if (buffers->has_duals) split_palette(out + (size_t)all * 4, palette, buffers->skin_joint_count);
    }
    // full rows, then the texels of the last row
    const GLsizei rows = (GLsizei)(texels / RENDER_PALETTE_COLUMNS), rest = (GLsizei)(texels % RENDER_PALETTE_COLUMNS);
    if (result == SINEW_OK && rows > 0)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, RENDER_PALETTE_COLUMNS, rows, GL_RGBA, GL_FLOAT, buffers->palette);
    if (result == SINEW_OK && rest > 0)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows, rest, 1, GL_RGBA, GL_FLOAT,
                        buffers->palette + (size_t)rows * RENDER_PALETTE_COLUMNS * 4);
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
    return result;
}

static void upload_instance_positions(render_model_buffers *buffers, const sinew_instances *instances,
                                      const int32_t *order)
{
    const size_t one = sizeof instances->positions[0];
    glBindVertexArray(buffers->vertex_array);
    if (!instances->positions) {
        glDisableVertexAttribArray(RENDER_ATTRIBUTE_INSTANCE_POSITION);
        glVertexAttrib3f(RENDER_ATTRIBUTE_INSTANCE_POSITION, 0, 0, 0);
        return;
    }
    if (!buffers->instance_positions) glGenBuffers(1, &buffers->instance_positions);
    glBindBuffer(GL_ARRAY_BUFFER, buffers->instance_positions);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(one * (size_t)instances->count), NULL, GL_STREAM_DRAW);
    for (int32_t i = 0; i < instances->count; ++i)
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(one * (size_t)i), (GLsizeiptr)one, instances->positions[order[i]]);
    glEnableVertexAttribArray(RENDER_ATTRIBUTE_INSTANCE_POSITION);
    glVertexAttribPointer(RENDER_ATTRIBUTE_INSTANCE_POSITION, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glVertexAttribDivisor(RENDER_ATTRIBUTE_INSTANCE_POSITION, 1);
}

static void upload_morphed(const render_model_buffers *buffers, const sinew_model *model, const sinew_pose *pose)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (sinew_mesh_is_deformed_before_skinning(model, i)) upload_morphed_mesh(buffers, model, i, pose);
    }
}

/// Skins all meshes on the processor, and uploads them to the buffers of skinned vertices that shaders read.
static void skin_on_cpu(render_model_buffers *buffers, const sinew_model *model, sinew_skin_method method,
                        const sinew_pose *pose)
{
    sinew__render_model_buffers_make_skinned(buffers, model);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const size_t floats = 3 * (size_t)mesh->vertex_count, size = floats * sizeof(float);
        float *positions = buffers->skinned_on_cpu, *normals = positions + floats;
        sinew_skin_mesh(model, i, method, pose, normals + floats, positions, normals);
        for (int k = 0; k < 2 && size > 0; ++k) {
            glBindBuffer(GL_ARRAY_BUFFER, buffers->skinned[k]);
            glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)((size_t)mesh->first_vertex * 3 * sizeof(float)),
                            (GLsizeiptr)size, k ? normals : positions);
        }
    }
    buffers->is_skinned = 1;
}

sinew_result sinew__render_model_buffers_choose_skin(render_model_buffers *buffers, const sinew_model *model,
                                                     sinew_draw_skin skin, sinew_error *out_error)
{
    buffers->skin = SINEW_DRAW_SKIN_FILE;
    const int32_t method = sinew__method_drawn_on_cpu(skin);
    size_t floats = method != SINEW_NONE; // for the largest mesh: positions, normals, scratch
    for (int32_t i = 0; method != SINEW_NONE && i < model->mesh_count; ++i) {
        const size_t own =
            6 * (size_t)model->meshes[i].vertex_count + sinew_skin_scratch_floats(model, i, (sinew_skin_method)method);
        if (own > floats) floats = own;
    }
    if (floats > buffers->cpu_floats) {
        sinew_free(buffers->skinned_on_cpu);
        buffers->skinned_on_cpu = sinew__allocate(floats * sizeof(float));
        buffers->cpu_floats = buffers->skinned_on_cpu ? floats : 0;
        if (!buffers->skinned_on_cpu) return sinew__fail_memory(out_error);
    }
    if (skin == SINEW_DRAW_SKIN_DUAL && !buffers->has_duals && buffers->skin_joint_count > 0) {
        if (buffers->max_instances < 2) { // a palette that is also stored split needs the space of two
            return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                               "%d bones as dual quaternions, the graphics driver supports fewer",
                               buffers->skin_joint_count);
        }
        buffers->has_duals = 1;
        buffers->max_instances /= 2;
    }
    buffers->skin = skin;
    return SINEW_OK;
}

sinew_result sinew__render_model_buffers_pose(render_model_buffers *buffers, const sinew_model *model,
                                              const sinew_pose *pose, sinew_error *out_error)
{
    buffers->is_skinned = 0;
    const sinew_result result = upload_palettes(buffers, pose->palette, 1, &(const int32_t){0}, out_error);
    if (result != SINEW_OK) return result;
    upload_morphed(buffers, model, pose);
    const int32_t method = sinew__method_drawn_on_cpu(buffers->skin);
    if (method != SINEW_NONE) skin_on_cpu(buffers, model, (sinew_skin_method)method, pose);
    glBindVertexArray(buffers->vertex_array);
    glDisableVertexAttribArray(RENDER_ATTRIBUTE_INSTANCE_POSITION);
    glVertexAttrib3f(RENDER_ATTRIBUTE_INSTANCE_POSITION, 0.0f, 0.0f, 0.0f);
    return SINEW_OK;
}

sinew_result sinew__render_model_buffers_instances(render_model_buffers *buffers, const sinew_model *model,
                                                   const sinew_pose *pose, const sinew_instances *instances,
                                                   const int32_t *order, sinew_error *out_error)
{
    buffers->is_skinned = 0;
    const sinew_result result = upload_palettes(buffers, instances->palettes, instances->count, order, out_error);
    if (result != SINEW_OK) return result;
    upload_instance_positions(buffers, instances, order);
    upload_morphed(buffers, model, pose);
    return SINEW_OK;
}

void sinew__render_model_buffers_bind(const render_model_buffers *buffers, const render_programs *programs,
                                      render_program program)
{
    sinew__render_set_int(programs, program, "palette", RENDER_UNIT_PALETTE);
    sinew__render_set_int(programs, program, "influences", RENDER_UNIT_INFLUENCES);
    sinew__render_set_int(programs, program, "first_dual", buffers->first_dual);
    sinew__render_set_int(programs, program, "first_associate", buffers->first_associate);
    sinew__render_set_int(programs, program, "skin_joint_count", buffers->skin_joint_count);
    sinew__render_set_int(programs, program, "is_skinned", buffers->is_skinned);
    sinew__render_set_int(programs, program, "skin_method", (int)buffers->skin);
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_PALETTE);
    glBindTexture(GL_TEXTURE_2D, buffers->palette_texture);
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_INFLUENCES);
    glBindTexture(GL_TEXTURE_2D, buffers->influence_texture);
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
    glBindVertexArray(buffers->is_skinned ? buffers->skinned_array : buffers->vertex_array);
}
