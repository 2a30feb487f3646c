// The clips of one model on the joints of another. Both are made here, so that every expected number is on paper.
#include "runtime/model/combine/with_clips.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "sinew/pose.h"
#include "sinew/with_clips.h"
#include "support/make_model.h"
#include "support/scenes.h"

/// Hips, and a spine 3 above them, as an FBX has them. The clip moves the hips from (0 5 0) to (2 5 0) in a second and
/// turns the spine from 0° to 90° about its z.
typedef struct rig {
    sinew_transform_stack stacks[2];
    sinew_raw_joint joints[2];
    sinew_curve_key keys[2][2];
    sinew_raw_curve curves[2];
    sinew_raw_channel channels[2];
    sinew_raw_clip clip;
    sinew_raw_source source;
    sinew_raw_model raw;
} rig;

enum { TICKS = 1000 };

static void fill_rig(rig *made, const char *hips, const char *spine)
{
    *made = (rig){.source = {.name = "run.fbx", .size = 1}};
    const char *const names[] = {hips, spine};
    for (int i = 0; i < 2; ++i) {
        made->stacks[i] = (sinew_transform_stack){.translation = {0.0, i ? 3.0 : 5.0, 0.0},
                                                  .scaling = {1.0, 1.0, 1.0},
                                                  .inherit_type = SINEW_INHERIT_RSrs,
                                                  .rotation_active = 1};
        made->joints[i] = (sinew_raw_joint){
            .name = names[i], .parent = i - 1, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE, .stack = &made->stacks[i]};
        for (int k = 0; k < 2; ++k) {
            made->keys[i][k] =
                (sinew_curve_key){.ticks = k * TICKS, .value = k * (i ? 90.0 : 2.0), .interpolation = SINEW_LINEAR};
        }
        made->curves[i] = (sinew_raw_curve){.keys = made->keys[i], .key_count = 2};
    }
    made->channels[0] = (sinew_raw_channel){.joint = 0,
                                            .mesh = SINEW_NONE,
                                            .property = SINEW_CHANNEL_TRANSLATION,
                                            .value = {0.0, 5.0, 0.0},
                                            .curve = {&made->curves[0]}};
    made->channels[1] = (sinew_raw_channel){
        .joint = 1, .mesh = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION, .curve = {NULL, NULL, &made->curves[1]}};
    made->clip =
        (sinew_raw_clip){.name = "run", .start = 0.0, .duration = 1.0, .channels = made->channels, .channel_count = 2};
    made->raw = (sinew_raw_model){.ticks_per_second = TICKS,
                                  .fps = 25.0,
                                  .joints = made->joints,
                                  .joint_count = 2,
                                  .clips = &made->clip,
                                  .clip_count = 1,
                                  .sources = &made->source,
                                  .source_count = 1};
}

