#include "core/base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A positive number as digits · 10^exponent.
typedef struct decimal_digits {
    uint64_t digits;
    int exponent;
} decimal_digits;

/// 10^0 … 10^22, which are exact in a double.
static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

double sinew__scale_decimal(double number, int exponent)
{
    return exponent < 0 ? number / exact_powers[-exponent] : number * exact_powers[exponent];
}

/// 5^0 … 5^27, which are exact in 64 bits.
static const uint64_t powers_of_five[SINEW__MOST_PLACES + 1] = {
    1,
    5,
    25,
    125,
    625,
    3125,
    15625,
    78125,
    390625,
    1953125,
    9765625,
    48828125,
    244140625,
    1220703125,
    6103515625,
    30517578125,
    152587890625,
    762939453125,
    3814697265625,
    19073486328125,
    95367431640625,
    476837158203125,
    2384185791015625,
    11920928955078125,
    59604644775390625,
    298023223876953125,
    1490116119384765625,
    7450580596923828125,
};

/// Shifts a number left until its highest bit is set. Returns the number of bits.
static int normalize(uint64_t *number)
{
    int bits = 0;
    for (int step = 32; step > 0; step /= 2)
        if (*number >> (64 - step) == 0) {
            *number <<= step;
            bits += step;
        }
    return bits;
}

/// Returns (2^64 · high + low) / divisor for high < divisor. The divisor's highest bit must be set. Uses Knuth's
/// algorithm D with two digits of 32 bits.
static uint64_t divide_wide(uint64_t high, uint64_t low, uint64_t divisor, uint64_t *out_remainder)
{
    const uint64_t base = UINT64_C(1) << 32, top = divisor >> 32, bottom = divisor & (base - 1);
    uint64_t quotient = 0;
    for (int i = 1; i >= 0; --i) {
        const uint64_t next = low >> (32 * i) & (base - 1);
        uint64_t digit = high / top, rest = high % top;
        while (digit >= base || digit * bottom > (rest << 32 | next)) {
            --digit;
            rest += top;
            if (rest >= base) break;
        }
        high = (high << 32 | next) - digit * divisor; // modulo 2^64; the result is less than the divisor
        quotient = quotient << 32 | digit;
    }
    *out_remainder = high;
    return quotient;
}

double sinew__divide_decimal(uint64_t digits, int places)
{
    uint64_t divisor = powers_of_five[places], remainder;
    const int raised = normalize(&digits), divisor_raised = normalize(&divisor);
    const uint64_t quotient = divide_wide(digits >> 1, digits << 63, divisor, &remainder);
    // rounds 63 or 64 bits to the 53 bits of a double, ties to even
    const int extra = quotient >> 63 ? 11 : 10;
    const uint64_t half = UINT64_C(1) << (extra - 1), rest = quotient & (2 * half - 1);
    uint64_t mantissa = quotient >> extra;
    if (rest > half || (rest == half && (remainder > 0 || mantissa & 1))) ++mantissa;
    return ldexp((double)mantissa, extra - 63 - raised + divisor_raised - places);
}

/// Whether digits · 10^exponent reads as `number`. With at most 9 digits, the double has one rounding error; it
/// determines the nearest float unless it is exactly halfway between two floats.
static int reads_as_float(decimal_digits decimal, float number)
{
    const double value = sinew__scale_decimal((double)decimal.digits, decimal.exponent);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int between_floats = (bits & 0x1fffffff) == 0x10000000;
    return (float)value == number && !between_floats;
}

/// Returns the shortest decimal for a positive float. The powers of ten for its magnitude must be exact.
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

/// Writes the digits with a point and without an exponent. At most 10 digits; `exponent` is within ±13.
static size_t write_plain(decimal_digits decimal, char *out)
{
    while (decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        ++decimal.exponent;
    }
    char reversed[24];
    size_t count = 0;
    for (; decimal.digits > 0; decimal.digits /= 10) reversed[count++] = (char)('0' + decimal.digits % 10);
    const int whole = (int)count + decimal.exponent; // number of digits before the point
    char *end = out;
    if (whole <= 0) {
        *end++ = '0';
        *end++ = '.';
        for (int i = whole; i < 0; ++i) *end++ = '0';
    }
    for (size_t i = 0; i < count; ++i) {
        if (whole > 0 && i == (size_t)whole) *end++ = '.';
        *end++ = reversed[count - 1 - i];
    }
    for (int i = (int)count; i < whole; ++i) *end++ = '0';
    *end = '\0';
    return (size_t)(end - out);
}

/// Replaces the locale's decimal separator by `.`. Returns the length.
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
    for (; bytes >= 1023.5 && unit < 4; ++unit) bytes /= 1024; // a value that rounds to 1024 uses the next unit
    snprintf(out_text, SINEW__SIZE_TEXT, unit > 2 && bytes < 1000 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

int sinew__compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}
