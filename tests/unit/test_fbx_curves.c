// Stored FBX keys → keys with handles. Expected values are worked out by hand from the rules that
// import/fbx/read_curves.c states.
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "import/import_stages.h"

enum { SECOND = 1000 }; // ticks

typedef struct converted {
    sinew__arena arena;
    sinew_raw_curve curve;
    fbx_curve_repairs repairs;
} converted;

static fbx_key key_at(int64_t time, double value, uint32_t flags)
{
    return (fbx_key){
        .time = time, .value = value, .flags = flags, .right_weight = 1.0f / 3, .next_left_weight = 1.0f / 3};
}

static void convert_scaled(converted *out, const fbx_key *keys, size_t count, double scale)
{
    *out = (converted){0};
    memset(&out->curve, 0xde, sizeof out->curve);
    const fbx_curve stored = {.keys = keys, .key_count = count, .pre_count = -1, .post_count = -1};
    sinew_error error;
    assert_int_equal(sinew__fbx_convert_curve(&out->arena, &stored, scale, SECOND, &out->curve, &out->repairs, &error),
                     SINEW_OK);
}

static void convert(converted *out, const fbx_key *keys, size_t count)
{
    convert_scaled(out, keys, count, 1);
}

/// Slope on the right side of key `index`, from its handle.
static double right_slope(const converted *it, int index)
{
    const sinew_curve_key *key = &it->curve.keys[index];
    return (double)key->out_value / (double)key->out_time;
}

static double left_slope(const converted *it, int index)
{
    const sinew_curve_key *key = &it->curve.keys[index];
    return (double)key->in_value / (double)key->in_time;
}

// ---- wrong input -------------------------------------------------------------------------------------------------

static void a_curve_without_keys_stays_empty(void **state)
{
    (void)state;
    converted it;
    convert(&it, NULL, 0);
    assert_int_equal(it.curve.key_count, 0);
    sinew__arena_free(&it.arena);
}

static void keys_that_are_not_finite_are_dropped(void **state)
{
    (void)state;
    const fbx_key keys[] = {key_at(0, 1, FBX_KEY_LINEAR), key_at(SECOND, (double)NAN, FBX_KEY_LINEAR),
                            key_at(2 * SECOND, (double)INFINITY, FBX_KEY_LINEAR),
                            key_at(3 * SECOND, 2, FBX_KEY_LINEAR)};
    converted it;
    convert(&it, keys, 4);
    assert_int_equal(it.curve.key_count, 2);
    assert_int_equal(it.repairs.not_finite, 2);
    assert_close(it.curve.keys[1].value, 2, 0);
    sinew__arena_free(&it.arena);
}

static void keys_are_put_in_order(void **state)
{
    (void)state;
    const fbx_key keys[] = {key_at(2 * SECOND, 3, FBX_KEY_LINEAR), key_at(SECOND, 1, FBX_KEY_LINEAR)};
    converted it;
    convert(&it, keys, 2);
    assert_int_equal(it.curve.key_count, 2);
    assert_true(it.repairs.sorted);
    assert_int_equal(it.repairs.same_time, 0);
    assert_int_equal(it.curve.keys[0].ticks, SECOND);
    assert_close(it.curve.keys[0].value, 1, 0);
    assert_close(it.curve.keys[1].value, 3, 0);
    sinew__arena_free(&it.arena);
}

