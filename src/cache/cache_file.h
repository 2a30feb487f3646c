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

/// Path (from malloc) of the file of a key; NULL when out of memory.
char *sinew__cache_file_path(const char *folder, uint64_t key);

/// A file in memory.
typedef struct sinew__cache_file {
    void *bytes; ///< from malloc; NULL once a model has taken them over
    sinew__block_file parts;
    sinew__dependencies origin;
} sinew__cache_file;

/// Reads a file, takes it apart, and notes – to the minute – that it was used. Never a mapping: who else may write to
/// the folder could change what has been checked. A file of more than `limit` bytes, which all of the cache may take,
/// is damaged: none was written. SINEW_ERROR_NOT_FOUND: there is none that can be read; _OUT_OF_MEMORY; anything else:
/// it is damaged. On failure nothing has to be closed.
SINEW_NODISCARD sinew_result sinew__cache_file_open(const char *path, size_t limit, sinew__cache_file *out_file);

/// The model of its block. Call once.
SINEW_NODISCARD sinew_result sinew__cache_file_model(sinew__cache_file *file, const sinew__validation_limits *limits,
                                                     sinew_model **out_model);

void sinew__cache_file_close(sinew__cache_file *file);

/// Writes a model and its dependencies to `path`, creating the folders above it. Returns 0 on failure, without leaving
/// a file.
int sinew__cache_file_write(const char *path, const sinew_model *model, const sinew__dependencies *origin);

#endif
