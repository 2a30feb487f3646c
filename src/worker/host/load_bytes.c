// A model file in memory → a model, like a file on disk: the worker gets a descriptor of a copy.
#include <errno.h>
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "platform/descriptor.h"
#include "platform/shared_memory.h"
#include "worker/host/load_file.h"
#include "worker/host/side_reader.h"

/// Loads from the copy of the bytes. No cache: it recognizes unchanged files by their metadata.
static sinew_result load_copy(const char *name, int file, size_t size, const sinew_load_options *options,
                              sinew_model **out_model, sinew_error *error)
{
    sinew__side_reader reader;
    sinew__model_files files = {.file = file, .size = size, .name = (char *)(uintptr_t)name};
    sinew_load_options uncached = options ? *options : (sinew_load_options){0};
    uncached.cache_folder = NULL;
    if (uncached.read_side_file) {
        files.side_folders = sinew__side_files_open(name, &uncached, &reader);
        if (!files.side_folders) return sinew__fail_memory(error);
    }
    const sinew_result result = sinew__load_model_files(&files, &uncached, out_model, error);
    sinew__side_folders_close(files.side_folders);
    return result;
}

sinew_result sinew_model_load_bytes(const char *name, const void *bytes, size_t size, const sinew_load_options *options,
                                    sinew_model **out_model, sinew_error *error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(error, name, bytes, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    const int file = sinew__shared_memory_copy(bytes, size);
    if (file < 0)
        return sinew__fail(error, SINEW_ERROR_SYSTEM, "cannot copy the file for the importer: %s", strerror(errno));
    const sinew_result result = load_copy(name, file, size, options, out_model, error);
    sinew__close(file);
    return result;
}
