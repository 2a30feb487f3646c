#include "library/shards/estimate_cost.h"

/// Measured on one core: FBX as the median of 158 files, the others on files of samples/ and what `sinew export` makes
/// of them; Collada is text as BVH is. In the order of walk_folder.h. Only the ratios matter for a plan.
static const double seconds_per_byte[LIBRARY_FORMATS] = {8e-8, 5e-8, 5e-8, 1.4e-7, 1.4e-7, 2e-9};
static const double seconds_per_file = 0.005; // a worker starts

enum { ENOUGH = 20 }; // files of a format

void library_record_cost(library_recorded_costs *recorded, const char *path, uint64_t size, double seconds)
{
    const int format = library_format_of_name(path);
    if (format < 0 || !(seconds >= 0)) return;
    recorded->seconds[format] += seconds;
    recorded->bytes[format] += (double)size;
    ++recorded->files[format];
}

double library_estimate_cost(const library_recorded_costs *recorded, const char *path, uint64_t size)
{
    const int format = library_format_of_name(path);
    const double per_byte = seconds_per_byte[format < 0 ? 0 : format];
    const double estimate = seconds_per_file + per_byte * (double)size;
    if (format < 0 || recorded->files[format] < ENOUGH) return estimate;
    const double expected = seconds_per_file * (double)recorded->files[format] + per_byte * recorded->bytes[format];
    return estimate * recorded->seconds[format] / expected;
}
