// Writes JSON.
#include <math.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/number.h"
#include "core/base/printable.h"

/// Appends a quoted text. `is_plain`: bytes that are not UTF-8 are written unchanged, so that readers get every name
/// back.
static void put_string(sinew__buffer *out, const char *text, int is_plain)
{
    sinew__buffer_put_character(out, '"');
    const char *end = text + strlen(text);
    while (text < end) {
        uint32_t code;
        const size_t length = sinew__utf8_decode(text, end, &code);
        if (length == 0 && is_plain)
            sinew__buffer_put_character(out, *text);
        else if (length == 0)
            sinew__buffer_format(out, "\\\\x%02x", (unsigned char)*text);
        else if (code == '"' || code == '\\')
            sinew__buffer_format(out, "\\%c", (int)code);
        else if (sinew__may_contain(SINEW__SINK_JSON, code))
            sinew__buffer_put(out, text, length);
        else if (code < 0x10000)
            sinew__buffer_format(out, "\\u%04x", (unsigned)code);
        else // writes a surrogate pair
            sinew__buffer_format(out, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff));
        text += length ? length : 1;
    }
    sinew__buffer_put_character(out, '"');
}

void sinew__json_put_string(sinew__buffer *out, const char *text)
{
    put_string(out, text, 0);
}

static void put_quoted(sinew__json_writer *json, const char *text)
{
    put_string(json->out, text, json->is_plain);
}

static void put_line(sinew__json_writer *json)
{
    sinew__buffer_format(json->out, "\n%*s", json->indent * json->depth, "");
}

static void begin_value(sinew__json_writer *json, const char *key)
{
    if (json->after_value) sinew__buffer_put_character(json->out, ',');
    json->after_value = 1;
    if (json->has_break || (json->indent && json->depth)) put_line(json);
    json->has_break = 0;
    if (!key) return;
    put_quoted(json, key);
    sinew__buffer_put_text(json->out, json->indent ? ": " : ":");
}

static void open_level(sinew__json_writer *json, const char *key, char bracket)
{
    begin_value(json, key);
    json->after_value = 0;
    ++json->depth;
    sinew__buffer_put_character(json->out, bracket);
}

static void close_level(sinew__json_writer *json, char bracket)
{
    --json->depth;
    if (json->indent && json->after_value) put_line(json);
    sinew__buffer_put_character(json->out, bracket);
    json->after_value = 1;
}

sinew__json_writer sinew__json_begin(sinew__buffer *out)
{
    return (sinew__json_writer){.out = out};
}

void sinew__json_put_object(sinew__json_writer *json, const char *key)
{
    open_level(json, key, '{');
}

void sinew__json_end_object(sinew__json_writer *json)
{
    close_level(json, '}');
}

void sinew__json_put_array(sinew__json_writer *json, const char *key)
{
    open_level(json, key, '[');
}

void sinew__json_end_array(sinew__json_writer *json)
{
    close_level(json, ']');
}

void sinew__json_put_text(sinew__json_writer *json, const char *key, const char *text)
{
    begin_value(json, key);
    if (text)
        put_quoted(json, text);
    else
        sinew__buffer_put_text(json->out, "null");
}

void sinew__json_put_whole(sinew__json_writer *json, const char *key, int64_t number)
{
    begin_value(json, key);
    sinew__buffer_format(json->out, "%lld", (long long)number);
}

/// Appends a number. Integers get a `.0`, unless the writer is plain, so that readers see the same type everywhere.
static void put_number(const sinew__json_writer *json, const char *text)
{
    sinew__buffer_put_text(json->out, text);
    if (!json->is_plain && !text[strcspn(text, ".e")]) sinew__buffer_put_text(json->out, ".0");
}

void sinew__json_put_number(sinew__json_writer *json, const char *key, double number)
{
    char text[SINEW__NUMBER_SIZE];
    if (!isfinite(number)) {
        sinew__json_put_null(json, key);
        return;
    }
    begin_value(json, key);
    if (json->digits > 0)
        sinew__format_rounded(number, json->digits, text);
    else
        sinew__format_double(number, text);
    put_number(json, text);
}

void sinew__json_put_float(sinew__json_writer *json, const char *key, float number)
{
    char text[SINEW__NUMBER_SIZE];
    if (json->digits > 0 || !isfinite(number)) {
        sinew__json_put_number(json, key, (double)number);
        return;
    }
    begin_value(json, key);
    sinew__format_float(number, text);
    put_number(json, text);
}

void sinew__json_put_bool(sinew__json_writer *json, const char *key, int value)
{
    begin_value(json, key);
    sinew__buffer_put_text(json->out, value ? "true" : "false");
}

void sinew__json_put_null(sinew__json_writer *json, const char *key)
{
    begin_value(json, key);
    sinew__buffer_put_text(json->out, "null");
}

void sinew__json_put_numbers(sinew__json_writer *json, const char *key, const double *numbers, int count)
{
    sinew__json_put_array(json, key);
    for (int i = 0; i < count; ++i) sinew__json_put_number(json, NULL, numbers[i]);
    sinew__json_end_array(json);
}

void sinew__json_put_floats(sinew__json_writer *json, const char *key, const float *numbers, int count)
{
    sinew__json_put_array(json, key);
    for (int i = 0; i < count; ++i) sinew__json_put_float(json, NULL, numbers[i]);
    sinew__json_end_array(json);
}

void sinew__json_put_written(sinew__json_writer *json, const char *key, const sinew__buffer *text)
{
    begin_value(json, key);
    sinew__buffer_put(json->out, text->text, text->size);
    json->out->failed |= text->failed;
}

void sinew__json_put_value(sinew__json_writer *json, const char *key, const sinew__json_value *value)
{
    const sinew__json_value *item = sinew__json_first(value);
    const double largest = 9007199254740992; // 2^53: integers below it are exact
    switch (value->kind) {
    case SINEW__JSON_NULL: sinew__json_put_null(json, key); break;
    case SINEW__JSON_FALSE:
    case SINEW__JSON_TRUE: sinew__json_put_bool(json, key, value->kind == SINEW__JSON_TRUE); break;
    case SINEW__JSON_NUMBER:
        // readers take 1e3 for a fraction, so integers are written as digits
        if (value->number == floor(value->number) && fabs(value->number) < largest)
            sinew__json_put_whole(json, key, (int64_t)value->number);
        else
            sinew__json_put_number(json, key, value->number);
        break;
    case SINEW__JSON_TEXT: sinew__json_put_text(json, key, value->text); break;
    case SINEW__JSON_ARRAY:
        sinew__json_put_array(json, key);
        for (; item; item = item->next) sinew__json_put_value(json, item->key, item);
        sinew__json_end_array(json);
        break;
    case SINEW__JSON_OBJECT:
        sinew__json_put_object(json, key);
        for (; item; item = item->next) sinew__json_put_value(json, item->key, item);
        sinew__json_end_object(json);
        break;
    }
}
