// Stage: converts embedded images to textures, and adds the textures that materials refer to.
#include <assimp/scene.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_stages.h"

enum { TGA_HEADER = 18 };

/// Stores raw pixels as a TGA file, which every decoder reads: 32 bits, blue first, top row first, as in Assimp.
/// Returns 0 if it cannot.
static int store_pixels(import_pass *pass, const struct aiTexture *from, sinew_raw_texture *out)
{
    if (from->mWidth == 0 || from->mWidth > UINT16_MAX || from->mHeight > UINT16_MAX) return 0;
    const size_t pixels = (size_t)from->mWidth * from->mHeight;
    unsigned char *file = sinew__arena_take(&pass->arena, pixels * 4 + TGA_HEADER, 1);
    if (!file) return 0;
    file[2] = 2;
    file[12] = (unsigned char)(from->mWidth & 0xff), file[13] = (unsigned char)(from->mWidth >> 8);
    file[14] = (unsigned char)(from->mHeight & 0xff), file[15] = (unsigned char)(from->mHeight >> 8);
    file[16] = 32, file[17] = 0x28;
    memcpy(file + TGA_HEADER, from->pcData, pixels * 4);
    *out = (sinew_raw_texture){.format = "tga", .bytes = file, .byte_count = pixels * 4 + TGA_HEADER};
    return 1;
}

static int store_texture(import_pass *pass, const struct aiTexture *from, sinew_raw_texture *out)
{
    if (!from->pcData) return 0;
    if (from->mHeight) return store_pixels(pass, from, out);
    size_t hint = 0;
    while (hint < sizeof from->achFormatHint && from->achFormatHint[hint]) hint++;
    *out = (sinew_raw_texture){.format = sinew__import_text(&pass->arena, from->achFormatHint, hint),
                               .bytes = from->pcData,
                               .byte_count = from->mWidth};
    return from->mWidth > 0;
}

sinew_result sinew__import_textures(import_pass *pass, sinew_error *error)
{
    const struct aiScene *scene = pass->scene;
    // Each material adds at most one texture for its colour and one for each map.
    const size_t most = scene->mNumTextures + (size_t)scene->mNumMaterials * (1 + SINEW_MAP_COUNT);
    pass->textures = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture, most);
    if (!pass->textures || !sinew__name_table_create(&pass->arena, most, &pass->texture_names))
        return sinew__arena_fail(&pass->arena, error);
    for (unsigned i = 0; i < scene->mNumTextures; ++i) {
        sinew_raw_texture *texture = &pass->textures[i];
        const char *name = sinew__assimp_text(&pass->arena, &scene->mTextures[i]->mFilename);
        if (!name) return sinew__arena_fail(&pass->arena, error);
        if (!store_texture(pass, scene->mTextures[i], texture))
            sinew__import_warn(pass, IMPORT_WARNING_TEXTURE_DROPPED, name, "embedded image %u has no usable content",
                               i + 1);
        texture->path = name;
        if (*name) sinew__name_table_add(&pass->texture_names, name, (int32_t)i);
    }
    pass->raw.textures = pass->textures;
    pass->raw.texture_count = (int32_t)scene->mNumTextures;
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}

int32_t sinew__import_find_texture(import_pass *pass, const char *path)
{
    if (path[0] == '*') {
        const unsigned long index = strtoul(path + 1, NULL, 10);
        return index < pass->scene->mNumTextures ? (int32_t)index : SINEW_NONE;
    }
    int32_t index = sinew__name_table_find(&pass->texture_names, path);
    if (index != SINEW_NONE) return index;
    index = pass->raw.texture_count++;
    pass->textures[index] = (sinew_raw_texture){.path = path};
    sinew__name_table_add(&pass->texture_names, path, index);
    return index;
}
