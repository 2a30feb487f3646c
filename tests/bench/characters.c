#include "bench/characters.h"
#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"

#include <math.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/error.h"
#include "program/cli/bench/bench.h"
#include "sinew/bake.h"
#include "sinew/raw_model.h"

enum { MAX_JOINTS = 69, MAX_INFLUENCES = 4, KEYS_PER_SECOND = 30 };

static const int64_t ticks_per_second = INT64_C(46186158000);

const char *const bench_character_names[BENCH_CHARACTERS] = {"sines", "motion", "frames", "tenths", "clothed"};

/// Arrays of the raw model.
typedef struct character {
    sinew__arena arena;
    uint32_t seed;
    sinew_raw_joint joints[MAX_JOINTS];
    double heads[MAX_JOINTS][3]; ///< positions at rest, the centres of the vertices
    int32_t joint_count, key_count;
    sinew_raw_channel channels[MAX_JOINTS + 1];
    int32_t channel_count;
    double radius, length; ///< of the mesh about a joint
} character;

static sinew_raw_channel *add_channel(character *made, int32_t joint, uint32_t property)
{
    sinew_raw_channel *channel = &made->channels[made->channel_count++];
    *channel = (sinew_raw_channel){.joint = joint, .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = property};
    return channel;
}

/// A curve of values [key_count] and slopes per second, or by the slopes of Catmull and Rom, which `auto`
/// tangents have, if `slopes` is NULL. Returns NULL if memory is out.
static const sinew_raw_curve *make_curve(character *made, const double *values, const double *slopes)
{
    const int32_t count = made->key_count;
    sinew_raw_curve *curve = SINEW__ARENA_ARRAY(&made->arena, sinew_raw_curve, 1);
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(&made->arena, sinew_curve_key, count);
    if (!curve || !keys) return NULL;
    const double third = 1.0 / 3 / KEYS_PER_SECOND;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t before = i ? i - 1 : i, after = i + 1 < count ? i + 1 : i;
        const double slope = slopes ? slopes[i] : (values[after] - values[before]) * KEYS_PER_SECOND / (after - before);
        keys[i] = (sinew_curve_key){.ticks = ticks_per_second / KEYS_PER_SECOND * i,
                                    .value = values[i],
                                    .interpolation = SINEW_CUBIC,
                                    .in_time = (float)-third,
                                    .in_value = (float)(-third * slope),
                                    .out_time = (float)third,
                                    .out_value = (float)(third * slope)};
    }
    *curve = (sinew_raw_curve){.keys = keys, .key_count = count};
    return curve;
}

// ---- sines --------------------------------------------------------------------------------------------------------

enum { LIMB = 8 };

/// Limbs are chains of eight joints; each is attached to the middle of the limb with half its index.
static int32_t parent_among_sines(int32_t joint)
{
    if (joint == 0) return SINEW_NONE;
    if (joint % LIMB) return joint - 1;
    return (joint / LIMB - 1) / 2 * LIMB + LIMB / 2;
}

static int swing(character *made, double *values, double *slopes, const sinew_raw_curve **out)
{
    const double phase = cli_bench_random(&made->seed, 0, 6.28), speed = cli_bench_random(&made->seed, 1, 6),
                 height = cli_bench_random(&made->seed, 2, 25);
    for (int32_t i = 0; i < made->key_count; ++i) {
        const double time = (double)i / KEYS_PER_SECOND;
        values[i] = height * sin(phase + speed * time);
        slopes[i] = height * speed * cos(phase + speed * time);
    }
    *out = make_curve(made, values, slopes);
    return *out != NULL;
}

static int make_sines(character *made)
{
    made->joint_count = 69;
    made->key_count = 15 * KEYS_PER_SECOND + 1;
    made->radius = 3;
    made->length = 10;
    double *values = SINEW__ARENA_ARRAY(&made->arena, double, 2 * made->key_count);
    if (!values) return 0;
    for (int32_t i = 0; i < made->joint_count; ++i) {
        const double angle = cli_bench_random(&made->seed, -0.5, 0.5);
        made->joints[i] = (sinew_raw_joint){.parent = parent_among_sines(i),
                                            .rest = {{0, 10, 0}, {sin(angle / 2), 0, 0, cos(angle / 2)}, {1, 1, 1}}};
        made->heads[i][1] = i % LIMB * 10;
    }
    for (int32_t i = 0; i < made->joint_count; ++i) {
        sinew_raw_channel *channel = add_channel(made, i, SINEW_CHANNEL_ROTATION);
        for (int k = 0; k < 3; ++k)
            if (!swing(made, values, values + made->key_count, &channel->curve[k])) return 0;
    }
    return 1;
}

