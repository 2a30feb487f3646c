// Measures the files of one shard, and resumes a run that was killed.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/clock.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/thread.h"
#include "program/library/columns.h"
#include "program/library/database.h"
#include "program/library/shards.h"

// ---- results -------------------------------------------------------------------------------------------------------

static const double wait_seconds = 600, poll_seconds = 0.1;

sinew_result library_open_waiting(const char *path, library_access access, double timeout,
                                  library_database *out_database, sinew_error *out_error)
{
    sinew_result result = library_open(path, access, timeout, out_database, out_error);
    for (double waited = 0; result == SINEW_ERROR_SYSTEM && waited < wait_seconds; waited += poll_seconds) {
        sinew__thread_sleep(poll_seconds);
        result = library_open(path, access, timeout, out_database, out_error);
    }
    return result;
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// Reads the number in the first row and column of a query; without a row, *out_number is `otherwise`.
static sinew_result read_number(library_database *database, const char *sql, int64_t otherwise, int64_t *out_number,
                                sinew_error *error)
{
    sqlite3_stmt *statement;
    *out_number = otherwise;
    sinew_result result = library_prepare(database, sql, &statement, error);
    if (result != SINEW_OK) return result;
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out_number = sqlite3_column_int64(statement, 0);
    else if (code != SQLITE_DONE)
        result = library_fail(database, error);
    sqlite3_finalize(statement);
    return result;
}

static sinew_result read_label(library_database *database, library_shard_label *out, sinew_error *error)
{
    sqlite3_stmt *row;
    *out = (library_shard_label){0};
    sinew_result result = library_prepare(database, "SELECT plan,shard,is_complete FROM shard", &row, error);
    if (result != SINEW_OK) return result;
    if (sqlite3_step(row) == SQLITE_ROW)
        *out = (library_shard_label){.plan = (uint64_t)sqlite3_column_int64(row, 0),
                                     .shard = sqlite3_column_int(row, 1),
                                     .is_complete = sqlite3_column_int(row, 2) == 1};
    else
        result = sinew__fail(error, SINEW_ERROR_DAMAGED, "not the result of a shard");
    sqlite3_finalize(row);
    return result;
}

sinew_result library_open_result(const char *path, double timeout, library_database *out_database,
                                 library_shard_label *out_label, sinew_error *out_error)
{
    sinew_result result = library_open(path, LIBRARY_READ_RESULT, timeout, out_database, out_error);
    if (result == SINEW_ERROR_UNSUPPORTED) sinew__hint(out_error, "measure the shard again with this version");
    if (result != SINEW_OK) return result;
    result = read_label(out_database, out_label, out_error);
    if (result == SINEW_OK && !out_label->is_complete)
        result = sinew__fail(out_error, SINEW_ERROR_DAMAGED, "incomplete: its shard has not ended");
    if (result == SINEW_OK) { // a complete result has only files measured by this version
        char sql[96];
        int64_t facts;
        snprintf(sql, sizeof sql, "SELECT facts FROM files WHERE facts<>%d", LIBRARY_FACTS);
        result = read_number(out_database, sql, LIBRARY_FACTS, &facts, out_error);
        if (result == SINEW_OK && facts != LIBRARY_FACTS)
            result = sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "made by another version: facts %lld, expected %d",
                                 (long long)facts, LIBRARY_FACTS);
    }
    if (result != SINEW_OK) library_close(out_database);
    return result;
}

// ---- writing ------------------------------------------------------------------------------------------------------

sinew_result library_begin_result(library_database *database, const library_shard_label *label, sinew_error *out_error)
{
    char sql[256];
    library_shard_label found = {0};
    if (read_label(database, &found, NULL) == SINEW_OK && found.plan == label->plan && found.shard == label->shard)
        return SINEW_OK;
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE; DELETE FROM files; DELETE FROM shard; INSERT INTO shard VALUES(%lld,%d,0); COMMIT",
             (long long)label->plan, (int)label->shard);
    return library_execute(database, sql, out_error);
}

sinew_result library_complete_result(library_database *database, const char *temporary, const char *path,
                                     sinew_error *out_error)
{
    sinew_result result =
        library_execute(database, "PRAGMA synchronous=FULL; UPDATE shard SET is_complete=1", out_error);
    if (result == SINEW_OK) result = library_set_log(database, 0, out_error);
    if (result != SINEW_OK) return result;
    library_disconnect(database);
    if (rename(temporary, path) == 0) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(errno));
}

// ---- working -------------------------------------------------------------------------------------------------------

typedef struct shard_work {
    const library_planned_file *files; ///< [count]
    size_t count;
    library_shard_label label;
    const char *folder, *path;
    char *temporary;
    const library_update_options *options;
    library_update_counts *counts;
    sinew_error *error;
} shard_work;

// ---- files --------------------------------------------------------------------------------------------------------

/// Reads the status of a planned file; *out_status is zeroed if the file has vanished. If its folder is unreadable or
/// the medium fails, nothing is known about the file: the shard fails, and can be run again.
static sinew_result look_at(const shard_work *work, const library_planned_file *file, sinew__file_status *out_status)
{
    char *full = sinew__join_texts(work->folder, "/", file->path);
    if (!full) return sinew__fail_memory(work->error);
    const int is_known = sinew__file_status_of_path(full, out_status) || errno == ENOENT || errno == ENOTDIR;
    const sinew_result result =
        is_known ? SINEW_OK
                 : sinew__fail(work->error, SINEW_ERROR_NOT_FOUND, "cannot read %s: %s", file->path, strerror(errno));
    sinew_free(full);
    return result;
}

