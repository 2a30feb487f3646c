/// The files of one load, opened once. Behind it no path of the model is needed any more.
#ifndef SINEW_CORE_PLATFORM_MODEL_FILES_H
#define SINEW_CORE_PLATFORM_MODEL_FILES_H

#include "core/platform/file_status.h"
#include "core/platform/side_files.h"

typedef struct sinew__model_files {
    int file;                                ///< the model file, open
    size_t size;                             ///< its bytes when it was opened
    char *name;                              ///< its name without folders
    sinew__side_folders *side_folders;       ///< where its side files are found
    sinew__file_status folder, extra_folder; ///< zeroed: does not exist
} sinew__model_files;

/// Opens the model file. `extra_folder`, in which side files are found, may be NULL. The results of sinew__file_open.
/// On failure nothing has to be closed.
SINEW_NODISCARD sinew_result sinew__model_files_open(const char *path, const char *extra_folder,
                                                     sinew__model_files *out_files, sinew_error *out_error);

void sinew__model_files_close(sinew__model_files *files);

#endif
