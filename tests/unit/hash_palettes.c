/// hash_palettes FILE…: one number over all palettes and morph weights of all clips of the files, by each engine that
/// needs no drawing; `fast` plays baked clips, so baking is in the number too. So are all kernels that this processor
/// runs, and mixers that fade with each of them. Equal numbers from two builds mean equal bits. Each
/// file is posed by one thread and then by eight on the same model, and as a crowd by one and by eight, which must
/// agree.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"
#include "runtime/pose/engine.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/import.h"
#include "sinew/mixer.h"
#include "sinew/pose.h"
#include "support/each_kernel.h"

enum { TIMES = 60, MOST_THREADS = 8 };

/// One moment of one clip by one engine.
typedef struct moment {
    int32_t clip;
    sinew_engine engine;
    double time;
    uint64_t hash;
} moment;

/// What one thread does: every `stride`-th moment from `first` on.
typedef struct share {
    const sinew_model *model;
    moment *moments; ///< [count]
    int32_t count, first, stride;
    int failed;
    pthread_t thread;
} share;

static uint64_t add_to_hash(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i) hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_pose(const sinew_model *model, const sinew_pose *pose)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = add_to_hash(hash, pose->palette, (size_t)model->skin_joint_count * sizeof *pose->palette);
    return add_to_hash(hash, pose->morph_weights, (size_t)model->morph_count * sizeof *pose->morph_weights);
}

static void *do_share(void *argument)
{
    share *own = argument;
    sinew_pose *pose;
    if (sinew_pose_create(own->model, &pose, NULL) != SINEW_OK) {
        own->failed = 1;
        return NULL;
    }
    for (int32_t i = own->first; i < own->count; i += own->stride) {
        moment *now = &own->moments[i];
        sinew_pose_evaluate(own->model, now->engine, now->clip, now->time, pose);
        now->hash = hash_pose(own->model, pose);
    }
    sinew_pose_destroy(pose);
    return NULL;
}

/// Poses at all times with `threads` threads at once. Returns 0 if a thread cannot be started.
static int pose_all(const sinew_model *model, moment *moments, int32_t count, int32_t thread_count, uint64_t *out_hash)
{
    share shares[MOST_THREADS];
    int failed = 0;
    for (int32_t i = 0; i < thread_count; ++i) {
        shares[i] = (share){.model = model, .moments = moments, .count = count, .first = i, .stride = thread_count};
        if (pthread_create(&shares[i].thread, NULL, do_share, &shares[i]) != 0) return 0;
    }
    for (int32_t i = 0; i < thread_count; ++i) {
        pthread_join(shares[i].thread, NULL);
        failed |= shares[i].failed;
    }
    uint64_t hash = 0;
    for (int32_t i = 0; i < count; ++i) hash = add_to_hash(hash, &moments[i].hash, sizeof moments[i].hash);
    *out_hash = hash;
    return !failed;
}

static int32_t list_moments(const sinew_model *model, moment *out)
{
    int32_t count = 0;
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        for (int engine = SINEW_ENGINE_FAST; engine <= SINEW_ENGINE_REFERENCE; ++engine) {
            for (int i = 0; i < TIMES; ++i) {
                const double part = i / (double)(TIMES - 1);
                const double time = part * model->clips[clip].duration;
                out[count++] = (moment){.clip = clip, .engine = (sinew_engine)engine, .time = time};
            }
        }
    }
    return count;
}

// ---- kernels ------------------------------------------------------------------------------------------------------

static uint64_t hash_kernel(const sinew_model *model, int32_t clip, sinew_pose *pose, uint64_t hash)
{
    const size_t bytes = (size_t)model->skin_joint_count * sizeof(sinew_palette_matrix);
    for (int i = 0; i < TIMES; ++i) {
        const double part = i / (double)(TIMES - 1);
        const double time = part * model->clips[clip].duration;
        if (!sinew__fast_palette(model, clip, time, pose)) return hash;
        hash = add_to_hash(hash, pose->palette, bytes);
    }
    return hash;
}

