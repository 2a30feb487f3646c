/// Declarations shared by the two parsers, which read the bytes of a file into a tree of records.
#ifndef SINEW_FBX_FBX_PARSE_H
#define SINEW_FBX_FBX_PARSE_H

#include "fbx/fbx_record.h"

/// The names of records. Each name is stored once, terminated, because a file repeats a few dozen names.
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
    uint32_t version;    ///< version in the header of a binary file; 0 for ASCII
    uint32_t big_endian; ///< only for binary files
} fbx_parser;

/// Reads all records under parser->root.
sinew_result sinew__fbx_parse_binary(fbx_parser *parser);
sinew_result sinew__fbx_parse_ascii(fbx_parser *parser);

/// Returns the version of a file whose records have been read, such as 7400; 0 if it cannot be found.
uint32_t sinew__fbx_find_version(const fbx_parser *parser);

/// Length of the binary signature with endianness and version.
enum { FBX_BINARY_HEADER = 27 };
int sinew__fbx_is_binary(const void *bytes, size_t size);

/// Whether bytes are an incomplete binary signature.
int sinew__fbx_is_cut_signature(const void *bytes, size_t size);

/// Fails if bytes begin with the words of the binary signature but differ in the bytes after them.
SINEW_NODISCARD sinew_result sinew__fbx_check_signature(const void *bytes, size_t size, sinew_error *error);

/// Returns the terminated copy of a name, shared by all records with that name. NULL when out of memory.
const char *sinew__fbx_intern(fbx_parser *parser, const char *name, size_t length);

/// Fails with SINEW_ERROR_DAMAGED and "damaged at byte N: what".
sinew_result sinew__fbx_damaged(sinew_error *error, size_t at, const char *what);

/// Fails with SINEW_ERROR_TRUNCATED and "the file ends early, at byte N of M"; without M if `needed` is not larger than
/// the size.
sinew_result sinew__fbx_truncated(sinew_error *error, size_t size, uint64_t needed);

/// Parses one number at the start of [text, end). Returns the first byte after it, or NULL if there is no number. Sets
/// *out_number, correctly rounded in any locale. For an integer that fits 64 bits, also sets *out_integer, and
/// *out_is_integer to 1.
const char *sinew__fbx_parse_number(const char *text, const char *end, double *out_number, int64_t *out_integer,
                                    int *out_is_integer);

// ---- arrays of numbers ---------------------------------------------------------------------------------------------

/// Returns the size in bytes of a number by its type letter: b i l f d in arrays, C Y Z I L F D as single values.
size_t sinew__fbx_type_width(char type);

/// Returns the number at `p`, as an integer or a double depending on its type.
fbx_value sinew__fbx_read_number(const char *p, char type, int big_endian);
int sinew__fbx_host_is_big_endian(void);

/// Inflates a zlib stream to exactly `out_size` bytes; bytes after the stream are ignored. Uses libdeflate, or in web
/// pages stb_image. SINEW_ERROR_DAMAGED, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_inflate(const void *bytes, size_t size, void *out, size_t out_size);

/// Compresses bytes to a zlib stream in `out`, at the lowest and fastest level. Returns its size; 0 if it is not
/// smaller, or when out of memory.
size_t sinew__fbx_deflate(void *out, const void *bytes, size_t size);

/// Reads one number of an array that allows access by index: a list of single values, or a decoded array. Returns 0 if
/// it does not exist.
int sinew__fbx_array_item(const fbx_array *array, size_t index, fbx_value *out);

/// Decodes all numbers of an array as `type` (i l f d) into `arena`. *out_items gets array->count numbers.
SINEW_NODISCARD sinew_result sinew__fbx_array_decode(sinew__arena *arena, fbx_array *array, char type,
                                                     const void **out_items, sinew_error *out_error);

/// Converts `count` single values to `type` (i l f d). Returns the first value that is not a number, or NULL.
const fbx_value *sinew__fbx_convert_values(const fbx_value *values, size_t count, char type, void *out);

#endif
