/// Crowds of anything: clips, mixers and layers in one call, each as a single one; selections, strides, worlds,
/// halves; and refused arguments.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/thread.h"
#include "runtime/kernels/kernels.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/math.h"
#include "sinew/mixer.h"
#include "support/each_kernel.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

enum { COUNT = 43, STRIDE_MORE = 5 };

typedef struct cast {
    sinew_model *model;
    sinew_blender *blender;
    sinew_pose *pose;
    sinew_joint_mask *mask;
    sinew_crowd_agent characters[COUNT];
    sinew_blend_input layers[COUNT][2];
    sinew_affine worlds[COUNT];
} cast;

/// A third plays clips, a third mixers that fade, half of them by inertia, a third layers, some within a mask; every
/// fifth is in the world.
static void open_cast(cast *out)
{
    out->model = make_baked(make_model(&make_tree()->raw), NULL);
    assert_int_equal(sinew_blender_create(out->model, &out->blender, NULL), SINEW_OK);
    out->pose = make_pose(out->model);
    assert_int_equal(sinew_joint_mask_create(out->model, 0.25, &out->mask, NULL), SINEW_OK);
    for (int i = 0; i < COUNT; ++i) {
        sinew_crowd_agent *who = &out->characters[i];
        *who = (sinew_crowd_agent){.clip = i % 9 == 6 ? SINEW_NONE : 0, .time = i / 50.0};
        if (i % 3 == 1) {
            sinew_mixer *mixer;
            assert_int_equal(sinew_mixer_create(out->model, &mixer, NULL), SINEW_OK);
            for (int k = 0; k < 2; ++k) {
                const sinew_mixer_clip clip = {.clip = 0,
                                               .start = 0.3 * k + 0.01 * i,
                                               .fade = 1,
                                               .fade_kind = i % 2 ? SINEW_FADE_INERTIAL : SINEW_FADE_LINEAR,
                                               .blender = out->blender};
                assert_int_equal(sinew_mixer_play(mixer, 0, &clip, NULL), SINEW_OK);
            }
            sinew_mixer_advance(mixer, 0.02 * i);
            who->mixer = mixer;
        } else if (i % 3 == 2) {
            for (int k = 0; k < 2; ++k)
                out->layers[i][k] = (sinew_blend_input){
                    .source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = 0.4 * k + 0.01 * i}, .weight = 0.5f};
            if (i % 2) out->layers[i][1].mask = out->mask;
            who->layers = out->layers[i];
            who->layer_count = 2;
        }
        const sinew_quat turn = {0, sin(0.1 * i), 0, cos(0.1 * i)};
        out->worlds[i] = sinew_affine_from_quat(turn);
        out->worlds[i].row[0][3] = 100.0 * i;
        if (i % 5 == 0) who->world = &out->worlds[i];
    }
}

static void close_cast(cast *from)
{
    for (int i = 0; i < COUNT; ++i) sinew_mixer_destroy((sinew_mixer *)(uintptr_t)from->characters[i].mixer);
    sinew_joint_mask_destroy(from->mask);
    sinew_pose_destroy(from->pose);
    sinew_blender_destroy(from->blender);
    sinew_model_destroy(from->model);
}

/// A character's palette by itself, by the other functions of the library, in the model's space.
static void pose_alone(const cast *from, int32_t index, sinew_palette_matrix *out)
{
    const sinew_crowd_agent *who = &from->characters[index];
    const int32_t entries = from->model->skin_joint_count;
    if (who->mixer)
        sinew_mixer_evaluate_palette(who->mixer, from->blender, out, NULL);
    else if (who->layers)
        sinew_blend_evaluate_palette(from->blender, who->layers, who->layer_count, out, NULL);
    else {
        sinew_pose_evaluate_palette(from->model, who->clip, who->time, from->pose);
        memcpy(out, from->pose->palette, (size_t)entries * sizeof *out);
    }
}

