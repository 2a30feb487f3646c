// One entry of the model cache: it is found by the files of a load, opened if they are unchanged, and stored after an
// import.
#include "import/cache/cache.h"

#include <string.h>

#include "core/base/hash.h"
#include "core/base/memory.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "runtime/model/baked_clips.h"

// ---- the name -----------------------------------------------------------------------------------------------------

void sinew__cache_entry_begin(sinew__cache_entry *entry)
{
    const sinew__model_files *files = entry->files;
    if (!entry->folder || files->folder.inode == 0) return;
    const uint64_t parts[] = {files->folder.device, files->folder.inode, sinew__hash(files->name, strlen(files->name)),
                              entry->load_key, sinew__block_layout(SINEW__BLOCK_MODEL)};
    entry->path = sinew__cache_file_path(entry->folder, sinew__hash(parts, sizeof parts));
    sinew__dependencies_record(&entry->dependencies, "", files->file);
}

void sinew__cache_entry_end(sinew__cache_entry *entry)
{
    sinew_free(entry->path);
    sinew__dependencies_free(&entry->dependencies);
    entry->path = NULL;
}

// ---- comparing ------------------------------------------------------------------------------------------------------

/// Opens a side file like a load; −1 if it is not found.
static int open_side_file(const sinew__cache_entry *entry, const char *name)
{
    int file;
    size_t size;
    const sinew_result result = sinew__side_folders_find(entry->files->side_folders, name, &file, &size);
    return result == SINEW_OK ? file : -1;
}

