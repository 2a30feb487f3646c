/// Memory runs out at the n-th request of the calls of games and viewers, for every n: the call fails with an error
/// that says so, or gives its usual result, and nothing leaks. The model is a baked person who walks.
#include "support/cmocka_close.h"

#include <string.h>

#include "sinew/sinew.h"
#include "sinew/sinew_tools.h"
#include "sinew/view.h"
#include "support/make_person.h"
#include "support/strike_memory.h"

static void add(uint64_t *sum, const void *bytes, size_t size)
{
    *sum = *sum * 31 + hash_of(bytes, size);
}

static void add_model(uint64_t *sum, const sinew_model *model)
{
    size_t size;
    const void *block = sinew_model_block(model, &size);
    add(sum, block, size);
}

// ---- baking, and clips as files -------------------------------------------------------------------------------------

static sinew_result bake_in_parts(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    sinew_baking *baking;
    sinew_model *baked = NULL, *stripped = NULL;
    *out_result = 0;
    sinew_result result = sinew_baking_create(input, NULL, &baking, out_error);
    if (result == SINEW_OK) result = sinew_baking_run(baking, 0, 1, out_error);
    if (result == SINEW_OK) result = sinew_baking_finish(baking, &baked, out_error);
    if (result == SINEW_OK) result = sinew_model_strip(baked, &stripped, out_error);
    if (result == SINEW_OK) add_model(out_result, baked);
    if (result == SINEW_OK) add_model(out_result, stripped);
    sinew_baking_destroy(baking);
    sinew_model_destroy(baked);
    sinew_model_destroy(stripped);
    return result;
}

/// The palette of a bound clip equals the palette of the clip that it was saved from.
static sinew_result bind_clips(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    void *bytes = NULL, *block = NULL;
    size_t size, block_size;
    sinew_clip_file *file = NULL;
    sinew_model *host = NULL, *joined = NULL;
    sinew_pose *pose = NULL;
    sinew_clip_binding binding;
    int32_t slot = SINEW_NONE;
    *out_result = 0;
    sinew_result result = sinew_clip_save(model, 0, NULL, &bytes, &size, out_error);
    if (result == SINEW_OK) result = sinew_clip_open(bytes, size, &file, out_error);
    if (result == SINEW_OK) result = sinew_model_save(model, &block, &block_size, out_error);
    if (result == SINEW_OK) result = sinew_model_open(block, block_size, &host, out_error);
    if (result == SINEW_OK) result = sinew_model_reserve_clip_slots(host, 2, out_error);
    if (result == SINEW_OK) result = sinew_clip_bind(host, file, &slot, &binding, out_error);
    if (result == SINEW_OK) result = sinew_pose_create(host, &pose, out_error);
    if (result == SINEW_OK) {
        sinew_pose_evaluate(host, SINEW_ENGINE_FAST, slot, 0.4, pose);
        add(out_result, pose->global, (size_t)host->joint_count * sizeof *pose->global);
        result = sinew_clip_unbind(host, slot, out_error);
    }
    if (result == SINEW_OK) result = sinew_model_create_with_clip_files(host, &file, 1, &joined, out_error);
    if (result == SINEW_OK) add_model(out_result, joined);
    sinew_pose_destroy(pose);
    sinew_model_destroy(joined);
    sinew_model_destroy(host);
    sinew_clip_file_destroy(file);
    sinew_free(block);
    sinew_free(bytes);
    return result;
}

// ---- playing --------------------------------------------------------------------------------------------------------

enum { ENTRIES = 64 };