/// Whether a palette is one in the model's space, to the last bit; or in the world, where each element may be a few
/// roundings away that do not grow with the distance, and its translation one float step at that distance.
static int stands_at(const cast *from, int32_t index, const sinew_palette_matrix *alone,
                     const sinew_palette_matrix *palette)
{
    const sinew_affine *world = from->characters[index].world;
    const size_t entries = (size_t)from->model->skin_joint_count;
    if (!world) return memcmp(alone, palette, entries * sizeof *alone) == 0;
    const sinew_affine place = sinew_affine_multiply(world, &from->model->info->root);
    for (size_t i = 0; i < entries * 12; ++i) {
        const double *row = place.row[i % 12 / 4];
        double expected = i % 4 == 3 ? row[3] : 0, size = 1;
        for (int k = 0; k < 3; ++k) {
            const double term = row[k] * (double)alone[i / 12].row[k][i % 4];
            expected += term;
            size += fabs(term);
        }
        const double step = (double)(nextafterf((float)fabs(row[3]), HUGE_VALF) - (float)fabs(row[3]));
        const double own = (double)palette[i / 12].row[i % 12 / 4][i % 4];
        if (!(fabs(own - expected) <= (i % 4 == 3 ? step : 0) + 2e-6 * size)) return 0;
    }
    return 1;
}

/// A half's value, by the definition of binary16.
static double value_of_half(uint16_t half)
{
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double size = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return half & 0x8000 ? -size : size;
}

/// Whether no other half is nearer to a number, and of two as near ones the even one was taken.
static int is_nearest_half(double value, uint16_t half)
{
    const double clamped = fmin(fmax(value, -65504), 65504), own = fabs(value_of_half(half) - clamped);
    const uint16_t size = half & 0x7fff;
    if (signbit(value) != (half >> 15)) return 0;
    for (int step = -1; step <= 1; step += 2) {
        const int other = size + step;
        if (other < 0 || other > 0x7bff) continue;
        const double distance = fabs(value_of_half((uint16_t)((half & 0x8000) | other)) - clamped);
        if (distance < own || (distance == own && half & 1)) return 0;
    }
    return 1;
}

typedef struct outputs {
    sinew_palette_matrix *palettes;
    uint16_t *halves;
    sinew_affine sockets[COUNT * 2];
    size_t stride, entries;
} outputs;

static void open_outputs(const cast *from, outputs *out)
{
    out->stride = (size_t)from->model->skin_joint_count + STRIDE_MORE;
    out->entries = out->stride * COUNT;
    out->palettes = malloc(out->entries * sizeof *out->palettes);
    out->halves = malloc(out->entries * 12 * sizeof *out->halves);
    assert_true(out->palettes && out->halves);
}

static void clear_outputs(outputs *of)
{
    memset(of->palettes, 0xde, of->entries * sizeof *of->palettes);
    memset(of->halves, 0xde, of->entries * 12 * sizeof *of->halves);
    memset(of->sockets, 0xde, sizeof of->sockets);
}

static void close_outputs(outputs *of)
{
    free(of->palettes);
    free(of->halves);
}

static int is_untouched(const void *at, size_t size)
{
    const unsigned char *bytes = at;
    for (size_t i = 0; i < size; ++i)
        if (bytes[i] != 0xde) return 0;
    return 1;
}

static sinew_crowd_output output_of(outputs *to)
{
    return (sinew_crowd_output){.palettes = to->palettes,
                                .half_palettes = to->halves,
                                .palette_entries = (int64_t)to->entries,
                                .stride = (int32_t)to->stride};
}

