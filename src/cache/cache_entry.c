#define _POSIX_C_SOURCE 200809L
#include "cache/cache_entry.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "cache/cache_file.h"
#include "cache/cache_folder.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "platform/side_files.h"

// ---- the name -----------------------------------------------------------------------------------------------------

/// Device and inode of a model's folder.
static int find_folder(const char *model_path, uint64_t out_identity[2])
{
    struct stat status;
    const char *slash = strrchr(model_path, '/');
    char *folder = slash ? strndup(model_path, (size_t)(slash - model_path) + 1) : strdup(".");
    const int found = folder && stat(folder, &status) == 0;
    free(folder);
    if (!found) return 0;
    out_identity[0] = (uint64_t)status.st_dev;
    out_identity[1] = (uint64_t)status.st_ino;
    return 1;
}

void sinew__cache_entry_begin(sinew__cache_entry *slot)
{
    if (!slot->folder) return;
    const char *slash = strrchr(slot->model_path, '/'), *name = slash ? slash + 1 : slot->model_path;
    uint64_t parts[5] = {[2] = sinew__hash(name, strlen(name)), slot->recipe, sinew__block_layout()};
    if (!find_folder(slot->model_path, parts)) return;
    slot->path = sinew__cache_file_path(slot->folder, sinew__hash(parts, sizeof parts));
    sinew__dependencies_note(&slot->origin, "", slot->file);
}

void sinew__cache_entry_end(sinew__cache_entry *slot)
{
    free(slot->path);
    sinew__dependencies_free(&slot->origin);
    slot->path = NULL;
}

// ---- the files of the origin --------------------------------------------------------------------------------------

/// Opens a side file as a load would; -1 when it is not found.
static int open_side_file(const sinew__cache_entry *slot, const char *name)
{
    int file;
    size_t size;
    const sinew_result result = sinew__side_folders_find(slot->folders, name, &file, &size);
    return result == SINEW_OK ? file : -1;
}

static sinew__dependencies_answer compare_file(const sinew__cache_entry *slot, const sinew__dependencies *origin,
                                               size_t index)
{
    const sinew__dependency *noted = sinew__dependencies_at(origin, index);
    const char *name = sinew__dependencies_name(origin, noted);
    if (index == 0) return sinew__dependencies_compare(noted, slot->file);
    if (noted->state == SINEW__DEPENDENCY_LIBRARY) return sinew__dependencies_compare_library(noted, name);
    const int file = open_side_file(slot, name);
    const sinew__dependencies_answer answer = sinew__dependencies_compare(noted, file);
    if (file >= 0) close(file);
    return answer;
}

static int is_late(const sinew__cache_entry *slot)
{
    return slot->validation.deadline > 0 && sinew__now() > slot->validation.deadline;
}

/// Files that there is no time to look at may have changed.
static sinew__dependencies_answer compare_files(const sinew__cache_entry *slot, const sinew__dependencies *origin)
{
    sinew__dependencies_answer worst = SINEW__DEPENDENCY_SAME;
    for (size_t i = 0; i < sinew__dependencies_count(origin) && worst != SINEW__DEPENDENCY_CHANGED; ++i) {
        if (is_late(slot)) return SINEW__DEPENDENCY_CHANGED;
        const sinew__dependencies_answer answer = compare_file(slot, origin, i);
        if (answer > worst) worst = answer;
    }
    return worst;
}

// ---- opening ------------------------------------------------------------------------------------------------------

static void note_as(const sinew__cache_entry *slot, const char *name, int is_library, sinew__dependencies *out)
{
    const int file = is_library ? -1 : open_side_file(slot, name);
    if (is_library)
        sinew__dependencies_note_library(out, name);
    else
        sinew__dependencies_note(out, name, file);
    if (file >= 0) close(file);
}

/// Records the dependencies as they are now, with the same contents.
static int note_again(const sinew__cache_entry *slot, const sinew__dependencies *origin, sinew__dependencies *out)
{
    sinew__dependencies_note(out, "", slot->file);
    for (size_t i = 1; i < sinew__dependencies_count(origin); ++i) {
        const sinew__dependency *noted = sinew__dependencies_at(origin, i);
        note_as(slot, sinew__dependencies_name(origin, noted), noted->state == SINEW__DEPENDENCY_LIBRARY, out);
    }
    if (sinew__dependencies_failed(out) || sinew__dependencies_count(out) != sinew__dependencies_count(origin))
        return 0;
    for (size_t i = 0; i < sinew__dependencies_count(out); ++i)
        sinew__dependencies_at(out, i)->hash = sinew__dependencies_at(origin, i)->hash;
    return 1;
}

/// What the origin of a block and the header of its file take at most.
static const size_t largest_appendix = (size_t)4 << 20;

