/// The foot contacts of all clips, as `info --contacts` reports them.
#ifndef SINEW_CLI_INFO_FOOT_CONTACTS_H
#define SINEW_CLI_INFO_FOOT_CONTACTS_H

#include "base/json.h"
#include "cli/framework/text_table.h"
#include "sinew/contacts.h"

typedef struct cli_foot_contacts {
    const sinew_model *model;
    sinew_foot feet[SINEW_MAX_FEET];
    int32_t foot_count;
    sinew_contacts *clips; ///< [clip_count]
} cli_foot_contacts;

/// Finds the feet and their contacts. Release *out_contacts with cli_foot_contacts_free, also on failure.
sinew_result cli_foot_contacts_find(const sinew_model *model, cli_foot_contacts *out_contacts, sinew_error *out_error);
void cli_foot_contacts_free(cli_foot_contacts *contacts);

/// Puts the member `feet` of the model, and `ground_speed_m_s` and `contacts` of a clip. `contacts` NULL: null.
void cli_foot_contacts_put_feet(const cli_foot_contacts *contacts, sinew__json_writer *json);
void cli_foot_contacts_put_clip(const cli_foot_contacts *contacts, int32_t clip, sinew__json_writer *json);

/// Puts a table of all contacts, or a line that says why there are none. `color`: whether titles are dimmed.
void cli_foot_contacts_put_table(const cli_foot_contacts *contacts, int color, sinew__buffer *out);

#endif
