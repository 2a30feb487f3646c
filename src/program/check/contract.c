#include "program/check/contract.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/glob.h"
#include "core/base/json.h"
#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "program/check/check_limits.h"

const check_clip_terms check_no_terms = {
    .speed = (double)NAN, .fps = (double)NAN, .duration = (double)NAN, .ground = (double)NAN};

/// A document being read into a contract.
typedef struct contract_reader {
    check_contract *contract;
    sinew_error *error;
} contract_reader;

void check_contract_init(check_contract *contract)
{
    *contract = (check_contract){.influences = CHECK_INFLUENCES, .texture_size = CHECK_TEXTURE_SIZE};
}

void check_contract_free(check_contract *contract)
{
    sinew__arena_free(&contract->arena);
    check_contract_init(contract);
}

// ---- values -------------------------------------------------------------------------------------------------------

static sinew_result fail_expected(const contract_reader *reader, const sinew__json_value *value, const char *expected)
{
    return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT, "line %d: '%s': expected %s, found %s",
                       (int)value->line, value->key ? value->key : "", expected, sinew__json_kind_name(value->kind));
}

static sinew_result fail_key(const contract_reader *reader, const sinew__json_value *value)
{
    return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT, "line %d: unknown key '%s'", (int)value->line,
                       value->key);
}

static sinew_result read_text(const contract_reader *reader, const sinew__json_value *value, const char **out)
{
    if (value->kind != SINEW__JSON_TEXT) return fail_expected(reader, value, "a text");
    *out = sinew__arena_text(&reader->contract->arena, value->text, strlen(value->text));
    return SINEW_OK;
}

/// Returns the only name that a glob matches, or NULL if it has wildcards.
static const char *single_name(sinew__arena *arena, const char *glob)
{
    if (strcspn(glob, "*?[") < strlen(glob) && !strchr(glob, '\\')) return NULL;
    char *name = (char *)(uintptr_t)sinew__arena_text(arena, glob, strlen(glob));
    size_t length = 0;
    for (; name && *glob; ++glob) {
        if (strchr("*?[", *glob)) return NULL;
        if (*glob == '\\' && glob[1]) ++glob;
        name[length++] = *glob;
    }
    if (name) name[length] = '\0';
    return name;
}

static sinew_result read_pattern(const contract_reader *reader, const sinew__json_value *value,
                                 check_contract_pattern *out)
{
    const sinew_result result = read_text(reader, value, &out->glob);
    if (result != SINEW_OK || !out->glob) return result;
    if (strlen(out->glob) > SINEW__CONTRACT_MAX_PATTERN)
        return sinew__fail(reader->error, SINEW_ERROR_LIMIT, "line %d: '%.60s' has more than %d bytes",
                           (int)value->line, value->key ? value->key : "", SINEW__CONTRACT_MAX_PATTERN);
    out->name = single_name(&reader->contract->arena, out->glob);
    return SINEW_OK;
}

static sinew_result read_number(const contract_reader *reader, const sinew__json_value *value, double low, double high,
                                double *out)
{
    if (value->kind != SINEW__JSON_NUMBER) return fail_expected(reader, value, "a number");
    if (!(value->number >= low && value->number <= high))
        return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT, "line %d: '%s' is out of range",
                           (int)value->line, value->key);
    *out = value->number;
    return SINEW_OK;
}

static sinew_result read_whole(const contract_reader *reader, const sinew__json_value *value, int32_t high,
                               int32_t *out)
{
    double number = 0;
    const sinew_result result = read_number(reader, value, 1, high, &number);
    if (result != SINEW_OK) return result;
    if (number != floor(number)) return fail_expected(reader, value, "a whole number");
    *out = (int32_t)number;
    return SINEW_OK;
}

