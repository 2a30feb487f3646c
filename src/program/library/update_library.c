#include "program/library/update_library.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "core/platform/clock.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/thread.h"
#include "import/worker/host/worker_host.h"
#include "program/library/columns.h"

// ---- updates -------------------------------------------------------------------------------------------------------

static const double commit_seconds = 1, progress_seconds = 0.1;

/// An entry of the database.
typedef struct known_file {
    char *path;
    int64_t id, modified;
    uint64_t size, hash;
    int is_vanished, is_failed, is_current; ///< `is_current`: measured by this version
    int is_late;                            ///< the first attempt timed out
    int has_side_changes;                   ///< one of its side files has changed
} known_file;

/// A file whose first attempt timed out. It is measured once more, with twice the timeout, while no other file is
/// measured.
typedef struct late_file {
    const library_file *file;
    const known_file *known;
} late_file;

/// A file of the database that is no longer at its path.
typedef struct gone_file {
    const known_file *known;
    int has_moved;
} gone_file;

/// The state of an update. `lock` guards the database and the fields from `next` on.
typedef struct update_run {
    library_database *database;
    const char *folder;
    const library_update_options *options;
    const library_file **work; ///< [work_count] files that may have to be measured
    const known_file **known;  ///< [work_count] their entries in the database, or NULL
    size_t work_count;
    late_file *late;          ///< [late_count] files to measure after all others
    int is_shard;             ///< whether this run measures late files itself, because no later update measures them
    sqlite3_stmt *side_files; ///< statement that selects the side files of a file
    sinew__lock lock;
    size_t next, done, late_count;
    library_statements statements;
    gone_file *gone; ///< [gone_count] sorted by size
    size_t gone_count;
    library_update_counts *counts;
    double committed; ///< sinew__now() at the last commit
    int stopped;
    sinew_result result;
    sinew_error *error;
} update_run;

// ---- files in the database ----------------------------------------------------------------------------------------

static sinew_result read_known(sqlite3_stmt *statement, const library_numbers *side_changes, known_file *out,
                               sinew_error *error)
{
    library_file_row row;
    const sinew_result result = library_read_file_row(statement, &row, error);
    *out = (known_file){.id = row.id,
                        .path = sinew__copy_text_part(row.path ? row.path : "", row.path_length),
                        .size = row.size,
                        .modified = row.modified,
                        .hash = row.hash,
                        .is_vanished = row.is_vanished,
                        .is_failed = row.is_failed,
                        .is_current = row.is_current,
                        .is_late = row.is_late,
                        .has_side_changes = library_has_number(side_changes, row.id)};
    if (result != SINEW_OK) return result;
    return out->path ? SINEW_OK : sinew__fail_memory(error);
}

/// Lists all entries of the database in byte order of their paths.
static sinew_result list_known(library_database *database, const library_numbers *side_changes, known_file **out_known,
                               size_t *out_count, sinew_error *error)
{
    sqlite3_stmt *rows;
    size_t capacity = 0;
    *out_known = NULL;
    *out_count = 0;
    sinew_result result = library_prepare_files(database, "ORDER BY path", &rows, error);
    if (result != SINEW_OK) return result;
    library_budget budget = {0};
    while (library_next(database, rows, 0, &budget, &result, error)) {
        if (*out_count == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            known_file *grown = sinew__resize(*out_known, capacity * sizeof *grown);
            if (grown) *out_known = grown;
            if (!grown) result = sinew__fail_memory(error);
        }
        if (result == SINEW_OK) result = read_known(rows, side_changes, &(*out_known)[(*out_count)++], error);
    }
    sqlite3_finalize(rows);
    return result;
}

// ---- one file -----------------------------------------------------------------------------------------------------

/// Stores a failure, unless there was one before.
static void note(update_run *run, sinew_result result)
{
    if (result != SINEW_OK && run->result == SINEW_OK) run->result = result;
}

