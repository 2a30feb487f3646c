/// Parsing of --camera and --background.
#ifndef SINEW_CLI_COMMANDS_CAMERA_OPTIONS_H
#define SINEW_CLI_COMMANDS_CAMERA_OPTIONS_H

#include "cli/framework/command.h"

/// Parses "X,Y,Z:X,Y,Z", the camera position and target. Returns 0, or the exit code after printing the error.
int cli_read_camera(const cli_context *context, const char *text, double out_eye[3], double out_target[3]);

/// Parses "ff8000", "#ff8000", "#f80", "white", "gray" or "black" to linear RGB. Returns 0, or the exit code as above.
int cli_read_color(const cli_context *context, const char *text, float out_linear[3]);

#endif
