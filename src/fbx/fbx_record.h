/// The tree of records that makes up every FBX file, binary or ASCII: a record has a name, values and child records.
///
/// Records and values are in the document's arena. Text and raw bytes of binary files point to the bytes of the file,
/// which must outlive the document. Traversal follows pointers without recursion, so files may nest to any depth.
#ifndef SINEW_FBX_FBX_RECORD_H
#define SINEW_FBX_FBX_RECORD_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "fbx/fbx_format.h"
#include "sinew/result.h"

/// Bytes of a text or of raw data, not terminated.
typedef struct fbx_bytes {
    const char *bytes;
    size_t size;
} fbx_bytes;

typedef enum fbx_value_kind {
    FBX_VALUE_INTEGER,
    FBX_VALUE_NUMBER,
    FBX_VALUE_TEXT, ///< quoted in ASCII
    FBX_VALUE_WORD, ///< unquoted in ASCII (`Shading: T`); in binary files, such a single character is an integer of
                    ///< type 'C'
    FBX_VALUE_RAW,
    FBX_VALUE_ARRAY,
} fbx_value_kind;

typedef struct fbx_array fbx_array;

/// One value of a record.
typedef struct fbx_value {
    uint8_t kind;  ///< fbx_value_kind
    char type;     ///< the type letter of binary files: C Y I L F D S R, and b i l f d for arrays
    uint32_t size; ///< bytes of text and raw data
    union {
        int64_t integer;
        double number;
        const char *bytes;
        fbx_array *array;
    } as;
} fbx_value;

/// The numbers of an array as stored in the file; sinew__fbx_record_doubles and its siblings decode them.
struct fbx_array {
    const char *bytes; ///< the encoded bytes
    size_t size;       ///< number of encoded bytes
    size_t count;      ///< number of numbers, at most as many as the bytes can contain
    size_t at;         ///< offset of the array's first byte in the file, for messages
    char type;         ///< type of a number in the file: b i l f d, or C Y I L F D in a list of single values
    uint8_t encoding;  ///< fbx_array_encoding
    uint8_t big_endian;
    const void *items; ///< [count] if the encoding is FBX_ARRAY_DECODED, of type i l f d
};

typedef enum fbx_array_encoding {
    FBX_ARRAY_PLAIN,   ///< numbers without gaps
    FBX_ARRAY_DEFLATE, ///< numbers without gaps, in a zlib stream
    FBX_ARRAY_LIST,    ///< single values, each after its type letter, as FBX 6 writes arrays
    FBX_ARRAY_TEXT,    ///< decimal numbers with commas, as in ASCII files
    FBX_ARRAY_DECODED, ///< numbers in `items`: of lists in ASCII files, and of arrays made by an upgrade
} fbx_array_encoding;

typedef struct fbx_record fbx_record;

struct fbx_record {
    const char *name; ///< terminated
    uint32_t value_count;
    uint32_t has_list;       ///< whether the file has a list of records after the values, even an empty one
    const fbx_value *values; ///< [value_count]
    fbx_record *parent, *first_child, *last_child, *previous, *next;
    size_t at; ///< offset of the record in the file; 0 if an upgrade made it
};

// ---- reading -----------------------------------------------------------------------------------------------------
// Every function treats NULL as an empty record.

/// Returns the first child with a name, or NULL.
fbx_record *sinew__fbx_record_child(const fbx_record *record, const char *name);

/// Returns the next sibling with the same name as `record`, or NULL.
fbx_record *sinew__fbx_record_next_same(const fbx_record *record);
int sinew__fbx_record_is(const fbx_record *record, const char *name);

/// Returns the value at `index`, or NULL.
const fbx_value *sinew__fbx_record_value(const fbx_record *record, size_t index);

