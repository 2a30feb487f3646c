// Parses ASCII files: `Name: value, value, … { records }`. Comments run from ';' to the end of the line; an array is
// `*count { a: numbers }`; a list of values continues on the next line after a comma. One token of lookahead is enough
// to parse.
#include <string.h>

#include "core/base/error.h"
#include "fbx/fbx_parse.h"

enum { PACK_FROM = 8 }; // smallest number of values that are kept as an array

typedef struct ascii_reader {
    fbx_parser *parser;
    const char *at, *end;
    fbx_record *current; // the record whose children are being read
    fbx_value *values;   // values of the record being read; memory is reused
    size_t value_count, value_capacity;
} ascii_reader;

// ---- characters --------------------------------------------------------------------------------------------------

enum { BLANK = 1, DIGIT = 2, LETTER = 4, NAME = 8 };

/// Returns the kinds of token that a character can be part of, as bits.
static unsigned character_kind(char c)
{
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f') return BLANK;
    if (c >= '0' && c <= '9') return DIGIT | NAME;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return LETTER | NAME;
    return c == '|' || c == '-' ? NAME : 0;
}

static size_t position(const ascii_reader *reader)
{
    return (size_t)(reader->at - reader->parser->bytes);
}

static sinew_result damaged(const ascii_reader *reader, const char *what)
{
    return sinew__fbx_damaged(reader->parser->error, position(reader), what);
}

static sinew_result truncated(const ascii_reader *reader)
{
    return sinew__fbx_truncated(reader->parser->error, reader->parser->size, 0);
}

/// Returns the end of the line that contains `from`. Files from old Macs end lines with '\r' only.
static const char *line_end(const ascii_reader *reader, const char *from)
{
    while (from < reader->end && *from != '\n' && *from != '\r') from++;
    return from;
}

/// Skips blanks and comments. Returns the next character, or 0 at the end of the file.
static char skip_blanks(ascii_reader *reader)
{
    while (reader->at < reader->end) {
        const char c = *reader->at;
        if (c == ';')
            reader->at = line_end(reader, reader->at);
        else if (character_kind(c) & BLANK || c == '\0')
            ++reader->at;
        else
            return c;
    }
    return 0;
}

static const char *name_end(const ascii_reader *reader)
{
    const char *p = reader->at;
    while (p < reader->end && character_kind(*p) & NAME) p++;
    return p;
}

/// Whether a colon follows `p`, so that the word before it is the name of a record.
static int is_followed_by_colon(const ascii_reader *reader, const char *p)
{
    while (p < reader->end && (*p == ' ' || *p == '\t')) p++;
    return p < reader->end && *p == ':';
}

// ---- values ------------------------------------------------------------------------------------------------------

static sinew_result add_value(ascii_reader *reader, fbx_value value)
{
    if (reader->value_count == reader->value_capacity) {
        fbx_value *values = sinew__arena_grow(reader->parser->arena, reader->values, reader->value_count,
                                              &reader->value_capacity, sizeof *values);
        if (!values) return sinew__arena_fail(reader->parser->arena, reader->parser->error);
        reader->values = values;
    }
    if (reader->value_count >= UINT32_MAX) return damaged(reader, "a record has too many values");
    reader->values[reader->value_count++] = value;
    return SINEW_OK;
}

/// Copies text with its escapes replaced. Returns the new length.
static size_t unescape(char *out, const char *text, size_t size)
{
    const char *end = text + size;
    char *p = out;
    while (text < end) {
        const fbx_escape *escape = sinew__fbx_escape_at(text, end);
        *p++ = escape ? escape->character : *text;
        text += escape ? strlen(escape->text) : 1;
    }
    return (size_t)(p - out);
}

static sinew_result read_text(ascii_reader *reader)
{
    const char *start = reader->at + 1;
    const char *close = memchr(start, '"', (size_t)(reader->end - start));
    if (!close) return truncated(reader);
    size_t size = (size_t)(close - start);
    if (size > UINT32_MAX) return damaged(reader, "a text is too long");
    const char *text = start;
    if (size && memchr(start, '&', size)) {
        char *copy = SINEW__ARENA_ARRAY(reader->parser->arena, char, size);
        if (!copy) return sinew__arena_fail(reader->parser->arena, reader->parser->error);
        size = unescape(copy, start, size);
        text = copy;
    }
    reader->at = close + 1;
    return add_value(reader,
                     (fbx_value){.kind = FBX_VALUE_TEXT, .type = 'S', .size = (uint32_t)size, .as.bytes = text});
}

static sinew_result read_number(ascii_reader *reader)
{
    double number;
    int64_t integer;
    int is_integer;
    const char *after = sinew__fbx_parse_number(reader->at, reader->end, &number, &integer, &is_integer);
    if (!after) return damaged(reader, "expected a number");
    reader->at = after;
    if (is_integer)
        return add_value(reader, (fbx_value){.kind = FBX_VALUE_INTEGER, .type = 'L', .as.integer = integer});
    return add_value(reader, (fbx_value){.kind = FBX_VALUE_NUMBER, .type = 'D', .as.number = number});
}

