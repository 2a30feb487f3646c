/// Baked frames: playback from them stays within the bound of the curves they were baked from, on every kernel that
/// this machine runs.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/bake/bake_block.h"
#include "runtime/model/baked_clips.h"
#include "runtime/pose/engine.h"
#include "runtime/sampler/compact_sample.h"
#include "support/cmocka_close.h"
#include "support/each_kernel.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"
#include "support/scenes.h"
#include "support/wave_chain.h"

static const double bound = 1e-4;

/// Largest distance between the positions that two palette entries give a vertex skinned to them, as a fraction of the
/// model's size.
static double farthest_influenced(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double worst = 0;
    for (int32_t v = 0; v < model->vertex_count; ++v) {
        for (uint32_t i = model->influence_start[v]; i < model->influence_start[v + 1]; ++i) {
            const int32_t skin_joint = model->influences[i].skin_joint;
            double square = 0;
            for (int k = 0; k < 3; ++k) {
                const float *m = a->palette[skin_joint].row[k], *n = b->palette[skin_joint].row[k],
                            *p = model->positions + 3 * v;
                const float apart = (m[0] - n[0]) * p[0] + (m[1] - n[1]) * p[1] + (m[2] - n[2]) * p[2] + (m[3] - n[3]);
                square += (double)(apart * apart);
            }
            if (!(sqrt(square) <= worst)) worst = sqrt(square);
        }
    }
    return worst / model->info->size;
}

/// The kernel in use against the recursive walk over the curves.
static void check_kernel(const sinew_model *model)
{
    sinew_pose *exact = make_pose(model), *played = make_pose(model);
    uint32_t seed = 5;
    for (int i = 0; i < 200; ++i) {
        const double time = random_number(&seed, 0, 1);
        assert_true(sinew__fast_palette(model, 0, time, played));
        sinew_pose_evaluate(model, SINEW_ENGINE_REFERENCE, 0, time, exact);
        assert_close(farthest_influenced(model, played, exact), 0, bound);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(played);
}

static void every_kernel_stays_within_the_bound_of_the_curves(void **state)
{
    (void)state;
    int ran = 0;
    for (int i = 0; i < 7; ++i) { // groups of eight: one, filled, and more; then all that a group can be; then a tree
        sinew_model *model = i < 4 ? scene_tube(1 + 5 * i > 1 ? 1 + 5 * i : 2)
                                   : make_model(i < 6 ? &make_busy_chain(i == 5)->raw : &make_tree()->raw);
        model = make_baked(model, NULL);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            check_kernel(model);
            ++ran;
        }
        sinew_model_destroy(model);
    }
    assert_true(ran >= 6);
}

enum { MAX_HATS = 2 };

/// A tree with meshes in place of its second one that are skinned to its first `count` joints, bound elsewhere than the
/// first mesh.
static sinew_model *tree_with_hats(int32_t count, int32_t hats)
{
    static const sinew_affine elsewhere = {{{1, 0, 0, 0}, {0, 1, 0, 1}, {0, 0, 1, 0}}};
    static sinew_raw_mesh meshes[1 + MAX_HATS];
    static sinew_raw_skin_joint skin_joints[MAX_HATS][MOST_JOINTS];
    static sinew_raw_influence influences[3];
    chain *made = make_tree();
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = 0; k < MAX_HATS; ++k) {
            skin_joints[k][i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE, .inverse_bind = elsewhere};
            skin_joints[k][i].node_offset = elsewhere;
            skin_joints[k][i].node_offset.row[0][3] = k; // so that the meshes do not share the entries
        }
    for (int i = 0; i < 3; ++i) influences[i] = (sinew_raw_influence){i * (count - 1) / 2, 1};
    meshes[0] = made->raw.meshes[0];
    for (int32_t i = 1; i <= hats; ++i) {
        meshes[i] = meshes[0];
        meshes[i].skin_joints = skin_joints[i - 1];
        meshes[i].skin_joint_count = count;
        meshes[i].influences = influences;
    }
    made->raw.meshes = meshes;
    made->raw.mesh_count = 1 + hats;
    return make_model(&made->raw);
}

/// Both meshes of a tree have all 60 joints: of 120 palette entries 60 are repeats.
static void entries_of_two_meshes_with_the_same_joints_are_repeats(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_tree()->raw), NULL);
    const sinew__baked_header *header = sinew__baked_header_of(model);
    assert_int_equal(model->skin_joint_count, 120);
    assert_int_equal(header->entry_count, 0);
    assert_int_equal(header->repeat_count, 60);
    sinew_model_destroy(model);
}

