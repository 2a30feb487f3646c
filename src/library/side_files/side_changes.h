/// Listing a folder, and which of the known files have side files that have changed since they were measured.
#ifndef SINEW_LIBRARY_SIDE_FILES_SIDE_CHANGES_H
#define SINEW_LIBRARY_SIDE_FILES_SIDE_CHANGES_H

#include "library/database.h"
#include "library/number_set.h"
#include "library/walk_folder.h"

/// Lists the model files of a folder as library_walk does, and finds the files of the database of which a side file has
/// vanished, has appeared where it is searched for, or has another size or time. Each side file is looked at once,
/// however many models name it; each folder is listed once. `texture_path` is searched as well; NULL: none. `database`
/// may be NULL. *out_changed has their numbers, ascending. The caller frees *out_files and
/// *out_changed.
SINEW_NODISCARD sinew_result library_list_folder(library_database *database, const char *folder,
                                                 const char *texture_path, library_files *out_files,
                                                 library_numbers *out_changed, library_skipped_folders *out_skipped,
                                                 sinew_error *out_error);

#endif
