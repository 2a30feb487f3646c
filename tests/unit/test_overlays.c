// Overlays that show a character's structure and motion: value colours, trails, ghosts, a tracking camera.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/render/renderer.h"
#include "draw/render/text/font_file.h"
#include "support/scenes.h"

/// Entries 0, 64, 128, 191 and 255 of the table of 256 colours in matplotlib 3.7, "viridis".
static void the_ramp_is_viridis(void **state)
{
    (void)state;
    static const struct {
        double part;
        int red, green, blue;
    } known[] = {{0.0, 0x44, 0x01, 0x54},
                 {64.0 / 255.0, 0x3b, 0x52, 0x8b},
                 {128.0 / 255.0, 0x21, 0x91, 0x8c},
                 {191.0 / 255.0, 0x5e, 0xc9, 0x62},
                 {1.0, 0xfd, 0xe7, 0x25}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        double color[3];
        sinew__render_ramp_color(known[i].part, color);
        assert_close(color[0], known[i].red / 255.0, 0.03);
        assert_close(color[1], known[i].green / 255.0, 0.03);
        assert_close(color[2], known[i].blue / 255.0, 0.03);
    }
}

// ---- glyphs --------------------------------------------------------------------------------------------------------

static render_glyph_atlas *make_atlas(double scale)
{
    render_glyph_atlas *atlas = sinew__render_glyph_atlas_create(scale);
    assert_non_null(atlas);
    return atlas;
}

/// Returns the sum of a glyph's coverage, in pixels.
static double coverage_of(render_glyph_atlas *atlas, uint32_t code, int shift)
{
    const render_glyph *glyph = sinew__render_glyph_find(atlas, code, shift);
    assert_non_null(glyph);
    double sum = 0.0;
    for (int32_t y = glyph->y; y < glyph->y + glyph->height; ++y)
        for (int32_t x = glyph->x; x < glyph->x + glyph->width; ++x)
            sum += atlas->coverage[y * atlas->side + x] / 255.0;
    return sum;
}

/// In the file DejaVuSans.ttf, which has 2048 units per em: capitals are 1493 units high, an H is 1540 units wide, a
/// space 651, every digit 1303 (its table hmtx).
static void text_has_the_widths_of_the_font(void **state)
{
    (void)state;
    render_glyph_atlas *atlas = make_atlas(2.0); // 24 pixels per em
    static const struct {
        const char *text;
        double units;
    } known[] = {{"", 0}, {"H", 1540}, {" ", 651}, {"0123456789", 13030}, {"H H", 3731}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        const char *end = known[i].text + strlen(known[i].text);
        assert_close(sinew__render_text_width(atlas, known[i].text, end), known[i].units * 24.0 / 2048.0, 1e-3);
    }
    assert_close(atlas->cap_height, 18.0, 0.0); // 17.5
    sinew__render_glyph_atlas_destroy(atlas);
}

/// An I is a rectangle of 202 by 1493 units (its table glyf): at 24 pixels per em 41.2 pixels, wherever it begins.
static void glyphs_are_antialiased_at_fractions_of_a_pixel(void **state)
{
    (void)state;
    render_glyph_atlas *atlas = make_atlas(2.0);
    for (int shift = 0; shift < RENDER_GLYPH_SHIFTS; ++shift)
        assert_close(coverage_of(atlas, 'I', shift), 202.0 * 1493.0 * 24.0 * 24.0 / (2048.0 * 2048.0), 0.5);
    const render_glyph *first = sinew__render_glyph_find(atlas, 'I', 0);
    const render_glyph *shifted = sinew__render_glyph_find(atlas, 'I', 2);
    const uint8_t *a = atlas->coverage + (first->y + 9) * atlas->side + first->x;
    const uint8_t *b = atlas->coverage + (shifted->y + 9) * atlas->side + shifted->x;
    assert_memory_not_equal(a, b, (size_t)first->width);
    sinew__render_glyph_atlas_destroy(atlas);
}

