/// Output of `diff` as text and as `sinew.diff/1`.
#ifndef SINEW_CLI_DIFF_DIFF_OUTPUT_H
#define SINEW_CLI_DIFF_DIFF_OUTPUT_H

#include "cli/diff/diff_measure.h"

/// The results of a comparison.
typedef struct cli_diff_report {
    const cli_diff_side *sides; ///< [side_count] the others are compared with the first
    size_t side_count;          ///< two files, or two or more engines
    int of_engines;
    const cli_difference *differences; ///< [side_count] the first is unused
    cli_tolerance tolerance;
    size_t time_count;
    int32_t joint_count;       ///< pairs compared
    const uint8_t *only_in[2]; ///< [joints.count] unmatched joints of the first two sides
    int lacks_animated_joint;  ///< a clip animates an unmatched joint
} cli_diff_report;

/// Whether all sides equal the first.
int cli_diff_all_equal(const cli_diff_report *report);

void cli_put_diff_text(const cli_diff_report *report, sinew__buffer *out);
void cli_put_diff_json(const cli_diff_report *report, sinew__buffer *out);

#endif
