/// Contacts on blended motion: how far planted feet of the fox slide in the blend space of its idle, walk and run, at
/// the points of the space and between them, with feet on the ground and without.
#include "author/bake/bake_block.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "sinew/bake.h"
#include "sinew/import.h"
#include "sinew/math.h"
#include "sinew/mixer.h"
#include "sinew/retarget.h"
#include "sinew/with_clips.h"

enum { IDLE, WALK, WAVE, RUN, CLIPS }; ///< of character.glb, then of run.glb

static struct scene {
    sinew_model *model;
    sinew_foot feet[2];
    sinew_leg legs[2];
    int32_t hips;
    sinew_contacts contacts[CLIPS];
    sinew_blend_space *space;
    sinew_root_motion_tables *motions;
    sinew_blender *blender;
    sinew_local_pose *pose;
    double leg; ///< length
} s;

static sinew_model *read_model(const char *path)
{
    sinew_model *model = NULL;
    sinew_error error;
    if (sinew_model_import(path, NULL, &model, &error) != SINEW_OK) fail_msg("%s: %s", path, error.message);
    return model;
}

static void make_model_of_both(void)
{
    sinew_model *character = read_model("samples/character.glb"), *run = read_model("samples/run.glb"), *added;
    const sinew_model *const animations[] = {run};
    void *block;
    size_t size;
    assert_int_equal(sinew__model_add_clips(character, animations, 1, NULL, &added, NULL), SINEW_OK);
    assert_int_equal(sinew__baked_block(added, NULL, &block, &size, NULL), SINEW_OK);
    assert_int_equal(sinew__model_from_block(block, size, &s.model, NULL), SINEW_OK);
    assert_int_equal(s.model->clip_count, CLIPS);
    sinew_model_destroy(added);
    sinew_model_destroy(character);
    sinew_model_destroy(run);
}

static double speed_of(int clip)
{
    return -s.contacts[clip].ground_velocity.z;
}

