// Writes whole files by way of temporary files, and registers these.
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700 // realpath
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"

// ---- temporary outputs --------------------------------------------------------------------------------------------

enum { SLOT_COUNT = 32 };

static _Atomic(char *) slots[SLOT_COUNT];

int sinew__temporary_output_add(char *path)
{
    for (int slot = 0; slot < SLOT_COUNT; ++slot) {
        char *empty = NULL;
        if (atomic_compare_exchange_strong(&slots[slot], &empty, path)) return slot;
    }
    return -1;
}

int sinew__temporary_output_forget(int slot)
{
    return slot < 0 || atomic_exchange(&slots[slot], NULL) != NULL;
}

void sinew__temporary_output_remove_all(void)
{
    for (int slot = 0; slot < SLOT_COUNT; ++slot) {
        const char *path = atomic_exchange(&slots[slot], NULL);
        if (path) (void)sinew__file_remove(path);
    }
}

// ---- writing ------------------------------------------------------------------------------------------------------

/// The contents of a file, and whether they must survive a power failure.
typedef struct contents {
    const sinew__file_part *parts; ///< [count]
    size_t count;
    int synced;
} contents;

/// A file that replaces another one when it is complete.
typedef struct replacement {
    char *target;    ///< path of the file to replace, with links resolved
    char *temporary; ///< path of the temporary file, in the same folder
    int descriptor;
    int slot; ///< slot among the registered temporary outputs
} replacement;

enum { REPLACED = -1 }; // returned in place of an errno: the name of the temporary file now belongs to another file

static sinew_result fail_write(int code, sinew_error *error)
{
    if (code == REPLACED)
        return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write: another program has replaced its temporary file");
    return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
}

/// Writes to a device or pipe (/dev/stdout, /dev/full), which a rename cannot replace.
static sinew_result write_in_place(const char *path, const void *bytes, size_t size, sinew_error *error)
{
    const int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return fail_write(errno, error);
    int code = sinew__write_all(descriptor, bytes, size);
    if (close(descriptor) != 0 && code == 0) code = errno;
    return code == 0 ? SINEW_OK : fail_write(code, error);
}

// ---- the temporary file -------------------------------------------------------------------------------------------

enum { SUFFIX_LENGTH = 7, LONGEST_NAME = 255 };

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";

/// Writes a suffix such as ".4k2x0a", different for every process, time and attempt.
static void put_suffix(char *out, unsigned attempt)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t number = ((uint64_t)getpid() << 40) ^ ((uint64_t)now.tv_sec << 30) ^ (uint64_t)now.tv_nsec ^ attempt;
    number *= UINT64_C(0x9e3779b97f4a7c15); // spreads the low bits to the high ones
    *out++ = '.';
    for (int i = 1; i < SUFFIX_LENGTH; ++i, number >>= 8) *out++ = digits[(number >> 16) % 36];
    *out = '\0';
}

int sinew__is_temporary_suffix(const char *suffix)
{
    return suffix[0] == '.' && strlen(suffix) == SUFFIX_LENGTH && strspn(suffix + 1, digits) == SUFFIX_LENGTH - 1;
}

/// Creates the file and registers it with signals blocked, because a signal in between that ends the program would
/// leave the file. Returns 0 or an errno.
static int create_noted(replacement *file, mode_t mode)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    file->descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    const int code = file->descriptor < 0 ? errno : 0;
    if (code == 0) file->slot = sinew__temporary_output_add(file->temporary);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

/// Creates an empty file in the target's folder. A name that would be too long is shortened.
static int create_temporary(replacement *file, mode_t mode)
{
    const size_t folder = sinew__folder_length(file->target), whole = strlen(file->target);
    const size_t longest = folder + LONGEST_NAME - SUFFIX_LENGTH, kept = whole < longest ? whole : longest;
    file->temporary = sinew__allocate(kept + SUFFIX_LENGTH + 1);
    if (!file->temporary) return ENOMEM;
    memcpy(file->temporary, file->target, kept);
    int code = EEXIST;
    for (unsigned attempt = 0; attempt < 100 && code == EEXIST; ++attempt) {
        put_suffix(file->temporary + kept, attempt);
        code = create_noted(file, mode);
    }
    return code;
}

// ---- replacing the file -------------------------------------------------------------------------------------------

