/// Finding side files and images: in the model's folder, in folders below it, in texture folders beside it, and in one
/// more folder; never elsewhere.
///
/// The authored path of a side file is a hint only, and may be a Windows path. For "art/maps/skin.png" the model's
/// folder is searched for, in this order:
///
///     art/maps/skin.png      only if the path stays below the folder: no root, drive, scheme or ".."
///     skin.png
///     maps/skin.png          the path's last folder, then its last two, "art/maps/skin.png", up to eight
///     <model>.fbm/skin.png   and <model>_fpc/skin.png
///     textures/skin.png      and Textures/, texture/, Texture/
///
/// then, for an image, the folder above the model's, in which only texture folders are opened:
///
///     ../textures/hero/skin.png  if the path has a texture folder, like "../textures/hero/skin.png"
///     ../textures/skin.png       and ../Textures/, ../texture/, ../Texture/
///
/// and the other folder for skin.png, for the path's last folders, and for skin.png in any folder below it, the one
/// with the shortest path first; then all again, ignoring the case of ASCII letters, taking the first of several names
/// in byte order. Links that lead out of a folder, pipes and devices are ignored.
#ifndef SINEW_CORE_PLATFORM_SIDE_FILES_H
#define SINEW_CORE_PLATFORM_SIDE_FILES_H

#include <stddef.h>

#include "core/platform/folder.h"
#include "sinew/result.h"

/// The file name of a path with the separators of any system.
static inline const char *sinew__base_name(const char *path)
{
    for (const char *c = path; *c; ++c)
        if (*c == '/' || *c == '\\') path = c + 1;
    return path;
}

/// Side files of one model that are searched for; further ones count as missing.
enum { SINEW__MAX_SIDE_FILES = 1024 };

/// The folders of one model, for several searches. Each folder is opened once, and listed once if the case of names
/// differs. Files that are created meanwhile may not be found.
typedef struct sinew__side_folders sinew__side_folders;

/// Prepares searches near `model_path` and in `extra_folder` (may be NULL). Opens nothing yet. Returns NULL when out of
/// memory.
sinew__side_folders *sinew__side_folders_open(const char *model_path, const char *extra_folder);

/// Opens a file of a path below the model's folder, which comes from the list above. Returns its descriptor, or −1.
typedef int (*sinew__side_open)(void *user, const char *path, size_t *out_size);

/// Prepares searches that `open` answers instead of folders. Returns NULL when out of memory.
sinew__side_folders *sinew__side_folders_open_by(const char *model_path, sinew__side_open open, void *user);

/// Opens the regular file of an authored path; the caller closes it. SINEW_ERROR_NOT_FOUND, or _OUT_OF_MEMORY, also for
/// NULL folders.
SINEW_NODISCARD sinew_result sinew__side_folders_find(sinew__side_folders *folders, const char *authored,
                                                      int *out_descriptor, size_t *out_size);

/// Returns the path of the file that the last successful search found: a path relative to the model's folder, or one
/// that begins with the other folder. NULL when out of memory. Valid until the next search.
const char *sinew__side_folders_found(const sinew__side_folders *folders);

/// Returns the path of the file that the last successful search found, from the current folder on, in allocated
/// memory; NULL when out of memory.
char *sinew__side_folders_found_path(const sinew__side_folders *folders);

/// Continues with the side files of another model. Lists of the other folder stay, and of the model's folder
/// if it is the same. SINEW_ERROR_OUT_OF_MEMORY; then only closing is allowed.
SINEW_NODISCARD sinew_result sinew__side_folders_set_model(sinew__side_folders *folders, const char *model_path);

/// Decodes the percent signs of a URI, "my%20skin.png" to "my skin.png". `text` shrinks in place.
void sinew__decode_uri(char *text);

/// NULL is allowed.
void sinew__side_folders_close(sinew__side_folders *folders);

/// Reads a single side file into allocated memory. The same results.
SINEW_NODISCARD sinew_result sinew__side_file_read(const char *model_path, const char *extra_folder,
                                                   const char *authored, void **out_bytes, size_t *out_size);

typedef struct sinew__model_files {
    int file;                                ///< the model file, open
    size_t size;                             ///< its bytes when it was opened
    char *name;                              ///< its name without folders
    sinew__side_folders *side_folders;       ///< where its side files are found
    sinew__file_status folder, extra_folder; ///< zeroed: does not exist
} sinew__model_files;

/// Opens the model file. `extra_folder`, another folder for side files, may be NULL. Returns the results of
/// sinew__file_open. On failure nothing has to be closed.
SINEW_NODISCARD sinew_result sinew__model_files_open(const char *path, const char *extra_folder,
                                                     sinew__model_files *out_files, sinew_error *out_error);
void sinew__model_files_close(sinew__model_files *files);

#endif
