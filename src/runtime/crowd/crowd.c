// Crowds: their memory, the checks before a tick, and a tick.
#include "runtime/crowd/crowd.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/mixer/mixer.h"
#include "runtime/model/look_up.h"

// ---- creating -----------------------------------------------------------------------------------------------------

static sinew_result check_sizes(int32_t capacity, const sinew_crowd_options *options, sinew_error *error)
{
    if (capacity < 0 || options->worker_count < 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "a crowd of %d characters for %d workers",
                           (int)capacity, (int)options->worker_count);
    if (capacity > SINEW_CROWD_AGENTS_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "a crowd of %d characters, the limit is %d", (int)capacity,
                           SINEW_CROWD_AGENTS_MAX);
    if (options->worker_count > SINEW_CROWD_WORKERS_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "%d workers, the limit is %d", (int)options->worker_count,
                           SINEW_CROWD_WORKERS_MAX);
    return SINEW_OK;
}

static sinew_result create_worker(sinew_crowd *crowd, sinew__crowd_worker *own, sinew_error *error)
{
    const size_t palettes = (size_t)SINEW__MAX_LANES * (size_t)crowd->model->skin_joint_count;
    own->palettes = SINEW__ARENA_ARRAY(&crowd->memory, sinew_palette_matrix, palettes);
    own->clips = SINEW__ARENA_ARRAY(&crowd->memory, sinew__mixed_clips, SINEW__MAX_LANES);
    const size_t joints = (size_t)crowd->model->joint_count + 1;
    own->matrix_of = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, joints);
    own->assigned = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, SINEW__ASSIGN_MEMORY * joints);
    own->sockets = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, joints);
    if (crowd->memory.failed) return sinew__fail_memory(error);
    const sinew_result result = sinew_blender_create(crowd->model, &own->blender, error);
    return result == SINEW_OK ? sinew_local_pose_create(crowd->model, &own->pose, error) : result;
}

sinew_result sinew_crowd_create(const sinew_model *model, int32_t capacity, const sinew_crowd_options *options,
                                sinew_crowd **out_crowd, sinew_error *out_error)
{
    if (out_crowd) *out_crowd = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_crowd)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_crowd_options chosen = options ? *options : (sinew_crowd_options){0};
    sinew_result result = check_sizes(capacity, &chosen, out_error);
    if (result != SINEW_OK) return result;
    if (!chosen.parallel_for || !chosen.worker_count) chosen.worker_count = 1;
    sinew_crowd *crowd = sinew__allocate_zeroed(1, sizeof *crowd);
    if (!crowd) return sinew__fail_memory(out_error);
    crowd->model = model;
    crowd->kernel = sinew__crowd_kernel_best();
    crowd->put_halves = crowd->kernel->put_halves_f16c && sinew__has_f16c() ? crowd->kernel->put_halves_f16c
                                                                            : crowd->kernel->put_halves;
    crowd->options = chosen;
    crowd->capacity = capacity;
    crowd->workers = SINEW__ARENA_ARRAY(&crowd->memory, sinew__crowd_worker, chosen.worker_count);
    crowd->order = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, capacity);
    const int32_t slots = model->clip_slots ? model->clip_slots->capacity : 0;
    crowd->bin_count = model->clip_count + slots + 2;
    if (slots) crowd->held_clips = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, slots);
    for (int32_t i = 0; i < slots && crowd->held_clips; ++i) crowd->held_clips[i] = SINEW_NONE;
    crowd->bin_ends = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, crowd->bin_count);
    crowd->by_level = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, capacity);
    crowd->level_of = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, capacity);
    crowd->level_ends = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, (size_t)capacity + 1);
    for (crowd->level_room = 2; crowd->level_room < 2 * (uint32_t)capacity;) crowd->level_room *= 2;
    crowd->levels = SINEW__ARENA_ARRAY(&crowd->memory, sinew__crowd_level, crowd->level_room);
    crowd->batches = SINEW__ARENA_ARRAY(&crowd->memory, sinew__crowd_batch, capacity);
    crowd->piece_starts = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, (size_t)sinew__most_pieces(crowd) + 1);
    crowd->seen = SINEW__ARENA_ARRAY(&crowd->memory, uint32_t, capacity);
    sinew__crowd_lanes_create(model, crowd->kernel, chosen.worker_count, &crowd->memory, &crowd->lanes);
    if (crowd->memory.failed) result = sinew__fail_memory(out_error);
    for (int32_t i = 0; i < chosen.worker_count && result == SINEW_OK; ++i)
        result = create_worker(crowd, &crowd->workers[i], out_error);
    if (result != SINEW_OK) {
        sinew_crowd_destroy(crowd);
        return result;
    }
    *out_crowd = crowd;
    return SINEW_OK;
}

