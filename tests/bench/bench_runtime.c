/// bench_runtime [--json] [--kernels portable|avx2|avx512|neon] [--rounds N] [--rows TEXT] [CHARACTER|FILE…]: the time
/// that the steps of the runtime take on the generated characters (characters.h; all without arguments) and on the
/// default clips of files. With --rows, those whose names contain the text. All rows of all subjects take turns in the
/// same rounds, in one process; medians over 15 rounds. compare.py runs two builds.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/characters.h"
#include "bench/tutorial_skin.h"
#include "bench/tutorial_walk.h"
#include "core/base/cpu.h"
#include "program/cli/bench/bench.h"
#include "program/cli/framework/text_table.h"
#include "sinew/ik.h"
#include "sinew/import.h"
#include "sinew/memory.h"
#include "sinew/mixer.h"
#include "sinew/skin.h"

enum { CROWD = 1000, PHASES = 60, TARGETS = 256, MAX_SUBJECTS = 256 };

/// What one row works on; the functions of bench.h take it too.
typedef struct work {
    cli_bench_work base; ///< first
    sinew_joint_mask *mask;
    int32_t (*put)(struct work *own, sinew_blend_input *layers); ///< writes layers, and returns their number
    sinew_local_pose *held;
    int32_t limb[4];             ///< the joints of the limb's root, middle and end, and a joint below
    sinew_vec3 targets[TARGETS]; ///< for inverse kinematics, on a circle
    uint32_t target;
    sinew_mixer **mixers; ///< [CROWD]
    int32_t *posed;       ///< [CROWD / 2] or [CROWD]
    double *times;        ///< [CROWD] of those who share poses, or NULL
    sinew_mixer *mixer;
    sinew_lod *lod;
    sinew_blend_space *space;
    sinew_root_motion_tables *motions;
    sinew_root_delta character;
    float *scratch;
    uint16_t *halves; ///< palettes of a crowd as halves, or NULL
    sinew_affine global;
    sinew_affine *sockets; ///< [CROWD] or NULL
    tutorial_player *walk;
    tutorial_skin *loop;
} work;

// ---- layers -------------------------------------------------------------------------------------------------------

/// Finds the deepest joint with three joints above it, and these. Returns 0 if there is none.
static int find_limb(const sinew_model *model, int32_t limb[4])
{
    int32_t joint = model->joint_count - 1; // breadth-first: the last is deepest
    if (joint < 0 || model->joints[joint].depth < 3) return 0;
    for (int i = 3; i >= 0; --i, joint = model->joints[joint].parent) limb[i] = joint;
    return 1;
}

/// Two clips by way of their locals, as who reads or edits these needs it.
static void blend_two(void *data)
{
    work *own = data;
    cli_bench_work *base = &own->base;
    const double time = cli_bench_next(base), part = base->time - floor(base->time);
    const sinew_blend_input layers[2] = {
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = base->clip, .time = time}, .weight = (float)(1 - part)},
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = base->clip, .time = cli_bench_later(base, 0.37)},
         .weight = (float)part}};
    sinew_blend(base->blender, layers, 2, base->blended);
    sinew_blend_globals(base->blender, base->blended);
    sinew_blend_palette(base->blender, base->pose->palette);
}

/// A clip at three times. Two of them are averaged, with weights that sum to 1.
static void put_clips(work *own, sinew_blend_input layers[3])
{
    const cli_bench_work *base = &own->base;
    const double time = cli_bench_next(&own->base), part = base->time - floor(base->time);
    const double times[3] = {time, cli_bench_later(base, 0.37), cli_bench_later(base, 0.71)};
    const float weights[3] = {(float)(1 - part), (float)part, 0.8f};
    for (int i = 0; i < 3; ++i)
        layers[i] = (sinew_blend_input){.source = {.kind = SINEW_BLEND_CLIP, .clip = base->clip, .time = times[i]},
                                        .weight = weights[i]};
}

/// Two clips, and one over them within a mask.
static int32_t put_three(work *own, sinew_blend_input *layers)
{
    put_clips(own, layers);
    layers[2].mode = SINEW_BLEND_OVERRIDE;
    layers[2].mask = own->mask;
    return 3;
}

