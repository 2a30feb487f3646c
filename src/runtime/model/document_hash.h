/// Whether an edit has changed the imported data of an FBX document: hashes of its parts, as imported and now.
#ifndef SINEW_RUNTIME_MODEL_DOCUMENT_HASH_H
#define SINEW_RUNTIME_MODEL_DOCUMENT_HASH_H

#include "sinew/model.h"

/// Of all that no clip changes: joints without their names, meshes, skins, morphs, materials, unit and axes.
uint64_t sinew__hash_scene(const sinew_model *model);

/// Of a clip's time and motion, without its name.
uint64_t sinew__hash_clip(const sinew_model *model, int32_t clip);

/// Of the name of a joint or clip.
uint64_t sinew__hash_model_text(const sinew_model *model, sinew_text_ref text);

#endif
