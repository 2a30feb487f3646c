/// Crowds: every character is posed as without the others, for any number of characters and threads.
#include "support/cmocka_close.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model/compact_clip.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

enum { JOINTS = 11, SHORT_KEYS = 9, LONG_KEYS = 1500, CLIPS = 3, LONG_CLIP = 2 };

/// A chain with a triangle on every joint.
static sinew_raw_mesh hang_triangles(sinew_raw_joint joints[JOINTS])
{
    static sinew_raw_skin_joint skin_joints[JOINTS];
    static float positions[JOINTS * 9];
    static uint32_t sizes[JOINTS], start[JOINTS * 3 + 1];
    static sinew_raw_influence influences[JOINTS * 3];
    for (int i = 0; i < JOINTS; ++i) {
        joints[i] = (sinew_raw_joint){
            .name = "j", .parent = i - 1, .node = SINEW_NONE, .rest = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        skin_joints[i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
        sizes[i] = 3;
        for (int k = 0; k < 3; ++k) {
            positions[9 * i + 3 * k] = (float)k;
            positions[9 * i + 3 * k + 1] = (float)(i + 1);
            start[3 * i + k + 1] = (uint32_t)(3 * i + k + 1);
            influences[3 * i + k] = (sinew_raw_influence){i, 1.0f};
        }
    }
    return (sinew_raw_mesh){.name = "body",
                            .node = SINEW_NONE,
                            .positions = positions,
                            .vertex_count = JOINTS * 3,
                            .polygon_sizes = sizes,
                            .polygon_count = JOINTS,
                            .influence_start = start,
                            .influences = influences,
                            .skin_joints = skin_joints,
                            .skin_joint_count = JOINTS};
}

/// Every joint turns to and fro for a second, and the morph's weight changes.
static sinew_raw_clip turn_joints(int index)
{
    static sinew_track_key keys[CLIPS][JOINTS][LONG_KEYS];
    static sinew_track_key weights[CLIPS][SHORT_KEYS];
    static sinew_raw_track tracks[CLIPS][JOINTS + 1];
    const int count = index == LONG_CLIP ? LONG_KEYS : SHORT_KEYS;
    for (int i = 0; i < JOINTS; ++i) {
        for (int k = 0; k < count; ++k) {
            const double shake = index == LONG_CLIP && k % 2 ? 0.05 : 0; // no frame rate can say that
            const double half = shake + 0.2 * sin(i + (index + 1) * 6.0 * k / count);
            keys[index][i][k] = (sinew_track_key){(double)k / (count - 1), {0, sin(half), 0, cos(half)}};
        }
        tracks[index][i] = (sinew_raw_track){.joint = i,
                                             .node = SINEW_NONE,
                                             .mesh = SINEW_NONE,
                                             .morph = SINEW_NONE,
                                             .path = SINEW_TRACK_ROTATION,
                                             .keys = keys[index][i],
                                             .key_count = count,
                                             .interpolation = SINEW_LINEAR};
    }
    for (int k = 0; k < SHORT_KEYS; ++k)
        weights[index][k] = (sinew_track_key){(double)k / (SHORT_KEYS - 1), {0.5 + 0.4 * sin(index + k)}};
    sinew_raw_track *weight = &tracks[index][JOINTS];
    *weight = tracks[index][0];
    weight->joint = SINEW_NONE;
    weight->mesh = weight->morph = 0;
    weight->path = SINEW_TRACK_MORPH_WEIGHT;
    weight->keys = weights[index];
    weight->key_count = SHORT_KEYS;
    return (sinew_raw_clip){
        .name = "c", .start = index, .duration = 1, .tracks = tracks[index], .track_count = JOINTS + 1};
}

/// A chain with three clips of a second; the rows of the third are over the limit.
static sinew_model *make_troupe(void)
{
    sinew_raw_joint joints[JOINTS];
    sinew_raw_clip clips[CLIPS];
    sinew_raw_mesh mesh = hang_triangles(joints);
    const int32_t vertex = 0;
    const float shift[3] = {0, 0, 1};
    const sinew_raw_shape shape = {.vertices = &vertex, .positions = shift, .count = 1};
    const sinew_raw_morph morph = {.name = "m", .shapes = &shape, .shape_count = 1, .weight = 0.25f};
    mesh.morphs = &morph;
    mesh.morph_count = 1;
    for (int c = 0; c < CLIPS; ++c) clips[c] = turn_joints(c);
    sinew_model *made = make_model(&(sinew_raw_model){.joints = joints,
                                                      .joint_count = JOINTS,
                                                      .meshes = &mesh,
                                                      .mesh_count = 1,
                                                      .clips = clips,
                                                      .clip_count = CLIPS});
    sinew_model *model = make_baked(made, &(sinew_bake_options){.byte_limit = 100000});
    for (int32_t i = 0; i < CLIPS; ++i)
        assert_int_equal(sinew_clip_baked_info(model, i).frame_count > 0, i != LONG_CLIP);
    return model;
}

/// Characters with clips and times by a rule that mixes them: the rest pose, and times outside a clip, among them.
static void cast(sinew_crowd_agent *characters, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        const int32_t clip = i * 7 % 9 % (CLIPS + 1) - 1;
        characters[i] =
            (sinew_crowd_agent){.clip = clip, .time = clip + (i * 37 % 101) / 100.0 + (i % 50 == 49 ? 5 : 0)};
    }
}

/// Poses all characters into palettes side by side.
static void evaluate(sinew_crowd *crowd, const sinew_model *model, const sinew_crowd_agent *characters, int32_t count,
                     sinew_palette_matrix *palettes, float *weights)
{
    const sinew_crowd_output output = {
        .palettes = palettes, .palette_entries = (int64_t)count * model->skin_joint_count, .morph_weights = weights};
    assert_int_equal(sinew_crowd_evaluate(crowd, characters, count, &output, NULL), SINEW_OK);
}

static void sizes_out_of_range_are_refused_by_name(void **state)
{
    (void)state;
    sinew_model *model = make_troupe();
    sinew_crowd *crowd;
    sinew_error error = {0};
    assert_int_equal(sinew_crowd_create(model, -1, NULL, &crowd, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(crowd);
    assert_int_equal(sinew_crowd_create(model, SINEW_CROWD_AGENTS_MAX + 1, NULL, &crowd, &error), SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "1048576"));
    assert_int_equal(sinew_crowd_create(model, 1, &(sinew_crowd_options){.worker_count = 5000}, &crowd, &error),
                     SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "1024"));
    sinew_model_destroy(model);
}

static void nobody_is_a_crowd(void **state)
{
    (void)state;
    sinew_model *model = make_troupe();
    sinew_crowd *crowd;
    assert_int_equal(sinew_crowd_create(model, 0, NULL, &crowd, NULL), SINEW_OK);
    evaluate(crowd, model, NULL, 0, NULL, NULL);
    sinew_crowd_destroy(crowd);
    sinew_crowd_destroy(NULL);
    sinew_model_destroy(model);
}

static void assert_posed_as_alone(const sinew_model *model, const sinew_crowd_agent *who,
                                  const sinew_palette_matrix *palette, sinew_pose *alone)
{
    sinew_pose_evaluate_palette(model, who->clip, who->time, alone);
    for (int32_t k = 0; k < model->skin_joint_count * 12; ++k)
        assert_true(palette[k / 12].row[k % 12 / 4][k % 4] == alone->palette[k / 12].row[k % 12 / 4][k % 4]);
}

/// Palettes and weights are the same as for one pose at a time, for all small sizes, and nothing beyond them is
/// written.
static void each_is_posed_as_alone(void **state)
{
    (void)state;
    enum { MOST = 67 };
    sinew_model *model = make_troupe();
    sinew_pose *alone;
    sinew_crowd *crowd;
    assert_int_equal(sinew_pose_create(model, &alone, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_create(model, MOST, NULL, &crowd, NULL), SINEW_OK);
    static sinew_palette_matrix palettes[(MOST + 1) * JOINTS];
    float weights[MOST + 1];
    sinew_crowd_agent characters[MOST];
    cast(characters, MOST);
    for (int32_t count = 1; count <= MOST; ++count) {
        memset(palettes, 0xde, sizeof palettes);
        memset(weights, 0xde, sizeof weights);
        evaluate(crowd, model, characters, count, palettes, count % 2 ? weights : NULL);
        for (int32_t i = 0; i < count; ++i) {
            assert_posed_as_alone(model, &characters[i], palettes + (size_t)i * JOINTS, alone);
            if (count % 2) assert_true(weights[i] == alone->morph_weights[0]);
        }
        const unsigned char *beyond = (const unsigned char *)&palettes[count * JOINTS];
        for (size_t k = 0; k < sizeof *palettes * JOINTS; ++k) assert_int_equal(beyond[k], 0xde);
    }
    sinew_crowd_destroy(crowd);
    sinew_pose_destroy(alone);
    sinew_model_destroy(model);
}

/// Characters that mix clips also have the palettes and weights of a single one, whether or not others mix the same
/// clips.
static void each_mixes_as_alone(void **state)
{
    (void)state;
    enum { MOST = 67 };
    sinew_model *model = make_troupe();
    sinew_blender *blender;
    sinew_crowd *crowd;
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_create(model, MOST, NULL, &crowd, NULL), SINEW_OK);
    static sinew_palette_matrix palettes[MOST * JOINTS], alone[JOINTS];
    static sinew_blend_input layers[MOST][2];
    static sinew_crowd_agent characters[MOST];
    float weights[MOST];
    for (int32_t i = 0; i < MOST; ++i) {
        for (int32_t k = 0; k < 2; ++k)
            layers[i][k] = (sinew_blend_input){
                .source = {.kind = SINEW_BLEND_CLIP, .clip = (i % 7 + k) % CLIPS, .time = (i * 37 % 101) / 101.0},
                .weight = (float)(k ? 0.3 : 0.2 + i % 3 * 0.2)};
        characters[i] = (sinew_crowd_agent){.layers = layers[i], .layer_count = 2};
    }
    evaluate(crowd, model, characters, MOST, palettes, weights);
    for (int32_t i = 0; i < MOST; ++i) {
        float weight;
        sinew_blend_evaluate_palette(blender, layers[i], 2, alone, &weight);
        assert_memory_equal(palettes + (size_t)i * JOINTS, alone, sizeof alone);
        assert_true(weights[i] == weight);
    }
    sinew_crowd_destroy(crowd);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// Poses `count` characters, spread over the second that the first clip lasts, together and one by one.
static void check_spread_crowd(const sinew_model *model, int32_t count)
{
    const size_t skin_joints = (size_t)model->skin_joint_count;
    sinew_palette_matrix *palettes = malloc((size_t)count * skin_joints * sizeof *palettes);
    sinew_crowd_agent *characters = calloc((size_t)count, sizeof *characters);
    sinew_pose *alone;
    sinew_crowd *crowd;
    assert_true(palettes && characters);
    for (int32_t i = 0; i < count; ++i) characters[i] = (sinew_crowd_agent){.clip = 0, .time = i / (count - 1.0)};
    assert_int_equal(sinew_crowd_create(model, count, NULL, &crowd, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &alone, NULL), SINEW_OK);
    evaluate(crowd, model, characters, count, palettes, NULL);
    for (int32_t i = 0; i < count; ++i)
        assert_posed_as_alone(model, &characters[i], palettes + (size_t)i * skin_joints, alone);
    sinew_crowd_destroy(crowd);
    sinew_pose_destroy(alone);
    free(characters);
    free(palettes);
}

/// Returns whether a clip stores curves as two numbers per key, a value and an offset.
static int has_second_curves(const sinew_model *model, int32_t clip)
{
    const sinew__compact_clip *compact = sinew__compact_of(model, sinew__baked_clip_of(model, clip));
    const sinew__component_curves *curves = (const void *)(model->baked + compact->components);
    for (int32_t i = 0; i < compact->component_count; ++i)
        if (curves[i].adds) return 1;
    return 0;
}

static void second_curves_are_added(void **state)
{
    (void)state;
    chain *made = make_tree();
    for (int32_t i = 0; i < made->raw.joint_count; ++i)
        for (int32_t k = 0; k < KEYS; ++k) made->keys[i][k].value *= 8;
    sinew_model *model = make_baked(make_model(&made->raw), &(sinew_bake_options){.error = 1e-5});
    assert_true(has_second_curves(model, 0));
    check_spread_crowd(model, 24);
    sinew_model_destroy(model);
}

static void joints_that_lead_to_no_skin_joint_change_nothing(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_partly_skinned_tree()->raw), NULL);
    check_spread_crowd(model, 24);
    sinew_model_destroy(model);
}

