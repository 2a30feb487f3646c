#include "viewer/core/watch_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "cache/dependencies.h"
#include "platform/descriptor.h"
#include "platform/file.h"
#include "platform/file_status.h"
#include "platform/folder_watch.h"
#include "platform/side_files.h"

/// Files are written in several steps; a file is read when it has not changed for this long (seconds).
static const double settle_time = 0.15;

// ---- files --------------------------------------------------------------------------------------------------------

/// The folders of the watched files.
typedef struct watched_folders {
    sinew__side_folders *of_model;      ///< NULL: none
    sinew__side_folders **of_also_read; ///< [also_read_count], each or all NULL: none
    size_t also_read_count;
} watched_folders;

static watched_folders open_folders(const viewer_watch *watch)
{
    const viewer_files *files = watch->files;
    watched_folders folders = {.of_model = sinew__side_folders_open(watch->path, files->texture_path)};
    if (files->also_read_count > 0) folders.of_also_read = calloc(files->also_read_count, sizeof(void *));
    if (!folders.of_also_read) return folders;
    folders.also_read_count = files->also_read_count;
    for (size_t i = 0; i < folders.also_read_count; ++i)
        folders.of_also_read[i] = sinew__side_folders_open(files->also_read[i], files->texture_path);
    return folders;
}

static void close_folders(const watched_folders *folders)
{
    sinew__side_folders_close(folders->of_model);
    for (size_t i = 0; i < folders->also_read_count; ++i) sinew__side_folders_close(folders->of_also_read[i]);
    free(folders->of_also_read);
}

/// Opens a source or a texture of the model where the importer found it. Returns -1 if not found.
static int open_side_file(const watched_folders *folders, const char *authored)
{
    int file;
    size_t size;
    if (sinew__side_folders_find(folders->of_model, authored, &file, &size) == SINEW_OK) return file;
    for (size_t i = 0; i < folders->also_read_count; ++i)
        if (sinew__side_folders_find(folders->of_also_read[i], authored, &file, &size) == SINEW_OK) return file;
    return -1;
}

static int open_source(const viewer_watch *watch, const watched_folders *folders, int32_t source)
{
    const char *name = sinew_text(watch->model, watch->model->sources[source].name);
    const viewer_files *files = watch->files;
    int file;
    size_t size;
    const char *path = source == 0 ? watch->path : NULL;
    for (size_t i = 0; i < files->also_read_count && !path; ++i)
        if (strcmp(sinew__base_name(files->also_read[i]), name) == 0) path = files->also_read[i];
    if (path) return sinew__file_open(path, &file, &size, NULL) == SINEW_OK ? file : -1;
    return open_side_file(folders, name);
}

/// Adds the metadata of an open file to a hash. Closes the file.
static uint64_t hash_file_state(uint64_t hash, int file)
{
    sinew__file_status status;
    const uint64_t exists = (uint64_t)sinew__file_status_of(file, &status);
    const uint64_t facts[] = {hash,
                              exists,
                              status.device,
                              status.inode,
                              status.size,
                              status.links,
                              (uint64_t)status.modified,
                              (uint64_t)status.changed};
    sinew__close(file);
    return sinew__hash(facts, sizeof facts);
}

/// Returns a hash of the metadata of all files; never 0. Covers as many textures as a load looks for.
static uint64_t hash_state(const viewer_watch *watch)
{
    const sinew_model *model = watch->model;
    const watched_folders folders = open_folders(watch);
    uint64_t hash = 1;
    for (int32_t i = 0; i < model->source_count; ++i) hash = hash_file_state(hash, open_source(watch, &folders, i));
    for (int32_t i = 0, looked = 0; i < model->texture_count && looked < SINEW__MAX_SIDE_FILES; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (texture->byte_count) continue;
        hash = hash_file_state(hash, open_side_file(&folders, sinew_text(model, texture->path)));
        ++looked;
    }
    close_folders(&folders);
    return hash;
}

/// Returns whether an open file has these contents.
static int has_contents(int file, const sinew_source *source)
{
    sinew__file_status status;
    if (!sinew__file_status_of(file, &status) || status.size != source->size) return 0;
    return source->hash == 0 || sinew__dependencies_hash(file) == source->hash;
}

/// Returns whether the files are still those that the model was made of. A baked file names the files it was baked
/// from.
static int is_unchanged(const viewer_watch *watch)
{
    const sinew_model *model = watch->model;
    if (model->source_count == 0) return 1;
    int same = 1;
    if (strcmp(sinew__base_name(watch->path), sinew_text(model, model->sources[0].name)) != 0) return 1;
    const watched_folders folders = open_folders(watch);
    for (int32_t i = 0; i < model->source_count && same; ++i) {
        const int file = open_source(watch, &folders, i);
        same = has_contents(file, &model->sources[i]);
        sinew__close(file);
    }
    close_folders(&folders);
    return same;
}

static void open_notifications(viewer_watch *watch)
{
    watch->notifications = sinew__folder_watch_open();
    sinew__folder_watch_add(watch->notifications, watch->path);
    for (size_t i = 0; i < watch->files->also_read_count; ++i)
        sinew__folder_watch_add(watch->notifications, watch->files->also_read[i]);
}

// ---- watching -----------------------------------------------------------------------------------------------------

void viewer_watch_begin(viewer_watch *watch, const viewer_files *files, const char *path, const sinew_model *model)
{
    const uint64_t before = watch->path == path ? watch->known : 0;
    viewer_watch_end(watch);
    *watch = (viewer_watch){.path = path, .files = files, .model = model};
    open_notifications(watch);
    const uint64_t now = hash_state(watch);
    watch->known = now == before || is_unchanged(watch) ? now : 0;
    watch->seen = watch->known;
}

void viewer_watch_end(viewer_watch *watch)
{
    sinew__folder_watch_close(watch->notifications);
    *watch = (viewer_watch){0};
}

int viewer_watch_poll(viewer_watch *watch, double seconds)
{
    if (!watch->path) return 0;
    watch->has_event |= sinew__folder_watch_poll(watch->notifications);
    const int is_urgent = watch->has_event || watch->seen != watch->known;
    if (seconds - watch->last_poll < (is_urgent ? settle_time / 3.0 : 1.0)) return 0;
    watch->last_poll = seconds;
    watch->has_event = 0;
    const uint64_t now = hash_state(watch);
    if (now != watch->seen) watch->changed = seconds;
    watch->seen = now;
    if (now == watch->known || seconds - watch->changed < settle_time) return 0;
    watch->known = now;
    return 1;
}
