/// Foot contacts: walks made by hand whose contacts are on paper, near contacts, and the walk of the fox.
#include "runtime/model/combine/with_clips.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "sinew/contacts.h"
#include "sinew/mixer.h"
#include "sinew/with_clips.h"
#include "support/make_model.h"
#include "support/make_pose.h"

enum { FEET = 2, KEYS = 6 };

/// A key of a foot's joint: seconds, height above the ground and distance walked.
typedef struct step_key {
    double time, height, forward;
} step_key;

/// The model: legs of length 1 that end in the two joints, 0.2 apart, whose keys are given.
typedef struct walker {
    const char *names[FEET], *toe;
    step_key keys[FEET][KEYS];
    double duration, fps;
    double size;    ///< of a leg; 0: 1
    double unit_cm; ///< 0: 1
    int z_up;       ///< +Z instead of +Y
} walker;

static const char *const plain_names[FEET] = {"foot.L", "foot.R"};

/// A step of the left foot from 0.6 s to 0.2 s of the next loop, of the right one from 0.1 s to 0.7 s. The walk goes
/// forward by 1 per second.
static const walker walk = {.keys = {{{0, 0.2, -0.3}, {0.2, 0, 0}, {0.6, 0, 0}, {0.8, 0.3, 0.4}, {1, 0.2, 0.7}},
                                     {{0, 0, 0}, {0.1, 0, 0}, {0.4, 0.3, 0.4}, {0.7, 0, 1}, {1, 0, 1}}},
                            .duration = 1};

static int32_t count_keys(const step_key *keys)
{
    int32_t count = 1;
    while (count < KEYS && keys[count].time > 0) ++count;
    return count;
}

/// A position in the axes and the unit of the walker, from +Y up and legs of length 1.
static sinew_vec3 placed(const walker *from, double x, double y, double z)
{
    const double size = from->size > 0 ? from->size : 1;
    return from->z_up ? (sinew_vec3){x * size, -z * size, y * size} : (sinew_vec3){x * size, y * size, z * size};
}

static sinew_transform rest_at(const walker *from, double x, double y, double z)
{
    return (sinew_transform){placed(from, x, y, z), {0, 0, 0, 1}, {1, 1, 1}};
}

/// Joints: hips at height 1, at each side a hip joint, and below it the foot, whose track moves it; a toe 0.3 before
/// the left foot if it has a name.
static sinew_model *make_walker(const walker *from)
{
    sinew_track_key keys[FEET][KEYS];
    sinew_raw_track tracks[FEET];
    sinew_raw_joint joints[] = {
        {.name = "hips", .parent = SINEW_NONE, .rest = rest_at(from, 0, 1, 0)},
        {.name = "thigh.L", .rest = rest_at(from, 0.1, 0, 0)},
        {.name = "thigh.R", .rest = rest_at(from, -0.1, 0, 0)},
        {.parent = 1, .rest = rest_at(from, 0, -1, 0)},
        {.parent = 2, .rest = rest_at(from, 0, -1, 0)},
        {.name = from->toe, .parent = 3, .rest = rest_at(from, 0, 0, 0.3)},
    };
    for (size_t i = 0; i < sizeof joints / sizeof *joints; ++i) joints[i].node = SINEW_NONE;
    for (int f = 0; f < FEET; ++f) {
        const int32_t count = count_keys(from->keys[f]);
        for (int32_t k = 0; k < count; ++k) {
            const step_key *key = &from->keys[f][k];
            const sinew_vec3 position = placed(from, 0, key->height - 1, key->forward);
            keys[f][k] = (sinew_track_key){key->time, {position.x, position.y, position.z, 0}};
        }
        joints[3 + f].name = from->names[f] ? from->names[f] : plain_names[f];
        tracks[f] = (sinew_raw_track){.joint = 3 + f,
                                      .node = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_TRANSLATION,
                                      .keys = keys[f],
                                      .key_count = count,
                                      .interpolation = SINEW_LINEAR};
    }
    const sinew_raw_clip clip = {.name = "c", .duration = from->duration, .tracks = tracks, .track_count = FEET};
    const sinew_raw_model raw = {.joints = joints,
                                 .joint_count = from->toe ? 6 : 5,
                                 .clips = &clip,
                                 .clip_count = 1,
                                 .up = from->z_up ? "+Z" : "+Y",
                                 .unit_cm = from->unit_cm,
                                 .fps = from->fps > 0 ? from->fps : 30};
    return make_model(&raw);
}

