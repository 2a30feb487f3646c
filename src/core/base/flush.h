/// Numbers near zero that rounding left behind. A product of two or three of them is a denormal number, and processors
/// compute those many times slower than others.
#ifndef SINEW_CORE_BASE_FLUSH_H
#define SINEW_CORE_BASE_FLUSH_H

#include <math.h>

/// Of angles in half turns and of quaternions: a metre away, such an angle moves something by a third of a nanometre.
#define SINEW__LEAST_ROTATION 1e-10

/// Of elements of matrices, which rounding leaves at 1e-16 or at its square.
#define SINEW__LEAST_ELEMENT 1e-20

/// A number in single precision; 0 if it is smaller than `least`.
static inline float sinew__flush(double value, double least)
{
    return fabs(value) < least ? 0 : (float)value;
}

#endif
