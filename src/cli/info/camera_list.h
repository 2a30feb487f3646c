/// The cameras of a file, as `sinew info` shows them.
#ifndef SINEW_CLI_INFO_CAMERA_LIST_H
#define SINEW_CLI_INFO_CAMERA_LIST_H

#include "base/json.h"
#include "cli/framework/text_table.h"
#include "sinew/model.h"

/// Puts the array "cameras".
void cli_put_cameras_json(const sinew_model *model, sinew__json_writer *json);

/// Puts a table of the first `count` cameras after an empty line; nothing if there are none.
void cli_put_cameras_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out);

#endif