/// Joins two rigs and poses the result; frees all but *out_model.
static sinew_pose *join(const rig *character, const rig *animation, double time, sinew_model **out_model)
{
    sinew_model *body = make_model(&character->raw), *clips = make_model(&animation->raw);
    sinew_pose *pose = NULL;
    sinew_error error;
    if (sinew__model_with_clips(body, clips, NULL, out_model, &error) != SINEW_OK) fail_msg("%s", error.message);
    if (sinew_pose_create(*out_model, &pose, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_pose_evaluate(*out_model, SINEW_ENGINE_EXACT, 0, time, pose);
    sinew_model_destroy(body);
    sinew_model_destroy(clips);
    return pose;
}

static void finish(sinew_pose *pose, sinew_model *model)
{
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void refuses(const rig *character, const rig *animation, sinew_result expected)
{
    sinew_model *body = make_model(&character->raw), *clips = make_model(&animation->raw), *model = body;
    sinew_error error;
    assert_int_equal(sinew__model_with_clips(body, clips, NULL, &model, &error), expected);
    assert_null(model);
    sinew_model_destroy(body);
    sinew_model_destroy(clips);
}

static void without_clips_or_a_common_name_there_is_nothing_to_join(void **state)
{
    (void)state;
    rig character, animation;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&animation, "Pelvis", "Back");
    refuses(&character, &animation, SINEW_ERROR_NO_MATCH);
    fill_rig(&animation, "Hips", "Spine");
    animation.raw.clip_count = 0;
    refuses(&character, &animation, SINEW_ERROR_NO_CLIP);
}

/// A skeleton's clip on the same skeleton with a mesh: every palette entry has the bits that the mesh's own file gives.
static void the_same_skeleton_gives_the_same_bits(void **state)
{
    (void)state;
    sinew_model *tube = scene_tube(5), *bones = scene_bones(5), *joined;
    sinew_pose *expected, *pose;
    sinew_clip_match match;
    sinew_error error;
    assert_int_equal(sinew__model_with_clips(tube, bones, &match, &joined, &error), SINEW_OK);
    assert_int_equal(match.matched, 1); // only bone 1 rotates
    assert_int_equal(match.unmatched, 0);
    assert_int_equal(joined->mesh_count, 1);
    assert_int_equal(sinew_pose_create(tube, &expected, &error), SINEW_OK);
    assert_int_equal(sinew_pose_create(joined, &pose, &error), SINEW_OK);
    for (int i = 0; i <= 20; ++i) {
        sinew_pose_evaluate(tube, SINEW_ENGINE_EXACT, 0, 0.05 * i, expected);
        sinew_pose_evaluate(joined, SINEW_ENGINE_EXACT, 0, 0.05 * i, pose);
        assert_memory_equal(pose->palette, expected->palette, (size_t)tube->skin_joint_count * sizeof *pose->palette);
    }
    assert_int_equal(joined->clips[0].key_time_count, 3);
    finish(expected, tube);
    finish(pose, joined);
    sinew_model_destroy(bones);
}

static void names_match_without_their_prefixes(void **state)
{
    (void)state;
    static const char *const names[][4] = {{"mixamorig:Hips", "mixamorig:Spine", "mixamorig1:Hips", "mixamorig1:Spine"},
                                           {"Hips", "Spine", "mixamorig_Hips", "mixamorig12_Spine"},
                                           {"rigs:hero:Hips", "rigs:hero:Spine", "Hips", "Spine"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        rig character, animation;
        sinew_model *model;
        fill_rig(&character, names[i][0], names[i][1]);
        fill_rig(&animation, names[i][2], names[i][3]);
        sinew_pose *pose = join(&character, &animation, 1.0, &model);
        assert_close(pose->global[0].row[0][3], 2.0, 1e-12);
        assert_close(pose->global[1].row[1][0], 1.0, 1e-12); // x of the spine points up
        finish(pose, model);
    }
}

/// A metre of the animation is 100 units of a character in centimetres; angles are angles.
static void places_are_in_the_units_of_the_character(void **state)
{
    (void)state;
    rig character, animation;
    sinew_model *model;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&animation, "Hips", "Spine");
    animation.raw.unit_cm = 100.0;
    sinew_pose *pose = join(&character, &animation, 0.5, &model);
    assert_close(model->info->unit_cm, 1.0, 0.0);
    assert_close(model->info->fps, 25.0, 0.0);
    assert_close(pose->global[0].row[0][3], 100.0, 1e-9);
    assert_close(pose->global[0].row[1][3], 500.0, 1e-9);
    assert_close(pose->global[1].row[1][3], 503.0, 1e-9); // the spine is as long as the character's
    assert_close(pose->global[1].row[1][0], 0.70710678118654752, 1e-9);
    finish(pose, model);
}

/// The spine of the animation has turns before and after its own, another order, and a character that has none of them
/// plays it so.
static void rotations_mean_what_they_mean_in_their_own_file(void **state)
{
    (void)state;
    rig character, animation;
    sinew_model *model, *alone;
    sinew_pose *expected;
    sinew_error error;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&animation, "Hips", "Spine");
    character.stacks[1].translation[1] = 7.0; // a longer spine, bent at rest
    character.stacks[1].rotation[0] = 33.0;
    sinew_transform_stack *stack = &animation.stacks[1];
    stack->rotation_order = SINEW_ROTATE_ZYX;
    stack->pre_rotation[0] = 90.0;
    stack->post_rotation[1] = -30.0;
    stack->rotation[1] = 10.0;
    sinew_pose *pose = join(&character, &animation, 0.3, &model);
    alone = make_model(&animation.raw);
    assert_int_equal(sinew_pose_create(alone, &expected, &error), SINEW_OK);
    sinew_pose_evaluate(alone, SINEW_ENGINE_EXACT, 0, 0.3, expected);
    assert_memory_equal(&pose->local[1].r, &expected->local[1].r, sizeof pose->local[1].r);
    assert_close(pose->local[1].t.y, 7.0, 0.0);
    finish(expected, alone);
    finish(pose, model);
}

/// A bone that no clip moves rests as in the animation's file; a group that none moves stays.
static void what_stands_still_comes_from_the_animation_for_bones_only(void **state)
{
    (void)state;
    for (uint32_t kind = SINEW_JOINT_NULL; kind <= SINEW_JOINT_BONE; ++kind) {
        rig character, animation;
        sinew_model *model;
        fill_rig(&character, "Hips", "Spine");
        fill_rig(&animation, "Hips", "Spine");
        character.joints[1].kind = kind;
        animation.stacks[1].rotation[2] = 90.0;
        animation.clip.channel_count = 1; // only the hips
        sinew_pose *pose = join(&character, &animation, 0.5, &model);
        assert_close(pose->global[1].row[1][0], kind == SINEW_JOINT_BONE ? 1.0 : 0.0, 1e-12);
        finish(pose, model);
    }
}

static void joints_without_a_place_are_named_and_counted(void **state)
{
    (void)state;
    rig character, animation;
    sinew_clip_match match;
    sinew_error error;
    sinew_model *model;
    fill_rig(&character, "Hips", "Tail");
    fill_rig(&animation, "Hips", "Spine");
    sinew_model *body = make_model(&character.raw), *clips = make_model(&animation.raw);
    assert_int_equal(sinew__model_with_clips(body, clips, &match, &model, &error), SINEW_OK);
    assert_int_equal(match.matched, 1);
    assert_int_equal(match.unmatched, 1);
    assert_int_equal(model->warning_count, 1);
    assert_string_equal(sinew_text(model, model->warnings[0].code), "I55");
    assert_string_equal(sinew_text(model, model->warnings[0].object), "run.fbx");
    assert_string_equal(sinew_text(model, model->warnings[0].text),
                        "1 of 2 joints that move in the animation are not here: 'Spine'");
    assert_int_equal(model->clips[0].animated_joints, 1);
    assert_int_equal(model->source_count, 2);
    sinew_model_destroy(model);
    sinew_model_destroy(body);
    sinew_model_destroy(clips);
}

static void warns_of_bones(const rig *character, const rig *animation, const char *expected)
{
    sinew_model *model;
    sinew_pose *pose = join(character, animation, 0.0, &model);
    assert_int_equal(model->warning_count, expected != NULL);
    if (expected) {
        assert_string_equal(sinew_text(model, model->warnings[0].code), "I56");
        assert_string_equal(sinew_text(model, model->warnings[0].object), "run.fbx");
        assert_string_equal(sinew_text(model, model->warnings[0].text), expected);
    }
    finish(pose, model);
}

/// The character's spine is 4 long and the animation's 3: 25 % less; one along x and one along y are 90° apart.
/// The clip moves the hips, which belong to no bone.
static void bones_that_differ_are_counted_and_measured(void **state)
{
    (void)state;
    rig character, animation;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&animation, "Hips", "Spine");
    character.stacks[0].translation[1] = 9.0;
    warns_of_bones(&character, &animation, NULL);
    character.stacks[1].translation[1] = 4.0;
    warns_of_bones(&character, &animation, "bones differ from those here: 1 of 1 in length, most 'Spine' by 25 %");
    memcpy(character.stacks[1].translation, (double[]){3.0, 0.0, 0.0}, sizeof character.stacks[1].translation);
    warns_of_bones(&character, &animation, "bones differ from those here: 1 of 1 in direction, most 'Spine' by 90°");
    character.stacks[1].translation[0] = 6.0;
    warns_of_bones(&character, &animation,
                   "bones differ from those here: 1 of 1 in length, most 'Spine' by 50 %; 1 of 1 in direction, most "
                   "'Spine' by 90°");
    character.joints[0].kind = SINEW_JOINT_NULL;
    warns_of_bones(&character, &animation, NULL);
}

