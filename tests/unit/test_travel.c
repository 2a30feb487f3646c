/// How a clip moves the character: walks made in code whose speeds and turns are on paper, in any direction; loops
/// and near loops; reference poses before a motion.
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "runtime/motion/motion.h"
#include "support/make_model.h"
#include "support/make_pose.h"

enum { FPS = 30, MAX_KEYS = 200, JOINTS = 10 };

enum { ROOT, HIPS, SPINE, ARM, HAND, LEFT_LEG, LEFT_FOOT, RIGHT_LEG, RIGHT_FOOT, PROP };

static const double pi = 3.14159265358979323846;

/// A walk: in centimetres, its hips 90 above the ground, with a root on the ground that does not move.
typedef struct walk {
    double x, z, facing; ///< position of the root, and its direction in degrees
    double seconds;      ///< 0: 2
    double speed;        ///< cm/s, forwards
    double turn;         ///< degrees per second, counterclockwise
    double turn_back;    ///< seconds after which it turns the other way; 0: never
    double sway;         ///< degrees: the hips turn back and forth, once per second
    double feet;         ///< cm/s of a planted foot backward, in place
    double kick;         ///< degrees: the arm differs by this angle in the last frame
    double slow_end; ///< the arm swings as t^(1 + slow_end) of the time: another velocity at the end than at the start
    double swing;    ///< degrees of the arm, once per second; 0: 30
    double strike;   ///< degrees: the arm strikes at 1 s, in 0.4 s, instead of swinging
    int starts_at_turn; ///< the arm's swing begins at its turning point
    int has_reference;  ///< a T-pose at the origin in the first frame
    int has_prop;       ///< a second child of the root
    int scales_root;    ///< the root grows during the clip
    int has_no_feet;
    double lean; ///< degrees: the body leans back from 0.3 s to 0.6 s and forward from 1.4 s to 1.7 s
    double roll; ///< degrees: it rolls to its side then
    double spin; ///< degrees: it turns from 0.7 s to 1.3 s
} walk;

static sinew_quat about_y(double degrees)
{
    return (sinew_quat){0, sin(degrees * pi / 360), 0, cos(degrees * pi / 360)};
}

static sinew_quat about_x(double degrees)
{
    return (sinew_quat){sin(degrees * pi / 360), 0, 0, cos(degrees * pi / 360)};
}

static sinew_quat about_z(double degrees)
{
    return (sinew_quat){0, 0, sin(degrees * pi / 360), cos(degrees * pi / 360)};
}

static double seconds_of(const walk *of)
{
    return of->seconds > 0 ? of->seconds : 2;
}

/// Degrees that the walk has made at a time.
static double heading_at(const walk *of, double time)
{
    if (of->turn_back == 0 || time < of->turn_back) return of->turn * time;
    return of->turn * (2 * of->turn_back - time);
}

/// The arc of a walk that does not turn back, from the origin along +Z.
static void position_at(const walk *of, double time, double out[4])
{
    const double angle = heading_at(of, time) * pi / 180,
                 radius = of->turn != 0 ? of->speed / (of->turn * pi / 180) : 0;
    out[0] = (radius * (1 - cos(angle)));
    out[1] = 90;
    out[2] = (of->turn != 0 ? radius * sin(angle) : of->speed * time);
}

static void put_quat(sinew_quat q, double out[4])
{
    const double value[4] = {q.x, q.y, q.z, q.w};
    memcpy(out, value, sizeof value);
}

/// A foot in place: half a second on the ground, moving backward, and half a second in the air.
static void foot_at(const walk *of, double time, double phase, double out[4])
{
    const double part = fmod(time + phase, 1), reach = of->feet / 4;
    const int is_down = part < 0.5;
    out[0] = 0;
    out[1] = (-80 + (is_down ? 0 : 20 * sin((part - 0.5) * 2 * pi)));
    out[2] = (is_down ? reach - of->feet * part : reach * -cos((part - 0.5) * 2 * pi));
}

