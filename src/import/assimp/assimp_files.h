/// Assimp's view of the file system: the model's own bytes under one name, side files by callback, nothing else.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_FILES_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_FILES_H

#include <assimp/cfileio.h>

#include "base/arena.h"
#include "sinew/import.h"

/// A file that was asked for; one without bytes is not there.
typedef struct side_file {
    const char *name;
    const void *bytes;
    size_t size;
} side_file;

/// Files that are in memory already.
typedef struct assimp_known_files {
    const side_file *items;
    size_t count;
} assimp_known_files;

/// Set `arena`, `options`, `model`, `known` and nothing else, then call sinew__side_files_begin.
typedef struct side_files {
    sinew__arena *arena;
    const sinew_import_options *options; ///< may be NULL
    side_file model;                     ///< what Assimp is told to open
    assimp_known_files known;
    side_file *items; ///< [count] what it asked for besides; bytes allocated
    size_t count, capacity;
    struct aiFileIO io;
} side_files;

/// Readies `files->io`.
void sinew__side_files_begin(side_files *files);

/// Frees the bytes of the side files.
void sinew__side_files_end(side_files *files);

#endif
