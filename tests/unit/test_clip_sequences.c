/// Clips bound, played, faded, saved, restored and unbound in random order, and beside threads that pose: a mixer with
/// bound clips shows to the last bit what one with the clips inside the model shows.
#include "support/cmocka_close.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/accessors.h"
#include "sinew/sinew.h"
#include "support/make_walkers.h"
#include "support/random_number.h"

enum { SEQUENCES = 100000, STEPS = 12, SLOTS = 3, THREADS = 8 };

/// A clip of the walkers in a file, under a name that no clip of the model has.
static sinew_clip_file *make_file(const sinew_model *model, int32_t clip)
{
    void *bytes;
    size_t size;
    sinew_clip_file *file;
    assert_int_equal(sinew_clip_save(model, clip, NULL, &bytes, &size, NULL), SINEW_OK);
    assert_int_equal(sinew_clip_open(bytes, size, &file, NULL), SINEW_OK);
    ((char *)(uintptr_t)sinew_clip_describe(file).name)[0] = '_';
    sinew_free(bytes);
    return file;
}

/// Data of a sequence: a mixer with bound clips, its twin with the clips inside, and the bound clips.
typedef struct sequence {
    sinew_model *model;
    sinew_clip_file *files[WALKER_CLIPS];
    int32_t slots[WALKER_CLIPS];
    int bound;
    sinew_mixer *mixer, *twin;
    sinew_mixer_state saved, saved_twin;
    int has_saved, refused;
    uint32_t seed;
} sequence;

/// Whether the twin plays the clip that the slot is of.
static int is_played(const sequence *own, int32_t clip)
{
    sinew_mixer_state state;
    sinew_mixer_get_state(own->twin, &state);
    for (int32_t i = 0; i < state.layers[0].count; ++i)
        if (strcmp(state.layers[0].clips[i].clip, sinew_model_clip_name(own->model, clip)) == 0) return 1;
    return 0;
}

/// Whether all clips that the saved state names are bound.
static int can_restore(const sequence *own)
{
    for (int32_t i = 0; i < own->saved_twin.layers[0].count; ++i) {
        const char *name = own->saved_twin.layers[0].clips[i].clip;
        for (int32_t k = 0; k < WALKER_CLIPS; ++k)
            if (strcmp(name, sinew_model_clip_name(own->model, k)) == 0 && own->slots[k] == SINEW_NONE) return 0;
    }
    return 1;
}

