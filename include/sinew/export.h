/// Exports posed meshes to other formats. Each format is one row of a table.
#ifndef SINEW_EXPORT_H
#define SINEW_EXPORT_H

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What to export.
typedef struct sinew_export_options {
    int32_t clip;        ///< or SINEW_NONE: the rest pose
    const double *times; ///< [time_count] seconds on the file's own timeline; may lie outside the clip
    int32_t time_count;
    sinew_engine engine;
    const char *source; ///< name of the model's file, for a comment in the output; NULL: no comment
    double seconds;     ///< limit of the time for writing; beyond it SINEW_ERROR_TIMED_OUT; 0: no limit
} sinew_export_options;

/// An export format.
typedef struct sinew_export_format {
    const char *name;        ///< "obj": the name of the format and the extension of its files
    const char *description; ///< one line of help text
    /// Writes the whole file to memory, which the caller releases with sinew_free. *out_text is NULL on failure.
    sinew_result (*write)(const sinew_model *model, const sinew_export_options *options, char **out_text,
                          size_t *out_size, sinew_error *out_error);
} sinew_export_format;

/// Returns the table of formats. Static storage.
SINEW_API const sinew_export_format *sinew_export_formats(int32_t *out_count);

/// Returns the format with a name, or NULL.
SINEW_API const sinew_export_format *sinew_export_format_named(const char *name);

/// Writes Wavefront OBJ: all deformed meshes at one time, in world space, in the file's own units and axes. There is
/// one `o` per authored object, with polygons as authored, normals and texture coordinates; each authored vertex is
/// written once. Fails with SINEW_ERROR_NO_MESH if there is no mesh and SINEW_ERROR_INVALID_ARGUMENT unless there is
/// exactly one time.
SINEW_API SINEW_NODISCARD sinew_result sinew_export_obj(const sinew_model *model, const sinew_export_options *options,
                                                        char **out_text, size_t *out_size, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
