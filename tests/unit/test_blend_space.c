/// Blend spaces: weights on paper, triangles, bad points; and how a mixer plays them.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/mixer/blend_space.h"
#include "sinew/mixer.h"
#include "support/make_walkers.h"
#include "support/random_number.h"

static sinew_model *model;

static int make(void **state)
{
    (void)state;
    model = make_walkers(NULL);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    sinew_model_destroy(model);
    return 0;
}

static sinew_blend_space *make_space(const sinew_blend_point *points, int32_t count, int32_t dimensions,
                                     const char *track)
{
    sinew_blend_space *space = NULL;
    sinew_error error = {0};
    const sinew_blend_space_options options = {.dimensions = dimensions, .marker_track = track};
    if (sinew_blend_space_create(model, points, count, &options, &space, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    return space;
}

static void assert_weights(const sinew_blend_space *space, double x, double y, int32_t count, const int32_t *points,
                           const double *weights)
{
    int32_t found[SINEW_BLEND_SPACE_ACTIVE_MAX];
    float own[SINEW_BLEND_SPACE_ACTIVE_MAX];
    assert_int_equal(sinew_blend_space_weights(space, x, y, found, own), count);
    for (int32_t i = 0; i < count; ++i) {
        assert_int_equal(found[i], points[i]);
        assert_close(own[i], weights[i], 1e-7);
    }
}

/// Speeds 0, 2 and 5: at 1.5 the first has 1/4; at 3 the second has 2/3; outside the nearest point.
static void a_line_interpolates_neighbours(void **state)
{
    (void)state;
    const sinew_blend_point points[] = {{.clip = RUN, .x = 5}, {.clip = IDLE, .x = 0}, {.clip = WALK, .x = 2}};
    sinew_blend_space *space = make_space(points, 3, 1, NULL);
    assert_weights(space, 1.5, 7, 2, (int32_t[]){2, 1}, (double[]){0.75, 0.25});
    assert_weights(space, 3, 0, 2, (int32_t[]){2, 0}, (double[]){2.0 / 3, 1.0 / 3});
    assert_weights(space, 2, 0, 1, (int32_t[]){2}, (double[]){1});
    assert_weights(space, -1, 0, 1, (int32_t[]){1}, (double[]){1});
    assert_weights(space, 1e300, 0, 1, (int32_t[]){0}, (double[]){1});
    assert_weights(space, (double)NAN, 0, 1, (int32_t[]){1}, (double[]){1});
    sinew_blend_space_destroy(space);
}

/// Six points at 0 to 5, given in order, in reverse, and starting at each of them: at every
/// point, and 0.25 after it.
static void a_line_sorts_its_points(void **state)
{
    enum { POINTS = 6 };
    (void)state;
    for (int first = 0; first < POINTS; ++first)
        for (int step = 1; step < POINTS; step += 4) { // a step of 5 is one back
            sinew_blend_point points[POINTS];
            int32_t index[POINTS];
            for (int i = 0; i < POINTS; ++i) {
                const int at = (first + i * step) % POINTS;
                points[i] = (sinew_blend_point){.clip = WALK, .x = at};
                index[at] = i;
            }
            sinew_blend_space *space = make_space(points, POINTS, 1, NULL);
            for (int i = 0; i < POINTS; ++i) {
                assert_weights(space, i, 0, 1, &index[i], (double[]){1});
                if (i + 1 < POINTS)
                    assert_weights(space, i + 0.25, 0, 2, (int32_t[]){index[i], index[i + 1]}, (double[]){0.75, 0.25});
            }
            sinew_blend_space_destroy(space);
        }
}

/// Positions far from 0, and ranges of 1e-9 to 1e9, have the weights of the same positions as fractions of the range.
static void weights_do_not_depend_on_origin_or_range(void **state)
{
    static const double first[] = {1e9, -1e9, 0, -7}, range[] = {1e9, 1e6, 1e-9, 14};
    (void)state;
    for (int i = 0; i < 4; ++i)
        for (int dimensions = 1; dimensions <= 2; ++dimensions) {
            const double x = first[i], r = range[i];
            const sinew_blend_point points[] = {
                {.clip = WALK, .x = x, .y = x}, {.clip = RUN, .x = x + r, .y = x}, {.clip = IDLE, .x = x, .y = x + r}};
            sinew_blend_space *space = make_space(points, dimensions == 1 ? 2 : 3, dimensions, NULL);
            assert_weights(space, x + r / 4, x, 2, (int32_t[]){0, 1}, (double[]){0.75, 0.25});
            assert_weights(space, x + r * 3 / 4, x, 2, (int32_t[]){1, 0}, (double[]){0.75, 0.25});
            if (dimensions == 2)
                assert_weights(space, x + r / 8, x + r / 4, 3, (int32_t[]){0, 2, 1}, (double[]){0.625, 0.25, 0.125});
            sinew_blend_space_destroy(space);
        }
}

static void a_space_of_one_point_is_its_clip(void **state)
{
    (void)state;
    sinew_blend_space *space = make_space(&(sinew_blend_point){.clip = WALK, .x = 3}, 1, 1, NULL);
    for (double x = 2; x <= 4; ++x) assert_weights(space, x, 0, 1, (int32_t[]){0}, (double[]){1});
    sinew_blend_space_destroy(space);
}

/// The unit square in units of 1 × 100: four points on a circle, so the triangles are 0 1 2 and 1 2 3 and the diagonal
/// is from (1, 0) to (0, 100). At the middle of a side both ends; outside on the right the side.
static void a_square_has_the_triangles_of_the_lower_indices(void **state)
{
    (void)state;
    const sinew_blend_point points[] = {
        {.clip = WALK}, {.clip = RUN, .x = 1}, {.clip = TURN, .y = 100}, {.clip = IDLE, .x = 1, .y = 100}};
    sinew_blend_space *space = make_space(points, 4, 2, NULL);
    assert_weights(space, 0.5, 50, 2, (int32_t[]){1, 2}, (double[]){0.5, 0.5});
    assert_weights(space, 0.25, 10, 3, (int32_t[]){0, 1, 2}, (double[]){0.65, 0.25, 0.1});
    assert_weights(space, 0.75, 75, 3, (int32_t[]){3, 1, 2}, (double[]){0.5, 0.25, 0.25});
    assert_weights(space, 4, 25, 2, (int32_t[]){1, 3}, (double[]){0.75, 0.25});
    assert_weights(space, -3, -300, 1, (int32_t[]){0}, (double[]){1});
    assert_weights(space, 1, 100, 1, (int32_t[]){3}, (double[]){1});
    sinew_blend_space_destroy(space);
}

/// Outside each side of a triangle, halfway, both its corners have a half; beyond each corner it has all. In any order
/// of the corners.
static void outside_a_triangle_its_sides_are_nearest(void **state)
{
    static const double corners[3][2] = {{0, 0}, {1, 0}, {0, 1}}, out[3][2] = {{0.5, -1}, {2, 2}, {-1, 0.5}},
                        beyond[3][2] = {{-2, -2}, {3, -1}, {-1, 3}};
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    (void)state;
    for (int order = 0; order < 6; ++order) {
        sinew_blend_point points[3];
        int32_t index[3];
        for (int i = 0; i < 3; ++i) {
            const int corner = orders[order][i];
            points[i] = (sinew_blend_point){.clip = WALK, .x = corners[corner][0], .y = corners[corner][1]};
            index[corner] = i;
        }
        sinew_blend_space *space = make_space(points, 3, 2, NULL);
        for (int i = 0; i < 3; ++i) {
            const int32_t a = index[i], b = index[(i + 1) % 3];
            assert_weights(space, out[i][0], out[i][1], 2, (int32_t[]){a < b ? a : b, a < b ? b : a},
                           (double[]){0.5, 0.5});
            assert_weights(space, beyond[i][0], beyond[i][1], 1, &a, (double[]){1});
        }
        sinew_blend_space_destroy(space);
    }
}

/// As many points and markers as there may be, and one more.
static void points_and_markers_have_limits(void **state)
{
    enum { POINTS = SINEW_BLEND_SPACE_POINTS_MAX, MARKERS = SINEW_BLEND_SPACE_MARKERS_MAX };
    sinew_blend_point points[POINTS + 1];
    double markers[MARKERS + 1];
    (void)state;
    for (int i = 0; i <= POINTS; ++i) points[i] = (sinew_blend_point){.clip = WALK, .x = i};
    for (int i = 0; i <= MARKERS; ++i) markers[i] = (double)i / (MARKERS + 1);
    for (int is_more = 0; is_more < 2; ++is_more) {
        const sinew_blend_point marked = {.clip = WALK, .markers = markers, .marker_count = MARKERS + is_more};
        sinew_blend_space *space = NULL;
        assert_int_equal(sinew_blend_space_create(model, points, POINTS + is_more, NULL, &space, NULL),
                         is_more ? SINEW_ERROR_LIMIT : SINEW_OK);
        sinew_blend_space_destroy(space);
        assert_int_equal(sinew_blend_space_create(model, &marked, 1, NULL, &space, NULL),
                         is_more ? SINEW_ERROR_INVALID_ARGUMENT : SINEW_OK);
        sinew_blend_space_destroy(space);
    }
}

/// Properties at random points, at points of a grid, and at grids turned and mirrored: weights reproduce the position,
/// sum to 1, and are 1 at a point.
static void weights_reproduce_positions(void **state)
{
    (void)state;
    uint32_t seed = 3;
    for (int round = 0; round < 60; ++round) {
        sinew_blend_point points[SINEW_BLEND_SPACE_POINTS_MAX];
        const int32_t side = 2 + round % 7,
                      count = round % 2 ? side * side : 3 + (int32_t)(random_number(&seed, 0, 1) * 61);
        const double turn = round % 4 == 1 ? 0 : random_number(&seed, 0, 1);
        for (int32_t i = 0; i < count; ++i) {
            const double x = round % 2 ? i % side : random_number(&seed, 0, 1) * 9,
                         y = round % 2 ? i / side : random_number(&seed, 0, 1) * 9;
            points[i] = (sinew_blend_point){
                .clip = WALK, .x = cos(turn) * x - sin(turn) * y, .y = sin(turn) * x + cos(turn) * y};
        }
        sinew_blend_space *space = make_space(points, count, 2, NULL);
        for (int32_t i = 0; i < count; ++i) assert_weights(space, points[i].x, points[i].y, 1, &i, (double[]){1});
        for (int k = 0; k < 200; ++k) { // inside the triangle of three of the points
            const sinew_blend_point *a = &points[k % count], *b = &points[(k * 7 + 1) % count],
                                    *c = &points[(k * 13 + 2) % count];
            const double u = random_number(&seed, 0, 1), v = random_number(&seed, 0, 1) * (1 - u);
            const double x = a->x + u * (b->x - a->x) + v * (c->x - a->x),
                         y = a->y + u * (b->y - a->y) + v * (c->y - a->y);
            int32_t found[3];
            float rounded[3];
            double weights[3], sum = 0, at[2] = {0, 0};
            const int32_t active = sinew__blend_space_find(space, x, y, found, weights);
            assert_int_equal(sinew_blend_space_weights(space, x, y, found, rounded), active);
            for (int32_t i = 0; i < active; ++i) {
                assert_true(rounded[i] == (float)weights[i]);
                sum += weights[i];
                at[0] += weights[i] * points[found[i]].x;
                at[1] += weights[i] * points[found[i]].y;
            }
            assert_close(sum, 1, 1e-12);
            assert_close(at[0], x, 1e-6);
            assert_close(at[1], y, 1e-6);
        }
        sinew_blend_space_destroy(space);
    }
}

/// A small step changes weights by little, also across the hull.
static void weights_are_continuous(void **state)
{
    (void)state;
    uint32_t seed = 11;
    sinew_blend_point points[24];
    for (int i = 0; i < 24; ++i)
        points[i] = (sinew_blend_point){.clip = WALK, .x = i % 5 + 0.3 * random_number(&seed, 0, 1), .y = i / 5};
    sinew_blend_space *space = make_space(points, 24, 2, NULL);
    double last[24] = {0};
    for (int step = 0; step < 20000; ++step) {
        const double angle = 0.001 * step, radius = 4 * sin(0.00037 * step);
        double now[24] = {0};
        float weights[3];
        int32_t found[3];
        const int32_t count =
            sinew_blend_space_weights(space, 2 + radius * cos(angle), 2 + radius * sin(angle), found, weights);
        for (int32_t i = 0; i < count; ++i) now[found[i]] = (double)weights[i];
        for (int i = 0; i < 24 && step; ++i) assert_true(fabs(now[i] - last[i]) < 0.1);
        memcpy(last, now, sizeof last);
    }
    sinew_blend_space_destroy(space);
}

static void bad_points_are_named(void **state)
{
    (void)state;
    static const double markers[] = {0.6, 0.2}, one[] = {0.1}, two[] = {0.1, 0.2}, late[] = {0.1, 1}, early[] = {-0.1};
    const struct {
        int32_t count, dimensions;
        sinew_blend_point points[3];
        const char *message;
    } cases[] = {
        {0, 1, {{0}}, "0 points in a blend space, expected 1 to 64"},
        {2, 2, {{0}}, "2 points in a blend space, expected 3 to 64"},
        {3, 3, {{0}}, "a blend space has 1 or 2 dimensions, not 3"},
        {1, 1, {{.clip = 9}}, "clip 9 does not exist: there are 5"},
        {2, 1, {{.clip = 0}, {.x = (double)NAN}}, "point 2: position or speed is not finite"},
        {3, 1, {{.x = 1}, {.x = 2}, {.x = 1}}, "points 1 and 3 of a blend space coincide"},
        {3, 2, {{.x = 1, .y = 1}, {.x = 2, .y = 2}, {.x = 3, .y = 3}}, "the points of a blend space are on one line"},
        {3, 2, {{.x = 1}, {.x = 2}, {.x = 3}}, "the points of a blend space are on one line"},
        {1, 1, {{.markers = markers, .marker_count = 2}}, "point 1: marker 2 at 0.2 s is out of order or range"},
        {1, 1, {{.markers = late, .marker_count = 2}}, "point 1: marker 2 at 1 s is out of order or range"},
        {1, 1, {{.markers = early, .marker_count = 1}}, "point 1: marker 1 at -0.1 s is out of order or range"},
        {1, 1, {{.markers = one, .marker_count = -1}}, "point 1: -1 markers, expected 0 to 64"},
        {1, 1, {{.y = (double)INFINITY}}, "point 1: position or speed is not finite"},
        {1, 1, {{.speed = (double)NAN}}, "point 1: position or speed is not finite"},
        {1, -1, {{0}}, "a blend space has 1 or 2 dimensions, not -1"},
        {1, 1, {{.marker_count = 2}}, "point 1: 2 markers, expected 0 to 64"},
        {2,
         1,
         {{.markers = one, .marker_count = 1}, {.x = 1, .markers = two, .marker_count = 2}},
         "point 2: 2 markers, expected 1 as before"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_blend_space *space = (sinew_blend_space *)&space;
        sinew_error error = {0};
        const sinew_blend_space_options options = {.dimensions = cases[i].dimensions};
        assert_int_equal(sinew_blend_space_create(model, cases[i].points, cases[i].count, &options, &space, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(space);
        if (i != 3) assert_string_equal(error.message, cases[i].message);
    }
}

// ---- in a mixer -----------------------------------------------------------------------------------------------------

static sinew_mixer *make_mixer(void)
{
    sinew_mixer *mixer = NULL;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    return mixer;
}

static void play(sinew_mixer *mixer, int32_t layer, sinew_mixer_clip clip)
{
    sinew_error error = {0};
    if (sinew_mixer_play(mixer, layer, &clip, &error) != SINEW_OK) fail_msg("%s", error.message);
}

static void assert_layer(const sinew_blend_input *layer, int32_t clip, double time, double weight)
{
    assert_int_equal(layer->source.clip, clip);
    assert_close(layer->source.time, time, 1e-9);
    assert_close(layer->weight, weight, 1e-6);
}

static sinew_blend_space *make_gaits(void)
{
    const sinew_blend_point points[] = {{.clip = IDLE, .x = 0}, {.clip = WALK, .x = 2}, {.clip = RUN, .x = 5}};
    return make_space(points, 3, 1, "step");
}

/// Between walk and run at 3.2: 0.6 and 0.4. Their steps are at 0.25 and 0.75 of 1 s, 0.1 and 0.4 of 0.6 s: two markers
/// per loop, 2 and 10/3 per second, so the pace is 38/15. After 0.3 s the phase is 0.76: 0.63 s and 0.328 s.
static void a_space_plays_at_one_phase(void **state)
{
    (void)state;
    sinew_blend_space *space = make_gaits();
    sinew_mixer *mixer = make_mixer();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.space = space, .x = 3.2, .start = 0.25});
    sinew_mixer_advance(mixer, 0.3);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], WALK, 0.63, 0.6);
    assert_layer(&layers[1], RUN, 0.328, 0.4);
    sinew_mixer_set_position(mixer, 0, space, (double)NAN, 0);
    sinew_mixer_set_position(mixer, 0, space, 0, (double)INFINITY);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    sinew_mixer_set_position(mixer, 0, space, 2, 0); // a point plays only its clip
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_layer(&layers[0], WALK, 0.63, 1);
    assert_int_equal(sinew_mixer_current(mixer, 0, NULL, NULL), WALK);
    sinew_mixer_set_position(mixer, 0, space, 0.99, 0); // idle has no steps: two markers at 0 and 1.5 s
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], IDLE, 1.14, 0.505);
    assert_false(sinew_mixer_finished(mixer, 0));
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
}

