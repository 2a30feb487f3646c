/// For programs that draw with sinew's renderer. Includes sinew.h; link the library sinew_render.
///   camera.h     bounds and cameras
///   view.h       trails, onion skins, a camera that follows, rows of instances, ground
///   render.h     images with OpenGL
#ifndef SINEW_SINEW_RENDER_H
#define SINEW_SINEW_RENDER_H

#include "sinew/camera.h"
#include "sinew/render.h"
#include "sinew/sinew.h"
#include "sinew/view.h"

#endif