/// A jump, as Autodesk's FBX SDK 2019.2 plays it: the curve comes to 1, which holds at that time, and goes on from 4.
/// Values in between never show. The same holds at the start.
static void keys_of_one_time_are_a_jump(void **state)
{
    (void)state;
    const fbx_key keys[] = {key_at(0, 9, FBX_KEY_LINEAR),      key_at(0, 0, FBX_KEY_LINEAR),
                            key_at(SECOND, 1, FBX_KEY_LINEAR), key_at(SECOND, 2, FBX_KEY_LINEAR),
                            key_at(SECOND, 4, FBX_KEY_LINEAR), key_at(2 * SECOND, 5, FBX_KEY_LINEAR)};
    const int64_t ticks[] = {0, 1, SECOND, SECOND + 1, 2 * SECOND};
    const double values[] = {9, 0, 1, 4, 5};
    converted it;
    convert(&it, keys, 6);
    assert_int_equal(it.curve.key_count, 5);
    assert_int_equal(it.repairs.same_time, 1);
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(it.curve.keys[i].ticks, ticks[i]);
        assert_close(it.curve.keys[i].value, values[i], 0);
        assert_int_equal(it.curve.keys[i].interpolation, i == 0 || i == 2 ? SINEW_STEP : SINEW_LINEAR);
    }
    sinew__arena_free(&it.arena);
}

/// Keys a tick apart leave no room for a third, and after the last tick of all there is none.
static void a_jump_without_room_is_to_the_last_key(void **state)
{
    (void)state;
    const fbx_key keys[] = {key_at(INT64_MAX - 1, 9, FBX_KEY_LINEAR), key_at(INT64_MAX - 1, 1, FBX_KEY_LINEAR),
                            key_at(INT64_MAX, 2, FBX_KEY_LINEAR), key_at(INT64_MAX, 3, FBX_KEY_LINEAR)};
    converted it;
    convert(&it, keys, 4);
    assert_int_equal(it.curve.key_count, 2);
    assert_int_equal(it.repairs.same_time, 2);
    assert_int_equal(it.curve.keys[0].ticks, INT64_MAX - 1);
    assert_close(it.curve.keys[0].value, 1, 0);
    assert_close(it.curve.keys[1].value, 3, 0);
    sinew__arena_free(&it.arena);
}

/// Autodesk's FBX SDK 2019.2 gives a segment without a known interpolation the value 0, and its keys their own.
static void a_segment_of_no_known_interpolation_is_0_between_its_keys(void **state)
{
    (void)state;
    static const uint32_t UNKNOWN[] = {0, FBX_KEY_CONSTANT | FBX_KEY_LINEAR, FBX_KEY_LINEAR | FBX_KEY_CUBIC};
    for (int i = 0; i < 3; ++i) {
        const fbx_key keys[] = {key_at(0, 3, UNKNOWN[i]), key_at(SECOND, 10, FBX_KEY_LINEAR),
                                key_at(2 * SECOND, 5, UNKNOWN[i]), key_at(2 * SECOND + 1, 7, UNKNOWN[i])};
        const int64_t ticks[] = {0, 1, SECOND, 2 * SECOND, 2 * SECOND + 1};
        const double values[] = {3, 0, 10, 5, 7};
        converted it;
        convert(&it, keys, 4);
        assert_int_equal(it.curve.key_count, 5);
        for (int k = 0; k < 5; ++k) {
            assert_int_equal(it.curve.keys[k].ticks, ticks[k]);
            assert_close(it.curve.keys[k].value, values[k], 0);
            assert_int_equal(it.curve.keys[k].interpolation, k == 2 ? SINEW_LINEAR : SINEW_STEP);
        }
        sinew__arena_free(&it.arena);
    }
}

static void slopes_that_are_not_finite_become_flat(void **state)
{
    (void)state;
    fbx_key keys[] = {key_at(0, 0, FBX_KEY_CUBIC | FBX_KEY_USER), key_at(SECOND, 1, FBX_KEY_CUBIC | FBX_KEY_USER)};
    keys[0].data[0] = NAN;
    keys[0].data[1] = INFINITY;
    keys[0].right_weight = NAN;
    converted it;
    convert(&it, keys, 2);
    for (int i = 0; i < 2; ++i) {
        assert_true(isfinite(it.curve.keys[i].out_value) && isfinite(it.curve.keys[i].in_value));
        assert_true(isfinite(it.curve.keys[i].out_time) && isfinite(it.curve.keys[i].in_time));
    }
    assert_close(it.curve.keys[1].in_value, 0, 0);
    sinew__arena_free(&it.arena);
}