/// Three metres are three hundred centimetres. Another stance makes bones no longer.
static void bones_that_are_the_same_are_no_news(void **state)
{
    (void)state;
    rig character, animation;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&animation, "Hips", "Spine");
    character.stacks[1].translation[1] = 300.0;
    animation.raw.unit_cm = 100.0;
    animation.stacks[1].rotation[2] = 80.0;
    animation.stacks[0].pre_rotation[0] = 45.0;
    warns_of_bones(&character, &animation, NULL);
    character.stacks[1].translation[1] = 302.0; // 2/3 of 1 %
    warns_of_bones(&character, &animation, NULL);
}

/// If a clip moves the spine, there is no length to compare; if its curve is constant, there is.
static void a_joint_that_wanders_ends_no_bone(void **state)
{
    (void)state;
    rig character, animation;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&animation, "Hips", "Spine");
    character.stacks[1].translation[1] = 4.0;
    animation.channels[0].joint = 1;
    memcpy(animation.channels[0].value, (double[]){0.0, 3.0, 0.0}, sizeof animation.channels[0].value);
    warns_of_bones(&character, &animation, NULL);
    animation.keys[0][1].value = 0.01;
    warns_of_bones(&character, &animation, "bones differ from those here: 1 of 1 in length, most 'Spine' by 25 %");
}

