#include "viewer/lost_display.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

/// Xlib's XIOErrorHandler, as it is called: the display stays opaque.
typedef int (*xlib_handler)(void *display);
typedef xlib_handler (*xlib_set_handler)(xlib_handler handler);

/// Xlib's handler is one for the process and knows no user.
static struct {
    void (*lose)(void *user);
    void *user;
} owner;

static int end(void *display)
{
    (void)display;
    owner.lose(owner.user);
    abort();
}

void viewer_mind_display(void (*lose)(void *user), void *user)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    if (!lose || !driver || strcmp(driver, "x11") != 0) return;
    void *library = SDL_LoadObject("libX11.so.6"); // SDL has it already; it stays
    void *found = library ? SDL_LoadFunction(library, "XSetIOErrorHandler") : NULL;
    if (!found) return;
    xlib_set_handler set_handler;
    memcpy(&set_handler, &found, sizeof found); // ISO C has no cast from an object to a function
    owner.lose = lose;
    owner.user = user;
    set_handler(end);
}
