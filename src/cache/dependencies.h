/// Which files a model was made of, as its host saw them, so that a later load can tell whether they still are the
/// same.
///
/// What the system says of a file – device, inode, size, times – tells it from a changed one almost always, and costs a
/// microsecond. Not when a program has set the time back (but nobody can set that of the inode's own last change), and
/// not when the file changed in the very moment in which it was looked at: times are coarser than that. A file that had
/// changed less than two seconds before it was noted is therefore not *settled*, and its content decides.
#ifndef SINEW_CACHE_DEPENDENCIES_H
#define SINEW_CACHE_DEPENDENCIES_H

#include "base/buffer.h"

typedef enum sinew__dependencies_state {
    SINEW__DEPENDENCY_MISSING, ///< was asked for and not there
    SINEW__DEPENDENCY_RECENT,
    SINEW__DEPENDENCY_SETTLED,
    SINEW__DEPENDENCY_LIBRARY, ///< was not read, but decides what is read of the others: known by a look alone
} sinew__dependencies_state;

/// One file. All numbers but `hash` are 0 for a missing one.
typedef struct sinew__dependency {
    uint64_t device, inode, size;
    int64_t modified, changed; ///< nanoseconds since 1970: of the content, of the inode
    uint64_t hash;             ///< sinew__hash of the content; 0: not known yet, or never of a library
    uint32_t name;             ///< in `names`: as the model calls it; "": the model file itself; the path of a library
    uint32_t state;            ///< sinew__dependencies_state
} sinew__dependency;

/// Zeroed: none.
typedef struct sinew__dependencies {
    sinew__buffer files; ///< sinew__dependency[]
    sinew__buffer names; ///< terminated
} sinew__dependencies;

/// Notes a file, open at `descriptor`, or -1 for one that was asked for in vain. The same name twice counts once.
void sinew__dependencies_note(sinew__dependencies *origin, const char *name, int descriptor);

/// Notes the importer's library, by its path; one that is not there is not noted.
void sinew__dependencies_note_library(sinew__dependencies *origin, const char *path);

size_t sinew__dependencies_count(const sinew__dependencies *origin);
sinew__dependency *sinew__dependencies_at(const sinew__dependencies *origin, size_t index);
const char *sinew__dependencies_name(const sinew__dependencies *origin, const sinew__dependency *file);

/// Whether memory was out while noting or reading.
int sinew__dependencies_failed(const sinew__dependencies *origin);

void sinew__dependencies_free(sinew__dependencies *origin);

/// The bytes of it, for a file of the cache, into an empty buffer.
void sinew__dependencies_put(const sinew__dependencies *origin, sinew__buffer *out);

/// An origin from such bytes, whoever wrote them. Returns 0 when they are none, or memory is out.
int sinew__dependencies_read(const void *bytes, size_t size, sinew__dependencies *out_origin);

typedef enum sinew__dependencies_answer {
    SINEW__DEPENDENCY_SAME,
    SINEW__DEPENDENCY_SAME_CONTENT, ///< the file looks different, or is not settled; its content is the same
    SINEW__DEPENDENCY_CHANGED,
} sinew__dependencies_answer;

/// Compares what was noted with the file that is now open at `descriptor` (-1: there is none).
sinew__dependencies_answer sinew__dependencies_compare(const sinew__dependency *noted, int descriptor);

/// Compares a noted library with what its path leads to now. It is not opened.
sinew__dependencies_answer sinew__dependencies_compare_library(const sinew__dependency *noted, const char *path);

/// Hash of a file's content, 0 when it cannot be read.
uint64_t sinew__dependencies_hash(int descriptor);

#endif
