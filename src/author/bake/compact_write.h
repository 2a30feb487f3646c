/// Fitted curves into bytes.
#ifndef SINEW_AUTHOR_BAKE_COMPACT_WRITE_H
#define SINEW_AUTHOR_BAKE_COMPACT_WRITE_H

#include "author/bake/compact_curves.h"

/// Appends the clip to the section.
sinew__bake_outcome sinew__compact_write(sinew__compact_bake *compact, sinew__buffer *section,
                                         sinew__baked_clip *out_baked);

#endif
