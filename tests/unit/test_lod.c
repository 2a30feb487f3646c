/// Levels of detail: joints that stay have the entries of the whole model, those that are left out the one of what
/// stands for them, whatever a character plays.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/crowd/crowd.h"
#include "runtime/model/compact_clip.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/lod.h"
#include "sinew/mixer.h"
#include "sinew/root_motion.h"
#include "support/each_kernel.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/make_walkers.h"
#include "support/random_number.h"
#include "support/wave_chain.h"

enum { COUNT = 24, KINDS = 4 };

typedef struct lod_test {
    sinew_model *model;
    sinew_lod *lod;
    sinew_crowd *crowd;
    sinew_blender *blender; ///< of inertial fades
    sinew_mixer *mixers[COUNT];
    sinew_joint_mask *mask;
    sinew_root_motion_tables *motions;
    sinew_blend_input layers[COUNT][2];
    sinew_crowd_agent characters[2][COUNT]; ///< with all joints, and with the level's joints
    sinew_palette_matrix *palettes[2];
} lod_test;

/// Clips, the rest pose, fades that move in place, half of them inertial, and layers within a mask.
static void open_test(sinew_model *model, const int32_t *left_out, int32_t count, lod_test *out)
{
    *out = (lod_test){.model = model};
    assert_int_equal(sinew_lod_create(model, left_out, count, &out->lod, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_create(model, COUNT, NULL, &out->crowd, NULL), SINEW_OK);
    assert_int_equal(sinew_blender_create(model, &out->blender, NULL), SINEW_OK);
    assert_int_equal(sinew_joint_mask_create(model, 0.25, &out->mask, NULL), SINEW_OK);
    if (model->clip_count > 1)
        assert_int_equal(sinew_root_motion_tables_create(model, NULL, &out->motions, NULL), SINEW_OK);
    for (int i = 0; i < COUNT; ++i) {
        sinew_crowd_agent who = {.clip = i % model->clip_count, .time = 0.04 * i};
        if (i % KINDS == 1) {
            assert_int_equal(sinew_mixer_create(model, &out->mixers[i], NULL), SINEW_OK);
            assert_int_equal(sinew_mixer_set_motions(out->mixers[i], out->motions, NULL), SINEW_OK);
            for (int k = 0; k < 2; ++k) {
                const sinew_mixer_clip clip = {.clip = (i + k) % model->clip_count,
                                               .start = 0.3 * k + 0.01 * i,
                                               .fade = 1,
                                               .fade_kind = i % 8 == 5 ? SINEW_FADE_INERTIAL : SINEW_FADE_LINEAR,
                                               .blender = out->blender};
                assert_int_equal(sinew_mixer_play(out->mixers[i], 0, &clip, NULL), SINEW_OK);
            }
            sinew_mixer_advance(out->mixers[i], 0.03 * i);
            who.mixer = out->mixers[i];
        } else if (i % KINDS == 2) {
            for (int k = 0; k < 2; ++k)
                out->layers[i][k] = (sinew_blend_input){
                    .source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = 0.4 * k + 0.01 * i}, .weight = 0.5f};
            out->layers[i][1].mask = i % 8 == 2 ? out->mask : NULL;
            who.layers = out->layers[i];
            who.layer_count = 2;
        } else if (i % 8 == 7) {
            who.clip = SINEW_NONE;
        }
        out->characters[0][i] = out->characters[1][i] = who;
        out->characters[1][i].lod = out->lod;
    }
    for (int k = 0; k < 2; ++k) {
        const int64_t entries = (int64_t)COUNT * model->skin_joint_count;
        out->palettes[k] = malloc((size_t)entries * sizeof *out->palettes[k]);
        assert_non_null(out->palettes[k]);
        memset(out->palettes[k], 0xde, (size_t)entries * sizeof *out->palettes[k]);
        const sinew_crowd_output output = {.palettes = out->palettes[k], .palette_entries = entries};
        assert_int_equal(sinew_crowd_evaluate(out->crowd, out->characters[k], COUNT, &output, NULL), SINEW_OK);
    }
}

static void close_test(lod_test *test)
{
    for (int i = 0; i < COUNT; ++i) sinew_mixer_destroy(test->mixers[i]);
    for (int k = 0; k < 2; ++k) free(test->palettes[k]);
    sinew_root_motion_tables_destroy(test->motions);
    sinew_joint_mask_destroy(test->mask);
    sinew_blender_destroy(test->blender);
    sinew_crowd_destroy(test->crowd);
    sinew_lod_destroy(test->lod);
}

/// The skin joint of a joint in the mesh of another skin joint, or SINEW_NONE.
static int32_t skin_joint_of(const sinew_model *model, int32_t joint, int32_t mesh)
{
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        if (model->skin_joints[i].joint == joint && model->skin_joints[i].mesh == mesh) return i;
    return SINEW_NONE;
}

/// Largest difference of elements, of shifts in parts of the model's size.
static double difference_of(const sinew_model *model, const sinew_palette_matrix *a, const sinew_palette_matrix *b)
{
    double most = 0;
    for (int k = 0; k < 12; ++k) {
        const double unit = k % 4 == 3 ? model->info->size : 1;
        most = fmax(most, fabs((double)a->row[k / 4][k % 4] - (double)b->row[k / 4][k % 4]) / unit);
    }
    return most;
}