static int64_t now_in_seconds(void)
{
    return sinew__wall_clock() / 1000000000;
}

/// Marks a file that vanished after the folder was listed. Its entry is kept.
static void store_vanished(update_run *run, const known_file *known)
{
    sinew__lock_take(&run->lock);
    if (run->result == SINEW_OK && known && !known->is_vanished) {
        note(run, library_mark_vanished(run->database, &run->statements, known->id, now_in_seconds(), run->error));
        ++run->counts->vanished;
    }
    --run->counts->files;
    ++run->done;
    sinew__lock_release(&run->lock);
}

static void store(update_run *run, const library_file *file, const library_record *record)
{
    sinew__lock_take(&run->lock);
    if (run->result == SINEW_OK) {
        const int64_t now = now_in_seconds();
        note(run, library_store(run->database, &run->statements, file->path, now, record, run->error));
        if (run->is_shard && record->error.result == SINEW_ERROR_TIMED_OUT && !record->is_retry)
            run->late[run->late_count++] = (late_file){file, NULL};
        else
            ++*(record->error.result == SINEW_OK ? &run->counts->measured : &run->counts->failed);
        if (sinew__now() - run->committed > commit_seconds) {
            note(run, library_execute(run->database, "COMMIT; BEGIN IMMEDIATE", run->error));
            run->committed = sinew__now();
        }
    }
    ++run->done;
    sinew__lock_release(&run->lock);
}

/// Records a new modification time for a file whose content has not changed. Returns 0 if the file must be measured.
static int keep_same(update_run *run, const library_file *file, const known_file *known, const char *full)
{
    if (!known || !known->is_current || known->has_side_changes || known->size != file->size || known->hash == 0 ||
        (known->is_failed && run->options->retry) || library_hash_file(full) != known->hash)
        return 0;
    sinew__lock_take(&run->lock);
    if (run->result == SINEW_OK)
        note(run, library_touch(run->database, &run->statements, file->path, file->size, file->modified, run->error));
    ++run->counts->unchanged;
    ++run->done;
    sinew__lock_release(&run->lock);
    return 1;
}

// ---- moved files --------------------------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    const known_file *first = ((const gone_file *)a)->known, *second = ((const gone_file *)b)->known;
    if (first->size != second->size) return first->size < second->size ? -1 : 1;
    return strcmp(first->path, second->path);
}

static const char *base_name(const char *path)
{
    return path + sinew__folder_length(path);
}

/// Returns whether a side file has the same state in the new folder as in the old one; a missing file must also be
/// missing there.
static int has_side_file(const update_run *run, const char *from, const char *to)
{
    const int is_found = sqlite3_column_type(run->side_files, 1) != SQLITE_NULL;
    const char *path = sqlite3_column_blob(run->side_files, is_found ? 1 : 0);
    const size_t length = (size_t)sqlite3_column_bytes(run->side_files, is_found ? 1 : 0),
                 folder = sinew__folder_length(from);
    const int is_absolute = is_found && length > 0 && *path == '/';
    sinew__file_status status;
    sinew__buffer full = {0};
    if (is_found && !is_absolute && (length < folder || memcmp(path, from, folder) != 0)) return 0;
    if (!is_absolute) sinew__buffer_format(&full, "%s/%.*s", run->folder, (int)sinew__folder_length(to), to);
    if (is_found && !is_absolute) {
        path += folder;
        sinew__buffer_put(&full, path, length - folder);
    } else if (length > 0) {
        sinew__buffer_put(&full, path, length);
    }
    sinew__buffer_put_character(&full, '\0');
    const int exists = !full.failed && sinew__file_status_of_path(full.text, &status);
    const int is_same = is_found ? exists && status.size == (uint64_t)sqlite3_column_int64(run->side_files, 2) &&
                                       status.modified == sqlite3_column_int64(run->side_files, 3)
                                 : !exists && !full.failed;
    sinew__buffer_free(&full);
    return is_same;
}