/// Two clips, and the difference of one from its start over them.
static int32_t put_additive(work *own, sinew_blend_input *layers)
{
    put_clips(own, layers);
    layers[2].mode = SINEW_BLEND_ADDITIVE;
    return 3;
}

/// Three clips that are averaged, one within a mask.
static int32_t put_masked(work *own, sinew_blend_input *layers)
{
    put_clips(own, layers);
    layers[2].mask = own->mask;
    return 3;
}

/// A pose that was held, and two clips that fade in.
static int32_t put_held(work *own, sinew_blend_input *layers)
{
    put_clips(own, layers);
    layers[1].source = (sinew_blend_source){.kind = SINEW_BLEND_POSE, .pose = own->held};
    return 3;
}

static int open_layers(work *own, int32_t (*put)(work *own, sinew_blend_input *layers))
{
    own->put = put;
    if (sinew_joint_mask_create(own->base.model, 0.25, &own->mask, NULL) != SINEW_OK ||
        sinew_local_pose_create(own->base.model, &own->held, NULL) != SINEW_OK)
        return 0;
    const sinew_blend_input shown = {.source = {.kind = SINEW_BLEND_CLIP, .clip = own->base.clip}, .weight = 1};
    sinew_blend(own->base.blender, &shown, 1, own->held);
    return sinew_joint_mask_set_subtree(own->mask, own->limb[0], 1, NULL) == SINEW_OK;
}

static int open_three(work *own)
{
    return open_layers(own, put_three);
}

static int open_additive(work *own)
{
    return open_layers(own, put_additive);
}

static int open_masked(work *own)
{
    return open_layers(own, put_masked);
}

static int open_held(work *own)
{
    return open_layers(own, put_held);
}

static void blend_layers(void *data)
{
    work *own = data;
    cli_bench_work *base = &own->base;
    sinew_blend_input layers[3];
    const int32_t count = own->put(own, layers);
    sinew_blend(base->blender, layers, count, base->blended);
    sinew_blend_globals(base->blender, base->blended);
    sinew_blend_palette(base->blender, base->pose->palette);
}

static void blend_layers_palettes(void *data)
{
    work *own = data;
    sinew_blend_input layers[3];
    const int32_t count = own->put(own, layers);
    sinew_blend_evaluate_palette(own->base.blender, layers, count, own->base.pose->palette, NULL);
}

// ---- mixers --------------------------------------------------------------------------------------------------------

/// A space of the subject's clip at several speeds, on a line or on a grid.
static int open_space(work *own, int32_t dimensions)
{
    sinew_blend_point points[9] = {{0}};
    for (int i = 0; i < 9; ++i)
        points[i] = (sinew_blend_point){
            .clip = own->base.clip, .x = dimensions == 2 ? i % 3 : i, .y = i / 3, .speed = 1 + 0.1 * i};
    const sinew_blend_space_options options = {.dimensions = dimensions};
    return sinew_blend_space_create(own->base.model, points, 9, &options, &own->space, NULL) == SINEW_OK &&
           sinew_mixer_create(own->base.model, &own->mixer, NULL) == SINEW_OK;
}

static int open_line(work *own)
{
    return open_space(own, 1) &&
           sinew_mixer_play(own->mixer, 0, &(sinew_mixer_clip){.space = own->space, .x = 0.4}, NULL) == SINEW_OK;
}

static int open_plane(work *own)
{
    return open_space(own, 2) &&
           sinew_mixer_play(own->mixer, 0, &(sinew_mixer_clip){.space = own->space, .x = 0.3, .y = 0.2}, NULL) ==
               SINEW_OK;
}

static void evaluate_mixer(work *own)
{
    cli_bench_work *base = &own->base;
    sinew_mixer_evaluate_palette(own->mixer, base->blender, base->pose->palette, NULL);
}

static void play_mixer(void *data)
{
    work *own = data;
    sinew_mixer_advance(own->mixer, 1.0 / 60);
    evaluate_mixer(own);
}

/// One clip, and the rest of an inertial fade that lasts longer than any measurement.
static int open_inertia(work *own)
{
    const sinew_mixer_clip first = {.clip = own->base.clip}, second = {.clip = own->base.clip,
                                                                       .start = 0.4 * own->base.duration,
                                                                       .fade = 1e6,
                                                                       .fade_kind = SINEW_FADE_INERTIAL,
                                                                       .blender = own->base.blender};
    return sinew_mixer_create(own->base.model, &own->mixer, NULL) == SINEW_OK &&
           sinew_mixer_play(own->mixer, 0, &first, NULL) == SINEW_OK &&
           sinew_mixer_play(own->mixer, 0, &second, NULL) == SINEW_OK;
}