/// Return a number of any type in the file; `fallback` if the value is missing or not a number.
/// sinew__fbx_record_number also returns `fallback` for NaN and infinities; sinew__fbx_record_integer truncates
/// fractions and clamps.
int64_t sinew__fbx_record_integer(const fbx_record *record, size_t index, int64_t fallback);
double sinew__fbx_record_number(const fbx_record *record, size_t index, double fallback);

/// Returns text, a word or raw bytes; { "", 0 } if the value is missing.
fbx_bytes sinew__fbx_record_bytes(const fbx_record *record, size_t index);

/// Returns a single character: a value of type 'C' in binary files, the first character of a word or text in ASCII.
char sinew__fbx_record_letter(const fbx_record *record, size_t index, char fallback);

/// Whether the value at `index` is exactly this text.
int sinew__fbx_record_text_is(const fbx_record *record, size_t index, const char *text);

/// Return the first value of a child, such as 101 of `Version: 101`.
int64_t sinew__fbx_child_integer(const fbx_record *record, const char *child, int64_t fallback);
double sinew__fbx_child_number(const fbx_record *record, const char *child, double fallback);
fbx_bytes sinew__fbx_child_bytes(const fbx_record *record, const char *child);

/// Decode all numbers of a record into `arena`: an array, or a list of single values. A missing or empty record gives a
/// count of 0. Numbers outside the range of the type are clamped; floats may be NaN or infinite, as in the file. Fail
/// with SINEW_ERROR_DAMAGED if a stream does not inflate to its stated size or a value is text, or with _MEMORY_LIMIT
/// or _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_record_doubles(sinew__arena *arena, const fbx_record *record,
                                                       const double **out_items, size_t *out_count,
                                                       sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__fbx_record_floats(sinew__arena *arena, const fbx_record *record,
                                                      const float **out_items, size_t *out_count,
                                                      sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__fbx_record_int32s(sinew__arena *arena, const fbx_record *record,
                                                      const int32_t **out_items, size_t *out_count,
                                                      sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__fbx_record_int64s(sinew__arena *arena, const fbx_record *record,
                                                      const int64_t **out_items, size_t *out_count,
                                                      sinew_error *out_error);

/// Reads an embedded file: raw bytes, or base64 text in ASCII files, decoded into `arena`. { "", 0 } if none exists.
SINEW_NODISCARD sinew_result sinew__fbx_record_content(sinew__arena *arena, const fbx_record *record,
                                                       fbx_bytes *out_content, sinew_error *out_error);

/// Returns a terminated copy of a text as valid UTF-8. If it contains bytes that are not UTF-8, the whole text is read
/// as Windows-1252. NULL when out of memory.
const char *sinew__fbx_text_utf8(sinew__arena *arena, fbx_bytes text);

// ---- creating and changing ---------------------------------------------------------------------------------------
// Used to write files and to upgrade old documents (build_records.c). The functions return NULL when out of memory. If
// `parent` is NULL, they make a record without a parent.

/// Appends an empty record. `name` is not copied. `parent` may be NULL.
fbx_record *sinew__fbx_record_add(sinew__arena *arena, fbx_record *parent, const char *name);

/// Appends a record with values; `format` has a letter for each value: `i` int, `l` int64_t, `d` double, `c` a
/// character, `s` const char *, `t` fbx_bytes (text), `r` fbx_bytes (raw), `v` const fbx_value *. Texts are not copied.
fbx_record *sinew__fbx_record_add_values(sinew__arena *arena, fbx_record *parent, const char *name, const char *format,
                                         ...);

/// Returns the next argument as a value; `letter` is one of the format of sinew__fbx_record_add_values.
fbx_value sinew__fbx_next_value(char letter, va_list *arguments);

/// Appends a record with one array. `type` is i l f d; `items` is not copied.
fbx_record *sinew__fbx_record_add_array(sinew__arena *arena, fbx_record *parent, const char *name, char type,
                                        const void *items, size_t count);

/// Removes a record, with all records below it, from its parent.
void sinew__fbx_record_detach(fbx_record *record);

/// Appends a detached record to a parent.
void sinew__fbx_record_attach(fbx_record *parent, fbx_record *record);

/// Returns the record after `record` in the tree below `top`, parents before children; NULL after the last one.
fbx_record *sinew__fbx_record_walk(const fbx_record *record, const fbx_record *top);

// ---- escapes of ASCII files (fbx_format.c) ------------------------------------------------------------------------

/// The escape of a character in texts of ASCII files. `&` itself has no escape, because readers know only the three of
/// sinew__fbx_escapes.
typedef struct fbx_escape {
    const char *text; ///< "&quot;"
    char character;
} fbx_escape;

enum { FBX_ESCAPE_COUNT = 3 };
extern const fbx_escape sinew__fbx_escapes[FBX_ESCAPE_COUNT];

/// Returns the escape at the beginning of [text, end), or NULL.
const fbx_escape *sinew__fbx_escape_at(const char *text, const char *end);

// ---- writing (write_records.c) -----------------------------------------------------------------------------------

/// Whether a binary file with these records needs 64-bit offsets; then its version must be at least FBX_WIDE_FROM.
int sinew__fbx_is_large(const fbx_record *root);

/// Writes the records below `root` as a binary file, with the footer that the FBX SDK requires. Sets `at` of each
/// record to the offset of its first byte. An array must be FBX_ARRAY_DECODED, or FBX_ARRAY_PLAIN or _DEFLATE in
/// little-endian order; the bytes of the last two are copied. Check out->failed afterwards.
void sinew__fbx_write_binary(fbx_record *root, uint32_t version, sinew__buffer *out);

/// Rebuilds the tree of records from a stream (core/base/record_stream.h), below `root`. Texts and arrays stay in the
/// stream. SINEW_ERROR_DAMAGED, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_unfold_records(sinew__arena *arena, const void *stream, size_t size,
                                                       fbx_record *root, uint32_t *out_version, sinew_error *error);

/// Inflates a zlib stream of `size` bytes to exactly `out_size` bytes. Returns 0 if its size differs or it is damaged.
typedef int sinew__fbx_inflater(void *out, size_t out_size, const void *bytes, size_t size);

/// Decodes an array of rebuilt records to FBX_ARRAY_DECODED, with its own type. SINEW_ERROR_UNSUPPORTED for a deflated
/// array if `inflate` is NULL; _DAMAGED, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_unpack_array(sinew__arena *arena, fbx_array *array,
                                                     sinew__fbx_inflater *inflate, sinew_error *error);

