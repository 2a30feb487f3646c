// Finds the models to measure again because one of their side files changed, vanished or appeared.
#include "program/library/update_library.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"
#include "program/library/columns.h"
#include "program/library/walk_folder.h"

// ---- sets of numbers -----------------------------------------------------------------------------------------------

sinew_result library_add_number(library_numbers *numbers, int64_t number, sinew_error *out_error)
{
    if (numbers->count && numbers->items[numbers->count - 1] == number) return SINEW_OK;
    if (numbers->count == numbers->capacity) {
        const size_t capacity = numbers->capacity ? 2 * numbers->capacity : 64;
        int64_t *items = sinew__resize(numbers->items, capacity * sizeof *items);
        if (!items) return sinew__fail_memory(out_error);
        numbers->items = items;
        numbers->capacity = capacity;
    }
    numbers->items[numbers->count++] = number;
    return SINEW_OK;
}

static int ascending(const void *a, const void *b)
{
    const int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return first < second ? -1 : first > second;
}

void library_sort_numbers(library_numbers *numbers)
{
    if (numbers->count) qsort(numbers->items, numbers->count, sizeof *numbers->items, ascending);
}

int library_has_number(const library_numbers *numbers, int64_t number)
{
    return numbers->count && bsearch(&number, numbers->items, numbers->count, sizeof number, ascending) != NULL;
}

void library_numbers_free(library_numbers *numbers)
{
    sinew_free(numbers->items);
    *numbers = (library_numbers){0};
}

// ---- changes of side files -----------------------------------------------------------------------------------------

typedef struct side_search {
    library_database *database;
    const char *folder;
    library_numbers *changed;
    library_sought_names sought;
    sinew__buffer path; ///< full path in the current row, set by set_path
    sinew_error *error;
} side_search;

// ---- rows ---------------------------------------------------------------------------------------------------------

/// Calls a function for each row of a query, until the function fails. `first` is passed to library_next.
static sinew_result for_each_row(side_search *search, const char *sql, int first,
                                 sinew_result (*take)(side_search *, sqlite3_stmt *row, void *user), void *user)
{
    sqlite3_stmt *rows;
    sinew_result result = library_prepare(search->database, sql, &rows, search->error);
    if (result != SINEW_OK) return result;
    library_budget budget = {0};
    while (library_next(search->database, rows, first, &budget, &result, search->error))
        result = take(search, rows, user);
    sqlite3_finalize(rows);
    return result;
}

/// Sets search->path to the path in a column, with the library's folder before it if it is relative. Returns the path,
/// or NULL when out of memory.
static const char *set_path(side_search *search, sqlite3_stmt *row, int column)
{
    const size_t length = (size_t)sqlite3_column_bytes(row, column);
    const char *bytes = sqlite3_column_blob(row, column);
    search->path.size = 0;
    if (length == 0 || bytes[0] != '/') {
        sinew__buffer_put_text(&search->path, search->folder);
        sinew__buffer_put_character(&search->path, '/');
    }
    sinew__buffer_put(&search->path, bytes ? bytes : "", length);
    sinew__buffer_put_character(&search->path, '\0');
    return search->path.failed ? NULL : search->path.text;
}

// ---- files that were found ----------------------------------------------------------------------------------------

/// The file that the previous row was about. Rows of equal paths follow each other.
typedef struct seen_file {
    char *path; ///< NULL: none yet
    sinew__file_status status;
} seen_file;

/// Returns whether a path can be the path of a side file. A relative path must stay below the library's folder, with at
/// most one ".." for textures next to a model's folder. An absolute path must have no part "." or "..", but may be
/// anywhere, because the texture folder may be another one now. Any other path was not written by an update; its model
/// is only measured again.
static int is_side_path(sqlite3_stmt *row)
{
    const char *path = sqlite3_column_blob(row, 0);
    const size_t size = (size_t)sqlite3_column_bytes(row, 0);
    if (!path) return 0;
    if (path[0] == '/') return library_is_below(path + 1, size - 1);
    size_t sibling = 0; // bytes up to and including the first "../", or 0
    for (size_t at = 0; at + 3 <= size && sibling == 0; ++at)
        if ((at == 0 || path[at - 1] == '/') && memcmp(path + at, "../", 3) == 0) sibling = at + 3;
    const size_t folders = sibling > 3 ? sibling - 4 : 0;
    return library_is_below(path + sibling, size - sibling) && (folders == 0 || library_is_below(path, folders));
}

static sinew_result compare_found(side_search *search, sqlite3_stmt *row, void *user)
{
    seen_file *seen = user;
    if (!is_side_path(row)) return library_add_number(search->changed, sqlite3_column_int64(row, 3), search->error);
    const char *path = set_path(search, row, 0);
    if (!path) return sinew__fail_memory(search->error);
    if (!seen->path || strcmp(seen->path, path) != 0) {
        sinew_free(seen->path);
        seen->path = sinew__copy_text(path);
        if (!seen->path) return sinew__fail_memory(search->error);
        sinew__file_status_of_path(path, &seen->status);
    }
    const int is_same = seen->status.links && seen->status.size == (uint64_t)sqlite3_column_int64(row, 1) &&
                        seen->status.modified == sqlite3_column_int64(row, 2);
    return is_same ? SINEW_OK : library_add_number(search->changed, sqlite3_column_int64(row, 3), search->error);
}

