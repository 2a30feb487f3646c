/// ASCII letters, in any locale.
#ifndef SINEW_CORE_BASE_ASCII_H
#define SINEW_CORE_BASE_ASCII_H

/// The lower-case letter of an upper-case one; other characters are unchanged.
static inline char sinew__ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/// The value of a hexadecimal digit, or -1.
static inline int sinew__hex_digit(char c)
{
    const char lower = sinew__ascii_lower(c);
    if (lower >= '0' && lower <= '9') return lower - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Whether a character is white space as XML and JSON have it.
static inline int sinew__ascii_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#endif
