/// The model formats that sinew knows by name: a table for the importer, folder scans, plans and help.
#ifndef SINEW_CORE_BASE_MODEL_FORMATS_H
#define SINEW_CORE_BASE_MODEL_FORMATS_H

#include <stdint.h>

#include "core/base/buffer.h"

typedef struct sinew__model_format {
    const char *extension; ///< lower case, without a dot
    const char *name;      ///< name that `sinew info` prints
    const char *encoding;  ///< "binary", "ascii", or "" for either
    /// import time on one core, for plans; 0: files with this extension may have another format, and folder scans skip
    /// them
    double seconds_per_byte;
} sinew__model_format;

enum { SINEW__MODEL_FORMAT_COUNT = 13 };
extern const sinew__model_format sinew__model_formats[]; ///< [SINEW__MODEL_FORMAT_COUNT]

/// Returns the format of an extension in lower case, or NULL.
const sinew__model_format *sinew__model_format_of(const char *extension);

/// Whether files with an extension begin with bytes that identify the format.
int sinew__model_shows_itself(const char *extension);

/// Returns the row of the format whose extension a file name or path has, in any case, if folder scans list it; else
/// −1.
int32_t sinew__model_format_of_path(const char *path);

/// Appends "FBX, glTF, Collada, BVH", the formats of other programs that folder scans list.
void sinew__put_model_formats(sinew__buffer *out);

#endif
