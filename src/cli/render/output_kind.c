#include "cli/render/output_kind.h"

const output_driver *render_film_driver(const render_settings *settings)
{
    static const char *const formats[] = {
        [RENDER_FORMAT_PNG] = "png", [RENDER_FORMAT_Y4M] = "y4m", [RENDER_FORMAT_RGB] = "rgb"};
    if (!settings->output || settings->sheet.width || settings->thumbnail) return NULL;
    if (settings->format > 0) return sinew__output_stream_driver(formats[settings->format]);
    return sinew__output_film_driver_for(settings->output);
}

int render_makes_one_file(const render_settings *settings)
{
    return settings->sheet.width > 0 || render_film_driver(settings) != NULL;
}