static int hash_kernels(const sinew_model *model, uint64_t *hash)
{
    sinew_pose *pose;
    if (sinew_pose_create(model, &pose, NULL) != SINEW_OK) return 0;
    for (int kernels = -1; force_next_kernels(&kernels);)
        for (int32_t clip = 0; clip < model->clip_count; ++clip) *hash = hash_kernel(model, clip, pose, *hash);
    sinew_pose_destroy(pose);
    return 1;
}

// ---- mixers -------------------------------------------------------------------------------------------------------

/// Palettes of a mixer that fades, linearly or by inertia, from one clip to the next and the next, each moved in place.
static uint64_t hash_fades(const sinew_model *model, sinew_mixer *mixer, sinew_blender *blender,
                           sinew_palette_matrix *palette, uint64_t hash)
{
    for (int32_t i = 0; i < TIMES; ++i) {
        const sinew_mixer_clip next = {.clip = i / 4 % model->clip_count,
                                       .fade = 0.2,
                                       .start = 0.01 * i,
                                       .fade_kind = i / 4 % 2 ? SINEW_FADE_INERTIAL : SINEW_FADE_LINEAR,
                                       .blender = blender};
        if (i % 4 == 0 && sinew_mixer_play(mixer, 0, &next, NULL) != SINEW_OK) abort();
        sinew_mixer_advance(mixer, 0.02);
        sinew_mixer_evaluate_palette(mixer, blender, palette, NULL);
        hash = add_to_hash(hash, palette, (size_t)model->skin_joint_count * sizeof *palette);
    }
    return hash;
}

static int hash_mixers(const sinew_model *model, uint64_t *hash)
{
    sinew_palette_matrix *palette = malloc((size_t)model->skin_joint_count * sizeof *palette + 1);
    sinew_root_motion_tables *motions = NULL;
    int made =
        palette && (model->clip_count == 0 || sinew_root_motion_tables_create(model, NULL, &motions, NULL) == SINEW_OK);
    for (int kernels = -1; made && model->clip_count && force_next_kernels(&kernels);) {
        sinew_blender *blender = NULL;
        sinew_mixer *mixer = NULL;
        made = sinew_blender_create(model, &blender, NULL) == SINEW_OK &&
               sinew_mixer_create(model, &mixer, NULL) == SINEW_OK &&
               sinew_mixer_set_motions(mixer, motions, NULL) == SINEW_OK;
        if (made) *hash = hash_fades(model, mixer, blender, palette, *hash);
        sinew_mixer_destroy(mixer);
        sinew_blender_destroy(blender);
    }
    sinew_root_motion_tables_destroy(motions);
    free(palette);
    return made;
}

// ---- crowds -------------------------------------------------------------------------------------------------------

/// A loop in progress: each thread takes every eighth index.
typedef struct loop {
    void (*body)(void *work, int32_t index, int32_t worker);
    void *work;
    int32_t count, worker;
    pthread_t thread;
} loop;

static void *run_loop(void *argument)
{
    const loop *own = argument;
    for (int32_t i = own->worker; i < own->count; i += MOST_THREADS) own->body(own->work, i, own->worker);
    return NULL;
}

static void run_on_eight(void *user, int32_t count, void (*body)(void *work, int32_t index, int32_t worker), void *work)
{
    loop loops[MOST_THREADS];
    (void)user;
    for (int32_t i = 0; i < MOST_THREADS; ++i) {
        loops[i] = (loop){.body = body, .work = work, .count = count, .worker = i};
        if (pthread_create(&loops[i].thread, NULL, run_loop, &loops[i]) != 0) abort();
    }
    for (int32_t i = 0; i < MOST_THREADS; ++i) pthread_join(loops[i].thread, NULL);
}