/// Every posed character has the palette of a single one, and its halves; no other character was touched.
static void check_palettes(const cast *from, const outputs *of, const uint8_t *posed)
{
    const size_t entries = (size_t)from->model->skin_joint_count;
    sinew_palette_matrix *alone = malloc(entries * sizeof *alone);
    assert_non_null(alone);
    for (int32_t i = 0; i < COUNT; ++i) {
        const sinew_palette_matrix *own = of->palettes + (size_t)i * of->stride;
        const uint16_t *halves = of->halves + (size_t)i * of->stride * 12;
        const size_t written = posed[i] ? entries : 0;
        pose_alone(from, i, alone);
        if (posed[i]) assert_true(stands_at(from, i, alone, own));
        for (size_t k = 0; k < written * 12; ++k)
            assert_true(is_nearest_half((double)own[k / 12].row[k % 12 / 4][k % 4], halves[k]));
        assert_true(is_untouched(own + written, (of->stride - written) * sizeof *own));
        assert_true(is_untouched(halves + written * 12, (of->stride - written) * 12 * sizeof *halves));
    }
    free(alone);
}

static void everybody_is_posed_as_alone_in_every_kernel(void **state)
{
    (void)state;
    static uint8_t all[COUNT];
    memset(all, 1, sizeof all);
    for (int kernels = -1; force_next_kernels(&kernels);) {
        cast made = {0};
        outputs of;
        sinew_crowd *crowd;
        open_cast(&made);
        open_outputs(&made, &of);
        clear_outputs(&of);
        const sinew_crowd_output output = output_of(&of);
        assert_int_equal(sinew_crowd_create(made.model, COUNT, NULL, &crowd, NULL), SINEW_OK);
        assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, COUNT, &output, NULL), SINEW_OK);
        check_palettes(&made, &of, all);
        sinew_crowd_destroy(crowd);
        close_outputs(&of);
        close_cast(&made);
    }
}

/// In any order and on any number of threads. Who rests keeps its palette.
static void those_who_rest_are_left_alone(void **state)
{
    (void)state;
    cast made = {0};
    outputs of;
    sinew_crowd *crowd;
    int32_t posed[COUNT], count = 0;
    uint8_t is_posed[COUNT] = {0};
    open_cast(&made);
    open_outputs(&made, &of);
    sinew__thread_pool *pool = sinew__thread_pool_create(3);
    for (int32_t i = 0; i < COUNT; i += 2) is_posed[posed[count++] = i * 17 % COUNT] = 1;
    for (int threads = 1; threads <= 3; threads += 2) {
        const sinew_crowd_options options = {
            .parallel_for = threads > 1 ? sinew__thread_pool_for : NULL, .user = pool, .worker_count = threads};
        sinew_crowd_output output = output_of(&of);
        output.posed = posed;
        output.posed_count = count;
        clear_outputs(&of);
        assert_int_equal(sinew_crowd_create(made.model, COUNT, &options, &crowd, NULL), SINEW_OK);
        for (int again = 0; again < 3; ++again)
            assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, COUNT, &output, NULL), SINEW_OK);
        check_palettes(&made, &of, is_posed);
        sinew_crowd_destroy(crowd);
    }
    sinew__thread_pool_destroy(pool);
    close_outputs(&of);
    close_cast(&made);
}

