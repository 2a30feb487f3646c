/// Lists in `sinew info`: foot contacts, cameras, presets, events, and whether the images of textures exist.
#ifndef SINEW_PROGRAM_CLI_FACTS_INFO_LISTS_H
#define SINEW_PROGRAM_CLI_FACTS_INFO_LISTS_H

#include "core/base/json.h"
#include "program/cli/framework/text_table.h"
#include "sinew/contacts.h"
#include "sinew/model.h"

typedef struct cli_foot_contacts {
    const sinew_model *model;
    sinew_foot feet[SINEW_FEET_MAX];
    int32_t foot_count;
    sinew_contacts *clips; ///< [clip_count]
} cli_foot_contacts;

/// Finds the feet and their contacts in all clips. Release *out_contacts with cli_foot_contacts_free, also on failure.
sinew_result cli_foot_contacts_find(const sinew_model *model, cli_foot_contacts *out_contacts, sinew_error *out_error);
void cli_foot_contacts_free(cli_foot_contacts *contacts);

/// Put members of JSON objects: cli_foot_contacts_put_feet puts `feet` of the model, cli_foot_contacts_put_clip puts
/// `ground_speed_m_s` and `contacts` of a clip. If the argument `contacts` is NULL, they put null.
void cli_foot_contacts_put_feet(const cli_foot_contacts *contacts, sinew__json_writer *json);
void cli_foot_contacts_put_clip(const cli_foot_contacts *contacts, int32_t clip, sinew__json_writer *json);

/// Puts a table of all contacts, or a line with the reason why there are none. `color`: dim the titles.
void cli_foot_contacts_put_table(const cli_foot_contacts *contacts, int color, sinew__buffer *out);

/// Puts the array "cameras".
void cli_put_cameras_json(const sinew_model *model, sinew__json_writer *json);

/// Puts a table of the first `count` cameras after an empty line; nothing if there are none.
void cli_put_cameras_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out);

/// Puts the array "presets" of named morph weights.
void cli_put_presets_json(const sinew_model *model, sinew__json_writer *json);

/// Puts a line with the names of the first `count` presets after an empty line; nothing if there are none.
void cli_put_presets_line(const sinew_model *model, int32_t count, sinew__buffer *out);

/// Puts the member `events` of a clip.
void cli_put_events_json(const sinew_model *model, int32_t clip, sinew__json_writer *json);

/// Puts a table of the first `count` events of all clips. `color`: dim the titles.
void cli_put_events_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out);

typedef enum cli_texture_location {
    CLI_TEXTURE_MISSING,
    CLI_TEXTURE_FOUND,
    CLI_TEXTURE_EMBEDDED,
} cli_texture_location;

typedef struct cli_texture_state {
    cli_texture_location location;
    char problem[sizeof((sinew_error *)0)->message]; ///< the reason, found in the first bytes, why the image cannot be
                                                     ///< drawn; "" if it can be drawn or is missing
} cli_texture_state;

/// Searches for the images of all textures (see core/platform/side_files.h), and finds out from their first bytes
/// whether they can be drawn. `texture_path` may be NULL. Files beyond SINEW__MAX_SIDE_FILES count as missing. Returns
/// [texture_count] states from malloc; NULL when out of memory.
cli_texture_state *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path);

#endif
