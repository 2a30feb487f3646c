// Reads tags, attributes and references of XML in memory one after another, and replaces parts of its text.
#include "import/collada/collada.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"

// Replaces parts of a document's text.

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

static int begins_with(const char *text, size_t size, size_t at, const char *word)
{
    const size_t length = strlen(word);
    return size - at >= length && memcmp(text + at, word, length) == 0;
}

/// Returns the position after the next `word`, or `size`.
static size_t skip_past(const char *text, size_t size, size_t at, const char *word)
{
    const size_t length = strlen(word);
    for (; at + length <= size; ++at) {
        const char *found = memchr(text + at, word[0], size - at - length + 1);
        if (!found) break;
        at = (size_t)(found - text);
        if (memcmp(found, word, length) == 0) return at + length;
    }
    return size;
}

/// Returns the position of the '>' that ends a tag; skips quoted ones. `size` if the tag does not end.
static size_t find_tag_end(const char *text, size_t size, size_t at)
{
    char quote = '\0';
    for (; at < size; ++at) {
        const char c = text[at];
        if (quote) {
            if (c == quote) quote = '\0';
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            return at;
        }
    }
    return size;
}

static int ends_name(char c)
{
    return sinew__ascii_is_space(c) || c == '/' || c == '>' || c == '=';
}

int sinew__xml_next_tag(const collada_text *document, size_t *at, xml_tag *out)
{
    const char *text = document->text;
    const size_t size = document->size;
    while (*at < size) {
        const char *open = memchr(text + *at, '<', size - *at);
        if (!open) return 0;
        const size_t begin = (size_t)(open - text);
        if (begins_with(text, size, begin, "<!--")) {
            *at = skip_past(text, size, begin, "-->");
        } else if (begins_with(text, size, begin, "<![CDATA[")) {
            *at = skip_past(text, size, begin, "]]>");
        } else if (begins_with(text, size, begin, "<?") || begins_with(text, size, begin, "<!")) {
            *at = skip_past(text, size, begin, ">");
        } else {
            const size_t last = find_tag_end(text, size, begin);
            if (last == size) return 0;
            const int closes = text[begin + 1] == '/';
            size_t from = begin + 1 + (size_t)closes, to = from;
            for (; to < last && !ends_name(text[to]); ++to)
                if (text[to] == ':') from = to + 1;
            *out = (xml_tag){.begin = begin,
                             .end = last + 1,
                             .name = text + from,
                             .name_length = to - from,
                             .closes = closes,
                             .is_empty = text[last - 1] == '/'};
            *at = out->end;
            return 1;
        }
    }
    return 0;
}

int sinew__xml_tag_is(const xml_tag *tag, const char *name)
{
    return strlen(name) == tag->name_length && memcmp(name, tag->name, tag->name_length) == 0;
}

const char *sinew__xml_text_after(const collada_text *document, const xml_tag *tag, size_t *out_length)
{
    const char *text = document->text, *next = memchr(text + tag->end, '<', document->size - tag->end);
    size_t from = tag->end, to = next ? (size_t)(next - text) : document->size;
    while (from < to && sinew__ascii_is_space(text[from])) ++from;
    while (to > from && sinew__ascii_is_space(text[to - 1])) --to;
    *out_length = to - from;
    return text + from;
}

const char *sinew__xml_attribute(const collada_text *document, const xml_tag *tag, const char *name, size_t *out_length)
{
    const size_t length = strlen(name);
    const char *at = tag->name + tag->name_length, *end = document->text + tag->end;
    *out_length = 0;
    while (at < end) {
        while (at < end && sinew__ascii_is_space(*at)) ++at;
        const char *key = at;
        while (at < end && !ends_name(*at)) ++at;
        const size_t key_length = (size_t)(at - key);
        while (at < end && *at != '"' && *at != '\'') ++at;
        if (at == end) return NULL;
        const char *value = at + 1, *close = memchr(value, *at, (size_t)(end - value));
        if (!close) return NULL;
        if (key_length == length && memcmp(key, name, length) == 0) {
            *out_length = (size_t)(close - value);
            return value;
        }
        at = close + 1;
    }
    return NULL;
}

const char *sinew__xml_reference(sinew__arena *arena, const collada_text *document, const xml_tag *tag,
                                 const char *name)
{
    size_t length = 0;
    const char *value = sinew__xml_attribute(document, tag, name, &length);
    const size_t hash = value && length && *value == '#';
    return value ? sinew__arena_text(arena, value + hash, length - hash) : "";
}
