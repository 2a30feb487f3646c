/// Finds side files and images: in the model's folder and its subfolders, in texture folders next to it, and in one
/// extra folder; never elsewhere.
///
/// The authored path of a side file is only a hint, and may be a Windows path. For "art/maps/skin.png" the model's
/// folder is searched, in this order, for
///
///     art/maps/skin.png      only if the path stays below the folder: no root, drive, scheme or ".."
///     skin.png
///     maps/skin.png          the path's last folder, then its last two, "art/maps/skin.png", up to eight
///     <model>.fbm/skin.png   and <model>_fpc/skin.png
///     textures/skin.png      and Textures/, texture/, Texture/
///
/// then, for an image, texture folders in the folder above the model's,
///
///     ../textures/hero/skin.png  if the path has a texture folder, like "../textures/hero/skin.png"
///     ../textures/skin.png       and ../Textures/, ../texture/, ../Texture/
///
/// and then the extra folder for skin.png, for the path's last folders, and for skin.png in any subfolder, the shortest
/// path first. Then everything is searched again ignoring the case of ASCII letters; of several names the first in byte
/// order is taken. Links that lead out of a folder, pipes and devices are ignored.
#ifndef SINEW_CORE_PLATFORM_SIDE_FILES_H
#define SINEW_CORE_PLATFORM_SIDE_FILES_H

#include <stddef.h>

#include "core/platform/folder.h"
#include "sinew/result.h"

/// Returns the file name of a path with the separators of any system.
static inline const char *sinew__base_name(const char *path)
{
    for (const char *c = path; *c; ++c)
        if (*c == '/' || *c == '\\') path = c + 1;
    return path;
}

/// Largest number of side files of one model that are searched for; further files count as missing.
enum { SINEW__MAX_SIDE_FILES = 1024 };

/// The folders of one model, for several searches. Each folder is opened once, and listed once if names differ in case.
/// Files that are created in the meantime may not be found.
typedef struct sinew__side_folders sinew__side_folders;

/// Prepares searches near `model_path` and in `extra_folder` (may be NULL). Opens nothing yet. Returns NULL when out of
/// memory.
sinew__side_folders *sinew__side_folders_open(const char *model_path, const char *extra_folder);

/// Opens a file by its path below the model's folder, one of the paths above. Returns its descriptor, or −1.
typedef int (*sinew__side_open)(void *user, const char *path, size_t *out_size);

/// Prepares searches that call `open` instead of searching folders. Returns NULL when out of memory.
sinew__side_folders *sinew__side_folders_open_by(const char *model_path, sinew__side_open open, void *user);

/// Opens the regular file of an authored path; the caller closes it. SINEW_ERROR_NOT_FOUND or _OUT_OF_MEMORY, also if
/// `folders` is NULL.
SINEW_NODISCARD sinew_result sinew__side_folders_find(sinew__side_folders *folders, const char *authored,
                                                      int *out_descriptor, size_t *out_size);

/// Returns the path of the file that the last successful search found, relative to the model's folder, or starting with
/// the extra folder. NULL when out of memory. Valid until the next search.
const char *sinew__side_folders_found(const sinew__side_folders *folders);

/// Returns the path of the file that the last successful search found, relative to the current folder, in allocated
/// memory; NULL when out of memory.
char *sinew__side_folders_found_path(const sinew__side_folders *folders);

/// Changes to the side files of another model. Lists of the extra folder are kept; lists of the model's folder are kept
/// if both models are in the same folder. SINEW_ERROR_OUT_OF_MEMORY: only closing is allowed then.
SINEW_NODISCARD sinew_result sinew__side_folders_set_model(sinew__side_folders *folders, const char *model_path);

/// Decodes the percent escapes of a URI in place: "my%20skin.png" becomes "my skin.png".
void sinew__decode_uri(char *text);

/// Closes the folders. Accepts NULL.
void sinew__side_folders_close(sinew__side_folders *folders);

/// Reads a single side file into allocated memory. Errors are those of sinew__side_folders_find.
SINEW_NODISCARD sinew_result sinew__side_file_read(const char *model_path, const char *extra_folder,
                                                   const char *authored, void **out_bytes, size_t *out_size);

typedef struct sinew__model_files {
    int file;                                ///< the model file, open
    size_t size;                             ///< its size in bytes when it was opened
    char *name;                              ///< its name without folders
    sinew__side_folders *side_folders;       ///< where its side files are found
    sinew__file_status folder, extra_folder; ///< zeroed if the folder does not exist
} sinew__model_files;

/// Opens the model file. `extra_folder`, another folder for side files, may be NULL. Errors are those of
/// sinew__file_open. On failure nothing needs to be closed.
SINEW_NODISCARD sinew_result sinew__model_files_open(const char *path, const char *extra_folder,
                                                     sinew__model_files *out_files, sinew_error *out_error);
void sinew__model_files_close(sinew__model_files *files);

#endif
