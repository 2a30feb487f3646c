/// The tree of records that every FBX file is, binary or ASCII: a record has a name, values and child records.
///
/// Records and values live in the document's arena. Text and raw bytes of binary files point into the file's own bytes,
/// so those must outlive the document. Links are pointers, never recursion: a file may nest as deeply as it likes.
#ifndef SINEW_FBX_FBX_RECORD_H
#define SINEW_FBX_FBX_RECORD_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "fbx/fbx_format.h"
#include "sinew/result.h"

/// Bytes of a string or blob; not terminated.
typedef struct fbx_bytes {
    const char *bytes;
    size_t size;
} fbx_bytes;

typedef enum fbx_value_kind {
    FBX_VALUE_INTEGER,
    FBX_VALUE_NUMBER,
    FBX_VALUE_TEXT, ///< quoted in ASCII
    FBX_VALUE_WORD, ///< unquoted in ASCII (`Shading: T`); a single character 'C' in binary is an integer instead
    FBX_VALUE_RAW,
    FBX_VALUE_ARRAY,
} fbx_value_kind;

typedef struct fbx_array fbx_array;

/// One value of a record.
typedef struct fbx_value {
    uint8_t kind;  ///< fbx_value_kind
    char type;     ///< the type letter of binary files: C Y I L F D S R, and b i l f d for arrays
    uint32_t size; ///< of text and raw bytes
    union {
        int64_t integer;
        double number;
        const char *bytes;
        fbx_array *array;
    } as;
} fbx_value;

/// Numbers as stored in the file, decoded on request by sinew__fbx_record_doubles and the like.
struct fbx_array {
    const char *bytes; ///< encoded
    size_t size;       ///< of the encoded bytes
    size_t count;      ///< numbers; no more than the bytes can hold
    size_t at;         ///< offset of its first byte in the file, for messages
    char type;         ///< of a number in the file: b i l f d, or C Y I L F D in a list of single values
    uint8_t encoding;  ///< fbx_array_encoding
    uint8_t big_endian;
    const void *items; ///< [count] of an array that is not encoded, of type i l f d
};

typedef enum fbx_array_encoding {
    FBX_ARRAY_PLAIN,   ///< numbers one after the other
    FBX_ARRAY_DEFLATE, ///< such numbers in a zlib stream
    FBX_ARRAY_LIST,    ///< single values with a type letter before each, as FBX 6 writes arrays
    FBX_ARRAY_TEXT,    ///< decimal numbers with commas, as in ASCII files
    FBX_ARRAY_DECODED, ///< `items`: lists of ASCII files, and what upgrades made
} fbx_array_encoding;

typedef struct fbx_record fbx_record;

struct fbx_record {
    const char *name; ///< terminated
    uint32_t value_count;
    uint32_t has_list;       ///< the file has a list of records after the values, which may be empty
    const fbx_value *values; ///< [value_count]
    fbx_record *parent, *first_child, *last_child, *previous, *next;
    size_t at; ///< offset of the record in the file; 0 for records that an upgrade made
};

// ---- reading -----------------------------------------------------------------------------------------------------
// Every function treats NULL as an empty record.

/// The first child of that name, or NULL.
fbx_record *sinew__fbx_record_child(const fbx_record *record, const char *name);

/// The next sibling of the same name as `record`, or NULL.
fbx_record *sinew__fbx_record_next_same(const fbx_record *record);
int sinew__fbx_record_is(const fbx_record *record, const char *name);

/// The value at `index`, or NULL.
const fbx_value *sinew__fbx_record_value(const fbx_record *record, size_t index);

/// A number, whatever its type in the file; `fallback` when the value is missing or not a number.
/// sinew__fbx_record_number also refuses NaN and infinities; sinew__fbx_record_integer cuts fractions and clamps.
int64_t sinew__fbx_record_integer(const fbx_record *record, size_t index, int64_t fallback);
double sinew__fbx_record_number(const fbx_record *record, size_t index, double fallback);

/// Text, word or raw bytes; { "", 0 } when the value is missing.
fbx_bytes sinew__fbx_record_bytes(const fbx_record *record, size_t index);

/// A single character: a 'C' of binary files, the first one of a word or text in ASCII.
char sinew__fbx_record_letter(const fbx_record *record, size_t index, char fallback);

/// Whether the value at `index` is exactly this text.
int sinew__fbx_record_text_is(const fbx_record *record, size_t index, const char *text);

/// First value of a child, the common case: `Version: 101`.
int64_t sinew__fbx_child_integer(const fbx_record *record, const char *child, int64_t fallback);
double sinew__fbx_child_number(const fbx_record *record, const char *child, double fallback);
fbx_bytes sinew__fbx_child_bytes(const fbx_record *record, const char *child);

/// All numbers of a record, decoded into `arena`: an array, or a list of single values. A missing or empty record gives
/// a count of 0. Numbers that do not fit the wanted type are clamped; floats may be NaN or infinite as they are in the
/// file. Fails with SINEW_ERROR_DAMAGED (the stream does not inflate to its stated size; text instead of a number) or
/// _MEMORY_LIMIT, _OUT_OF_MEMORY.
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

/// An embedded file: raw bytes, or the base64 text that ASCII files have instead, decoded into `arena`. { "", 0
/// } when no file is embedded.
SINEW_NODISCARD sinew_result sinew__fbx_record_content(sinew__arena *arena, const fbx_record *record,
                                                       fbx_bytes *out_content, sinew_error *out_error);

