/// The TrueType font of panels and labels: DejaVu Sans, embedded by cmake/embed_bytes.cmake.
#ifndef SINEW_DRAW_RENDER_TEXT_FONT_FILE_H
#define SINEW_DRAW_RENDER_TEXT_FONT_FILE_H

#include <stddef.h>

extern const unsigned char sinew__render_font_file[];
extern const size_t sinew__render_font_file_size;

#endif
