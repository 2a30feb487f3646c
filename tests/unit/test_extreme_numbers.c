/// Numbers that no game means, through the public functions of every tick: NaN, infinities, what double precision just
/// holds, denormals. The resulting pose is finite, and the next tick with ordinary numbers equals
/// the tick of a character that never saw them.
#include "support/cmocka_close.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "core/base/vec3.h"
#include "sinew/bake.h"
#include "sinew/contacts.h"
#include "sinew/crowd.h"
#include "sinew/events.h"
#include "sinew/foot_ik.h"
#include "sinew/ik.h"
#include "sinew/mixer.h"
#include "sinew/pose_edit.h"
#include "sinew/root_motion.h"
#include "support/make_body.h"
#include "support/make_pose.h"

static const double extremes[] = {
    0,      1,       -0.5,   (double)NAN, (double)INFINITY, -(double)INFINITY, DBL_MAX, -DBL_MAX,
    1e300,  -1e300,  1e155,  -1e155,      3.4e38,           -3.4e38,           1e20,    DBL_MIN,
    5e-324, -5e-324, 1e-160, 1e-17};
enum { EXTREMES = sizeof extremes / sizeof *extremes };

typedef struct actor {
    sinew_model *model;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_pose *scratch;
    int32_t hips, thigh, shin, foot, toes, head, neck, chest;
} actor;

static actor make_actor(void)
{
    actor made = {.model = make_baked(make_body(&(body_options){.has_clip = 1}), NULL)};
    assert_int_equal(sinew_blender_create(made.model, &made.blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(made.model, &made.pose, NULL), SINEW_OK);
    made.scratch = make_pose(made.model);
    made.hips = body_joint(made.model, NULL, 0);
    made.chest = body_joint(made.model, NULL, 2);
    made.neck = body_joint(made.model, NULL, 3);
    made.head = body_joint(made.model, NULL, 4);
    made.thigh = body_joint(made.model, NULL, BODY_LEFT + THIGH);
    made.shin = body_joint(made.model, NULL, BODY_LEFT + SHIN);
    made.foot = body_joint(made.model, NULL, BODY_LEFT + FOOT);
    made.toes = body_joint(made.model, NULL, BODY_LEFT + TOES);
    return made;
}

static void destroy_actor(actor *made)
{
    sinew_pose_destroy(made->scratch);
    sinew_local_pose_destroy(made->pose);
    sinew_blender_destroy(made->blender);
    sinew_model_destroy(made->model);
}

static void begin_pose(const actor *a, double seconds)
{
    const sinew_blend_input layer = {.source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = seconds}, .weight = 1};
    sinew_blend(a->blender, &layer, 1, a->pose);
    sinew_blend_globals(a->blender, a->pose);
}

/// No joint is farther away than a body of two metres can reach from the clip's position of its hips.
static void assert_sane(const actor *a, const char *what, double x, double y)
{
    for (int32_t i = 0; i < a->model->joint_count; ++i) {
        const sinew_affine global = sinew_blend_joint_global(a->blender, i);
        const sinew_vec3 at = sinew__affine_point(&global, (sinew_vec3){0, 0, 0});
        if (!sinew__affine_is_finite(&global) || !(sinew__vec3_length(at) < 20))
            fail_msg("%s %g %g: joint %d is at %g %g %g", what, x, y, (int)i, at.x, at.y, at.z);
        const sinew_vec3 column = sinew__affine_direction(&global, (sinew_vec3){1, 0, 0});
        if (fabs(sinew__vec3_length(column) - 1) > 1e-3)
            fail_msg("%s %g %g: joint %d is scaled by %g", what, x, y, (int)i, sinew__vec3_length(column));
    }
}

// ---- inverse kinematics -------------------------------------------------------------------------------------------

