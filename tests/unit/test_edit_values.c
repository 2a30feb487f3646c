// The numbers that an edit writes, one by one, against arithmetic: of models with several meshes, morphs, cameras,
// curves and tracks: the first, a middle and the last of each kind have to be right.
#include "author/edit/edits.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/model/make_model.h"
#include "sinew/pose.h"
#include "support/full_block.h"
#include "support/make_model.h"

static const int64_t ticks_per_second = INT64_C(46186158000); // of FBX

static int64_t ticks(double seconds)
{
    return llround(seconds * (double)ticks_per_second);
}

static char note[256];

static void keep_note(void *user, const char *text)
{
    (void)user;
    snprintf(note, sizeof note, "%s", text);
}

#define MAKE(call)                                                                                                     \
    do {                                                                                                               \
        sinew_error error_ = {0};                                                                                      \
        if ((call) != SINEW_OK) fail_msg("%s", error_.message);                                                        \
    } while (0)

// ---- scaling -------------------------------------------------------------------------------------------------------

static sinew_model *full_model(void)
{
    void *block;
    size_t size;
    sinew_model *model = NULL;
    make_full_block(&block, &size);
    MAKE(sinew__model_from_block(block, size, &model, &error_));
    return model;
}

static void assert_scaled(const sinew_affine *a, const sinew_affine *b, double factor)
{
    for (int i = 0; i < 12; ++i)
        assert_close(b->row[i / 4][i % 4], a->row[i / 4][i % 4] * (i % 4 == 3 ? factor : 1), 1e-9);
}

static void assert_floats(const float *a, const float *b, int64_t count, double factor)
{
    for (int64_t i = 0; i < count; ++i) assert_close(b[i], (double)a[i] * factor, 1e-5);
}

/// All lengths, and nothing else, are multiplied: joints, nodes, skins, meshes, morphs, caches and cameras.
static void scaled_models_have_scaled_shapes(void **state)
{
    static const double factors[] = {3, 0.25};
    (void)state;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; ++i) {
        const double factor = factors[i];
        sinew_model *a = full_model(), *b = NULL;
        MAKE(sinew__edit_scale(a, factor, &b, &error_));
        assert_close(b->info->size, a->info->size * factor, 1e-9);
        for (int32_t k = 0; k < a->joint_count; ++k) {
            for (int c = 0; c < 3; ++c)
                assert_close((&b->joints[k].rest.t.x)[c], (&a->joints[k].rest.t.x)[c] * factor, 1e-9);
            assert_scaled(&a->joints[k].rest_matrix, &b->joints[k].rest_matrix, factor);
            assert_scaled(&a->joints[k].bind_global, &b->joints[k].bind_global, factor);
        }
        for (int32_t k = 0; k < a->node_count; ++k) assert_scaled(&a->nodes[k].local, &b->nodes[k].local, factor);
        for (int32_t k = 0; k < a->skin_joint_count; ++k) {
            assert_scaled(&a->skin_joints[k].inverse_bind, &b->skin_joints[k].inverse_bind, factor);
            assert_scaled(&a->skin_joints[k].node_offset, &b->skin_joints[k].node_offset, factor);
        }
        assert_true(a->mesh_count == 4 && a->cache_point_count > 0 && a->delta_count > 1 && a->camera_count == 2);
        assert_floats(a->positions, b->positions, 3 * (int64_t)a->vertex_count, factor);
        assert_floats(a->normals, b->normals, 3 * (int64_t)a->vertex_count, 1);
        assert_floats(a->cache_points, b->cache_points, 3 * (int64_t)a->cache_point_count, factor);
        for (int32_t k = 0; k < a->mesh_count; ++k) {
            assert_floats(a->meshes[k].bounds_min, b->meshes[k].bounds_min, 3, factor);
            assert_floats(a->meshes[k].bounds_max, b->meshes[k].bounds_max, 3, factor);
        }
        for (int32_t k = 0; k < a->delta_count; ++k)
            assert_floats(a->deltas[k].position, b->deltas[k].position, 3, factor);
        for (int32_t k = 0; k < a->camera_count; ++k) {
            const sinew_file_camera *from = &a->cameras[k], *to = &b->cameras[k];
            for (int c = 0; c < 3; ++c) assert_close(to->position[c], from->position[c] * factor, 1e-9);
            for (int c = 0; c < 2; ++c) {
                assert_close(to->extent[c], from->extent[c] * factor, 1e-9);
                assert_close(to->field_of_view[c], from->field_of_view[c], 0);
            }
            assert_close(to->near_plane, from->near_plane * factor, 1e-9);
            assert_close(to->far_plane, from->far_plane * factor, 1e-9);
            assert_close(to->roll, from->roll, 0);
        }
        sinew_model_destroy(a);
        sinew_model_destroy(b);
    }
}

