/// Posed meshes and animation in other formats: one row of a table a format.
#ifndef SINEW_EXPORT_H
#define SINEW_EXPORT_H

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is written.
typedef struct sinew_export_options {
    int32_t clip;        ///< or SINEW_NONE: the rest pose
    const double *times; ///< [time_count] seconds on the file's own timeline; may lie outside the clip
    int32_t time_count;
    sinew_engine engine;
    const char *source; ///< name of the model's file, for a comment in the output; NULL: none
} sinew_export_options;

/// A format that can be written.
typedef struct sinew_export_format {
    const char *name;        ///< "obj": as `--format` takes it, and the extension of its files
    const char *description; ///< one line for help
    /// Writes the whole file to memory from malloc, which is the caller's. NULL on failure.
    sinew_result (*write)(const sinew_model *model, const sinew_export_options *options, char **out_text,
                          size_t *out_size, sinew_error *out_error);
} sinew_export_format;

/// The formats, *out_count of them. Static storage.
SINEW_API const sinew_export_format *sinew_export_formats(int32_t *out_count);

/// The format of that name, or NULL.
SINEW_API const sinew_export_format *sinew_export_format_named(const char *name);

/// Wavefront OBJ: all deformed meshes at one time, in world space, in the file's own units and axes. One `o` for each
/// authored object, polygons as authored, normals and texture coordinates; a vertex that the author has once is written
/// once. SINEW_ERROR_NO_MESH when there is none, _INVALID_ARGUMENT unless it is one time.
SINEW_API SINEW_NODISCARD sinew_result sinew_export_obj(const sinew_model *model, const sinew_export_options *options,
                                                        char **out_text, size_t *out_size, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
