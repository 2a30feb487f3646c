/// All checks of one model.
#ifndef SINEW_PROGRAM_CHECK_CHECK_MODEL_H
#define SINEW_PROGRAM_CHECK_CHECK_MODEL_H

#include "program/check/check_task.h"

typedef struct check_joint_facts {
    const char *name;
    int32_t parent; ///< in `joints`, or SINEW_NONE
    int has_bind;
    sinew_affine rest; ///< local; translation in cm
    sinew_affine bind; ///< global; translation in cm
} check_joint_facts;

typedef struct check_clip_facts {
    const char *name;
    double duration;       ///< in seconds
    double fps;            ///< 0: unknown
    double travel;         ///< cm along the ground; NaN without a root joint
    check_loop_state loop; ///< the kind of loop that the clip's poses show
    int is_on_frames;      ///< every key is on a frame
    check_ground_facts ground;
    const char *step_foot; ///< name of the ankle joint of the model's first foot, for clips in a sync group; NULL: the
                           ///< foot does not touch down
    double step_phase;     ///< phase of the foot's first touch-down in the clip, 0 … 1
    int step_count;        ///< number of the first foot's touch-downs
    check_clip_terms terms;
} check_clip_facts;

/// The facts of a file that are compared with other files. Texts live in the report's arena.
typedef struct check_file_facts {
    const char *path;
    const char *character; ///< name in the contract, or NULL
    double size;           ///< size of the character in cm
    int32_t max_influences;
    check_joint_facts *joints; ///< [joint_count] of the character; none if `character` is NULL
    int32_t joint_count;
    check_clip_facts *clips; ///< [clip_count]
    int32_t clip_count;
} check_file_facts;

/// Checks a model that was loaded from `path`. The contract knows the file by `below`, the end of the path, as in
/// check_file_terms_find(). Findings are added to `report`; `out_facts` gets the facts that comparisons with other
/// files need, in the memory of the report. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result check_model(const sinew_model *model, const char *path, const char *below,
                                         const char *texture_path, const check_contract *contract,
                                         const check_selection *selection, check_report *report,
                                         check_file_facts *out_facts, sinew_error *out_error);

/// Adds the finding of a file that cannot be loaded.
void check_unreadable(const sinew_error *error, check_report *report);

// ---- checks of several files together -------------------------------------------------------------------------------

/// One of several files that are compared. A file that could not be loaded has no joints and no clips.
typedef struct check_member {
    const check_file_facts *facts;
    check_report *report; ///< gets the findings of the file
} check_member;

/// Compares the members with each other, and adds findings. D05 and D04: compares each file with the first file of its
/// character. D03: compares each clip with the first clip of its sync group. R11: reports each clip that stands neither
/// on 0, nor on its rest pose's ground, nor on the ground of most clips of bodies of its size. T01: if several files
/// miss one texture, keeps one finding, in the first of these files, with the number of files.
void check_sets(const check_member *members, size_t count, const check_selection *selection);

#endif
