/// Names that programs give to every clip.
#ifndef SINEW_PROGRAM_CHECK_CLIP_NAMES_H
#define SINEW_PROGRAM_CHECK_CLIP_NAMES_H

#include "core/base/arena.h"

/// Whether a name says nothing of its clip: that of a program for all, none, or one behind the name of an armature.
int check_clip_lacks_name(const char *name);

/// What the author called a clip of Blender, `Armature|walk|Layer0`: its part between the bars; NULL: nothing, or
/// memory ran out.
const char *check_clip_own_name(const char *name, sinew__arena *memory);

#endif