/// Lists the planned files that exist, with their present sizes and times, which may differ from the plan's.
static sinew_result list_existing(const shard_work *work, library_files *out)
{
    sinew_result result = SINEW_OK;
    *out = (library_files){.items = sinew__allocate_zeroed(work->count, sizeof *out->items), .capacity = work->count};
    if (!out->items) return sinew__fail_memory(work->error);
    for (size_t i = 0; i < work->count && result == SINEW_OK; ++i) {
        sinew__file_status status;
        result = look_at(work, &work->files[i], &status);
        if (result == SINEW_OK && status.links)
            out->items[out->count++] = (library_file){work->files[i].path, status.size, status.modified};
    }
    return result;
}

/// Records a file that vanished since it was planned or while it was measured.
static sinew_result record_vanished(const shard_work *work, library_database *database, library_statements *statements,
                                    const char *path)
{
    sqlite3_stmt *row;
    const int64_t now = sinew__wall_clock() / 1000000000;
    library_record record = {.format = ""};
    sinew__fail(&record.error, SINEW_ERROR_NOT_FOUND, "it has vanished");
    sinew_result result = library_store(database, statements, path, now, &record, work->error);
    if (result == SINEW_OK) result = library_prepare(database, "SELECT id FROM files WHERE path=?1", &row, work->error);
    if (result == SINEW_OK) {
        sqlite3_bind_blob(row, 1, path, (int)strlen(path), SQLITE_STATIC);
        const int64_t id = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
        sqlite3_finalize(row);
        result = library_mark_vanished(database, statements, id, now, work->error);
    }
    ++work->counts->vanished;
    return result;
}

static sinew_result record_all_vanished(const shard_work *work, library_database *database)
{
    library_statements statements;
    sinew_result result = library_statements_create(database, &statements, work->error);
    if (result == SINEW_OK) result = library_execute(database, "BEGIN IMMEDIATE", work->error);
    for (size_t i = 0; i < work->count && result == SINEW_OK; ++i) {
        sinew__file_status status;
        result = look_at(work, &work->files[i], &status);
        if (result == SINEW_OK && !status.links)
            result = record_vanished(work, database, &statements, work->files[i].path);
    }
    if (result == SINEW_OK) result = library_execute(database, "COMMIT", work->error);
    library_statements_free(&statements);
    return result;
}

// ---- the shard ----------------------------------------------------------------------------------------------------

/// Finds out whether this shard was completed before. The result of another plan will be replaced; a file that is not a
/// result is an error.
static sinew_result find_result(const shard_work *work, int *out_is_done)
{
    library_database database;
    library_shard_label label = {0};
    sinew_result result = library_open_result(work->path, 0, &database, &label, work->error);
    *out_is_done = result == SINEW_OK && label.plan == work->label.plan && label.shard == work->label.shard;
    if (result == SINEW_OK) library_close(&database);
    if (result == SINEW_ERROR_NOT_FOUND || label.is_complete) result = SINEW_OK;
    if (result != SINEW_OK) sinew__hint(work->error, "remove it if the shard is to be measured again");
    return result;
}

/// Measures the shard while holding the lock of its result. Another program may have completed it while this one
/// waited.
static sinew_result work_alone(const shard_work *work)
{
    library_database database;
    int is_done = 0;
    sinew_result result = library_open_waiting(work->temporary, LIBRARY_CREATE_RESULT, 0, &database, work->error);
    if (result != SINEW_OK) return result;
    result = find_result(work, &is_done);
    if (result == SINEW_OK && is_done) work->counts->unchanged = work->count;
    if (result == SINEW_OK && !is_done) {
        library_files existing;
        result = list_existing(work, &existing);
        if (result == SINEW_OK) result = library_begin_result(&database, &work->label, work->error);
        if (result == SINEW_OK)
            result = library_update(&database, work->folder, &existing, work->options, work->counts, work->error);
        sinew_free(existing.items); // the paths belong to the plan
        if (result == SINEW_OK) result = record_all_vanished(work, &database);
        if (result == SINEW_OK) result = library_complete_result(&database, work->temporary, work->path, work->error);
    }
    if (result == SINEW_OK) {
        // the lock is held until the temporary file is removed
        char *lock = sinew__join_texts(work->temporary, "", "-writer");
        library_disconnect(&database);
        sinew__file_remove(work->temporary);
        if (lock) sinew__file_remove(lock);
        sinew_free(lock);
    }
    library_close(&database);
    return result;
}

sinew_result library_work_shard(const library_plan *plan, int32_t shard, const char *folder, const char *path,
                                const library_update_options *options, library_update_counts *out_counts,
                                sinew_error *out_error)
{
    size_t first;
    int is_done;
    shard_work work = {.label = {.plan = plan->id, .shard = shard},
                       .folder = folder ? folder : plan->folder,
                       .path = path,
                       .options = options,
                       .counts = out_counts,
                       .error = out_error};
    library_plan_shard(plan, shard, &first, &work.count);
    work.files = plan->files + first;
    *out_counts = (library_update_counts){.files = work.count, .unchanged = work.count};
    sinew_result result = find_result(&work, &is_done);
    if (result != SINEW_OK || is_done) return result;
    if (!sinew__is_folder(work.folder))
        return sinew__fail(out_error, SINEW_ERROR_NOT_FOUND, "cannot read the folder %s", work.folder);
    work.temporary = sinew__join_texts(path, "", ".part");
    result = work.temporary ? work_alone(&work) : sinew__fail_memory(out_error);
    out_counts->files = work.count;
    sinew_free(work.temporary);
    return result;
}
