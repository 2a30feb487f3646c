#include "library/shards/plan_shards.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "library/columns.h"
#include "library/shards/estimate_cost.h"
#include "library/shards/share_work.h"
#include "library/side_files/side_changes.h"
#include "platform/file.h"

// ---- what the database knows --------------------------------------------------------------------------------------

static int has_work(const library_file_row *known, const library_file *file, int retry)
{
    return known->is_vanished || !known->is_current || known->size != file->size || known->modified != file->modified ||
           (known->is_failed && retry);
}

/// Byte order, as of the list of the folder.
static int compare_path(const library_file_row *known, const char *path)
{
    const size_t length = strlen(path), shorter = known->path_length < length ? known->path_length : length;
    const int order = shorter ? memcmp(known->path, path, shorter) : 0;
    return order ? order : known->path_length < length ? -1 : known->path_length > length;
}

enum { UNKNOWN = -1, UNCHANGED = -2 }; // instead of a cost

/// Merges the rows with the list, both in byte order. Sets out_costs[i] to the recorded duration of a file that has to
/// be measured again, or to UNCHANGED.
static sinew_result read_recorded(library_database *database, const library_files *files,
                                  const library_numbers *side_changes, int retry, double *out_costs,
                                  library_recorded_costs *recorded, sinew_error *error)
{
    sqlite3_stmt *rows;
    sinew_result result = library_prepare_files(database, "ORDER BY path", &rows, error);
    if (result != SINEW_OK) return result;
    library_budget budget = {0};
    size_t i = 0;
    while (i < files->count && library_next(database, rows, 0, &budget, &result, error)) {
        library_file_row known;
        int order = 1;
        result = library_read_file_row(rows, &known, error);
        if (result != SINEW_OK) break;
        while (i < files->count && (order = compare_path(&known, files->items[i].path)) > 0) ++i;
        if (order != 0) continue;
        library_record_cost(recorded, files->items[i].path, known.size, known.seconds);
        const int is_unchanged =
            !has_work(&known, &files->items[i], retry) && !library_has_number(side_changes, known.id);
        out_costs[i] = is_unchanged ? UNCHANGED : known.seconds > 0 ? known.seconds : UNKNOWN;
    }
    sqlite3_finalize(rows);
    return result;
}

// ---- the plan -----------------------------------------------------------------------------------------------------

/// Moves the files that have work into the plan, with the costs that are still unknown estimated.
static sinew_result take_files(library_plan *plan, library_files *files, const double *costs,
                               const library_recorded_costs *recorded, sinew_error *error)
{
    size_t count = 0;
    for (size_t i = 0; i < files->count; ++i) count += costs[i] > UNCHANGED;
    if (count > LIBRARY_MAX_PLANNED)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "more than %d files to plan", LIBRARY_MAX_PLANNED);
    plan->files = sinew__allocate_zeroed(count, sizeof *plan->files);
    if (!plan->files) return sinew__fail_memory(error);
    for (size_t i = 0; i < files->count; ++i) {
        library_file *file = &files->items[i];
        if (!(costs[i] > UNCHANGED)) continue;
        const double cost = costs[i] >= 0 ? costs[i] : library_estimate_cost(recorded, file->path, file->size);
        plan->files[plan->count++] = (library_planned_file){file->path, file->size, file->modified, cost, 0};
        file->path = NULL;
    }
    return SINEW_OK;
}

static int by_shard_and_path(const void *a, const void *b)
{
    const library_planned_file *first = a, *second = b;
    return first->shard != second->shard ? (first->shard < second->shard ? -1 : 1) : strcmp(first->path, second->path);
}

static sinew_result assign_shards(library_plan *plan, sinew_error *error)
{
    double *costs = sinew__allocate_zeroed(plan->count, sizeof *costs);
    int32_t *shards = sinew__allocate_zeroed(plan->count, sizeof *shards);
    sinew_result result = costs && shards ? SINEW_OK : sinew__fail_memory(error);
    for (size_t i = 0; i < plan->count && result == SINEW_OK; ++i) costs[i] = plan->files[i].cost;
    if (result == SINEW_OK) result = library_share_work(costs, plan->count, plan->shards, shards, error);
    for (size_t i = 0; i < plan->count && result == SINEW_OK; ++i) plan->files[i].shard = shards[i];
    if (result == SINEW_OK) qsort(plan->files, plan->count, sizeof *plan->files, by_shard_and_path);
    sinew_free(costs);
    sinew_free(shards);
    return result;
}

static sinew_result plan_files(library_database *database, library_files *files, const library_numbers *side_changes,
                               int retry, library_plan *plan, sinew_error *error)
{
    library_recorded_costs recorded = {0};
    double *costs = sinew__allocate_zeroed(files->count, sizeof *costs);
    if (!costs) return sinew__fail_memory(error);
    for (size_t i = 0; i < files->count; ++i) costs[i] = UNKNOWN;
    sinew_result result = SINEW_OK;
    if (database) result = read_recorded(database, files, side_changes, retry, costs, &recorded, error);
    if (result == SINEW_OK) result = take_files(plan, files, costs, &recorded, error);
    if (result == SINEW_OK) result = assign_shards(plan, error);
    sinew_free(costs);
    return result;
}

sinew_result library_plan_shards(library_database *database, const char *folder, const library_plan_options *options,
                                 library_plan *out_plan, size_t *out_unchanged, library_skipped_folders *out_skipped,
                                 sinew_error *out_error)
{
    library_files files;
    library_numbers side_changes;
    *out_plan = (library_plan){.shards = options->shards};
    *out_unchanged = 0;
    sinew_result result =
        library_list_folder(database, folder, options->texture_path, &files, &side_changes, out_skipped, out_error);
    if (result == SINEW_OK) {
        out_plan->folder = sinew__absolute_path(folder);
        result = out_plan->folder ? plan_files(database, &files, &side_changes, options->retry, out_plan, out_error)
                                  : sinew__fail_memory(out_error);
        *out_unchanged = files.count - out_plan->count;
    }
    library_files_free(&files);
    library_numbers_free(&side_changes);
    if (result != SINEW_OK) library_plan_free(out_plan);
    return result;
}

void library_plan_free(library_plan *plan)
{
    for (size_t i = 0; i < plan->count; ++i) sinew_free(plan->files[i].path);
    sinew_free(plan->files);
    sinew_free(plan->folder);
    *plan = (library_plan){0};
}

void library_plan_shard(const library_plan *plan, int32_t shard, size_t *out_first, size_t *out_count)
{
    size_t first = 0, end;
    while (first < plan->count && plan->files[first].shard < shard) ++first;
    for (end = first; end < plan->count && plan->files[end].shard == shard;) ++end;
    *out_first = first;
    *out_count = end - first;
}
