/// Brings a library up to date with its folder: measures new and changed files on all processors.
#ifndef SINEW_LIBRARY_UPDATE_LIBRARY_H
#define SINEW_LIBRARY_UPDATE_LIBRARY_H

#include "library/database.h"
#include "library/walk_folder.h"
#include "sinew/load.h"

typedef struct library_update_options {
    sinew_load_options load; ///< of each file; its `warn` and `progress` are not called
    int threads;             ///< 0: one per processor
    int retry;               ///< measure files again that failed; those that failed for want of time are anyhow, once
    /// Called on the thread of the caller about ten times per second. A nonzero return value ends the update; what was
    /// measured stays. May be NULL.
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

/// Lists the folder and records new, changed and vanished files, and measures files again of which a side file has
/// changed, appeared or vanished. A vanished file whose content appears in another folder under the same name has
/// moved: what is known of it goes along. What is known of files in folders that are skipped stays. `files` may be a
/// part of the folder; then files beyond it do not count as vanished, and side files are not compared. NULL: all of it.
/// Files are committed about once per second: an update that is killed goes on where it was. A file that failed for
/// want of time is measured once more, after all others, with twice the time: by the next update, or with `files` by
/// the same. SINEW_ERROR_CANCELLED after `progress` has ended it.
SINEW_NODISCARD sinew_result library_update(library_database *database, const char *folder, const library_files *files,
                                            const library_update_options *options, library_update_counts *out_counts,
                                            sinew_error *out_error);

#endif