/// Three markers that the caller states; the walk passes them in a second. After 1/6 s it is in the middle between the
/// first at 0.1 s and the second, and the run is at 0.18 s. After another 11/18 s 1/3 of 0.8 s to 1.1 s has passed, and
/// 1/3 of the run's 0.5 s to 0.66 s.
static void points_have_markers_of_their_own(void **state)
{
    (void)state;
    static const double walk[] = {0.1, 0.3, 0.8}, run[] = {0.06, 0.3, 0.5};
    const sinew_blend_point points[] = {{.clip = WALK, .markers = walk, .marker_count = 3},
                                        {.clip = RUN, .x = 1, .markers = run, .marker_count = 3}};
    sinew_blend_space *space = make_space(points, 2, 1, "step");
    sinew_mixer *mixer = make_mixer();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.space = space, .start = 0.1});
    for (int second = 0; second < 2; ++second) {
        sinew_mixer_set_position(mixer, 0, space, 0, 0);
        sinew_mixer_advance(mixer, second ? 11.0 / 18 : 1.0 / 6);
        assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
        assert_layer(&layers[0], WALK, second ? 0.9 : 0.2, 1);
        sinew_mixer_set_position(mixer, 0, space, 1, 0);
        assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
        assert_layer(&layers[0], RUN, second ? 0.5 + 0.16 / 3 : 0.18, 1);
    }
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
}