/// Of two hats with equal offsets one is stored; the palette entries of the other are the same bits.
static void equal_offsets_are_stored_and_computed_once(void **state)
{
    (void)state;
    enum { COUNT = 7, BODY = 60 };
    sinew_model *model = make_baked(tree_with_hats(COUNT, 2), NULL);
    const sinew__baked_header *header = sinew__baked_header_of(model);
    sinew_pose *fast = make_pose(model), *exact = make_pose(model);
    assert_int_equal(header->entry_count, COUNT);
    assert_int_equal(header->repeat_count, COUNT);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.37, fast);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.37, exact);
    assert_memory_equal(fast->palette + BODY, fast->palette + BODY + COUNT, COUNT * sizeof *fast->palette);
    assert_close(farthest_influenced(model, fast, exact), 0, bound);
    sinew_pose_destroy(fast);
    sinew_pose_destroy(exact);
    sinew_model_destroy(model);
}

/// Palettes of all sizes beside a multiple of the groups', with entries that are not copies.
static void playing_fills_the_palette_and_nothing_behind_it(void **state)
{
    (void)state;
    for (int32_t count = 1; count <= 11; ++count) {
        sinew_model *model = make_baked(tree_with_hats(count, 1), NULL);
        const sinew__baked_clip *clip = sinew__baked_clip_of(model, 0);
        const sinew__walk walk = sinew__walk_of(model, clip);
        const size_t bytes = (size_t)model->skin_joint_count * sizeof(sinew_palette_matrix);
        uint8_t *palette = malloc(bytes + 1); // of exactly that size, so that a sanitizer sees a write beyond it
        sinew_pose *fast = make_pose(model), *memory = make_pose(model);
        sinew__compact_position position;
        sinew__compact_sample sample;
        assert_true(palette && walk.header->entry_count == count);
        assert_true(sinew__compact_sample_at(model, clip, 0.37, &position, &sample));
        sinew_pose_evaluate_palette(model, 0, 0.37, fast);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            memset(palette, 0xde, bytes + 1);
            sinew__play_kernel_best()->walk_compact(&walk, &sample, 0, memory->joint_matrices,
                                                    (sinew_palette_matrix *)(void *)palette);
            for (size_t i = 0; i < bytes / sizeof(float); ++i)
                assert_close(((const float *)(const void *)palette)[i], (&fast->palette[0].row[0][0])[i],
                             1e-5 * model->info->size);
            assert_int_equal(palette[bytes], 0xde);
        }
        free(palette);
        sinew_pose_destroy(fast);
        sinew_pose_destroy(memory);
        sinew_model_destroy(model);
    }
}

/// After a palette as after a pose, of joints that have weights and of those that have none, in every kernel.
static void one_joint_has_the_global_of_a_whole_pose(void **state)
{
    (void)state;
    chain *(*const make[])(void) = {make_tree, make_partly_skinned_tree};
    for (size_t of = 0; of < sizeof make / sizeof *make; ++of) {
        sinew_model *model = make_baked(make_model(&make[of]()->raw), NULL);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            sinew_pose *whole = make_pose(model), *palette = make_pose(model);
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.37, whole);
            for (int32_t i = 0; i < model->joint_count; ++i) {
                sinew_pose_evaluate_palette(model, 0, 0.37, palette);
                palette->global[i].row[0][0] = 7; // unspecified
                const sinew_affine own = sinew_pose_joint_global(model, palette, i),
                                   same = sinew_pose_joint_global(model, whole, i);
                assert_memory_equal(&own, &whole->global[i], sizeof own);
                assert_memory_equal(&same, &whole->global[i], sizeof same);
            }
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.37, palette);
            const sinew_affine exact = sinew_pose_joint_global(model, palette, 5),
                               none = sinew_pose_joint_global(model, palette, model->joint_count);
            assert_memory_equal(&exact, &palette->global[5], sizeof exact);
            assert_true(none.row[0][0] == 0);
            sinew_pose_destroy(whole);
            sinew_pose_destroy(palette);
        }
        sinew_model_destroy(model);
    }
}

