#include "library/shards/plan_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/printable.h"
#include "library/columns.h"
#include "sinew/version.h"

static const char plan_schema[] = "sinew.library-plan/1";

// ---- writing ------------------------------------------------------------------------------------------------------

static int is_plain(const char *text)
{
    uint32_t code;
    size_t length = 1;
    for (const char *at = text, *end = text + strlen(text); at < end; at += length) {
        length = sinew__utf8_decode(at, end, &code);
        if (length == 0 || !sinew__is_printable(code)) return 0;
    }
    return 1;
}

/// "key":"text", or "key_hex":"…" for text that is not printable UTF-8.
static void put_name(const char *key, const char *text, sinew__buffer *out)
{
    const int plain = is_plain(text);
    sinew__buffer_format(out, "\"%s%s\":\"", key, plain ? "" : "_hex");
    for (; *text; ++text) {
        if (!plain)
            sinew__buffer_format(out, "%02x", (unsigned)(unsigned char)*text);
        else if (*text == '"' || *text == '\\')
            sinew__buffer_format(out, "\\%c", *text);
        else
            sinew__buffer_put_character(out, *text);
    }
    sinew__buffer_put_character(out, '"');
}

static void put_seconds(const char *key, double seconds, sinew__buffer *out)
{
    char text[SINEW__NUMBER_SIZE];
    sinew__format_rounded(seconds, 6, text);
    sinew__buffer_format(out, "\"%s\":%s", key, text);
}

static void put_file(const library_planned_file *file, sinew__buffer *out)
{
    sinew__buffer_put_text(out, "\n{");
    put_name("path", file->path, out);
    sinew__buffer_format(out, ",\"bytes\":%llu,\"modified_ns\":\"%lld\",", (unsigned long long)file->size,
                         (long long)file->modified);
    put_seconds("cost_s", file->cost, out);
    sinew__buffer_put_character(out, '}');
}

static void put_shard(const library_plan *plan, int32_t shard, sinew__buffer *out)
{
    size_t first, count;
    double cost = 0;
    library_plan_shard(plan, shard, &first, &count);
    for (size_t i = 0; i < count; ++i) cost += plan->files[first + i].cost;
    sinew__buffer_put_text(out, shard ? ",\n{" : "\n{");
    put_seconds("cost_s", cost, out);
    sinew__buffer_put_text(out, ",\"files\":[");
    for (size_t i = 0; i < count; ++i) {
        if (i) sinew__buffer_put_character(out, ',');
        put_file(&plan->files[first + i], out);
    }
    sinew__buffer_put_text(out, "]}");
}

void library_put_plan(const library_plan *plan, sinew__buffer *out)
{
    sinew__buffer_format(out, "{\"schema\":\"%s\",\"sinew\":\"%s\",\"facts\":%d,", plan_schema, sinew_version(),
                         LIBRARY_FACTS);
    put_name("folder", plan->folder, out);
    sinew__buffer_put_text(out, ",\"shards\":[");
    for (int32_t i = 0; i < plan->shards; ++i) put_shard(plan, i, out);
    sinew__buffer_put_text(out, "]}\n");
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

/// Decodes hexadecimal bytes in place; 0 if they are none, or contain a NUL.
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

/// Copies a name that put_name wrote.
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

/// A member that is a finite number and not negative; 0 without one.
static double read_amount(const sinew__json_value *object, const char *key)
{
    const sinew__json_value *value = sinew__json_member(object, key);
    return value && value->kind == SINEW__JSON_NUMBER && value->number > 0 ? value->number : 0;
}

/// Files of a shard are in byte order, so that no file occurs twice.
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

static sinew_result count_files(const plan_reader *in, const sinew__json_value *shards, size_t *out_count)
{
    const sinew__json_value *shard = sinew__json_first(shards);
    *out_count = 0;
    for (int32_t i = 0; shard; ++i, shard = shard->next) {
        const sinew__json_value *files = files_of(shard);
        if (!files) return damaged(in, shard, "expected an array \"files\"");
        *out_count += (size_t)files->count;
    }
    return SINEW_OK;
}

static sinew_result read_shards(const plan_reader *in, const sinew__json_value *shards)
{
    size_t count;
    sinew_result result = count_files(in, shards, &count);
    if (result != SINEW_OK) return result;
    if (count > LIBRARY_MAX_PLANNED || shards->count > LIBRARY_MAX_SHARDS)
        return sinew__fail(in->error, SINEW_ERROR_LIMIT, "more than %d files or %d shards", LIBRARY_MAX_PLANNED,
                           LIBRARY_MAX_SHARDS);
    in->plan->shards = shards->count;
    in->plan->files = sinew__allocate_zeroed(count, sizeof *in->plan->files);
    if (!in->plan->files) return sinew__fail_memory(in->error);
    const sinew__json_value *shard = sinew__json_first(shards);
    for (int32_t i = 0; shard; ++i, shard = shard->next) {
        const sinew__json_value *files = files_of(shard), *file = sinew__json_first(files);
        for (int32_t k = 0; file && result == SINEW_OK; ++k, file = file->next) result = read_file(in, file, i);
    }
    return result;
}

static sinew_result read_version(const plan_reader *in, const sinew__json_value *root)
{
    const sinew__json_value *schema = sinew__json_member(root, "schema");
    if (!schema || schema->kind != SINEW__JSON_TEXT || strncmp(schema->text, plan_schema, sizeof plan_schema - 2) != 0)
        return sinew__fail(in->error, SINEW_ERROR_DAMAGED, "not a plan of a library");
    if (strcmp(schema->text, plan_schema) != 0 || read_amount(root, "facts") != LIBRARY_FACTS)
        return sinew__fail(in->error, SINEW_ERROR_UNSUPPORTED, "made by another version");
    return SINEW_OK;
}

static sinew_result read_root(const plan_reader *in, const sinew__json_value *root)
{
    const sinew__json_value *shards = sinew__json_member(root, "shards");
    sinew_result result = read_version(in, root);
    if (result == SINEW_OK) result = read_name(in, root, "folder", &in->plan->folder);
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
