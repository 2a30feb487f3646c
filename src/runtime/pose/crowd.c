// Characters sorted by clip, cut into batches, the batches dealt out by cost.
#include "runtime/pose/crowd.h"

#include <assert.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/engine.h"
#include "runtime/sampler/compact_sample.h"
#include "sinew/crowd.h"
#include "sinew/model.h"

// Where the matrices of a joint are kept while several characters are posed at once, a character to a lane.

int32_t sinew__assign_lane_matrices(const int32_t *parents, int32_t joint_count, const uint8_t *uses,
                                    sinew__arena *memory, int32_t *out_matrix_of)
{
    uint8_t *has_matrix = SINEW__ARENA_ARRAY(memory, uint8_t, (size_t)joint_count + 1);
    int32_t *unused = SINEW__ARENA_ARRAY(memory, int32_t, (size_t)joint_count + 1);
    int32_t unused_count = 0, used = 1; // joint matrix 0 is the root's
    if (memory->failed) return 0;
    has_matrix[0] = 1;
    for (int32_t i = joint_count; i > 0; --i) {
        if (uses[i] == SINEW__MATRIX_KEPT) has_matrix[i] = 1;
        if (has_matrix[i] || uses[i] != SINEW__MATRIX_UNUSED) has_matrix[parents[i - 1]] = 1;
    }
    out_matrix_of[0] = 0;
    for (int32_t i = 1; i <= joint_count; ++i) {
        const int32_t parent = parents[i - 1];
        out_matrix_of[i] = SINEW_NONE;
        if (has_matrix[i]) out_matrix_of[i] = unused_count ? unused[--unused_count] : used++;
        const int is_last_child = i == joint_count || parents[i] != parent;
        if (is_last_child && has_matrix[parent] && uses[parent] != SINEW__MATRIX_KEPT)
            unused[unused_count++] = out_matrix_of[parent];
    }
    return used;
}

float *sinew__take_lane_matrices(sinew__arena *memory, int32_t joint_matrices, int32_t lanes)
{
    return sinew__arena_aligned(memory, (size_t)joint_matrices * (size_t)lanes * 12 * sizeof(float), SINEW__LINE);
}

// Characters that play one compact clip, several at once: a character to a lane of the vectors.

/// Any baked clip: the tables of their walks are the skeleton's.
static const sinew__baked_clip *find_baked(const sinew_model *model)
{
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (sinew__baked_clip_of(model, i)) return sinew__baked_clip_of(model, i);
    return NULL;
}

/// Palette entries that are not copies of a joint's matrix are made after all joints. Returns the number of joint
/// matrices.
static int32_t assign_matrices(const sinew__walk *walk, sinew__arena *memory, int32_t *out_matrix_of)
{
    uint8_t *uses = SINEW__ARENA_ARRAY(memory, uint8_t, (size_t)walk->joint_count + 1);
    if (memory->failed) return 0;
    const int32_t *copies = sinew__baked_at(walk->section, walk->header->copies);
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    for (int32_t i = 0; i < walk->joint_count; ++i)
        if (copies[i] != SINEW_NONE) uses[i + 1] = SINEW__MATRIX_READ;
    for (int32_t i = 0; i < walk->header->entry_count; ++i) uses[entries[i].joint + 1] = SINEW__MATRIX_KEPT;
    return sinew__assign_lane_matrices(sinew__baked_at(walk->section, walk->header->parents), walk->joint_count, uses,
                                       memory, out_matrix_of);
}

void sinew__crowd_lanes_create(const sinew_model *model, const sinew__pose_kernel *kernel, int32_t worker_count,
                               sinew__arena *memory, sinew__crowd_lanes *out)
{
    const sinew__baked_clip *any = find_baked(model);
    if (!any) return;
    const sinew__walk walk = sinew__walk_of(model, any);
    *out = (sinew__crowd_lanes){.model = model, .kernel = kernel};
    out->matrix_of = SINEW__ARENA_ARRAY(memory, int32_t, (size_t)walk.joint_count + 1);
    out->workers = SINEW__ARENA_ARRAY(memory, sinew__lane_memory, worker_count);
    const int32_t joint_matrices = assign_matrices(&walk, memory, out->matrix_of);
    for (int32_t i = 0; i < worker_count && !memory->failed; ++i) {
        out->workers[i].joint_matrices = sinew__take_lane_matrices(memory, joint_matrices, kernel->lanes);
        out->workers[i].curves =
            sinew__arena_aligned(memory, (size_t)kernel->lanes * SINEW__CURVE_VALUES * sizeof(float), SINEW__LINE);
    }
}

