/// The functions of a page's module, called as page.js calls them, with models made in code: facts, joints, curves,
/// clips, the camera, images and imports. Expected values are arithmetic on paper.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/render/renderer.h"
#include "page/page_module.h"
#include "sinew/retarget.h"
#include "support/held_memory.h"
#include "support/make_body.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/own_context.h"
#include "support/scenes.h"
#include "support/test_stage.h"

// The names under which page.js finds them.
void page_select(int32_t actor);
int page_open(const void *bytes, size_t size);
int page_prepare(int32_t is_new_context);
const char *page_error(void);
const char *page_facts(void);
int page_choose_clip(int32_t clip, double fade, double time, double speed);
int page_blend(int32_t clip, double share);
int page_advance(double seconds);
void page_end_fade(void);
int page_needs_tracking(void);
void page_set_in_place(int32_t is_in_place);
int32_t page_key_times(int32_t joint, double *times, int32_t capacity);
void page_fit(int32_t view);
void page_look_through(int32_t camera);
void page_place(const double *eye_and_target);
void page_camera(double *out_eye_and_target);
void page_rotate(double azimuth, double elevation);
void page_pan(double right, double up);
void page_zoom(double factor, double right, double up);
void page_fit_joint(int32_t joint, double time);
int page_draw(double time, int32_t width, int32_t height, double pixel_scale, int32_t looks, int32_t joint,
              int32_t other_joint, int32_t colors, int32_t skin, int32_t samples, int32_t pairing);
uint32_t page_ramp_color(double value);
int32_t page_max_influences(void);
const uint8_t *page_over(void);
void page_project(float *out);
void page_joint_values(int32_t joint, double *out);
int32_t page_find_curves(int32_t joint, double begin, double end, int32_t point_count);
void page_curve(int32_t index, double *out);
double page_curve_value(int32_t index, double seconds);
int page_judge_image(const void *start, size_t start_size, size_t size, const char *name);
uint32_t page_judged_width(void);
uint32_t page_judged_height(void);
double page_image_limit(double file_bytes);
double page_image_pixels(double limit);
uint8_t *page_halve(uint8_t *pixels, int32_t width, int32_t height, int32_t halvings);
const uint8_t *page_embedded_image(int32_t texture);
size_t page_embedded_size(int32_t texture);
void page_clear_images(void);
void page_set_image(int32_t texture, int32_t width, int32_t height, uint8_t *pixels);
void page_share_image(int32_t texture, int32_t other);
int page_import(const char *name, const void *bytes, size_t size, double memory_limit);
void page_import_free(void);
const void *page_imported(void);
size_t page_imported_size(void);
double page_imported_front(void);
int page_begin_clips(const void *bytes, size_t size);
int page_add_clips(const void *bytes, size_t size);
const char *page_parts(void);
int32_t page_unmatched_joints(void);
int page_end_clips(void);
int page_error_code(void);
const char *page_error_hint(void);
const char *page_shell_word(const char *word);
uint8_t *page_decode(const void *bytes, size_t size, const char *name);
int32_t page_decoded_width(void);
int32_t page_decoded_height(void);

enum { ALONE, BESIDE, OVER };
enum { NO_GROUND = 8, PARALLEL = 128, TRACKING = 256 }; // looks

/// Opens a model in the page, as the bytes of a file, and chooses its first clip or the rest pose.
static void open_page(int32_t actor, sinew_model *model)
{
    void *bytes;
    size_t size;
    sinew_error error;
    if (model->clip_count > 0 && model->baked_byte_count == 0) model = make_baked(model, NULL);
    must(sinew_model_save(model, &bytes, &size, &error), &error);
    page_select(actor);
    if (!page_open(bytes, size) || !page_choose_clip(model->clip_count > 0 ? 0 : SINEW_NONE, 0, 0, 1))
        fail_msg("%s", page_error());
    sinew_free(bytes);
    sinew_model_destroy(model);
    page_fit(0);
}

static void draw(double time, int32_t looks, int32_t joint, int32_t pairing)
{
    for (int i = 0; i < 2; ++i) {
        page_select(i);
        if (page.now->model && !page_prepare(0)) fail_msg("%s", page_error());
    }
    page_select(0);
    if (!page_draw(time, WIDTH, HEIGHT, 1, looks | NO_GROUND, joint, SINEW_NONE, 0, 0, 1, pairing))
        fail_msg("%s", page_error());
}

enum { ROOT, ARM, PIVOT, SHOT, BEHIND, JOINTS };

