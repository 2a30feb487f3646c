/// Words about pictures: cameras and colours.
#ifndef SINEW_CLI_COMMANDS_PICTURE_WORDS_H
#define SINEW_CLI_COMMANDS_PICTURE_WORDS_H

#include "cli/framework/command.h"

/// Reads "X,Y,Z:X,Y,Z": where the camera stands and what it looks at. On failure it has printed the message and gives
/// the exit code, else 0.
int cli_read_camera(const cli_context *context, const char *text, double out_eye[3], double out_target[3]);

/// Reads "ff8000", "#ff8000", "#f80", "white", "gray" or "black" into linear light. On failure as above.
int cli_read_color(const cli_context *context, const char *text, float out_linear[3]);

#endif
