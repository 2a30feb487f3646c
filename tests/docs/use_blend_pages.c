// Calls the functions of docs/blend/*.md, which the test compiles block by block, with the model that the argument
// names: tests/docs/tutorial.sh compares the output.
#include <stdio.h>
#include <stdlib.h>

#include <sinew/retarget.h>
#include <sinew/sinew.h>

// blend/fade.md
sinew_result fade_to(sinew_mixer *, int32_t clip, sinew_error *);
sinew_result fade_smoothly(sinew_mixer *, sinew_blender *, int32_t clip, sinew_error *);
sinew_result fade_in_step(sinew_mixer *, int32_t clip, const double *steps, int32_t step_count, sinew_error *);
// blend/blend-space.md
sinew_result make_gaits(const sinew_model *, int32_t idle, int32_t walk, sinew_blend_space **, sinew_error *);
sinew_result play_gaits(sinew_mixer *, const sinew_blend_space *, sinew_error *);
void set_speed(sinew_mixer *, const sinew_blend_space *, double speed);
// blend/layers.md
sinew_result make_mask(const sinew_model *, int32_t joint, sinew_joint_mask **, sinew_error *);
sinew_result wave_while_walking(const sinew_model *, sinew_blender *, int32_t walk, int32_t wave,
                                const sinew_joint_mask *arm, double time, sinew_local_pose *, sinew_error *);
sinew_result wave_once(sinew_mixer *, int32_t wave, const sinew_joint_mask *arm, sinew_error *);
// blend/inverse-kinematics.md
double reach(sinew_blender *, sinew_local_pose *, const int32_t limb[3], sinew_vec3 target);
double look_at(sinew_blender *, sinew_local_pose *, int32_t head, sinew_vec3 target);
// blend/root-motion.md
sinew_result use_root_motion(const sinew_model *, sinew_mixer *, sinew_root_motion_tables **, sinew_error *);
int32_t step(sinew_mixer *, double seconds, sinew_root_delta *character);
sinew_root_delta travel(const sinew_model *, int32_t clip, double from, double to, sinew_pose *scratch,
                        sinew_root_delta character, sinew_local_pose *);
// blend/events.md, blend/contacts.md
void print_events(const sinew_model *, int32_t clip, double last_time, double time);
sinew_result print_contacts(const sinew_model *, int32_t clip, sinew_pose *scratch, sinew_contacts *, sinew_error *);
int32_t find_steps(const sinew_contacts *, double duration, double out_steps[16]);
// blend/feet.md, blend/crowds.md, blend/save.md
sinew_result make_feet(const sinew_model *, sinew_foot_ik **, sinew_error *);
void place_feet(sinew_foot_ik *, sinew_blender *, sinew_local_pose *, double seconds);
sinew_result pose_crowd(const sinew_model *, int32_t walk, const sinew_mixer *, sinew_palette_matrix *,
                        int64_t palette_entries, sinew_error *);
sinew_result make_distant(const sinew_model *, int32_t hand, sinew_lod **, sinew_error *);
sinew_result go_back(sinew_mixer *, const sinew_blend_space *, sinew_error *);

static sinew_error error;

static void must(sinew_result result)
{
    if (result == SINEW_OK) return;
    fprintf(stderr, "%s\n", error.message);
    exit(1);
}

