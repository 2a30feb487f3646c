/// What modules for browsers have in place of functions of the C library, to be small: 6 KB less, gzipped. It is linked
/// before the library. WebAssembly copies and fills memory itself; sines of huge angles need no table; nothing in a
/// browser sets errno.
#include <math.h>
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

/// For angles beyond 1.5 million radians, returns the remainder of a quarter turn, and the number of quarters
/// modulo 8. `digits` are 24 bits each, the first times 2^exponent. The library has 2/π to 1600 bits for it; the double
/// next to π/2 leaves an error of 4e-17 of the angle.
int __rem_pio2_large(const double *digits, double *out_rest, int exponent, int count, int precision);
int __rem_pio2_large(const double *digits, double *out_rest, int exponent, int count, int precision)
{
    static const double quarter_turn = 1.57079632679489661923;
    double angle = 0;
    int quarters;
    (void)precision;
    for (int i = count - 1; i >= 0; --i) angle = angle / 16777216 + digits[i];
    out_rest[0] = remquo(scalbn(angle, exponent), quarter_turn, &quarters);
    out_rest[1] = 0;
    return quarters & 7;
}
