#include "viewer/window/lost_display.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

/// Xlib's XIOErrorHandler and XErrorHandler: display and event are opaque.
typedef int (*xlib_handler)(void *display);
typedef xlib_handler (*xlib_set_handler)(xlib_handler handler);
typedef int (*xlib_error_handler)(void *display, void *event);
typedef xlib_error_handler (*xlib_set_error_handler)(xlib_error_handler handler);

/// Xlib's handler is global to the process and has no user pointer.
static struct {
    void (*on_lost)(void *user);
    void *user;
} owner;

static int end(void *display)
{
    (void)display;
    owner.on_lost(owner.user);
    abort();
}

/// A failed request is ignored; Xlib would end the process.
static int go_on(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

void viewer_watch_display(void (*on_lost)(void *user), void *user)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    if (!on_lost || !driver || strcmp(driver, "x11") != 0) return;
    void *library = SDL_LoadObject("libX11.so.6"); // already loaded by SDL; not unloaded
    void *io = library ? SDL_LoadFunction(library, "XSetIOErrorHandler") : NULL;
    void *requests = library ? SDL_LoadFunction(library, "XSetErrorHandler") : NULL;
    if (!io || !requests) return;
    xlib_set_handler set_handler;
    xlib_set_error_handler set_error_handler;
    memcpy(&set_handler, &io, sizeof io); // ISO C has no cast from an object to a function
    memcpy(&set_error_handler, &requests, sizeof requests);
    owner.on_lost = on_lost;
    owner.user = user;
    set_handler(end);
    set_error_handler(go_on);
}
