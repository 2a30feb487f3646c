/// Threads with all signals blocked, and locks.
#ifndef SINEW_CORE_PLATFORM_THREAD_H
#define SINEW_CORE_PLATFORM_THREAD_H

#include <pthread.h>

typedef pthread_t sinew__thread;

/// Starts a thread, which must be joined. Signals are delivered to the calling thread, which restores the terminal
/// before the process ends. Returns 0 if no thread can be started.
int sinew__thread_start(sinew__thread *out_thread, void *(*run)(void *user), void *user);

/// Waits for the end of a thread.
void sinew__thread_join(sinew__thread thread);

/// Lets the calling thread rest.
void sinew__thread_sleep(double seconds);

typedef pthread_mutex_t sinew__lock;
#define SINEW__UNLOCKED PTHREAD_MUTEX_INITIALIZER

void sinew__lock_take(sinew__lock *lock);
void sinew__lock_release(sinew__lock *lock);

#endif
