// Bakes one clip to a compact clip: fits curves, compares their playback with the exact engine, and repeats with a
// closer fit until the error bound holds.
#include "author/bake/compact_curves.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/memory.h"
#include "runtime/model/joint_frame.h"
#include "runtime/pose/engine.h"
#include "runtime/sampler/compact_sample.h"

// Measures playback against the exact engine.

/// Fraction of an interval at which playback is measured, so that measured times are between the times used for
/// fitting.
static const double after_even = 0.4142;

/// Returns the largest displacement between `bake->played` and `bake->pose`, in the model's units.
static double pose_error(const sinew__bake *bake)
{
    double worst = 0;
    for (int32_t i = 0; i < bake->model->joint_count; ++i) {
        sinew_affine played;
        const float *joint_matrix = bake->played->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(i + 1);
        for (int k = 0; k < 12; ++k) played.row[k / 4][k % 4] = (double)joint_matrix[k];
        played = sinew__affine_multiply(&bake->model->info->root, &played);
        worst = sinew__influence_bounds_widen(&bake->influence->joints[i], &played, &bake->wanted[i], worst);
    }
    for (int32_t i = 0; i < bake->model->morph_count; ++i) {
        const float *played = bake->played->morph_weights, *wanted = bake->pose->morph_weights;
        worst = sinew__bake_larger(worst, fabs((double)played[i] - (double)wanted[i]) * bake->influence->morphs[i]);
    }
    return worst;
}

/// Returns the number of measured times per cell: the number of kept poses per cell, or 2 if no poses are kept. A clip
/// of few cells gets more, about 300 in all, or fewer if the work limit does not allow that.
static int32_t times_per_cell(const sinew__compact_bake *compact)
{
    enum { FEWEST_TIMES = 300, WORK_SHARE = 4 };
    const sinew__bake *bake = compact->bake;
    if (compact->kept->pose_count > 0) return compact->kept->poses_per_cell;
    const uint64_t affordable = *bake->work_left / WORK_SHARE / ((uint64_t)bake->model->joint_count + 1);
    const int32_t fewest = affordable < FEWEST_TIMES ? (int32_t)affordable : FEWEST_TIMES;
    return compact->cells.count < fewest / 2 ? fewest / compact->cells.count + 1 : 2;
}

/// The state of playback while it is measured.
typedef struct measuring {
    sinew__compact_bake *compact;
    const sinew__baked_clip *baked;
    sinew_model view;
    sinew__walk walk;
    int32_t per_cell;
    double error;
} measuring;

/// Plays a tick and measures the displacement. `index` is the argument of sinew__samples_pose.
static sinew__bake_outcome measure_at(measuring *work, int32_t index, int64_t tick)
{
    sinew__bake *bake = work->compact->bake;
    const sinew_model *view = &work->view;
    const sinew__cells *cells = &work->compact->cells;
    const int64_t inside = tick < cells->first ? cells->first : tick < cells->last ? tick : cells->last;
    const sinew__bake_outcome outcome = sinew__samples_pose(bake, work->compact->kept, work->per_cell, index, inside);
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!sinew__compact_sample_at(view, work->baked, (double)inside / (double)view->info->ticks_per_second, &position,
                                  &sample))
        return SINEW__BAKE_OUT_OF_REACH;
    if (work->compact->inherits) {
        sinew__inherit_pose(view, work->baked, &sample, bake->played);
        // skinning matrices from the played global transforms
        for (int32_t i = 0; i < bake->model->joint_count; ++i) {
            const sinew_affine global =
                sinew__affine_multiply(&bake->model->info->global_inverse, &bake->played->global[i]);
            const sinew_affine skinning = sinew__affine_multiply(&global, &bake->binds->back[i]);
            float *joint_matrix = bake->played->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(i + 1);
            for (int k = 0; k < 12; ++k) joint_matrix[k] = (float)skinning.row[k / 4][k % 4];
        }
    } else
        sinew__play_kernel_portable.walk_compact(&work->walk, &sample, 1, bake->played->joint_matrices,
                                                 bake->played->palette);
    sinew__compact_weights(view, &sinew__compact_kernel_portable, &sample, bake->played->morph_weights);
    work->error = sinew__bake_larger(work->error, pose_error(bake));
    return SINEW__BAKE_OK;
}

