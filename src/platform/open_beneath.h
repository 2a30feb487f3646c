/// Files in an open folder and below it, never outside. Paths are "skin.png" or "textures/skin.png", and not trusted.
#ifndef SINEW_PLATFORM_OPEN_BENEATH_H
#define SINEW_PLATFORM_OPEN_BENEATH_H

#include <stddef.h>

/// Opens a folder, by any path; -1 when it does not exist. The caller closes it.
int sinew__folder_open(const char *path);

/// Opens the regular file at `path` below a folder; -1 when there is none. Links may lead to files below the folder
/// where the kernel supports that check, and are refused elsewhere. The caller closes it.
int sinew__open_beneath(int folder, const char *path, size_t *out_size);

enum { SINEW__MATCH_CASE_PATHS = 8 };

/// Spells paths, SINEW__MATCH_CASE_PATHS at most, as the folder does where no more than the case of ASCII letters
/// differs: each part of one is what is called exactly so, else the first in the order of bytes. A path becomes "" when
/// there is nothing of the kind, or a folder on its way has more than 16 384 entries. The folder itself is read once
/// for all.
void sinew__match_case_beneath(int folder, char *const *paths, int count);

#endif