/// A paused walk has no part in the pace, only in the mean: 0.4 of the run's 10/3 markers per second. After 0.3 s
/// the phase has moved on by 0.4.
static void a_paused_point_slows_the_others(void **state)
{
    (void)state;
    const sinew_blend_point points[] = {{.clip = WALK, .x = 2, .paused = true, .speed = 3}, {.clip = RUN, .x = 5}};
    sinew_blend_space *space = make_space(points, 2, 1, "step");
    sinew_mixer *mixer = make_mixer();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.space = space, .x = 3.2, .start = 0.25});
    sinew_mixer_advance(mixer, 0.3);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], WALK, 0.25 + 0.4 * 0.5, 0.6);
    assert_layer(&layers[1], RUN, 0.1 + 0.4 * 0.3, 0.4);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
}

/// Half of the way in each half-life; 0.2 s are two of them: from 0 to 2 · 3/4.
static void a_position_follows_smoothly(void **state)
{
    (void)state;
    sinew_blend_space *space = make_gaits();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    for (int division = 1; division <= 16; division *= 4) {
        sinew_mixer *mixer = make_mixer();
        play(mixer, 0, (sinew_mixer_clip){.space = space, .half_life = 0.1});
        sinew_mixer_set_position(mixer, 0, space, 2, 0);
        for (int i = 0; i < division; ++i) sinew_mixer_advance(mixer, 0.2 / division);
        assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
        assert_int_equal(layers[0].source.clip, WALK);
        assert_close(layers[0].weight, 0.75, 1e-6);
        sinew_mixer_advance(mixer, 10);
        assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
        sinew_mixer_destroy(mixer);
    }
    sinew_blend_space_destroy(space);
}