/// Plays a time between every two keys that are further apart than 1 ms, if cells are longer than a second.
static sinew__bake_outcome measure_between_keys(measuring *work)
{
    const sinew__compact_bake *compact = work->compact;
    // Closer keys are a jump.
    const int64_t second = compact->bake->model->info->ticks_per_second, shortest = second / 1000;
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    if (compact->cells.ticks < (double)second) return outcome;
    for (size_t i = 1; i < compact->tick_count && outcome == SINEW__BAKE_OK; ++i) {
        const int64_t before = compact->ticks[i - 1].tick, length = compact->ticks[i].tick - before;
        if (length < shortest) continue;
        outcome = measure_at(work, SINEW_NONE, before + (int64_t)(after_even * (double)length));
    }
    return outcome;
}

/// Sets *out_error to the largest displacement between the written clip and the exact curves, in the model's units.
/// Measures at the frames of the rate if one is given, else at two or more times per cell.
static sinew__bake_outcome compact_measure(sinew__compact_bake *compact, const sinew__buffer *section,
                                           const sinew__baked_clip *baked, double *out_error)
{
    static const double golden = 0.6180339887498949;
    const sinew__cells *cells = &compact->cells;
    const int of_frames = compact->bake->rate > 0;
    measuring work = {.compact = compact,
                      .baked = baked,
                      .view = sinew__bake_view(compact->bake->model, section),
                      .per_cell = of_frames ? 1 : times_per_cell(compact)};
    work.walk = sinew__walk_of(&work.view, baked);
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    for (int32_t i = 0; of_frames && i <= cells->count && outcome == SINEW__BAKE_OK; ++i)
        if (sinew__cell_tick(cells, i) <= cells->last) outcome = measure_at(&work, i, sinew__cell_tick(cells, i));
    for (int32_t i = 0; !of_frames && i < work.per_cell * cells->count && outcome == SINEW__BAKE_OK; ++i) {
        // Vary the offset: key weights are rounded, and evenly spaced times would all have the same rounding error.
        const double uneven = fmod(after_even + golden * i, 1);
        outcome = measure_at(&work, i, sinew__cell_tick(cells, (i + uneven) / work.per_cell));
    }
    if (!of_frames && outcome == SINEW__BAKE_OK) outcome = measure_between_keys(&work);
    *out_error = work.error;
    return outcome;
}

/// Largest error that a closer fit may still reduce to the bound, as a multiple of the bound. Errors are larger if
/// inherit types matter and were ignored.
static const double hopeless = 100;

/// The settings of one attempt: the fraction of the error bound for one curve's fit, the largest and smallest fraction
/// for rounding its keys, and the rate of the cells.
typedef struct attempt {
    double share, coarse_share, needed_share;
    int rate; ///< `rate` of sinew__compact_cells
} attempt;

static const attempt attempts[] = {{0.25, 0.2, 0.1, 0},   {0.25, 0.2, 0.02, 0},  {0.12, 0.06, 0.01, 0},
                                   {0.06, 0.04, 0.01, 0}, {0.05, 0.04, 0.01, 0}, {0.035, 0.03, 0.01, 0},
                                   {0.25, 0.2, 0.02, 1},  {0.12, 0.06, 0.01, 1}, {0.06, 0.04, 0.01, 1},
                                   {0.02, 0.01, 0, 1},    {0.25, 0.2, 0.02, 4},  {0.08, 0.04, 0.01, 16}};

/// Attempts if only frames count. Frames are the keys of the curves, so the error is only rounding, and all frames are
/// measured.
static const attempt attempts_at_frames[] = {{1, 0.4, 0.3, 0},     {0.8, 0.3, 0.22, 0},   {0.6, 0.2, 0.165, 0},
                                             {0.5, 0.2, 0.14, 0},  {0.4, 0.2, 0.11, 0},   {0.25, 0.12, 0.09, 0},
                                             {0.1, 0.08, 0.06, 0}, {0.05, 0.04, 0.03, 0}, {0.02, 0.01, 0, 0}};

