/// Replacements for functions of the C library. With them, modules for browsers are 6 KB smaller when compressed by
/// gzip. This file is linked before the library. WebAssembly copies and fills memory itself; sines of huge angles need
/// no table; nothing in a browser sets errno.
#include <math.h>
#include <stdlib.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

/// Replaces strerror, whose texts vsnprintf needs for a format that sinew does not use.
char *strerror(int error)
{
    static char text[] = "error";
    (void)error;
    return text;
}

/// Replaces wctomb, which vsnprintf needs for formats with wide characters that sinew does not use.
int wctomb(char *out, wchar_t character)
{
    (void)out;
    (void)character;
    return -1;
}

/// Returns the exact remainder of a division whose quotient is rounded to nearest, halves to even. The divisor must be
/// finite and less than 1/4 of the largest double. fmod returns less than two divisors; each subtraction after it is
/// exact, because its operands are within a factor of two.
double remainder(double number, double divisor)
{
    const double step = fabs(divisor);
    double rest = fmod(fabs(number), 2 * step);
    if (2 * rest > step) {
        rest -= step;
        if (2 * rest >= step) rest -= step;
    }
    return signbit(number) ? -rest : rest;
}

/// Reduces angles beyond 1.5 million radians: returns the number of quarter turns modulo 8 and writes the rest.
/// `digits` have 24 bits each; the first is multiplied by 2^exponent. The library uses 2/π to 1600 bits; the double
/// nearest to π/2 used here has an error of 4e-17 of the angle.
int __rem_pio2_large(const double *digits, double *out_rest, int exponent, int count, int precision);
int __rem_pio2_large(const double *digits, double *out_rest, int exponent, int count, int precision)
{
    static const double quarter_turn = 1.57079632679489661923;
    double angle = 0;
    (void)precision;
    for (int i = count - 1; i >= 0; --i) angle = angle / 16777216 + digits[i];
    angle = scalbn(angle, exponent);
    out_rest[0] = remainder(angle, quarter_turn);
    out_rest[1] = 0;
    return (int)round((fmod(angle, 8 * quarter_turn) - out_rest[0]) / quarter_turn) & 7;
}
