/// A clock for measuring how long something takes.
#ifndef SINEW_PLATFORM_CLOCK_H
#define SINEW_PLATFORM_CLOCK_H

/// Seconds of a clock that never jumps.
double sinew__now(void);

#endif
