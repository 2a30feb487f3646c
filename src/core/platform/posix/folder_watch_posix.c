#define _DEFAULT_SOURCE
#include "core/platform/folder_watch.h"

#if defined(__linux__)
#include <sys/inotify.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "core/platform/file.h"

int sinew__folder_watch_open(void)
{
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC) + 1;
}

void sinew__folder_watch_add(int watch, const char *path)
{
    const uint32_t writing = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB, naming = IN_CREATE | IN_DELETE | IN_MOVE;
    char *folder = watch ? sinew__folder_of(path) : NULL;
    if (folder) (void)inotify_add_watch(watch - 1, folder, writing | naming | IN_ONLYDIR);
    sinew_free(folder);
}

int sinew__folder_watch_poll(int watch)
{
    char events[4096];
    int any = 0;
    while (watch && read(watch - 1, events, sizeof events) > 0) any = 1;
    return any;
}

void sinew__folder_watch_close(int watch)
{
    if (watch) close(watch - 1);
}
#else
int sinew__folder_watch_open(void)
{
    return 0;
}

void sinew__folder_watch_add(int watch, const char *path)
{
    (void)watch, (void)path;
}

int sinew__folder_watch_poll(int watch)
{
    (void)watch;
    return 0;
}

void sinew__folder_watch_close(int watch)
{
    (void)watch;
}
#endif