/// The state of a clip's attempts.
typedef struct clip_attempts {
    sinew__bake *bake;
    sinew__buffer *section;
    size_t before;               ///< size of the section before the clip, bytes
    sinew__compact_bake compact; ///< of the last attempt
    sinew__kept_samples kept;
    int at_frames;         ///< cells are frames, regardless of the distance of keys
    const attempt *fitted; ///< the attempt that fitted the curves of `compact`; NULL: none
    double error;          ///< error of that attempt
} clip_attempts;

/// Returns the largest allowed error at measured times, as a fraction of the bound. If all frames are measured, it is
/// below 1 only because other kernels round differently.
static double measured_share(const sinew__bake *bake)
{
    return bake->rate > 0 ? 0.98 : SINEW__BAKE_MEASURED_SHARE;
}

/// Whether a closer fit with the same cells would probably still exceed the bound, assuming that the error falls in
/// proportion to the tolerances.
static int cannot_suffice(const clip_attempts *work, const attempt *how)
{
    static const double doubt = 2;
    const double part = fmax(how->share / work->fitted->share, how->coarse_share / work->fitted->coarse_share);
    return part * work->error > doubt * measured_share(work->bake) * work->bake->bound;
}

/// Fits curves for an attempt. Keeps the curves of the last attempt if the cells are the same and those curves were
/// fitted at least as closely. SINEW__BAKE_OUT_OF_REACH if the attempt would probably exceed the bound.
static sinew__bake_outcome fit_curves(clip_attempts *work, const attempt *how)
{
    sinew__compact_bake *compact = &work->compact;
    const sinew__bake *bake = work->bake;
    sinew__cells cells;
    sinew__bake_outcome outcome =
        bake->rate > 0 ? sinew__compact_frames(bake->model, compact->ticks, compact->tick_count, bake->rate, &cells)
                       : sinew__compact_cells(bake->model, compact->ticks, compact->tick_count, how->rate,
                                              work->at_frames, bake->memory, &cells);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (work->fitted && cells.origin == compact->cells.origin && cells.ticks == compact->cells.ticks &&
        cells.count == compact->cells.count) {
        if (how->share >= work->fitted->share)
            return how->needed_share < work->fitted->needed_share ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
        if (cannot_suffice(work, how)) return SINEW__BAKE_OUT_OF_REACH;
    }
    work->fitted = NULL;
    compact->cells = cells;
    compact->share = how->share;
    outcome = sinew__samples_begin(bake, &cells, &work->kept);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_fit_clip(compact);
    return outcome;
}

/// Writes the clip of an attempt and measures it.
static sinew__bake_outcome make_attempt(clip_attempts *work, const attempt *how, sinew__baked_clip *out_baked)
{
    const sinew__bake *bake = work->bake;
    work->section->size = work->before;
    sinew__bake_outcome outcome = fit_curves(work, how);
    if (outcome != SINEW__BAKE_OK) return outcome;
    work->compact.coarse_share = how->coarse_share;
    work->compact.needed_share = how->needed_share;
    outcome = sinew__compact_write(&work->compact, work->section, out_baked);
    if (outcome == SINEW__BAKE_OK) outcome = compact_measure(&work->compact, work->section, out_baked, &work->error);
    if (outcome != SINEW__BAKE_OK) return outcome;
    work->fitted = how;
    out_baked->error = work->error / bake->model->info->size;
    if (!(work->error <= hopeless * bake->bound)) return SINEW__BAKE_HOPELESS;
    return work->error <= measured_share(bake) * bake->bound ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
}

/// Tries closer and closer fits until the error bound holds.
static sinew__bake_outcome try_attempts(clip_attempts *work, int inherits, sinew__baked_clip *out_baked)
{
    sinew__bake_outcome outcome = SINEW__BAKE_OUT_OF_REACH;
    work->compact.inherits = inherits;
    work->fitted = NULL;
    const int of_frames = work->bake->rate > 0;
    const attempt *list = of_frames ? attempts_at_frames : attempts;
    const size_t count =
        of_frames ? sizeof attempts_at_frames / sizeof *attempts_at_frames : sizeof attempts / sizeof *attempts;
    for (size_t i = 0; i < count && outcome == SINEW__BAKE_OUT_OF_REACH; ++i)
        outcome = make_attempt(work, &list[i], out_baked);
    if (outcome != SINEW__BAKE_OK) work->section->size = work->before;
    return outcome;
}

