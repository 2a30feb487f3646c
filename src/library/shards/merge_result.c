#include "library/shards/merge_result.h"

#include "base/error.h"
#include "base/memory.h"
#include "library/columns.h"
#include "library/shards/copy_rows.h"
#include "library/shards/shard_result.h"
#include "library/store_record.h"

typedef struct result_merge {
    library_database *database, *source;
    library_copy copy;
    library_statements statements;
    sqlite3_stmt *list, *find, *remove;
    library_merge_counts *counts;
    sinew_error *error;
} result_merge;

// ---- one file -----------------------------------------------------------------------------------------------------

/// When a state was found.
static int64_t time_of(const library_file_row *state)
{
    return state->is_vanished ? state->vanished_s : state->changed_s;
}

/// The same content with the same side files, measured by the same version, with the same end; a file that cannot be
/// read has no hash.
static int is_same(const library_file_row *known, const library_file_row *found)
{
    return known->hash == found->hash && known->facts == found->facts && known->is_failed == found->is_failed &&
           known->side_hash == found->side_hash && (known->hash != 0 || known->changed_s == found->changed_s);
}

static void count_merged(const result_merge *merge, const library_file_row *found)
{
    library_merge_counts *counts = merge->counts;
    ++*(found->is_vanished ? &counts->vanished : found->is_failed ? &counts->failed : &counts->merged);
}

static sinew_result add(result_merge *merge, const library_file_row *found)
{
    count_merged(merge, found);
    return library_copy_file(&merge->copy, found->id, &(library_kept_values){0}, merge->error);
}

static sinew_result replace(result_merge *merge, const library_file_row *known, const library_file_row *found)
{
    count_merged(merge, found);
    sqlite3_bind_int64(merge->remove, 1, known->id);
    const library_kept_values kept = {.id = known->id, .added_s = known->added_s, .drawn_hash = known->drawn_hash};
    const sinew_result result = library_run(merge->database, merge->remove, merge->error);
    return result == SINEW_OK ? library_copy_file(&merge->copy, found->id, &kept, merge->error) : result;
}

/// Records another time of the same content.
static sinew_result touch(result_merge *merge, const char *path, const library_file_row *known,
                          const library_file_row *found)
{
    ++merge->counts->unchanged;
    if (known->modified == found->modified && !known->is_vanished) return SINEW_OK;
    return library_touch(merge->database, &merge->statements, path, found->size, found->modified, merge->error);
}

static sinew_result update_known(result_merge *merge, const char *path, const library_file_row *known,
                                 const library_file_row *found)
{
    if (time_of(found) < time_of(known) + known->is_vanished) {
        ++merge->counts->unchanged;
        return SINEW_OK;
    }
    if (found->is_vanished) {
        ++merge->counts->vanished;
        return library_mark_vanished(merge->database, &merge->statements, known->id, found->vanished_s, merge->error);
    }
    return is_same(known, found) ? touch(merge, path, known, found) : replace(merge, known, found);
}

static sinew_result merge_file(result_merge *merge, sqlite3_stmt *row)
{
    library_file_row found, known = {0};
    sinew_result result = library_read_file_row(row, &found, merge->error);
    if (result != SINEW_OK) return result;
    library_restart_time(merge->source);
    char *path = sinew__copy_text_part(found.path, found.path_length);
    if (!path) return sinew__fail_memory(merge->error);
    sqlite3_bind_blob(merge->find, 1, path, (int)found.path_length, SQLITE_STATIC);
    library_restart_time(merge->database);
    const int is_known = sqlite3_step(merge->find) == SQLITE_ROW;
    if (is_known) result = library_read_file_row(merge->find, &known, merge->error);
    sqlite3_reset(merge->find);
    ++merge->counts->files;
    if (result == SINEW_OK) result = is_known ? update_known(merge, path, &known, &found) : add(merge, &found);
    sinew_free(path);
    return result;
}

// ---- all files ----------------------------------------------------------------------------------------------------

static sinew_result prepare(result_merge *merge)
{
    sinew_result result = library_copy_create(merge->source, merge->database, &merge->copy, merge->error);
    if (result == SINEW_OK) result = library_statements_create(merge->database, &merge->statements, merge->error);
    if (result == SINEW_OK) result = library_prepare_files(merge->source, "ORDER BY path", &merge->list, merge->error);
    if (result == SINEW_OK)
        result = library_prepare_files(merge->database, "WHERE path=?1", &merge->find, merge->error);
    if (result == SINEW_OK)
        result = library_prepare(merge->database, "DELETE FROM files WHERE id=?1", &merge->remove, merge->error);
    return result;
}

static void finish(result_merge *merge)
{
    sqlite3_finalize(merge->list);
    sqlite3_finalize(merge->find);
    sqlite3_finalize(merge->remove);
    library_statements_free(&merge->statements);
    library_copy_free(&merge->copy);
}

static sinew_result merge_files(result_merge *merge)
{
    sinew_result result = SINEW_OK;
    library_budget budget = {0};
    while (library_next(merge->source, merge->list, 0, &budget, &result, merge->error))
        result = merge_file(merge, merge->list);
    return result;
}

sinew_result library_merge_result(library_database *database, const char *path, uint64_t plan,
                                  library_merge_counts *counts, sinew_error *out_error)
{
    library_database source;
    library_shard_label label;
    const library_merge_counts before = *counts;
    sinew_result result = library_open_result(path, database->timeout, &source, &label, out_error);
    if (result != SINEW_OK) return result;
    result_merge merge = {.database = database, .source = &source, .counts = counts, .error = out_error};
    if (plan && label.plan != plan) result = sinew__fail(out_error, SINEW_ERROR_DAMAGED, "the result of another plan");
    if (result == SINEW_OK) result = prepare(&merge);
    if (result == SINEW_OK) result = library_execute(database, "BEGIN IMMEDIATE", out_error);
    if (result == SINEW_OK) {
        result = merge_files(&merge);
        if (result == SINEW_OK) result = library_execute(database, "COMMIT", out_error);
        if (result != SINEW_OK && !sqlite3_get_autocommit(database->connection))
            sqlite3_exec(database->connection, "ROLLBACK", NULL, NULL, NULL);
    }
    finish(&merge);
    library_close(&source);
    if (result != SINEW_OK) *counts = before;
    return result;
}
