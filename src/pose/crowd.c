// Characters sorted by clip, cut into batches of as many as a vector has lanes, the batches dealt out by cost.
#include "sinew/crowd.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "pose/fast_pose.h"

enum {
    MOST_LANES = 16,
    FEWEST_TOGETHER = 5, ///< of a full batch's eight: fewer are posed faster one by one
    PIECES_PER_WORKER = 16,
    LEAST_PIECE = 512, ///< joints of a batch: posing fewer takes less time than waking a thread
    PAGE = 4096,
    QUARTERS = 4,
    SECOND_CACHE = 384 * 1024, ///< bytes that a core surely keeps for itself
};

/// What a batch costs, in parts of what a full one of a baked clip costs. Measured with 69 joints.
enum { COST_OF_BATCH = 1, COST_OF_EXACT = 4 };

/// Characters order[first] … order[first + count − 1] play one clip.
typedef struct batch {
    int32_t first, count;
    int32_t cost;
} batch;

/// Of one clip's characters: where in `order` each quarter's end.
typedef struct quarter_ends {
    int32_t of[QUARTERS];
} quarter_ends;

/// Memory of one worker.
typedef struct worker {
    sinew_pose *pose;
    float *slots; ///< of characters in lanes, as the crowd's `places` says
} worker;

struct sinew_crowd {
    const sinew_model *model;
    const sinew__pose_kernel *kernel;
    sinew__lane_slots places;
    sinew_crowd_options options;
    int32_t capacity;
    sinew__arena memory;
    worker *workers;         ///< [worker_count]
    int32_t *order;          ///< [capacity] characters by clip
    quarter_ends *clip_ends; ///< [clip_count + 1] in `order`, clip SINEW_NONE first
    batch *batches;          ///< [capacity]
    int32_t *piece_starts;   ///< [most pieces + 1] in `batches`
    int32_t batch_count;
    int64_t cost; ///< of all batches

    // of the evaluation in progress
    const sinew_character *characters;
    int32_t count;
    sinew_palette_matrix *palettes;
    float *weights;
};

// ---- creating -----------------------------------------------------------------------------------------------------

static int32_t most_pieces(const sinew_crowd *crowd)
{
    return crowd->options.worker_count * PIECES_PER_WORKER;
}

static sinew_result check_sizes(int32_t capacity, const sinew_crowd_options *options, sinew_error *error)
{
    if (capacity < 0 || options->worker_count < 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "a crowd of %d characters for %d workers",
                           (int)capacity, (int)options->worker_count);
    if (capacity > SINEW_CROWD_LIMIT)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "a crowd of %d characters, the limit is %d", (int)capacity,
                           SINEW_CROWD_LIMIT);
    if (options->worker_count > SINEW_CROWD_WORKERS)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "%d workers, the limit is %d", (int)options->worker_count,
                           SINEW_CROWD_WORKERS);
    return SINEW_OK;
}

/// Floats that share no page with other memory: at the end of what it works on, a core asks for the lines that follow,
/// up to the end of the page, and takes them away from the core that writes them.
static float *floats_in_pages(sinew__arena *memory, size_t count)
{
    return sinew__arena_aligned(memory, count * sizeof(float) + PAGE, PAGE);
}

static sinew_result create_workers(sinew_crowd *crowd, sinew_error *error)
{
    const size_t floats = (size_t)crowd->places.count * 12 * (size_t)crowd->kernel->lanes;
    for (int32_t i = 0; i < crowd->options.worker_count; ++i) {
        crowd->workers[i].slots = floats_in_pages(&crowd->memory, floats);
        const sinew_result result = sinew_pose_create(crowd->model, &crowd->workers[i].pose, error);
        if (result != SINEW_OK) return result;
    }
    return crowd->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
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
    crowd->kernel = sinew__pose_kernel_best();
    crowd->options = chosen;
    crowd->capacity = capacity;
    crowd->places = sinew__lane_slots_of(model, &crowd->memory);
    crowd->workers = SINEW__ARENA_ARRAY(&crowd->memory, worker, chosen.worker_count);
    crowd->order = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, capacity);
    crowd->clip_ends = SINEW__ARENA_ARRAY(&crowd->memory, quarter_ends, (size_t)model->clip_count + 1);
    crowd->batches = SINEW__ARENA_ARRAY(&crowd->memory, batch, capacity);
    crowd->piece_starts = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, (size_t)most_pieces(crowd) + 1);
    result = crowd->memory.failed ? sinew__fail_memory(out_error) : create_workers(crowd, out_error);
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
    for (int32_t i = 0; crowd->workers && i < crowd->options.worker_count; ++i)
        sinew_pose_destroy(crowd->workers[i].pose);
    sinew__arena_free(&crowd->memory);
    sinew_free(crowd);
}

