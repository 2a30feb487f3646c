#include "program/library/find_clips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "program/library/measure_clip.h"

// ---- rows ---------------------------------------------------------------------------------------------------------

/// Reads the rows of a search. Each row has columns of the file, columns of the clip up to column `count`, and then the
/// shown values.
static sinew_result read_rows(library_database *database, sqlite3_stmt *rows, int of_files, int count, int64_t since,
                              library_details details, library_matches *matches, sinew_error *error)
{
    library_budget budget = {.end = count};
    sinew_result result = SINEW_OK;
    while (library_next(database, rows, of_files, &budget, &result, error)) { // each row repeats the file's columns
        sinew__arena *arena = &matches->arena;
        library_match match;
        result = library_read_match(rows, details, arena, &match, error);
        if (result != SINEW_OK) break;
        match.shown = matches->shown_count ? SINEW__ARENA_ARRAY(arena, const char *, matches->shown_count) : NULL;
        for (int i = 0; match.shown && i < matches->shown_count; ++i) {
            const int column = count + i, type = sqlite3_column_type(rows, column);
            match.shown[i] = type == SQLITE_NULL ? NULL
                             : type == SQLITE_FLOAT
                                 ? sinew__arena_format(arena, "%.6g", sqlite3_column_double(rows, column))
                                 : library_keep_text(arena, rows, column);
        }
        match.change = match.vanished ? "vanished" : match.added >= since ? "added" : "changed";
        library_match *items =
            sinew__arena_grow(arena, matches->items, matches->count, &matches->capacity, sizeof *items);
        if (!items) return sinew__arena_fail(arena, error);
        matches->items = items;
        items[matches->count++] = match;
        if (arena->failed) return sinew__arena_fail(arena, error);
    }
    return result;
}

sinew_result library_find(library_database *database, const library_query *query, library_details details,
                          library_matches *out_matches, sinew_error *out_error)
{
    sinew__buffer sql = {0};
    sqlite3_stmt *rows = NULL;
    int of_files = 0;
    *out_matches = (library_matches){.arena.limit = (size_t)4 << 30};
    for (; out_matches->shown_count < query->shown_count; ++out_matches->shown_count)
        out_matches->shown_titles[out_matches->shown_count] =
            sinew__arena_format(&out_matches->arena, "%s", query->shown_titles[out_matches->shown_count]);
    sinew__buffer_put_text(&sql, "SELECT ");
    const int count = library_put_match_columns(details, &sql, &of_files);
    sinew__buffer_format(&sql, "%s FROM files f LEFT JOIN clips c ON c.file=f.id WHERE (", query->shown.text);
    sinew__buffer_put_text(&sql, query->sql.text);
    sinew__buffer_format(&sql,
                         ") AND max(f.added_s,f.changed_s,coalesce(f.vanished_s,0))>=%lld ORDER BY f.path,c.number",
                         (long long)query->since);
    sinew__buffer_put_character(&sql, '\0');
    sinew_result result = sql.failed || out_matches->arena.failed
                              ? sinew__fail_memory(out_error)
                              : library_prepare(database, sql.text, &rows, out_error);
    if (result == SINEW_OK) {
        library_bind_query(query, rows);
        result = read_rows(database, rows, of_files, count, query->since, details, out_matches, out_error);
    }
    sqlite3_finalize(rows);
    sinew__buffer_free(&sql);
    return result;
}

void library_matches_free(library_matches *matches)
{
    sinew__arena_free(&matches->arena);
    *matches = (library_matches){0};
}

// ---- likeness -----------------------------------------------------------------------------------------------------

static int by_distance(const void *a, const void *b)
{
    const library_match *first = a, *second = b;
    if (first->distance != second->distance) return first->distance < second->distance ? -1 : 1;
    const int files = strcmp(first->file, second->file);
    return files ? files : first->number - second->number;
}

