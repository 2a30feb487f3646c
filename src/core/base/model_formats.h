/// The model formats that sinew knows by name: the importer, walks over folders, plans and help read this table.
#ifndef SINEW_CORE_BASE_MODEL_FORMATS_H
#define SINEW_CORE_BASE_MODEL_FORMATS_H

#include <stdint.h>

#include "core/base/buffer.h"

typedef struct sinew__model_format {
    const char *extension;   ///< in small letters, without a dot
    const char *name;        ///< as `sinew info` prints it
    const char *encoding;    ///< "binary", "ascii"; "": either
    double seconds_per_byte; ///< time of an import on one core, for plans; 0: a file of this extension need not be
                             ///< of this format, and walks over folders leave it out
} sinew__model_format;

enum { SINEW__MODEL_FORMAT_COUNT = 13 };
extern const sinew__model_format sinew__model_formats[]; ///< [SINEW__MODEL_FORMAT_COUNT]

/// Returns the format of an extension in small letters, or NULL.
const sinew__model_format *sinew__model_format_of(const char *extension);

/// Returns whether files of an extension begin with bytes that show the format.
int sinew__model_shows_itself(const char *extension);

/// Returns the row of the format that a file name or path ends like, whatever its case, if walks over folders list it;
/// −1: none.
int32_t sinew__model_format_of_path(const char *path);

/// Puts "FBX, glTF, Collada, BVH": the formats of other programs that walks over folders list.
void sinew__put_model_formats(sinew__buffer *out);

#endif
