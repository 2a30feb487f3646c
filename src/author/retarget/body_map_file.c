// Reads and writes the file that maps joints to body parts, for two bodies.
#include "author/retarget/retarget.h"

#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/platform/file.h"

enum { MAX_FILE_SIZE = 1 << 20, NAME_SIZE = 40 };

/// A chain of parts that a file can set with one array.
typedef struct part_chain {
    const char *name;
    int32_t first, count;
} part_chain;

static const part_chain chains[] = {{"spine", SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS_MAX},
                                    {"neck", SINEW_BODY_NECK, SINEW_BODY_NECK_JOINTS_MAX}};
enum { CHAIN_COUNT = sizeof chains / sizeof *chains };

static sinew_result fail_map(const char *path, const char *part, const char *problem, sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%.200s: '%.60s': %s", path, part, problem);
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// The state while a file is being read.
typedef struct map_file {
    const sinew_model *model;
    const char *path;
    sinew_body_map *map;
    sinew_error *error;
} map_file;

static sinew_result set_part(const map_file *file, const char *part, const sinew__json_value *value)
{
    if (!sinew__json_is(value, SINEW__JSON_TEXT) && !sinew__json_is(value, SINEW__JSON_NULL))
        return fail_map(file->path, part, "expected the name of a joint, or null", file->error);
    sinew_error why;
    const sinew_result result = sinew_body_map_set(file->model, file->map, part, sinew__json_text(value), &why);
    return result == SINEW_OK ? SINEW_OK : sinew__fail(file->error, result, "%.200s: %s", file->path, why.message);
}

/// Sets a chain of parts to the joints in `values`; the chain found by name is removed, even if it was longer.
static sinew_result set_chain(const map_file *file, const part_chain *chain, const sinew__json_value *values)
{
    if (sinew__json_count(values) > chain->count)
        return fail_map(file->path, chain->name, "too many joints", file->error);
    for (int32_t i = 0; i < chain->count; ++i) file->map->joint[chain->first + i] = SINEW_NONE;
    int32_t part = chain->first;
    for (const sinew__json_value *value = sinew__json_first(values); value; value = value->next) {
        const sinew_result result = set_part(file, sinew_body_part_name(part++), value);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

static sinew_result set_member(const map_file *file, const sinew__json_value *member)
{
    for (int i = 0; i < CHAIN_COUNT && sinew__json_is(member, SINEW__JSON_ARRAY); ++i)
        if (strcmp(member->key, chains[i].name) == 0) return set_chain(file, &chains[i], member);
    return set_part(file, member->key, member);
}

static sinew_result apply_section(const map_file *file, const sinew__json_value *root, const char *key)
{
    const sinew__json_value *member, *section = sinew__json_member(root, key);
    if (!sinew__json_is(root, SINEW__JSON_OBJECT))
        return fail_map(file->path, key, "expected a JSON object", file->error);
    for (member = sinew__json_first(root); member; member = member->next) {
        if (strcmp(member->key, "character") != 0 && strcmp(member->key, "animation") != 0)
            return fail_map(file->path, member->key, "expected 'character' or 'animation'", file->error);
        if (!sinew__json_is(member, SINEW__JSON_OBJECT))
            return fail_map(file->path, member->key, "expected a JSON object", file->error);
    }
    for (member = sinew__json_first(section); member; member = member->next) {
        const sinew_result result = set_member(file, member);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

static sinew_result read_map(const map_file *file, const char *key)
{
    void *bytes;
    size_t size;
    sinew_error why;
    sinew_result result = sinew__file_read_within(file->path, MAX_FILE_SIZE, &bytes, &size, &why);
    if (result != SINEW_OK) return sinew__fail(file->error, result, "%.200s: %s", file->path, why.message);
    static const sinew__json_limits limits = {.max_bytes = MAX_FILE_SIZE, .max_values = MAX_FILE_SIZE};
    sinew__json json;
    result = sinew__json_read(bytes, size, &limits, &json, &why);
    if (result == SINEW_OK)
        result = apply_section(file, json.root, key);
    else if (result == SINEW_ERROR_DAMAGED)
        result = fail_map(file->path, key, "invalid JSON", file->error);
    else
        result = sinew__fail(file->error, result, "%.200s: %s", file->path, why.message);
    sinew__json_free(&json);
    sinew_free(bytes);
    return result;
}

sinew_result sinew__body_map_read(const sinew_model *model, const char *path, const char *key, sinew_body_map *out_map,
                                  sinew_error *out_error)
{
    sinew_error why;
    sinew_result result = sinew_body_map_find(model, out_map, &why);
    if (path && (result == SINEW_OK || result == SINEW_ERROR_NO_MATCH)) {
        const map_file file = {model, path, out_map, out_error};
        result = read_map(&file, key);
        if (result != SINEW_OK) return result;
    }
    if (result == SINEW_OK) result = sinew_body_map_check(model, out_map, &why);
    return result == SINEW_OK ? SINEW_OK : sinew__fail(out_error, result, "%s: %s", key, why.message);
}

// ---- writing ------------------------------------------------------------------------------------------------------

void sinew__body_map_put(const sinew_model *model, const sinew_body_map *map, const char *key, sinew__json_writer *json)
{
    sinew__json_put_object(json, key);
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (map->joint[part] != SINEW_NONE)
            sinew__json_put_text(json, sinew_body_part_name(part),
                                 sinew_text(model, model->joints[map->joint[part]].name));
    sinew__json_end_object(json);
}