/// Returns how many entries of joints that are left out were compared.
static int check(const lod_test *test)
{
    const sinew_model *model = test->model;
    int left_out = 0;
    for (int32_t i = 0; i < COUNT; ++i) {
        const sinew_palette_matrix *all = test->palettes[0] + (size_t)i * (size_t)model->skin_joint_count,
                                   *own = test->palettes[1] + (size_t)i * (size_t)model->skin_joint_count;
        for (int32_t k = 0; k < model->skin_joint_count; ++k) {
            const sinew_skin_joint *skin_joint = &model->skin_joints[k];
            const int32_t joint = sinew_lod_joint(test->lod, skin_joint->joint);
            if (joint == skin_joint->joint) {
                assert_true(difference_of(model, &all[k], &own[k]) <= 5e-6);
                continue;
            }
            const int32_t stands = skin_joint_of(model, joint, skin_joint->mesh);
            if (stands == SINEW_NONE) {
                for (int e = 0; e < 12; ++e) assert_true(isfinite(own[k].row[e / 4][e % 4]));
            } else {
                assert_memory_equal(&own[k], &own[stands], sizeof *own);
                ++left_out;
            }
        }
    }
    return left_out;
}

/// Leaves, whole limbs, and nothing; of a tree whose joints all, or only a few, have skin joints.
static void entries_are_those_of_the_whole_model_or_of_what_stands_for_them(void **state)
{
    (void)state;
    static const int32_t limbs[] = {2, 7, 30, 59}, leaves[] = {20, 21, 25, 33, 41, 42, 43, 58};
    const struct {
        const int32_t *joints;
        int32_t count;
    } sets[] = {{limbs, 4}, {leaves, 8}, {NULL, 0}};
    for (int variant = 0; variant < 2; ++variant) {
        sinew_model *model = make_baked(make_model(&(variant ? make_partly_skinned_tree() : make_tree())->raw), NULL);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) {
                lod_test test;
                open_test(model, sets[i].joints, sets[i].count, &test);
                const int left_out = check(&test);
                if (!variant) assert_int_equal(left_out > 0, sets[i].count > 0);
                close_test(&test);
            }
        }
        sinew_model_destroy(model);
    }
}

/// Models without baked clips are posed whole; also clips that inherit scales joint by joint.
static void what_is_not_baked_has_levels_too(void **state)
{
    (void)state;
    static const int32_t limbs[] = {2, 7, 30, 59}, end[] = {12};
    lod_test test;
    sinew_model *model = make_model(&make_tree()->raw);
    open_test(model, limbs, 4, &test);
    assert_true(check(&test) > 0);
    close_test(&test);
    sinew_model_destroy(model);
    for (int uneven = 0; uneven < 2; ++uneven) {
        model = make_baked(make_model(&make_busy_chain(uneven)->raw), NULL);
        open_test(model, end, 1, &test);
        (void)check(&test);
        close_test(&test);
        sinew_model_destroy(model);
    }
}

/// Curves that fit no grid have pieces, and lines between keys at random times are uneven. Where joints are left out,
/// those curves have other numbers.
static void levels_keep_pieces_of_their_curves(void **state)
{
    (void)state;
    static const int32_t limbs[] = {2, 7, 30, 59};
    lod_test test;
    chain *made = make_tree();
    uint32_t seed = 2;
    for (int32_t i = 0; i < made->raw.joint_count; i += 3) bend_curve(made, i, &seed);
    for (int32_t i = 1; i < made->raw.joint_count; i += 3) // other curves have uneven keys
        for (int32_t k = 1; k < KEYS - 1; ++k)
            made->keys[i][k].ticks += (int64_t)random_number(&seed, 0, (double)second / 61);
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const sinew__compact_clip *clip = sinew__compact_of(model, sinew__baked_clip_of(model, 0));
    int uneven = 0;
    for (int32_t i = 0; i < clip->grid_count; ++i) uneven |= clip->grids[i].taps == SINEW__UNEVEN;
    assert_true(clip->piece_count > 10 * KEYS && uneven);
    open_test(model, limbs, 4, &test);
    assert_true(check(&test) > 0);
    close_test(&test);
    sinew_model_destroy(model);
}

/// Hips that move in place keep doing so, and a hand that is left out goes with them.
static void root_motion_is_taken_out_of_levels(void **state)
{
    (void)state;
    sinew_model *model = make_walkers(NULL);
    const int32_t hand = model->joint_count - 1;
    lod_test test;
    open_test(model, &hand, 1, &test);
    (void)check(&test);
    close_test(&test);
    sinew_model_destroy(model);
}

// ---- many levels ----------------------------------------------------------------------------------------------------

enum { LEVELS = 11, EACH = 8, MANY = LEVELS * EACH };

