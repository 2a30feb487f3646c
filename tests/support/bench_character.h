/// A character for measurements: 69 joints like a person's, fingers and face included, moving all the time, 30 keys a
/// second.
#ifndef SINEW_TESTS_BENCH_CHARACTER_H
#define SINEW_TESTS_BENCH_CHARACTER_H

#include "sinew/model.h"

enum { BENCH_JOINTS = 69 };

/// Every joint turns, the hips also travel; a small triangle hangs on each joint. NULL when memory is out.
sinew_model *bench_character(double seconds);

#endif
