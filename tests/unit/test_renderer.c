// Pictures of models made in code, without a display.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/renderer.h"
#include "sinew/import.h"
#include "sinew/render.h"
#include "sinew/skin.h"
#include "support/cmocka_close.h"
#include "support/own_context.h"
#include "support/scenes.h"

enum { WIDTH = 96, HEIGHT = 96 };

/// A model on stage, and its picture.
typedef struct test_stage {
    sinew_model *model;
    sinew_pose *pose;
    sinew_renderer *renderer;
    sinew_bounds bounds;
    sinew_draw_options options;
    uint8_t pixels[WIDTH * HEIGHT * 4];
} test_stage;

static void must(sinew_result result, const sinew_error *error)
{
    if (result != SINEW_OK) fail_msg("%s", error->message);
}

static void stage_open(test_stage *stage, sinew_model *model, double time)
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

static void stage_draw(test_stage *stage)
{
    sinew_error error;
    must(sinew_renderer_draw(stage->renderer, stage->pose, &stage->options, &error), &error);
    memset(stage->pixels, 0xde, sizeof stage->pixels);
    sinew_renderer_read(stage->renderer, stage->pixels);
}

static void stage_close(test_stage *stage)
{
    sinew_renderer_destroy(stage->renderer);
    sinew_pose_destroy(stage->pose);
    sinew_model_destroy(stage->model);
}

static const uint8_t *pixel_at(const test_stage *stage, int x, int y)
{
    return stage->pixels + 4 * (y * WIDTH + x);
}

static int covered_pixels(const test_stage *stage)
{
    int covered = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) covered += stage->pixels[4 * i + 3] > 127;
    return covered;
}

static void drawing_without_a_model_is_refused(void **state)
{
    (void)state;
    sinew_error error;
    sinew_renderer *renderer = NULL;
    must(sinew_renderer_create(&renderer, &error), &error);
    const sinew_draw_options options = {.width = 8, .height = 8};
    assert_int_equal(sinew_renderer_draw(renderer, NULL, &options, &error), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_renderer_destroy(renderer);
    sinew_renderer_destroy(NULL);
}

static void a_picture_too_large_for_the_driver_is_refused(void **state)
{
    (void)state;
    test_stage stage;
    sinew_error error;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.width = 1 << 24;
    assert_int_equal(sinew_renderer_draw(stage.renderer, stage.pose, &stage.options, &error), SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "16777216x96"));
    stage_close(&stage);
}

/// How far two skinners are apart.
typedef struct deviation {
    double squares, largest;
    size_t vertices;
} deviation;

