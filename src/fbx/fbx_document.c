// Opens a document: checks the file type, reads records, upgrades old ones, then reads objects, connections and
// settings.
#include "fbx/fbx_document.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "fbx/fbx_index.h"
#include "fbx/fbx_parse.h"

enum { SNIFFED = 1024, SHOWN = 24 };

// ---- file type ---------------------------------------------------------------------------------------------------

static int contains(const char *bytes, size_t size, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; ++i)
        if (memcmp(bytes + i, word, length) == 0) return 1;
    return 0;
}

/// Skips blanks and comments. Sets *out_named if a comment contains "FBX".
static const char *skip_comments(const char *at, const char *end, int *out_named)
{
    while (at < end && !*out_named) {
        if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') {
            ++at;
            continue;
        }
        if (*at != ';') break;
        const char *line_end = at;
        while (line_end < end && *line_end != '\n' && *line_end != '\r') line_end++;
        *out_named = contains(at, (size_t)(line_end - at), "FBX");
        at = line_end;
    }
    return at;
}

int sinew__fbx_is_fbx(const void *bytes, size_t size)
{
    if (sinew__fbx_is_binary(bytes, size)) return 1;
    const char *start = bytes, *end = start + size;
    int named = 0;
    if (size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0) start += 3;
    start = skip_comments(start, end, &named);
    const size_t left = (size_t)(end - start);
    return named || contains(start, left < SNIFFED ? left : SNIFFED, "FBXHeaderExtension");
}

static sinew_result fail_not_a_model(const char *bytes, size_t size, sinew_error *error)
{
    char start[SHOWN + 1], shown[SHOWN * 6 + 1];
    size_t length = 0;
    while (length < SHOWN && length < size && bytes[length] && bytes[length] != '\n' && bytes[length] != '\r') {
        start[length] = bytes[length];
        ++length;
    }
    start[length] = '\0';
    sinew__printable(start, shown, sizeof shown);
    return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a model file (starts with \"%s\")", shown);
}

// ---- facts about the file ----------------------------------------------------------------------------------------

/// Returns the version in a comment: 7400 for "; FBX 7.4.0 project file"; 0 without such a comment.
static uint32_t version_of_comment(const char *bytes, size_t size)
{
    const char *end = bytes + (size < SNIFFED ? size : SNIFFED);
    while (end - bytes >= 4 && memcmp(bytes, "FBX ", 4) != 0) bytes++;
    if (end - bytes < 4) return 0;
    uint32_t version = 0;
    int digits = 0;
    for (bytes += 4; bytes < end && digits < 3; ++bytes) {
        if (*bytes == '.') continue;
        if (*bytes < '0' || *bytes > '9') break;
        version = version * 10 + (uint32_t)(*bytes - '0');
        ++digits;
    }
    return digits == 3 ? version * 10 : 0;
}

/// Returns the version of a file that does not state one: from FBX 7 on, objects have numbers; before, they have names.
static uint32_t version_of_objects(const fbx_record *root)
{
    const fbx_record *objects = sinew__fbx_record_child(root, FBX_NAME(OBJECTS)),
                     *first = objects ? objects->first_child : NULL;
    const fbx_value *name = sinew__fbx_record_value(first, 0);
    return !name ? 0 : name->kind == FBX_VALUE_INTEGER ? 7400 : 6100;
}

uint32_t sinew__fbx_find_version(const fbx_parser *parser)
{
    const fbx_record *header = sinew__fbx_record_child(parser->root, FBX_NAME(FBX_HEADER_EXTENSION));
    const int64_t stated = sinew__fbx_child_integer(header, FBX_NAME(FBX_VERSION), 0);
    if (parser->version >= 6000) return parser->version;
    if (stated > 0 && stated < 100000) return (uint32_t)stated;
    if (parser->version) return parser->version;
    const uint32_t version = version_of_comment(parser->bytes, parser->size);
    return version ? version : version_of_objects(parser->root);
}

