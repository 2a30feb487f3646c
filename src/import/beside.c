#define _POSIX_C_SOURCE 200809L
#include "import/beside.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "import/side_files.h"

/// A side file larger than this is refused.
static const off_t largest = (off_t)1 << 30;

static sinew_result read_open_file(int file, void **out_bytes, size_t *out_size)
{
    struct stat info;
    if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > largest) return SINEW_ERROR_NOT_FOUND;
    const size_t size = (size_t)info.st_size;
    char *bytes = malloc(size ? size : 1);
    if (!bytes) return SINEW_ERROR_OUT_OF_MEMORY;
    size_t at = 0;
    while (at < size) {
        const ssize_t got = read(file, bytes + at, size - at);
        if (got <= 0) break;
        at += (size_t)got;
    }
    *out_bytes = bytes;
    *out_size = at;
    return SINEW_OK;
}

/// `name` in `folder`, a regular file that is no link: O_NONBLOCK keeps a pipe of that name from stopping us.
static sinew_result read_in_folder(const char *folder, const char *name, void **out_bytes, size_t *out_size)
{
    const int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return SINEW_ERROR_NOT_FOUND;
    const int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    close(directory);
    if (file < 0) return SINEW_ERROR_NOT_FOUND;
    const sinew_result result = read_open_file(file, out_bytes, out_size);
    close(file);
    return result;
}

/// `length` characters of `path`, then `ending`. NULL when memory is out.
static char *folder_text(const char *path, size_t length, const char *ending)
{
    char *folder = malloc(length + strlen(ending) + 1);
    if (!folder) return NULL;
    memcpy(folder, path, length);
    strcpy(folder + length, ending);
    return folder;
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

static sinew_result read_named(const char *model_path, const char *extra_folder, const char *name, void **out_bytes,
                               size_t *out_size)
{
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return SINEW_ERROR_NOT_FOUND;
    const char *slash = strrchr(model_path, '/'), *dot = strrchr(model_path, '.');
    const size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - model_path) : strlen(model_path);
    char *beside = slash ? folder_text(model_path, (size_t)(slash - model_path) + 1, "") : folder_text("", 0, ".");
    char *media = folder_text(model_path, stem, ".fbm");
    sinew_result result = SINEW_ERROR_OUT_OF_MEMORY;
    if (beside && media) result = read_in_folder(beside, name, out_bytes, out_size);
    if (result == SINEW_ERROR_NOT_FOUND) result = read_in_folder(media, name, out_bytes, out_size);
    if (result == SINEW_ERROR_NOT_FOUND && extra_folder)
        result = read_in_folder(extra_folder, name, out_bytes, out_size);
    free(beside);
    free(media);
    return result;
}

sinew_result beside_read(const char *model_path, const char *extra_folder, const char *authored, void **out_bytes,
                         size_t *out_size)
{
    sinew_result result = read_named(model_path, extra_folder, side_file_base_name(authored), out_bytes, out_size);
    if (result != SINEW_ERROR_NOT_FOUND || !strchr(authored, '%')) return result;
    char *decoded = folder_text(authored, strlen(authored), "");
    if (!decoded) return SINEW_ERROR_OUT_OF_MEMORY;
    decode_percent(decoded);
    result = read_named(model_path, extra_folder, side_file_base_name(decoded), out_bytes, out_size);
    free(decoded);
    return result;
}
