#define _POSIX_C_SOURCE 200809L
#include "core/platform/model_files.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"

/// Returns 0 when out of memory.
static int find_folders(const char *path, const char *extra_folder, sinew__model_files *out)
{
    char *folder = sinew__folder_of(path);
    if (folder) (void)sinew__file_status_of_path(folder, &out->folder);
    if (extra_folder) (void)sinew__file_status_of_path(extra_folder, &out->extra_folder);
    out->name = sinew__copy_text(path + sinew__folder_length(path));
    out->side_folders = sinew__side_folders_open(path, extra_folder);
    const int is_complete = folder && out->name && out->side_folders;
    sinew_free(folder);
    return is_complete;
}

sinew_result sinew__model_files_open(const char *path, const char *extra_folder, sinew__model_files *out,
                                     sinew_error *error)
{
    *out = (sinew__model_files){.file = -1};
    sinew_result result = sinew__file_open(path, &out->file, &out->size, error);
    if (result != SINEW_OK) return result;
    if (find_folders(path, extra_folder, out)) return SINEW_OK;
    sinew__model_files_close(out);
    return sinew__fail_memory(error);
}

void sinew__model_files_close(sinew__model_files *files)
{
    sinew__close(files->file);
    sinew__side_folders_close(files->side_folders);
    sinew_free(files->name);
    *files = (sinew__model_files){.file = -1};
}