static sinew_result read_bool(const contract_reader *reader, const sinew__json_value *value, int *out)
{
    if (value->kind != SINEW__JSON_TRUE && value->kind != SINEW__JSON_FALSE)
        return fail_expected(reader, value, "true or false");
    *out = value->kind == SINEW__JSON_TRUE;
    return SINEW_OK;
}

static sinew_result expect_kind(const contract_reader *reader, const sinew__json_value *value, sinew__json_kind kind)
{
    return value->kind == kind ? SINEW_OK : fail_expected(reader, value, sinew__json_kind_name(kind));
}

// ---- levels and limits --------------------------------------------------------------------------------------------

const sinew__word check_severities[] = {{"info", SINEW_SEVERITY_INFO, NULL},
                                        {"warning", SINEW_SEVERITY_WARNING, NULL},
                                        {"error", SINEW_SEVERITY_ERROR, NULL},
                                        {0}};

static sinew_result read_level(const contract_reader *reader, const sinew__json_value *value, check_level *level)
{
    static const char off[] = "off";
    const char *text = NULL;
    if (!check_code_exists(value->key))
        return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT, "line %d: unknown code '%s'", (int)value->line,
                           value->key);
    const sinew_result result = read_text(reader, value, &text);
    if (result != SINEW_OK) return result;
    level->code = sinew__arena_text(&reader->contract->arena, value->key, strlen(value->key));
    const sinew__word *severity = text ? sinew__word_named(check_severities, text) : NULL;
    if (severity || (text && strcmp(text, off) == 0)) {
        level->severity = severity ? severity->value : CHECK_OFF;
        return SINEW_OK;
    }
    char expected[64];
    int length = snprintf(expected, sizeof expected, "\"%s\"", off);
    for (const sinew__word *word = check_severities; word->name; ++word)
        length += snprintf(expected + length, sizeof expected - (size_t)length, "%s\"%s\"",
                           word[1].name ? ", " : " or ", word->name);
    return fail_expected(reader, value, expected);
}

static sinew_result read_levels(const contract_reader *reader, const sinew__json_value *object)
{
    sinew_result result = expect_kind(reader, object, SINEW__JSON_OBJECT);
    if (result != SINEW_OK) return result;
    check_contract *contract = reader->contract;
    check_level *levels = SINEW__ARENA_ARRAY(&contract->arena, check_level, object->count);
    if (!levels) return sinew__fail_memory(reader->error);
    const sinew__json_value *value = sinew__json_first(object);
    for (int32_t i = 0; value && result == SINEW_OK; ++i, value = value->next)
        result = read_level(reader, value, &levels[i]);
    contract->levels = levels;
    contract->level_count = (size_t)object->count;
    return result;
}

static sinew_result read_limits(const contract_reader *reader, const sinew__json_value *object)
{
    sinew_result result = expect_kind(reader, object, SINEW__JSON_OBJECT);
    const sinew__json_value *value = sinew__json_first(object);
    for (; value && result == SINEW_OK; value = value->next) {
        if (strcmp(value->key, "influences") == 0)
            result = read_whole(reader, value, 1024, &reader->contract->influences);
        else if (strcmp(value->key, "texture_size") == 0)
            result = read_whole(reader, value, 1 << 20, &reader->contract->texture_size);
        else
            result = fail_key(reader, value);
    }
    return result;
}

// ---- clips --------------------------------------------------------------------------------------------------------

static sinew_result read_loop(const contract_reader *reader, const sinew__json_value *value, check_loop_state *out)
{
    const int is_text = value->kind == SINEW__JSON_TEXT;
    if (value->kind == SINEW__JSON_FALSE)
        *out = CHECK_LOOP_NONE;
    else if (value->kind == SINEW__JSON_TRUE || (is_text && strcmp(value->text, "closed") == 0))
        *out = CHECK_LOOP_CLOSED;
    else if (is_text && strcmp(value->text, "open") == 0)
        *out = CHECK_LOOP_OPEN;
    else
        return fail_expected(reader, value, "true, false, \"closed\" or \"open\"");
    return SINEW_OK;
}