/// Keys of translations are multiplied, values and handles, of curves and of tracks; all other keys stay.
static void scaled_models_have_scaled_keys(void **state)
{
    (void)state;
    sinew_model *a = full_model(), *b = NULL;
    MAKE(sinew__edit_scale(a, 3, &b, &error_));
    for (int32_t i = 0; i < a->channel_count; ++i) {
        const double factor = a->channels[i].property == SINEW_CHANNEL_TRANSLATION ? 3 : 1;
        for (int c = 0; c < 3; ++c) {
            assert_close(b->channels[i].value[c], a->channels[i].value[c] * factor, 1e-9);
            if (a->channels[i].curve[c] == SINEW_NONE) continue;
            const sinew_curve *from = &a->curves[a->channels[i].curve[c]], *to = &b->curves[b->channels[i].curve[c]];
            for (int32_t k = 0; k < from->key_count; ++k) {
                const sinew_curve_key *x = &a->curve_keys[from->first_key + k], *y = &b->curve_keys[to->first_key + k];
                assert_close(y->value, x->value * factor, 1e-9);
                assert_close(y->in_value, (double)x->in_value * factor, 1e-5);
                assert_close(y->out_value, (double)x->out_value * factor, 1e-5);
                assert_true(y->ticks == x->ticks && y->in_time == x->in_time && y->out_time == x->out_time);
            }
        }
    }
    int cubic = 0;
    for (int32_t i = 0; i < a->track_count; ++i) {
        const sinew_track *track = &a->tracks[i];
        const int is_cubic = track->interpolation == SINEW_CUBIC;
        cubic += is_cubic;
        for (int32_t k = 0; k < track->key_count * (is_cubic ? 3 : 1); ++k)
            for (int c = 0; c < 4; ++c) {
                const double factor = track->path == SINEW_TRACK_TRANSLATION && c < 3 ? 3 : 1;
                assert_close(b->track_keys[track->first_key + k].value[c],
                             a->track_keys[track->first_key + k].value[c] * factor, 1e-9);
            }
    }
    assert_int_equal(cubic, 2);
    sinew_model_destroy(a);
    sinew_model_destroy(b);
}

// ---- morphs --------------------------------------------------------------------------------------------------------

/// Tracks of morph weights belong to the same mesh and morph after an edit of the keys.
static void edited_tracks_keep_their_morphs(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        sinew_model *a = full_model(), *b = NULL;
        if (kind == 0) MAKE(sinew__edit_reverse_clips(a, NULL, &b, &error_));
        if (kind == 1) MAKE(sinew__edit_speed_clips(a, 2, NULL, &b, &error_));
        if (kind == 2) MAKE(sinew__edit_trim_clips(a, 0.125, 0.75, NULL, &b, &error_));
        assert_int_equal(a->track_count, b->track_count);
        int morphs = 0;
        for (int32_t i = 0; i < a->track_count; ++i) {
            assert_int_equal(a->tracks[i].joint, b->tracks[i].joint);
            assert_int_equal(a->tracks[i].morph, b->tracks[i].morph);
            morphs += a->tracks[i].morph != SINEW_NONE;
        }
        assert_int_equal(morphs, 1);
        assert_int_equal(a->channel_count, b->channel_count);
        for (int32_t i = 0; i < a->channel_count; ++i) {
            assert_int_equal(a->channels[i].joint, b->channels[i].joint);
            assert_int_equal(a->channels[i].morph, b->channels[i].morph);
        }
        sinew_model_destroy(a);
        sinew_model_destroy(b);
    }
}

// ---- events --------------------------------------------------------------------------------------------------------

