/// "did you mean": the edit distance of two words.
#ifndef SINEW_BASE_DID_YOU_MEAN_H
#define SINEW_BASE_DID_YOU_MEAN_H

/// The number of edits (insertion, deletion, replacement or transposition of characters; case is ignored) from `a` to
/// `b`. Words longer than 63 bytes have the largest distance that their lengths allow.
int sinew__word_distance(const char *a, const char *b);

/// Whether `distance` is small enough for a word of that length to be a misspelling.
int sinew__word_is_near(const char *word, int distance);

#endif
