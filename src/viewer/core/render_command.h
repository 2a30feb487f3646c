/// The command line that draws what the player shows.
#ifndef SINEW_VIEWER_CORE_RENDER_COMMAND_H
#define SINEW_VIEWER_CORE_RENDER_COMMAND_H

#include "base/buffer.h"
#include "viewer/core/viewer.h"

/// Puts `sinew render FILE --clip … -o …` for a picture of that size, without words over it, quoted for a shell.
/// Returns 0, having put nothing of use, where a file's name has characters that no one should paste into a shell.
int viewer_format_render_command(const viewer_state *viewer, int32_t width, int32_t height, sinew__buffer *out);

#endif
