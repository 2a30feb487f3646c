#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <strings.h>

#include "output/output.h"

const output_driver *const sinew__output_drivers[] = {
    &sinew__output_png,
    &sinew__output_null,
    NULL,
};

const output_driver *sinew__output_driver_for(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/')) return NULL;
    for (const output_driver *const *row = sinew__output_drivers; *row; ++row) {
        if ((*row)->extension && strcasecmp(dot + 1, (*row)->extension) == 0) return *row;
    }
    return NULL;
}
