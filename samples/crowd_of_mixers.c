/// A hundred characters, each fading between two clips at a time of its own; prints where the first
/// holds something.
#include <stdio.h>
#include <stdlib.h>

#include <sinew/sinew.h>

enum { COUNT = 100, TICKS = 60 };

/// Starts the second clip on character i after i ticks.
static int play(const sinew_model *model, int32_t hand, sinew_mixer **mixers,
                sinew_palette_matrix *palettes, sinew_crowd *crowd, sinew_error *error)
{
    sinew_affine hands[COUNT];
    sinew_crowd_agent characters[COUNT] = {{0}};
    const sinew_crowd_output output = {.palettes = palettes,
                                       .palette_entries = (int64_t)model->skin_joint_count * COUNT,
                                       .sockets = &hand,
                                       .socket_count = 1,
                                       .socket_globals = hands};
    const sinew_mixer_clip first = {.clip = 0},
                           second = {.clip = model->clip_count - 1, .fade = 0.5};
    for (int tick = 0; tick <= TICKS; ++tick) {
        for (int i = 0; i < COUNT; ++i) {
            const sinew_mixer_clip *clip = tick == 0 ? &first : tick == i + 1 ? &second : NULL;
            if (clip && sinew_mixer_play(mixers[i], 0, clip, error) != SINEW_OK) return 0;
            sinew_mixer_advance(mixers[i], 1.0 / 60);
            characters[i].mixer = mixers[i];
        }
        if (sinew_crowd_evaluate(crowd, characters, COUNT, &output, error) != SINEW_OK) return 0;
        if (tick % 15 == 0)
            printf("%4.2f s  %9.4f %9.4f %9.4f\n", tick / 60.0, hands[0].row[0][3],
                   hands[0].row[1][3], hands[0].row[2][3]);
    }
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: crowd_of_mixers FILE JOINT\n");
        return 2;
    }
    sinew_error error = {.message = "no clip, or out of memory"};
    sinew_model *model = NULL;
    sinew_crowd *crowd = NULL;
    sinew_mixer *mixers[COUNT] = {NULL};
    sinew_palette_matrix *palettes = NULL;
    int32_t joint;
    int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK &&
               sinew_model_find_joint(model, argv[2], &joint, &error) == SINEW_OK &&
               sinew_crowd_create(model, COUNT, NULL, &crowd, &error) == SINEW_OK &&
               model->clip_count > 0;
    for (int i = 0; i < COUNT && done; ++i)
        done = sinew_mixer_create(model, &mixers[i], &error) == SINEW_OK;
    if (done) palettes = malloc(((size_t)model->skin_joint_count * COUNT + 1) * sizeof *palettes);
    done = palettes && play(model, joint, mixers, palettes, crowd, &error);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    for (int i = 0; i < COUNT; ++i) sinew_mixer_destroy(mixers[i]);
    free(palettes);
    sinew_crowd_destroy(crowd);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
