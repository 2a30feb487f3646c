#include "support/virtual_clock.h"

#include <stdlib.h>

#include "draw/scene/load_sdl.h"

// The linker puts this in front of sinew__now.
double __wrap_sinew__now(void);

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

/// Begins far from 0, because a reading of 0 would look like a missing one.
double __wrap_sinew__now(void)
{
    return 1e4 + passed.seconds;
}

/// Work takes no time on this clock, so a wait of 0 must advance it: otherwise it would never end.
static int wait_event(SDL_Event *event, int milliseconds)
{
    if (passed.watch) passed.watch();
    if (scene_sdl.PollEvent(event)) return 1;
    passed.seconds += milliseconds > 0 ? 1e-3 * milliseconds : 1e-4;
    return 0;
}

__attribute__((constructor)) static void replace_waiting(void)
{
    sinew_error error;
    if (scene_load_sdl(&error) != SINEW_OK) abort();
    scene_sdl.WaitEventTimeout = wait_event;
}
