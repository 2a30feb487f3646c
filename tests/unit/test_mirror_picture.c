// The picture of a mirrored character is the mirrored picture of the character.
#include "author/edit/edits.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "sinew/render.h"
#include "support/make_rig.h"
#include "support/own_context.h"
#include "support/test_stage.h"

enum { SIZE = 256, BYTES = SIZE * SIZE * 4, WINDOW = 8 };

static const double seconds = 0.3, // one leg ahead, one arm up
    background = 20;               // luma below which a pixel shows no part of the character

// ---- similarity ----------------------------------------------------------------------------------------------------

static double luma_at(const uint8_t *pixels, int x, int y)
{
    const uint8_t *pixel = pixels + 4 * (y * SIZE + x);
    return 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
}

/// Returns the mean structural similarity of the luma in windows of 8 × 8 pixels at all positions (Wang, Bovik, Sheikh,
/// Simoncelli 2004). Windows without the character do not count: they are equal in all pictures.
static double similarity(const uint8_t *a, const uint8_t *b)
{
    static const double c1 = (0.01 * 255) * (0.01 * 255), c2 = (0.03 * 255) * (0.03 * 255);
    double total = 0;
    int windows = 0;
    for (int top = 0; top + WINDOW <= SIZE; ++top)
        for (int left = 0; left + WINDOW <= SIZE; ++left) {
            double sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0, brightest = 0;
            for (int y = top; y < top + WINDOW; ++y)
                for (int x = left; x < left + WINDOW; ++x) {
                    const double p = luma_at(a, x, y), q = luma_at(b, x, y);
                    brightest = fmax(brightest, fmax(p, q));
                    sum_a += p;
                    sum_b += q;
                    aa += p * p;
                    bb += q * q;
                    ab += p * q;
                }
            if (brightest < background) continue;
            const double n = WINDOW * WINDOW, mean_a = sum_a / n, mean_b = sum_b / n,
                         variance_a = (aa - n * mean_a * mean_a) / (n - 1),
                         variance_b = (bb - n * mean_b * mean_b) / (n - 1),
                         covariance = (ab - n * mean_a * mean_b) / (n - 1);
            total += (2 * mean_a * mean_b + c1) * (2 * covariance + c2) /
                     ((mean_a * mean_a + mean_b * mean_b + c1) * (variance_a + variance_b + c2));
            ++windows;
        }
    assert_true(windows > SIZE * SIZE / 20); // the character is large enough to be compared
    return total / windows;
}

static void flip(const uint8_t *from, uint8_t *out)
{
    for (int y = 0; y < SIZE; ++y)
        for (int x = 0; x < SIZE; ++x) memcpy(out + 4 * (y * SIZE + x), from + 4 * (y * SIZE + SIZE - 1 - x), 4);
}

// ---- pictures ------------------------------------------------------------------------------------------------------

static void pose_rig(const sinew_model *model, sinew_pose **out_pose)
{
    sinew_error error;
    must(sinew_pose_create(model, out_pose, &error), &error);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, seconds, *out_pose);
}

static void draw(const sinew_model *model, const sinew_draw_options *options, uint8_t *out_pixels)
{
    sinew_error error;
    sinew_renderer *renderer;
    sinew_pose *pose;
    pose_rig(model, &pose);
    must(sinew_renderer_create(&renderer, &error), &error);
    must(sinew_renderer_set_model(renderer, model, NULL, &error), &error);
    must(sinew_renderer_draw(renderer, pose, options, &error), &error);
    sinew_renderer_read(renderer, out_pixels);
    sinew_renderer_destroy(renderer);
    sinew_pose_destroy(pose);
}

/// The key light comes from the camera's left, so the skins emit light and reflect none. Without the flip, and without
/// the mirroring, the pictures differ.
static void a_mirrored_character_looks_like_its_mirrored_picture(void **state)
{
    (void)state;
    static const rig_options rigs[] = {
        {.title = "well made", .bind = RIG_BIND_STANDS, .extras = RIG_TIPS},
        {.title = "lying bind",
         .size = 100,
         .names = RIG_BLENDER,
         .arms_down = 40,
         .axes_seed = 3,
         .bind = RIG_BIND_LIES,
         .extras = RIG_ROOT | RIG_TIPS},
        {.title = "rotated root",
         .size = 1,
         .names = RIG_MIXAMO,
         .axes_seed = 7,
         .extras = RIG_TURNED_ROOT,
         .bind = RIG_BIND_ON_SIDE},
        {.title = "Z up",
         .size = 1,
         .is_z_up = 1,
         .names = RIG_BLENDER,
         .arms_down = 30,
         .axes_seed = 12,
         .extras = RIG_ROOT,
         .bind = RIG_BIND_STANDS},
        {.title = "rest dances",
         .names = RIG_MIXAMO,
         .size = 100,
         .axes_seed = 8,
         .rest = RIG_DANCES,
         .bind = RIG_BIND_STANDS,
         .arms_down = 45},
        {.title = "plain names", .names = RIG_PLAIN_NAMES, .extras = RIG_ROOT, .axes_seed = 5},
    };
    static uint8_t picture[BYTES], flipped[BYTES], mirrored[BYTES];
    print_message("%-16s %8s %8s %8s\n", "similarity", "mirrored", "no flip", "no mirror");
    for (size_t i = 0; i < sizeof rigs / sizeof *rigs; ++i) {
        rig_options options = rigs[i];
        options.has_skin = options.has_clip = options.glows = 1;
        const rig made = make_rig(&options);
        sinew_model *other;
        sinew_error error;
        sinew_bounds bounds;
        must(sinew__edit_mirror_clips(made.model, NULL, NULL, &other, &error), &error);
        must(sinew_motion_bounds(made.model, SINEW_ENGINE_EXACT, 0, seconds, seconds, &bounds, &error), &error);
        // One sample in the middle of each pixel: the samples of a driver are not mirror-symmetric.
        sinew_draw_options draws = {.width = SIZE,
                                    .height = SIZE,
                                    .samples = 1,
                                    .bounds = &bounds,
                                    .ground = SINEW_SHOW_OFF,
                                    .custom_background = 1};
        sinew_camera_fit(made.model, &bounds, SINEW_VIEW_FRONT, 1, &draws.camera);
        // The plane of the mirror is x = 0: the camera moves there, and back so that nothing leaves the picture.
        sinew_camera *camera = &draws.camera;
        assert_close(camera->eye[0], camera->target[0], 1e-6 * made.leg_length);
        camera->eye[0] = camera->target[0] = 0;
        for (int axis = 1; axis < 3; ++axis) camera->eye[axis] += 0.15 * (camera->eye[axis] - camera->target[axis]);
        draw(made.model, &draws, picture);
        draw(other, &draws, mirrored);
        flip(picture, flipped);
        const double alike = similarity(flipped, mirrored), unflipped = similarity(picture, mirrored),
                     unmirrored = similarity(flipped, picture);
        print_message("%-16s %8.4f %8.4f %8.4f\n", options.title, alike, unflipped, unmirrored);
        assert_true(alike >= 0.99);
        assert_true(unflipped < 0.5);
        assert_true(unmirrored < 0.5);
        sinew_model_destroy(other);
        sinew_model_destroy(made.model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mirrored_character_looks_like_its_mirrored_picture),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
