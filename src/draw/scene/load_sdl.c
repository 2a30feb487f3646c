#include "draw/scene/load_sdl.h"

#include "core/base/error.h"
#include "core/platform/dynamic_library.h"

sdl_functions scene_sdl;

sinew_result scene_load_sdl(sinew_error *out_error)
{
    static const char library_name[] = "libSDL2-2.0.so.0";
    static const sinew__function functions[] = {
#define X(name) {"SDL_" #name, &scene_sdl.name},
        SDL_FUNCTIONS(X)
#undef X
    };
    if (scene_sdl.CreateWindow) return SINEW_OK;
    if (sinew__load_functions(library_name, functions, sizeof functions / sizeof *functions)) return SINEW_OK;
    scene_sdl = (sdl_functions){0};
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: the library %s is not installed",
                       library_name);
}
