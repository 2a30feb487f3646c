/// Files of an open folder and of the folders in it; nothing outside. Paths are "skin.png" or "textures/skin.png", and
/// as little trusted as what they come from.
#ifndef SINEW_PLATFORM_OPEN_BENEATH_H
#define SINEW_PLATFORM_OPEN_BENEATH_H

#include <stddef.h>

/// Opens a folder, by any path; -1 when there is none. The caller's to close.
int sinew__folder_open(const char *path);

/// Opens the regular file at `path` below a folder; -1 when there is none. A link may lead to what else lies below the
/// folder where the kernel can tell, else nowhere. The caller's to close.
int sinew__open_beneath(int folder, const char *path, size_t *out_size);

/// Opens the folder at `path` below a folder ("." is the folder itself); -1 when there is none. The caller's to close.
int sinew__inside_open_folder(int folder, const char *path);

#endif
