/// Where side files and pictures may come from: the model's folder, folders below that, one more folder. Never
/// elsewhere.
///
/// What a file calls its side file is only a hint, and may have been written on Windows. For "art/maps/skin.png" these
/// are looked for in the model's folder, in this order:
///
///     art/maps/skin.png      only if the path stays below the folder: no root, drive, scheme or ".."
///     skin.png
///     maps/skin.png          the path's last folder
///     <model>.fbm/skin.png   and <model>_fpc/skin.png
///     textures/skin.png      and Textures/skin.png
///
/// and skin.png in the other folder; then all of them again with ASCII letters of any case, of several names the first
/// in the order of bytes. Links that lead out of a folder, pipes and devices are not there.
#ifndef SINEW_PLATFORM_SIDE_FILES_H
#define SINEW_PLATFORM_SIDE_FILES_H

#include <stddef.h>

#include "sinew/result.h"

/// The name without its folders, of any system's kind.
const char *sinew__base_name(const char *path);

/// Opens the regular file that `authored` means, near `model_path` or in `extra_folder` (may be NULL).
/// SINEW_ERROR_NOT_FOUND when there is none, or _OUT_OF_MEMORY.
/// *out_descriptor is the caller's to close.
SINEW_NODISCARD sinew_result sinew__side_file_open(const char *model_path, const char *extra_folder,
                                                   const char *authored, int *out_descriptor, size_t *out_size);

enum {
    SINEW__MOST_SIDE_FILES = 1024, ///< that are looked for, of one model: beyond these they count as missing
};

/// The folders of one model while several of its files are looked for: each is opened, and where names differ in case
/// listed, once. What appears in them meanwhile may not be found.
typedef struct sinew__side_folders sinew__side_folders;

/// NULL when memory is out. Opens nothing yet.
sinew__side_folders *sinew__side_folders_open(const char *model_path, const char *extra_folder);

/// sinew__side_file_open in them. SINEW_ERROR_OUT_OF_MEMORY for NULL, too.
SINEW_NODISCARD sinew_result sinew__side_folders_find(sinew__side_folders *folders, const char *authored,
                                                      int *out_descriptor, size_t *out_size);

/// NULL is fine.
void sinew__side_folders_close(sinew__side_folders *folders);

/// sinew__side_file_open for a single file, read into memory from malloc.
SINEW_NODISCARD sinew_result sinew__side_file_read(const char *model_path, const char *extra_folder,
                                                   const char *authored, void **out_bytes, size_t *out_size);

#endif