/// Events at 0.25 s and 0.5 s of a clip of 1 s, after an edit; those outside the rest of the clip are gone.
static void events_follow_the_time_of_their_clip(void **state)
{
    static const struct {
        double from, to, times[2]; ///< a trim
        int count;
    } rows[] = {{0.125, 0.75, {0.125, 0.375}, 2},
                {0.25, 0.5, {0, 0.25}, 2},
                {0.3, 1, {0.2}, 1},
                {0, 0.4, {0.25}, 1},
                {0.3, 0.4, {0}, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows + 2; ++i) {
        static const double faster[2] = {0.125, 0.25}, reversed[2] = {0.5, 0.75};
        const size_t trims = sizeof rows / sizeof *rows;
        const int32_t first = 0;
        const sinew__edit_options options = {.clips = &first, .clip_count = 1};
        const double *times = i < trims ? rows[i].times : i == trims ? faster : reversed;
        sinew_model *source = full_model(), *model = NULL;
        if (i < trims) MAKE(sinew__edit_trim_clips(source, rows[i].from, rows[i].to, &options, &model, &error_));
        if (i == trims) MAKE(sinew__edit_speed_clips(source, 2, &options, &model, &error_));
        if (i == trims + 1) MAKE(sinew__edit_reverse_clips(source, &options, &model, &error_));
        assert_int_equal(model->event_count, i < trims ? rows[i].count : 2);
        for (int32_t k = 0; k < model->event_count; ++k) {
            assert_int_equal(model->events[k].clip, 0);
            assert_close(model->events[k].time, times[k], 1e-9);
        }
        sinew_model_destroy(source);
        sinew_model_destroy(model);
    }
}

// ---- a row of joints -----------------------------------------------------------------------------------------------

enum { ROW = 6, DENSE = 31 };

/// A root and five joints below it, each with its own motion. Clip 0 has curves and clip 1 tracks, both of one second:
/// the x of joint j goes from 10 j to 10 j + 3 in a line of `count` keys, y stays at j, and z is constant without keys.
/// Each joint has a camera.
static sinew_model *row_of_joints(int32_t count)
{
    static const char *const names[ROW] = {"root", "a", "b", "c", "d", "e"};
    static sinew_raw_joint joints[ROW];
    static sinew_curve_key keys[ROW][2][DENSE];
    static sinew_raw_curve curves[ROW][2];
    static sinew_raw_channel channels[ROW];
    static sinew_track_key track_keys[ROW][DENSE];
    static sinew_raw_track tracks[ROW];
    static sinew_raw_camera cameras[ROW];
    static const sinew_raw_layer layer = {.name = "base", .weight = 1, .is_base = 1};
    for (int j = 0; j < ROW; ++j) {
        joints[j] = (sinew_raw_joint){.name = names[j],
                                      .parent = j ? 0 : SINEW_NONE,
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.t = {0, 0, j}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
        for (int k = 0; k < count; ++k) {
            const double time = (double)k / (count - 1);
            for (int c = 0; c < 2; ++c)
                keys[j][c][k] = (sinew_curve_key){
                    .ticks = ticks(time), .value = c ? j : 10 * j + 3 * time, .interpolation = SINEW_LINEAR};
            track_keys[j][k] = (sinew_track_key){time, {10 * j + 3 * time, j, 7 * j}};
        }
        for (int c = 0; c < 2; ++c) curves[j][c] = (sinew_raw_curve){.keys = keys[j][c], .key_count = count};
        channels[j] = (sinew_raw_channel){.joint = j,
                                          .mesh = SINEW_NONE,
                                          .morph = SINEW_NONE,
                                          .property = SINEW_CHANNEL_TRANSLATION,
                                          .value = {0, 0, 7 * j},
                                          .curve = {&curves[j][0], &curves[j][1]}};
        tracks[j] = (sinew_raw_track){.joint = j,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_TRANSLATION,
                                      .keys = track_keys[j],
                                      .key_count = count,
                                      .interpolation = SINEW_LINEAR};
        cameras[j] = (sinew_raw_camera){
            .joint = j, .target = SINEW_NONE, .up_target = SINEW_NONE, .field_of_view = {40 + j, 30}, .far_plane = 100};
    }
    const sinew_raw_clip clips[2] = {{.name = "curves",
                                      .duration = 1,
                                      .layers = &layer,
                                      .layer_count = 1,
                                      .channels = channels,
                                      .channel_count = ROW},
                                     {.name = "tracks", .duration = 1, .tracks = tracks, .track_count = ROW}};
    return make_model(&(sinew_raw_model){.ticks_per_second = ticks_per_second,
                                         .fps = 30,
                                         .joints = joints,
                                         .joint_count = ROW,
                                         .cameras = cameras,
                                         .camera_count = ROW,
                                         .clips = clips,
                                         .clip_count = 2});
}

/// A joint `was` of the row has, as joint `now` of a model, the motion of row_of_joints.
static void assert_motion(const sinew_model *model, int32_t clip, int32_t now, int was, double time, double tolerance)
{
    sinew_pose *pose;
    MAKE(sinew_pose_create(model, &pose, &error_));
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
    const sinew_vec3 t = pose->local[now].t;
    assert_close(t.x, 10 * was + 3 * time, tolerance);
    assert_close(t.y, was, tolerance);
    assert_close(t.z, 7 * was, tolerance);
    sinew_pose_destroy(pose);
}

/// Each joint but the root, and pairs of them, are dropped: the others keep their names, motion and cameras.
static void dropped_joints_are_the_only_ones_that_go(void **state)
{
    (void)state;
    for (int first = 1; first < ROW; ++first)
        for (int second = first; second < ROW; ++second) {
            uint8_t drops[ROW] = {0};
            sinew_model *source = row_of_joints(2), *model = NULL;
            int32_t now = 0;
            drops[first] = drops[second] = 1;
            MAKE(sinew__edit_drop_joints(source, drops, NULL, &model, &error_));
            const int kept = ROW - (first == second ? 1 : 2);
            assert_int_equal(model->joint_count, kept);
            assert_int_equal(model->camera_count, kept);
            assert_int_equal(model->channel_count, kept);
            assert_int_equal(model->track_count, kept);
            for (int was = 0; was < ROW; ++was) {
                if (drops[was]) continue;
                assert_string_equal(sinew_text(model, model->joints[now].name),
                                    sinew_text(source, source->joints[was].name));
                assert_int_equal(model->cameras[now].joint, now);
                assert_close(model->cameras[now].field_of_view[0], 40 + was, 0);
                for (int32_t clip = 0; clip < 2; ++clip) assert_motion(model, clip, now, was, 0.75, 1e-9);
                ++now;
            }
            sinew_model_destroy(source);
            sinew_model_destroy(model);
        }
}

/// Two joints cannot have one name, whichever two they are; exchanged names are fine.
static void each_pair_of_equal_names_is_refused(void **state)
{
    (void)state;
    for (int a = 0; a < ROW; ++a)
        for (int b = 0; b < ROW; ++b) {
            if (a == b) continue;
            sinew_model *source = row_of_joints(2), *model = NULL;
            const char *names[ROW] = {0};
            names[a] = sinew_text(source, source->joints[b].name);
            assert_int_equal(sinew__edit_rename_joints(source, names, &model, NULL), SINEW_ERROR_INVALID_ARGUMENT);
            assert_null(model);
            names[b] = sinew_text(source, source->joints[a].name);
            MAKE(sinew__edit_rename_joints(source, names, &model, &error_));
            for (int j = 0; j < ROW; ++j)
                assert_string_equal(sinew_text(model, model->joints[j].name),
                                    sinew_text(source, source->joints[j == a   ? b
                                                                      : j == b ? a
                                                                               : j]
                                                           .name));
            sinew_model_destroy(source);
            sinew_model_destroy(model);
        }
}

// ---- fewer keys ----------------------------------------------------------------------------------------------------

/// A line of 31 keys becomes two keys, and a constant curve one; the motion stays.
static void reduced_lines_have_two_keys(void **state)
{
    (void)state;
    sinew_model *source = row_of_joints(DENSE), *model = NULL;
    note[0] = 0;
    MAKE(sinew__edit_reduce_keys(source, &(sinew__edit_options){.note = keep_note}, &model, &error_));
    assert_int_equal(model->channel_count, ROW);
    for (int32_t i = 0; i < ROW; ++i) {
        assert_int_equal(model->curves[model->channels[i].curve[0]].key_count, 2);
        assert_int_equal(model->curves[model->channels[i].curve[1]].key_count, 1);
        assert_int_equal(model->tracks[i].key_count, 2);
        for (int32_t clip = 0; clip < 2; ++clip)
            for (int k = 0; k <= 8; ++k) assert_motion(model, clip, i, i, k / 8.0, 1e-3);
    }
    char expected[64];
    snprintf(expected, sizeof expected, "%d of %d keys remain", ROW * (2 + 1 + 2), ROW * 3 * DENSE);
    assert_string_equal(note, expected);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

/// A curve is constant if no key, the first, a middle or the last, has another value, and no cubic key a handle that
/// leaves the value.
static void only_constant_curves_become_one_key(void **state)
{
    static const struct {
        int at; ///< key that differs, or −1
        double value;
        float in_value, out_value;
        uint32_t interpolation;
        int is_constant;
    } rows[] = {{-1, 0, 0, 0, SINEW_LINEAR, 1}, {-1, 0, 0, 0, SINEW_CUBIC, 1}, {-1, 0, 0, 0, SINEW_STEP, 1},
                {0, 1, 0, 0, SINEW_LINEAR, 0},  {1, 1, 0, 0, SINEW_LINEAR, 0}, {2, 1, 0, 0, SINEW_LINEAR, 0},
                {0, 0, 0, 1, SINEW_CUBIC, 0},   {1, 0, 1, 0, SINEW_CUBIC, 0},  {1, 0, 0, 1, SINEW_CUBIC, 0},
                {2, 0, 1, 0, SINEW_CUBIC, 0},   {1, 0, 1, 1, SINEW_CUBIC, 0},  {1, 0, 0, 1, SINEW_LINEAR, 1},
                {0, 1, 0, 0, SINEW_STEP, 0},    {2, 1, 0, 0, SINEW_STEP, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_curve_key keys[3];
        for (int k = 0; k < 3; ++k) {
            const int differs = k == rows[i].at;
            keys[k] = (sinew_curve_key){.ticks = ticks(0.5 * k),
                                        .value = 4 + (differs ? rows[i].value : 0),
                                        .in_time = k ? -1.0f / 6 : 0,
                                        .out_time = k < 2 ? 1.0f / 6 : 0,
                                        .in_value = differs ? rows[i].in_value : 0,
                                        .out_value = differs ? rows[i].out_value : 0,
                                        .interpolation = rows[i].interpolation};
        }
        const sinew_raw_curve curve = {.keys = keys, .key_count = 3};
        const sinew_raw_layer layer = {.name = "base", .weight = 1, .is_base = 1};
        const sinew_raw_channel channel = {
            .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}};
        const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE, .node = SINEW_NONE};
        const sinew_raw_clip clip = {.name = "walk",
                                     .duration = 1,
                                     .layers = &layer,
                                     .layer_count = 1,
                                     .channels = &channel,
                                     .channel_count = 1};
        sinew_model *source = make_model(&(sinew_raw_model){.ticks_per_second = ticks_per_second,
                                                            .fps = 30,
                                                            .joints = &joint,
                                                            .joint_count = 1,
                                                            .clips = &clip,
                                                            .clip_count = 1}),
                    *model = NULL;
        sinew_pose *a, *b;
        MAKE(sinew__edit_reduce_keys(source, NULL, &model, &error_));
        assert_int_equal(model->curve_key_count == 1, rows[i].is_constant);
        MAKE(sinew_pose_create(source, &a, &error_));
        MAKE(sinew_pose_create(model, &b, &error_));
        for (double t = 0.03; t < 1; t += 0.1) {
            sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, t, a);
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, t, b);
            assert_close(b->local[0].t.x, a->local[0].t.x, 1e-3);
        }
        sinew_pose_destroy(a);
        sinew_pose_destroy(b);
        sinew_model_destroy(source);
        sinew_model_destroy(model);
    }
}

