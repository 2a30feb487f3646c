// Reads JSON, and changes the tree.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/printable.h"

enum { MAX_NUMBER = 64 };                       // largest number of characters in a number
enum { FIRST_VALUES = 16, MOST_VALUES = 1024 }; // numbers of values that are allocated together

typedef struct reader {
    const char *at, *end;
    const sinew__json_limits *limits;
    sinew__json *out;
    sinew__json_value *spare; ///< [spare_count] allocated values that are not used yet
    int32_t spare_count;
    char *text; ///< memory of texts; a text is not longer than in the file, quotes included
    size_t text_length;
    int32_t line, depth;
    sinew_error *error;
} reader;

static sinew_result read_value(reader *in, sinew__json_value *container, const char *key);

static sinew_result fail_at_line(const reader *in, const char *problem)
{
    return sinew__fail(in->error, SINEW_ERROR_DAMAGED, "line %d: %s", (int)in->line, problem);
}

static void skip_space(reader *in)
{
    for (; in->at < in->end && sinew__ascii_is_space(*in->at); ++in->at) in->line += *in->at == '\n';
}

/// Skips white space, then `c` if it follows. Returns whether it did.
static int skip_character(reader *in, char c)
{
    skip_space(in);
    if (in->at == in->end || *in->at != c) return 0;
    ++in->at;
    return 1;
}

// ---- texts ----------------------------------------------------------------------------------------------------------

static int read_hex(reader *in, uint32_t *out_code)
{
    *out_code = 0;
    for (int i = 0; i < 4; ++i, ++in->at) {
        const int digit = in->at < in->end ? sinew__hex_digit(*in->at) : -1;
        if (digit < 0) return 0;
        *out_code = *out_code * 16 + (uint32_t)digit;
    }
    return 1;
}

/// Reads the digits after \u: one code, or two that form a surrogate pair. A NUL would end the text: it is an error, or
/// in lenient mode becomes U+FFFD.
static int read_unicode(reader *in)
{
    uint32_t code, low;
    if (!read_hex(in, &code)) return 0;
    if (code == 0 && in->limits->is_lenient) code = 0xfffd;
    if (code == 0 || (code >= 0xdc00 && code < 0xe000)) return 0;
    if (code >= 0xd800 && code < 0xdc00) {
        if (in->end - in->at < 2 || in->at[0] != '\\' || in->at[1] != 'u') return 0;
        in->at += 2;
        if (!read_hex(in, &low) || low < 0xdc00 || low >= 0xe000) return 0;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    in->text_length += sinew__utf8_encode(code, in->text + in->text_length);
    return 1;
}

static int read_escape(reader *in)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char c = in->at < in->end ? *in->at++ : '\0';
    if (c == 'u') return read_unicode(in);
    const char *found = c ? strchr(names, c) : NULL;
    if (!found) return 0;
    in->text[in->text_length++] = values[found - names];
    return 1;
}

/// Reads a text that starts here into the memory of texts.
static sinew_result read_text(reader *in, const char **out_text)
{
    const char *start = in->text + in->text_length;
    if (!skip_character(in, '"')) return fail_at_line(in, "expected '\"'");
    while (in->at < in->end && *in->at != '"') {
        uint32_t code;
        const size_t length = sinew__utf8_decode(in->at, in->end, &code);
        if (length == 0 && in->limits->is_lenient) {
            in->text[in->text_length++] = *in->at++;
            continue;
        }
        if (length == 0) return fail_at_line(in, "invalid UTF-8");
        if (code < 0x20 && (code == 0 || !in->limits->is_lenient))
            return fail_at_line(in, "a control character in a text");
        in->line += code == '\n';
        in->at += length;
        if (code != '\\')
            in->text_length += sinew__utf8_encode(code, in->text + in->text_length);
        else if (!read_escape(in))
            return fail_at_line(in, "invalid escape sequence");
    }
    if (in->at == in->end) return fail_at_line(in, "a text without an end");
    ++in->at;
    in->text[in->text_length++] = '\0';
    *out_text = start;
    return SINEW_OK;
}