static sinew_result read_word(ascii_reader *reader, const char *word_end)
{
    double number;
    int64_t integer;
    int is_integer;
    const char *word = reader->at;
    const char *after = sinew__fbx_parse_number(word, reader->end, &number, &integer, &is_integer);
    const int is_number = after && after >= word_end; // "nan" and "inf" are numbers
    reader->at = is_number ? after : word_end;
    if (is_number) return add_value(reader, (fbx_value){.kind = FBX_VALUE_NUMBER, .type = 'D', .as.number = number});
    return add_value(
        reader,
        (fbx_value){.kind = FBX_VALUE_WORD, .type = 'S', .size = (uint32_t)(word_end - word), .as.bytes = word});
}

/// Returns the brace that closes an array, skipping comments; NULL if it is missing.
static const char *find_array_end(const ascii_reader *reader, const char *from)
{
    const char *brace = memchr(from, '}', (size_t)(reader->end - from));
    while (brace) {
        const char *comment = memchr(from, ';', (size_t)(brace - from));
        if (!comment) return brace;
        from = line_end(reader, comment);
        if (brace < from) brace = memchr(from, '}', (size_t)(reader->end - from));
    }
    return NULL;
}

/// Reads an array `*24 { a: 1,2,… }`; its numbers are parsed on request.
static sinew_result read_array(ascii_reader *reader)
{
    const size_t at = position(reader);
    double number;
    int64_t count = -1;
    int is_integer;
    const char *after = sinew__fbx_parse_number(reader->at + 1, reader->end, &number, &count, &is_integer);
    if (!after) return reader->at + 1 >= reader->end ? truncated(reader) : damaged(reader, "an array has no count");
    reader->at = after;
    char next = skip_blanks(reader);
    if (next == 0) return truncated(reader);
    if (!is_integer || count < 0 || next != '{')
        return sinew__fbx_damaged(reader->parser->error, at, "an array has no count");
    ++reader->at;
    next = skip_blanks(reader);
    const char *name_behind = name_end(reader);
    if (name_behind > reader->at && is_followed_by_colon(reader, name_behind))
        reader->at = (const char *)memchr(name_behind, ':', (size_t)(reader->end - name_behind)) + 1;
    const char *close = next ? find_array_end(reader, reader->at) : NULL;
    if (!close) return truncated(reader);
    const size_t size = (size_t)(close - reader->at);
    if ((uint64_t)count > size / 2 + 1 || (count && size == 0))
        return sinew__fbx_damaged(reader->parser->error, at, "an array states more numbers than its text can hold");
    fbx_array *array = SINEW__ARENA_ARRAY(reader->parser->arena, fbx_array, 1);
    if (!array) return sinew__arena_fail(reader->parser->arena, reader->parser->error);
    *array = (fbx_array){.bytes = reader->at,
                         .size = size,
                         .count = (size_t)count,
                         .at = position(reader),
                         .type = 'd',
                         .encoding = FBX_ARRAY_TEXT};
    reader->at = close + 1;
    return add_value(reader, (fbx_value){.kind = FBX_VALUE_ARRAY, .as.array = array});
}

/// Reads a value. Sets *out_found to 0 if a brace or the next record's name follows.
static sinew_result read_value(ascii_reader *reader, char next, int *out_found)
{
    *out_found = 1;
    if (next == '"') return read_text(reader);
    if (next == '*') return read_array(reader);
    const unsigned kind = character_kind(next);
    if (kind & LETTER) {
        const char *word_end = name_end(reader);
        *out_found = !is_followed_by_colon(reader, word_end);
        return *out_found ? read_word(reader, word_end) : SINEW_OK;
    }
    if (kind & DIGIT || next == '-' || next == '+' || next == '.') return read_number(reader);
    *out_found = 0;
    return SINEW_OK;
}

/// Reads the values of a record, up to its children or the next record.
static sinew_result read_values(ascii_reader *reader)
{
    reader->value_count = 0;
    for (;;) {
        char next = skip_blanks(reader);
        while (next == ',') { // the value of an embedded file begins with a comma
            ++reader->at;
            next = skip_blanks(reader);
        }
        int found;
        const sinew_result result = read_value(reader, next, &found);
        if (result != SINEW_OK || !found) return result;
        if (skip_blanks(reader) != ',') return SINEW_OK;
    }
}

// ---- records -----------------------------------------------------------------------------------------------------