static double arm_at(const walk *of, double time)
{
    const double swing = of->swing != 0 ? of->swing : 30, part = time / seconds_of(of);
    const double bent = pow(part, 1 + of->slow_end) * seconds_of(of);
    const int is_last = time > seconds_of(of) - 1e-6;
    if (of->strike != 0) return -60 + of->strike * exp(-(time - 1) * (time - 1) / 0.02) + (is_last ? of->kick : 0);
    if (of->starts_at_turn) return -60 + swing * cos(2 * pi * bent);
    return -60 + swing * sin(2 * pi * bent) + (is_last ? of->kick : 0);
}

typedef struct walk_keys {
    sinew_track_key hips[MAX_KEYS], turn[MAX_KEYS], arm[MAX_KEYS], left[MAX_KEYS], right[MAX_KEYS], scale[2];
} walk_keys;

static void set_keys(const walk *of, int frame, walk_keys *keys)
{
    const double time = (double)frame / FPS;
    const int is_reference = of->has_reference && frame == 0;
    position_at(of, time, keys->hips[frame].value);
    if (is_reference) memcpy(keys->hips[frame].value, (double[4]){-300, 90, 40, 0}, sizeof(double[4]));
    const double down = fmax(0, fmin(1, fmin((time - 0.3) / 0.3, (1.7 - time) / 0.3)));
    const sinew_quat facing = about_y(heading_at(of, time) + of->sway * sin(2 * pi * time) +
                                      of->spin * fmax(0, fmin(1, (time - 0.7) / 0.6))),
                     rolled = sinew__quat_multiply(about_z(of->roll * down), about_x(-of->lean * down));
    put_quat(sinew__quat_multiply(facing, rolled), keys->turn[frame].value);
    put_quat(about_x(is_reference ? 90 : arm_at(of, time)), keys->arm[frame].value);
    foot_at(of, time, 0, keys->left[frame].value);
    foot_at(of, time, 0.5, keys->right[frame].value);
    keys->hips[frame].time = keys->turn[frame].time = keys->arm[frame].time = keys->left[frame].time =
        keys->right[frame].time = time;
}

static sinew_raw_track track(int joint, sinew_track_path path, const sinew_track_key *keys, int count)
{
    return (sinew_raw_track){.joint = joint,
                             .node = SINEW_NONE,
                             .mesh = SINEW_NONE,
                             .morph = SINEW_NONE,
                             .path = path,
                             .keys = keys,
                             .key_count = count,
                             .interpolation = SINEW_LINEAR};
}

static sinew_model *make_walk(const walk *of)
{
    static walk_keys keys;
    const int count = (int)(seconds_of(of) * FPS + 0.5) + 1;
    const sinew_transform rest[JOINTS] = {
        {{of->x, 0, of->z}, about_y(of->facing), {1, 1, 1}},
        {{0, 90, 0}, about_y(0), {1, 1, 1}},
        {{0, 30, 0}, about_y(0), {1, 1, 1}},
        {{0, 20, 0}, about_y(0), {1, 1, 1}},
        {{0, 0, 60}, about_y(0), {1, 1, 1}},
        {{10, 0, 0}, about_y(0), {1, 1, 1}},
        {{0, -80, 0}, about_y(0), {1, 1, 1}},
        {{-10, 0, 0}, about_y(0), {1, 1, 1}},
        {{0, -80, 0}, about_y(0), {1, 1, 1}},
        {{50, 0, 0}, about_y(0), {1, 1, 1}},
    };
    static const int parents[JOINTS] = {SINEW_NONE, ROOT, HIPS, SPINE, ARM, HIPS, LEFT_LEG, HIPS, RIGHT_LEG, ROOT};
    static const char *const names[JOINTS] = {"root",     "hips",      "spine",     "arm",        "hand",
                                              "leg left", "foot left", "leg right", "foot right", "prop"};
    sinew_raw_joint joints[JOINTS];
    memset(&keys, 0, sizeof keys);
    for (int i = 0; i < JOINTS; ++i)
        joints[i] = (sinew_raw_joint){
            .name = of->has_no_feet && (i == LEFT_FOOT || i == RIGHT_FOOT || i == LEFT_LEG || i == RIGHT_LEG)
                        ? "x"
                        : names[i],
            .parent = parents[i],
            .rest = rest[i],
            .kind = SINEW_JOINT_BONE,
            .node = SINEW_NONE};
    if (of->has_no_feet) joints[LEFT_FOOT].rest.t.y = joints[RIGHT_FOOT].rest.t.y = 10; // nor anything low
    for (int i = 0; i < count; ++i) set_keys(of, i, &keys);
    keys.scale[0] = (sinew_track_key){.value = {1, 1, 1}};
    keys.scale[1] = (sinew_track_key){.time = seconds_of(of), .value = {2, 2, 2}};
    sinew_raw_track tracks[6] = {track(HIPS, SINEW_TRACK_TRANSLATION, keys.hips, count),
                                 track(HIPS, SINEW_TRACK_ROTATION, keys.turn, count),
                                 track(ARM, SINEW_TRACK_ROTATION, keys.arm, count)};
    int32_t track_count = 3;
    if (of->feet > 0) tracks[track_count++] = track(LEFT_FOOT, SINEW_TRACK_TRANSLATION, keys.left, count);
    if (of->feet > 0) tracks[track_count++] = track(RIGHT_FOOT, SINEW_TRACK_TRANSLATION, keys.right, count);
    if (of->scales_root) tracks[track_count++] = track(ROOT, SINEW_TRACK_SCALE, keys.scale, 2);
    const sinew_raw_clip clip = {
        .name = "walk", .duration = seconds_of(of), .tracks = tracks, .track_count = track_count};
    const sinew_raw_model raw = {.fps = FPS,
                                 .unit_cm = 1,
                                 .up = "+Y",
                                 .joints = joints,
                                 .joint_count = of->has_prop ? JOINTS : JOINTS - 1,
                                 .clips = &clip,
                                 .clip_count = 1};
    return make_model(&raw);
}

