/// Values of curves as modelling programs evaluate them: Lcl Translation X of `pCube1` in files of that name, at frame
/// 0, 1, 2 … at 24 per second, as Maya and MotionBuilder showed it. The numbers come from the public tests of the FBX
/// reader ufbx (test/test_animation.h).
#ifndef SINEW_TESTS_EVALUATED_CURVES_H
#define SINEW_TESTS_EVALUATED_CURVES_H

#include <stddef.h>

typedef struct evaluated_curve {
    const char *name; ///< of the file, without version and ending
    double tolerance; ///< of the numbers as published
    size_t count;
    const double *values;
} evaluated_curve;

/// A NULL name ends them.
extern const evaluated_curve evaluated_curves[];

/// The one of that name, which must be there.
const evaluated_curve *evaluated_curve_called(const char *name);

#endif
