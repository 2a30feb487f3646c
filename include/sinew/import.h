/// In-process import (library sinew_import): for hosts that trust their files, and for the worker.
///
/// Assimp and the image decoders run in the calling process here: a hostile file can crash it. Imports take turns,
/// because Assimp reports errors through a process-wide variable.
#ifndef SINEW_IMPORT_H
#define SINEW_IMPORT_H

#include "sinew/image.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a side file (glTF buffer, material library, geometry cache) reaches the importer: by name, never by path.
/// Fills *out_bytes (from malloc, the importer frees) and *out_size, or answers SINEW_ERROR_NOT_FOUND.
typedef sinew_result (*sinew_side_file)(void *user, const char *name, void **out_bytes, size_t *out_size);

typedef struct sinew_import_options {
    sinew_side_file side_file; ///< NULL: there are none
    void *user;
    uint32_t
        leave_scene; ///< leave Assimp's memory to the end of the process: for a worker, which has nothing else to do
    uint32_t document_only; ///< an FBX without Assimp, from sinew's own reader alone: for files that crash Assimp
    const char *document_only_because; ///< what the warning about it says; NULL: no warning
    void (*before_assimp)(
        void *user); ///< called when an FBX goes to Assimp, which `document_only` would do without; may be NULL
    /// Bytes that sinew's own reader may take; 0: 256 MiB + 64 × the file's size. Geometry caches may take a quarter of
    /// it.
    size_t memory_limit;
} sinew_import_options;

/// Reads a model from the bytes of a file; its clips are not baked yet (`sinew_model_bake`). `name` is the file's name,
/// for its extension and for messages; no file of that name is opened. *out_block (from malloc) is the caller's. This
/// is the call that a worker process makes.
SINEW_API SINEW_NODISCARD sinew_result sinew_import_block(const char *name, const void *bytes, size_t size,
                                                          const sinew_import_options *options, void **out_block,
                                                          size_t *out_block_size, sinew_error *out_error);

/// Reads a model file (UTF-8 path) with its side files from beside it, and bakes its clips. *out_model is the caller's
/// to destroy; NULL on failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_import_file(const char *path, sinew_model **out_model,
                                                         sinew_error *out_error);

/// Decodes one picture file. `format` ("png", "tga", …) may be "": then the bytes decide. Pictures wider or higher than
/// `max_size` give SINEW_ERROR_LIMIT before their pixels are allocated.
SINEW_API SINEW_NODISCARD sinew_result sinew_import_image(const void *bytes, size_t size, const char *format,
                                                          int32_t max_size, sinew_image *out_image,
                                                          sinew_error *out_error);

/// Decodes texture `texture` of a model: embedded bytes, else a file of that name beside `model_path`, in a folder
/// there (its path's last, `.fbm`, textures), or in `texture_path` (may be NULL). SINEW_ERROR_NOT_FOUND when there is
/// none.
SINEW_API SINEW_NODISCARD sinew_result sinew_import_texture(const sinew_model *model, int32_t texture,
                                                            const char *model_path, const char *texture_path,
                                                            sinew_image *out_image, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
