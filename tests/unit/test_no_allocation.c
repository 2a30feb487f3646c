/// A tick allocates nothing: malloc and its kin are counted for the whole process.
#define _GNU_SOURCE
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/ik.h"
#include "sinew/mixer.h"
#include "sinew/playback.h"
#include "sinew/skin.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"

static long counted;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);

void *malloc(size_t size)
{
    ++counted;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    ++counted;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    ++counted;
    return __libc_realloc(memory, size);
}

static void the_counter_counts(void **state)
{
    (void)state;
    const long before = counted;
    void *volatile memory = malloc(3);
    free(memory);
    assert_true(counted > before);
}

/// Ticks through everything that poses and skins.
static void tick_a_thousand_times(const sinew_model *model)
{
    sinew_pose *pose = make_pose(model);
    sinew_playback player;
    sinew_playback_init(&player, model->clips[0].duration);
    float scratch[18], out[9], normals[9];
    const long before = counted;
    for (int tick = 0; tick < 1000; ++tick) {
        sinew_playback_advance(&player, 1.0 / 60);
        for (int engine = 0; engine < SINEW_ENGINE_COUNT; ++engine)
            sinew_pose_evaluate(model, (sinew_engine)engine, 0, sinew_playback_time(&player), pose);
        sinew_pose_evaluate_palette(model, 0, sinew_playback_time(&player), pose);
        sinew_pose_compute_locals(model, pose);
        sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, out, normals);
    }
    assert_int_equal(counted, before);
    sinew_pose_destroy(pose);
}

/// A mixer that fades all the time, one time in three by inertia, and moves in a blend space, with a layer that is
/// added and a joint that aims.
static void mix_a_thousand_times(const sinew_model *model)
{
    sinew_mixer *mixer = NULL;
    sinew_blender *blender = NULL;
    sinew_local_pose *pose = NULL;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_palette_matrix *palette = calloc((size_t)model->skin_joint_count + 1, sizeof *palette);
    const sinew_mixer_layer added = {.mode = SINEW_BLEND_ADDITIVE, .weight = 0.5};
    const sinew_blend_point points[] = {{.clip = 0}, {.clip = SINEW_NONE, .x = 1}};
    sinew_blend_space *space = NULL;
    sinew_root_motion_tables *motions = NULL;
    sinew_mixer_event events[4];
    sinew_mixer_result result = {.events = events, .capacity = 4};
    sinew_mixer_state saved;
    assert_int_equal(sinew_blend_space_create(model, points, 2, NULL, &space, NULL), SINEW_OK);
    assert_int_equal(sinew_root_motion_tables_create(model, NULL, &motions, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_set_motions(mixer, motions, NULL), SINEW_OK);
    const sinew_mixer_clip known = {.space = space};
    sinew_mixer_clip clip = {.clip = 0, .fade = 0.3, .half_life = 0.1, .blender = blender};
    const sinew_ik_aim_joint joint = {1, 1, 0};
    const sinew_ik_aim aim = {
        .joints = &joint, .joint_count = 1, .target = {1, 2, 3}, .forward = {0, 0, 1}, .weight = 1};
    assert_int_equal(sinew_mixer_set_layer(mixer, 1, &added, NULL), SINEW_OK);
    const long before = counted;
    for (int tick = 0; tick < 1000; ++tick) {
        clip.space = tick % 20 < 10 ? space : NULL;
        clip.fade_kind = tick % 3 ? SINEW_FADE_LINEAR : SINEW_FADE_INERTIAL;
        if (tick % 10 == 0) assert_int_equal(sinew_mixer_play(mixer, tick / 10 % 2, &clip, NULL), SINEW_OK);
        if (tick % 70 == 0) sinew_mixer_freeze(mixer, blender);
        sinew_mixer_set_position(mixer, 0, space, 0.01 * (tick % 100), 0);
        sinew_mixer_step(mixer, 1.0 / 60, &result);
        sinew_mixer_get_state(mixer, &saved);
        assert_int_equal(sinew_mixer_set_state(mixer, &saved, &known, 1, NULL), SINEW_OK);
        sinew_mixer_evaluate(mixer, blender, pose);
        sinew_blend_globals(blender, pose);
        (void)sinew_ik_solve_aim(blender, pose, &aim);
        sinew_blend_palette(blender, palette);
    }
    assert_int_equal(counted, before);
    free(palette);
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_mixer_destroy(mixer);
    sinew_root_motion_tables_destroy(motions);
    sinew_blend_space_destroy(space);
}

static void a_thousand_ticks_allocate_nothing(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "a", .parent = SINEW_NONE}, {.name = "b", .parent = 0}};
    const sinew_curve_key keys[2] = {{.ticks = 0, .interpolation = SINEW_CUBIC, .out_time = 0.5f},
                                     {.ticks = INT64_C(46186158000), .value = 90, .in_time = -0.5f}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = 1, .property = SINEW_CHANNEL_ROTATION, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "c", .duration = 1, .channels = &channel, .channel_count = 1};
    const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, shift[3] = {0, 0, 1};
    const uint32_t start[4] = {0, 1, 1, 1};
    const int32_t vertex = 0;
    const sinew_raw_influence influence = {0, 1};
    const sinew_raw_skin_joint skin_joint = {.joint = 1};
    const sinew_raw_shape shape = {.vertices = &vertex, .positions = shift, .count = 1};
    const sinew_raw_morph morph = {.name = "m", .shapes = &shape, .shape_count = 1, .weight = 0.5f};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, &influence, &skin_joint, 1);
    mesh.morphs = &morph;
    mesh.morph_count = 1;
    sinew_model *model = make_model(&(sinew_raw_model){
        .joints = joints, .joint_count = 2, .clips = &clip, .clip_count = 1, .meshes = &mesh, .mesh_count = 1});
    tick_a_thousand_times(model);
    mix_a_thousand_times(model);
    model = make_baked(model, NULL);
    assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
    tick_a_thousand_times(model);
    mix_a_thousand_times(model);
    sinew_model_destroy(model);
}

