/// A strict JSON reader (RFC 8259) for small files that accompany models, with budgets. No comments, no trailing
/// commas, no text behind the value.
#ifndef SINEW_BASE_JSON_READ_H
#define SINEW_BASE_JSON_READ_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

typedef enum sinew__json_kind {
    SINEW__JSON_NULL,
    SINEW__JSON_FALSE,
    SINEW__JSON_TRUE,
    SINEW__JSON_NUMBER,
    SINEW__JSON_TEXT,
    SINEW__JSON_ARRAY,
    SINEW__JSON_OBJECT,
} sinew__json_kind;

/// One value. The values below it follow it directly; its next sibling, if it has one, is `this + span`.
typedef struct sinew__json_value {
    sinew__json_kind kind;
    int32_t line;     ///< of the file, from 1
    int32_t count;    ///< items of an array, members of an object
    int32_t span;     ///< 1 + the number of values below it
    const char *key;  ///< of a member of an object, else NULL
    const char *text; ///< of a SINEW__JSON_TEXT, else NULL: valid UTF-8 without a NUL character
    double number;    ///< of a SINEW__JSON_NUMBER, else 0: finite
} sinew__json_value;

/// A document. `values` has at least one value, the outermost.
typedef struct sinew__json {
    sinew__json_value *values;
    int32_t count;
    char *text; ///< memory of all texts and keys
} sinew__json;

typedef struct sinew__json_limits {
    size_t max_bytes;   ///< of the file
    int32_t max_values; ///< in total
} sinew__json_limits;

enum { SINEW__JSON_MAX_DEPTH = 64 };

/// Parses [bytes, bytes + size); a UTF-8 byte order mark is skipped. Release *out_json with sinew__json_free; it is
/// empty on failure. SINEW_ERROR_DAMAGED: "line 3: expected ',' or '}'". SINEW_ERROR_LIMIT: a limit is exceeded.
sinew_result sinew__json_read(const char *bytes, size_t size, const sinew__json_limits *limits, sinew__json *out_json,
                              sinew_error *out_error);
void sinew__json_free(sinew__json *json);

/// The first member of that name, or NULL; also NULL if `object` is NULL or not an object.
const sinew__json_value *sinew__json_member(const sinew__json_value *object, const char *key);

/// The first value in an array or object, or NULL.
const sinew__json_value *sinew__json_first(const sinew__json_value *container);

/// "an array", "a number", … for messages.
const char *sinew__json_kind_name(sinew__json_kind kind);

#endif
