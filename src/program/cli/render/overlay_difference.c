#include "program/cli/render/overlay_difference.h"

/// A colour whose channels may leave 0 … 255.
typedef struct tint {
    int channel[3];
} tint;

// The orange and blue of onion skins, where they mean earlier and later. 255 is the luma of the pixel.
static const tint only_own = {{265, 150, 50}}, only_other = {{40, 145, 265}};

/// Luma of BT.709.
static int luma_of(const uint8_t pixel[4])
{
    return (54 * pixel[0] + 183 * pixel[1] + 19 * pixel[2] + 128) / 256;
}

/// Dark parts are lightened, so that they show their tint.
static tint tinted(const tint *color, int luma)
{
    tint out;
    for (int i = 0; i < 3; ++i) out.channel[i] = color->channel[i] * (90 + luma * 165 / 255) / 255;
    return out;
}

static uint8_t byte_of(int value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void render_overlay_difference(const uint8_t *own, const uint8_t *other, size_t count, uint8_t *pixels)
{
    for (size_t i = 0; i < 4 * count; i += 4) {
        const int covered = own[i + 3], ghost = other[i + 3], both = covered < ghost ? covered : ghost;
        if (covered == 0 && ghost == 0) continue;
        const int own_luma = luma_of(own + i), other_luma = luma_of(other + i);
        const tint own_color = tinted(&only_own, own_luma), other_color = tinted(&only_other, other_luma);
        const tint overlap = {{own_luma, (own_luma + other_luma) / 2, other_luma}};
        const int background = 255 - covered - ghost + both;
        for (size_t k = 0; k < 3; ++k) {
            const int sum = overlap.channel[k] * both + own_color.channel[k] * (covered - both) +
                            other_color.channel[k] * (ghost - both) + pixels[i + k] * background;
            pixels[i + k] = byte_of((sum + 127) / 255);
        }
        if (pixels[i + 3] < 255 - background) pixels[i + 3] = (uint8_t)(255 - background);
    }
}