static int measure(const sinew_model *model, sinew__travel *out)
{
    sinew_pose *scratch = make_pose(model);
    sinew_foot feet[SINEW_FEET_MAX];
    const int32_t count = sinew_model_find_feet(model, scratch, feet);
    const sinew__span span = sinew__motion_span(model, 0, scratch);
    assert_int_equal(sinew__clip_travel(model, 0, &span, feet, count, NULL, scratch, out), SINEW_OK);
    sinew_pose_destroy(scratch);
    return out->joint != SINEW_NONE;
}

static sinew__travel travel_of(const walk *of)
{
    sinew_model *model = make_walk(of);
    sinew__travel travel;
    assert_true(measure(model, &travel));
    sinew_model_destroy(model);
    return travel;
}

// ---- speed and turn -------------------------------------------------------------------------------------------------

static const double places[][3] = {{0, 0, 0}, {300, -200, 90}, {-4000, 2500, 213}, {0, 1, -30}};
enum { PLACES = sizeof places / sizeof *places };

/// A quarter of a circle of radius r: from its start to its end it is r √2, along the arc r π / 2.
static void speeds_do_not_depend_on_where_a_walk_stands_or_looks(void **state)
{
    (void)state;
    for (int i = 0; i < PLACES; ++i) {
        walk of = {.x = places[i][0], .z = places[i][1], .facing = places[i][2], .speed = 140};
        const sinew__travel straight = travel_of(&of);
        assert_close(straight.speed, 1.4, 1e-4);
        assert_close(straight.path_speed, 1.4, 1e-4);
        assert_close(straight.net_turn, 0, 1e-2);
        assert_close(straight.total_turn, 0, 1e-2);
        of.turn = 45;
        const sinew__travel quarter = travel_of(&of);
        const double radius = 1.4 / (pi / 4);
        assert_close(quarter.speed, radius * sqrt(2) / 2, 1e-3);
        assert_close(quarter.path_speed, 1.4, 1e-3);
        assert_close(quarter.net_turn, 90, 0.01);
        assert_close(quarter.yaw_rate, 45, 0.01);
    }
}

static void a_full_turn_is_no_rest(void **state)
{
    (void)state;
    for (int clockwise = 0; clockwise < 2; ++clockwise) {
        const double turn = clockwise ? -180 : 180;
        const sinew__travel circle = travel_of(&(walk){.speed = 100, .turn = turn, .x = 50, .facing = 70});
        assert_close(circle.speed, 0, 1e-3);
        assert_close(circle.path_speed, 1, 2e-3);
        assert_close(circle.net_turn, clockwise ? -360 : 360, 0.01);
        assert_close(circle.total_turn, 360, 0.01);
        assert_close(circle.yaw_rate, turn, 0.01);
    }
    assert_close(travel_of(&(walk){.turn = 540}).net_turn, 1080, 0.1); // a spin in place
}

