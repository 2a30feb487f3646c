/// Threads with all signals blocked.
#ifndef SINEW_PLATFORM_BACKGROUND_THREAD_H
#define SINEW_PLATFORM_BACKGROUND_THREAD_H

#include <pthread.h>

/// Starts a thread, which must be joined. Signals are delivered to the calling thread, which restores the terminal
/// before the process ends. Returns 0 if no thread can be started.
int sinew__background_thread_start(pthread_t *out_thread, void *(*run)(void *user), void *user);

#endif
