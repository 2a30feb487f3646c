/// Opening files in an open folder or below it, never outside. Paths such as "textures/skin.png" are not trusted.
#ifndef SINEW_CORE_PLATFORM_OPEN_BENEATH_H
#define SINEW_CORE_PLATFORM_OPEN_BENEATH_H

#include <stddef.h>

/// Opens a folder by any path; the caller closes it. Returns −1 if it does not exist.
int sinew__folder_open(const char *path);

/// Opens the regular file at `path` below a folder; the caller closes it. Returns −1 if it does not exist. Links to
/// files below the folder are followed if the kernel supports that check, else refused.
int sinew__open_beneath(int folder, const char *path, size_t *out_size);

/// Opens the regular file at `path` below a folder, "textures/skin.png", without leaving the first folder of the path,
/// which must not be a link.
int sinew__open_in_subfolder(int folder, const char *path, size_t *out_size);

/// Opens the folder at `path` below a folder ("." is the folder itself); the caller closes it. Returns −1 if it does
/// not exist.
int sinew__inside_open_folder(int folder, const char *path);

#endif
