#include "import/sniff_format.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/model_formats.h"
#include "core/base/printable.h"
#include "fbx/fbx_document.h"

// Converts XML in UTF-16 to UTF-8: Collada allows UTF-16, Assimp does not read it.

typedef struct utf16_text {
    const unsigned char *bytes;
    size_t units, at;
    int is_big_endian;
} utf16_text;

static uint32_t unit_at(const utf16_text *text, size_t at)
{
    const unsigned char *pair = text->bytes + 2 * at;
    return text->is_big_endian ? (uint32_t)pair[0] << 8 | pair[1] : (uint32_t)pair[1] << 8 | pair[0];
}

static uint32_t next_code(utf16_text *text)
{
    const uint32_t first = unit_at(text, text->at++);
    if (first < 0xd800 || first > 0xdfff) return first;
    const uint32_t second = first < 0xdc00 && text->at < text->units ? unit_at(text, text->at) : 0;
    if (second < 0xdc00 || second > 0xdfff) return 0xfffd;
    ++text->at;
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

int sinew__is_utf16(const unsigned char *bytes, size_t size)
{
    if (size < 2) return 0;
    const unsigned pair = (unsigned)bytes[0] << 8 | bytes[1];
    return pair == 0xfffe || pair == 0xfeff || pair == 0x3c00 || pair == 0x003c;
}

size_t sinew__utf16_decoded_size(size_t size)
{
    return size / 2 * 3;
}

size_t sinew__utf16_decode(const unsigned char *bytes, size_t size, char *out)
{
    utf16_text text = {.bytes = bytes, .units = size / 2, .is_big_endian = bytes[0] == 0xfe || bytes[0] == 0};
    if (text.units && unit_at(&text, 0) == 0xfeff) text.at = 1;
    size_t length = 0;
    while (text.at < text.units) length += sinew__utf8_encode(next_code(&text), out + length);
    return length;
}

/// Formats by their first bytes. The first matching entry wins.
static const struct {
    const char *start; ///< the first bytes; compared after white space if `text` is set
    size_t length;
    int text;
    const char *extension; ///< the format's extension; NULL: the file's extension decides
    const char *encoding;  ///< encoding, for formats with several encodings
    const char *foreign;   ///< name of a format that sinew does not read
} signatures[] = {
    {"Kaydara FBX Binary", 18, 0, "fbx", "binary", NULL},
    {"; FBX", 5, 1, "fbx", "ascii", NULL},
    {";FBX", 4, 1, "fbx", "ascii", NULL},
    {"FBXHeaderExtension", 18, 1, "fbx", "ascii", NULL},
    {"glTF", 4, 0, "glb", NULL, NULL},
    {"HIERARCHY", 9, 1, "bvh", NULL, NULL},
    {"MD5Version", 10, 1, NULL, NULL, NULL}, // a mesh or an animation, by the extension
    {"//Maya ASCII", 12, 1, NULL, NULL, "Maya scenes"},
    {"FOR4", 4, 0, NULL, NULL, "Maya scenes"},
    {"FOR8", 4, 0, NULL, NULL, "Maya scenes"},
    {"PXR-USDC", 8, 0, NULL, NULL, "USD scenes"},
    {"#usda", 5, 1, NULL, NULL, "USD scenes"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8, 0, NULL, NULL, "3ds Max scenes"},
};

/// Files that are not models but are often opened as one, and how to get the model.
static const struct {
    const char *start; ///< the first bytes; if `text` is set, lower-case letters that are compared after white space,
                       ///< in any case
    size_t length;
    int text;
    int packed;              ///< some formats of Assimp also begin like this
    const char *name, *hint; ///< the file type, and how to get the model; NULL: hint_gzip makes the hint
} mistaken[] = {
    {"version https://git-lfs", 23, 1, 0, "a Git LFS pointer", "git lfs pull fetches the file"},
    {"<!doctype html", 14, 1, 0, "a web page", "download the file itself, not the page about it"},
    {"<html", 5, 1, 0, "a web page", "download the file itself, not the page about it"},
    {"PK\3\4", 4, 0, 1, "a ZIP archive", "unpack it and open the model inside"},
    {"\x1f\x8b", 2, 0, 1, "a gzip archive", NULL},
};

static void extension_of(const char *file_name, char out[16])
{
    const char *dot = strrchr(file_name, '.');
    out[0] = '\0';
    if (!dot || strpbrk(dot, "/\\") || strlen(dot + 1) > 15) return;
    size_t length = 0;
    for (const char *c = dot + 1; *c; ++c) {
        if (!isalnum((unsigned char)*c)) {
            out[0] = '\0';
            return;
        }
        out[length++] = sinew__ascii_lower(*c);
    }
    out[length] = '\0';
}

/// Sets a hint with the command that unpacks a gzip file (RFC 1952). The command's output gets the extension before
/// `.gz` in the file's name, or else the extension of the name in the gzip header. For a file that is not called `.gz`,
/// the output gets the file's own extension.
static void hint_gzip(const char *file_name, const char *at, const char *end, sinew_error *error)
{
    enum { FLAGS = 3, HAS_EXTRA = 4, HAS_NAME = 8, HEADER = 10 };
    char extension[16], inner[256] = "";
    extension_of(file_name, extension);
    const int is_gz = strcmp(extension, "gz") == 0, flags = end - at > HEADER ? at[FLAGS] : 0;
    const size_t length = strlen(file_name);
    if (is_gz && length < sizeof inner + 3) {
        snprintf(inner, sizeof inner, "%.*s", (int)(length - 3), file_name);
        extension_of(inner, extension);
    }
    if (is_gz && !*extension && flags & HAS_NAME && !(flags & HAS_EXTRA)) {
        snprintf(inner, sizeof inner, "%.*s", (int)(end - at - HEADER), at + HEADER);
        extension_of(inner, extension);
    }
    if (strcmp(extension, "tar") == 0 || strcmp(extension, "tgz") == 0)
        sinew__hint(error, "tar -xzf FILE unpacks it");
    else
        sinew__hint(error, "gunzip <FILE >NEW%s%s unpacks it", *extension ? "." : "", extension);
}

static const char *skip_space(const char *at, const char *end)
{
    if (end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) at += 3;
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

static int begins(const char *at, const char *end, const char *start, size_t length)
{
    return (size_t)(end - at) >= length && memcmp(at, start, length) == 0;
}

/// Whether the bytes begin with `start`, compared in any case of letters. `start` is in lower case.
static int begins_in_any_case(const char *at, const char *end, const char *start, size_t length)
{
    if ((size_t)(end - at) < length) return 0;
    for (size_t i = 0; i < length; ++i)
        if (sinew__ascii_lower(at[i]) != start[i]) return 0;
    return 1;
}

/// Whether the first 4096 bytes contain `word`.
static int holds_early(const char *at, const char *end, const char *word)
{
    const size_t length = strlen(word);
    const char *last = end - at > 4096 ? at + 4096 : end;
    for (; at + length <= last; ++at)
        if (memcmp(at, word, length) == 0) return 1;
    return 0;
}

static sinew_result not_a_model(const char *at, const char *end, sinew_error *error)
{
    char start[25];
    size_t length = 0;
    while (at < end && length < sizeof start - 1 && *at && *at != '\n' && *at != '\r') start[length++] = *at++;
    // Do not cut a UTF-8 character.
    while (length && at < end && ((unsigned char)*at & 0xc0) == 0x80) at--, length--;
    start[length] = '\0';
    return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a model file (starts with \"%s\")", start);
}

/// Returns SINEW_ERROR_NOT_A_MODEL with a hint for an entry of `mistaken`. `text` is the first byte after white space.
static sinew_result check_mistaken(const char *file_name, const char *at, const char *text, const char *end,
                                   int importers, sinew_error *error)
{
    for (size_t i = 0; i < sizeof mistaken / sizeof *mistaken; ++i) {
        const int fits = mistaken[i].text ? begins_in_any_case(text, end, mistaken[i].start, mistaken[i].length)
                                          : begins(at, end, mistaken[i].start, mistaken[i].length);
        if (!fits || (mistaken[i].packed && importers)) continue;
        sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a model file but %s", mistaken[i].name);
        if (mistaken[i].hint)
            sinew__hint(error, "%s", mistaken[i].hint);
        else
            hint_gzip(file_name, at, end, error);
        return SINEW_ERROR_NOT_A_MODEL;
    }
    return SINEW_OK;
}

/// Returns an error if a .glb is shorter than its header says.
static sinew_result check_glb_length(const unsigned char *bytes, size_t size, sinew_error *error)
{
    const size_t stated =
        size < 12 ? 12 : (size_t)bytes[8] | (size_t)bytes[9] << 8 | (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    if (stated <= size) return SINEW_OK;
    sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu of %zu", size, stated);
    sinew__hint(error, "copy or export it again");
    return SINEW_ERROR_TRUNCATED;
}

/// Sets a format. `encoding` NULL: the one in the table of model formats.
static void set_format(import_format *out, const char *extension, const char *encoding)
{
    const sinew__model_format *format = sinew__model_format_of(extension);
    snprintf(out->extension, sizeof out->extension, "%s", extension);
    out->name = format ? format->name : NULL;
    out->encoding = encoding ? encoding : format ? format->encoding : "";
}

sinew_result sinew__sniff_start(const char *file_name, const void *start, size_t start_size, size_t size,
                                int (*extension_known)(const char *), import_format *out, sinew_error *error)
{
    if (size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    const char *at = start, *end = at + start_size, *text = skip_space(at, end);
    char extension[16];
    extension_of(file_name, extension);
    // Whether the extension is one of Assimp's formats, which only Assimp can recognise.
    const int importers = *extension && !sinew__model_format_of(extension) && extension_known(extension);
    if (check_mistaken(file_name, at, text, end, importers, error) != SINEW_OK) return SINEW_ERROR_NOT_A_MODEL;
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; ++i) {
        if (!begins(signatures[i].text ? text : at, end, signatures[i].start, signatures[i].length)) continue;
        if (signatures[i].foreign)
            return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "unsupported format: %s", signatures[i].foreign);
        if (!signatures[i].extension) break;
        set_format(out, signatures[i].extension, signatures[i].encoding);
        return strcmp(out->extension, "glb") == 0 ? check_glb_length(start, size, error) : SINEW_OK;
    }
    if (text < end && *text == '{' && (strcmp(extension, "gltf") == 0 || holds_early(text, end, "\"asset\"")))
        set_format(out, "gltf", NULL);
    else if (text < end && *text == '<' && (strcmp(extension, "dae") == 0 || holds_early(text, end, "<COLLADA")))
        set_format(out, "dae", NULL);
    else if (strcmp(extension, "bvh") == 0 && begins_in_any_case(text, end, "hierarchy", 9))
        set_format(out, "bvh", NULL);
    else if (strcmp(extension, "dae") == 0 && sinew__is_utf16(start, start_size))
        set_format(out, "dae", NULL);
    else if (sinew__fbx_is_fbx(start, start_size))
        set_format(out, "fbx", "ascii");
    else if (sinew__model_shows_itself(extension))
        return not_a_model(at, end, error);
    else if (strcmp(extension, "max") == 0)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "unsupported format: 3ds Max scenes");
    else if (!*extension || !extension_known(extension))
        return not_a_model(at, end, error);
    else
        set_format(out, extension, NULL);
    return SINEW_OK;
}

sinew_result sinew__sniff_format(const char *file_name, const void *bytes, size_t size,
                                 int (*extension_known)(const char *), import_format *out, sinew_error *error)
{
    return sinew__sniff_start(file_name, bytes, size, size, extension_known, out, error);
}