static void turns_add_up_and_the_sway_of_a_stride_does_not(void **state)
{
    (void)state;
    const sinew__travel both = travel_of(&(walk){.turn = 90, .turn_back = 1});
    assert_close(both.net_turn, 0, 0.01);
    assert_close(both.total_turn, 180, 0.01);
    const sinew__travel swaying = travel_of(&(walk){.speed = 140, .sway = 8});
    assert_close(swaying.net_turn, 0, 0.01);
    assert_close(swaying.total_turn, 0, 0.01);
    assert_close(travel_of(&(walk){.turn = -60, .sway = 8}).total_turn, 120, 0.01);
}

/// A body that leans back by 130° and spins once around there, as a dancer on the shoulders, then on its side, when no
/// axis from hip to hip shows how it turns, and without legs.
static void a_body_that_lies_or_hangs_turns(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PLACES; ++i) {
        walk of = {.facing = places[i / 2][2], .spin = i & 1 ? 360 : -360, .lean = 130};
        assert_close(travel_of(&of).net_turn, of.spin, 0.1);
        assert_close(travel_of(&of).total_turn, 360, 0.1);
        of.has_no_feet = 1;
        assert_close(travel_of(&of).net_turn, of.spin, 0.1);
        of = (walk){.facing = places[i / 2][2], .spin = i & 1 ? 360 : -360, .roll = 100};
        assert_close(travel_of(&of).net_turn, of.spin, 0.1);
        of = (walk){.facing = places[i / 2][2], .lean = i & 1 ? 180 : 90};
        assert_close(travel_of(&of).net_turn, 0, 0.1);
        assert_close(travel_of(&of).total_turn, 0, 0.1);
    }
}

/// The root is in the origin with a prop beside the character: the hips move the character, not the joint with the
/// first branch.
static void a_static_root_is_not_what_moves_the_character(void **state)
{
    (void)state;
    const sinew__travel travel = travel_of(&(walk){.speed = 140, .has_prop = 1});
    assert_int_equal(travel.joint, HIPS);
    assert_close(travel.speed, 1.4, 1e-4);
}

/// A root on the ground with targets of feet and a pole before the hips, which carry spine and head. The targets come
/// first among the skin joints. Of the six vertices `on_targets` follow a target, the others the spine.
static sinew_model *make_rig(int is_skinned, int on_targets)
{
    enum { RIG_JOINTS = 8, VERTICES = 6 };
    static const char *const names[RIG_JOINTS] = {"root", "ik_foot.L", "ik_foot.R", "pole",
                                                  "hips", "spine",     "neck",      "head"};
    static const int parents[RIG_JOINTS] = {SINEW_NONE, 0, 0, 0, 0, 4, 5, 6};
    static const double heights[RIG_JOINTS] = {0, 8, 8, 8, 90, 40, 20, 10};
    static const sinew_track_key keys[2][2] = {{{.value = {0, 90, 0}}, {.time = 1, .value = {0, 90, 200}}},
                                               {{.value = {10, 8, 0}}, {.time = 1, .value = {10, 8, 160}}}};
    sinew_raw_joint joints[RIG_JOINTS];
    for (int i = 0; i < RIG_JOINTS; ++i)
        joints[i] = (sinew_raw_joint){.name = names[i],
                                      .parent = parents[i],
                                      .rest = {{0, heights[i], 0}, about_y(0), {1, 1, 1}},
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE};
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 1, .node = SINEW_NONE},
                                                {.joint = 2, .node = SINEW_NONE},
                                                {.joint = 4, .node = SINEW_NONE},
                                                {.joint = 5, .node = SINEW_NONE}};
    float positions[3 * VERTICES] = {0};
    uint32_t starts[VERTICES + 1], sizes[] = {VERTICES};
    sinew_raw_influence influences[VERTICES];
    for (int i = 0; i < VERTICES; ++i) {
        positions[3 * i] = (float)(i & 1);
        positions[3 * i + 1] = (float)(20 * i);
        starts[i] = (uint32_t)i;
        influences[i] = (sinew_raw_influence){i < on_targets ? 0 : i == VERTICES - 1 ? 2 : 3, 1};
    }
    starts[VERTICES] = VERTICES;
    const sinew_raw_mesh mesh = {.node = SINEW_NONE,
                                 .positions = positions,
                                 .vertex_count = VERTICES,
                                 .polygon_sizes = sizes,
                                 .polygon_count = 1,
                                 .influence_start = starts,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 4};
    const sinew_raw_track tracks[] = {track(4, SINEW_TRACK_TRANSLATION, keys[0], 2),
                                      track(1, SINEW_TRACK_TRANSLATION, keys[1], 2)};
    const sinew_raw_clip clip = {.name = "slide", .duration = 1, .tracks = tracks, .track_count = 2};
    return make_model(&(sinew_raw_model){.fps = FPS,
                                         .unit_cm = 1,
                                         .up = "+Y",
                                         .joints = joints,
                                         .joint_count = RIG_JOINTS,
                                         .meshes = &mesh,
                                         .mesh_count = is_skinned,
                                         .clips = &clip,
                                         .clip_count = 1});
}