int sinew__crowd_lanes_pose(const sinew__crowd_lanes *lanes, int32_t worker, const sinew__baked_clip *baked,
                            const double *times, float *const *palettes, float *const *weights)
{
    const sinew__walk walk = sinew__walk_of(lanes->model, baked);
    sinew__compact_position positions[SINEW__MAX_LANES];
    sinew__compact_sample samples[SINEW__MAX_LANES];
    for (int32_t i = 0; i < lanes->kernel->lanes; ++i)
        if (!sinew__compact_sample_at(lanes->model, baked, times[i], &positions[i], &samples[i])) return 0;
    lanes->kernel->pose_many(&walk, samples, lanes->matrix_of, &lanes->workers[worker], palettes);
    for (int32_t i = 0; i < lanes->kernel->lanes && weights; ++i)
        sinew__compact_weights(lanes->model, sinew__compact_kernel_best(), &samples[i], weights[i]);
    return 1;
}

enum {
    BATCH = 8,
    PIECES_PER_WORKER = 16,
    LEAST_PIECE = 512, ///< joints of a batch: posing fewer takes less time than waking a thread
};

/// What a batch costs, in parts of what a full one of a baked clip costs. Measured with 69 joints.
enum { COST_OF_BATCH = 1, COST_OF_EXACT = 4 };

/// Characters order[first] … order[first + count − 1] play one clip.
typedef struct batch {
    int32_t first, count;
    int32_t cost;
} batch;

