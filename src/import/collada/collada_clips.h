/// Clips of a Collada document.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_CLIPS_H
#define SINEW_IMPORT_COLLADA_COLLADA_CLIPS_H

#include "import/import_pass.h"

/// Fills raw.clips from the document: one clip for each animation clip, and one of the animations that none of them
/// plays. Tracks of the importer's clips that are in raw.clips already are kept for its nodes, under the same name.
///
/// - Where the transforms of a node are a transform stack (translation, rotations about three axes, scale, and what
///   lies between them unanimated), its joint gets that stack and the author's curves.
/// - Matrices with linear or stepped keys become tracks with a key for each of theirs.
/// - Other transforms are sampled into tracks, with a warning.
SINEW_NODISCARD sinew_result sinew__collada_clips(import_pass *pass, sinew_error *out_error);

#endif