// ---- workers ------------------------------------------------------------------------------------------------------

enum { THREADS = 4 };

/// A pool as a caller would bring: every thread takes the next index until none is left.
typedef struct pool {
    pthread_mutex_t lock;
    int32_t next, count, thread_count;
    void (*body)(void *work, int32_t index, int32_t worker);
    void *work;
} pool;

typedef struct pool_thread {
    pool *owner;
    int32_t worker;
    pthread_t thread;
} pool_thread;

static void *take_turns(void *argument)
{
    const pool_thread *own = argument;
    for (;;) {
        pthread_mutex_lock(&own->owner->lock);
        const int32_t index = own->owner->next++;
        pthread_mutex_unlock(&own->owner->lock);
        if (index >= own->owner->count) return NULL;
        own->owner->body(own->owner->work, index, own->worker);
    }
}

static void run_on_threads(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                           void *work)
{
    const int32_t thread_count = *(const int32_t *)user;
    pool shared = {.lock = PTHREAD_MUTEX_INITIALIZER, .count = count, .body = body, .work = work};
    pool_thread threads[THREADS];
    for (int32_t i = 0; i < thread_count; ++i) {
        threads[i] = (pool_thread){.owner = &shared, .worker = i};
        assert_int_equal(pthread_create(&threads[i].thread, NULL, take_turns, &threads[i]), 0);
    }
    for (int32_t i = 0; i < thread_count; ++i) pthread_join(threads[i].thread, NULL);
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    sinew_model *model = make_troupe();
    const size_t bytes = (size_t)COUNT * JOINTS * sizeof(sinew_palette_matrix);
    sinew_crowd_agent *characters = malloc(COUNT * sizeof *characters);
    sinew_palette_matrix *palettes[THREADS + 1];
    assert_non_null(characters);
    cast(characters, COUNT);
    for (int32_t threads = 0; threads <= THREADS; ++threads) {
        const sinew_crowd_options options = {
            .parallel_for = threads ? run_on_threads : NULL, .user = &threads, .worker_count = threads};
        sinew_crowd *crowd;
        palettes[threads] = malloc(bytes);
        assert_non_null(palettes[threads]);
        assert_int_equal(sinew_crowd_create(model, COUNT, &options, &crowd, NULL), SINEW_OK);
        for (int again = 0; again < 5; ++again) {
            memset(palettes[threads], 0xde, bytes);
            evaluate(crowd, model, characters, COUNT, palettes[threads], NULL);
            assert_memory_equal(palettes[threads], palettes[0], bytes);
        }
        sinew_crowd_destroy(crowd);
    }
    for (int32_t threads = 0; threads <= THREADS; ++threads) free(palettes[threads]);
    free(characters);
    sinew_model_destroy(model);
}

