/// The files that a model was made of: the model file and every side file read, with size and hash.
#ifndef SINEW_IMPORT_RECORD_SOURCES_H
#define SINEW_IMPORT_RECORD_SOURCES_H

#include "base/arena.h"
#include "sinew/import.h"
#include "sinew/raw_model.h"

/// Import with `options`: the given ones, with callbacks that record.
typedef struct source_record {
    sinew_import_options options;
    sinew_import_options given;
    sinew__arena *arena;
    sinew_raw_source *items; ///< [count] the model file first
    size_t count, capacity;
} source_record;

/// Begins with the model file. `given` may be NULL. Running out of memory shows in arena->failed.
void sinew__source_record_begin(source_record *record, sinew__arena *arena, const sinew_import_options *given,
                                const char *name, const void *bytes, size_t size);

#endif
