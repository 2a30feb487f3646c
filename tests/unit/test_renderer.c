// Images of models made in code, without a display.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/vec3.h"
#include "draw/render/renderer.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"
#include "support/make_model.h"
#include "support/own_context.h"
#include "support/scenes.h"
#include "support/test_stage.h"

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

static void an_image_too_large_for_the_driver_is_refused(void **state)
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

/// Folded, the hinge extends from 0 to 1 along x, unfolded from 0 to 2; lifted by 2, its upper edge is at z = 3.
static void the_bounds_of_a_motion_contain_the_geometry_cache(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_hinge(), 0.0);
    assert_close(stage.bounds.max[0], 2, 1e-6);
    assert_close(stage.bounds.min[2], 0, 1e-6);
    assert_close(stage.bounds.max[2], 3, 1e-6);
    stage_close(&stage);
}

/// Both cubes show their +Z side in front, in its own colour, with the same lighting.
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

/// The camera is inside: a one-sided cube shows nothing, a two-sided one its walls.
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

static void alpha_is_used_as_the_material_says(void **state)
{
    (void)state;
    assert_int_equal(alpha_of(SINEW_ALPHA_OPAQUE, 0.4f, 0.5f, 0), 255);
    assert_int_equal(alpha_of(SINEW_ALPHA_TEST, 0.4f, 0.3f, 0), 255);
    assert_int_equal(alpha_of(SINEW_ALPHA_TEST, 0.4f, 0.5f, 0), 0);
    // One wall lets 0.6 through, the walls farther back face away; with two sides light passes two: 1 - 0.6 * 0.6.
    assert_close(alpha_of(SINEW_ALPHA_BLEND, 0.4f, 0.0f, 0), 102, 1);
    assert_close(alpha_of(SINEW_ALPHA_BLEND, 0.4f, 0.0f, 1), 163, 1);
}

/// Three sheets let 0.5 · 0.5 · 0.5 through. Sums of half floats differ by a rounding.
static void translucent_sheets_need_no_order(void **state)
{
    (void)state;
    const sinew_raw_material material = {
        .texture = SINEW_NONE, .base_color = {1.0f, 1.0f, 1.0f, 0.5f}, .alpha_mode = SINEW_ALPHA_BLEND};
    uint8_t first[WIDTH * HEIGHT * 4];
    for (int32_t samples = 1; samples <= 4; samples += 3) {
        for (int reverse = 0; reverse < 2; ++reverse) {
            test_stage stage;
            stage_open(&stage, scene_sheets(&material, reverse), 0.0);
            stage.options.samples = samples;
            stage_draw(&stage);
            assert_close(pixel_at(&stage, WIDTH / 2 + 10, HEIGHT / 2)[3], 223, 1); // 255 · (1 - 0.125)
            if (reverse)
                for (int i = 0; i < WIDTH * HEIGHT * 4; ++i) assert_close(stage.pixels[i], first[i], 2);
            memcpy(first, stage.pixels, sizeof first);
            stage_close(&stage);
        }
    }
}

static void textures_are_upright(void **state)
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

/// Finds the character's edges in pixels along the centre of the image, from the left or, upwards, from the bottom.
static void find_edges(const test_stage *stage, int upwards, int *out_first, int *out_last)
{
    const int length = upwards ? HEIGHT : WIDTH;
    *out_first = *out_last = -1;
    for (int i = 0; i < length; ++i) {
        const uint8_t *pixel = upwards ? pixel_at(stage, WIDTH / 2, HEIGHT - 1 - i) : pixel_at(stage, i, HEIGHT / 2);
        if (pixel[3] == 0) continue;
        if (*out_first < 0) *out_first = i;
        *out_last = i;
    }
}

/// Returns whether the image is red at the point where a coordinate from 0 to 2 over the character has a value.
static int is_red_at(const test_stage *stage, int upwards, double coordinate)
{
    int first, last;
    find_edges(stage, upwards, &first, &last);
    assert_true(last > first);
    const int at = first + (int)(coordinate / 2.0 * (last - first));
    const uint8_t *pixel = upwards ? pixel_at(stage, WIDTH / 2, HEIGHT - 1 - at) : pixel_at(stage, at, HEIGHT / 2);
    assert_true(pixel[0] > 2 * pixel[2] || pixel[2] > 2 * pixel[0]);
    return pixel[0] > pixel[2];
}

