/// Signals that end the process: an interrupt from the keyboard, a request to terminate, a closed terminal.
#ifndef SINEW_CORE_PLATFORM_SIGNALS_H
#define SINEW_CORE_PLATFORM_SIGNALS_H

#include <stddef.h>

/// Calls `clean_up`, which must be async-signal-safe, before such a signal ends the process (exit status 130, 143 or
/// 129 in a shell). A signal that is ignored at startup, as under nohup, stays ignored. Also ignores the signals of a
/// closed pipe and of a file that is too large, so that writes fail instead.
void sinew__signals_handle(void (*clean_up)(void));

/// Until sinew__signals_release, the first of these signals is noted, so that what runs can stop by itself; a
/// second one ends the process at once.
void sinew__signals_hold(void);

/// Returns whether a signal has been noted.
int sinew__signals_have_come(void);

/// Ends the process as a noted signal would have, or returns.
void sinew__signals_release(void);

/// Ends the process with `status` when it has used this many seconds of processor time from now on, all threads
/// together: cleans up as for a signal and writes `message` [size], which must stay, to standard error. 0: never. A
/// later call takes the place of an earlier one.
void sinew__processor_limit(double seconds, const char *message, size_t size, int status);

#endif