/// The hips move at 2 m/s, the target at 1.6.
static void targets_beside_the_hips_do_not_move_the_character(void **state)
{
    (void)state;
    sinew__travel travel;
    static const int on_targets[] = {1, 2, 3, 4};
    for (int i = 0; i < 4; ++i) {
        sinew_model *model = make_rig(1, on_targets[i]);
        const int is_target = on_targets[i] > 3; // of 6 vertices; with as many the hips count, for the joints below
        assert_int_equal(sinew_model_find_motion_joint(model), is_target ? 1 : 4);
        assert_true(measure(model, &travel));
        assert_close(travel.speed, is_target ? 1.6 : 2, 1e-6);
        sinew_model_destroy(model);
    }
    // Without a mesh the first bone with two children is the root, which stands still: 4 of the 7 others are the
    // body's.
    sinew_model *bare = make_rig(0, 0);
    assert_true(measure(bare, &travel));
    assert_int_equal(travel.joint, 4);
    assert_close(travel.speed, 2, 1e-6);
    sinew_model_destroy(bare);
}

static void feet_tell_the_speed_of_a_walk_in_place(void **state)
{
    (void)state;
    for (int i = 0; i < PLACES; ++i) {
        const walk of = {.x = places[i][0], .z = places[i][1], .facing = places[i][2], .feet = 120};
        const sinew__travel travel = travel_of(&of);
        assert_close(travel.speed, 0, 1e-5);
        assert_close(travel.foot_speed, 1.2, 0.02);
    }
    assert_close(travel_of(&(walk){0}).foot_speed, 0, 1e-6); // at rest
    assert_true(isnan(travel_of(&(walk){.speed = 140}).foot_speed));
}

