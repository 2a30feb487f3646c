#include "author/export/export_note.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/base/printable.h"
#include "runtime/model/look_up.h"

const char *const sinew__map_names[SINEW_MAP_COUNT] = {
    [SINEW_MAP_NORMAL] = "normal map",       [SINEW_MAP_ROUGHNESS] = "roughness map",
    [SINEW_MAP_METALNESS] = "metalness map", [SINEW_MAP_SPECULAR] = "specular map",
    [SINEW_MAP_EMISSIVE] = "emissive map",   [SINEW_MAP_OCCLUSION] = "occlusion map"};

void sinew__export_note(const sinew_export_options *options, const char *format, ...)
{
    char text[512], printable[2048];
    va_list arguments;
    if (!options->note) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sinew__printable(text, printable, sizeof printable);
    options->note(options->user, printable);
}

sinew_result sinew__export_check(const sinew_model *model, const sinew_export_options *options, sinew_error *error)
{
    const struct {
        const char *name;
        double number;
    } numbers[] = {{"seconds", options->seconds},
                   {"max_error", options->max_error},
                   {"fps", options->fps},
                   {"unit_cm", options->unit_cm}};
    if (options->time_count < 0 || options->table_count < 0 || options->clip_count < 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d times, %d tables, %d clips",
                           (int)options->time_count, (int)options->table_count, (int)options->clip_count);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        if (!(numbers[i].number >= 0 && isfinite(numbers[i].number)))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%s %g is out of range", numbers[i].name,
                               numbers[i].number);
    for (int32_t i = 0; options->times && i < options->time_count; ++i)
        if (!isfinite(options->times[i]))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "time %d is not finite", (int)i + 1);
    if (sinew__lacks_item(error, "engine", (int32_t)options->engine, SINEW_ENGINE_COUNT) ||
        (options->in_place && sinew__lacks_item(error, "joint", options->in_place_joint, model->joint_count)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    return SINEW_OK;
}
