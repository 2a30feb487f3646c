/// The tags of an XML text, one after another, for documents that are rewritten before an importer reads them.
#ifndef SINEW_IMPORT_COLLADA_XML_TAGS_H
#define SINEW_IMPORT_COLLADA_XML_TAGS_H

#include <stddef.h>

#include "core/base/arena.h"

/// `<name …>`, `</name>` or `<name …/>`. The name points into the text, without a namespace prefix.
typedef struct xml_tag {
    size_t begin, end; ///< from '<' to behind '>'
    const char *name;
    size_t name_length;
    int closes;   ///< `</name>`
    int is_empty; ///< `<name …/>`
} xml_tag;

/// Finds the first tag at or after `from`; comments, CDATA sections and declarations are skipped. Returns 0 at the end
/// of the text, which includes an incomplete tag.
int sinew__xml_next_tag(const char *text, size_t size, size_t from, xml_tag *out);
int sinew__xml_tag_is(const xml_tag *tag, const char *name);

/// The text between a tag and the next one, without white space around it.
const char *sinew__xml_text_after(const char *text, size_t size, const xml_tag *tag, size_t *out_length);

/// Finds an attribute of a tag. Returns its value, which is not terminated, or NULL and the length 0.
const char *sinew__xml_attribute(const char *text, const xml_tag *tag, const char *name, size_t *out_length);

/// A copy in the arena of an attribute's value without '#', as in references; "" without the attribute, NULL when out
/// of memory.
const char *sinew__xml_reference(sinew__arena *arena, const char *text, const xml_tag *tag, const char *name);

/// A document while it is rewritten.
typedef struct collada_text {
    char *text; ///< in the pass's arena
    size_t size;
} collada_text;

/// A range of the text and what replaces it.
typedef struct text_edit {
    size_t at, removed;
    const char *inserted;
} text_edit;

/// Edits of one text; their ranges do not overlap.
typedef struct text_edits {
    text_edit *items;
    size_t count, capacity;
} text_edits;

/// Returns 0 when out of memory.
int sinew__text_edit_add(sinew__arena *arena, text_edits *list, text_edit edit);

/// Sorts the edits by their positions.
void sinew__text_edits_sort(text_edits *list);

/// Replaces the text by one with all edits, which are sorted. Returns 0 when out of memory.
int sinew__text_edits_apply(sinew__arena *arena, collada_text *document, const text_edits *list);

#endif