// ---- closing -------------------------------------------------------------------------------------------------------

/// Closing over the last third of a second adds (3 t² − 2 t³) of the missing value and (t³ − t²) of the missing slope,
/// t from 0 to 1. The x of a joint lacks −3 and no slope, y nothing: the line 10 j + 3 s, minus 3 (3 t² − 2 t³). Curves
/// have this at all times, tracks at frames.
static void closed_lines_bend_as_a_cubic(void **state)
{
    (void)state;
    for (int32_t count = 2; count <= DENSE; count += DENSE - 2) {
        sinew_model *source = row_of_joints(count), *model = NULL;
        MAKE(sinew__edit_close_loop(source, 10, NULL, &model, &error_));
        sinew_pose *pose;
        MAKE(sinew_pose_create(model, &pose, &error_));
        const int32_t root = sinew_model_find_motion_joint(model);
        for (int32_t clip = 0; clip < 2; ++clip)
            for (int k = 0; k <= 30; ++k) {
                const double time = clip ? k / 30.0 : sqrt(k / 30.0), t = fmax(0, (time - 2.0 / 3) * 3);
                sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
                for (int32_t j = 0; j < ROW; ++j) {
                    const double bend = j == root ? 0 : 3 * (3 * t * t - 2 * t * t * t);
                    assert_close(pose->local[j].t.x, 10 * j + 3 * time - bend, 1e-5);
                    assert_close(pose->local[j].t.y, j, 1e-4);
                    assert_close(pose->local[j].t.z, 7 * j, 1e-4);
                }
            }
        sinew_pose_destroy(pose);
        sinew_model_destroy(source);
        sinew_model_destroy(model);
    }
}

