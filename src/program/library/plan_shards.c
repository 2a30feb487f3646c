// Plans an update: estimates what each file costs, assigns files to shards, and writes and reads the plan as JSON.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/base/quoted_text.h"
#include "core/platform/file.h"
#include "program/library/columns.h"
#include "program/library/shards.h"
#include "program/library/update_library.h"
#include "sinew/version.h"

// ---- costs ---------------------------------------------------------------------------------------------------------

static const double seconds_per_file = 0.005; // seconds to start a worker

enum { ENOUGH = 20 }; // measured files of a format that suffice to estimate its costs by durations

void library_record_cost(library_recorded_costs *recorded, const char *path, uint64_t size, double seconds)
{
    const int32_t format = sinew__model_format_of_path(path);
    if (format < 0 || !(seconds >= 0)) return;
    recorded->seconds[format] += seconds;
    recorded->bytes[format] += (double)size;
    ++recorded->files[format];
}

double library_estimate_cost(const library_recorded_costs *recorded, const char *path, uint64_t size)
{
    const int32_t format = sinew__model_format_of_path(path);
    const double per_byte = sinew__model_formats[format < 0 ? 0 : format].seconds_per_byte;
    const double estimate = seconds_per_file + per_byte * (double)size;
    if (format < 0 || recorded->files[format] < ENOUGH) return estimate;
    const double expected = seconds_per_file * (double)recorded->files[format] + per_byte * recorded->bytes[format];
    return estimate * recorded->seconds[format] / expected;
}

// ---- sharing -------------------------------------------------------------------------------------------------------

typedef struct weighted_file {
    double cost;
    size_t index;
} weighted_file;

typedef struct shard_load {
    double cost;
    int32_t shard;
} shard_load;

static int longest_first(const void *a, const void *b)
{
    const weighted_file *first = a, *second = b;
    if (first->cost != second->cost) return first->cost > second->cost ? -1 : 1;
    return first->index < second->index ? -1 : first->index > second->index;
}

static int is_lighter(const shard_load *a, const shard_load *b)
{
    return a->cost < b->cost || (a->cost == b->cost && a->shard < b->shard);
}

/// Restores the order of a binary heap after its top became heavier. The lightest shard is on top.
static void sink_top(shard_load *heap, size_t count)
{
    const shard_load top = heap[0];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_lighter(&heap[child + 1], &heap[child])) ++child;
        if (!is_lighter(&heap[child], &top)) break;
        heap[at] = heap[child];
    }
    heap[at] = top;
}

sinew_result library_share_work(const double *costs, size_t count, int32_t shards, int32_t *out_shards,
                                sinew_error *out_error)
{
    assert(shards > 0);
    weighted_file *files = sinew__allocate_zeroed(count, sizeof *files);
    shard_load *heap = sinew__allocate_zeroed((size_t)shards, sizeof *heap);
    const sinew_result result = files && heap ? SINEW_OK : sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        for (size_t i = 0; i < count; ++i) files[i] = (weighted_file){costs[i], i};
        for (int32_t i = 0; i < shards; ++i) heap[i].shard = i;
        qsort(files, count, sizeof *files, longest_first);
        for (size_t i = 0; i < count; ++i) {
            out_shards[files[i].index] = heap[0].shard;
            heap[0].cost += files[i].cost;
            sink_top(heap, (size_t)shards);
        }
    }
    sinew_free(files);
    sinew_free(heap);
    return result;
}

// ---- recorded costs -----------------------------------------------------------------------------------------------

/// Compares paths in byte order, the order of the folder's list.
static int compare_path(const library_file_row *known, const char *path)
{
    const size_t length = strlen(path), shorter = known->path_length < length ? known->path_length : length;
    const int order = shorter ? memcmp(known->path, path, shorter) : 0;
    return order ? order : known->path_length < length ? -1 : known->path_length > length;
}

enum { UNKNOWN = -1, UNCHANGED = -2 }; // special costs: the cost is unknown; the file need not be measured

/// Merges the database's rows with the list; both are in byte order of paths. Sets out_costs[i] to UNCHANGED if the
/// file need not be measured, else to its recorded duration, or to UNKNOWN if none is recorded.
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
        const library_file *file = &files->items[i];
        const int has_work = known.is_vanished || !known.is_current || known.size != file->size ||
                             known.modified != file->modified || (known.is_failed && retry) ||
                             library_has_number(side_changes, known.id);
        out_costs[i] = !has_work ? UNCHANGED : known.seconds > 0 ? known.seconds : UNKNOWN;
    }
    sqlite3_finalize(rows);
    return result;
}

