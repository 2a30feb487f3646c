#include "support/test_stage.h"

#include "support/cmocka_close.h"

#include <string.h>

void must(sinew_result result, const sinew_error *error)
{
    if (result != SINEW_OK) fail_msg("%s", error->message);
}

void stage_open(test_stage *stage, sinew_model *model, double time)
{
    sinew_error error;
    memset(stage, 0, sizeof *stage);
    assert_non_null(model);
    const int32_t clip = model->clip_count > 0 ? 0 : SINEW_NONE;
    stage->model = model;
    must(sinew_pose_create(model, &stage->pose, &error), &error);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, stage->pose);
    must(sinew_motion_bounds(model, SINEW_ENGINE_EXACT, clip, 0.0, 1.0, &stage->bounds, &error), &error);
    must(sinew_renderer_create(&stage->renderer, &error), &error);
    must(sinew_renderer_set_model(stage->renderer, model, NULL, &error), &error);
    stage->options = (sinew_draw_options){.width = WIDTH, .height = HEIGHT, .bounds = &stage->bounds, .transparent = 1};
    sinew_camera_fit(model, &stage->bounds, SINEW_VIEW_FRONT, 1.0, &stage->options.camera);
}

void stage_draw(test_stage *stage)
{
    sinew_error error;
    must(sinew_renderer_draw(stage->renderer, stage->pose, &stage->options, &error), &error);
    memset(stage->pixels, 0xde, sizeof stage->pixels);
    sinew_renderer_read(stage->renderer, stage->pixels);
}

void stage_close(test_stage *stage)
{
    sinew_renderer_destroy(stage->renderer);
    sinew_pose_destroy(stage->pose);
    sinew_model_destroy(stage->model);
}

const uint8_t *pixel_at(const test_stage *stage, int x, int y)
{
    return stage->pixels + 4 * (y * WIDTH + x);
}

int covered_pixels(const test_stage *stage)
{
    int covered = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) covered += stage->pixels[4 * i + 3] > 127;
    return covered;
}
