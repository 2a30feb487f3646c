#include "library/shards/shard_result.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "library/opening/open_database.h"
#include "platform/file.h"
#include "platform/thread.h"

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

/// The number that a query has in its first row and column; `otherwise` without a row.
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

/// All files were measured as this program measures them.
static sinew_result check_facts(library_database *database, sinew_error *error)
{
    char sql[96];
    int64_t facts;
    snprintf(sql, sizeof sql, "SELECT facts FROM files WHERE facts<>%d", LIBRARY_FACTS);
    const sinew_result result = read_number(database, sql, LIBRARY_FACTS, &facts, error);
    if (result == SINEW_OK && facts != LIBRARY_FACTS)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "made by another version: facts %lld, expected %d",
                           (long long)facts, LIBRARY_FACTS);
    return result;
}

static sinew_result check_result(library_database *database, const library_shard_label *label, sinew_error *error)
{
    if (!label->is_complete) return sinew__fail(error, SINEW_ERROR_DAMAGED, "incomplete: its shard has not ended");
    return check_facts(database, error);
}

sinew_result library_open_result(const char *path, double timeout, library_database *out_database,
                                 library_shard_label *out_label, sinew_error *out_error)
{
    sinew_result result = library_open(path, LIBRARY_READ_RESULT, timeout, out_database, out_error);
    if (result == SINEW_ERROR_UNSUPPORTED) sinew__hint(out_error, "measure the shard again with this version");
    if (result != SINEW_OK) return result;
    result = read_label(out_database, out_label, out_error);
    if (result == SINEW_OK) result = check_result(out_database, out_label, out_error);
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
