#define _DEFAULT_SOURCE
#include "base/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#ifdef SYS_openat2
#include <linux/openat2.h>
#endif
#endif

/// A side file larger than this is refused.
static const off_t largest = (off_t)1 << 30;

/// A folder of more files is not searched for names that differ in case: a model may name thousands.
enum { MOST_ENTRIES = 16384 };

int sinew__folder_open(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// Opens `path` below a folder part by part, following no link and going up nowhere.
static int open_by_parts(int folder, const char *path, int flags)
{
    int at = folder;
    for (;;) {
        char part[256];
        const size_t length = strcspn(path, "/");
        const int is_last = path[length] == '\0';
        int next = -1;
        if (length < sizeof part) {
            memcpy(part, path, length);
            part[length] = '\0';
            if (strcmp(part, "..") != 0)
                next = openat(at, part, (is_last ? flags : O_DIRECTORY) | O_CLOEXEC | O_NOFOLLOW);
        }
        if (at != folder) close(at);
        if (next < 0 || is_last) return next;
        at = next;
        path += length + 1;
    }
}

/// Opens `path` below a folder without leaving it.
static int open_below(int folder, const char *path, int flags)
{
    flags |= O_RDONLY | O_CLOEXEC;
#ifdef SYS_openat2
    const struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    const long opened = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return (int)opened;
#endif
    return open_by_parts(folder, path, flags);
}

int sinew__inside_open(int folder, const char *path, size_t *out_size)
{
    // O_NONBLOCK keeps a pipe of that name from stopping us.
    const int file = open_below(folder, path, O_NONBLOCK | O_NOCTTY);
    if (file < 0) return -1;
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > largest) {
        close(file);
        return -1;
    }
    *out_size = (size_t)status.st_size;
    return file;
}

// ---- names --------------------------------------------------------------------------------------------------------

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int is_alike(const char *name, const char *part, size_t length)
{
    size_t i = 0;
    while (i < length && name[i] && lower(name[i]) == lower(part[i])) i++;
    return i == length && !name[i];
}

/// Spells one part of a path as the entries of a folder do. 0 when none is like it.
static int spell_part(DIR *entries, char *part, size_t length)
{
    char best[sizeof((struct dirent *)0)->d_name] = "";
    int is_exact = 0, count = 0;
    for (const struct dirent *entry; (entry = readdir(entries)) && count <= MOST_ENTRIES; count++) {
        if (is_exact || !is_alike(entry->d_name, part, length)) continue;
        is_exact = memcmp(entry->d_name, part, length) == 0;
        if (is_exact || !*best || strcmp(entry->d_name, best) < 0) memcpy(best, entry->d_name, length + 1);
    }
    if (!*best || count > MOST_ENTRIES) return 0;
    memcpy(part, best, length);
    return 1;
}

/// The entries of the folder whose path below `folder` is what comes before `part`.
static DIR *open_entries(int folder, char *path, char *part)
{
    if (part > path) part[-1] = '\0';
    const int opened = open_below(folder, part > path ? path : ".", O_DIRECTORY);
    if (part > path) part[-1] = '/';
    DIR *entries = opened < 0 ? NULL : fdopendir(opened);
    if (opened >= 0 && !entries) close(opened);
    return entries;
}

int sinew__inside_spell(int folder, char *path)
{
    char *part = path;
    for (;;) {
        const size_t length = strcspn(part, "/");
        DIR *entries = open_entries(folder, path, part);
        const int is_there = entries && spell_part(entries, part, length);
        if (entries) closedir(entries);
        if (!is_there || part[length] == '\0') return is_there;
        part += length + 1;
    }
}