/// Two layers, the upper one within a mask; an inertial fade; the mixer's state set again; a model that is reloaded.
static sinew_result play(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    sinew_root_motion_tables *motions = NULL;
    sinew_blend_space *space = NULL;
    sinew_joint_mask *mask = NULL;
    sinew_mixer *mixer = NULL;
    sinew_blender *blender = NULL;
    sinew_local_pose *pose = NULL;
    sinew_mixer_state state;
    sinew_mixer_result stepped;
    const sinew_blend_point points[] = {{.clip = 0, .x = 0}, {.clip = 0, .x = 1, .speed = 2}, {.clip = 0, .y = 1}};
    *out_result = 0;
    sinew_result result = sinew_root_motion_tables_create(model, NULL, &motions, out_error);
    if (result == SINEW_OK)
        result = sinew_blend_space_create(model, points, 3, &(sinew_blend_space_options){.dimensions = 2}, &space,
                                          out_error);
    if (result == SINEW_OK) result = sinew_joint_mask_create(model, 0, &mask, out_error);
    if (result == SINEW_OK) result = sinew_joint_mask_set_subtree(mask, PERSON_SPINE, 1, out_error);
    if (result == SINEW_OK)
        result = sinew_joint_mask_set_gradient(mask, PERSON_HIPS, PERSON_LEFT_SHIN, 0.5f, out_error);
    if (result == SINEW_OK) result = sinew_joint_mask_set_matching(mask, "*", 0.25f, out_error);
    if (result == SINEW_OK) result = sinew_mixer_create(model, &mixer, out_error);
    if (result == SINEW_OK) result = sinew_blender_create(model, &blender, out_error);
    if (result == SINEW_OK) result = sinew_local_pose_create(model, &pose, out_error);
    if (result == SINEW_OK) result = sinew_mixer_set_motions(mixer, motions, out_error);
    if (result == SINEW_OK)
        result = sinew_mixer_set_layer(
            mixer, 1, &(sinew_mixer_layer){.mode = SINEW_BLEND_OVERRIDE, .weight = 0.5f, .mask = mask}, out_error);
    const sinew_mixer_clip clips[] = {
        {.clip = 0, .space = space, .x = 0.5},
        {.clip = 0, .start = 0.2},
        {.clip = 0, .fade = 0.3, .fade_kind = SINEW_FADE_INERTIAL, .blender = blender},
    };
    for (int i = 0; i < 3 && result == SINEW_OK; ++i) {
        result = sinew_mixer_play(mixer, i == 1, &clips[i], out_error);
        if (result == SINEW_OK) sinew_mixer_step(mixer, 0.1, &stepped);
    }
    if (result == SINEW_OK) {
        sinew_mixer_get_state(mixer, &state);
        result = sinew_mixer_set_state(mixer, &state, clips, 1, out_error);
    }
    if (result == SINEW_OK) result = sinew_mixer_rebind(mixer, model, clips, 1, out_error);
    if (result == SINEW_OK) {
        sinew_palette_matrix palette[ENTRIES];
        sinew_mixer_step(mixer, 0.05, &stepped);
        sinew_mixer_evaluate(mixer, blender, pose);
        sinew_mixer_evaluate_palette(mixer, blender, palette, NULL);
        for (int32_t k = 0; k < model->joint_count; ++k) {
            const sinew_affine global = sinew_blend_joint_global(blender, k);
            add(out_result, &global, sizeof global);
        }
    }
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_mixer_destroy(mixer);
    sinew_joint_mask_destroy(mask);
    sinew_blend_space_destroy(space);
    sinew_root_motion_tables_destroy(motions);
    return result;
}

static sinew_result gather(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    sinew_crowd *crowd = NULL;
    sinew_affine hands[3];
    const sinew_crowd_agent agents[] = {{.time = 0.1}, {.time = 0.2}, {.clip = SINEW_NONE}};
    const int32_t hand = PERSON_LEFT_HAND;
    sinew_result result = sinew_crowd_create(model, 3, NULL, &crowd, out_error);
    if (result == SINEW_OK)
        result = sinew_crowd_evaluate(
            crowd, agents, 3, &(sinew_crowd_output){.sockets = &hand, .socket_count = 1, .socket_globals = hands},
            out_error);
    *out_result = result == SINEW_OK ? hash_of(hands, sizeof hands) : 0;
    sinew_crowd_destroy(crowd);
    return result;
}

static int flat(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = (sinew_vec3){position.x, 0, position.z};
    *out_normal = (sinew_vec3){0, 1, 0};
    return 1;
}