/// Replaces a long list of numbers by one array: 64-bit integers if all are integers, else doubles.
static sinew_result pack_values(ascii_reader *reader, fbx_record *record, int all_integers)
{
    sinew__arena *arena = reader->parser->arena;
    const size_t count = reader->value_count;
    fbx_value *value = SINEW__ARENA_ARRAY(arena, fbx_value, 1);
    fbx_array *array = SINEW__ARENA_ARRAY(arena, fbx_array, 1);
    int64_t *integers = all_integers ? SINEW__ARENA_ARRAY(arena, int64_t, count) : NULL;
    double *numbers = all_integers ? NULL : SINEW__ARENA_ARRAY(arena, double, count);
    if (!value || !array || (!integers && !numbers)) return sinew__arena_fail(arena, reader->parser->error);
    for (size_t i = 0; i < count; ++i) {
        const fbx_value *from = &reader->values[i];
        if (integers)
            integers[i] = from->as.integer;
        else
            numbers[i] = from->kind == FBX_VALUE_INTEGER ? (double)from->as.integer : from->as.number;
    }
    *array = (fbx_array){.count = count,
                         .at = record->at,
                         .type = all_integers ? 'l' : 'd',
                         .encoding = FBX_ARRAY_DECODED,
                         .items = all_integers ? (const void *)integers : (const void *)numbers};
    *value = (fbx_value){.kind = FBX_VALUE_ARRAY, .as.array = array};
    record->values = value;
    record->value_count = 1;
    return SINEW_OK;
}

static sinew_result keep_values(ascii_reader *reader, fbx_record *record)
{
    const size_t count = reader->value_count;
    int all_numbers = 1, all_integers = 1;
    for (size_t i = 0; i < count && all_numbers; ++i) {
        const uint8_t kind = reader->values[i].kind;
        all_integers = all_integers && kind == FBX_VALUE_INTEGER;
        all_numbers = kind == FBX_VALUE_INTEGER || kind == FBX_VALUE_NUMBER;
    }
    if (all_numbers && count >= PACK_FROM) return pack_values(reader, record, all_integers);
    if (count == 0) return SINEW_OK;
    fbx_value *values = SINEW__ARENA_ARRAY(reader->parser->arena, fbx_value, count);
    if (!values) return sinew__arena_fail(reader->parser->arena, reader->parser->error);
    memcpy(values, reader->values, count * sizeof *values);
    record->values = values;
    record->value_count = (uint32_t)count;
    return SINEW_OK;
}

static sinew_result read_record(ascii_reader *reader)
{
    const char *name = reader->at, *after = name_end(reader);
    if (after == name) return damaged(reader, "expected the name of a record");
    const size_t start = position(reader);
    if (!is_followed_by_colon(reader, after)) {
        if (after == reader->end) return truncated(reader);
        return damaged(reader, "expected a colon after the name of a record");
    }
    const char *interned = sinew__fbx_intern(reader->parser, name, (size_t)(after - name));
    fbx_record *record = interned ? sinew__fbx_record_add(reader->parser->arena, reader->current, interned) : NULL;
    if (!record) return sinew__arena_fail(reader->parser->arena, reader->parser->error);
    record->at = start;
    while (*after != ':') after++;
    reader->at = after + 1;
    sinew_result result = read_values(reader);
    if (result == SINEW_OK) result = keep_values(reader, record);
    if (result != SINEW_OK) return result;
    const char next = skip_blanks(reader);
    if (next == '{') {
        ++reader->at;
        record->has_list = 1;
        reader->current = record;
    }
    return next == 0 && record->value_count == 0 ? truncated(reader) : SINEW_OK;
}

static sinew_result read_records(ascii_reader *reader)
{
    for (;;) {
        const char next = skip_blanks(reader);
        if (next == 0) return reader->current == reader->parser->root ? SINEW_OK : truncated(reader);
        if (next == '}') {
            if (reader->current == reader->parser->root)
                return damaged(reader, "a closing brace without an opening one");
            reader->current = reader->current->parent;
            ++reader->at;
            continue;
        }
        const sinew_result result = read_record(reader);
        if (result != SINEW_OK) return result;
    }
}

sinew_result sinew__fbx_parse_ascii(fbx_parser *parser)
{
    ascii_reader reader = {
        .parser = parser, .at = parser->bytes, .end = parser->bytes + parser->size, .current = parser->root};
    if (parser->size >= 3 && memcmp(reader.at, "\xef\xbb\xbf", 3) == 0) reader.at += 3;
    const sinew_result result = read_records(&reader);
    if (result != SINEW_OK) return result;
    // A file that was cut between two records has no syntax error. But every file from FBX 6 on has both sections, so
    // that a file without one of them is truncated.
    const fbx_record *root = parser->root;
    const int64_t version = sinew__fbx_child_integer(sinew__fbx_record_child(root, FBX_NAME(FBX_HEADER_EXTENSION)),
                                                     FBX_NAME(FBX_VERSION), 6000);
    const int cut = version >= 6000 && (!sinew__fbx_record_child(root, FBX_NAME(OBJECTS)) ||
                                        !sinew__fbx_record_child(root, FBX_NAME(CONNECTIONS)));
    return cut ? truncated(&reader) : SINEW_OK;
}
