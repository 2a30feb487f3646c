#include "worker/host/texture_source.h"

#include <stdio.h>
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "import/image_size.h"
#include "platform/descriptor.h"
#include "platform/shared_memory.h"
#include "worker/host/find_worker.h"
#include "worker/host/missing_protections.h"
#include "worker/host/run_worker.h"
#include "worker/host/side_reader.h"

void sinew__texture_name(const sinew_model *model, int32_t texture, char out_name[SINEW__TEXTURE_NAME])
{
    const char *path = sinew_text(model, model->textures[texture].path);
    if (*path)
        snprintf(out_name, SINEW__TEXTURE_NAME, "'%.100s'", path);
    else
        snprintf(out_name, SINEW__TEXTURE_NAME, "%d", (int)texture + 1);
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// Copies embedded bytes to memory that a worker can read as a file.
static sinew_result open_embedded(const sinew_model *model, const sinew_texture *texture, sinew__texture_source *out,
                                  sinew_error *error)
{
    out->size = (size_t)texture->byte_count;
    out->format = sinew_text(model, texture->format);
    out->file = sinew__shared_memory_copy(model->image_bytes + texture->first_byte, out->size);
    return out->file >= 0 ? SINEW_OK : sinew__fail_memory(error);
}

sinew_result sinew__texture_source_open(const sinew_model *model, int32_t texture, sinew__side_folders *folders,
                                        sinew__texture_source *out, sinew_error *error)
{
    const sinew_texture *from = &model->textures[texture];
    if (from->byte_count) return open_embedded(model, from, out, error);
    const char *path = sinew_text(model, from->path), *dot = strrchr(path, '.');
    out->format = dot ? dot + 1 : "";
    const sinew_result found = sinew__side_folders_find(folders, path, &out->file, &out->size);
    if (found == SINEW_ERROR_NOT_FOUND) return sinew__fail(error, found, "texture '%s' is not beside the model", path);
    return found == SINEW_OK ? SINEW_OK : sinew__fail_memory(error);
}

// ---- decoding -----------------------------------------------------------------------------------------------------

/// Copies the pixels of the worker, after checking that their size matches width and height.
static sinew_result copy_pixels(const sinew__run *run, sinew_image *out, sinew_error *error)
{
    const int sides_fit = run->width > 0 && run->width <= SINEW__LARGEST_TEXTURE && run->height > 0 &&
                          run->height <= SINEW__LARGEST_TEXTURE;
    if (!sides_fit || run->size != (size_t)run->width * (size_t)run->height * 4)
        return sinew__fail(error, SINEW_ERROR_CRASHED, "the importer returned an invalid result");
    out->pixels = sinew__allocate(run->size);
    if (!out->pixels) return sinew__fail_memory(error);
    memcpy(out->pixels, run->memory, run->size);
    out->width = run->width;
    out->height = run->height;
    return SINEW_OK;
}

sinew_result sinew__texture_source_decode(const sinew__texture_source *source, const sinew_load_options *options,
                                          const sinew__limits *limits, size_t max_bytes, sinew_image *out_image,
                                          sinew__decoding *out_decoding, sinew_error *error)
{
    *out_image = (sinew_image){0};
    sinew__run run = {.program = SINEW__IMAGE_WORKER,
                      .options = options,
                      .limits = limits,
                      .file = source->file,
                      .result_limit = max_bytes,
                      .job = {.task = WORKER_IMAGE, .file_size = source->size, .max_size = SINEW__LARGEST_TEXTURE}};
    snprintf(run.job.name, sizeof run.job.name, "%s", source->format);
    sinew_result result = sinew__worker_run(&run, error);
    if (result == SINEW_OK) result = copy_pixels(&run, out_image, error);
    *out_decoding = (sinew__decoding){run.is_reduced, run.missing_protections};
    sinew__shared_memory_release(run.memory, run.size);
    return result;
}

sinew_result sinew_model_load_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                      const sinew_load_options *options, sinew_image *out_image, sinew_error *error)
{
    if (out_image) *out_image = (sinew_image){0};
    if (SINEW__LACKS_ARGUMENT(error, model, model_path, out_image) ||
        sinew__lacks_item(error, "texture", texture, model->texture_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__texture_source source;
    sinew__side_reader reader;
    sinew__side_folders *folders = sinew__side_files_open(model_path, options, &reader);
    sinew_result result =
        folders ? sinew__texture_source_open(model, texture, folders, &source, error) : sinew__fail_memory(error);
    sinew__side_folders_close(folders);
    if (result != SINEW_OK) return result;
    sinew__decoding decoding;
    const sinew__limits limits = sinew__limits_begin(options, source.size);
    result = sinew__texture_source_decode(&source, options, &limits, limits.memory / 2, out_image, &decoding, error);
    if (result == SINEW_OK) sinew__warn_unprotected(options, "the decoding of images", decoding.missing_protections);
    sinew__close(source.file);
    return result;
}
