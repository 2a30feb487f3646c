/// A clock for measuring durations.
#ifndef SINEW_PLATFORM_CLOCK_H
#define SINEW_PLATFORM_CLOCK_H

/// Seconds of a monotonic clock.
double sinew__now(void);

#endif