/// After a half life both coordinates are half way, or one of them if the other is there already: at the position
/// (x, y), the three points have 1 − x − y, x and y.
static void both_coordinates_move(void **state)
{
    (void)state;
    static const struct {
        double from[2], to[2];
    } rows[] = {{{0, 0}, {0.2, 0.6}}, {{0.3, 0.1}, {0.3, 0.3}}, {{0.1, 0.3}, {0.3, 0.3}}, {{0.5, 0.4}, {0.1, 0.2}}};
    const sinew_blend_point points[] = {{.clip = WALK}, {.clip = RUN, .x = 1}, {.clip = TURN, .y = 1}};
    sinew_blend_space *space = make_space(points, 3, 2, NULL);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const double x = (rows[i].from[0] + rows[i].to[0]) / 2, y = (rows[i].from[1] + rows[i].to[1]) / 2,
                     expected[] = {[WALK] = 1 - x - y, [RUN] = x, [TURN] = y};
        sinew_mixer *mixer = make_mixer();
        play(mixer, 0,
             (sinew_mixer_clip){.space = space, .x = rows[i].from[0], .y = rows[i].from[1], .half_life = 0.1});
        sinew_mixer_set_position(mixer, 0, space, rows[i].to[0], rows[i].to[1]);
        sinew_mixer_advance(mixer, 0.1);
        assert_int_equal(sinew_mixer_layers(mixer, layers), 3);
        for (int32_t k = 0; k < 3; ++k) assert_close(layers[k].weight, expected[layers[k].source.clip], 1e-6);
        sinew_mixer_destroy(mixer);
    }
    sinew_blend_space_destroy(space);
}

