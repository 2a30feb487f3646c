/// The command line that draws what the player shows.
#ifndef SINEW_PROGRAM_VIEWER_CORE_RENDER_COMMAND_H
#define SINEW_PROGRAM_VIEWER_CORE_RENDER_COMMAND_H

#include "core/base/buffer.h"
#include "program/viewer/core/viewer.h"

/// Writes `sinew render FILE --clip … -o …` for an image of that size without text, quoted for a shell. Returns 0, with
/// unusable output, if a file name contains characters that are unsafe to paste into a shell.
int viewer_format_render_command(viewer_state *viewer, int32_t width, int32_t height, sinew__buffer *out);

#endif