static void limbs_stay_finite(void **state)
{
    (void)state;
    actor a = make_actor();
    for (size_t i = 0; i < EXTREMES; ++i)
        for (size_t k = 0; k < EXTREMES; ++k) {
            const double x = extremes[i], y = extremes[k];
            const sinew_ik_two_bone limbs[] = {
                {.target = {x, y, 1}, .weight = 1},
                {.target = {x, y, x}, .pole = {0, 0, 1}, .weight = 1},
                {.target = {0.1, 0.4, 0.1}, .pole = {x, y, y}, .weight = 1},
                {.target = {0.1, 0.1, 0.1}, .softening = x, .twist = y, .weight = 1},
                {.target = {1, x, 0.1}, .softening = 1e-17, .twist = 3, .weight = (float)y},
                {.target = {x, 2, 0.1}, .softening = y, .weight = 0.5},
            };
            for (size_t n = 0; n < sizeof limbs / sizeof *limbs; ++n) {
                sinew_ik_two_bone limb = limbs[n];
                limb.upper = a.thigh, limb.middle = a.shin, limb.end = a.foot;
                begin_pose(&a, 0.3);
                assert_int_equal(isnan(sinew_ik_solve_two_bone(a.blender, a.pose, &limb)) != 0, 0);
                assert_sane(&a, "limb", x, y);
            }
        }
    destroy_actor(&a);
}

/// A target beyond 1e150, whose square no double holds, is pointed at like any other.
static void far_targets_are_pointed_at(void **state)
{
    (void)state;
    actor a = make_actor();
    static const double distances[] = {1e3, 1e150, 1e200, 1e300};
    for (size_t i = 0; i < 4; ++i) {
        const sinew_vec3 target = {0, -0.6 * distances[i], 0.8 * distances[i]};
        const sinew_ik_two_bone limb = {
            .upper = a.thigh, .middle = a.shin, .end = a.foot, .target = target, .weight = 1};
        begin_pose(&a, 0.3);
        assert_close(sinew_ik_solve_two_bone(a.blender, a.pose, &limb) / distances[i], 1, 1e-2);
        const sinew_affine thigh = sinew_blend_joint_global(a.blender, a.thigh),
                           foot = sinew_blend_joint_global(a.blender, a.foot);
        const sinew_vec3 zero = {0, 0, 0}, leg = sinew__vec3_subtract(sinew__affine_point(&foot, zero),
                                                                      sinew__affine_point(&thigh, zero));
        assert_close(leg.z / sinew__vec3_length(leg), 0.8, 2e-3);
        begin_pose(&a, 0.3);
        const sinew_ik_aim_joint joints[1] = {{a.head, 1, 0}};
        const sinew_ik_aim aim = {
            .joints = joints, .joint_count = 1, .target = target, .forward = {0, 0, distances[i]}, .weight = 1};
        assert_close(sinew_ik_solve_aim(a.blender, a.pose, &aim), 0, 1e-3);
        begin_pose(&a, 0.3);
        const int32_t chain_joints[3] = {a.thigh, a.shin, a.foot};
        const sinew_ik_chain chain = {.joints = chain_joints, .joint_count = 3, .target = target, .weight = 1};
        assert_close(sinew_ik_solve_chain(a.blender, a.pose, &chain) / distances[i], 1, 1e-2);
    }
    destroy_actor(&a);
}

static void aims_and_chains_stay_finite(void **state)
{
    (void)state;
    actor a = make_actor();
    const int32_t chain_joints[4] = {a.thigh, a.shin, a.foot, a.toes};
    for (size_t i = 0; i < EXTREMES; ++i)
        for (size_t k = 0; k < EXTREMES; ++k) {
            const double x = extremes[i], y = extremes[k];
            const sinew_ik_aim_joint shares[3] = {{a.chest, (float)x, y}, {a.neck, 0.5f, x}, {a.head, (float)y, 0}};
            const sinew_ik_aim_joint plain[3] = {{a.chest, 0.3f, 20}, {a.neck, 0.5, 0}, {a.head, 1, 0}};
            const sinew_ik_aim aims[] = {
                {.joints = plain, .target = {x, y, 1}, .forward = {0, 0, 1}, .weight = 1},
                {.joints = plain, .target = {1, 1, 1}, .forward = {x, y, 1}, .up = {y, x, y}, .pole = {0, 1, 0}},
                {.joints = plain, .target = {1, x, 1}, .forward = {0, 0, 1}, .up = {0, 1, 0}, .pole = {x, y, x}},
                {.joints = shares, .target = {1, 1, 1}, .forward = {0, 0, 1}, .weight = 1},
                {.joints = plain, .target = {1, 1, y}, .forward = {0, 0, 1}, .weight = (float)x},
            };
            for (size_t n = 0; n < sizeof aims / sizeof *aims; ++n) {
                sinew_ik_aim aim = aims[n];
                aim.joint_count = 3;
                if (n < 4) aim.weight = 1;
                begin_pose(&a, 0.3);
                assert_int_equal(isnan(sinew_ik_solve_aim(a.blender, a.pose, &aim)) != 0, 0);
                assert_sane(&a, "aim", x, y);
            }
            const sinew_ik_chain chains[] = {
                {.target = {x, y, 1}, .weight = 1},
                {.target = {0.2, 0.4, 0.1}, .tolerance = x, .iterations = 20, .weight = 1},
                {.target = {x, 0.4, 0.1}, .weight = (float)y},
            };
            for (size_t n = 0; n < sizeof chains / sizeof *chains; ++n) {
                sinew_ik_chain chain = chains[n];
                chain.joints = chain_joints, chain.joint_count = 4;
                begin_pose(&a, 0.3);
                assert_int_equal(isnan(sinew_ik_solve_chain(a.blender, a.pose, &chain)) != 0, 0);
                assert_sane(&a, "chain", x, y);
            }
        }
    const sinew_ik_chain endless = {// 2^31 iterations would take an hour
                                    .joints = chain_joints, .joint_count = 4,        .target = {0.2, 0.4, 0.1},
                                    .tolerance = 5e-324,    .iterations = INT32_MAX, .weight = 1};
    begin_pose(&a, 0.3);
    (void)sinew_ik_solve_chain(a.blender, a.pose, &endless);
    assert_sane(&a, "chain", 0, 0);
    destroy_actor(&a);
}