/// Who is posed by itself, as one of several or among others of other kinds has the same bits, in the world as well;
/// and halves by themselves are those beside floats.
static void company_makes_no_difference(void **state)
{
    (void)state;
    for (int kernels = -1; force_next_kernels(&kernels);) {
        cast made = {0};
        outputs all, one;
        sinew_crowd *crowd;
        open_cast(&made);
        made.worlds[20].row[1][1] = 1e9; // too large for halves
        open_outputs(&made, &all);
        open_outputs(&made, &one);
        for (int32_t i = 0; i < COUNT; ++i)
            if (i % 4) made.characters[i].world = &made.worlds[i];
        assert_int_equal(sinew_crowd_create(made.model, COUNT, NULL, &crowd, NULL), SINEW_OK);
        clear_outputs(&all);
        clear_outputs(&one);
        const sinew_crowd_output output = output_of(&all);
        assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, COUNT, &output, NULL), SINEW_OK);
        for (int32_t i = 0; i < COUNT; ++i) {
            sinew_crowd_output own = output_of(&one);
            own.posed = &i;
            own.posed_count = 1;
            assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, COUNT, &own, NULL), SINEW_OK);
        }
        assert_memory_equal(one.palettes, all.palettes, all.entries * sizeof *all.palettes);
        assert_memory_equal(one.halves, all.halves, all.entries * 12 * sizeof *all.halves);
        sinew_crowd_output halves = output_of(&one);
        halves.palettes = NULL;
        clear_outputs(&one);
        assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, COUNT, &halves, NULL), SINEW_OK);
        assert_memory_equal(one.halves, all.halves, all.entries * 12 * sizeof *all.halves);
        sinew_crowd_destroy(crowd);
        close_outputs(&all);
        close_outputs(&one);
        close_cast(&made);
    }
}

/// The globals of clips equal sinew_pose_evaluate's, of mixers and layers the blender's; in the world they are as near
/// as palettes, but not rounded to floats at that distance.
static void sockets_are_where_the_joints_are(void **state)
{
    (void)state;
    cast made = {0};
    outputs of;
    sinew_crowd *crowd;
    open_cast(&made);
    open_outputs(&made, &of);
    const int32_t sockets[2] = {made.model->joint_count - 1, 3};
    const sinew_crowd_output output = {.sockets = sockets, .socket_count = 2, .socket_globals = of.sockets};
    sinew_palette_matrix *palette = malloc((size_t)made.model->skin_joint_count * sizeof *palette);
    assert_int_equal(sinew_crowd_create(made.model, COUNT, NULL, &crowd, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, COUNT, &output, NULL), SINEW_OK);
    for (int32_t i = 0; i < COUNT; ++i) {
        const sinew_crowd_agent *who = &made.characters[i];
        pose_alone(&made, i, palette);
        const int is_clip = !who->mixer && !who->layers;
        if (is_clip) sinew_pose_evaluate(made.model, SINEW_ENGINE_FAST, who->clip, who->time, made.pose);
        for (int k = 0; k < 2; ++k) {
            sinew_affine expected =
                is_clip ? made.pose->global[sockets[k]] : sinew_blend_joint_global(made.blender, sockets[k]);
            if (who->world) expected = sinew_affine_multiply(who->world, &expected);
            const sinew_affine *own = &of.sockets[2 * i + k];
            if (!who->world) assert_memory_equal(own, &expected, sizeof expected);
            for (int n = 0; n < 12; ++n) assert_true(fabs(own->row[n / 4][n % 4] - expected.row[n / 4][n % 4]) < 1e-5);
        }
    }
    free(palette);
    sinew_crowd_destroy(crowd);
    close_outputs(&of);
    close_cast(&made);
}

