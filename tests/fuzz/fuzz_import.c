/// Any bytes as an FBX or glTF file: through sinew's own readers, the importer's stages, validation and baking, as in a
/// build without Assimp. The validator must accept every model that the importer builds.
///
/// A line "; SIDE FILE" ends the document: the rest is the content of the side files that it names. A second such
/// line separates the description of a geometry cache (.xml) from its points.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "author/bake/bake.h"
#include "core/base/memory.h"
#include "core/platform/clock.h"
#include "import/import_block.h"
#include "import/import_file.h"
#include "runtime/model/make_model.h"
#include "sinew/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MEMORY = 256 << 20 };

static void require(int holds)
{
    if (!holds) abort();
}

/// A part of the input.
typedef struct part {
    const uint8_t *bytes;
    size_t size;
} part;

/// The document, and the side files with an extension of their own.
typedef struct parts {
    part document, description, points;
} parts;

/// Cuts a part off the input: all before the next line "; SIDE FILE". The rest stays.
static part cut(part *rest)
{
    static const char line[] = "\n; SIDE FILE\n";
    const size_t length = sizeof line - 1;
    for (size_t at = 0; at + length <= rest->size; ++at) {
        if (memcmp(rest->bytes + at, line, length) != 0) continue;
        const part before = {rest->bytes, at};
        *rest = (part){rest->bytes + at + length, rest->size - at - length};
        return before;
    }
    const part before = *rest;
    rest->size = 0;
    return before;
}

static parts split(const uint8_t *bytes, size_t size)
{
    part rest = {bytes, size};
    parts out = {.document = cut(&rest)};
    out.points = cut(&rest);
    out.description = out.points;
    if (rest.size) out.points = rest;
    return out;
}

static sinew_result give_side_file(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    const parts *all = user;
    const size_t length = strlen(name);
    const part *wanted = length >= 4 && strcmp(name + length - 4, ".xml") == 0 ? &all->description : &all->points;
    if (wanted->size == 0) return SINEW_ERROR_NOT_FOUND;
    *out_bytes = sinew__allocate(wanted->size);
    if (!*out_bytes) return SINEW_ERROR_OUT_OF_MEMORY;
    memcpy(*out_bytes, wanted->bytes, wanted->size);
    *out_size = wanted->size;
    return SINEW_OK;
}

/// Bakes as a load does.
static void bake(void **block, size_t *block_size)
{
    const sinew_bake_options options = sinew__bake_options_in_load(1e-3, MEMORY, sinew__now(), 2);
    sinew__bake_block(&options, block, block_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    parts input = split(bytes, size);
    const sinew__import_options options = {.side_file = give_side_file, .user = &input, .memory_limit = MEMORY};
    void *block = NULL;
    size_t block_size = 0;
    sinew_error error = {0};
    if (sinew__import_block("fuzz.fbx", input.document.bytes, input.document.size, &options, &block, &block_size,
                            &error) != SINEW_OK) {
        require(!block && error.result != SINEW_OK && error.message[0]);
        return 0;
    }
    bake(&block, &block_size);
    sinew_model *model = NULL;
    require(sinew__model_from_block(block, block_size, &model, &error) == SINEW_OK);
    sinew_model_destroy(model);
    return 0;
}