static sinew_result read_requires(const contract_reader *reader, const sinew__json_value *array,
                                  check_clip_terms *terms)
{
    sinew_result result = expect_kind(reader, array, SINEW__JSON_ARRAY);
    if (result != SINEW_OK) return result;
    const char **names = SINEW__ARENA_ARRAY(&reader->contract->arena, const char *, array->count);
    if (!names) return sinew__fail_memory(reader->error);
    const sinew__json_value *value = sinew__json_first(array);
    for (int32_t i = 0; value && result == SINEW_OK; ++i, value = value->next)
        result = read_text(reader, value, &names[i]);
    terms->requires = names;
    terms->requires_count = (size_t)array->count;
    return result;
}

static sinew_result read_term(const contract_reader *reader, const sinew__json_value *value, check_contract_clip *clip)
{
    check_clip_terms *terms = &clip->terms;
    const char *key = value->key;
    const double most = 1e6;
    if (strcmp(key, "file") == 0) return read_pattern(reader, value, &clip->file);
    if (strcmp(key, "clip") == 0) return read_pattern(reader, value, &clip->clip);
    if (strcmp(key, "loop") == 0) return read_loop(reader, value, &terms->loop);
    if (strcmp(key, "speed") == 0) return read_number(reader, value, 0, most, &terms->speed);
    if (strcmp(key, "fps") == 0) return read_number(reader, value, 1e-3, most, &terms->fps);
    if (strcmp(key, "duration") == 0) return read_number(reader, value, 0, most, &terms->duration);
    if (strcmp(key, "ground") == 0) return read_number(reader, value, -most, most, &terms->ground);
    if (strcmp(key, "starts_at_rest") == 0) return read_bool(reader, value, &terms->starts_at_rest);
    if (strcmp(key, "requires") == 0) return read_requires(reader, value, terms);
    if (strcmp(key, "sync_group") == 0) return read_text(reader, value, &terms->sync_group);
    if (strcmp(key, "in_place") != 0) return fail_key(reader, value);
    int in_place = 0;
    const sinew_result result = read_bool(reader, value, &in_place);
    if (result == SINEW_OK) terms->travel = in_place ? CHECK_TRAVEL_IN_PLACE : CHECK_TRAVELS;
    return result;
}

static sinew_result read_clip(const contract_reader *reader, const sinew__json_value *object, check_contract_clip *clip)
{
    sinew_result result = expect_kind(reader, object, SINEW__JSON_OBJECT);
    const sinew__json_value *value = sinew__json_first(object);
    *clip = (check_contract_clip){{"*", NULL}, {"*", NULL}, check_no_terms};
    clip->terms.is_declared = 1;
    for (; value && result == SINEW_OK; value = value->next) result = read_term(reader, value, clip);
    return result;
}

/// Returns the file name at the end of a path.
static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// An entry of the contract while entries are sorted.
typedef struct entry_key {
    const char *file; ///< the one path that it matches, or NULL
    size_t index;
} entry_key;

/// Orders entries by the path that they match; those that match several files come last, in the contract's order.
static int compare_keys(const void *a, const void *b)
{
    const entry_key *first = a, *second = b;
    if (!first->file != !second->file) return first->file ? -1 : 1;
    const int order = first->file ? strcmp(first->file, second->file) : 0;
    return order ? order : (first->index > second->index) - (first->index < second->index);
}

/// Orders entries by the last part of their path, then by compare_keys.
static int compare_names(const void *a, const void *b)
{
    const int order = strcmp(name_of(((const entry_key *)a)->file), name_of(((const entry_key *)b)->file));
    return order ? order : compare_keys(a, b);
}

