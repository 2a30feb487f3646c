#include "viewer/core/file_loader.h"

#include <SDL.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "platform/thread.h"

struct viewer_loader {
    const viewer_files *files;
    const char *path;
    uint64_t begin; ///< of SDL_GetPerformanceCounter
    sinew__thread thread;
    atomic_int gives_up, is_done;
    // owned by the thread until is_done
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
    loader->begin = SDL_GetPerformanceCounter();
    if (sinew__thread_start(&loader->thread, run, loader)) return loader;
    free(loader);
    return NULL;
}

double viewer_loader_seconds(const viewer_loader *loader)
{
    return (double)(SDL_GetPerformanceCounter() - loader->begin) / (double)SDL_GetPerformanceFrequency();
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
