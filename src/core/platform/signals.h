/// Signals that end the process: an interrupt from the keyboard, a request to terminate, a closed terminal.
#ifndef SINEW_CORE_PLATFORM_SIGNALS_H
#define SINEW_CORE_PLATFORM_SIGNALS_H

#include <stddef.h>

/// Calls `clean_up`, which must be async-signal-safe, before such a signal ends the process (exit status 130, 143 or
/// 129 in a shell). A signal that is ignored at startup, as under nohup, stays ignored. Also ignores the signals for a
/// closed pipe and a file that is too large, so that writes fail instead.
void sinew__signals_handle(void (*clean_up)(void));

/// From now on until sinew__signals_release, the first of these signals is only recorded, so that the program can stop
/// by itself; a second one ends the process at once.
void sinew__signals_hold(void);

/// Whether a signal was recorded.
int sinew__signals_have_come(void);

/// Ends the process as the recorded signal would have; returns if there was none.
void sinew__signals_release(void);

/// Ends the process with `status` after `seconds` of processor time of all threads together, counted from now: cleans
/// up as for a signal and writes `message`, [size], which must stay valid, to standard error. 0: no limit. A later call
/// replaces an earlier one.
void sinew__processor_limit(double seconds, const char *message, size_t size, int status);

#endif