/// A space fades to a clip of its sync group, whose markers are as many.
static void a_space_fades_like_a_clip(void **state)
{
    (void)state;
    static const double steps[] = {0.5, 1.5};
    sinew_blend_space *space = make_gaits();
    sinew_mixer *mixer = make_mixer();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew_error error;
    play(mixer, 0, (sinew_mixer_clip){.space = space, .x = 3.2, .start = 0.5, .sync = 1});
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.clip = TURN, .sync = 1}, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "1 sync markers, expected 2 as in sync group 1");
    play(mixer, 0, (sinew_mixer_clip){.clip = TURN, .sync = 1, .fade = 1, .markers = steps, .marker_count = 2});
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    sinew_mixer_advance(mixer, 0.25);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 3);
    assert_close(layers[0].weight, 0.45, 1e-6);
    assert_close(layers[2].weight, 0.25, 1e-6);
    // The phase begins at 0.5; paces are 38/15 and 1 marker per second: 0.5 + 0.25 · (38/15 − 0.125 · 23/15) = 1.0854.
    assert_close(layers[2].source.time, 1.5 + 0.0854166666666667, 1e-9);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
}

/// 0.3 and 0.9 on the base: a quarter and three quarters, in the pose. Above it sums of more than 1 are normalised. All
/// zero: the rest pose.
static void callers_set_weights(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew_blender *blender;
    sinew_local_pose *pose;
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    for (int layer = 0; layer < 2; ++layer) {
        play(mixer, layer, (sinew_mixer_clip){.clip = POSE, .weighted = 1});
        play(mixer, layer, (sinew_mixer_clip){.clip = IDLE, .weighted = 1});
    }
    assert_int_equal(sinew_mixer_layers(mixer, layers), 0);
    sinew_mixer_evaluate(mixer, blender, pose);
    assert_close(pose->groups[0].ty[1], 1, 1e-6); // at rest
    assert_true(sinew_mixer_set_weight(mixer, 0, POSE, 0.3f));
    assert_true(sinew_mixer_set_weight(mixer, 0, IDLE, 0.9f));
    assert_false(sinew_mixer_set_weight(mixer, 0, WALK, 1));
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    sinew_mixer_evaluate(mixer, blender, pose);
    assert_close(pose->groups[0].ty[1], 0.25 * 0.5 + 0.75 * 1, 1e-6); // the pose is half as high
    assert_true(sinew_mixer_set_weight(mixer, 0, IDLE, (double)NAN));
    assert_true(sinew_mixer_set_weight(mixer, 0, POSE, (double)INFINITY));
    sinew_mixer_evaluate(mixer, blender, pose);
    assert_close(pose->groups[0].ty[1], 0.5, 1e-6);
    sinew_mixer_set_weight(mixer, 1, POSE, 3);
    sinew_mixer_set_weight(mixer, 1, IDLE, 1);
    const int32_t count = sinew_mixer_layers(mixer, layers);
    assert_close(layers[count - 2].weight * (1 - layers[count - 1].weight), 0.75, 1e-6);
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .fade = 0.5}); // ends weighted clips
    sinew_mixer_advance(mixer, 0.5);
    assert_false(sinew_mixer_set_weight(mixer, 0, IDLE, 1));
    for (int i = 0; i < SINEW_MIXER_CLIPS_MAX; ++i) play(mixer, 2, (sinew_mixer_clip){.clip = i, .weighted = 1});
    sinew_error error;
    const sinew_mixer_clip more = {.clip = POSE, .weighted = 1};
    assert_int_equal(sinew_mixer_play(mixer, 2, &more, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "the layer has 4 weighted clips already");
    sinew_mixer_stop(mixer, 2, 0); // clips that have ended do not count
    for (int i = 0; i < SINEW_MIXER_CLIPS_MAX; ++i) play(mixer, 2, (sinew_mixer_clip){.clip = i, .weighted = 1});
    assert_int_equal(sinew_mixer_play(mixer, 2, &more, &error), SINEW_ERROR_LIMIT);
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_mixer_destroy(mixer);
}