// ---- motion -------------------------------------------------------------------------------------------------------

/// Chains of the skeleton: where each is attached (a joint before it), how many joints, the offset of each in
/// centimetres, and how they move.
typedef enum part { ROOT, TRUNK, ARM, LEG_LEFT, LEG_RIGHT, TWIST, FINGER, FACE } part;

static const struct {
    int32_t parent, count;
    double offset[3];
    part moves;
} chains[] = {
    {-1, 1, {0, 95, 0}, ROOT},                                                                        // 0
    {0, 3, {0, 12, 0}, TRUNK},      {3, 2, {0, 8, 0}, TRUNK},        {5, 1, {0, 10, 0}, TRUNK},       // to the head, 6
    {3, 1, {6, 9, 0}, ARM},         {7, 3, {26, 0, 0}, ARM},                                          // to the hand, 10
    {3, 1, {-6, 9, 0}, ARM},        {11, 3, {-26, 0, 0}, ARM},                                        // 14
    {0, 1, {9, -6, 0}, LEG_LEFT},   {15, 2, {0, -42, 0}, LEG_LEFT},  {17, 1, {0, -6, 13}, LEG_LEFT},  // to the toes, 18
    {0, 1, {-9, -6, 0}, LEG_RIGHT}, {19, 2, {0, -42, 0}, LEG_RIGHT}, {21, 1, {0, -6, 13}, LEG_RIGHT}, // 22
    {10, 3, {3, 0, 4}, FINGER},     {10, 3, {4, 0, 2}, FINGER},      {10, 3, {4, 0, 0}, FINGER},
    {10, 3, {4, 0, -2}, FINGER},    {10, 3, {3, 0, -3}, FINGER}, // 37
    {14, 3, {-3, 0, 4}, FINGER},    {14, 3, {-4, 0, 2}, FINGER},     {14, 3, {-4, 0, 0}, FINGER},
    {14, 3, {-4, 0, -2}, FINGER},   {14, 3, {-3, 0, -3}, FINGER}, // 52
    {8, 1, {13, 0, 0}, TWIST},      {12, 1, {-13, 0, 0}, TWIST},     {6, 1, {0, 2, 8}, FACE},
    {6, 1, {3, 5, 9}, FACE},        {6, 1, {-3, 5, 9}, FACE}, // jaw and eyes
    {6, 1, {3, 7, 9}, FACE},        {6, 1, {-3, 7, 9}, FACE},        {6, 1, {1, 7, 10}, FACE},
    {6, 1, {-1, 7, 10}, FACE},      {6, 1, {3, 1, 8}, FACE},         {6, 1, {-3, 1, 8}, FACE},
    {6, 1, {0, 3, 10}, FACE},       {6, 1, {2, 2, 9}, FACE},         {6, 1, {-2, 2, 9}, FACE}, // 66
};

/// The motion of a part: the range of its rotations in degrees, shared by the components, and its pace.
typedef struct manner {
    double range;
    double pace, phase; ///< plateaus per second, and the phase of the first in turns
} manner;

static const manner manners[] = {
    [ROOT] = {15, 0.31, 0},       [TRUNK] = {12, 0.23, 0.4}, [ARM] = {28, 0.37, 0.7},   [LEG_LEFT] = {24, 0.9, 0},
    [LEG_RIGHT] = {24, 0.9, 0.5}, [TWIST] = {40, 0.37, 0.7}, [FINGER] = {0.03, 0.2, 0}, [FACE] = {0, 0, 0},
};

static double hash_to_unit(uint32_t seed, int32_t step)
{
    uint32_t bits = seed ^ (uint32_t)step * 2654435761u;
    bits = (bits ^ bits >> 15) * 2246822519u;
    bits = (bits ^ bits >> 13) * 3266489917u;
    return (double)(bits ^ bits >> 16) / 2147483648.0 - 1;
}