// ---- dealing out --------------------------------------------------------------------------------------------------

/// Writes a number where it is another than the last time: other cores then need not read it again.
static inline void put(int32_t *at, int32_t number)
{
    if (*at != number) *at = number;
}

/// Sorts characters by clip, those of one clip in the order in which they came. Quarters of them are counted at the
/// same time, so that a counter need not wait for what was just added to it.
static void sort_by_clip(sinew_crowd *crowd, int32_t count)
{
    quarter_ends *ends = crowd->clip_ends; // first: how many; then: where each begins; at last: where it ends
    const sinew_character *characters = crowd->characters;
    const int32_t quarter = (count + QUARTERS - 1) / QUARTERS;
    memset(ends, 0, ((size_t)crowd->model->clip_count + 1) * sizeof *ends);
    for (int32_t i = 0; i < quarter; ++i)
        for (int32_t q = 0, at = i; q < QUARTERS && at < count; ++q, at += quarter)
            ++ends[characters[at].clip + 1].of[q];
    int32_t begin = 0;
    for (int32_t i = 0; i < (crowd->model->clip_count + 1) * QUARTERS; ++i) {
        int32_t *end = &ends[i / QUARTERS].of[i % QUARTERS];
        const int32_t own = *end;
        *end = begin;
        begin += own;
    }
    for (int32_t i = 0; i < quarter; ++i)
        for (int32_t q = 0, at = i; q < QUARTERS && at < count; ++q, at += quarter)
            put(&crowd->order[ends[characters[at].clip + 1].of[q]++], at);
}

/// Cuts the characters of one clip, [first, end) in `order`, into batches.
static void add_batches(sinew_crowd *crowd, int32_t clip, int32_t first, int32_t end)
{
    const int is_baked = sinew__baked_clip_of(crowd->model, clip) != NULL;
    const int32_t most = is_baked ? crowd->kernel->lanes : 1;
    const int32_t cost = is_baked ? COST_OF_BATCH : COST_OF_EXACT;
    for (; first < end; first += most) {
        crowd->batches[crowd->batch_count++] =
            (batch){.first = first, .count = end - first < most ? end - first : most, .cost = cost};
        crowd->cost += cost;
    }
}

/// Cuts the batches into pieces of about the same cost. Returns how many.
static int32_t cut_pieces(sinew_crowd *crowd)
{
    const int64_t total = crowd->cost;
    const int32_t workers = crowd->options.worker_count;
    int64_t worth = total * crowd->model->joint_count / LEAST_PIECE + 1;
    if (worth > workers) worth += (workers - worth % workers) % workers; // as many for each
    const int32_t most = workers == 1 ? 1 : worth < most_pieces(crowd) ? (int32_t)worth : most_pieces(crowd);
    int32_t pieces = 0;
    int64_t done = 0, next = 0; // what the batches before the next piece cost, at least
    for (int32_t i = 0; i < crowd->batch_count; ++i) {
        if (done >= next) {
            crowd->piece_starts[pieces++] = i;
            next = (total * pieces + most - 1) / most;
        }
        done += crowd->batches[i].cost;
    }
    crowd->piece_starts[pieces] = crowd->batch_count;
    return pieces;
}

// ---- posing -------------------------------------------------------------------------------------------------------

static sinew_palette_matrix *palette_of(const sinew_crowd *crowd, int32_t character)
{
    return crowd->palettes + (size_t)character * (size_t)crowd->model->skin_joint_count;
}

