#include "core/platform/clock.h"

#include <windows.h>

double sinew__now(void)
{
    LARGE_INTEGER ticks, ticks_per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&ticks_per_second);
    return (double)ticks.QuadPart / (double)ticks_per_second.QuadPart;
}

double sinew__thread_time(void)
{
    return sinew__now();
}

int64_t sinew__wall_clock(void)
{
    const int64_t since_1970 = INT64_C(116444736000000000); // 1970 in units of 100 ns since 1 January 1601
    FILETIME time;
    GetSystemTimeAsFileTime(&time);
    return ((int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) - since_1970) * 100;
}
