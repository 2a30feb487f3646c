/// Clocks.
#ifndef SINEW_CORE_PLATFORM_CLOCK_H
#define SINEW_CORE_PLATFORM_CLOCK_H

#include <stdint.h>

/// Returns the seconds of a monotonic clock, for measuring durations.
double sinew__now(void);

/// Returns the processor time of the calling thread in seconds. On Windows it is sinew__now, because Windows counts
/// processor time too coarsely to measure microseconds.
double sinew__thread_time(void);

/// Returns nanoseconds since 1970, for comparison with the times of files.
int64_t sinew__wall_clock(void);

#endif
