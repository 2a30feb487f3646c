/// Names that programs give to every clip.
#ifndef SINEW_PROGRAM_CHECK_CLIP_NAMES_H
#define SINEW_PROGRAM_CHECK_CLIP_NAMES_H

#include "core/base/arena.h"

/// an armature.
int check_clip_lacks_name(const char *name);

/// part, or when out of memory.
const char *check_clip_own_name(const char *name, sinew__arena *memory);

#endif
