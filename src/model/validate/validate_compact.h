/// Compact clips of a block: every array where the one before it ended, every index inside its array.
#ifndef SINEW_MODEL_VALIDATE_VALIDATE_COMPACT_H
#define SINEW_MODEL_VALIDATE_VALIDATE_COMPACT_H

#include "model/validate/baked_check.h"

/// Whether the rig is the next array and holds finite numbers.
int sinew__rig_fits(sinew__baked_check *check);

/// Whether a clip whose `compact` is set fits, and its arrays are the next ones.
int sinew__compact_clip_fits(sinew__baked_check *check, const sinew__baked_clip *baked);

#endif
