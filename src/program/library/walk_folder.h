/// The model files in a folder and in all folders below it.
#ifndef SINEW_PROGRAM_LIBRARY_WALK_FOLDER_H
#define SINEW_PROGRAM_LIBRARY_WALK_FOLDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "sinew/result.h"

// ---- names that are sought -----------------------------------------------------------------------------------------

// Names of side files that were missing, and the folders where a walk has since seen files of these names.
//
// Whether a missing file has appeared is then known without a search near each model that lacks it. Names are compared
// without folders, ignoring the case of ASCII letters; percent signs of URIs count as well when they are decoded.

/// A folder with a name that was seen.
typedef struct library_seen_name {
    uint64_t key;       ///< of the name
    const char *folder; ///< relative to the folder of the library, with a slash at its end; "" for that folder
} library_seen_name;

/// Zeroed: no names.
typedef struct library_sought_names {
    uint64_t *keys; ///< [capacity] a hash table; 0: empty
    size_t count, capacity;
    library_seen_name *seen; ///< [seen_count]
    size_t seen_count, seen_capacity;
    sinew__arena arena; ///< of `seen`
    int failed;         ///< out of memory; names may be missing
} library_sought_names;

/// Adds the name of a missing file, as a model has it.
void library_seek_name(library_sought_names *names, const char *authored);

/// Notes a name that a walk has found in a folder, which is relative and has no slash at its end.
void library_see_name(library_sought_names *names, const char *folder, const char *name);

/// Sorts the names that were seen, after the walk.
void library_sort_seen(library_sought_names *names);

/// Whether a name was seen in a folder (with a slash at its end, or "") or below it.
int library_was_seen_below(library_sought_names *names, const char *authored, const char *folder);

void library_sought_names_free(library_sought_names *names);

// ---- the walk ------------------------------------------------------------------------------------------------------

enum {
    LIBRARY_MAX_DEPTH = 64,      ///< folders deeper than that are skipped
    LIBRARY_MAX_FILES = 4000000, ///< more are an error; so are more skipped folders
};

typedef struct library_file {
    char *path; ///< relative to the folder, '/' between its parts; any bytes
    uint64_t size;
    int64_t modified; ///< nanoseconds since 1970
} library_file;

/// Zeroed: none.
typedef struct library_files {
    library_file *items; ///< [count] in byte order of their paths
    size_t count, capacity;
    char **skipped; ///< [skipped_count] folders that are not listed completely, in byte order, '/' at their ends
    size_t skipped_count, skipped_capacity;
} library_files;

/// The number of skipped folders. Paths are relative to the folder, and truncated if they are too long.
typedef struct library_skipped_folders {
    size_t unreadable, too_deep;
    char first_unreadable[256], first_too_deep[256];
} library_skipped_folders;

/// Lists the regular files whose names have the extensions of model formats (core/base/model_formats.h), in any case.
/// Links to folders are not followed, links to files are not regular files. The caller frees *out_files.
/// SINEW_ERROR_NOT_FOUND, SINEW_ERROR_LIMIT, SINEW_ERROR_OUT_OF_MEMORY. *out_skipped counts folders that cannot be
/// read or are too deep. `sought`, which may be NULL, gets the names of everything in the folders.
SINEW_NODISCARD sinew_result library_walk(const char *folder, library_sought_names *sought, library_files *out_files,
                                          library_skipped_folders *out_skipped, sinew_error *out_error);
void library_files_free(library_files *files);

/// Whether a file is in a skipped folder or below one: it may or may not exist.
int library_is_in_skipped(const library_files *files, const char *path);

#endif
