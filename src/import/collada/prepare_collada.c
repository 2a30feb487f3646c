#include "import/collada/prepare_collada.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "import/collada/collada_document.h"
#include "import/collada/collada_references.h"
#include "import/collada/decode_utf16.h"
#include "import/collada/number_nodes.h"
#include "import/collada/remove_morphs.h"
#include "import/collada/separate_skeletons.h"
#include "import/collada/xml_tags.h"

static int copy_text(import_pass *pass, collada_text *out)
{
    const int is_utf16 = sinew__is_utf16(pass->bytes, pass->size);
    const size_t capacity = is_utf16 ? sinew__utf16_decoded_size(pass->size) : pass->size;
    out->text = SINEW__ARENA_ARRAY(&pass->arena, char, capacity + 1);
    if (!out->text) return 0;
    out->size = pass->size;
    if (is_utf16)
        out->size = sinew__utf16_decode(pass->bytes, pass->size, out->text);
    else
        memcpy(out->text, pass->bytes, pass->size);
    return 1;
}

// ---- numbers ------------------------------------------------------------------------------------------------------

static int begins_number(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

/// Moves blanks at the beginning of [from, to) to its end if a number follows them.
static void move_blanks(char *text, size_t from, size_t to)
{
    size_t start = from;
    while (start < to && sinew__ascii_is_space(text[start])) ++start;
    if (start == from || start == to || !begins_number(text[start])) return;
    memmove(text + from, text + start, to - start);
    memset(text + from + (to - start), ' ', start - from);
}

static void move_all_blanks(collada_text *document)
{
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document->text, document->size, at, &tag); at = tag.end) {
        const char *next = memchr(document->text + tag.end, '<', document->size - tag.end);
        if (!tag.closes && next) move_blanks(document->text, tag.end, (size_t)(next - document->text));
    }
}

// ---- animations ---------------------------------------------------------------------------------------------------

static int has_tag(const collada_text *document, const char *name)
{
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document->text, document->size, at, &tag); at = tag.end)
        if (sinew__xml_tag_is(&tag, name)) return 1;
    return 0;
}

/// Replaces a tag by a shorter or equally long one, and spaces.
static void replace_tag(collada_text *document, const xml_tag *tag, const char *by)
{
    memset(document->text + tag->begin, ' ', tag->end - tag->begin);
    memcpy(document->text + tag->begin, by, strlen(by));
}

/// Joins the animations between the tags of a library, nested ones included. Returns the position behind the library.
static size_t join_library(collada_text *document, size_t at)
{
    xml_tag tag, first = {0}, last = {0};
    while (sinew__xml_next_tag(document->text, document->size, at, &tag)) {
        at = tag.end;
        if (sinew__xml_tag_is(&tag, "library_animations")) break;
        if (!sinew__xml_tag_is(&tag, "animation")) continue;
        if (!first.end && !tag.closes && !tag.is_empty) first = tag;
        if (tag.closes) last = tag;
        replace_tag(document, &tag, "");
    }
    if (first.end && last.end) {
        replace_tag(document, &first, "<animation>");
        replace_tag(document, &last, "</animation>");
    }
    return at;
}

static void join_animations(collada_text *document)
{
    if (has_tag(document, "animation_clip")) return;
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document->text, document->size, at, &tag);) {
        const int begins = sinew__xml_tag_is(&tag, "library_animations") && !tag.closes && !tag.is_empty;
        at = begins ? join_library(document, tag.end) : tag.end;
    }
}

sinew_result sinew__collada_prepare(import_pass *pass, sinew_error *error)
{
    collada_text document;
    if (!copy_text(pass, &document)) return sinew__arena_fail(&pass->arena, error);
    move_all_blanks(&document);
    if (!sinew__collada_read_animations(pass, &document)) return sinew__arena_fail(&pass->arena, error);
    const sinew_result result = sinew__collada_check_references(pass, &document, error);
    if (result != SINEW_OK) return result;
    join_animations(&document);
    if (!sinew__collada_remove_morphs(pass, &document) || !sinew__collada_separate_skeletons(pass, &document) ||
        !sinew__collada_number_nodes(pass, &document) || !sinew__collada_read_nodes(pass, &document))
        return sinew__arena_fail(&pass->arena, error);
    pass->bytes = (const unsigned char *)document.text;
    pass->size = document.size;
    return SINEW_OK;
}

int sinew__collada_remove_animations(import_pass *pass)
{
    char *text =
        sinew__arena_text(&pass->arena, (const char *)pass->bytes, pass->size); // pass->collada needs the other
    if (!text) return 0;
    xml_tag tag;
    size_t begin = 0;
    int found = 0;
    for (size_t at = 0; sinew__xml_next_tag(text, pass->size, at, &tag); at = tag.end) {
        if (!sinew__xml_tag_is(&tag, "library_animations") || tag.is_empty) continue;
        if (!tag.closes) begin = tag.begin;
        if (!tag.closes || begin == 0) continue;
        memset(text + begin, ' ', tag.end - begin);
        begin = 0;
        found = 1;
    }
    pass->bytes = (const unsigned char *)text;
    return found;
}
