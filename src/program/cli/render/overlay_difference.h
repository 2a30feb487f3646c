/// The pixels of --over: two characters in one image.
#ifndef SINEW_PROGRAM_CLI_RENDER_OVERLAY_DIFFERENCE_H
#define SINEW_PROGRAM_CLI_RENDER_OVERLAY_DIFFERENCE_H

#include <stddef.h>
#include <stdint.h>

/// Marks the difference of two characters, `own` and `other`, each drawn alone on transparent ground: [count] RGBA with
/// straight alpha. In `pixels`, the background and shadow of `own`, both become grey where they are equal. Only `own`
/// is orange, only `other` is blue; where both are, the brighter one has that hue.
void render_overlay_difference(const uint8_t *own, const uint8_t *other, size_t count, uint8_t *pixels);

#endif
