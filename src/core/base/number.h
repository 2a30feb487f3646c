/// Numbers as text: the shortest decimal that reads back to the same number, with a `.` in every locale. Also their
/// order.
#ifndef SINEW_CORE_BASE_NUMBER_H
#define SINEW_CORE_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum { SINEW__NUMBER_SIZE = 32 }; ///< bytes that any number written below fits in

/// Write a finite number, terminated. Return its length.
size_t sinew__format_float(float number, char *out);
size_t sinew__format_double(double number, char *out);

/// Writes a number with at most `digits` significant digits, up to 17. Returns its length.
size_t sinew__format_rounded(double number, int digits, char *out);

/// Returns number · 10^exponent, rounded once, for exponents within ±22, whose powers are exact in a double.
double sinew__scale_decimal(double number, int exponent);

/// Returns digits / 10^places, rounded to the nearest double. digits > 0; places ≤ SINEW__MOST_PLACES.
enum { SINEW__MOST_PLACES = 27 };
double sinew__divide_decimal(uint64_t digits, int places);

/// Writes a number of bytes with a unit, a power of 1024: "285 MB", "2.0 GB".
enum { SINEW__SIZE_TEXT = 32 };
void sinew__size_text(double bytes, char out_text[SINEW__SIZE_TEXT]);

/// Compares two doubles for qsort, in ascending order. A NaN compares as equal to any number.
int sinew__compare_doubles(const void *a, const void *b);

#endif