static fbx_bytes info_text(const fbx_document *document, const char *name)
{
    const fbx_record *header = sinew__fbx_record_child(document->root, FBX_NAME(FBX_HEADER_EXTENSION));
    const fbx_record *info =
        sinew__fbx_record_child(sinew__fbx_record_child(header, FBX_NAME(SCENE_INFO)), FBX_NAME(PROPERTIES70));
    for (const fbx_record *p = sinew__fbx_record_child(info, FBX_NAME(P)); p; p = sinew__fbx_record_next_same(p))
        if (sinew__fbx_record_text_is(p, 0, name)) return sinew__fbx_record_bytes(p, FBX_PROPERTY_VALUES);
    return (fbx_bytes){"", 0};
}

// ---- opening -----------------------------------------------------------------------------------------------------

/// Moves the records of further sections called `name` to the first one, because some writers split sections.
static void join_sections(const fbx_record *root, const char *name)
{
    fbx_record *first = sinew__fbx_record_child(root, name);
    for (const fbx_record *other = sinew__fbx_record_next_same(first); other;
         other = sinew__fbx_record_next_same(other))
        for (fbx_record *record = other->first_child, *next; record; record = next) {
            next = record->next;
            sinew__fbx_record_detach(record);
            sinew__fbx_record_attach(first, record);
        }
}

sinew_result sinew__fbx_document_open(sinew__arena *arena, const void *bytes, size_t size, fbx_document **out_document,
                                      sinew_error *out_error)
{
    *out_document = NULL;
    if (size == 0) return sinew__fail(out_error, SINEW_ERROR_EMPTY, "the file is empty");
    if (sinew__fbx_is_cut_signature(bytes, size)) return sinew__fbx_truncated(out_error, size, FBX_BINARY_HEADER);
    sinew_result result = sinew__fbx_check_signature(bytes, size, out_error);
    if (result != SINEW_OK) return result;
    if (!sinew__fbx_is_fbx(bytes, size)) return fail_not_a_model(bytes, size, out_error);
    fbx_parser parser = {.arena = arena, .bytes = bytes, .size = size, .error = out_error};
    const int is_binary = sinew__fbx_is_binary(bytes, size);
    parser.root = sinew__fbx_record_add(arena, NULL, "");
    if (!parser.root) return sinew__arena_fail(arena, out_error);
    result = is_binary ? sinew__fbx_parse_binary(&parser) : sinew__fbx_parse_ascii(&parser);
    if (result != SINEW_OK) return result;

    fbx_document *document = SINEW__ARENA_ARRAY(arena, fbx_document, 1);
    struct fbx_index *index = SINEW__ARENA_ARRAY(arena, struct fbx_index, 1);
    if (!document || !index) return sinew__arena_fail(arena, out_error);
    *document = (fbx_document){.version = sinew__fbx_find_version(&parser),
                               .is_binary = is_binary != 0,
                               .creator = "",
                               .application = "",
                               .root = parser.root,
                               .arena = arena,
                               .index = index};
    if (document->version < 5000)
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "unsupported FBX version %u",
                           (unsigned)document->version);
    join_sections(document->root, "Objects");
    join_sections(document->root, "Connections");
    // When out of memory, the texts stay empty, and the arena reports it.
    const fbx_record *header = sinew__fbx_record_child(document->root, FBX_NAME(FBX_HEADER_EXTENSION));
    fbx_bytes stated = sinew__fbx_child_bytes(header, FBX_NAME(CREATOR));
    if (stated.size == 0) stated = sinew__fbx_child_bytes(document->root, FBX_NAME(CREATOR));
    const char *creator = sinew__fbx_text_utf8(arena, stated), *application = NULL;
    if (creator) document->creator = creator;
    result = sinew__fbx_upgrade(document, out_error);
    if (result != SINEW_OK) return result;
    const char *name = sinew__fbx_text_utf8(arena, info_text(document, "LastSaved|ApplicationName"));
    const char *version = sinew__fbx_text_utf8(arena, info_text(document, "LastSaved|ApplicationVersion"));
    if (name && *name && version)
        application = sinew__arena_format(arena, "%s%s%s", name, *version ? " " : "", version);
    if (application) document->application = application;
    result = sinew__fbx_read_objects(document, out_error);
    if (result == SINEW_OK) result = sinew__fbx_read_connections(document, out_error);
    if (result != SINEW_OK) return result;
    sinew__fbx_read_settings(document);
    *out_document = document;
    return SINEW_OK;
}
