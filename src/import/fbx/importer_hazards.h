/// What in an FBX document importers are known to die of, named one by one when one of them has died or refused the
/// file. The document alone makes the same model with or without it.
#ifndef SINEW_IMPORT_FBX_IMPORTER_HAZARDS_H
#define SINEW_IMPORT_FBX_IMPORTER_HAZARDS_H

#include "import/import_pass.h"

/// Warns of names that repeat or are empty, connections that lead round in a circle, properties of unknown type,
/// embedded media that are no pictures, curves without keys. (Parents in a circle are named where they are cut:
/// fbx_joints.h.) The document is open. Running out of memory shows in the arena.
void sinew__warn_of_importer_hazards(import_pass *pass);

#endif
