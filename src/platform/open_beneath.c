#define _DEFAULT_SOURCE
#include "platform/open_beneath.h"

#include <assert.h>
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

#include "base/ascii.h"

/// A side file larger than this is refused.
static const off_t largest = (off_t)1 << 30;

/// A folder of more files is not searched for names that differ in case: a model may name thousands.
enum { MOST_ENTRIES = 16384 };

int sinew__folder_open(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// Opens `path` below a folder part by part, without following links or "..".
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

int sinew__open_beneath(int folder, const char *path, size_t *out_size)
{
    // O_NONBLOCK: opening a pipe must not block.
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

static int is_alike(const char *name, const char *part, size_t length)
{
    size_t i = 0;
    while (i < length && name[i] && sinew__ascii_lower(name[i]) == sinew__ascii_lower(part[i])) i++;
    return i == length && !name[i];
}

/// A part of a path and what it is called in its folder.
typedef struct spelling {
    char *part;
    size_t length;
    char best[sizeof((struct dirent *)0)->d_name]; ///< "": nothing like it
    int is_exact;
} spelling;

static spelling begin_part(char *part)
{
    return (spelling){.part = part, .length = strcspn(part, "/")};
}

static void offer_name(spelling *to, const char *name)
{
    if (to->is_exact || !is_alike(name, to->part, to->length)) return;
    to->is_exact = memcmp(name, to->part, to->length) == 0;
    if (to->is_exact || !*to->best || strcmp(name, to->best) < 0) memcpy(to->best, name, to->length + 1);
}

static int take_best(const spelling *from)
{
    if (!*from->best) return 0;
    memcpy(from->part, from->best, from->length);
    return 1;
}

/// Offers the names in the folder at `path` to parts of paths.
static void offer_names(int folder, const char *path, spelling *parts, int count)
{
    const int opened = open_below(folder, path, O_DIRECTORY);
    DIR *entries = opened < 0 ? NULL : fdopendir(opened);
    if (opened >= 0 && !entries) close(opened);
    if (!entries) return;
    int read = 0;
    for (const struct dirent *entry; read <= MOST_ENTRIES && (entry = readdir(entries)); read++)
        for (int i = 0; i < count; i++) offer_name(&parts[i], entry->d_name);
    closedir(entries);
    for (int i = 0; i < count && read > MOST_ENTRIES; i++) parts[i].best[0] = '\0';
}

/// Spells what stands behind the first part of a path. 0 when there is nothing of the kind.
static int spell_rest(int folder, char *path)
{
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        spelling part = begin_part(slash + 1);
        *slash = '\0';
        offer_names(folder, path, &part, 1);
        *slash = '/';
        if (!take_best(&part)) return 0;
    }
    return 1;
}

void sinew__match_case_beneath(int folder, char *const *paths, int count)
{
    spelling first[SINEW__MATCH_CASE_PATHS];
    assert(count <= SINEW__MATCH_CASE_PATHS);
    for (int i = 0; i < count; i++) first[i] = begin_part(paths[i]);
    offer_names(folder, ".", first, count);
    for (int i = 0; i < count; i++)
        if (!take_best(&first[i]) || !spell_rest(folder, paths[i])) paths[i][0] = '\0';
}
