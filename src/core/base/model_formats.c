#include "core/base/model_formats.h"

#include <string.h>

#include "core/base/ascii.h"

/// The last column is the import time in seconds per byte; only the ratios matter. FBX: measured, the median of 158
/// files. Others: measured with files in samples/ and their exports by `sinew export`. Collada has the time of BVH,
/// because both are text.
const sinew__model_format sinew__model_formats[] = {
    {"fbx", "FBX", "", 8e-8},
    {"glb", "glTF", "binary", 5e-8},
    {"gltf", "glTF", "ascii", 5e-8},
    {"dae", "Collada", "ascii", 1.4e-7},
    {"bvh", "BVH", "ascii", 1.4e-7},
    {"sinew", "sinew", "binary", 2e-9},
    {"obj", "OBJ", "ascii", 0},
    {"md5mesh", "MD5", "ascii", 0},
    {"x", "X", "", 0},
    {"stl", "STL", "", 0},
    {"ply", "PLY", "", 0},
    {"3ds", "3DS", "binary", 0},
    {"ms3d", "MS3D", "binary", 0},
};
_Static_assert(sizeof sinew__model_formats / sizeof *sinew__model_formats == SINEW__MODEL_FORMAT_COUNT,
               "SINEW__MODEL_FORMAT_COUNT in model_formats.h is the number of these rows");

const sinew__model_format *sinew__model_format_of(const char *extension)
{
    for (int32_t i = 0; i < SINEW__MODEL_FORMAT_COUNT; ++i)
        if (strcmp(sinew__model_formats[i].extension, extension) == 0) return &sinew__model_formats[i];
    return NULL;
}

int sinew__model_shows_itself(const char *extension)
{
    const sinew__model_format *format = sinew__model_format_of(extension);
    return format && format->seconds_per_byte > 0;
}

int32_t sinew__model_format_of_path(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    char extension[8] = "";
    if (!dot || dot == name || strlen(dot + 1) >= sizeof extension) return -1;
    for (size_t i = 0; dot[i + 1]; ++i) extension[i] = sinew__ascii_lower(dot[i + 1]);
    return sinew__model_shows_itself(extension) ? (int32_t)(sinew__model_format_of(extension) - sinew__model_formats)
                                                : -1;
}

void sinew__put_model_formats(sinew__buffer *out)
{
    const char *last = "sinew";
    const char *separator = "";
    for (int32_t i = 0; i < SINEW__MODEL_FORMAT_COUNT && strcmp(sinew__model_formats[i].extension, "sinew") != 0; ++i) {
        if (strcmp(sinew__model_formats[i].name, last) != 0)
            sinew__buffer_format(out, "%s%s", separator, sinew__model_formats[i].name);
        last = sinew__model_formats[i].name;
        separator = ", ";
    }
}