static int open_one(work *own)
{
    return sinew_mixer_create(own->base.model, &own->mixer, NULL) == SINEW_OK &&
           sinew_mixer_play(own->mixer, 0, &(sinew_mixer_clip){.clip = own->base.clip}, NULL) == SINEW_OK;
}

/// A step of a space that reports motion, without a pose.
static int open_motion(work *own)
{
    own->character.rotation.w = 1;
    return open_line(own) && sinew_root_motion_tables_create(own->base.model, NULL, &own->motions, NULL) == SINEW_OK &&
           sinew_mixer_set_motions(own->mixer, own->motions, NULL) == SINEW_OK;
}

static void find_motion(void *data)
{
    work *own = data;
    const double time = cli_bench_next(&own->base);
    own->character = sinew_root_motion_tables_between(own->motions, own->base.clip, time, time + 1.0 / 60);
}

static void step_mixer(void *data)
{
    work *own = data;
    sinew_mixer_result result = {.character = &own->character};
    sinew_mixer_step(own->mixer, 1.0 / 60, &result);
}

// ---- inverse kinematics -------------------------------------------------------------------------------------------

/// A pose to start from, and a circle around the end of the limb as it is then. Made in advance: its sines are not part
/// of inverse kinematics.
static int open_limb(work *own)
{
    cli_bench_work *base = &own->base;
    blend_two(own);
    sinew_pose_evaluate(base->model, SINEW_ENGINE_EXACT, base->clip, 0, base->pose);
    const sinew_affine *end = &base->pose->global[own->limb[2]];
    const double size = 0.1 * base->model->info->size;
    for (int i = 0; i < TARGETS; ++i) {
        const double angle = 2 * acos(-1) * i / TARGETS;
        own->targets[i] =
            (sinew_vec3){end->row[0][3] + size * sin(angle), end->row[1][3] + size * cos(angle), end->row[2][3]};
    }
    return 1;
}

static void solve_limb(void *data)
{
    work *own = data;
    const sinew_ik_two_bone limb = {.upper = own->limb[0],
                                    .middle = own->limb[1],
                                    .end = own->limb[2],
                                    .target = own->targets[own->target++ % TARGETS],
                                    .pole = {0, 0, 1},
                                    .weight = 1};
    (void)sinew_ik_solve_two_bone(own->base.blender, own->base.blended, &limb);
}

static void solve_aim(void *data)
{
    work *own = data;
    const sinew_ik_aim_joint joints[2] = {{own->limb[1], 0.4f, 0}, {own->limb[2], 1, 0}};
    sinew_vec3 target = own->targets[own->target++ % TARGETS];
    target.z += own->base.model->info->size;
    const sinew_ik_aim aim = {.joints = joints,
                              .joint_count = 2,
                              .target = target,
                              .forward = {0, 0, 1},
                              .up = {0, 1, 0},
                              .pole = {0, 1, 0},
                              .weight = 1};
    (void)sinew_ik_solve_aim(own->base.blender, own->base.blended, &aim);
}

// ---- crowds -------------------------------------------------------------------------------------------------------

static int open_crowd(work *own)
{
    return cli_bench_open_crowd(&own->base, CROWD, 1);
}

/// Without the deepest joints: fingers, toes, faces.
static int open_level(work *own, int32_t thirds)
{
    const int32_t joints = own->base.model->joint_count, count = joints * thirds / 3;
    int32_t *left_out = calloc((size_t)count + 1, sizeof *left_out);
    if (!left_out || !open_crowd(own)) return 0;
    for (int32_t i = 0; i < count; ++i) left_out[i] = joints - 1 - i;
    const sinew_result result = sinew_lod_create(own->base.model, left_out, count, &own->lod, NULL);
    free(left_out);
    for (int32_t i = 0; i < CROWD; ++i) own->base.characters[i].lod = own->lod;
    return result == SINEW_OK;
}

static int open_two_thirds(work *own)
{
    return open_level(own, 1);
}

