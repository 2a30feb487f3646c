/// Any bytes as a model block: refused with a line, or accepted. Only the validator runs, as often as there is time
/// for; fuzz_full.c uses accepted blocks.
///
/// The first byte chooses: the rest as a block, as changes (offset, byte) to a valid block, with baked clips of
/// either sort or without, which get far deeper, as choices of mutate_block.h, or as a `.sinew` file and an origin.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "import/cache/cache.h"
#include "runtime/model/block_file.h"
#include "runtime/model/make_model.h"
#include "sinew/load.h"
#include "support/mutants.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(int holds)
{
    if (!holds) abort();
}

static void try_block(void *block, size_t size)
{
    sinew_model *model;
    sinew_error error;
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK)
        require(!model && error.result != SINEW_OK && error.message[0]);
    sinew_model_destroy(model);
}

/// The bytes after a block in a file of the cache: refused, or an origin whose names end inside it.
static void try_origin(const uint8_t *bytes, size_t size)
{
    sinew__dependencies origin;
    if (sinew__dependencies_read(bytes, size, &origin)) {
        for (size_t i = 0; i < sinew__dependencies_count(&origin); ++i)
            require(strlen(sinew__dependencies_name(&origin, sinew__dependencies_at(&origin, i))) < size);
    }
    sinew__dependencies_free(&origin);
}

/// A file with valid sizes gets valid sums, like a file made by an attacker.
static void try_file(const uint8_t *bytes, size_t size)
{
    sinew_model *model;
    sinew_error error;
    unsigned char *file = malloc(size + 1);
    if (!file) return;
    memcpy(file, bytes, size);
    sinew__file_header said;
    if (size >= sizeof said) {
        memcpy(&said, file, sizeof said);
        const size_t rest = size - sizeof said, block = said.block_size <= rest ? (size_t)said.block_size : rest;
        const sinew__file_header fitting =
            sinew__file_header_of(file + sizeof said, block, said.flags, file + sizeof said + block, rest - block);
        said.block_sum = fitting.block_sum;
        said.appendix_sum = fitting.appendix_sum;
        memcpy(file, &said, sizeof said);
    }
    if (sinew_model_open(file, size, &model, &error) != SINEW_OK)
        require(!model && error.result != SINEW_OK && error.message[0]);
    sinew_model_destroy(model);
    free(file);
}

/// A right block with four bytes a change: where (three of them) and what.
static void try_changed_block(int rows, const uint8_t *changes, size_t size)
{
    const sinew_model *parent = mutant_parent(rows);
    const size_t block_size = parent->block_size;
    unsigned char *block = malloc(block_size);
    if (!block) return;
    memcpy(block, parent->block, block_size);
    for (; size >= 4; size -= 4, changes += 4) {
        const size_t at = ((size_t)changes[0] << 16 | (size_t)changes[1] << 8 | changes[2]) % block_size;
        block[at] = changes[3];
    }
    try_block(block, block_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0) return 0;
    if (bytes[0] & 1) {
        choices from = {.bytes = bytes + 1, .size = size - 1};
        size_t block_size;
        void *mutant = make_mutant(&from, &block_size);
        try_block(mutant, block_size);
        return 0;
    }
    if (bytes[0] & 4) {
        try_changed_block((bytes[0] >> 3) % MUTANT_PARENTS, bytes + 1, size - 1);
        return 0;
    }
    if (bytes[0] & 2) {
        try_file(bytes + 1, size - 1);
        try_origin(bytes + 1, size - 1);
        return 0;
    }
    void *block = malloc(size);
    if (!block) return 0;
    memcpy(block, bytes + 1, size - 1);
    try_block(block, size - 1);
    return 0;
}
