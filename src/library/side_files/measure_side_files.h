/// The files beside a model that measuring it depends on: what the import asks for, and textures.
#ifndef SINEW_LIBRARY_SIDE_FILES_MEASURE_SIDE_FILES_H
#define SINEW_LIBRARY_SIDE_FILES_MEASURE_SIDE_FILES_H

#include "cache/dependencies.h"
#include "library/measure_file.h"

/// Records the side files of the model at `path`: those that its import asked for, and those of its textures that are
/// not embedded, 1024 of each at most. `texture_path` is searched as well; NULL: none. `model` is NULL if the import
/// failed. Out of memory, record->arena has failed.
void library_record_side_files(const char *path, const char *texture_path, const sinew__dependencies *imported,
                               const sinew_model *model, library_record *record);

#endif
