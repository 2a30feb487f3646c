/// Converts the bytes of a model file to a block. The worker, the browser and sinew_model_import run this import.
#ifndef SINEW_IMPORT_IMPORT_BLOCK_H
#define SINEW_IMPORT_IMPORT_BLOCK_H

#include "runtime/model/make_model.h"
#include "sinew/import.h"

typedef struct sinew__import_options {
    sinew_side_file side_file; ///< NULL: no side files
    void *user;
    uint32_t leave_scene;   ///< do not free Assimp's scene, except an FBX's: for a worker, which exits after the import
    uint32_t document_only; ///< import an FBX with sinew's own reader only: for files that crash Assimp
    const char *document_only_because; ///< text of the warning that `document_only` adds; NULL: no warning
    uint32_t keep_document;            ///< sinew_load_options.keep_document
    char up; ///< up axis of a BVH, 'Y' or 'Z', because the format does not state it; 0: guessed from the rest pose
    void (*before_assimp)(void *user); ///< called before an FBX is passed to Assimp; may be NULL
    /// Memory limit of sinew's own readers in bytes, of which geometry caches may use a quarter; 0: 256 MiB + 64 × the
    /// file's size.
    size_t memory_limit;
} sinew__import_options;

/// Imports a model from the bytes of a file, without baking its clips (see `sinew_model_bake`). `name` is used for its
/// extension and in messages; no file of that name is opened. The caller releases *out_block with sinew_free or passes
/// it to `sinew__model_from_block`.
SINEW_NODISCARD sinew_result sinew__import_block(const char *name, const void *bytes, size_t size,
                                                 const sinew__import_options *options, void **out_block,
                                                 size_t *out_block_size, sinew_error *out_error);

#endif