// ---- files that were missing --------------------------------------------------------------------------------------

static sinew_result seek_name(side_search *search, sqlite3_stmt *row, void *user)
{
    (void)user;
    const char *name = (const char *)sqlite3_column_text(row, 0);
    if (name) library_seek_name(&search->sought, name);
    return search->sought.failed ? sinew__fail_memory(search->error) : SINEW_OK;
}

/// The folders of models, opened for the first search.
typedef struct side_lookup {
    char *texture_path; ///< absolute, or NULL
    sinew__side_folders *folders;
} side_lookup;

/// Returns whether listing the library's folder found a file named `name` in a folder where the model's import searches
/// for the side file. The row's column `path` has the model's relative path.
static int may_have_appeared(side_search *search, const side_lookup *lookup, const char *name, sqlite3_stmt *path)
{
    const char *bytes = sqlite3_column_blob(path, 0);
    char *folder = sinew__copy_text_part(bytes ? bytes : "", (size_t)sqlite3_column_bytes(path, 0));
    if (!folder) {
        search->sought.failed = 1;
        return 0;
    }
    folder[sinew__folder_length(folder)] = '\0';
    if (*folder) folder[strlen(folder) - 1] = '\0';
    folder[sinew__folder_length(folder)] =
        '\0'; // the parent folder, because texture folders next to the model's folder are also searched
    const int result = lookup->texture_path != NULL || library_was_seen_below(&search->sought, name, folder);
    sinew_free(folder);
    return result;
}

/// Searches for a missing side file by the rules of an import.
static sinew_result search_missing(side_search *search, side_lookup *lookup, const char *name, sqlite3_stmt *row)
{
    int descriptor;
    size_t size;
    const char *model = set_path(search, row, 0);
    sinew_result result = model ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
    if (result == SINEW_OK && !lookup->folders)
        lookup->folders = sinew__side_folders_open(model, lookup->texture_path);
    else if (result == SINEW_OK)
        result = sinew__side_folders_set_model(lookup->folders, model);
    if (result == SINEW_OK) result = sinew__side_folders_find(lookup->folders, name, &descriptor, &size);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) return sinew__fail_memory(search->error);
    if (result != SINEW_OK) return SINEW_OK;
    sinew__close(descriptor);
    return library_add_number(search->changed, sqlite3_column_int64(row, 2), search->error);
}

static sinew_result compare_missing(side_search *search, sqlite3_stmt *row, void *user)
{
    const char *name = (const char *)sqlite3_column_text(row, 1);
    if (!library_is_below(sqlite3_column_blob(row, 0), (size_t)sqlite3_column_bytes(row, 0)))
        return sinew__fail(search->error, SINEW_ERROR_DAMAGED, "damaged: a path leads out of the folder");
    const int is_possible = name && may_have_appeared(search, user, name, row);
    if (search->sought.failed) return sinew__fail_memory(search->error);
    return is_possible ? search_missing(search, user, name, row) : SINEW_OK;
}

static sinew_result compare_all_missing(side_search *search, const char *texture_path)
{
    side_lookup lookup = {.texture_path = texture_path ? sinew__absolute_path(texture_path) : NULL};
    sinew_result result = SINEW_OK;
    library_sort_seen(&search->sought);
    if (search->sought.seen_count || lookup.texture_path)
        result = for_each_row(search,
                              "SELECT f.path,s.name,s.file FROM files f JOIN side_files s ON s.file=f.id"
                              " WHERE s.path IS NULL ORDER BY f.path",
                              1, compare_missing, &lookup);
    sinew__side_folders_close(lookup.folders);
    sinew_free(lookup.texture_path);
    return result;
}

// ---- the folder ---------------------------------------------------------------------------------------------------

sinew_result library_list_folder(library_database *database, const char *folder, const char *texture_path,
                                 library_files *out_files, library_numbers *out_changed,
                                 library_skipped_folders *out_skipped, sinew_error *out_error)
{
    side_search search = {.database = database, .folder = folder, .changed = out_changed, .error = out_error};
    seen_file seen = {0};
    *out_changed = (library_numbers){0};
    *out_files = (library_files){0};
    sinew_result result = SINEW_OK;
    if (database)
        result = for_each_row(&search, "SELECT DISTINCT name FROM side_files WHERE path IS NULL", 0, seek_name, NULL);
    if (result == SINEW_OK)
        result = library_walk(folder, database ? &search.sought : NULL, out_files, out_skipped, out_error);
    if (database && result == SINEW_OK)
        result = for_each_row(&search,
                              "SELECT path,size,modified_ns,file FROM side_files WHERE path IS NOT NULL ORDER BY path",
                              0, compare_found, &seen);
    if (database && result == SINEW_OK) result = compare_all_missing(&search, texture_path);
    library_sort_numbers(out_changed);
    sinew_free(seen.path);
    library_sought_names_free(&search.sought);
    sinew__buffer_free(&search.path);
    return result;
}
