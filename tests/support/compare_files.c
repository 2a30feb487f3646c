/// compare_files A.png B.png LIMIT: whether two images are alike, by the measure of `sinew render --reference`.
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/output/compare_images.h"

/// Returns the pixels, which the caller frees; NULL with a message.
static uint8_t *read_png(const char *path, png_image *png)
{
    *png = (png_image){.version = PNG_IMAGE_VERSION};
    uint8_t *pixels = NULL;
    if (png_image_begin_read_from_file(png, path)) {
        png->format = PNG_FORMAT_RGBA;
        pixels = malloc(PNG_IMAGE_SIZE(*png));
        if (pixels && png_image_finish_read(png, NULL, pixels, 0, NULL)) return pixels;
    }
    fprintf(stderr, "%s: %s\n", path, png->message);
    free(pixels);
    return NULL;
}

static int compare(const uint8_t *a, const png_image *a_png, const uint8_t *b, const png_image *b_png, double limit)
{
    double value;
    if (a_png->width != b_png->width || a_png->height != b_png->height) {
        fprintf(stderr, "the sizes differ\n");
        return 1;
    }
    if (sinew__output_compare_images(a, b, (int32_t)a_png->width, (int32_t)a_png->height, &value, NULL) != SINEW_OK)
        return 1;
    printf("error %.5f, limit %.5f\n", value, limit);
    return !(value <= limit);
}

int main(int argc, char **argv)
{
    if (argc != 4) return 2;
    png_image a_png, b_png;
    uint8_t *a = read_png(argv[1], &a_png), *b = read_png(argv[2], &b_png);
    const int code = a && b ? compare(a, &a_png, b, &b_png, atof(argv[3])) : 1;
    free(a);
    free(b);
    return code;
}
