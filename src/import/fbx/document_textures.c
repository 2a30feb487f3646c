#include "import/fbx/document_textures.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "import/assimp/assimp_convert.h"

/// The extension of a path in lower case, or "".
static const char *format_of(sinew__arena *arena, const char *path)
{
    const char *dot = strrchr(path, '.');
    char *format = dot && strlen(dot) < 8 ? sinew__arena_text(arena, dot + 1, strlen(dot + 1)) : NULL;
    for (char *c = format; c && *c; c++) *c = sinew__ascii_lower(*c);
    return format ? format : "";
}

static sinew_result read_texture(import_pass *pass, const fbx_object *object, const fbx_object *video,
                                 sinew_raw_texture *out, sinew_error *error)
{
    fbx_bytes name = sinew__fbx_media_file_name(object), content = {"", 0};
    if (name.size == 0 && video) name = sinew__fbx_media_file_name(video);
    sinew_result result = SINEW_OK;
    if (video) result = sinew__fbx_video_content(pass->document, video, &content, error);
    out->path = sinew__import_text(&pass->arena, name.bytes, name.size);
    if (result == SINEW_OK && !out->path) result = sinew__arena_fail(&pass->arena, error);
    if (result != SINEW_OK) return result;
    out->format = format_of(&pass->arena, out->path);
    out->bytes = content.size ? content.bytes : NULL;
    out->byte_count = content.size;
    return SINEW_OK;
}

size_t sinew__document_count(const fbx_document *document, fbx_class kind)
{
    size_t count = 0;
    for (size_t i = 0; i < document->object_count; i++) count += document->objects[i].kind == kind ? 1u : 0u;
    return count;
}

int sinew__document_textures_begin(import_pass *pass, document_textures *out)
{
    const size_t count = sinew__document_count(pass->document, FBX_TEXTURE);
    *out = (document_textures){.pass = pass,
                               .numbers = SINEW__ARENA_ARRAY(&pass->arena, int32_t, pass->document->object_count)};
    pass->textures = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture, count);
    return out->numbers && pass->textures && sinew__name_table_create(&pass->arena, count, &out->paths);
}

sinew_result sinew__document_texture_number(document_textures *list, const fbx_object *texture, int32_t *out,
                                            sinew_error *error)
{
    import_pass *pass = list->pass;
    const fbx_object *video = sinew__fbx_source_of(pass->document, texture, FBX_VIDEO);
    int32_t *known = &list->numbers[texture->index], *shared = video ? &list->numbers[video->index] : known;
    *out = *known ? *known - 1 : *shared ? *shared - 1 : SINEW_NONE;
    if (*out != SINEW_NONE) return SINEW_OK;
    sinew_raw_texture *item = &pass->textures[pass->raw.texture_count];
    const sinew_result result = read_texture(pass, texture, video, item, error);
    if (result != SINEW_OK || (!item->bytes && !*item->path)) return result;
    if (!item->bytes) *out = sinew__name_table_find(&list->paths, item->path);
    if (*out == SINEW_NONE) {
        *out = pass->raw.texture_count++;
        if (!item->bytes) sinew__name_table_add(&list->paths, item->path, *out);
    }
    *known = *out + 1;
    if (item->bytes) *shared = *known;
    return SINEW_OK;
}

sinew_result sinew__document_textures_add_embedded(document_textures *list, sinew_error *error)
{
    const fbx_document *document = list->pass->document;
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < document->object_count && result == SINEW_OK; i++) {
        const fbx_object *object = &document->objects[i];
        const fbx_object *video =
            object->kind == FBX_TEXTURE ? sinew__fbx_source_of(document, object, FBX_VIDEO) : NULL;
        int32_t number;
        if (video && sinew__fbx_record_child(video->record, "Content"))
            result = sinew__document_texture_number(list, object, &number, error);
    }
    return result;
}