static void one_after_the_other(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                                void *work)
{
    for (int32_t i = 0; i < count; ++i) body(work, i, i % *(const int32_t *)user);
}

/// A chain of joints with two clips. The first is baked: the limit of bytes leaves no room for the second.
static sinew_model *make_half_baked(void)
{
    enum { JOINTS = 12, KEYS = 2000 };
    static sinew_raw_joint joints[JOINTS];
    static sinew_track_key keys[2][KEYS];
    sinew_raw_track tracks[2];
    sinew_raw_clip clips[2];
    for (int i = 0; i < JOINTS; ++i)
        joints[i] = (sinew_raw_joint){
            .name = "j", .parent = i - 1, .node = SINEW_NONE, .rest = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    for (int c = 0; c < 2; ++c) {
        const int count = c ? KEYS : 2;
        for (int i = 0; i < count; ++i) {
            const double half = sin(0.3 * i);
            keys[c][i] = (sinew_track_key){(double)i / (count - 1), {0, 0, sin(half), cos(half)}};
        }
        tracks[c] = (sinew_raw_track){.node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_ROTATION,
                                      .keys = keys[c],
                                      .key_count = count,
                                      .interpolation = SINEW_LINEAR};
        clips[c] = (sinew_raw_clip){.name = "c", .duration = 1, .tracks = &tracks[c], .track_count = 1};
    }
    const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t start[4] = {0, 1, 1, 1};
    const sinew_raw_influence influence = {0, 1};
    const sinew_raw_skin_joint skin_joint = {.joint = JOINTS - 1, .node = SINEW_NONE};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, &influence, &skin_joint, 1);
    mesh.node = SINEW_NONE;
    sinew_model *made = make_model(&(sinew_raw_model){
        .joints = joints, .joint_count = JOINTS, .clips = clips, .clip_count = 2, .meshes = &mesh, .mesh_count = 1});
    sinew_model *model = make_baked(made, &(sinew_bake_options){.byte_limit = 60000});
    assert_true(sinew_clip_baked_info(model, 0).frame_count > 0 && sinew_clip_baked_info(model, 1).frame_count == 0);
    return model;
}

static void a_thousand_ticks_of_a_crowd_allocate_nothing(void **state)
{
    (void)state;
    enum { COUNT = 203, WORKERS = 3 };
    int32_t workers = WORKERS;
    sinew_model *model = make_half_baked();
    static sinew_crowd_agent characters[COUNT];
    sinew_palette_matrix *palettes = malloc(COUNT * (size_t)model->skin_joint_count * sizeof *palettes);
    assert_non_null(palettes);
    const sinew_crowd_options options = {
        .parallel_for = one_after_the_other, .user = &workers, .worker_count = WORKERS};
    sinew_crowd *crowd;
    assert_int_equal(sinew_crowd_create(model, COUNT, &options, &crowd, NULL), SINEW_OK);
    const size_t entries = COUNT * (size_t)model->skin_joint_count;
    uint16_t *halves = malloc(entries * 12 * sizeof *halves);
    const int32_t last = model->joint_count - 1;
    sinew_lod *lod = NULL;
    sinew_mixer *mixer = NULL;
    const sinew_affine world = {{{0, 0, 1, 5}, {0, 1, 0, 0}, {-1, 0, 0, 3}}};
    const sinew_blend_input layers[2] = {{.source = {.kind = SINEW_BLEND_CLIP, .time = 0.25}, .weight = 0.5f},
                                         {.source = {.kind = SINEW_BLEND_CLIP, .clip = 1}, .weight = 0.5f}};
    assert_non_null(halves);
    assert_int_equal(sinew_lod_create(model, &last, 1, &lod, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.clip = 0}, NULL), SINEW_OK);
    const sinew_crowd_output output = {
        .palettes = palettes, .half_palettes = halves, .palette_entries = (int64_t)entries};
    const long before = counted;
    for (int tick = 0; tick < 1000; ++tick) {
        sinew_mixer_advance(mixer, 1.0 / 60);
        for (int32_t i = 0; i < COUNT; ++i)
            characters[i] = (sinew_crowd_agent){.clip = i % 10 == 9   ? 1
                                                        : i % 10 == 8 ? SINEW_NONE
                                                                      : 0,
                                                .time = (tick + i) % 60 / 60.0,
                                                .mixer = i % 10 == 7 ? mixer : NULL,
                                                .layers = i % 20 == 6 ? layers : NULL,
                                                .layer_count = 2,
                                                .lod = i % 3 ? lod : NULL,
                                                .world = i % 7 ? NULL : &world};
        assert_int_equal(sinew_crowd_evaluate(crowd, characters, COUNT, &output, NULL), SINEW_OK);
    }
    assert_int_equal(counted, before);
    sinew_mixer_destroy(mixer);
    sinew_lod_destroy(lod);
    sinew_crowd_destroy(crowd);
    free(halves);
    free(palettes);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_counter_counts),
        cmocka_unit_test(a_thousand_ticks_allocate_nothing),
        cmocka_unit_test(a_thousand_ticks_of_a_crowd_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