static void times_at_both_ends_of_64_bits_give_finite_handles(void **state)
{
    (void)state;
    fbx_key keys[] = {key_at(INT64_MIN, 0, FBX_KEY_CUBIC | FBX_KEY_USER), key_at(INT64_MAX, 1, FBX_KEY_CUBIC)};
    keys[0].data[0] = 3e38f;
    converted it;
    convert(&it, keys, 2);
    assert_true(isfinite(it.curve.keys[0].out_time) && isfinite(it.curve.keys[0].out_value));
    sinew__arena_free(&it.arena);
}

// ---- stored slopes -----------------------------------------------------------------------------------------------

static void interpolation_follows_the_flags(void **state)
{
    (void)state;
    const fbx_key keys[] = {
        key_at(0, 0, FBX_KEY_CONSTANT),
        key_at(1, 0, FBX_KEY_CONSTANT | FBX_KEY_CONSTANT_NEXT),
        key_at(2, 0, FBX_KEY_LINEAR),
        key_at(3, 0, FBX_KEY_CUBIC | FBX_KEY_USER),
        key_at(4, 0, FBX_KEY_CUBIC | FBX_KEY_AUTO),
    };
    static const uint32_t EXPECTED[] = {SINEW_STEP, SINEW_STEP_NEXT, SINEW_LINEAR, SINEW_CUBIC, SINEW_CUBIC};
    converted it;
    convert(&it, keys, 5);
    for (int i = 0; i < 5; ++i) assert_int_equal(it.curve.keys[i].interpolation, EXPECTED[i]);
    sinew__arena_free(&it.arena);
}

static void the_authors_slopes_and_weights_become_handles(void **state)
{
    (void)state;
    fbx_key keys[] = {key_at(0, 0, FBX_KEY_CUBIC | FBX_KEY_USER | FBX_KEY_WEIGHTED_RIGHT | FBX_KEY_WEIGHTED_NEXT_LEFT),
                      key_at(2 * SECOND, 1, FBX_KEY_CUBIC | FBX_KEY_USER)};
    keys[0].data[0] = 3;
    keys[0].data[1] = -0.5f;
    keys[0].right_weight = 0.25f;
    keys[0].next_left_weight = 0.75f;
    converted it;
    convert(&it, keys, 2);
    assert_close(it.curve.keys[0].out_time, 0.25 * 2, 1e-7);
    assert_close(it.curve.keys[0].out_value, 0.25 * 2 * 3, 1e-7);
    assert_close(it.curve.keys[1].in_time, -0.75 * 2, 1e-7);
    assert_close(it.curve.keys[1].in_value, -0.75 * 2 * -0.5, 1e-7);
    sinew__arena_free(&it.arena);
}

static void per_cent_become_fractions_with_their_slopes(void **state)
{
    (void)state;
    fbx_key keys[] = {key_at(0, 50, FBX_KEY_CUBIC | FBX_KEY_USER), key_at(SECOND, 100, FBX_KEY_CUBIC | FBX_KEY_USER)};
    keys[0].data[0] = 30;
    converted it;
    convert_scaled(&it, keys, 2, 0.01);
    assert_close(it.curve.keys[0].value, 0.5, 1e-12);
    assert_close(right_slope(&it, 0), 0.3, 1e-6);
    sinew__arena_free(&it.arena);
}

// ---- automatic slopes --------------------------------------------------------------------------------------------

/// Times 0, 1, 3 s and values 0, 1, 2: the lines have slopes L = 1 and R = 1/2, the line across S = 2/3. The mean of L
/// and R weighted by the other side is (1 · 2 + 1/2 · 1) / 3 = 5/6, and 3/4 is halfway between S and it.
static void convert_middle(converted *out, uint32_t flags, float left, float right)
{
    fbx_key keys[] = {key_at(0, 0, FBX_KEY_CUBIC | flags), key_at(SECOND, 1, FBX_KEY_CUBIC | flags),
                      key_at(3 * SECOND, 2, FBX_KEY_CUBIC | flags)};
    keys[0].data[1] = left;
    keys[1].data[0] = right;
    convert(out, keys, 3);
}