static void what_says_nothing_is_no_fact(void **state)
{
    (void)state;
    sinew__travel travel;
    sinew_model *grows = make_walk(&(walk){.speed = 140, .scales_root = 1});
    assert_false(measure(grows, &travel));
    assert_true(isnan(travel.speed) && isnan(travel.path_speed) && isnan(travel.net_turn) && isnan(travel.foot_speed));
    sinew_model_destroy(grows);
    sinew_model *moment = make_walk(&(walk){.seconds = 1e-3, .speed = 140});
    assert_false(measure(moment, &travel));
    assert_true(isnan(travel.speed));
    sinew_model_destroy(moment);
    const sinew__travel footless = travel_of(&(walk){.has_no_feet = 1});
    assert_close(footless.speed, 0, 1e-6);
    assert_true(isnan(footless.foot_speed));

    const sinew_track_key keys[] = {{.value = {0}}, {.time = 1, .value = {100, 0, 0}}};
    const sinew_raw_track only = track(0, SINEW_TRACK_TRANSLATION, keys, 2);
    const sinew_raw_joint joint = {.name = "bone", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_clip clip = {.name = "c", .duration = 1, .tracks = &only, .track_count = 1};
    sinew_model *one =
        make_model(&(sinew_raw_model){.fps = FPS, .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1});
    assert_false(measure(one, &travel));
    sinew_model_destroy(one);
}

// ---- loops ----------------------------------------------------------------------------------------------------------

static sinew__loop_facts loop_of(const walk *of)
{
    sinew_model *model = make_walk(of);
    sinew_pose *scratch = make_pose(model);
    uint8_t in_character[JOINTS] = {0};
    sinew_foot feet[SINEW_FEET_MAX];
    sinew__loop loop;
    const int32_t count = sinew_model_find_feet(model, scratch, feet);
    const sinew__span span = sinew__motion_span(model, 0, scratch);
    sinew__mark_character(model, in_character);
    assert_true(sinew__loop_open(model, 0, &span, feet, count, in_character, scratch, &loop));
    const sinew__loop_facts facts = sinew__loop_find(&loop);
    sinew__loop_free(&loop);
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
    assert_true(facts.is_known);
    return facts;
}

/// The arm and the feet are back after a second; the root on the ground and its prop never leave.
static void walks_are_loops_below_a_static_root(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * PLACES; ++i) {
        const double *place = places[i / 4];
        walk of = {.x = place[0], .z = place[1], .facing = place[2], .speed = 140, .feet = 10};
        if (i & 1) of.turn = 75;
        if (i & 2) of.has_prop = 1;
        const sinew__loop_facts loop = loop_of(&of);
        assert_int_equal(loop.kind, SINEW__SEAM_CLOSED);
        assert_close(loop.gap.distance, 0, 0.02);
        of.seconds = 1.2; // the arm is elsewhere
        assert_int_equal(loop_of(&of).kind, SINEW__SEAM_NO);
    }
}

static void the_seam_is_judged_by_rotation_and_velocity_too(void **state)
{
    (void)state;
    assert_int_equal(loop_of(&(walk){.speed = 140, .kick = 0.3}).kind, SINEW__SEAM_CLOSED); // 3 mm at the hand
    const sinew__loop_facts rotated = loop_of(&(walk){.speed = 140, .kick = 3});
    assert_int_equal(rotated.kind, SINEW__SEAM_NO);
    assert_close(rotated.gap.degrees, 3, 0.01);
    const sinew__loop_facts jerks = loop_of(&(walk){.speed = 140, .slow_end = 0.5, .swing = 20});
    assert_close(jerks.gap.degrees, 0, 0.01);
    assert_int_not_equal(jerks.jump.joint, SINEW_NONE);
    assert_int_equal(jerks.kind, SINEW__SEAM_NO);
}

/// Two periods without the last frame. The hand is 6.27° from its first frame there; a frame that is missing more is
/// as much again. The second difference of the swing is 30° (2π / 30)² = 1.3°, and the mean of the steps beside the
/// seam is off by half of it at most.
static void the_frame_after_the_last_of_an_open_loop_is_its_first(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PLACES; ++i) {
        const double *place = places[i / 2];
        walk of = {.x = place[0], .z = place[1], .facing = place[2], .speed = 140, .feet = 10, .turn = i & 1 ? 75 : 0};
        of.seconds = 2 - 1.0 / FPS;
        const sinew__loop_facts loop = loop_of(&of);
        assert_int_equal(loop.kind, SINEW__SEAM_OPEN);
        assert_true(loop.gap.degrees < 0.7);
        of.seconds = 2 - 2.0 / FPS;
        assert_int_equal(loop_of(&of).kind, SINEW__SEAM_NO);
        of.seconds = 2 + 1.0 / FPS; // the seam goes back
        assert_int_equal(loop_of(&of).kind, SINEW__SEAM_NO);
    }
    const walk without_feet = {.seconds = 1 - 1.0 / FPS, .speed = 300, .swing = 60, .has_no_feet = 1};
    assert_int_equal(loop_of(&without_feet).kind, SINEW__SEAM_OPEN);
}

