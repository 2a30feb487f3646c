/// The door: a block with anything changed is refused or is a model whose indices and numbers can be trusted.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "model/block.h"
#include "sinew/pose.h"
#include "sinew/skin.h"
#include "support/full_block.h"

/// Uses everything a model offers; sanitizers and asserts watch.
static void use_model(const sinew_model *model)
{
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    for (int engine = 0; engine < SINEW_ENGINE_COUNT; ++engine) {
        for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip)
            sinew_pose_evaluate(model, (sinew_engine)engine, clip, 3.7, pose);
    }
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        float out[9], normals[9], scratch[256];
        if (model->meshes[i].vertex_count > 3 || sinew_skin_scratch_floats(model, i) > 256) continue;
        sinew_skin_mesh(model, i, pose, scratch, out, normals);
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
    if (sinew_model_from_block(block, size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
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
        assert_int_not_equal(sinew_model_from_block(part, cut, &model, &error), SINEW_OK);
        assert_null(model);
        assert_true(error.message[0] != '\0');
    }
    free(block);
}

/// Every byte of the block in turn becomes 0xff, then 0x80 with its neighbours: refused, or safe to use.
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
            if (sinew_model_from_block(changed, size, &model, NULL) == SINEW_OK) use_model(model);
            else ++refused;
            sinew_model_destroy(model);
        }
    }
    assert_true(refused > 1000); // the check looks at most of what lies there
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_build_makes_passes),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(every_changed_byte_is_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
