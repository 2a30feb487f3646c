/// Images without alpha.
#ifndef SINEW_OUTPUT_DROP_ALPHA_H
#define SINEW_OUTPUT_DROP_ALPHA_H

#include <stddef.h>
#include <stdint.h>

/// Returns the red, green and blue of `count` RGBA pixels, from malloc; NULL when out of memory.
uint8_t *sinew__output_drop_alpha(const uint8_t *pixels, size_t count);

#endif
