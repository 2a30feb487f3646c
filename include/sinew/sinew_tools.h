/// For programs that make and change clips. Includes sinew.h.
///   raw_model.h  your own data → model
///   with_clips.h clips of other models on a character
///   retarget.h   clips of a body → clips on the joints of another
///   edit.h       clips cut, joined, moved in time; joints renamed and dropped → another model
///   pose_edit.h  edits of single joints, limbs that reach a point, rest and bind pose
///   bake.h       clips → baked clips
///   frames.h     many times of a clip → arrays of numbers
///   export.h     data in other formats
///   time_text.h  times as text
#ifndef SINEW_SINEW_TOOLS_H
#define SINEW_SINEW_TOOLS_H

#include "sinew/bake.h"
#include "sinew/edit.h"
#include "sinew/export.h"
#include "sinew/frames.h"
#include "sinew/pose_edit.h"
#include "sinew/raw_model.h"
#include "sinew/retarget.h"
#include "sinew/sinew.h"
#include "sinew/time_text.h"
#include "sinew/with_clips.h"

#endif
