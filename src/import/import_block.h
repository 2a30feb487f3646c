/// bytes → block: the import that the worker, the browser and sinew_model_import run.
#ifndef SINEW_IMPORT_IMPORT_BLOCK_H
#define SINEW_IMPORT_IMPORT_BLOCK_H

#include "runtime/model/make_model.h"
#include "sinew/import.h"

typedef struct sinew__import_options {
    sinew_side_file side_file; ///< NULL: no side files
    void *user;
    uint32_t
        leave_scene; ///< do not free Assimp's scene unless it is an FBX's: for a worker, which exits after the import
    uint32_t document_only;            ///< import an FBX with sinew's own reader only: for files that crash Assimp
    const char *document_only_because; ///< text of the warning about it; NULL: no warning
    uint32_t keep_document;            ///< sinew_load_options.keep_document
    char up; ///< the up axis of a BVH, which does not state it, 'Y' or 'Z'; 0: as its rest pose shows it
    void (*before_assimp)(void *user); ///< called before an FBX is passed to Assimp; may be NULL
    /// Memory limit of sinew's own reader in bytes; 0: 256 MiB + 64 × the file's size. Geometry caches may use a
    /// quarter.
    size_t memory_limit;
} sinew__import_options;

/// Imports a model from the bytes of a file, without baking its clips (`sinew_model_bake`). `name` is used for its
/// extension and in messages; no file of that name is opened. The caller releases *out_block with sinew_free or passes
/// it to `sinew__model_from_block`. The worker calls this function.
SINEW_NODISCARD sinew_result sinew__import_block(const char *name, const void *bytes, size_t size,
                                                 const sinew__import_options *options, void **out_block,
                                                 size_t *out_block_size, sinew_error *out_error);

#endif
