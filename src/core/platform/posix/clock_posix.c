#define _POSIX_C_SOURCE 200809L
#include "core/platform/clock.h"

#include <time.h>

#ifndef CLOCK_THREAD_CPUTIME_ID // newer wasi-libc: WebAssembly has no clock for a thread's time
#define CLOCK_THREAD_CPUTIME_ID CLOCK_MONOTONIC
#endif

static double seconds_of(clockid_t clock)
{
    struct timespec now = {0}; // web pages have no clock
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double sinew__now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double sinew__thread_time(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

int64_t sinew__wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
}
