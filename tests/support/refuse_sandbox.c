/// A library to preload into a worker. It makes the system calls of a sandbox fail, as on systems without them:
/// REFUSE=seccomp the syscall filter, REFUSE=prctl everything that prctl sets, and with it the filter, REFUSE=version,
/// ruleset or restrict the call of Landlock that asks for its version, creates a ruleset or makes it hold. The calls of
/// Landlock fail with the value of ERRNO.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, RESTRICT_SELF = 446 };

int seccomp_load(void *filter);
int prctl(int option, ...);

static int refuses(const char *what)
{
    const char *refused = getenv("REFUSE");
    return refused && strcmp(refused, what) == 0;
}

/// The function of this name that the program would call without this library.
static void *next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

int seccomp_load(void *filter)
{
    if (refuses("seccomp") || refuses("prctl")) return -EPERM;
    int (*load)(void *);
    *(void **)&load = next("seccomp_load");
    return load(filter);
}

int prctl(int option, ...)
{
    if (refuses("prctl")) {
        errno = EPERM;
        return -1;
    }
    va_list rest;
    va_start(rest, option);
    long arguments[4];
    for (int i = 0; i < 4; ++i) arguments[i] = va_arg(rest, long);
    va_end(rest);
    int (*call)(int, ...);
    *(void **)&call = next("prctl");
    return call(option, arguments[0], arguments[1], arguments[2], arguments[3]);
}

static int is_refused(long number, const long *arguments)
{
    if (number == RESTRICT_SELF) return refuses("restrict");
    return number == CREATE_RULESET && refuses(arguments[0] ? "ruleset" : "version");
}

long syscall(long number, ...)
{
    va_list rest;
    va_start(rest, number);
    long arguments[6];
    for (int i = 0; i < 6; ++i) arguments[i] = va_arg(rest, long);
    va_end(rest);
    if (is_refused(number, arguments)) {
        errno = atoi(getenv("ERRNO"));
        return -1;
    }
    long (*call)(long, ...);
    *(void **)&call = next("syscall");
    return call(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}
