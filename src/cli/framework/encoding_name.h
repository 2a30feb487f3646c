/// Names of clip encodings in output.
#ifndef SINEW_CLI_FRAMEWORK_ENCODING_NAME_H
#define SINEW_CLI_FRAMEWORK_ENCODING_NAME_H

#include "sinew/bake.h"

/// "compact", "matrix frames".
static inline const char *cli_encoding_name(sinew_clip_encoding encoding)
{
    static const char *const names[] = {
        [SINEW_ENCODING_COMPACT] = "compact", [SINEW_ENCODING_MATRIX_FRAMES] = "matrix frames"};
    return names[encoding];
}

#endif