static void keep_nearest(library_matches *matches, size_t limit)
{
    if (matches->count) qsort(matches->items, matches->count, sizeof *matches->items, by_distance);
    if (matches->count > limit) matches->count = limit;
}

void library_keep_alike(library_matches *matches, const float *descriptor, const int8_t *body, size_t limit)
{
    size_t kept = 0; // clips without a descriptor are dropped
    for (size_t i = 0; i < matches->count; ++i)
        if (matches->items[i].descriptor) matches->items[kept++] = matches->items[i];
    matches->count = kept;
    for (size_t i = 0; i < matches->count; ++i) {
        library_match *match = &matches->items[i];
        match->distance = library_motion_distance(match->descriptor, descriptor);
        if (body && match->body) match->distance = fmin(match->distance, library_body_distance(match->body, body));
    }
    keep_nearest(matches, limit);
}

void library_keep_with_pose(library_matches *matches, const double pose[LIBRARY_POSE_FEATURES], size_t limit)
{
    size_t kept = 0;
    for (size_t i = 0; i < matches->count; ++i) {
        library_match *match = &matches->items[i];
        double part;
        if (!match->poses.features) continue;
        match->distance = library_pose_distance(&match->poses, pose, &part);
        match->time = match->motion_start + part * (match->seconds - match->motion_start);
        matches->items[kept++] = *match;
    }
    matches->count = kept;
    keep_nearest(matches, limit);
}

// ---- copies -------------------------------------------------------------------------------------------------------

static const double copy_distance = 0.02; ///< largest library_motion_distance of two copies: exporters round and
                                          ///< resample
static const double copy_seconds = 0.02;  ///< largest difference of two copies' durations, as a fraction

/// A clip, and the means of its features; copies have similar means.
typedef struct sorted_clip {
    double means[LIBRARY_FEATURES];
    int32_t index;
} sorted_clip;

static int by_mean(const void *a, const void *b)
{
    const sorted_clip *first = a, *second = b;
    if (first->means[0] != second->means[0]) return first->means[0] < second->means[0] ? -1 : 1;
    return first->index - second->index;
}

/// Returns the first clip of a group, and shortens the chain of indices to it.
static int32_t find_first(int32_t *first, int32_t index)
{
    while (first[index] != index) index = first[index] = first[first[index]];
    return index;
}

static void join_groups(int32_t *first, int32_t a, int32_t b)
{
    a = find_first(first, a);
    b = find_first(first, b);
    if (a < b)
        first[b] = a;
    else
        first[a] = b;
}

static int have_same_bytes(const library_match *a, const library_match *b)
{
    return a->hash && a->hash == b->hash && a->number == b->number;
}

static int is_copy(const library_match *a, const library_match *b)
{
    if (have_same_bytes(a, b)) return 1;
    return fabs(a->seconds - b->seconds) <= copy_seconds * fmax(a->seconds, b->seconds) &&
           library_is_moving(a->descriptor) && library_is_moving(b->descriptor) &&
           library_motion_distance(a->descriptor, b->descriptor) <= copy_distance;
}

/// Orders by content: clips with equal hash and number become neighbours.
static int by_content(const void *a, const void *b)
{
    const library_match *first = a, *second = b;
    if (first->hash != second->hash) return first->hash < second->hash ? -1 : 1;
    if (first->number != second->number) return first->number - second->number;
    return strcmp(first->file, second->file);
}

/// Joins copies into groups. `sorted` [count] has the clips with a descriptor, ordered by the mean of the first
/// feature.
static void join_copies(const library_matches *matches, const sorted_clip *sorted, size_t count, int32_t *first)
{
    const double tolerance = copy_distance * sqrt(LIBRARY_FEATURES);
    for (size_t i = 0; i < count; ++i)
        for (size_t k = i + 1; k < count && sorted[k].means[0] - sorted[i].means[0] <= tolerance; ++k) {
            const int32_t a = sorted[i].index, b = sorted[k].index;
            int are_near = 1;
            for (int f = 1; f < LIBRARY_FEATURES && are_near; ++f)
                are_near = !(fabs(sorted[i].means[f] - sorted[k].means[f]) > tolerance);
            if (are_near && find_first(first, a) != find_first(first, b) &&
                is_copy(&matches->items[a], &matches->items[b]))
                join_groups(first, a, b);
        }
}

