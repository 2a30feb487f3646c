#include "import/fbx/material_names.h"

#include <string.h>

#include "base/ascii.h"

static int is_same_word(const char *word, const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && word[i] && sinew__ascii_lower(word[i]) == sinew__ascii_lower(text[i])) i++;
    return i == length && !word[i];
}

size_t sinew__material_name_rank(const char *const *names, size_t count, const char *property, size_t length)
{
    size_t behind = length;
    while (behind > 0 && property[behind - 1] != '|') behind--;
    for (size_t i = 0; i < count; i++)
        if (is_same_word(names[i], property + behind, length - behind)) return i;
    return count;
}

/// The lowest texture of several in layers, or the object itself.
static const fbx_object *single_texture(const fbx_document *document, const fbx_object *object)
{
    return strcmp(object->class_name, "LayeredTexture") == 0 ? sinew__fbx_source_of(document, object, FBX_TEXTURE)
                                                             : object;
}

const fbx_object *sinew__material_texture(const fbx_document *document, const fbx_object *material,
                                          const char *const *names, size_t count)
{
    const fbx_connections sources = sinew__fbx_sources(document, material);
    const fbx_object *found = NULL;
    size_t best = count;
    for (size_t i = 0; i < sources.count; i++) {
        const char *property = sources.items[i].target_property;
        const size_t rank = sinew__material_name_rank(names, count, property, strlen(property));
        const fbx_object *texture = rank < best ? single_texture(document, sources.items[i].source) : NULL;
        if (!texture || texture->kind != FBX_TEXTURE) continue;
        found = texture;
        best = rank;
    }
    return found;
}

double sinew__material_number(const fbx_object *material, const char *const *names, size_t count, double fallback)
{
    const fbx_record *first = material->properties ? material->properties->first_child : NULL;
    size_t best = count;
    double value = fallback;
    for (const fbx_record *property = first; property; property = property->next) {
        const fbx_bytes name = sinew__fbx_record_bytes(property, 0);
        const size_t rank = sinew__material_name_rank(names, count, name.bytes, name.size);
        if (rank >= best || property->value_count <= FBX_PROPERTY_VALUES) continue;
        value = sinew__fbx_record_number(property, FBX_PROPERTY_VALUES, fallback);
        best = rank;
    }
    return value;
}
