/// Stage: the animation stacks of an FBX document → clips with the author's layers, channels and curves.
#ifndef SINEW_IMPORT_FBX_FBX_CLIPS_H
#define SINEW_IMPORT_FBX_FBX_CLIPS_H

#include "import/import_pass.h"

/// Fills raw.clips from the document, after the joint and mesh stages. Tracks of the importer's clips that are in
/// raw.clips already are kept beside the channels, on nodes alone, under the clip of the same name.
SINEW_NODISCARD sinew_result sinew__fbx_clips(import_pass *pass, sinew_error *out_error);

#endif
