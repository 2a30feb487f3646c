/// Fits the joints and morphs of a clip, one after the other.
#ifndef SINEW_AUTHOR_BAKE_COMPACT_JOINTS_H
#define SINEW_AUTHOR_BAKE_COMPACT_JOINTS_H

#include "author/bake/compact_curves.h"

/// Fits all joints and morphs. SINEW__BAKE_OUT_OF_REACH where some curve cannot be fitted.
sinew__bake_outcome sinew__compact_fit_clip(sinew__compact_bake *compact);

#endif
