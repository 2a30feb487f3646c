#include "output/drop_alpha.h"

#include <stdlib.h>

uint8_t *sinew__output_drop_alpha(const uint8_t *pixels, size_t count)
{
    uint8_t *colors = malloc(3 * count);
    for (size_t i = 0; colors && i < count; ++i) {
        for (size_t k = 0; k < 3; ++k) colors[3 * i + k] = pixels[4 * i + k];
    }
    return colors;
}
