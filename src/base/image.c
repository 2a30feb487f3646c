#include "sinew/image.h"

#include "base/memory.h"

void sinew_image_free(sinew_image *image)
{
    if (!image) return;
    sinew_free(image->pixels);
    *image = (sinew_image){0};
}
