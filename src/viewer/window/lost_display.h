/// Loss of the connection to the X server.
#ifndef SINEW_VIEWER_WINDOW_LOST_DISPLAY_H
#define SINEW_VIEWER_WINDOW_LOST_DISPLAY_H

/// Calls `on_lost` when the connection to the X server breaks, instead of Xlib's handler, which ends the process with
/// its own message and exit code. Xlib cannot continue, so `on_lost` must end the process. Failed requests, which also
/// end the process by default, are ignored. Call it after video has started; without X11 it does nothing.
void viewer_watch_display(void (*on_lost)(void *user), void *user);

#endif
