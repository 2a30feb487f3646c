/// One comparison: of two files, or of engines on one file.
#ifndef SINEW_PROGRAM_CLI_DIFF_DIFF_RUN_H
#define SINEW_PROGRAM_CLI_DIFF_DIFF_RUN_H

#include "program/cli/diff/clip_pair.h"
#include "program/cli/diff/diff_output.h"
#include "program/cli/framework/command.h"

/// The default tolerance for positions, as a part of the character's size: that of baked clips and of exports.
#define CLI_DIFF_SHARE 1e-4

/// What is compared, and how.
typedef struct cli_diff_options {
    const char *clip;                         ///< or NULL: all
    cli_texts joints;                         ///< none: all
    sinew_engine engines[SINEW_ENGINE_COUNT]; ///< [engine_count] one for two files
    size_t engine_count;
    cli_tolerance tolerance; ///< negative cm: CLI_DIFF_SHARE of the size of the first file's character
    int only_different;      ///< of two directories: leave out files that are equal
    int meshes;              ///< also compare the meshes of two files
} cli_diff_options;

/// The state of a comparison and, after cli_diff_run, its result.
typedef struct cli_diff_job {
    const cli_context *context;
    const cli_diff_options *options;
    const char *paths[2];
    size_t file_count;
    cli_tolerance tolerance;
    sinew_model *models[2];                  ///< one per file
    cli_diff_side sides[SINEW_ENGINE_COUNT]; ///< [side_count]
    size_t side_count;
    sinew__joint_pairs joint_pairs; ///< of the first two sides; engines share one model, so that they apply to all
    uint8_t *chosen[2];             ///< joints selected by --joints, for the first two sides
    cli_clip_pairs clips;
    cli_mesh_pairs meshes;
    cli_clip_difference *differences; ///< [clips.count]
    cli_diff_report report;
} cli_diff_job;

/// Compares the files `paths` [file_count]; one file compares the engines. Returns 0 with job->report set, or the exit
/// code after printing the error. Free in both cases.
int cli_diff_run(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                 size_t file_count, cli_diff_job *job);
void cli_diff_job_free(cli_diff_job *job);

#endif
