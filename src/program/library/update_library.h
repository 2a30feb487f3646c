/// Updates a library from its folder: measures new and changed files on all processors.
#ifndef SINEW_PROGRAM_LIBRARY_UPDATE_LIBRARY_H
#define SINEW_PROGRAM_LIBRARY_UPDATE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include "program/library/database.h"
#include "program/library/walk_folder.h"
#include "sinew/load.h"
#include "sinew/result.h"

// ---- sets of numbers -----------------------------------------------------------------------------------------------

// A list of numbers, such as keys of files in a database, or hashes of contents.

/// A list of numbers. A zeroed one is empty.
typedef struct library_numbers {
    int64_t *items; ///< [count] in the order of adding; ascending after library_sort_numbers
    size_t count, capacity;
} library_numbers;

/// Adds a number, unless it equals the last one. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_add_number(library_numbers *numbers, int64_t number, sinew_error *out_error);

void library_sort_numbers(library_numbers *numbers);

/// Returns whether a sorted list has a number.
int library_has_number(const library_numbers *numbers, int64_t number);

void library_numbers_free(library_numbers *numbers);

// ---- changes of side files -----------------------------------------------------------------------------------------

/// Lists the model files of a folder as library_walk does, and finds the entries of the database with a side file that
/// vanished, appeared in a searched folder, or has another size or time. Each side file is looked at once, however many
/// models use it. `texture_path`, which may be NULL, is also searched. `database` may be NULL. *out_changed has the
/// keys of these entries, ascending. The caller frees *out_files and *out_changed.
SINEW_NODISCARD sinew_result library_list_folder(library_database *database, const char *folder,
                                                 const char *texture_path, library_files *out_files,
                                                 library_numbers *out_changed, library_skipped_folders *out_skipped,
                                                 sinew_error *out_error);

// ---- updates -------------------------------------------------------------------------------------------------------

typedef struct library_update_options {
    sinew_load_options load; ///< options of each load; its `warn` and `progress` are not called
    int threads;             ///< 0: one per processor
    int retry;               ///< files that failed before are also measured again; a file that timed out once is
                             ///< measured once more in any case
    /// Called on the caller's thread about ten times per second, unless it is NULL. A nonzero return value ends the
    /// update; files that were measured are kept.
    int (*progress)(void *user, size_t done, size_t total);
    void *user;
} library_update_options;

typedef struct library_update_counts {
    size_t files;     ///< files in the folder
    size_t unchanged; ///< known files with the same content, even if they moved to another folder
    size_t measured;  ///< measured files that did not fail
    size_t failed, vanished;
    library_skipped_folders skipped;
} library_update_counts;

/// Lists the folder, records new, changed and vanished files, and measures files. A file is also measured again if one
/// of its side files changed, appeared or vanished. A vanished file that appears with the same name and content in
/// another folder has moved, and keeps its entry. Entries of files in skipped folders are kept. `files` is a part of
/// the folder: other files then do not count as vanished, and side files are not compared; NULL: the whole folder.
/// Changes are committed about once per second, so that an update continues the work of a killed one. A file that timed
/// out is measured once more, after all others, with twice the timeout: by the next update, or, if `files` is given, by
/// this one. SINEW_ERROR_CANCELLED: `progress` ended the update.
SINEW_NODISCARD sinew_result library_update(library_database *database, const char *folder, const library_files *files,
                                            const library_update_options *options, library_update_counts *out_counts,
                                            sinew_error *out_error);

// ---- vanished files ------------------------------------------------------------------------------------------------

// Removes entries of vanished files, and finds pictures that no file needs any more.

/// Lists the hashes of vanished files that no existing file shares, and the hashes of their drawn pictures, ascending.
/// The caller frees *out_hashes.
SINEW_NODISCARD sinew_result library_list_vanished_hashes(library_database *database, library_numbers *out_hashes,
                                                          sinew_error *out_error);

/// Lists the hashes of contents that were drawn for files that have changed since, if no file has that content now,
/// ascending. The caller frees *out_hashes.
SINEW_NODISCARD sinew_result library_list_stale_hashes(library_database *database, library_numbers *out_hashes,
                                                       sinew_error *out_error);

/// Records for all files that their pictures exist and show their present contents.
SINEW_NODISCARD sinew_result library_mark_drawn(library_database *database, sinew_error *out_error);

/// Removes the entries of vanished files from the database. *out_count is their number.
SINEW_NODISCARD sinew_result library_remove_vanished(library_database *database, size_t *out_count,
                                                     sinew_error *out_error);

#endif
