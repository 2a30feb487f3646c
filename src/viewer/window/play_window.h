/// The interactive player: a window, a clock, keys and mouse.
#ifndef SINEW_VIEWER_WINDOW_PLAY_WINDOW_H
#define SINEW_VIEWER_WINDOW_PLAY_WINDOW_H

#include "viewer/core/viewer_settings.h"

/// Plays until the user has had enough, or no file can be read. Without a model the window opens as soon as reading
/// takes its time. SINEW_ERROR_NO_DISPLAY when there is nowhere to open a window, SINEW_ERROR_NO_GL when it cannot be
/// drawn in, SINEW_ERROR_WRITE when the screenshot cannot be written, SINEW_ERROR_CANCELLED when it ends before there
/// is anything to be on it.
SINEW_NODISCARD sinew_result viewer_play(const viewer_settings *settings, sinew_error *out_error);

#endif