// ---- poses ---------------------------------------------------------------------------------------------------------

static const sinew_model *posed_model;

/// Moves joint *user by 1 4 9.
static sinew_result move_joint(void *user, sinew_pose *pose, sinew_error *error)
{
    sinew_vec3 *t = &pose->local[*(const int *)user].t;
    (void)error;
    *t = (sinew_vec3){t->x + 1, t->y + 4, t->z + 9};
    sinew_pose_local_to_global(posed_model, pose);
    return SINEW_OK;
}

static double smooth(double t)
{
    return t * t * (3 - 2 * t);
}

/// Two poses of one joint, each of the row: from 0.3 s to 0.4 s and from 0.6 s to 0.7 s, eased over 0.2 s. Both move it
/// by the same, so the change is whole from 0.3 s to 0.7 s; other joints do not change. Relative poses give the same,
/// because the change does not depend on the time.
static void poses_move_their_joint_by_arithmetic(void **state)
{
    (void)state;
    for (int joint = 1; joint < ROW; ++joint)
        for (int is_relative = 0; is_relative < 2; ++is_relative)
            for (int count = 1; count <= 2; ++count) {
                const sinew_edit_pose poses[2] = {
                    {.from = 0.3, .to = 0.4, .is_relative = is_relative, .edit = move_joint, .user = &joint},
                    {.from = 0.6, .to = 0.7, .is_relative = is_relative, .edit = move_joint, .user = &joint}};
                sinew_model *source = row_of_joints(2), *model = NULL;
                sinew_pose *pose;
                posed_model = source;
                note[0] = 0;
                MAKE(sinew__edit_pose_clips(source, poses, count, 0.2, &(sinew__edit_options){.note = keep_note},
                                            &model, &error_));
                assert_string_equal(note, "clip 'tracks': 1 joints are sampled");
                MAKE(sinew_pose_create(model, &pose, &error_));
                for (int k = 0; k <= 40; ++k) {
                    const double time = k / 40.0, end = count == 1 ? 0.4 : 0.7;
                    const double part = time <= 0.1 || time >= end + 0.2 ? 0
                                        : time < 0.3                     ? smooth(1 - (0.3 - time) / 0.2)
                                        : time > end                     ? smooth(1 - (time - end) / 0.2)
                                                                         : 1;
                    for (int32_t clip = 0; clip < 2; ++clip) {
                        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
                        for (int j = 0; j < ROW; ++j) {
                            const double change = j == joint ? part : 0;
                            assert_close(pose->local[j].t.x, 10 * j + 3 * time + change, 0.02);
                            assert_close(pose->local[j].t.y, j + 4 * change, 0.02);
                            assert_close(pose->local[j].t.z, 7 * j + 9 * change, 0.02);
                        }
                    }
                }
                sinew_pose_destroy(pose);
                sinew_model_destroy(source);
                sinew_model_destroy(model);
            }
}