static size_t limit_of(const sinew__cache_entry *slot)
{
    return slot->limit ? slot->limit : SINEW__CACHE_LIMIT;
}

static void write_slot(const sinew__cache_entry *slot, const sinew_model *model, const sinew__dependencies *origin)
{
    const size_t limit = limit_of(slot);
    size_t size;
    (void)sinew_model_block(model, &size);
    if (size <= limit && sinew__cache_file_write(slot->path, model, origin))
        sinew__cache_folder_shrink(slot->folder, limit);
}

static int is_settled(const sinew__dependencies *origin)
{
    for (size_t i = 0; i < sinew__dependencies_count(origin); ++i)
        if (sinew__dependencies_at(origin, i)->state == SINEW__DEPENDENCY_RECENT) return 0;
    return 1;
}

/// Dependencies that were compared by content are recorded anew, so that their identity suffices the next time. They
/// are compared once more, because a file may have changed in between.
static void refresh(const sinew__cache_entry *slot, const sinew_model *model, const sinew__dependencies *origin)
{
    sinew__dependencies now = {0};
    if (note_again(slot, origin, &now) && is_settled(&now) && compare_files(slot, origin) != SINEW__DEPENDENCY_CHANGED)
        write_slot(slot, model, &now);
    sinew__dependencies_free(&now);
}

/// SINEW_ERROR_NOT_FOUND when the stored model was made of other files.
static sinew_result open_model(const sinew__cache_entry *slot, sinew_model **out_model)
{
    sinew__cache_file file;
    sinew_result result = sinew__cache_file_open(slot->path, limit_of(slot) + largest_appendix, &file);
    if (result != SINEW_OK) return result;
    const sinew__dependencies_answer answer = compare_files(slot, &file.origin);
    result = answer == SINEW__DEPENDENCY_CHANGED ? SINEW_ERROR_NOT_FOUND
                                                 : sinew__cache_file_model(&file, &slot->validation, out_model);
    if (result == SINEW_OK && answer == SINEW__DEPENDENCY_SAME_CONTENT) refresh(slot, *out_model, &file.origin);
    sinew__cache_file_close(&file);
    return result;
}

sinew_model *sinew__cache_entry_open(sinew__cache_entry *slot)
{
    sinew_model *model = NULL;
    if (!slot->path) return NULL;
    const sinew_result result = open_model(slot, &model);
    slot->was_damaged = result != SINEW_OK && result != SINEW_ERROR_NOT_FOUND && result != SINEW_ERROR_OUT_OF_MEMORY &&
                        result != SINEW_ERROR_TIMED_OUT;
    if (slot->was_damaged) unlink(slot->path);
    return model;
}

// ---- keeping ------------------------------------------------------------------------------------------------------

/// The hash of a model's source of that name, or 0.
static uint64_t hash_in_model(const sinew_model *model, const char *name)
{
    for (int32_t i = 0; i < model->source_count; ++i)
        if (strcmp(sinew_text(model, model->sources[i].name), name) == 0) return model->sources[i].hash;
    return 0;
}

/// The hash of a recorded file, if the worker has read the same content; else 0. Later changes give another identity,
/// or one that is not settled.
static uint64_t hash_noted(int file, uint64_t in_model)
{
    const uint64_t hash = file < 0 ? 0 : sinew__dependencies_hash(file);
    return hash == in_model ? hash : 0;
}

/// Sets the hashes. Returns 0 when a file differs from what the model was made of.
static int hash_files(sinew__cache_entry *slot, const sinew_model *model)
{
    const sinew__dependencies *origin = &slot->origin;
    sinew__dependency *first = sinew__dependencies_at(origin, 0);
    first->hash = model->source_count > 0 ? hash_noted(slot->file, model->sources[0].hash) : 0;
    int known = first->hash != 0;
    for (size_t i = 1; i < sinew__dependencies_count(origin) && known; ++i) {
        sinew__dependency *noted = sinew__dependencies_at(origin, i);
        if (noted->state == SINEW__DEPENDENCY_LIBRARY) continue;
        const char *name = sinew__dependencies_name(origin, noted);
        const int file = open_side_file(slot, name);
        const int is_missing = noted->state == SINEW__DEPENDENCY_MISSING;
        noted->hash = is_missing ? 0 : hash_noted(file, hash_in_model(model, sinew__base_name(name)));
        known = is_missing ? file < 0 : noted->hash != 0;
        if (file >= 0) close(file);
    }
    return known;
}

void sinew__cache_entry_keep(sinew__cache_entry *slot, const sinew_model *model)
{
    const int noted = slot->path && sinew__dependencies_count(&slot->origin) > 0;
    if (noted && !sinew__dependencies_failed(&slot->origin) && hash_files(slot, model))
        write_slot(slot, model, &slot->origin);
}
