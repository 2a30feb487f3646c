/// A clock in place of the system's, for tests that play for hours in seconds. Link with sinew_wrap_clock(target):
/// sinew__now tells this time, and SDL_WaitEventTimeout lets it pass instead of waiting.
#ifndef SINEW_TESTS_VIRTUAL_CLOCK_H
#define SINEW_TESTS_VIRTUAL_CLOCK_H

/// Lets seconds pass; they may be negative, as of a clock that was set back.
void virtual_clock_pass(double seconds);

/// Begins again, as a new process would.
void virtual_clock_restart(void);

/// Seconds that have passed in all.
double virtual_clock_now(void);

/// Calls `watch` whenever the program waits, before time passes; NULL: no more.
void virtual_clock_watch(void (*watch)(void));

#endif
