#define _POSIX_C_SOURCE 200809L
#include "platform/background_thread.h"

#include <signal.h>

int sinew__background_thread_start(pthread_t *out_thread, void *(*run)(void *user), void *user)
{
    sigset_t all, usual;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &usual) != 0) return 0;
    const int code = pthread_create(out_thread, NULL, run, user);
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
    return code == 0;
}