static void refuse_to_run(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker),
                          void *work)
{
    (void)user, (void)count, (void)body, (void)work;
    fail_msg("a thread was asked for");
}

static void a_few_characters_need_no_thread(void **state)
{
    (void)state;
    enum { COUNT = 9 };
    sinew_model *model = make_troupe();
    static sinew_palette_matrix palettes[COUNT * JOINTS];
    sinew_crowd_agent characters[COUNT];
    sinew_crowd *crowd;
    cast(characters, COUNT);
    const sinew_crowd_options options = {.parallel_for = refuse_to_run, .worker_count = 4};
    assert_int_equal(sinew_crowd_create(model, COUNT, &options, &crowd, NULL), SINEW_OK);
    evaluate(crowd, model, characters, 0, palettes, NULL);
    evaluate(crowd, model, characters, COUNT, palettes, NULL);
    sinew_crowd_destroy(crowd);
    sinew_model_destroy(model);
}

// ---- limits -------------------------------------------------------------------------------------------------------

static void crowds_around_sixteen_bits_are_posed_to_the_last(void **state)
{
    (void)state;
    enum { MOST = 65537 };
    sinew_model *model = make_troupe();
    sinew_crowd_agent *characters = malloc(MOST * sizeof *characters);
    sinew_palette_matrix *palettes = malloc((size_t)MOST * JOINTS * sizeof *palettes);
    sinew_pose *alone;
    sinew_crowd *crowd;
    assert_true(characters && palettes);
    for (int32_t i = 0; i < MOST; ++i)
        characters[i] = (sinew_crowd_agent){.clip = i % 2, .time = i % 2 + (i % 100) / 100.0};
    assert_int_equal(sinew_crowd_create(model, MOST, NULL, &crowd, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &alone, NULL), SINEW_OK);
    for (int32_t count = 65535; count <= MOST; ++count) {
        evaluate(crowd, model, characters, count, palettes, NULL);
        for (int32_t i = count - 20; i < count; ++i)
            assert_posed_as_alone(model, &characters[i], palettes + (size_t)i * JOINTS, alone);
    }
    sinew_crowd_destroy(crowd);
    assert_int_equal(sinew_crowd_create(model, SINEW_CROWD_AGENTS_MAX, NULL, &crowd, NULL), SINEW_OK);
    evaluate(crowd, model, characters, 9, palettes, NULL);
    assert_posed_as_alone(model, &characters[8], palettes + (size_t)8 * JOINTS, alone);
    sinew_crowd_destroy(crowd);
    sinew_pose_destroy(alone);
    free(characters);
    free(palettes);
    sinew_model_destroy(model);
}

