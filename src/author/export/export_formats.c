// The formats of export, in one table.
#include <string.h>

#include "sinew/export.h"

/// To add a format, write `export_<name>.c` with one function of this type and add a row here.
static const sinew_export_format formats[] = {
    {"obj", "deformed meshes at one time, in world space", SINEW_EXPORT_POSE, sinew_export_obj},
    {"glb", "binary glTF 2.0: meshes, materials and clips", SINEW_EXPORT_MODEL, sinew_export_glb},
    {"fbx", "binary FBX 7.4: meshes, materials, cameras and clips", SINEW_EXPORT_MODEL, sinew_export_fbx},
    {"fbx-ascii", "the same as text", SINEW_EXPORT_MODEL, sinew_export_fbx_ascii},
    {"bvh", "one skeleton and one clip, in centimetres", SINEW_EXPORT_CLIP, sinew_export_bvh},
    {"csv", "transforms of all joints, a row per time and joint", SINEW_EXPORT_TABLE, sinew_export_csv},
    {"jsonl", "the same rows as one JSON object per line", SINEW_EXPORT_TABLE, sinew_export_jsonl},
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

const sinew_export_format *sinew_export_formats(int32_t *out_count)
{
    *out_count = FORMAT_COUNT;
    return formats;
}

const sinew_export_format *sinew_export_format_named(const char *name)
{
    for (int i = 0; i < FORMAT_COUNT; ++i) {
        if (strcmp(formats[i].name, name) == 0) return &formats[i];
    }
    return NULL;
}