/// If a file with the same name and content vanished from another folder, gives its entry to this file. Returns 0 if
/// no such file vanished.
static int keep_moved(update_run *run, const library_file *file, const char *full)
{
    size_t first = 0;
    SINEW__LOWER_BOUND(first, run->gone_count, run->gone[first].known->size < file->size);
    gone_file *gone = run->gone + first, *end = run->gone + run->gone_count;
    while (gone < end && gone->known->size == file->size &&
           strcmp(base_name(gone->known->path), base_name(file->path)) != 0)
        ++gone;
    if (gone == end || gone->known->size != file->size) return 0;
    const uint64_t hash = library_hash_file(full);
    int has_moved = 0;
    if (hash == 0) return 0;
    sinew__lock_take(&run->lock);
    for (; !has_moved && gone < end && gone->known->size == file->size; ++gone) {
        const known_file *known = gone->known;
        if (gone->has_moved || known->hash != hash || strcmp(base_name(known->path), base_name(file->path)) != 0 ||
            run->result != SINEW_OK)
            continue;
        int have_side_files_moved = 1;
        sqlite3_bind_int64(run->side_files, 1, known->id);
        while (have_side_files_moved && sqlite3_step(run->side_files) == SQLITE_ROW)
            have_side_files_moved = has_side_file(run, known->path, file->path);
        sqlite3_reset(run->side_files);
        if (!have_side_files_moved) continue;
        gone->has_moved = has_moved = 1;
        note(run, library_move(run->database, &run->statements, known->id, known->path, file->path, file->modified,
                               run->error));
        run->counts->vanished -= !known->is_vanished;
        ++run->counts->unchanged;
        ++run->done;
    }
    sinew__lock_release(&run->lock);
    return has_moved;
}

// ---- measuring ----------------------------------------------------------------------------------------------------

static void measure(update_run *run, const library_file *file, const known_file *known, int is_retry)
{
    sinew_load_options load = run->options->load;
    if (is_retry) load.timeout = 2 * sinew__limits_begin(&load, 0).timeout;
    char *full = sinew__join_texts(run->folder, "/", file->path);
    library_record record;
    sinew__file_status status;
    if (!full) {
        sinew__lock_take(&run->lock);
        note(run, sinew__fail_memory(run->error));
        sinew__lock_release(&run->lock);
        return;
    }
    const int is_known = known ? keep_same(run, file, known, full) : keep_moved(run, file, full);
    if (!is_known) {
        library_measure_file(full, &load, &record);
        record.is_retry = is_retry;
        if (record.error.result == SINEW_ERROR_NOT_FOUND && !sinew__file_status_of_path(full, &status))
            store_vanished(run, known);
        else
            store(run, file, &record);
        library_record_free(&record);
    }
    sinew_free(full);
}

// ---- all files ----------------------------------------------------------------------------------------------------

static int take_next(update_run *run, size_t *out_index)
{
    sinew__lock_take(&run->lock);
    const int has_one = run->next < run->work_count && !run->stopped && run->result == SINEW_OK;
    if (has_one) *out_index = run->next++;
    sinew__lock_release(&run->lock);
    return has_one;
}

static void *measure_all(void *user)
{
    update_run *run = user;
    size_t index;
    while (take_next(run, &index)) measure(run, run->work[index], run->known[index], 0);
    return NULL;
}

static int has_same_status(const known_file *known, const library_file *file)
{
    return known->size == file->size && known->modified == file->modified;
}