/// A character for every time of every clip, distributed over the threads. Returns 0 when out of memory.
static int hash_crowd(const sinew_model *model, int32_t thread_count, uint64_t *out_hash)
{
    const int32_t count = model->clip_count * TIMES;
    const size_t bytes = (size_t)count * (size_t)model->skin_joint_count * sizeof(sinew_palette_matrix);
    const sinew_crowd_options options = {.parallel_for = thread_count > 1 ? run_on_eight : NULL,
                                         .worker_count = thread_count};
    sinew_crowd_agent *characters = calloc((size_t)count + 1, sizeof *characters);
    sinew_palette_matrix *palettes = malloc(bytes + 1);
    sinew_crowd *crowd = NULL;
    const int made = characters && palettes && sinew_crowd_create(model, count, &options, &crowd, NULL) == SINEW_OK;
    if (made) {
        for (int32_t i = 0; i < count; ++i) { // clips take turns
            const int32_t clip = i % model->clip_count;
            const double part = i / model->clip_count / (double)(TIMES - 1);
            characters[i] = (sinew_crowd_agent){.clip = clip, .time = part * model->clips[clip].duration};
        }
        const sinew_crowd_output output = {.palettes = palettes,
                                           .palette_entries = (int64_t)count * model->skin_joint_count};
        if (sinew_crowd_evaluate(crowd, characters, count, &output, NULL) != SINEW_OK) abort();
        *out_hash = add_to_hash(UINT64_C(0xcbf29ce484222325), palettes, bytes);
    }
    sinew_crowd_destroy(crowd);
    free(characters);
    free(palettes);
    return made;
}

static int hash_crowds(const char *path, const sinew_model *model, uint64_t *hash)
{
    uint64_t alone = 0, together = 0;
    const int posed = hash_crowd(model, 1, &alone) && hash_crowd(model, MOST_THREADS, &together);
    if (posed && alone != together) fprintf(stderr, "%s: eight threads give a crowd other bits than one\n", path);
    *hash = add_to_hash(*hash, &alone, sizeof alone);
    return posed && alone == together;
}

static int hash_model(const char *path, const sinew_model *model, uint64_t *hash)
{
    const size_t most = (size_t)model->clip_count * SINEW_ENGINE_COUNT * TIMES;
    moment *moments = calloc(most + 1, sizeof *moments);
    if (!moments) return 0;
    const int32_t count = list_moments(model, moments);
    uint64_t alone = 0, together = 0;
    const int posed =
        pose_all(model, moments, count, 1, &alone) && pose_all(model, moments, count, MOST_THREADS, &together);
    free(moments);
    if (posed && alone != together) fprintf(stderr, "%s: eight threads give other bits than one\n", path);
    *hash = add_to_hash(*hash, &alone, sizeof alone);
    return posed && alone == together;
}

/// The model of a file with baked clips; NULL and a line on stderr when there is none.
static sinew_model *load_baked(const char *path)
{
    sinew_model *authored, *baked = NULL;
    sinew_error error;
    void *block;
    size_t size;
    sinew_result result = sinew_model_import(path, NULL, &authored, &error);
    if (result == SINEW_OK) {
        result = sinew__baked_block(authored, NULL, &block, &size, &error);
        sinew_model_destroy(authored);
    }
    if (result == SINEW_OK) result = sinew__model_from_block(block, size, &baked, &error);
    if (result != SINEW_OK) fprintf(stderr, "%s: %s\n", path, error.message);
    return baked;
}

int main(int count, char **paths)
{
    uint64_t hash = 0;
    int failed = 0;
    int32_t clips = 0;
    for (int i = 1; i < count; ++i) {
        const char *path = paths[i];
        sinew_model *model = load_baked(path);
        if (!model) return 1;
        failed |= !hash_model(path, model, &hash) || !hash_kernels(model, &hash) || !hash_mixers(model, &hash) ||
                  !hash_crowds(path, model, &hash);
        clips += model->clip_count;
        sinew_model_destroy(model);
    }
    printf("palettes %016" PRIx64 "\n", hash);
    return failed || clips == 0;
}
