#include "core/base/glob.h"

#include <stddef.h>
#include <string.h>

#include "core/base/printable.h"

static size_t character_length(const char *text)
{
    uint32_t code;
    size_t left = 0;
    while (left < 4 && text[left]) ++left;
    const size_t length = sinew__utf8_decode(text, text + left, &code);
    return length > 0 ? length : 1;
}

/// Returns the `]` that ends the set at `set`, after its `[`, or NULL. A `]` at the start belongs to the set.
static const char *end_of_set(const char *set)
{
    if (*set == '!' || *set == '^') ++set;
    return *set ? strchr(set + 1, ']') : NULL;
}

static int set_contains(const char *set, const char *end, unsigned char byte)
{
    const int is_inverted = *set == '!' || *set == '^';
    int is_inside = 0;
    for (set += is_inverted; set < end; ++set) {
        const unsigned char first = (unsigned char)*set;
        const int is_range = end - set > 2 && set[1] == '-';
        if (is_range) set += 2;
        is_inside |= first <= byte && byte <= (unsigned char)*set;
    }
    return is_inside != is_inverted;
}

/// Matches one character of the name with one item of the pattern, except `*`. Advances both.
static int match_one(const char **pattern, const char **name)
{
    const char *item = *pattern, *end;
    size_t length = 1;
    if (!*item || !**name) return 0;
    if (*item == '?') {
        length = character_length(*name);
    } else if (*item == '[' && (end = end_of_set(item + 1))) {
        if (!set_contains(item + 1, end, (unsigned char)**name)) return 0;
        item = end;
    } else {
        if (*item == '\\' && item[1]) ++item;
        if (*item != **name) return 0;
    }
    *pattern = item + 1;
    *name += length;
    return 1;
}

int sinew__glob_matches(const char *pattern, const char *name)
{
    uint64_t work = 0;
    return sinew__glob_matches_counting(pattern, name, &work);
}

int sinew__glob_matches_counting(const char *pattern, const char *name, uint64_t *work)
{
    const char *after_star = NULL, *retry = NULL; // where to continue if the text after the last star does not match
    while (*name || *pattern) {
        ++*work;
        if (*pattern == '[') *work += strcspn(pattern, "]");
        if (*pattern == '*') {
            after_star = ++pattern;
            retry = name;
        } else if (!match_one(&pattern, &name)) {
            if (!after_star || !*retry) return 0;
            pattern = after_star;
            name = ++retry;
        }
    }
    return 1;
}