static void poses_reach_finite(void **state)
{
    (void)state;
    actor a = make_actor();
    for (size_t i = 0; i < EXTREMES; ++i) {
        sinew_pose_set_rest(a.model, a.scratch);
        const sinew_ik_two_bone limb = {.upper = a.thigh,
                                        .middle = a.shin,
                                        .end = a.foot,
                                        .target = {extremes[i], 0, 0.2},
                                        .pole = {0, 0, extremes[i]},
                                        .twist = extremes[i],
                                        .weight = 1};
        double distance = 0;
        (void)!sinew_pose_reach(a.model, &limb, a.scratch, &distance, NULL);
        for (int32_t k = 0; k < a.model->joint_count; ++k) assert_true(sinew__affine_is_finite(&a.scratch->global[k]));
    }
    destroy_actor(&a);
}

// ---- feet ---------------------------------------------------------------------------------------------------------

typedef struct made_ground {
    sinew_vec3 point, normal;
    int is_found;
} made_ground;

static int find_made_ground(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    const made_ground *ground = user;
    *out_point = (sinew_vec3){position.x + ground->point.x, ground->point.y, position.z + ground->point.z};
    *out_normal = ground->normal;
    return ground->is_found;
}

typedef struct walker {
    sinew_leg legs[2];
    sinew_foot_ik *feet;
    made_ground ground;
} walker;

static void make_feet(const actor *a, double half_life, walker *out)
{
    *out = (walker){
        .legs = {{a->thigh, a->shin, a->foot, a->toes},
                 {body_joint(a->model, NULL, BODY_RIGHT + THIGH), body_joint(a->model, NULL, BODY_RIGHT + SHIN),
                  body_joint(a->model, NULL, BODY_RIGHT + FOOT), body_joint(a->model, NULL, BODY_RIGHT + TOES)}},
        .ground = {.normal = {0, 1, 0}, .is_found = 1}};
    const sinew_foot_ik_options options = {.legs = out->legs,
                                           .leg_count = 2,
                                           .pelvis = a->hips,
                                           .up = {0, 1, 0},
                                           .ground = find_made_ground,
                                           .user = &out->ground,
                                           .half_life = half_life};
    assert_int_equal(sinew_foot_ik_create(a->model, &options, &out->feet, NULL), SINEW_OK);
}

static sinew_affine placed_at(double scale, double height)
{
    return (sinew_affine){{{scale, 0, 0, 0}, {0, scale, 0, height}, {0, 0, scale, 0}}};
}

static double solve_feet(const actor *a, const walker *w, const sinew_affine *to_world, sinew_planted_foot plant,
                         double seconds)
{
    const sinew_planted_foot plants[2] = {plant, plant};
    begin_pose(a, 0.3);
    const double before = sinew_blend_joint_global(a->blender, a->hips).row[1][3];
    sinew_foot_ik_solve(w->feet, a->blender, a->pose, to_world, plants, seconds);
    return sinew_blend_joint_global(a->blender, a->hips).row[1][3] - before;
}

