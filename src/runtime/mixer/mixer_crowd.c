// Many mixers, a few characters at a time.
#include <assert.h>
#include <string.h>

#include "core/base/arguments.h"
#include "core/base/error.h"
#include "runtime/blend/blend_lanes.h"
#include "runtime/blend/local_pose_memory.h"
#include "runtime/mixer/mixer_state.h"

enum { CHARACTERS_PER_PIECE = 8 }; ///< enough work to wake a thread for

/// What a character plays.
typedef struct character_layers {
    sinew_blend_layer of[SINEW_MIXER_MAX_BLEND_LAYERS];
    int32_t count;
} character_layers;

typedef struct crowd_worker {
    sinew_blender *blender;
    sinew__blend_lanes lanes;
    character_layers layers[SINEW__MAX_LANES];
    sinew_local_pose poses[SINEW__MAX_LANES]; ///< [lanes.count] one after the other in memory
} crowd_worker;

struct sinew_mixer_crowd {
    const sinew_model *model;
    sinew_crowd_options options;
    crowd_worker *workers; ///< [worker_count]
    sinew__arena memory;   ///< of the workers' lanes

    // of the evaluation in progress
    const sinew_mixer *const *mixers;
    int32_t count;
    sinew_mixer_crowd_output output;
};

static sinew_result create_worker(sinew_mixer_crowd *crowd, crowd_worker *own, sinew_error *error)
{
    const sinew_result result = sinew_blender_create(crowd->model, &own->blender, error);
    if (result != SINEW_OK) return result;
    const size_t size = sinew__local_pose_size(crowd->model);
    sinew__blend_lanes_create(own->blender, &crowd->memory, &own->lanes);
    uint8_t *poses = sinew__arena_aligned(&crowd->memory, (size_t)own->lanes.count * size, SINEW__LINE);
    if (crowd->memory.failed) return sinew__fail_memory(error);
    for (int32_t i = 0; i < own->lanes.count; ++i)
        sinew__local_pose_place(crowd->model, poses + (size_t)i * size, &own->poses[i]);
    return SINEW_OK;
}

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
    for (int32_t i = 0; i < chosen.worker_count && result == SINEW_OK; ++i)
        result = create_worker(crowd, &workers[i], out_error);
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
    for (int32_t i = 0; i < crowd->options.worker_count; ++i) sinew_blender_destroy(crowd->workers[i].blender);
    sinew__arena_free(&crowd->memory);
    sinew_free(crowd->workers);
    sinew_free(crowd);
}

static float *palette_of(const sinew_mixer_crowd *crowd, int32_t character)
{
    return crowd->output.palettes[(size_t)character * (size_t)crowd->model->skin_joint_count].row[0];
}

static void put_morph_weights(const sinew_mixer_crowd *crowd, const sinew_local_pose *pose, int32_t character)
{
    const size_t count = (size_t)crowd->model->morph_count;
    if (crowd->output.morph_weights && count)
        memcpy(crowd->output.morph_weights + (size_t)character * count, pose->morph_weights, count * sizeof(float));
}

static sinew_affine *sockets_of(const sinew_mixer_crowd *crowd, int32_t character)
{
    return crowd->output.socket_globals + (size_t)character * (size_t)crowd->output.socket_count;
}

/// Globals of one character by itself.
static void complete_character(const sinew_mixer_crowd *crowd, const crowd_worker *own, const sinew_local_pose *pose,
                               int32_t character)
{
    const sinew_mixer_crowd_output *output = &crowd->output;
    sinew_blend_globals(own->blender, pose);
    if (output->palettes)
        sinew_blend_palette(own->blender,
                            output->palettes + (size_t)character * (size_t)crowd->model->skin_joint_count);
    for (int32_t i = 0; i < output->socket_count; ++i)
        sockets_of(crowd, character)[i] = sinew_blend_joint_global(own->blender, output->sockets[i]);
}

/// Finds the cross-fades of own->lanes.count characters. Returns 0 if one of them plays anything else, or if somebody
/// reads their morph weights.
static int find_fades(const sinew_mixer_crowd *crowd, const crowd_worker *own, sinew__clip_fade *out)
{
    if (crowd->output.morph_weights && crowd->model->morph_count) return 0;
    for (int32_t i = 0; i < own->lanes.count; ++i)
        if (!sinew__blend_find_fade(own->blender, own->layers[i].of, own->layers[i].count, &out[i])) return 0;
    return 1;
}

/// Own->lanes.count characters at once, from their cross-fades or, where `fades` is NULL, from their poses. Returns 0,
/// with nothing done, if that does not fit what they play.
static int complete_lanes(const sinew_mixer_crowd *crowd, const crowd_worker *own, const sinew__clip_fade *fades,
                          int32_t first)
{
    const sinew_mixer_crowd_output *output = &crowd->output;
    const int puts_palettes = output->palettes && crowd->model->skin_joint_count,
              keeps_globals = output->socket_count > 0;
    float *memory[SINEW__MAX_LANES], *const *palettes = puts_palettes ? memory : NULL;
    for (int32_t i = 0; puts_palettes && i < own->lanes.count; ++i) memory[i] = palette_of(crowd, first + i);
    if (!(fades ? sinew__blend_lanes_fade(&own->lanes, fades, keeps_globals, palettes)
                : sinew__blend_lanes_evaluate(&own->lanes, own->poses, keeps_globals, palettes)))
        return 0;
    for (int32_t i = 0; i < own->lanes.count; ++i)
        for (int32_t k = 0; k < output->socket_count; ++k)
            sockets_of(crowd, first + i)[k] = sinew__blend_lane_global(&own->lanes, i, output->sockets[k]);
    return 1;
}

/// Up to own->lanes.count characters: all from their fades, or all from their poses, or one by one.
static void evaluate_characters(const sinew_mixer_crowd *crowd, crowd_worker *own, int32_t first, int32_t count)
{
    const int is_full = count == own->lanes.count;
    sinew__clip_fade fades[SINEW__MAX_LANES];
    for (int32_t i = 0; i < count; ++i) {
        if (first + i + 1 < crowd->count) sinew__mixer_prefetch(crowd->mixers[first + i + 1]);
        own->layers[i].count = sinew_mixer_layers(crowd->mixers[first + i], own->layers[i].of);
    }
    if (is_full && find_fades(crowd, own, fades) && complete_lanes(crowd, own, fades, first)) return;
    for (int32_t i = 0; i < count; ++i) {
        sinew_blend_layers(own->blender, own->layers[i].of, own->layers[i].count, &own->poses[i]);
        put_morph_weights(crowd, &own->poses[i], first + i);
    }
    if (is_full && complete_lanes(crowd, own, NULL, first)) return;
    for (int32_t i = 0; i < count; ++i) complete_character(crowd, own, &own->poses[i], first + i);
}

static void evaluate_piece(void *work, int32_t index, int32_t worker)
{
    const sinew_mixer_crowd *crowd = work;
    assert(worker >= 0 && worker < crowd->options.worker_count);
    crowd_worker *own = &crowd->workers[worker];
    const int32_t first = index * CHARACTERS_PER_PIECE, left = crowd->count - first;
    const int32_t count = left < CHARACTERS_PER_PIECE ? left : CHARACTERS_PER_PIECE, lanes = own->lanes.count;
    for (int32_t done = 0; done < count; done += lanes)
        evaluate_characters(crowd, own, first + done, count - done < lanes ? count - done : lanes);
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