/// A still clip of a time has the pose of this time, from the first to the last; before and after there is none.
static void stills_are_the_pose_of_their_time(void **state)
{
    static const double times[] = {0, 0.25, 1, -0.01, 1.01};
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof *times; ++i)
        for (int32_t clip = 0; clip < 2; ++clip) {
            sinew_model *source = row_of_joints(DENSE), *model = NULL;
            const sinew_result result = sinew__edit_add_still(source, clip, times[i], "still", &model, NULL);
            assert_int_equal(result, i < 3 ? SINEW_OK : SINEW_ERROR_NO_TIME);
            if (model) {
                sinew_pose *pose;
                assert_int_equal(model->clip_count, 3);
                assert_close(model->clips[2].start, times[i], 1e-9);
                MAKE(sinew_pose_create(model, &pose, &error_));
                sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 2, 0, pose);
                for (int j = 0; j < ROW; ++j) {
                    assert_close(pose->local[j].t.x, 10 * j + 3 * times[i], 1e-5);
                    assert_close(pose->local[j].t.y, j, 1e-5);
                    assert_close(pose->local[j].t.z, 7 * j, 1e-5);
                }
                sinew_pose_destroy(pose);
            }
            sinew_model_destroy(source);
            sinew_model_destroy(model);
        }
}

