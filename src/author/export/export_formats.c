// The table of export formats.
#include <string.h>

#include "author/export/export_writers.h"
#include "core/base/error.h"

enum { FORMAT_COUNT = 7 };

/// To add a format, write `export_<name>.c` with one function of type sinew__export_writer and add a row to both
/// tables.
static const sinew_export_format formats[FORMAT_COUNT] = {
    {"obj", "deformed meshes at one time, in world space", SINEW_EXPORT_POSE},
    {"glb", "binary glTF 2.0: meshes, materials and clips", SINEW_EXPORT_MODEL},
    {"fbx", "binary FBX 7.4: meshes, materials, cameras and clips", SINEW_EXPORT_MODEL},
    {"fbx-ascii", "the same as text", SINEW_EXPORT_MODEL},
    {"bvh", "one skeleton and one clip, in centimetres", SINEW_EXPORT_CLIP},
    {"csv", "transforms of all joints, a row per time and joint", SINEW_EXPORT_TABLE},
    {"jsonl", "the same rows as one JSON object per line", SINEW_EXPORT_TABLE},
};

static sinew__export_writer *const writers[FORMAT_COUNT] = {
    sinew__export_obj, sinew__export_glb, sinew__export_fbx,  sinew__export_fbx_ascii,
    sinew__export_bvh, sinew__export_csv, sinew__export_jsonl};

const sinew_export_format *sinew_export_formats(int32_t *out_count)
{
    *out_count = FORMAT_COUNT;
    return formats;
}

const sinew_export_format *sinew__export_format_named(const char *name)
{
    for (int i = 0; i < FORMAT_COUNT; ++i) {
        if (strcmp(formats[i].name, name) == 0) return &formats[i];
    }
    return NULL;
}

sinew_result sinew_export(const sinew_model *model, const char *format, const sinew_export_options *options,
                          uint8_t **out_bytes, size_t *out_size, sinew_error *out_error)
{
    if (out_bytes) *out_bytes = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, format, options, out_bytes, out_size))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_export_format *row = sinew__export_format_named(format);
    if (!row) {
        sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "there is no export format '%.60s'", format);
        sinew__hint(out_error, "use fbx, fbx-ascii, glb, bvh, csv, jsonl or obj");
        return SINEW_ERROR_UNSUPPORTED;
    }
    char *text;
    const sinew_result result = writers[row - formats](model, options, &text, out_size, out_error);
    *out_bytes = (uint8_t *)text;
    return result;
}
