/// One texture of a model as an image file: embedded bytes, or a side file.
#ifndef SINEW_WORKER_HOST_TEXTURE_SOURCE_H
#define SINEW_WORKER_HOST_TEXTURE_SOURCE_H

#include "platform/side_files.h"
#include "sinew/load.h"
#include "worker/host/worker_limits.h"

/// Writes the name of a texture for messages.
enum { SINEW__TEXTURE_NAME = 128 };
void sinew__texture_name(const sinew_model *model, int32_t texture, char out_name[SINEW__TEXTURE_NAME]);

/// An open image file; the caller closes `file`.
typedef struct sinew__texture_source {
    int file;
    size_t size;
    const char *format; ///< according to the model, else the extension of the file
} sinew__texture_source;

/// SINEW_ERROR_NOT_FOUND, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__texture_source_open(const sinew_model *model, int32_t texture,
                                                        sinew__side_folders *folders, sinew__texture_source *out_source,
                                                        sinew_error *out_error);

/// How an image was decoded.
typedef struct sinew__decoding {
    int is_reduced;               ///< smaller than its file says, because its pixels would have taken too many bytes
    uint32_t missing_protections; ///< worker_protection bits
} sinew__decoding;

/// Decodes it in a worker, to no more than `max_bytes` of pixels. The results of sinew_model_load_texture.
SINEW_NODISCARD sinew_result sinew__texture_source_decode(const sinew__texture_source *source,
                                                          const sinew_load_options *options,
                                                          const sinew__limits *limits, size_t max_bytes,
                                                          sinew_image *out_image, sinew__decoding *out_decoding,
                                                          sinew_error *out_error);

#endif