struct sinew_crowd {
    const sinew_model *model;
    const sinew__pose_kernel *kernel;
    sinew_crowd_options options;
    int32_t capacity;
    sinew__arena memory;
    sinew_pose **workers; ///< [worker_count] memory of each
    sinew__crowd_lanes lanes;
    int32_t *order;        ///< [capacity] characters by clip
    int32_t *clip_ends;    ///< [clip_count + 1] where in `order` those of a clip end, clip SINEW_NONE first
    batch *batches;        ///< [capacity]
    int32_t *piece_starts; ///< [most pieces + 1] in `batches`
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

static sinew_result create_workers(sinew_crowd *crowd, sinew_error *error)
{
    for (int32_t i = 0; i < crowd->options.worker_count; ++i) {
        const sinew_result result = sinew_pose_create(crowd->model, &crowd->workers[i], error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
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
    crowd->workers = SINEW__ARENA_ARRAY(&crowd->memory, sinew_pose *, chosen.worker_count);
    crowd->order = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, capacity);
    crowd->clip_ends = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, (size_t)model->clip_count + 1);
    crowd->batches = SINEW__ARENA_ARRAY(&crowd->memory, batch, capacity);
    crowd->piece_starts = SINEW__ARENA_ARRAY(&crowd->memory, int32_t, (size_t)most_pieces(crowd) + 1);
    sinew__crowd_lanes_create(model, crowd->kernel, chosen.worker_count, &crowd->memory, &crowd->lanes);
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
    for (int32_t i = 0; crowd->workers && i < crowd->options.worker_count; ++i) sinew_pose_destroy(crowd->workers[i]);
    sinew__arena_free(&crowd->memory);
    sinew_free(crowd);
}

// ---- dealing out --------------------------------------------------------------------------------------------------

/// Writes a number where it is another than the last time: other cores then need not read it again.
static inline void put(int32_t *at, int32_t number)
{
    if (*at != number) *at = number;
}

/// Sorts characters by clip, those of one clip in the order in which they came.
static void sort_by_clip(sinew_crowd *crowd, int32_t count)
{
    int32_t *ends = crowd->clip_ends; // first: how many; then: where each begins; at last: where it ends
    const sinew_character *characters = crowd->characters;
    memset(ends, 0, ((size_t)crowd->model->clip_count + 1) * sizeof *ends);
    for (int32_t i = 0; i < count; ++i) ++ends[characters[i].clip + 1];
    for (int32_t i = 0, begin = 0; i <= crowd->model->clip_count; ++i) {
        const int32_t own = ends[i];
        ends[i] = begin;
        begin += own;
    }
    for (int32_t i = 0; i < count; ++i) put(&crowd->order[ends[characters[i].clip + 1]++], i);
}

/// Cuts the characters of one clip, [first, end) in `order`, into batches.
static void add_batches(sinew_crowd *crowd, int32_t clip, int32_t first, int32_t end)
{
    const int is_baked = sinew__baked_clip_of(crowd->model, clip) != NULL;
    const int32_t most = is_baked ? BATCH : 1;
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

/// A character's time on the file's timeline.
static double timeline_of(const sinew_crowd *crowd, int32_t character)
{
    return sinew__timeline(crowd->model, crowd->characters[character].clip, crowd->characters[character].time);
}

static void copy_palette(const sinew_crowd *crowd, const sinew_pose *pose, int32_t character)
{
    const size_t count = (size_t)crowd->model->skin_joint_count;
    if (count) memcpy(palette_of(crowd, character), pose->palette, count * sizeof *pose->palette);
}

/// One character whose clip is not baked, or does not say what happens at its time.
static void pose_exactly(const sinew_crowd *crowd, sinew_pose *memory, int32_t character)
{
    const sinew_model *model = crowd->model;
    const sinew_character *who = &crowd->characters[character];
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, who->clip, who->time, memory);
    copy_palette(crowd, memory, character);
    if (crowd->weights && model->morph_count)
        memcpy(weights_of(crowd, character), memory->morph_weights, (size_t)model->morph_count * sizeof(float));
}

/// One character that plays a compact clip. Returns 0 where that does not say what happens at its time.
static int pose_compact(const sinew_crowd *crowd, sinew_pose *memory, const sinew__baked_clip *baked, int32_t character)
{
    const sinew_model *model = crowd->model;
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (!sinew__compact_sample_at(model, baked, timeline_of(crowd, character), &position, &sample)) return 0;
    const sinew__walk walk = sinew__walk_of(model, baked);
    if (baked->flags & SINEW__BAKED_INHERITS) {
        sinew__inherit_pose(model, baked, &sample, memory);
        copy_palette(crowd, memory, character);
    } else if (model->skin_joint_count)
        crowd->kernel->play->walk_compact(&walk, &sample, 0, memory->joint_matrices, palette_of(crowd, character));
    if (crowd->weights)
        sinew__compact_weights(model, sinew__compact_kernel_best(), &sample, weights_of(crowd, character));
    return 1;
}

static void pose_character(const sinew_crowd *crowd, sinew_pose *memory, const sinew__baked_clip *baked,
                           int32_t character)
{
    if (!baked || !pose_compact(crowd, memory, baked, character)) pose_exactly(crowd, memory, character);
}

/// The next kernel->lanes characters of a batch, which play one clip. Returns 0 where they have to be posed one by one.
static int pose_lanes(const sinew_crowd *crowd, int32_t worker, const sinew__baked_clip *baked, const int32_t *order)
{
    double times[SINEW__MAX_LANES];
    float *palettes[SINEW__MAX_LANES], *weights[SINEW__MAX_LANES];
    if (!baked || baked->flags & SINEW__BAKED_INHERITS || !crowd->model->skin_joint_count) return 0;
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i) {
        times[i] = timeline_of(crowd, order[i]);
        palettes[i] = palette_of(crowd, order[i])->row[0];
        weights[i] = weights_of(crowd, order[i]);
    }
    return sinew__crowd_lanes_pose(&crowd->lanes, worker, baked, times, palettes, crowd->weights ? weights : NULL);
}

static void pose_batch(const sinew_crowd *crowd, int32_t worker, const batch *part)
{
    const int32_t *order = crowd->order + part->first, lanes = crowd->kernel->lanes;
    const sinew__baked_clip *baked = sinew__baked_clip_of(crowd->model, crowd->characters[order[0]].clip);
    int32_t done = 0;
    while (part->count - done >= lanes && pose_lanes(crowd, worker, baked, order + done)) done += lanes;
    for (; done < part->count; ++done) pose_character(crowd, crowd->workers[worker], baked, order[done]);
}

static void pose_piece(void *work, int32_t index, int32_t worker)
{
    const sinew_crowd *crowd = work;
    assert(worker >= 0 && worker < crowd->options.worker_count);
    for (int32_t i = crowd->piece_starts[index]; i < crowd->piece_starts[index + 1]; ++i)
        pose_batch(crowd, worker, &crowd->batches[i]);
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
        add_batches(crowd, i - 1, i == 0 ? 0 : crowd->clip_ends[i - 1], crowd->clip_ends[i]);
    const int32_t pieces = cut_pieces(crowd);
    if (crowd->options.parallel_for && pieces > 1) {
        crowd->options.parallel_for(crowd->options.user, pieces, pose_piece, crowd);
        return;
    }
    for (int32_t i = 0; i < pieces; ++i) pose_piece(crowd, i, 0);
}