static void automatic_slopes_follow_the_neighbours(void **state)
{
    (void)state;
    converted it;
    convert_middle(&it, FBX_KEY_AUTO, 0, 0);
    assert_close(left_slope(&it, 1), 0.75, 1e-6);
    assert_close(right_slope(&it, 1), 0.75, 1e-6);
    assert_close(right_slope(&it, 0), 1, 1e-6);
    assert_close(left_slope(&it, 2), 0.5, 1e-6);
    sinew__arena_free(&it.arena);
    convert_middle(&it, FBX_KEY_AUTO | FBX_KEY_TIME_INDEPENDENT, 0, 0);
    assert_close(right_slope(&it, 1), 2.0 / 3, 1e-6);
    sinew__arena_free(&it.arena);
}

static void bias_moves_the_slope_towards_one_side(void **state)
{
    (void)state;
    converted it;
    convert_middle(&it, FBX_KEY_AUTO, -100, 100); // stored with opposite signs on the two sides of one key
    assert_close(left_slope(&it, 1), 0.5, 1e-6);
    assert_close(right_slope(&it, 1), 0.5, 1e-6);
    sinew__arena_free(&it.arena);
    convert_middle(&it, FBX_KEY_AUTO, 50, -50);
    assert_close(right_slope(&it, 1), 0.75 + 0.5 * (1 - 0.75), 1e-6);
    sinew__arena_free(&it.arena);
    convert_middle(&it, FBX_KEY_AUTO, 100, 100); // broken: each side has its own
    assert_close(left_slope(&it, 1), 1, 1e-6);
    assert_close(right_slope(&it, 1), 0.5, 1e-6);
    sinew__arena_free(&it.arena);
}

static void bias_over_500_adds_to_the_slope(void **state)
{
    (void)state;
    converted it;
    convert_middle(&it, FBX_KEY_AUTO, -700, 700);
    const double towards = 0.75 + 7 * (0.5 - 0.75);
    assert_close(right_slope(&it, 1), towards - 40 * 2 * 2, 1e-4);
    sinew__arena_free(&it.arena);
}

static void clamped_keys_are_flat_beside_an_equal_one(void **state)
{
    (void)state;
    const uint32_t flags = FBX_KEY_CUBIC | FBX_KEY_AUTO | FBX_KEY_CLAMP;
    const fbx_key keys[] = {key_at(0, 0, flags), key_at(SECOND, 1, flags), key_at(2 * SECOND, 1, flags)};
    converted it;
    convert(&it, keys, 3);
    assert_close(right_slope(&it, 1), 0, 0);
    assert_close(right_slope(&it, 0), 1, 1e-6);
    sinew__arena_free(&it.arena);
}

static void progressive_clamping_never_overshoots(void **state)
{
    (void)state;
    const uint32_t flags = FBX_KEY_CUBIC | FBX_KEY_AUTO | FBX_KEY_TIME_INDEPENDENT | FBX_KEY_CLAMP_PROGRESSIVE;
    const fbx_key keys[] = {key_at(0, 0, flags), key_at(SECOND, 0.1, flags), key_at(2 * SECOND, 10, flags),
                            key_at(3 * SECOND, 4, flags)};
    converted it;
    convert(&it, keys, 4);
    assert_close(right_slope(&it, 0), 0, 0);          // an end
    assert_close(right_slope(&it, 1), 0.1 * 3, 1e-6); // the left handle just reaches the first key's value
    assert_close(right_slope(&it, 2), 0, 0);          // a peak
    assert_close((double)it.curve.keys[1].in_value, -0.1, 1e-6);
    sinew__arena_free(&it.arena);
}

