/// Clips whose keys are at tenths of frames, like clips that were reduced by a tolerance: they take few bytes and one
/// grid, although only a grid of even distances that is ten times finer has those times.
#include "support/cmocka_close.h"

#include <math.h>

#include "runtime/model/compact_clip.h"
#include "runtime/model/look_up.h"
#include "sinew/bake.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"
#include "support/wave_chain.h"

enum { JOINTS = 18, CURVES = 53, MOST_KEYS = 361, FPS = 30 };

/// A person's motion: two slow sines.
static double wave(int curve, double time)
{
    return 20 * sin(curve + 2.1 * time) + 6 * sin(2.7 * curve + 5.3 * time);
}

/// A key in every frame, the inner ones moved by up to half a frame, each curve's by its own tenths.
static sinew_model *make_moved(int frames)
{
    static sinew_curve_key keys[CURVES][MOST_KEYS];
    static sinew_raw_curve curves[CURVES];
    chain *made = make_chain(JOINTS);
    uint32_t seed = 7;
    for (int32_t i = 0; i < JOINTS; ++i) {
        made->joints[i].parent = i == 0 ? SINEW_NONE : (i - 1) / 3;
        for (int k = 0; k < 3; ++k) made->channels[i].curve[k] = NULL;
    }
    for (int c = 0; c < CURVES; ++c) {
        for (int k = 0, before = 0, tenths; k <= frames; ++k, before = tenths) {
            tenths = k == 0 || k == frames ? 0 : (int)floor(random_number(&seed, before == 5 ? -4 : -5, 6));
            const double time = (k + 0.1 * tenths) / FPS;
            keys[c][k] = (sinew_curve_key){.ticks = second / FPS * k + second / FPS / 10 * tenths,
                                           .value = wave(c, time),
                                           .interpolation = SINEW_LINEAR};
        }
        curves[c] = (sinew_raw_curve){.keys = keys[c], .key_count = frames + 1};
        made->channels[c / 3].curve[c % 3] = &curves[c];
    }
    made->clip.duration = (double)frames / FPS;
    made->raw.fps = FPS;
    return make_baked(make_model(&made->raw), &(sinew_bake_options){.error = 1e-4});
}

static void check_bytes(int frames)
{
    sinew_model *model = make_moved(frames);
    sinew_pose *fast = make_pose(model), *exact = make_pose(model);
    const sinew_baked_info baked = sinew_clip_baked_info(model, 0);
    const double seconds = (double)frames / FPS;
    assert_true(baked.frame_count > 0 && baked.error <= 1e-4);
    const sinew__compact_clip *clip = sinew__compact_of(model, sinew__baked_clip_of(model, 0));
    assert_true((double)baked.byte_count <= 8e3 * seconds);
    assert_true((double)baked.packed_byte_count <= 5.5e3 * seconds);
    assert_true(clip->span_count == 1 && clip->piece_count == 0); // more of them take time to play
    for (int i = 0; i <= 10 * frames; ++i) {                      // between the times that baking has measured
        const double time = fmin((i + 0.37) / 10 / FPS, seconds);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        assert_true(farthest_joint(model, fast, exact) <= 1e-4);
    }
    sinew_pose_destroy(fast);
    sinew_pose_destroy(exact);
    sinew_model_destroy(model);
}

static void clips_of_all_lengths_take_few_bytes(void **state)
{
    (void)state;
    static const int frames[] = {35, 90, 360};
    for (int i = 0; i < 3; ++i) check_bytes(frames[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clips_of_all_lengths_take_few_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
