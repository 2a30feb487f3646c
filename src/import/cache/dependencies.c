// Records the files that an import has read or not found, and compares them later.
#include "import/cache/cache.h"

#include <string.h>

#include "core/base/hash.h"
#include "core/base/memory.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"

/// Nanoseconds since its last change after which a file is settled (cache.h). The coarsest clock of a file system (FAT)
/// counts in two seconds.
static const int64_t settling_time = INT64_C(2000000000);

// ---- recording----------------------------------------------------------------------------------------------------

size_t sinew__dependencies_count(const sinew__dependencies *dependencies)
{
    return dependencies->files.size / sizeof(sinew__dependency);
}

sinew__dependency *sinew__dependencies_at(const sinew__dependencies *dependencies, size_t index)
{
    return (sinew__dependency *)(void *)dependencies->files.text + index;
}

const char *sinew__dependencies_name(const sinew__dependencies *dependencies, const sinew__dependency *file)
{
    return dependencies->names.text + file->name;
}

static int is_recorded(const sinew__dependencies *dependencies, const char *name)
{
    for (size_t i = 0; i < sinew__dependencies_count(dependencies); ++i) {
        const sinew__dependency *file = sinew__dependencies_at(dependencies, i);
        if (file->state != SINEW__DEPENDENCY_LIBRARY && strcmp(sinew__dependencies_name(dependencies, file), name) == 0)
            return 1;
    }
    return 0;
}

static sinew__dependency dependency_of(const sinew__file_status *status, sinew__dependency_state state)
{
    return (sinew__dependency){.device = status->device,
                               .inode = status->inode,
                               .size = status->size,
                               .modified = status->modified,
                               .changed = status->changed,
                               .state = state};
}

static sinew__dependency file_dependency(int descriptor)
{
    sinew__file_status status;
    if (!sinew__file_status_of(descriptor, &status)) return (sinew__dependency){.state = SINEW__DEPENDENCY_MISSING};
    const int64_t last = status.modified > status.changed ? status.modified : status.changed;
    const int is_settled = last < sinew__wall_clock() - settling_time;
    return dependency_of(&status, is_settled ? SINEW__DEPENDENCY_SETTLED : SINEW__DEPENDENCY_RECENT);
}

static sinew__dependency library_dependency(const char *path)
{
    sinew__file_status status;
    const int exists = sinew__file_status_of_path(path, &status);
    return dependency_of(&status, exists ? SINEW__DEPENDENCY_LIBRARY : SINEW__DEPENDENCY_MISSING);
}

static void add_file(sinew__dependencies *dependencies, sinew__dependency file, const char *name)
{
    file.name = (uint32_t)dependencies->names.size;
    sinew__buffer_put(&dependencies->names, name, strlen(name) + 1);
    if (!dependencies->names.failed) sinew__buffer_put(&dependencies->files, (const char *)&file, sizeof file);
}

void sinew__dependencies_record(sinew__dependencies *dependencies, const char *name, int descriptor)
{
    if (!is_recorded(dependencies, name)) add_file(dependencies, file_dependency(descriptor), name);
}

void sinew__dependencies_record_library(sinew__dependencies *dependencies, const char *path)
{
    const sinew__dependency library = library_dependency(path);
    if (library.state == SINEW__DEPENDENCY_LIBRARY) add_file(dependencies, library, path);
}

int sinew__dependencies_failed(const sinew__dependencies *dependencies)
{
    return dependencies->files.failed || dependencies->names.failed;
}

void sinew__dependencies_free(sinew__dependencies *dependencies)
{
    sinew__buffer_free(&dependencies->files);
    sinew__buffer_free(&dependencies->names);
}

// ---- as bytes -----------------------------------------------------------------------------------------------------

/// The header of stored dependencies; the files follow, then the names.
typedef struct dependencies_header {
    uint32_t file_count, name_bytes;
} dependencies_header;

