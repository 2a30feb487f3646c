/// sinew: reads animated characters (FBX first), poses and skins them. This header includes the part that a game needs
/// while it runs.
///
/// Conventions: types.h for spaces and matrices, model.h for times, result.h for errors, ownership and NULL. version.h
/// has the version. One header per step of the data flow:
///   memory.h     the allocator
///   math.h       quaternions and affine maps
///   load.h       file → model, read by a program in a sandbox, or from the cache
///   model.h      .sinew file → model, and queries
///   clip.h       baked clips as files of their own, bound while a program runs
///   pose.h       clip + time → local → global → palette
///   lod.h        levels of detail: a model without some of its joints
///   locals.h     clip + time → local transforms of 16 joints at once, for blending
///   blend.h      layers of clips and poses → one local pose → palette
///   ik.h         a local pose → one whose limbs reach targets
///   foot_ik.h    a local pose → one whose feet are on the ground
///   crowd.h      many characters of one model at once
///   root_motion.h  the motion of the whole character in a clip
///   contacts.h   when feet stand on the ground
///   events.h     events in a clip: footsteps, sounds, values that change
///   skin.h       palette + mesh → vertices
///   blend_space.h  clips at points of a line or a plane
///   mixer.h      clips that fade on one character
///   playback.h   the clock
///
/// Other headers are included by choice:
///   sinew_tools.h   for programs that make and change clips: edits, retargeting, baking, export
///   sinew_render.h  cameras, and drawing with OpenGL (library sinew_render)
///   sinew_ffi.h     models and poses by functions, for other languages
///   import.h        file → model in this process (library sinew_import)
///
/// Threads: a model never changes after loading; any number of threads may read it. A pose, mixer, clock or renderer is
/// used by one thread at a time. Functions on plain arrays are re-entrant. Several threads may load at the same time;
/// each load starts a short-lived process, and imports in the calling process are serialised. sinew starts no threads,
/// installs no signal handlers, does not change the locale and prints nothing.
#ifndef SINEW_SINEW_H
#define SINEW_SINEW_H

#include "sinew/blend.h"
#include "sinew/blend_space.h"
#include "sinew/clip.h"
#include "sinew/contacts.h"
#include "sinew/crowd.h"
#include "sinew/events.h"
#include "sinew/foot_ik.h"
#include "sinew/ik.h"
#include "sinew/load.h"
#include "sinew/locals.h"
#include "sinew/lod.h"
#include "sinew/math.h"
#include "sinew/memory.h"
#include "sinew/mixer.h"
#include "sinew/model.h"
#include "sinew/playback.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/root_motion.h"
#include "sinew/skin.h"
#include "sinew/types.h"
#include "sinew/version.h"

#endif
