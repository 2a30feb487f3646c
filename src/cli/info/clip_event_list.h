/// The events of clips, as `info` reports them.
#ifndef SINEW_CLI_INFO_CLIP_EVENT_LIST_H
#define SINEW_CLI_INFO_CLIP_EVENT_LIST_H

#include "base/json.h"
#include "cli/framework/text_table.h"
#include "sinew/model.h"

/// Puts the member `events` of a clip.
void cli_put_events_json(const sinew_model *model, int32_t clip, sinew__json_writer *json);

/// Puts a table of the first `count` events of all clips. `color`: whether titles are dimmed.
void cli_put_events_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out);

#endif
