#include "worker/host/load_image.h"

#include <string.h>

#include "base/memory.h"
#include "platform/descriptor.h"
#include "platform/file.h"
#include "worker/host/missing_protections.h"
#include "worker/host/texture_source.h"

static sinew_result decode_whole(const sinew__texture_source *source, const sinew_load_options *options,
                                 sinew_image *out_image, sinew_error *error)
{
    const sinew__limits limits = sinew__limits_begin(options, source->size);
    sinew__decoding decoding;
    const sinew_result result =
        sinew__texture_source_decode(source, options, &limits, limits.memory / 2, out_image, &decoding, error);
    if (result != SINEW_OK) return result;
    sinew__warn_unprotected(options, "the decoding of images", decoding.missing_protections);
    if (!decoding.is_reduced) return SINEW_OK;
    sinew_free(out_image->pixels);
    *out_image = (sinew_image){0};
    return sinew__fail_memory_limit(&limits, error);
}

sinew_result sinew__load_image(const char *path, const sinew_load_options *options, sinew_image *out_image,
                               sinew_error *error)
{
    *out_image = (sinew_image){0};
    const char *dot = strrchr(path, '.');
    sinew__texture_source source = {.format = dot ? dot + 1 : ""};
    sinew_result result = sinew__file_open(path, &source.file, &source.size, error);
    if (result != SINEW_OK) return result;
    result = decode_whole(&source, options, out_image, error);
    sinew__close(source.file);
    return result;
}