/// A terminated copy of text as valid UTF-8: bytes that are not UTF-8 make the whole text count as Windows-1252, the
/// Latin-1 of Windows. NULL when out of memory.
const char *sinew__fbx_text_utf8(sinew__arena *arena, fbx_bytes text);

// ---- creating and changing ---------------------------------------------------------------------------------------
// For writing files and for upgrading old documents (build_records.c). They return NULL when out of memory; with
// `parent` NULL they make a record without a parent.

/// Appends an empty record. `name` is not copied. `parent` may be NULL.
fbx_record *sinew__fbx_record_add(sinew__arena *arena, fbx_record *parent, const char *name);

/// Appends a record with values; `format` has a letter for each that follows: `i` int, `l` int64_t, `d` double, `c` a
/// character, `s` const char *, `t` fbx_bytes (text), `r` fbx_bytes (raw), `v` const fbx_value *. Texts are not copied.
fbx_record *sinew__fbx_record_add_values(sinew__arena *arena, fbx_record *parent, const char *name, const char *format,
                                         ...);

/// The value that such a letter takes from the arguments.
fbx_value sinew__fbx_next_value(char letter, va_list *arguments);

/// Appends a record that holds one array. `type` is i l f d; `items` is not copied.
fbx_record *sinew__fbx_record_add_array(sinew__arena *arena, fbx_record *parent, const char *name, char type,
                                        const void *items, size_t count);

/// Takes a record (with all below it) out of its parent.
void sinew__fbx_record_detach(fbx_record *record);

/// Appends a detached record to a parent.
void sinew__fbx_record_attach(fbx_record *parent, fbx_record *record);

/// The record after `record` in the tree below `top`, parents first; NULL after the last one.
fbx_record *sinew__fbx_record_walk(const fbx_record *record, const fbx_record *top);

// ---- escapes of ASCII files (fbx_format.c) ------------------------------------------------------------------------

/// What stands for a character in texts of ASCII files. `&` has no such text: readers know these three only.
typedef struct fbx_escape {
    const char *text; ///< "&quot;"
    char character;
} fbx_escape;

enum { FBX_ESCAPE_COUNT = 3 };
extern const fbx_escape sinew__fbx_escapes[FBX_ESCAPE_COUNT];

/// The escape at the beginning of [text, end), or NULL.
const fbx_escape *sinew__fbx_escape_at(const char *text, const char *end);

// ---- writing (write_records.c) -----------------------------------------------------------------------------------

/// Whether the offsets of a binary file with these records need 64 bits: then its version must be FBX_WIDE_FROM.
int sinew__fbx_is_large(const fbx_record *root);

/// Writes the records below `root` as a binary file of that version, with the footer that the FBX SDK asks for; sets
/// `at` of each record to its first byte. Arrays are FBX_ARRAY_DECODED, or as a file has them, FBX_ARRAY_PLAIN or
/// _DEFLATE with the lowest byte first; their bytes are copied. Check out->failed.
void sinew__fbx_write_binary(fbx_record *root, uint32_t version, sinew__buffer *out);

/// Makes the tree of records again that a stream (core/base/record_stream.h) has: `root` gets them. Texts and arrays
/// stay in the stream. SINEW_ERROR_DAMAGED, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_unfold_records(sinew__arena *arena, const void *stream, size_t size,
                                                       fbx_record *root, uint32_t *out_version, sinew_error *error);

/// Inflates a zlib stream of `size` bytes to exactly `out_size` bytes. Returns 0 if it has another size or is damaged.
typedef int sinew__fbx_inflater(void *out, size_t out_size, const void *bytes, size_t size);

/// Makes an array of unfolded records FBX_ARRAY_DECODED, with its own type. Without `inflate` (NULL), a deflated array
/// is SINEW_ERROR_UNSUPPORTED. _DAMAGED, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_unpack_array(sinew__arena *arena, fbx_array *array,
                                                     sinew__fbx_inflater *inflate, sinew_error *error);

/// Unpacks all arrays below `root`, as sinew__fbx_write_ascii needs them. SINEW_ERROR_LIMIT: they have more than `most`
/// bytes; _UNSUPPORTED: also if an ASCII file cannot contain one of the records.
SINEW_NODISCARD sinew_result sinew__fbx_prepare_text(sinew__arena *arena, fbx_record *root,
                                                     sinew__fbx_inflater *inflate, size_t most, sinew_error *error);

/// Finds a text that reads as an escape in an ASCII file, so that such a file cannot contain it. Returns 1 and the
/// text, of an object its name; or 0. Values of properties, in which programs store whole texts, are only counted.
int sinew__fbx_find_escape(const fbx_record *root, fbx_bytes *out_text, int32_t *out_property_count);

/// Writes records as text: names of objects become `Class::name`, raw bytes base64. Arrays are FBX_ARRAY_DECODED.
void sinew__fbx_write_ascii(const fbx_record *root, uint32_t version, sinew__buffer *out);

/// The identifier of every binary file that sinew writes, and the time of creation that belongs to it: the FBX SDK
/// refuses a file if they, or the identifier in the footer, do not match. These are the ones in wide use.
extern const fbx_bytes sinew__fbx_file_id;
extern const char sinew__fbx_creation_time[];

#endif
