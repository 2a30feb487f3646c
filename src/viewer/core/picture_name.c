#include "viewer/core/picture_name.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void viewer_name_picture(const viewer_state *viewer, char out[VIEWER_PICTURE_NAME])
{
    const char *slash = strrchr(viewer->name, '/'), *name = slash ? slash + 1 : viewer->name;
    const int length = (int)fmin((double)strcspn(name, "."), 200.0);
    snprintf(out, VIEWER_PICTURE_NAME, "%.*s-%.3fs.png", length, name, sinew_player_time(&viewer->player));
}
