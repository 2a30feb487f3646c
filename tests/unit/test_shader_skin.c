// Skinning in the shader against skinning on the CPU.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/render/shader_skin.h"
#include "sinew/import.h"
#include "sinew/skin.h"
#include "support/own_context.h"
#include "support/scenes.h"
#include "support/test_stage.h"

/// The deviation of two skinning implementations.
typedef struct deviation {
    double squares, largest;
    size_t vertices;
} deviation;

static void compare_mesh(test_stage *stage, int32_t mesh, deviation *apart)
{
    sinew_error error;
    const size_t floats = 3 * (size_t)stage->model->meshes[mesh].vertex_count;
    float *shader = malloc(2 * floats * sizeof(float)), *processor = malloc(2 * floats * sizeof(float));
    float *scratch = malloc((sinew_skin_scratch_floats(stage->model, mesh, SINEW_SKIN_AUTHORED) + 1) * sizeof(float));
    assert_true(shader && processor && scratch);
    memset(shader, 0xde, 2 * floats * sizeof(float));
    must(sinew__renderer_skin_mesh(stage->renderer, stage->pose, mesh, shader, shader + floats, &error), &error);
    sinew_skin_mesh(stage->model, mesh, SINEW_SKIN_AUTHORED, stage->pose, scratch, processor, processor + floats);
    for (size_t i = 0; i < floats; ++i) {
        const double difference = fabs((double)shader[i] - (double)processor[i]);
        assert_true(isfinite(difference));
        apart->squares += difference * difference;
        apart->largest = fmax(apart->largest, difference);
        assert_close(shader[floats + i], processor[floats + i], 1e-3);
    }
    apart->vertices += floats / 3;
    free(shader);
    free(processor);
    free(scratch);
}

/// The shader uses single precision and a different order of additions; the tolerance is a hundred-thousandth of the
/// model's size.
static void compare_skinners(const char *name, sinew_model *model)
{
    test_stage stage;
    deviation apart = {0};
    stage_open(&stage, model, 0.0);
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        for (int step = 0; step <= 10; ++step) {
            const double time = 0.1 * step * model->clips[clip].duration;
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, stage.pose);
            for (int32_t mesh = 0; mesh < model->mesh_count; ++mesh) compare_mesh(&stage, mesh, &apart);
        }
    }
    assert_true(apart.vertices > 0);
    printf("%s: shader against processor: RMSE %.3g, largest %.3g, size of the model %.3g\n", name,
           sqrt(apart.squares / (double)apart.vertices), apart.largest, model->info->size);
    assert_true(apart.largest <= 1e-5 * model->info->size);
    stage_close(&stage);
}

static void the_shader_skins_like_the_cpu(void **state)
{
    (void)state;
    compare_skinners("sixteen influences a vertex and a morph", scene_tube(16));
    compare_skinners("dual quaternions", scene_tube_skinned(16, SINEW_SKIN_DUAL_QUATERNION));
    compare_skinners("dual quaternions blended into linear", scene_tube_skinned(16, SINEW_SKIN_BLENDED));
    compare_skinners("additive bones", scene_tube_additive(4));
    compare_skinners("a geometry cache", scene_hinge());
}

static void the_shader_skins_the_samples_like_the_cpu(void **state)
{
    (void)state;
    static const char *const paths[] = {"samples/character.fbx", "samples/character.glb", "samples/face.fbx"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i) {
        sinew_error error;
        sinew_model *model = NULL;
        must(sinew_model_import(paths[i], NULL, &model, &error), &error);
        compare_skinners(paths[i], model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shader_skins_like_the_cpu),
        cmocka_unit_test(the_shader_skins_the_samples_like_the_cpu),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
