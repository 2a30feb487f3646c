/// Targets of cameras and lights.
#ifndef SINEW_IMPORT_CAMERA_TARGETS_H
#define SINEW_IMPORT_CAMERA_TARGETS_H

#include "import/import_pass.h"

/// Gives a joint called `NAME.Target` the kind of the camera or light NAME: 3ds Max writes such nodes, which are no
/// part of the character and often far away from it.
SINEW_NODISCARD sinew_result sinew__camera_targets_mark(import_pass *pass, sinew_error *out_error);

#endif
