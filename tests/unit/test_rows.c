/// Baked rows: what plays from them stays within the bound of the curves they were baked from, on every kernel that
/// this machine runs.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "model/baked_rows.h"
#include "pose/walk_kernel.h"
#include "sinew/bake.h"
#include "sinew/pose.h"
#include "sinew/skin.h"
#include "support/make_model.h"
#include "support/scenes.h"

static const int64_t second = INT64_C(46186158000); // ticks
static const double bound = 1e-4;

/// Of all that is baked: 0 for rows of carries, 1 for rows of locals.
static size_t carry_limit;

/// The model with its clips baked; frees the one it came from.
static sinew_model *baked(sinew_model *model, const sinew_bake_options *wanted)
{
    sinew_bake_options how = wanted ? *wanted : (sinew_bake_options){0}, *options = &how;
    how.carry_limit = carry_limit;
    void *block;
    size_t size;
    sinew_model *out;
    sinew_error error = {0};
    if (sinew_model_bake(model, options, &block, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_model_destroy(model);
    if (sinew_model_from_block(block, size, &out, &error) != SINEW_OK) fail_msg("%s", error.message);
    return out;
}

static sinew_pose *make_pose(const sinew_model *model)
{
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    return pose;
}

static double random_number(uint32_t *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / (double)(1u << 24);
}

/// Largest distance between places of joints, in parts of the model's size.
static double farthest_joint(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double worst = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        double square = 0;
        for (int k = 0; k < 3; ++k) square += pow(a->global[i].row[k][3] - b->global[i].row[k][3], 2);
        if (!(sqrt(square) <= worst)) worst = sqrt(square);
    }
    return worst / model->info->size;
}

static double farthest_element(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double worst = 0;
    for (int32_t i = 0; i < model->joint_count * 12; ++i) {
        const double apart = fabs(a->global[i / 12].row[i % 12 / 4][i % 4] - b->global[i / 12].row[i % 12 / 4][i % 4]) /
                             (i % 4 == 3 ? model->info->size : 1);
        if (!(apart <= worst)) worst = apart;
    }
    return worst;
}

// ---- a chain ------------------------------------------------------------------------------------------------------

enum { MOST_JOINTS = 128, KEYS = 31 };

/// What a test's own chain is made of, one joint a unit above the other.
typedef struct chain {
    sinew_raw_joint joints[MOST_JOINTS];
    sinew_transform_stack stacks[MOST_JOINTS];
    sinew_curve_key keys[MOST_JOINTS][KEYS];
    sinew_raw_curve curves[MOST_JOINTS];
    sinew_raw_channel channels[MOST_JOINTS];
    sinew_raw_clip clip;
    sinew_raw_model raw;
} chain;

/// Every joint waves about z, linear between 31 keys in a second.
static chain *make_chain(int32_t count)
{
    static chain made;
    memset(&made, 0, sizeof made);
    for (int32_t i = 0; i < count; ++i) {
        made.stacks[i] = (sinew_transform_stack){
            .translation = {0, 1, 0}, .scaling = {1, 1, 1}, .rotation_active = 1, .inherit_type = SINEW_INHERIT_RSrs};
        made.joints[i] = (sinew_raw_joint){.name = "j", .parent = i - 1, .node = SINEW_NONE, .stack = &made.stacks[i]};
        for (int32_t k = 0; k < KEYS; ++k)
            made.keys[i][k] = (sinew_curve_key){
                .ticks = second * k / (KEYS - 1), .value = 10 * sin(i + 0.7 * k), .interpolation = SINEW_LINEAR};
        made.curves[i] = (sinew_raw_curve){.keys = made.keys[i], .key_count = KEYS};
        made.channels[i] = (sinew_raw_channel){.joint = i,
                                               .morph = SINEW_NONE,
                                               .property = SINEW_CHANNEL_ROTATION,
                                               .curve = {NULL, NULL, &made.curves[i]}};
    }
    made.clip = (sinew_raw_clip){.name = "wave", .duration = 1, .channels = made.channels, .channel_count = count};
    made.raw = (sinew_raw_model){.joints = made.joints, .joint_count = count, .clips = &made.clip, .clip_count = 1};
    return &made;
}

/// A chain of 16, in whose first group a joint moves and one grows, unevenly or not; the second hangs on it by another
/// inherit type. A triangle on the last joint of each group.
static chain *make_busy_chain(int uneven)
{
    static const float positions[18] = {0, 8, 0, 1, 8, 0, 0, 8, 1, 0, 16, 0, 1, 16, 0, 0, 16, 1};
    static const uint32_t sizes[2] = {3, 3}, start[7] = {0, 1, 2, 3, 4, 5, 6};
    static const sinew_raw_influence influences[6] = {{0, 1}, {0, 1}, {0, 1}, {1, 1}, {1, 1}, {1, 1}};
    static const sinew_raw_binding bindings[2] = {{.joint = 7, .node = SINEW_NONE}, {.joint = 15, .node = SINEW_NONE}};
    static const sinew_raw_mesh mesh = {.name = "m",
                                        .node = SINEW_NONE,
                                        .positions = positions,
                                        .vertex_count = 6,
                                        .polygon_sizes = sizes,
                                        .polygon_count = 2,
                                        .influence_start = start,
                                        .influences = influences,
                                        .bindings = bindings,
                                        .binding_count = 2};
    chain *made = make_chain(16);
    for (int32_t i = 8; i < 16; ++i) made->stacks[i].inherit_type = SINEW_INHERIT_Rrs;
    for (int32_t k = 0; k < KEYS; ++k) made->keys[3][k].value = 1 + 0.5 * sin(0.3 * k);
    made->channels[2].property = SINEW_CHANNEL_TRANSLATION;
    made->channels[2].value[1] = 1;
    for (int k = 0; k < 3; ++k) made->channels[3].curve[k] = k == 1 && uneven ? NULL : &made->curves[3];
    made->channels[3].property = SINEW_CHANNEL_SCALING;
    made->channels[3].value[1] = 1;
    made->raw.meshes = &mesh;
    made->raw.mesh_count = 1;
    return made;
}

/// A tree of 60, three joints on each, with two meshes that hang on all of them: a joint has two bindings, only one of
/// which can be a copy.
static chain *make_tree(void)
{
    enum { COUNT = 60 };
    static const float positions[9] = {0, 1, 0, 1, 1, 0, 0, 1, 1};
    static const uint32_t sizes[1] = {3}, start[4] = {0, 1, 2, 3};
    static const sinew_raw_influence influences[3] = {{COUNT - 1, 1}, {COUNT / 2, 1}, {0, 1}};
    static sinew_raw_binding bindings[COUNT];
    static sinew_raw_mesh meshes[2];
    chain *made = make_chain(COUNT);
    for (int32_t i = 0; i < COUNT; ++i) {
        made->joints[i].parent = i == 0 ? SINEW_NONE : (i - 1) / 3;
        bindings[i] = (sinew_raw_binding){.joint = i, .node = SINEW_NONE};
    }
    for (int i = 0; i < 2; ++i)
        meshes[i] = (sinew_raw_mesh){.name = i ? "coat" : "body",
                                     .node = SINEW_NONE,
                                     .positions = positions,
                                     .vertex_count = 3,
                                     .polygon_sizes = sizes,
                                     .polygon_count = 1,
                                     .influence_start = start,
                                     .influences = influences,
                                     .bindings = bindings,
                                     .binding_count = COUNT};
    made->raw.meshes = meshes;
    made->raw.mesh_count = 2;
    return made;
}

// ---- the bound ----------------------------------------------------------------------------------------------------

/// Largest distance between places that one palette entry and another give a vertex that hangs on it, in parts of the
/// model's size.
static double farthest_influenced(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double worst = 0;
    for (int32_t v = 0; v < model->vertex_count; ++v) {
        for (uint32_t i = model->influence_start[v]; i < model->influence_start[v + 1]; ++i) {
            const int32_t binding = model->influences[i].binding;
            double square = 0;
            for (int k = 0; k < 3; ++k) {
                const float *m = a->palette[binding].row[k], *n = b->palette[binding].row[k],
                            *p = model->positions + 3 * v;
                const float apart = (m[0] - n[0]) * p[0] + (m[1] - n[1]) * p[1] + (m[2] - n[2]) * p[2] + (m[3] - n[3]);
                square += (double)(apart * apart);
            }
            if (!(sqrt(square) <= worst)) worst = sqrt(square);
        }
    }
    return worst / model->info->size;
}

/// Whether this machine runs a kernel.
static int runs(const sinew__walk_kernel *kernel)
{
    return (kernel->features & ~sinew__cpu_features()) == 0;
}

/// One kernel against the recursive walk over the curves.
static void check_kernel(const sinew_model *model, const sinew__walk_kernel *kernel)
{
    const sinew__baked_clip *clip = sinew__baked_clip_of(model, 0);
    assert_non_null(clip);
    const sinew__walk walk = sinew__walk_of(model, clip);
    sinew_pose *exact = make_pose(model), *played = make_pose(model);
    uint32_t seed = 5;
    for (int i = 0; i < 200; ++i) {
        const double time = random_number(&seed, 0, 1);
        sinew__row_pair pair;
        assert_true(sinew__rows_find(model, clip, time, &pair));
        sinew__walk_one(kernel, &walk, &pair, played->slots, played->palette);
        sinew_pose_evaluate(model, SINEW_ENGINE_REFERENCE, 0, time, exact);
        assert_close(farthest_influenced(model, played, exact), 0, bound);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(played);
}

/// Characters in lanes against the same characters alone, by one kernel: equal numbers.
static void check_lanes(const sinew_model *model, const sinew__walk_kernel *kernel)
{
    enum { MOST_LANES = 16, MOST_BINDINGS = 128 };
    static _Alignas(64) float slots[(MOST_JOINTS + 1) * 12 * MOST_LANES];
    sinew__arena memory = {0};
    const sinew__lane_slots places = sinew__lane_slots_of(model, &memory);
    static sinew_palette_matrix together[MOST_LANES][MOST_BINDINGS];
    const sinew__baked_clip *clip = sinew__baked_clip_of(model, 0);
    const sinew__walk walk = sinew__walk_of(model, clip);
    sinew_pose *alone = make_pose(model);
    sinew__row_pair pairs[MOST_LANES];
    sinew_palette_matrix *palettes[MOST_LANES];
    sinew__fetch_ahead ahead;
    uint32_t seed = 9;
    assert_true(!memory.failed && places.count <= MOST_JOINTS + 1);
    assert_true(kernel->lanes <= MOST_LANES && model->binding_count <= MOST_BINDINGS);
    for (int32_t i = 0; i < kernel->lanes; ++i) {
        assert_true(sinew__rows_find(model, clip, random_number(&seed, 0, 1), &pairs[i]));
        palettes[i] = together[i];
    }
    sinew__fetch_nothing(&ahead);
    sinew__fetch_add(&ahead, pairs[0].before, clip->row_bytes);
    kernel->walk_lanes(&walk, &places, pairs, slots, palettes, &ahead);
    assert_int_equal(ahead.span, 1);
    for (int32_t i = 0; i < kernel->lanes; ++i) {
        kernel->walk(&walk, &pairs[i], alone->slots, alone->palette);
        for (int32_t k = 0; k < model->binding_count * 12; ++k)
            assert_true(together[i][k / 12].row[k % 12 / 4][k % 4] == alone->palette[k / 12].row[k % 12 / 4][k % 4]);
    }
    sinew__arena_free(&memory);
    sinew_pose_destroy(alone);
}

static void every_kernel_stays_within_the_bound_of_the_curves(void **state)
{
    (void)state;
    int ran = 0;
    for (int i = 0; i < 7; ++i) { // groups of eight: one, filled, and more; then all that a group can be; then a tree
        sinew_model *model = i < 4 ? scene_tube(1 + 5 * i > 1 ? 1 + 5 * i : 2)
                                   : make_model(i < 6 ? &make_busy_chain(i == 5)->raw : &make_tree()->raw);
        model = baked(model, NULL);
        for (int32_t kernel = 0; kernel < sinew__walk_kernel_count; ++kernel) {
            if (!runs(sinew__walk_kernels[kernel])) continue;
            check_kernel(model, sinew__walk_kernels[kernel]);
            if (!sinew_clip_baked_rows(model, 0).holds_carries) check_lanes(model, sinew__walk_kernels[kernel]);
            ++ran;
        }
        sinew_model_destroy(model);
    }
    assert_true(ran >= 6);
}

/// A carry lies where it was put until the last joint and the last entry have read it, and in a chain that is soon.
static void slots_are_used_again_only_when_nothing_reads_them(void **state)
{
    (void)state;
    for (int is_tree = 0; is_tree < 2; ++is_tree) {
        sinew_model *model = baked(make_model(is_tree ? &make_tree()->raw : &make_chain(100)->raw), NULL);
        const sinew__rows_header *header = sinew__rows_of(model);
        const sinew__palette_entry *entries =
            (const sinew__palette_entry *)(const void *)(model->rows + header->entries);
        sinew__arena memory = {0};
        const sinew__lane_slots places = sinew__lane_slots_of(model, &memory);
        assert_int_equal(header->entry_count, is_tree ? 60 : 0);
        int32_t holder[MOST_JOINTS + 1] = {SINEW_NONE}, next = 0; // whose carry lies in a slot
        for (int32_t joint = 0; joint < model->joint_count; ++joint) {
            assert_in_range(places.joints[joint].above, 0, places.count - 1);
            assert_int_equal(holder[places.joints[joint].above], model->joints[joint].parent);
            if (places.joints[joint].own != SINEW_NONE) holder[places.joints[joint].own] = joint;
            for (; next < places.joints[joint].entries_end; ++next) {
                assert_int_equal(entries[places.entries[next]].joint, joint);
                assert_int_equal(holder[places.joints[joint].own], joint);
            }
        }
        assert_int_equal(next, header->entry_count);
        if (is_tree)
            assert_true(places.count < model->joint_count);
        else
            assert_int_equal(places.count, 2);
        sinew__arena_free(&memory);
        sinew_model_destroy(model);
    }
}

/// Feedback: errors of int16 do not add up along a hundred joints. (Plain rounding of each joint alone misses the bound
/// here.)
static void a_hundred_joints_in_a_chain_stay_in_int16(void **state)
{
    (void)state;
    sinew_model *model = baked(make_model(&make_chain(100)->raw), NULL);
    const sinew_clip_rows rows = sinew_clip_baked_rows(model, 0);
    assert_int_equal(rows.rotation_bits, 16);
    assert_true(rows.row_count >= KEYS && rows.error <= bound);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (int k = 0; k < KEYS; ++k) { // rows stand on keys: there nothing but rounding is left
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, (double)k / (KEYS - 1), exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, (double)k / (KEYS - 1), fast);
        assert_close(farthest_joint(model, fast, exact), 0, 1e-5);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

/// Carries have twelve numbers a joint, rotations four: what is over the limit becomes locals, and smaller.
static void rows_hold_carries_while_these_stay_small(void **state)
{
    (void)state;
    sinew_model *model = baked(make_model(&make_chain(20)->raw), NULL);
    const sinew_clip_rows carries = sinew_clip_baked_rows(model, 0);
    sinew_model_destroy(model);
    carry_limit = carries.byte_count / 2;
    model = baked(make_model(&make_chain(20)->raw), NULL);
    const sinew_clip_rows locals = sinew_clip_baked_rows(model, 0);
    sinew_model_destroy(model);
    assert_true(carries.holds_carries && carries.row_count > 0);
    assert_true(!locals.holds_carries && locals.row_count > 0);
    assert_true(locals.byte_count < carries.byte_count / 2);
}

/// Where a joint stands a thousand sizes from the origin, steps of int16 are too coarse.
static void carries_far_from_the_origin_take_floats(void **state)
{
    (void)state;
    for (int far = 0; far < 2; ++far) {
        chain *made = make_chain(9);
        made->stacks[0].translation[0] = far ? 1000 : 0;
        sinew_model *model = baked(make_model(&made->raw), NULL);
        const sinew_clip_rows rows = sinew_clip_baked_rows(model, 0);
        assert_true(rows.holds_carries && rows.error <= bound);
        assert_int_equal(rows.rotation_bits, far ? 32 : 16);
        sinew_model_destroy(model);
    }
}

static void a_smaller_error_costs_more_rows_and_is_kept(void **state)
{
    (void)state;
    sinew_model *coarse = baked(scene_tube(4), &(sinew_bake_options){.error = 1e-2});
    sinew_model *fine = baked(scene_tube(4), &(sinew_bake_options){.error = 1e-6});
    const sinew_clip_rows few = sinew_clip_baked_rows(coarse, 0), many = sinew_clip_baked_rows(fine, 0);
    assert_true(few.row_count < many.row_count);
    assert_true(few.error <= 1e-2 && many.error <= 1e-6 && many.row_count > 0);
    sinew_model_destroy(coarse);
    sinew_model_destroy(fine);
}

/// Bends a segment to both sides of its line, so that it crosses it at 0.38, where refining looks: 3u(1 − u)²·0.38 h −
/// 3u²(1 − u)·0.62 h.
static void bend(sinew_curve_key *key, double height)
{
    const double third = (double)(key[1].ticks - key[0].ticks) / (double)second / 3,
                 rise = (key[1].value - key[0].value) / 3;
    key[0].interpolation = SINEW_CUBIC;
    key[0].out_time = (float)third;
    key[1].in_time = (float)-third;
    key[0].out_value = (float)(rise + 0.38 * height);
    key[1].in_value = (float)(-rise - 0.62 * height);
}

/// Checks every thousandth of a second, and that rows were added.
static void check_late_rows(chain *made)
{
    sinew_model *model = baked(make_model(&made->raw), NULL);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    const sinew_clip_rows rows = sinew_clip_baked_rows(model, 0);
    assert_true(rows.row_count > KEYS);
    for (int i = 0; i <= 1000; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, i * 1e-3, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, i * 1e-3, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
        for (int32_t m = 0; m < model->morph_count; ++m)
            assert_close(fast->morph_weights[m], exact->morph_weights[m], 2e-3);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

/// Rows that were written before others came between them are left as they are.
static void what_only_measuring_sees_adds_rows(void **state)
{
    (void)state;
    chain *made = make_chain(3);
    bend(&made->keys[1][10], 40);
    check_late_rows(made);
}

/// A morph whose weight is the same at all keys has no place in a row, until one is seen to move between them; a joint
/// beside it turns right round there, and is stored on the other side of the sphere from then on.
static void what_moves_late_gets_its_place_in_every_row(void **state)
{
    (void)state;
    static const float positions[9] = {0, 1, 0, 1, 2, 0, 0, 2, 1}, shift[3] = {0, 0, 1};
    static const uint32_t size = 3;
    static const int32_t moved = 1;
    static const sinew_raw_shape shape = {.vertices = &moved, .positions = shift, .count = 1};
    static const sinew_raw_morph morph = {.name = "smile", .shapes = &shape, .shape_count = 1};
    static const sinew_raw_mesh mesh = {.name = "m",
                                        .node = SINEW_NONE,
                                        .positions = positions,
                                        .vertex_count = 3,
                                        .polygon_sizes = &size,
                                        .polygon_count = 1,
                                        .morphs = &morph,
                                        .morph_count = 1};
    chain *made = make_chain(3);
    for (int32_t k = 0; k < KEYS; ++k) made->keys[2][k].value = 0.5;
    bend(&made->keys[2][10], 40);
    bend(&made->keys[1][10], 1500);
    made->channels[2].joint = SINEW_NONE;
    made->channels[2].morph = 0;
    made->channels[2].property = SINEW_CHANNEL_MORPH_WEIGHT;
    made->channels[2].curve[0] = made->channels[2].curve[2];
    made->channels[2].curve[2] = NULL;
    made->raw.meshes = &mesh;
    made->raw.mesh_count = 1;
    check_late_rows(made);
}

/// Inherit types resolved into locals; a parent that grows unevenly under a turned child shears it, which takes affine
/// maps.
static void inherit_types_play_as_they_are_posed(void **state)
{
    (void)state;
    for (int32_t type = 0; type < 3; ++type) {
        for (int uneven = 0; uneven < 2; ++uneven) {
            chain *made = make_chain(12);
            for (int32_t i = 0; i < 12; ++i) made->stacks[i].inherit_type = type;
            for (int32_t k = 0; k < KEYS; ++k) made->keys[3][k].value = 1 + 0.5 * sin(0.3 * k);
            made->channels[3].property = SINEW_CHANNEL_SCALING;
            made->channels[3].curve[0] = &made->curves[3];
            made->channels[3].curve[1] = uneven ? NULL : &made->curves[3];
            made->channels[3].value[1] = 1;
            sinew_model *model = baked(make_model(&made->raw), NULL);
            assert_true(sinew_clip_baked_rows(model, 0).row_count > 0);
            sinew_pose *exact = make_pose(model), *fast = make_pose(model);
            for (double time = 0; time <= 1; time += 0.013) {
                sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
                sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
                assert_close(farthest_joint(model, fast, exact), 0, bound);
                assert_close(farthest_element(model, fast, exact), 0,
                             50 * bound); // over a box of a twentieth of the size
            }
            sinew_pose_destroy(exact);
            sinew_pose_destroy(fast);
            sinew_model_destroy(model);
        }
    }
}

static void a_sheared_rest_plays_sheared(void **state)
{
    (void)state;
    chain *made = make_chain(3);
    const sinew_affine shear = {{{1, 0.5, 0, 1}, {0, 1, 0, 2}, {0, 0, 1, 0}}};
    made->joints[1].stack = NULL;
    made->joints[1].rest_matrix = &shear;
    made->channels[1].property = SINEW_CHANNEL_OTHER;
    sinew_model *model = baked(make_model(&made->raw), NULL);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (double time = 0; time <= 1; time += 0.013) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
        assert_int_equal(fast->moved[1], 0);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

/// Locals are the transforms that the globals are products of.
static void locals_walk_to_the_globals(void **state)
{
    (void)state;
    sinew_model *model = baked(make_model(&make_chain(20)->raw), NULL);
    sinew_pose *fast = make_pose(model), *walked = make_pose(model);
    for (double time = 0; time <= 1; time += 0.1) {
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        sinew_pose_complete(model, fast);
        memcpy(walked->local, fast->local, sizeof *walked->local * (size_t)model->joint_count);
        sinew_pose_walk(model, walked);
        assert_close(farthest_element(model, fast, walked), 0, 1e-5);
    }
    sinew_pose_destroy(fast);
    sinew_pose_destroy(walked);
    sinew_model_destroy(model);
}

/// What playing leaves, completing fills: the same after all of a pose was asked for and after its palette alone; and
/// only once, so that what was edited since stays.
static void completing_fills_what_playing_left(void **state)
{
    (void)state;
    sinew_model *model = baked(make_model(&make_chain(20)->raw), NULL);
    sinew_pose *whole = make_pose(model), *palette = make_pose(model);
    const size_t locals = (size_t)model->joint_count * sizeof *whole->local;
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.4, whole);
    sinew_pose_evaluate_palette(model, 0, 0.4, palette);
    assert_memory_not_equal(whole->global, palette->global, (size_t)model->joint_count * sizeof *whole->global);
    sinew_pose_complete(model, whole);
    sinew_pose_complete(model, palette);
    assert_memory_equal(whole->global, palette->global, (size_t)model->joint_count * sizeof *whole->global);
    assert_memory_equal(whole->local, palette->local, locals);
    assert_memory_equal(whole->moved, palette->moved, (size_t)model->joint_count);
    memset(whole->local, 0xde, locals);
    sinew_pose_complete(model, whole);
    assert_int_equal(((const uint8_t *)whole->local)[locals - 1], 0xde);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.4, palette);
    memset(palette->local, 0xde, locals);
    sinew_pose_complete(model, palette);
    assert_int_equal(((const uint8_t *)palette->local)[0], 0xde);
    sinew_pose_destroy(whole);
    sinew_pose_destroy(palette);
    sinew_model_destroy(model);
}

// ---- time ---------------------------------------------------------------------------------------------------------

/// A step from 0 to 5 in a third of a second, among keys that move at other times.
static void steps_stay_steps(void **state)
{
    (void)state;
    chain *made = make_chain(2);
    const sinew_curve_key step[] = {{.ticks = 0, .interpolation = SINEW_STEP},
                                    {.ticks = second / 3, .value = 5, .interpolation = SINEW_STEP}};
    const sinew_raw_curve curve = {.keys = step, .key_count = 2};
    made->channels[0] = (sinew_raw_channel){
        .joint = 0, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}, .value = {0, 1, 0}};
    sinew_model *model = baked(make_model(&made->raw), NULL);
    sinew_pose *pose = make_pose(model);
    const double tick = 1 / (double)second, at = (double)(second / 3) * tick;
    const double times[] = {0, 0.2, at - 1.5e-10, at - tick, at, at + tick, 0.7, 1},
                 places[] = {0, 0, 0, 0, 5, 5, 5, 5};
    for (int i = 0; i < 8; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, times[i], pose);
        assert_close(pose->global[0].row[0][3], places[i], 1e-6);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Visibility crosses 0 between two keys, at 0.75 of a second: 3 − 4 t.
static void visibility_changes_where_the_curve_crosses_zero(void **state)
{
    (void)state;
    chain *made = make_chain(2);
    const sinew_curve_key line[] = {{.ticks = 0, .value = 3, .interpolation = SINEW_LINEAR},
                                    {.ticks = second, .value = -1}};
    const sinew_raw_curve curve = {.keys = line, .key_count = 2};
    made->channels[1] =
        (sinew_raw_channel){.joint = 1, .morph = SINEW_NONE, .property = SINEW_CHANNEL_VISIBILITY, .curve = {&curve}};
    sinew_model *model = baked(make_model(&made->raw), NULL);
    sinew_pose *pose = make_pose(model);
    for (double time = 0; time <= 1; time += 0.01) {
        sinew_pose_evaluate_palette(model, 0, time, pose);
        assert_int_equal(pose->visible[0], 1);
        if (fabs(time - 0.75) > 1e-9) assert_int_equal(pose->visible[1], time < 0.75);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Linear from 0 to 1 in half a second and back.
static void morph_weights_are_mixed(void **state)
{
    (void)state;
    sinew_model *model = baked(scene_tube(3), NULL);
    sinew_pose *pose = make_pose(model);
    const double times[] = {0, 0.1, 0.25, 0.5, 0.8}, weights[] = {0, 0.2, 0.5, 1, 0.4};
    for (int i = 0; i < 5; ++i) {
        sinew_pose_evaluate_palette(model, 0, times[i], pose);
        assert_close(pose->morph_weights[0], weights[i], 1e-6);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Beyond its span a clip that holds does, and one whose curve goes on goes on as in the exact engine.
static void times_outside_the_clip_extrapolate(void **state)
{
    (void)state;
    for (int slope = 0; slope < 2; ++slope) {
        chain *made = make_chain(2);
        made->curves[1].before = made->curves[1].after = slope ? SINEW_EXTRAPOLATE_SLOPE : SINEW_EXTRAPOLATE_HOLD;
        sinew_model *model = baked(make_model(&made->raw), NULL);
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        const double times[] = {-1e9, -0.5, 1.5, 7, 1e9};
        for (int i = 0; i < 5; ++i) {
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, times[i], exact);
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, times[i], fast);
            assert_close(farthest_element(model, fast, exact), 0, bound);
        }
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

/// A curve of a tenth of a second that repeats through a whole one jumps back at every turn.
static void repeating_curves_jump_back_in_time(void **state)
{
    (void)state;
    chain *made = make_chain(2);
    const sinew_curve_key ramp[] = {{.ticks = 0, .interpolation = SINEW_LINEAR}, {.ticks = second / 10, .value = 90}};
    made->curves[1] =
        (sinew_raw_curve){.keys = ramp, .key_count = 2, .after = SINEW_EXTRAPOLATE_REPEAT, .after_count = -1};
    sinew_model *model = baked(make_model(&made->raw), NULL);
    assert_true(sinew_clip_baked_rows(model, 0).row_count < 1000);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (double time = 0; time <= 1; time += 0.0037) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        assert_close(farthest_element(model, fast, exact), 0, 50 * bound);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

static void a_clip_of_no_length_is_one_row(void **state)
{
    (void)state;
    chain *made = make_chain(9);
    made->clip.duration = 0;
    sinew_model *model = baked(make_model(&made->raw), NULL);
    assert_int_equal(sinew_clip_baked_rows(model, 0).row_count, 1);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0, exact);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0, fast);
    assert_close(farthest_element(model, fast, exact), 0, bound);
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

/// The way to a time leaves no trace: forward, backward or at once, the same bits.
static void seeking_gives_the_bits_of_playing(void **state)
{
    (void)state;
    sinew_model *model = baked(scene_tube(16), NULL);
    sinew_pose *played = make_pose(model), *sought = make_pose(model);
    for (int i = 0; i <= 60; ++i) sinew_pose_evaluate_palette(model, 0, i / 60.0, played);
    for (int i = 60; i >= 0; --i) {
        sinew_pose_evaluate_palette(model, 0, i * 7 % 61 / 60.0, played);
        memset(sought->palette, 0xde, sizeof *sought->palette * (size_t)model->binding_count);
        sinew_pose_evaluate_palette(model, 0, i * 7 % 61 / 60.0, sought);
        assert_memory_equal(played->palette, sought->palette, sizeof *sought->palette * (size_t)model->binding_count);
    }
    sinew_pose_destroy(played);
    sinew_pose_destroy(sought);
    sinew_model_destroy(model);
}

// ---- limits -------------------------------------------------------------------------------------------------------

static const char *last_warning(const sinew_model *model)
{
    assert_true(model->warning_count > 0);
    return sinew_text(model, model->warnings[model->warning_count - 1].code);
}

/// What does not fit plays from its curves: the same bits as the exact engine, and a note that names the clip.
static void clips_over_a_limit_play_from_their_curves(void **state)
{
    (void)state;
    const sinew_bake_options limits[] = {
        {.byte_limit = 1000}, {.total_byte_limit = 1000}, {.work_limit = 1000}, {.seconds = 1e-9}, {.error = 1e-15}};
    const char *const codes[] = {"I53", "I53", "I53", "I53", "I54"};
    for (int i = 0; i < 5; ++i) {
        sinew_model *model = baked(make_model(&make_chain(20)->raw), &limits[i]);
        assert_int_equal(sinew_clip_baked_rows(model, 0).row_count, 0);
        assert_string_equal(last_warning(model), codes[i]);
        const sinew_warning *warning = &model->warnings[model->warning_count - 1];
        assert_string_equal(sinew_text(model, warning->object), "wave");
        assert_int_equal(warning->severity, SINEW_SEVERITY_INFO); // the picture is right
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.3, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.3, fast);
        assert_memory_equal(exact->global, fast->global, sizeof *fast->global * (size_t)model->joint_count);
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

static int count_questions(void *user, double seconds)
{
    int *left = user;
    assert_true(seconds >= 0);
    return --*left <= 0;
}

/// The first answer that is not 0 ends it, and there is no block.
static void baking_ends_when_it_is_told_to(void **state)
{
    (void)state;
    sinew_model *model = make_model(&make_chain(20)->raw);
    int left = 1;
    const sinew_bake_options options = {.progress = count_questions, .user = &left};
    sinew_error error;
    size_t size = 1;
    void *block = &size;
    assert_int_equal(sinew_model_bake(model, &options, &block, &size, &error), SINEW_ERROR_CANCELLED);
    assert_null(block);
    assert_int_equal(size, 0);
    assert_int_equal(left, 0);
    sinew_model_destroy(model);
}

static void models_without_joints_or_clips_bake_to_themselves(void **state)
{
    (void)state;
    chain *made = make_chain(3);
    made->raw.clip_count = 0;
    sinew_model *model = baked(make_model(&made->raw), NULL);
    assert_int_equal(model->row_byte_count, 0);
    sinew_model_destroy(model);
    model = baked(make_model(&(sinew_raw_model){.format = "none"}), NULL);
    assert_int_equal(model->row_byte_count, 0);
    sinew_model_destroy(model);
}

/// A tree in which every joint has eight children, whose root turns by 90 degrees in a second: at 0.5 s all is turned
/// by 45 about the z axis.
static void one_joint_and_the_most_joints_play(void **state)
{
    (void)state;
    const int32_t counts[] = {1, 2, 65535};
    const sinew_curve_key keys[] = {{.ticks = 0, .interpolation = SINEW_LINEAR},
                                    {.ticks = second, .value = 90, .interpolation = SINEW_LINEAR}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {
        .joint = 0, .morph = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION, .curve = {NULL, NULL, &curve}};
    const sinew_raw_clip clip = {.name = "turn", .duration = 1, .channels = &channel, .channel_count = 1};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
        sinew_raw_joint *joints = calloc((size_t)counts[k], sizeof *joints);
        assert_non_null(joints);
        for (int32_t i = 0; i < counts[k]; ++i)
            joints[i] = (sinew_raw_joint){.name = "j",
                                          .parent = i ? (i - 1) / 8 : SINEW_NONE,
                                          .node = SINEW_NONE,
                                          .rest = {{1, 0, i % 8}, {0, 0, 0, 1}, {1, 1, 1}}};
        sinew_model *model = baked(
            make_model(&(sinew_raw_model){.joints = joints, .joint_count = counts[k], .clips = &clip, .clip_count = 1}),
            NULL);
        free(joints);
        assert_true(sinew_clip_baked_rows(model, 0).row_count > 0);
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.5, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.5, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
        assert_close(fast->global[counts[k] - 1].row[0][0], sqrt(0.5), 1e-3);
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

static void the_same_model_gives_the_same_bytes(void **state)
{
    (void)state;
    sinew_model *models[2];
    for (int i = 0; i < 2; ++i) models[i] = baked(scene_tube(9), NULL);
    size_t sizes[2];
    const void *blocks[2];
    for (int i = 0; i < 2; ++i) blocks[i] = sinew_model_block(models[i], &sizes[i]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(blocks[0], blocks[1], sizes[0]);
    for (int i = 0; i < 2; ++i) sinew_model_destroy(models[i]);
}

// ---- the door -----------------------------------------------------------------------------------------------------

/// Every byte of the rows in turn becomes 0xff, then 0x80 with its neighbours: refused, or safe to play.
static void every_changed_byte_of_rows_is_refused_or_harmless(void **state)
{
    (void)state;
    chain *made = make_chain(9);
    made->clip.duration = 0.1;
    made->channels[8].property = SINEW_CHANNEL_VISIBILITY;
    made->channels[8].curve[0] = &made->curves[8];
    made->channels[4].property = SINEW_CHANNEL_TRANSLATION;
    made->channels[3].property = SINEW_CHANNEL_SCALING;
    sinew_model *model = baked(make_model(&made->raw), &(sinew_bake_options){.error = 1e-2});
    size_t size;
    const uint8_t *block = sinew_model_block(model, &size);
    const size_t first = (size_t)(model->rows - block);
    int refused = 0;
    for (size_t i = 0; i < 2 * model->row_byte_count; ++i) {
        uint8_t *changed = malloc(size);
        assert_non_null(changed);
        memcpy(changed, block, size);
        changed[first + i / 2] = (uint8_t)(i % 2 ? changed[first + i / 2] ^ 0x80 : 0xff);
        sinew_model *other;
        if (sinew_model_from_block(changed, size, &other, NULL) != SINEW_OK) {
            ++refused;
            continue;
        }
        sinew_pose *pose = make_pose(other);
        for (double time = -0.01; time < 0.13; time += 0.011)
            sinew_pose_evaluate(other, SINEW_ENGINE_FAST, 0, time, pose);
        sinew_pose_destroy(pose);
        sinew_model_destroy(other);
    }
    assert_true(refused > 500); // the check looks at what lies there
    sinew_model_destroy(model);
}

static int as_carries(void **state)
{
    (void)state;
    carry_limit = 0;
    return 0;
}

static int as_locals(void **state)
{
    (void)state;
    carry_limit = 1;
    return 0;
}

/// A test once with rows of carries and once with rows of locals.
#define BOTH(test) cmocka_unit_test_setup(test, as_carries), cmocka_unit_test_setup(test, as_locals)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_changed_byte_of_rows_is_refused_or_harmless),
        BOTH(clips_over_a_limit_play_from_their_curves),
        BOTH(baking_ends_when_it_is_told_to),
        cmocka_unit_test(models_without_joints_or_clips_bake_to_themselves),
        BOTH(every_kernel_stays_within_the_bound_of_the_curves),
        cmocka_unit_test(slots_are_used_again_only_when_nothing_reads_them),
        cmocka_unit_test_setup(a_hundred_joints_in_a_chain_stay_in_int16, as_locals),
        cmocka_unit_test_setup(rows_hold_carries_while_these_stay_small, as_carries),
        cmocka_unit_test_setup(carries_far_from_the_origin_take_floats, as_carries),
        BOTH(a_smaller_error_costs_more_rows_and_is_kept),
        BOTH(what_only_measuring_sees_adds_rows),
        BOTH(what_moves_late_gets_its_place_in_every_row),
        BOTH(inherit_types_play_as_they_are_posed),
        BOTH(a_sheared_rest_plays_sheared),
        BOTH(locals_walk_to_the_globals),
        BOTH(completing_fills_what_playing_left),
        BOTH(steps_stay_steps),
        BOTH(visibility_changes_where_the_curve_crosses_zero),
        BOTH(morph_weights_are_mixed),
        BOTH(times_outside_the_clip_extrapolate),
        BOTH(repeating_curves_jump_back_in_time),
        BOTH(a_clip_of_no_length_is_one_row),
        BOTH(seeking_gives_the_bits_of_playing),
        BOTH(one_joint_and_the_most_joints_play),
        BOTH(the_same_model_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
