/// A library to preload into a worker. It makes the system calls of a sandbox fail, as on systems without them:
/// REFUSE=seccomp the syscall filter, REFUSE=prctl everything that prctl sets, and with it the filter.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int seccomp_load(void *filter);
int prctl(int option, ...);

int seccomp_load(void *filter)
{
    (void)filter;
    return -EPERM;
}

int prctl(int option, ...)
{
    const char *refused = getenv("REFUSE");
    if (refused && strcmp(refused, "prctl") == 0) {
        errno = EPERM;
        return -1;
    }
    va_list rest;
    va_start(rest, option);
    long arguments[4];
    for (int i = 0; i < 4; ++i) arguments[i] = va_arg(rest, long);
    va_end(rest);
    return (int)syscall(SYS_prctl, option, arguments[0], arguments[1], arguments[2], arguments[3]);
}
