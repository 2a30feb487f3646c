/// Import in the calling process (library sinew_import), for hosts that trust their files and for the worker.
///
/// Assimp and the image decoders run in the calling process, which a hostile file can crash. Concurrent imports are
/// serialized, because Assimp reports errors through a process-wide variable.
#ifndef SINEW_IMPORT_H
#define SINEW_IMPORT_H

#include "sinew/image.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a side file (glTF buffer, material library, geometry cache) by its name, which contains no path. Sets
/// *out_bytes (from sinew_allocate, released by the importer) and *out_size, or returns SINEW_ERROR_NOT_FOUND.
typedef sinew_result (*sinew_side_file)(void *user, const char *name, void **out_bytes, size_t *out_size);

typedef struct sinew_import_options {
    sinew_side_file side_file; ///< NULL: no side files
    void *user;
    uint32_t leave_scene;              ///< do not free Assimp's scene: for a worker, which exits after the import
    uint32_t document_only;            ///< import an FBX with sinew's own reader only: for files that crash Assimp
    const char *document_only_because; ///< text of the warning about it; NULL: no warning
    char up; ///< the up axis of a BVH, which does not state it, 'Y' or 'Z'; 0: as its rest pose shows it
    void (*before_assimp)(void *user); ///< called before an FBX is passed to Assimp; may be NULL
    /// Memory limit of sinew's own reader in bytes; 0: 256 MiB + 64 × the file's size. Geometry caches may use a
    /// quarter.
    size_t memory_limit;
} sinew_import_options;

/// Imports a model from the bytes of a file, without baking its clips (`sinew_model_bake`). `name` is used for its
/// extension and in messages; no file of that name is opened. The caller releases *out_block with sinew_free or passes
/// it to `sinew_model_from_block`. The worker calls this function.
SINEW_API SINEW_NODISCARD sinew_result sinew_import_block(const char *name, const void *bytes, size_t size,
                                                          const sinew_import_options *options, void **out_block,
                                                          size_t *out_block_size, sinew_error *out_error);

/// Imports a model file (UTF-8 path) with its side files and bakes its clips. The caller destroys *out_model; it is
/// NULL on failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_import(const char *path, sinew_model **out_model,
                                                          sinew_error *out_error);

/// Decodes an image file. `format` is "png", "tga", …, or "" to detect it from the bytes. An image wider or higher than
/// `max_size` gives SINEW_ERROR_LIMIT before its pixels are allocated. The caller frees *out_image.
SINEW_API SINEW_NODISCARD sinew_result sinew_import_image(const void *bytes, size_t size, const char *format,
                                                          int32_t max_size, sinew_image *out_image,
                                                          sinew_error *out_error);

/// Decodes a texture of a model in the calling process; searches as `sinew_model_load_texture` does, with
/// `texture_path` (may be NULL). SINEW_ERROR_NOT_FOUND when it is missing. The caller frees *out_image.
SINEW_API SINEW_NODISCARD sinew_result sinew_import_texture(const sinew_model *model, int32_t texture,
                                                            const char *model_path, const char *texture_path,
                                                            sinew_image *out_image, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
