#include "import/collada/edit_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int sinew__text_edit_add(sinew__arena *arena, text_edits *list, text_edit edit)
{
    text_edit *items = sinew__arena_grow(arena, list->items, list->count, &list->capacity, sizeof *items);
    if (!items) return 0;
    list->items = items;
    items[list->count++] = edit;
    return 1;
}

static int compare_edits(const void *left, const void *right)
{
    const text_edit *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

void sinew__text_edits_sort(text_edits *list)
{
    if (list->count) qsort(list->items, list->count, sizeof *list->items, compare_edits);
}

int sinew__text_edits_apply(sinew__arena *arena, collada_text *document, const text_edits *list)
{
    size_t size = document->size;
    for (size_t i = 0; i < list->count; ++i) size += strlen(list->items[i].inserted);
    char *text = SINEW__ARENA_ARRAY(arena, char, size + 1);
    if (!text) return 0;
    size_t from = 0, to = 0;
    for (size_t i = 0; i < list->count; ++i) {
        const text_edit *item = &list->items[i];
        assert(item->at >= from && item->at + item->removed <= document->size);
        const size_t kept = item->at - from, length = strlen(item->inserted);
        memcpy(text + to, document->text + from, kept);
        memcpy(text + to + kept, item->inserted, length);
        to += kept + length;
        from = item->at + item->removed;
    }
    memcpy(text + to, document->text + from, document->size - from);
    *document = (collada_text){text, to + document->size - from};
    return 1;
}