/// Whether inherit types or shear may make a joint's global transform differ from the product of its parent's global
/// transform and its own local transform.
static int may_inherit(const sinew_model *model)
{
    for (int32_t i = 0; i < model->joint_count; ++i)
        if ((model->joints[i].flags & SINEW_JOINT_REST_SHEARED) ||
            (model->joints[i].parent != SINEW_NONE && sinew__inherit_type(model, i) != SINEW_INHERIT_RSrs))
            return 1;
    return 0;
}

static sinew__bake_outcome bake_at_bound(clip_attempts *work, sinew__baked_clip *out_baked)
{
    sinew__bake_outcome outcome = try_attempts(work, 0, out_baked);
    if ((outcome == SINEW__BAKE_OUT_OF_REACH || outcome == SINEW__BAKE_HOPELESS) && may_inherit(work->bake->model))
        // tried second, because most scales are 1, where inherit types have no effect
        outcome = try_attempts(work, 1, out_baked);
    return outcome == SINEW__BAKE_HOPELESS ? SINEW__BAKE_OUT_OF_REACH : outcome;
}

/// Bakes a clip again with one cell per frame, because its keys are closer together than frames. Replaces the first
/// result if the second one is at least 25 % smaller. The curves of the second one have one to eight keys per frame,
/// and pieces if they bend between these keys. Pieces are slow to play, so their bytes count twice in the choice of
/// grids.
static sinew__bake_outcome bake_at_frames(clip_attempts *work, sinew__baked_clip *baked)
{
    static const double slow_pieces = 2, worth_it = 0.75;
    sinew__buffer *section = work->section;
    const size_t size = section->size - work->before;
    uint8_t *fine = sinew__resize(NULL, size + 1);
    sinew__baked_clip at_frames;
    if (!fine) return SINEW__BAKE_NO_MEMORY;
    memcpy(fine, section->text + work->before, size);
    section->size = work->before;
    work->at_frames = 1;
    work->compact.piece_weight = slow_pieces;
    sinew__bake_outcome outcome = bake_at_bound(work, &at_frames);
    if (outcome == SINEW__BAKE_OK && (double)(section->size - work->before) < worth_it * (double)size) {
        *baked = at_frames;
    } else {
        // The second result lacked memory only because the first result is still kept, so the first one is used.
        if (outcome == SINEW__BAKE_NO_MEMORY && work->bake->memory->failed == 2) {
            work->bake->memory->failed = 0;
            outcome = SINEW__BAKE_OK;
        }
        memcpy(section->text + work->before, fine, size); // there is space: the section had these bytes before
        section->size = work->before + size;
    }
    sinew_free(fine);
    return outcome == SINEW__BAKE_CANCELLED || outcome == SINEW__BAKE_NO_MEMORY ? outcome : SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *reach, sinew__buffer *section,
                                             sinew__baked_clip *out_baked)
{
    clip_attempts work = {.bake = bake, .section = section, .before = section->size};
    work.compact = (sinew__compact_bake){.bake = bake,
                                         .reach = reach,
                                         .kept = &work.kept,
                                         .piece_weight = 1,
                                         .group_count = sinew__compact_groups_of(bake->model->joint_count)};
    work.compact.ticks = sinew__bake_times(bake, &work.compact.tick_count);
    if (!work.compact.ticks) return SINEW__BAKE_NO_MEMORY;
    static const double much_finer = 0.4; // fraction of a frame
    const double fps = bake->model->info->fps > 0 ? bake->model->info->fps : 30,
                 frame = (double)bake->model->info->ticks_per_second / fps;
    sinew__bake_outcome outcome = bake_at_bound(&work, out_baked);
    if (outcome == SINEW__BAKE_OK && !(bake->rate > 0) && work.compact.cells.ticks < much_finer * frame)
        outcome = bake_at_frames(&work, out_baked);
    sinew__samples_free(&work.kept);
    return outcome;
}
