// `.sinew` files from memory and to memory, without a worker: every block is validated.
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/lines.h"
#include "model/block_file.h"
#include "sinew/load.h"

sinew_result sinew_model_load_memory(const void *bytes, size_t size, sinew_model **out_model, sinew_error *error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(error, out_model) || (size && SINEW__LACKS_ARGUMENT(error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    // A copy, so that the caller cannot change what has been validated.
    void *copy = sinew__allocate_lines(size);
    if (!copy) return sinew__fail_memory(error);
    if (size) memcpy(copy, bytes, size);
    return sinew__block_file_load(copy, size, NULL, out_model, error);
}

sinew_result sinew_model_save_memory(const sinew_model *model, void **out_bytes, size_t *out_size, sinew_error *error)
{
    if (out_bytes) *out_bytes = NULL;
    if (SINEW__LACKS_ARGUMENT(error, model, out_bytes, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    size_t block_size;
    const void *block = sinew_model_block(model, &block_size);
    const sinew__file_header header = sinew__file_header_of(block, block_size, NULL, 0);
    *out_size = 0;
    *out_bytes = malloc(sizeof header + block_size);
    if (!*out_bytes) return sinew__fail_memory(error);
    memcpy(*out_bytes, &header, sizeof header);
    memcpy((unsigned char *)*out_bytes + sizeof header, block, block_size);
    *out_size = sizeof header + block_size;
    return SINEW_OK;
}
