#define _POSIX_C_SOURCE 200809L
#include "cache/dependencies.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/hash.h"
#include "platform/descriptor.h"
#include "platform/side_files.h"

/// Longer than the coarsest clock of a file system counts (FAT: two seconds).
static const int64_t settling_time = INT64_C(2000000000);

/// Wraps around for times of centuries away, which a file may have: there, too, another time is another number.
static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)((uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec);
}

// ---- noting -------------------------------------------------------------------------------------------------------

size_t sinew__dependencies_count(const sinew__dependencies *origin)
{
    return origin->files.size / sizeof(sinew__dependency);
}

sinew__dependency *sinew__dependencies_at(const sinew__dependencies *origin, size_t index)
{
    return (sinew__dependency *)(void *)origin->files.text + index;
}

const char *sinew__dependencies_name(const sinew__dependencies *origin, const sinew__dependency *file)
{
    return origin->names.text + file->name;
}

static int is_noted(const sinew__dependencies *origin, const char *name)
{
    for (size_t i = 0; i < sinew__dependencies_count(origin); ++i) {
        const sinew__dependency *file = sinew__dependencies_at(origin, i);
        if (file->state != SINEW__DEPENDENCY_LIBRARY && strcmp(sinew__dependencies_name(origin, file), name) == 0)
            return 1;
    }
    return 0;
}

static sinew__dependency file_of(const struct stat *status)
{
    return (sinew__dependency){.device = (uint64_t)status->st_dev,
                               .inode = (uint64_t)status->st_ino,
                               .size = (uint64_t)status->st_size,
                               .modified = nanoseconds(status->st_mtim),
                               .changed = nanoseconds(status->st_ctim)};
}

/// What the system says of an open file; a missing one when it says nothing.
static sinew__dependency look_at(int descriptor)
{
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        return (sinew__dependency){.state = SINEW__DEPENDENCY_MISSING};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    sinew__dependency file = file_of(&status);
    const int64_t last = file.modified > file.changed ? file.modified : file.changed;
    file.state = last < nanoseconds(now) - settling_time ? SINEW__DEPENDENCY_SETTLED : SINEW__DEPENDENCY_RECENT;
    return file;
}

static sinew__dependency look_at_library(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) return (sinew__dependency){.state = SINEW__DEPENDENCY_MISSING};
    sinew__dependency file = file_of(&status);
    file.state = SINEW__DEPENDENCY_LIBRARY;
    return file;
}

static void add_file(sinew__dependencies *origin, sinew__dependency file, const char *name)
{
    file.name = (uint32_t)origin->names.size;
    sinew__buffer_put(&origin->names, name, strlen(name) + 1);
    if (!origin->names.failed) sinew__buffer_put(&origin->files, (const char *)&file, sizeof file);
}

void sinew__dependencies_note(sinew__dependencies *origin, const char *name, int descriptor)
{
    if (!is_noted(origin, name)) add_file(origin, look_at(descriptor), name);
}

void sinew__dependencies_note_library(sinew__dependencies *origin, const char *path)
{
    const sinew__dependency library = look_at_library(path);
    if (library.state == SINEW__DEPENDENCY_LIBRARY) add_file(origin, library, path);
}

int sinew__dependencies_failed(const sinew__dependencies *origin)
{
    return origin->files.failed || origin->names.failed;
}

void sinew__dependencies_free(sinew__dependencies *origin)
{
    sinew__buffer_free(&origin->files);
    sinew__buffer_free(&origin->names);
}

// ---- as bytes -----------------------------------------------------------------------------------------------------

/// Then come the files, then the names.
typedef struct origin_header {
    uint32_t file_count, name_bytes;
} origin_header;