/// Errors of rounding do not add up to more than the bound along a hundred joints.
static void a_hundred_joints_in_a_chain_stay_within_the_bound(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_chain(100)->raw), NULL);
    assert_true(sinew_clip_baked_info(model, 0).frame_count >= KEYS);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (int i = 0; i <= 7 * (KEYS - 1); ++i) { // keys, and six times between
        const double time = i / (7.0 * (KEYS - 1));
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

/// The bound is a fraction of the character's size, wherever a camera is. A camera that turns 1e5 away can only be
/// stored to a fraction of that distance; it must not prevent the clip from being baked.
static void a_camera_far_away_loosens_nothing_and_prevents_nothing(void **state)
{
    (void)state;
    enum { CAMERA = 16 };
    static const double diagonal = 8.124038; // of the two triangles at rest: √(1² + 8² + 1²)
    chain *made = make_chain(CAMERA + 1);    // for the camera's curve
    const sinew_raw_joint camera = {
        .name = "camera", .parent = SINEW_NONE, .kind = SINEW_JOINT_CAMERA, .stack = &made->stacks[CAMERA]};
    sinew_curve_key turns[KEYS];
    memcpy(turns, made->keys[CAMERA], sizeof turns);
    made = make_busy_chain(0);
    made->stacks[CAMERA] = made->stacks[0];
    made->stacks[CAMERA].translation[0] = 1e5;
    made->joints[CAMERA] = camera;
    made->curves[CAMERA] = (sinew_raw_curve){.keys = turns, .key_count = KEYS};
    made->channels[CAMERA] = made->channels[0];
    made->channels[CAMERA].joint = CAMERA;
    made->channels[CAMERA].curve[2] = &made->curves[CAMERA];
    made->clip.channel_count = made->raw.joint_count = CAMERA + 1;

    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_close(model->info->size, diagonal, 1e-5);
    assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (int i = 0; i <= 300; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, i / 300.0, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, i / 300.0, fast);
        assert_close(farthest_influenced(model, fast, exact), 0, bound);
        for (int k = 0; k < 3; ++k) assert_close(fast->global[CAMERA].row[k][3], exact->global[CAMERA].row[k][3], 10);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

static void a_smaller_error_costs_more_bytes_and_is_kept(void **state)
{
    (void)state;
    sinew_model *coarse = make_baked(scene_tube(4), &(sinew_bake_options){.error = 1e-2});
    sinew_model *fine = make_baked(scene_tube(4), &(sinew_bake_options){.error = 1e-6});
    const sinew_baked_info few = sinew_clip_baked_info(coarse, 0), many = sinew_clip_baked_info(fine, 0);
    assert_true(few.byte_count < many.byte_count);
    assert_true(few.error <= 1e-2 && many.error <= 1e-6 && many.frame_count > 0);
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

/// Checks every thousandth of a second.
static void check_late_rows(chain *made)
{
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    const sinew_baked_info rows = sinew_clip_baked_info(model, 0);
    assert_true(rows.frame_count > 0);
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

/// A morph whose weight is the same at all keys is not stored in a frame, until one is seen to move between them; a
/// joint beside it turns right round there, and is stored on the other side of the sphere from then on.
static void what_moves_late_gets_its_place_in_every_row(void **state)
{
    (void)state;
    static const float positions[9] = {0, 1, 0, 1, 2, 0, 0, 2, 1}, shift[3] = {0, 0, 1};
    static const int32_t moved = 1;
    static const sinew_raw_shape shape = {.vertices = &moved, .positions = shift, .count = 1};
    static const sinew_raw_morph morph = {.name = "smile", .shapes = &shape, .shape_count = 1};
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.node = SINEW_NONE;
    mesh.morphs = &morph;
    mesh.morph_count = 1;
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
            sinew_model *model = make_baked(make_model(&made->raw), NULL);
            assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
            sinew_pose *exact = make_pose(model), *fast = make_pose(model);
            for (double time = 0; time <= 1; time += 0.013) {
                sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
                sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
                assert_close(farthest_joint(model, fast, exact), 0, bound);
                assert_close(farthest_element(model, fast, exact), 0,
                             50 * bound); // over a box of 5 % of the size
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
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (double time = 0; time <= 1; time += 0.013) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
        assert_int_equal(fast->animated[1], 0);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

/// Locals are the transforms that the globals are products of.
static void locals_walk_to_the_globals(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_chain(20)->raw), NULL);
    sinew_pose *fast = make_pose(model), *walked = make_pose(model);
    for (double time = 0; time <= 1; time += 0.1) {
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        sinew_pose_compute_locals(model, fast);
        memcpy(walked->local, fast->local, sizeof *walked->local * (size_t)model->joint_count);
        sinew_pose_local_to_global(model, walked);
        assert_close(farthest_element(model, fast, walked), 0, 1e-5);
    }
    sinew_pose_destroy(fast);
    sinew_pose_destroy(walked);
    sinew_model_destroy(model);
}

/// Completing fills the values that playing skips: the result is the same after the whole pose was requested and after
/// only its palette; and only once, so that later edits stay.
static void completing_fills_what_playing_left(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_chain(20)->raw), NULL);
    sinew_pose *whole = make_pose(model), *palette = make_pose(model);
    const size_t locals = (size_t)model->joint_count * sizeof *whole->local;
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.4, whole);
    sinew_pose_evaluate_palette(model, 0, 0.4, palette);
    assert_memory_not_equal(whole->global, palette->global, (size_t)model->joint_count * sizeof *whole->global);
    palette->visible[1] = 7;
    sinew_pose_compute_locals(model, whole);
    sinew_pose_compute_locals(model, palette);
    assert_memory_equal(whole->global, palette->global, (size_t)model->joint_count * sizeof *whole->global);
    assert_memory_equal(whole->local, palette->local, locals);
    assert_memory_equal(whole->animated, palette->animated, (size_t)model->joint_count);
    assert_int_equal(palette->visible[1], 7); // the edit between the two steps stays
    memset(whole->local, 0xde, locals);
    sinew_pose_compute_locals(model, whole);
    assert_int_equal(((const uint8_t *)whole->local)[locals - 1], 0xde);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.4, palette);
    memset(palette->local, 0xde, locals);
    sinew_pose_compute_locals(model, palette);
    assert_int_equal(((const uint8_t *)palette->local)[0], 0xde);
    sinew_pose_destroy(whole);
    sinew_pose_destroy(palette);
    sinew_model_destroy(model);
}