// ---- numbers --------------------------------------------------------------------------------------------------------

static int is_digit(const reader *in)
{
    return in->at < in->end && *in->at >= '0' && *in->at <= '9';
}

/// Copies digits, at least one. Returns their number, or 0.
static int copy_digits(reader *in, char *out, size_t *length)
{
    int count = 0;
    for (; is_digit(in) && *length < MAX_NUMBER; ++count) out[(*length)++] = *in->at++;
    return count;
}

/// Reads an optional exponent. Beyond ±9999, a number of MAX_NUMBER digits is 0 or infinite in any case.
static int read_exponent(reader *in, int *out_exponent)
{
    *out_exponent = 0;
    if (in->at == in->end || sinew__ascii_lower(*in->at) != 'e') return 1;
    ++in->at;
    const int negative = in->at < in->end && *in->at == '-';
    if (in->at < in->end && (*in->at == '-' || *in->at == '+')) ++in->at;
    if (!is_digit(in)) return 0;
    for (; is_digit(in); ++in->at)
        if (*out_exponent < 9999) *out_exponent = *out_exponent * 10 + (*in->at - '0');
    if (negative) *out_exponent = -*out_exponent;
    return 1;
}

static size_t put_exponent(int exponent, char *out)
{
    size_t length = 0;
    out[length++] = 'e';
    if (exponent < 0) out[length++] = '-';
    const int magnitude = abs(exponent);
    for (int unit = 100000; unit > 0; unit /= 10) out[length++] = (char)('0' + magnitude / unit % 10);
    return length;
}

/// Reads a number. It passes digits and an exponent to strtod, without a point, because strtod expects the locale's
/// decimal separator.
static sinew_result read_number(reader *in, double *out_number)
{
    char text[MAX_NUMBER + 16];
    size_t length = 0;
    int exponent, fraction = 0;
    if (*in->at == '-') text[length++] = *in->at++;
    const int leading_zero = is_digit(in) && *in->at == '0';
    const int whole = copy_digits(in, text, &length);
    int valid = whole == 1 || (whole > 1 && !leading_zero);
    if (in->at < in->end && *in->at == '.') {
        ++in->at;
        fraction = copy_digits(in, text, &length);
        valid &= fraction > 0;
    }
    if (length == MAX_NUMBER) return fail_at_line(in, "a number is too long");
    if (!read_exponent(in, &exponent) || !valid) return fail_at_line(in, "invalid number");
    length += put_exponent(exponent - fraction, text + length);
    text[length] = '\0';
    *out_number = strtod(text, NULL);
    return isfinite(*out_number) ? SINEW_OK : fail_at_line(in, "a number is out of range");
}

// ---- values ---------------------------------------------------------------------------------------------------------

static void append(sinew__json_value *container, sinew__json_value *value)
{
    if (container->count++ == 0)
        container->first = value;
    else
        container->last->next = value;
    container->last = value;
}

/// Adds a value to a container, or as the outermost value. Returns NULL and sets the error on failure.
static sinew__json_value *add_value(reader *in, sinew__json_value *container, const char *key, sinew__json_kind kind)
{
    sinew__json *out = in->out;
    if (out->count == in->limits->max_values) {
        sinew__fail(in->error, SINEW_ERROR_LIMIT, "line %d: more than %d values", (int)in->line,
                    (int)in->limits->max_values);
        return NULL;
    }
    if (in->spare_count == 0) {
        in->spare_count = out->count < FIRST_VALUES ? FIRST_VALUES : MOST_VALUES;
        in->spare = SINEW__ARENA_ARRAY(&out->arena, sinew__json_value, in->spare_count);
        if (!in->spare) {
            sinew__arena_fail(&out->arena, in->error);
            return NULL;
        }
    }
    sinew__json_value *value = in->spare++;
    --in->spare_count;
    ++out->count;
    *value = (sinew__json_value){.key = key, .kind = kind, .line = in->line};
    if (container)
        append(container, value);
    else
        out->root = value;
    return value;
}

