// `.sinew` files from memory and to memory, without a worker: every block is validated.
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/block_file.h"
#include "model/packed_block.h"
#include "sinew/model.h"

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
    sinew__buffer file = {0};
    *out_size = 0;
    char *head = sinew__buffer_reserve(&file, sizeof(sinew__file_header));
    if (head) file.size = sizeof(sinew__file_header);
    sinew__packed_block_put(model, &file);
    if (file.failed) {
        sinew__buffer_free(&file);
        return sinew__fail_memory(error);
    }
    const size_t block_size = file.size - sizeof(sinew__file_header);
    const sinew__file_header header = sinew__file_header_of(file.text + sizeof header, block_size, 1, NULL, 0);
    memcpy(file.text, &header, sizeof header);
    *out_bytes = file.text;
    *out_size = file.size;
    return SINEW_OK;
}
