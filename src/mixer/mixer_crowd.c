// Many mixers, a few characters at a time.
#include <assert.h>
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "mixer/mixer_state.h"

enum { CHARACTERS_PER_PIECE = 8 }; ///< enough work to wake a thread for

typedef struct crowd_worker {
    sinew_blender *blender;
    sinew_local_pose *pose;
} crowd_worker;

struct sinew_mixer_crowd {
    const sinew_model *model;
    sinew_crowd_options options;
    crowd_worker *workers; ///< [worker_count]

    // of the evaluation in progress
    const sinew_mixer *const *mixers;
    int32_t count;
    sinew_mixer_crowd_output output;
};

sinew_result sinew_mixer_crowd_create(const sinew_model *model, const sinew_crowd_options *options,
                                      sinew_mixer_crowd **out_crowd, sinew_error *out_error)
{
    if (out_crowd) *out_crowd = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_crowd)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_crowd_options chosen = options ? *options : (sinew_crowd_options){0};
    if (chosen.worker_count < 0 || chosen.worker_count > SINEW_CROWD_WORKERS)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%d workers, the limit is %d", (int)chosen.worker_count,
                           SINEW_CROWD_WORKERS);
    if (!chosen.parallel_for || !chosen.worker_count) chosen.worker_count = 1;
    sinew_mixer_crowd *crowd = sinew__allocate_zeroed(1, sizeof *crowd);
    crowd_worker *workers = sinew__allocate_zeroed((size_t)chosen.worker_count, sizeof *workers);
    if (!crowd || !workers) {
        sinew_free(crowd);
        sinew_free(workers);
        return sinew__fail_memory(out_error);
    }
    *crowd = (sinew_mixer_crowd){.model = model, .options = chosen, .workers = workers};
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < chosen.worker_count && result == SINEW_OK; ++i) {
        result = sinew_blender_create(model, &workers[i].blender, out_error);
        if (result == SINEW_OK) result = sinew_local_pose_create(model, &workers[i].pose, out_error);
    }
    if (result != SINEW_OK) {
        sinew_mixer_crowd_destroy(crowd);
        return result;
    }
    *out_crowd = crowd;
    return SINEW_OK;
}

void sinew_mixer_crowd_destroy(sinew_mixer_crowd *crowd)
{
    if (!crowd) return;
    for (int32_t i = 0; i < crowd->options.worker_count; ++i) {
        sinew_blender_destroy(crowd->workers[i].blender);
        sinew_local_pose_destroy(crowd->workers[i].pose);
    }
    sinew_free(crowd->workers);
    sinew_free(crowd);
}

static void put_results(const sinew_mixer_crowd *crowd, const crowd_worker *own, int32_t character)
{
    const sinew_model *model = crowd->model;
    const sinew_mixer_crowd_output *output = &crowd->output;
    const size_t index = (size_t)character;
    if (output->palettes) sinew_blend_palette(own->blender, output->palettes + index * (size_t)model->skin_joint_count);
    if (output->morph_weights && model->morph_count)
        memcpy(output->morph_weights + index * (size_t)model->morph_count, own->pose->morph_weights,
               (size_t)model->morph_count * sizeof(float));
    for (int32_t i = 0; i < output->socket_count; ++i)
        output->socket_globals[index * (size_t)output->socket_count + (size_t)i] =
            sinew_blend_joint_global(own->blender, output->sockets[i]);
}

static void evaluate_piece(void *work, int32_t index, int32_t worker)
{
    const sinew_mixer_crowd *crowd = work;
    assert(worker >= 0 && worker < crowd->options.worker_count);
    const crowd_worker *own = &crowd->workers[worker];
    const int32_t first = index * CHARACTERS_PER_PIECE, left = crowd->count - first;
    const int32_t end = first + (left < CHARACTERS_PER_PIECE ? left : CHARACTERS_PER_PIECE);
    for (int32_t i = first; i < end; ++i) {
        if (i + 1 < crowd->count) sinew__mixer_prefetch(crowd->mixers[i + 1]);
        sinew_mixer_evaluate(crowd->mixers[i], own->blender, own->pose);
        sinew_blend_globals(own->blender, own->pose);
        put_results(crowd, own, i);
    }
}

void sinew_mixer_crowd_evaluate(sinew_mixer_crowd *crowd, const sinew_mixer *const *mixers, int32_t count,
                                const sinew_mixer_crowd_output *output)
{
    assert(count >= 0);
    crowd->mixers = mixers;
    crowd->count = count;
    crowd->output = *output;
    const int32_t pieces = (count + CHARACTERS_PER_PIECE - 1) / CHARACTERS_PER_PIECE;
    if (crowd->options.parallel_for && pieces > 1) {
        crowd->options.parallel_for(crowd->options.user, pieces, evaluate_piece, crowd);
        return;
    }
    for (int32_t i = 0; i < pieces; ++i) evaluate_piece(crowd, i, 0);
}