static sinew_raw_joint joint_at(const char *name, int32_t parent, double x, double y, double z)
{
    return (sinew_raw_joint){.name = name,
                             .parent = parent,
                             .node = SINEW_NONE,
                             .rest = {.t = {x, y, z}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
}

static sinew_raw_track track_of(sinew_track_path path, const sinew_track_key *keys, int32_t count)
{
    return (sinew_raw_track){.joint = ARM,
                             .node = SINEW_NONE,
                             .mesh = SINEW_NONE,
                             .morph = SINEW_NONE,
                             .path = path,
                             .keys = keys,
                             .key_count = count,
                             .interpolation = SINEW_LINEAR};
}

/// An arm at (1, 2, 0), rotated by 90° about z, with a triangle of skin; a camera of the file at (0, 0, 10) that looks
/// along −z, a joint at z = 20, and a helper. In the clip "go" of 2 s the arm moves by 1 unit per second along x, with
/// a key at 0.5 s; in "stay" of 1 s it is at (5, 2, 0).
static sinew_model *make_arm(void)
{
    static const sinew_track_key go[] = {{0, {1, 2, 0}}, {0.5, {1.5, 2, 0}}, {2, {3, 2, 0}}},
                                 stay[] = {{0, {5, 2, 0}}, {1, {5, 2, 0}}};
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t starts[] = {0, 2, 3, 4}, three = 3;
    static const sinew_raw_influence influences[] = {{0, 0.5f}, {1, 0.5f}, {0, 1}, {0, 1}};
    static const sinew_raw_skin_joint skin_joints[] = {{.joint = ARM, .node = SINEW_NONE},
                                                       {.joint = ROOT, .node = SINEW_NONE}};
    static const int32_t slots[] = {0};
    const sinew_raw_track tracks[] = {track_of(SINEW_TRACK_TRANSLATION, go, 3),
                                      track_of(SINEW_TRACK_TRANSLATION, stay, 2)};
    const sinew_raw_clip clips[] = {{.name = "go", .start = 1, .duration = 2, .tracks = &tracks[0], .track_count = 1},
                                    {.name = "stay", .duration = 1, .tracks = &tracks[1], .track_count = 1}};
    sinew_raw_joint joints[JOINTS] = {[ROOT] = joint_at("rig:Root", SINEW_NONE, 0, 0, 0),
                                      [ARM] = joint_at("rig:Arm", ROOT, 1, 2, 0),
                                      [PIVOT] = joint_at("rig:Pivot", ROOT, 0, 0, 0),
                                      [SHOT] = joint_at("rig:Shot", ROOT, 0, 0, 10),
                                      [BEHIND] = joint_at("rig:Behind", ROOT, 0, 0, 20)};
    joints[ROOT].kind = joints[ARM].kind = SINEW_JOINT_BONE;
    joints[ARM].rest.r = (sinew_quat){0, 0, sqrt(0.5), sqrt(0.5)};
    joints[PIVOT].flags = SINEW_JOINT_HELPER;
    joints[SHOT].kind = SINEW_JOINT_CAMERA;
    const sinew_raw_mesh mesh = {.name = "Skin",
                                 .node = SINEW_NONE,
                                 .positions = positions,
                                 .vertex_count = 3,
                                 .polygon_sizes = &three,
                                 .polygon_count = 1,
                                 .polygon_materials = slots,
                                 .influence_start = starts,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 2};
    const sinew_raw_camera cameras[] = {
        {.joint = SHOT, .target = SINEW_NONE, .up_target = SINEW_NONE, .field_of_view = {0, 40}},
        {.joint = SHOT, .target = SINEW_NONE, .up_target = SINEW_NONE, .is_parallel = true, .extent = {0, 6}}};
    const sinew_raw_material material = {.name = "Cloth", .texture = 0, .base_color = {1, 1, 1, 1}};
    const sinew_raw_texture textures[] = {{.path = "cloth.png"}, {.path = "skin.tga"}};
    static const sinew_raw_warning warnings[] = {{"I05", "rig:Arm", "a text", SINEW_SEVERITY_WARNING},
                                                 {"I07", "rig:Shot", "another", SINEW_SEVERITY_WARNING}};
    return make_model(&(sinew_raw_model){.format = "FBX",
                                         .version = "7.4",
                                         .generator = "hand",
                                         .unit_cm = 2.5,
                                         .fps = 24,
                                         .joints = joints,
                                         .joint_count = JOINTS,
                                         .meshes = &mesh,
                                         .mesh_count = 1,
                                         .materials = &material,
                                         .material_count = 1,
                                         .textures = textures,
                                         .texture_count = 2,
                                         .clips = clips,
                                         .clip_count = 2,
                                         .cameras = cameras,
                                         .camera_count = 2,
                                         .warnings = warnings,
                                         .warning_count = 2});
}

/// Joints are in the file's order, without helpers; labels lack the prefix that all names have.
static void facts_are_those_of_the_model(void **state)
{
    (void)state;
    open_page(0, make_arm());
    assert_string_equal(
        page_facts(),
        "{\"format\":\"FBX\",\"version\":\"7.4\",\"generator\":\"hand\",\"up\":\"+Y\",\"front\":\"+Z\",\"unit_cm\":2.5,"
        "\"fps\":24.0,\"size\":1.4142135623730951,\"meshes\":1,\"all_hidden\":false,\"shows_skeleton\":false,"
        "\"vertices\":3,\"triangles\":1,\"materials\":1,\"joints\":["
        "{\"joint\":0,\"name\":\"rig:Root\",\"label\":\"Root\",\"parent\":-1,\"skeletal\":true},"
        "{\"joint\":1,\"name\":\"rig:Arm\",\"label\":\"Arm\",\"parent\":0,\"skeletal\":true},"
        "{\"joint\":3,\"name\":\"rig:Shot\",\"label\":\"Shot\",\"parent\":0,\"skeletal\":false},"
        "{\"joint\":4,\"name\":\"rig:Behind\",\"label\":\"Behind\",\"parent\":0,\"skeletal\":false}],\"clips\":["
        "{\"name\":\"go\",\"start\":1.0,\"duration\":2.0,\"animated_joints\":1,\"keys\":3},"
        "{\"name\":\"stay\",\"start\":0.0,\"duration\":1.0,\"animated_joints\":1,\"keys\":2}],"
        "\"textures\":[\"cloth.png\",\"skin.tga\"],"
        "\"warnings\":[{\"code\":\"I05\",\"object\":\"rig:Arm\",\"text\":\"a "
        "text\"},{\"code\":\"I07\",\"object\":\"rig:Shot\",\"text\":\"another\"}],\"cameras\":[\"rig:Shot\",\"rig:"
        "Shot\"],"
        "\"colors\":[\"material\",\"weights\",\"influences\",\"clay\"],"
        "\"skins\":[\"file\",\"linear\",\"dq\",\"spherical\"]}");
    assert_int_equal(page_max_influences(), 2);
    open_page(1, scene_bones(3));
    assert_non_null(strstr(page_facts(), "\"meshes\":0"));
    assert_non_null(strstr(page_facts(), "\"shows_skeleton\":true"));
    page_select(0);
    assert_non_null(strstr(page_facts(), "\"meshes\":1")); // the other one is still open
}

// ---- joints ---------------------------------------------------------------------------------------------------------

static double x_of_arm(void)
{
    double values[18];
    page_joint_values(ARM, values);
    return values[0];
}

/// Below a joint that is rotated by 90° about z and twice as large, (1, 2, 0) is at (−4, 2, 0).
static void values_are_local_and_global(void **state)
{
    (void)state;
    static const double expected[18] = {1, 2, 0, 0, 0, 90, 1, 1, 1, -4, 2, 0, 0, 0, 180, 2, 2, 2};
    sinew_raw_joint joints[2] = {joint_at("above", SINEW_NONE, 0, 0, 0), joint_at("below", 0, 1, 2, 0)};
    double found[18];
    for (int i = 0; i < 2; ++i) joints[i].rest.r = (sinew_quat){0, 0, sqrt(0.5), sqrt(0.5)};
    joints[0].rest.s = (sinew_vec3){2, 2, 2};
    open_page(0, make_model(&(sinew_raw_model){.joints = joints, .joint_count = 2}));
    draw(0, 0, SINEW_NONE, ALONE);
    page_joint_values(1, found);
    for (int i = 0; i < 18; ++i) assert_close(i == 14 ? fabs(found[i]) : found[i], expected[i], 1e-6);
}

/// x of the arm from 0.25 s to 1.25 s at five times, with a key between the second and the third.
static void curves_are_the_values_of_the_clip(void **state)
{
    (void)state;
    double curve[2 + 5 + 2 * 4];
    open_page(0, make_arm());
    assert_int_equal(page_find_curves(ROOT, 0.25, 1.25, 5), 0);
    assert_int_equal(page_find_curves(ARM, 0.25, 1.25, 5), 3);
    for (int i = 0; i < 3; ++i) {
        page_curve(i, curve);
        assert_close(curve[0], 0, 0); // a translation
        assert_close(curve[1], i, 0);
        for (int k = 0; k < 5; ++k) {
            const double seconds = 0.25 + 0.25 * k, expected[3] = {1 + seconds, 2, 0};
            assert_close(curve[2 + k], expected[i], 1e-9);
            assert_close(page_curve_value(i, seconds), expected[i], 1e-9);
            if (k == 4) continue;
            assert_close(curve[7 + 2 * k], expected[i], 1e-9);
            assert_close(curve[8 + 2 * k], i == 0 ? expected[i] + 0.25 : expected[i], 1e-9);
        }
    }
    page_choose_clip(1, 0, 0, 1);
    page_find_curves(ARM, 0, 1, 2);
    assert_close(page_curve_value(0, 0.5), 5, 1e-9);
}

static void key_times_are_those_of_the_clip(void **state)
{
    (void)state;
    double times[4] = {-1, -1, -1, -1};
    open_page(0, make_arm());
    assert_int_equal(page_key_times(SINEW_NONE, times, 4), 3);
    assert_close(times[1], 0.5, 1e-9);
    assert_close(times[2], 2, 1e-9);
    assert_int_equal(page_key_times(ROOT, times, 4), 0);
    page_choose_clip(SINEW_NONE, 0, 0, 1);
    assert_int_equal(page_key_times(SINEW_NONE, times, 4), 0);
}

// ---- clips ----------------------------------------------------------------------------------------------------------

/// "go" plays on from 1 s at half speed, x = 2, while "stay" with x = 5 fades in for 0.5 s: after 0.125 s x is
/// 0.75 · 2.0625 + 0.25 · 5.
static void a_clip_fades_to_another(void **state)
{
    (void)state;
    open_page(0, make_arm());
    assert_false(page_advance(0.1));
    page_choose_clip(1, 0.5, 1, 0.5);
    assert_true(page_advance(0.125));
    draw(0, 0, SINEW_NONE, ALONE);
    assert_close(x_of_arm(), 0.75 * 2.0625 + 0.25 * 5, 1e-4);
    page_end_fade();
    assert_false(page_advance(0));
    draw(0, 0, SINEW_NONE, ALONE);
    assert_close(x_of_arm(), 5, 1e-4);
    page_choose_clip(0, 0.5, 0, 1);
    assert_true(page_advance(0.4));
    assert_false(page_advance(0.2));
    page_choose_clip(1, 0.5, 0, 1);
    page_choose_clip(0, 0, 0, 1); // at once
    assert_false(page_advance(0));
    draw(0.5, 0, SINEW_NONE, ALONE);
    assert_close(x_of_arm(), 1.5, 1e-4);
    draw(7, 0, SINEW_NONE, ALONE); // the end of the clip
    assert_close(x_of_arm(), 3, 1e-4);
}

/// 0.25 of "stay", and 0.75 of "go" at 1 s. The camera frames x up to 3 of the one and 5 of the other.
static void a_clip_blends_with_another(void **state)
{
    (void)state;
    open_page(0, make_arm());
    assert_true(page_choose_clip(0, 0, 0, 1));
    const double alone = page.now->bounds.max[0];
    page_choose_clip(1, 0.5, 0, 1);
    page_choose_clip(0, 0.5, 0, 1);
    assert_true(page_blend(1, 0.25));
    assert_close(page.now->bounds.max[0], fmax(alone, page.now->bounds.max[0]), 0);
    assert_true(page.now->bounds.max[0] > alone + 1.5);
    draw(1, 0, SINEW_NONE, ALONE);
    assert_close(x_of_arm(), 0.75 * 2 + 0.25 * 5, 1e-4);
    assert_false(page_advance(0));
    assert_true(page_blend(1, 1));
    draw(1, 0, SINEW_NONE, ALONE);
    assert_close(x_of_arm(), 5, 1e-4);
    assert_true(page_blend(SINEW_NONE, 0.5));
    draw(1, 0, SINEW_NONE, ALONE);
    assert_close(x_of_arm(), 2, 1e-4);
    assert_close(page.now->bounds.max[0], alone, 1e-6);
}

/// The hips of a body go a hundred units ahead: too far for a camera that stands still, unless it stays in place.
static void a_character_that_goes_far_is_tracked_unless_it_stays_in_place(void **state)
{
    (void)state;
    const sinew_track_key keys[] = {{0, {0, 0, 0}}, {2, {0, 0, 100}}};
    sinew_raw_joint joints[3] = {joint_at("Hips", SINEW_NONE, 0, 0, 0), joint_at("Spine", 0, 0, 1, 0),
                                 joint_at("Tail", 0, 0, -1, 0)};
    sinew_raw_track track = track_of(SINEW_TRACK_TRANSLATION, keys, 2);
    const sinew_raw_clip clip = {.name = "run", .duration = 2, .tracks = &track, .track_count = 1};
    track.joint = 0;
    for (int i = 0; i < 3; ++i) joints[i].kind = SINEW_JOINT_BONE;
    const sinew_raw_camera shot = {.joint = 1, .target = SINEW_NONE, .up_target = SINEW_NONE, .field_of_view = {0, 40}};
    open_page(0, make_model(&(sinew_raw_model){.joints = joints,
                                               .joint_count = 3,
                                               .clips = &clip,
                                               .clip_count = 1,
                                               .cameras = &shot,
                                               .camera_count = 1,
                                               .fps = 30}));
    double values[18];
    for (int in_place = 0; in_place < 2; ++in_place) {
        page_set_in_place(in_place);
        assert_true(page_choose_clip(0, 0, 0, 1));
        assert_int_equal(page_needs_tracking(), !in_place);
        assert_int_equal(page.now->bounds.radius > 40, !in_place);
        draw(1, 0, SINEW_NONE, ALONE);
        page_joint_values(0, values);
        assert_close(values[9 + 2], in_place ? 0 : 50, 1e-3);
    }
    page_set_in_place(0);
    // With the look, and without a camera of the file, the camera tracks the hips.
    for (int looks = 0; looks <= TRACKING; looks += TRACKING)
        for (int32_t camera = SINEW_NONE; camera <= 0; ++camera) {
            page_look_through(camera);
            assert_true(page_choose_clip(0, 0, 0, 1));
            draw(1, looks, SINEW_NONE, ALONE);
            assert_int_equal(page.actors[0].motion.tracking != NULL, looks == TRACKING && camera == SINEW_NONE);
        }
    page_fit(0);
    open_page(0, make_arm());
    assert_true(page_choose_clip(1, 0, 0, 1)); // does not move
    assert_false(page_needs_tracking());
}

// ---- the camera -----------------------------------------------------------------------------------------------------

static const double pi = 3.14159265358979323846, from_front[] = {0, 0, 10, 0, 0, 0};

static void assert_camera(double eye_x, double eye_y, double eye_z, double x, double y, double z)
{
    const double expected[6] = {eye_x, eye_y, eye_z, x, y, z};
    double found[6];
    page_camera(found);
    for (int i = 0; i < 6; ++i) assert_close(found[i], expected[i], 1e-5);
}

static void the_camera_moves_around_its_target(void **state)
{
    (void)state;
    open_page(1, make_arm());
    open_page(0, make_arm());
    page_place(from_front);
    assert_camera(0, 0, 10, 0, 0, 0);
    page_rotate(pi / 2, 0); // to the left of the character
    assert_camera(10, 0, 0, 0, 0, 0);
    page_rotate(-pi / 2, pi / 6);
    assert_camera(0, 5, 5 * sqrt(3), 0, 0, 0);
    page_rotate(0, 9); // above it, but not quite, so that up is known
    assert_camera(0, 10 * cos(1e-4), 10 * sin(1e-4), 0, 0, 0);
    page_place(from_front);
    const double height = 20 * tan(page.actors[0].orbit.field_of_view * pi / 360); // of the image at the target
    page_pan(0.5, -0.25);
    assert_camera(0.5 * height, -0.25 * height, 10, 0.5 * height, -0.25 * height, 0);
    page_place(from_front);
    page_zoom(0.5, 0.2, 0.1); // the point does not move: the target is halfway to it
    assert_camera(0.1 * height, 0.05 * height, 5, 0.1 * height, 0.05 * height, 0);
    assert_memory_equal(&page.actors[0].orbit, &page.actors[1].orbit, sizeof page.actors[0].orbit);
}

/// A fitted view, and a camera of the file, end when the user moves the camera.
static void moving_the_camera_leaves_the_view(void **state)
{
    (void)state;
    open_page(0, make_arm());
    for (int way = 0; way < 8; ++way) {
        if (way < 4)
            page_fit(0);
        else
            page_look_through(0);
        draw(0, 0, SINEW_NONE, ALONE);
        const sinew_camera before = page.camera;
        if (way % 4 == 0) page_rotate(0.3, 0.1);
        if (way % 4 == 1) page_pan(0.1, 0.1);
        if (way % 4 == 2) page_zoom(0.7, 0, 0);
        if (way % 4 == 3) page_fit_joint(SHOT, 0);
        draw(0, 0, SINEW_NONE, ALONE);
        double moved = 0;
        for (int i = 0; i < 3; ++i) moved += fabs(page.camera.eye[i] - before.eye[i]);
        assert_true(moved > 0.1);
    }
}

/// The arm at (1, 2, 0) from (0, 0, 10), in an image twice as wide as high; joints on its other side get NaN.
static void joints_are_projected_to_the_image(void **state)
{
    (void)state;
    float places[2 * JOINTS];
    open_page(0, make_arm());
    page_place(from_front);
    for (int wide = 1; wide <= 2; ++wide) {
        page_select(0);
        assert_true(page_prepare(0));
        assert_true(page_draw(0, wide * 96, 96, 1, NO_GROUND, SINEW_NONE, SINEW_NONE, 0, 0, 1, ALONE));
        page_project(places);
        const double half = 10 * tan(page.camera.field_of_view * pi / 360);
        assert_close(places[2 * ROOT], 0.5, 1e-6);
        assert_close(places[2 * ROOT + 1], 0.5, 1e-6);
        assert_close(places[2 * ARM], 0.5 + 0.5 / (half * wide), 1e-5);
        assert_close(places[2 * ARM + 1], 0.5 - 0.5 * 2 / half, 1e-5);
        assert_true(isnan(places[2 * BEHIND]) && isnan(places[2 * BEHIND + 1]));
    }
}

/// The file's camera at (0, 0, 10) looks along −z until the user moves it.
static void the_page_looks_through_a_camera_of_the_file(void **state)
{
    (void)state;
    open_page(0, make_arm());
    page_look_through(0);
    draw(0, 0, SINEW_NONE, ALONE);
    for (int i = 0; i < 3; ++i) assert_close(page.camera.eye[i], i == 2 ? 10 : 0, 1e-6);
    assert_close(page.camera.target[0], 0, 1e-6);
    assert_true(page.camera.target[2] < 10);
    assert_close(page.camera.field_of_view, 40, 1e-6);
    draw(0, PARALLEL, SINEW_NONE, ALONE);
    assert_close(page.camera.field_of_view, 0, 0);
    page_look_through(1); // a parallel one, which stays as it is
    for (int32_t looks = 0; looks <= PARALLEL; looks += PARALLEL) {
        draw(0, looks, SINEW_NONE, ALONE);
        assert_close(page.camera.field_of_view, 0, 0);
        assert_close(page.camera.height, 6, 1e-6);
    }
    page_look_through(0);
    page_rotate(pi / 2, 0);
    draw(0, 0, SINEW_NONE, ALONE);
    assert_true(page.camera.eye[0] > 1);
    page_look_through(0);
    page_fit(0);
    draw(0, 0, SINEW_NONE, ALONE);
    assert_true(fabs(page.camera.eye[2] - 10) > 0.1);
}

/// The arm is √5 from its parent, which is in the image: 1.6 times as far, by the angle of view.
static void the_camera_looks_at_a_joint(void **state)
{
    (void)state;
    open_page(0, make_arm());
    page_place(from_front);
    draw(0, 0, SINEW_NONE, ALONE);
    page.actors[0].bounds.radius = 100; // of a motion that is not the limit
    page_fit_joint(ARM, 0);
    const double distance = 1.6 * sqrt(5) / sin(page.actors[0].orbit.field_of_view * pi / 360);
    assert_camera(1, 2, distance, 1, 2, 0);
}

// ---- the image ------------------------------------------------------------------------------------------------------

/// Pixels of page_over that are not grey: red is the brightness of the first model and blue the other's. A pixel of
/// only one of them has a colour of its own.
static int colored_pixels(void)
{
    int colored = 0;
    const uint8_t *pixels = page_over();
    for (int i = 0; i < WIDTH * HEIGHT; ++i) colored += abs(pixels[4 * i] - pixels[4 * i + 2]) > 30;
    return colored;
}

static double distance_of_camera(void)
{
    double square = 0;
    for (int i = 0; i < 3; ++i) square += pow(page.camera.eye[i] - page.camera.target[i], 2);
    return sqrt(square);
}

/// A model over itself has no difference; a wider one is seen on both sides of it, by a camera that frames both.
static void models_over_each_other_show_their_differences(void **state)
{
    (void)state;
    open_page(0, scene_cube(1, 1, 1, 0));
    open_page(1, scene_cube(1, 1, 1, 0));
    draw(0, 0, SINEW_NONE, OVER);
    const double near_by = distance_of_camera();
    assert_int_equal(colored_pixels(), 0);
    open_page(1, scene_cube(3, 1, 1, 0));
    draw(0, 0, SINEW_NONE, OVER);
    assert_true(colored_pixels() > 100);
    assert_true(distance_of_camera() > 1.3 * near_by);
    assert_close(page.camera_bounds.max[0], page.actors[0].bounds.max[0], 0);
}

/// A triangle, 100 cm wide and high, which moves by 1 m in a second. `unit` is in centimetres. The second half
/// of its three vertices follows the second joint.
static sinew_model *make_triangle(double unit)
{
    const double size = 100 / unit;
    const float positions[] = {0, 0, 0, (float)size, 0, 0, 0, (float)size, 0};
    static const uint32_t starts[] = {0, 1, 2, 3}, three = 3;
    static const sinew_raw_influence influences[] = {{0, 1}, {0, 1}, {1, 1}};
    static const sinew_raw_skin_joint skin_joints[] = {{.joint = 0, .node = SINEW_NONE},
                                                       {.joint = 1, .node = SINEW_NONE}};
    const sinew_track_key keys[] = {{0, {0, 0, 0}}, {1, {size, 0, 0}}};
    const sinew_raw_joint joints[] = {joint_at("base", SINEW_NONE, 0, 0, 0), joint_at("top", 0, 0, size, 0)};
    sinew_raw_track track = track_of(SINEW_TRACK_TRANSLATION, keys, 2);
    track.joint = 0;
    const sinew_raw_clip clip = {.name = "go", .duration = 1, .tracks = &track, .track_count = 1};
    const sinew_raw_mesh mesh = {.name = "Skin",
                                 .node = SINEW_NONE,
                                 .positions = positions,
                                 .vertex_count = 3,
                                 .polygon_sizes = &three,
                                 .polygon_count = 1,
                                 .influence_start = starts,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 2};
    return make_model(&(sinew_raw_model){.unit_cm = unit,
                                         .fps = 30,
                                         .joints = joints,
                                         .joint_count = 2,
                                         .meshes = &mesh,
                                         .mesh_count = 1,
                                         .clips = &clip,
                                         .clip_count = 1});
}

/// One triangle in centimetres and in metres: both are posed at the same time, and nothing differs.
static void models_in_other_units_are_converted(void **state)
{
    (void)state;
    open_page(0, make_triangle(1));
    open_page(1, make_triangle(100));
    for (int pairing = BESIDE; pairing <= OVER; ++pairing) {
        const double time = 0.25 * (pairing + 1);
        draw(time, 0, SINEW_NONE, pairing);
        assert_close(page.actors[0].pose->global[0].row[0][3], 100 * time, 1e-2);
        assert_close(page.actors[1].pose->global[0].row[0][3], time, 1e-4);
    }
    assert_int_equal(colored_pixels(), 0);
    open_page(1, make_triangle(10)); // and of another size
    page_choose_clip(SINEW_NONE, 0, 0, 1);
    draw(1, 0, SINEW_NONE, OVER);
    assert_true(colored_pixels() > 100); // one has gone, the other has not
}

/// Draws a triangle over itself, and compares the image with one without looks, joint and colours.
static int changes_image(int32_t looks, int32_t joint, int32_t colors, int32_t joint_before, int32_t colors_before)
{
    static uint8_t before[WIDTH * HEIGHT * 4];
    assert_true(page_draw(0, WIDTH, HEIGHT, 1, NO_GROUND, joint_before, joint_before, colors_before, 0, 1, OVER));
    memcpy(before, page_over(), sizeof before);
    assert_true(page_draw(0, WIDTH, HEIGHT, 1, looks, joint, joint, colors, 0, 1, OVER));
    return memcmp(before, page_over(), sizeof before) != 0;
}

/// Every part that can be switched is seen, as are the weights of the selected joint; without one there are none.
static void looks_change_the_image(void **state)
{
    (void)state;
    enum { SKELETON = 1, NO_MESH = 2, EDGES = 4, AXES = 16, WEIGHTS = 1 };
    open_page(0, make_triangle(1));
    open_page(1, make_triangle(1));
    draw(0, 0, SINEW_NONE, OVER);
    assert_false(changes_image(NO_GROUND, SINEW_NONE, 0, SINEW_NONE, 0));
    assert_true(changes_image(0, SINEW_NONE, 0, SINEW_NONE, 0));
    assert_true(changes_image(NO_GROUND | SKELETON, SINEW_NONE, 0, SINEW_NONE, 0));
    assert_true(changes_image(NO_GROUND | NO_MESH, SINEW_NONE, 0, SINEW_NONE, 0));
    assert_true(changes_image(NO_GROUND | EDGES, SINEW_NONE, 0, SINEW_NONE, 0));
    assert_true(changes_image(NO_GROUND | AXES, SINEW_NONE, 0, SINEW_NONE, 0));
    assert_false(changes_image(NO_GROUND, SINEW_NONE, WEIGHTS, SINEW_NONE, 0));
    assert_true(changes_image(NO_GROUND, 0, WEIGHTS, 0, 0));
    assert_true(changes_image(NO_GROUND, 1, WEIGHTS, 0, WEIGHTS));
}

/// Counts the pixels of the image of two models over each other that differ from their right neighbours.
static int borders_with(int32_t looks, int32_t joint)
{
    int count = 0;
    assert_true(page_draw(0, WIDTH, HEIGHT, 1, looks, joint, joint, 0, 0, 1, OVER));
    for (int i = 0; i + 1 < WIDTH * HEIGHT; ++i)
        count += (i + 1) % WIDTH != 0 && memcmp(page_over() + 4 * i, page_over() + 4 * i + 4, 4) != 0;
    return count;
}

/// Without its parts an image is empty, and each part adds to it. A wireframe has its edges, but less than the mesh
/// with edges.
static void each_look_adds_its_part(void **state)
{
    (void)state;
    enum { SKELETON = 1, NO_MESH = 2, EDGES = 4, AXES = 16 };
    open_page(0, make_triangle(1));
    open_page(1, make_triangle(1));
    draw(0, 0, SINEW_NONE, OVER);
    const int empty = borders_with(NO_GROUND | NO_MESH, SINEW_NONE), mesh = borders_with(NO_GROUND, SINEW_NONE),
              edges = borders_with(NO_GROUND | EDGES, SINEW_NONE),
              wires = borders_with(NO_GROUND | NO_MESH | EDGES, SINEW_NONE);
    assert_true(mesh > empty && edges > mesh && wires > empty);
    assert_true(borders_with(NO_GROUND | NO_MESH | SKELETON, SINEW_NONE) > empty);
    assert_true(borders_with(NO_GROUND | NO_MESH | AXES, SINEW_NONE) > empty);
    assert_true(borders_with(NO_MESH, SINEW_NONE) > empty);
}

/// Words of commands that people copy are quoted for a shell; a byte that is not printable is an octal number.
static void words_of_commands_are_quoted(void **state)
{
    (void)state;
    assert_string_equal(page_shell_word("walk.fbx"), "walk.fbx");
    assert_string_equal(page_shell_word("a walk.fbx"), "'a walk.fbx'");
    assert_string_equal(page_shell_word("a\nb"), "$'a\\012b'");
}

static void values_have_colors(void **state)
{
    (void)state;
    const uint32_t low = page_ramp_color(0), high = page_ramp_color(1);
    for (int shift = 0; shift < 24; shift += 8) { // the renderer's colour, in bytes
        double srgb[3];
        sinew__render_ramp_color(0.3, srgb);
        assert_close(page_ramp_color(0.3) >> (16 - shift) & 255, 255 * srgb[shift / 8], 0.5);
    }
    assert_true(low != high && low <= 0xffffff && high <= 0xffffff);
}

// ---- images of textures ---------------------------------------------------------------------------------------------

/// A PNG states its size in the bytes 16 to 23; a TGA is known by its name and states it in the bytes 12 to 15.
static void images_are_judged_by_their_first_bytes(void **state)
{
    (void)state;
    uint8_t png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D',
                     'R',  0,   0,   2,   1,  0,  0,  0,  7, 8, 6, 0,  0,   0};
    uint8_t tga[18] = {[2] = 2, [12] = 3, [14] = 5, [16] = 24};
    assert_true(page_judge_image(png, sizeof png, 1000, "a.png"));
    assert_int_equal(page_judged_width(), 513);
    assert_int_equal(page_judged_height(), 7);
    assert_true(page_judge_image(tga, sizeof tga, 1000, "folder.v2/a.tga"));
    assert_int_equal(page_judged_width(), 3);
    assert_int_equal(page_judged_height(), 5);
    assert_false(page_judge_image(tga, sizeof tga, 1000, "tga"));
    png[18] = 0x40, png[19] = 1; // 16385, one more than a texture has
    assert_false(page_judge_image(png, sizeof png, 1000, "a.png"));
    png[19] = 0;
    assert_true(page_judge_image(png, sizeof png, 1000, "a.png"));
    assert_int_equal(page_judged_width(), 16384);
    assert_false(page_judge_image("nothing", 7, 7, "a.png"));
}

/// 256 MiB and 64 times the file, 2 GiB at most.
static void images_have_the_memory_of_an_import(void **state)
{
    (void)state;
    const double mib = 1 << 20;
    assert_close(page_image_limit(0), 256 * mib, 0);
    assert_close(page_image_limit(mib), 320 * mib, 0);
    assert_close(page_image_limit(1e9), 2048 * mib, 0);
    assert_true(page_image_pixels(256 * mib) > 0 && page_image_pixels(256 * mib) < 256 * mib);
    assert_true(page_image_pixels(512 * mib) > page_image_pixels(256 * mib));
}

/// 4 × 2 pixels, black and white by halves, then 2 × 1 and 1 × 1: the mean of black and white is 188 in sRGB.
static void images_are_halved(void **state)
{
    (void)state;
    for (int halvings = 1; halvings <= 2; ++halvings) {
        uint8_t *pixels = sinew_allocate(4 * 2 * 4);
        assert_non_null(pixels);
        for (int i = 0; i < 8; ++i) memset(pixels + 4 * i, i % 4 < 2 ? 0 : 255, 4), pixels[4 * i + 3] = 255;
        pixels = page_halve(pixels, 4, 2, halvings);
        assert_non_null(pixels);
        for (int i = 0; i < 3 - halvings; ++i) {
            assert_close(pixels[4 * i], halvings == 2 ? 188 : 255 * i, 1);
            assert_int_equal(pixels[4 * i + 3], 255);
        }
        sinew_free(pixels);
    }
    const double used = memory_in_use();
    for (int i = 0; i < 10; ++i) {
        uint8_t *pixels = sinew_allocate(64 * 64 * 4);
        assert_non_null(pixels);
        memset(pixels, 255, 64 * 64 * 4);
        sinew_free(page_halve(pixels, 64, 64, 3));
    }
    assert_true(memory_in_use() < used + 20000); // the scratch memory is freed
}

/// The bytes of images that the model contains, and of none that are beside it.
static void embedded_images_are_their_bytes(void **state)
{
    (void)state;
    const sinew_raw_texture textures[] = {{.path = "first.png", .format = "png", .bytes = "first", .byte_count = 5},
                                          {.path = "second.png", .format = "png", .bytes = "2nd", .byte_count = 3},
                                          {.path = "beside.png"}};
    const sinew_raw_joint joint = joint_at("root", SINEW_NONE, 0, 0, 0);
    open_page(0, make_model(
                     &(sinew_raw_model){.joints = &joint, .joint_count = 1, .textures = textures, .texture_count = 3}));
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(page_embedded_size(i), textures[i].byte_count);
        assert_memory_equal(page_embedded_image(i), textures[i].bytes, textures[i].byte_count);
    }
    assert_int_equal(page_embedded_size(2), 0);
    assert_null(page_embedded_image(2));
}

