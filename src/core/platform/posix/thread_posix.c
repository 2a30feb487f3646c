#define _POSIX_C_SOURCE 200809L
#include "core/platform/thread.h"

#include <math.h>
#include <signal.h>
#include <time.h>

int sinew__thread_start(sinew__thread *out_thread, void *(*run)(void *user), void *user)
{
    sigset_t all, usual;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &usual) != 0) return 0;
    const int code = pthread_create(out_thread, NULL, run, user);
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
    return code == 0;
}

void sinew__thread_join(sinew__thread thread)
{
    pthread_join(thread, NULL);
}

void sinew__lock_take(sinew__lock *lock)
{
    pthread_mutex_lock(lock);
}

void sinew__lock_release(sinew__lock *lock)
{
    pthread_mutex_unlock(lock);
}

void sinew__thread_sleep(double seconds)
{
    const struct timespec time = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    nanosleep(&time, NULL);
}