static float *weights_of(const sinew_crowd *crowd, int32_t character)
{
    return crowd->weights ? crowd->weights + (size_t)character * (size_t)crowd->model->morph_count : NULL;
}

static void copy_palette(const sinew_crowd *crowd, const worker *own, int32_t character)
{
    const size_t count = (size_t)crowd->model->skin_joint_count;
    if (count) memcpy(palette_of(crowd, character), own->pose->palette, count * sizeof *own->pose->palette);
}

/// One character whose clip has no rows at its time.
static void pose_exactly(const sinew_crowd *crowd, const worker *own, int32_t character)
{
    const sinew_model *model = crowd->model;
    const sinew_character *who = &crowd->characters[character];
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, who->clip, who->time, own->pose);
    copy_palette(crowd, own, character);
    if (crowd->weights && model->morph_count)
        memcpy(weights_of(crowd, character), own->pose->morph_weights, (size_t)model->morph_count * sizeof(float));
}

/// One character that plays a compact clip. Returns 0 where that does not say what happens at its time.
static int pose_compact(const sinew_crowd *crowd, const worker *own, const sinew__baked_clip *baked, int32_t character)
{
    const sinew_model *model = crowd->model;
    sinew__compact_position place;
    sinew__compact_sample sample;
    if (!sinew__compact_sample_at(model, baked, crowd->characters[character].time, &place, &sample)) return 0;
    const sinew__walk walk = sinew__walk_of(model, baked);
    if (baked->flags & SINEW__BAKED_INHERITS) {
        sinew__inherit_pose(model, baked, &sample, own->pose);
        copy_palette(crowd, own, character);
    } else if (model->skin_joint_count)
        crowd->kernel->walk_compact(&walk, &sample, own->pose->slots, palette_of(crowd, character));
    if (crowd->weights)
        sinew__compact_weights(model, sinew__compact_kernel_best(), &sample, weights_of(crowd, character));
    return 1;
}

/// Characters of one clip that are to be posed from its rows.
typedef struct lanes {
    const sinew__baked_clip *baked;
    sinew__row_pair pairs[MOST_LANES];
    sinew_palette_matrix *palettes[MOST_LANES];
    int32_t count;
} lanes;

/// Finds the rows of a batch's characters. Those that have none at their time are posed at once.
static void find_rows(const sinew_crowd *crowd, const worker *own, const batch *part, lanes *out)
{
    const sinew_model *model = crowd->model;
    out->baked = sinew__baked_clip_of(model, crowd->characters[crowd->order[part->first]].clip);
    out->count = 0;
    for (int32_t i = part->first; i < part->first + part->count; ++i) {
        const int32_t character = crowd->order[i];
        sinew__row_pair *pair = &out->pairs[out->count];
        if (out->baked && out->baked->compact && pose_compact(crowd, own, out->baked, character)) continue;
        if (!out->baked || out->baked->compact ||
            !sinew__rows_find(model, out->baked, crowd->characters[character].time, pair)) {
            pose_exactly(crowd, own, character);
            continue;
        }
        if (crowd->weights) sinew__rows_weights(model, out->baked, pair, weights_of(crowd, character));
        out->palettes[out->count++] = palette_of(crowd, character);
    }
}

/// Lists what walking them will read and write, but for what stays in the second cache anyway. Copying does nothing but
/// read and write in lines, which a core sees coming by itself.
static void list_memory(const sinew_crowd *crowd, const lanes *who, sinew__prefetch *out)
{
    sinew__prefetch_nothing(out);
    if (who->count == 0 || (who->baked->flags & SINEW__BAKED_MATRICES)) return;
    const size_t palette_bytes = (size_t)crowd->model->skin_joint_count * sizeof(sinew_palette_matrix),
                 row_bytes = who->baked->row_bytes;
    if (palette_bytes * (size_t)crowd->count > SECOND_CACHE)
        for (int32_t i = 0; i < who->count; ++i) sinew__prefetch_add(out, who->palettes[i], palette_bytes);
    if (row_bytes * (size_t)who->baked->row_count > SECOND_CACHE) {
        for (int32_t i = 0; i < who->count; ++i) {
            sinew__prefetch_add(out, who->pairs[i].before, row_bytes);
            if (who->pairs[i].after != who->pairs[i].before) sinew__prefetch_add(out, who->pairs[i].after, row_bytes);
        }
    }
}

