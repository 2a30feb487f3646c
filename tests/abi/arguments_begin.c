// What arguments.py writes begins with this: arrays that calls write, how answers are judged, and tests by hand.
#include "author/export/export_writers.h"
#include "import/import_block.h"
#include "runtime/model/combine/with_clips.h"
#include "support/argument_objects.h"

#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/import.h>

static double some_doubles[ARGUMENT_NUMBERS];
static float some_floats[ARGUMENT_NUMBERS], some_places[4][3];
static int32_t some_integers[ARGUMENT_NUMBERS];
static uint8_t some_bytes[4 * ARGUMENT_NUMBERS];
static sinew_local_group some_groups[64];
static sinew_palette_matrix some_matrices[4096];
static sinew_affine some_affines[64];
static sinew_foot some_feet[SINEW_FEET_MAX];
static sinew_planted_foot some_plants[SINEW_FEET_MAX];
static sinew_blend_input some_layers[SINEW_MIXER_BLEND_INPUTS_MAX];
static sinew_event_hit some_hits[64];

static int no_ground(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = position;
    *out_normal = position;
    return 0;
}

/// NULL is refused by the name of the argument.
static void judge_result(const char *function, const char *wrong, size_t at, int is_accepted, sinew_result expected,
                         sinew_result result, const sinew_error *error)
{
    char named[128];
    const size_t length = strcspn(wrong, " ");
    if (at == 0 && result != expected) complain("%s: %s", function, error->message);
    if (at == 0 || is_accepted) return;
    if (result == expected) complain("%s takes %s", function, wrong);
    if (error->result != result) complain("%s, %s: the error is not set", function, wrong);
    if (strcmp(wrong + length, " = NULL") != 0) return;
    snprintf(named, sizeof named, "the argument %.*s is NULL", (int)length, wrong);
    if (result != SINEW_ERROR_INVALID_ARGUMENT || strcmp(error->message, named) != 0)
        complain("%s, %s: %s", function, wrong, error->message);
}

static void clear_buffers(void)
{
    memset(some_doubles, 0, sizeof some_doubles);
    memset(some_floats, 0, sizeof some_floats);
    memset(some_matrices, 0, sizeof some_matrices);
}

static void check_buffers(const char *function, const char *wrong)
{
    argument_numbers_check(some_doubles, 4096, function, wrong);
    for (size_t i = 0; i < ARGUMENT_NUMBERS; ++i)
        if (!isfinite(some_floats[i])) {
            complain("%s, %s: a float is %g", function, wrong, (double)some_floats[i]);
            break;
        }
    for (size_t i = 0; i < sizeof some_matrices / sizeof *some_matrices; ++i)
        for (int k = 0; k < 12; ++k)
            if (!isfinite(some_matrices[i].row[k / 4][k % 4])) {
                complain("%s, %s: a palette is not finite", function, wrong);
                clear_buffers();
                return;
            }
    clear_buffers();
}

/// Arrays that are NULL, within an argument.
static void an_array_that_is_null_is_refused_by_name(void **unused)
{
    const sinew_foot_ik_options no_legs = {.leg_count = 1, .up = {0, 1, 0}, .ground = no_ground};
    sinew_leg leg = {mine.limb[0], mine.limb[1], mine.limb[2], mine.limb[3]};
    const sinew_foot_ik_options nowhere = {.legs = &leg, .leg_count = 1, .pelvis = mine.limb[0], .up = {0, 1, 0}};
    const sinew_model *const no_models[1] = {NULL};
    sinew_foot_ik *foot_ik;
    sinew_model *made;
    sinew_lod *lod;
    double seconds;
    sinew_error error;
    (void)unused;
#define REFUSES(call, name)                                                                                            \
    assert_int_equal((call), SINEW_ERROR_INVALID_ARGUMENT);                                                            \
    assert_string_equal(error.message, "the argument " name " is NULL")
    REFUSES(sinew_ik_aim_check(mine.model, &(sinew_ik_aim){.joint_count = 1}, &error), "aim->joints");
    REFUSES(sinew_ik_chain_check(mine.model, &(sinew_ik_chain){.joint_count = 2}, &error), "chain->joints");
    REFUSES(sinew_foot_ik_create(mine.model, &no_legs, &foot_ik, &error), "options->legs");
    REFUSES(sinew_foot_ik_create(mine.model, &nowhere, &foot_ik, &error), "options->ground");
    REFUSES(sinew_time_resolve(&(sinew_time){0}, &(sinew_time_context){0}, &seconds, &error), "context->model");
    REFUSES(sinew__model_add_clips(mine.model, no_models, 1, NULL, &made, &error), "animations[0]");
    REFUSES(sinew_lod_create(mine.model, NULL, 1, &lod, &error), "left_out");
    REFUSES(sinew_pose_create(NULL, NULL, &error), "model");
    assert_int_equal(sinew_pose_create(NULL, NULL, NULL), SINEW_ERROR_INVALID_ARGUMENT);
    char *text;
    size_t size;
    assert_int_equal(sinew__export_obj(mine.model, &(sinew_export_options){.time_count = 1}, &text, &size, NULL),
                     SINEW_ERROR_INVALID_ARGUMENT);
}

