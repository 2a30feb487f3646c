/// Names of saved images.
#ifndef SINEW_VIEWER_CORE_PICTURE_NAME_H
#define SINEW_VIEWER_CORE_PICTURE_NAME_H

#include "viewer/core/viewer.h"

enum { VIEWER_IMAGE_NAME = 300 };

/// "walk-1.200s.png": the file and the time.
void viewer_image_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME]);

#endif
