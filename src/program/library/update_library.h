/// Brings a library up to date with its folder: measures new and changed files on all processors.
#ifndef SINEW_PROGRAM_LIBRARY_UPDATE_LIBRARY_H
#define SINEW_PROGRAM_LIBRARY_UPDATE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include "program/library/database.h"
#include "program/library/walk_folder.h"
#include "sinew/load.h"
#include "sinew/result.h"

// ---- sets of numbers -----------------------------------------------------------------------------------------------

// A set of numbers, such as keys of files in a database or hashes of their contents.

/// Zeroed: empty.
typedef struct library_numbers {
    int64_t *items; ///< [count] in the order of adding, or ascending after library_sort_numbers
    size_t count, capacity;
} library_numbers;

/// Adds a number, unless it was the last one to be added. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_add_number(library_numbers *numbers, int64_t number, sinew_error *out_error);

void library_sort_numbers(library_numbers *numbers);

/// Whether sorted numbers contain one.
int library_has_number(const library_numbers *numbers, int64_t number);

void library_numbers_free(library_numbers *numbers);

// ---- changes of side files -----------------------------------------------------------------------------------------

/// Lists the model files of a folder as library_walk does, and finds the files of the database with a side file that
/// has vanished, has appeared in a folder that is searched, or has another size or time. Each side file is read once,
/// however many models name it; each folder is listed once. `texture_path` is searched as well; NULL: none. `database`
/// may be NULL. *out_changed has their numbers, ascending. The caller frees *out_files and
/// *out_changed.
SINEW_NODISCARD sinew_result library_list_folder(library_database *database, const char *folder,
                                                 const char *texture_path, library_files *out_files,
                                                 library_numbers *out_changed, library_skipped_folders *out_skipped,
                                                 sinew_error *out_error);

// ---- updates -------------------------------------------------------------------------------------------------------

typedef struct library_update_options {
    sinew_load_options load; ///< of each file; its `warn` and `progress` are not called
    int threads;             ///< 0: one per processor
    int retry;               ///< measure files again that failed; those that failed for want of time are anyhow, once
    /// Called on the caller's thread about ten times per second. A nonzero return value ends the update; measured files
    /// are kept. May be NULL.
    int (*progress)(void *user, size_t done, size_t total);
    void *user;
} library_update_options;

typedef struct library_update_counts {
    size_t files;     ///< in the folder
    size_t unchanged; ///< known, with the same content, also under the path of another folder
    size_t measured;  ///< without those that failed
    size_t failed, vanished;
    library_skipped_folders skipped;
} library_update_counts;

/// Lists the folder, records new, changed and vanished files, and measures files again if one of their side files has
/// changed, appeared or vanished. A vanished file whose content appears in another folder under the same name has
/// moved and keeps its entry. Entries of files in skipped folders are kept. `files` may be a
/// part of the folder; then files beyond it do not count as vanished, and side files are not compared. NULL: all of it.
/// Files are committed about once per second: the update after a killed one resumes its work. A file whose attempt
/// timed out is measured once more, after all others, with twice the timeout: by the next update, or with `files` by
/// the same. SINEW_ERROR_CANCELLED after `progress` has ended it.
SINEW_NODISCARD sinew_result library_update(library_database *database, const char *folder, const library_files *files,
                                            const library_update_options *options, library_update_counts *out_counts,
                                            sinew_error *out_error);

// ---- vanished files ------------------------------------------------------------------------------------------------

// Forgetting files that have vanished, and pictures of files that have changed.

/// Lists the hashes of vanished files that no other file shares, and the hashes of their pictures, ascending. The
/// caller frees *out_hashes.
SINEW_NODISCARD sinew_result library_list_vanished_hashes(library_database *database, library_numbers *out_hashes,
                                                          sinew_error *out_error);

/// Lists the hashes of contents that were drawn for files that have changed since, and that no file has now, ascending.
/// The caller frees *out_hashes.
SINEW_NODISCARD sinew_result library_list_stale_hashes(library_database *database, library_numbers *out_hashes,
                                                       sinew_error *out_error);

/// Records that pictures of the present contents of all files were drawn, and no others exist.
SINEW_NODISCARD sinew_result library_mark_drawn(library_database *database, sinew_error *out_error);

/// Removes files from the database that vanished. Sets *out_count.
SINEW_NODISCARD sinew_result library_remove_vanished(library_database *database, size_t *out_count,
                                                     sinew_error *out_error);

#endif
