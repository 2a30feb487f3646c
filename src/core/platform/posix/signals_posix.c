#define _XOPEN_SOURCE 700 // setitimer
#include "core/platform/signals.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

#include "core/platform/descriptor.h"
#include "core/platform/terminal_device.h"

static void (*clean_up_before)(void);
static volatile sig_atomic_t is_holding, noted; ///< `noted` is the number of the first signal, or 0

/// Handles a signal: cleans up and ends the program. SA_RESETHAND has restored the default action, so that the raised
/// signal takes effect when the handler returns.
static void clean_up_and_end(int number)
{
    if (is_holding && !noted) {
        noted = number;
        return;
    }
    clean_up_before();
    raise(number);
}

void sinew__signals_handle(void (*clean_up)(void))
{
    static const int fatal[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = clean_up_and_end, .sa_flags = (int)SA_RESETHAND}, old;
    clean_up_before = clean_up;
    sigfillset(&action.sa_mask); // a second signal must not interrupt the cleanup
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; ++i)
        if (sigaction(fatal[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(fatal[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void sinew__signals_hold(void)
{
    is_holding = 1;
}

int sinew__signals_have_come(void)
{
    return noted != 0;
}

void sinew__signals_release(void)
{
    is_holding = 0;
    if (!noted) return;
    clean_up_before();
    raise(noted);
}

// ---- processor time ------------------------------------------------------------------------------------------------

static const char *limit_message;
static size_t limit_size;
static int limit_status;

static void end_at_limit(int number)
{
    (void)number;
    sinew__key_mode_leave();
    clean_up_before();
    (void)sinew__write_all(SINEW__STDERR, limit_message, limit_size);
    _exit(limit_status);
}

void sinew__processor_limit(double seconds, const char *message, size_t size, int status)
{
    struct sigaction action = {.sa_handler = end_at_limit};
    const struct itimerval time = {
        .it_value = {(time_t)seconds, (suseconds_t)(1e6 * (seconds - floor(seconds)))}}; // all zero: no limit
    limit_message = message;
    limit_size = size;
    limit_status = status;
    sigfillset(&action.sa_mask);
    if (seconds > 0) (void)sigaction(SIGPROF, &action, NULL);
    (void)setitimer(ITIMER_PROF, &time, NULL);
}