static void compare_mesh(test_stage *stage, int32_t mesh, deviation *apart)
{
    sinew_error error;
    const size_t floats = 3 * (size_t)stage->model->meshes[mesh].vertex_count;
    float *shader = malloc(2 * floats * sizeof(float)), *processor = malloc(2 * floats * sizeof(float));
    float *scratch = malloc((sinew_skin_scratch_floats(stage->model, mesh) + 1) * sizeof(float));
    assert_true(shader && processor && scratch);
    memset(shader, 0xde, 2 * floats * sizeof(float));
    must(sinew_renderer_skin_mesh(stage->renderer, stage->pose, mesh, shader, shader + floats, &error), &error);
    sinew_skin_mesh(stage->model, mesh, stage->pose, scratch, processor, processor + floats);
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

/// The shader is single precision and adds in its own order; what is asked is a hundred-thousandth of the model's size.
static void compare_skinners(const char *name, sinew_model *model)
{
    test_stage stage;
    deviation apart = {0};
    stage_open(&stage, model, 0.0);
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        for (int step = 0; step <= 10; ++step) {
            const double time = model->clips[clip].start + 0.1 * step * model->clips[clip].duration;
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

static void the_shader_skins_as_the_processor_does(void **state)
{
    (void)state;
    compare_skinners("sixteen influences a vertex and a morph", scene_tube(16));
    compare_skinners("dual quaternions", scene_tube_skinned(16, SINEW_SKIN_DUAL_QUATERNION));
    compare_skinners("dual quaternions blended into linear", scene_tube_skinned(16, SINEW_SKIN_BLENDED));
    compare_skinners("additive bones", scene_tube_additive(4));
    compare_skinners("a geometry cache", scene_hinge());
}

/// Folded, the hinge reaches from 0 to 1 along x, from 0 to 2 where it lies flat; lifted by 2, its upper edge is at z
/// = 3.
static void the_bounds_of_a_motion_hold_the_geometry_cache(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_hinge(), 0.0);
    assert_close(stage.bounds.max[0], 2, 1e-6);
    assert_close(stage.bounds.min[2], 0, 1e-6);
    assert_close(stage.bounds.max[2], 3, 1e-6);
    stage_close(&stage);
}

static void the_shader_skins_the_samples_as_the_processor_does(void **state)
{
    (void)state;
    static const char *const paths[] = {"samples/character.fbx", "samples/character.glb", "samples/face.fbx"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i) {
        sinew_error error;
        sinew_model *model = NULL;
        must(sinew_import_file(paths[i], &model, &error), &error);
        compare_skinners(paths[i], model);
    }
}

/// Both cubes show their +Z side in front, in its own colour, lit alike.
static void a_mirrored_cube_still_shows_its_outside(void **state)
{
    (void)state;
    uint8_t plain[4], mirrored[4];
    test_stage stage;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage_draw(&stage);
    memcpy(plain, pixel_at(&stage, WIDTH / 2, HEIGHT / 2), 4);
    const int covered = covered_pixels(&stage);
    stage_close(&stage);
    stage_open(&stage, scene_cube(-1.0, 1.0, 1.0, 0), 0.0);
    stage_draw(&stage);
    memcpy(mirrored, pixel_at(&stage, WIDTH / 2, HEIGHT / 2), 4);
    assert_int_equal(covered_pixels(&stage), covered);
    stage_close(&stage);
    assert_memory_equal(plain, mirrored, 4);
    assert_int_equal(plain[3], 255);
}

/// The camera inside: a one-sided cube shows nothing, a two-sided one its walls.
static void the_inside_shows_only_where_it_is_two_sided(void **state)
{
    (void)state;
    for (int two_sided = 0; two_sided < 2; ++two_sided) {
        test_stage stage;
        stage_open(&stage, scene_cube(1.0, 1.0, 1.0, two_sided), 0.0);
        memcpy(stage.options.camera.eye, (const double[3]){0.0, 0.0, 0.5}, sizeof stage.options.camera.eye);
        memcpy(stage.options.camera.target, (const double[3]){0.0, 0.0, 0.0}, sizeof stage.options.camera.target);
        stage_draw(&stage);
        assert_int_equal(covered_pixels(&stage), two_sided ? WIDTH * HEIGHT : 0);
        stage_close(&stage);
    }
}

/// Draws a cube of a material from the front and gives its middle's alpha.
static int alpha_of(uint32_t mode, float alpha, float cutoff, int two_sided)
{
    const sinew_raw_material material = {.texture = SINEW_NONE,
                                         .base_color = {1.0f, 1.0f, 1.0f, alpha},
                                         .alpha_mode = mode,
                                         .alpha_cutoff = cutoff,
                                         .two_sided = (uint32_t)two_sided};
    test_stage stage;
    stage_open(&stage, scene_cube_of(&material), 0.0);
    stage_draw(&stage);
    const int drawn = pixel_at(&stage, WIDTH / 2, HEIGHT / 2)[3];
    stage_close(&stage);
    return drawn;
}

static void alpha_counts_as_the_material_says(void **state)
{
    (void)state;
    assert_int_equal(alpha_of(SINEW_ALPHA_OPAQUE, 0.4f, 0.5f, 0), 255);
    assert_int_equal(alpha_of(SINEW_ALPHA_TEST, 0.4f, 0.3f, 0), 255);
    assert_int_equal(alpha_of(SINEW_ALPHA_TEST, 0.4f, 0.5f, 0), 0);
    // One wall lets 0.6 through, the walls behind it are turned away; with two sides light passes two: 1 - 0.6 * 0.6.
    assert_close(alpha_of(SINEW_ALPHA_BLEND, 0.4f, 0.0f, 0), 102, 1);
    assert_close(alpha_of(SINEW_ALPHA_BLEND, 0.4f, 0.0f, 1), 163, 1);
}

static void textures_stand_upright(void **state)
{
    (void)state;
    sinew_error error;
    uint8_t red_over_blue[2][4] = {{255, 0, 0, 255}, {0, 0, 255, 255}};
    const sinew_image image = {.width = 1, .height = 2, .pixels = red_over_blue[0]};
    const sinew_raw_material material = {.texture = 0, .base_color = {1.0f, 1.0f, 1.0f, 1.0f}};
    test_stage stage;
    stage_open(&stage, scene_cube_of(&material), 0.0);
    must(sinew_renderer_set_model(stage.renderer, stage.model, &image, &error), &error);
    stage_draw(&stage);
    const uint8_t *top = pixel_at(&stage, WIDTH / 2, HEIGHT / 4), *bottom = pixel_at(&stage, WIDTH / 2, 3 * HEIGHT / 4);
    assert_true(top[0] > 2 * top[2]);
    assert_true(bottom[2] > 2 * bottom[0]);
    stage_close(&stage);
}

static void text_lies_over_the_picture_where_it_should(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.hide_meshes = 1;
    stage.options.status = "A\tB";
    stage.options.progress = 0.5;
    stage_draw(&stage);
    int top = HEIGHT, lit = 0;
    for (int y = HEIGHT - 1; y >= 0; --y) {
        for (int x = 0; x < WIDTH; ++x) {
            if (pixel_at(&stage, x, y)[3] > 0) top = y;
            lit += pixel_at(&stage, x, y)[0] > 200;
        }
    }
    assert_int_equal(top, HEIGHT - 26); // a bar of 24 pixels and a line of 2
    assert_true(lit > 10 && lit < 200); // two letters
    const uint8_t *played = pixel_at(&stage, WIDTH / 4, HEIGHT - 25),
                  *rest = pixel_at(&stage, 3 * WIDTH / 4, HEIGHT - 25);
    assert_true(played[2] > 2 * rest[2]);
    stage.options.status = NULL;
    stage_draw(&stage);
    assert_int_equal(covered_pixels(&stage), 0);
    stage_close(&stage);
}

static void the_fitted_camera_keeps_the_whole_motion_in_the_picture(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_tube(8), 0.0);
    for (int view = SINEW_VIEW_DEFAULT; view <= SINEW_VIEW_ISO; ++view) {
        sinew_camera_fit(stage.model, &stage.bounds, (sinew_view)view, 1.0, &stage.options.camera);
        int touched = 0;
        for (int step = 0; step <= 8; ++step) {
            sinew_pose_evaluate(stage.model, SINEW_ENGINE_EXACT, 0, step / 8.0, stage.pose);
            stage_draw(&stage);
            for (int i = 0; i < WIDTH; ++i) {
                assert_int_equal(pixel_at(&stage, i, 0)[3] | pixel_at(&stage, i, HEIGHT - 1)[3], 0);
                assert_int_equal(pixel_at(&stage, 0, i)[3] | pixel_at(&stage, WIDTH - 1, i)[3], 0);
                const int border = HEIGHT / 8; // the motion reaches at least here, on some side
                touched |= pixel_at(&stage, i, border)[3] | pixel_at(&stage, border, i)[3] |
                           pixel_at(&stage, i, HEIGHT - 1 - border)[3] | pixel_at(&stage, WIDTH - 1 - border, i)[3];
            }
        }
        assert_true(touched);
    }
    stage_close(&stage);
}

static void a_file_without_meshes_shows_its_skeleton(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_bones(5), 0.5);
    stage_draw(&stage);
    assert_true(covered_pixels(&stage) > WIDTH * HEIGHT / 200);
    stage.options.skeleton = SINEW_SHOW_OFF;
    stage_draw(&stage);
    assert_int_equal(covered_pixels(&stage), 0);
    stage_close(&stage);
}

