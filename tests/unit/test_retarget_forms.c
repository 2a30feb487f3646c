/// Retargeting does not depend on what else is in the files, on the order of joints, on units and on axes: the
/// character has the same pose, in its own unit and axes. Nor on who moves whom: a body moves a copy of itself, of any
/// size and with any axes of the joints, as itself.
#include "author/retarget/retarget.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "sinew/pose.h"
#include "sinew/with_clips.h"
#include "support/make_rig.h"
#include "support/vary_model.h"

/// Each is unlike the others for a step of retargeting.
static const rig_options bodies[] = {
    {.title = "well made", .has_skin = 1, .bind = RIG_BIND_STANDS, .extras = RIG_TIPS, .has_clip = 1},
    {.title = "lying bind",
     .size = 128,
     .names = RIG_BLENDER,
     .arms_down = 40,
     .axes_seed = 3,
     .has_skin = 1,
     .bind = RIG_BIND_LIES,
     .extras = RIG_ROOT | RIG_TIPS | RIG_SWORD,
     .has_clip = 1},
    {.title = "short legs",
     .size = 8,
     .names = RIG_UNREAL,
     .legs = 0.6,
     .arms = 0.8,
     .hips = 1.3,
     .feet = 0.55,
     .axes_seed = 4,
     .extras = RIG_NO_NECK | RIG_TWISTS | RIG_ROOT | RIG_IK,
     .arms_down = 60,
     .has_clip = 1},
    {.title = "no toes", .legs = 0.9, .feet = 1.1, .extras = RIG_NO_TOES, .axes_seed = 11, .has_clip = 1},
    {.title = "Z up, tail", .is_z_up = 1, .names = RIG_BLENDER, .extras = RIG_ROOT | RIG_TURNED_ROOT, .has_clip = 1},
    {.title = "dances", .size = 64, .axes_seed = 8, .rest = RIG_DANCES, .arms_down = 45, .has_clip = 1},
    {.title = "on its back", .names = RIG_UNREAL, .axes_seed = 9, .rest = RIG_LIES, .extras = RIG_ROOT, .has_clip = 1},
    {.title = "steps", .names = RIG_CMU, .axes_seed = 14, .rest = RIG_STEPS, .lowered = 0.25, .has_clip = 1},
};
enum { WELL_MADE, LYING_BIND, SHORT_LEGS, NO_TOES, Z_UP, DANCES, LIES, STEPS, BODIES };
_Static_assert(sizeof bodies / sizeof *bodies == BODIES, "a name for each body");

static const int pairs[][2] = {
    // animation, character
    {WELL_MADE, LYING_BIND}, {LYING_BIND, SHORT_LEGS}, {SHORT_LEGS, NO_TOES}, {NO_TOES, Z_UP},
    {Z_UP, WELL_MADE},       {DANCES, WELL_MADE},      {LIES, SHORT_LEGS},    {STEPS, DANCES},
};
enum { PAIRS = sizeof pairs / sizeof *pairs, TIMES = 9 };

static sinew_model *make_form(const rig_options *options, const model_variation *how)
{
    vary_models(how);
    const rig made = make_rig(options);
    vary_models(NULL);
    return made.model;
}

/// Returns the character with the clip of the animation.
static sinew_model *retarget(const sinew_model *character, const sinew_model *animation, double error)
{
    const sinew_retarget_options retarget = {.error = error};
    sinew_error why;
    sinew_model *made;
    const sinew_with_clips_options options = {.retarget = &retarget, .only_curves = 1};
    if (sinew_model_create_with_clips(character, &animation, 1, &options, &made, &why) != SINEW_OK)
        fail_msg("%s", why.message);
    return made;
}

static int32_t last_clip(const sinew_model *model)
{
    return model->clip_count - 1;
}

static sinew_vec3 place(const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static int is_rotation(sinew_quat r)
{
    return r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w > 0;
}

/// Fails unless all joints have the positions of `own` in `other`, in the form of the character.
static void assert_same_poses(const sinew_model *own, const sinew_model *other, const model_variation *how,
                              const char *const titles[3])
{
    sinew_pose *poses[2];
    double worst = 0;
    const char *of = "";
    const double size = how && how->size > 0 ? how->size : 1;
    assert_int_equal(sinew_pose_create(own, &poses[0], NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(other, &poses[1], NULL), SINEW_OK);
    for (int i = 0; i < TIMES; ++i) {
        const double seconds = 2.0 * i / (TIMES - 1);
        sinew_pose_evaluate(own, SINEW_ENGINE_EXACT, last_clip(own), seconds, poses[0]);
        sinew_pose_evaluate(other, SINEW_ENGINE_EXACT, last_clip(other), seconds, poses[1]);
        for (int32_t joint = 0; joint < own->joint_count; ++joint) {
            const char *name = sinew_text(own, own->joints[joint].name);
            int32_t found;
            assert_int_equal(sinew_model_find_joint(other, name, &found, NULL), SINEW_OK);
            sinew_vec3 expected = sinew__vec3_scale(place(poses[0], joint), size);
            if (how && is_rotation(how->rotation)) expected = sinew__quat_rotate(how->rotation, expected);
            const double away =
                sinew__vec3_length(sinew__vec3_subtract(place(poses[1], found), expected)) / (size * own->info->size);
            if (!(away <= worst)) worst = away, of = name;
        }
    }
    sinew_pose_destroy(poses[0]);
    sinew_pose_destroy(poses[1]);
    if (!(worst < 1e-4))
        fail_msg("%s on %s, %s: '%s' is off by %g of the size", titles[0], titles[1], titles[2], of, worst);
}

static void poses_are_the_same_in_other_forms_of_both_files(void **state)
{
    (void)state;
    for (int pair = 0; pair < PAIRS; ++pair) {
        const rig_options *options[2] = {&bodies[pairs[pair][0]], &bodies[pairs[pair][1]]};
        rig_options still = *options[1];
        still.has_clip = 0;
        sinew_model *animation = make_form(options[0], NULL), *character = make_form(&still, NULL),
                    *made = retarget(character, animation, 10);
        for (int i = 0; i < 2 * MODEL_VARIATIONS; ++i) {
            const model_variation *how = &model_variations[i % MODEL_VARIATIONS];
            const int is_character = i >= MODEL_VARIATIONS;
            // A clip with the rest pose says that this body is never upright.
            if (how->has_more && !is_character && options[0]->rest == RIG_LIES) continue;
            sinew_model *form = make_form(is_character ? &still : options[0], how),
                        *other = retarget(is_character ? form : character, is_character ? animation : form, 10);
            assert_same_poses(made, other, is_character ? how : NULL,
                              (const char *[]){options[0]->title, options[1]->title, how->title});
            sinew_model_destroy(form);
            sinew_model_destroy(other);
        }
        sinew_model_destroy(animation);
        sinew_model_destroy(character);
        sinew_model_destroy(made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_the_same_in_other_forms_of_both_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
