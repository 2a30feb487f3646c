/// The end of the X server under a window.
#ifndef SINEW_VIEWER_WINDOW_LOST_DISPLAY_H
#define SINEW_VIEWER_WINDOW_LOST_DISPLAY_H

/// Calls `lose` when the connection to the X server breaks, in place of Xlib, which would end the process with a
/// message and an exit code of its own. Xlib cannot go on after that: `lose` must end the process. A request that the
/// server refuses, for which Xlib would do the same, just fails. Call it once video is started; without X11 it does
/// nothing.
void viewer_watch_display(void (*on_lost)(void *user), void *user);

#endif
