#include "program/library/measure_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"
#include "import/worker/host/worker_host.h"
#include "program/check/check_model.h"

// ---- findings ------------------------------------------------------------------------------------------------------

enum { MAX_FINDINGS = 256 }; // findings of one file that are stored

/// Copies a text into the record; NULL stays NULL.
static const char *keep_or_null(library_record *record, const char *text)
{
    return text ? sinew__arena_text(&record->arena, text, strlen(text)) : NULL;
}

/// Replaces the record's findings by the most severe ones of a report.
static void keep_findings(library_record *record, check_report *report)
{
    const size_t count = report->count < MAX_FINDINGS ? report->count : MAX_FINDINGS;
    check_report_sort(report);
    record->findings = SINEW__ARENA_ARRAY(&record->arena, library_finding, count);
    record->finding_count = 0;
    for (size_t i = 0; record->findings && i < count; ++i) {
        const check_finding *finding = &report->findings[i];
        record->findings[record->finding_count++] =
            (library_finding){.code = keep_or_null(record, finding->code),
                              .severity = sinew__word_of(check_severities, (int)finding->severity)->name,
                              .clip = keep_or_null(record, finding->clip),
                              .node = keep_or_null(record, finding->node),
                              .text = keep_or_null(record, finding->text)};
    }
}

/// Checks a model, and stores its findings, the most severe first. The contract is empty. Side files are searched
/// relative to `path` and in `texture_path`.
static sinew_result measure_findings(const sinew_model *model, const char *path, const char *texture_path,
                                     library_record *record, sinew_error *out_error)
{
    check_report report = {0};
    check_file_facts facts;
    check_contract contract;
    const check_selection selection = {0};
    check_contract_init(&contract);
    const sinew_result result =
        check_model(model, path, NULL, texture_path, &contract, &selection, &report, &facts, out_error);
    if (result == SINEW_OK) keep_findings(record, &report);
    check_contract_free(&contract);
    sinew__arena_free(&report.arena);
    return result;
}

// ---- side files ----------------------------------------------------------------------------------------------------

typedef struct side_record {
    library_record *record;
    sinew__side_folders *folders;
    size_t capacity;
} side_record;

static const char *keep_side_text(side_record *side, const char *text)
{
    if (!text) side->record->arena.failed = 1;
    return text ? sinew__arena_text(&side->record->arena, text, strlen(text)) : NULL;
}

static void add(side_record *side, const library_side_file *file)
{
    library_record *record = side->record;
    library_side_file *items = sinew__arena_grow(&record->arena, record->side_files, (size_t)record->side_file_count,
                                                 &side->capacity, sizeof *items);
    if (!items) return;
    record->side_files = items;
    items[record->side_file_count++] = *file;
}

/// Finds a side file by the rules of imports and checks.
static library_side_file find(side_record *side, const char *name)
{
    int descriptor;
    size_t size;
    sinew__file_status status;
    library_side_file file = {.name = keep_side_text(side, name)};
    const sinew_result result = sinew__side_folders_find(side->folders, name, &descriptor, &size);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) side->record->arena.failed = 1;
    if (result != SINEW_OK) return file;
    if (sinew__file_status_of(descriptor, &status)) {
        file.path = keep_side_text(side, sinew__side_folders_found(side->folders));
        file.size = status.size;
        file.modified = status.modified;
    }
    sinew__close(descriptor);
    return file;
}

/// Returns a hash of the names and states of all side files.
static uint64_t hash_of(const library_record *record)
{
    sinew__buffer text = {0};
    for (int32_t i = 0; i < record->side_file_count; ++i) {
        const library_side_file *file = &record->side_files[i];
        sinew__buffer_format(&text, "%s\n%s\n%llu %lld\n", file->name, file->path ? file->path : "",
                             (unsigned long long)file->size, (long long)file->modified);
    }
    const uint64_t hash = text.failed ? 0 : sinew__hash(text.text ? text.text : "", text.size);
    sinew__buffer_free(&text);
    return hash;
}

