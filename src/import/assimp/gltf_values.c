// Values of a glTF's JSON, and what they name, for the files that fill the scene.
#include "import/assimp/gltf_scene.h"

#include <string.h>

#include "core/base/error.h"

sinew_result sinew__gltf_index(const sinew__json_value *object, const char *key, const gltf_list *list,
                               const char *what, int32_t *out, sinew_error *error)
{
    const sinew__json_value *index = sinew__json_member(object, key);
    *out = SINEW_NONE;
    if (!index) return SINEW_OK;
    const sinew__json_value *item = sinew__gltf_item(list, index);
    if (!sinew__json_is(item, SINEW__JSON_OBJECT))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no %s %.0f", what,
                           sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1);
    *out = (int32_t)index->number;
    return SINEW_OK;
}

void sinew__gltf_copy_text(const char *text, struct aiString *out)
{
    const size_t length = strlen(text), most = sizeof out->data - 1;
    out->length = (ai_uint32)(length < most ? length : most);
    memcpy(out->data, text, out->length);
    out->data[out->length] = '\0';
}

float sinew__gltf_float(const sinew__json_value *object, const char *key, float otherwise)
{
    const sinew__json_value *number = sinew__json_member(object, key);
    return sinew__json_is(number, SINEW__JSON_NUMBER) ? (float)number->number : otherwise;
}

int sinew__gltf_floats(const sinew__json_value *object, const char *key, int count, float *out)
{
    const sinew__json_value *array = sinew__json_member(object, key), *number = sinew__json_first(array);
    if (!sinew__json_is(array, SINEW__JSON_ARRAY) || sinew__json_count(array) != count) return 0;
    for (int i = 0; i < count; i++, number = number->next)
        if (sinew__json_is(number, SINEW__JSON_NUMBER)) out[i] = (float)number->number;
    return 1;
}

float *sinew__gltf_read_floats(gltf_reader *reader, const sinew__json_value *index, size_t components,
                               size_t *out_count, sinew_result *out_result, sinew_error *error)
{
    gltf_accessor accessor;
    sinew__arena *arena = &reader->pass->arena;
    *out_result = sinew__gltf_accessor_open(reader->accessors, index, &accessor, error);
    if (*out_result != SINEW_OK) return NULL;
    float *numbers = sinew__arena_take(arena, accessor.count, components * sizeof(float));
    if (!numbers) *out_result = sinew__arena_fail(arena, error);
    if (numbers) sinew__gltf_write(&accessor, GLTF_FLOATS, components, numbers);
    *out_count = accessor.count;
    return numbers;
}

struct aiMatrix4x4 sinew__gltf_matrix(const float m[16])
{
    return (struct aiMatrix4x4){m[0], m[4], m[8],  m[12], m[1], m[5], m[9],  m[13],
                                m[2], m[6], m[10], m[14], m[3], m[7], m[11], m[15]};
}

const sinew__json_value *sinew__gltf_shown_scene(const sinew__json_value *root)
{
    const sinew__json_value *index = sinew__json_member(root, "scene");
    const sinew__json_value *scene = sinew__json_first(sinew__json_member(root, "scenes"));
    for (int32_t i = index ? sinew__gltf_whole(index) : 0; i > 0 && scene; i--) scene = scene->next;
    return scene;
}
