#define _POSIX_C_SOURCE 200809L
#include "program/viewer/core/playlist.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/folder_watch.h"
#include "core/platform/side_files.h"
#include "core/platform/thread.h"
#include "import/cache/cache.h"

// Loads a file on a thread while another file plays.

struct viewer_loader {
    const viewer_files *files;
    const char *path;
    double begin; ///< sinew__now() at the start
    sinew__thread thread;
    atomic_int gives_up, is_done;
    // Used only by the thread until is_done.
    sinew_result result;
    viewer_file file;
    sinew_error error;
};

static int progress(void *user, double seconds)
{
    (void)seconds;
    viewer_loader *loader = user;
    return atomic_load(&loader->gives_up);
}

static void *run(void *user)
{
    viewer_loader *loader = user;
    const viewer_files *files = loader->files;
    loader->result = files->open(files->user, loader->path, progress, loader, &loader->file, &loader->error);
    atomic_store(&loader->is_done, 1);
    return NULL;
}

viewer_loader *viewer_loader_start(const viewer_files *files, const char *path)
{
    viewer_loader *loader = calloc(1, sizeof *loader);
    if (!loader) return NULL;
    loader->files = files;
    loader->path = path;
    loader->begin = sinew__now();
    if (sinew__thread_start(&loader->thread, run, loader)) return loader;
    free(loader);
    return NULL;
}

int viewer_loader_is_done(viewer_loader *loader)
{
    return atomic_load(&loader->is_done);
}

sinew_result viewer_loader_take(viewer_loader *loader, viewer_file *out_file, sinew_error *out_error)
{
    sinew__thread_join(loader->thread);
    const sinew_result result = loader->result;
    *out_file = loader->file;
    *out_error = loader->error;
    free(loader);
    return result;
}

void viewer_loader_cancel(viewer_loader *loader)
{
    if (!loader) return;
    const viewer_files *files = loader->files;
    viewer_file file;
    sinew_error error;
    atomic_store(&loader->gives_up, 1);
    if (viewer_loader_take(loader, &file, &error) == SINEW_OK) files->close(files->user, &file);
}

// Detects changes of a file and of the files that it depends on.
//
// A change is a change of the files' metadata. Notifications of the system (inotify) only trigger the comparison.
// Without notifications, as on a network file system, metadata are compared every second.

/// Seconds without a change after which a file is read; programs write files in several steps.
static const double settle_time = 0.15;

// ---- files --------------------------------------------------------------------------------------------------------

/// The folders with files that are watched.
typedef struct watched_folders {
    sinew__side_folders *of_model;      ///< folder of the model; NULL: none
    sinew__side_folders **of_also_read; ///< [also_read_count] folders of the other files; entries or the array can be
                                        ///< NULL
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

/// Opens a source or texture of the model at the path that the importer found. Returns -1 if it does not exist.
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

/// Returns a hash of the metadata of all watched files; never 0. It includes as many textures as a load reads.
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

/// Returns whether the files that the model was made from are unchanged. A baked file lists the files that it was baked
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
        const sinew_source *source = &model->sources[i];
        sinew__file_status status;
        same = sinew__file_status_of(file, &status) && status.size == source->size &&
               (source->hash == 0 || sinew__dependencies_hash(file) == source->hash);
        sinew__close(file);
    }
    close_folders(&folders);
    return same;
}

// ---- watching -----------------------------------------------------------------------------------------------------

