#include "core/base/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A positive number as digits · 10^exponent.
typedef struct decimal_digits {
    uint64_t digits;
    int exponent;
} decimal_digits;

/// 10^0 … 10^22: exact in double.
static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

double sinew__scale_decimal(double number, int exponent)
{
    return exponent < 0 ? number / exact_powers[-exponent] : number * exact_powers[exponent];
}

/// Whether digits · 10^exponent reads as `number`. There are at most 9 digits, so the double has one rounding error;
/// it determines the nearest float unless it is exactly between two.
static int reads_as_float(decimal_digits decimal, float number)
{
    const double value = sinew__scale_decimal((double)decimal.digits, decimal.exponent);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int between_floats = (bits & 0x1fffffff) == 0x10000000;
    return (float)value == number && !between_floats;
}

/// The shortest decimal of a positive float whose powers of ten are exact.
static decimal_digits shortest_decimal(float number)
{
    const int magnitude = (int)floor(log10((double)number));
    for (int places = 6; places < 9; ++places) {
        const int exponent = magnitude - places + 1;
        const decimal_digits candidate = {(uint64_t)llround(sinew__scale_decimal((double)number, -exponent)), exponent};
        if (reads_as_float(candidate, number)) return candidate;
    }
    const int exponent = magnitude - 8; // nine digits always read back
    return (decimal_digits){(uint64_t)llround(sinew__scale_decimal((double)number, -exponent)), exponent};
}

static size_t write_digits(uint64_t digits, char *out)
{
    char reversed[24];
    size_t count = 0;
    for (; digits > 0; digits /= 10) reversed[count++] = (char)('0' + digits % 10);
    for (size_t i = 0; i < count; ++i) out[i] = reversed[count - 1 - i];
    return count;
}

/// Writes the digits with a point and no exponent; at most 10 digits, and `exponent` within ±13.
static size_t write_plain(decimal_digits decimal, char *out)
{
    while (decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        ++decimal.exponent;
    }
    char digits[24];
    const size_t count = write_digits(decimal.digits, digits);
    const int whole = (int)count + decimal.exponent; // digits before the point
    char *end = out;
    if (whole <= 0) {
        *end++ = '0';
        *end++ = '.';
        for (int i = whole; i < 0; ++i) *end++ = '0';
    }
    for (size_t i = 0; i < count; ++i) {
        if (whole > 0 && i == (size_t)whole) *end++ = '.';
        *end++ = digits[i];
    }
    for (int i = (int)count; i < whole; ++i) *end++ = '0';
    *end = '\0';
    return (size_t)(end - out);
}

/// Replaces the locale's decimal separator by `.`; returns the length.
static size_t use_point(char *text)
{
    static const char plain[] = "0123456789+-e";
    char *sign = text + strspn(text, plain);
    if (!*sign) return strlen(text);
    const char *rest = sign;
    while (*rest && !strchr(plain, *rest)) ++rest;
    *sign = '.';
    memmove(sign + 1, rest, strlen(rest) + 1);
    return strlen(text);
}

size_t sinew__format_float(float number, char *out)
{
    if (number == 0) {
        memcpy(out, "0", 2);
        return 1;
    }
    const float size = fabsf(number);
    if (!(size >= 1e-4f && size < 1e9f)) {
        for (int places = 6; places <= 9; ++places) {
            snprintf(out, SINEW__NUMBER_SIZE, "%.*g", places, (double)number);
            if (strtof(out, NULL) == number) break;
        }
        return use_point(out);
    }
    const size_t sign = number < 0;
    if (sign) *out = '-';
    return sign + write_plain(shortest_decimal(size), out + sign);
}

size_t sinew__format_double(double number, char *out)
{
    for (int places = 15; places <= 17; ++places) {
        snprintf(out, SINEW__NUMBER_SIZE, "%.*g", places, number);
        if (strtod(out, NULL) == number) break;
    }
    return use_point(out);
}

size_t sinew__format_rounded(double number, int digits, char *out)
{
    snprintf(out, SINEW__NUMBER_SIZE, "%.*g", digits, number);
    return use_point(out);
}

void sinew__size_text(double bytes, char out_text[SINEW__SIZE_TEXT])
{
    static const char *const units[] = {"bytes", "KB", "MB", "GB", "TB"};
    int unit = 0;
    for (; bytes >= 1023.5 && unit < 4; ++unit) bytes /= 1024; // what rounds to 1024 gets the next unit
    snprintf(out_text, SINEW__SIZE_TEXT, unit > 2 && bytes < 1000 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}