static sinew_contacts find(const sinew_model *model, int32_t clip)
{
    sinew_pose *scratch = make_pose(model);
    sinew_foot feet[SINEW_FEET_MAX];
    sinew_contacts contacts;
    sinew_error error;
    const int32_t count = sinew_model_find_feet(model, scratch, feet);
    if (sinew_contacts_find(model, clip, feet, count, NULL, &contacts, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    sinew_pose_destroy(scratch);
    return contacts;
}

/// Whole feet only: foot, from and to in seconds.
static void assert_contacts(const walker *from, int32_t count, const double (*expected)[3])
{
    sinew_model *model = make_walker(from);
    sinew_contacts contacts = find(model, 0);
    int32_t found = 0;
    for (int32_t i = 0; i < contacts.count; ++i) {
        const sinew_contact *contact = &contacts.items[i];
        if (contact->joint != SINEW_NONE) continue;
        if (found == count) fail_msg("unexpected contact of foot %d from %g", (int)contact->foot, contact->from);
        assert_int_equal(contact->foot, expected[found][0]);
        assert_close(contact->from, expected[found][1], 1e-9);
        assert_close(contact->to, expected[found][2], 1e-9);
        ++found;
    }
    assert_int_equal(found, count);
    sinew_contacts_free(&contacts);
    sinew_model_destroy(model);
}

static const double walk_contacts[2][3] = {{0, 0.2, 0.6}, {1, 0.7, 1.1}};

static void a_walk_has_the_contacts_on_paper(void **state)
{
    (void)state;
    assert_contacts(&walk, 2, walk_contacts);
    walker fast = walk;
    fast.fps = 120; // sampled at every fourth frame
    assert_contacts(&fast, 2, walk_contacts);
}

static void contacts_name_the_joints_of_a_foot(void **state)
{
    (void)state;
    walker with_toe = walk;
    with_toe.toe = "toe.L";
    sinew_model *model = make_walker(&with_toe);
    sinew_contacts contacts = find(model, 0);
    const int32_t joints[] = {SINEW_NONE, 3, 5, SINEW_NONE, 4};
    assert_int_equal(contacts.count, 5);
    for (int i = 0; i < 5; ++i) assert_int_equal(contacts.items[i].joint, joints[i]);
    assert_true(contacts.loops);
    assert_close(contacts.ground, 0, 1e-9);
    assert_close(contacts.ground_velocity.z, 0, 1e-9);
    sinew_contacts_free(&contacts);
    sinew_model_destroy(model);
}

/// The walk in place: the ground moves backward by 1 per second.
static void a_walk_in_place_has_the_same_contacts(void **state)
{
    (void)state;
    walker in_place = walk;
    for (int f = 0; f < FEET; ++f)
        for (int k = 0; k < KEYS; ++k) in_place.keys[f][k].forward -= in_place.keys[f][k].time;
    assert_contacts(&in_place, 2, walk_contacts);
    sinew_model *model = make_walker(&in_place);
    sinew_contacts contacts = find(model, 0);
    assert_close(contacts.ground_velocity.x, 0, 1e-9);
    assert_close(contacts.ground_velocity.y, 0, 1e-9);
    assert_close(contacts.ground_velocity.z, -1, 1e-6);
    sinew_contacts_free(&contacts);
    sinew_model_destroy(model);
}

/// The same walk of characters 20 m and 20 cm tall, in centimetres, metres and inches, with +Z up, on the spot and not.
static void contacts_do_not_depend_on_size_unit_or_axis(void **state)
{
    (void)state;
    static const double sizes[][2] = {{1000, 1}, {10, 1}, {10, 100}, {0.1, 100}, {3.9, 2.54}, {1e-4, 1e5}, {1e6, 1e-3}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        for (int variant = 0; variant < 4; ++variant) {
            walker scaled = walk;
            scaled.size = sizes[i][0];
            scaled.unit_cm = sizes[i][1];
            scaled.z_up = variant & 1;
            const int in_place = variant / 2;
            for (int f = 0; f < FEET && in_place; ++f)
                for (int k = 0; k < KEYS; ++k) scaled.keys[f][k].forward -= scaled.keys[f][k].time;
            assert_contacts(&scaled, 2, walk_contacts);
            sinew_model *model = make_walker(&scaled);
            sinew_contacts contacts = find(model, 0);
            const sinew_vec3 expected = placed(&scaled, 0, 0, in_place ? -1 : 0);
            assert_true(contacts.loops);
            assert_close(contacts.ground, 0, 1e-6 * scaled.size);
            assert_close(contacts.ground_velocity.x, expected.x, 1e-5 * scaled.size);
            assert_close(contacts.ground_velocity.y, expected.y, 1e-5 * scaled.size);
            assert_close(contacts.ground_velocity.z, expected.z, 1e-5 * scaled.size);
            sinew_contacts_free(&contacts);
            sinew_model_destroy(model);
        }
}

static void steps_are_the_times_at_which_feet_touch_down(void **state)
{
    (void)state;
    sinew_model *model = make_walker(&walk);
    sinew_contacts contacts = find(model, 0);
    double times[3] = {-1, -1, -1};
    assert_int_equal(sinew_contacts_steps(&contacts, SINEW_NONE, 1, times, 3), 2);
    assert_close(times[0], 0.2, 1e-9);
    assert_close(times[1], 0.7, 1e-9);
    assert_close(times[2], -1, 0);
    assert_int_equal(sinew_contacts_steps(&contacts, 1, 1, times, 3), 1);
    assert_close(times[0], 0.7, 1e-9);
    assert_int_equal(sinew_contacts_steps(&contacts, SINEW_NONE, 1, NULL, 0), 2);
    sinew_contacts_free(&contacts);
    sinew_model_destroy(model);
}

/// A walk of 1 s with steps at 0.2 s and 0.7 s, and one of 2 s with steps at 0.3 s and 1.5 s: a quarter after the first
/// step of one, at 0.325 s, the other is at 0.3 + 1.2 / 4 = 0.6 s.
/// The left foot is planted from 0.2 s to 0.6 s, the right one from 0.7 s to 0.1 s of the next loop; a foot without a
/// toe has a heel.
static void plants_are_the_contacts_at_a_time(void **state)
{
    (void)state;
    const struct {
        double time;
        float left, right;
    } rows[] = {{0, 0, 1}, {0.15, 0, 0}, {0.3, 1, 0}, {0.65, 0, 0}, {0.75, 0, 1}, {0.99, 0, 1}, {(double)NAN, 0, 0}};
    sinew_model *model = make_walker(&walk);
    sinew_pose *scratch = make_pose(model);
    sinew_foot feet[SINEW_FEET_MAX];
    sinew_contacts contacts = find(model, 0);
    assert_int_equal(sinew_model_find_feet(model, scratch, feet), 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_planted_foot plants[2] = {{9, 9}, {9, 9}};
        sinew_contacts_planted(&contacts, feet, 2, 1, rows[i].time, plants);
        assert_close(plants[0].heel, rows[i].left, 0);
        assert_close(plants[1].heel, rows[i].right, 0);
        assert_close(plants[0].toe + plants[1].toe, 0, 0);
    }
    sinew_contacts_free(&contacts);
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
}

/// The toe is rigid with its foot here, so both are planted while the foot is; the other foot has none.
static void a_planted_toe_is_told_from_the_heel(void **state)
{
    (void)state;
    walker with_toe = walk;
    with_toe.toe = "toe.L";
    sinew_model *model = make_walker(&with_toe);
    sinew_pose *scratch = make_pose(model);
    sinew_foot feet[SINEW_FEET_MAX];
    sinew_contacts contacts = find(model, 0);
    assert_int_equal(sinew_model_find_feet(model, scratch, feet), 2);
    sinew_planted_foot plants[2];
    sinew_contacts_planted(&contacts, feet, 2, 1, 0.3, plants);
    assert_close(plants[0].heel, 1, 0);
    assert_close(plants[0].toe, 1, 0);
    assert_close(plants[1].heel, 0, 0);
    sinew_contacts_planted(&contacts, feet, 2, 1, 0.8, plants);
    assert_close(plants[0].toe, 0, 0);
    assert_close(plants[1].heel, 1, 0);
    assert_close(plants[1].toe, 0, 0);
    sinew_contacts_free(&contacts);
    sinew_pose_destroy(scratch);
    sinew_model_destroy(model);
}

static void steps_keep_two_walks_in_step(void **state)
{
    (void)state;
    walker slow = walk;
    slow.duration = 2;
    for (int k = 0; k < KEYS; ++k) slow.keys[0][k] = slow.keys[1][k] = (step_key){0};
    memcpy(slow.keys[0], (const step_key[]){{0, 0.2, -0.3}, {0.3, 0, 0}, {0.9, 0, 0}, {1.4, 0.3, 0.4}, {2, 0.2, 0.7}},
           5 * sizeof(step_key));
    memcpy(slow.keys[1], (const step_key[]){{0, 0, 0}, {0.1, 0, 0}, {0.9, 0.3, 0.4}, {1.5, 0, 1}, {2, 0, 1}},
           5 * sizeof(step_key));
    sinew_model *models[2] = {make_walker(&walk), make_walker(&slow)}, *both;
    sinew_mixer *mixer;
    double steps[2][2], time;
    for (int i = 0; i < 2; ++i) {
        sinew_contacts contacts = find(models[i], 0);
        assert_int_equal(sinew_contacts_steps(&contacts, SINEW_NONE, i + 1, steps[i], 2), 2);
        sinew_contacts_free(&contacts);
    }
    assert_int_equal(sinew__model_add_clips(models[0], (const sinew_model *const *)&models[1], 1, NULL, &both, NULL),
                     SINEW_OK);
    assert_int_equal(sinew_mixer_create(both, &mixer, NULL), SINEW_OK);
    const sinew_mixer_clip first = {.clip = 0, .start = 0.325, .sync = 1, .markers = steps[0], .marker_count = 2},
                           second = {.clip = 1, .fade = 1, .sync = 1, .markers = steps[1], .marker_count = 2};
    assert_int_equal(sinew_mixer_play(mixer, 0, &first, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &second, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_current(mixer, 0, &time, NULL), 1);
    assert_close(time, 0.6, 1e-9);
    sinew_mixer_destroy(mixer);
    for (int i = 0; i < 2; ++i) sinew_model_destroy(models[i]);
    sinew_model_destroy(both);
}

/// In the air from 0.3 s to 0.7 s; the end continues at the start.
static void a_jump_has_no_contact_in_the_air(void **state)
{
    (void)state;
    const step_key keys[] = {{0, 0, 0}, {0.3, 0, 0}, {0.5, 0.5, 0}, {0.7, 0, 0}, {1, 0, 0}};
    walker jump = {.duration = 1};
    for (int k = 0; k < 5; ++k) jump.keys[0][k] = jump.keys[1][k] = keys[k];
    assert_contacts(&jump, 2, (const double[2][3]){{0, 0.7, 1.3}, {1, 0.7, 1.3}});
    jump.duration = 0.5; // ends in the air
    assert_contacts(&jump, 2, (const double[2][3]){{0, 0, 0.3}, {1, 0, 0.3}});
}

static void a_foot_that_stands_still_is_planted_all_the_time(void **state)
{
    (void)state;
    const walker still = {.duration = 2};
    assert_contacts(&still, 2, (const double[2][3]){{0, 0, 2}, {1, 0, 2}});
    sinew_model *model = make_walker(&still);
    sinew_contacts contacts = find(model, 0);
    assert_int_equal(sinew_contacts_steps(&contacts, SINEW_NONE, 2, NULL, 0), 0);
    sinew_contacts_free(&contacts);
    sinew_model_destroy(model);
}

static void a_raised_foot_is_not_planted(void **state)
{
    (void)state;
    const walker raised = {.keys = {{{0, 0, 0}}, {{0, 0.3, 0}}}, .duration = 1};
    assert_contacts(&raised, 1, (const double[1][3]){{0, 0, 1}});
}

/// The left foot slides by 0.3 between 0.3 s and 0.6 s: 1 leg length per second.
static void a_foot_that_slides_is_not_planted(void **state)
{
    (void)state;
    const walker slide = {.keys = {{{0, 0, 0}, {0.3, 0, 0}, {0.6, 0, 0.3}, {1, 0, 0.3}}, {{0, 0, 0}}}, .duration = 1};
    assert_contacts(&slide, 3, (const double[3][3]){{0, 0, 0.3}, {0, 0.6, 1}, {1, 0, 1}});
}

/// The left foot is 0.06 above the ground for 4 frames, then only shakes for a frame at a time. The right one touches
/// the ground for a frame.
static void short_gaps_are_closed_and_short_contacts_dropped(void **state)
{
    (void)state;
    const double frame = 1.0 / 30;
    const walker brief = {
        .keys = {{{0, 0, 0},
                  {0.5, 0, 0},
                  {0.5 + frame, 0.06, 0},
                  {0.5 + 2 * frame, 0.06, 0},
                  {0.5 + 3 * frame, 0.06, 0},
                  {0.5 + 4 * frame, 0, 0}},
                 {{0, 0.3, 0}, {0.4, 0.3, 0}, {0.5, 0, 0}, {0.5 + frame, 0, 0}, {0.7, 0.3, 0}, {1, 0.3, 0}}},
        .duration = 1};
    assert_contacts(&brief, 1, (const double[1][3]){{0, 0.5 + 4 * frame, 1.5}});
    walker hop = brief;
    for (int k = 2; k < 5; ++k) hop.keys[0][k].height = 0.004; // over a step: 0.12 leg lengths per second
    assert_contacts(&hop, 1, (const double[1][3]){{0, 0, 1}});
}

static void a_clip_without_duration_has_no_contacts(void **state)
{
    (void)state;
    const walker none = {.duration = 0};
    assert_contacts(&none, 0, NULL);
}

// ---- feet -----------------------------------------------------------------------------------------------------------

static int32_t find_feet(const sinew_model *model, sinew_foot *feet)
{
    sinew_pose *scratch = make_pose(model);
    const int32_t count = sinew_model_find_feet(model, scratch, feet);
    sinew_pose_destroy(scratch);
    return count;
}

static void feet_are_found_by_name(void **state)
{
    (void)state;
    sinew_foot feet[SINEW_FEET_MAX];
    const walker named = {.names = {"rig:LeftFoot", "rig:RightFoot"}, .toe = "rig:LeftToeBase"};
    sinew_model *model = make_walker(&named);
    assert_int_equal(find_feet(model, feet), 2);
    assert_int_equal(feet[0].ankle, 3);
    assert_int_equal(feet[0].toe, 5);
    assert_int_equal(feet[1].ankle, 4);
    assert_int_equal(feet[1].toe, SINEW_NONE);
    assert_close(feet[0].leg_length, 1, 1e-12);
    sinew_model_destroy(model);
}

/// The lower ends of two chains are feet without a name; of one, such as a rope, they are not.
static void feet_are_found_by_shape(void **state)
{
    (void)state;
    sinew_foot feet[SINEW_FEET_MAX];
    const walker unnamed = {.names = {"bone.7", "bone.8"}};
    sinew_model *model = make_walker(&unnamed);
    assert_int_equal(find_feet(model, feet), 2);
    assert_int_equal(feet[0].ankle, 3);
    assert_int_equal(feet[1].ankle, 4);
    assert_close(feet[1].leg_length, 1, 1e-12);
    sinew_model_destroy(model);

    sinew_raw_joint rope[4];
    for (int32_t i = 0; i < 4; ++i)
        rope[i] = (sinew_raw_joint){.parent = i - 1, .node = SINEW_NONE, .rest = {{0, -1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    const sinew_raw_model raw = {.joints = rope, .joint_count = 4, .up = "+Y"};
    model = make_model(&raw);
    assert_int_equal(find_feet(model, feet), 0);
    sinew_model_destroy(model);
}

/// Legs of two bones, which deform, and their ends, which do not: the ends are the feet.
static void ends_of_bones_are_feet_where_no_joint_is(void **state)
{
    (void)state;
    enum { JOINTS = 9 };
    static const int32_t parents[JOINTS] = {-1, 0, 0, 0, 1, 2, 3, 4, 5};
    static const sinew_vec3 positions[JOINTS] = {{0, 4, 0},  {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -2, 0},
                                                 {0, -2, 0}, {0, 2, 0}, {0, -2, 0}, {0, -2, 0}};
    sinew_raw_joint joints[JOINTS];
    for (int32_t i = 0; i < JOINTS; ++i)
        joints[i] = (sinew_raw_joint){.parent = parents[i],
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {positions[i], {0, 0, 0, 1}, {1, 1, 1}}};
    sinew_raw_skin_joint skin_joints[6];
    sinew_raw_influence influences[6];
    uint32_t starts[7] = {0};
    float vertices[18] = {0};
    for (int i = 0; i < 6; ++i) {
        skin_joints[i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
        influences[i] = (sinew_raw_influence){.skin_joint = i, .weight = 1};
        starts[i + 1] = (uint32_t)i + 1;
    }
    const sinew_raw_mesh mesh = {.node = SINEW_NONE,
                                 .positions = vertices,
                                 .vertex_count = 6,
                                 .corner_vertices = starts, // of no polygon
                                 .influence_start = starts,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 6};
    const sinew_raw_model raw = {.joints = joints, .joint_count = JOINTS, .meshes = &mesh, .mesh_count = 1, .up = "+Y"};
    sinew_model *model = make_model(&raw);
    sinew_foot feet[SINEW_FEET_MAX];
    assert_int_equal(find_feet(model, feet), 2);
    assert_int_equal(feet[0].ankle, 7);
    assert_int_equal(feet[1].ankle, 8);
    assert_close(feet[1].leg_length, 4, 1e-12);
    sinew_model_destroy(model);
}

static void a_model_without_feet_has_no_contacts(void **state)
{
    (void)state;
    sinew_model *model = make_walker(&walk);
    sinew_contacts contacts;
    assert_int_equal(sinew_contacts_find(model, 0, NULL, 0, NULL, &contacts, NULL), SINEW_OK);
    assert_int_equal(contacts.count, 0);
    sinew_contacts_free(&contacts);
    sinew_model_destroy(model);
}

// ---- bad input ------------------------------------------------------------------------------------------------------

static void bad_feet_and_options_are_refused(void **state)
{
    (void)state;
    sinew_model *model = make_walker(&walk);
    const sinew_foot feet[] = {
        {-1, SINEW_NONE, 1}, {5, SINEW_NONE, 1}, {3, 99, 1}, {3, SINEW_NONE, 0}, {3, SINEW_NONE, (double)NAN}};
    const sinew_foot good = {3, SINEW_NONE, 1};
    const sinew_contact_options options[] = {
        {.max_height = -1}, {.max_rise = (double)NAN}, {.max_slip = (double)INFINITY}};
    sinew_contacts contacts;
    sinew_error error;
    for (size_t i = 0; i < sizeof feet / sizeof *feet; ++i) {
        contacts.count = 9;
        assert_int_equal(sinew_contacts_find(model, 0, &feet[i], 1, NULL, &contacts, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_int_equal(contacts.count, 0);
    }
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
        assert_int_equal(sinew_contacts_find(model, 0, &good, 1, &options[i], &contacts, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_contacts_find(model, 0, feet, 17, NULL, &contacts, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_contacts_find(model, 1, &good, 1, NULL, &contacts, &error), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_model_destroy(model);
}

static void a_clip_of_a_month_is_too_long(void **state)
{
    (void)state;
    const walker month = {.duration = 30 * 86400.0};
    sinew_model *model = make_walker(&month);
    const sinew_foot foot = {3, SINEW_NONE, 1};
    sinew_contacts contacts;
    sinew_error error;
    assert_int_equal(sinew_contacts_find(model, 0, &foot, 1, NULL, &contacts, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "clip 'c' of 2.592e+06 s is too long to find its contacts");
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_feet_and_options_are_refused),
        cmocka_unit_test(a_clip_of_a_month_is_too_long),
        cmocka_unit_test(feet_are_found_by_name),
        cmocka_unit_test(feet_are_found_by_shape),
        cmocka_unit_test(ends_of_bones_are_feet_where_no_joint_is),
        cmocka_unit_test(a_model_without_feet_has_no_contacts),
        cmocka_unit_test(a_walk_has_the_contacts_on_paper),
        cmocka_unit_test(contacts_name_the_joints_of_a_foot),
        cmocka_unit_test(a_walk_in_place_has_the_same_contacts),
        cmocka_unit_test(contacts_do_not_depend_on_size_unit_or_axis),
        cmocka_unit_test(steps_are_the_times_at_which_feet_touch_down),
        cmocka_unit_test(plants_are_the_contacts_at_a_time),
        cmocka_unit_test(a_planted_toe_is_told_from_the_heel),
        cmocka_unit_test(steps_keep_two_walks_in_step),
        cmocka_unit_test(a_jump_has_no_contact_in_the_air),
        cmocka_unit_test(a_foot_that_stands_still_is_planted_all_the_time),
        cmocka_unit_test(a_raised_foot_is_not_planted),
        cmocka_unit_test(a_foot_that_slides_is_not_planted),
        cmocka_unit_test(short_gaps_are_closed_and_short_contacts_dropped),
        cmocka_unit_test(a_clip_without_duration_has_no_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
