/// Shared by the two parsers, which read the bytes of a file into a tree of records.
#ifndef SINEW_FBX_FBX_PARSE_H
#define SINEW_FBX_FBX_PARSE_H

#include "fbx/fbx_record.h"

/// Names of records, each stored once and terminated: a file repeats a few dozen.
typedef struct fbx_names {
    const char **slots; ///< [capacity] a power of two, or NULL
    size_t capacity, count;
} fbx_names;

typedef struct fbx_parser {
    sinew__arena *arena;
    const char *bytes;
    size_t size;
    sinew_error *error;
    fbx_names names;
    fbx_record *root;
    uint32_t version;    ///< of a binary file's header; 0 for ASCII
    uint32_t big_endian; ///< binary only
} fbx_parser;

/// Reads all records under parser->root.
sinew_result sinew__fbx_parse_binary(fbx_parser *parser);
sinew_result sinew__fbx_parse_ascii(fbx_parser *parser);

/// The version of a file whose records are read, as 7400; 0 when nothing says it.
uint32_t sinew__fbx_find_version(const fbx_parser *parser);

/// Length of the binary signature, endianness and version; and whether bytes begin with it.
enum { FBX_BINARY_HEADER = 27 };
int sinew__fbx_is_binary(const void *bytes, size_t size);

/// Whether bytes are the beginning of a binary signature and no more.
int sinew__fbx_is_cut_signature(const void *bytes, size_t size);

/// Fails when bytes begin with the words of the binary signature but not with the bytes after them.
SINEW_NODISCARD sinew_result sinew__fbx_check_signature(const void *bytes, size_t size, sinew_error *error);

/// A terminated copy of a name, one for all records that have it. NULL when out of memory.
const char *sinew__fbx_intern(fbx_parser *parser, const char *name, size_t length);

/// "damaged at byte N: what".
sinew_result sinew__fbx_damaged(sinew_error *error, size_t at, const char *what);

/// "the file ends early, at byte N of M", or without M when `needed` does not say more than the size.
sinew_result sinew__fbx_truncated(sinew_error *error, size_t size, uint64_t needed);

/// One number out of [text, end). Returns the first byte after it, or NULL when there is no number. Integers that fit
/// 64 bits set *out_integer and return with *out_is_integer 1; everything sets *out_number, correctly rounded, whatever
/// the locale.
const char *sinew__fbx_parse_number(const char *text, const char *end, double *out_number, int64_t *out_integer,
                                    int *out_is_integer);

// ---- arrays of numbers ---------------------------------------------------------------------------------------------

/// Bytes of a number by its type letter: b i l f d in arrays, C Y Z I L F D as single values.
size_t sinew__fbx_type_width(char type);

/// A number at `p`, as an integer or a double by its type.
fbx_value sinew__fbx_read_number(const char *p, char type, int big_endian);
int sinew__fbx_host_is_big_endian(void);

/// Inflates a zlib stream to exactly `out_size` bytes; bytes after it are ignored. SINEW_ERROR_DAMAGED, _OUT_OF_MEMORY.
/// By libdeflate, or by stb in the module of pages.
SINEW_NODISCARD sinew_result sinew__fbx_inflate(const void *bytes, size_t size, void *out, size_t out_size);

/// Compresses bytes to a zlib stream in `out`. Returns its size; 0 when it is not smaller, or when out of memory.
/// Quick: the lowest level.
size_t sinew__fbx_deflate(void *out, const void *bytes, size_t size);

/// One number of an array whose numbers can be read one at a time (a list of single values, a decoded array). Returns
/// whether it exists.
int sinew__fbx_array_item(const fbx_array *array, size_t index, fbx_value *out);

/// All numbers of an array as `type` (i l f d), decoded into `arena`. *out_items has array->count of them.
SINEW_NODISCARD sinew_result sinew__fbx_array_decode(sinew__arena *arena, fbx_array *array, char type,
                                                     const void **out_items, sinew_error *out_error);

/// Converts `count` single values to `type` (i l f d). Returns the first value that is not a number, else NULL.
const fbx_value *sinew__fbx_convert_values(const fbx_value *values, size_t count, char type, void *out);

#endif
