// Bakes the clips of a model into one section of a new block, each as small as its error bound allows. Also bakes as
// the last step of a load, and strips a model of data that its baked clips do not need.
#include "author/bake/bake.h"
#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"

#include <math.h>
#include <string.h>

#include "author/bake/bake_clip.h"
#include "author/bake/compact_curves.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/platform/clock.h"
#include "runtime/kernels/kernels.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/combine/combine.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/look_up.h"
#include "runtime/model/packed_block.h"
#include "runtime/model/validate/checks.h"

// baking as the last step of a load, with a share of its time and memory

/// One baked clip may take 1/CLIP_SHARE of the memory limit, all clips together 1/ALL_CLIPS_SHARE. Baking a clip needs
/// nine times its bytes; copying the block needs three times the bytes of all clips.
enum { CLIP_SHARE = 32, ALL_CLIPS_SHARE = 8 };

/// Fraction of the time limit by which baking must end; the rest is for handing over the block.
static const double baked_by = 0.8;

sinew_bake_options sinew__bake_options_in_load(double error, size_t memory, double used, double seconds)
{
    const double left = baked_by * seconds - used, shortest = 1e-6; // 0 would mean no limit
    return (sinew_bake_options){.error = error,
                                .byte_limit = memory / CLIP_SHARE,
                                .total_byte_limit = memory / ALL_CLIPS_SHARE,
                                .seconds = left > shortest ? left : shortest};
}

// ---- a model for shipping: baked clips without the curves they were baked from ------------------------------------

static const uint8_t left_out[SINEW__SECTION_COUNT] = {
    [SINEW__SECTION_NODES] = 1,      [SINEW__SECTION_LAYERS] = 1,     [SINEW__SECTION_CHANNELS] = 1,
    [SINEW__SECTION_CURVES] = 1,     [SINEW__SECTION_CURVE_KEYS] = 1, [SINEW__SECTION_TRACKS] = 1,
    [SINEW__SECTION_TRACK_KEYS] = 1, [SINEW__SECTION_DOCUMENT] = 1,   [SINEW__SECTION_DOCUMENT_OBJECTS] = 1};

/// Returns a section of an unfinished block as writable memory.
static void *items_of(const void *items)
{
    return (void *)(uintptr_t)items;
}

sinew_result sinew__stripped_block(const sinew_model *model, void **out_block, size_t *out_size, sinew_error *out_error)
{
    if (out_block) *out_block = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_block, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < model->clip_count; ++i) // without curves, only baked clips can play
        if (!sinew__baked_clip_of(model, i))
            return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "clip '%s' is not baked and cannot be stripped",
                               sinew_text(model, model->clips[i].name));
    sinew__builder builder = {.error = out_error};
    sinew_model view = {0};
    sinew__lend_sections(&builder, model, left_out);
    sinew_result result = sinew__builder_lay_out(&builder, out_block, out_size);
    sinew__builder_free(&builder);
    if (result != SINEW_OK) return result;
    result = sinew__view_block(*out_block, *out_size, SINEW__BLOCK_MODEL, &view, out_error);
    if (result != SINEW_OK) return result;
    ((sinew_model_info *)items_of(view.info))->is_stripped = 1;
    sinew_joint *joints = items_of(view.joints);
    sinew_skin_joint *skin_joints = items_of(view.skin_joints);
    for (int32_t i = 0; i < view.joint_count; ++i) joints[i].node = SINEW_NONE;
    for (int32_t i = 0; i < view.skin_joint_count; ++i) skin_joints[i].node = SINEW_NONE;
    // Extrapolation needs curves, so without them a clip holds its first and last pose.
    sinew_clip *clips = items_of(view.clips);
    for (int32_t i = 0; i < view.clip_count; ++i) {
        sinew__baked_clip *baked = items_of(sinew__baked_clip_of(&view, i));
        baked->flags |= SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER;
        clips[i].first_layer = clips[i].first_channel = clips[i].first_track = 0;
        clips[i].layer_count = clips[i].channel_count = clips[i].track_count = 0;
    }
    return SINEW_OK;
}

static const double default_error = 1e-4;

static const size_t default_bytes = (size_t)16 << 20, default_total_bytes = (size_t)128 << 20;

