/// Listing a folder, and which of the known files have side files that have changed since they were measured.
#ifndef SINEW_LIBRARY_SIDE_CHANGES_H
#define SINEW_LIBRARY_SIDE_CHANGES_H

#include "library/database.h"
#include "library/walk_folder.h"

/// Numbers of files in the database. Zeroed: none.
typedef struct library_file_ids {
    int64_t *items; ///< [count] ascending
    size_t count, capacity;
} library_file_ids;

/// Lists the model files of a folder as library_walk does, and finds the files of the database of which a side file has
/// vanished, has appeared where it is searched for, or has another size or time. Each side file is looked at once,
/// however many models name it; each folder is listed once. `texture_path` is searched as well; NULL: none. `database`
/// may be NULL. The caller frees *out_files and *out_changed.
SINEW_NODISCARD sinew_result library_list_folder(library_database *database, const char *folder,
                                                 const char *texture_path, library_files *out_files,
                                                 library_file_ids *out_changed, size_t *out_unread,
                                                 sinew_error *out_error);

int library_has_id(const library_file_ids *ids, int64_t id);
void library_file_ids_free(library_file_ids *ids);

#endif
