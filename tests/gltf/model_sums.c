// A line for each FILE: what a sum of its model says, all but texture coordinates, and their own sum, which readers may
// round differently; or the code of the refusal. tests/cli/gltf_readers.sh compares the lines of a build with Assimp
// and one without.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "runtime/model/block.h"
#include "sinew/import.h"
#include "sinew/memory.h"
#include "sinew/model.h"

static sinew_result read_side_file(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    return sinew__side_file_read(user, NULL, name, out_bytes, out_size);
}

static void print_sums(const unsigned char *block)
{
    const sinew__block_header *header = (const void *)block;
    const sinew__block_section *sections = (const void *)(header + 1);
    uint64_t sum = 0;
    double texcoords = 0;
    for (uint32_t i = 0; i < header->section_count; i++) {
        const unsigned char *bytes = block + sections[i].offset;
        const size_t size = (size_t)sections[i].count * sections[i].stride;
        if (sections[i].id != SINEW__SECTION_TEXCOORDS) sum = sum * 31 + sinew__hash(bytes, size);
        for (size_t k = 0; sections[i].id == SINEW__SECTION_TEXCOORDS && k < size / sizeof(float); k++)
            texcoords += (double)((const float *)(const void *)bytes)[k] * (double)(1 + k % 7);
    }
    printf("%016" PRIx64 " %.3f\n", sum, texcoords);
}

int main(int count, char **files)
{
    for (int i = 1; i < count; i++) {
        void *bytes = NULL, *block = NULL;
        size_t size = 0, block_size = 0;
        sinew_error error = {0};
        const sinew_import_options options = {.side_file = read_side_file, .user = files[i]};
        sinew_result result = sinew__file_read(files[i], &bytes, &size, &error);
        if (result == SINEW_OK)
            result = sinew_import_block(files[i], bytes, size, &options, &block, &block_size, &error);
        const char *name = strrchr(files[i], '/');
        printf("%s: ", name ? name + 1 : files[i]);
        if (result == SINEW_OK)
            print_sums(block);
        else
            printf("%s\n", sinew_result_code(result));
        sinew_free(bytes);
        sinew_free(block);
    }
    return 0;
}