static void feet_stay_finite(void **state)
{
    (void)state;
    actor a = make_actor();
    walker w;
    static const double half_lives[] = {0, 0.1, 5e-324, DBL_MAX}; // an infinite one is refused
    const sinew_affine here = placed_at(1, 0);
    for (int h = 0; h < 4; ++h)
        for (size_t i = 0; i < EXTREMES; ++i)
            for (size_t k = 0; k < EXTREMES; ++k) {
                const double x = extremes[i], y = extremes[k];
                const sinew_affine scaled = placed_at(x, y), moved = placed_at(1, x);
                make_feet(&a, half_lives[h], &w);
                w.ground.point.y = x;
                (void)solve_feet(&a, &w, &here, (sinew_planted_foot){(float)y, 1}, y);
                assert_sane(&a, "ground and seconds", x, y);
                w.ground = (made_ground){.point = {x, y, x}, .normal = {0, 1, 0}, .is_found = 1};
                (void)solve_feet(&a, &w, &here, (sinew_planted_foot){1, (float)x}, 0.1);
                assert_sane(&a, "point", x, y);
                w.ground = (made_ground){.normal = {x, y, x}, .is_found = 1};
                (void)solve_feet(&a, &w, &here, (sinew_planted_foot){1, 1}, 0.1);
                assert_sane(&a, "normal", x, y);
                (void)solve_feet(&a, &w, &scaled, (sinew_planted_foot){1, 1}, 0.1);
                assert_sane(&a, "world", x, y);
                (void)solve_feet(&a, &w, &moved, (sinew_planted_foot){1, 1}, 0.1);
                assert_sane(&a, "planted and moved", x, y);
                sinew_foot_ik_destroy(w.feet);
            }
    destroy_actor(&a);
}

/// A ground query that misses often reports the farthest point that its numbers hold. The pelvis does not follow, in
/// this tick or later: it has its position without a ground.
static void a_far_miss_is_no_ground(void **state)
{
    (void)state;
    actor a = make_actor();
    walker w;
    const sinew_affine here = placed_at(1, 0);
    make_feet(&a, 0.1, &w);
    for (int tick = 0; tick < 30; ++tick) (void)solve_feet(&a, &w, &here, (sinew_planted_foot){0, 0}, 1.0 / 60);
    const double level = solve_feet(&a, &w, &here, (sinew_planted_foot){0, 0}, 1.0 / 60);
    static const double misses[] = {-(double)FLT_MAX, (double)FLT_MAX, -100, 100, -1, 1};
    for (int i = 0; i < 6; ++i) {
        w.ground.point.y = misses[i];
        assert_close(solve_feet(&a, &w, &here, (sinew_planted_foot){0, 0}, 1.0 / 60), level, 1e-4);
        w.ground.point.y = 0;
        assert_close(solve_feet(&a, &w, &here, (sinew_planted_foot){0, 0}, 1.0 / 60), level, 1e-4);
    }
    w.ground.point.y = -0.3; // ground in reach is followed as ever
    for (int tick = 0; tick < 60; ++tick) (void)solve_feet(&a, &w, &here, (sinew_planted_foot){0, 0}, 1.0 / 60);
    assert_close(solve_feet(&a, &w, &here, (sinew_planted_foot){0, 0}, 1.0 / 60), level - 0.3, 1e-3);
    sinew_foot_ik_destroy(w.feet);
    destroy_actor(&a);
}

// ---- clocks -------------------------------------------------------------------------------------------------------

static void assert_time_in_range(const sinew_playback *player, double x, double y)
{
    const double time = sinew_playback_time(player);
    if (!(time >= player->begin && time <= player->end)) fail_msg("%g %g: the time is %g", x, y, time);
    (void)sinew_playback_finished(player);
}

static void players_stay_in_their_range(void **state)
{
    (void)state;
    static const sinew_loop_mode modes[] = {SINEW_LOOP_REPEAT, SINEW_LOOP_ONCE, SINEW_LOOP_PINGPONG};
    for (size_t m = 0; m < 3; ++m)
        for (size_t i = 0; i < EXTREMES; ++i)
            for (size_t k = 0; k < EXTREMES; ++k) {
                const double x = extremes[i], y = extremes[k];
                sinew_playback player;
                sinew_playback_init(&player, 2);
                sinew_playback_set_loop(&player, modes[m]);
                sinew_playback_seek(&player, 0.5);
                sinew_playback_advance(&player, x);
                assert_time_in_range(&player, x, y);
                sinew_playback_set_speed(&player, y);
                for (int n = 0; n < 3; ++n) sinew_playback_advance(&player, x);
                assert_time_in_range(&player, x, y);
                sinew_playback_seek(&player, x);
                assert_time_in_range(&player, x, y);
                sinew_playback_set_range(&player, x, y);
                assert_time_in_range(&player, x, y);
                sinew_playback_advance(&player, 0.5);
                assert_time_in_range(&player, x, y);
                sinew_playback_init(&player, x);
                sinew_playback_advance(&player, y);
                assert_time_in_range(&player, x, y);
            }
}

