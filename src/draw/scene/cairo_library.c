#include "draw/scene/cairo_library.h"

#include <SDL.h>
#include <string.h>

#include "core/base/error.h"

cairo_functions scene_cairo;

static const char library_name[] = "libcairo.so.2";

sinew_result scene_load_cairo(sinew_error *out_error)
{
    if (scene_cairo.create) return SINEW_OK;
    void *library = SDL_LoadObject(library_name); // not unloaded: the process ends soon
    int is_complete = library != NULL;
    void *found;
#define X(type, name, arguments)                                                                                       \
    found = is_complete ? SDL_LoadFunction(library, "cairo_" #name) : NULL;                                            \
    is_complete = found != NULL;                                                                                       \
    memcpy(&scene_cairo.name, &found, sizeof found); // ISO C has no cast from an object to a function
    CAIRO_FUNCTIONS(X)
#undef X
    if (is_complete) return SINEW_OK;
    scene_cairo = (cairo_functions){0};
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot draw charts: the library %s is not installed",
                       library_name);
}
