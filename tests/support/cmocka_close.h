/// cmocka with a comparison of numbers that NaN does not pass (cmocka 1.1.5's own lets it through).
#ifndef SINEW_TESTS_CMOCKA_CLOSE_H
#define SINEW_TESTS_CMOCKA_CLOSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#define assert_close(actual, expected, tolerance)                                                                      \
    do {                                                                                                               \
        const double actual_ = (double)(actual);                                                                       \
        const double expected_ = (double)(expected);                                                                   \
        if (!(fabs(actual_ - expected_) <= (double)(tolerance))) { /* false for NaN too */                             \
            fail_msg("%s = %.9g, expected %.9g within %g", #actual, actual_, expected_, (double)(tolerance));          \
        }                                                                                                              \
    } while (0)

#endif