static void numbers_that_are_none_leave_the_clock_alone(void **state)
{
    (void)state;
    static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 3; ++i) {
        sinew_playback player;
        sinew_playback_init(&player, 2);
        sinew_playback_set_speed(&player, 0.5);
        sinew_playback_seek(&player, 0.5);
        sinew_playback_advance(&player, none[i]);
        sinew_playback_set_speed(&player, none[i]);
        sinew_playback_set_range(&player, none[i], 1);
        sinew_playback_set_range(&player, 0, none[i]);
        sinew_playback_advance(&player, 1);
        assert_close(sinew_playback_time(&player), 1, 0);
    }
    sinew_playback player;
    sinew_playback_init(&player, 2);
    sinew_playback_seek(&player, 0.5);
    sinew_playback_seek(&player, (double)NAN);
    assert_close(sinew_playback_time(&player), 0.5, 0);
    sinew_playback_set_speed(&player, 0); // paused, for any time
    sinew_playback_advance(&player, DBL_MAX);
    sinew_playback_advance(&player, DBL_MAX);
    assert_close(sinew_playback_time(&player), 0.5, 0);
}

// ---- blending -----------------------------------------------------------------------------------------------------

static void assert_mixed_sane(const actor *a, const sinew_mixer *mixer, const char *what, double x, double y)
{
    sinew_mixer_evaluate(mixer, a->blender, a->pose);
    sinew_blend_globals(a->blender, a->pose);
    assert_sane(a, what, x, y);
    double time = 0;
    float weight = 0;
    (void)sinew_mixer_current(mixer, 0, &time, &weight);
    assert_true(isfinite(time) && weight >= 0 && weight <= 1);
}

static void mixers_stay_finite(void **state)
{
    (void)state;
    actor a = make_actor();
    static const double steps[3] = {0, 0.4, 1.1};
    for (size_t i = 0; i < EXTREMES; ++i)
        for (size_t k = 0; k < EXTREMES; ++k) {
            const double x = extremes[i], y = extremes[k];
            sinew_mixer *mixer = NULL;
            assert_int_equal(sinew_mixer_create(a.model, &mixer, NULL), SINEW_OK);
            const sinew_mixer_clip clips[] = {
                {.clip = 0, .speed = x, .start = y},
                {.clip = 0, .sync = 1, .speed = x, .fade = 0.5, .markers = steps, .marker_count = 3},
                {.clip = 0, .sync = 1, .speed = y, .fade = x, .markers = steps, .marker_count = 3},
                {.clip = 0, .loop = SINEW_LOOP_PINGPONG, .speed = y, .fade = fabs(y)},
            };
            for (size_t n = 0; n < sizeof clips / sizeof *clips; ++n) {
                (void)!sinew_mixer_play(mixer, 0, &clips[n], NULL);
                const sinew_mixer_clip shot = {.clip = 0, .loop = SINEW_LOOP_ONCE, .speed = x, .fade_out = fabs(y)};
                (void)!sinew_mixer_play(mixer, 1, &shot, NULL);
                sinew_mixer_advance(mixer, 0.01);
                assert_mixed_sane(&a, mixer, "mixer", x, y);
                sinew_mixer_advance(mixer, y);
                sinew_mixer_advance(mixer, x);
                assert_mixed_sane(&a, mixer, "mixer", x, y);
            }
            sinew_mixer_stop(mixer, 1, x);
            sinew_mixer_freeze(mixer, a.blender);
            sinew_mixer_stop(mixer, 0, y);
            sinew_mixer_advance(mixer, 0.01);
            assert_mixed_sane(&a, mixer, "stopped mixer", x, y);
            sinew_mixer_destroy(mixer);
        }
    destroy_actor(&a);
}

