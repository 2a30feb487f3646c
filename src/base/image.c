#include "sinew/image.h"

#include <stdlib.h>

void sinew_image_free(sinew_image *image)
{
    if (!image) return;
    free(image->pixels);
    *image = (sinew_image){0};
}