/// Latin, Greek and Cyrillic letters, and the signs of the player, are not boxes. A character that no font has is one.
static void unknown_characters_are_boxes(void **state)
{
    (void)state;
    static const uint32_t known[] = {'A', 0xe9, 0x3a9, 0x416, 0x44f, 0x25b6, 0x2016};
    render_glyph_atlas *atlas = make_atlas(1.0);
    const double box = coverage_of(atlas, 0x10fffd, 0);
    assert_true(box > 1.0);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        const double coverage = coverage_of(atlas, known[i], 0);
        assert_true(coverage > 1.0 && fabs(coverage - box) > 1e-6);
    }
    sinew__render_glyph_atlas_destroy(atlas);
}

static size_t word_at(const unsigned char *bytes, size_t offset)
{
    return (size_t)bytes[offset] << 24 | (size_t)bytes[offset + 1] << 16 | (size_t)bytes[offset + 2] << 8 |
           bytes[offset + 3];
}

static void put_word(unsigned char *bytes, size_t offset, uint32_t word)
{
    for (int i = 0; i < 4; ++i) bytes[offset + (size_t)i] = (unsigned char)(word >> (24 - 8 * i));
}

/// Returns a copy of the built-in font whose last range of characters is one character, with the glyph of an A.
static unsigned char *make_font_with(uint32_t code)
{
    unsigned char *bytes = sinew__allocate(sinew__render_font_file_size);
    assert_non_null(bytes);
    memcpy(bytes, sinew__render_font_file, sinew__render_font_file_size);
    size_t cmap = 0, range = 0;
    for (size_t i = 12; !cmap; i += 16)
        if (memcmp(bytes + i, "cmap", 4) == 0) cmap = word_at(bytes, i + 8);
    for (size_t i = cmap + 4; !range; i += 8) {
        const size_t table = cmap + word_at(bytes, i + 4); // format 12: its groups begin after 16 bytes
        if (word_at(bytes, table) == 12u << 16) range = table + 16 + 12 * (word_at(bytes, table + 12) - 1);
    }
    render_outlines *font = sinew__render_outlines_open(bytes, 0);
    put_word(bytes, range, code);
    put_word(bytes, range + 4, code);
    put_word(bytes, range + 8, (uint32_t)sinew__render_outlines_find(font, 'A'));
    sinew__render_outlines_close(font);
    return bytes;
}

/// A character that the first font lacks comes from the next; a character that neither has stays a box.
static void added_fonts_have_what_the_first_lacks(void **state)
{
    (void)state;
    render_glyph_atlas *atlas = make_atlas(1.0);
    unsigned char *bytes = make_font_with(0x10fff0);
    sinew__render_glyph_atlas_add_font(atlas, "no font", 0);
    sinew__render_glyph_atlas_add_font(atlas, bytes, 0);
    assert_int_equal(atlas->font_count, 2);
    assert_close(coverage_of(atlas, 0x10fff0, 0), coverage_of(atlas, 'A', 0), 0.0);
    assert_true(fabs(coverage_of(atlas, 0x10fff1, 0) - coverage_of(atlas, 'A', 0)) > 1.0);
    sinew__render_glyph_atlas_destroy(atlas);
    sinew_free(bytes);
}

/// Every character of the basic plane, more than fit: those that were rasterised stay, the others have no glyph.
static void a_full_atlas_has_no_further_glyphs(void **state)
{
    (void)state;
    render_glyph_atlas *atlas = make_atlas(1.0);
    const double before = coverage_of(atlas, 'A', 0);
    int missing = 0;
    for (uint32_t code = 0x100; code < 0x10000; ++code) missing += !sinew__render_glyph_find(atlas, code, 0);
    assert_true(missing > 0);
    assert_close(coverage_of(atlas, 'A', 0), before, 0.0);
    sinew__render_glyph_atlas_destroy(atlas);
}

static double lightness(const uint8_t texel[4])
{
    return 0.2126 * pow(texel[0] / 255.0, 2.2) + 0.7152 * pow(texel[1] / 255.0, 2.2) +
           0.0722 * pow(texel[2] / 255.0, 2.2);
}

static void larger_values_are_lighter(void **state)
{
    (void)state;
    uint8_t texels[RENDER_RAMP_TEXELS][4];
    sinew__render_ramp_texels(texels);
    for (int i = 2; i + 8 < RENDER_RAMP_TEXELS; ++i) assert_true(lightness(texels[i + 8]) > lightness(texels[i]));
}

