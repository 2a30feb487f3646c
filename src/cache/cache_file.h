/// One file of the cache, `<16 hexadecimal digits>.sinew`: a `.sinew` file with the dependencies of its block appended.
///
/// It is written under a temporary name and renamed, so that it is always complete. It is not synced: after a power
/// failure its checksums reveal damage, and its source still exists.
#ifndef SINEW_CACHE_CACHE_FILE_H
#define SINEW_CACHE_CACHE_FILE_H

#include "cache/dependencies.h"
#include "model/block_file.h"

#define SINEW__CACHE_SUFFIX ".sinew"
enum { SINEW__CACHE_KEY_DIGITS = 16 };

/// Path (allocated) of the file of a key; NULL when out of memory.
char *sinew__cache_file_path(const char *folder, uint64_t key);

/// A file in memory.
typedef struct sinew__cache_file {
    void *bytes; ///< allocated; NULL when a model owns them
    sinew__block_file parts;
    sinew__dependencies dependencies;
} sinew__cache_file;

/// Reads and parses a file, and records the time of this use, to the minute. The file is not mapped, because another
/// process could change it after validation. A file of more than `limit` bytes, the limit of the whole cache, is
/// damaged. Returns SINEW_ERROR_NOT_FOUND if no file can be read, or _OUT_OF_MEMORY; other errors mean that it is
/// damaged. On failure nothing has to be closed.
SINEW_NODISCARD sinew_result sinew__cache_file_open(const char *path, size_t limit, sinew__cache_file *out_file);

/// Makes a model of its block. Call once.
SINEW_NODISCARD sinew_result sinew__cache_file_model(sinew__cache_file *file, const sinew__validation_limits *limits,
                                                     sinew_model **out_model);

void sinew__cache_file_close(sinew__cache_file *file);

/// Writes a model and its dependencies to `path`, creating the folders above it. Returns 0 on failure, without leaving
/// a file.
int sinew__cache_file_write(const char *path, const sinew_model *model, const sinew__dependencies *dependencies);

#endif
