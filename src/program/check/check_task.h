/// The state of checking one model, and how a check reports what it found.
#ifndef SINEW_PROGRAM_CHECK_CHECK_TASK_H
#define SINEW_PROGRAM_CHECK_CHECK_TASK_H

#include "core/base/arena.h"
#include "program/check/check_codes.h"
#include "program/check/contract.h"
#include "sinew/contacts.h"

enum {
    SINEW__CHECK_WORDS = 14,
    SINEW__CHECK_MAX_FINDINGS = 100, ///< of one code in one file; further ones are counted
};

/// One finding. Texts live as long as the report; numbers that do not apply are NaN.
typedef struct sinew__finding {
    const char *code; ///< "W05"
    sinew_severity severity;
    const char *clip; ///< or NULL
    const char *node; ///< joint, mesh or texture, or NULL
    int64_t count;    ///< of vertices, keys, triangles …; −1: does not apply
    double time;      ///< seconds from the start of the clip
    double measured, expected;
    const char *unit;                        ///< of both: "cm", "deg", …; NULL: none
    const char *text;                        ///< one sentence without the clip and the node
    const char *command[SINEW__CHECK_WORDS]; ///< words after `sinew` that show it, without the file, which follows the
                                             ///< first word
    int command_count;                       ///< 0: there is nothing to show
} sinew__finding;

/// A check that could not judge, and the reason.
typedef struct sinew__unjudged {
    const char *code;
    const char *clip; ///< or NULL: the whole file
    const char *reason;
} sinew__unjudged;

/// Zeroed: empty. Freed by freeing the arena.
typedef struct sinew__check_report {
    sinew__arena arena;
    sinew__finding *findings;
    size_t count, capacity;
    size_t dropped; ///< beyond SINEW__CHECK_MAX_FINDINGS
    sinew__unjudged *unjudged;
    size_t unjudged_count, unjudged_capacity;
} sinew__check_report;

/// Adds a finding; its texts must live in the report's arena or be static. Running out of memory shows in
/// `arena.failed`. Returns the finding or NULL.
sinew__finding *sinew__check_report_add(sinew__check_report *report, const sinew__finding *finding);

/// Adds the remark that a check could not judge.
void sinew__check_report_unjudged(sinew__check_report *report, sinew__check_id id, const char *clip,
                                  const char *reason);

/// Sorts by severity, the worst first, then by code; equal ones keep their order.
void sinew__check_report_sort(sinew__check_report *report);

/// How many findings have at least that severity.
size_t sinew__check_report_count(const sinew__check_report *report, sinew_severity severity);

/// Which codes are reported, and at which severity. `only` and `ignore` come from the caller, `levels` from the
/// contract.
typedef struct sinew__check_selection {
    const char *const *only; ///< [only_count]; none: all
    size_t only_count;
    const char *const *ignore; ///< [ignore_count]
    size_t ignore_count;
    const sinew__check_level *levels; ///< [level_count]
    size_t level_count;
} sinew__check_selection;

/// The severity of a code, or SINEW__CHECK_OFF. A code and the old one that it covers are the same.
int sinew__check_severity(const sinew__check_selection *selection, const char *code, sinew_severity severity);

typedef struct sinew__check_task {
    const sinew_model *model;
    const char *path;
    const char *texture_path; ///< further directory for textures, or NULL
    const sinew__contract *contract;
    const sinew__clip_terms *terms; ///< [clip_count]
    sinew__file_terms *file_terms;  ///< whose budget of matching is that of required joints, too
    const sinew__check_selection *selection;
    sinew_pose *pose; ///< scratch
    uint8_t *in_rig;  ///< [joint_count] joints of the character: no camera, light or helper
    sinew_foot feet[SINEW_MAX_FEET];
    int32_t foot_count;
    int64_t *poses_left; ///< budget of the file, in joints of poses
    sinew__check_report *report;
} sinew__check_task;

/// What a file may cost: about ten seconds, whatever its clips claim to last.
#define SINEW__CHECK_MAX_POSED_JOINTS (INT64_C(1) << 26)

/// Takes `poses` of the whole model from the budget. Returns 0 when it is used up.
int sinew__check_spend(const sinew__check_task *task, double poses);

/// What the command of a finding shows.
typedef enum sinew__check_view {
    SINEW__VIEW_NONE,
    SINEW__VIEW_POSE,       ///< render: the pose at the time, the joint highlighted
    SINEW__VIEW_TRAIL,      ///< render: the motion trail of the joint
    SINEW__VIEW_WEIGHTS,    ///< render: the weights of the joint
    SINEW__VIEW_INFLUENCES, ///< render: the number of influences
    SINEW__VIEW_EDGES,      ///< render: the edges of the polygons
    SINEW__VIEW_KEYS,       ///< keys
    SINEW__VIEW_TREE,       ///< tree
    SINEW__VIEW_INFO,       ///< info
} sinew__check_view;

/// Where a finding is, and its numbers. Initialize with sinew__check_spot.
typedef struct sinew__check_spot {
    int32_t clip, joint, mesh; ///< or SINEW_NONE
    int64_t count;
    double time, measured, expected; ///< NaN: does not apply
    const char *unit;                ///< static, or NULL
    sinew__check_view view;
} sinew__check_spot;

sinew__check_spot sinew__check_spot_of(int32_t clip, int32_t joint, int32_t mesh, sinew__check_view view);

/// Whether a code is reported at all; checks that cost time ask first.
int sinew__check_wants(const sinew__check_task *task, sinew__check_id id);

/// Reports a finding with a sentence. Returns it, or NULL when the code is off or memory is out.
sinew__finding *sinew__check_find(const sinew__check_task *task, sinew__check_id id, const sinew__check_spot *spot,
                                  const char *format, ...) SINEW_PRINTF(4, 5);

/// Reports that a check could not judge a clip (SINEW_NONE: the file). `reason` is static.
void sinew__check_skip(const sinew__check_task *task, sinew__check_id id, int32_t clip, const char *reason);

/// Evaluates locals and globals of a clip (SINEW_NONE: the rest pose) at a time from its start, into task->pose.
void sinew__check_pose(const sinew__check_task *task, int32_t clip, double time);

/// Frames per second of the file, 30 where it has none.
double sinew__check_fps(const sinew_model *model);

/// Name of a clip, joint or mesh as printed: a mesh without a name has that of its object.
const char *sinew__check_mesh_name(const sinew_model *model, int32_t mesh);

#endif