/// As many joints as a model can have, in a tree of two children each, under a root that turns.
static sinew_model *make_giant(int32_t joint_count)
{
    const sinew_track_key keys[2] = {{0, {0, 0, 0, 1}}, {1, {0, 0, 1, 0}}};
    const sinew_raw_track track = {.node = SINEW_NONE,
                                   .mesh = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = SINEW_TRACK_ROTATION,
                                   .keys = keys,
                                   .key_count = 2,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_clip clip = {.name = "turn", .duration = 1, .tracks = &track, .track_count = 1};
    const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t start[4] = {0, 1, 1, 1};
    sinew_raw_joint *joints = calloc((size_t)joint_count, sizeof *joints);
    sinew_raw_skin_joint *skin_joints = calloc((size_t)joint_count, sizeof *skin_joints);
    assert_true(joints && skin_joints);
    for (int32_t i = 0; i < joint_count; ++i) {
        joints[i] = (sinew_raw_joint){.name = "j",
                                      .parent = i ? (i - 1) / 2 : SINEW_NONE,
                                      .node = SINEW_NONE,
                                      .rest = {{i % 3, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        skin_joints[i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
    }
    const sinew_raw_influence influence = {joint_count - 1, 1.0f};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, &influence, skin_joints, joint_count);
    mesh.node = SINEW_NONE;
    sinew_model *made = make_model(&(sinew_raw_model){.joints = joints,
                                                      .joint_count = joint_count,
                                                      .meshes = &mesh,
                                                      .mesh_count = 1,
                                                      .clips = &clip,
                                                      .clip_count = 1});
    free(joints);
    free(skin_joints);
    return make_baked(made, NULL);
}

/// A level without a fourth of the joints, in hundreds of chunks. Halfway, so that nothing rounds away.
static void check_giant_level(const sinew_model *model)
{
    const int32_t limb = 4, entries = model->skin_joint_count;
    sinew_palette_matrix *palettes = malloc(2 * (size_t)entries * sizeof *palettes);
    sinew_lod *lod = NULL;
    sinew_crowd *crowd;
    assert_non_null(palettes);
    assert_int_equal(sinew_lod_create(model, &limb, 1, &lod, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_create(model, 2, NULL, &crowd, NULL), SINEW_OK);
    const sinew_crowd_agent characters[2] = {{.time = 0.5}, {.time = 0.5, .lod = lod}};
    evaluate(crowd, model, characters, 2, palettes, NULL);
    for (int32_t i = 0; i < entries; ++i) {
        const int32_t joint = sinew_lod_joint(lod, model->skin_joints[i].joint);
        const sinew_palette_matrix *own = &palettes[entries + i];
        if (joint == model->skin_joints[i].joint)
            assert_memory_equal(own, &palettes[i], sizeof *own);
        else
            assert_memory_equal(own, &palettes[entries + joint], sizeof *own); // as many skin joints as joints
    }
    sinew_crowd_destroy(crowd);
    sinew_lod_destroy(lod);
    free(palettes);
}

static void characters_of_the_most_joints_are_posed_together(void **state)
{
    (void)state;
    enum { MOST = 65535 };
    sinew_model *model = make_giant(MOST);
    assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
    assert_true(model->skin_joint_count >= MOST);
    check_spread_crowd(model, 9);
    check_giant_level(model);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_out_of_range_are_refused_by_name),
        cmocka_unit_test(nobody_is_a_crowd),
        cmocka_unit_test(each_is_posed_as_alone),
        cmocka_unit_test(each_mixes_as_alone),
        cmocka_unit_test(second_curves_are_added),
        cmocka_unit_test(joints_that_lead_to_no_skin_joint_change_nothing),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(a_few_characters_need_no_thread),
        cmocka_unit_test(crowds_around_sixteen_bits_are_posed_to_the_last),
        cmocka_unit_test(characters_of_the_most_joints_are_posed_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
