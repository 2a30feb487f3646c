/// Import in a browser. The WebAssembly module is the sandbox: it can access only its own memory, which has a limit,
/// and the page ends a thread that takes too long.
#ifndef SINEW_IMPORT_BROWSER_BROWSER_IMPORT_H
#define SINEW_IMPORT_BROWSER_BROWSER_IMPORT_H

#include "sinew/model.h"

/// Imports an FBX or a glTF and bakes its clips, or loads a `.sinew` file; the first bytes decide. Side files, such as
/// buffers of a .gltf, come from the script: the module imports env.find_file, which takes a name and where to write a
/// size, and returns bytes from sinew_allocate, or 0. `memory_limit` is in bytes, as for a load (sinew_load_options);
/// 0: 256 MiB + 64 × the file's size; at most 1 GiB. A refused allocation is SINEW_ERROR_MEMORY_LIMIT, as in a worker.
SINEW_NODISCARD sinew_result sinew__browser_import(const char *name, const void *bytes, size_t size,
                                                   double memory_limit, sinew_model **out_model,
                                                   sinew_error *out_error);

#endif
