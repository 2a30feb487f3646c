/// Reading keys without Return while something else is done, as long as standard input is a terminal.
#ifndef SINEW_CORE_PLATFORM_KEY_MODE_H
#define SINEW_CORE_PLATFORM_KEY_MODE_H

/// Enters key mode. Signals that end the process restore the terminal first. Does nothing if standard input is not a
/// terminal, or if the process is in the background, where changing the terminal would stop it.
void sinew__key_mode_enter(void);
int sinew__key_mode_is_on(void);

/// Returns a pressed key, or 0 if there is none.
char sinew__key_mode_read(void);

/// Restores the terminal and the handlers of signals.
void sinew__key_mode_leave(void);

#endif