void sinew__dependencies_put(const sinew__dependencies *origin, sinew__buffer *out)
{
    const origin_header header = {(uint32_t)sinew__dependencies_count(origin), (uint32_t)origin->names.size};
    sinew__buffer_put(out, (const char *)&header, sizeof header);
    sinew__buffer_put(out, origin->files.text, origin->files.size);
    sinew__buffer_put(out, origin->names.text, origin->names.size);
    if (sinew__dependencies_failed(origin)) out->failed = 1;
}

static int names_fit(const sinew__dependencies *origin)
{
    if (origin->names.size == 0 || origin->names.text[origin->names.size - 1] != '\0') return 0;
    for (size_t i = 0; i < sinew__dependencies_count(origin); ++i) {
        const sinew__dependency *file = sinew__dependencies_at(origin, i);
        if (file->name >= origin->names.size || file->state > SINEW__DEPENDENCY_LIBRARY) return 0;
    }
    return 1;
}

int sinew__dependencies_read(const void *bytes, size_t size, sinew__dependencies *out)
{
    origin_header header;
    *out = (sinew__dependencies){0};
    if (size < sizeof header) return 0;
    memcpy(&header, bytes, sizeof header);
    const uint64_t file_bytes = (uint64_t)header.file_count * sizeof(sinew__dependency);
    if (header.file_count == 0 || header.file_count > SINEW__MOST_SIDE_FILES + 2 ||
        size - sizeof header != file_bytes + header.name_bytes)
        return 0;
    const char *files = (const char *)bytes + sizeof header;
    sinew__buffer_put(&out->files, files, (size_t)file_bytes);
    sinew__buffer_put(&out->names, files + file_bytes, header.name_bytes);
    return !sinew__dependencies_failed(out) && names_fit(out);
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// A file is read in pieces of this size: it may be as large as an importer takes.
enum { PIECE = 1 << 18 };

uint64_t sinew__dependencies_hash(int descriptor)
{
    struct stat status;
    unsigned char *piece = malloc(PIECE);
    uint64_t hash = 0;
    if (piece && fstat(descriptor, &status) == 0) {
        const size_t size = (size_t)status.st_size;
        sinew__hasher hasher = sinew__hash_begin(size);
        for (size_t at = 0; hash == 0; at += PIECE) {
            const size_t wanted = size - at < PIECE ? size - at : PIECE;
            if (sinew__read_at(descriptor, at, piece, wanted) != (ptrdiff_t)wanted) break; // it has become shorter
            if (wanted == PIECE)
                sinew__hash_piece(&hasher, piece, PIECE);
            else
                hash = sinew__hash_end(&hasher, piece, wanted);
        }
    }
    free(piece);
    return hash;
}

static int looks_the_same(const sinew__dependency *a, const sinew__dependency *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size && a->modified == b->modified &&
           a->changed == b->changed;
}

sinew__dependencies_answer sinew__dependencies_compare(const sinew__dependency *noted, int descriptor)
{
    const sinew__dependency now = look_at(descriptor);
    const int was_there = noted->state != SINEW__DEPENDENCY_MISSING, is_there = now.state != SINEW__DEPENDENCY_MISSING;
    if (was_there != is_there) return SINEW__DEPENDENCY_CHANGED;
    if (!is_there || (noted->state == SINEW__DEPENDENCY_SETTLED && looks_the_same(noted, &now)))
        return SINEW__DEPENDENCY_SAME;
    const uint64_t hash = noted->size == now.size ? sinew__dependencies_hash(descriptor) : 0;
    return hash && hash == noted->hash ? SINEW__DEPENDENCY_SAME_CONTENT : SINEW__DEPENDENCY_CHANGED;
}

sinew__dependencies_answer sinew__dependencies_compare_library(const sinew__dependency *noted, const char *path)
{
    const sinew__dependency now = look_at_library(path);
    return now.state == SINEW__DEPENDENCY_LIBRARY && looks_the_same(noted, &now) ? SINEW__DEPENDENCY_SAME
                                                                                 : SINEW__DEPENDENCY_CHANGED;
}
