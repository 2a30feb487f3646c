#include "library/shards/estimate_cost.h"

static const double seconds_per_file = 0.005; // a worker starts

enum { ENOUGH = 20 }; // files of a format

void library_record_cost(library_recorded_costs *recorded, const char *path, uint64_t size, double seconds)
{
    const int32_t format = sinew__model_format_of_path(path);
    if (format < 0 || !(seconds >= 0)) return;
    recorded->seconds[format] += seconds;
    recorded->bytes[format] += (double)size;
    ++recorded->files[format];
}

double library_estimate_cost(const library_recorded_costs *recorded, const char *path, uint64_t size)
{
    const int32_t format = sinew__model_format_of_path(path);
    const double per_byte = sinew__model_formats[format < 0 ? 0 : format].seconds_per_byte;
    const double estimate = seconds_per_file + per_byte * (double)size;
    if (format < 0 || recorded->files[format] < ENOUGH) return estimate;
    const double expected = seconds_per_file * (double)recorded->files[format] + per_byte * recorded->bytes[format];
    return estimate * recorded->seconds[format] / expected;
}
