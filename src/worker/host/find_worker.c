#define _POSIX_C_SOURCE 200809L // PATH_MAX
#include "worker/host/find_worker.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "platform/process.h"

/// Paths from the folder of the library or program to that of the workers: a build tree; a bundle; bin, lib and
/// lib/<machine> of an install prefix.
static const char *const relative_folders[] = {"", "/..", "/../libexec/sinew", "/../../libexec/sinew", "/../lib/sinew"};

/// Looks in the relative folders of the file `origin`.
static int find_near(const char *origin, const char *name, char *out, size_t size)
{
    const char *slash = strrchr(origin, '/');
    if (origin[0] != '/' || !slash) return 0; // a relative path may mean another folder by now
    for (size_t i = 0; i < sizeof relative_folders / sizeof *relative_folders; ++i) {
        const int length = snprintf(out, size, "%.*s%s/%s", (int)(slash - origin), origin, relative_folders[i], name);
        if (length > 0 && (size_t)length < size && sinew__is_program(out)) return 1;
    }
    return 0;
}

static int find_near_library(const char *name, char *out, size_t size)
{
    const char *library = sinew__library_of((uintptr_t)&sinew__worker_find);
    return library && find_near(library, name, out, size);
}

static int find_near_program(const char *name, char *out, size_t size)
{
    char program[PATH_MAX];
    return sinew__path_of_program(program, sizeof program) && find_near(program, name, out, size);
}

static int find_in(const char *folder, const char *name, char *out, size_t size)
{
    const int length = snprintf(out, size, "%s/%s", folder, name);
    return length > 0 && (size_t)length < size && sinew__is_program(out);
}

sinew_result sinew__worker_find(const char *folder, const char *name, char *out_path, size_t size, sinew_error *error)
{
    const int found = folder ? find_in(folder, name, out_path, size)
                             : find_near_library(name, out_path, size) || find_near_program(name, out_path, size) ||
                                   find_in(SINEW_WORKER_INSTALLED, name, out_path, size);
    if (found) return SINEW_OK;
    sinew__fail(error, SINEW_ERROR_NO_WORKER, "the program %s, which reads model files, is missing", name);
    if (folder)
        sinew__hint(error, "sinew_load_options.worker_folder is '%s'", folder);
    else
        sinew__hint(error, "it is installed in libexec/sinew; sinew_load_options.worker_folder names another folder");
    return SINEW_ERROR_NO_WORKER;
}