static sinew_result last_failure(const sinew_error *error)
{
    return error->result;
}

static sinew_result read_member(reader *in, sinew__json_value *object)
{
    const char *key;
    const sinew_result result = read_text(in, &key);
    if (result != SINEW_OK) return result;
    return skip_character(in, ':') ? read_value(in, object, key) : fail_at_line(in, "expected ':'");
}

/// Reads the contents of an array or object, after its opening bracket.
static sinew_result read_items(reader *in, sinew__json_value *container)
{
    const int is_object = container->kind == SINEW__JSON_OBJECT;
    const char close = is_object ? '}' : ']';
    const int32_t most = in->limits->max_depth ? in->limits->max_depth : SINEW__JSON_MAX_DEPTH;
    if (++in->depth > most)
        return sinew__fail(in->error, SINEW_ERROR_LIMIT, "line %d: nested deeper than %d levels", (int)in->line,
                           (int)most);
    for (int more = !skip_character(in, close); more;) {
        const sinew_result result = is_object ? read_member(in, container) : read_value(in, container, NULL);
        if (result != SINEW_OK) return result;
        more = skip_character(in, ',');
        if (!more && !skip_character(in, close))
            return fail_at_line(in, is_object ? "expected ',' or '}'" : "expected ',' or ']'");
    }
    --in->depth;
    return SINEW_OK;
}

static sinew_result read_word(reader *in, sinew__json_value *container, const char *key)
{
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; ++i) {
        const size_t length = strlen(words[i]);
        if ((size_t)(in->end - in->at) < length || memcmp(in->at, words[i], length) != 0) continue;
        in->at += length;
        return add_value(in, container, key, (sinew__json_kind)(SINEW__JSON_NULL + i)) ? SINEW_OK
                                                                                       : last_failure(in->error);
    }
    return fail_at_line(in, "expected a value");
}

static sinew_result read_value(reader *in, sinew__json_value *container, const char *key)
{
    skip_space(in);
    if (in->at == in->end) return fail_at_line(in, "the file ends early");
    const int is_object = *in->at == '{', is_text = *in->at == '"', is_number = *in->at == '-' || is_digit(in);
    const int is_container = is_object || *in->at == '[';
    if (!is_container && !is_text && !is_number) return read_word(in, container, key);
    sinew__json_value *value = add_value(in, container, key,
                                         is_object      ? SINEW__JSON_OBJECT
                                         : is_container ? SINEW__JSON_ARRAY
                                         : is_text      ? SINEW__JSON_TEXT
                                                        : SINEW__JSON_NUMBER);
    if (!value) return last_failure(in->error);
    if (is_container) ++in->at;
    return is_container ? read_items(in, value)
           : is_text    ? read_text(in, &value->text)
                        : read_number(in, &value->number);
}

static sinew_result read_document(reader *in)
{
    if (in->end - in->at >= 3 && memcmp(in->at, "\xef\xbb\xbf", 3) == 0) in->at += 3;
    const sinew_result result = read_value(in, NULL, NULL);
    if (result != SINEW_OK || in->limits->is_lenient) return result;
    skip_space(in);
    return in->at == in->end ? SINEW_OK : fail_at_line(in, "unexpected text behind the value");
}

sinew_result sinew__json_read(const char *bytes, size_t size, const sinew__json_limits *limits, sinew__json *out_json,
                              sinew_error *out_error)
{
    sinew_error own;
    *out_json = (sinew__json){.arena.limit = limits->max_memory};
    reader in = {.at = bytes,
                 .end = bytes + size,
                 .limits = limits,
                 .out = out_json,
                 .line = 1,
                 .error = out_error ? out_error : &own};
    if (size > limits->max_bytes)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%zu bytes; at most %zu are supported", size,
                           limits->max_bytes);
    in.text = sinew__arena_take(&out_json->arena, size + 1, 1);
    const sinew_result result = in.text ? read_document(&in) : sinew__arena_fail(&out_json->arena, out_error);
    if (result != SINEW_OK) sinew__json_free(out_json);
    return result;
}