/// Compares the folder's list with the database; both are in byte order of paths. Marks vanished files, and lists the
/// others as work.
static void compare(update_run *run, const library_files *files, const known_file *known, size_t known_count,
                    int may_vanish)
{
    size_t k = 0;
    const int64_t now = now_in_seconds();
    for (size_t i = 0; i <= files->count; ++i) {
        const char *path = i < files->count ? files->items[i].path : NULL;
        for (; k < known_count && (!path || strcmp(known[k].path, path) < 0); ++k) {
            if (!may_vanish || library_is_in_skipped(files, known[k].path)) continue;
            const int may_have_moved =
                known[k].is_current && known[k].hash != 0 && !(known[k].is_failed && run->options->retry);
            if (may_have_moved) run->gone[run->gone_count++].known = &known[k];
            if (known[k].is_vanished) continue;
            note(run, library_mark_vanished(run->database, &run->statements, known[k].id, now, run->error));
            ++run->counts->vanished;
        }
        if (!path) break;
        const known_file *same = k < known_count && strcmp(known[k].path, path) == 0 ? &known[k++] : NULL;
        if (same && !same->is_vanished && same->is_current && !same->has_side_changes &&
            has_same_status(same, &files->items[i]) && !(same->is_failed && run->options->retry)) {
            ++run->counts->unchanged;
            continue;
        }
        if (same && same->is_late && has_same_status(same, &files->items[i]) && !same->has_side_changes) {
            run->late[run->late_count++] = (late_file){&files->items[i], same};
            continue;
        }
        run->known[run->work_count] = same;
        run->work[run->work_count++] = &files->items[i];
    }
    if (run->gone_count) qsort(run->gone, run->gone_count, sizeof *run->gone, by_size);
}

static int report(update_run *run)
{
    sinew__lock_take(&run->lock);
    const size_t done = run->done, total = run->work_count + run->late_count;
    const int is_over = run->result != SINEW_OK || run->stopped || done >= run->work_count;
    sinew__lock_release(&run->lock);
    const library_update_options *options = run->options;
    if (options->progress && options->progress(options->user, done, total)) {
        sinew__lock_take(&run->lock);
        run->stopped = 1;
        sinew__lock_release(&run->lock);
    }
    return is_over;
}

static void work_on_threads(update_run *run)
{
    enum { MAX_THREADS = 256 };
    sinew__thread threads[MAX_THREADS];
    int wanted = run->options->threads > 0 ? run->options->threads : sinew__processor_count(), count = 0;
    if (wanted > MAX_THREADS) wanted = MAX_THREADS;
    if ((size_t)wanted > run->work_count) wanted = (int)run->work_count;
    while (count < wanted && sinew__thread_start(&threads[count], measure_all, run)) ++count;
    if (count == 0) measure_all(run);
    while (!report(run)) sinew__thread_sleep(progress_seconds);
    for (int i = 0; i < count; ++i) sinew__thread_join(threads[i]);
}

static sinew_result update_with(update_run *run, const library_files *files, const library_numbers *side_changes,
                                int may_vanish)
{
    known_file *known = NULL;
    size_t known_count = 0;
    run->work = sinew__allocate((files->count + 1) * sizeof *run->work);
    run->known = sinew__allocate((files->count + 1) * sizeof *run->known);
    run->late = sinew__allocate((files->count + 1) * sizeof *run->late);
    run->result = run->work && run->known && run->late ? SINEW_OK : sinew__fail_memory(run->error);
    if (run->result == SINEW_OK)
        run->result = list_known(run->database, side_changes, &known, &known_count, run->error);
    run->gone = sinew__allocate_zeroed(known_count + 1, sizeof *run->gone);
    if (run->result == SINEW_OK && !run->gone) run->result = sinew__fail_memory(run->error);
    if (run->result == SINEW_OK)
        run->result = library_prepare(run->database, "SELECT name,path,size,modified_ns FROM side_files WHERE file=?1",
                                      &run->side_files, run->error);
    if (run->result == SINEW_OK) run->result = library_execute(run->database, "BEGIN IMMEDIATE", run->error);
    if (run->result == SINEW_OK) {
        run->committed = sinew__now();
        compare(run, files, known, known_count, may_vanish);
        work_on_threads(run);
        // Late files are measured on this thread after all others, so that a busy machine does not make them fail.
        const size_t late_count = run->late_count;
        for (size_t i = 0; i < late_count && !run->stopped && run->result == SINEW_OK; ++i) {
            measure(run, run->late[i].file, run->late[i].known, 1);
            report(run);
        }
        const sinew_result committed = library_execute(run->database, run->result == SINEW_OK ? "COMMIT" : "ROLLBACK",
                                                       run->result == SINEW_OK ? run->error : NULL);
        note(run, committed);
    }
    sqlite3_finalize(run->side_files);
    for (size_t i = 0; i < known_count; ++i) sinew_free(known[i].path);
    sinew_free(known);
    sinew_free(run->gone);
    sinew_free(run->work);
    sinew_free(run->known);
    sinew_free(run->late);
    return run->result;
}