/// Pixels whose red is strong and whose blue is weak: the colour of what is selected, on a tube in other colours.
static int selected_pixels(const test_stage *stage)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        const uint8_t *pixel = &stage->pixels[4 * i];
        count += pixel[3] > 127 && pixel[0] > 180 && pixel[1] > 60 && pixel[1] < 170 && pixel[2] < 70;
    }
    return count;
}

static void the_selected_joint_stands_out_with_and_without_the_skeleton(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_bones(4), 0.0);
    stage.options.skeleton = SINEW_SHOW_ON;
    stage_draw(&stage);
    const int bones = covered_pixels(&stage);
    assert_int_equal(selected_pixels(&stage), 0);
    stage.options.has_joint = 1;
    stage.options.joint = 2;
    stage_draw(&stage);
    assert_true(selected_pixels(&stage) > 20);
    stage.options.skeleton = SINEW_SHOW_OFF; // then nothing but the joint and the link that begins at it
    stage_draw(&stage);
    assert_true(selected_pixels(&stage) > 20 && covered_pixels(&stage) < bones / 2);
    stage_close(&stage);
}

/// The middle of the lowest covered row but two.
static const uint8_t *lowest_pixel(const test_stage *stage)
{
    for (int y = HEIGHT - 1; y > 2; --y) {
        int first = -1, last = -1;
        for (int x = 0; x < WIDTH; ++x) {
            if (pixel_at(stage, x, y)[3] < 255) continue;
            if (first < 0) first = x;
            last = x;
        }
        if (first >= 0) return pixel_at(stage, (first + last) / 2, y - 2);
    }
    fail_msg("nothing is drawn");
    return NULL;
}