/// An image of two pixels, the first red and the second blue, along u or, upwards, along v: the colours outside it, at
/// the centres of the first and the second pixel.
static void textures_repeat_clamp_or_mirror(void **state)
{
    (void)state;
    static const struct {
        sinew_texture_wrap wrap;
        int red[2];
    } CASES[] = {{SINEW_TEXTURE_REPEAT, {1, 0}}, {SINEW_TEXTURE_CLAMP, {0, 0}}, {SINEW_TEXTURE_MIRROR, {0, 1}}};
    uint8_t pixels[2][2][4] = {{{255, 0, 0, 255}, {0, 0, 255, 255}}, {{0, 0, 255, 255}, {255, 0, 0, 255}}};
    for (int i = 0; i < 6; ++i) {
        const int along = i % 2;
        const sinew_image image = {.width = 2 - along, .height = 1 + along, .pixels = pixels[along][0]};
        sinew_raw_material material = {.texture = 0, .base_color = {1.0f, 1.0f, 1.0f, 1.0f}};
        material.wrap[along] = CASES[i / 2].wrap;
        test_stage stage;
        sinew_error error;
        stage_open(&stage, scene_cube_repeated(&material, 2.0f), 0.0);
        must(sinew_renderer_set_model(stage.renderer, stage.model, &image, &error), &error);
        stage_draw(&stage);
        assert_true(is_red_at(&stage, along, 0.25));
        assert_int_equal(is_red_at(&stage, along, 1.25), CASES[i / 2].red[0]);
        assert_int_equal(is_red_at(&stage, along, 1.75), CASES[i / 2].red[1]);
        stage_close(&stage);
    }
}

/// The red channel of the middle of a cube with one map of a single colour.
static int middle_with_map(sinew_map kind, const uint8_t color[4], sinew_raw_material material)
{
    uint8_t texel[4];
    memcpy(texel, color, sizeof texel);
    const sinew_image image = {.width = 1, .height = 1, .pixels = texel};
    const sinew_raw_map map = {.kind = (uint32_t)kind};
    test_stage stage;
    sinew_error error;
    material.texture = SINEW_NONE;
    material.maps = &map;
    material.map_count = 1;
    stage_open(&stage, scene_cube_of(&material), 0.0);
    must(sinew_renderer_set_model(stage.renderer, stage.model, &image, &error), &error);
    stage_draw(&stage);
    const int middle = pixel_at(&stage, WIDTH / 2, HEIGHT / 2)[0];
    stage_close(&stage);
    return middle;
}

/// The key light comes from the left and above.
static void a_normal_map_tilts_the_surface(void **state)
{
    (void)state;
    const sinew_raw_material material = {.base_color = {0.5f, 0.5f, 0.5f, 1.0f}};
    const int flat = middle_with_map(SINEW_MAP_NORMAL, (const uint8_t[4]){128, 128, 255, 255}, material);
    const int left = middle_with_map(SINEW_MAP_NORMAL, (const uint8_t[4]){60, 128, 230, 255}, material);
    const int right = middle_with_map(SINEW_MAP_NORMAL, (const uint8_t[4]){195, 128, 230, 255}, material);
    const int upwards = middle_with_map(SINEW_MAP_NORMAL, (const uint8_t[4]){128, 195, 230, 255}, material);
    const int downwards = middle_with_map(SINEW_MAP_NORMAL, (const uint8_t[4]){128, 60, 230, 255}, material);
    assert_true(left > flat && flat > right + 10);
    assert_true(upwards > flat + 10 && flat > downwards + 10);
    // A bump map instead is grey and is not a normal map.
    assert_close(middle_with_map(SINEW_MAP_NORMAL, (const uint8_t[4]){60, 60, 60, 255}, material), flat, 1);
}