static int make(void **state)
{
    (void)state;
    sinew_body_map map;
    make_model_of_both();
    assert_int_equal(sinew_body_map_find(s.model, &map, NULL), SINEW_OK);
    s.hips = map.joint[SINEW_BODY_HIPS];
    s.leg = sinew_body_leg_length(s.model, &map);
    for (int i = 0; i < 2; ++i) {
        const int32_t *side = map.joint + (i ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
        s.legs[i] =
            (sinew_leg){side[SINEW_SIDE_THIGH], side[SINEW_SIDE_SHIN], side[SINEW_SIDE_FOOT], side[SINEW_SIDE_TOES]};
        s.feet[i] = (sinew_foot){side[SINEW_SIDE_FOOT], side[SINEW_SIDE_TOES], s.leg};
    }
    for (int i = 0; i < CLIPS; ++i)
        assert_int_equal(sinew_contacts_find(s.model, i, s.feet, 2, NULL, &s.contacts[i], NULL), SINEW_OK);
    const sinew_blend_point points[] = {
        {.clip = IDLE}, {.clip = WALK, .x = speed_of(WALK)}, {.clip = RUN, .x = speed_of(RUN)}};
    assert_int_equal(sinew_blend_space_create(s.model, points, 3, &(sinew_blend_space_options){.marker_track = "step"},
                                              &s.space, NULL),
                     SINEW_OK);
    assert_int_equal(sinew_root_motion_tables_create(s.model, NULL, &s.motions, NULL), SINEW_OK);
    assert_int_equal(sinew_blender_create(s.model, &s.blender, NULL), SINEW_OK);
    return sinew_local_pose_create(s.model, &s.pose, NULL) != SINEW_OK;
}

static int unmake(void **state)
{
    (void)state;
    sinew_local_pose_destroy(s.pose);
    sinew_blender_destroy(s.blender);
    sinew_root_motion_tables_destroy(s.motions);
    sinew_blend_space_destroy(s.space);
    for (int i = 0; i < CLIPS; ++i) sinew_contacts_free(&s.contacts[i]);
    sinew_model_destroy(s.model);
    return 0;
}

static int level_ground(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = (sinew_vec3){position.x, 0, position.z};
    *out_normal = (sinew_vec3){0, 1, 0};
    return 1;
}

/// The farthest that something slides while it is planted, in leg lengths.
typedef struct slides {
    double joint; ///< of ankles and toes, as contacts are defined
    double sole;  ///< of the points of the soles, which feet.h keeps in place
} slides;

static void follow(const sinew_vec3 *now, int stays, sinew_vec3 *down, double *farthest)
{
    if (!stays) *down = *now;
    *farthest = fmax(*farthest, hypot(now->x - down->x, now->z - down->z) / s.leg);
}

static sinew_vec3 position_of(int32_t joint, const sinew_affine *world)
{
    const sinew_affine global = sinew_blend_joint_global(s.blender, joint);
    return sinew_affine_point(world, (sinew_vec3){global.row[0][3], global.row[1][3], global.row[2][3]});
}

/// In six seconds at a speed.
static slides slides_at(double speed, int with_feet)
{
    const sinew_foot_ik_options options = {
        .legs = s.legs, .leg_count = 2, .pelvis = s.hips, .up = {0, 1, 0}, .ground = level_ground, .half_life = 0.05};
    sinew_mixer *mixer;
    sinew_foot_ik *feet;
    sinew_root_delta character = {.rotation = {0, 0, 0, 1}};
    sinew_mixer_result result = {.character = &character};
    sinew_planted_foot plants[2], before[2] = {{0, 0}, {0, 0}};
    sinew_vec3 joints[2][2], soles[2][2];
    slides found = {0, 0};
    assert_int_equal(sinew_mixer_create(s.model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_foot_ik_create(s.model, &options, &feet, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_set_motions(mixer, s.motions, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.space = s.space, .x = speed}, NULL), SINEW_OK);
    for (int tick = 0; tick < 360; ++tick) {
        sinew_mixer_step(mixer, 1.0 / 60, &result);
        sinew_mixer_planted(mixer, s.contacts, CLIPS, s.feet, 2, plants);
        sinew_mixer_evaluate(mixer, s.blender, s.pose);
        sinew_blend_globals(s.blender, s.pose);
        const sinew_transform at = {character.translation, character.rotation, {1, 1, 1}};
        const sinew_affine world = sinew_affine_from_transform(&at);
        if (with_feet) sinew_foot_ik_solve(feet, s.blender, s.pose, &world, plants, 1.0 / 60);
        for (int i = 0; i < 2; ++i) {
            const int stays[2] = {plants[i].heel + before[i].heel > 1.5f, plants[i].toe + before[i].toe > 1.5f};
            sinew_vec3 sole[2];
            sinew_foot_ik_sole(feet, s.blender, i, &sole[0], &sole[1]);
            for (int k = 0; k < 2; ++k) {
                const sinew_vec3 joint = position_of(k ? s.legs[i].toe : s.legs[i].foot, &world),
                                 under = sinew_affine_point(&world, sole[k]);
                follow(&joint, stays[k], &joints[i][k], &found.joint);
                follow(&under, stays[k], &soles[i][k], &found.sole);
            }
            before[i] = plants[i];
        }
    }
    sinew_foot_ik_destroy(feet);
    sinew_mixer_destroy(mixer);
    return found;
}

static void planted_feet_slide_by_less_than_three_percent(void **state)
{
    (void)state;
    const double points[3] = {0, speed_of(WALK), speed_of(RUN)};
    double at_points = 0, without = 0, with_feet = 0;
    for (int i = 0; i < 3; ++i) at_points = fmax(at_points, slides_at(points[i], 0).joint);
    for (int i = 0; i < 2; ++i)
        for (int k = 1; k < 8; ++k) {
            const double speed = points[i] + (points[i + 1] - points[i]) * k / 8;
            without = fmax(without, slides_at(speed, 0).joint);
            with_feet = fmax(with_feet, slides_at(speed, 1).sole);
        }
    print_message("slide in leg lengths: %.4f at the points; between them %.4f, with foot IK %.4f\n", at_points,
                  without, with_feet);
    assert_true(at_points <= 0.03);
    assert_true(with_feet <= 0.03);
    assert_true(without > 0.03); // what feet are for
}

/// The side file calls the clip "walk", the FBX file "Armature|walk". A mixer that plays it reports the steps of both
/// feet, frames 4 and 19 of 30, once in each loop.
static void a_mixer_reports_events_of_clips_with_a_prefix(void **state)
{
    (void)state;
    static const char *const feet[2] = {"left", "right"};
    sinew_model *fox = read_model("samples/character.fbx");
    sinew_mixer *mixer = NULL;
    int32_t walk;
    sinew_mixer_event events[8];
    sinew_mixer_result result = {.events = events, .capacity = 8};
    assert_int_equal(sinew_model_find_clip(fox, "walk", &walk, NULL), SINEW_OK);
    assert_string_equal(sinew_text(fox, fox->clips[walk].name), "Armature|walk");
    assert_int_equal(sinew_mixer_create(fox, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.clip = walk}, NULL), SINEW_OK);
    sinew_mixer_step(mixer, 2, &result);
    assert_int_equal(result.event_count, 4);
    for (int i = 0; i < 4; ++i) {
        const sinew_event *event = &fox->events[events[i].event];
        assert_string_equal(sinew_text(fox, event->track), "step");
        assert_string_equal(sinew_text(fox, event->text), feet[i % 2]);
        assert_true(fabs(events[i].time - (4 + 15 * i) / 30.0) <= 1e-6);
        assert_true(events[i].weight == 1 && events[i].is_dominant);
    }
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(fox);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(planted_feet_slide_by_less_than_three_percent),
                                       cmocka_unit_test(a_mixer_reports_events_of_clips_with_a_prefix)};
    return cmocka_run_group_tests(tests, make, unmake);
}