/// Bones of the tube stand at heights 0, 2.5, 5 and 7.5, and vertices follow the nearest most. The legend covers all
/// but the tube's foot.
static void weights_show_where_a_joint_reaches(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_tube(4), 0.0);
    stage.options.colors = SINEW_COLORS_WEIGHTS;
    stage_draw(&stage); // no joint is looked at
    const uint8_t *foot = lowest_pixel(&stage);
    assert_true(abs(foot[0] - foot[1]) < 25 && abs(foot[1] - foot[2]) < 25);
    stage.options.has_joint = 1;
    stage.options.joint = 0;
    stage_draw(&stage);
    assert_true(foot[0] > 150 && foot[1] > 150 && foot[2] < 110); // yellow
    stage.options.joint = 3;
    stage_draw(&stage);
    assert_true(foot[2] + 30 > foot[1]); // violet, or grey
    stage_close(&stage);
}

/// On a display of twice as many pixels to a point, lines are twice as wide: 2.2 pixels and a rim, 4.4 and a rim of
/// two.
static void overlays_grow_with_the_pixels_of_a_point(void **state)
{
    (void)state;
    test_stage stage;
    sinew_error error;
    sinew_trail *trail = NULL;
    int covered[2];
    stage_open(&stage, scene_bones(4), 0.25);
    must(sinew_trail_create(stage.model, SINEW_ENGINE_EXACT, 0, 3, &trail, &error), &error);
    stage.options.skeleton = SINEW_SHOW_OFF;
    stage.options.trail = trail;
    for (int i = 0; i < 2; ++i) {
        stage.options.pixel_scale = i + 1.0;
        stage_draw(&stage);
        covered[i] = covered_pixels(&stage);
    }
    assert_true(covered[0] > 100 && 10 * covered[1] > 16 * covered[0] && 10 * covered[1] < 26 * covered[0]);
    sinew_trail_destroy(trail);
    stage_close(&stage);
}

/// Pixels of the ground's axes, which are red and blue on grey: 1.6 pixels wide and a rim, 3.2 and the same rim.
static int colorful_pixels(const test_stage *stage)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        const uint8_t *pixel = stage->pixels + 4 * i;
        count += abs(pixel[0] - pixel[1]) > 24 || abs(pixel[2] - pixel[1]) > 24;
    }
    return count;
}

