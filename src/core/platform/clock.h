/// Clocks.
#ifndef SINEW_CORE_PLATFORM_CLOCK_H
#define SINEW_CORE_PLATFORM_CLOCK_H

#include <stdint.h>

/// Seconds of a monotonic clock, for measuring durations.
double sinew__now(void);

/// Seconds of processor time of the calling thread. Windows counts it too coarsely to measure microseconds: there it is
/// sinew__now.
double sinew__thread_time(void);

/// Nanoseconds since 1970, for comparison with the times of files.
int64_t sinew__wall_clock(void);

#endif