/// An image that two textures share is freed once.
static void textures_share_an_image(void **state)
{
    (void)state;
    open_page(0, make_arm());
    for (int again = 0; again < 2; ++again) {
        uint8_t *pixels = sinew_allocate(4);
        assert_non_null(pixels);
        memset(pixels, 255, 4);
        page_set_image(1, 1, 1, pixels);
        page_share_image(0, 1);
        for (int i = 0; i < 2; ++i) {
            assert_ptr_equal(page.now->images[i].pixels, pixels);
            assert_int_equal(page.now->images[i].width, 1);
            assert_int_equal(page.now->shares[i], i == 0);
        }
        draw(0, 0, SINEW_NONE, ALONE);
        page_clear_images();
        for (int i = 0; i < 2; ++i) {
            assert_null(page.now->images[i].pixels);
            assert_int_equal(page.now->images[i].width, 0);
            assert_int_equal(page.now->shares[i], 0);
        }
    }
}

/// Of four textures each in turn uses the image of the next one: the others keep theirs, and all images are freed.
static void each_texture_can_share(void **state)
{
    (void)state;
    enum { TEXTURES = 4, BYTES = 128 * 128 * 4 };
    const sinew_raw_texture textures[TEXTURES] = {
        {.path = "a.png"}, {.path = "b.png"}, {.path = "c.png"}, {.path = "d.png"}};
    const sinew_raw_joint joint = joint_at("root", SINEW_NONE, 0, 0, 0);
    double used = 0;
    open_page(0, make_model(&(sinew_raw_model){
                     .joints = &joint, .joint_count = 1, .textures = textures, .texture_count = TEXTURES}));
    for (int round = 0; round < 5 * TEXTURES; ++round) {
        const int sharing = round % TEXTURES, from = (sharing + 1) % TEXTURES;
        uint8_t *pixels[TEXTURES];
        for (int i = 0; i < TEXTURES; ++i) {
            pixels[i] = i == sharing ? NULL : sinew_allocate(BYTES);
            if (pixels[i]) page_set_image(i, 128, 128, memset(pixels[i], i, BYTES));
        }
        page_share_image(sharing, from);
        for (int i = 0; i < TEXTURES; ++i) {
            assert_ptr_equal(page.now->images[i].pixels, pixels[i == sharing ? from : i]);
            assert_int_equal(page.now->shares[i], i == sharing);
        }
        page_clear_images();
        for (int i = 0; i < TEXTURES; ++i) assert_null(page.now->images[i].pixels);
        if (round == TEXTURES) used = memory_in_use();
    }
    assert_true(memory_in_use() < used + 20000);
}