// ---- several files ------------------------------------------------------------------------------------------------

/// Adds the clips of rigs to a rig; frees the inputs.
static sinew_model *add(const rig *character, const rig *const *animations, int32_t count)
{
    sinew_model *body = make_model(&character->raw), *inputs[3], *model;
    sinew_clip_match matches[3];
    sinew_error error;
    for (int32_t i = 0; i < count; ++i) inputs[i] = make_model(&animations[i]->raw);
    const sinew_result result =
        sinew__model_add_clips(body, (const sinew_model *const *)inputs, count, matches, &model, &error);
    if (result != SINEW_OK) fail_msg("%s", error.message);
    for (int32_t i = 0; i < count; ++i) {
        assert_int_equal(matches[i].matched, animations[i]->clip.channel_count);
        assert_int_equal(matches[i].unmatched, 0);
        sinew_model_destroy(inputs[i]);
    }
    sinew_model_destroy(body);
    return model;
}

static void plays_as(const sinew_model *model, int32_t clip, const sinew_model *expected, int32_t expected_clip,
                     double tolerance)
{
    sinew_pose *pose, *wanted;
    sinew_error error;
    assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
    assert_int_equal(sinew_pose_create(expected, &wanted, &error), SINEW_OK);
    for (int i = 0; i <= 4; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, 0.25 * i, pose);
        sinew_pose_evaluate(expected, SINEW_ENGINE_EXACT, expected_clip, 0.25 * i, wanted);
        for (int32_t j = 0; j < model->joint_count; ++j) {
            for (int k = 0; k < 12; ++k)
                assert_close(pose->global[j].row[k / 4][k % 4], wanted->global[j].row[k / 4][k % 4], tolerance);
        }
    }
    sinew_pose_destroy(pose);
    sinew_pose_destroy(wanted);
}

/// The character's clip, then each file's clip; names that are in use get the name of the file, then a number.
static void every_clip_is_kept_under_its_own_name(void **state)
{
    (void)state;
    rig character, run, jump;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&run, "Hips", "Spine");
    fill_rig(&jump, "Hips", "Spine");
    jump.clip.name = "jump";
    const rig *const animations[] = {&run, &jump, &run};
    sinew_model *model = add(&character, animations, 3);
    static const char *const names[] = {"run", "run|run", "jump", "run|run 2"};
    assert_int_equal(model->clip_count, 4);
    for (int32_t i = 0; i < 4; ++i) {
        assert_string_equal(sinew_text(model, model->clips[i].name), names[i]);
        assert_int_equal(model->clips[i].is_default, i == 1);
    }
    assert_int_equal(model->source_count, 4);
    sinew_model_destroy(model);
}

