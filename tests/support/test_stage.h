/// Small images of models made in code, for the tests of the renderer. They need a context, see own_context.h; failures
/// fail the test.
#ifndef SINEW_TESTS_TEST_STAGE_H
#define SINEW_TESTS_TEST_STAGE_H

#include "sinew/render.h"

enum { WIDTH = 96, HEIGHT = 96 };

/// A model, its pose, and its image.
typedef struct test_stage {
    sinew_model *model;
    sinew_pose *pose;
    sinew_renderer *renderer;
    sinew_bounds bounds;
    sinew_draw_options options;
    uint8_t pixels[WIDTH * HEIGHT * 4];
} test_stage;

/// Fails with the error's message unless the result is SINEW_OK.
void must(sinew_result result, const sinew_error *error);

/// Poses the model by its first clip at a time in seconds, viewed from the front without background. The stage takes
/// ownership of the model.
void stage_open(test_stage *stage, sinew_model *model, double time);
void stage_close(test_stage *stage);

/// Draws into `pixels`.
void stage_draw(test_stage *stage);

/// Four bytes; x from the left, y from the top.
const uint8_t *pixel_at(const test_stage *stage, int x, int y);

/// Returns the number of pixels at least half covered by the character.
int covered_pixels(const test_stage *stage);

#endif