/// A TGA of two pixels, blue, green and red, from the bottom up.
static void images_are_decoded(void **state)
{
    (void)state;
    static const uint8_t tga[] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 24, 0, 10, 20, 30, 40, 50, 60};
    uint8_t *pixels = page_decode(tga, sizeof tga, "folder.v2/skin.tga");
    assert_non_null(pixels);
    assert_int_equal(page_decoded_width(), 1);
    assert_int_equal(page_decoded_height(), 2);
    assert_memory_equal(pixels, ((uint8_t[]){60, 50, 40, 255, 30, 20, 10, 255}), 8);
    sinew_free(pixels);
}

// ---- imports --------------------------------------------------------------------------------------------------------

static void save(sinew_model *model, void **out_bytes, size_t *out_size)
{
    sinew_error error;
    must(sinew_model_save(model, out_bytes, out_size, &error), &error);
    sinew_model_destroy(model);
}

static int count_of(const char *text, char character)
{
    int count = 0;
    for (; *text; ++text) count += *text == character;
    return count;
}

/// Says of a model's joints which parts of a body they are, as a VRM does.
static sinew_model *state_parts(sinew_model *model)
{
    sinew_body_map map;
    assert_int_equal(sinew_body_map_find(model, &map, NULL), SINEW_OK);
    for (uint32_t i = 0; i < SINEW_BODY_PART_COUNT; ++i)
        if (map.joint[i] != SINEW_NONE) ((sinew_joint *)(uintptr_t)model->joints)[map.joint[i]].stated_part = 1 + i;
    return model;
}