static void emission_and_occlusion_change_the_light(void **state)
{
    (void)state;
    const uint8_t black[4] = {0, 0, 0, 255}, white[4] = {255, 255, 255, 255};
    const sinew_raw_material material = {.base_color = {0.2f, 0.2f, 0.2f, 1.0f}, .emissive = {1.0f, 1.0f, 1.0f}};
    const sinew_raw_material dull = {.base_color = {0.2f, 0.2f, 0.2f, 1.0f}};
    const int dark = middle_with_map(SINEW_MAP_EMISSIVE, black, material);
    assert_int_equal(middle_with_map(SINEW_MAP_EMISSIVE, white, material), 255);
    assert_int_equal(middle_with_map(SINEW_MAP_OCCLUSION, white, dull), dark);
    assert_true(middle_with_map(SINEW_MAP_OCCLUSION, black, dull) < dark - 5);
}

/// A square towards the front whose colour is red on the left and blue on the right of the first texture coordinates,
/// which are (x, y) from 0 to 1. The second ones are (2 - 2 x, 2 y). Its emission has four pixels; the lower left one
/// is green.
static sinew_model *make_two_sets(sinew_texture_wrap wrap)
{
    static const float positions[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const float texcoords[] = {0, 0, 1, 0, 1, 1, 0, 1}, texcoords2[] = {2, 0, 0, 0, 0, 2, 2, 2};
    static const uint32_t size = 4;
    static const int32_t of_material = 0;
    // A quarter of a turn: (2 - 2 x, 2 y) scaled to (1 - x, 2 y) becomes (-2 y, 1 - x), and then (1 - 2 y, 1.5 - x).
    const sinew_raw_texture_mapping mapping = {
        .set = 1, .wrap = {wrap, 0}, .offset = {1, 0.5f}, .scale = {0.5f, 1}, .rotation = 1.57079633f};
    const sinew_raw_map map = {.kind = SINEW_MAP_EMISSIVE, .texture = 1, .mapping = &mapping};
    const sinew_raw_material material = {
        .texture = 0, .base_color = {0.5f, 0.5f, 0.5f, 1}, .emissive = {1, 1, 1}, .maps = &map, .map_count = 1};
    const sinew_raw_texture textures[2] = {{.path = "color.png"}, {.path = "light.png"}};
    const sinew_raw_joint joint = {.name = "square", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_mesh mesh = {.name = "square",
                                 .node = SINEW_NONE,
                                 .positions = positions,
                                 .texcoords = texcoords,
                                 .texcoords2 = texcoords2,
                                 .vertex_count = 4,
                                 .polygon_sizes = &size,
                                 .polygon_materials = &of_material,
                                 .polygon_count = 1};
    return make_model(&(sinew_raw_model){.joints = &joint,
                                         .joint_count = 1,
                                         .meshes = &mesh,
                                         .mesh_count = 1,
                                         .textures = textures,
                                         .texture_count = 2,
                                         .materials = &material,
                                         .material_count = 1});
}

/// The light is green where fract(1 - 2 y) < 1/2 and fract(1.5 - x) < 1/2: at x = 1/4 and y = 3/8 and 7/8. If u is
/// clamped instead of repeated, also at y = 5/8, where it is negative.
static void each_image_has_its_own_set_and_transform(void **state)
{
    (void)state;
    static const struct {
        sinew_texture_wrap wrap;
        int green[4]; ///< at x = 1/4, y = 1/8, 3/8, 5/8, 7/8
    } cases[] = {{SINEW_TEXTURE_REPEAT, {0, 1, 0, 1}}, {SINEW_TEXTURE_CLAMP, {0, 1, 1, 1}}};
    uint8_t colors[2][4] = {{255, 0, 0, 255}, {0, 0, 255, 255}};
    uint8_t lights[4][4] = {{0, 0, 0, 255}, {0, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 0, 255}}; // the top row first
    const sinew_image images[2] = {{.width = 2, .height = 1, .pixels = colors[0]},
                                   {.width = 2, .height = 2, .pixels = lights[0]}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        test_stage stage;
        sinew_error error;
        int left, right, bottom, top;
        stage_open(&stage, make_two_sets(cases[i].wrap), 0.0);
        must(sinew_renderer_set_model(stage.renderer, stage.model, images, &error), &error);
        stage_draw(&stage);
        find_edges(&stage, 0, &left, &right);
        find_edges(&stage, 1, &bottom, &top);
        for (int k = 0; k < 8; ++k) {
            const int is_right = k / 4, row = k % 4;
            const int x = left + (right - left) * (1 + 2 * is_right) / 4,
                      y = bottom + (top - bottom) * (1 + 2 * row) / 8;
            const uint8_t *pixel = pixel_at(&stage, x, HEIGHT - 1 - y);
            assert_true(is_right ? pixel[2] > pixel[0] + 50 : pixel[0] > pixel[2] + 50);
            if (!is_right && cases[i].green[row])
                assert_true(pixel[1] > 240);
            else
                assert_true(pixel[1] < 128);
        }
        stage_close(&stage);
    }
}

/// A white disc with the normals of a sphere, towards the front.
static sinew_model *make_white_ball(void)
{
    enum { SIDE = 16, VERTICES = SIDE * SIDE, QUADS = (SIDE - 1) * (SIDE - 1) };
    static float positions[VERTICES * 3], normals[VERTICES * 3];
    static uint32_t sizes[QUADS], corners[QUADS * 4];
    static int32_t materials[QUADS];
    for (int i = 0; i < VERTICES; ++i) {
        const float x = (float)(i % SIDE) / (SIDE - 1) * 1.3f - 0.65f,
                    y = (float)(i / SIDE) / (SIDE - 1) * 1.3f - 0.65f;
        memcpy(positions + 3 * i, (const float[3]){x, y, 0.0f}, 3 * sizeof(float));
        memcpy(normals + 3 * i, (const float[3]){x, y, sqrtf(1.0f - x * x - y * y)}, 3 * sizeof(float));
    }
    for (uint32_t i = 0; i < QUADS; ++i) {
        const uint32_t first = i / (SIDE - 1) * SIDE + i % (SIDE - 1);
        sizes[i] = 4;
        memcpy(corners + 4 * i, (const uint32_t[4]){first, first + 1, first + SIDE + 1, first + SIDE},
               4 * sizeof(uint32_t));
    }
    const sinew_raw_material material = {.texture = SINEW_NONE, .base_color = {1.0f, 1.0f, 1.0f, 1.0f}};
    const sinew_raw_joint joint = {.name = "ball", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_mesh mesh = {.name = "ball",
                                 .node = SINEW_NONE,
                                 .positions = positions,
                                 .normals = normals,
                                 .vertex_count = VERTICES,
                                 .polygon_sizes = sizes,
                                 .polygon_materials = materials,
                                 .polygon_count = QUADS,
                                 .corner_vertices = corners,
                                 .corner_count = QUADS * 4};
    return make_model(&(sinew_raw_model){.joints = &joint,
                                         .joint_count = 1,
                                         .meshes = &mesh,
                                         .mesh_count = 1,
                                         .materials = &material,
                                         .material_count = 1});
}

/// Paint reflects less than all light: at the brightest point, white is not yet the white of the screen, so
/// that form shows.
static void white_keeps_its_form(void **state)
{
    (void)state;
    test_stage stage;
    int brightest = 0, darkest = 255;
    stage_open(&stage, make_white_ball(), 0.0);
    stage_draw(&stage);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        const uint8_t *pixel = pixel_at(&stage, i % WIDTH, i / WIDTH);
        if (pixel[3] < 255) continue;
        brightest = pixel[2] > brightest ? pixel[2] : brightest;
        darkest = pixel[2] < darkest ? pixel[2] : darkest;
    }
    assert_in_range(brightest, 230, 254);
    assert_true(darkest < brightest - 30);
    stage_close(&stage);
}

/// A square of one side that faces a direction, and moves along it by its own size in the clip.
static sinew_model *make_square(const double facing[3])
{
    const double aside[3] = {facing[1], facing[2], facing[0]}; // not parallel for the directions of the test
    double right[3], up[3];
    sinew__double3_cross(aside, facing, right);
    sinew__double3_normalize(right, right);
    sinew__double3_cross(facing, right, up);
    float positions[12];
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
            positions[3 * i + k] = (float)((i == 1 || i == 2 ? right[k] : -right[k]) + (i > 1 ? up[k] : -up[k]));
    const uint32_t size = 4;
    const int32_t of_material = 0;
    const sinew_raw_material material = {.texture = SINEW_NONE, .base_color = {0.5f, 0.5f, 0.5f, 1.0f}};
    const sinew_raw_joint joint = {.name = "square", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_mesh mesh = {.name = "square",
                                 .node = SINEW_NONE,
                                 .positions = positions,
                                 .vertex_count = 4,
                                 .polygon_sizes = &size,
                                 .polygon_materials = &of_material,
                                 .polygon_count = 1};
    const sinew_track_key keys[2] = {{.time = 0}, {.time = 1, .value = {2 * facing[0], 2 * facing[1], 2 * facing[2]}}};
    const sinew_raw_track track = {.joint = 0,
                                   .node = SINEW_NONE,
                                   .mesh = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = SINEW_TRACK_TRANSLATION,
                                   .keys = keys,
                                   .key_count = 2,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_clip clip = {.name = "move", .duration = 1, .tracks = &track, .track_count = 1};
    return make_model(&(sinew_raw_model){.joints = &joint,
                                         .joint_count = 1,
                                         .meshes = &mesh,
                                         .mesh_count = 1,
                                         .materials = &material,
                                         .material_count = 1,
                                         .clips = &clip,
                                         .clip_count = 1});
}

/// Back faces are not drawn, and an edge has no pixels: the default view looks from another side then.
static void the_default_view_sees_a_plane_that_faces_anywhere(void **state)
{
    (void)state;
    for (int azimuth = 28; azimuth < 388; azimuth += 45) {
        for (int elevation = -60; elevation <= 60; elevation += 60) {
            double facing[3];
            sinew__double3_spherical((const double[3]){0, 0, 1}, (const double[3]){1, 0, 0}, (const double[3]){0, 1, 0},
                                     azimuth * SINEW__PI / 180, elevation * SINEW__PI / 180, facing);
            test_stage stage;
            stage_open(&stage, make_square(facing), 0.0);
            sinew_camera_fit(stage.model, &stage.bounds, SINEW_VIEW_DEFAULT, 1.0, &stage.options.camera);
            stage_draw(&stage);
            if (covered_pixels(&stage) < WIDTH * HEIGHT / 50)
                fail_msg("%d pixels of a plane that faces %d, %d", covered_pixels(&stage), azimuth, elevation);
            if (azimuth == 28 && elevation == 0) assert_true(stage.bounds.azimuth == 0 && stage.bounds.elevation == 0);
            stage_close(&stage);
        }
    }
}

/// The factors of a material whose images are missing would make it a mirror or a lamp.
static void without_its_maps_a_surface_is_plastic(void **state)
{
    (void)state;
    const sinew_raw_map maps[3] = {
        {.kind = SINEW_MAP_METALNESS}, {.kind = SINEW_MAP_EMISSIVE}, {.kind = SINEW_MAP_ROUGHNESS}};
    sinew_raw_material material = {.texture = SINEW_NONE, .base_color = {0.2f, 0.2f, 0.2f, 1.0f}};
    uint8_t plain[4];
    for (int i = 0; i < 2; ++i) {
        test_stage stage;
        stage_open(&stage, scene_cube_of(&material), 0.0);
        stage_draw(&stage);
        if (i == 1) assert_memory_equal(pixel_at(&stage, WIDTH / 2, HEIGHT / 2), plain, 4);
        memcpy(plain, pixel_at(&stage, WIDTH / 2, HEIGHT / 2), 4);
        stage_close(&stage);
        material.maps = maps;
        material.map_count = 3;
        material.roughness = material.metalness = 1.0f;
        for (int k = 0; k < 3; ++k) material.emissive[k] = 1.0f;
    }
}

/// Red with a white image, blue without it; a material without the second colour uses the first.
static void a_missing_image_shows_the_bare_colour(void **state)
{
    (void)state;
    uint8_t white[4] = {255, 255, 255, 255};
    const sinew_image there = {.width = 1, .height = 1, .pixels = white}, missing = {0};
    const sinew_image *const images[3] = {&there, &missing, NULL};
    for (int said = 0; said < 2; ++said) {
        sinew_raw_material material = {.texture = 0, .base_color = {1.0f, 0.0f, 0.0f, 1.0f}};
        if (said) memcpy(material.bare_color, (const float[4]){0.0f, 0.0f, 1.0f, 1.0f}, sizeof material.bare_color);
        test_stage stage;
        sinew_error error;
        stage_open(&stage, scene_cube_of(&material), 0.0);
        for (int i = 0; i < 3; ++i) {
            must(sinew_renderer_set_model(stage.renderer, stage.model, images[i], &error), &error);
            stage_draw(&stage);
            const uint8_t *middle = pixel_at(&stage, WIDTH / 2, HEIGHT / 2);
            const int is_blue = said && i > 0;
            assert_true(middle[is_blue ? 2 : 0] > 2 * middle[is_blue ? 0 : 2]);
        }
        stage_close(&stage);
    }
}

/// Exporters leave the colour of a textured material black or white.
static void without_its_image_a_black_or_white_material_is_grey(void **state)
{
    (void)state;
    uint8_t first[4] = {0};
    for (int is_white = 0; is_white < 2; ++is_white) {
        const float c = (float)is_white;
        const sinew_raw_material material = {
            .texture = 0, .base_color = {1.0f, 1.0f, 1.0f, 1.0f}, .bare_color = {c, c, c, 1.0f}};
        test_stage stage;
        stage_open(&stage, scene_cube_of(&material), 0.0);
        stage_draw(&stage);
        const uint8_t *middle = pixel_at(&stage, WIDTH / 2, HEIGHT / 2);
        assert_true(middle[0] > 120 && middle[0] < 220);
        if (is_white) assert_memory_equal(middle, first, 4);
        memcpy(first, middle, 4);
        stage_close(&stage);
    }
}

static void text_is_drawn_at_its_position(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.meshes = SINEW_SHOW_OFF;
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

static void the_fitted_camera_shows_the_whole_motion(void **state)
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
                const int border = HEIGHT / 8; // the motion extends at least to here on some side
                touched |= pixel_at(&stage, i, border)[3] | pixel_at(&stage, border, i)[3] |
                           pixel_at(&stage, i, HEIGHT - 1 - border)[3] | pixel_at(&stage, WIDTH - 1 - border, i)[3];
            }
        }
        assert_true(touched);
    }
    stage_close(&stage);
}

static void a_turntable_keeps_the_whole_motion_in_the_image(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_tube(8), 0.0);
    sinew_camera start;
    sinew_camera_fit_turntable(stage.model, &stage.bounds, 0.0, 20.0, 1.0, &start);
    for (int frame = 0; frame < 32; ++frame) {
        stage.options.camera = start;
        sinew_camera_orbit(stage.model, stage.bounds.center, 360.0 * frame / 32, &stage.options.camera);
        sinew_pose_evaluate(stage.model, SINEW_ENGINE_EXACT, 0, frame % 9 / 8.0, stage.pose);
        stage_draw(&stage);
        assert_true(covered_pixels(&stage) > 0);
        for (int i = 0; i < WIDTH; ++i) {
            assert_int_equal(pixel_at(&stage, i, 0)[3] | pixel_at(&stage, i, HEIGHT - 1)[3], 0);
            assert_int_equal(pixel_at(&stage, 0, i)[3] | pixel_at(&stage, WIDTH - 1, i)[3], 0);
        }
    }
    stage_close(&stage);
}

