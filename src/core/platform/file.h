/// Reads and writes whole files. Errors state the exact reason; after writing, either the old file or the complete new
/// one exists.
#ifndef SINEW_CORE_PLATFORM_FILE_H
#define SINEW_CORE_PLATFORM_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Returns the length of the folder part of a path, including the slash.
size_t sinew__folder_length(const char *path);

/// Returns the name after the folder part of a path.
static inline const char *sinew__file_name(const char *path)
{
    return path + sinew__folder_length(path);
}

/// Returns the folder part of a path in allocated memory, "." if it has no folder part; NULL when out of memory.
char *sinew__folder_of(const char *path);

/// Returns the absolute path of an existing file or folder, without links, in allocated memory; NULL with errno.
char *sinew__absolute_path(const char *path);

/// Reads a regular file into allocated memory. SINEW_ERROR_NOT_FOUND (the hint names a similar file), _NOT_A_FILE,
/// _NO_PERMISSION, _EMPTY, _OUT_OF_MEMORY. Messages do not name the file; the caller adds it.
SINEW_NODISCARD sinew_result sinew__file_read(const char *path, void **out_bytes, size_t *out_size,
                                              sinew_error *out_error);

/// As sinew__file_read, but a file larger than `max_size` gives SINEW_ERROR_LIMIT with both sizes, and nothing is read
/// or allocated.
SINEW_NODISCARD sinew_result sinew__file_read_within(const char *path, size_t max_size, void **out_bytes,
                                                     size_t *out_size, sinew_error *out_error);

/// Opens a regular file that is not empty. The caller closes *out_descriptor. Errors are those of sinew__file_read.
SINEW_NODISCARD sinew_result sinew__file_open(const char *path, int *out_descriptor, size_t *out_size,
                                              sinew_error *out_error);

/// As sinew__file_open, but a link gives SINEW_ERROR_NO_PERMISSION.
SINEW_NODISCARD sinew_result sinew__file_open_itself(const char *path, int *out_descriptor, size_t *out_size,
                                                     sinew_error *out_error);

/// As open(2), for libraries that open files themselves. It opens only a regular file that is not a link and, for
/// writing, has one name; a folder, to sync it; and /dev/urandom. It never waits. Returns −1 with errno: ELOOP for a
/// link, EMLINK for a second name, EINVAL for anything else.
int sinew__open_itself(const char *path, int flags, int mode);

/// Reads the first `size` bytes of an open file, or fewer if it is shorter.
SINEW_NODISCARD sinew_result sinew__file_read_open(int descriptor, size_t size, void **out_bytes, size_t *out_size,
                                                   sinew_error *out_error);

/// Writes `path` completely or not at all: writes a temporary file in the same folder, syncs it, and renames it. The
/// temporary file is registered (sinew__temporary_output_add) as long as it exists, and is removed on failure. Fails if
/// another file has the name of the temporary file when it is to be renamed. Links are followed; a dangling link is an
/// error. Permission bits are kept, except setuid, setgid and sticky, which were meant for the old contents. Devices
/// and pipes are written directly. A file without write permission is not replaced, whatever the permissions of its
/// folder. SINEW_ERROR_WRITE, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__file_write(const char *path, const void *bytes, size_t size,
                                               sinew_error *out_error);

/// From now on, outputs replace a link with their name instead of following it. For names that the user has not typed
/// literally.
void sinew__outputs_replace_links(void);

/// From now on, files opened for reading are recorded, and sinew__file_write and sinew__foreign_file_begin fail for
/// them. For programs that end soon: records are kept.
void sinew__inputs_begin(void);

/// Records an opened file if sinew__inputs_begin was called. Thread-safe.
void sinew__input_note(uint64_t device, uint64_t inode);

/// Whether a path leads to a recorded file.
int sinew__is_input(const char *path);

/// Whether `suffix` is one that sinew appends to the name of a file for its temporary file, which remains if a program
/// is killed. Names of other programs' files may end in the same way.
int sinew__is_temporary_suffix(const char *suffix);

/// An output that another program writes, completely or not at all.
typedef struct sinew__foreign_file sinew__foreign_file;

/// Creates an empty temporary file in the folder of `path`, as sinew__file_write does. If `path` exists, it must be a
/// regular file. Finish with sinew__foreign_file_end. SINEW_ERROR_WRITE, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__foreign_file_begin(const char *path, sinew__foreign_file **out_file,
                                                       sinew_error *out_error);

/// Returns the descriptor of the temporary file, which belongs to `file`. The other program gets it instead of the
/// name, which may refer to another file when the program opens it.
int sinew__foreign_file_descriptor(const sinew__foreign_file *file);

/// Renames the temporary file to its path if it is complete, else removes it, and frees `file`. SINEW_ERROR_WRITE, also
/// if another file now has the temporary file's name.
SINEW_NODISCARD sinew_result sinew__foreign_file_end(sinew__foreign_file *file, int is_complete,
                                                     sinew_error *out_error);

/// Removes a file. Async-signal-safe. Returns 0 with errno on failure.
int sinew__file_remove(const char *path);

typedef struct sinew__file_part {
    const void *bytes;
    size_t size;
} sinew__file_part;

/// Writes a file that can be created again, from parts in sequence. It renames but does not sync, so that the file may
/// be incomplete after a power failure. A link at `path` is replaced.
SINEW_NODISCARD sinew_result sinew__file_write_unsynced(const char *path, const sinew__file_part *parts, size_t count);

/// Registers the path of an output's temporary file, so that an interrupted program can remove the file. Returns the
/// slot of the path, or −1 if all slots are in use. The path must stay valid until its slot is cleared. Any thread may
/// call this. Either the writer or the signal handler takes the path out of its slot.
int sinew__temporary_output_add(char *path);

/// Clears a slot. Accepts −1. Returns 0 if sinew__temporary_output_remove_all has taken the path: the process is about
/// to end and still reads it, so that it must not be freed.
int sinew__temporary_output_forget(int slot);

/// Unlinks all registered files. Async-signal-safe, for the signal handler of a program that ends.
void sinew__temporary_output_remove_all(void);

#endif
