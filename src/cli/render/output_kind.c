#include "cli/render/output_kind.h"

const output_driver *render_film_driver(const render_settings *settings)
{
    if (!settings->output || settings->sheet.width || settings->thumbnail) return NULL;
    if (settings->format > 0) return sinew__output_stream_drivers[settings->format];
    return sinew__output_film_driver_for(settings->output);
}

int render_makes_one_file(const render_settings *settings)
{
    return settings->sheet.width > 0 || render_film_driver(settings) != NULL;
}

void render_put_extensions(sinew__buffer *out, const output_driver *const *drivers, int transparent)
{
    const char *extensions[8];
    size_t count = 0;
    for (; *drivers && count < sizeof extensions / sizeof *extensions; ++drivers)
        if ((*drivers)->extension && !(transparent && (*drivers)->drops_alpha))
            extensions[count++] = (*drivers)->extension;
    for (size_t i = 0; i < count; ++i)
        sinew__buffer_format(out, "%s.%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", extensions[i]);
}
