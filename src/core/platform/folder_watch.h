/// Notifications about changes in folders, if the system has them. Otherwise files must be polled.
#ifndef SINEW_CORE_PLATFORM_FOLDER_WATCH_H
#define SINEW_CORE_PLATFORM_FOLDER_WATCH_H

/// Returns a watch, or 0 if the system has none; the other functions accept 0.
int sinew__folder_watch_open(void);

/// Watches the folder of a file. On failure its changes are not reported.
void sinew__folder_watch_add(int watch, const char *path);

/// Whether a watched folder has changed since the last call.
int sinew__folder_watch_poll(int watch);

void sinew__folder_watch_close(int watch);

#endif
