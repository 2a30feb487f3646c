/// Files in an open folder and below it, never outside. Paths are "skin.png" or "textures/skin.png", and not trusted.
#ifndef SINEW_PLATFORM_OPEN_BENEATH_H
#define SINEW_PLATFORM_OPEN_BENEATH_H

#include <stddef.h>

/// Opens a folder, by any path; -1 when it does not exist. The caller closes it.
int sinew__folder_open(const char *path);

/// Opens the regular file at `path` below a folder; -1 when there is none. Links may lead to files below the folder
/// where the kernel supports that check, and are refused elsewhere. The caller closes it.
int sinew__open_beneath(int folder, const char *path, size_t *out_size);

/// Opens the folder at `path` below a folder ("." is the folder itself); -1 when there is none. The caller's to close.
int sinew__inside_open_folder(int folder, const char *path);

#endif
