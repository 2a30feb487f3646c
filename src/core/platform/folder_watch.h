/// Notifications about changes in folders, if the system provides them. Without them, files have to be polled.
#ifndef SINEW_CORE_PLATFORM_FOLDER_WATCH_H
#define SINEW_CORE_PLATFORM_FOLDER_WATCH_H

/// Returns a watch, or 0, which the other functions accept, if there are no notifications.
int sinew__folder_watch_open(void);

/// Watches the folder of a file. On failure there are no notifications about it.
void sinew__folder_watch_add(int watch, const char *path);

/// Returns whether something has changed since the last call.
int sinew__folder_watch_poll(int watch);

void sinew__folder_watch_close(int watch);

#endif
