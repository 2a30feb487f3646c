/// Threads beside the player's that no signal comes to.
#ifndef SINEW_PLATFORM_QUIET_THREAD_H
#define SINEW_PLATFORM_QUIET_THREAD_H

#include <pthread.h>

/// Starts one, to be joined. Signals go to the thread that calls, which knows what a terminal needs before the program
/// ends. Returns 0 when there is no thread to be had.
int sinew__quiet_thread_start(pthread_t *out_thread, void *(*run)(void *user), void *user);

#endif
