#define _POSIX_C_SOURCE 200809L
#include "platform/clock.h"

#include <time.h>

double sinew__now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int64_t sinew__wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
}