void sinew_crowd_destroy(sinew_crowd *crowd)
{
    if (!crowd) return;
    for (int32_t i = 0; crowd->workers && i < crowd->options.worker_count; ++i) {
        sinew_blender_destroy(crowd->workers[i].blender);
        sinew_local_pose_destroy(crowd->workers[i].pose);
    }
    sinew__arena_free(&crowd->memory);
    sinew_free(crowd);
}

// ---- checking -----------------------------------------------------------------------------------------------------

/// Holds a bound clip until the end of the tick, so that no other thread frees it.
static void hold_clip(const sinew_crowd *crowd, int32_t clip)
{
    if (clip < crowd->model->clip_count || !crowd->held_clips) return;
    int32_t *held = &crowd->held_clips[sinew__slot_place(crowd->model, clip)];
    if (*held == SINEW_NONE && sinew__slot_hold(crowd->model, clip)) *held = clip;
}

static void release_clips(const sinew_crowd *crowd)
{
    for (int32_t i = 0; crowd->held_clips && i < crowd->model->clip_slots->capacity; ++i) {
        if (crowd->held_clips[i] != SINEW_NONE) sinew__slot_release(crowd->model, crowd->held_clips[i]);
        crowd->held_clips[i] = SINEW_NONE;
    }
}

static sinew_result check_layers(const sinew_crowd *crowd, const sinew_crowd_agent *who, int32_t index,
                                 sinew_error *error)
{
    if (who->layer_count < 0 || who->layer_count > SINEW_BLEND_INPUTS_MAX)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "character %d: %d layers, expected 0 to %d", (int)index,
                           (int)who->layer_count, SINEW_BLEND_INPUTS_MAX);
    for (int32_t i = 0; i < who->layer_count; ++i) {
        sinew_error layer;
        const sinew_blend_source *sources[2] = {&who->layers[i].source, &who->layers[i].reference};
        for (int k = 0; k < 2; ++k)
            if (sources[k]->kind == SINEW_BLEND_CLIP) hold_clip(crowd, sources[k]->clip);
        if (sinew__blend_check_layer(crowd->model, &who->layers[i], (int)i + 1, &layer) != SINEW_OK)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "character %d: %s", (int)index, layer.message);
    }
    return SINEW_OK;
}

static sinew_result check_clip(const sinew_crowd *crowd, const sinew_crowd_agent *who, int32_t index,
                               sinew_error *error)
{
    hold_clip(crowd, who->clip);
    if (who->clip < SINEW_NONE || !sinew__has_clip(crowd->model, who->clip))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "character %d: clip %d does not exist", (int)index,
                           (int)who->clip);
    if (who->clip >= crowd->model->clip_count && !crowd->held_clips)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the crowd was made before its model's clip slots");
    if (isfinite(who->time)) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "character %d: time %g is not finite", (int)index,
                       who->time);
}

static sinew_result check_world(const sinew_affine *world, int32_t index, sinew_error *error)
{
    static const double most = 1e30; // limit of world transforms: their products with palettes stay finite
    for (int i = 0; world && i < 12; ++i)
        if (!(fabs(world->row[i / 4][i % 4]) <= most))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                               "character %d: element %g of its world is out of range", (int)index,
                               world->row[i / 4][i % 4]);
    return SINEW_OK;
}

static sinew_result check_character(const sinew_crowd *crowd, int32_t index, sinew_error *error)
{
    const sinew_crowd_agent *who = &crowd->characters[index];
    if (who->mixer && who->layers)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "character %d: a mixer and layers", (int)index);
    if (who->mixer && who->mixer->model != crowd->model)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "character %d: its mixer belongs to another model",
                           (int)index);
    if (who->lod && who->lod->model != crowd->model)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                           "character %d: its level of detail belongs to another model", (int)index);
    for (int32_t i = 0; who->lod && i < crowd->output.socket_count; ++i)
        if (sinew_lod_joint(who->lod, crowd->output.sockets[i]) != crowd->output.sockets[i])
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                               "character %d: its level of detail leaves socket %d out", (int)index, (int)i);
    sinew_result result = SINEW_OK;
    if (who->layers) result = check_layers(crowd, who, index, error);
    if (sinew__plays_clip(who)) result = check_clip(crowd, who, index, error);
    return result == SINEW_OK ? check_world(who->world, index, error) : result;
}

