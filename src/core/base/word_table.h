/// Tables of the words that a user types and their values; the edit distance of a misspelling.
#ifndef SINEW_CORE_BASE_WORD_TABLE_H
#define SINEW_CORE_BASE_WORD_TABLE_H

/// A row of a table, which ends with a row whose `name` is NULL. Options, help, completions, the keys of the player and
/// the commands that it copies read the same table.
typedef struct sinew__word {
    const char *name;
    int value;           ///< mostly an enumerator; of several words for one, the first is its name
    const char *meaning; ///< as the player says it, or NULL: the name says it
} sinew__word;

/// Returns the row of a name, or NULL.
const sinew__word *sinew__word_named(const sinew__word *table, const char *name);

/// Returns the first row of a value, or NULL.
const sinew__word *sinew__word_of(const sinew__word *table, int value);

/// Returns the row after a value's; the first follows the last.
const sinew__word *sinew__word_after(const sinew__word *table, int value);

/// Returns the meaning of a word, or its name.
const char *sinew__word_meaning(const sinew__word *word);

/// The number of edits (insertion, deletion, replacement or transposition of characters; case is ignored) from `a` to
/// `b`. Words longer than 63 bytes have the largest distance that their lengths allow.
int sinew__word_distance(const char *a, const char *b);

/// Whether `distance` is small enough for a word of that length to be a misspelling.
int sinew__word_is_near(const char *word, int distance);

#endif
