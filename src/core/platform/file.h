/// Reading and writing whole files. Errors state the exact reason; writing leaves the old file or the complete new one.
#ifndef SINEW_CORE_PLATFORM_FILE_H
#define SINEW_CORE_PLATFORM_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Length of the folder part of a path, its slash included.
size_t sinew__folder_length(const char *path);

/// Returns the name after the folder part of a path.
static inline const char *sinew__file_name(const char *path)
{
    return path + sinew__folder_length(path);
}

/// Returns the folder part of a path in allocated memory, "." if it has no folder part; NULL when out of memory.
char *sinew__folder_of(const char *path);

/// Returns the path of an existing file or folder from the root on, without links, in allocated memory; NULL with
/// errno.
char *sinew__absolute_path(const char *path);

/// Reads a regular file into allocated memory. SINEW_ERROR_NOT_FOUND (hint: a name that differs only in case),
/// _NOT_A_FILE, _NO_PERMISSION, _EMPTY, _OUT_OF_MEMORY. Messages do not name the file; the caller adds it.
SINEW_NODISCARD sinew_result sinew__file_read(const char *path, void **out_bytes, size_t *out_size,
                                              sinew_error *out_error);

/// Reads a file that has no reason to be larger than `max_size`: SINEW_ERROR_LIMIT states both sizes, and
/// nothing is read or allocated.
SINEW_NODISCARD sinew_result sinew__file_read_within(const char *path, size_t max_size, void **out_bytes,
                                                     size_t *out_size, sinew_error *out_error);

/// Opens a regular file that is not empty; *out_descriptor is the caller's to close. The same results.
SINEW_NODISCARD sinew_result sinew__file_open(const char *path, int *out_descriptor, size_t *out_size,
                                              sinew_error *out_error);

/// Opens a file that is not a link; a link gives SINEW_ERROR_NO_PERMISSION.
SINEW_NODISCARD sinew_result sinew__file_open_itself(const char *path, int *out_descriptor, size_t *out_size,
                                                     sinew_error *out_error);

/// open(2) for a library that opens its files itself: a regular file that is not a link and, if it is written, has no
/// second name; a folder to sync it; or /dev/urandom. Never waits. Returns −1 with errno: ELOOP for a link, EMLINK for
/// a second name, EINVAL for anything else.
int sinew__open_itself(const char *path, int flags, int mode);

/// Reads the first `size` bytes of an open file, or fewer when it is shorter.
SINEW_NODISCARD sinew_result sinew__file_read_open(int descriptor, size_t size, void **out_bytes, size_t *out_size,
                                                   sinew_error *out_error);

/// Writes `path` whole or not at all: a temporary file beside it, synced, renamed. It is removed on failure, and
/// registered (sinew__temporary_output_add) while it exists; if its name has become another file's, that is an
/// error. Links are followed; a dangling link is an error. Permission bits are kept, but not setuid, setgid and sticky,
/// which were meant for the old contents. Devices and pipes are written directly. A file without write permission is
/// not replaced, whatever the permissions of its folder. SINEW_ERROR_WRITE, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__file_write(const char *path, const void *bytes, size_t size,
                                               sinew_error *out_error);

/// From now on outputs are written at their own names: a link there is replaced instead of followed. For names that the
/// user did not give letter for letter.
void sinew__outputs_replace_links(void);

/// From now on files that are opened for reading are noted, and sinew__file_write and sinew__foreign_file_begin refuse
/// to replace one of them. For programs that end: the notes stay.
void sinew__inputs_begin(void);

/// Notes an opened file, if sinew__inputs_begin was called. Any thread may.
void sinew__input_note(uint64_t device, uint64_t inode);

/// Whether a path leads to a file that was noted.
int sinew__is_input(const char *path);

/// Returns whether `suffix`, appended to the name of a file, gives the name of its temporary file, which a program that
/// was killed leaves. Other programs' names may look the same.
int sinew__is_temporary_suffix(const char *suffix);

/// A file that another program writes, whole or not at all.
typedef struct sinew__foreign_file sinew__foreign_file;

/// Creates an empty temporary file beside `path`, as sinew__file_write does; `path` must be a regular file if it
/// exists. End it with sinew__foreign_file_end. SINEW_ERROR_WRITE, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__foreign_file_begin(const char *path, sinew__foreign_file **out_file,
                                                       sinew_error *out_error);

/// Returns the descriptor of the temporary file, for the other program: the name may lead elsewhere when it is opened.
/// Owned by the file.
int sinew__foreign_file_descriptor(const sinew__foreign_file *file);

/// Renames the temporary file to its path, or removes it if it is incomplete, and frees `file`. SINEW_ERROR_WRITE, also
/// when its name has become another file's.
SINEW_NODISCARD sinew_result sinew__foreign_file_end(sinew__foreign_file *file, int is_complete,
                                                     sinew_error *out_error);

/// Removes a file. Async-signal-safe. Returns 0 with errno on failure.
int sinew__file_remove(const char *path);

typedef struct sinew__file_part {
    const void *bytes;
    size_t size;
} sinew__file_part;

/// Writes a file that can be created again: writes its parts in sequence, renames but does not sync, so that the
/// file may be incomplete after a power failure. A link at `path` is replaced.
SINEW_NODISCARD sinew_result sinew__file_write_unsynced(const char *path, const sinew__file_part *parts, size_t count);

/// The temporary files of outputs being written are registered, so that an interrupted program can remove them. Any
/// number of threads may write. Either the writer or the signal handler takes the path out of its slot.
///
/// Registers a path, which the caller keeps. Returns its slot, or -1 when all slots are in use.
int sinew__temporary_output_add(char *path);

/// Clears a slot; -1 is allowed. Returns 0 when sinew__temporary_output_remove_all has taken the path: the process is
/// about to end and still reads it, so it must not be freed.
int sinew__temporary_output_forget(int slot);

/// Unlinks all registered files. Async-signal-safe, for the signal handler of a program that ends.
void sinew__temporary_output_remove_all(void);

#endif