sinew_result library_update(library_database *database, const char *folder, const library_files *files,
                            const library_update_options *options, library_update_counts *out_counts,
                            sinew_error *out_error)
{
    library_files listed = {0};
    library_numbers side_changes = {0};
    *out_counts = (library_update_counts){0};
    update_run run = {.database = database,
                      .folder = folder,
                      .options = options,
                      .is_shard = files != NULL,
                      .lock = SINEW__UNLOCKED,
                      .counts = out_counts,
                      .error = out_error};
    sinew_result result = SINEW_OK;
    if (!files)
        result = library_list_folder(database, folder, options->load.texture_path, &listed, &side_changes,
                                     &out_counts->skipped, out_error);
    if (result == SINEW_OK) result = library_statements_create(database, &run.statements, out_error);
    out_counts->files = files ? files->count : listed.count;
    if (result == SINEW_OK) result = update_with(&run, files ? files : &listed, &side_changes, files == NULL);
    if (result == SINEW_OK && run.stopped) result = sinew__fail(out_error, SINEW_ERROR_CANCELLED, "cancelled");
    library_statements_free(&run.statements);
    library_files_free(&listed);
    library_numbers_free(&side_changes);
    return result;
}

// ---- vanished files ------------------------------------------------------------------------------------------------

static sinew_result list_hashes(library_database *database, const char *sql, library_numbers *out_hashes,
                                sinew_error *error)
{
    sqlite3_stmt *rows;
    *out_hashes = (library_numbers){0};
    sinew_result result = library_prepare(database, sql, &rows, error);
    if (result != SINEW_OK) return result;
    library_budget budget = {0};
    while (library_next(database, rows, 0, &budget, &result, error))
        result = library_add_number(out_hashes, sqlite3_column_int64(rows, 0), error);
    sqlite3_finalize(rows);
    library_sort_numbers(out_hashes);
    return result;
}

sinew_result library_list_vanished_hashes(library_database *database, library_numbers *out_hashes,
                                          sinew_error *out_error)
{
    return list_hashes(database,
                       "SELECT hash FROM files WHERE state='vanished' AND hash<>0"
                       " UNION SELECT drawn_hash FROM files WHERE state='vanished' AND drawn_hash<>0"
                       " EXCEPT SELECT hash FROM files WHERE state<>'vanished'",
                       out_hashes, out_error);
}

sinew_result library_list_stale_hashes(library_database *database, library_numbers *out_hashes, sinew_error *out_error)
{
    return list_hashes(database, "SELECT drawn_hash FROM files WHERE drawn_hash<>hash EXCEPT SELECT hash FROM files",
                       out_hashes, out_error);
}

sinew_result library_mark_drawn(library_database *database, sinew_error *out_error)
{
    return library_execute(database, "UPDATE files SET drawn_hash=hash WHERE drawn_hash IS NOT hash", out_error);
}

sinew_result library_remove_vanished(library_database *database, size_t *out_count, sinew_error *out_error)
{
    const sinew_result result = library_execute(database, "DELETE FROM files WHERE state='vanished'", out_error);
    *out_count = result == SINEW_OK ? (size_t)sqlite3_changes(database->connection) : 0;
    return result;
}
