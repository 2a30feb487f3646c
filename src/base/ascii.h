/// Letters of ASCII, whatever the locale.
#ifndef SINEW_BASE_ASCII_H
#define SINEW_BASE_ASCII_H

/// The small letter of a capital one; everything else as it is.
static inline char sinew__ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

#endif
