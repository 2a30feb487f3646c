// Writes blocks that somebody changed as `.sinew` files whose sums are right.
//
//   write_mutants mutants FOLDER SEED COUNT   COUNT of those that the validator accepts, 0.sinew, 1.sinew …,
//                                             and their source, parent.sinew
//   write_mutants attacks FOLDER              one of each attack that it refuses, NAME.sinew
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model/block_file.h"
#include "runtime/model/make_model.h"
#include "support/attacks.h"
#include "support/mutants.h"

static int write_block(const char *folder, const char *name, const void *block, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.sinew", folder, name);
    const sinew__file_header header = sinew__file_header_of(block, size, 0, NULL, 0);
    FILE *file = fopen(path, "wb");
    if (!file) return 0;
    const int written = fwrite(&header, sizeof header, 1, file) == 1 && fwrite(block, size, 1, file) == 1;
    return (fclose(file) == 0) & written;
}

static int write_accepted(const char *folder, uint32_t seed, int wanted)
{
    const sinew_model *parent = mutant_parent(0);
    int written = 0;
    if (!write_block(folder, "parent", parent->block, parent->block_size)) return 1;
    for (; written < wanted; ++seed) {
        choices from = {.seed = seed * 2654435761u};
        size_t size;
        char name[16];
        sinew_model *model;
        void *block = make_mutant(&from, &size);
        if (sinew__model_from_block(block, size, &model, NULL) != SINEW_OK) continue;
        snprintf(name, sizeof name, "%d", written++);
        const int ok = write_block(folder, name, model->block, size);
        sinew_model_destroy(model);
        if (!ok) return 1;
    }
    return 0;
}

static int write_attacks(const char *folder)
{
    for (int i = 0; i < ATTACKS; ++i) {
        size_t size;
        void *block = make_attack(i, &size);
        const int ok = write_block(folder, attacks[i].name, block, size);
        free(block);
        if (!ok) return 1;
    }
    return 0;
}

int main(int count, char **words)
{
    if (count == 5 && strcmp(words[1], "mutants") == 0)
        return write_accepted(words[2], (uint32_t)strtoul(words[3], NULL, 10), (int)strtol(words[4], NULL, 10));
    if (count == 3 && strcmp(words[1], "attacks") == 0) return write_attacks(words[2]);
    fputs("write_mutants mutants FOLDER SEED COUNT | attacks FOLDER\n", stderr);
    return 2;
}