static int open_one_third(work *own)
{
    return open_level(own, 2);
}

/// Mixers in a fade that lasts longer than any measurement.
static int open_fading(work *own)
{
    cli_bench_work *base = &own->base;
    own->mixers = calloc(CROWD, sizeof *own->mixers);
    if (!own->mixers || !open_crowd(own)) return 0;
    for (int32_t i = 0; i < CROWD; ++i) {
        if (sinew_mixer_create(base->model, &own->mixers[i], NULL) != SINEW_OK) return 0;
        for (int k = 0; k < 2; ++k) {
            const double start = cli_bench_random(&base->seed, 0, base->duration);
            const sinew_mixer_clip played = {.clip = base->clip, .start = start, .fade = 1e6};
            (void)!sinew_mixer_play(own->mixers[i], 0, &played, NULL);
        }
        sinew_mixer_advance(own->mixers[i], 3e5); // both have a weight
        base->characters[i].mixer = own->mixers[i];
    }
    return 1;
}

/// Mixers in a space of one dimension.
static int open_spaces(work *own)
{
    cli_bench_work *base = &own->base;
    own->mixers = calloc(CROWD, sizeof *own->mixers);
    if (!own->mixers || !open_crowd(own) || !open_space(own, 1)) return 0;
    for (int32_t i = 0; i < CROWD; ++i) {
        const sinew_mixer_clip played = {.space = own->space,
                                         .x = cli_bench_random(&base->seed, 0, 8),
                                         .start = cli_bench_random(&base->seed, 0, base->duration)};
        if (sinew_mixer_create(base->model, &own->mixers[i], NULL) != SINEW_OK ||
            sinew_mixer_play(own->mixers[i], 0, &played, NULL) != SINEW_OK)
            return 0;
        base->characters[i].mixer = own->mixers[i];
    }
    return 1;
}

static void evaluate(work *own, const int32_t *posed, int32_t posed_count)
{
    cli_bench_work *base = &own->base;
    const sinew_crowd_output output = {.palettes = own->halves ? NULL : base->palettes,
                                       .half_palettes = own->halves,
                                       .palette_entries = (int64_t)CROWD * base->model->skin_joint_count,
                                       .sockets = own->sockets ? &own->limb[2] : NULL,
                                       .socket_count = own->sockets ? 1 : 0,
                                       .socket_globals = own->sockets,
                                       .posed = posed,
                                       .posed_count = posed_count};
    (void)!sinew_crowd_evaluate(base->crowd, base->characters, CROWD, &output, NULL);
}

/// Poses every other character, from one tick to the next the others. A run is two ticks, so that it leaves the data in
/// the caches that the next run needs: in runs of one tick, each found the palettes of the other half there.
static int open_half(work *own)
{
    own->posed = calloc(CROWD / 2, sizeof *own->posed);
    return own->posed && open_crowd(own);
}

static void tick_halves_by_turns(void *data)
{
    work *own = data;
    for (int32_t first = 0; first < 2; ++first) {
        cli_bench_pass(&own->base);
        for (int32_t i = 0; i < CROWD / 2; ++i) own->posed[i] = 2 * i + first;
        evaluate(own, own->posed, CROWD / 2);
    }
}

static int open_halves(work *own)
{
    own->halves = calloc((size_t)CROWD * (size_t)own->base.model->skin_joint_count * 12 + 1, sizeof *own->halves);
    return own->halves && open_crowd(own);
}

/// In the world.
static int open_placed(work *own)
{
    static const sinew_affine world = {{{0, 0, 1, 5}, {0, 1, 0, 0}, {-1, 0, 0, 3}}};
    if (!open_crowd(own)) return 0;
    for (int32_t i = 0; i < CROWD; ++i) own->base.characters[i].world = &world;
    return 1;
}

static int open_placed_halves(work *own)
{
    return open_halves(own) && open_placed(own);
}

/// With the global of one joint, the end of a limb.
static int open_socket(work *own)
{
    own->sockets = calloc(CROWD, sizeof *own->sockets);
    return own->sockets && open_crowd(own);
}

static void tick_crowd(void *data)
{
    work *own = data;
    cli_bench_pass(&own->base);
    evaluate(own, NULL, 0);
}

