#include "support/virtual_clock.h"

#include <SDL.h>

// What the linker puts in front of the functions it wraps; `__real_` is the function itself.
Uint64 __wrap_SDL_GetPerformanceCounter(void);
int __wrap_SDL_WaitEventTimeout(SDL_Event *event, int milliseconds);

static struct {
    double seconds;
    void (*watch)(void);
} passed;

void virtual_clock_pass(double seconds)
{
    passed.seconds += seconds;
}

void virtual_clock_restart(void)
{
    passed.seconds = 0;
}

double virtual_clock_now(void)
{
    return passed.seconds;
}

void virtual_clock_watch(void (*watch)(void))
{
    passed.watch = watch;
}

/// Begins far from 0, where a reading would look like none.
Uint64 __wrap_SDL_GetPerformanceCounter(void)
{
    return (Uint64)((1e4 + passed.seconds) * (double)SDL_GetPerformanceFrequency());
}

/// What is done meanwhile takes no time, so that a wait of nothing must not take none: it would never end.
int __wrap_SDL_WaitEventTimeout(SDL_Event *event, int milliseconds)
{
    if (passed.watch) passed.watch();
    if (SDL_PollEvent(event)) return 1;
    passed.seconds += milliseconds > 0 ? 1e-3 * milliseconds : 1e-4;
    return 0;
}