// ---- the plan -----------------------------------------------------------------------------------------------------

/// Moves the files to be measured into the plan, and estimates their unknown costs.
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
        if (out_plan->folder)
            result = plan_files(database, &files, &side_changes, options->retry, out_plan, out_error);
        else if (errno == ENOMEM)
            result = sinew__fail_memory(out_error);
        else
            result = sinew__fail(out_error, SINEW_ERROR_NO_PERMISSION, "its absolute path cannot be found: %s",
                                 strerror(errno));
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

// ---- the text of a plan --------------------------------------------------------------------------------------------

static const char plan_schema[] = "sinew.library-plan/1";

// ---- writing ------------------------------------------------------------------------------------------------------

/// Puts "key":"text"; or "key_hex":"…", in hexadecimal digits, for text that is not printable UTF-8.
static void put_name(const char *key, const char *text, sinew__json_writer *json)
{
    char hex_key[16];
    sinew__buffer hex = {0};
    if (sinew__is_printable_text(text)) {
        sinew__json_put_text(json, key, text);
        return;
    }
    snprintf(hex_key, sizeof hex_key, "%s_hex", key);
    for (; *text; ++text) sinew__buffer_format(&hex, "%02x", (unsigned)(unsigned char)*text);
    sinew__buffer_put_character(&hex, '\0');
    sinew__json_put_text(json, hex_key, hex.failed ? "" : hex.text);
    json->out->failed |= hex.failed;
    sinew__buffer_free(&hex);
}

