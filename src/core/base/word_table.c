#include "core/base/word_table.h"

#include <string.h>

#include "core/base/ascii.h"

const sinew__word *sinew__word_named(const sinew__word *table, const char *name)
{
    while (table->name && strcmp(table->name, name) != 0) ++table;
    return table->name ? table : NULL;
}

const sinew__word *sinew__word_of(const sinew__word *table, int value)
{
    while (table->name && table->value != value) ++table;
    return table->name ? table : NULL;
}

const sinew__word *sinew__word_after(const sinew__word *table, int value)
{
    const sinew__word *row = sinew__word_of(table, value);
    return row && row[1].name ? row + 1 : table;
}

const char *sinew__word_meaning(const sinew__word *word)
{
    return word->meaning ? word->meaning : word->name;
}

// ---- misspellings -------------------------------------------------------------------------------------------------

enum { LONGEST = 63 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int sinew__word_distance(const char *a, const char *b)
{
    const size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST) return (int)(a_length > b_length ? a_length : b_length);
    int rows[3][LONGEST + 1]; // three rows of the edit matrix: two above, one above, current
    int *above2 = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; ++j) above[j] = (int)j;
    for (size_t i = 1; i <= a_length; ++i) {
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; ++j) {
            const int same = sinew__ascii_lower(a[i - 1]) == sinew__ascii_lower(b[j - 1]);
            row[j] = smaller(smaller(above[j], row[j - 1]) + 1, above[j - 1] + !same);
            const int exchanged = i > 1 && j > 1 && sinew__ascii_lower(a[i - 1]) == sinew__ascii_lower(b[j - 2]) &&
                                  sinew__ascii_lower(a[i - 2]) == sinew__ascii_lower(b[j - 1]);
            if (exchanged) row[j] = smaller(row[j], above2[j - 2] + 1);
        }
        int *free_row = above2;
        above2 = above;
        above = row;
        row = free_row;
    }
    return above[b_length];
}

int sinew__word_is_near(const char *word, int distance)
{
    const size_t length = strlen(word);
    return distance <= (length <= 5 ? 1 : length <= 8 ? 2 : 3);
}
