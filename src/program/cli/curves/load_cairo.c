#include "draw/scene/load_library.h"

#include <SDL.h>
#include <string.h>

#include "core/base/error.h"

int scene_load_functions(const char *name, const scene_function *functions, size_t count)
{
    void *library = SDL_LoadObject(name); // not unloaded: fontconfig caches its results, and the process ends soon
    void *found = library;
    for (size_t i = 0; found && i < count; ++i) {
        found = SDL_LoadFunction(library, functions[i].name);
        memcpy(functions[i].address, &found, sizeof found);
    }
    return found != NULL;
}

// ---- cairo ---------------------------------------------------------------------------------------------------------

cairo_functions scene_cairo;

static const scene_function functions[] = {
#define X(type, name, arguments) {"cairo_" #name, &scene_cairo.name},
    CAIRO_FUNCTIONS(X)
#undef X
};

sinew_result scene_load_cairo(sinew_error *out_error)
{
    static const char library_name[] = "libcairo.so.2";
    if (scene_cairo.create) return SINEW_OK;
    if (scene_load_functions(library_name, functions, sizeof functions / sizeof *functions)) return SINEW_OK;
    scene_cairo = (cairo_functions){0};
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot draw charts: the library %s is not installed",
                       library_name);
}
