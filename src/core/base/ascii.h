/// ASCII letters and digits, independent of the locale.
#ifndef SINEW_CORE_BASE_ASCII_H
#define SINEW_CORE_BASE_ASCII_H

/// Converts an upper-case letter to lower case; other characters do not change.
static inline char sinew__ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/// Returns the value of a hexadecimal digit, or −1.
static inline int sinew__hex_digit(char c)
{
    const char lower = sinew__ascii_lower(c);
    if (lower >= '0' && lower <= '9') return lower - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Whether a character is white space in XML and JSON.
static inline int sinew__ascii_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#endif