/// The files have other rotations before and after a joint's own, another rest pose and other units. Each clip plays as
/// it does when it is the only one, and the character's own to the bit.
static void each_clip_plays_as_if_it_were_the_only_one(void **state)
{
    (void)state;
    rig character, run, jump;
    sinew_error error;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&run, "Hips", "Spine");
    fill_rig(&jump, "Hips", "Spine");
    character.stacks[1].rotation[0] = 33.0;
    character.stacks[1].scaling_offset[1] = 0.5;
    character.stacks[0].pre_rotation[0] = -90.0;
    run.stacks[1].pre_rotation[0] = 90.0;
    run.stacks[1].post_rotation[1] = -30.0;
    run.stacks[0].rotation[1] = 45.0;
    jump.stacks[0].rotation_active = 0;
    jump.stacks[0].rotation[2] = 20.0;
    jump.raw.unit_cm = 100.0;
    jump.clip.channel_count = 1;
    const rig *const animations[] = {&run, &jump};
    sinew_model *model = add(&character, animations, 2), *body = make_model(&character.raw);
    plays_as(model, SINEW_NONE, body, SINEW_NONE, 0.0);
    plays_as(model, 0, body, 0, 0.0);
    for (int32_t i = 0; i < 2; ++i) {
        sinew_model *clips = make_model(&animations[i]->raw), *joined;
        assert_int_equal(sinew__model_with_clips(body, clips, NULL, &joined, &error), SINEW_OK);
        plays_as(model, 1 + i, joined, 0, 1e-9);
        sinew_model_destroy(joined);
        sinew_model_destroy(clips);
    }
    sinew_model_destroy(body);
    sinew_model_destroy(model);
}

/// The base layer of the file is muted and the next one holds the spine's curves: the held values are in that layer.
static void held_values_do_not_change_how_layers_mix(void **state)
{
    (void)state;
    static const sinew_raw_layer layers[] = {
        {.name = "muted", .weight = 1, .muted = 1}, {.name = "low", .weight = 1}, {.name = "high", .weight = 0.5}};
    rig character, run;
    sinew_error error;
    sinew_model *joined;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&run, "Hips", "Spine");
    run.clip.layers = layers;
    run.clip.layer_count = 3;
    run.channels[0].layer = 1;
    run.channels[1].layer = 2;
    run.stacks[0].rotation[0] = 10.0;
    run.stacks[1].pre_rotation[1] = 60.0;
    const rig *const animations[] = {&run};
    sinew_model *model = add(&character, animations, 1), *body = make_model(&character.raw);
    sinew_model *clips = make_model(&run.raw);
    assert_int_equal(sinew__model_with_clips(body, clips, NULL, &joined, &error), SINEW_OK);
    plays_as(model, 1, joined, 0, 1e-12);
    sinew_model_destroy(joined);
    sinew_model_destroy(clips);
    sinew_model_destroy(body);
    sinew_model_destroy(model);
}

/// The base layer moves only a joint that the character lacks. It stays the base: the layer above gives its half, 45°
/// about z of the spine after a second.
static void the_base_layer_stays_the_base_without_its_joints(void **state)
{
    (void)state;
    static const sinew_raw_layer layers[] = {{.name = "low", .weight = 1}, {.name = "high", .weight = 0.5}};
    rig character, run;
    sinew_model *model;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&run, "Pelvis", "Spine");
    run.clip.layers = layers;
    run.clip.layer_count = 2;
    run.channels[1].layer = 1;
    sinew_pose *pose = join(&character, &run, 1.0, &model);
    assert_close(pose->local[1].r.z, sin(22.5 * 3.14159265358979 / 180), 1e-9);
    finish(pose, model);
}

/// A file with tracks on a character with curves, and the other way around. The tracks move the hips from (0 5 0) to
/// (4 5 0) in a second; its spine leans by 90° about z without a track.
static void tracks_and_curves_go_together(void **state)
{
    (void)state;
    static const sinew_track_key keys[] = {{.time = 0.0, .value = {0, 5, 0}}, {.time = 1.0, .value = {4, 5, 0}}};
    const sinew_raw_track track = {.node = SINEW_NONE,
                                   .joint = 0,
                                   .mesh = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = SINEW_TRACK_TRANSLATION,
                                   .interpolation = SINEW_LINEAR,
                                   .keys = keys,
                                   .key_count = 2};
    const double half = 0.70710678118654752;
    rig curves, tracks;
    sinew_pose *pose;
    sinew_error error;
    fill_rig(&curves, "Hips", "Spine");
    fill_rig(&tracks, "Hips", "Spine");
    for (int i = 0; i < 2; ++i) {
        tracks.joints[i].stack = NULL;
        tracks.joints[i].rest =
            (sinew_transform){.t = {0, i ? 3 : 5, 0}, .r = {0, 0, i ? half : 0, i ? half : 1}, .s = {1, 1, 1}};
    }
    tracks.clip.channel_count = 0;
    tracks.clip.tracks = &track;
    tracks.clip.track_count = 1;
    for (int own = 0; own < 2; ++own) { // which of them is the character
        sinew_model *body = make_model(own ? &tracks.raw : &curves.raw);
        sinew_model *clips = make_model(own ? &curves.raw : &tracks.raw), *model;
        const sinew_model *const animations[] = {clips};
        if (sinew__model_add_clips(body, animations, 1, NULL, &model, &error) != SINEW_OK)
            fail_msg("%s", error.message);
        plays_as(model, 0, body, 0, 0.0);
        assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 1, 0.5, pose);
        assert_close(pose->global[0].row[0][3], own ? 1.0 : 2.0, 1e-12);
        assert_close(pose->global[1].row[1][0], own ? half : 1.0, 1e-9); // 45° by its curve, 90° by its rest pose
        assert_int_equal(model->clips[1].key_time_count, 2);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
        sinew_model_destroy(clips);
        sinew_model_destroy(body);
    }
}

