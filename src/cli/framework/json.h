/// A JSON writer that appends to a buffer. Numbers are finite and the shortest text that reads back; strings are
/// printable UTF-8, so that the output always parses and never moves a terminal's cursor. A tree in memory (cJSON)
/// would take a hundred bytes for each of the million numbers of a long clip.
#ifndef SINEW_CLI_FRAMEWORK_JSON_H
#define SINEW_CLI_FRAMEWORK_JSON_H

#include <stdint.h>

#include "base/buffer.h"

/// State of the writer. `key` in the functions below is the member name in an object; NULL in an array and for the
/// outermost value.
typedef struct cli_json {
    sinew__buffer *out;
    int after_value; ///< the next value needs a comma
    int digits;      ///< significant digits of numbers; 0: the shortest text that reads back
} cli_json;

/// Puts a quoted string without a separator.
void cli_json_put_string(sinew__buffer *out, const char *text);

cli_json cli_json_begin(sinew__buffer *out);

void cli_json_object(cli_json *json, const char *key);
void cli_json_array(cli_json *json, const char *key);
void cli_json_end_object(cli_json *json);
void cli_json_end_array(cli_json *json);

void cli_json_text(cli_json *json, const char *key, const char *text); ///< NULL: null
void cli_json_whole(cli_json *json, const char *key, int64_t number);
void cli_json_number(cli_json *json, const char *key, double number); ///< not finite: null
void cli_json_float(cli_json *json, const char *key, float number);
void cli_json_bool(cli_json *json, const char *key, int value);
void cli_json_null(cli_json *json, const char *key);
void cli_json_numbers(cli_json *json, const char *key, const double *numbers, int count); ///< an array

#endif
