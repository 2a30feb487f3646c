// Finds the worker's program, and reports the protections that it lacks on this machine.
#include "import/worker/host/worker_host.h"

#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/platform/process.h"
#include "import/worker/protocol.h"

// Describes missing protections, as an error or a warning.

static const struct {
    uint32_t bit;
    const char *name;
} rows[] = {
    {WORKER_HAS_SYSCALL_FILTER, "syscall filter"},   {WORKER_HAS_NO_PRIVILEGES, "limit on privileges"},
    {WORKER_HAS_MEMORY_LIMIT, "memory limit"},       {WORKER_HAS_TIME_LIMIT, "limit on CPU time"},
    {WORKER_ENDS_WITH_HOST, "end with the program"}, {WORKER_HAS_LANDLOCK, "Landlock"},
};

enum { ROWS = sizeof rows / sizeof *rows, NAMES_SIZE = 160 };

/// Lists the names of protections: "syscall filter, memory limit".
static void list_names(uint32_t bits, char out[NAMES_SIZE])
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < ROWS; ++i) {
        if (!(bits & rows[i].bit)) continue;
        length += (size_t)snprintf(out + length, NAMES_SIZE - length, "%s%s", length ? ", " : "", rows[i].name);
    }
}

sinew_result sinew__fail_unprotected(uint32_t missing, sinew_error *error)
{
    char names[NAMES_SIZE];
    list_names(missing, names);
    return sinew__fail(error, SINEW_ERROR_NO_SANDBOX,
                       "this system cannot fully protect the import: missing %s; nothing was read", names);
}

void sinew__warn_unprotected(const sinew_load_options *options, const char *work, uint32_t missing)
{
    if (!missing || !options || !options->warn) return;
    char names[NAMES_SIZE], text[NAMES_SIZE + 80];
    list_names(missing, names);
    snprintf(text, sizeof text, "S01: this system did not fully protect %s: missing %s", work, names);
    options->warn(options->user, text);
}

/// The state of a search for a worker program.
typedef struct worker_search {
    const char *name; ///< name of the worker program
    char *path;       ///< [size] the result
    size_t size;
    char tried[280]; ///< folders searched in vain: "/opt/game, /usr/local/libexec/sinew"; an error message has 384
                     ///< bytes
    size_t length;   ///< length of `tried` in bytes
    int omitted;     ///< number of folders for which `tried` has no space
} worker_search;

/// Whether the worker is in a folder. `origin` is NULL if the folder does not belong to a program or library.
static int find_in(worker_search *search, const char *folder, const sinew__program_origin *origin)
{
    const int length = snprintf(search->path, search->size, "%s/%s", folder, search->name);
    if (length > 0 && (size_t)length < search->size && sinew__is_trusted_program(search->path, origin)) return 1;
    const char *separator = search->length ? ", " : "";
    if (search->length + strlen(separator) + strlen(folder) >= sizeof search->tried)
        ++search->omitted;
    else
        search->length += (size_t)snprintf(search->tried + search->length, sizeof search->tried - search->length,
                                           "%s%s", separator, folder);
    return 0;
}

/// Removes the last name of `folder` if it equals `name`; if `name` is NULL, removes any last name. Returns 0 if
/// nothing was removed.
static int cut_name(char *folder, const char *name)
{
    char *slash = strrchr(folder, '/');
    if (!slash || (name && strcmp(slash + 1, name) != 0)) return 0;
    *slash = '\0';
    return 1;
}

/// Searches the folder of the origin, then the worker folders of the prefix that it is installed in.
static int find_near(worker_search *search, const sinew__program_origin *origin)
{
    static const char *const worker_folders[] = {"libexec", "lib"};
    if (find_in(search, origin->folder, origin)) return 1;
    char prefix[SINEW__MAX_PATH], folder[SINEW__MAX_PATH + 16];
    memcpy(prefix, origin->folder, sizeof prefix);
    // from PREFIX/bin, PREFIX/lib or PREFIX/lib/MACHINE to PREFIX
    if (!(cut_name(prefix, "bin") || cut_name(prefix, "lib") || (cut_name(prefix, NULL) && cut_name(prefix, "lib"))))
        return 0;
    for (size_t i = 0; i < sizeof worker_folders / sizeof *worker_folders; ++i) {
        snprintf(folder, sizeof folder, "%s/%s/sinew", prefix, worker_folders[i]);
        if (find_in(search, folder, origin)) return 1;
    }
    return 0;
}

static int find_installed(worker_search *search)
{
    sinew__program_origin origin;
    return (sinew__origin_of_program(&origin) && find_near(search, &origin)) ||
           (sinew__origin_of_library((uintptr_t)&sinew__worker_find, &origin) && find_near(search, &origin)) ||
           find_in(search, SINEW_WORKER_INSTALLED, NULL);
}

sinew_result sinew__worker_find(const char *folder, const char *name, char *out_path, size_t size, sinew_error *error)
{
    worker_search search = {.name = name, .path = out_path, .size = size};
    if (!folder && find_installed(&search)) return SINEW_OK;
    const int length = folder ? snprintf(out_path, size, "%s/%s", folder, name) : 0; // may belong to any user
    if (length > 0 && (size_t)length < size && sinew__is_program(out_path)) return SINEW_OK;
    const char *use = strcmp(name, SINEW__IMAGE_WORKER) == 0 ? "decodes images" : "reads model files";
    char more[32] = "";
    if (search.omitted) snprintf(more, sizeof more, "%s%d more", search.length ? " and " : "", search.omitted);
    sinew__fail(error, SINEW_ERROR_NO_WORKER, "the program %s, which %s, is missing; searched %s%s", name, use,
                folder ? folder : search.tried, more);
    if (folder)
        sinew__hint(error, "sinew_load_options.worker_folder is '%s'", folder);
    else
        sinew__hint(error, "it is installed in libexec/sinew; sinew_load_options.worker_folder names another folder");
    return SINEW_ERROR_NO_WORKER;
}
