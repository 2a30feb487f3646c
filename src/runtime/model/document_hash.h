/// Hashes of the imported data of an FBX document, to find out whether an edit has changed it.
#ifndef SINEW_RUNTIME_MODEL_DOCUMENT_HASH_H
#define SINEW_RUNTIME_MODEL_DOCUMENT_HASH_H

#include "sinew/model.h"

/// Returns a hash of everything that clips do not change: joints without their names, meshes, skins, morphs, materials,
/// unit and axes.
uint64_t sinew__hash_scene(const sinew_model *model);

/// Returns a hash of a clip's time range and motion, without its name.
uint64_t sinew__hash_clip(const sinew_model *model, int32_t clip);

/// Returns a hash of the name of a joint or clip.
uint64_t sinew__hash_model_text(const sinew_model *model, sinew_text_ref text);

#endif
