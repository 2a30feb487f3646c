// Meshes whose numbers all differ, written as FBX and imported again: each number of each vertex, of the first
// and the last mesh, is the author's.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/pose.h"
#include "support/make_model.h"

enum { JOINTS = 4, MESHES = 3, VERTICES = 4, CORNERS = 6, MORPHS = 2, MATERIALS = 2 };

/// A value of its own for each mesh, vertex and component; multiples of 1/64 in 0 … 1.
static float value_of(int mesh, int vertex, int component)
{
    return (float)((mesh * 23 + vertex * 7 + component * 3 + mesh * vertex + 1) % 64) / 64;
}

/// A root with three bones. Each mesh is skinned to all bones, each vertex to two of them, and has two triangles of two
/// materials and two morphs, which move other vertices.
static sinew_model *make_source(void)
{
    static sinew_raw_joint joints[JOINTS];
    static float positions[MESHES][VERTICES * 3], texcoords[MESHES][2][VERTICES * 2], colors[MESHES][VERTICES * 4];
    static float shifts[MESHES][MORPHS][2 * 3];
    static sinew_raw_shape shapes[MESHES][MORPHS];
    static sinew_raw_morph morphs[MESHES][MORPHS];
    static sinew_raw_influence influences[MESHES][2 * VERTICES];
    static sinew_raw_mesh meshes[MESHES];
    static const int32_t moved[MORPHS][2] = {{0, 3}, {1, 2}}, materials[2] = {1, 0};
    static const uint32_t sizes[2] = {3, 3}, corners[CORNERS] = {0, 1, 2, 2, 1, 3},
                          starts[VERTICES + 1] = {0, 2, 4, 6, 8};
    static const char *const names[JOINTS] = {"root", "a", "b", "c"}, *const mesh_names[MESHES] = {"x", "y", "z"},
                             *const morph_names[MORPHS] = {"smile", "frown"};
    static const sinew_raw_skin_joint skin[3] = {
        {.joint = 1, .node = SINEW_NONE}, {.joint = 2, .node = SINEW_NONE}, {.joint = 3, .node = SINEW_NONE}};
    static const sinew_raw_texture_mapping mappings[MATERIALS] = {{.set = 1, .offset = {0.25f, 0.5f}, .scale = {2, 3}},
                                                                  {.offset = {-0.5f, 0}, .scale = {1, 0.5f}}};
    static const sinew_raw_texture textures[2] = {
        {.path = "a.png", .format = "png", .bytes = "\x89PNG", .byte_count = 4},
        {.path = "b.png", .format = "png", .bytes = "\x89PNG", .byte_count = 4}};
    sinew_raw_material list[MATERIALS];
    for (int j = 0; j < JOINTS; ++j)
        joints[j] = (sinew_raw_joint){.name = names[j],
                                      .parent = j ? 0 : SINEW_NONE,
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {{j, 2 * j, 3 * j}, {0, 0, 0, 1}, {1, 1, 1}}};
    for (int m = 0; m < MESHES; ++m) {
        for (int v = 0; v < VERTICES; ++v) {
            for (int c = 0; c < 4; ++c) {
                colors[m][4 * v + c] = value_of(m, v, c);
                if (c < 3) positions[m][3 * v + c] = 8 * value_of(m, v, c + 4) + (v == c ? 4 : 0);
                if (c < 2) texcoords[m][0][2 * v + c] = value_of(m, v, c + 7);
                if (c < 2) texcoords[m][1][2 * v + c] = value_of(m, v, c + 9);
            }
            const float share = 0.25f + value_of(m, v, 11) / 2;
            influences[m][2 * v] = (sinew_raw_influence){(m + v) % 3, share};
            influences[m][2 * v + 1] = (sinew_raw_influence){(m + v + 1) % 3, 1 - share};
        }
        for (int k = 0; k < MORPHS; ++k) {
            for (int c = 0; c < 6; ++c) shifts[m][k][c] = 1 + value_of(m, k, c);
            shapes[m][k] =
                (sinew_raw_shape){.full_weight = 1, .vertices = moved[k], .positions = shifts[m][k], .count = 2};
            morphs[m][k] = (sinew_raw_morph){.name = morph_names[k], .shapes = &shapes[m][k], .shape_count = 1};
        }
        meshes[m] = (sinew_raw_mesh){.name = mesh_names[m],
                                     .node = SINEW_NONE,
                                     .positions = positions[m],
                                     .texcoords = texcoords[m][0],
                                     .texcoords2 = texcoords[m][1],
                                     .colors = colors[m],
                                     .vertex_count = VERTICES,
                                     .polygon_sizes = sizes,
                                     .polygon_materials = materials,
                                     .polygon_count = 2,
                                     .corner_vertices = corners,
                                     .corner_count = CORNERS,
                                     .influence_start = starts,
                                     .influences = influences[m],
                                     .skin_joints = skin,
                                     .skin_joint_count = 3,
                                     .morphs = morphs[m],
                                     .morph_count = MORPHS};
    }
    for (int i = 0; i < MATERIALS; ++i)
        list[i] = (sinew_raw_material){.name = i ? "cloth" : "skin",
                                       .texture = i,
                                       .base_color = {0.25f + 0.5f * (float)i, 0.5f, 0.75f, 1},
                                       .mapping = &mappings[i]};
    return make_model(&(sinew_raw_model){.joints = joints,
                                         .joint_count = JOINTS,
                                         .meshes = meshes,
                                         .mesh_count = MESHES,
                                         .materials = list,
                                         .material_count = MATERIALS,
                                         .textures = textures,
                                         .texture_count = 2,
                                         .up = "+Y",
                                         .front = "+Z",
                                         .unit_cm = 100,
                                         .fps = 30});
}