static void step(sequence *own)
{
    const int32_t clip = (int32_t)random_number(&own->seed, 0, WALKER_CLIPS);
    int32_t slot = own->slots[clip];
    switch ((int)random_number(&own->seed, 0, 7)) {
    case 0: { // bind
        if (slot != SINEW_NONE) return;
        const sinew_result result = sinew_clip_bind(own->model, own->files[clip], &slot, NULL, NULL);
        assert_int_equal(result, own->bound < SLOTS ? SINEW_OK : SINEW_ERROR_LIMIT);
        own->bound += result == SINEW_OK;
        own->slots[clip] = slot;
        return;
    }
    case 1: { // unbind
        if (slot == SINEW_NONE) return;
        const int is_refused = is_played(own, clip);
        assert_int_equal(sinew_clip_unbind(own->model, slot, NULL), is_refused ? SINEW_ERROR_UNSUPPORTED : SINEW_OK);
        own->refused += is_refused;
        if (is_refused) return;
        own->slots[clip] = SINEW_NONE;
        --own->bound;
        assert_int_equal(sinew_mixer_play(own->mixer, 0, &(sinew_mixer_clip){.clip = slot}, NULL),
                         SINEW_ERROR_INVALID_ARGUMENT);
        return;
    }
    case 2: // play, with and without a fade
    case 3: {
        if (slot == SINEW_NONE) return;
        const double fade = random_number(&own->seed, -0.3, 0.5), start = random_number(&own->seed, 0, 1);
        const sinew_mixer_clip bound = {.clip = slot, .fade = fade > 0 ? fade : 0, .start = start},
                               inside = {.clip = clip, .fade = fade > 0 ? fade : 0, .start = start};
        assert_int_equal(sinew_mixer_play(own->mixer, 0, &bound, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_play(own->twin, 0, &inside, NULL), SINEW_OK);
        return;
    }
    case 4:
        sinew_mixer_get_state(own->mixer, &own->saved);
        sinew_mixer_get_state(own->twin, &own->saved_twin);
        own->has_saved = 1;
        return;
    case 5: {
        if (!own->has_saved) return;
        const int restores = can_restore(own);
        assert_int_equal(sinew_mixer_set_state(own->mixer, &own->saved, NULL, 0, NULL),
                         restores ? SINEW_OK : SINEW_ERROR_NO_CLIP);
        if (restores) assert_int_equal(sinew_mixer_set_state(own->twin, &own->saved_twin, NULL, 0, NULL), SINEW_OK);
        return;
    }
    default: { // time passes
        const double seconds = random_number(&own->seed, 0, 0.2);
        sinew_mixer_advance(own->mixer, seconds);
        sinew_mixer_advance(own->twin, seconds);
        return;
    }
    }
}

/// Ends a sequence: both mixers stop, so that every clip can be unbound.
static void clear(sequence *own)
{
    sinew_mixer_stop(own->mixer, 0, 0);
    sinew_mixer_stop(own->twin, 0, 0);
    for (int32_t i = 0; i < WALKER_CLIPS; ++i) {
        if (own->slots[i] == SINEW_NONE) continue;
        assert_int_equal(sinew_clip_unbind(own->model, own->slots[i], NULL), SINEW_OK);
        own->slots[i] = SINEW_NONE;
    }
    own->bound = own->has_saved = 0;
}

static void test_random_sequences(void **state)
{
    (void)state;
    sequence own = {.model = make_walkers(NULL), .seed = 11};
    sinew_blender *blender;
    sinew_local_pose *poses[2];
    assert_int_equal(sinew_model_reserve_clip_slots(own.model, SLOTS, NULL), SINEW_OK);
    assert_int_equal(sinew_blender_create(own.model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_create(own.model, &own.mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_create(own.model, &own.twin, NULL), SINEW_OK);
    for (int k = 0; k < 2; ++k) assert_int_equal(sinew_local_pose_create(own.model, &poses[k], NULL), SINEW_OK);
    for (int32_t i = 0; i < WALKER_CLIPS; ++i) {
        own.files[i] = make_file(own.model, i);
        own.slots[i] = SINEW_NONE;
    }
    for (int i = 0; i < SEQUENCES; ++i) {
        for (int k = 0; k < STEPS; ++k) step(&own);
        sinew_mixer_evaluate(own.mixer, blender, poses[0]);
        sinew_mixer_evaluate(own.twin, blender, poses[1]);
        assert_memory_equal(poses[0]->groups, poses[1]->groups, sizeof *poses[0]->groups); // three joints are a group
        if (i % 2 == 1) clear(&own); // every second one continues, with the bindings and states of the one before
    }
    assert_true(own.refused > 1000);
    sinew_mixer_destroy(own.mixer);
    sinew_mixer_destroy(own.twin);
    for (int32_t i = 0; i < WALKER_CLIPS; ++i) sinew_clip_file_destroy(own.files[i]);
    for (int k = 0; k < 2; ++k) sinew_local_pose_destroy(poses[k]);
    sinew_blender_destroy(blender);
    sinew_model_destroy(own.model);
}

// ---- threads ------------------------------------------------------------------------------------------------------

/// What threads share: the slot of a clip that is bound now.
typedef struct shared {
    const sinew_model *model;
    atomic_int slot, ends;
    atomic_long posed;
} shared;

/// Plays whatever slot there is. A slot that was unbound between the look and the play is refused.
static void *pose_slots(void *user)
{
    shared *own = user;
    sinew_mixer *mixer;
    sinew_blender *blender;
    sinew_local_pose *pose;
    if (sinew_mixer_create(own->model, &mixer, NULL) != SINEW_OK ||
        sinew_blender_create(own->model, &blender, NULL) != SINEW_OK ||
        sinew_local_pose_create(own->model, &pose, NULL) != SINEW_OK)
        abort();
    while (!own->ends) {
        const sinew_mixer_clip clip = {.clip = own->slot};
        if (clip.clip == SINEW_NONE || sinew_mixer_play(mixer, 0, &clip, NULL) != SINEW_OK) {
            sched_yield();
            continue;
        }
        for (int i = 0; i < 4; ++i) {
            sinew_mixer_advance(mixer, 0.05);
            sinew_mixer_evaluate(mixer, blender, pose);
        }
        ++own->posed;
        sinew_mixer_stop(mixer, 0, 0);
    }
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_mixer_destroy(mixer);
    return NULL;
}

static void test_binding_beside_threads_that_pose(void **state)
{
    (void)state;
    sinew_model *model = make_walkers(NULL);
    shared own = {.model = model};
    pthread_t threads[THREADS];
    sinew_clip_file *files[2];
    int32_t slot = SINEW_NONE, old;
    own.slot = SINEW_NONE;
    assert_int_equal(sinew_model_reserve_clip_slots(model, 2, NULL), SINEW_OK);
    for (int i = 0; i < 2; ++i) files[i] = make_file(model, i);
    for (int i = 0; i < THREADS; ++i) assert_int_equal(pthread_create(&threads[i], NULL, pose_slots, &own), 0);
    for (int i = 0; i < 100; ++i) {
        const long before = own.posed;
        old = slot;
        assert_int_equal(sinew_clip_bind(model, files[i % 2], &slot, NULL, NULL), SINEW_OK);
        own.slot = slot;
        while (own.posed < before + THREADS) sched_yield();
        while (old != SINEW_NONE && sinew_clip_unbind(model, old, NULL) != SINEW_OK)
            sched_yield(); // some still play it
    }
    own.ends = 1;
    for (int i = 0; i < THREADS; ++i) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 2; ++i) sinew_clip_file_destroy(files[i]);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_sequences),
                                       cmocka_unit_test(test_binding_beside_threads_that_pose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