/// Times that are not inside the clip or do not rise are refused and named, whichever they are.
static void bad_times_of_a_split_are_named(void **state)
{
    static const struct {
        double times[3];
        const char *named;
    } rows[] = {{{0, 0.5, 0.75}, "0 s"},     {{0.25, 0.25, 0.75}, "0.25 s"}, {{0.25, 0.5, 1}, "1 s"},
                {{0.25, 0.5, 0.4}, "0.4 s"}, {{0.25, 1.5, 0.75}, "1.5 s"},   {{-1, 0.5, 0.75}, "-1 s"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_model *source = row_of_joints(2), *model = NULL;
        sinew_error error = {0};
        assert_int_equal(sinew__edit_split_clip(source, 0, rows[i].times, 3, NULL, &model, &error),
                         SINEW_ERROR_NO_TIME);
        if (!strstr(error.message, rows[i].named)) fail_msg("%s", error.message);
        assert_null(model);
        sinew_model_destroy(source);
    }
}

// ---- the frame rate ------------------------------------------------------------------------------------------------

/// Keys at 0 s and 1 s: at `fps` frames per second the second key is on a frame if it is less than 0.05 frames away.
static void keys_between_frames_are_counted(void **state)
{
    static const struct {
        double fps;
        int between;
    } rows[] = {{30, 0}, {24, 0}, {30.04, 0}, {29.96, 0}, {30.06, 1}, {29.94, 1}, {24.5, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_model *source = row_of_joints(2), *model = NULL;
        char expected[128] = "";
        note[0] = 0;
        MAKE(sinew__edit_set_rate(source, rows[i].fps, &(sinew__edit_options){.note = keep_note}, &model, &error_));
        assert_close(model->info->fps, rows[i].fps, 0);
        if (rows[i].between) // both clips have the two times
            snprintf(expected, sizeof expected, "2 of 4 keyframes ");
        assert_int_equal(strncmp(note, expected, 17), 0);
        sinew_model_destroy(source);
        sinew_model_destroy(model);
    }
}

// ---- joining -------------------------------------------------------------------------------------------------------

/// A clip of curves or of tracks that is cut at two times, which need not be keys, and joined again has its motion.
static void three_parts_are_joined_to_the_clip(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind)
        for (int32_t count = 2; count <= DENSE; count += DENSE - 2) {
            sinew_model *source = row_of_joints(count), *parts = NULL, *model = NULL;
            const double times[2] = {0.25, 0.625};
            const int32_t chosen[3] = {kind, kind + 1, kind + 2};
            MAKE(sinew__edit_split_clip(source, kind, times, 2, NULL, &parts, &error_));
            assert_int_equal(parts->clip_count, 4);
            MAKE(sinew__edit_join_clips(parts, "all", &(sinew__edit_options){.clips = chosen, .clip_count = 3}, &model,
                                        &error_));
            assert_int_equal(model->clip_count, 2);
            assert_close(model->clips[kind].duration, 1, 1e-9);
            for (int32_t j = 0; j < ROW; ++j)
                for (int k = 0; k <= 16; ++k) assert_motion(model, kind, j, j, k / 16.0, 1e-5);
            sinew_model_destroy(source);
            sinew_model_destroy(parts);
            sinew_model_destroy(model);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaled_models_have_scaled_shapes),
        cmocka_unit_test(scaled_models_have_scaled_keys),
        cmocka_unit_test(edited_tracks_keep_their_morphs),
        cmocka_unit_test(events_follow_the_time_of_their_clip),
        cmocka_unit_test(stills_are_the_pose_of_their_time),
        cmocka_unit_test(bad_times_of_a_split_are_named),
        cmocka_unit_test(dropped_joints_are_the_only_ones_that_go),
        cmocka_unit_test(each_pair_of_equal_names_is_refused),
        cmocka_unit_test(reduced_lines_have_two_keys),
        cmocka_unit_test(only_constant_curves_become_one_key),
        cmocka_unit_test(closed_lines_bend_as_a_cubic),
        cmocka_unit_test(poses_move_their_joint_by_arithmetic),
        cmocka_unit_test(keys_between_frames_are_counted),
        cmocka_unit_test(three_parts_are_joined_to_the_clip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
