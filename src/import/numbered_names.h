/// Numbers that make repeated names of nodes unique while a file is imported.
///
/// Assimp refers to nodes by name: with two characters of equal joint names in one file, the bones and keys of both
/// would apply to the first. Where a format has better references than names, the file is rewritten before Assimp reads
/// it: repeated names get a number, which is removed when the model is complete.
#ifndef SINEW_IMPORT_NUMBERED_NAMES_H
#define SINEW_IMPORT_NUMBERED_NAMES_H

#include "import/import_pass.h"

/// The name with a number. Returns NULL when out of memory.
char *sinew__numbered_name(sinew__arena *arena, const char *name, size_t number);

/// Removes the numbers from the names of nodes, joints and objects, and from the warnings of pass->raw.
void sinew__numbered_names_restore(import_pass *pass);

#endif
