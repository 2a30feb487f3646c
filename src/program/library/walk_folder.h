/// Lists the model files in a folder and in all folders below it.
#ifndef SINEW_PROGRAM_LIBRARY_WALK_FOLDER_H
#define SINEW_PROGRAM_LIBRARY_WALK_FOLDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "sinew/result.h"

// ---- names that are sought -----------------------------------------------------------------------------------------

// Names of missing side files, and the folders with files of these names that the walk has seen.
//
// They show whether a missing file has appeared, without a search near each model that lacks it. Names are compared
// without folders, ignoring the case of ASCII letters, and also as decoded URIs.

/// A folder that contains a name.
typedef struct library_seen_name {
    uint64_t key;       ///< hash of the name
    const char *folder; ///< path relative to the library's folder, with a slash at its end; "" for the library's folder
} library_seen_name;

/// The names to look for. A zeroed struct has none.
typedef struct library_sought_names {
    uint64_t *keys; ///< [capacity] hash table of names; 0: empty cell
    size_t count, capacity;
    library_seen_name *seen; ///< [seen_count]
    size_t seen_count, seen_capacity;
    sinew__arena arena; ///< memory of `seen`
    int failed;         ///< memory ran out: names may be missing
} library_sought_names;

/// Adds the name of a missing file, as it is written in a model.
void library_seek_name(library_sought_names *names, const char *authored);

/// Notes a name in a folder during the walk, if it is one of the names to look for. `folder` is relative, without a
/// slash at its end.
void library_see_name(library_sought_names *names, const char *folder, const char *name);

/// Sorts the noted names. Call it after the walk.
void library_sort_seen(library_sought_names *names);

/// Returns whether a name was seen in a folder (with a slash at its end, or "") or below it.
int library_was_seen_below(library_sought_names *names, const char *authored, const char *folder);

void library_sought_names_free(library_sought_names *names);

// ---- the walk ------------------------------------------------------------------------------------------------------

enum {
    LIBRARY_MAX_DEPTH = 64,      ///< folders nested more deeply are skipped
    LIBRARY_MAX_FILES = 4000000, ///< limit of files, and of skipped folders; more are an error
};

typedef struct library_file {
    char *path; ///< relative to the folder, with '/' between its parts; any bytes
    uint64_t size;
    int64_t modified; ///< nanoseconds since 1970
} library_file;

/// A list of files. A zeroed one is empty.
typedef struct library_files {
    library_file *items; ///< [count] in byte order of paths
    size_t count, capacity;
    char **skipped; ///< [skipped_count] folders that were not listed completely, in byte order, with '/' at their ends
    size_t skipped_count, skipped_capacity;
} library_files;

/// The numbers of folders that were skipped, and the first of each kind. Paths are relative to the folder, and
/// truncated if too long.
typedef struct library_skipped_folders {
    size_t unreadable, too_deep;
    char first_unreadable[256], first_too_deep[256];
} library_skipped_folders;

/// Lists the regular files whose names have the extension of a model format (core/base/model_formats.h), in any case.
/// Links are not followed. `sought`, which may be NULL, notes names of all files. *out_skipped counts folders that
/// cannot be read or are too deep. The caller frees *out_files. SINEW_ERROR_NOT_FOUND, SINEW_ERROR_LIMIT,
/// SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_walk(const char *folder, library_sought_names *sought, library_files *out_files,
                                          library_skipped_folders *out_skipped, sinew_error *out_error);
void library_files_free(library_files *files);

/// Returns whether a file is in a skipped folder or below one, so that it may or may not exist.
int library_is_in_skipped(const library_files *files, const char *path);

#endif
