/// Clip names that do not describe the clip.
#ifndef SINEW_PROGRAM_CHECK_CLIP_NAMES_H
#define SINEW_PROGRAM_CHECK_CLIP_NAMES_H

#include "core/base/arena.h"

/// Returns whether a name does not describe its clip: it is empty, or a modelling program's default name, with or
/// without the name of an armature before it.
int check_clip_lacks_name(const char *name);

/// Returns the author's part of a clip name that Blender wrote: `walk` for `Armature|walk|Layer0`. Returns NULL if the
/// name has no such part, or when out of memory.
const char *check_clip_own_name(const char *name, sinew__arena *memory);

#endif
