/// Signals that end the process: an interrupt from the keyboard, a request to terminate, a closed terminal.
#ifndef SINEW_PLATFORM_SIGNALS_H
#define SINEW_PLATFORM_SIGNALS_H

/// Calls `clean_up`, which must be async-signal-safe, before such a signal ends the process (exit status 130, 143 or
/// 129 in a shell). A signal that is ignored at startup, as under nohup, stays ignored. Also ignores the signals of a
/// closed pipe and of a file that is too large, so that writes fail instead.
void sinew__signals_handle(void (*clean_up)(void));

#endif