static void adding_fails_with(const rig *character, const rig *const *animations, int32_t count, sinew_result expected,
                              const char *message)
{
    sinew_model *body = make_model(&character->raw), *inputs[2], *model = body;
    sinew_error error;
    for (int32_t i = 0; i < count; ++i) inputs[i] = make_model(&animations[i]->raw);
    assert_int_equal(sinew__model_add_clips(body, (const sinew_model *const *)inputs, count, NULL, &model, &error),
                     expected);
    assert_null(model);
    assert_string_equal(error.message, message);
    for (int32_t i = 0; i < count; ++i) sinew_model_destroy(inputs[i]);
    sinew_model_destroy(body);
}

/// A joint has one rotation order; a character whose clips do not rotate it takes the file's.
static void rotation_orders_must_agree(void **state)
{
    (void)state;
    rig character, run, other;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&run, "Hips", "Spine");
    fill_rig(&other, "Pelvis", "Back");
    run.stacks[1].rotation_order = SINEW_ROTATE_ZYX;
    run.stacks[1].rotation[0] = 20.0;
    run.stacks[1].rotation[1] = 30.0;
    const rig *const one[] = {&run}, *const two[] = {&run, &other};
    adding_fails_with(&character, one, 1, SINEW_ERROR_UNSUPPORTED,
                      "joint 'Spine': the clips have different rotation orders");
    adding_fails_with(&character, two, 2, SINEW_ERROR_UNSUPPORTED,
                      "run.fbx: joint 'Spine': the clips have different rotation orders");
    adding_fails_with(&character, two + 1, 1, SINEW_ERROR_NO_MATCH, "no joint has the same name");
    adding_fails_with(&character, one, 0, SINEW_ERROR_INVALID_ARGUMENT, "count is 0, expected 1 or more");
    character.clip.channel_count = 1; // only the hips
    character.stacks[1].rotation[0] = 40.0;
    character.stacks[1].rotation[1] = 50.0;
    sinew_model *model = add(&character, one, 1), *body = make_model(&character.raw), *clips = make_model(&run.raw);
    plays_as(model, 0, body, 0, 1e-12);
    plays_as(model, 1, clips, 0, 1e-12);
    sinew_model_destroy(clips);
    sinew_model_destroy(body);
    sinew_model_destroy(model);
}