/// Two files that state the parts of their bodies are retargeted even if their joints have the same names.
static void clips_are_retargeted_if_both_files_state_their_parts(void **state)
{
    (void)state;
    for (int stated = 0; stated < 4; ++stated) {
        sinew_model *models[2] = {make_body(&(body_options){.size = 2}), make_body(&(body_options){.has_clip = 1})};
        void *bytes[2];
        size_t sizes[2];
        for (int i = 0; i < 2; ++i) save(stated >> i & 1 ? state_parts(models[i]) : models[i], &bytes[i], &sizes[i]);
        assert_true(page_begin_clips(bytes[0], sizes[0]));
        assert_int_equal(page_add_clips(bytes[1], sizes[1]), stated == 3 ? 2 : 1);
        assert_true(page_end_clips());
        for (int i = 0; i < 2; ++i) sinew_free(bytes[i]);
    }
    page_import_free();
}

/// The joints that a character lacks are counted for each animation by itself.
static void unmatched_joints_are_those_of_the_last_animation(void **state)
{
    (void)state;
    void *bytes[3];
    size_t sizes[3];
    save(make_body(&(body_options){.size = 2}), &bytes[0], &sizes[0]);
    save(make_body(&(body_options){.has_clip = 1, .has_palms = 1}), &bytes[1], &sizes[1]);
    save(make_body(&(body_options){.has_clip = 1}), &bytes[2], &sizes[2]);
    assert_true(page_begin_clips(bytes[0], sizes[0]));
    assert_int_equal(page_add_clips(bytes[1], sizes[1]), 1);
    const int32_t lacking = page_unmatched_joints();
    assert_true(lacking > 0);
    assert_int_equal(page_add_clips(bytes[1], sizes[1]), 1);
    assert_int_equal(page_unmatched_joints(), lacking);
    assert_int_equal(page_add_clips(bytes[2], sizes[2]), 1);
    assert_int_equal(page_unmatched_joints(), 0);
    assert_true(page_end_clips());
    for (int i = 0; i < 3; ++i) sinew_free(bytes[i]);
    page_import_free();
}

