#include "worker/host/side_reader.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/printable.h"
#include "platform/shared_memory.h"
#include "worker/host/worker_limits.h"

static void warn(const sinew_load_options *options, const char *path, const char *problem)
{
    char text[256], printable[128];
    if (!options->warn) return;
    sinew__printable(path, printable, sizeof printable);
    snprintf(text, sizeof text, "side file '%s' is ignored: %s", printable, problem);
    options->warn(options->user, text);
}

/// Copies a file of `size` bytes to memory that a worker can read, by way of `buffer`. Returns its descriptor, or −1.
static int copy_file(const sinew_load_options *options, const char *path, void *buffer, size_t size)
{
    size_t again = size;
    const sinew_result result = options->read_side_file(options->user, path, buffer, size, &again);
    if (result == SINEW_OK && again == size) return sinew__shared_memory_copy(buffer, size);
    warn(options, path, "its size differs from one call of read_side_file to the next");
    return -1;
}

static int open_file(void *user, const char *path, size_t *out_size)
{
    const sinew__side_reader *reader = user;
    size_t size = 0;
    if (reader->options->read_side_file(reader->options->user, path, NULL, 0, &size) != SINEW_OK) return -1;
    if (size > reader->max_size) {
        warn(reader->options, path, "it is larger than the memory limit of the load");
        return -1;
    }
    void *buffer = sinew__allocate(size);
    const int file = buffer ? copy_file(reader->options, path, buffer, size) : -1;
    sinew_free(buffer);
    *out_size = size;
    return file;
}

sinew__side_folders *sinew__side_files_open(const char *model_path, const sinew_load_options *options,
                                            sinew__side_reader *out_reader)
{
    if (!options || !options->read_side_file)
        return sinew__side_folders_open(model_path, options ? options->texture_path : NULL);
    *out_reader = (sinew__side_reader){.options = options, .max_size = sinew__limits_begin(options, 0).memory};
    return sinew__side_folders_open_by(model_path, open_file, out_reader);
}