/// Default work limit: `default_work` per clip, plus `default_work_per_key` per key, in units of about 0.1 µs. Fitting
/// takes up to 120 units per key if keys are between frames.
static const uint64_t default_work = 8000000, default_work_per_key = 200;

/// The result of sinew_baking_run for one clip.
typedef struct baked_part {
    int is_done;
    sinew__bake_outcome outcome;
    uint64_t work;          ///< units of work_limit that baking the clip took
    const uint8_t *section; ///< the section that contains the clip
    sinew__baked_clip baked;
    sinew__buffer owned; ///< for the first clip baked in a call: the section of all clips of that call
} baked_part;

typedef struct bake_job {
    const sinew_model *model;
    sinew_bake_options options; ///< the caller's, with zeros replaced by defaults
    sinew__bake_clock clock;
    sinew__buffer section;
    sinew__arena memory; ///< freed when all clips are done
    baked_part *parts;   ///< [clip_count]
    sinew__binds binds;
    sinew__influence_bounds influence;
    const double *reach;
    sinew__palette_tables palette;
    sinew__sample_cursor cursor;
    sinew_pose *pose, *played;
    sinew_raw_warning *warnings; ///< [clip_count]
    int32_t warning_count, baked_count;
} bake_job;

/// Returns the number of keys of a clip. A curve with more than 480 keys per second, the most that baking
/// distinguishes, counts as one with 480.
static uint64_t count_keys(const sinew_model *model, const sinew_clip *clip)
{
    static const double rate = 480;
    const double most = rate * clip->duration + 1;
    double count = 0;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i)
        for (int k = 0; k < 3; ++k) {
            const int32_t curve = model->channels[i].curve[k];
            if (curve != SINEW_NONE) count += fmin(model->curves[curve].key_count, most);
        }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i)
        count += fmin(model->tracks[i].key_count, most);
    return (uint64_t)count;
}

static sinew_bake_options filled_options(const sinew_model *model, const sinew_bake_options *from)
{
    sinew_bake_options options = from ? *from : (sinew_bake_options){0};
    if (!(options.error > 0)) options.error = default_error;
    if (!options.byte_limit) options.byte_limit = default_bytes;
    if (!options.total_byte_limit) options.total_byte_limit = default_total_bytes;
    if (!options.work_limit) {
        uint64_t keys = 0;
        for (int32_t i = 0; i < model->clip_count; ++i) keys += count_keys(model, &model->clips[i]);
        options.work_limit = default_work + default_work_per_key * keys;
    }
    return options;
}

// ---- the section's head -------------------------------------------------------------------------------------------

/// Appends a table of the section's header and returns its offset.
static uint64_t write_table(sinew__buffer *section, const void *items, int32_t count, size_t size)
{
    const uint64_t at = sinew__bake_reserve(section, (uint64_t)count, size);
    if (!section->failed && count) memcpy(section->text + at, items, (size_t)count * size);
    return at;
}

static void write_header(bake_job *work)
{
    const sinew_model *model = work->model;
    const sinew__palette_tables *palette = &work->palette;
    sinew__buffer *section = &work->section;
    const int32_t joints = model->joint_count;
    sinew__baked_header header = {.version = SINEW__BAKED_VERSION,
                                  .entry_count = palette->entry_count,
                                  .repeat_count = palette->repeat_count,
                                  .joint_constants_count = sinew__compact_groups_of(joints)};
    const uint64_t first = sinew__bake_reserve(section, 1, sizeof header);
    header.parents = sinew__bake_reserve(section, (uint64_t)joints, sizeof(int32_t));
    header.copies = write_table(section, palette->copies, joints, sizeof *palette->copies);
    header.steps = write_table(section, palette->steps, joints, sizeof *palette->steps);
    header.needed = write_table(section, palette->needed, sinew__joint_chunks_of(joints), sizeof *palette->needed);
    header.entries = write_table(section, palette->entries, palette->entry_count, sizeof *palette->entries);
    header.repeats = write_table(section, palette->repeats, palette->repeat_count, sizeof *palette->repeats);
    header.binds = write_table(section, work->binds.globals, joints, sizeof *work->binds.globals);
    header.joint_constants =
        sinew__bake_reserve(section, (uint64_t)header.joint_constants_count, sizeof(sinew__joint_constants));
    header.clips = sinew__bake_reserve(section, (uint64_t)model->clip_count, sizeof(sinew__baked_clip));
    if (section->failed) return;
    for (int i = 0; i < 12; ++i) header.root[i] = (float)model->info->global_inverse.row[i / 4][i % 4];
    int32_t *parents = (int32_t *)(void *)(section->text + header.parents);
    for (int32_t i = 0; i < joints; ++i) parents[i] = model->joints[i].parent + 1;
    memcpy(section->text + first, &header, sizeof header);
    if (header.joint_constants_count)
        sinew__joint_constants_fill(model, &work->binds,
                                    (sinew__joint_constants *)(void *)(section->text + header.joint_constants));
}

