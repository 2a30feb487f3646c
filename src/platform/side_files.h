/// Finding side files and images: in the model's folder, in folders below it, and in one more folder; never elsewhere.
///
/// The authored path of a side file is a hint only, and may be a Windows path. For "art/maps/skin.png" the model's
/// folder is searched for, in this order:
///
///     art/maps/skin.png      only if the path stays below the folder: no root, drive, scheme or ".."
///     skin.png
///     maps/skin.png          the path's last folder
///     <model>.fbm/skin.png   and <model>_fpc/skin.png
///     textures/skin.png      and Textures/skin.png
///
/// and the other folder for skin.png; then both again, ignoring the case of ASCII letters, where the first of several
/// names in byte order is taken. Links that lead out of a folder, pipes and devices are ignored.
#ifndef SINEW_PLATFORM_SIDE_FILES_H
#define SINEW_PLATFORM_SIDE_FILES_H

#include <stddef.h>

#include "sinew/result.h"

/// The file name of a path with the separators of any system.
const char *sinew__base_name(const char *path);

/// Opens the regular file of the authored path `authored`, near `model_path` or in `extra_folder` (may be NULL).
/// SINEW_ERROR_NOT_FOUND when there is none, or _OUT_OF_MEMORY.
/// The caller closes *out_descriptor.
SINEW_NODISCARD sinew_result sinew__side_file_open(const char *model_path, const char *extra_folder,
                                                   const char *authored, int *out_descriptor, size_t *out_size);

enum {
    SINEW__MAX_SIDE_FILES = 1024, ///< that are looked for, of one model: beyond these they count as missing
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
