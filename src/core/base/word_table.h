/// Tables of words that users type, with their values; edit distance for misspellings.
#ifndef SINEW_CORE_BASE_WORD_TABLE_H
#define SINEW_CORE_BASE_WORD_TABLE_H

/// A row of a table; the last row has a NULL `name`. Options, help, completions, keys of the player and the commands
/// that it copies use the same tables.
typedef struct sinew__word {
    const char *name;
    int value;           ///< usually an enumerator; if several words have the same value, the first one is its name
    const char *meaning; ///< the player's text for it, or NULL: `name`
} sinew__word;

/// Returns the row with a name, or NULL.
const sinew__word *sinew__word_named(const sinew__word *table, const char *name);

/// Returns the first row with a value, or NULL.
const sinew__word *sinew__word_of(const sinew__word *table, int value);

/// Returns the row after the row of a value; after the last row, the first.
const sinew__word *sinew__word_after(const sinew__word *table, int value);

/// Returns the meaning of a word, or its name if it has none.
const char *sinew__word_meaning(const sinew__word *word);

/// Returns the number of edits (insertion, deletion, replacement or transposition of characters, ignoring case) from
/// `a` to `b`. For words longer than 63 bytes, it is the largest distance that their lengths allow.
int sinew__word_distance(const char *a, const char *b);

/// Whether `distance` is small enough for a word of this length to be a misspelling.
int sinew__word_is_near(const char *word, int distance);

#endif