/// Every float whose lower bits decide, around every half, and not-a-number values; the same in every kernel.
static void halves_are_the_nearest_ones_in_every_kernel(void **state)
{
    (void)state;
    static float values[0x7c00 * 6 + 8];
    static uint16_t halves[2][sizeof values / sizeof *values];
    static const float nans[] = {(float)NAN, -(float)NAN};
    size_t count = 0;
    for (int half = 0; half < 0x7c00; ++half) {
        const double below = value_of_half((uint16_t)half);
        const double above = half < 0x7bff ? value_of_half((uint16_t)(half + 1)) : 65536;
        const float middle = (float)((below + above) / 2);
        const float wanted[6] = {(float)below,  middle, nextafterf(middle, 0), nextafterf(middle, 1e6f),
                                 -(float)below, -middle};
        for (int k = 0; k < 6; ++k) values[count++] = wanted[k];
    }
    const float others[] = {1e30f, -1e30f, 65520, 1e-30f, -1e-45f, -(float)HUGE_VAL};
    for (size_t k = 0; k < sizeof others / sizeof *others; ++k) values[count++] = others[k];
    for (int kernels = -1, run = 0; force_next_kernels(&kernels); run = 1) {
        sinew__crowd_kernel_best()->put_halves(values, count, halves[run]);
        for (size_t i = 0; i < count; ++i) assert_true(is_nearest_half((double)values[i], halves[run][i]));
        assert_memory_equal(halves[run], halves[0], count * sizeof **halves);
        uint16_t none[2];
        sinew__crowd_kernel_best()->put_halves(nans, 2, none);
        assert_int_equal(none[0], 0);
        assert_int_equal(none[1], 0x8000);
        if (!sinew__crowd_kernel_best()->put_halves_f16c || !sinew__has_f16c()) continue;
        const size_t counts[] = {count, count - sizeof others / sizeof *others, 13}; // with and without large ones
        for (int k = 0; k < 3; ++k) {
            memset(halves[1], 0xde, sizeof halves[1]);
            sinew__crowd_kernel_best()->put_halves_f16c(values, counts[k], halves[1]);
            assert_memory_equal(halves[1], halves[0], counts[k] * sizeof **halves);
        }
        sinew__crowd_kernel_best()->put_halves_f16c(nans, 2, none);
        assert_int_equal(none[0], 0);
        assert_int_equal(none[1], 0x8000);
    }
}

// ---- refused arguments --------------------------------------------------------------------------------------------

typedef struct refusal {
    const char *part; ///< of the message
    sinew_crowd_agent character;
    sinew_crowd_output output;
    int32_t count;
} refusal;