void sinew__dependencies_put(const sinew__dependencies *dependencies, sinew__buffer *out)
{
    const dependencies_header header = {(uint32_t)sinew__dependencies_count(dependencies),
                                        (uint32_t)dependencies->names.size};
    sinew__buffer_put(out, (const char *)&header, sizeof header);
    sinew__buffer_put(out, dependencies->files.text, dependencies->files.size);
    sinew__buffer_put(out, dependencies->names.text, dependencies->names.size);
    if (sinew__dependencies_failed(dependencies)) out->failed = 1;
}

static int names_fit(const sinew__dependencies *dependencies)
{
    if (dependencies->names.size == 0 || dependencies->names.text[dependencies->names.size - 1] != '\0') return 0;
    for (size_t i = 0; i < sinew__dependencies_count(dependencies); ++i) {
        const sinew__dependency *file = sinew__dependencies_at(dependencies, i);
        if (file->name >= dependencies->names.size || file->state > SINEW__DEPENDENCY_LIBRARY) return 0;
    }
    return 1;
}

int sinew__dependencies_read(const void *bytes, size_t size, sinew__dependencies *out)
{
    dependencies_header header;
    *out = (sinew__dependencies){0};
    if (size < sizeof header) return 0;
    memcpy(&header, bytes, sizeof header);
    const uint64_t file_bytes = (uint64_t)header.file_count * sizeof(sinew__dependency);
    if (header.file_count == 0 || header.file_count > SINEW__MAX_SIDE_FILES + 2 ||
        size - sizeof header != file_bytes + header.name_bytes)
        return 0;
    const char *files = (const char *)bytes + sizeof header;
    sinew__buffer_put(&out->files, files, (size_t)file_bytes);
    sinew__buffer_put(&out->names, files + file_bytes, header.name_bytes);
    return !sinew__dependencies_failed(out) && names_fit(out);
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// Bytes read at once: a file may be as large as an importer accepts.
enum { PIECE = 1 << 18 };

uint64_t sinew__dependencies_hash(int descriptor)
{
    sinew__file_status status;
    unsigned char *piece = sinew__allocate(PIECE);
    uint64_t hash = 0;
    if (piece && sinew__file_status_of(descriptor, &status)) {
        const size_t size = (size_t)status.size;
        sinew__hasher hasher = sinew__hash_begin(size);
        for (size_t at = 0; hash == 0; at += PIECE) {
            const size_t wanted = size - at < PIECE ? size - at : PIECE;
            if (sinew__read_at(descriptor, at, piece, wanted) != (ptrdiff_t)wanted) break; // the file was truncated
            if (wanted == PIECE)
                sinew__hash_piece(&hasher, piece, PIECE);
            else
                hash = sinew__hash_end(&hasher, piece, wanted);
        }
    }
    sinew_free(piece);
    return hash;
}

static int looks_the_same(const sinew__dependency *a, const sinew__dependency *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size && a->modified == b->modified &&
           a->changed == b->changed;
}

sinew__dependency_comparison sinew__dependencies_compare(const sinew__dependency *recorded, int descriptor)
{
    const sinew__dependency now = file_dependency(descriptor);
    const int existed = recorded->state != SINEW__DEPENDENCY_MISSING, exists = now.state != SINEW__DEPENDENCY_MISSING;
    if (existed != exists) return SINEW__DEPENDENCY_CHANGED;
    if (!exists || (recorded->state == SINEW__DEPENDENCY_SETTLED && looks_the_same(recorded, &now)))
        return SINEW__DEPENDENCY_SAME;
    const uint64_t hash = recorded->size == now.size ? sinew__dependencies_hash(descriptor) : 0;
    return hash && hash == recorded->hash ? SINEW__DEPENDENCY_SAME_CONTENT : SINEW__DEPENDENCY_CHANGED;
}

sinew__dependency_comparison sinew__dependencies_compare_library(const sinew__dependency *recorded, const char *path)
{
    const sinew__dependency now = library_dependency(path);
    return now.state == SINEW__DEPENDENCY_LIBRARY && looks_the_same(recorded, &now) ? SINEW__DEPENDENCY_SAME
                                                                                    : SINEW__DEPENDENCY_CHANGED;
}
