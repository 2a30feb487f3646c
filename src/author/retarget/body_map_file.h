/// Files that say which joint is which part of a body: --retarget-map.
///
///     {"character": {"hips": "Root", "spine": ["Spine", "Chest"], "left_hand": null}, "animation": {"head": "Skull"}}
///
/// Parts that a file does not name are found by name.
#ifndef SINEW_AUTHOR_RETARGET_BODY_MAP_FILE_H
#define SINEW_AUTHOR_RETARGET_BODY_MAP_FILE_H

#include "core/base/json.h"
#include "sinew/retarget.h"

/// Finds the parts of a model, then changes those that the section `key` ("character", "animation") of the file names.
/// `path` NULL: none. A part that is missing is no error if the file adds it. SINEW_ERROR_INVALID_ARGUMENT with a
/// message that names the file, for JSON that is not such a map; SINEW_ERROR_NO_JOINT for an unknown joint.
SINEW_NODISCARD sinew_result sinew__body_map_read(const sinew_model *model, const char *path, const char *key,
                                                  sinew_body_map *out_map, sinew_error *out_error);

/// Puts the section of a map into a JSON file: its braces and members.
void sinew__body_map_put(const sinew_model *model, const sinew_body_map *map, const char *key,
                         sinew__json_writer *json);

#endif
