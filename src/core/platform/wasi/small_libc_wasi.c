/// What modules for browsers have in place of functions of the C library, to be small: 6 KB less, gzipped. It is linked
/// before the library. WebAssembly copies and fills memory itself; sines of huge angles need no table; nothing in a
/// browser sets errno.
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

/// vsnprintf has texts of all errors for a format that sinew does not use.
char *strerror(int error)
{
    static char text[] = "error";
    (void)error;
    return text;
}

/// vsnprintf writes wide characters by it for formats that sinew does not use.
int wctomb(char *out, wchar_t character)
{
    (void)out;
    (void)character;
    return -1;
}

/// Returns the exact remainder of a division whose quotient is rounded to the nearest, halves to even, for a finite
/// divisor below a quarter of the largest double. fmod leaves less than two divisors, and each difference is exact
/// because its numbers are within a factor of two.
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

/// For angles beyond 1.5 million radians, returns the remainder of a quarter turn, and the number of quarters
/// modulo 8. `digits` are 24 bits each, the first times 2^exponent. The library has 2/π to 1600 bits for it; the double
/// next to π/2 leaves an error of 4e-17 of the angle.
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