// ---- one clip -----------------------------------------------------------------------------------------------------

/// Returns the bytes that the next clip may take.
static size_t room_for_clip(const bake_job *work)
{
    const size_t total = work->options.total_byte_limit, taken = work->section.size;
    const size_t left = taken < total ? total - taken : 0;
    return left < work->options.byte_limit ? left : work->options.byte_limit;
}

/// Returns the bytes of memory that baking a clip may use: a fixed part, plus nine times the bytes that the clip may
/// take in the block, because its samples take up to eight times as much. 0: no limit.
static size_t memory_for_clip(const bake_job *work)
{
    const size_t fixed = ((size_t)4 << 20) + (size_t)work->model->joint_count * 512, room = room_for_clip(work);
    return room > (SIZE_MAX - fixed) / 9 ? 0 : fixed + 9 * room;
}

static sinew__bake_outcome bake_clip(bake_job *work, int32_t clip, sinew__baked_clip *out_baked)
{
    sinew__arena memory = {.limit = memory_for_clip(work)};
    sinew__bake bake = {.model = work->model,
                        .clip = &work->model->clips[clip],
                        .clip_index = clip,
                        .binds = &work->binds,
                        .influence = &work->influence,
                        .bound = work->options.error * work->model->info->size,
                        .rate = work->options.rate,
                        .byte_limit = room_for_clip(work),
                        .work_left = &work->options.work_limit,
                        .clock = &work->clock,
                        .cursor = &work->cursor,
                        .pose = work->pose,
                        .played = work->played,
                        .memory = &memory};
    sinew__bake_outcome outcome = sinew__compact_bake_clip(&bake, work->reach, &work->section, out_baked);
    if (outcome == SINEW__BAKE_NO_MEMORY && memory.failed == 2) outcome = SINEW__BAKE_TOO_LARGE;
    sinew__arena_free(&memory);
    return outcome;
}

static void warn(bake_job *work, int32_t clip, sinew__bake_outcome outcome)
{
    const char *name = sinew_text(work->model, work->model->clips[clip].name);
    sinew__arena *memory = &work->memory;
    sinew_raw_warning *warning = &work->warnings[work->warning_count++];
    char number[SINEW__NUMBER_SIZE];
    *warning = (sinew_raw_warning){.code = "I53", .object = name, .severity = SINEW_SEVERITY_INFO};
    if (outcome == SINEW__BAKE_TOO_LARGE) {
        sinew__format_rounded(1e-6 * (double)room_for_clip(work), 3, number);
        warning->text =
            sinew__arena_format(memory, "plays from its curves, exact but slower: baked it would exceed %s MB", number);
    } else if (outcome == SINEW__BAKE_TOO_LONG) {
        warning->text = "plays from its curves, exact but slower: baking it would take too long";
    } else if (outcome == SINEW__BAKE_BEYOND_FLOATS) {
        warning->code = "I54";
        warning->text = "plays from its curves, exact but slower: the model has numbers beyond single precision";
    } else {
        warning->code = "I54";
        sinew__format_rounded(work->options.error, 6, number);
        warning->text = sinew__arena_format(
            memory, "plays from its curves, exact but slower: baked it is not within %s of the character's size",
            number);
    }
}

