/// The strip of text below each image of a sheet.
#ifndef SINEW_PROGRAM_CLI_RENDER_FRAME_CAPTION_H
#define SINEW_PROGRAM_CLI_RENDER_FRAME_CAPTION_H

#include "program/cli/render/render_job.h"

enum { CAPTION_SIZE = 256 };

/// Returns the height in pixels of a caption below an image `width` pixels wide. Larger images have larger text.
int32_t render_caption_height_for(int32_t width);

/// Formats the author's frame, if there is a frame rate, and the seconds from the clip's start, such as "12f" and
/// "0.400 s".
void render_caption_of_time(const cli_output_times *clip, double seconds, char out_text[CAPTION_SIZE]);

/// Formats a file's name without its directory. If it is too long for the width, its middle is left out.
void render_caption_of_file(const char *path, int32_t width, char out_text[CAPTION_SIZE]);

/// Draws a caption: [image width × caption_height × 4] bytes of RGBA.
SINEW_NODISCARD sinew_result render_caption_draw(render_job *job, const char *text, uint8_t *out_pixels,
                                                 sinew_error *out_error);

#endif