static void a_file_only_motion_shows_its_skeleton(void **state)
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

/// Counts pixels with strong red and weak blue: the colour of the selection, on a tube in other colours.
static int selected_pixels(const test_stage *stage)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        const uint8_t *pixel = &stage->pixels[4 * i];
        count += pixel[3] > 127 && pixel[0] > 180 && pixel[1] > 60 && pixel[1] < 170 && pixel[2] < 70;
    }
    return count;
}

static void the_selected_joint_is_highlighted_with_and_without_the_skeleton(void **state)
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
    stage.options.skeleton = SINEW_SHOW_OFF; // then only the joint and the link that starts at it
    stage_draw(&stage);
    assert_true(selected_pixels(&stage) > 20 && covered_pixels(&stage) < bones / 2);
    stage_close(&stage);
}

/// Returns the centre of the third covered row from the bottom.
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

/// Bones of the tube are at heights 0, 2.5, 5 and 7.5, and vertices follow the nearest one most. The legend covers all
/// but the tube's foot.
static void weights_show_the_influence_of_a_joint(void **state)
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

/// On a display with twice as many pixels per point, lines are twice as wide: 2.2 pixels and an outline, 4.4 and an
/// outline of two.
static void overlays_scale_with_the_pixels_per_point(void **state)
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