static void the_ground_has_lines_as_wide_on_a_fine_display(void **state)
{
    (void)state;
    test_stage stage;
    int colorful[2];
    stage_open(&stage, scene_bones(4), 0.0);
    stage.options.skeleton = SINEW_SHOW_OFF;
    stage.options.transparent = 0;
    sinew_camera_fit(stage.model, &stage.bounds, SINEW_VIEW_ISO, 1.0, &stage.options.camera);
    for (int i = 0; i < 2; ++i) {
        stage.options.pixel_scale = i + 1.0;
        stage_draw(&stage);
        colorful[i] = colorful_pixels(&stage);
    }
    assert_true(colorful[0] > 50 && 10 * colorful[1] > 14 * colorful[0] && 10 * colorful[1] < 26 * colorful[0]);
    stage_close(&stage);
}

static void the_picture_chooses_how_it_is_skinned(void **state)
{
    (void)state;
    test_stage linear, dual;
    static uint8_t as_linear[sizeof linear.pixels];
    stage_open(&linear, scene_tube(4), 0.5);
    stage_open(&dual, scene_tube_skinned(4, SINEW_SKIN_DUAL_QUATERNION), 0.5);
    stage_draw(&linear);
    memcpy(as_linear, linear.pixels, sizeof as_linear);
    stage_draw(&dual);
    assert_memory_not_equal(linear.pixels, dual.pixels, sizeof linear.pixels);
    linear.options.skin = SINEW_DRAW_SKIN_DUAL;
    stage_draw(&linear);
    assert_memory_equal(linear.pixels, dual.pixels, sizeof linear.pixels);
    dual.options.skin = SINEW_DRAW_SKIN_LINEAR;
    stage_draw(&dual);
    assert_memory_equal(dual.pixels, as_linear, sizeof as_linear);
    linear.options.skin = SINEW_DRAW_SKIN_FILE;
    stage_draw(&linear);
    assert_memory_equal(linear.pixels, as_linear, sizeof as_linear);
    stage_close(&linear);
    stage_close(&dual);
}

static void edges_alone_leave_the_surface_open(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.wireframe = 1;
    stage_draw(&stage);
    const int covered = covered_pixels(&stage);
    // Two squares, one before the other: eight sides of at most WIDTH pixels.
    assert_true(covered > WIDTH && covered < 8 * 2 * WIDTH);
    assert_int_equal(pixel_at(&stage, WIDTH / 2, HEIGHT / 2)[3], 0);
    stage_close(&stage);
}

static void what_is_hidden_casts_no_shadow(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_tube(4), 0.5);
    static uint8_t never_shown[sizeof stage.pixels];
    stage.options.transparent = 0;
    stage.options.hide_meshes = 1;
    stage_draw(&stage);
    memcpy(never_shown, stage.pixels, sizeof never_shown);
    stage.options.hide_meshes = 0;
    stage_draw(&stage);
    assert_memory_not_equal(stage.pixels, never_shown, sizeof never_shown);
    stage.options.hide_meshes = 1;
    stage_draw(&stage);
    assert_memory_equal(stage.pixels, never_shown, sizeof never_shown);
    stage_close(&stage);
}

static void the_same_picture_has_the_same_bytes(void **state)
{
    (void)state;
    static uint8_t first[WIDTH * HEIGHT * 4];
    for (int round = 0; round < 2; ++round) {
        test_stage stage;
        stage_open(&stage, scene_tube(8), 0.3);
        stage.options.transparent = 0;
        stage.options.skeleton = SINEW_SHOW_ON;
        stage_draw(&stage);
        if (round == 0)
            memcpy(first, stage.pixels, sizeof first);
        else
            assert_memory_equal(stage.pixels, first, sizeof first);
        stage_close(&stage);
    }
}

