#define _POSIX_C_SOURCE 200809L
// A texture of a model → pixels, in a worker.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/error.h"
#include "platform/descriptor.h"
#include "platform/side_files.h"
#include "sinew/load.h"
#include "worker/host/find_worker.h"
#include "worker/host/result_memory.h"
#include "worker/host/run_worker.h"

/// The largest side of a texture that is decoded; larger ones fit no common graphics card.
enum { LARGEST_TEXTURE = 16384 };

/// A picture may take this many bytes whatever the size of its file: one colour compresses to nothing.
static const size_t picture_memory = (size_t)2 << 30;

/// Embedded bytes as a file that a worker can be given.
static sinew_result open_embedded(const sinew_model *model, const sinew_texture *texture, int *out_file,
                                  size_t *out_size, sinew_error *error)
{
    *out_size = (size_t)texture->byte_count;
    *out_file = sinew__result_memory_create(*out_size);
    if (*out_file < 0) return sinew__fail_memory(error);
    if (sinew__write_all(*out_file, model->image_bytes + texture->first_byte, *out_size) == 0) return SINEW_OK;
    close(*out_file);
    return sinew__fail_memory(error);
}

static sinew_result open_texture(const sinew_model *model, const sinew_texture *texture, const char *model_path,
                                 const sinew_load_options *options, int *out_file, size_t *out_size, sinew_error *error)
{
    if (texture->byte_count) return open_embedded(model, texture, out_file, out_size, error);
    const char *path = sinew_text(model, texture->path), *extra = options ? options->texture_path : NULL;
    const sinew_result found = sinew__side_file_open(model_path, extra, path, out_file, out_size);
    if (found == SINEW_ERROR_NOT_FOUND) return sinew__fail(error, found, "texture '%s' is not beside the model", path);
    return found == SINEW_OK ? SINEW_OK : sinew__fail_memory(error);
}

/// What the picture's file says it is: the model's word, else the ending of its name.
static const char *format_of(const sinew_model *model, const sinew_texture *texture)
{
    if (texture->byte_count) return sinew_text(model, texture->format);
    const char *dot = strrchr(sinew_text(model, texture->path), '.');
    return dot ? dot + 1 : "";
}

/// Pixels of the caller's own from the worker's, whose size must be what its sides say.
static sinew_result copy_pixels(const sinew__run *run, sinew_image *out, sinew_error *error)
{
    const int sides_fit =
        run->width > 0 && run->width <= LARGEST_TEXTURE && run->height > 0 && run->height <= LARGEST_TEXTURE;
    if (!sides_fit || run->size != (size_t)run->width * (size_t)run->height * 4)
        return sinew__fail(error, SINEW_ERROR_CRASHED, "the importer gave a senseless answer; nothing was loaded");
    out->pixels = malloc(run->size);
    if (!out->pixels) return sinew__fail_memory(error);
    memcpy(out->pixels, run->memory, run->size);
    out->width = run->width;
    out->height = run->height;
    return SINEW_OK;
}

sinew_result sinew_model_load_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                      const sinew_load_options *options, sinew_image *out_image, sinew_error *error)
{
    if (out_image) *out_image = (sinew_image){0};
    if (SINEW__LACKS_ARGUMENT(error, model, model_path, out_image) ||
        sinew__lacks_item(error, "texture", texture, model->texture_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_texture *from = &model->textures[texture];
    int file;
    size_t size;
    sinew_result result = open_texture(model, from, model_path, options, &file, &size, error);
    if (result != SINEW_OK) return result;
    sinew__limits limits = sinew__limits_begin(options, size);
    if (!options || !options->memory_limit) limits.memory = picture_memory;
    sinew__run run = {.program = SINEW__IMAGE_WORKER,
                      .options = options,
                      .limits = &limits,
                      .file = file,
                      .job = {.task = WORKER_IMAGE, .file_size = size, .max_size = LARGEST_TEXTURE}};
    snprintf(run.job.name, sizeof run.job.name, "%s", format_of(model, from));
    result = sinew__worker_run(&run, error);
    close(file);
    if (result == SINEW_OK) result = copy_pixels(&run, out_image, error);
    sinew__result_memory_release(run.memory, run.size);
    return result;
}