/// Counts pixels of the ground's axes, which are red and blue on grey: 1.6 pixels wide and an outline, 3.2 and the same
/// outline.
static int colorful_pixels(const test_stage *stage)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        const uint8_t *pixel = stage->pixels + 4 * i;
        count += abs(pixel[0] - pixel[1]) > 24 || abs(pixel[2] - pixel[1]) > 24;
    }
    return count;
}

static void ground_lines_scale_with_the_pixels_per_point(void **state)
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

static void the_options_select_the_skinning_method(void **state)
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
    linear.options.skin = SINEW_DRAW_SKIN_SPHERICAL;
    stage_draw(&linear);
    assert_memory_not_equal(linear.pixels, as_linear, sizeof as_linear);
    int differing = 0; // about the common axis of this bend, it is dual quaternion skinning up to rounding
    for (size_t i = 0; i < sizeof linear.pixels; ++i) differing += abs(linear.pixels[i] - dual.pixels[i]) > 2;
    assert_true(differing < (int)sizeof linear.pixels / 500);
    dual.options.skin = SINEW_DRAW_SKIN_LINEAR;
    stage_draw(&dual);
    assert_memory_equal(dual.pixels, as_linear, sizeof as_linear);
    linear.options.skin = SINEW_DRAW_SKIN_FILE;
    stage_draw(&linear);
    assert_memory_equal(linear.pixels, as_linear, sizeof as_linear);
    stage_close(&linear);
    stage_close(&dual);
}