/// The weight of a joint on a vertex.
static double weight_of(const sinew_model *model, uint32_t vertex, const char *joint)
{
    double weight = 0, sum = 0;
    for (uint32_t i = model->influence_start[vertex]; i < model->influence_start[vertex + 1]; ++i) {
        const sinew_influence *one = &model->influences[i];
        const sinew_joint *own = &model->joints[model->skin_joints[one->skin_joint].joint];
        sum += (double)one->weight;
        if (strcmp(sinew_text(model, own->name), joint) == 0) weight += (double)one->weight;
    }
    return sum > 0 ? weight / sum : 0;
}

/// The shift of a vertex by a morph at its full weight.
static void shift_of(const sinew_model *model, const sinew_mesh *mesh, int morph, uint32_t vertex, double out[3])
{
    const sinew_morph *own = &model->morphs[mesh->first_morph + morph];
    const sinew_shape *shape = &model->shapes[own->first_shape];
    memset(out, 0, 3 * sizeof *out);
    for (int32_t i = shape->first_delta; i < shape->first_delta + shape->delta_count; ++i)
        if ((uint32_t)(model->deltas[i].vertex + mesh->first_vertex) == vertex)
            for (uint32_t c = 0; c < 3; ++c) out[c] = (double)model->deltas[i].position[c];
}

static const sinew_mesh *find_mesh(const sinew_model *model, int index)
{
    const char *name = index == 0 ? "x" : index == 1 ? "y" : "z";
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (strcmp(sinew_text(model, model->meshes[i].name), name) == 0 ||
            strcmp(sinew_text(model, model->meshes[i].object), name) == 0)
            return &model->meshes[i];
    fail_msg("no mesh %s", name);
    return NULL;
}

/// Whether two triangles have the positions of the source, at these two vertices.
static int is_at(const sinew_model *a, uint32_t x, const sinew_model *b, uint32_t y, double length)
{
    double square = 0;
    for (uint32_t c = 0; c < 3; ++c)
        square += pow((double)a->positions[3 * x + c] * length - (double)b->positions[3 * y + c], 2);
    return square < 1e-6 * length * length;
}

/// Texture coordinates of the set that the image of a material uses. A reader may number the sets of each material
/// anew.
static const float *texcoords_of(const sinew_model *model, int32_t material)
{
    const sinew_texture_mapping *mapping = sinew_material_texture_mapping(model, material, SINEW_MAP_COUNT);
    return mapping && mapping->set == 1 ? model->texcoords2 : model->texcoords;
}

static void assert_same_meshes(const sinew_model *a, const sinew_model *b, double length)
{
    static const char *const names[JOINTS] = {"root", "a", "b", "c"};
    assert_int_equal(b->mesh_count, MESHES);
    assert_int_equal(b->material_count, MATERIALS);
    for (int m = 0; m < MESHES; ++m) {
        const sinew_mesh *from = find_mesh(a, m), *to = find_mesh(b, m);
        assert_int_equal(to->index_count, CORNERS);
        assert_int_equal(to->morph_count, MORPHS);
        int found = 0;
        for (int32_t s = 0; s < from->submesh_count; ++s)
            for (int32_t t = 0; t < to->submesh_count; ++t) {
                const sinew_submesh *one = &a->submeshes[from->first_submesh + s],
                                    *other = &b->submeshes[to->first_submesh + t];
                if (strcmp(sinew_text(a, a->materials[one->material].name),
                           sinew_text(b, b->materials[other->material].name)) != 0)
                    continue;
                assert_int_equal(one->index_count, other->index_count);
                for (int32_t i = 0; i < one->index_count; ++i) {
                    const uint32_t x = (uint32_t)from->first_vertex + a->indices[one->first_index + i],
                                   y = (uint32_t)to->first_vertex + b->indices[other->first_index + i];
                    assert_true(is_at(a, x, b, y, length));
                    const float *own_uv = texcoords_of(a, one->material), *other_uv = texcoords_of(b, other->material);
                    for (uint32_t c = 0; c < 2; ++c) assert_close(other_uv[2 * y + c], own_uv[2 * x + c], 1e-5);
                    for (uint32_t c = 0; c < 4; ++c) assert_close(b->colors[4 * y + c], a->colors[4 * x + c], 2e-3);
                    for (uint32_t c = 0; c < 3; ++c) assert_close(b->normals[3 * y + c], a->normals[3 * x + c], 1e-3);
                    for (int j = 0; j < JOINTS; ++j)
                        assert_close(weight_of(b, y, names[j]), weight_of(a, x, names[j]), 1e-4);
                    for (int k = 0; k < MORPHS; ++k) {
                        double own[3], other_shift[3];
                        shift_of(a, from, k, x, own);
                        shift_of(b, to, k, y, other_shift);
                        for (uint32_t c = 0; c < 3; ++c) assert_close(other_shift[c], own[c] * length, 1e-4 * length);
                    }
                    ++found;
                }
            }
        assert_int_equal(found, CORNERS);
    }
}