static int sort_clips(check_contract *contract)
{
    entry_key *keys = sinew__allocate((contract->clip_count + 1) * sizeof *keys);
    size_t *sorted = SINEW__ARENA_ARRAY(&contract->arena, size_t, contract->clip_count),
           *by_name = SINEW__ARENA_ARRAY(&contract->arena, size_t, contract->clip_count);
    const int ok = keys && sorted && by_name;
    if (ok) {
        for (size_t i = 0; i < contract->clip_count; ++i) keys[i] = (entry_key){contract->clips[i].file.name, i};
        qsort(keys, contract->clip_count, sizeof *keys, compare_keys);
        contract->first_glob = contract->clip_count;
        for (size_t i = contract->clip_count; i-- > 0;) {
            sorted[i] = keys[i].index;
            if (!keys[i].file) contract->first_glob = i;
        }
        qsort(keys, contract->first_glob, sizeof *keys, compare_names);
        for (size_t i = 0; i < contract->first_glob; ++i) by_name[i] = keys[i].index;
        contract->clips_by_file = sorted;
        contract->clips_by_name = by_name;
    }
    sinew_free(keys);
    return ok;
}

static sinew_result read_clips(const contract_reader *reader, const sinew__json_value *array)
{
    sinew_result result = expect_kind(reader, array, SINEW__JSON_ARRAY);
    if (result != SINEW_OK) return result;
    check_contract_clip *clips = SINEW__ARENA_ARRAY(&reader->contract->arena, check_contract_clip, array->count);
    if (!clips) return sinew__fail_memory(reader->error);
    const sinew__json_value *value = sinew__json_first(array);
    for (int32_t i = 0; value && result == SINEW_OK; ++i, value = value->next)
        result = read_clip(reader, value, &clips[i]);
    if (result != SINEW_OK || reader->contract->arena.failed) return result;
    reader->contract->clips = clips;
    reader->contract->clip_count = (size_t)array->count;
    return sort_clips(reader->contract) ? SINEW_OK : sinew__fail_memory(reader->error);
}

// ---- characters ---------------------------------------------------------------------------------------------------

static sinew_result read_characters(const contract_reader *reader, const sinew__json_value *object)
{
    sinew_result result = expect_kind(reader, object, SINEW__JSON_OBJECT);
    if (result != SINEW_OK) return result;
    sinew__arena *arena = &reader->contract->arena;
    check_contract_character *characters = SINEW__ARENA_ARRAY(arena, check_contract_character, object->count);
    if (!characters) return sinew__fail_memory(reader->error);
    const sinew__json_value *value = sinew__json_first(object);
    for (int32_t i = 0; value && result == SINEW_OK; ++i, value = value->next) {
        characters[i].name = sinew__arena_text(arena, value->key, strlen(value->key));
        result = read_pattern(reader, value, &characters[i].files);
    }
    reader->contract->characters = characters;
    reader->contract->character_count = (size_t)object->count;
    return result;
}

// ---- the document -------------------------------------------------------------------------------------------------

static sinew_result read_part(const contract_reader *reader, const sinew__json_value *value)
{
    if (strcmp(value->key, "schema") == 0) {
        if (value->kind == SINEW__JSON_TEXT && strcmp(value->text, "sinew.contract/1") == 0) return SINEW_OK;
        return fail_expected(reader, value, "\"sinew.contract/1\"");
    }
    if (strcmp(value->key, "$schema") == 0) return expect_kind(reader, value, SINEW__JSON_TEXT);
    if (strcmp(value->key, "levels") == 0) return read_levels(reader, value);
    if (strcmp(value->key, "limits") == 0) return read_limits(reader, value);
    if (strcmp(value->key, "clips") == 0) return read_clips(reader, value);
    if (strcmp(value->key, "characters") == 0) return read_characters(reader, value);
    return fail_key(reader, value);
}