static int by_group(const void *a, const void *b)
{
    const library_match *first = a, *second = b;
    if (first->group != second->group) return first->group - second->group;
    if (first->hash != second->hash) return first->hash < second->hash ? -1 : 1;
    const int files = strcmp(first->file, second->file);
    return files ? files : first->number - second->number;
}

/// Numbers the groups that have at least two clips, and drops other clips. The arrays have [count] items: first[i] is
/// the first clip of the group of clip i. `size` and `number` are zeroed; they get the size and the number of each
/// group at the index of its first clip.
static void number_groups(library_matches *matches, int32_t *first, int32_t *size, int32_t *number)
{
    int32_t groups = 0;
    size_t kept = 0;
    const int32_t count = (int32_t)matches->count;
    for (int32_t i = 0; i < count; ++i) ++size[find_first(first, i)];
    for (int32_t i = 0; i < count; ++i) {
        const int32_t root = find_first(first, i);
        if (size[root] < 2) continue;
        if (!number[root]) number[root] = ++groups;
        matches->items[i].group = number[root];
        matches->items[kept++] = matches->items[i];
    }
    matches->count = kept;
}

sinew_result library_keep_copies(library_matches *matches, sinew_error *out_error)
{
    size_t kept = 0; // a vanished file may have been renamed: it is not a copy of the new file
    for (size_t i = 0; i < matches->count; ++i)
        if (!matches->items[i].vanished) matches->items[kept++] = matches->items[i];
    matches->count = kept;
    const size_t count = matches->count;
    size_t described = 0;
    if (count) qsort(matches->items, count, sizeof *matches->items, by_content);
    sorted_clip *sorted = SINEW__ARENA_ARRAY(&matches->arena, sorted_clip, count);
    int32_t *first = SINEW__ARENA_ARRAY(&matches->arena, int32_t, count),
            *size = SINEW__ARENA_ARRAY(&matches->arena, int32_t, count),
            *number = SINEW__ARENA_ARRAY(&matches->arena, int32_t, count);
    if (matches->arena.failed || count > INT32_MAX) return sinew__arena_fail(&matches->arena, out_error);
    for (size_t i = 0; i < count; ++i) {
        first[i] = (int32_t)i;
        if (!matches->items[i].descriptor) continue;
        sorted[described].index = (int32_t)i;
        library_motion_means(matches->items[i].descriptor, sorted[described++].means);
    }
    if (described) qsort(sorted, described, sizeof *sorted, by_mean);
    for (size_t i = 1; i < count; ++i) // files with equal bytes are copies even if their clips do not move
        if (have_same_bytes(&matches->items[i - 1], &matches->items[i])) join_groups(first, (int32_t)i - 1, (int32_t)i);
    join_copies(matches, sorted, described, first);
    number_groups(matches, first, size, number);
    if (matches->count) qsort(matches->items, matches->count, sizeof *matches->items, by_group);
    for (size_t i = 1; i < matches->count; ++i) { // mark neighbours with equal bytes
        library_match *one = &matches->items[i - 1], *next = &matches->items[i];
        if (one->group == next->group && one->hash && one->hash == next->hash) one->is_exact = next->is_exact = 1;
    }
    const library_match *head = NULL; // first clip of the group; others are marked if they are mirrored or rotated
                                      // compared with it
    for (size_t i = 0; i < matches->count; ++i) {
        library_match *match = &matches->items[i];
        if (!head || head->group != match->group) head = match;
        if (head == match || have_same_bytes(head, match) || !head->heading || !match->heading) continue;
        match->is_mirrored = library_compare_headings(head->heading, match->heading, &match->rotation);
    }
    return SINEW_OK;
}
