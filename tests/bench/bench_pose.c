/// bench_pose [FILE]: what posing one character costs, of the generated one and of a file's first clip that moves.
/// Contenders take turns in every round, so that what disturbs the machine disturbs all of them; medians over the
/// rounds and the spread between their quartiles are printed. It compares, it does not judge: no gate.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cpu.h"
#include "cli/bench/tutorial_walk.h"
#include "pose/fast_pose.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/import.h"
#include "support/bench_character.h"

enum { ROUNDS = 151, TIMES = 4096, MAX_CONTENDERS = 16, CROWD = 1000 };

/// What all contenders pose.
typedef struct subject {
    const sinew_model *model;
    int32_t clip;
    double playing[TIMES], random[TIMES]; ///< times
    sinew_pose *pose;
    tutorial_player *tutorial;
    sinew_crowd *crowd; ///< at random times
    sinew_character characters[CROWD];
    sinew_palette_matrix *palettes;
} subject;

typedef struct contender {
    const char *name;
    void (*pose)(subject *on, const void *how, double time);
    const void *how;
    int at_random;
    int32_t heads;          ///< characters in one go; 0: 1
    int32_t batch;          ///< poses in a round
    double seconds[ROUNDS]; ///< for one pose
} contender;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// ---- contenders ---------------------------------------------------------------------------------------------------

static void pose_tutorial(subject *on, const void *how, double time)
{
    (void)how;
    (void)tutorial_player_pose(on->tutorial, time);
}

static void pose_engine(subject *on, const void *how, double time)
{
    const sinew_engine *engine = how;
    sinew_pose_evaluate(on->model, *engine, on->clip, time, on->pose);
}

static void pose_kernel(subject *on, const void *how, double time)
{
    const sinew__pose_kernel *kernel = how;
    if (!sinew__fast_palette(on->model, kernel->play, on->clip, time, on->pose)) abort();
}

static void pose_crowd(subject *on, const void *how, double time)
{
    (void)how;
    (void)time;
    sinew_crowd_evaluate(on->crowd, on->characters, CROWD, on->palettes, NULL);
}

static int add_contenders(contender *list)
{
    static const sinew_engine reference = SINEW_ENGINE_REFERENCE, exact = SINEW_ENGINE_EXACT, fast = SINEW_ENGINE_FAST;
    static char names[MAX_CONTENDERS][32];
    int count = 0;
    list[count++] = (contender){.name = "tutorial", .pose = pose_tutorial};
    list[count++] = (contender){.name = "reference", .pose = pose_engine, .how = &reference};
    list[count++] = (contender){.name = "exact", .pose = pose_engine, .how = &exact};
    list[count++] = (contender){.name = "fast, whole pose", .pose = pose_engine, .how = &fast};
    for (int32_t i = 0; i < sinew__pose_kernel_count; ++i) {
        if (sinew__pose_kernels[i]->features & ~sinew__cpu_features()) continue;
        for (int at_random = 0; at_random < 2; ++at_random) {
            snprintf(names[count], sizeof names[count], "%s, %s", sinew__pose_kernels[i]->name,
                     at_random ? "seeking" : "playing");
            list[count] = (contender){
                .name = names[count], .pose = pose_kernel, .how = sinew__pose_kernels[i], .at_random = at_random};
            ++count;
        }
    }
    list[count++] = (contender){.name = "crowd, a head", .pose = pose_crowd, .heads = CROWD};
    return count;
}

// ---- rounds -------------------------------------------------------------------------------------------------------

