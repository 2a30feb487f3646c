/// Replacements in the text of a document.
#ifndef SINEW_IMPORT_COLLADA_EDIT_TEXT_H
#define SINEW_IMPORT_COLLADA_EDIT_TEXT_H

#include <stddef.h>

#include "base/arena.h"

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