sinew_result check_contract_read(const char *text, size_t size, check_contract *contract, sinew_error *out_error)
{
    static const sinew__json_limits limits = {.max_bytes = SINEW__CONTRACT_MAX_BYTES, .max_values = 1 << 20};
    sinew__json json;
    check_contract_init(contract);
    sinew_result result = sinew__json_read(text, size, &limits, &json, out_error);
    if (result != SINEW_OK) return result;
    const contract_reader reader = {contract, out_error};
    const sinew__json_value *root = json.root, *value = sinew__json_first(root);
    result = expect_kind(&reader, root, SINEW__JSON_OBJECT);
    for (; result == SINEW_OK && value; value = value->next) result = read_part(&reader, value);
    if (result == SINEW_OK && contract->arena.failed) result = sinew__fail_memory(out_error);
    sinew__json_free(&json);
    return result;
}

// ---- queries ------------------------------------------------------------------------------------------------------

static void merge(const check_clip_terms *from, check_clip_terms *to)
{
    to->is_declared = 1;
    if (from->loop != CHECK_LOOP_UNDECLARED) to->loop = from->loop;
    if (from->travel != CHECK_TRAVEL_UNDECLARED) to->travel = from->travel;
    if (!isnan(from->speed)) to->speed = from->speed;
    if (!isnan(from->fps)) to->fps = from->fps;
    if (!isnan(from->duration)) to->duration = from->duration;
    if (!isnan(from->ground)) to->ground = from->ground;
    if (from->sync_group) to->sync_group = from->sync_group;
    to->starts_at_rest |= from->starts_at_rest;
    if (from->requires_count == 0) return;
    to->requires = from->requires;
    to->requires_count = from->requires_count;
}

/// Returns whether a pattern matches a name, and adds the steps to *work. A pattern without wildcards takes one step.
static int matches(const check_contract_pattern *pattern, const char *name, uint64_t *work)
{
    if (!pattern->name) return sinew__glob_matches_counting(pattern->glob, name, work);
    ++*work;
    return strcmp(pattern->name, name) == 0;
}

/// Removes the first folder of the path *part. Returns 0 if *part has none.
static int drop_folder(const char **part)
{
    const char *slash = strchr(*part, '/');
    if (slash) *part = slash + 1;
    return slash != NULL;
}

/// Returns whether the pattern of an entry matches a file. `path` and its shorter ends are tried, down to the end
/// `shortest`.
static int matches_file(const check_contract_pattern *pattern, const char *path, const char *shortest, uint64_t *work)
{
    if (!pattern->name && !strchr(pattern->glob, '/')) return matches(pattern, name_of(path), work);
    const char *part = path;
    do {
        if (matches(pattern, part, work)) return 1;
    } while (drop_folder(&part) && strlen(part) >= strlen(shortest) && *work <= CHECK_CONTRACT_MAX_WORK);
    return 0;
}

/// Returns the index in `clips_by_file` of the first entry for exactly this path, or `first_glob` if none exists.
static size_t find_path(const check_contract *contract, const char *path)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, contract->first_glob,
                       strcmp(contract->clips[contract->clips_by_file[i]].file.name, path) < 0);
    const int is_found =
        i < contract->first_glob && strcmp(contract->clips[contract->clips_by_file[i]].file.name, path) == 0;
    return is_found ? i : contract->first_glob;
}

/// Returns the index in `clips_by_file` of the first entry for the only path with this file name, or `first_glob`. Sets
/// terms->is_ambiguous if several paths have the name.
static size_t find_only_file(const char *name, check_file_terms *terms)
{
    const check_contract *contract = terms->contract;
    const char *found = NULL;
    size_t i = 0;
    SINEW__LOWER_BOUND(i, contract->first_glob,
                       strcmp(name_of(contract->clips[contract->clips_by_name[i]].file.name), name) < 0);
    for (; i < contract->first_glob; ++i) {
        const char *path = contract->clips[contract->clips_by_name[i]].file.name;
        if (strcmp(name_of(path), name) != 0) break;
        terms->is_ambiguous = found && strcmp(found, path) != 0;
        if (terms->is_ambiguous) return contract->first_glob;
        found = path;
    }
    return found ? find_path(contract, found) : contract->first_glob;
}