/// Records the side files of the model at `path`: those that its import requested, and its textures that are not
/// embedded, at most 1024 of each. `texture_path`, which may be NULL, is also searched. `model` is NULL if the import
/// failed. When out of memory, record->arena is marked as failed.
static void record_side_files(const char *path, const char *texture_path, const sinew__dependencies *imported,
                              const sinew_model *model, library_record *record)
{
    char *extra = texture_path ? sinew__absolute_path(texture_path) : NULL;
    side_record side = {.record = record, .folders = sinew__side_folders_open(path, extra)};
    const size_t count = sinew__dependencies_count(imported);
    if (!side.folders || imported->files.failed || imported->names.failed) record->arena.failed = 1;
    for (size_t i = 0; i < count && !record->arena.failed; ++i) {
        const sinew__dependency *seen = sinew__dependencies_at(imported, i);
        if (seen->state == SINEW__DEPENDENCY_LIBRARY) continue;
        // Record the state that the import saw: if the file has changed since, the next update notices that.
        const char *name = sinew__dependencies_name(imported, seen);
        library_side_file file = find(&side, name);
        const int was_found = seen->state != SINEW__DEPENDENCY_MISSING;
        if (was_found && !file.path) file.path = keep_side_text(&side, sinew__base_name(name));
        if (!was_found) file.path = NULL;
        file.size = seen->size;
        file.modified = seen->modified;
        add(&side, &file);
    }
    const int32_t texture_count = model ? model->texture_count : 0;
    for (int32_t i = 0, files = 0; i < texture_count && files < SINEW__MAX_SIDE_FILES && !record->arena.failed; ++i) {
        const char *name = sinew_text(model, model->textures[i].path);
        int is_recorded = model->textures[i].byte_count > 0 || !*name; // embedded, or without a path
        for (int32_t k = 0; k < record->side_file_count && !is_recorded; ++k)
            is_recorded = strcmp(record->side_files[k].name, name) == 0;
        if (is_recorded) continue;
        const library_side_file file = find(&side, name);
        add(&side, &file);
        ++files;
    }
    if (!record->arena.failed) record->side_hash = hash_of(record);
    sinew__side_folders_close(side.folders);
    sinew_free(extra);
}

// ---- records -------------------------------------------------------------------------------------------------------

enum { MAX_WARNINGS = 64 }; // warnings of one file that are stored

// ---- texts --------------------------------------------------------------------------------------------------------

static const char *keep(library_record *record, const char *text)
{
    const char *kept = sinew__arena_format(&record->arena, "%s", text);
    return kept ? kept : "";
}

// ---- the file -----------------------------------------------------------------------------------------------------

/// Hashes `size` bytes of an open file; `bytes` [piece] is memory. Returns 0 if the file ends early.
static uint64_t hash_open(int descriptor, size_t size, unsigned char *bytes, size_t piece)
{
    sinew__hasher hasher = sinew__hash_begin(size);
    size_t at = 0;
    for (; size - at > piece; at += piece) {
        if (sinew__read_at(descriptor, at, bytes, piece) != (ptrdiff_t)piece) return 0;
        sinew__hash_piece(&hasher, bytes, piece);
    }
    if (sinew__read_at(descriptor, at, bytes, size - at) != (ptrdiff_t)(size - at)) return 0;
    return sinew__hash_end(&hasher, bytes, size - at);
}

uint64_t library_hash_file(const char *path)
{
    const size_t piece = (size_t)SINEW__HASH_STEP << 14; // 1 MiB
    int descriptor;
    size_t size;
    if (sinew__file_open(path, &descriptor, &size, NULL) != SINEW_OK) return 0;
    unsigned char *bytes = sinew__allocate(piece);
    const uint64_t hash = bytes ? hash_open(descriptor, size, bytes, piece) : 0;
    sinew_free(bytes);
    sinew__close(descriptor);
    return hash;
}

// ---- the model ----------------------------------------------------------------------------------------------------

/// Returns a hash of the names and parents of the joints in authored order, as text. It may differ for equal skeletons
/// that two programs exported.
static const char *skeleton_of(library_record *record, const sinew_model *model)
{
    sinew__buffer text = {0};
    const char *fingerprint = "";
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[model->authored_order[i]];
        if (joint->kind != SINEW_JOINT_BONE) continue;
        sinew__buffer_put_text(&text, sinew_text(model, joint->name));
        sinew__buffer_put_character(&text, '\n');
        if (joint->parent != SINEW_NONE)
            sinew__buffer_put_text(&text, sinew_text(model, model->joints[joint->parent].name));
        sinew__buffer_put_character(&text, '\n');
    }
    if (text.failed) record->arena.failed = 1;
    if (text.size && !text.failed)
        fingerprint =
            sinew__arena_format(&record->arena, "%016llx", (unsigned long long)sinew__hash(text.text, text.size));
    sinew__buffer_free(&text);
    return fingerprint ? fingerprint : "";
}

