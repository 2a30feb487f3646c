/// Two thousand agents in one blend space, of which each tick evaluates half: time passes for all,
/// poses for every second tick. Prints how far they went.
#include <stdio.h>
#include <stdlib.h>

#include <sinew/sinew.h>

enum { COUNT = 2000, TICKS = 60, RATE = 60 };

static sinew_mixer *mixers[COUNT];
static sinew_crowd_agent characters[COUNT];
static int32_t posed[COUNT / 2];
static sinew_root_delta places[COUNT];

/// Palettes that a tick does not make are those of the tick before.
static int tick(const sinew_blend_space *space, sinew_crowd *crowd, int index,
                sinew_crowd_output *output, sinew_error *error)
{
    for (int i = 0; i < COUNT; ++i) {
        sinew_mixer_result result = {.character = &places[i]};
        sinew_mixer_set_position(mixers[i], 0, space, (i + index) % 100 / 100.0, 0);
        sinew_mixer_step(mixers[i], 1.0 / RATE, &result);
    }
    for (int i = 0; i < COUNT / 2; ++i) posed[i] = 2 * i + index % 2;
    output->posed = posed;
    output->posed_count = COUNT / 2;
    return sinew_crowd_evaluate(crowd, characters, COUNT, output, error) == SINEW_OK;
}

static int play(const sinew_model *model, const sinew_blend_space *space,
                const sinew_root_motion_tables *motions, sinew_crowd *crowd,
                sinew_crowd_output *output, sinew_error *error)
{
    for (int i = 0; i < COUNT; ++i) {
        const sinew_mixer_clip gaits = {.space = space, .half_life = 0.2, .start = 0.0015 * i};
        places[i].rotation.w = 1;
        if (sinew_mixer_create(model, &mixers[i], error) != SINEW_OK ||
            sinew_mixer_set_motions(mixers[i], motions, error) != SINEW_OK ||
            sinew_mixer_play(mixers[i], 0, &gaits, error) != SINEW_OK)
            return 0;
        characters[i].mixer = mixers[i];
    }
    for (int i = 0; i < TICKS; ++i)
        if (!tick(space, crowd, i, output, error)) return 0;
    double sum = 0;
    for (int i = 0; i < COUNT; ++i) sum += places[i].translation.z;
    printf("%d agents went %.4f of a unit on average\n", COUNT, sum / COUNT);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: agents FILE\n");
        return 2;
    }
    sinew_error error = {.message = "out of memory"};
    sinew_model *model = NULL;
    sinew_root_motion_tables *motions = NULL;
    sinew_blend_space *space = NULL;
    sinew_crowd *crowd = NULL;
    sinew_crowd_output output = {0};
    sinew_blend_point points[2] = {{.x = 0}, {.x = 1}};
    int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK &&
               sinew_model_find_clip(model, "idle", &points[0].clip, &error) == SINEW_OK &&
               sinew_model_find_clip(model, "walk", &points[1].clip, &error) == SINEW_OK &&
               sinew_root_motion_tables_create(model, NULL, &motions, &error) == SINEW_OK &&
               sinew_blend_space_create(model, points, 2, NULL, &space, &error) == SINEW_OK &&
               sinew_crowd_create(model, COUNT, NULL, &crowd, &error) == SINEW_OK;
    if (done) {
        output.palette_entries = (int64_t)model->skin_joint_count * COUNT;
        output.palettes = calloc((size_t)output.palette_entries + 1, sizeof *output.palettes);
    }
    done = output.palettes && play(model, space, motions, crowd, &output, &error);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    for (int i = 0; i < COUNT; ++i) sinew_mixer_destroy(mixers[i]);
    free(output.palettes);
    sinew_crowd_destroy(crowd);
    sinew_blend_space_destroy(space);
    sinew_root_motion_tables_destroy(motions);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
