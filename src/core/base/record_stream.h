/// A tree of named records with typed values as consecutive bytes. A block keeps the contents of an FBX file in this
/// form. It has no offsets: a reader that reaches the end has checked all of it.
///
///     stream   version of the FBX, 4 bytes; then records
///     record   '(' name 0 values 0               without a list of records
///              '{' name 0 values 0 records '}'   with a list, which may be empty
///     value    a letter and its bytes in binary FBX: C 1 byte; Y 2; I F 4; L D 8; S R size 4, bytes;
///              b i l f d (arrays) count 4, encoding 4 (0 plain, 1 a zlib stream), size 4, bytes
///              or the letter + 128 and one byte: the size of S R, or the signed number of Y I L F D
///
/// Numbers have their lowest byte first.
#ifndef SINEW_CORE_BASE_RECORD_STREAM_H
#define SINEW_CORE_BASE_RECORD_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"

enum { SINEW__RECORD_STREAM_DEPTH = 4096 }; ///< largest nesting of records

typedef struct sinew__record_stream {
    const unsigned char *at, *end;
    uint32_t version; ///< 7400
    int32_t depth;    ///< number of open lists
} sinew__record_stream;

/// The next element of a stream.
typedef enum sinew__stream_token {
    SINEW__STREAM_DAMAGED,
    SINEW__STREAM_RECORD, ///< a record; its values follow
    SINEW__STREAM_LIST,   ///< a record with a list of records; its values follow, then the list
    SINEW__STREAM_CLOSE,  ///< end of the list that was opened last
    SINEW__STREAM_VALUE,
    SINEW__STREAM_END, ///< end of the values, or of the stream
} sinew__stream_token;

typedef struct sinew__stream_value {
    char type;      ///< C Y I L, F D, S R, or b i l f d for arrays
    int64_t number; ///< for C Y I L
    double real;    ///< for F D
    const char *bytes;
    size_t size;              ///< for S R and arrays
    uint32_t count, encoding; ///< for arrays
} sinew__stream_value;

/// Starts reading. Returns 0 if the version is missing.
int sinew__record_stream_begin(sinew__record_stream *stream, const void *bytes, size_t size);

/// Reads the start of a record or the end of a list. *out_name is terminated and points into the stream.
sinew__stream_token sinew__record_stream_next(sinew__record_stream *stream, const char **out_name);

/// Reads a value of the last record; call it until it returns SINEW__STREAM_END.
sinew__stream_token sinew__record_stream_value(sinew__record_stream *stream, sinew__stream_value *out_value);

// ---- writing -------------------------------------------------------------------------------------------------------

void sinew__record_stream_put_version(sinew__buffer *out, uint32_t version);
void sinew__record_stream_open(sinew__buffer *out, const char *name, int has_list);
void sinew__record_stream_put(sinew__buffer *out, const sinew__stream_value *value);
void sinew__record_stream_end_values(sinew__buffer *out);
void sinew__record_stream_close(sinew__buffer *out);

#endif
