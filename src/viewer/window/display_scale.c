#include "viewer/window/display_scale.h"

#include <SDL_syswm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double viewer_pixel_density(SDL_Window *window)
{
    int width = 0, pixels = 0;
    SDL_GetWindowSize(window, &width, NULL);
    SDL_GL_GetDrawableSize(window, &pixels, NULL);
    return width > 0 && pixels > 0 ? (double)pixels / width : 1.0;
}

#if defined(SDL_VIDEO_DRIVER_X11)
/// Xlib's XGetDefault: returns a program's resource, or NULL. The text is owned by Xlib.
typedef char *(*xlib_get_default)(Display *display, const char *program, const char *name);

/// Returns the dots per inch that the user has set, or 0.
static double user_dpi(SDL_Window *window)
{
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return 0.0;
    void *library = SDL_LoadObject("libX11.so.6"); // already loaded by SDL; not unloaded
    void *found = library ? SDL_LoadFunction(library, "XGetDefault") : NULL;
    if (!found) return 0.0;
    xlib_get_default get_default;
    memcpy(&get_default, &found, sizeof found); // ISO C has no cast from an object to a function
    const char *dots = get_default(info.info.x11.display, "Xft", "dpi");
    return dots ? strtod(dots, NULL) : 0.0;
}
#else
static double user_dpi(SDL_Window *window)
{
    (void)window;
    return 0.0;
}
#endif

/// Displays misreport their size, so only whole and half steps are used.
static double measured_scale(SDL_Window *window)
{
    float dots = 0.0f;
    const int display = SDL_GetWindowDisplayIndex(window);
    if (display < 0 || SDL_GetDisplayDPI(display, &dots, NULL, NULL) != 0) return 1.0;
    return floor(2.0 * (double)dots / 96.0) / 2.0;
}

double viewer_display_scale(SDL_Window *window)
{
    const double drawn = viewer_pixel_density(window), user_scale = user_dpi(window) / 96.0;
    const double scale = drawn > 1.0 ? drawn : user_scale > 0.0 ? user_scale : measured_scale(window);
    return fmin(fmax(scale, 1.0), 4.0); // fmax and fmin discard NaN
}