void sinew__json_free(sinew__json *json)
{
    sinew__arena_free(&json->arena);
    *json = (sinew__json){0};
}

// ---- the tree ------------------------------------------------------------------------------------------------

static int is_container(const sinew__json_value *value)
{
    return value && (value->kind == SINEW__JSON_ARRAY || value->kind == SINEW__JSON_OBJECT);
}

sinew__json_value *sinew__json_first(const sinew__json_value *container)
{
    return is_container(container) ? container->first : NULL;
}

int32_t sinew__json_count(const sinew__json_value *container)
{
    return container ? container->count : 0;
}

sinew__json_value *sinew__json_member(const sinew__json_value *object, const char *key)
{
    if (!key || !sinew__json_is(object, SINEW__JSON_OBJECT)) return NULL;
    sinew__json_value *member = object->first;
    while (member && strcmp(member->key, key) != 0) member = member->next;
    return member;
}

const char *sinew__json_text(const sinew__json_value *value)
{
    return sinew__json_is(value, SINEW__JSON_TEXT) ? value->text : NULL;
}

int sinew__json_is(const sinew__json_value *value, sinew__json_kind kind)
{
    return value && value->kind == kind;
}

const char *sinew__json_kind_name(sinew__json_kind kind)
{
    static const char *const names[] = {"null", "false", "true", "a number", "a text", "an array", "an object"};
    return names[kind];
}

// ---- changing -----------------------------------------------------------------------------------------------------

sinew__json_value *sinew__json_add(sinew__arena *arena, sinew__json_value *container, const char *key,
                                   sinew__json_kind kind)
{
    sinew__json_value *value = is_container(container) ? SINEW__ARENA_ARRAY(arena, sinew__json_value, 1) : NULL;
    if (!value) return NULL;
    *value = (sinew__json_value){.key = key, .kind = kind, .line = container->line};
    append(container, value);
    return value;
}

sinew__json_value *sinew__json_add_number(sinew__arena *arena, sinew__json_value *container, const char *key,
                                          double number)
{
    sinew__json_value *value = sinew__json_add(arena, container, key, SINEW__JSON_NUMBER);
    if (value) value->number = number;
    return value;
}

sinew__json_value *sinew__json_add_text(sinew__arena *arena, sinew__json_value *container, const char *key,
                                        const char *text)
{
    sinew__json_value *value = sinew__json_add(arena, container, key, SINEW__JSON_TEXT);
    if (value) value->text = text;
    return value;
}

sinew__json_value *sinew__json_add_copy(sinew__arena *arena, sinew__json_value *container,
                                        const sinew__json_value *value)
{
    const char *key = sinew__json_is(container, SINEW__JSON_OBJECT) ? value->key : NULL;
    sinew__json_value *copy = sinew__json_add(arena, container, key, value->kind);
    if (!copy || !is_container(value)) {
        if (copy && value->kind == SINEW__JSON_TEXT) copy->text = value->text;
        if (copy && value->kind == SINEW__JSON_NUMBER) copy->number = value->number;
        return copy;
    }
    for (const sinew__json_value *item = value->first; item; item = item->next)
        if (!sinew__json_add_copy(arena, copy, item)) return NULL;
    return copy;
}

void sinew__json_remove_after(sinew__json_value *container, sinew__json_value *previous)
{
    sinew__json_value *value = previous ? previous->next : container->first;
    if (previous)
        previous->next = value->next;
    else
        container->first = value->next;
    if (container->last == value) container->last = previous;
    --container->count;
}

void sinew__json_remove_member(sinew__json_value *object, const char *key)
{
    sinew__json_value *previous = NULL;
    if (!sinew__json_is(object, SINEW__JSON_OBJECT)) return;
    for (sinew__json_value *member = object->first; member; member = member->next) {
        if (strcmp(member->key, key) == 0)
            sinew__json_remove_after(object, previous);
        else
            previous = member;
    }
}
