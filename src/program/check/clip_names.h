/// Names that programs give to every clip.
#ifndef SINEW_PROGRAM_CHECK_CLIP_NAMES_H
#define SINEW_PROGRAM_CHECK_CLIP_NAMES_H

#include "core/base/arena.h"

/// Whether a name does not describe its clip: it is empty, or a program gives it to every clip, also after the name of
/// an armature.
int check_clip_lacks_name(const char *name);

/// The author's name of a clip of Blender, `Armature|walk|Layer0`: the part between the bars. NULL if there is no such
/// part, or when out of memory.
const char *check_clip_own_name(const char *name, sinew__arena *memory);

#endif