// ---- tension, continuity, bias -----------------------------------------------------------------------------------

static void convert_tcb(converted *out, float tension, float continuity, float bias)
{
    const uint32_t flags = FBX_KEY_CUBIC | FBX_KEY_TCB;
    fbx_key keys[] = {key_at(0, 0, flags), key_at(SECOND, 1, flags), key_at(2 * SECOND, 5, flags)}; // L = 1, R = 4
    keys[1].data[0] = tension;
    keys[1].data[1] = continuity;
    keys[1].data[2] = bias;
    convert(out, keys, 3);
}

static void tcb_slopes_are_those_of_kochanek_and_bartels(void **state)
{
    (void)state;
    static const struct {
        float tension, continuity, bias;
        double left, right;
    } CASES[] = {
        {0, 0, 0, 2.5, 2.5}, {1, 0, 0, 0, 0}, {0, 0, 1, 1, 1}, {0, 0, -1, 4, 4}, {0, -1, 0, 1, 4}, {0, 1, 0, 4, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        converted it;
        convert_tcb(&it, CASES[i].tension, CASES[i].continuity, CASES[i].bias);
        assert_close(left_slope(&it, 1), CASES[i].left, 1e-6);
        assert_close(right_slope(&it, 1), CASES[i].right, 1e-6);
        assert_close(right_slope(&it, 0), 1, 1e-6); // an end has one line only
        sinew__arena_free(&it.arena);
    }
}

// ---- as Autodesk's FBX SDK 2019.2 has it ---------------------------------------------------------------------------

enum {
    AUTO = FBX_KEY_CUBIC | FBX_KEY_AUTO,
    TCB = FBX_KEY_CUBIC | FBX_KEY_TCB,
    USER = FBX_KEY_CUBIC | FBX_KEY_USER,
    BREAK = FBX_KEY_BREAK,
    CLAMP = FBX_KEY_CLAMP,
    EVEN = FBX_KEY_TIME_INDEPENDENT,
    PROGRESSIVE = FBX_KEY_CLAMP_PROGRESSIVE
};

/// Keys at 0, 1, 2 and 4 s with the values 3, 4, `value`, `last`. Slopes at the third one by the flags and data of the
/// second and third: they are the slopes of the cubics through the values that the SDK bakes at 60 frames per second.
static const struct sdk_slopes {
    uint32_t before, at;
    float before_data[3], at_data[2];
    double value, last, left, right; // NAN: the segment there is not cubic
} SDK_SLOPES[] = {
    // modes
    {AUTO, AUTO, {0}, {0}, 6, 25, 5.75, 5.75},
    {AUTO, AUTO | 0x4000, {0}, {0}, 6, 25, 5.75, 5.75},
    {AUTO, AUTO | EVEN, {0}, {0}, 6, 25, 7, 7},
    {AUTO, AUTO | PROGRESSIVE, {0}, {0}, 6, 25, 6, 6},
    {AUTO, AUTO | PROGRESSIVE | CLAMP | BREAK, {0}, {30, 0}, 6, 25, 6, 6},
    {AUTO, FBX_KEY_CUBIC, {0}, {3, -2}, 6, 25, 0, 0},
    {AUTO, FBX_KEY_CUBIC | FBX_KEY_AUTO | FBX_KEY_USER, {0}, {3, -2}, 6, 25, 0, 0},
    {AUTO, TCB | BREAK, {0}, {0.5f, 0.5f}, 6, 25, 0, 0},
    // a bias takes time independence away, and a progressive clamp the bias
    {AUTO, AUTO | EVEN, {0}, {0.7f, 0}, 6, 25, 7, 5.7762},
    {AUTO, AUTO | EVEN, {0}, {0.009f, 0}, 6, 25, 7, 7},
    {AUTO, AUTO | PROGRESSIVE, {0, 50, 0}, {50, 0}, 6, 25, 6, 6},
    // clamps
    {AUTO, AUTO | CLAMP, {0}, {0}, 4, 25, 0, 0},
    {AUTO, AUTO | CLAMP, {0}, {0}, 4.00009, 25, 0, 0},
    {AUTO, AUTO | CLAMP, {0}, {0}, 6, 6, 0, 0},
    {AUTO, AUTO | CLAMP | BREAK, {0}, {0}, 4, 25, 0, 5.25},
    {AUTO, AUTO | CLAMP | BREAK, {0}, {0}, 6, 6, 1, 0},
    {AUTO, AUTO | CLAMP | BREAK | EVEN, {0}, {0}, 4, 25, 0, 7},
    {FBX_KEY_LINEAR, AUTO | CLAMP, {0}, {0}, 4, 25, (double)NAN, 5.25},
    {FBX_KEY_CONSTANT, AUTO | CLAMP, {0}, {30, 0}, 4, 25, (double)NAN, 6.825},
    {FBX_KEY_LINEAR, AUTO | CLAMP, {0}, {0}, 6, 6, (double)NAN, 0},
    // the left side of a key that is not cubic
    {AUTO, FBX_KEY_LINEAR, {0}, {0}, 6, 25, 5.75, (double)NAN},
    {AUTO | EVEN, FBX_KEY_LINEAR | FBX_KEY_AUTO, {0}, {0}, 6, 25, 7, (double)NAN},
    {AUTO | PROGRESSIVE, FBX_KEY_CONSTANT, {0}, {0}, 6, 25, 6, (double)NAN},
    {AUTO | CLAMP, FBX_KEY_CONSTANT, {0}, {0}, 4, 25, 5.25, (double)NAN},
    {USER, FBX_KEY_LINEAR, {0.3f, -0.5f, 0}, {0}, 6, 25, -0.5, (double)NAN},
    {TCB, FBX_KEY_LINEAR, {0.3f, -0.5f, 0.25f}, {0}, 6, 25, 9.5, (double)NAN},
    {TCB, FBX_KEY_CONSTANT, {0.3f, -0.5f, 0.25f}, {0}, 6, 25, 0, (double)NAN},
    {FBX_KEY_CUBIC, FBX_KEY_LINEAR, {0.3f, -0.5f, 0}, {0}, 6, 25, 0, (double)NAN},
    {AUTO, 0, {0}, {0}, 6, 25, 0, (double)NAN},
    // the left side of a key after a TCB key
    {TCB, AUTO, {0.3f, -0.5f, 0.25f}, {70, 0}, 6, 25, 8.375, 8.375},
    {TCB, AUTO | BREAK, {0.3f, -0.5f, 0.25f}, {70, 0}, 6, 25, 2, 8.375},
    {TCB, AUTO | BREAK | PROGRESSIVE, {0.3f, -0.5f, 0.25f}, {70, 0}, 6, 25, 6, 6},
    {TCB, USER, {0.3f, -0.5f, 0.25f}, {0.7f, 0.9f}, 6, 25, 0.7, 0.7},
    {TCB, USER | BREAK, {0.3f, -0.5f, 0.25f}, {0.7f, 0.9f}, 6, 25, 2.5594, 0.7},
};

static void slopes_are_those_of_the_fbx_sdk(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SDK_SLOPES / sizeof *SDK_SLOPES; ++i) {
        const struct sdk_slopes *sdk = &SDK_SLOPES[i];
        fbx_key keys[] = {key_at(0, 3, USER), key_at(SECOND, 4, sdk->before), key_at(2 * SECOND, sdk->value, sdk->at),
                          key_at(4 * SECOND, sdk->last, USER)};
        memcpy(keys[1].data, sdk->before_data, sizeof sdk->before_data);
        memcpy(keys[2].data, sdk->at_data, sizeof sdk->at_data);
        converted it;
        convert(&it, keys, 4);
        if (!isnan(sdk->left)) assert_close(left_slope(&it, 2), sdk->left, 1e-4);
        if (!isnan(sdk->right)) assert_close(right_slope(&it, 2), sdk->right, 1e-4);
        sinew__arena_free(&it.arena);
    }
}

