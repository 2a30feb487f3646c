/// Legs that walk, an arm that waves and a body that breathes and aims: a masked layer, an additive
/// layer and inverse kinematics over one mixer. Prints how far the head is from its target.
#include <stdio.h>

#include <sinew/retarget.h>
#include <sinew/sinew.h>

enum { TICKS = 180, RATE = 60 };

typedef struct character {
    sinew_model *model;
    sinew_mixer *mixer;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_joint_mask *arm, *torso;
    sinew_body_map map;
    int32_t walk, wave, idle;
} character;

/// Layer 0 walks; layer 1 waves with one arm; layer 2 adds the breath of the idle to the torso.
static int start(character *c, sinew_error *error)
{
    const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 1, .mask = c->arm},
                            added = {.mode = SINEW_BLEND_ADDITIVE, .weight = 1, .mask = c->torso};
    const sinew_mixer_clip walk = {.clip = c->walk}, wave = {.clip = c->wave, .fade = 0.3},
                           breath = {.clip = c->idle};
    return sinew_mixer_set_layer(c->mixer, 1, &over, error) == SINEW_OK &&
           sinew_mixer_set_layer(c->mixer, 2, &added, error) == SINEW_OK &&
           sinew_mixer_play(c->mixer, 0, &walk, error) == SINEW_OK &&
           sinew_mixer_play(c->mixer, 1, &wave, error) == SINEW_OK &&
           sinew_mixer_play(c->mixer, 2, &breath, error) == SINEW_OK;
}

static void play(const character *c)
{
    const double size = c->model->info->size;
    const sinew_ik_aim_joint chain[2] = {{c->map.joint[SINEW_BODY_NECK], 0.4f, 40},
                                         {c->map.joint[SINEW_BODY_HEAD], 1, 60}};
    sinew_ik_aim aim = {.joints = chain, .joint_count = 2, .forward = {0, 0, 1}, .weight = 1};
    for (int tick = 0; tick <= TICKS; ++tick) {
        sinew_mixer_step(c->mixer, 1.0 / RATE, NULL);
        sinew_mixer_evaluate(c->mixer, c->blender, c->pose);
        sinew_blend_globals(c->blender, c->pose);
        aim.target = (sinew_vec3){size * (tick - 90) / 180, 0.6 * size, 1.5 * size};
        const double left = sinew_ik_solve_aim(c->blender, c->pose, &aim); // adds to what plays
        if (tick % 30 == 0) printf("%.1f s  %.2f degrees\n", (double)tick / RATE, left);
    }
}

static int load(const char *path, character *c, sinew_error *error)
{
    if (sinew_model_load(path, NULL, &c->model, error) != SINEW_OK ||
        sinew_model_find_clip(c->model, "walk", &c->walk, error) != SINEW_OK ||
        sinew_model_find_clip(c->model, "wave", &c->wave, error) != SINEW_OK ||
        sinew_model_find_clip(c->model, "idle", &c->idle, error) != SINEW_OK ||
        sinew_body_map_find(c->model, &c->map, error) != SINEW_OK)
        return 0;
    const int32_t *right = c->map.joint + SINEW_BODY_RIGHT, spine = c->map.joint[SINEW_BODY_SPINE];
    return sinew_mixer_create(c->model, &c->mixer, error) == SINEW_OK &&
           sinew_blender_create(c->model, &c->blender, error) == SINEW_OK &&
           sinew_local_pose_create(c->model, &c->pose, error) == SINEW_OK &&
           sinew_joint_mask_create(c->model, 0, &c->arm, error) == SINEW_OK &&
           sinew_joint_mask_create(c->model, 0, &c->torso, error) == SINEW_OK &&
           sinew_joint_mask_set_subtree(c->arm, right[SINEW_SIDE_CLAVICLE], 1, error) == SINEW_OK &&
           sinew_joint_mask_set_subtree(c->torso, spine, 0.5, error) == SINEW_OK;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: upper_body FILE\n");
        return 2;
    }
    sinew_error error;
    character c = {0};
    const int done = load(argv[1], &c, &error) && start(&c, &error);
    if (done) play(&c);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    sinew_joint_mask_destroy(c.arm);
    sinew_joint_mask_destroy(c.torso);
    sinew_local_pose_destroy(c.pose);
    sinew_blender_destroy(c.blender);
    sinew_mixer_destroy(c.mixer);
    sinew_model_destroy(c.model);
    return done ? 0 : 1;
}