/// Syncs the folder, so that the new name survives a power failure. Not all file systems support it; in any case the
/// file is complete under its old or new name.
static void sync_folder(const replacement *file)
{
    const size_t length = sinew__folder_length(file->target);
    file->temporary[length] = '\0';
    const int folder = open(length ? file->temporary : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    (void)fsync(folder);
    close(folder);
}

/// Whether the temporary name still belongs to the open file. In a folder that others may change, a rename could
/// otherwise move their file or link to the target.
static int has_its_name(const replacement *file)
{
    struct stat named, open;
    return lstat(file->temporary, &named) == 0 && fstat(file->descriptor, &open) == 0 && named.st_dev == open.st_dev &&
           named.st_ino == open.st_ino;
}

/// Starts a file that replaces `target`. `old` is the target's status, or NULL if it does not exist. Returns 0 or an
/// errno.
static int begin(char *target, const struct stat *old, replacement *out)
{
    *out = (replacement){.target = target, .descriptor = -1, .slot = -1};
    int code = old && access(target, W_OK) != 0 ? errno : 0; // a rename would not check write permission
    if (code == 0) code = create_temporary(out, old ? 0600 : 0666);
    if (code != 0) sinew_free(out->temporary);
    return code;
}

/// Completes the file, or removes it if `code` is an errno. Returns 0 or an errno.
static int end(replacement *file, const contents *what, const struct stat *old, int code)
{
    for (size_t i = 0; i < what->count && code == 0; ++i)
        code = sinew__write_all(file->descriptor, what->parts[i].bytes, what->parts[i].size);
    if (code == 0 && old && fchmod(file->descriptor, old->st_mode & 0777) != 0) code = errno;
    if (code == 0 && what->synced && fsync(file->descriptor) != 0 && errno != EINVAL) code = errno;
    if (code == 0 && !has_its_name(file)) code = REPLACED;
    if (close(file->descriptor) != 0 && code == 0) code = errno;
    if (code == 0 && rename(file->temporary, file->target) != 0) code = errno;
    if (code != 0 && code != REPLACED) unlink(file->temporary);
    if (!sinew__temporary_output_forget(file->slot)) return code;
    if (code == 0 && what->synced) sync_folder(file);
    sinew_free(file->temporary);
    return code;
}

static int replace(char *target, const contents *what, const struct stat *old)
{
    replacement file;
    const int code = begin(target, old, &file);
    return code == 0 ? end(&file, what, old, 0) : code;
}

static atomic_int replaces_links;

void sinew__outputs_replace_links(void)
{
    atomic_store(&replaces_links, 1);
}

/// Gets the status of the file that an output replaces. Returns whether it exists.
static int find_old(const char *path, struct stat *out)
{
    if (!atomic_load(&replaces_links)) return stat(path, out) == 0;
    return lstat(path, out) == 0 && !S_ISLNK(out->st_mode);
}

/// Whether a path is a link to a missing file. A rename would replace the link, and the file that it names would still
/// be missing.
static int is_dangling(const char *path)
{
    struct stat status;
    return !atomic_load(&replaces_links) && lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/// Returns the path of the file to replace; links are followed unless they are to be replaced. NULL with errno on
/// failure.
static char *find_target(const char *path, int exists)
{
    char resolved[PATH_MAX];
    const int follows = exists && !atomic_load(&replaces_links);
    if (follows && !realpath(path, resolved)) return NULL;
    char *target = sinew__copy_text(follows ? resolved : path);
    if (!target) errno = ENOMEM; // an allocator need not set errno
    return target;
}

static sinew_result fail_input(sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write: it is an input of the command");
}

static sinew_result fail_code(int code, sinew_error *error)
{
    return code == ENOMEM ? sinew__fail_memory(error) : fail_write(code, error);
}

sinew_result sinew__file_write(const char *path, const void *bytes, size_t size, sinew_error *out_error)
{
    struct stat status;
    const int exists = find_old(path, &status);
    if (sinew__is_input(path)) return fail_input(out_error);
    if (!exists && is_dangling(path))
        return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: it is a dangling link");
    if (exists && !S_ISREG(status.st_mode) && atomic_load(&replaces_links))
        return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: not a regular file");
    if (exists && !S_ISREG(status.st_mode)) return write_in_place(path, bytes, size, out_error);
    char *target = find_target(path, exists);
    if (!target) return errno == ENOMEM ? sinew__fail_memory(out_error) : fail_write(errno, out_error);
    const sinew__file_part whole = {bytes, size};
    const contents what = {.parts = &whole, .count = 1, .synced = 1};
    const int code = replace(target, &what, exists ? &status : NULL);
    sinew_free(target);
    return code == 0 ? SINEW_OK : fail_code(code, out_error);
}

// ---- files that another program writes ----------------------------------------------------------------------------

struct sinew__foreign_file {
    replacement file;
    struct stat status; ///< status of the file to replace
    int exists;
    char *target;
};

static sinew_result begin_foreign(const char *path, sinew__foreign_file *foreign, sinew_error *error)
{
    foreign->exists = find_old(path, &foreign->status);
    if (sinew__is_input(path)) return fail_input(error);
    if (!foreign->exists && is_dangling(path))
        return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write: it is a dangling link");
    if (foreign->exists && !S_ISREG(foreign->status.st_mode))
        return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write: not a regular file");
    foreign->target = find_target(path, foreign->exists);
    if (!foreign->target) return fail_code(errno, error);
    const int code = begin(foreign->target, foreign->exists ? &foreign->status : NULL, &foreign->file);
    if (code == 0) return SINEW_OK;
    sinew_free(foreign->target);
    return fail_code(code, error);
}

sinew_result sinew__foreign_file_begin(const char *path, sinew__foreign_file **out, sinew_error *error)
{
    *out = sinew__allocate_zeroed(1, sizeof **out);
    if (!*out) return sinew__fail_memory(error);
    const sinew_result result = begin_foreign(path, *out, error);
    if (result == SINEW_OK) return SINEW_OK;
    sinew_free(*out);
    *out = NULL;
    return result;
}

int sinew__foreign_file_descriptor(const sinew__foreign_file *foreign)
{
    return foreign->file.descriptor;
}

sinew_result sinew__foreign_file_end(sinew__foreign_file *foreign, int is_complete, sinew_error *error)
{
    const contents what = {.synced = 1};
    const int code = end(&foreign->file, &what, foreign->exists ? &foreign->status : NULL, is_complete ? 0 : EIO);
    sinew_free(foreign->target);
    sinew_free(foreign);
    return code == 0 || !is_complete ? SINEW_OK : fail_code(code, error);
}

sinew_result sinew__file_write_unsynced(const char *path, const sinew__file_part *parts, size_t count)
{
    const contents what = {.parts = parts, .count = count};
    char *target = sinew__copy_text(path);
    if (!target) return SINEW_ERROR_OUT_OF_MEMORY;
    const int code = replace(target, &what, NULL);
    sinew_free(target);
    return code == 0 ? SINEW_OK : SINEW_ERROR_WRITE;
}