/// A strike of 70° that is over before the clip ends. The hand of a swing that starts at its turning point has moved
/// by 1.4 % of its way in the first frame and does not pause.
static void clips_that_end_as_they_began_and_rest_there_are_no_loops(void **state)
{
    (void)state;
    const sinew__loop_facts strikes = loop_of(&(walk){.strike = 70});
    assert_int_equal(strikes.kind, SINEW__SEAM_RETURNS);
    assert_close(strikes.gap.degrees, 0, 0.1);
    assert_int_equal(loop_of(&(walk){.strike = 70, .kick = 3}).kind, SINEW__SEAM_NO);
    assert_int_equal(loop_of(&(walk){.starts_at_turn = 1}).kind, SINEW__SEAM_CLOSED);
    assert_int_equal(loop_of(&(walk){.starts_at_turn = 1, .seconds = 1}).kind, SINEW__SEAM_CLOSED);
    assert_int_equal(loop_of(&(walk){.strike = 3}).kind, SINEW__SEAM_CLOSED); // a breath: 4 cm of the hand
    for (int kind = 0; kind < SINEW__SEAM_COUNT; ++kind)
        assert_int_equal(sinew__seam_loops((sinew__seam_kind)kind),
                         kind == SINEW__SEAM_CLOSED || kind == SINEW__SEAM_OPEN);
    assert_string_equal(sinew__seam_word(SINEW__SEAM_RETURNS), "returns");
}

// ---- reference poses ------------------------------------------------------------------------------------------------

static int has_reference_pose(const walk *of, double *out_start)
{
    sinew_model *model = make_walk(of);
    sinew_pose *scratch = make_pose(model);
    const sinew__first_frame first = sinew__look_at_first_frame(model, 0, scratch);
    *out_start = sinew__motion_span(model, 0, scratch).start;
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
    return first.is_reference;
}

static void a_reference_pose_is_no_part_of_the_facts(void **state)
{
    (void)state;
    double start;
    for (int i = 0; i < PLACES; ++i) {
        walk of = {.x = places[i][0], .z = places[i][1], .facing = places[i][2], .speed = 140, .turn = 20};
        assert_false(has_reference_pose(&of, &start));
        assert_close(start, 0, 0);
        const sinew__travel without = travel_of(&of);
        of.has_reference = 1;
        assert_true(has_reference_pose(&of, &start));
        assert_close(start, 1.0 / FPS, 1e-6);
        const sinew__travel with = travel_of(&of);
        assert_close(with.speed, without.speed, 0.01); // a frame less of the arc
        assert_close(with.path_speed, 1.4, 1e-3);
        assert_close(with.yaw_rate, 20, 0.01);
    }
}

/// Fast, but a motion: an arm that swings by 150° once a second, a run at 8 m/s, a spin of one and a half turns a
/// second.
static void fast_motions_begin_without_a_reference_pose(void **state)
{
    (void)state;
    double start;
    assert_false(has_reference_pose(&(walk){.swing = 150}, &start));
    assert_false(has_reference_pose(&(walk){.speed = 800, .swing = 90}, &start));
    assert_false(has_reference_pose(&(walk){.turn = 540, .swing = 90}, &start));
    assert_false(has_reference_pose(&(walk){.speed = 140, .seconds = 2.0 / FPS, .has_reference = 1}, &start)); // short
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_do_not_depend_on_where_a_walk_stands_or_looks),
        cmocka_unit_test(a_full_turn_is_no_rest),
        cmocka_unit_test(turns_add_up_and_the_sway_of_a_stride_does_not),
        cmocka_unit_test(a_body_that_lies_or_hangs_turns),
        cmocka_unit_test(a_static_root_is_not_what_moves_the_character),
        cmocka_unit_test(targets_beside_the_hips_do_not_move_the_character),
        cmocka_unit_test(feet_tell_the_speed_of_a_walk_in_place),
        cmocka_unit_test(what_says_nothing_is_no_fact),
        cmocka_unit_test(walks_are_loops_below_a_static_root),
        cmocka_unit_test(the_seam_is_judged_by_rotation_and_velocity_too),
        cmocka_unit_test(the_frame_after_the_last_of_an_open_loop_is_its_first),
        cmocka_unit_test(clips_that_end_as_they_began_and_rest_there_are_no_loops),
        cmocka_unit_test(a_reference_pose_is_no_part_of_the_facts),
        cmocka_unit_test(fast_motions_begin_without_a_reference_pose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
