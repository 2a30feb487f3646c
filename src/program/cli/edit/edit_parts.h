/// Declarations for the files of edits: helpers of edit_job.c, and the edits that edit_steps.c lists.
#ifndef SINEW_PROGRAM_CLI_EDIT_EDIT_PARTS_H
#define SINEW_PROGRAM_CLI_EDIT_EDIT_PARTS_H

#include "core/base/arena.h"
#include "program/cli/edit/edit_steps.h"
#include "sinew/time_text.h"

// Functions that return an int return 0, or the exit code after printing the error.

// ---- the model and its chosen clips --------------------------------------------------------------------------------

/// Returns a step of a kind that edits the chosen clips.
sinew_edit_step edit_step_of(const edit_job *job, sinew_edit_kind kind);

/// Returns a step of a kind that edits one clip; *clip must outlive the step.
sinew_edit_step edit_step_of_clip(const edit_job *job, sinew_edit_kind kind, const int32_t *clip);

/// Does a step: the edited model replaces job->model. Notes are printed as warnings.
int edit_do(edit_job *job, const sinew_edit_step *step);

/// Chooses `count` clips from the index `first` on; count 0: all clips.
int edit_choose(edit_job *job, int32_t first, int32_t count);

/// Return the number of chosen clips, and the index of the i-th.
int32_t edit_chosen_count(const edit_job *job);
int32_t edit_chosen_clip(const edit_job *job, int32_t i);

const char *edit_clip_name(const edit_job *job, int32_t clip);

/// Fails if the model has no clip to edit.
int edit_lacks_clips(const edit_job *job);

// ---- values --------------------------------------------------------------------------------------------------------

/// Fails with "--OPTION: 'TEXT' PROBLEM" for the option that is being done. Returns the exit code.
int edit_fail_value(const edit_job *job, const char *text, const char *hint, const char *problem);

int edit_read_number(const edit_job *job, const char *text, double *out);
int edit_parse_time(const edit_job *job, const char *text, sinew_time *out);

/// Reads a range "A..B".
int edit_parse_range(const edit_job *job, const char *text, sinew__arena *memory, sinew_time *out_from,
                     sinew_time *out_to);

/// Resolves a time to seconds from a clip's start; without a clip, to seconds of the file's timeline.
int edit_resolve_time(const edit_job *job, const sinew_time *time, int32_t clip, double current, double *out);

/// Splits OLD=NEW at the first equals sign. *out_old lives in the arena.
int edit_read_pair(const edit_job *job, const char *text, sinew__arena *memory, const char **out_old,
                   const char **out_new);

// ---- edits by their options ----------------------------------------------------------------------------------------

int edit_apply_clip(edit_job *job, const char *text);
int edit_apply_keep(edit_job *job, const char *text);
int edit_apply_rename(edit_job *job, const char *text);
int edit_apply_name_clips(edit_job *job, const char *text);
int edit_apply_trim(edit_job *job, const char *text);
int edit_apply_split(edit_job *job, const char *text);
int edit_apply_join(edit_job *job, const char *text);
int edit_apply_start(edit_job *job, const char *text);
int edit_apply_fps(edit_job *job, const char *text);
int edit_apply_speed(edit_job *job, const char *text);
int edit_apply_reverse(edit_job *job, const char *text);
int edit_apply_mirror(edit_job *job, const char *text);
int edit_apply_in_place(edit_job *job, const char *text);
int edit_apply_close(edit_job *job, const char *text);
int edit_apply_reduce(edit_job *job, const char *text);
int edit_apply_during(edit_job *job, const char *text);
int edit_apply_ease(edit_job *job, const char *text);
int edit_apply_still(edit_job *job, const char *text);
int edit_apply_set(edit_job *job, const char *text);
int edit_apply_ik(edit_job *job, const char *text);
int edit_apply_pose(edit_job *job, const char *text);
int edit_apply_keys(edit_job *job, const char *text);
int edit_apply_scale(edit_job *job, const char *text);
int edit_apply_drop_joints(edit_job *job, const char *text);
int edit_apply_rename_joints(edit_job *job, const char *text);
int edit_apply_strip_prefix(edit_job *job, const char *text);

#endif