/// The cubic by Catmull and Rom through four values.
static double cubic_through(const double v[4], double u)
{
    return v[1] +
           u / 2 * (v[2] - v[0] + u * (2 * v[0] - 5 * v[1] + 4 * v[2] - v[3] + u * (3 * (v[1] - v[2]) + v[3] - v[0])));
}

/// A root that moves along x, linear between ten keys in one second, baked at 24 frames: at frames it is on the curve
/// and between them on the cubic through the frames.
static void frames_of_a_rate_are_kept_and_between_them_lies_a_cubic(void **state)
{
    (void)state;
    enum { COUNT = 11 };
    sinew_curve_key keys[COUNT];
    for (int32_t i = 0; i < COUNT; ++i)
        keys[i] =
            (sinew_curve_key){.ticks = second / 10 * i, .value = i % 3 ? 5 * i : -20, .interpolation = SINEW_LINEAR};
    chain *made = make_chain(4);
    made->curves[0] = (sinew_raw_curve){.keys = keys, .key_count = COUNT};
    made->channels[0].property = SINEW_CHANNEL_TRANSLATION;
    made->channels[0].curve[0] = &made->curves[0];
    made->channels[0].curve[2] = NULL;
    made->clip.duration = 1;
    sinew_model *model = make_baked(make_model(&made->raw), &(sinew_bake_options){.rate = 24});
    const sinew_baked_info info = sinew_clip_baked_info(model, 0);
    assert_int_equal(info.frame_count, 25);
    assert_int_equal(info.exception_count, 0);
    assert_close(info.rate, 24, 0);
    assert_true(info.error <= bound);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    double at[25];
    for (int i = 0; i < 25; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, i / 24.0, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, i / 24.0, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
        at[i] = exact->global[0].row[0][3];
    }
    for (int i = 1; i < 23; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, (i + 0.3) / 24, fast);
        assert_close(fast->global[0].row[0][3], cubic_through(&at[i - 1], 0.3), 2 * bound * model->info->size);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

static void rates_out_of_range_are_refused(void **state)
{
    (void)state;
    const double rates[] = {-1, 481, (double)NAN, (double)INFINITY};
    sinew_model *model = make_model(&make_chain(2)->raw);
    for (int i = 0; i < 4; ++i) {
        void *block;
        size_t size;
        sinew_error error;
        assert_int_equal(sinew__baked_block(model, &(sinew_bake_options){.rate = rates[i]}, &block, &size, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(block);
    }
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_stays_within_the_bound_of_the_curves),
        cmocka_unit_test(playing_fills_the_palette_and_nothing_behind_it),
        cmocka_unit_test(entries_of_two_meshes_with_the_same_joints_are_repeats),
        cmocka_unit_test(equal_offsets_are_stored_and_computed_once),
        cmocka_unit_test(one_joint_has_the_global_of_a_whole_pose),
        cmocka_unit_test(a_hundred_joints_in_a_chain_stay_within_the_bound),
        cmocka_unit_test(a_camera_far_away_loosens_nothing_and_prevents_nothing),
        cmocka_unit_test(a_smaller_error_costs_more_bytes_and_is_kept),
        cmocka_unit_test(what_only_measuring_sees_adds_rows),
        cmocka_unit_test(what_moves_late_gets_its_place_in_every_row),
        cmocka_unit_test(inherit_types_play_as_they_are_posed),
        cmocka_unit_test(a_sheared_rest_plays_sheared),
        cmocka_unit_test(locals_walk_to_the_globals),
        cmocka_unit_test(completing_fills_what_playing_left),
        cmocka_unit_test(frames_of_a_rate_are_kept_and_between_them_lies_a_cubic),
        cmocka_unit_test(rates_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