static void print_current(const sinew_model *model, const sinew_mixer *mixer, const char *what)
{
    printf("%s plays '%s'\n", what, sinew_text(model, model->clips[sinew_mixer_current(mixer, 0, NULL, NULL)].name));
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    sinew_model *model;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_pose *scratch;
    sinew_mixer *mixer;
    sinew_body_map map;
    int32_t walk, wave;
    must(sinew_model_load(argv[1], NULL, &model, &error));
    must(sinew_model_find_clip(model, "*walk", &walk, &error));
    must(sinew_model_find_clip(model, "*wave", &wave, &error));
    must(sinew_blender_create(model, &blender, &error));
    must(sinew_local_pose_create(model, &pose, &error));
    must(sinew_pose_create(model, &scratch, &error));
    must(sinew_mixer_create(model, &mixer, &error));
    must(sinew_body_map_find(model, &map, &error));
    const int32_t *right = map.joint + SINEW_BODY_RIGHT, hand = right[SINEW_SIDE_HAND];
    const int32_t arm[3] = {right[SINEW_SIDE_UPPER_ARM], right[SINEW_SIDE_FOREARM], hand};
    const double duration = model->clips[walk].duration;

    must(fade_to(mixer, walk, &error));
    sinew_mixer_advance(mixer, 0.5);
    must(fade_to(mixer, wave, &error));
    sinew_mixer_advance(mixer, 0.3);
    print_current(model, mixer, "a fade");
    must(fade_smoothly(mixer, blender, walk, &error));
    sinew_mixer_advance(mixer, 0.15);
    print_current(model, mixer, "an inertial fade");

    sinew_blend_space *space;
    must(make_gaits(model, walk, wave, &space, &error));
    must(play_gaits(mixer, space, &error));
    set_speed(mixer, space, 0.5);
    sinew_mixer_advance(mixer, 0.5);
    must(go_back(mixer, space, &error));

    sinew_joint_mask *mask;
    must(make_mask(model, arm[0], &mask, &error));
    must(wave_once(mixer, wave, mask, &error));
    must(wave_while_walking(model, blender, walk, wave, mask, 0.2, pose, &error));
    sinew_blend_globals(blender, pose);
    const sinew_affine before = sinew_blend_joint_global(blender, hand);
    const sinew_vec3 target = {before.row[0][3], before.row[1][3] + 0.05 * model->info->size, before.row[2][3]};
    const double missing = reach(blender, pose, arm, target);
    const sinew_affine after = sinew_blend_joint_global(blender, hand);
    printf("the hand is %.3f from its target and %.3f from its position before, in sizes of the model\n",
           missing / model->info->size, (after.row[1][3] - before.row[1][3]) / model->info->size);
    printf("the head is %.1f degrees from it\n", look_at(blender, pose, map.joint[SINEW_BODY_HEAD], target));

    sinew_root_motion_tables *motions;
    sinew_root_delta character = {.rotation = {0, 0, 0, 1}};
    must(use_root_motion(model, mixer, &motions, &error));
    for (int i = 0; i < 60; ++i) step(mixer, 1.0 / 60, &character);
    character = travel(model, walk, 0.9 * duration, 1.1 * duration, scratch, character, pose);
    printf("moved by %.3f %.3f\n", character.translation.x, character.translation.z);
    print_events(model, walk, 0.9 * duration, 1.1 * duration);

    sinew_contacts contacts;
    double steps[16];
    must(print_contacts(model, walk, scratch, &contacts, &error));
    must(fade_in_step(mixer, walk, steps, find_steps(&contacts, duration, steps), &error));
    print_current(model, mixer, "in step");

    sinew_foot_ik *feet;
    must(make_feet(model, &feet, &error));
    place_feet(feet, blender, pose, 1.0 / 60);

    const int64_t entries = (int64_t)3 * model->skin_joint_count;
    sinew_palette_matrix *palettes = calloc((size_t)entries + 1, sizeof *palettes);
    sinew_lod *distant;
    if (!palettes) return 1;
    must(pose_crowd(model, walk, mixer, palettes, entries, &error));
    if (model->skin_joint_count > 0) { // the model of strangers has no skin
        const sinew_palette_matrix *second = palettes + model->skin_joint_count,
                                   *third = second + model->skin_joint_count;
        printf("the third character is %.2f units beside the first, the second %s\n",
               (double)(third->row[0][3] - palettes->row[0][3]), second->row[0][0] == 0 ? "rests" : "moves");
    }
    must(make_distant(model, hand, &distant, &error));
    printf("%s stands for the hand\n", sinew_text(model, model->joints[sinew_lod_joint(distant, hand)].name));

    sinew_lod_destroy(distant);
    free(palettes);
    sinew_foot_ik_destroy(feet);
    sinew_contacts_free(&contacts);
    sinew_joint_mask_destroy(mask);
    sinew_mixer_destroy(mixer);
    sinew_root_motion_tables_destroy(motions);
    sinew_blend_space_destroy(space);
    sinew_pose_destroy(scratch);
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
    return 0;
}
