/// Signals that end the process: an interrupt from the keyboard, a request to terminate, a closed terminal.
#ifndef SINEW_PLATFORM_SIGNALS_H
#define SINEW_PLATFORM_SIGNALS_H

/// Calls `clean_up`, which must be async-signal-safe, before such a signal takes effect. Signals that are ignored stay
/// ignored. Also ignores the signals of a closed pipe and of a file that is too large, so that writes fail instead.
void sinew__signals_handle(void (*clean_up)(void));

#endif
