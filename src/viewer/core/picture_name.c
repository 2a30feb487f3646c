#include "viewer/core/picture_name.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void viewer_image_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME])
{
    const char *slash = strrchr(viewer->name, '/'), *name = slash ? slash + 1 : viewer->name;
    const int length = (int)fmin((double)strcspn(name, "."), 200.0);
    snprintf(out, VIEWER_IMAGE_NAME, "%.*s-%.3fs.png", length, name, sinew_player_time(&viewer->player));
}