/// Of the words for colours and skinning each has an effect of its own: what nothing draws would look like the first.
static void every_word_draws_another_image(void **state)
{
    (void)state;
    enum { MOST = 12 };
    static uint8_t images[MOST][WIDTH * HEIGHT * 4];
    test_stage stage;
    int count = 0, linear = 0;
    stage_open(&stage, scene_tube_skinned(4, SINEW_SKIN_BLENDED), 0.5);
    stage.options.has_joint = 1;
    for (const sinew__word *word = sinew__color_words; word->name; ++word) {
        stage.options.colors = (sinew_colors)word->value;
        stage_draw(&stage);
        assert_true(count < MOST);
        memcpy(images[count++], stage.pixels, sizeof stage.pixels);
    }
    stage.options.colors = SINEW_COLORS_MATERIAL;
    for (const sinew__word *word = sinew__skin_words; word->name; ++word) {
        if (word->value == SINEW_DRAW_SKIN_FILE) continue; // the first colour is drawn so
        stage.options.skin = (sinew_draw_skin)word->value;
        stage_draw(&stage);
        assert_true(count < MOST);
        if (word->value == SINEW_DRAW_SKIN_LINEAR) linear = count;
        memcpy(images[count++], stage.pixels, sizeof stage.pixels);
    }
    for (int i = 1; i < count; ++i) // about one axis, as here, spherical skinning equals dual quaternions
        for (int k = 0; k < i && k <= linear; ++k) assert_memory_not_equal(images[i], images[k], sizeof images[i]);
    stage_close(&stage);
}

