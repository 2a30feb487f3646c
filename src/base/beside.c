#define _DEFAULT_SOURCE
#include "base/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#ifdef SYS_openat2
#include <linux/openat2.h>
#endif
#endif

#include "base/descriptor.h"

/// A side file larger than this is refused.
static const off_t largest = (off_t)1 << 30;

const char *sinew__base_name(const char *path)
{
    for (const char *c = path; *c; ++c)
        if (*c == '/' || *c == '\\') path = c + 1;
    return path;
}

/// Opens `name` in a folder without leaving it: links may lead to other files of the folder where the kernel can tell,
/// else nowhere.
static int open_inside(int folder, const char *name, int flags)
{
    flags |= O_RDONLY | O_CLOEXEC;
#ifdef SYS_openat2
    const struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    const long opened = syscall(SYS_openat2, folder, name, &how, sizeof how);
    if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return (int)opened;
#endif
    if (strchr(name, '/')) return -1;
    return openat(folder, name, flags | O_NOFOLLOW);
}

/// The regular file `name` of an open folder, or -1. O_NONBLOCK keeps a pipe of that name from stopping us.
static int open_regular(int folder, const char *name, size_t *out_size)
{
    const int file = folder < 0 ? -1 : open_inside(folder, name, O_NONBLOCK | O_NOCTTY);
    if (file < 0) return -1;
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > largest) {
        close(file);
        return -1;
    }
    *out_size = (size_t)status.st_size;
    return file;
}

static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// `length` characters of `path`, then `ending`. NULL when memory is out.
static char *joined(const char *path, size_t length, const char *ending)
{
    char *text = malloc(length + strlen(ending) + 1);
    if (!text) return NULL;
    memcpy(text, path, length);
    strcpy(text + length, ending);
    return text;
}

/// Whether an authored path stays below the folder it starts in, by its letters alone: no root, drive or scheme, no
/// "..".
static int stays_below(const char *path)
{
    if (*path == '/' || strpbrk(path, "\\:")) return 0;
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0')) return 0;
    }
    return 1;
}

/// The file of a folder below an open one, "textures/skin.png". Only where the kernel sees to it that no link leads
/// out.
static int open_below(int folder, const char *path, size_t *out_size)
{
#ifdef SYS_openat2
    if (folder >= 0 && strchr(path, '/') && stays_below(path)) return open_regular(folder, path, out_size);
#else
    (void)folder, (void)path, (void)out_size;
#endif
    return -1;
}

/// Folders that exporters make beside a model, by what they add to its name: for media, for geometry caches.
static const char *const own_endings[] = {".fbm", "_fpc"};
enum { OWN_FOLDERS = sizeof own_endings / sizeof *own_endings };

/// Looks where the authored path leads below the model's folder, then in that folder, then in those of the model's own
/// there.
static int open_near_model(const char *folder, char *const *own, const char *authored, size_t *out_size)
{
    const char *name = sinew__base_name(authored);
    const int beside = open_folder(folder);
    int file = open_below(beside, authored, out_size);
    if (file < 0) file = open_regular(beside, name, out_size);
    for (int i = 0; file < 0 && beside >= 0 && i < OWN_FOLDERS; i++) {
        const int inside = open_inside(beside, own[i], O_DIRECTORY);
        file = open_regular(inside, name, out_size);
        if (inside >= 0) close(inside);
    }
    if (beside >= 0) close(beside);
    return file;
}

static sinew_result open_named(const char *model_path, const char *extra_folder, const char *authored, int *out_file,
                               size_t *out_size)
{
    const char *name = sinew__base_name(authored);
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return SINEW_ERROR_NOT_FOUND;
    const char *slash = strrchr(model_path, '/'), *file = slash ? slash + 1 : model_path, *dot = strrchr(file, '.');
    char *folder = slash ? joined(model_path, (size_t)(file - model_path), "") : joined("", 0, ".");
    char *own[OWN_FOLDERS];
    int has_memory = folder != NULL;
    for (int i = 0; i < OWN_FOLDERS; i++) {
        own[i] = joined(file, dot ? (size_t)(dot - file) : strlen(file), own_endings[i]);
        has_memory = has_memory && own[i];
    }
    int opened = has_memory ? open_near_model(folder, own, authored, out_size) : -1;
    free(folder);
    for (int i = 0; i < OWN_FOLDERS; i++) free(own[i]);
    if (!has_memory) return SINEW_ERROR_OUT_OF_MEMORY;
    if (opened < 0 && extra_folder) {
        const int extra = open_folder(extra_folder);
        opened = open_regular(extra, name, out_size);
        if (extra >= 0) close(extra);
    }
    *out_file = opened;
    return opened < 0 ? SINEW_ERROR_NOT_FOUND : SINEW_OK;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// glTF names files by URI: "my%20skin.png" is "my skin.png". `text` shrinks in place.
static void decode_percent(char *text)
{
    char *out = text;
    for (; *text; text++) {
        const int high = *text == '%' ? hex_digit(text[1]) : -1, low = high >= 0 ? hex_digit(text[2]) : -1;
        if (low >= 0 && high * 16 + low != 0) {
            *out++ = (char)(high * 16 + low);
            text += 2;
        } else {
            *out++ = *text;
        }
    }
    *out = '\0';
}

sinew_result sinew__beside_open(const char *model_path, const char *extra_folder, const char *authored,
                                int *out_descriptor, size_t *out_size)
{
    *out_descriptor = -1;
    *out_size = 0;
    const sinew_result result = open_named(model_path, extra_folder, authored, out_descriptor, out_size);
    if (result != SINEW_ERROR_NOT_FOUND || !strchr(authored, '%')) return result;
    char *decoded = joined(authored, strlen(authored), "");
    if (!decoded) return SINEW_ERROR_OUT_OF_MEMORY;
    decode_percent(decoded);
    const sinew_result second = open_named(model_path, extra_folder, decoded, out_descriptor, out_size);
    free(decoded);
    return second;
}

sinew_result sinew__beside_read(const char *model_path, const char *extra_folder, const char *authored,
                                void **out_bytes, size_t *out_size)
{
    int file;
    size_t size;
    const sinew_result result = sinew__beside_open(model_path, extra_folder, authored, &file, &size);
    if (result != SINEW_OK) return result;
    char *bytes = malloc(size ? size : 1);
    if (bytes) {
        const ptrdiff_t read = sinew__read_all(file, bytes, size);
        *out_size = read > 0 ? (size_t)read : 0;
        *out_bytes = bytes;
    }
    close(file);
    return bytes ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
}