static void record_clips(library_record *record, const sinew_model *model)
{
    library_scratch scratch;
    int64_t samples_left = LIBRARY_MAX_RANGE_SAMPLES;
    sinew_body_map map;
    sinew_result found = sinew_body_map_find(model, &map, NULL);
    if (found == SINEW_OK) found = sinew_body_map_check(model, &map, NULL);
    const double leg = found == SINEW_OK ? sinew_body_leg_length(model, &map) : 0; // 0 for a body: out of memory
    if (found == SINEW_ERROR_OUT_OF_MEMORY || (found == SINEW_OK && leg == 0)) record->arena.failed = 1;
    record->clips = SINEW__ARENA_ARRAY(&record->arena, library_clip_record, model->clip_count);
    if (!record->clips) return;
    if (library_scratch_create(model, &scratch, NULL) != SINEW_OK) {
        record->arena.failed = 1;
        return;
    }
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_clip *clip = &model->clips[i];
        library_clip_record *out = &record->clips[record->clip_count++];
        out->name = keep(record, sinew_text(model, clip->name));
        out->seconds = clip->duration;
        out->frames = model->info->fps > 0 ? clip->duration * model->info->fps : (double)NAN;
        if (library_measure_clip(model, i, &scratch, &out->facts) != SINEW_OK) record->arena.failed = 1;
        out->body = leg > 0 ? SINEW__ARENA_ARRAY(&record->arena, int8_t, LIBRARY_BODY_DESCRIPTOR) : NULL;
        if (out->body && !library_describe_body(model, i, &map, leg, &scratch, out->body)) out->body = NULL;
        out->poses = library_describe_poses(model, i, &scratch, &record->arena);
        out->ranges = library_measure_ranges(model, i, &scratch, &samples_left, &record->arena, &out->range_count);
    }
    library_scratch_free(&scratch);
}

static void record_model(library_record *record, const sinew_model *model)
{
    const char *words[] = {sinew_text(model, model->info->format), sinew_text(model, model->info->version),
                           sinew_text(model, model->info->encoding)};
    for (int i = 0; i < 3; ++i) {
        if (!*words[i]) continue;
        const char *space = *record->format ? " " : "";
        const char *format = sinew__arena_format(&record->arena, "%s%s%s", record->format, space, words[i]);
        if (format) record->format = format;
    }
    record->unit_cm = model->info->unit_cm;
    record->fps = model->info->fps;
    record->joints = model->joint_count;
    record->meshes = model->mesh_count;
    record->vertices = model->vertex_count;
    record->triangles = model->index_count / 3;
    record->materials = model->material_count;
    record->textures = model->texture_count;
    record->skeleton = skeleton_of(record, model);
    const int32_t count = model->warning_count < MAX_WARNINGS ? model->warning_count : MAX_WARNINGS;
    record->warnings = SINEW__ARENA_ARRAY(&record->arena, library_warning, count);
    for (int32_t i = 0; record->warnings && i < count; ++i)
        record->warnings[record->warning_count++] =
            (library_warning){keep(record, sinew_text(model, model->warnings[i].code)),
                              keep(record, sinew_text(model, model->warnings[i].text))};
    record_clips(record, model);
}

void library_measure_file(const char *path, const sinew_load_options *options, library_record *out_record)
{
    *out_record = (library_record){.arena.limit = (size_t)1 << 30, .format = ""};
    const double begin = sinew__load_time();
    sinew__file_status status;
    sinew_model *model = NULL;
    sinew__dependencies imported = {0};
    sinew__file_status_of_path(path, &status);
    out_record->size = status.size;
    out_record->modified = status.modified;
    out_record->hash = library_hash_file(path);
    const sinew_result loaded = sinew__load_with_dependencies(path, options, &imported, &model, &out_record->error);
    record_side_files(path, options->texture_path, &imported, model, out_record);
    if (loaded == SINEW_OK) {
        out_record->error = (sinew_error){.result = SINEW_OK};
        record_model(out_record, model);
        if (measure_findings(model, path, options->texture_path, out_record, &out_record->error) == SINEW_OK &&
            out_record->arena.failed)
            sinew__fail_memory(&out_record->error);
    }
    if (out_record->error.result != SINEW_OK) {
        // A file that is not a model, or that could not be measured, has one finding: the record's error.
        out_record->clip_count = out_record->warning_count = 0;
        check_report report = {0};
        check_unreadable(&out_record->error, &report);
        if (!report.arena.failed) keep_findings(out_record, &report);
        sinew__arena_free(&report.arena);
    }
    sinew_model_destroy(model);
    sinew__dependencies_free(&imported);
    out_record->seconds = sinew__load_time() - begin;
}

void library_record_free(library_record *record)
{
    sinew__arena_free(&record->arena);
}