static void a_wireframe_draws_no_surface(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.wireframe = 1;
    stage_draw(&stage);
    const int covered = covered_pixels(&stage);
    // Two squares, one in front of the other: eight sides of at most WIDTH pixels.
    assert_true(covered > WIDTH && covered < 8 * 2 * WIDTH);
    assert_int_equal(pixel_at(&stage, WIDTH / 2, HEIGHT / 2)[3], 0);
    stage_close(&stage);
}

static void hidden_meshes_cast_no_shadow(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_tube(4), 0.5);
    static uint8_t never_shown[sizeof stage.pixels];
    stage.options.transparent = 0;
    stage.options.meshes = SINEW_SHOW_OFF;
    stage_draw(&stage);
    memcpy(never_shown, stage.pixels, sizeof never_shown);
    stage.options.meshes = SINEW_SHOW_ON;
    stage_draw(&stage);
    assert_memory_not_equal(stage.pixels, never_shown, sizeof never_shown);
    stage.options.meshes = SINEW_SHOW_OFF;
    stage_draw(&stage);
    assert_memory_equal(stage.pixels, never_shown, sizeof never_shown);
    stage_close(&stage);
}

static void the_same_image_has_the_same_bytes(void **state)
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

/// Draws the second model into the image of the first; the first stage holds the pixels.
static void draw_onto(test_stage *first, test_stage *second)
{
    sinew_error error;
    stage_draw(first);
    second->options.camera = first->options.camera;
    second->options.bounds = first->options.bounds;
    second->options.onto = first->renderer;
    must(sinew_renderer_draw(second->renderer, second->pose, &second->options, &error), &error);
    second->options.onto = NULL;
    sinew_renderer_read(first->renderer, first->pixels);
}