static void assert_same_mappings(const sinew_model *a, const sinew_model *b)
{
    for (int i = 0; i < MATERIALS; ++i)
        for (int k = 0; k < MATERIALS; ++k) {
            if (strcmp(sinew_text(a, a->materials[i].name), sinew_text(b, b->materials[k].name)) != 0) continue;
            const sinew_texture_mapping *own = sinew_material_texture_mapping(a, i, SINEW_MAP_COUNT),
                                        *other = sinew_material_texture_mapping(b, k, SINEW_MAP_COUNT);
            assert_true(own && other);
            for (uint32_t c = 0; c < 2; ++c) {
                assert_close(other->offset[c], own->offset[c], 1e-5);
                assert_close(other->scale[c], own->scale[c], 1e-5);
            }
        }
}

/// As FBX, binary and text, in the author's unit or in centimetres, faithful and portable.
static void fbx_files_have_the_numbers_of_meshes(void **state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        sinew_model *model = make_source();
        const int is_text = i & 1, in_cm = i & 2;
        const sinew_export_options options = {.unit_cm = in_cm ? 1 : 0,
                                              .curves = i & 4 ? SINEW_CURVES_PORTABLE : SINEW_CURVES_FAITHFUL};
        char *text;
        size_t size;
        sinew_error error;
        if ((is_text ? sinew__export_fbx_ascii : sinew__export_fbx)(model, &options, &text, &size, &error) != SINEW_OK)
            fail_msg("%s", error.message);
        sinew_model *read = import_bytes("out.fbx", text, size);
        sinew_free(text);
        assert_same_meshes(model, read, in_cm ? 100 : 1);
        assert_same_mappings(model, read);
        sinew_model_destroy(read);
        sinew_model_destroy(model);
    }
}

/// A file states its up and front axes; the third one is their product. All 24 pairs of signed axes come back.
static void fbx_files_have_the_axes_of_the_model(void **state)
{
    static const char *const axes[6] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    (void)state;
    for (int up = 0; up < 6; ++up)
        for (int front = 0; front < 6; ++front) {
            if (up / 2 == front / 2) continue;
            sinew_model *model = make_model(&(sinew_raw_model){
                .joints = &joint, .joint_count = 1, .up = axes[up], .front = axes[front], .unit_cm = 1, .fps = 30});
            char *text, expected[64];
            size_t size;
            sinew_error error;
            if (sinew__export_fbx_ascii(model, &(sinew_export_options){0}, &text, &size, &error) != SINEW_OK)
                fail_msg("%s", error.message);
            // The sign of the third axis: +1 if up × front is its positive direction.
            const int side = 3 - up / 2 - front / 2,
                      sign = (up % 2 ? -1 : 1) * (front % 2 ? -1 : 1) * ((up / 2 + 1) % 3 == front / 2 ? 1 : -1);
            snprintf(expected, sizeof expected, "\"CoordAxis\",\"int\",\"Integer\",\"\",%d", side);
            assert_non_null(strstr(text, expected));
            snprintf(expected, sizeof expected, "\"CoordAxisSign\",\"int\",\"Integer\",\"\",%d", sign);
            assert_non_null(strstr(text, expected));
            sinew_model *read = import_bytes("out.fbx", text, size);
            assert_string_equal(sinew_text(read, read->info->up), axes[up]);
            assert_string_equal(sinew_text(read, read->info->front), axes[front]);
            sinew_free(text);
            sinew_model_destroy(read);
            sinew_model_destroy(model);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fbx_files_have_the_numbers_of_meshes),
        cmocka_unit_test(fbx_files_have_the_axes_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
