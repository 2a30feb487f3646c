/// The resolution of a window's display.
#ifndef SINEW_VIEWER_WINDOW_DISPLAY_SCALE_H
#define SINEW_VIEWER_WINDOW_DISPLAY_SCALE_H

#include <SDL.h>

/// Returns pixels per unit of SDL's window coordinates; 1 if they are pixels, as under X11.
double viewer_pixel_density(SDL_Window *window);

/// Returns pixels per point of text, 1 … 4: the desktop's scale factor, else the user's setting (Xft.dpi under X11,
/// relative to 96), else by the reported size of the display.
double viewer_display_scale(SDL_Window *window);

#endif