static sinew_result plant_feet(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_leg legs[] = {{PERSON_LEFT_THIGH, PERSON_LEFT_SHIN, PERSON_LEFT_FOOT, PERSON_LEFT_TOE},
                              {PERSON_RIGHT_THIGH, PERSON_RIGHT_SHIN, PERSON_RIGHT_FOOT, SINEW_NONE}};
    const sinew_foot_ik_options options = {
        .legs = legs, .leg_count = 2, .pelvis = PERSON_HIPS, .up = {0, 1, 0}, .ground = flat};
    sinew_foot_ik *ik;
    const sinew_result result = sinew_foot_ik_create(input, &options, &ik, out_error);
    *out_result = 1;
    sinew_foot_ik_destroy(ik);
    return result;
}

// ---- tools ----------------------------------------------------------------------------------------------------------

static sinew_result fill_frames(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    enum { TIMES = 3 };
    const double times[TIMES] = {0.3, 0, 0.7};
    double locals[TIMES * PERSON_JOINTS * 10], globals[TIMES * PERSON_JOINTS * 16], again[TIMES * PERSON_JOINTS * 3];
    *out_result = 0;
    sinew_result result = sinew_clip_fill_frames(input, 0, SINEW_ENGINE_EXACT, times, TIMES,
                                                 &(sinew_frames){.locals = locals, .globals = globals}, out_error);
    if (result == SINEW_OK)
        result = sinew_locals_fill_frames(input, locals, NULL, TIMES, &(sinew_frames){.positions = again}, out_error);
    if (result != SINEW_OK) return result;
    add(out_result, globals, sizeof globals);
    add(out_result, again, sizeof again);
    return SINEW_OK;
}

static sinew_result look(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    sinew_trail *trail = NULL;
    sinew_tracking_camera *tracking = NULL;
    sinew_onion *onion = NULL;
    sinew_bounds bounds = {0};
    *out_result = 0;
    sinew_result result = sinew_motion_bounds(input, SINEW_ENGINE_FAST, 0, 0, 1, &bounds, out_error);
    if (result == SINEW_OK)
        result = sinew_trail_create(input, SINEW_ENGINE_FAST, 0, PERSON_LEFT_HAND, &trail, out_error);
    if (result == SINEW_OK) result = sinew_tracking_camera_create(input, SINEW_ENGINE_FAST, 0, &tracking, out_error);
    if (result == SINEW_OK) result = sinew_onion_create(input, 2, &onion, out_error);
    if (result == SINEW_OK) {
        add(out_result, bounds.min, sizeof bounds.min);
        add(out_result, trail->points, (size_t)trail->count * sizeof *trail->points);
        add(out_result, tracking->root->points, (size_t)tracking->root->count * sizeof *tracking->root->points);
        add(out_result, &onion->count, sizeof onion->count);
    }
    sinew_onion_destroy(onion);
    sinew_tracking_camera_destroy(tracking);
    sinew_trail_destroy(trail);
    return result;
}

static sinew_result make_ground(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    (void)input;
    const float heights[] = {0, 1, 2, 1, 0, 1}, color[4] = {1, 1, 1, 1}, corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t triangle[] = {0, 1, 2};
    sinew_model *hills = NULL, *one = NULL;
    *out_result = 0;
    sinew_result result = sinew_model_from_heights(heights, 3, 2, 10, 10, color, &hills, out_error);
    if (result == SINEW_OK) result = sinew_model_from_triangles(corners, 3, triangle, 1, color, &one, out_error);
    if (result == SINEW_OK) add_model(out_result, hills);
    if (result == SINEW_OK) add_model(out_result, one);
    sinew_model_destroy(one);
    sinew_model_destroy(hills);
    return result;
}

static void games_and_viewers_survive(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        work run;
    } works[] = {
        {"bake_in_parts", bake_in_parts}, {"bind_clips", bind_clips},   {"play", play}, {"gather", gather},
        {"plant_feet", plant_feet},       {"fill_frames", fill_frames}, {"look", look}, {"make_ground", make_ground}};
    sinew_model *made = make_person(&(person){.body = 120, .steps = 120, .frames = 32}), *model;
    sinew_error error;
    if (sinew_model_bake(made, NULL, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    for (size_t i = 0; i < sizeof works / sizeof *works; ++i) {
        print_message("%s\n", works[i].name);
        survives(works[i].run, model);
    }
    sinew_model_destroy(model);
    sinew_model_destroy(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_and_viewers_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