/// Everybody somewhere in the same second, whose sixty poses are shared (samples/shared_poses.c).
static int open_shared(work *own)
{
    own->posed = calloc(CROWD, sizeof *own->posed);
    own->times = calloc(CROWD, sizeof *own->times);
    if (!own->posed || !own->times || !open_crowd(own)) return 0;
    for (int32_t i = 0; i < CROWD; ++i) own->times[i] = cli_bench_random(&own->base.seed, 0, 1);
    for (int32_t i = 0; i < PHASES; ++i) own->base.characters[i].time = (double)i / PHASES;
    return 1;
}

static void tick_shared(void *data)
{
    work *own = data;
    char is_posed[PHASES] = {0};
    int32_t count = 0;
    for (int32_t i = 0; i < CROWD; ++i) {
        own->times[i] = fmod(own->times[i] + 1.0 / PHASES, 1);
        const int32_t phase = (int32_t)(own->times[i] * PHASES + 0.5) % PHASES;
        if (!is_posed[phase]) own->posed[count++] = phase;
        is_posed[phase] = 1;
    }
    evaluate(own, own->posed, count);
}

static void tick_fading(void *data)
{
    work *own = data;
    for (int32_t i = 0; i < CROWD; ++i) sinew_mixer_advance(own->mixers[i], 1.0 / 60);
    evaluate(own, NULL, 0);
}

// ---- skinning -----------------------------------------------------------------------------------------------------

static int open_skin(work *own)
{
    size_t scratch = 1;
    const sinew_model *model = own->base.model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t floats = sinew_skin_scratch_floats(model, i, SINEW_SKIN_DUAL_QUATERNION);
        if (floats > scratch) scratch = floats;
    }
    own->scratch = malloc(scratch * sizeof *own->scratch);
    own->loop = tutorial_skin_create(model);
    if (!own->scratch || !own->loop || !cli_bench_open_skin(&own->base)) return 0;
    tutorial_skin_set_palette(own->loop, own->base.pose->palette);
    return 1;
}

static void skin_by_dual_quaternions(void *data)
{
    const work *own = data;
    const cli_bench_work *base = &own->base;
    for (int32_t i = 0; i < base->model->mesh_count; ++i) {
        const size_t at = (size_t)base->model->meshes[i].first_vertex * 3;
        sinew_skin_mesh(base->model, i, SINEW_SKIN_DUAL_QUATERNION, base->pose, own->scratch, base->positions + at,
                        base->normals + at);
    }
}

static void skin_as_tutorials_do(void *data)
{
    const work *own = data;
    tutorial_skin_vertices(own->loop, own->base.positions, own->base.normals);
}

// ---- engines ------------------------------------------------------------------------------------------------------

static void pose_with(cli_bench_work *base, sinew_engine engine)
{
    sinew_pose_evaluate(base->model, engine, base->clip, cli_bench_next(base), base->pose);
}

static void pose_fast(void *data)
{
    pose_with(data, SINEW_ENGINE_FAST);
}

static void pose_global(void *data)
{
    work *own = data;
    cli_bench_play(&own->base);
    own->global = sinew_pose_joint_global(own->base.model, own->base.pose, own->limb[2]);
}

static void pose_exact(void *data)
{
    pose_with(data, SINEW_ENGINE_EXACT);
}

static void pose_reference(void *data)
{
    pose_with(data, SINEW_ENGINE_REFERENCE);
}

static int open_walk(work *own)
{
    own->walk = tutorial_player_create(own->base.model, own->base.clip);
    return own->walk != NULL;
}

static void walk_as_tutorials_do(void *data)
{
    work *own = data;
    (void)tutorial_player_pose(own->walk, cli_bench_next(&own->base));
}

// ---- rows ---------------------------------------------------------------------------------------------------------

typedef enum need { NOTHING, BAKED, PALETTE, LIMB, SKIN } need;
typedef enum unit { RUN, CHARACTER, CHARACTER_TWICE, VERTEX } unit;

