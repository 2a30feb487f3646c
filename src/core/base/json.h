/// JSON (RFC 8259): a reader with limits whose tree can be changed, and a writer.
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

/// One value. It takes 48 bytes, because documents have millions of values.
typedef struct sinew__json_value {
    const char *key;                ///< name of a member of an object, else NULL
    struct sinew__json_value *next; ///< next value in the same container, or NULL
    union {
        const char *text;               ///< for SINEW__JSON_TEXT: valid UTF-8, unless the document was read leniently
        struct sinew__json_value *last; ///< for a container: its last value, for appending
    };
    union {
        double number;                   ///< for SINEW__JSON_NUMBER: finite
        struct sinew__json_value *first; ///< for a container: read it with sinew__json_first
    };
    sinew__json_kind kind;
    int32_t line;  ///< line in the file, from 1
    int32_t count; ///< items of an array or members of an object; else 0
} sinew__json_value;

/// The functions below accept NULL for a missing value. Like strchr, they return values that the caller may change.

/// Returns the first member with this name, or NULL; also NULL if `object` is not an object.
sinew__json_value *sinew__json_member(const sinew__json_value *object, const char *key);

/// Returns the first value of an array or object, or NULL.
sinew__json_value *sinew__json_first(const sinew__json_value *container);

int32_t sinew__json_count(const sinew__json_value *container);

/// Returns the text of a SINEW__JSON_TEXT, else NULL.
const char *sinew__json_text(const sinew__json_value *value);

int sinew__json_is(const sinew__json_value *value, sinew__json_kind kind);

/// Returns "an array", "a number", … for messages.
const char *sinew__json_kind_name(sinew__json_kind kind);

// ---- reading ------------------------------------------------------------------------------------------------------

/// A document. All zero: empty.
typedef struct sinew__json {
    sinew__json_value *root; ///< the outermost value
    int32_t count;           ///< number of values that were read
    sinew__arena arena;      ///< memory of all values, texts and keys
} sinew__json;

typedef struct sinew__json_limits {
    size_t max_bytes;   ///< largest size of the file
    int32_t max_values; ///< largest number of values
    int32_t max_depth;  ///< largest depth; 0: SINEW__JSON_MAX_DEPTH
    size_t max_memory;  ///< largest memory of the document in bytes; 0: no limit
    /// accepts what other glTF readers accept: control characters and invalid UTF-8 in texts, and bytes after the value
    int is_lenient;
} sinew__json_limits;

enum { SINEW__JSON_MAX_DEPTH = 64 };

/// Parses [bytes, bytes + size). A UTF-8 byte order mark is skipped; comments and trailing commas are errors. Release
/// *out_json with sinew__json_free; it is empty on failure. SINEW_ERROR_DAMAGED: a syntax error, "line 3: expected ','
/// or '}'". SINEW_ERROR_LIMIT: a limit is exceeded.
sinew_result sinew__json_read(const char *bytes, size_t size, const sinew__json_limits *limits, sinew__json *out_json,
                              sinew_error *out_error);
void sinew__json_free(sinew__json *json);

// ---- changing -----------------------------------------------------------------------------------------------------

/// Append a value to a container, in memory of the arena. Key and text are not copied. `key` is NULL in an array.
/// Return NULL when out of memory or if the container is NULL.
sinew__json_value *sinew__json_add(sinew__arena *arena, sinew__json_value *container, const char *key,
                                   sinew__json_kind kind);
sinew__json_value *sinew__json_add_number(sinew__arena *arena, sinew__json_value *container, const char *key,
                                          double number);
sinew__json_value *sinew__json_add_text(sinew__arena *arena, sinew__json_value *container, const char *key,
                                        const char *text);

/// Appends a copy of a value and its descendants; texts are not copied.
sinew__json_value *sinew__json_add_copy(sinew__arena *arena, sinew__json_value *container,
                                        const sinew__json_value *value);

/// Removes the value that follows `previous` in a container, or the first value if that is NULL.
void sinew__json_remove_after(sinew__json_value *container, sinew__json_value *previous);

/// Removes all members with this name; does nothing if `object` is not an object.
void sinew__json_remove_member(sinew__json_value *object, const char *key);

// ---- writing ------------------------------------------------------------------------------------------------------

/// A writer that appends to a buffer, without a tree in memory. Numbers must be finite; they become the shortest text
/// that reads back to the same value, in every locale.
///
/// `key` in the functions below is the name of the member in an object; NULL in an array and for the outermost value.
typedef struct sinew__json_writer {
    sinew__buffer *out;
    int after_value; ///< the next value needs a comma
    int digits;      ///< significant digits of numbers; 0: the shortest text that reads back
    int indent;      ///< spaces per level, with each value on its own line; 0: one line
    int depth;       ///< number of open levels
    int has_break;   ///< the next value starts a new line, to make long lists readable
    int is_plain;    ///< for programs: names are written unchanged, and integers without `.0`
} sinew__json_writer;

sinew__json_writer sinew__json_begin(sinew__buffer *out);

void sinew__json_put_object(sinew__json_writer *json, const char *key);
void sinew__json_put_array(sinew__json_writer *json, const char *key);
void sinew__json_end_object(sinew__json_writer *json);
void sinew__json_end_array(sinew__json_writer *json);

void sinew__json_put_text(sinew__json_writer *json, const char *key, const char *text); ///< NULL becomes null
void sinew__json_put_whole(sinew__json_writer *json, const char *key, int64_t number);
/// a number that is not finite becomes null
void sinew__json_put_number(sinew__json_writer *json, const char *key, double number);
void sinew__json_put_float(sinew__json_writer *json, const char *key, float number);
void sinew__json_put_bool(sinew__json_writer *json, const char *key, int value);
void sinew__json_put_null(sinew__json_writer *json, const char *key);
void sinew__json_put_numbers(sinew__json_writer *json, const char *key, const double *numbers, int count);
void sinew__json_put_floats(sinew__json_writer *json, const char *key, const float *numbers, int count);

/// Appends the text of a value that another writer has written.
void sinew__json_put_written(sinew__json_writer *json, const char *key, const sinew__buffer *text);

/// Appends a value that was read, with its descendants.
void sinew__json_put_value(sinew__json_writer *json, const char *key, const sinew__json_value *value);

/// Appends a quoted text without a separator. It is printable UTF-8, so that the output always parses and is safe for
/// terminals. A byte that is not valid UTF-8, as in a file name, becomes `\xNN`.
void sinew__json_put_string(sinew__buffer *out, const char *text);

#endif
