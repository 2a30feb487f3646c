/// Clips of files of their own: they play bit for bit as inside a model, or are laid out again, or are refused; numbers
/// of slots that were released never name another clip.
#include "author/bake/bake_block.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model/block_file.h"
#include "runtime/model/clip_file.h"
#include "runtime/model/clip_slots.h"
#include "sinew/accessors.h"
#include "sinew/frames.h"
#include "sinew/memory.h"
#include "sinew/sinew.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/make_walkers.h"
#include "support/own_allocator.h"
#include "support/random_number.h"
#include "support/wave_chain.h"

static sinew_clip_file *file_of(const sinew_model *model, int32_t clip, const sinew_root_motion_tables *motions)
{
    sinew_error error;
    void *bytes;
    size_t size;
    sinew_clip_file *file;
    if (sinew_clip_save(model, clip, motions, &bytes, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    if (sinew_clip_open(bytes, size, &file, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_free(bytes);
    return file;
}

/// Binds a file and closes it: the slot keeps it.
static int32_t bind(const sinew_model *model, sinew_clip_file *file, sinew_clip_binding expected)
{
    sinew_error error;
    sinew_clip_binding binding;
    int32_t slot;
    if (sinew_clip_bind(model, file, &slot, &binding, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(binding, expected);
    sinew_clip_file_destroy(file);
    return slot;
}

static void assert_same_palette(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    if (model->skin_joint_count)
        assert_memory_equal(a->palette, b->palette, (size_t)model->skin_joint_count * sizeof *a->palette);
    if (model->morph_count)
        assert_memory_equal(a->morph_weights, b->morph_weights, (size_t)model->morph_count * sizeof *a->morph_weights);
    assert_memory_equal(a->visible, b->visible, (size_t)model->joint_count);
    assert_memory_equal(a->animated, b->animated, (size_t)model->joint_count);
    assert_memory_equal(a->global, b->global, (size_t)model->joint_count * sizeof *a->global);
}

/// The clip of a model, bound to it, poses as the clip does: engines, locals, layers.
static void check_in_place(sinew_model *model, int32_t clip)
{
    sinew_pose *inside, *bound;
    sinew_blender *blender;
    sinew_palette_matrix palettes[2][512];
    const int32_t slot = bind(model, file_of(model, clip, NULL), SINEW_CLIP_IN_PLACE);
    assert_true(slot >= model->clip_count);
    assert_string_equal(sinew_model_clip_name(model, slot), sinew_model_clip_name(model, clip));
    assert_int_equal(sinew_pose_create(model, &inside, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &bound, NULL), SINEW_OK);
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    const double duration = sinew_model_clip_duration(model, slot);
    assert_float_equal(duration, sinew_model_clip_duration(model, clip), 0);
    for (int i = 0; i <= 50; ++i) {
        const double time = duration * i / 50;
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, inside);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, slot, time, bound);
        assert_same_palette(model, inside, bound);
        sinew_pose_compute_locals(model, inside);
        sinew_pose_compute_locals(model, bound);
        assert_memory_equal(inside->local, bound->local, (size_t)model->joint_count * sizeof *inside->local);
        for (int k = 0; k < 2; ++k) {
            const int32_t chosen = k ? slot : clip;
            const sinew_blend_input layers[2] = {
                {.source = {.kind = SINEW_BLEND_CLIP, .clip = chosen, .time = time}, .weight = 0.7f},
                {.source = {.kind = SINEW_BLEND_CLIP, .clip = chosen, .time = duration - time}, .weight = 0.3f}};
            assert_int_equal(sinew_blend_check(model, layers, 2, NULL), SINEW_OK);
            sinew_blend_evaluate_palette(blender, layers, 2, palettes[k], NULL);
        }
        assert_memory_equal(palettes[0], palettes[1], (size_t)model->skin_joint_count * sizeof *palettes[0]);
    }
    sinew_blender_destroy(blender);
    sinew_pose_destroy(inside);
    sinew_pose_destroy(bound);
    assert_int_equal(sinew_clip_unbind(model, slot, NULL), SINEW_OK);
}

static void test_plays_in_place_as_inside(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_tree()->raw), NULL);
    assert_int_equal(sinew_model_reserve_clip_slots(model, 3, NULL), SINEW_OK);
    check_in_place(model, 0);
    sinew_model_destroy(model);
    model = make_walkers(NULL);
    assert_int_equal(sinew_model_reserve_clip_slots(model, 3, NULL), SINEW_OK);
    for (int32_t i = 0; i < model->clip_count; ++i) check_in_place(model, i);
    sinew_model_destroy(model);
    model = make_baked(make_model(&make_busy_chain(1)->raw), NULL); // inherits scales joint by joint
    assert_int_equal(sinew_model_reserve_clip_slots(model, 1, NULL), SINEW_OK);
    check_in_place(model, 0);
    sinew_model_destroy(model);
}

enum { SIZE = 60, NAME = 8 };

/// The tree with names, without meshes; with a joint more in front of the root's children, and some less at its end.
static sinew_model *make_named_tree(int has_extra, int left_out)
{
    static char names[SIZE + 1][NAME];
    chain *made = make_tree();
    made->raw.mesh_count = 0;
    for (int i = 0; i < SIZE; ++i) {
        snprintf(names[i], NAME, "j%d", i);
        made->joints[i].name = names[i];
    }
    if (has_extra) {
        memmove(&made->joints[2], &made->joints[1], (SIZE - 1) * sizeof *made->joints);
        made->joints[1] = (sinew_raw_joint){
            .name = "extra", .parent = 0, .node = SINEW_NONE, .rest = {{3, 0, 0}, {0, 0, 0.6, 0.8}, {1, 1, 1}}};
        for (int i = 2; i <= SIZE; ++i) made->joints[i].parent += made->joints[i].parent > 0;
        for (int i = 1; i < SIZE; ++i) ++made->channels[i].joint;
    }
    made->raw.joint_count = made->clip.channel_count = SIZE + has_extra - left_out;
    made->clip.channel_count = SIZE - left_out;
    return make_baked(make_model(&made->raw), NULL);
}

static void check_laid_out(int has_extra, int left_out)
{
    sinew_model *source = make_named_tree(0, 0), *model = make_named_tree(has_extra, left_out);
    sinew_pose *theirs, *own, *rest;
    double worst = 0;
    assert_int_equal(sinew_model_reserve_clip_slots(model, 1, NULL), SINEW_OK);
    const int32_t slot = bind(model, file_of(source, 0, NULL), SINEW_CLIP_LAID_OUT);
    assert_int_equal(sinew_pose_create(source, &theirs, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &own, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &rest, NULL), SINEW_OK);
    for (int i = 0; i <= 40; ++i) {
        sinew_pose_evaluate(source, SINEW_ENGINE_FAST, 0, i / 40.0, theirs);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, slot, i / 40.0, own);
        for (int32_t joint = 0; joint < model->joint_count; ++joint) {
            int32_t other;
            const char *name = sinew_model_joint_name(model, joint);
            if (sinew_model_find_joint(source, name, &other, NULL) != SINEW_OK) {
                sinew_pose_compute_locals(model, own);
                const sinew_transform *local = &own->local[joint], *at_rest = &model->joints[joint].rest;
                assert_true(fabs(local->t.x - at_rest->t.x) < 1e-6 && fabs(local->r.z - at_rest->r.z) < 1e-6);
                assert_false(own->animated[joint]);
                continue;
            }
            assert_int_equal(own->visible[joint], theirs->visible[other]);
            for (int k = 0; k < 12; ++k)
                worst =
                    fmax(worst, fabs(own->global[joint].row[k / 4][k % 4] - theirs->global[other].row[k / 4][k % 4]));
        }
    }
    assert_true(worst < 1e-4); // of some 10 units
    sinew_pose_destroy(theirs);
    sinew_pose_destroy(own);
    sinew_pose_destroy(rest);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

static void test_lays_out_for_other_joints(void **state)
{
    (void)state;
    check_laid_out(1, 0);
    check_laid_out(0, 7);
    check_laid_out(1, 20);
}

/// Slots and keys that are laid out again come from the model's allocator, even if a thread with another one binds
/// them.
static void test_slots_have_the_models_allocator(void **state)
{
    (void)state;
    own_allocator own = {0};
    own_allocator_set_thread(&own);
    sinew_model *model = make_named_tree(1, 20);
    own_allocator_set_thread(NULL);
    sinew_model *source = make_named_tree(0, 0);
    sinew_clip_file *file = file_of(source, 0, NULL);
    const long bytes_of_model = own.bytes;
    own_allocator process = {0};
    own_allocator_set(&process);
    assert_int_equal(sinew_model_reserve_clip_slots(model, 1, NULL), SINEW_OK);
    const long bytes_of_slots = own.bytes;
    assert_true(bytes_of_slots > bytes_of_model);
    int32_t slot;
    assert_int_equal(sinew_clip_bind(model, file, &slot, NULL, NULL), SINEW_OK);
    assert_true(own.bytes > bytes_of_slots);
    assert_int_equal(process.allocated, 0);
    assert_int_equal(sinew_clip_unbind(model, slot, NULL), SINEW_OK);
    assert_int_equal(own.bytes, bytes_of_slots);
    own.fails_at = own.allocated + 1;
    assert_int_equal(sinew_clip_bind(model, file, &slot, NULL, NULL), SINEW_ERROR_OUT_OF_MEMORY);
    assert_int_equal(own.bytes, bytes_of_slots);
    void *memory = sinew_allocate(1); // the thread has the process's allocator again
    assert_int_equal(process.living, 1);
    sinew_free(memory);
    sinew_model_destroy(model);
    assert_int_equal(own.living, 0);
    own_allocator_set(NULL);
    sinew_clip_file_destroy(file);
    sinew_model_destroy(source);
}

static void test_refuses_other_joints(void **state)
{
    (void)state;
    sinew_error error;
    int32_t slot;
    sinew_model *source = make_named_tree(0, 0);
    chain *made = make_tree();
    static char names[SIZE][NAME];
    for (int i = 0; i < SIZE; ++i) {
        snprintf(names[i], NAME, "j%d", i);
        made->joints[i].name = names[i];
    }
    made->raw.mesh_count = 0;
    made->stacks[5].pre_rotation[1] = 30;
    made->stacks[9].rotation_order = SINEW_ROTATE_ZYX;
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_clip_file *file = file_of(source, 0, NULL);
    assert_int_equal(sinew_clip_bind(model, file, &slot, NULL, &error), SINEW_ERROR_LIMIT); // no slots
    assert_int_equal(sinew_model_reserve_clip_slots(model, 1, NULL), SINEW_OK);
    assert_int_equal(sinew_clip_bind(model, file, &slot, NULL, &error), SINEW_ERROR_NO_MATCH);
    assert_int_equal(slot, SINEW_NONE);
    assert_non_null(strstr(error.message, "joint 'j5'"));
    assert_non_null(strstr(error.message, "pre- or post-rotation"));
    sinew_clip_file_destroy(file);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

static void test_stale_slots_rest(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model = make_walkers(NULL);
    sinew_pose *pose, *rest;
    assert_int_equal(sinew_model_reserve_clip_slots(model, 1, NULL), SINEW_OK);
    assert_int_equal(sinew_model_reserve_clip_slots(model, 1, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &rest, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, SINEW_NONE, 0, rest);
    sinew_clip_file *walk = file_of(model, WALK, NULL), *run = file_of(model, RUN, NULL);
    int32_t first, next, other;
    assert_int_equal(sinew_clip_bind(model, walk, &first, NULL, NULL), SINEW_OK);
    assert_int_equal(sinew_clip_bind(model, run, &other, NULL, &error), SINEW_ERROR_LIMIT);
    assert_int_equal(sinew_clip_unbind(model, first, NULL), SINEW_OK);
    assert_int_equal(sinew_clip_unbind(model, first, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_clip_bind(model, run, &next, NULL, NULL), SINEW_OK);
    assert_int_not_equal(first, next);
    assert_false(sinew_model_has_clip(model, first));
    assert_true(sinew_model_has_clip(model, next));
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, first, 0.3, pose);
    assert_memory_equal(pose->global, rest->global, (size_t)model->joint_count * sizeof *pose->global);
    assert_float_equal(sinew_model_clip_duration(model, first), 0, 0);
    assert_string_equal(sinew_model_clip_name(model, first), "");
    const sinew_blend_input layer = {.source = {.kind = SINEW_BLEND_CLIP, .clip = first}, .weight = 1};
    assert_int_equal(sinew_blend_check(model, &layer, 1, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_engine_accepts_clip(model, SINEW_ENGINE_FAST, next, NULL), SINEW_OK);
    assert_int_equal(sinew_engine_accepts_clip(model, SINEW_ENGINE_EXACT, next, &error), SINEW_ERROR_NO_CURVES);
    assert_int_equal(sinew_engine_accepts_clip(model, SINEW_ENGINE_FAST, first, &error), SINEW_ERROR_INVALID_ARGUMENT);
    double globals[64 * 16];
    const double time = 0.3;
    const sinew_frames frames = {.globals = globals};
    assert_true(model->joint_count <= 64);
    assert_int_equal(sinew_clip_fill_frames(model, next, SINEW_ENGINE_EXACT, &time, 1, &frames, &error),
                     SINEW_ERROR_NO_CURVES);
    assert_int_equal(sinew_clip_fill_frames(model, next, SINEW_ENGINE_FAST, &time, 1, &frames, NULL), SINEW_OK);
    sinew_clip_file_destroy(walk);
    sinew_clip_file_destroy(run);
    sinew_pose_destroy(pose);
    sinew_pose_destroy(rest);
    sinew_model_destroy(model);
}

/// Events and root motion of a bound clip equal the ones of its file.
static void test_events_and_motion(void **state)
{
    (void)state;
    sinew_model *model = make_walkers(NULL);
    const sinew_root_motion_table_options options = {.joint = 1, .parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    sinew_root_motion_tables *motions;
    sinew_event_hit hits[8], expected[8];
    assert_int_equal(sinew_model_reserve_clip_slots(model, 2, NULL), SINEW_OK);
    assert_int_equal(sinew_root_motion_tables_create(model, &options, &motions, NULL), SINEW_OK);
    const int32_t slot = bind(model, file_of(model, WALK, motions), SINEW_CLIP_IN_PLACE);
    const int32_t count = sinew_events_between(model, slot, 0, 0.8, 0, hits, 8);
    assert_int_equal(count, sinew_events_between(model, WALK, 0, 0.8, 0, expected, 8));
    assert_int_equal(count, 3);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_event *event = sinew_clip_event(model, slot, hits[i].event),
                          *inside = sinew_clip_event(model, WALK, expected[i].event);
        assert_float_equal(hits[i].time, expected[i].time, 0);
        assert_string_equal(sinew_clip_text(model, slot, event->track), sinew_text(model, inside->track));
        assert_string_equal(sinew_clip_text(model, slot, event->text), sinew_text(model, inside->text));
    }
    const sinew_root_delta a = sinew_root_motion_tables_between(motions, WALK, 0.2, 2.7),
                           b = sinew_root_motion_tables_between(motions, slot, 0.2, 2.7);
    assert_true(fabs(a.translation.z - 5) < 1e-3); // 2.5 s of 2 units per second
    assert_true(fabs(a.translation.z - b.translation.z) < 1e-5);
    sinew_root_motion_tables_destroy(motions);
    sinew_model_destroy(model);
}

/// Two slots have clips of one file, whose events have the same numbers: a mixer that plays both names whose they are.
static void test_mixers_name_clips_of_events(void **state)
{
    (void)state;
    sinew_model *model = make_walkers(NULL);
    sinew_mixer *mixer;
    sinew_mixer_event events[16];
    sinew_mixer_result result = {.events = events, .capacity = 16};
    int32_t slots[2], counts[2] = {0};
    assert_int_equal(sinew_model_reserve_clip_slots(model, 2, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    for (int i = 0; i < 2; ++i) {
        slots[i] = bind(model, file_of(model, WALK, NULL), SINEW_CLIP_IN_PLACE);
        assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.clip = slots[i], .weighted = true}, NULL),
                         SINEW_OK);
        assert_true(sinew_mixer_set_weight(mixer, 0, slots[i], 1));
    }
    sinew_mixer_step(mixer, 0.8, &result);
    assert_int_equal(result.event_count, 2 * sinew_events_between(model, WALK, 0, 0.8, 0, NULL, 0));
    assert_true(result.event_count > 0);
    for (int32_t i = 0; i < result.event_count; ++i) {
        const sinew_event *event = sinew_clip_event(model, events[i].clip, events[i].event);
        assert_non_null(event);
        assert_float_equal(event->time, events[i].time, 1e-9);
        assert_float_equal(events[i].weight, 0.5, 1e-6);
        ++counts[events[i].clip == slots[1]];
        assert_true(events[i].clip == slots[0] || events[i].clip == slots[1]);
    }
    assert_int_equal(counts[0], counts[1]);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// A bound clip has the contacts of the same clip inside the model, and a mixer finds them by the slot's number. A foot
/// of a clip whose contacts are not given has no say.
static void test_contacts_of_bound_clips(void **state)
{
    (void)state;
    sinew_model *model = make_walkers(NULL);
    const sinew_foot foot = {1, SINEW_NONE, 1};
    sinew_contact down = {0, 1, 0.5, 0.7};
    sinew_contacts inside, bound;
    sinew_mixer *mixer;
    sinew_planted_foot plant;
    assert_int_equal(sinew_model_reserve_clip_slots(model, 2, NULL), SINEW_OK);
    const int32_t slot = bind(model, file_of(model, WALK, NULL), SINEW_CLIP_IN_PLACE);
    assert_int_equal(sinew_contacts_find(model, WALK, &foot, 1, NULL, &inside, NULL), SINEW_OK);
    assert_int_equal(sinew_contacts_find(model, slot, &foot, 1, NULL, &bound, NULL), SINEW_OK);
    assert_int_equal(inside.clip, WALK);
    assert_int_equal(bound.clip, slot);
    assert_int_equal(bound.count, inside.count);
    if (bound.count) assert_memory_equal(bound.items, inside.items, (size_t)bound.count * sizeof *bound.items);
    const sinew_contacts list[2] = {{.items = &down, .count = 1, .clip = slot}, inside};
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.clip = slot, .start = 0.6}, NULL), SINEW_OK);
    sinew_mixer_planted(mixer, list, 2, &foot, 1, &plant);
    assert_true(plant.heel == 1);
    sinew_mixer_planted(mixer, list, 0, &foot, 1, &plant);
    assert_true(plant.heel == 0);
    sinew_mixer_destroy(mixer);
    sinew_contacts_free(&inside);
    sinew_contacts_free(&bound);
    sinew_model_destroy(model);
}

/// Files with right sums and a byte that is not: refused, or bound and played without harm.
static void test_survives_changed_files(void **state)
{
    (void)state;
    sinew_model *models[2] = {make_named_tree(0, 0), make_named_tree(1, 7)};
    sinew_clip_file *right = file_of(models[0], 0, NULL), *changed;
    const size_t size = right->view->block_size;
    unsigned char *file = malloc(sizeof(sinew__file_header) + size), *block = file + sizeof(sinew__file_header);
    uint32_t seed = 5;
    int opened = 0, bound = 0;
    for (int k = 0; k < 2; ++k) assert_int_equal(sinew_model_reserve_clip_slots(models[k], 1, NULL), SINEW_OK);
    for (int i = 0; i < 6000; ++i) {
        const size_t at = i < 3000 ? (size_t)i % size : (size_t)random_number(&seed, 0, (double)size);
        memcpy(block, right->view->block, size);
        block[at] = (unsigned char)random_number(&seed, 0, 256);
        const sinew__file_header header = sinew__file_header_of(block, size, SINEW__FILE_IS_CLIP, NULL, 0);
        memcpy(file, &header, sizeof header);
        if (sinew_clip_open(file, sizeof header + size, &changed, NULL) != SINEW_OK) continue;
        ++opened;
        for (int k = 0; k < 2; ++k) {
            int32_t slot;
            if (sinew_clip_bind(models[k], changed, &slot, NULL, NULL) != SINEW_OK) continue;
            ++bound;
            sinew_pose *pose = make_pose(models[k]);
            sinew_pose_evaluate(models[k], SINEW_ENGINE_FAST, slot, 0.4, pose);
            sinew_pose_compute_locals(models[k], pose);
            sinew_pose_destroy(pose);
            assert_int_equal(sinew_clip_unbind(models[k], slot, NULL), SINEW_OK);
        }
        sinew_clip_file_destroy(changed);
    }
    assert_true(opened > 500 && opened < 6000 && bound > 500);
    free(file);
    sinew_clip_file_destroy(right);
    for (int k = 0; k < 2; ++k) sinew_model_destroy(models[k]);
}

/// The clips of files become clips of a stripped model, which plays them as the model does that had them inside.
static void test_adds_clip_files_to_a_model(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model = make_walkers(NULL), *joined;
    sinew_clip_file *files[2] = {file_of(model, WALK, NULL), file_of(model, RUN, NULL)};
    if (sinew_model_create_with_clip_files(model, files, 2, &joined, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(joined->clip_count, WALKER_CLIPS + 2);
    assert_true(joined->info->is_stripped);
    sinew_pose *a = make_pose(model), *b = make_pose(joined);
    for (int32_t i = 0; i < joined->clip_count; ++i) {
        const int32_t inside = i < WALKER_CLIPS ? i : i - WALKER_CLIPS;
        int32_t first;
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, inside, 0.3, a);
        sinew_pose_evaluate(joined, SINEW_ENGINE_FAST, i, 0.3, b);
        assert_same_palette(model, a, b);
        assert_string_equal(sinew_model_clip_name(joined, i), sinew_model_clip_name(model, inside));
        assert_int_equal(sinew_clip_events(joined, i, &first), sinew_clip_events(model, inside, &first));
    }
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    for (int k = 0; k < 2; ++k) sinew_clip_file_destroy(files[k]);
    sinew_model_destroy(joined);
    sinew_model_destroy(model);
}

/// Clips that are added to a baked model leave its own clips baked, bit for bit; only the new ones are baked.
static void test_added_clips_keep_baked_ones(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model = make_walkers(NULL), *joined, *whole;
    const sinew_model *const animations[] = {model};
    if (sinew__model_add_clips(model, animations, 1, NULL, &joined, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(joined->clip_count, 2 * WALKER_CLIPS);
    for (int32_t i = 0; i < joined->clip_count; ++i)
        assert_int_equal(sinew_clip_baked_info(joined, i).frame_count > 0, i < WALKER_CLIPS);
    assert_string_equal(sinew_model_warning_code(joined, joined->warning_count - 1), "I60");
    void *block;
    size_t size;
    const sinew_bake_options options = {.keeps_baked = 1};
    assert_int_equal(sinew__baked_block(joined, &options, &block, &size, &error), SINEW_OK);
    assert_int_equal(sinew__model_from_block(block, size, &whole, &error), SINEW_OK);
    for (int32_t i = 0; i < whole->warning_count; ++i)
        assert_string_not_equal(sinew_model_warning_code(whole, i), "I60");
    sinew_pose *a = make_pose(model), *b = make_pose(joined), *c = make_pose(whole);
    for (int32_t i = 0; i < WALKER_CLIPS; ++i) {
        assert_true(sinew_clip_baked_info(whole, WALKER_CLIPS + i).frame_count > 0);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, i, 0.3, a);
        sinew_pose_evaluate(joined, SINEW_ENGINE_FAST, i, 0.3, b);
        sinew_pose_evaluate(whole, SINEW_ENGINE_FAST, i, 0.3, c);
        assert_same_palette(model, a, b);
        assert_same_palette(model, a, c);
    }
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_pose_destroy(c);
    sinew_model_destroy(whole);
    sinew_model_destroy(joined);
    sinew_model_destroy(model);
}

/// A clip that a mixer plays on any layer, by itself or after another one, a layer refers to, a blend space has or a
/// state names cannot be unbound; a clip that has faded out can.
static void test_held_clips_stay(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model = make_walkers(NULL);
    sinew_mixer *mixer;
    sinew_blend_space *space;
    assert_int_equal(sinew_model_reserve_clip_slots(model, 3, NULL), SINEW_OK);
    const int32_t run = bind(model, file_of(model, RUN, NULL), SINEW_CLIP_IN_PLACE);
    for (int32_t layer = 0; layer < SINEW_MIXER_LAYERS_MAX; ++layer) {
        const int32_t walk = bind(model, file_of(model, WALK, NULL), SINEW_CLIP_IN_PLACE);
        assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_play(mixer, layer, &(sinew_mixer_clip){.clip = walk}, &error), SINEW_OK);
        assert_int_equal(sinew_clip_unbind(model, walk, &error), SINEW_ERROR_UNSUPPORTED);
        assert_non_null(strstr(error.message, "walk"));
        assert_int_equal(sinew_mixer_play(mixer, layer, &(sinew_mixer_clip){.clip = run, .fade = 0.2}, &error),
                         SINEW_OK);
        assert_int_equal(sinew_clip_unbind(model, run, &error), SINEW_ERROR_UNSUPPORTED);
        sinew_mixer_advance(mixer, 0.1);
        assert_int_equal(sinew_clip_unbind(model, walk, &error), SINEW_ERROR_UNSUPPORTED);
        sinew_mixer_advance(mixer, 0.2);
        assert_int_equal(sinew_clip_unbind(model, walk, &error), SINEW_OK);
        assert_int_equal(sinew_mixer_play(mixer, layer, &(sinew_mixer_clip){.clip = walk}, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_int_equal(sinew_clip_unbind(model, run, &error), SINEW_ERROR_UNSUPPORTED);
        sinew_mixer_destroy(mixer);
        if (layer == 0) continue;
        const int32_t base = bind(model, file_of(model, WALK, NULL), SINEW_CLIP_IN_PLACE);
        const sinew_mixer_layer settings = {.mode = SINEW_BLEND_ADDITIVE,
                                            .weight = 1,
                                            .reference = {.kind = SINEW_BLEND_CLIP, .clip = base}},
                                none = {.mode = SINEW_BLEND_ADDITIVE, .weight = 1};
        assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_set_layer(mixer, layer, &settings, &error), SINEW_OK);
        assert_int_equal(sinew_clip_unbind(model, base, &error), SINEW_ERROR_UNSUPPORTED);
        assert_int_equal(sinew_mixer_set_layer(mixer, layer, &none, &error), SINEW_OK);
        assert_int_equal(sinew_clip_unbind(model, base, &error), SINEW_OK);
        sinew_mixer_destroy(mixer);
    }
    const sinew_blend_point points[2] = {{.clip = run}, {.clip = IDLE, .x = 1}};
    assert_int_equal(sinew_blend_space_create(model, points, 2, NULL, &space, &error), SINEW_OK);
    assert_int_equal(sinew_clip_unbind(model, run, &error), SINEW_ERROR_UNSUPPORTED);
    sinew_blend_space_destroy(space);
    // A space that fails holds none of its clips.
    const int32_t walk = bind(model, file_of(model, WALK, NULL), SINEW_CLIP_IN_PLACE);
    const sinew_blend_point alike[3] = {{.clip = run}, {.clip = walk, .x = 1}, {.clip = IDLE, .x = 1}};
    assert_int_equal(sinew_blend_space_create(model, alike, 3, NULL, &space, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_clip_unbind(model, walk, &error), SINEW_OK);
    assert_int_equal(sinew_clip_unbind(model, run, &error), SINEW_OK);
    sinew_model_destroy(model);
}

/// A state names the clip by text: it holds while other clips come and go, and for the clip in another slot.
static void test_states_outlive_slots(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model = make_walkers(NULL);
    sinew_mixer *mixer;
    sinew_mixer_state saved;
    assert_int_equal(sinew_model_reserve_clip_slots(model, 2, NULL), SINEW_OK);
    sinew_clip_file *run = file_of(model, RUN, NULL);            // with a name that no clip of the model has
    ((char *)(uintptr_t)sinew_clip_describe(run).name)[0] = 'f'; // "fun"
    const int32_t first = bind(model, run, SINEW_CLIP_IN_PLACE);
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.clip = first}, &error), SINEW_OK);
    sinew_mixer_advance(mixer, 0.25);
    sinew_mixer_get_state(mixer, &saved);
    assert_string_equal(saved.layers[0].clips[0].clip, "fun");
    sinew_mixer_destroy(mixer);
    assert_int_equal(sinew_clip_unbind(model, first, &error), SINEW_OK);
    const int32_t walk = bind(model, file_of(model, WALK, NULL), SINEW_CLIP_IN_PLACE);
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, NULL, 0, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(error.message, "the clip 1 of layer 0, 'fun', was not found");
    run = file_of(model, RUN, NULL);
    ((char *)(uintptr_t)sinew_clip_describe(run).name)[0] = 'f';
    const int32_t again = bind(model, run, SINEW_CLIP_IN_PLACE);
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, NULL, 0, &error), SINEW_OK);
    double time;
    assert_int_equal(sinew_mixer_current(mixer, 0, &time, NULL), again);
    assert_float_equal(time, 0.25, 1e-12);
    assert_int_equal(sinew_clip_unbind(model, again, &error), SINEW_ERROR_UNSUPPORTED);
    assert_int_equal(sinew_clip_unbind(model, walk, &error), SINEW_OK);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// Characters that play bound clips are posed as with the clips inside, one by one and several at once.
static void test_crowds_play_bound_clips(void **state)
{
    (void)state;
    enum { COUNT = 24 };
    sinew_model *model = make_baked(make_model(&make_tree()->raw), NULL);
    sinew_palette_matrix *palettes[2];
    sinew_crowd *crowd;
    sinew_error error;
    sinew_crowd_agent characters[COUNT];
    const int32_t stride = model->skin_joint_count;
    assert_int_equal(sinew_model_reserve_clip_slots(model, 3, NULL), SINEW_OK);
    const int32_t slot = bind(model, file_of(model, 0, NULL), SINEW_CLIP_IN_PLACE);
    assert_int_equal(sinew_crowd_create(model, COUNT, NULL, &crowd, NULL), SINEW_OK);
    for (int k = 0; k < 2; ++k) {
        palettes[k] = sinew_allocate((size_t)COUNT * (size_t)stride * sizeof **palettes);
        for (int i = 0; i < COUNT; ++i) characters[i] = (sinew_crowd_agent){.clip = k ? slot : 0, .time = 0.04 * i};
        const sinew_crowd_output output = {.palettes = palettes[k], .palette_entries = (int64_t)COUNT * stride};
        if (sinew_crowd_evaluate(crowd, characters, COUNT, &output, &error) != SINEW_OK) fail_msg("%s", error.message);
    }
    assert_memory_equal(palettes[0], palettes[1], (size_t)COUNT * (size_t)stride * sizeof **palettes);
    assert_int_equal(sinew_clip_unbind(model, slot, NULL), SINEW_OK);
    const sinew_crowd_output output = {.palettes = palettes[0], .palette_entries = (int64_t)COUNT * stride};
    assert_int_equal(sinew_crowd_evaluate(crowd, characters, COUNT, &output, &error), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_free(palettes[0]);
    sinew_free(palettes[1]);
    sinew_crowd_destroy(crowd);
    sinew_model_destroy(model);
}

/// A file that is not the clip's, or of another version, or cut, is refused in one line.
static void test_refuses_files(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model = make_walkers(NULL), *none;
    sinew_clip_file *clip;
    void *bytes, *whole;
    size_t size, whole_size;
    assert_int_equal(sinew_clip_save(model, RUN, NULL, &bytes, &size, NULL), SINEW_OK);
    assert_int_equal(sinew_model_save(model, &whole, &whole_size, NULL), SINEW_OK);
    assert_int_equal(sinew_model_open(bytes, size, &none, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_null(strchr(error.message, '\n'));
    assert_int_equal(sinew_clip_open(whole, whole_size, &clip, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(sinew_clip_open(bytes, size - 5, &clip, &error), SINEW_ERROR_TRUNCATED);
    ((uint8_t *)bytes)[size / 2] ^= 1;
    assert_int_equal(sinew_clip_open(bytes, size, &clip, &error), SINEW_ERROR_DAMAGED);
    ((uint8_t *)bytes)[size / 2] ^= 1;
    ++((sinew__file_header *)bytes)->version;
    assert_int_equal(sinew_clip_open(bytes, size, &clip, &error), SINEW_ERROR_UNSUPPORTED);
    --((sinew__file_header *)bytes)->version;
    ++((sinew__file_header *)bytes)->layout;
    assert_int_equal(sinew_clip_open(bytes, size, &clip, &error), SINEW_ERROR_UNSUPPORTED);
    assert_null(clip);
    sinew_free(bytes);
    sinew_free(whole);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays_in_place_as_inside),
        cmocka_unit_test(test_lays_out_for_other_joints),
        cmocka_unit_test(test_slots_have_the_models_allocator),
        cmocka_unit_test(test_refuses_other_joints),
        cmocka_unit_test(test_stale_slots_rest),
        cmocka_unit_test(test_events_and_motion),
        cmocka_unit_test(test_mixers_name_clips_of_events),
        cmocka_unit_test(test_contacts_of_bound_clips),
        cmocka_unit_test(test_refuses_files),
        cmocka_unit_test(test_held_clips_stay),
        cmocka_unit_test(test_crowds_play_bound_clips),
        cmocka_unit_test(test_states_outlive_slots),
        cmocka_unit_test(test_added_clips_keep_baked_ones),
        cmocka_unit_test(test_survives_changed_files),
        cmocka_unit_test(test_adds_clip_files_to_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