static const struct {
    const char *name;
    void (*run)(void *work);
    int (*open)(work *work); ///< after cli_bench_open; may be NULL
    need needs;              ///< the measurement is left out if the subject has none
    unit each;               ///< the unit that the nanoseconds count
} rows[] = {
    {"playing", cli_bench_play, NULL, NOTHING, RUN},
    {"locals", cli_bench_sample, NULL, BAKED, RUN},
    {"two clips", blend_two, NULL, NOTHING, RUN},
    {"two clips, palette only", cli_bench_blend, NULL, NOTHING, RUN},
    {"three layers, masked", blend_layers, open_three, LIMB, RUN},
    {"three layers, masked, palette only", blend_layers_palettes, open_three, LIMB, RUN},
    {"two clips, additive layer", blend_layers, open_additive, LIMB, RUN},
    {"two clips, additive layer, palette only", blend_layers_palettes, open_additive, LIMB, RUN},
    {"average, masked", blend_layers, open_masked, LIMB, RUN},
    {"average, masked, palette only", blend_layers_palettes, open_masked, LIMB, RUN},
    {"held pose, two clips", blend_layers, open_held, LIMB, RUN},
    {"held pose, two clips, palette only", blend_layers_palettes, open_held, LIMB, RUN},
    {"mixer, one clip", play_mixer, open_one, NOTHING, RUN},
    {"mixer, inertial fade", play_mixer, open_inertia, NOTHING, RUN},
    {"blend space, two clips", play_mixer, open_line, NOTHING, RUN},
    {"blend space, three clips", play_mixer, open_plane, NOTHING, RUN},
    {"motion from a table", find_motion, open_motion, NOTHING, RUN},
    {"step with motion, two clips", step_mixer, open_motion, NOTHING, RUN},
    {"crowd of 1000, each", cli_bench_tick, open_crowd, PALETTE, CHARACTER},
    {"half of a crowd of 1000, each", tick_halves_by_turns, open_half, PALETTE, CHARACTER_TWICE},
    {"crowd of 1000, 2/3 of joints, each", cli_bench_tick, open_two_thirds, PALETTE, CHARACTER},
    {"crowd of 1000, 1/3 of joints, each", cli_bench_tick, open_one_third, PALETTE, CHARACTER},
    {"crowd of 1000, halves, each", tick_crowd, open_halves, PALETTE, CHARACTER},
    {"crowd of 1000, placed, each", tick_crowd, open_placed, PALETTE, CHARACTER},
    {"crowd of 1000, placed, halves, each", tick_crowd, open_placed_halves, PALETTE, CHARACTER},
    {"crowd of 1000, a socket, each", tick_crowd, open_socket, LIMB, CHARACTER},
    {"crowd of 1000, shared poses, each", tick_shared, open_shared, PALETTE, CHARACTER},
    {"fading crowd of 1000, each", tick_fading, open_fading, PALETTE, CHARACTER},
    {"crowd of 1000 in a space, each", tick_fading, open_spaces, PALETTE, CHARACTER},
    {"random times", cli_bench_seek, NULL, NOTHING, RUN},
    {"skinning, a vertex", cli_bench_skin, open_skin, SKIN, VERTEX},
    {"dual quaternions, a vertex", skin_by_dual_quaternions, open_skin, SKIN, VERTEX},
    {"two-bone ik", solve_limb, open_limb, LIMB, RUN},
    {"aiming", solve_aim, open_limb, LIMB, RUN},
    {"engine fast, whole pose", pose_fast, NULL, NOTHING, RUN},
    {"playing, and one joint's global", pose_global, NULL, LIMB, RUN},
    {"engine exact", pose_exact, NULL, NOTHING, RUN},
    {"engine reference", pose_reference, NULL, NOTHING, RUN},
    {"tutorial's walk", walk_as_tutorials_do, open_walk, PALETTE, RUN},
    {"tutorial's skinning, a vertex", skin_as_tutorials_do, open_skin, SKIN, VERTEX},
};

enum { ROWS = sizeof rows / sizeof *rows };

typedef struct subject {
    const char *name;
    sinew_model *model;
    int32_t clip;
    sinew_baked_info baked;
    int64_t vertices;
    double influences;
    work works[ROWS];
    cli_contender *contenders[ROWS]; ///< NULL: left out
} subject;

static int meets(const subject *on, need needs)
{
    switch (needs) {
    case NOTHING: return 1;
    case BAKED: return on->baked.frame_count > 0;
    case PALETTE: return on->model->skin_joint_count > 0;
    case LIMB: return find_limb(on->model, (int32_t[4]){0});
    case SKIN: return on->vertices > 0;
    }
    return 0;
}

