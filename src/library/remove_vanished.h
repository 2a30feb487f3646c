/// Forgetting files that have vanished, and pictures of files that have changed.
#ifndef SINEW_LIBRARY_REMOVE_VANISHED_H
#define SINEW_LIBRARY_REMOVE_VANISHED_H

#include "library/database.h"
#include "library/number_set.h"

/// Lists the hashes of vanished files that no other file shares, and those of their pictures, ascending. The caller
/// frees *out_hashes.
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
