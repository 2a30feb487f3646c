/// JSON (RFC 8259): one reader with budgets, whose tree may be changed, and one writer.
#ifndef SINEW_CORE_BASE_JSON_H
#define SINEW_CORE_BASE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "sinew/result.h"

// ---- values -------------------------------------------------------------------------------------------------------

typedef enum sinew__json_kind {
    SINEW__JSON_NULL,
    SINEW__JSON_FALSE,
    SINEW__JSON_TRUE,
    SINEW__JSON_NUMBER,
    SINEW__JSON_TEXT,
    SINEW__JSON_ARRAY,
    SINEW__JSON_OBJECT,
} sinew__json_kind;

/// One value. Each of a document's millions takes 48 bytes.
typedef struct sinew__json_value {
    const char *key;                ///< of a member of an object, else NULL
    struct sinew__json_value *next; ///< in the same container, or NULL
    union {
        const char *text;               ///< of a SINEW__JSON_TEXT: valid UTF-8, unless the document was read leniently
        struct sinew__json_value *last; ///< of a container: appending takes it
    };
    union {
        double number;                   ///< of a SINEW__JSON_NUMBER: finite
        struct sinew__json_value *first; ///< of a container; read it with sinew__json_first
    };
    sinew__json_kind kind;
    int32_t line;  ///< of the file, from 1
    int32_t count; ///< items of an array, members of an object; else 0
} sinew__json_value;

/// The functions below take NULL for a value that is not there. They return what may be changed, as strchr does.

/// The first member of that name, or NULL; also NULL if `object` is not an object.
sinew__json_value *sinew__json_member(const sinew__json_value *object, const char *key);

/// The first value in an array or object, or NULL.
sinew__json_value *sinew__json_first(const sinew__json_value *container);

int32_t sinew__json_count(const sinew__json_value *container);

/// The text of a SINEW__JSON_TEXT, else NULL.
const char *sinew__json_text(const sinew__json_value *value);

int sinew__json_is(const sinew__json_value *value, sinew__json_kind kind);

/// "an array", "a number", … for messages.
const char *sinew__json_kind_name(sinew__json_kind kind);

// ---- reading ------------------------------------------------------------------------------------------------------

/// A document. Zeroed: empty.
typedef struct sinew__json {
    sinew__json_value *root; ///< the outermost value
    int32_t count;           ///< of values that were read
    sinew__arena arena;      ///< of the values and all texts and keys
} sinew__json;

typedef struct sinew__json_limits {
    size_t max_bytes;   ///< of the file
    int32_t max_values; ///< in total
    int32_t max_depth;  ///< 0: SINEW__JSON_MAX_DEPTH
    size_t max_memory;  ///< of the document; 0: no limit of its own
    int is_lenient; ///< as programs read glTF: texts may have control characters and bytes that are no UTF-8, and what
                    ///< follows the value is not read
} sinew__json_limits;

enum { SINEW__JSON_MAX_DEPTH = 64 };

/// Parses [bytes, bytes + size); a UTF-8 byte order mark is skipped. No comments, no trailing commas. Release *out_json
/// with sinew__json_free; it is empty on failure. SINEW_ERROR_DAMAGED: "line 3: expected ',' or '}'".
/// SINEW_ERROR_LIMIT: a limit is exceeded.
sinew_result sinew__json_read(const char *bytes, size_t size, const sinew__json_limits *limits, sinew__json *out_json,
                              sinew_error *out_error);
void sinew__json_free(sinew__json *json);

// ---- changing -----------------------------------------------------------------------------------------------------

/// Append a value to a container, in memory of the arena, which also keeps the key and the text as they are given.
/// `key` is NULL in an array. NULL when out of memory, or when the container is NULL.
sinew__json_value *sinew__json_add(sinew__arena *arena, sinew__json_value *container, const char *key,
                                   sinew__json_kind kind);
sinew__json_value *sinew__json_add_number(sinew__arena *arena, sinew__json_value *container, const char *key,
                                          double number);
sinew__json_value *sinew__json_add_text(sinew__arena *arena, sinew__json_value *container, const char *key,
                                        const char *text);

/// Appends a copy of a value and of all below it, but not of its texts.
sinew__json_value *sinew__json_add_copy(sinew__arena *arena, sinew__json_value *container,
                                        const sinew__json_value *value);

/// Removes the value that follows `previous` in a container; the first one if that is NULL.
void sinew__json_remove_after(sinew__json_value *container, sinew__json_value *previous);

/// Removes all members of that name; nothing if `object` is not an object.
void sinew__json_remove_member(sinew__json_value *object, const char *key);

// ---- writing ------------------------------------------------------------------------------------------------------

/// A writer that appends to a buffer, without a tree in memory. Numbers are finite and the shortest text that reads
/// back, whatever the locale.
///
/// `key` in the functions below is the member name in an object; NULL in an array and for the outermost value.
typedef struct sinew__json_writer {
    sinew__buffer *out;
    int after_value; ///< the next value needs a comma
    int digits;      ///< significant digits of numbers; 0: the shortest text that reads back
    int indent;      ///< spaces of a level, each value on a line of its own; 0: one line
    int depth;       ///< levels that are open
    int has_break;   ///< the next value begins a line: for people who look at long lists
    int is_plain;    ///< only for programs: texts give every name back as it is, and whole numbers have no `.0`
} sinew__json_writer;

sinew__json_writer sinew__json_begin(sinew__buffer *out);

void sinew__json_put_object(sinew__json_writer *json, const char *key);
void sinew__json_put_array(sinew__json_writer *json, const char *key);
void sinew__json_end_object(sinew__json_writer *json);
void sinew__json_end_array(sinew__json_writer *json);

void sinew__json_put_text(sinew__json_writer *json, const char *key, const char *text); ///< NULL: null
void sinew__json_put_whole(sinew__json_writer *json, const char *key, int64_t number);
void sinew__json_put_number(sinew__json_writer *json, const char *key, double number); ///< not finite: null
void sinew__json_put_float(sinew__json_writer *json, const char *key, float number);
void sinew__json_put_bool(sinew__json_writer *json, const char *key, int value);
void sinew__json_put_null(sinew__json_writer *json, const char *key);
void sinew__json_put_numbers(sinew__json_writer *json, const char *key, const double *numbers, int count);
void sinew__json_put_floats(sinew__json_writer *json, const char *key, const float *numbers, int count);

/// Puts the text of a whole value, which another writer has written.
void sinew__json_put_written(sinew__json_writer *json, const char *key, const sinew__buffer *text);

/// Puts a value that was read, and all below it.
void sinew__json_put_value(sinew__json_writer *json, const char *key, const sinew__json_value *value);

/// Puts a quoted text without a separator: printable UTF-8, so that the output always parses and never moves a
/// terminal's cursor. A byte that is not valid UTF-8, as in a file name, becomes `\xNN`.
void sinew__json_put_string(sinew__buffer *out, const char *text);

#endif
