/// Any bytes as an FBX file: through sinew's own reader, the importer's stages, validation and baking. Assimp is left
/// out, and so are files that are of its other formats whatever they are called; it runs in the worker only and is
/// fuzzed by its own project. What the importer builds, the validator must accept.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bake/bake_in_load.h"
#include "import/bake_block.h"
#include "import/sniff_format.h"
#include "platform/clock.h"
#include "sinew/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MEMORY = 256 << 20 };

static void require(int holds)
{
    if (!holds) abort();
}

static int knows_all(const char *extension)
{
    return *extension != '\0';
}

static int is_of_another_format(const uint8_t *bytes, size_t size)
{
    import_format format;
    sinew_error error;
    return sinew__sniff_format("fuzz.fbx", bytes, size, knows_all, &format, &error) == SINEW_OK &&
           strcmp(format.extension, "fbx") != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (is_of_another_format(bytes, size)) return 0;
    const sinew_import_options options = {.document_only = 1, .memory_limit = MEMORY};
    void *block = NULL;
    size_t block_size = 0;
    sinew_error error = {0};
    if (sinew_import_block("fuzz.fbx", bytes, size, &options, &block, &block_size, &error) != SINEW_OK) {
        require(!block && error.result != SINEW_OK && error.message[0]);
        return 0;
    }
    const sinew_bake_options bake = sinew__bake_options_in_load(1e-3, 0, MEMORY, sinew__now(), 2);
    sinew__bake_block(&bake, &block, &block_size);
    sinew_model *model = NULL;
    require(sinew_model_from_block(block, block_size, &model, &error) == SINEW_OK);
    sinew_model_destroy(model);
    return 0;
}
