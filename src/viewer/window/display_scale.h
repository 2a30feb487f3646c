/// How fine the display is that a window is on.
#ifndef SINEW_VIEWER_WINDOW_DISPLAY_SCALE_H
#define SINEW_VIEWER_WINDOW_DISPLAY_SCALE_H

#include <SDL.h>

/// Pixels per unit of the coordinates that SDL gives; 1 where it counts pixels, as under X11.
double viewer_pixel_density(SDL_Window *window);

/// Pixels to a point of text, 1 … 4: as many as the desktop draws, else what the user has set for all programs (Xft.dpi
/// under X11, 96 is 1), else what the display says about its size.
double viewer_display_scale(SDL_Window *window);

#endif