static void a_transparent_edge_keeps_the_colour_of_the_surface(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage_draw(&stage);
    const uint8_t *middle = pixel_at(&stage, WIDTH / 2, HEIGHT / 2);
    int edges = 0;
    for (int x = 0; x < WIDTH; ++x) {
        const uint8_t *pixel = pixel_at(&stage, x, HEIGHT / 2);
        if (pixel[3] == 0 || pixel[3] == 255) continue;
        ++edges;
        for (int i = 0; i < 3; ++i) assert_in_range(pixel[i] + 40, middle[i], middle[i] + 80);
    }
    assert_true(edges > 0);
    stage_close(&stage);
}

// ---- crowds -------------------------------------------------------------------------------------------------------

static void draw_figures(test_stage *stage, const sinew_palette_matrix *palettes, const float (*places)[3],
                         int32_t count)
{
    sinew_error error;
    const sinew_figures figures = {.palettes = palettes, .places = places, .count = count, .bounds = &stage->bounds};
    must(sinew_renderer_draw_crowd(stage->renderer, stage->pose, &figures, &stage->options, &error), &error);
    memset(stage->pixels, 0xde, sizeof stage->pixels);
    sinew_renderer_read(stage->renderer, stage->pixels);
}

static void a_crowd_of_one_is_the_figure_skinned_once_or_in_every_pass(void **state)
{
    (void)state;
    static uint8_t alone[WIDTH * HEIGHT * 4];
    const float place[1][3] = {{0.0f, 0.0f, 0.0f}};
    const struct {
        sinew_model *model;
        int edges, ground, once; ///< skinned once for several passes; a crowd is not
        sinew_colors colors;
    } cases[] = {
        {scene_tube(8), 0, 0, 0, SINEW_COLORS_MATERIAL},
        {scene_tube(8), 0, 1, 1, SINEW_COLORS_MATERIAL},
        {scene_tube(8), 1, 0, 1, SINEW_COLORS_INFLUENCES},
        {scene_tube_skinned(5, SINEW_SKIN_BLENDED), 1, 1, 1, SINEW_COLORS_MATERIAL},
        {scene_tube_skinned(5, SINEW_SKIN_DUAL_QUATERNION), 0, 0, 0, SINEW_COLORS_MATERIAL},
        {scene_cube(1.0, -2.0, 1.0, 0), 0, 1, 0, SINEW_COLORS_MATERIAL}, // a single influence a vertex
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        test_stage stage;
        stage_open(&stage, cases[i].model, 0.4);
        stage.options.edges = cases[i].edges;
        stage.options.colors = cases[i].colors;
        stage.options.transparent = !cases[i].ground;
        stage_draw(&stage);
        assert_true(covered_pixels(&stage) > 0);
        assert_int_equal(stage.renderer->buffers.is_skinned, cases[i].once);
        memcpy(alone, stage.pixels, sizeof alone);
        draw_figures(&stage, stage.pose->palette, place, 1);
        assert_int_equal(stage.renderer->buffers.is_skinned, 0);
        assert_memory_equal(stage.pixels, alone, sizeof alone);
        stage_draw(&stage); // and the crowd leaves nothing behind
        assert_memory_equal(stage.pixels, alone, sizeof alone);
        stage_close(&stage);
    }
}