/// Clips without duration have no pace; a space of nothing else stands still.
static void clips_without_duration_stand_still(void **state)
{
    (void)state;
    const sinew_blend_point points[] = {{.clip = POSE}, {.clip = SINEW_NONE, .x = 1}, {.clip = WALK, .x = 2}};
    sinew_blend_space *space = make_space(points, 3, 1, NULL);
    sinew_mixer *mixer = make_mixer();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.space = space, .x = 0.25});
    sinew_mixer_advance(mixer, 0.3);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], POSE, 0, 0.75);
    sinew_mixer_set_position(mixer, 0, space, 1.5, 0);
    sinew_mixer_advance(mixer, 0.25);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], SINEW_NONE, 0, 0.5);
    assert_layer(&layers[1], WALK, 0.25, 0.5);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
}

/// Of a walk of 0.6 that has one foot on the ground and a run of 0.4 that has the other, the walk's is planted, by its
/// heel or by its toe. An idle, which never lifts a foot, counts only where nothing else plays.
static void the_heavier_clips_plant_feet(void **state)
{
    static const struct {
        double x;
        int left, right;
    } rows[] = {{3.2, 1, 0}, {4, 0, 1}, {0.5, 1, 0}, {0, 1, 1}};
    (void)state;
    sinew_contact left = {0, 1, 0.5, 0.7}, right = {1, 2, 0, 0.5}, always[2] = {{0, 1, 0, 3}, {1, 2, 0, 3}};
    sinew_contacts contacts[WALKER_CLIPS] = {[WALK] = {&left, 1, WALK, 1, 0, {0}},
                                             [RUN] = {&right, 1, RUN, 1, 0, {0}},
                                             [IDLE] = {always, 2, IDLE, 1, 0, {0}}};
    sinew_blend_space *space = make_gaits();
    for (int is_toe = 0; is_toe < 2; ++is_toe) {
        const sinew_foot feet[2] = {{is_toe ? 0 : 1, is_toe ? 1 : SINEW_NONE, 1},
                                    {is_toe ? 0 : 2, is_toe ? 2 : SINEW_NONE, 1}};
        sinew_planted_foot plants[2];
        sinew_mixer *mixer = make_mixer();
        sinew_mixer_planted(mixer, contacts, WALKER_CLIPS, feet, 2, plants); // nothing plays
        for (int i = 0; i < 2; ++i) assert_true(plants[i].heel == 0 && plants[i].toe == 0);
        play(mixer, 0, (sinew_mixer_clip){.space = space, .x = rows[0].x, .start = 0.6});
        for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
            sinew_mixer_set_position(mixer, 0, space, rows[i].x, 0);
            const sinew_contacts in_order[3] = {contacts[RUN], contacts[IDLE], contacts[WALK]};
            sinew_planted_foot again[2];
            sinew_mixer_planted(mixer, contacts, WALKER_CLIPS, feet, 2, plants);
            sinew_mixer_planted(mixer, in_order, 3, feet, 2, again); // found by the clip, not by the index
            assert_memory_equal(plants, again, sizeof plants);
            assert_true((is_toe ? plants[0].toe : plants[0].heel) == rows[i].left);
            assert_true((is_toe ? plants[1].toe : plants[1].heel) == rows[i].right);
            assert_true((is_toe ? plants[0].heel : plants[0].toe) == 0);
        }
        sinew_mixer_destroy(mixer);
    }
    sinew_blend_space_destroy(space);
}