static double run(contender *who, subject *on, int round)
{
    const double *times = who->at_random ? on->random : on->playing;
    const double start = now();
    for (int32_t i = 0; i < who->batch; ++i) who->pose(on, who->how, times[(round * 997 + i) % TIMES]);
    return (now() - start) / who->batch / (who->heads ? who->heads : 1);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(contender *list, int count, subject *on)
{
    for (int i = 0; i < count; ++i) { // short: a round is then rarely interrupted
        list[i].batch = 1;
        const double one = run(&list[i], on, 0) * (list[i].heads ? list[i].heads : 1);
        list[i].batch = (int32_t)fmin(fmax(3e-4 / one, 1), 1e6);
    }
    for (int round = 0; round < ROUNDS; ++round)
        for (int i = 0; i < count; ++i) list[i].seconds[round] = run(&list[i], on, round);
    for (int i = 0; i < count; ++i) qsort(list[i].seconds, ROUNDS, sizeof *list[i].seconds, compare_doubles);
}

static void print(const contender *list, int count)
{
    for (int i = 0; i < count; ++i) {
        const double *s = list[i].seconds, median = s[ROUNDS / 2];
        printf("  %-20s %9.3f us  +-%4.1f %%  %7.1f x tutorial\n", list[i].name, 1e6 * median,
               50 * (s[ROUNDS * 3 / 4] - s[ROUNDS / 4]) / median, list[0].seconds[ROUNDS / 2] / median);
    }
}

static int bench(const char *name, const sinew_model *model, int32_t clip)
{
    subject on = {.model = model, .clip = clip, .tutorial = tutorial_player_create(model, clip)};
    contender list[MAX_CONTENDERS];
    const sinew_baked_info rows = sinew_clip_baked_info(model, clip);
    if (!on.tutorial || !rows.frame_count || sinew_pose_create(model, &on.pose, NULL) != SINEW_OK) return 1;
    uint32_t seed = 1;
    for (int i = 0; i < TIMES; ++i) {
        seed = seed * 1664525u + 1013904223u;
        on.playing[i] = model->clips[clip].start + fmod(i / 60.0, model->clips[clip].duration);
        on.random[i] = model->clips[clip].start + model->clips[clip].duration * ((seed >> 8) / (double)(1u << 24));
    }
    for (int i = 0; i < CROWD; ++i) on.characters[i] = (sinew_character){clip, on.random[i]};
    on.palettes = malloc(((size_t)model->skin_joint_count * CROWD + 1) * sizeof *on.palettes);
    if (!on.palettes || sinew_crowd_create(model, CROWD, NULL, &on.crowd, NULL) != SINEW_OK) return 1;
    printf("%s: %d joints, %d palette entries, %.2f s, %d rows, %zu bytes\n", name, model->joint_count,
           model->skin_joint_count, model->clips[clip].duration, rows.frame_count, rows.byte_count);
    const int count = add_contenders(list);
    measure(list, count, &on);
    print(list, count);
    sinew_crowd_destroy(on.crowd);
    free(on.palettes);
    sinew_pose_destroy(on.pose);
    tutorial_player_destroy(on.tutorial);
    return 0;
}

static sinew_model *baked(sinew_model *model)
{
    void *block;
    size_t size;
    sinew_model *out = NULL;
    if (!model) return NULL;
    const double start = now();
    if (sinew_model_bake(model, NULL, &block, &size, NULL) != SINEW_OK ||
        sinew_model_from_block(block, size, &out, NULL) != SINEW_OK)
        return NULL;
    printf("baked in %.1f ms\n", 1e3 * (now() - start));
    sinew_model_destroy(model);
    return out;
}

int main(int argc, char **argv)
{
    sinew_model *model = baked(bench_character(15));
    if (!model || bench("generated character", model, 0) != 0) return 1;
    sinew_model_destroy(model);
    for (int i = 1; i < argc; ++i) {
        int32_t clip;
        if (sinew_import_file(argv[i], &model, NULL) != SINEW_OK ||
            sinew_model_find_clip(model, NULL, &clip, NULL) != SINEW_OK)
            return 1;
        model = baked(model);
        if (!model || bench(argv[i], model, clip) != 0) return 1;
        sinew_model_destroy(model);
    }
    return 0;
}