/// By copying where rows hold skinning matrices, else in lanes, or one by one where they are few.
static void pose_lanes(const sinew_crowd *crowd, const worker *own, lanes *who, sinew__prefetch *ahead)
{
    if (who->count == 0 || crowd->model->skin_joint_count == 0) return;
    const sinew__walk walk = sinew__walk_of(crowd->model, who->baked);
    const int32_t all = crowd->kernel->lanes;
    if (walk.holds_matrices) {
        for (int32_t i = 0; i < who->count; ++i) crowd->kernel->copy(&walk, &who->pairs[i], NULL, who->palettes[i]);
        return;
    }
    if (who->count * 8 < all * FEWEST_TOGETHER) {
        const int32_t steps = sinew__prefetch_steps(ahead) / who->count + 1;
        for (int32_t i = 0; i < who->count; ++i) {
            for (int32_t k = 0; k < steps; ++k) sinew__prefetch_step(ahead);
            crowd->kernel->walk(&walk, &who->pairs[i], own->pose->slots, who->palettes[i]);
        }
        return;
    }
    for (int32_t i = who->count; i < all; ++i) { // lanes left over repeat the first character
        who->pairs[i] = who->pairs[0];
        who->palettes[i] = who->palettes[0];
    }
    crowd->kernel->walk_lanes(&walk, &crowd->places, who->pairs, own->slots, who->palettes, ahead);
}

static void pose_piece(void *work, int32_t index, int32_t worker_index)
{
    const sinew_crowd *crowd = work;
    assert(worker_index >= 0 && worker_index < crowd->options.worker_count);
    const worker *own = &crowd->workers[worker_index];
    const int32_t first = crowd->piece_starts[index], end = crowd->piece_starts[index + 1];
    lanes two[2]; // batches: the one that is posed, and the one whose memory comes meanwhile
    sinew__prefetch ahead;
    find_rows(crowd, own, &crowd->batches[first], &two[first % 2]);
    list_memory(crowd, &two[first % 2], &ahead);
    while (ahead.span < ahead.span_count) sinew__prefetch_step(&ahead);
    for (int32_t i = first; i < end; ++i) {
        lanes *next = &two[(i + 1) % 2];
        if (i + 1 < end)
            find_rows(crowd, own, &crowd->batches[i + 1], next);
        else
            next->count = 0;
        list_memory(crowd, next, &ahead);
        pose_lanes(crowd, own, &two[i % 2], &ahead);
    }
}

void sinew_crowd_evaluate(sinew_crowd *crowd, const sinew_character *characters, int32_t count,
                          sinew_palette_matrix *out_palettes, float *out_morph_weights)
{
    assert(count >= 0 && count <= crowd->capacity);
    crowd->characters = characters;
    crowd->count = count;
    crowd->palettes = out_palettes;
    crowd->weights = out_morph_weights;
    crowd->batch_count = 0;
    crowd->cost = 0;
    for (int32_t i = 0; i < count; ++i)
        assert(characters[i].clip >= SINEW_NONE && characters[i].clip < crowd->model->clip_count);
    sort_by_clip(crowd, count);
    for (int32_t i = 0; i <= crowd->model->clip_count; ++i)
        add_batches(crowd, i - 1, i == 0 ? 0 : crowd->clip_ends[i - 1].of[QUARTERS - 1],
                    crowd->clip_ends[i].of[QUARTERS - 1]);
    const int32_t pieces = cut_pieces(crowd);
    if (crowd->options.parallel_for && pieces > 1) {
        crowd->options.parallel_for(crowd->options.user, pieces, pose_piece, crowd);
        return;
    }
    for (int32_t i = 0; i < pieces; ++i) pose_piece(crowd, i, 0);
}
