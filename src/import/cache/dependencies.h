/// The files that a model was made of, as its host saw them, so that a later load can tell whether they have changed.
///
/// The identity of a file – device, inode, size, times – tells almost every change, and costs a microsecond. A program
/// can set back the time of modification, but not that of the inode's last change. File systems round times, so a file
/// that changed less than two seconds before it was recorded is not *settled*: its content decides.
#ifndef SINEW_IMPORT_CACHE_DEPENDENCIES_H
#define SINEW_IMPORT_CACHE_DEPENDENCIES_H

#include "core/base/buffer.h"

typedef enum sinew__dependency_state {
    SINEW__DEPENDENCY_MISSING, ///< was looked up and not found
    SINEW__DEPENDENCY_RECENT,
    SINEW__DEPENDENCY_SETTLED,
    SINEW__DEPENDENCY_LIBRARY, ///< the importer's library, which is not read: compared by identity only
} sinew__dependency_state;

/// One file. All numbers but `hash` are 0 for a missing one.
typedef struct sinew__dependency {
    uint64_t device, inode, size;
    int64_t modified, changed; ///< nanoseconds since 1970: times of modification and of the inode's change
    uint64_t hash;             ///< sinew__hash of the content; 0: not known yet, or never of a library
    uint32_t name;             ///< in `names`: as the model names it; "": the model file; of a library, its path
    uint32_t state;            ///< sinew__dependency_state
} sinew__dependency;

/// Zeroed: none.
typedef struct sinew__dependencies {
    sinew__buffer files; ///< sinew__dependency[]
    sinew__buffer names; ///< terminated
} sinew__dependencies;

/// Records a file, open at `descriptor`, or -1 for one that was not found. A repeated name is ignored.
void sinew__dependencies_record(sinew__dependencies *dependencies, const char *name, int descriptor);

/// Records the importer's library by its path; a missing one is ignored.
void sinew__dependencies_record_library(sinew__dependencies *dependencies, const char *path);

size_t sinew__dependencies_count(const sinew__dependencies *dependencies);
sinew__dependency *sinew__dependencies_at(const sinew__dependencies *dependencies, size_t index);
const char *sinew__dependencies_name(const sinew__dependencies *dependencies, const sinew__dependency *file);

/// Whether recording or reading ran out of memory.
int sinew__dependencies_failed(const sinew__dependencies *dependencies);

void sinew__dependencies_free(sinew__dependencies *dependencies);

/// Writes the dependencies to an empty buffer, for a file of the cache.
void sinew__dependencies_put(const sinew__dependencies *dependencies, sinew__buffer *out);

/// Reads dependencies from such bytes, which are not trusted. Returns 0 when they are invalid or when out of memory.
int sinew__dependencies_read(const void *bytes, size_t size, sinew__dependencies *out_dependencies);

typedef enum sinew__dependency_comparison {
    SINEW__DEPENDENCY_SAME,
    SINEW__DEPENDENCY_SAME_CONTENT, ///< the identity differs or is not settled; the content is the same
    SINEW__DEPENDENCY_CHANGED,
} sinew__dependency_comparison;

/// Compares a recorded file with the one that is open at `descriptor` now (-1: none).
sinew__dependency_comparison sinew__dependencies_compare(const sinew__dependency *recorded, int descriptor);

/// Compares a recorded library with the file at its path now, without opening it.
sinew__dependency_comparison sinew__dependencies_compare_library(const sinew__dependency *recorded, const char *path);

/// Hash of a file's content, 0 when it cannot be read.
uint64_t sinew__dependencies_hash(int descriptor);

#endif