/// Of two clips that the caller weights, only the walk has the foot on the ground: it is planted with more than half
/// of the weight, not with half.
static void half_of_the_weight_plants_no_foot(void **state)
{
    static const struct {
        float walk, run;
        int is_planted;
    } rows[] = {{1, 1, 0}, {1, 0.5f, 1}, {0.5f, 1, 0}, {0.5f, 0.5f, 0}};
    (void)state;
    const sinew_foot foot = {1, SINEW_NONE, 1};
    sinew_contact down = {0, 1, 0, 0.5};
    sinew_contacts contacts[2] = {[WALK] = {&down, 1, WALK, 1, 0, {0}}, [RUN] = {NULL, 0, RUN, 1, 0, {0}}};
    sinew_mixer *mixer = make_mixer();
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .weighted = 1});
    play(mixer, 0, (sinew_mixer_clip){.clip = RUN, .weighted = 1});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_planted_foot plant;
        assert_true(sinew_mixer_set_weight(mixer, 0, WALK, rows[i].walk));
        assert_true(sinew_mixer_set_weight(mixer, 0, RUN, rows[i].run));
        sinew_mixer_planted(mixer, contacts, 2, &foot, 1, &plant);
        assert_true(plant.heel == rows[i].is_planted);
    }
    sinew_mixer_destroy(mixer);
}

