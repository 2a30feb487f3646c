#include "import/assimp/gltf_prepare.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/error.h"
#include "import/assimp/gltf_json.h"
#include "import/assimp/gltf_names.h"
#include "import/assimp/gltf_skins.h"

static void write_word(unsigned char *bytes, size_t value)
{
    for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)(value >> 8 * i & 0xff);
}

/// Replaces the first chunk of a .glb, padded to four bytes. Returns 0 when out of memory.
static int replace_chunk(import_pass *pass, const char *json, size_t length)
{
    const size_t begin = GLB_HEADER + GLB_CHUNK_HEADER, rest = pass->size - begin - sinew__glb_json_size(pass);
    const size_t padded = (length + 3) / 4 * 4, size = begin + padded + rest;
    unsigned char *bytes = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, size);
    if (!bytes) return 0;
    memcpy(bytes, pass->bytes, begin);
    memcpy(bytes + begin, json, length);
    memset(bytes + begin + length, ' ', padded - length);
    memcpy(bytes + begin + padded, pass->bytes + pass->size - rest, rest);
    write_word(bytes + 8, size);
    write_word(bytes + GLB_HEADER, padded);
    pass->bytes = bytes;
    pass->size = size;
    return 1;
}

/// Returns 0 when out of memory.
static int replace_json(import_pass *pass, const cJSON *root)
{
    char *json = cJSON_PrintUnformatted(root);
    if (!json) return 0;
    const size_t length = strlen(json);
    int ok = 1;
    if (strcmp(pass->format.extension, "glb") == 0) {
        ok = replace_chunk(pass, json, length);
    } else {
        const char *copy = sinew__arena_text(&pass->arena, json, length);
        ok = copy != NULL;
        if (ok) pass->bytes = (const unsigned char *)copy, pass->size = length;
    }
    cJSON_free(json);
    return ok;
}

sinew_result sinew__gltf_prepare(import_pass *pass, sinew_error *error)
{
    cJSON *root = sinew__gltf_parse(pass);
    int has_copies = 0;
    int ok = sinew__gltf_number_names(pass, cJSON_GetObjectItemCaseSensitive(root, "nodes")) &&
             sinew__gltf_separate_skins(pass, root, &has_copies);
    if (ok && (pass->has_numbered_names || has_copies)) ok = replace_json(pass, root);
    cJSON_Delete(root);
    if (ok) return SINEW_OK;
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : sinew__fail_memory(error);
}
