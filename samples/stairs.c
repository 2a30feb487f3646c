/// A character walks up stairs: clips move it, contacts plant its feet, and foot IK puts them on
/// the steps. Prints its height every half second, and how far planted toes slide.
#include <math.h>
#include <stdio.h>

#include <sinew/retarget.h>
#include <sinew/sinew.h>

enum { TICKS = 300, RATE = 60 };

typedef struct character {
    sinew_model *model;
    sinew_mixer *mixer;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_root_motion_tables *motions;
    sinew_foot_ik *foot_ik;
    sinew_foot feet[2];
    sinew_contacts contacts[16];
    int32_t walk;
} character;

/// Steps of 0.2 m, each 0.03 m higher, from 0.5 m on.
static int find_stairs(void *user, sinew_vec3 p, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = (sinew_vec3){p.x, 0.03 * fmax(0, floor((p.z - 0.3) / 0.2)), p.z};
    *out_normal = (sinew_vec3){0, 1, 0};
    return 1;
}

static void climb(character *c)
{
    sinew_root_delta at = {.rotation = {0, 0, 0, 1}};
    sinew_mixer_result result = {.character = &at};
    sinew_planted_foot plants[2], before[2] = {{0, 0}, {0, 0}};
    sinew_vec3 toe, normal, ground, down[2];
    double slide = 0;
    for (int tick = 1; tick <= TICKS; ++tick) {
        sinew_mixer_step(c->mixer, 1.0 / RATE, &result);
        find_stairs(NULL, at.translation, &ground, &normal);
        const double rise = ground.y - at.translation.y; // the body follows smoothly
        at.translation.y += rise * 4 / RATE;
        const sinew_transform world = {at.translation, at.rotation, {1, 1, 1}};
        const sinew_affine to_world = sinew_affine_from_transform(&world);
        sinew_mixer_planted(c->mixer, c->contacts, 16, c->feet, 2, plants);
        sinew_mixer_evaluate(c->mixer, c->blender, c->pose);
        sinew_blend_globals(c->blender, c->pose);
        sinew_foot_ik_solve(c->foot_ik, c->blender, c->pose, &to_world, plants, 1.0 / RATE);
        for (int i = 0; i < 2; ++i) {
            sinew_foot_ik_sole(c->foot_ik, c->blender, i, NULL, &toe);
            toe = sinew_affine_point(&to_world, toe);
            if (plants[i].toe + before[i].toe < 2) down[i] = toe;
            slide = fmax(slide, hypot(toe.x - down[i].x, toe.z - down[i].z));
            before[i] = plants[i];
        }
        if (tick % 30 == 0) printf("%.1f s  %.3f m\n", (double)tick / RATE, at.translation.y);
    }
    printf("toes slide %.4f m\n", slide);
}

static int load_feet(character *c, sinew_error *error)
{
    sinew_body_map map;
    sinew_leg legs[2];
    if (sinew_body_map_find(c->model, &map, error) != SINEW_OK) return 0;
    const double length = sinew_body_leg_length(c->model, &map);
    for (int i = 0; i < 2; ++i) {
        const int32_t *side = map.joint + (i ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
        const int32_t foot = side[SINEW_SIDE_FOOT], toe = side[SINEW_SIDE_TOES];
        legs[i] = (sinew_leg){side[SINEW_SIDE_THIGH], side[SINEW_SIDE_SHIN], foot, toe};
        c->feet[i] = (sinew_foot){foot, toe, length};
    }
    const sinew_foot_ik_options options = {
        legs, 2, map.joint[SINEW_BODY_HIPS], {0, 1, 0}, find_stairs, NULL, 0.1};
    for (int32_t i = 0; i < c->model->clip_count && i < 16; ++i)
        if (sinew_contacts_find(c->model, i, c->feet, 2, NULL, &c->contacts[i], error) != SINEW_OK)
            return 0;
    return sinew_foot_ik_create(c->model, &options, &c->foot_ik, error) == SINEW_OK;
}

static int load(const char *path, character *c, sinew_error *error)
{
    if (sinew_model_load(path, NULL, &c->model, error) != SINEW_OK ||
        sinew_model_find_clip(c->model, "walk", &c->walk, error) != SINEW_OK ||
        sinew_root_motion_tables_create(c->model, NULL, &c->motions, error) != SINEW_OK ||
        sinew_mixer_create(c->model, &c->mixer, error) != SINEW_OK ||
        sinew_blender_create(c->model, &c->blender, error) != SINEW_OK ||
        sinew_local_pose_create(c->model, &c->pose, error) != SINEW_OK || !load_feet(c, error))
        return 0;
    const sinew_mixer_clip walk = {.clip = c->walk};
    return sinew_mixer_set_motions(c->mixer, c->motions, error) == SINEW_OK &&
           sinew_mixer_play(c->mixer, 0, &walk, error) == SINEW_OK;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: stairs FILE (in meters, with the clip walk)\n");
        return 2;
    }
    sinew_error error;
    static character c;
    const int done = load(argv[1], &c, &error);
    if (done) climb(&c);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    for (int i = 0; i < 16; ++i) sinew_contacts_free(&c.contacts[i]);
    sinew_foot_ik_destroy(c.foot_ik);
    sinew_local_pose_destroy(c.pose);
    sinew_blender_destroy(c.blender);
    sinew_mixer_destroy(c.mixer);
    sinew_root_motion_tables_destroy(c.motions);
    sinew_model_destroy(c.model);
    return done ? 0 : 1;
}
