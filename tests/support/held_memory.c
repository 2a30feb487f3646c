#define _POSIX_C_SOURCE 200809L
#include "support/held_memory.h"

#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

double held_memory(void)
{
    long pages = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (!status) return 0;
    const int known = fscanf(status, "%*d %ld", &pages) == 1;
    fclose(status);
    return known ? (double)pages * (double)sysconf(_SC_PAGESIZE) : 0;
}

double settled_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    return held_memory();
}

double memory_in_use(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 heap = mallinfo2();
    return (double)heap.uordblks + (double)heap.hblkhd;
#else
    return 0;
#endif
}
