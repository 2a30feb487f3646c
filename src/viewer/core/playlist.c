#define _POSIX_C_SOURCE 200809L
#include "viewer/core/playlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/printable.h"

/// Files that load faster (in seconds) show no note.
static const double note_delay = 0.3;

static sinew_result read_first(viewer_playlist *playlist, sinew_error *out_error)
{
    playlist->step = 1;
    playlist->loader = viewer_loader_start(playlist->files, playlist->paths[playlist->target]);
    return playlist->loader ? SINEW_OK : sinew__fail_memory(out_error);
}

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
    if (!settings->model) return read_first(playlist, out_error);
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
    const char *slash = strrchr(path, '/');
    sinew__printable(slash ? slash + 1 : path, out, size);
    return out;
}

static void note_reading(viewer_playlist *playlist, viewer_state *viewer)
{
    char name[80];
    const double seconds = viewer_loader_seconds(playlist->loader);
    if (seconds < note_delay) return;
    put_name(playlist->paths[playlist->target], name, sizeof name);
    snprintf(viewer->note, sizeof viewer->note, "loading %s, %.1f s", name, seconds);
    playlist->note_is_ours = 1;
}

static void note_failure(const viewer_playlist *playlist, viewer_state *viewer, const sinew_error *error)
{
    char name[72], message[80];
    put_name(playlist->paths[playlist->target], name, sizeof name);
    sinew__printable(error->message, message, sizeof message);
    // The old version keeps playing until the file can be read, so the error stays; the failure of another file is only
    // a note.
    const int is_reload = playlist->target == playlist->index;
    char *out = is_reload ? viewer->reload_error : viewer->note;
    snprintf(out, VIEWER_NOTE, "%s: %s", name, message);
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

/// Steps from the file that is loading, else from the one that plays.
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

/// Inserts a path at an index. Returns 0 when out of memory.
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
    playlist->drop_end = index + 1;
    if (is_first) start(playlist, viewer, index, 1);
    if (playlist->index >= 0)
        playlist->end = playlist->drop_end % playlist->count;
    else if (is_first)
        playlist->end = index;
}

/// Starts what keys and changed files request.
static void start_requested(viewer_playlist *playlist, viewer_state *viewer, double seconds)
{
    const int step = viewer->file_step, reload = viewer->reload;
    viewer->file_step = viewer->reload = 0;
    if (!playlist->files) return;
    if (step)
        start_next(playlist, viewer, step);
    else if (!playlist->loader && (viewer_watch_poll(&playlist->watch, seconds) || reload))
        start(playlist, viewer, playlist->index, 0);
}

/// Handles a failure: shows a note and continues with the next file.
static void go_on(viewer_playlist *playlist, viewer_state *viewer, const sinew_error *error)
{
    const viewer_files *files = playlist->files;
    const int32_t failed = playlist->target;
    note_failure(playlist, viewer, error);
    files->tell(files->user, playlist->paths[failed], NULL, error);
    const int32_t next = (failed + playlist->step + playlist->count) % playlist->count;
    if (playlist->step && next != playlist->end) start(playlist, viewer, next, playlist->step);
}

/// Takes the loaded file. Returns whether there is one.
static int take(viewer_playlist *playlist, viewer_state *viewer, viewer_file *out_file)
{
    if (!playlist->loader) return 0;
    if (!viewer_loader_is_done(playlist->loader)) {
        note_reading(playlist, viewer);
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
    viewer->file_number = playlist->index + 1;
    viewer->file_count = playlist->count;
}

int viewer_playlist_update(viewer_playlist *playlist, viewer_state *viewer, double seconds, viewer_file *out_file)
{
    viewer_playlist_number(playlist, viewer);
    start_requested(playlist, viewer, seconds);
    const int is_read = take(playlist, viewer, out_file);
    if (!is_read && !playlist->loader && playlist->index < 0) viewer->quit = 1; // nothing is left to load
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