/// Decodes all arrays below `root`, which sinew__fbx_write_ascii requires. SINEW_ERROR_LIMIT if they have more than
/// `most` bytes; _UNSUPPORTED also if an ASCII file cannot contain one of the records.
SINEW_NODISCARD sinew_result sinew__fbx_prepare_text(sinew__arena *arena, fbx_record *root,
                                                     sinew__fbx_inflater *inflate, size_t most, sinew_error *error);

/// Finds a text that contains one of the escapes. An ASCII file cannot contain such a text, because readers would
/// replace the escape. Returns 1 and sets *out_text, without the class if the text is the name of an object; returns 0
/// if no text has an escape. Values of properties, in which programs store whole texts, are only counted, in
/// *out_property_count.
int sinew__fbx_find_escape(const fbx_record *root, fbx_bytes *out_text, int32_t *out_property_count);

/// Writes records as text. Names of objects become `Class::name`, raw bytes base64. All arrays must be
/// FBX_ARRAY_DECODED.
void sinew__fbx_write_ascii(const fbx_record *root, uint32_t version, sinew__buffer *out);

/// The identifier and the creation time in every binary file that sinew writes. The FBX SDK rejects a file if they do
/// not match each other and the identifier in the footer; these values are widely used.
extern const fbx_bytes sinew__fbx_file_id;
extern const char sinew__fbx_creation_time[];

#endif
