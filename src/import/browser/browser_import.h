/// An import in a browser, with the module of pages as the sandbox: it reaches nothing but its own memory, which has a
/// limit, and the page ends the thread that takes too long.
#ifndef SINEW_IMPORT_BROWSER_BROWSER_IMPORT_H
#define SINEW_IMPORT_BROWSER_BROWSER_IMPORT_H

#include "sinew/model.h"

/// Imports an FBX or a glTF, and bakes its clips, or loads a `.sinew` file; their first bytes tell them apart. Files
/// beside it, such as buffers of a .gltf, are those that the script hands in: the module imports env.find_file, which
/// takes a name and where to write a size, and returns bytes of sinew_allocate, or 0. `memory_limit` in bytes is that
/// of a load (sinew_load_options), 0: 256 MiB + 64 × the file's size; 1 GiB at most. A refused allocation is
/// SINEW_ERROR_MEMORY_LIMIT, as in a worker.
SINEW_NODISCARD sinew_result sinew__browser_import(const char *name, const void *bytes, size_t size,
                                                   double memory_limit, sinew_model **out_model,
                                                   sinew_error *out_error);

#endif