static void ramp_coordinates_are_texel_centres(void **state)
{
    (void)state;
    assert_close(sinew__render_ramp_coordinate(-1.0), 0.5 / 256.0, 1e-6);
    assert_close(sinew__render_ramp_coordinate(0.0), 1.5 / 256.0, 1e-6);
    assert_close(sinew__render_ramp_coordinate(1.0), 255.5 / 256.0, 1e-6);
    assert_close(sinew__render_ramp_coordinate(2.0), 255.5 / 256.0, 1e-6);
}

static void the_weights_of_all_joints_sum_to_one(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4);
    assert_non_null(model);
    for (int32_t vertex = 0; vertex < model->vertex_count; ++vertex) {
        double sum = 0.0;
        int32_t count = 0;
        for (int32_t joint = 0; joint < model->joint_count; ++joint) {
            const double weight = sinew__render_joint_weight(model, vertex, joint);
            sum += weight;
            count += weight != 0.0;
        }
        assert_close(sum, 1.0, 1e-6);
        assert_int_equal(sinew__render_influence_count(model, vertex), count);
        assert_true(count <= sinew__render_max_influences(model));
    }
    sinew_model_destroy(model);
}

// ---- motion -------------------------------------------------------------------------------------------------------

/// A chain of four bones, 2.5 apart along y; bone 1 rotates about z by 90° in 0.5 s and back. So bone 2 moves
/// along a 90° arc around bone 1, from (0, 5) to (∓2.5, 2.5).
static void a_trail_contains_the_joints_positions(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4);
    sinew_trail *trail = NULL;
    sinew_error error;
    assert_int_equal(sinew_trail_create(model, SINEW_ENGINE_EXACT, 0, 2, &trail, &error), SINEW_OK);
    assert_int_equal(trail->points_per_frame, 4);
    assert_int_equal(trail->count, 121); // 30 frames in one second
    double position[3];
    sinew_trail_position(trail, 0.0, position);
    assert_close(position[0], 0.0, 1e-6);
    assert_close(position[1], 5.0, 1e-6);
    sinew_trail_position(trail, 0.5, position);
    assert_close(fabs(position[0]), 2.5, 1e-6);
    assert_close(position[1], 2.5, 1e-6);
    sinew_trail_position(trail, 99.0, position);
    assert_close(position[1], 5.0, 1e-6);
    sinew_trail_destroy(trail);
    sinew_model_destroy(model);
}

/// From 0.5 s to 0.75 s it moves half a unit.
static void the_last_step_of_a_trail_may_be_shorter(void **state)
{
    (void)state;
    double points[3][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.5, 0.0, 0.0}}, position[3];
    const sinew_trail trail = {.points = points, .count = 3, .points_per_frame = 1, .to = 0.75, .step = 0.5};
    sinew_trail_position(&trail, 0.625, position);
    assert_close(position[0], 1.25, 1e-12);
    sinew_trail_position(&trail, 0.75, position);
    assert_close(position[0], 1.5, 1e-12);
}

static void a_trail_without_a_clip_is_one_point(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4);
    sinew_trail *trail = NULL;
    sinew_error error;
    assert_int_equal(sinew_trail_create(model, SINEW_ENGINE_EXACT, SINEW_NONE, 3, &trail, &error), SINEW_OK);
    double position[3];
    sinew_trail_position(trail, 7.0, position);
    assert_int_equal(trail->count, 1);
    assert_close(position[1], 7.5, 1e-6);
    sinew_trail_destroy(trail);
    sinew_model_destroy(model);
}

static void ghosts_are_posed_around_the_time_and_within_the_clip(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4);
    sinew_onion *onion = NULL;
    sinew_error error;
    assert_int_equal(sinew_onion_create(model, 2, &onion, &error), SINEW_OK);
    assert_int_equal(onion->count, 4);
    sinew_onion_pose(onion, model, SINEW_ENGINE_EXACT, 0, 0.15, 0.1);
    // The farthest in time come first: −0.05 s, which is outside the clip, 0.35 s, 0.05 s, 0.25 s.
    static const double expected[4] = {-1.0, 0.35, 0.05, 0.25};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(onion->ghosts[i].is_shown, expected[i] >= 0.0);
        if (onion->ghosts[i].is_shown) assert_close(onion->ghosts[i].pose->timeline, expected[i], 1e-9);
    }
    assert_true(onion->ghosts[0].color[3] < onion->ghosts[2].color[3]);
    sinew_onion_destroy(onion);
    sinew_model_destroy(model);
}

