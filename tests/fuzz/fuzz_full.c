/// Any changes to a valid block. A block that the validator accepts is used in every way that the library offers.
///
/// The bytes are the choices of mutate_block.h; after their end, a seed made of them generates more.
#include <stdlib.h>

#include "runtime/model/make_model.h"
#include "support/mutants.h"
#include "support/use_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    choices from = {.bytes = bytes, .size = size};
    size_t block_size;
    sinew_model *model;
    sinew_error error;
    void *block = make_mutant(&from, &block_size);
    if (sinew__model_from_block(block, block_size, &model, &error) == SINEW_OK)
        use_model(model, mutant_parent(0));
    else if (model || !error.message[0])
        abort();
    sinew_model_destroy(model);
    return 0;
}
