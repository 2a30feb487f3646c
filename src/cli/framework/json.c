#include "cli/framework/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/printable.h"

static void put_escape(sinew__buffer *out, uint32_t code)
{
    if (code >= 0x10000) { // a surrogate pair
        sinew__buffer_format(out, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff));
    } else {
        sinew__buffer_format(out, "\\u%04x", (unsigned)code);
    }
}

/// Escapes unprintable characters. A byte that is not valid UTF-8, as in a file name, becomes `\xNN`.
void cli_json_put_string(sinew__buffer *out, const char *text)
{
    sinew__buffer_put_character(out, '"');
    const char *end = text + strlen(text);
    while (text < end) {
        uint32_t code;
        const size_t length = sinew__utf8_decode(text, end, &code);
        if (length == 0)
            sinew__buffer_format(out, "\\\\x%02x", (unsigned char)*text);
        else if (code == '"' || code == '\\')
            sinew__buffer_format(out, "\\%c", (int)code);
        else if (sinew__is_printable(code))
            sinew__buffer_put(out, text, length);
        else
            put_escape(out, code);
        text += length ? length : 1;
    }
    sinew__buffer_put_character(out, '"');
}

static void begin_value(cli_json *json, const char *key)
{
    if (json->after_value) sinew__buffer_put_character(json->out, ',');
    json->after_value = 1;
    if (!key) return;
    cli_json_put_string(json->out, key);
    sinew__buffer_put_character(json->out, ':');
}

static void open_level(cli_json *json, const char *key, char bracket)
{
    begin_value(json, key);
    json->after_value = 0;
    sinew__buffer_put_character(json->out, bracket);
}

static void close_level(cli_json *json, char bracket)
{
    sinew__buffer_put_character(json->out, bracket);
    json->after_value = 1;
}

cli_json cli_json_begin(sinew__buffer *out)
{
    return (cli_json){.out = out};
}

void cli_json_object(cli_json *json, const char *key)
{
    open_level(json, key, '{');
}

void cli_json_end_object(cli_json *json)
{
    close_level(json, '}');
}

void cli_json_array(cli_json *json, const char *key)
{
    open_level(json, key, '[');
}

void cli_json_end_array(cli_json *json)
{
    close_level(json, ']');
}

void cli_json_text(cli_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    if (text)
        cli_json_put_string(json->out, text);
    else
        sinew__buffer_put_text(json->out, "null");
}

void cli_json_whole(cli_json *json, const char *key, int64_t number)
{
    begin_value(json, key);
    sinew__buffer_format(json->out, "%lld", (long long)number);
}

/// Puts the text of a number. Whole numbers get a `.0`, so that readers see the same type everywhere.
static void put_number(sinew__buffer *out, const char *text)
{
    sinew__buffer_put_text(out, text);
    if (!text[strcspn(text, ".e")]) sinew__buffer_put_text(out, ".0");
}

void cli_json_number(cli_json *json, const char *key, double number)
{
    char text[SINEW__NUMBER_SIZE];
    if (!isfinite(number)) {
        cli_json_null(json, key);
        return;
    }
    begin_value(json, key);
    if (json->digits > 0)
        snprintf(text, sizeof text, "%.*g", json->digits, number);
    else
        sinew__format_double(number, text);
    put_number(json->out, text);
}

void cli_json_float(cli_json *json, const char *key, float number)
{
    char text[SINEW__NUMBER_SIZE];
    if (json->digits > 0 || !isfinite(number)) {
        cli_json_number(json, key, (double)number);
        return;
    }
    begin_value(json, key);
    sinew__format_float(number, text);
    put_number(json->out, text);
}

void cli_json_bool(cli_json *json, const char *key, int value)
{
    begin_value(json, key);
    sinew__buffer_put_text(json->out, value ? "true" : "false");
}

void cli_json_null(cli_json *json, const char *key)
{
    begin_value(json, key);
    sinew__buffer_put_text(json->out, "null");
}

void cli_json_numbers(cli_json *json, const char *key, const double *numbers, int count)
{
    cli_json_array(json, key);
    for (int i = 0; i < count; ++i) cli_json_number(json, NULL, numbers[i]);
    cli_json_end_array(json);
}