/// A joint that moves 40 along x in two seconds, bouncing up and down every half second.
static sinew_model *make_walker(void)
{
    static sinew_track_key positions[17];
    for (int i = 0; i < 17; ++i) {
        positions[i] = (sinew_track_key){.time = 0.125 * i, .value = {2.5 * i, i % 2 ? 1.0 : 0.0, 0.0}};
    }
    const sinew_raw_joint joint = {.name = "hips", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_track track = {.joint = 0,
                                   .node = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = SINEW_TRACK_TRANSLATION,
                                   .keys = positions,
                                   .key_count = 17,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_clip clip = {.name = "walk", .duration = 2.0, .tracks = &track, .track_count = 1};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1};
    sinew_model *model = NULL;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

static void a_tracking_camera_follows_the_path_and_not_the_bounce(void **state)
{
    (void)state;
    sinew_model *model = make_walker();
    sinew_tracking_camera *tracking = NULL;
    sinew_error error;
    assert_int_equal(sinew_tracking_camera_create(model, SINEW_ENGINE_EXACT, 0, &tracking, &error), SINEW_OK);
    double early[3], late[3];
    sinew_tracking_camera_offset(tracking, 0.5, early);
    sinew_tracking_camera_offset(tracking, 1.5, late);
    assert_close(late[0] - early[0], 20.0, 1e-6);
    for (double time = 0.5; time < 1.5; time += 0.0625) {
        double offset[3];
        sinew_tracking_camera_offset(tracking, time, offset);
        assert_close(offset[1] - early[1], 0.0, 0.13); // of a bounce of 1
    }
    // Relative to the camera, 40 units shrink to the lag of a half-second mean at the ends: 1/8 of them.
    assert_true(tracking->bounds.max[0] - tracking->bounds.min[0] < 12.0);
    sinew_camera camera = {.eye = {0.0, 0.0, 9.0}};
    sinew_bounds bounds;
    sinew_tracking_camera_move(tracking, 1.5, &camera, &bounds);
    assert_close(camera.eye[0], late[0], 0.0);
    assert_close(bounds.center[0], tracking->bounds.center[0] + late[0], 1e-9);
    sinew_tracking_camera_destroy(tracking);
    sinew_model_destroy(model);
}

static void parallel_projection_keeps_the_size_at_the_target(void **state)
{
    (void)state;
    sinew_camera camera = {.eye = {0.0, 0.0, 10.0}, .field_of_view = 90.0};
    sinew_camera_make_parallel(&camera);
    assert_close(camera.field_of_view, 0.0, 0.0);
    assert_close(camera.height, 20.0, 1e-9); // 2 · 10 · tan 45°
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ramp_is_viridis),
        cmocka_unit_test(text_has_the_widths_of_the_font),
        cmocka_unit_test(glyphs_are_antialiased_at_fractions_of_a_pixel),
        cmocka_unit_test(unknown_characters_are_boxes),
        cmocka_unit_test(added_fonts_have_what_the_first_lacks),
        cmocka_unit_test(a_full_atlas_has_no_further_glyphs),
        cmocka_unit_test(larger_values_are_lighter),
        cmocka_unit_test(ramp_coordinates_are_texel_centres),
        cmocka_unit_test(the_weights_of_all_joints_sum_to_one),
        cmocka_unit_test(a_trail_contains_the_joints_positions),
        cmocka_unit_test(the_last_step_of_a_trail_may_be_shorter),
        cmocka_unit_test(a_trail_without_a_clip_is_one_point),
        cmocka_unit_test(ghosts_are_posed_around_the_time_and_within_the_clip),
        cmocka_unit_test(a_tracking_camera_follows_the_path_and_not_the_bounce),
        cmocka_unit_test(parallel_projection_keeps_the_size_at_the_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