/// Checks that each number in `posed` is a character's, and occurs only once.
static sinew_result check_posed(sinew_crowd *crowd, int32_t count, sinew_error *error)
{
    const sinew_crowd_output *output = &crowd->output;
    if (output->posed_count < 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d characters are posed", (int)output->posed_count);
    for (int32_t i = 0; i < output->posed_count; ++i) {
        const int32_t index = output->posed[i];
        if (index < 0 || index >= count)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "posed character %d is out of range [0, %d)",
                               (int)index, (int)count);
        if (crowd->seen[index] == crowd->tick)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "character %d is posed twice", (int)index);
        crowd->seen[index] = crowd->tick;
    }
    return SINEW_OK;
}

static sinew_result check_sockets(const sinew_crowd *crowd, sinew_error *error)
{
    const sinew_crowd_output *output = &crowd->output;
    if (output->socket_count < 0 || (output->socket_count > 0 && (!output->sockets || !output->socket_globals)))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d sockets, or no arrays for them",
                           (int)output->socket_count);
    for (int32_t i = 0; i < output->socket_count; ++i)
        if (sinew__lacks_item(error, "joint", output->sockets[i], crowd->model->joint_count))
            return SINEW_ERROR_INVALID_ARGUMENT;
    return SINEW_OK;
}

static sinew_result check_room(const sinew_crowd *crowd, int32_t last, sinew_error *error)
{
    const sinew_crowd_output *output = &crowd->output;
    const int32_t entries = crowd->model->skin_joint_count;
    if (output->stride < entries)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "a stride of %d entries for palettes of %d",
                           (int)output->stride, (int)entries);
    const int64_t needed = last < 0 ? 0 : (int64_t)last * output->stride + entries;
    if (output->palette_entries >= needed || !(output->palettes || output->half_palettes)) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "room for %lld palette entries, character %d needs %lld",
                       (long long)output->palette_entries, (int)last, (long long)needed);
}

static sinew_result check_all(sinew_crowd *crowd, int32_t count, sinew_error *error)
{
    if (count < 0 || count > crowd->capacity)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d characters in a crowd for %d", (int)count,
                           (int)crowd->capacity);
    sinew_result result = check_sockets(crowd, error);
    if (result != SINEW_OK) return result;
    if (crowd->output.posed) result = check_posed(crowd, count, error);
    if (result != SINEW_OK) return result;
    int32_t last = SINEW_NONE;
    for (int32_t i = 0; i < sinew__posed_count(crowd, count); ++i) {
        const int32_t index = sinew__posed_at(crowd, i);
        result = check_character(crowd, index, error);
        if (result != SINEW_OK) return result;
        if (index > last) last = index;
    }
    return check_room(crowd, last, error);
}

// ---- posing -------------------------------------------------------------------------------------------------------

static void pose_piece(void *work, int32_t index, int32_t worker)
{
    const sinew_crowd *crowd = work;
    assert(worker >= 0 && worker < crowd->options.worker_count);
    for (int32_t i = crowd->piece_starts[index]; i < crowd->piece_starts[index + 1]; ++i)
        sinew__crowd_pose_batch(crowd, &crowd->workers[worker], worker, &crowd->batches[i]);
}

sinew_result sinew_crowd_evaluate(sinew_crowd *crowd, const sinew_crowd_agent *characters, int32_t count,
                                  const sinew_crowd_output *output, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, crowd, output)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count > 0 && SINEW__LACKS_ARGUMENT(out_error, characters)) return SINEW_ERROR_INVALID_ARGUMENT;
    crowd->characters = characters;
    crowd->output = *output;
    if (output->stride == 0) crowd->output.stride = crowd->model->skin_joint_count;
    if (++crowd->tick == 0) { // after 2³² ticks old marks equal the new tick
        memset(crowd->seen, 0, (size_t)crowd->capacity * sizeof *crowd->seen);
        memset(crowd->levels, 0, crowd->level_room * sizeof *crowd->levels);
        crowd->tick = 1;
    }
    const sinew_result result = check_all(crowd, count, out_error);
    if (result != SINEW_OK) {
        release_clips(crowd);
        return result;
    }
    const int32_t pieces = sinew__crowd_deal_out(crowd, sinew__posed_count(crowd, count));
    if (crowd->options.parallel_for && pieces > 1)
        crowd->options.parallel_for(crowd->options.user, pieces, pose_piece, crowd);
    else
        for (int32_t i = 0; i < pieces; ++i) pose_piece(crowd, i, 0);
    release_clips(crowd);
    return SINEW_OK;
}