/// Returns the index in `clips_by_file` of the first entry for the longest end of `path` that the contract has, or
/// `first_glob`.
static size_t find_file(const char *path, const char *below, check_file_terms *terms)
{
    const check_contract *contract = terms->contract;
    const char *shortest = below ? below : name_of(path), *part = path;
    size_t found = below ? find_path(contract, below) : contract->first_glob;
    while (found == contract->first_glob && strlen(part) >= strlen(shortest)) {
        found = find_path(contract, part);
        if (!drop_folder(&part)) break;
    }
    return below || found < contract->first_glob ? found : find_only_file(name_of(path), terms);
}

static sinew_result fail_work(sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_LIMIT,
                       "matching its clips with those of the contract takes more than %llu steps",
                       (unsigned long long)CHECK_CONTRACT_MAX_WORK);
}

static int compare_entries(const void *a, const void *b)
{
    const check_contract_clip *first = *(const check_contract_clip *const *)a,
                              *second = *(const check_contract_clip *const *)b;
    return (first > second) - (first < second);
}

/// Finds the clip entries of a file. Entries that match one path are looked up by binary search, the others are matched
/// one by one.
static sinew_result find_clips(const char *path, const char *below, check_file_terms *terms, sinew_error *error)
{
    const check_contract *contract = terms->contract;
    terms->clips = sinew__allocate((contract->clip_count + 1) * sizeof(const check_contract_clip *));
    if (!terms->clips) return sinew__fail_memory(error);
    size_t i = find_file(path, below, terms);
    const char *file = i < contract->first_glob ? contract->clips[contract->clips_by_file[i]].file.name : NULL;
    for (; i < contract->first_glob; ++i) {
        const check_contract_clip *entry = &contract->clips[contract->clips_by_file[i]];
        if (strcmp(entry->file.name, file) != 0) break;
        terms->clips[terms->clip_count++] = entry;
    }
    for (i = contract->first_glob; i < contract->clip_count; ++i) {
        const check_contract_clip *entry = &contract->clips[contract->clips_by_file[i]];
        if (matches_file(&entry->file, path, below ? below : name_of(path), &terms->work))
            terms->clips[terms->clip_count++] = entry;
        if (terms->work > CHECK_CONTRACT_MAX_WORK) return fail_work(error);
    }
    qsort(terms->clips, terms->clip_count, sizeof(const check_contract_clip *), compare_entries);
    return SINEW_OK;
}

sinew_result check_file_terms_find(const check_contract *contract, const char *path, const char *below,
                                   check_file_terms *out, sinew_error *out_error)
{
    *out = (check_file_terms){.contract = contract};
    const sinew_result result = find_clips(path, below, out, out_error);
    if (result != SINEW_OK) return result;
    for (size_t i = 0; i < contract->character_count && out->work <= CHECK_CONTRACT_MAX_WORK; ++i) {
        const check_contract_character *character = &contract->characters[i];
        if (!matches_file(&character->files, path, below ? below : name_of(path), &out->work)) continue;
        out->character = character->name;
        break;
    }
    return out->work > CHECK_CONTRACT_MAX_WORK ? fail_work(out_error) : SINEW_OK;
}

void check_file_terms_free(check_file_terms *terms)
{
    sinew_free(terms->clips);
    *terms = (check_file_terms){0};
}

sinew_result check_file_terms_of_clip(check_file_terms *terms, const char *clip, check_clip_terms *out,
                                      sinew_error *out_error)
{
    *out = check_no_terms;
    for (size_t i = 0; i < terms->clip_count; ++i) {
        if (matches(&terms->clips[i]->clip, clip, &terms->work)) merge(&terms->clips[i]->terms, out);
        if (terms->work > CHECK_CONTRACT_MAX_WORK) return fail_work(out_error);
    }
    return SINEW_OK;
}