static void what_is_wrong_is_named_and_nothing_is_written(void **state)
{
    (void)state;
    cast made = {0};
    outputs of;
    sinew_crowd *crowd;
    sinew_mixer *foreign;
    sinew_model *other = make_model(&make_chain(4)->raw);
    const double nan = (double)NAN;
    const sinew_affine broken = {{{1, 0, 0, nan}, {0, 1, 0, 0}, {0, 0, 1, 0}}}, huge = {{{1e31, 0, 0, 0}}};
    const sinew_blend_input late = {.source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = nan}, .weight = 1},
                            none = {.weight = 1};
    static const int32_t out_of_range[] = {0, COUNT}, negative[] = {-1}, twice[] = {4, 1, 4}, joint[] = {1000};
    open_cast(&made);
    open_outputs(&made, &of);
    assert_int_equal(sinew_mixer_create(other, &foreign, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_create(made.model, COUNT, NULL, &crowd, NULL), SINEW_OK);
    const int32_t entries = made.model->skin_joint_count;
    const refusal wrong[] = {
        {"character 2: clip 1 does not exist", {.clip = 1}, {0}, COUNT},
        {"character 2: clip -2 does not exist", {.clip = -2}, {0}, COUNT},
        {"character 2: time nan is not finite", {.time = nan}, {0}, COUNT},
        {"character 2: time inf is not finite", {.time = HUGE_VAL}, {0}, COUNT},
        {"character 2: its mixer belongs to another model", {.mixer = foreign}, {0}, COUNT},
        {"character 2: a mixer and layers", {.mixer = made.characters[1].mixer, .layers = &none}, {0}, COUNT},
        {"character 2: layer 1: time nan is not finite", {.layers = &late, .layer_count = 1}, {0}, COUNT},
        {"character 2: layer 1: no clip and no pose", {.layers = &none, .layer_count = 1}, {0}, COUNT},
        {"character 2: 65 layers", {.layers = &none, .layer_count = 65}, {0}, COUNT},
        {"character 2: -1 layers", {.layers = &none, .layer_count = -1}, {0}, COUNT},
        {"character 2: element nan of its world", {.world = &broken}, {0}, COUNT},
        {"character 2: element 1e+31 of its world", {.world = &huge}, {0}, COUNT},
        {"44 characters in a crowd for 43", {0}, {0}, COUNT + 1},
        {"-1 characters", {0}, {0}, -1},
        {"posed character 43 is out of range [0, 43)", {0}, {.posed = out_of_range, .posed_count = 2}, COUNT},
        {"posed character -1", {0}, {.posed = negative, .posed_count = 1}, COUNT},
        {"character 4 is posed twice", {0}, {.posed = twice, .posed_count = 3}, COUNT},
        {"-1 characters are posed", {0}, {.posed = twice, .posed_count = -1}, COUNT},
        {"a stride of", {0}, {.stride = entries - 1}, COUNT},
        {"a stride of", {0}, {.stride = -1}, COUNT},
        {"1 sockets, or no arrays", {0}, {.socket_count = 1}, COUNT},
        {"joint 1000", {0}, {.sockets = joint, .socket_count = 1, .socket_globals = of.sockets}, COUNT},
        // The message names the first error, whether or not the posed characters are valid.
        {"joint 1000",
         {0},
         {.sockets = joint, .socket_count = 1, .socket_globals = of.sockets, .posed = twice, .posed_count = 1},
         COUNT},
        {"joint 1000",
         {0},
         {.sockets = joint, .socket_count = 1, .socket_globals = of.sockets, .posed = negative, .posed_count = 1},
         COUNT},
        {"character 42 needs", {0}, {.palette_entries = (int64_t)COUNT * entries - 1}, COUNT},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        sinew_error error = {0};
        sinew_crowd_output output = wrong[i].output;
        const sinew_crowd_agent before = made.characters[2];
        output.palettes = of.palettes;
        output.half_palettes = of.halves;
        if (!output.palette_entries) output.palette_entries = (int64_t)of.entries;
        made.characters[2] = wrong[i].character;
        clear_outputs(&of);
        assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, wrong[i].count, &output, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        if (!strstr(error.message, wrong[i].part)) fail_msg("'%s' lacks '%s'", error.message, wrong[i].part);
        assert_true(is_untouched(of.palettes, of.entries * sizeof *of.palettes));
        assert_true(is_untouched(of.halves, of.entries * 12 * sizeof *of.halves));
        assert_true(is_untouched(of.sockets, sizeof of.sockets));
        made.characters[2] = before;
    }
    sinew_crowd_destroy(crowd);
    sinew_mixer_destroy(foreign);
    close_outputs(&of);
    close_cast(&made);
    sinew_model_destroy(other);
}

/// Room up to the last one that is posed is enough; those who rest may be anything.
static void who_rests_needs_no_room_and_no_sense(void **state)
{
    (void)state;
    cast made = {0};
    outputs of;
    sinew_crowd *crowd;
    static const int32_t posed[] = {1, 0};
    open_cast(&made);
    open_outputs(&made, &of);
    made.characters[2].layers = NULL;
    made.characters[2].clip = 99;
    assert_int_equal(sinew_crowd_create(made.model, COUNT, NULL, &crowd, NULL), SINEW_OK);
    const sinew_crowd_output output = {.palettes = of.palettes,
                                       .palette_entries = 2 * (int64_t)made.model->skin_joint_count,
                                       .posed = posed,
                                       .posed_count = 2};
    assert_int_equal(sinew_crowd_evaluate(crowd, made.characters, COUNT, &output, NULL), SINEW_OK);
    made.characters[2].clip = 0;
    sinew_crowd_destroy(crowd);
    close_outputs(&of);
    close_cast(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_posed_as_alone_in_every_kernel),
        cmocka_unit_test(those_who_rest_are_left_alone),
        cmocka_unit_test(company_makes_no_difference),
        cmocka_unit_test(sockets_are_where_the_joints_are),
        cmocka_unit_test(halves_are_the_nearest_ones_in_every_kernel),
        cmocka_unit_test(what_is_wrong_is_named_and_nothing_is_written),
        cmocka_unit_test(who_rests_needs_no_room_and_no_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