/// No bytes at all are an empty file, not a mistake of the caller's.
static void an_array_without_items_may_be_null(void **unused)
{
    sinew_model *made;
    sinew_image image;
    void *block;
    size_t size;
    (void)unused;
    assert_int_equal(sinew_model_open(NULL, 0, &made, NULL), SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(sinew_import_image(NULL, 0, "", 8192, &image, NULL), SINEW_ERROR_EMPTY);
    assert_int_not_equal(sinew__import_block("a.fbx", NULL, 0, NULL, &block, &size, NULL), SINEW_OK);
    assert_null(block);
}

/// Attack: a reference that nobody checked was read later, after the mixer was given another model or a
/// state.
static void a_reference_is_checked_when_it_is_stored(void **unused)
{
    const sinew_mixer_layer over = {
        .mode = SINEW_BLEND_OVERRIDE, .weight = 1, .reference = {.kind = SINEW_BLEND_CLIP, .clip = 99999999}};
    const sinew_mixer_layer foreign = {
        .mode = SINEW_BLEND_OVERRIDE, .weight = 1, .reference = {.kind = SINEW_BLEND_POSE, .pose = other.local_pose}};
    sinew_error error;
    (void)unused;
    assert_int_equal(sinew_mixer_set_layer(mine.mixer, 1, &over, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "layer 1: clip 99999999 does not exist");
    assert_int_equal(sinew_mixer_set_layer(mine.mixer, 1, &foreign, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_mixer_rebind(mine.mixer, mine.model, NULL, 0, NULL), SINEW_OK);
}

/// A layer that is not one of the model has no effect: the others are blended as without it.
static void a_layer_that_is_not_usable_has_no_effect(void **unused)
{
    const sinew_blend_input layers[] = {
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = 1, .time = 0.25}, .weight = 1},
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = 99999999}, .weight = 1},
        {.source = {.kind = SINEW_BLEND_POSE, .pose = other.local_pose}, .weight = 1},
        {.source = {.kind = SINEW_BLEND_CLIP}, .weight = 1, .mask = other.mask},
        {.source = {.kind = SINEW_BLEND_CLIP, .in_place = other.motions}, .weight = 1, .mode = SINEW_BLEND_OVERRIDE},
        {.source = {.kind = SINEW_BLEND_CLIP},
         .weight = 1,
         .mode = SINEW_BLEND_ADDITIVE,
         .reference = {.kind = SINEW_BLEND_CLIP, .clip = -2}},
    };
    const size_t size = (size_t)sinew_local_group_count(mine.model) * sizeof(sinew_local_group);
    (void)unused;
    sinew_blend(mine.blender, layers, 1, mine.local_pose);
    sinew_blend(mine.blender, layers, sizeof layers / sizeof *layers, mine.local_pose_to);
    assert_memory_equal(mine.local_pose->groups, mine.local_pose_to->groups, size);
}

#define OWN_TEST(name) cmocka_unit_test_setup_teardown(name, argument_objects_make, argument_objects_destroy)
#define OWN_TESTS                                                                                                      \
    OWN_TEST(an_array_that_is_null_is_refused_by_name), OWN_TEST(an_array_without_items_may_be_null),                  \
        OWN_TEST(a_reference_is_checked_when_it_is_stored), OWN_TEST(a_layer_that_is_not_usable_has_no_effect),
