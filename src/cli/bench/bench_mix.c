#include "cli/bench/bench_mix.h"

#include <math.h>
#include <stdlib.h>

#include "cli/bench/bench_model.h"
#include "sinew/ik.h"
#include "sinew/mixer.h"

enum { CHARACTERS = 1000, TARGETS = 256 };

/// What all contenders work on; each has its own.
typedef struct mix_work {
    const sinew_model *model;
    int32_t clip;
    double start, duration, time;
    sinew_pose *pose;
    sinew_blender *blender;
    sinew_local_pose *local;
    sinew_joint_mask *mask;
    int32_t limb[4];             ///< a joint of the limb's root, middle and end, and what is below
    sinew_vec3 targets[TARGETS]; ///< for inverse kinematics, on a circle
    uint32_t target;
} mix_work;

static double wrapped(const mix_work *work, double time)
{
    return work->start + (work->duration > 0 ? fmod(time, work->duration) : 0);
}

static double next_frame(mix_work *work)
{
    work->time += 1.0 / 60;
    return wrapped(work, work->time);
}

static void play(void *data)
{
    mix_work *work = data;
    sinew_pose_evaluate_palette(work->model, work->clip, next_frame(work), work->pose);
}

/// Layers of the clip at times apart from each other: other clips of the same size.
static sinew_blend_layer layer_at(const mix_work *work, double offset, double weight)
{
    const double time = wrapped(work, work->time + offset * work->duration);
    return (sinew_blend_layer){.source = {.clip = work->clip, .time = time}, .weight = (float)weight};
}

static void finish(mix_work *work, const sinew_blend_layer *layers, int32_t count)
{
    sinew_blend_layers(work->blender, layers, count, work->local);
    sinew_blend_globals(work->blender, work->local);
    sinew_blend_palette(work->blender, work->pose->palette);
}

static void blend_two(void *data)
{
    mix_work *work = data;
    (void)next_frame(work);
    const double part = work->time - floor(work->time);
    const sinew_blend_layer layers[2] = {layer_at(work, 0, 1 - part), layer_at(work, 0.37, part)};
    finish(work, layers, 2);
}

static void blend_three(void *data)
{
    mix_work *work = data;
    (void)next_frame(work);
    const double part = work->time - floor(work->time);
    sinew_blend_layer layers[3] = {layer_at(work, 0, 1 - part), layer_at(work, 0.37, part), layer_at(work, 0.71, 0.8)};
    layers[2].mode = SINEW_BLEND_OVER;
    layers[2].mask = work->mask;
    finish(work, layers, 3);
}

/// A circle around the end of the limb as it rests. Made in advance: its sines are not part of inverse kinematics.
static void set_targets(mix_work *work)
{
    const sinew_affine *end = &work->pose->global[work->limb[2]];
    const double size = 0.1 * work->model->info->size;
    for (int i = 0; i < TARGETS; ++i) {
        const double angle = 2 * acos(-1) * i / TARGETS;
        work->targets[i] =
            (sinew_vec3){end->row[0][3] + size * sin(angle), end->row[1][3] + size * cos(angle), end->row[2][3]};
    }
}

static sinew_vec3 next_target(mix_work *work)
{
    return work->targets[work->target++ % TARGETS];
}

static void solve_limb(void *data)
{
    mix_work *work = data;
    const sinew_ik_two_bone limb = {.upper = work->limb[0],
                                    .middle = work->limb[1],
                                    .end = work->limb[2],
                                    .target = next_target(work),
                                    .pole = {0, 0, 1},
                                    .weight = 1};
    (void)sinew_ik_solve_two_bone(work->blender, work->local, &limb);
}

static void solve_aim(void *data)
{
    mix_work *work = data;
    const sinew_ik_aim_joint joints[2] = {{work->limb[1], 0.4, 0}, {work->limb[2], 1, 0}};
    sinew_vec3 target = next_target(work);
    target.z += work->model->info->size;
    const sinew_ik_aim aim = {.joints = joints,
                              .joint_count = 2,
                              .target = target,
                              .forward = {0, 0, 1},
                              .up = {0, 1, 0},
                              .pole = {0, 1, 0},
                              .weight = 1};
    (void)sinew_ik_solve_aim(work->blender, work->local, &aim);
}

/// The deepest joint with three joints above it, and those. Returns 0 where there is none.
static int find_limb(const sinew_model *model, int32_t limb[4])
{
    int32_t joint = model->joint_count - 1; // breadth-first: the last is deepest
    if (joint < 0 || model->joints[joint].depth < 3) return 0;
    for (int i = 3; i >= 0; --i, joint = model->joints[joint].parent) limb[i] = joint;
    return 1;
}

static int open_work(const sinew_model *model, int32_t clip, mix_work *work)
{
    *work = (mix_work){
        .model = model, .clip = clip, .start = model->clips[clip].start, .duration = model->clips[clip].duration};
    if (sinew_pose_create(model, &work->pose, NULL) != SINEW_OK ||
        sinew_blender_create(model, &work->blender, NULL) != SINEW_OK ||
        sinew_local_pose_create(model, &work->local, NULL) != SINEW_OK ||
        sinew_joint_mask_create(model, 0.25, &work->mask, NULL) != SINEW_OK)
        return 0;
    if (find_limb(model, work->limb)) {
        (void)!sinew_joint_mask_set_subtree(work->mask, work->limb[0], 1, NULL);
        set_targets(work);
    }
    return 1;
}

static void close_work(mix_work *work)
{
    sinew_joint_mask_destroy(work->mask);
    sinew_local_pose_destroy(work->local);
    sinew_blender_destroy(work->blender);
    sinew_pose_destroy(work->pose);
}

// ---- crowds -------------------------------------------------------------------------------------------------------

