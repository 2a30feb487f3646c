/// Opens files in an open folder or its subfolders, never outside of it, given untrusted paths such as
/// "textures/skin.png".
#ifndef SINEW_CORE_PLATFORM_OPEN_BENEATH_H
#define SINEW_CORE_PLATFORM_OPEN_BENEATH_H

#include <stddef.h>

/// Opens a folder by any path. The caller closes it. Returns −1 if it does not exist.
int sinew__folder_open(const char *path);

/// Opens the regular file at `path` below a folder. The caller closes it. Returns −1 if it does not exist. Links to
/// files below the folder are followed if the kernel can check that, otherwise not.
int sinew__open_beneath(int folder, const char *path, size_t *out_size);

/// As sinew__open_beneath, but does not leave the first folder in `path`, such as textures in "textures/skin.png",
/// which must not be a link.
int sinew__open_in_subfolder(int folder, const char *path, size_t *out_size);

/// Opens the folder at `path` below a folder; "." is the folder itself. The caller closes it. Returns −1 if it does not
/// exist.
int sinew__inside_open_folder(int folder, const char *path);

#endif