/// At most 2^28 clips times joints: 16,385 clips on 16,384 joints are 16,384 more. With several files, the error names
/// the file.
static void clips_times_joints_are_limited(void **state)
{
    (void)state;
    enum { JOINTS = 1 << 14 };
    static sinew_raw_joint joints[JOINTS];
    static sinew_raw_clip clips[JOINTS + 1];
    rig character, run;
    fill_rig(&character, "Hips", "Spine");
    fill_rig(&run, "Hips", "Spine");
    for (int i = 0; i < JOINTS; ++i)
        joints[i] = (sinew_raw_joint){.name = "joint", .parent = i - 1, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    for (int i = 0; i <= JOINTS; ++i) clips[i] = (sinew_raw_clip){.name = "clip", .duration = 1.0};
    character.raw.joints = joints;
    character.raw.joint_count = JOINTS;
    character.raw.clip_count = 0;
    run.raw.clips = clips;
    run.raw.clip_count = JOINTS + 1;
    const rig *const files[] = {&run, &run};
    adding_fails_with(&character, files, 1, SINEW_ERROR_LIMIT, "16385 clips on 16384 joints are too many");
    adding_fails_with(&character, files, 2, SINEW_ERROR_LIMIT, "run.fbx: 16385 clips on 16384 joints are too many");
}

/// Four bones in a chain, `length` apart, whose hips rise by half a bone in one second. `unit_cm` is the unit that the
/// file states.
static sinew_model *make_chain(double length, double unit_cm)
{
    static const char *const names[] = {"Hips", "Spine", "Neck", "Head"};
    const sinew_track_key keys[2] = {{.time = 0, .value = {0, length, 0}}, {.time = 1, .value = {0, 1.5 * length, 0}}};
    sinew_raw_joint joints[4];
    for (int i = 0; i < 4; ++i)
        joints[i] = (sinew_raw_joint){.name = names[i],
                                      .parent = i - 1,
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.t = {0, length, 0}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const sinew_raw_track track = {.joint = 0,
                                   .node = SINEW_NONE,
                                   .mesh = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = SINEW_TRACK_TRANSLATION,
                                   .keys = keys,
                                   .key_count = 2,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_clip clip = {.name = "rise", .duration = 1, .tracks = &track, .track_count = 1};
    return make_model(
        &(sinew_raw_model){.unit_cm = unit_cm, .joints = joints, .joint_count = 4, .clips = &clip, .clip_count = 1});
}

/// Joins a chain of bones of 10 cm with one of other units. The head of the first rises from 40 to 45 cm; returns where
/// the joined one's is in the end.
static double height_of_head(double length, double unit_cm, const char *expected_code, const char *expected_warning)
{
    sinew_model *body = make_chain(10, 1), *clips = make_chain(length, unit_cm), *model;
    sinew_pose *pose;
    assert_int_equal(sinew__model_with_clips(body, clips, NULL, &model, NULL), SINEW_OK);
    assert_int_equal(model->warning_count, expected_warning != NULL);
    if (expected_warning) {
        assert_string_equal(sinew_text(model, model->warnings[0].code), expected_code);
        assert_string_equal(sinew_text(model, model->warnings[0].text), expected_warning);
    }
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 1, pose);
    const double height = pose->global[3].row[1][3];
    finish(pose, model);
    sinew_model_destroy(body);
    sinew_model_destroy(clips);
    return height;
}

static void units_that_bones_contradict_are_corrected(void **state)
{
    (void)state;
    assert_close(height_of_head(0.1, 100, NULL, NULL), 45, 1e-4); // metres, and the file says so
    assert_close(height_of_head(0.1, 1, "I58",
                                "its bones are 0.01 times as long as those here, so it has other units than it states: "
                                "its translations are divided by 0.01"),
                 45, 1e-4);
    assert_close(height_of_head(25.4, 1, "I58",
                                "its bones are 2.54 times as long as those here, so it has other units than it states: "
                                "its translations are divided by 2.54"),
                 45, 1e-4);
    // A larger body: the hips rise as in its own file, from 15 to 22.5.
    assert_close(height_of_head(15, 1, "I56", "bones differ from those here: 3 of 3 in length, most 'Spine' by 50 %"),
                 52.5, 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_clips_or_a_common_name_there_is_nothing_to_join),
        cmocka_unit_test(the_same_skeleton_gives_the_same_bits),
        cmocka_unit_test(names_match_without_their_prefixes),
        cmocka_unit_test(places_are_in_the_units_of_the_character),
        cmocka_unit_test(rotations_mean_what_they_mean_in_their_own_file),
        cmocka_unit_test(what_stands_still_comes_from_the_animation_for_bones_only),
        cmocka_unit_test(joints_without_a_place_are_named_and_counted),
        cmocka_unit_test(bones_that_differ_are_counted_and_measured),
        cmocka_unit_test(bones_that_are_the_same_are_no_news),
        cmocka_unit_test(a_joint_that_wanders_ends_no_bone),
        cmocka_unit_test(units_that_bones_contradict_are_corrected),
        cmocka_unit_test(every_clip_is_kept_under_its_own_name),
        cmocka_unit_test(each_clip_plays_as_if_it_were_the_only_one),
        cmocka_unit_test(held_values_do_not_change_how_layers_mix),
        cmocka_unit_test(the_base_layer_stays_the_base_without_its_joints),
        cmocka_unit_test(tracks_and_curves_go_together),
        cmocka_unit_test(rotation_orders_must_agree),
        cmocka_unit_test(clips_times_joints_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
