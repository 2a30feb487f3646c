/// Output of `diff` as text and as `sinew.diff/1`.
#ifndef SINEW_PROGRAM_CLI_DIFF_DIFF_OUTPUT_H
#define SINEW_PROGRAM_CLI_DIFF_DIFF_OUTPUT_H

#include "core/base/buffer.h"
#include "core/base/json.h"
#include "program/cli/diff/diff_measure.h"
#include "program/cli/diff/mesh_pair.h"
#include "program/cli/framework/test_cases.h"

/// The differences in one pair of clips.
typedef struct cli_clip_difference {
    int32_t clips[2]; ///< SINEW_NONE: the rest pose
    size_t time_count;
    cli_difference of_sides[SINEW_ENGINE_COUNT]; ///< [side_count] the first is unused
    cli_difference between[SINEW_ENGINE_COUNT];  ///< between these times, if `has_between`
    int has_between;                             ///< engines are compared, one of which plays baked clips
    double rate;                                 ///< of the baked clip, whose frames the times are; 0: of the file
} cli_clip_difference;

/// The results of a comparison.
typedef struct cli_diff_report {
    const cli_diff_side *sides; ///< [side_count] the others are compared with the first
    size_t side_count;          ///< two files, or two or more engines
    int of_engines;
    const cli_clip_pairs *clips;
    const cli_clip_difference *differences; ///< [clips->count]
    const cli_mesh_pairs *meshes;           ///< or NULL: not compared
    cli_tolerance tolerance;
    int32_t joint_count;       ///< pairs compared
    const int32_t *matches[2]; ///< [joints.count] of the first two sides: the joint of the other one, or SINEW_NONE
    const uint8_t *chosen[2];  ///< [joints.count] joints that were selected
    int lacks_joint;           ///< a selected joint has no match
} cli_diff_report;

/// Whether all sides equal the first, and nothing exists on one side only.
int cli_diff_all_equal(const cli_diff_report *report);

void cli_put_diff_text(const cli_diff_report *report, sinew__buffer *out);

/// Puts the object of one comparison; `json` is in an array, or empty.
void cli_put_diff_json(const cli_diff_report *report, sinew__json_writer *json);

/// Puts a case per pair of clips, and per mesh, clip and joint that differs or has no match.
void cli_put_diff_cases(const cli_diff_report *report, cli_test_cases *cases, sinew__buffer *out);

#endif