static void put_shard(const library_plan *plan, int32_t shard, sinew__json_writer *json)
{
    size_t first, count;
    double cost = 0;
    library_plan_shard(plan, shard, &first, &count);
    for (size_t i = 0; i < count; ++i) cost += plan->files[first + i].cost;
    json->has_break = 1;
    sinew__json_put_object(json, NULL);
    sinew__json_put_number(json, "cost_s", cost);
    sinew__json_put_array(json, "files");
    for (size_t i = 0; i < count; ++i) {
        const library_planned_file *file = &plan->files[first + i];
        char modified[24];
        snprintf(modified, sizeof modified, "%lld", (long long)file->modified);
        json->has_break = 1;
        sinew__json_put_object(json, NULL);
        put_name("path", file->path, json);
        sinew__json_put_whole(json, "bytes", (int64_t)file->size);
        sinew__json_put_text(json, "modified_ns", modified);
        sinew__json_put_number(json, "cost_s", file->cost);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

void library_put_plan(const library_plan *plan, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    json.is_plain = 1;
    json.digits = 6;
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", plan_schema);
    sinew__json_put_text(&json, "sinew", sinew_version());
    sinew__json_put_whole(&json, "facts", LIBRARY_FACTS);
    put_name("folder", plan->folder, &json);
    sinew__json_put_array(&json, "shards");
    for (int32_t i = 0; i < plan->shards; ++i) put_shard(plan, i, &json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

// ---- reading ------------------------------------------------------------------------------------------------------

typedef struct plan_reader {
    library_plan *plan;
    sinew_error *error;
} plan_reader;

static sinew_result damaged(const plan_reader *in, const sinew__json_value *value, const char *problem)
{
    return sinew__fail(in->error, SINEW_ERROR_DAMAGED, "line %d: %s", (int)value->line, problem);
}

/// Decodes hexadecimal bytes in place. Returns 0 if the text is not hexadecimal or contains a NUL.
static int decode_hex(char *text)
{
    char *out = text;
    for (; *text; text += 2) {
        const int high = sinew__hex_digit(text[0]), low = high < 0 ? -1 : sinew__hex_digit(text[1]);
        if (low < 0 || (high | low) == 0) return 0;
        *out++ = (char)(high << 4 | low);
    }
    *out = '\0';
    return 1;
}

/// Reads a name that put_name wrote, and copies it.
static sinew_result read_name(const plan_reader *in, const sinew__json_value *object, const char *key, char **out)
{
    char hex_key[16];
    snprintf(hex_key, sizeof hex_key, "%s_hex", key);
    const sinew__json_value *plain = sinew__json_member(object, key);
    const sinew__json_value *name = plain ? plain : sinew__json_member(object, hex_key);
    if (!name || name->kind != SINEW__JSON_TEXT) {
        sinew__fail(in->error, SINEW_ERROR_DAMAGED, "line %d: expected a text \"%s\"", (int)object->line, key);
        return SINEW_ERROR_DAMAGED;
    }
    *out = sinew__copy_text(name->text);
    if (!*out) return sinew__fail_memory(in->error);
    if (!plain && !decode_hex(*out)) return damaged(in, name, "expected hexadecimal bytes of a name");
    return SINEW_OK;
}

/// Returns a member if it is a positive finite number, else 0.
static double read_amount(const sinew__json_value *object, const char *key)
{
    const sinew__json_value *value = sinew__json_member(object, key);
    return value && value->kind == SINEW__JSON_NUMBER && value->number > 0 ? value->number : 0;
}

/// Reads a file of a shard. Files of a shard must be in ascending byte order, so that no file occurs twice.
static sinew_result read_file(const plan_reader *in, const sinew__json_value *value, int32_t shard)
{
    library_plan *plan = in->plan;
    library_planned_file *file = &plan->files[plan->count];
    const library_planned_file *previous = plan->count ? file - 1 : NULL;
    if (value->kind != SINEW__JSON_OBJECT) return damaged(in, value, "expected an object");
    ++plan->count;
    const sinew_result result = read_name(in, value, "path", &file->path);
    if (result != SINEW_OK) return result;
    file->shard = shard;
    file->cost = read_amount(value, "cost_s");
    file->size = (uint64_t)fmin(read_amount(value, "bytes"), 9007199254740992.0); // 2^53, exact in double
    if (!library_is_below(file->path, strlen(file->path))) return damaged(in, value, "a path leads out of the folder");
    if (previous && previous->shard == shard && strcmp(previous->path, file->path) >= 0)
        return damaged(in, value, "files are out of order");
    return SINEW_OK;
}

static const sinew__json_value *files_of(const sinew__json_value *shard)
{
    const sinew__json_value *files = sinew__json_member(shard, "files");
    return files && files->kind == SINEW__JSON_ARRAY ? files : NULL;
}

static sinew_result read_shards(const plan_reader *in, const sinew__json_value *shards)
{
    size_t count = 0;
    for (const sinew__json_value *shard = sinew__json_first(shards); shard; shard = shard->next) {
        const sinew__json_value *files = files_of(shard);
        if (!files) return damaged(in, shard, "expected an array \"files\"");
        count += (size_t)files->count;
    }
    if (count > LIBRARY_MAX_PLANNED || shards->count > LIBRARY_MAX_SHARDS)
        return sinew__fail(in->error, SINEW_ERROR_LIMIT, "more than %d files or %d shards", LIBRARY_MAX_PLANNED,
                           LIBRARY_MAX_SHARDS);
    in->plan->shards = shards->count;
    in->plan->files = sinew__allocate_zeroed(count, sizeof *in->plan->files);
    if (!in->plan->files) return sinew__fail_memory(in->error);
    const sinew__json_value *shard = sinew__json_first(shards);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; shard; ++i, shard = shard->next) {
        const sinew__json_value *files = files_of(shard), *file = sinew__json_first(files);
        for (; file && result == SINEW_OK; file = file->next) result = read_file(in, file, i);
    }
    return result;
}

static sinew_result read_root(const plan_reader *in, const sinew__json_value *root)
{
    const sinew__json_value *schema = sinew__json_member(root, "schema"), *shards = sinew__json_member(root, "shards");
    if (!schema || schema->kind != SINEW__JSON_TEXT || strncmp(schema->text, plan_schema, sizeof plan_schema - 2) != 0)
        return sinew__fail(in->error, SINEW_ERROR_DAMAGED, "not a plan of a library");
    if (strcmp(schema->text, plan_schema) != 0 || read_amount(root, "facts") != LIBRARY_FACTS)
        return sinew__fail(in->error, SINEW_ERROR_UNSUPPORTED, "made by another version");
    const sinew_result result = read_name(in, root, "folder", &in->plan->folder);
    if (result != SINEW_OK) return result;
    if (!shards || shards->kind != SINEW__JSON_ARRAY || shards->count == 0)
        return damaged(in, root, "expected an array \"shards\"");
    return read_shards(in, shards);
}

sinew_result library_read_plan(const char *bytes, size_t size, library_plan *out_plan, sinew_error *out_error)
{
    static const sinew__json_limits limits = {.max_bytes = LIBRARY_MAX_PLAN, .max_values = 6 * LIBRARY_MAX_PLANNED};
    const plan_reader reader = {out_plan, out_error};
    sinew__json json;
    *out_plan = (library_plan){0};
    sinew_result result = sinew__json_read(bytes, size, &limits, &json, out_error);
    if (result != SINEW_OK) return result;
    result = read_root(&reader, json.root);
    if (result == SINEW_OK) out_plan->id = sinew__hash(bytes, size);
    if (result != SINEW_OK) library_plan_free(out_plan);
    sinew__json_free(&json);
    return result;
}
