/// The table of `sinew keys --values`: every key of the author's curves, with value, tangents and interpolation.
#ifndef SINEW_PROGRAM_CLI_FACTS_KEY_VALUES_H
#define SINEW_PROGRAM_CLI_FACTS_KEY_VALUES_H

#include "program/cli/facts/author_joints.h"
#include "program/cli/framework/rows.h"
#include "runtime/view/joint_curves.h"

/// The keys to put: one clip of one file.
typedef struct cli_key_values {
    const cli_context *context;
    const cli_joints *joints;
    const uint8_t *chosen; ///< [joints->count]
    int32_t clip;
    int format; ///< a cli_format: text, CSV or JSON
    double fps; ///< 0: unknown
} cli_key_values;

/// Words of sinew_interpolation and sinew_extrapolation.
extern const sinew__word cli_interpolation_words[], cli_extrapolation_words[];

/// Returns the name of a curve's layer; NULL for the base layer, or in a format without layers.
const char *cli_curve_layer(const sinew_model *model, const joint_curve *curve);

/// Returns the component of a curve: "x" … "w".
const char *cli_curve_component(const joint_curve *curve);

/// The columns of the table.
extern const cli_column cli_key_value_columns[];

/// Puts the keys of the clip: as the member "curves" of an open JSON object, as CSV rows, or as one text table per
/// curve. Output is written to stdout in parts. *is_open becomes 0 when the reader has closed the pipe. Returns 0, or
/// the exit code after printing the error.
int cli_put_key_values(const cli_key_values *values, sinew__json_writer *json, int *is_open);

#endif
