/// Import in the calling process (library sinew_import), for hosts that trust their files.
///
/// Assimp and the image decoders run in the calling process, which a hostile file can crash. Concurrent imports are
/// serialized, because Assimp reports errors through a process-wide variable.
///
///     sinew_model *imported;
///     const sinew_import_options options = {.up = 'Z'}; // of a BVH, which does not state it
///     if (sinew_model_import("walk.bvh", &options, &imported, &error) != SINEW_OK) return puts(error.message);
///     printf("%d joints\n", (int)imported->joint_count);
///     sinew_model_destroy(imported);
#ifndef SINEW_IMPORT_H
#define SINEW_IMPORT_H

#include <stdbool.h>

#include "sinew/image.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a side file (glTF buffer, material library, geometry cache) by its name, which contains no path. Sets
/// *out_bytes (from sinew_allocate, released by the importer) and *out_size, or returns SINEW_ERROR_NOT_FOUND.
typedef sinew_result (*sinew_side_file)(void *user, const char *name, void **out_bytes, size_t *out_size);

/// Options of an import. Zero-initialized: the defaults.
typedef struct sinew_import_options {
    const void *bytes; ///< [size] contents of the file, which is not opened then; NULL: read from the path
    size_t size;
    sinew_side_file side_file; ///< NULL: side files are read from the directory of the path, or with `bytes` not at all
    void *user;                ///< passed to `side_file`
    char up; ///< up axis of a BVH, 'Y' or 'Z', because the format does not state it; 0: found from the rest pose
    /// limit of the memory of sinew's own readers in bytes; 0: 256 MiB + 64 × the file's size. Geometry caches may use
    /// 25 % of it
    size_t memory_limit;
    bool only_curves; ///< bakes no clips (bake.h); they play from their curves
} sinew_import_options;

/// Imports a model file with its side files and bakes its clips. `path` is UTF-8; with options->bytes it is only a
/// name, whose extension may decide the format. The caller destroys *out_model; it is NULL on failure. `options` may be
/// NULL. SINEW_ERROR_EMPTY if `bytes` is set and `size` is 0.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_import(const char *path, const sinew_import_options *options,
                                                          sinew_model **out_model, sinew_error *out_error);

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