/// Adds a note for a clip that is larger than 16 kB and larger than tracks of 40 bytes per joint at 30 Hz.
static void note_size(bake_job *work, int32_t clip, const sinew__baked_clip *baked)
{
    static const double small = 16384, track_bytes = 40, track_rate = 30;
    const sinew_model *model = work->model;
    const double frames = floor(model->clips[clip].duration * track_rate) + 1,
                 raw = track_bytes * frames * (double)model->joint_count;
    if ((double)baked->byte_count <= fmax(raw, small)) return;
    char bytes[SINEW__NUMBER_SIZE], raw_bytes[SINEW__NUMBER_SIZE];
    sinew__format_rounded(1e-3 * (double)baked->byte_count, 3, bytes);
    sinew__format_rounded(1e-3 * raw, 3, raw_bytes);
    work->warnings[work->warning_count++] = (sinew_raw_warning){
        .code = "I57",
        .object = sinew_text(model, model->clips[clip].name),
        .text = sinew__arena_format(&work->memory, "takes %s kB baked, more than uncompressed tracks at 30 Hz (%s kB)",
                                    bytes, raw_bytes),
        .severity = SINEW_SEVERITY_INFO};
}

/// Bakes a clip and validates it. A clip that validation rejects is dropped: the matrix of a skin joint that moves no
/// vertex may have a number beyond float, which measuring cannot notice.
static sinew__bake_outcome bake_valid_clip(bake_job *work, int32_t clip, sinew__baked_clip *out_baked)
{
    const size_t before = work->section.size;
    const sinew__bake_outcome outcome = bake_clip(work, clip, out_baked);
    if (outcome != SINEW__BAKE_OK || work->section.failed) return outcome;
    const sinew_model view = sinew__bake_view(work->model, &work->section);
    if (sinew__baked_clip_fits(&view, out_baked, before)) return SINEW__BAKE_OK;
    work->section.size = before;
    return SINEW__BAKE_BEYOND_FLOATS;
}

/// Returns the existing baked clip if it keeps the error bound and has the rate of the options, else NULL.
static const sinew__baked_clip *kept_clip(const bake_job *work, int32_t clip)
{
    const sinew__baked_clip *baked = work->options.keeps_baked ? sinew__baked_clip_of(work->model, clip) : NULL;
    const int is_kept = baked && baked->error <= work->options.error && !(baked->rate < work->options.rate) &&
                        !(baked->rate > work->options.rate);
    return is_kept ? baked : NULL;
}

/// Copies a clip that sinew_baking_run has baked, if it is within the limits of all clips.
static sinew__bake_outcome take_part(bake_job *work, const baked_part *part, sinew__baked_clip *out_baked)
{
    if (part->work > work->options.work_limit) return SINEW__BAKE_TOO_LONG;
    work->options.work_limit -= part->work;
    if (part->outcome != SINEW__BAKE_OK) return part->outcome;
    if (part->baked.byte_count > room_for_clip(work)) return SINEW__BAKE_TOO_LARGE;
    sinew__baked_clip_copy(part->section, &part->baked, work->model->joint_count, work->model->morph_count,
                           &work->section, out_baked);
    return SINEW__BAKE_OK;
}

static sinew_result bake_clips(bake_job *work, sinew_error *error)
{
    sinew__baked_clip *all = SINEW__ARENA_ARRAY(&work->memory, sinew__baked_clip, work->model->clip_count);
    for (int32_t i = 0; i < work->model->clip_count && !work->section.failed && all; ++i) {
        sinew__baked_clip baked = {0};
        const sinew__baked_clip *kept = kept_clip(work, i);
        if (kept) {
            sinew__baked_clip_copy(work->model->baked, kept, work->model->joint_count, work->model->morph_count,
                                   &work->section, &all[i]);
            ++work->baked_count;
            continue;
        }
        const baked_part *part = &work->parts[i];
        const sinew__bake_outcome outcome =
            part->is_done ? take_part(work, part, &baked) : bake_valid_clip(work, i, &baked);
        if (outcome == SINEW__BAKE_NO_MEMORY) return sinew__fail_memory(error);
        if (outcome == SINEW__BAKE_CANCELLED) return sinew__fail(error, SINEW_ERROR_CANCELLED, "cancelled");
        if (outcome != SINEW__BAKE_OK) {
            warn(work, i, outcome);
            continue;
        }
        note_size(work, i, &baked);
        all[i] = baked;
        ++work->baked_count;
    }
    for (int32_t i = 0; i < work->model->clip_count && !work->section.failed && all; ++i) {
        const sinew__baked_header *header = (const sinew__baked_header *)(const void *)work->section.text;
        memcpy(work->section.text + header->clips + (size_t)i * sizeof all[i], &all[i], sizeof all[i]);
    }
    return work->section.failed || work->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
}

