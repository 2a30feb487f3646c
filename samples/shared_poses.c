/// Ten thousand agents that walk, each at its own time, rounded to 1/60 s: those in the same phase
/// share one pose, which is evaluated once. Prints how many poses a tick takes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <sinew/sinew.h>

enum { COUNT = 10000, TICKS = 60, RATE = 60, MOST_PHASES = 600 };

static double times[COUNT];                       // of each agent, seconds
static int32_t phases[COUNT];                     // of each agent: whose palette it is drawn with
static sinew_crowd_agent characters[MOST_PHASES]; // one for each phase
static int32_t posed[MOST_PHASES];

/// Rounds times to phases, and evaluates each phase that somebody is in. Returns how many these
/// are, or -1. An instance is drawn with palette phases[i] and a transform of its own.
static int tick(sinew_crowd *crowd, int phase_count, sinew_crowd_output *output, sinew_error *error)
{
    char is_posed[MOST_PHASES] = {0};
    output->posed_count = 0;
    for (int i = 0; i < COUNT; ++i) {
        times[i] = fmod(times[i] + 1.0 / RATE, (double)phase_count / RATE);
        phases[i] = (int32_t)lround(times[i] * RATE) % phase_count;
        if (is_posed[phases[i]]) continue;
        is_posed[phases[i]] = 1;
        posed[output->posed_count++] = phases[i];
    }
    output->posed = posed;
    if (sinew_crowd_evaluate(crowd, characters, phase_count, output, error) != SINEW_OK) return -1;
    return output->posed_count;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: shared_poses FILE\n");
        return 2;
    }
    sinew_error error = {.message = "out of memory"};
    sinew_model *model = NULL;
    sinew_crowd *crowd = NULL;
    sinew_crowd_output output = {0};
    int32_t clip;
    int count = 0, phase_count = 0;
    int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK &&
               sinew_model_find_clip(model, "walk", &clip, &error) == SINEW_OK &&
               sinew_crowd_create(model, MOST_PHASES, NULL, &crowd, &error) == SINEW_OK;
    if (done) {
        const long wanted = lround(model->clips[clip].duration * RATE); // the clip is a loop
        phase_count = wanted < 1 ? 1 : wanted < MOST_PHASES ? (int)wanted : MOST_PHASES;
        for (int i = 0; i < phase_count; ++i)
            characters[i] = (sinew_crowd_agent){.clip = clip, .time = (double)i / RATE};
        for (int i = 0; i < COUNT; ++i) times[i] = 0.001 * i; // anywhere in the clip
        output.palette_entries = (int64_t)model->skin_joint_count * phase_count;
        output.palettes = calloc((size_t)output.palette_entries + 1, sizeof *output.palettes);
    }
    done = output.palettes != NULL;
    for (int i = 0; i < TICKS && done; ++i)
        done = (count = tick(crowd, phase_count, &output, &error)) >= 0;
    if (done) printf("%d agents share %d poses\n", COUNT, count);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    free(output.palettes);
    sinew_crowd_destroy(crowd);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
