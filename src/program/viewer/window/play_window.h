/// The player in a window, with keyboard and mouse.
#ifndef SINEW_PROGRAM_VIEWER_WINDOW_PLAY_WINDOW_H
#define SINEW_PROGRAM_VIEWER_WINDOW_PLAY_WINDOW_H

#include "program/viewer/core/viewer_settings.h"

/// Plays until the user quits, or no file can be loaded. Without a model, the window opens when loading takes longer
/// than a moment. Fails with SINEW_ERROR_NO_DISPLAY if no window can be opened, SINEW_ERROR_NO_GL if nothing can be
/// drawn, SINEW_ERROR_WRITE if the screenshot cannot be written, SINEW_ERROR_CANCELLED if the player ends before there
/// is anything to save.
SINEW_NODISCARD sinew_result viewer_play(const viewer_settings *settings, sinew_error *out_error);

#endif