// ---- all clips ----------------------------------------------------------------------------------------------------

/// Creates the data that each baking thread has for itself: a clock, a section with its header, and poses.
static sinew_result begin_section(bake_job *work, sinew_error *error)
{
    const sinew_model *model = work->model;
    work->clock = (sinew__bake_clock){.options = &work->options, .begin = sinew__now(), .spent = sinew__thread_time()};
    work->cursor.curve_keys = SINEW__ARENA_ARRAY(&work->memory, int32_t, model->curve_count);
    work->cursor.track_keys = SINEW__ARENA_ARRAY(&work->memory, int32_t, model->track_count);
    sinew_result result = work->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
    if (result == SINEW_OK) result = sinew_pose_create(model, &work->pose, error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &work->played, error);
    if (result == SINEW_OK && model->joint_count > 0) write_header(work);
    return result;
}

/// Frees the data of begin_section except the section.
static void end_section(bake_job *work)
{
    sinew_pose_destroy(work->pose);
    sinew_pose_destroy(work->played);
    sinew__arena_free(&work->memory);
}

/// Checks the options and computes the data that all clips share.
static sinew_result begin_job(bake_job *work, const sinew_model *model, const sinew_bake_options *options,
                              sinew_error *error)
{
    if (options && options->rate != 0 && !(options->rate > 0 && options->rate <= SINEW_BAKE_RATE_MAX))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the rate is out of range");
    if (options && !(options->error >= 0 && isfinite(options->error) && options->seconds >= 0))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "an error of %g or %g seconds are out of range",
                           options->error, options->seconds);
    if (sinew__check_curves(model, error) != SINEW_OK) return SINEW_ERROR_NO_CURVES;
    *work = (bake_job){.model = model, .options = filled_options(model, options)};
    work->binds = sinew__binds_of_model(model, &work->memory);
    if (!work->memory.failed) work->palette = sinew__palette_tables_of(model, &work->binds, &work->memory);
    if (!work->memory.failed) work->influence = sinew__influence_bounds_of_model(model, &work->binds, &work->memory);
    if (!work->memory.failed) work->reach = sinew__compact_reach(model, &work->binds, &work->influence, &work->memory);
    work->parts = SINEW__ARENA_ARRAY(&work->memory, baked_part, model->clip_count);
    return work->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
}

static void end_job(bake_job *work)
{
    for (int32_t i = 0; work->parts && i < work->model->clip_count; ++i) sinew__buffer_free(&work->parts[i].owned);
    sinew__arena_free(&work->memory);
}

static sinew_result finish_job(const bake_job *job, void **out_block, size_t *out_size, sinew_error *error)
{
    const sinew_model *model = job->model;
    bake_job work = *job;
    work.memory = (sinew__arena){0};
    work.warnings = SINEW__ARENA_ARRAY(&work.memory, sinew_raw_warning, model->clip_count);
    sinew_result result = begin_section(&work, error);
    if (result == SINEW_OK && model->joint_count > 0) result = bake_clips(&work, error);
    // A model without clips keeps the tables of its skeleton, for clip files.
    const int is_kept = work.baked_count > 0 || (model->clip_count == 0 && model->joint_count > 0);
    if (result == SINEW_OK)
        result = sinew__replace_baked_clips(model, work.section.text, is_kept ? work.section.size : 0, work.warnings,
                                            work.warning_count, out_block, out_size, error);
    sinew__buffer_free(&work.section);
    end_section(&work);
    return result;
}

sinew_result sinew__baked_block(const sinew_model *model, const sinew_bake_options *options, void **out_block,
                                size_t *out_size, sinew_error *out_error)
{
    if (out_block) *out_block = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_block, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    bake_job work = {0};
    sinew_result result = begin_job(&work, model, options, out_error);
    if (result == SINEW_OK) result = finish_job(&work, out_block, out_size, out_error);
    end_job(&work);
    return result;
}

