/// The door: a block with anything changed is refused or is a model whose indices and numbers can be trusted.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/model/block.h"
#include "sinew/pose.h"
#include "sinew/raw_model.h"
#include "sinew/skin.h"
#include "support/full_block.h"
#include "support/make_pose.h"

/// Uses everything a model offers; sanitizers and asserts watch.
static void use_model(const sinew_model *model)
{
    sinew_pose *pose = make_pose(model);
    for (int engine = 0; engine < SINEW_ENGINE_COUNT; ++engine) {
        for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip)
            sinew_pose_evaluate(model, (sinew_engine)engine, clip, 3.7, pose);
    }
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        float out[9], normals[9], scratch[256];
        if (model->meshes[i].vertex_count > 3 || sinew_skin_scratch_floats(model, i, SINEW_SKIN_AUTHORED) > 256)
            continue;
        sinew_skin_mesh(model, i, SINEW_SKIN_AUTHORED, pose, scratch, out, normals);
    }
    sinew_pose_destroy(pose);
}

static void what_build_makes_passes(void **state)
{
    (void)state;
    void *block;
    size_t size;
    make_full_block(&block, &size);
    sinew_model *model;
    sinew_error error = {0};
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    use_model(model);
    sinew_model_destroy(model);
}

static void every_cut_is_refused(void **state)
{
    (void)state;
    void *block;
    size_t size;
    make_full_block(&block, &size);
    for (size_t cut = 0; cut < size; cut += 7) {
        void *part = malloc(cut ? cut : 1);
        assert_non_null(part);
        memcpy(part, block, cut);
        sinew_model *model;
        sinew_error error = {0};
        assert_int_not_equal(sinew__model_from_block(part, cut, &model, &error), SINEW_OK);
        assert_null(model);
        assert_true(error.message[0] != '\0');
    }
    free(block);
}

/// Every byte of the block in turn becomes 0xff, then has its highest bit turned: refused, or safe to use.
static void every_changed_byte_is_refused_or_harmless(void **state)
{
    (void)state;
    void *block;
    size_t size;
    make_full_block(&block, &size);
    int refused = 0;
    for (size_t at = 0; at < size; ++at) {
        for (int kind = 0; kind < 2; ++kind) {
            unsigned char *changed = malloc(size);
            assert_non_null(changed);
            memcpy(changed, block, size);
            changed[at] = (unsigned char)(kind ? changed[at] ^ 0x80 : 0xff);
            sinew_model *model;
            if (sinew__model_from_block(changed, size, &model, NULL) == SINEW_OK)
                use_model(model);
            else
                ++refused;
            sinew_model_destroy(model);
        }
    }
    assert_true(refused > 1000); // the check looks at most of the bytes
    free(block);
}

// ---- long arrays, which are looked at several items at a time -----------------------------------------------------

enum { LONG_VERTICES = 11 };
static const uint32_t infinity = 0x7f800000, largest_float = 0x7f7fffff;

/// Two meshes of one kind: many vertices, two influences each on two skin_joints, a morph that moves all but the last
/// vertex.
static void make_long_block(void **out_block, size_t *out_size)
{
    const sinew_raw_joint joints[] = {{.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE},
                                      {.name = "tip", .parent = 0, .node = SINEW_NONE}};
    const sinew_raw_skin_joint skin_joints[2] = {{.joint = 0, .node = SINEW_NONE}, {.joint = 1, .node = SINEW_NONE}};
    float positions[3 * LONG_VERTICES], shifts[3 * LONG_VERTICES];
    uint32_t starts[LONG_VERTICES + 1] = {0};
    int32_t moved[LONG_VERTICES];
    sinew_raw_influence influences[2 * LONG_VERTICES];
    for (int i = 0; i < LONG_VERTICES; ++i) {
        for (int k = 0; k < 3; ++k) positions[3 * i + k] = (float)((i + 1) * (k + 2));
        for (int k = 0; k < 3; ++k) shifts[3 * i + k] = (float)(i + k + 1);
        moved[i] = i;
        starts[i + 1] = 2 * (uint32_t)(i + 1);
        influences[2 * i] = (sinew_raw_influence){0, 0.25f};
        influences[2 * i + 1] = (sinew_raw_influence){1, 0.75f};
    }
    const sinew_raw_shape shape = {.vertices = moved, .positions = shifts, .count = LONG_VERTICES - 1};
    const sinew_raw_morph morph = {.name = "smile", .shapes = &shape, .shape_count = 1};
    const uint32_t size = 3;
    const uint32_t corners[3] = {0, 1, 2};
    const sinew_raw_mesh mesh = {.name = "Body",
                                 .positions = positions,
                                 .vertex_count = LONG_VERTICES,
                                 .polygon_sizes = &size,
                                 .polygon_count = 1,
                                 .corner_vertices = corners,
                                 .corner_count = 3,
                                 .influence_start = starts,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 2,
                                 .morphs = &morph,
                                 .morph_count = 1};
    const sinew_affine of_node = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}; // else the meshes share the entries
    const sinew_raw_skin_joint others[2] = {{.joint = 0, .node = SINEW_NONE, .node_offset = of_node},
                                            {.joint = 1, .node = SINEW_NONE, .node_offset = of_node}};
    sinew_raw_mesh meshes[2] = {mesh, mesh};
    meshes[1].skin_joints = others;
    const sinew_raw_model raw = {.joints = joints, .joint_count = 2, .meshes = meshes, .mesh_count = 2};
    sinew_error error = {0};
    if (sinew__raw_model_build(&raw, out_block, out_size, &error) != SINEW_OK) fail_msg("%s", error.message);
}