void viewer_watch_begin(viewer_watch *watch, const viewer_files *files, const char *path, const sinew_model *model)
{
    const uint64_t before = watch->path == path ? watch->known : 0;
    viewer_watch_end(watch);
    *watch = (viewer_watch){.path = path, .files = files, .model = model};
    watch->notifications = sinew__folder_watch_open();
    sinew__folder_watch_add(watch->notifications, path);
    for (size_t i = 0; i < files->also_read_count; ++i)
        sinew__folder_watch_add(watch->notifications, files->also_read[i]);
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

/// Seconds of loading after which a note is shown.
static const double note_delay = 0.3;

sinew_result viewer_playlist_begin(viewer_playlist *playlist, const viewer_settings *settings, sinew_error *out_error)
{
    const viewer_files *files = settings->files;
    *playlist = (viewer_playlist){.files = files,
                                  .file = {.model = settings->model,
                                           .images = settings->images,
                                           .clip = settings->clip,
                                           .texture_notes = settings->texture_notes,
                                           .texture_note_count = settings->texture_note_count},
                                  .first = settings->model};
    if (!files) return SINEW_OK;
    playlist->paths = malloc((size_t)files->count * sizeof *playlist->paths + 1);
    if (!playlist->paths) return sinew__fail_memory(out_error);
    memcpy(playlist->paths, files->paths, (size_t)files->count * sizeof *playlist->paths);
    playlist->count = files->count;
    playlist->index = settings->model ? files->first : -1;
    if (!settings->model) {
        playlist->step = 1;
        playlist->loader = viewer_loader_start(files, playlist->paths[playlist->target]);
        return playlist->loader ? SINEW_OK : sinew__fail_memory(out_error);
    }
    if (files->watch) viewer_watch_begin(&playlist->watch, files, playlist->paths[playlist->index], settings->model);
    return SINEW_OK;
}

void viewer_playlist_end(viewer_playlist *playlist)
{
    viewer_loader_cancel(playlist->loader);
    viewer_watch_end(&playlist->watch);
    if (playlist->file.model != playlist->first) playlist->files->close(playlist->files->user, &playlist->file);
    for (int32_t i = 0; i < playlist->dropped_count; ++i) free(playlist->dropped[i]);
    free(playlist->dropped);
    free(playlist->paths);
    *playlist = (viewer_playlist){0};
}

// ---- notes --------------------------------------------------------------------------------------------------------

/// Returns a file's name without its directory, printable.
static const char *put_name(const char *path, char *out, size_t size)
{
    sinew__printable(sinew__file_name(path), out, size);
    return out;
}

// ---- loading ------------------------------------------------------------------------------------------------------

static void start(viewer_playlist *playlist, viewer_state *viewer, int32_t target, int32_t step)
{
    viewer_loader_cancel(playlist->loader);
    playlist->note_is_ours = 0;
    playlist->target = target;
    playlist->step = step;
    playlist->loader = viewer_loader_start(playlist->files, playlist->paths[target]);
    if (!playlist->loader) snprintf(viewer->note, sizeof viewer->note, "out of memory");
}

/// Starts loading the file `step` files after the one that is loading, or after the one that plays if none is loading.
/// If that leads to the playing file, cancels loading and shows a note.
static void start_next(viewer_playlist *playlist, viewer_state *viewer, int32_t step)
{
    const int32_t from = playlist->loader ? playlist->target : playlist->index, count = playlist->count;
    const int32_t next = ((from + step) % count + count) % count, direction = step < 0 ? -1 : 1;
    playlist->end = playlist->index < 0 ? next : playlist->index;
    if (next == playlist->index) {
        viewer_loader_cancel(playlist->loader);
        playlist->loader = NULL;
        snprintf(viewer->note, sizeof viewer->note, count > 1 ? "the same file again" : "no other file");
        return;
    }
    start(playlist, viewer, next, direction);
}

/// Inserts a path at an index of the playlist. Returns 0 when out of memory.
static int insert(viewer_playlist *playlist, const char *path, int32_t index)
{
    const size_t count = (size_t)playlist->count + 1, dropped = (size_t)playlist->dropped_count + 1;
    char *copy = strdup(path);
    const char **paths = realloc(playlist->paths, count * sizeof *paths);
    if (paths) playlist->paths = paths;
    char **all_dropped = realloc(playlist->dropped, dropped * sizeof *all_dropped);
    if (all_dropped) playlist->dropped = all_dropped;
    if (!copy || !paths || !all_dropped) {
        free(copy);
        return 0;
    }
    memmove(paths + index + 1, paths + index, (size_t)(playlist->count - index) * sizeof *paths);
    paths[index] = all_dropped[playlist->dropped_count++] = copy;
    ++playlist->count;
    playlist->index += playlist->index >= index;
    playlist->target += playlist->target >= index;
    return 1;
}

void viewer_playlist_drop(viewer_playlist *playlist, viewer_state *viewer, const char *path, int is_first)
{
    if (!playlist->files) return;
    const int32_t index = is_first ? playlist->index + 1 : playlist->drop_end;
    if (!insert(playlist, path, index)) return;
    viewer_playlist_number(playlist, viewer);
    playlist->drop_end = index + 1;
    if (is_first) start(playlist, viewer, index, 1);
    if (playlist->index >= 0)
        playlist->end = playlist->drop_end % playlist->count;
    else if (is_first)
        playlist->end = index;
}

/// Handles a failure to load: shows a note, and continues with the next file.
static void go_on(viewer_playlist *playlist, viewer_state *viewer, const sinew_error *error)
{
    const viewer_files *files = playlist->files;
    const int32_t failed = playlist->target;
    char name[72], message[80];
    put_name(playlist->paths[playlist->target], name, sizeof name);
    sinew__printable(error->message, message, sizeof message);
    // If a changed file cannot be read, its old version keeps playing, so the error stays visible; for another file a
    // note is enough.
    const int is_reload = playlist->target == playlist->index;
    char *out = is_reload ? viewer->reload_error : viewer->note;
    snprintf(out, VIEWER_NOTE, "%s: %s", name, message);
    files->tell(files->user, playlist->paths[failed], NULL, error);
    const int32_t next = (failed + playlist->step + playlist->count) % playlist->count;
    if (playlist->step && next != playlist->end) start(playlist, viewer, next, playlist->step);
}

/// Takes the file that was loaded. Returns whether there is one.
static int take(viewer_playlist *playlist, viewer_state *viewer, viewer_file *out_file)
{
    if (!playlist->loader) return 0;
    if (!viewer_loader_is_done(playlist->loader)) {
        const double seconds = sinew__now() - playlist->loader->begin;
        if (seconds < note_delay) return 0;
        char name[80];
        put_name(playlist->paths[playlist->target], name, sizeof name);
        snprintf(viewer->note, sizeof viewer->note, "loading %s, %.1f s", name, seconds);
        playlist->note_is_ours = 1;
        return 0;
    }
    sinew_error error;
    const sinew_result result = viewer_loader_take(playlist->loader, out_file, &error);
    playlist->loader = NULL;
    if (result != SINEW_OK) go_on(playlist, viewer, &error);
    return result == SINEW_OK;
}

void viewer_playlist_number(const viewer_playlist *playlist, viewer_state *viewer)
{
    viewer->file_paths = playlist->paths;
    viewer->file_number = playlist->index + 1;
    viewer->file_count = playlist->count;
}

int viewer_playlist_update(viewer_playlist *playlist, viewer_state *viewer, double seconds, viewer_file *out_file)
{
    viewer_playlist_number(playlist, viewer);
    const int step = viewer->file_step, reload = viewer->reload;
    viewer->file_step = viewer->reload = 0;
    if (step && playlist->files)
        start_next(playlist, viewer, step);
    else if (playlist->files && !playlist->loader && (viewer_watch_poll(&playlist->watch, seconds) || reload))
        start(playlist, viewer, playlist->index, 0);
    const int is_read = take(playlist, viewer, out_file);
    if (!is_read && !playlist->loader && playlist->index < 0) viewer->quit = 1; // no file is left to load
    return is_read;
}

void viewer_playlist_accept(viewer_playlist *playlist, viewer_state *viewer, const viewer_file *file)
{
    const viewer_files *files = playlist->files;
    if (playlist->file.model) files->close(files->user, &playlist->file);
    const int is_reload = playlist->target == playlist->index;
    playlist->file = *file;
    playlist->index = playlist->target;
    viewer_playlist_number(playlist, viewer);
    viewer->reload_error[0] = '\0';
    files->tell(files->user, playlist->paths[playlist->index], file, NULL);
    if (is_reload)
        snprintf(viewer->note, sizeof viewer->note, "reloaded");
    else if (playlist->note_is_ours && file->texture_note_count == 0)
        viewer->note[0] = '\0';
    if (files->watch) viewer_watch_begin(&playlist->watch, files, playlist->paths[playlist->index], file->model);
}

void viewer_playlist_refuse(viewer_playlist *playlist, viewer_state *viewer, viewer_file *file,
                            const sinew_error *error)
{
    playlist->files->close(playlist->files->user, file);
    go_on(playlist, viewer, error);
}
