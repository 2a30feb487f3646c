#include "library/measure_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/memory.h"
#include "library/measure_findings.h"
#include "library/side_files/measure_side_files.h"
#include "platform/descriptor.h"
#include "platform/file.h"
#include "platform/file_status.h"
#include "worker/host/load_file.h"
#include "worker/host/worker_limits.h"

enum { MAX_WARNINGS = 64 }; // kept of a file

// ---- texts --------------------------------------------------------------------------------------------------------

static const char *keep(library_record *record, const char *text)
{
    const char *kept = sinew__arena_format(&record->arena, "%s", text);
    return kept ? kept : "";
}

static const char *format_of(library_record *record, const sinew_model *model)
{
    const char *parts[] = {sinew_text(model, model->info->format), sinew_text(model, model->info->version),
                           sinew_text(model, model->info->encoding)};
    const char *format = "";
    for (int i = 0; i < 3; ++i)
        if (*parts[i]) format = sinew__arena_format(&record->arena, "%s%s%s", format, *format ? " " : "", parts[i]);
    return format ? format : "";
}

// ---- the file -----------------------------------------------------------------------------------------------------

/// Hashes `size` bytes of an open file with `piece` bytes of memory. Returns 0 if it ends early.
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

/// Names and parents of the bones, in authored order, so that the same skeleton of another program differs.
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
    if (text.size && !text.failed)
        fingerprint =
            sinew__arena_format(&record->arena, "%016llx", (unsigned long long)sinew__hash(text.text, text.size));
    sinew__buffer_free(&text);
    return fingerprint ? fingerprint : "";
}

static void record_warnings(library_record *record, const sinew_model *model)
{
    const int32_t count = model->warning_count < MAX_WARNINGS ? model->warning_count : MAX_WARNINGS;
    record->warnings = SINEW__ARENA_ARRAY(&record->arena, library_warning, count);
    for (int32_t i = 0; record->warnings && i < count; ++i)
        record->warnings[record->warning_count++] =
            (library_warning){keep(record, sinew_text(model, model->warnings[i].code)),
                              keep(record, sinew_text(model, model->warnings[i].text))};
}

static int8_t *describe_body(library_record *record, const sinew_model *model, int32_t clip, const sinew_body_map *map,
                             library_scratch *scratch)
{
    int8_t *body = map ? SINEW__ARENA_ARRAY(&record->arena, int8_t, LIBRARY_BODY_DESCRIPTOR) : NULL;
    return body && library_describe_body(model, clip, map, scratch, body) ? body : NULL;
}

static void record_clips(library_record *record, const sinew_model *model)
{
    library_scratch scratch;
    sinew_error error;
    int64_t samples_left = LIBRARY_MAX_RANGE_SAMPLES;
    sinew_body_map map;
    const int is_body =
        sinew_body_map_find(model, &map, NULL) == SINEW_OK && sinew_body_map_check(model, &map, NULL) == SINEW_OK;
    record->clips = SINEW__ARENA_ARRAY(&record->arena, library_clip_record, model->clip_count);
    if (!record->clips || library_scratch_create(model, &scratch, &error) != SINEW_OK) return;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_clip *clip = &model->clips[i];
        library_clip_record *out = &record->clips[record->clip_count++];
        out->name = keep(record, sinew_text(model, clip->name));
        out->seconds = clip->duration;
        out->frames = model->info->fps > 0 ? clip->duration * model->info->fps : (double)NAN;
        library_measure_clip(model, i, &scratch, &out->facts);
        out->body = describe_body(record, model, i, is_body ? &map : NULL, &scratch);
        out->poses = library_describe_poses(model, i, &scratch, &record->arena);
        out->ranges = library_measure_ranges(model, i, &scratch, &samples_left, &record->arena, &out->range_count);
    }
    library_scratch_free(&scratch);
}

static void record_model(library_record *record, const sinew_model *model)
{
    record->format = format_of(record, model);
    record->unit_cm = model->info->unit_cm;
    record->fps = model->info->fps;
    record->joints = model->joint_count;
    record->meshes = model->mesh_count;
    record->vertices = model->vertex_count;
    record->triangles = model->index_count / 3;
    record->materials = model->material_count;
    record->textures = model->texture_count;
    record->skeleton = skeleton_of(record, model);
    record_warnings(record, model);
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
    library_record_side_files(path, options->texture_path, &imported, model, out_record);
    if (loaded == SINEW_OK) {
        out_record->error = (sinew_error){.result = SINEW_OK};
        record_model(out_record, model);
        if (library_measure_findings(model, path, options->texture_path, out_record, &out_record->error) == SINEW_OK &&
            out_record->arena.failed)
            sinew__fail_memory(&out_record->error);
    }
    if (out_record->error.result != SINEW_OK) library_record_unreadable(out_record);
    sinew_model_destroy(model);
    sinew__dependencies_free(&imported);
    out_record->seconds = sinew__load_time() - begin;
}

void library_record_free(library_record *record)
{
    sinew__arena_free(&record->arena);
}