/// The right weight of a flat or TCB key does not count there; the left one after a flat key does.
static void weights_are_those_of_the_fbx_sdk(void **state)
{
    (void)state;
    static const struct {
        uint32_t flags;
        double right;
    } CASES[] = {{FBX_KEY_CUBIC, 1.0 / 3}, {FBX_KEY_CUBIC | BREAK, 0.1}, {TCB, 1.0 / 3}, {USER, 0.1}, {AUTO, 0.1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        fbx_key keys[] = {key_at(0, 3, CASES[i].flags), key_at(SECOND, 4, USER)};
        keys[0].right_weight = 0.1f;
        keys[0].next_left_weight = 0.7f;
        converted it;
        convert(&it, keys, 2);
        assert_close((double)it.curve.keys[0].out_time, CASES[i].right, 1e-6);
        assert_close((double)it.curve.keys[1].in_time, -0.7, 1e-6);
        sinew__arena_free(&it.arena);
    }
}

static void extrapolation_is_kept(void **state)
{
    (void)state;
    static const uint32_t EXPECTED[] = {SINEW_EXTRAPOLATE_HOLD, SINEW_EXTRAPOLATE_REPEAT, SINEW_EXTRAPOLATE_MIRROR,
                                        SINEW_EXTRAPOLATE_SLOPE, SINEW_EXTRAPOLATE_REPEAT_RELATIVE};
    const fbx_key key = key_at(0, 1, FBX_KEY_LINEAR);
    for (int i = 0; i < 5; ++i) {
        const fbx_curve stored = {.keys = &key,
                                  .key_count = 1,
                                  .pre = (fbx_extrapolation)i,
                                  .post = (fbx_extrapolation)(4 - i),
                                  .pre_count = 2,
                                  .post_count = -1};
        sinew__arena arena = {0};
        sinew_raw_curve curve;
        fbx_curve_repairs repairs;
        assert_int_equal(sinew__fbx_convert_curve(&arena, &stored, 1, SECOND, &curve, &repairs, NULL), SINEW_OK);
        assert_int_equal(curve.before, EXPECTED[i]);
        assert_int_equal(curve.after, EXPECTED[4 - i]);
        assert_int_equal(curve.before_count, 2);
        assert_int_equal(curve.after_count, -1);
        sinew__arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_curve_without_keys_stays_empty),
        cmocka_unit_test(keys_that_are_not_finite_are_dropped),
        cmocka_unit_test(keys_are_put_in_order),
        cmocka_unit_test(keys_of_one_time_are_a_jump),
        cmocka_unit_test(a_jump_without_room_is_to_the_last_key),
        cmocka_unit_test(a_segment_of_no_known_interpolation_is_0_between_its_keys),
        cmocka_unit_test(slopes_that_are_not_finite_become_flat),
        cmocka_unit_test(times_at_both_ends_of_64_bits_give_finite_handles),
        cmocka_unit_test(interpolation_follows_the_flags),
        cmocka_unit_test(the_authors_slopes_and_weights_become_handles),
        cmocka_unit_test(per_cent_become_fractions_with_their_slopes),
        cmocka_unit_test(automatic_slopes_follow_the_neighbours),
        cmocka_unit_test(bias_moves_the_slope_towards_one_side),
        cmocka_unit_test(bias_over_500_adds_to_the_slope),
        cmocka_unit_test(clamped_keys_are_flat_beside_an_equal_one),
        cmocka_unit_test(progressive_clamping_never_overshoots),
        cmocka_unit_test(tcb_slopes_are_those_of_kochanek_and_bartels),
        cmocka_unit_test(slopes_are_those_of_the_fbx_sdk),
        cmocka_unit_test(weights_are_those_of_the_fbx_sdk),
        cmocka_unit_test(extrapolation_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