/// Whether a block is still a model if the word at `at` in `model`'s block becomes another.
static int passes_with(const sinew_model *model, const void *at, uint32_t word)
{
    unsigned char *changed = malloc(model->block_size);
    sinew_model *other;
    assert_non_null(changed);
    memcpy(changed, model->block, model->block_size);
    memcpy(changed + ((const unsigned char *)at - (const unsigned char *)model->block), &word, sizeof word);
    const sinew_result result = sinew__model_from_block(changed, model->block_size, &other, NULL);
    sinew_model_destroy(other);
    return result == SINEW_OK;
}

static sinew_model *long_model(void)
{
    void *block;
    size_t size;
    sinew_model *model;
    sinew_error error = {0};
    make_long_block(&block, &size);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

static void no_influence_is_passed_over(void **state)
{
    (void)state;
    sinew_model *model = long_model();
    const sinew_mesh *mesh = &model->meshes[1];
    assert_int_equal(model->influence_count, 2 * 2 * LONG_VERTICES);
    assert_int_equal(mesh->first_skin_joint, 2);
    for (int32_t i = model->influence_count / 2; i < model->influence_count; ++i) {
        const sinew_influence *influence = &model->influences[i];
        assert_true(passes_with(model, &influence->skin_joint, 2));
        assert_true(passes_with(model, &influence->skin_joint, 3));
        assert_false(passes_with(model, &influence->skin_joint, 1)); // the other mesh's
        assert_false(passes_with(model, &influence->skin_joint, 4));
        assert_false(passes_with(model, &influence->skin_joint, UINT32_MAX));
        assert_false(passes_with(model, &influence->skin_joint, UINT32_C(1) << 31 | 2));
        assert_true(passes_with(model, &influence->weight, largest_float));
        assert_false(passes_with(model, &influence->weight, infinity));
        assert_true(passes_with(model, &influence->authored, largest_float | UINT32_C(1) << 31));
        assert_false(passes_with(model, &influence->authored, infinity | 1));
    }
    sinew_model_destroy(model);
}

static void no_run_of_influences_is_passed_over(void **state)
{
    (void)state;
    sinew_model *model = long_model();
    for (int32_t i = 1; i < model->vertex_count; ++i) {
        const uint32_t *start = &model->influence_start[i];
        assert_false(
            passes_with(model, start, *start + 1)); // the vertex before has three then, more than its mesh says
        assert_false(passes_with(model, start, *start - 1));
        assert_false(passes_with(model, start, UINT32_C(1) << 31));
        assert_false(passes_with(model, start, UINT32_MAX));
    }
    sinew_model_destroy(model);
}

static void no_delta_is_passed_over(void **state)
{
    (void)state;
    sinew_model *model = long_model();
    assert_int_equal(model->delta_count, 2 * (LONG_VERTICES - 1));
    for (int32_t i = 0; i < model->delta_count; ++i) {
        const sinew_shape_delta *delta = &model->deltas[i];
        assert_true(passes_with(model, &delta->vertex, LONG_VERTICES - 1));
        assert_false(passes_with(model, &delta->vertex, LONG_VERTICES));
        assert_false(passes_with(model, &delta->vertex, UINT32_MAX));
        for (int k = 0; k < 3; ++k) {
            assert_true(passes_with(model, &delta->position[k], largest_float));
            assert_false(passes_with(model, &delta->position[k], infinity));
            assert_false(passes_with(model, &delta->normal[k], infinity | UINT32_C(1) << 31));
        }
    }
    sinew_model_destroy(model);
}

static void no_index_is_passed_over(void **state)
{
    (void)state;
    sinew_model *model = long_model();
    for (int32_t i = 0; i < model->index_count; ++i) {
        assert_true(passes_with(model, &model->indices[i], LONG_VERTICES - 1));
        assert_false(passes_with(model, &model->indices[i], LONG_VERTICES));
        assert_false(passes_with(model, &model->indices[i], UINT32_C(1) << 31));
    }
    for (int32_t i = 0; i < model->vertex_block_joint_count; ++i)
        assert_false(passes_with(model, &model->vertex_block_joints[i], (uint32_t)model->skin_joint_count));
    sinew_model_destroy(model);
}

static void no_colour_is_passed_over(void **state)
{
    (void)state;
    void *block;
    size_t size;
    sinew_model *model;
    sinew_error error = {0};
    make_full_block(&block, &size);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(model->material_count, 2);
    for (int k = 0; k < 4; ++k) {
        assert_true(passes_with(model, &model->materials[0].base_color[k], largest_float));
        assert_false(passes_with(model, &model->materials[0].base_color[k], infinity));
        assert_true(passes_with(model, &model->materials[0].bare_color[k], largest_float));
        assert_false(passes_with(model, &model->materials[0].bare_color[k], infinity));
    }
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_build_makes_passes),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(every_changed_byte_is_refused_or_harmless),
        cmocka_unit_test(no_influence_is_passed_over),
        cmocka_unit_test(no_run_of_influences_is_passed_over),
        cmocka_unit_test(no_delta_is_passed_over),
        cmocka_unit_test(no_index_is_passed_over),
        cmocka_unit_test(no_colour_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