static void blends_stay_finite(void **state)
{
    (void)state;
    actor a = make_actor();
    for (size_t i = 0; i < EXTREMES; ++i)
        for (size_t k = 0; k < EXTREMES; ++k) {
            const double x = extremes[i], y = extremes[k];
            for (int mode = SINEW_BLEND_AVERAGE; mode <= SINEW_BLEND_OVERRIDE; ++mode) {
                const sinew_blend_input layers[3] = {
                    {.source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = x}, .weight = (float)y},
                    {.source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = 0.3},
                     .weight = (float)x,
                     .mode = (sinew_blend_mode)mode},
                    {.source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = y},
                     .weight = (float)x,
                     .mode = SINEW_BLEND_ADDITIVE,
                     .reference = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = x}}};
                sinew_blend(a.blender, layers, 2, a.pose);
                sinew_blend_globals(a.blender, a.pose);
                assert_sane(&a, "blend", x, y);
                if (!(x <= 1)) continue; // more than all of a difference may be anywhere
                sinew_blend(a.blender, layers, 3, a.pose);
                sinew_blend_globals(a.blender, a.pose);
                assert_sane(&a, "additive", x, y);
            }
        }
    destroy_actor(&a);
}

static void times_stay_finite(void **state)
{
    (void)state;
    actor a = make_actor();
    const sinew_root_motion root = {.clip = 0, .joint = a.hips, .parts = 7};
    sinew_event_hit hits[4];
    for (size_t i = 0; i < EXTREMES; ++i) {
        for (int engine = SINEW_ENGINE_FAST; engine <= SINEW_ENGINE_EXACT; ++engine) {
            sinew_pose_evaluate(a.model, (sinew_engine)engine, 0, extremes[i], a.scratch);
            for (int32_t k = 0; k < a.model->joint_count; ++k)
                assert_true(sinew__affine_is_finite(&a.scratch->global[k]));
        }
        begin_pose(&a, 0.3);
        sinew_root_motion_remove(a.model, &root, extremes[i], a.scratch, a.pose);
        sinew_blend_globals(a.blender, a.pose);
        assert_sane(&a, "motion removed", extremes[i], 0);
        for (size_t k = 0; k < EXTREMES; ++k) {
            const sinew_root_delta motion =
                sinew_root_motion_between(a.model, &root, extremes[i], extremes[k], a.scratch);
            assert_true(sinew__vec3_is_finite(motion.translation) && isfinite(motion.rotation.w));
            (void)sinew_events_between(a.model, 0, extremes[i], extremes[k], 1, hits, 4);
            (void)sinew_events_between(a.model, 0, extremes[i], extremes[k], 0, hits, 4);
        }
    }
    destroy_actor(&a);
}

static void contacts_plant_at_any_time(void **state)
{
    (void)state;
    actor a = make_actor();
    sinew_foot feet[SINEW_FEET_MAX];
    const int32_t count = sinew_model_find_feet(a.model, a.scratch, feet);
    assert_true(count > 0);
    for (size_t i = 0; i < EXTREMES; ++i) {
        const double x = extremes[i];
        const sinew_contact_options options = {.max_height = x, .max_rise = x, .max_slip = x, .min_seconds = x};
        sinew_contacts contacts;
        if (sinew_contacts_find(a.model, 0, feet, count, &options, &contacts, NULL) != SINEW_OK) continue;
        for (size_t k = 0; k < EXTREMES; ++k) {
            sinew_planted_foot plants[SINEW_FEET_MAX];
            sinew_contacts_planted(&contacts, feet, count, 2, extremes[k], plants);
            for (int32_t foot = 0; foot < count; ++foot) assert_true(plants[foot].heel >= 0 && plants[foot].heel <= 1);
        }
        sinew_contacts_free(&contacts);
    }
    destroy_actor(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limbs_stay_finite),
        cmocka_unit_test(far_targets_are_pointed_at),
        cmocka_unit_test(aims_and_chains_stay_finite),
        cmocka_unit_test(poses_reach_finite),
        cmocka_unit_test(feet_stay_finite),
        cmocka_unit_test(a_far_miss_is_no_ground),
        cmocka_unit_test(players_stay_in_their_range),
        cmocka_unit_test(numbers_that_are_none_leave_the_clock_alone),
        cmocka_unit_test(mixers_stay_finite),
        cmocka_unit_test(blends_stay_finite),
        cmocka_unit_test(times_stay_finite),
        cmocka_unit_test(contacts_plant_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