static double nanoseconds(const subject *on, int row)
{
    const double runs[] = {
        [RUN] = 1, [CHARACTER] = CROWD, [CHARACTER_TWICE] = 2 * CROWD, [VERTEX] = (double)on->vertices};
    return 1e9 * on->contenders[row]->value.seconds / runs[rows[row].each];
}

/// Makes or reads a subject, and bakes it. Returns 0 after printing the error.
static int open_subject(const char *name, subject *out)
{
    sinew_error error;
    sinew_result result;
    int is_generated = 0;
    for (int i = 0; i < BENCH_CHARACTERS; ++i) is_generated |= strcmp(name, bench_character_names[i]) == 0;
    *out = (subject){.name = name};
    if (is_generated) {
        result = bench_make_character(name, BENCH_VERTICES, &out->model, &error);
    } else {
        result = sinew_model_import(name, NULL, &out->model, &error);
        if (result == SINEW_OK) result = bench_bake(&out->model, &error);
    }
    if (result == SINEW_OK) result = sinew_model_find_clip(out->model, NULL, &out->clip, &error);
    if (result != SINEW_OK) {
        fprintf(stderr, "bench_runtime: %s: %s\n", name, error.message);
        return 0;
    }
    out->baked = sinew_clip_baked_info(out->model, out->clip);
    out->vertices = cli_bench_skinned_vertices(out->model, &out->influences);
    return 1;
}

/// Appends the contenders of a subject, of the rows whose names contain `part`. Returns 0 when out of memory.
static int enter(subject *on, const char *part, cli_contender *contenders, size_t *count)
{
    for (int row = 0; row < ROWS; ++row) {
        work *own = &on->works[row];
        if (!strstr(rows[row].name, part) || !meets(on, rows[row].needs)) continue;
        if (!cli_bench_open(on->model, on->clip, &own->base)) return 0;
        (void)find_limb(on->model, own->limb);
        if (rows[row].open && !rows[row].open(own)) return 0;
        on->contenders[row] = &contenders[(*count)++];
        *on->contenders[row] = (cli_contender){.run = rows[row].run, .work = own};
    }
    return 1;
}

static void close_subject(subject *on)
{
    for (int row = 0; row < ROWS; ++row) {
        work *own = &on->works[row];
        cli_bench_close(&own->base);
        sinew_joint_mask_destroy(own->mask);
        sinew_local_pose_destroy(own->held);
        for (int32_t i = 0; own->mixers && i < CROWD; ++i) sinew_mixer_destroy(own->mixers[i]);
        free(own->mixers);
        sinew_mixer_destroy(own->mixer);
        sinew_lod_destroy(own->lod);
        sinew_blend_space_destroy(own->space);
        sinew_root_motion_tables_destroy(own->motions);
        free(own->posed);
        free(own->times);
        free(own->halves);
        free(own->sockets);
        free(own->scratch);
        tutorial_player_destroy(own->walk);
        tutorial_skin_destroy(own->loop);
    }
    sinew_model_destroy(on->model);
}

// ---- output -------------------------------------------------------------------------------------------------------

static void put_text(const subject *on, sinew__buffer *out)
{
    cli_table table = {.alignment = "lrr", .has_title = 1};
    const double seconds = on->model->clips[on->clip].duration;
    sinew__buffer_format(out, "\n%s: %d joints, %.4g s, %.2f kB/s in memory, %.2f kB/s in a file, error %.1e\n",
                         on->name, (int)on->model->joint_count, seconds, (double)on->baked.byte_count / seconds / 1e3,
                         (double)on->baked.packed_byte_count / seconds / 1e3, on->baked.error);
    cli_table_add(&table, "%s", "");
    cli_table_add(&table, "ns");
    cli_table_add(&table, "spread");
    for (int row = 0; row < ROWS; ++row) {
        if (!on->contenders[row]) continue;
        cli_table_add(&table, "%s", rows[row].name);
        cli_table_add(&table, rows[row].each == VERTEX ? "%.3f" : "%.0f", nanoseconds(on, row));
        cli_table_add(&table, "± %.1f %%", 100 * on->contenders[row]->value.spread);
    }
    cli_table_put(&table, "  ", out);
}