/// Three figures far apart, each at a time of its own. A camera that goes to one of them sees it as if it were alone:
/// powers of two are added without rounding, but for the last bits of what is near them.
static void each_figure_of_a_crowd_stands_in_its_place_in_its_pose(void **state)
{
    (void)state;
    enum { COUNT = 3 };
    static uint8_t alone[WIDTH * HEIGHT * 4];
    const float places[COUNT][3] = {{1024.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -512.0f}, {-256.0f, 0.0f, 256.0f}};
    sinew_model *models[] = {scene_tube(4), scene_tube_skinned(4, SINEW_SKIN_DUAL_QUATERNION), scene_tube_additive(4)};
    for (size_t model = 0; model < sizeof models / sizeof models[0]; ++model) {
        test_stage stage;
        stage_open(&stage, models[model], 0.0);
        const sinew_draw_options home = stage.options;
        const size_t bindings = (size_t)stage.model->binding_count;
        sinew_palette_matrix *palettes = malloc(COUNT * bindings * sizeof *palettes);
        assert_non_null(palettes);
        for (int i = 0; i < COUNT; ++i) {
            sinew_pose_evaluate(stage.model, SINEW_ENGINE_EXACT, 0, 0.2 + 0.3 * i, stage.pose);
            memcpy(palettes + (size_t)i * bindings, stage.pose->palette, bindings * sizeof *palettes);
        }
        for (int i = 0; i < COUNT; ++i) {
            memcpy(stage.pose->palette, palettes + (size_t)i * bindings, bindings * sizeof *palettes);
            stage.options = home;
            stage_draw(&stage);
            memcpy(alone, stage.pixels, sizeof alone);
            for (int k = 0; k < 3; ++k) {
                stage.options.camera.eye[k] += (double)places[i][k];
                stage.options.camera.target[k] += (double)places[i][k];
            }
            sinew_bounds all;
            sinew_crowd_bounds(&stage.bounds, places, COUNT, &all);
            stage.options.bounds = &all;
            draw_figures(&stage, palettes, places, COUNT);
            int apart = 0;
            for (size_t k = 0; k < sizeof alone; ++k) apart += abs(stage.pixels[k] - alone[k]) > 8;
            assert_in_range(apart, 0, WIDTH * HEIGHT * 4 / 200);
        }
        free(palettes);
        stage_close(&stage);
    }
}

static void crowds_that_cannot_be_drawn_are_refused(void **state)
{
    (void)state;
    test_stage stage;
    sinew_error error;
    stage_open(&stage, scene_tube(4), 0.0);
    const sinew_figures too_many = {.count = INT32_MAX, .bounds = &stage.bounds};
    assert_int_equal(sinew_renderer_draw_crowd(stage.renderer, stage.pose, &too_many, &stage.options, &error),
                     SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "2147483647 figures, the graphics driver holds "));
    stage_close(&stage);
    stage_open(&stage, scene_bones(4), 0.0);
    const sinew_figures bones = {.count = 1, .bounds = &stage.bounds};
    assert_int_equal(sinew_renderer_draw_crowd(stage.renderer, stage.pose, &bones, &stage.options, &error),
                     SINEW_ERROR_NO_MESH);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawing_without_a_model_is_refused),
        cmocka_unit_test(a_picture_too_large_for_the_driver_is_refused),
        cmocka_unit_test(the_shader_skins_as_the_processor_does),
        cmocka_unit_test(the_bounds_of_a_motion_hold_the_geometry_cache),
        cmocka_unit_test(the_shader_skins_the_samples_as_the_processor_does),
        cmocka_unit_test(a_mirrored_cube_still_shows_its_outside),
        cmocka_unit_test(the_inside_shows_only_where_it_is_two_sided),
        cmocka_unit_test(alpha_counts_as_the_material_says),
        cmocka_unit_test(textures_stand_upright),
        cmocka_unit_test(text_lies_over_the_picture_where_it_should),
        cmocka_unit_test(the_fitted_camera_keeps_the_whole_motion_in_the_picture),
        cmocka_unit_test(a_file_without_meshes_shows_its_skeleton),
        cmocka_unit_test(the_selected_joint_stands_out_with_and_without_the_skeleton),
        cmocka_unit_test(weights_show_where_a_joint_reaches),
        cmocka_unit_test(overlays_grow_with_the_pixels_of_a_point),
        cmocka_unit_test(the_ground_has_lines_as_wide_on_a_fine_display),
        cmocka_unit_test(the_picture_chooses_how_it_is_skinned),
        cmocka_unit_test(edges_alone_leave_the_surface_open),
        cmocka_unit_test(what_is_hidden_casts_no_shadow),
        cmocka_unit_test(the_same_picture_has_the_same_bytes),
        cmocka_unit_test(a_crowd_of_one_is_the_figure_skinned_once_or_in_every_pass),
        cmocka_unit_test(each_figure_of_a_crowd_stands_in_its_place_in_its_pose),
        cmocka_unit_test(crowds_that_cannot_be_drawn_are_refused),
        cmocka_unit_test(a_transparent_edge_keeps_the_colour_of_the_surface),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
