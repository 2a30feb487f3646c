/// Numbers as text: the shortest decimal that reads back to the same number, with a `.` in every locale.
#ifndef SINEW_CORE_BASE_NUMBER_H
#define SINEW_CORE_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum { SINEW__NUMBER_SIZE = 32 }; ///< bytes for any number written below

/// Writes a finite number, terminated; returns its length.
size_t sinew__format_float(float number, char *out);
size_t sinew__format_double(double number, char *out);

/// Formats a number with at most `digits` significant digits, up to 17.
size_t sinew__format_rounded(double number, int digits, char *out);

/// number · 10^exponent for exponents within ±22, whose powers are exact in double: one rounding.
double sinew__scale_decimal(double number, int exponent);

/// digits / 10^places for digits > 0 and places up to SINEW__MOST_PLACES, rounded to the nearest double.
enum { SINEW__MOST_PLACES = 27 };
double sinew__divide_decimal(uint64_t digits, int places);

/// Writes a number of bytes in units of 1024 each: "285 MB", "2.0 GB".
enum { SINEW__SIZE_TEXT = 32 };
void sinew__size_text(double bytes, char out_text[SINEW__SIZE_TEXT]);

#endif