static void put_json(const subject *on, sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "name", on->name);
    sinew__json_put_whole(json, "joints", on->model->joint_count);
    sinew__json_put_whole(json, "vertices", on->vertices);
    sinew__json_put_number(json, "clip_seconds", on->model->clips[on->clip].duration);
    sinew__json_put_whole(json, "bytes", (int64_t)on->baked.byte_count);
    sinew__json_put_whole(json, "packed_bytes", (int64_t)on->baked.packed_byte_count);
    sinew__json_put_number(json, "error", on->baked.error);
    sinew__json_put_array(json, "rows");
    for (int row = 0; row < ROWS; ++row) {
        if (!on->contenders[row]) continue;
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "name", rows[row].name);
        sinew__json_put_number(json, "ns", nanoseconds(on, row));
        sinew__json_put_number(json, "spread", on->contenders[row]->value.spread);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

static void put_all(const subject *subjects, size_t count, size_t rounds, int as_json, sinew__buffer *out)
{
    if (!as_json) {
        cli_bench_put_machine(out);
        for (size_t i = 0; i < count; ++i) put_text(&subjects[i], out);
        return;
    }
    sinew__json_writer json = sinew__json_begin(out);
    json.digits = 6;
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.bench_runtime/1");
    cli_bench_put_machine_json(&json);
    sinew__json_put_whole(&json, "rounds", (int64_t)rounds);
    sinew__json_put_array(&json, "subjects");
    for (size_t i = 0; i < count; ++i) put_json(&subjects[i], &json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

// ---- the program --------------------------------------------------------------------------------------------------

typedef struct request {
    const char *names[MAX_SUBJECTS];
    size_t count, rounds;
    const char *kernels, *rows;
    int as_json;
} request;

static int parse(int count, char **words, request *out)
{
    *out = (request){.rounds = 15, .rows = ""};
    for (int i = 1; i < count; ++i) {
        const int has_value = i + 1 < count;
        if (strcmp(words[i], "--json") == 0)
            out->as_json = 1;
        else if (strcmp(words[i], "--kernels") == 0 && has_value)
            out->kernels = words[++i];
        else if (strcmp(words[i], "--rows") == 0 && has_value)
            out->rows = words[++i];
        else if (strcmp(words[i], "--rounds") == 0 && has_value)
            out->rounds = (size_t)strtoul(words[++i], NULL, 10);
        else if (words[i][0] == '-' || out->count == MAX_SUBJECTS)
            return 0;
        else
            out->names[out->count++] = words[i];
    }
    if (out->count == 0) {
        memcpy(out->names, bench_character_names, sizeof bench_character_names);
        out->count = BENCH_CHARACTERS;
    }
    return out->rounds > 0 && out->rounds <= 1000;
}

static int measure(const request *wanted, subject *subjects, cli_contender *contenders)
{
    size_t count = 0;
    for (size_t i = 0; i < wanted->count; ++i) {
        if (!open_subject(wanted->names[i], &subjects[i])) return 0;
        if (!enter(&subjects[i], wanted->rows, contenders, &count)) return 0;
    }
    return cli_bench_rounds(contenders, count, wanted->rounds, 0);
}

int main(int count, char **words)
{
    request wanted;
    sinew_error error;
    if (!parse(count, words, &wanted)) {
        fprintf(stderr,
                "usage: bench_runtime [--json] [--kernels NAME] [--rounds N] [--rows TEXT] [sines|motion|FILE…]\n");
        return 2;
    }
    if (wanted.kernels && sinew__force_kernels(wanted.kernels, &error) != SINEW_OK) {
        fprintf(stderr, "bench_runtime: --kernels: %s\n", error.message);
        return 2;
    }
    subject *subjects = calloc(wanted.count, sizeof *subjects);
    cli_contender *contenders = calloc(wanted.count * ROWS, sizeof *contenders);
    sinew__buffer out = {0};
    const int done = subjects && contenders && measure(&wanted, subjects, contenders);
    if (done) put_all(subjects, wanted.count, wanted.rounds, wanted.as_json, &out);
    if (done && !out.failed) fwrite(out.text, 1, out.size, stdout);
    for (size_t i = 0; subjects && i < wanted.count; ++i) close_subject(&subjects[i]);
    free(subjects);
    free(contenders);
    sinew_free(out.text);
    return done ? 0 : 1;
}