/// SINEW_FEET_MAX feet are planted; with one more, or fewer than none, nothing is written.
static void plants_of_too_many_feet_do_not_change(void **state)
{
    (void)state;
    sinew_contacts none = {.clip = WALK};
    sinew_foot feet[SINEW_FEET_MAX + 1];
    sinew_mixer *mixer = make_mixer();
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK});
    for (int32_t count = -1; count <= SINEW_FEET_MAX + 1; ++count) {
        sinew_planted_foot plants[SINEW_FEET_MAX + 1];
        for (int32_t i = 0; i <= SINEW_FEET_MAX; ++i) {
            feet[i] = (sinew_foot){1, SINEW_NONE, 1};
            plants[i] = (sinew_planted_foot){9, 9};
        }
        sinew_mixer_planted(mixer, &none, 1, feet, count, plants);
        for (int32_t i = 0; i <= SINEW_FEET_MAX; ++i)
            assert_true((plants[i].heel == 9) == (count > SINEW_FEET_MAX || i >= count));
    }
    sinew_mixer_destroy(mixer);
}

static void bad_uses_are_refused(void **state)
{
    (void)state;
    sinew_model *other = make_walkers(NULL);
    sinew_blend_space *space = make_gaits();
    sinew_mixer *mixer = make_mixer(), *of_other = NULL;
    sinew_error error;
    assert_int_equal(sinew_mixer_create(other, &of_other, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(of_other, 0, &(sinew_mixer_clip){.space = space}, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the blend space belongs to another model");
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.space = space, .y = (double)NAN}, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the position in the blend space is not finite");
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.space = space, .half_life = -1}, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    sinew_mixer_destroy(of_other);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
    sinew_model_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_interpolates_neighbours),
        cmocka_unit_test(a_line_sorts_its_points),
        cmocka_unit_test(weights_do_not_depend_on_origin_or_range),
        cmocka_unit_test(a_space_of_one_point_is_its_clip),
        cmocka_unit_test(a_square_has_the_triangles_of_the_lower_indices),
        cmocka_unit_test(outside_a_triangle_its_sides_are_nearest),
        cmocka_unit_test(points_and_markers_have_limits),
        cmocka_unit_test(weights_reproduce_positions),
        cmocka_unit_test(weights_are_continuous),
        cmocka_unit_test(bad_points_are_named),
        cmocka_unit_test(a_space_plays_at_one_phase),
        cmocka_unit_test(points_have_markers_of_their_own),
        cmocka_unit_test(a_paused_point_slows_the_others),
        cmocka_unit_test(a_position_follows_smoothly),
        cmocka_unit_test(both_coordinates_move),
        cmocka_unit_test(a_space_fades_like_a_clip),
        cmocka_unit_test(callers_set_weights),
        cmocka_unit_test(clips_without_duration_stand_still),
        cmocka_unit_test(the_heavier_clips_plant_feet),
        cmocka_unit_test(half_of_the_weight_plants_no_foot),
        cmocka_unit_test(plants_of_too_many_feet_do_not_change),
        cmocka_unit_test(bad_uses_are_refused),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
