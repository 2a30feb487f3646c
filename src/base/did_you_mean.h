/// "did you mean": how far apart two words are.
#ifndef SINEW_BASE_DID_YOU_MEAN_H
#define SINEW_BASE_DID_YOU_MEAN_H

/// Changes (a character put in, left out, replaced, or two neighbours exchanged; letters count as equal in either case)
/// that make `a` into `b`. Words longer than 63 bytes are as far apart as their lengths allow.
int sinew__word_distance(const char *a, const char *b);

/// Whether `distance` is small enough for a word of that length to be what somebody meant.
int sinew__word_is_near(const char *word, int distance);

#endif