// ---- in parallel parts ---------------------------------------------------------------------------------------------

struct sinew_baking {
    bake_job job; ///< threads write to the `parts` of different clips; everything else is only read
};

sinew_result sinew_baking_create(const sinew_model *model, const sinew_bake_options *options, sinew_baking **out_baking,
                                 sinew_error *out_error)
{
    if (out_baking) *out_baking = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_baking)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_baking *baking = sinew__allocate_zeroed(1, sizeof *baking);
    if (!baking) return sinew__fail_memory(out_error);
    const sinew_result result = begin_job(&baking->job, model, options, out_error);
    if (result == SINEW_OK)
        *out_baking = baking;
    else
        sinew_baking_destroy(baking);
    return result;
}

sinew_result sinew_baking_run(sinew_baking *baking, int32_t clip, int32_t count, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, baking)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_model *model = baking->job.model;
    if (clip < 0 || count < 0 || clip > model->clip_count || count > model->clip_count - clip)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "there are no clips %d to %lld", (int)clip,
                           (long long)clip + count - 1);
    if (count == 0 || model->joint_count == 0) return SINEW_OK;
    bake_job work = baking->job;
    work.memory = (sinew__arena){0};
    sinew_result result = begin_section(&work, out_error);
    baked_part *owner = NULL; // the first clip baked in this call
    for (int32_t i = clip; result == SINEW_OK && i < clip + count; ++i) {
        baked_part *part = &baking->job.parts[i];
        if (part->is_done || kept_clip(&work, i)) continue;
        baked_part made = {.is_done = 1};
        work.options.work_limit = baking->job.options.work_limit;
        made.outcome = work.section.failed ? SINEW__BAKE_NO_MEMORY : bake_valid_clip(&work, i, &made.baked);
        made.work = baking->job.options.work_limit - work.options.work_limit;
        if (made.outcome == SINEW__BAKE_NO_MEMORY || work.section.failed) result = sinew__fail_memory(out_error);
        if (made.outcome == SINEW__BAKE_CANCELLED) result = sinew__fail(out_error, SINEW_ERROR_CANCELLED, "cancelled");
        if (result != SINEW_OK) break;
        if (!owner) owner = part;
        *part = made;
    }
    for (int32_t i = clip; owner && i < clip + count; ++i) {
        baked_part *part = &baking->job.parts[i];
        if (part->is_done && !part->section) part->section = (const uint8_t *)work.section.text;
    }
    if (owner)
        owner->owned = work.section;
    else
        sinew__buffer_free(&work.section);
    end_section(&work);
    return result;
}

sinew_result sinew_baking_finish(sinew_baking *baking, sinew_model **out_model, sinew_error *out_error)
{
    void *block;
    size_t size;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, baking, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = finish_job(&baking->job, &block, &size, out_error);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, out_error) : result;
}

void sinew_baking_destroy(sinew_baking *baking)
{
    if (!baking) return;
    end_job(&baking->job);
    sinew_free(baking);
}

// ---- the model ----------------------------------------------------------------------------------------------------

sinew_baked_info sinew_clip_baked_info(const sinew_model *model, int32_t clip)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    if (!baked) return (sinew_baked_info){0};
    return (sinew_baked_info){.frame_count = baked->frame_count,
                              .exception_count = sinew__compact_of(model, baked)->exception_count,
                              .byte_count = (size_t)baked->byte_count,
                              .packed_byte_count = sinew__packed_clip_bytes(model, baked),
                              .error = baked->error,
                              .rate = baked->rate};
}

sinew_result sinew_model_bake(const sinew_model *model, const sinew_bake_options *options, sinew_model **out_model,
                              sinew_error *out_error)
{
    void *block;
    size_t size;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = sinew__baked_block(model, options, &block, &size, out_error);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, out_error) : result;
}

sinew_result sinew_model_strip(const sinew_model *model, sinew_model **out_model, sinew_error *out_error)
{
    void *block;
    size_t size;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = sinew__stripped_block(model, &block, &size, out_error);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, out_error) : result;
}
