#include "library/side_files/measure_side_files.h"

#include <string.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/memory.h"
#include "platform/descriptor.h"
#include "platform/file.h"
#include "platform/file_status.h"
#include "platform/side_files.h"

typedef struct side_record {
    library_record *record;
    sinew__side_folders *folders;
    size_t capacity;
} side_record;

static int is_recorded(const library_record *record, const char *name)
{
    for (int32_t i = 0; i < record->side_file_count; ++i)
        if (strcmp(record->side_files[i].name, name) == 0) return 1;
    return 0;
}

static const char *keep(side_record *side, const char *text)
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

/// Finds a side file as an import and a check do.
static library_side_file find(side_record *side, const char *name)
{
    int descriptor;
    size_t size;
    sinew__file_status status;
    library_side_file file = {.name = keep(side, name)};
    const sinew_result result = sinew__side_folders_find(side->folders, name, &descriptor, &size);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) side->record->arena.failed = 1;
    if (result != SINEW_OK) return file;
    if (sinew__file_status_of(descriptor, &status)) {
        file.path = keep(side, sinew__side_folders_found(side->folders));
        file.size = status.size;
        file.modified = status.modified;
    }
    sinew__close(descriptor);
    return file;
}

/// Records the state that the import has seen. Where it is another one by now, the next update will find a change.
static void add_imported(side_record *side, const sinew__dependency *seen, const char *name)
{
    library_side_file file = find(side, name);
    const int was_found = seen->state != SINEW__DEPENDENCY_MISSING;
    if (was_found && !file.path) file.path = keep(side, sinew__base_name(name));
    if (!was_found) file.path = NULL;
    file.size = seen->size;
    file.modified = seen->modified;
    add(side, &file);
}

static void add_textures(side_record *side, const sinew_model *model)
{
    for (int32_t i = 0, files = 0; i < model->texture_count && files < SINEW__MAX_SIDE_FILES; ++i) {
        const char *name = sinew_text(model, model->textures[i].path);
        if (model->textures[i].byte_count > 0 || !*name || is_recorded(side->record, name)) continue;
        const library_side_file file = find(side, name);
        add(side, &file);
        ++files;
    }
}

/// One number for names and states, which differs when any of them does.
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

void library_record_side_files(const char *path, const char *texture_path, const sinew__dependencies *imported,
                               const sinew_model *model, library_record *record)
{
    char *extra = texture_path ? sinew__absolute_path(texture_path) : NULL;
    side_record side = {.record = record, .folders = sinew__side_folders_open(path, extra)};
    const size_t count = sinew__dependencies_count(imported);
    if (!side.folders || imported->files.failed || imported->names.failed) record->arena.failed = 1;
    for (size_t i = 0; i < count && !record->arena.failed; ++i) {
        const sinew__dependency *file = sinew__dependencies_at(imported, i);
        if (file->state == SINEW__DEPENDENCY_LIBRARY) continue;
        add_imported(&side, file, sinew__dependencies_name(imported, file));
    }
    if (model && !record->arena.failed) add_textures(&side, model);
    if (!record->arena.failed) record->side_hash = hash_of(record);
    sinew__side_folders_close(side.folders);
    sinew_free(extra);
}