typedef struct mix_crowd {
    const sinew_model *model;
    sinew_crowd *plain;
    sinew_mixer_crowd *fading;
    sinew_character *characters;
    sinew_mixer **mixers;
    sinew_palette_matrix *palettes;
    double start, duration;
} mix_crowd;

static void tick_plain(void *data)
{
    mix_crowd *crowd = data;
    for (int32_t i = 0; i < CHARACTERS; ++i) {
        const double time = crowd->characters[i].time + 1.0 / 60;
        crowd->characters[i].time = time > crowd->start + crowd->duration ? crowd->start : time;
    }
    sinew_crowd_evaluate(crowd->plain, crowd->characters, CHARACTERS, crowd->palettes, NULL);
}

static void tick_fading(void *data)
{
    mix_crowd *crowd = data;
    for (int32_t i = 0; i < CHARACTERS; ++i) sinew_mixer_advance(crowd->mixers[i], 1.0 / 60);
    sinew_mixer_crowd_evaluate(crowd->fading, (const sinew_mixer *const *)crowd->mixers, CHARACTERS,
                               &(sinew_mixer_crowd_output){.palettes = crowd->palettes});
}

/// A mixer in a fade that lasts longer than any measurement.
static int open_mixer(const sinew_model *model, int32_t clip, const double times[2], sinew_mixer **out)
{
    if (sinew_mixer_create(model, out, NULL) != SINEW_OK) return 0;
    for (int i = 0; i < 2; ++i) {
        const sinew_mixer_clip played = {.clip = clip, .start = times[i], .fade = 1e6};
        (void)!sinew_mixer_play(*out, 0, &played, NULL);
    }
    sinew_mixer_advance(*out, 3e5); // both have a weight
    return 1;
}

static int open_crowd(const sinew_model *model, int32_t clip, mix_crowd *crowd)
{
    const size_t matrices = (size_t)CHARACTERS * (size_t)model->skin_joint_count + 1;
    *crowd = (mix_crowd){.model = model,
                         .characters = calloc(CHARACTERS, sizeof *crowd->characters),
                         .mixers = calloc(CHARACTERS, sizeof *crowd->mixers),
                         .palettes = malloc(matrices * sizeof *crowd->palettes),
                         .start = model->clips[clip].start,
                         .duration = model->clips[clip].duration};
    if (!crowd->characters || !crowd->mixers || !crowd->palettes ||
        sinew_crowd_create(model, CHARACTERS, NULL, &crowd->plain, NULL) != SINEW_OK ||
        sinew_mixer_crowd_create(model, NULL, &crowd->fading, NULL) != SINEW_OK)
        return 0;
    uint32_t seed = 1;
    for (int32_t i = 0; i < CHARACTERS; ++i) {
        const double times[2] = {cli_bench_random(&seed, 0, crowd->duration),
                                 cli_bench_random(&seed, 0, crowd->duration)};
        crowd->characters[i] = (sinew_character){clip, crowd->start + times[0]};
        if (!open_mixer(model, clip, times, &crowd->mixers[i])) return 0;
    }
    return 1;
}

static void close_crowd(mix_crowd *crowd)
{
    for (int32_t i = 0; crowd->mixers && i < CHARACTERS; ++i) sinew_mixer_destroy(crowd->mixers[i]);
    sinew_crowd_destroy(crowd->plain);
    sinew_mixer_crowd_destroy(crowd->fading);
    free(crowd->characters);
    free(crowd->mixers);
    free(crowd->palettes);
}

// ---- measuring ----------------------------------------------------------------------------------------------------

enum { PLAYING, TWO, THREE, LIMB, AIM, WORKS };

/// Single characters, in common rounds.
static int measure_single(const sinew_model *model, int32_t clip, double seconds, cli_bench_mix *out)
{
    void (*const runs[WORKS])(void *) = {play, blend_two, blend_three, solve_limb, solve_aim};
    mix_work works[WORKS] = {{0}};
    cli_contender contenders[WORKS];
    int32_t limb[4];
    const int has_limb = find_limb(model, limb), count = has_limb ? WORKS : LIMB;
    int done = 1;
    for (int i = 0; i < count && done; ++i) {
        done = open_work(model, clip, &works[i]);
        contenders[i] = (cli_contender){.run = runs[i], .work = &works[i]};
    }
    if (done) done = cli_bench_rounds(contenders, (size_t)count, seconds);
    if (done) {
        out->is_measured = 1;
        out->playing = contenders[PLAYING].value;
        out->two_clips = contenders[TWO].value;
        out->three_layers = contenders[THREE].value;
        out->has_limb = has_limb;
    }
    if (done && has_limb) out->two_bone = contenders[LIMB].value;
    if (done && has_limb) out->aim = contenders[AIM].value;
    for (int i = 0; i < WORKS; ++i) close_work(&works[i]);
    return done;
}

static int measure_crowds(const sinew_model *model, int32_t clip, double seconds, cli_bench_mix *out)
{
    mix_crowd crowd;
    cli_contender contenders[2] = {{.run = tick_plain, .work = &crowd}, {.run = tick_fading, .work = &crowd}};
    const int done = open_crowd(model, clip, &crowd) && cli_bench_rounds(contenders, 2, seconds);
    out->characters = CHARACTERS;
    out->crowd = contenders[0].value;
    out->crowd_fading = contenders[1].value;
    close_crowd(&crowd);
    return done;
}

int cli_measure_mix(const sinew_model *model, int32_t clip, double seconds, cli_bench_mix *out)
{
    *out = (cli_bench_mix){0};
    if (clip == SINEW_NONE) return 1;
    if (!measure_single(model, clip, seconds / 2, out)) return 0;
    return model->skin_joint_count == 0 || measure_crowds(model, clip, seconds / 2, out);
}