static void open_levels(const sinew_model *model, sinew_lod *out[LEVELS])
{
    for (int32_t i = 0; i < LEVELS; ++i) {
        const int32_t left_out[2] = {COUNT + i, model->joint_count - 1 - i};
        assert_int_equal(sinew_lod_create(model, left_out, 2, &out[i], NULL), SINEW_OK);
    }
}

/// Everybody's palette is the one in a crowd of one.
static void check_alone(const sinew_model *model, const sinew_crowd_agent *characters,
                        const sinew_palette_matrix *palettes)
{
    const size_t entries = (size_t)model->skin_joint_count;
    sinew_palette_matrix *alone = malloc(entries * sizeof *alone);
    sinew_crowd *crowd;
    assert_non_null(alone);
    assert_int_equal(sinew_crowd_create(model, 1, NULL, &crowd, NULL), SINEW_OK);
    const sinew_crowd_output output = {.palettes = alone, .palette_entries = (int64_t)entries};
    for (size_t i = 0; i < MANY; ++i) {
        assert_int_equal(sinew_crowd_evaluate(crowd, &characters[i], 1, &output, NULL), SINEW_OK);
        assert_memory_equal(alone, palettes + i * entries, entries * sizeof *alone);
    }
    sinew_crowd_destroy(crowd);
    free(alone);
}

/// However many levels a tick has, the characters of one level and clip form batches that lanes pose, tick by tick.
static void any_number_of_levels_are_posed_several_characters_at_once(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_tree()->raw), NULL);
    sinew_lod *levels[LEVELS];
    sinew_crowd *crowd;
    static sinew_crowd_agent characters[MANY];
    const int64_t entries = (int64_t)MANY * model->skin_joint_count;
    sinew_palette_matrix *palettes = malloc((size_t)entries * sizeof *palettes);
    assert_non_null(palettes);
    open_levels(model, levels);
    for (int kernels = -1; force_next_kernels(&kernels);) {
        assert_int_equal(sinew_crowd_create(model, MANY, NULL, &crowd, NULL), SINEW_OK);
        for (int32_t tick = 0; tick < 3; ++tick) {
            for (int32_t i = 0; i < MANY; ++i)
                characters[i] = (sinew_crowd_agent){.time = 0.01 * (i + tick),
                                                    .lod = tick == 1 && i % 2 ? NULL : levels[(i + tick) % LEVELS]};
            const sinew_crowd_output output = {.palettes = palettes, .palette_entries = entries};
            assert_int_equal(sinew_crowd_evaluate(crowd, characters, MANY, &output, NULL), SINEW_OK);
            // without a level: half of all; the other half has four of each level
            assert_int_equal(crowd->batch_count, tick == 1 ? (MANY / 2 + EACH - 1) / EACH + LEVELS : LEVELS);
            check_alone(model, characters, palettes);
        }
        sinew_crowd_destroy(crowd);
    }
    for (int32_t i = 0; i < LEVELS; ++i) sinew_lod_destroy(levels[i]);
    free(palettes);
    sinew_model_destroy(model);
}

static void joints_that_cannot_be_left_out_are_named(void **state)
{
    (void)state;
    sinew_model *model = make_model(&make_tree()->raw), *other = make_model(&make_chain(4)->raw);
    sinew_lod *lod = NULL;
    sinew_crowd *crowd;
    sinew_error error = {0};
    const int32_t root = 0, beyond = model->joint_count, before = -1, last = model->joint_count - 1;
    assert_int_equal(sinew_lod_create(model, &root, 1, &lod, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "is a root"));
    assert_null(lod);
    assert_int_equal(sinew_lod_create(model, &beyond, 1, &lod, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_lod_create(model, &before, 1, &lod, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_lod_create(model, &root, -1, &lod, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_lod_create(model, NULL, 1, &lod, &error), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_lod_destroy(NULL);

    assert_int_equal(sinew_lod_create(model, &last, 1, &lod, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_create(other, 1, NULL, &crowd, NULL), SINEW_OK);
    const sinew_crowd_agent foreign = {.clip = SINEW_NONE, .lod = lod};
    const sinew_crowd_output nothing = {0};
    assert_int_equal(sinew_crowd_evaluate(crowd, &foreign, 1, &nothing, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "character 0: its level of detail belongs to another model");
    sinew_crowd_destroy(crowd);
    assert_int_equal(sinew_crowd_create(model, 1, NULL, &crowd, NULL), SINEW_OK);
    sinew_affine global;
    const sinew_crowd_output socket = {.sockets = &last, .socket_count = 1, .socket_globals = &global};
    assert_int_equal(sinew_crowd_evaluate(crowd, &foreign, 1, &socket, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "character 0: its level of detail leaves socket 0 out");
    sinew_crowd_destroy(crowd);
    sinew_lod_destroy(lod);
    sinew_model_destroy(other);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_those_of_the_whole_model_or_of_what_stands_for_them),
        cmocka_unit_test(what_is_not_baked_has_levels_too),
        cmocka_unit_test(levels_keep_pieces_of_their_curves),
        cmocka_unit_test(root_motion_is_taken_out_of_levels),
        cmocka_unit_test(any_number_of_levels_are_posed_several_characters_at_once),
        cmocka_unit_test(joints_that_cannot_be_left_out_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