/// Cubic through a random value at each whole `x`: noise of frequencies up to about half a cycle.
static double lattice_noise(uint32_t seed, double x)
{
    const int32_t step = (int32_t)floor(x);
    const double u = x - step, a = hash_to_unit(seed, step - 1), b = hash_to_unit(seed, step),
                 c = hash_to_unit(seed, step + 1), d = hash_to_unit(seed, step + 2);
    return b + u / 2 * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

enum { OCTAVES = 5 };
static const double lowest_frequency = 1.4, octave_gain = 0.46, noise_floor = 0.02;

/// The time of a body that slows down to plateaus, such as contacts of feet: it advances at 10 % to 190 % of the clock.
static double paced(double time, manner how)
{
    const double turn = 2 * acos(-1);
    return how.pace > 0 ? time - 0.9 * sin(turn * (how.pace * time + how.phase)) / (turn * how.pace) : time;
}

/// Noise whose amplitude falls with frequency, by the pace of a body part, and a white floor that a camera would leave;
/// scaled to exactly `range` about `middle`.
static const sinew_raw_curve *make_wander(character *made, double *values, double middle, double range, manner how)
{
    const uint32_t seed = (uint32_t)cli_bench_random(&made->seed, 0, 1e9);
    double lowest = HUGE_VAL, highest = -HUGE_VAL;
    for (int32_t i = 0; i < made->key_count; ++i) {
        const double time = paced((double)i / KEYS_PER_SECOND, how) + 1000;
        double sum = noise_floor * hash_to_unit(seed + OCTAVES, i), frequency = lowest_frequency, gain = 1;
        for (uint32_t octave = 0; octave < OCTAVES; ++octave, frequency *= 2, gain *= octave_gain)
            sum += gain * lattice_noise(seed + octave, time * frequency);
        values[i] = sum;
        lowest = fmin(lowest, sum);
        highest = fmax(highest, sum);
    }
    for (int32_t i = 0; i < made->key_count; ++i)
        values[i] = middle + range * ((values[i] - lowest) / (highest - lowest) - 0.5);
    return make_curve(made, values, NULL);
}

static const sinew_raw_curve *make_rest(character *made, double *values, double value)
{
    for (int32_t i = 0; i < made->key_count; ++i) values[i] = value;
    return make_curve(made, values, NULL);
}

/// Shares of a range, spread over two decades like the ranges of captured components.
static double random_range(character *made, double range)
{
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += cli_bench_random(&made->seed, -1, 1); // about normal, deviation 1.15
    return fmin(range * exp(1.0 * sum), 170);
}

static int rotate_joint(character *made, int32_t joint, part moves, double *values)
{
    sinew_raw_channel *channel = add_channel(made, joint, SINEW_CHANNEL_ROTATION);
    const int wanders[3] = {moves != FACE, moves != FACE && moves != TWIST && moves != FINGER,
                            moves != FACE && moves != TWIST && (moves != FINGER || joint % 2 == 0)};
    for (int k = 0; k < 3; ++k) {
        const manner how = manners[moves];
        const double middle = cli_bench_random(&made->seed, -15, 15);
        const double range = moves == FINGER ? how.range : random_range(made, how.range);
        channel->curve[k] =
            wanders[k] ? make_wander(made, values, middle, range, how) : make_rest(made, values, middle);
        if (!channel->curve[k]) return 0;
    }
    return 1;
}

/// The hips bob with the steps and wander through a room.
static int move_root(character *made, double *values)
{
    static const struct {
        double middle, range;
        manner how;
    } travel[3] = {{0, 120, {.pace = 0.31}}, {95, 12, {.pace = 0.9}}, {0, 300, {.pace = 0.31, .phase = 0.2}}};
    sinew_raw_channel *channel = add_channel(made, 0, SINEW_CHANNEL_TRANSLATION);
    for (int k = 0; k < 3; ++k) {
        channel->curve[k] = make_wander(made, values, travel[k].middle, travel[k].range, travel[k].how);
        if (!channel->curve[k]) return 0;
    }
    return 1;
}

static int make_motion(character *made)
{
    made->key_count = 20 * KEYS_PER_SECOND + 1;
    made->radius = 5;
    made->length = 8;
    double *values = SINEW__ARENA_ARRAY(&made->arena, double, made->key_count);
    if (!values || !move_root(made, values)) return 0;
    for (size_t i = 0; i < sizeof chains / sizeof *chains; ++i) {
        for (int32_t k = 0; k < chains[i].count; ++k) {
            const int32_t joint = made->joint_count++, parent = k ? joint - 1 : chains[i].parent;
            const double *offset = chains[i].offset;
            made->joints[joint] = (sinew_raw_joint){
                .parent = parent, .rest = {{offset[0], offset[1], offset[2]}, {0, 0, 0, 1}, {1, 1, 1}}};
            for (int axis = 0; axis < 3; ++axis)
                made->heads[joint][axis] = offset[axis] + (parent >= 0 ? made->heads[parent][axis] : 0);
            if (!rotate_joint(made, joint, chains[i].moves, values)) return 0;
        }
    }
    return 1;
}

// ---- keys between frames ------------------------------------------------------------------------------------------

/// A tree of 18 joints with three below each. Two slow sines for each of 53 angles, as lines between keys: one per
/// frame, or inner ones moved by up to half a frame, each curve's by its own tenths.
static int make_lines(character *made, int moves)
{
    enum { JOINTS = 18, CURVES = 53 };
    made->joint_count = JOINTS;
    made->key_count = 12 * KEYS_PER_SECOND + 1;
    made->radius = 0.2;
    made->length = 0.5;
    for (int32_t i = 0; i < JOINTS; ++i) {
        made->joints[i] =
            (sinew_raw_joint){.parent = i ? (i - 1) / 3 : SINEW_NONE, .rest = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        made->heads[i][1] = i ? made->heads[(i - 1) / 3][1] + 1 : 1;
    }
    for (int32_t c = 0; c < CURVES; ++c) {
        sinew_raw_channel *channel = c % 3 ? &made->channels[c / 3] : add_channel(made, c / 3, SINEW_CHANNEL_ROTATION);
        sinew_raw_curve *curve = SINEW__ARENA_ARRAY(&made->arena, sinew_raw_curve, 1);
        sinew_curve_key *keys = SINEW__ARENA_ARRAY(&made->arena, sinew_curve_key, made->key_count);
        if (!curve || !keys) return 0;
        for (int32_t i = 0; i < made->key_count; ++i) {
            const int is_inner = i > 0 && i + 1 < made->key_count;
            const int tenths = moves && is_inner ? (int)cli_bench_random(&made->seed, -5, 5) : 0;
            const double time = (i + 0.1 * tenths) / KEYS_PER_SECOND;
            keys[i] = (sinew_curve_key){.ticks = ticks_per_second / KEYS_PER_SECOND / 10 * (10 * i + tenths),
                                        .value = 20 * sin(c + 2.1 * time) + 6 * sin(2.7 * c + 5.3 * time),
                                        .interpolation = SINEW_LINEAR};
        }
        *curve = (sinew_raw_curve){.keys = keys, .key_count = made->key_count};
        channel->curve[c % 3] = curve;
    }
    return 1;
}

static int make_frames(character *made)
{
    return make_lines(made, 0);
}

static int make_tenths(character *made)
{
    return make_lines(made, 1);
}

// ---- the mesh -----------------------------------------------------------------------------------------------------

/// Number of influences of a vertex: 1, 2, 3 or 4 for 10, 15, 30 and 45 of 100 vertices.
static int influence_count(uint32_t *seed)
{
    const double share = cli_bench_random(seed, 0, 100);
    return share < 10 ? 1 : share < 25 ? 2 : share < 55 ? 3 : 4;
}

/// Adds a vertex near a joint, influenced by the joint and its ancestors.
static uint32_t add_vertex(character *made, sinew_raw_influence *influences, float *position, float *normal)
{
    const int32_t joint = (int32_t)cli_bench_random(&made->seed, 0, made->joint_count);
    const int wanted = influence_count(&made->seed);
    uint32_t count = 0;
    for (int32_t above = joint; above != SINEW_NONE && (int)count < wanted; above = made->joints[above].parent)
        influences[count++] =
            (sinew_raw_influence){.skin_joint = above, .weight = (float)cli_bench_random(&made->seed, 0.1, 1)};
    const double angle = cli_bench_random(&made->seed, 0, 6.28), *head = made->heads[joint];
    position[0] = (float)(head[0] + made->radius * cos(angle));
    position[1] = (float)(head[1] + cli_bench_random(&made->seed, 0, made->length));
    position[2] = (float)(head[2] + made->radius * sin(angle));
    normal[0] = (float)cos(angle);
    normal[1] = 0;
    normal[2] = (float)sin(angle);
    return count;
}

/// Meshes of one skin, with `vertices` together. Vertices without polygons: the meshes are never drawn.
static const sinew_raw_mesh *make_meshes(character *made, int32_t vertices, int32_t mesh_count)
{
    sinew__arena *arena = &made->arena;
    sinew_raw_mesh *meshes = SINEW__ARENA_ARRAY(arena, sinew_raw_mesh, mesh_count);
    sinew_raw_skin_joint *skin_joints = SINEW__ARENA_ARRAY(arena, sinew_raw_skin_joint, made->joint_count);
    if (!meshes || !skin_joints) return NULL;
    for (int32_t i = 0; i < made->joint_count; ++i)
        skin_joints[i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
    for (int32_t m = 0; m < mesh_count; ++m) {
        const int32_t count = (vertices + m) / mesh_count;
        float *positions = SINEW__ARENA_ARRAY(arena, float, (size_t)count * 3);
        float *normals = SINEW__ARENA_ARRAY(arena, float, (size_t)count * 3);
        uint32_t *start = SINEW__ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
        sinew_raw_influence *influences =
            SINEW__ARENA_ARRAY(arena, sinew_raw_influence, (size_t)count * MAX_INFLUENCES);
        if (!positions || !normals || !start || !influences) return NULL;
        for (int32_t v = 0; v < count; ++v) {
            const size_t at = (size_t)v * 3;
            start[v + 1] = start[v] + add_vertex(made, influences + start[v], positions + at, normals + at);
        }
        meshes[m] = (sinew_raw_mesh){.name = "cloud",
                                     .node = SINEW_NONE,
                                     .positions = positions,
                                     .normals = normals,
                                     .vertex_count = count,
                                     .reorder = 1,
                                     .corner_vertices = start /* none are used */,
                                     .influence_start = start,
                                     .influences = influences,
                                     .skin_joints = skin_joints,
                                     .skin_joint_count = made->joint_count};
    }
    return meshes;
}

// ---- the model ----------------------------------------------------------------------------------------------------

sinew_result bench_bake(sinew_model **model, sinew_error *out_error)
{
    void *block;
    size_t size;
    const sinew_bake_options no_limits = {
        .byte_limit = SIZE_MAX, .total_byte_limit = SIZE_MAX, .work_limit = UINT64_MAX};
    const sinew_result result = sinew__baked_block(*model, &no_limits, &block, &size, out_error);
    sinew_model_destroy(*model);
    *model = NULL;
    return result == SINEW_OK ? sinew__model_from_block(block, size, model, out_error) : result;
}

static int name_joints(character *made)
{
    for (int32_t i = 0; i < made->joint_count; ++i) {
        made->joints[i].name = sinew__arena_format(&made->arena, "joint%d", (int)i);
        made->joints[i].kind = SINEW_JOINT_BONE;
        if (!made->joints[i].name) return 0;
    }
    return 1;
}

sinew_result bench_make_character(const char *name, int32_t vertices, sinew_model **out_model, sinew_error *out_error)
{
    static int (*const make[BENCH_CHARACTERS])(character * made) = {make_sines, make_motion, make_frames, make_tenths,
                                                                    make_motion};
    static const int32_t mesh_counts[BENCH_CHARACTERS] = {1, 1, 1, 1, 5};
    character made = {.seed = 1};
    int number = 0;
    while (number + 1 < BENCH_CHARACTERS && strcmp(name, bench_character_names[number]) != 0) ++number;
    const int is_made = make[number](&made) && name_joints(&made);
    const sinew_raw_mesh *meshes = is_made ? make_meshes(&made, vertices, mesh_counts[number]) : NULL;
    sinew_result result = sinew__fail_memory(out_error);
    if (meshes) {
        const sinew_raw_clip clip = {.name = name,
                                     .is_default = 1,
                                     .duration = (double)(made.key_count - 1) / KEYS_PER_SECOND,
                                     .channels = made.channels,
                                     .channel_count = made.channel_count};
        const sinew_raw_model raw = {.format = "generated",
                                     .fps = KEYS_PER_SECOND,
                                     .joints = made.joints,
                                     .joint_count = made.joint_count,
                                     .clips = &clip,
                                     .clip_count = 1,
                                     .meshes = meshes,
                                     .mesh_count = mesh_counts[number]};
        result = sinew_model_from_raw(&raw, out_model, out_error);
        if (result == SINEW_OK) result = bench_bake(out_model, out_error);
    }
    sinew__arena_free(&made.arena);
    return result;
}