/// Depth decides, not the order of drawing.
static void models_drawn_into_one_image_hide_each_other(void **state)
{
    (void)state;
    test_stage cube, tube;
    stage_open(&cube, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage_open(&tube, scene_tube(4), 0.0);
    draw_onto(&cube, &tube);
    const int both = covered_pixels(&cube);
    static uint8_t cube_first[WIDTH * HEIGHT * 4];
    memcpy(cube_first, cube.pixels, sizeof cube_first);
    stage_draw(&cube);
    assert_true(both > covered_pixels(&cube));
    tube.options.camera = cube.options.camera;
    tube.options.bounds = cube.options.bounds = &cube.bounds;
    draw_onto(&tube, &cube);
    assert_memory_equal(tube.pixels, cube_first, sizeof cube_first);
    stage_close(&tube);
    stage_close(&cube);
}

static void an_image_of_another_size_is_not_drawn_onto(void **state)
{
    (void)state;
    sinew_error error;
    test_stage first, second;
    stage_open(&first, scene_tube(4), 0.0);
    stage_open(&second, scene_tube(4), 0.0);
    stage_draw(&first);
    second.options.onto = first.renderer;
    second.options.width = WIDTH / 2;
    assert_int_equal(sinew_renderer_draw(second.renderer, second.pose, &second.options, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "48 x 96"));
    stage_close(&second);
    stage_close(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawing_without_a_model_is_refused),
        cmocka_unit_test(an_image_too_large_for_the_driver_is_refused),
        cmocka_unit_test(the_bounds_of_a_motion_contain_the_geometry_cache),
        cmocka_unit_test(a_mirrored_cube_still_shows_its_outside),
        cmocka_unit_test(the_inside_shows_only_where_it_is_two_sided),
        cmocka_unit_test(alpha_is_used_as_the_material_says),
        cmocka_unit_test(translucent_sheets_need_no_order),
        cmocka_unit_test(textures_are_upright),
        cmocka_unit_test(textures_repeat_clamp_or_mirror),
        cmocka_unit_test(a_normal_map_tilts_the_surface),
        cmocka_unit_test(emission_and_occlusion_change_the_light),
        cmocka_unit_test(each_image_has_its_own_set_and_transform),
        cmocka_unit_test(white_keeps_its_form),
        cmocka_unit_test(the_default_view_sees_a_plane_that_faces_anywhere),
        cmocka_unit_test(without_its_maps_a_surface_is_plastic),
        cmocka_unit_test(a_missing_image_shows_the_bare_colour),
        cmocka_unit_test(without_its_image_a_black_or_white_material_is_grey),
        cmocka_unit_test(text_is_drawn_at_its_position),
        cmocka_unit_test(the_fitted_camera_shows_the_whole_motion),
        cmocka_unit_test(a_turntable_keeps_the_whole_motion_in_the_image),
        cmocka_unit_test(a_file_only_motion_shows_its_skeleton),
        cmocka_unit_test(the_selected_joint_is_highlighted_with_and_without_the_skeleton),
        cmocka_unit_test(weights_show_the_influence_of_a_joint),
        cmocka_unit_test(overlays_scale_with_the_pixels_per_point),
        cmocka_unit_test(ground_lines_scale_with_the_pixels_per_point),
        cmocka_unit_test(the_options_select_the_skinning_method),
        cmocka_unit_test(every_word_draws_another_image),
        cmocka_unit_test(a_wireframe_draws_no_surface),
        cmocka_unit_test(hidden_meshes_cast_no_shadow),
        cmocka_unit_test(the_same_image_has_the_same_bytes),
        cmocka_unit_test(a_transparent_edge_keeps_the_colour_of_the_surface),
        cmocka_unit_test(models_drawn_into_one_image_hide_each_other),
        cmocka_unit_test(an_image_of_another_size_is_not_drawn_onto),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