/// The clip of a body with the same names is added by them, the clip of one with other names by its parts; models that
/// have no body in common are refused.
static void clips_of_other_files_are_added(void **state)
{
    (void)state;
    static const char *const names[BODY_JOINTS] = {
        "pelvis",     "spine_01",   "spine_02",   "neck_01", "head",   "clavicle_l", "upperarm_l", "lowerarm_l",
        "hand_l",     "index_01_l", "thigh_l",    "calf_l",  "foot_l", "ball_l",     "clavicle_r", "upperarm_r",
        "lowerarm_r", "hand_r",     "index_01_r", "thigh_r", "calf_r", "foot_r",     "ball_r"};
    void *character, *own, *other, *arm;
    size_t sizes[4];
    save(make_body(&(body_options){.size = 2, .has_palms = 1}), &character, &sizes[0]); // little fingers only here
    save(make_body(&(body_options){.has_clip = 1}), &own, &sizes[1]);
    save(make_body(&(body_options){.has_clip = 1, .names = names}), &other, &sizes[2]);
    save(make_arm(), &arm, &sizes[3]);
    assert_true(page_import("body.sinew", character, sizes[0], 0));
    assert_int_equal(page_imported_size(), sizes[0]);
    assert_memory_equal(page_imported(), character, sizes[0]);
    assert_close(page_imported_front(), 0, 1e-6);
    assert_true(page_begin_clips(page_imported(), page_imported_size()));
    assert_int_equal(page_add_clips(own, sizes[1]), 1);
    assert_int_equal(page_unmatched_joints(), 0);
    assert_int_equal(page_add_clips(other, sizes[2]), 2);
    assert_non_null(strstr(page_parts(), "[\"left_foot\",\"mixamorig:LeftFoot\",\"foot_l\"]"));
    assert_int_equal(count_of(page_parts(), '['), 1 + BODY_JOINTS);
    assert_int_equal(count_of(page_parts(), ']'), 1 + BODY_JOINTS);
    assert_int_equal(page_add_clips(arm, sizes[3]), 0);
    assert_int_equal(page_error_code(), SINEW_ERROR_NO_MATCH);
    assert_true(page_end_clips());
    page_select(0);
    assert_true(page_open(page_imported(), page_imported_size()));
    assert_int_equal(page.now->model->clip_count, 2);
    assert_true(page.now->model->baked_byte_count > 0);
    assert_true(page_import("arm.sinew", arm, sizes[3], 0)); // no body
    assert_close(page_imported_front(), 0, 0);
    double used = 0;
    for (int i = 0; i < 20; ++i) { // and nothing of it stays
        page_import("arm.sinew", arm, sizes[3], 0);
        page_import("arm.sinew", arm, sizes[3], 0); // in place of it
        page_begin_clips(character, sizes[0]);
        page_add_clips(own, sizes[1]);
        page_add_clips(arm, sizes[3]);
        page_end_clips();
        page_import_free();
        if (i == 3) used = memory_in_use();
    }
    assert_true(memory_in_use() < used + 20000);
    assert_false(page_import("body.sinew", "nothing", 7, 0));
    assert_int_equal(page_imported_size(), 0);
    assert_string_not_equal(page_error(), "");
    assert_string_equal(page_error_hint(), "");
    static const char pointer[] = "version https://git-lfs.github.com/spec/v1\n";
    assert_false(page_import("walk.fbx", pointer, sizeof pointer - 1, 0));
    assert_string_equal(page_error(), "not a model file but a Git LFS pointer");
    assert_string_equal(page_error_hint(), "git lfs pull fetches the file");
    page_import_free();
    sinew_free(character);
    sinew_free(own);
    sinew_free(other);
    sinew_free(arm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_those_of_the_model),
        cmocka_unit_test(values_are_local_and_global),
        cmocka_unit_test(curves_are_the_values_of_the_clip),
        cmocka_unit_test(key_times_are_those_of_the_clip),
        cmocka_unit_test(a_clip_fades_to_another),
        cmocka_unit_test(a_clip_blends_with_another),
        cmocka_unit_test(a_character_that_goes_far_is_tracked_unless_it_stays_in_place),
        cmocka_unit_test(the_camera_moves_around_its_target),
        cmocka_unit_test(moving_the_camera_leaves_the_view),
        cmocka_unit_test(joints_are_projected_to_the_image),
        cmocka_unit_test(the_page_looks_through_a_camera_of_the_file),
        cmocka_unit_test(the_camera_looks_at_a_joint),
        cmocka_unit_test(models_over_each_other_show_their_differences),
        cmocka_unit_test(models_in_other_units_are_converted),
        cmocka_unit_test(looks_change_the_image),
        cmocka_unit_test(each_look_adds_its_part),
        cmocka_unit_test(words_of_commands_are_quoted),
        cmocka_unit_test(values_have_colors),
        cmocka_unit_test(images_are_judged_by_their_first_bytes),
        cmocka_unit_test(images_have_the_memory_of_an_import),
        cmocka_unit_test(images_are_halved),
        cmocka_unit_test(embedded_images_are_their_bytes),
        cmocka_unit_test(textures_share_an_image),
        cmocka_unit_test(each_texture_can_share),
        cmocka_unit_test(images_are_decoded),
        cmocka_unit_test(clips_are_retargeted_if_both_files_state_their_parts),
        cmocka_unit_test(unmatched_joints_are_those_of_the_last_animation),
        cmocka_unit_test(clips_of_other_files_are_added),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