/// Compares all recorded files. A file that cannot be compared before the deadline counts as changed.
static sinew__dependency_comparison compare_files(const sinew__cache_entry *entry,
                                                  const sinew__dependencies *dependencies)
{
    sinew__dependency_comparison worst = SINEW__DEPENDENCY_SAME;
    for (size_t i = 0; i < sinew__dependencies_count(dependencies) && worst != SINEW__DEPENDENCY_CHANGED; ++i) {
        if (sinew__validation_is_late(&entry->validation)) return SINEW__DEPENDENCY_CHANGED;
        const sinew__dependency *recorded = sinew__dependencies_at(dependencies, i);
        const char *name = sinew__dependencies_name(dependencies, recorded);
        sinew__dependency_comparison comparison;
        if (i == 0) {
            comparison = sinew__dependencies_compare(recorded, entry->files->file);
        } else if (recorded->state == SINEW__DEPENDENCY_LIBRARY) {
            comparison = sinew__dependencies_compare_library(recorded, name);
        } else {
            const int file = open_side_file(entry, name);
            comparison = sinew__dependencies_compare(recorded, file);
            sinew__close(file);
        }
        if (comparison > worst) worst = comparison;
    }
    return worst;
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// Records the files of the dependencies as they are now, with the same hashes.
static int record_again(const sinew__cache_entry *entry, const sinew__dependencies *dependencies,
                        sinew__dependencies *out)
{
    sinew__dependencies_record(out, "", entry->files->file);
    for (size_t i = 1; i < sinew__dependencies_count(dependencies); ++i) {
        const sinew__dependency *recorded = sinew__dependencies_at(dependencies, i);
        const char *name = sinew__dependencies_name(dependencies, recorded);
        const int is_library = recorded->state == SINEW__DEPENDENCY_LIBRARY;
        const int file = is_library ? -1 : open_side_file(entry, name);
        if (is_library)
            sinew__dependencies_record_library(out, name);
        else
            sinew__dependencies_record(out, name, file);
        sinew__close(file);
    }
    if (sinew__dependencies_failed(out) || sinew__dependencies_count(out) != sinew__dependencies_count(dependencies))
        return 0;
    for (size_t i = 0; i < sinew__dependencies_count(out); ++i)
        sinew__dependencies_at(out, i)->hash = sinew__dependencies_at(dependencies, i)->hash;
    return 1;
}

/// Limit in bytes for the dependencies of a block and the header of its file.
static const size_t largest_appendix = (size_t)4 << 20;

static size_t limit_of(const sinew__cache_entry *entry)
{
    return entry->limit ? entry->limit : SINEW__CACHE_LIMIT;
}

static void write_entry(const sinew__cache_entry *entry, const sinew_model *model,
                        const sinew__dependencies *dependencies)
{
    const size_t limit = limit_of(entry);
    size_t size;
    (void)sinew_model_block(model, &size);
    if (size <= limit && sinew__cache_file_write(entry->path, model, dependencies))
        sinew__cache_folder_shrink(entry->folder, limit);
}

static int is_settled(const sinew__dependencies *dependencies)
{
    for (size_t i = 0; i < sinew__dependencies_count(dependencies); ++i)
        if (sinew__dependencies_at(dependencies, i)->state == SINEW__DEPENDENCY_RECENT) return 0;
    return 1;
}

/// Stores dependencies again if files had to be compared by content, so that their identity is enough the next time.
/// Before it stores them, it compares the files once more, because one may have changed since the first comparison.
static void refresh(const sinew__cache_entry *entry, const sinew_model *model, const sinew__dependencies *dependencies)
{
    sinew__dependencies now = {0};
    if (record_again(entry, dependencies, &now) && is_settled(&now) &&
        compare_files(entry, dependencies) != SINEW__DEPENDENCY_CHANGED)
        write_entry(entry, model, &now);
    sinew__dependencies_free(&now);
}

/// Opens the stored model. SINEW_ERROR_NOT_FOUND if it was made from other files.
static sinew_result open_model(const sinew__cache_entry *entry, sinew_model **out_model)
{
    sinew__cache_file file;
    sinew_result result = sinew__cache_file_open(entry->path, limit_of(entry) + largest_appendix, &file);
    if (result != SINEW_OK) return result;
    const sinew__dependency_comparison comparison = compare_files(entry, &file.dependencies);
    result = comparison == SINEW__DEPENDENCY_CHANGED ? SINEW_ERROR_NOT_FOUND
                                                     : sinew__cache_file_model(&file, &entry->validation, out_model);
    if (result == SINEW_OK && comparison == SINEW__DEPENDENCY_SAME_CONTENT)
        refresh(entry, *out_model, &file.dependencies);
    sinew__cache_file_close(&file);
    return result;
}

sinew_model *sinew__cache_entry_open(sinew__cache_entry *entry)
{
    sinew_model *model = NULL;
    if (!entry->path) return NULL;
    const sinew_result result = open_model(entry, &model);
    entry->was_damaged = result != SINEW_OK && result != SINEW_ERROR_NOT_FOUND && result != SINEW_ERROR_OUT_OF_MEMORY &&
                         result != SINEW_ERROR_TIMED_OUT;
    if (entry->was_damaged) (void)sinew__file_remove(entry->path);
    return model;
}

// ---- storing ------------------------------------------------------------------------------------------------------

/// Returns the hash of a model's source by name, or 0.
static uint64_t hash_in_model(const sinew_model *model, const char *name)
{
    for (int32_t i = 0; i < model->source_count; ++i)
        if (strcmp(sinew_text(model, model->sources[i].name), name) == 0) return model->sources[i].hash;
    return 0;
}

/// Returns the hash of a recorded file if the worker has read the same content, else 0. A later change of the file
/// changes its identity, or leaves it not settled.
static uint64_t hash_recorded(int file, uint64_t in_model)
{
    const uint64_t hash = file < 0 ? 0 : sinew__dependencies_hash(file);
    return hash == in_model ? hash : 0;
}

/// Sets the hashes of the dependencies. Returns 0 if a file is not the one from which the model was made.
static int hash_files(sinew__cache_entry *entry, const sinew_model *model)
{
    const sinew__dependencies *dependencies = &entry->dependencies;
    sinew__dependency *first = sinew__dependencies_at(dependencies, 0);
    first->hash = model->source_count > 0 ? hash_recorded(entry->files->file, model->sources[0].hash) : 0;
    int known = first->hash != 0;
    for (size_t i = 1; i < sinew__dependencies_count(dependencies) && known; ++i) {
        sinew__dependency *recorded = sinew__dependencies_at(dependencies, i);
        if (recorded->state == SINEW__DEPENDENCY_LIBRARY) continue;
        const char *name = sinew__dependencies_name(dependencies, recorded);
        const int file = open_side_file(entry, name);
        const int is_missing = recorded->state == SINEW__DEPENDENCY_MISSING;
        recorded->hash = is_missing ? 0 : hash_recorded(file, hash_in_model(model, sinew__base_name(name)));
        known = is_missing ? file < 0 : recorded->hash != 0;
        sinew__close(file);
    }
    return known;
}

void sinew__cache_entry_store(sinew__cache_entry *entry, const sinew_model *model)
{
    const int recorded = entry->path && sinew__dependencies_count(&entry->dependencies) > 0;
    if (recorded && !sinew__dependencies_failed(&entry->dependencies) && hash_files(entry, model))
        write_entry(entry, model, &entry->dependencies);
}
