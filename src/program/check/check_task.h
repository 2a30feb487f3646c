/// The state of checking one model, the functions that report findings, and the measures that checks share: the frames
/// of a clip and the control points of a mesh.
#ifndef SINEW_PROGRAM_CHECK_CHECK_TASK_H
#define SINEW_PROGRAM_CHECK_CHECK_TASK_H

#include <stdint.h>

#include "author/retarget/retarget.h"
#include "core/base/arena.h"
#include "program/check/check_codes.h"
#include "program/check/contract.h"
#include "sinew/contacts.h"
#include "sinew/model.h"
#include "sinew/pose.h"

enum {
    CHECK_WORDS = 14,
    CHECK_MAX_FINDINGS = 100, ///< findings of one code in one file that are stored; further ones are counted
};

/// One finding. Its texts live as long as the report. Numbers that do not apply are NaN.
typedef struct check_finding {
    const char *code; ///< such as "W05"
    sinew_severity severity;
    const char *clip; ///< name, or NULL for the whole file
    const char *node; ///< joint, mesh or texture, or NULL
    int64_t count;    ///< number of faulty vertices, keys, triangles …; −1: does not apply
    double time;      ///< seconds from the start of the clip
    double measured, expected;
    const char *unit;                 ///< unit of `measured` and `expected`: "cm", "deg", …; NULL: none
    const char *text;                 ///< a sentence that does not name the clip and the node
    const char *command[CHECK_WORDS]; ///< words after `sinew` of a command that shows the finding; the file's
                                      ///< name, which is left out, follows the first word
    int command_count;                ///< 0: no command shows it
    const char *mend, *mend_value;    ///< option of `sinew edit` that repairs the finding, and its value; or
                                      ///< NULL
    const char *mend_clip;            ///< value of --clip for the edit `mend`
    int32_t mend_index;               ///< index of the clip for the edit `mend`
} check_finding;

/// A check that could not judge a clip or file, and the reason.
typedef struct check_unjudged {
    const char *code;
    const char *clip; ///< or NULL: the whole file
    const char *reason;
} check_unjudged;

/// The findings of one file. A zeroed report is empty. Free its arena to free the report.
typedef struct check_report {
    sinew__arena arena;
    check_finding *findings;
    size_t count, capacity;
    size_t dropped; ///< number of findings beyond CHECK_MAX_FINDINGS
    check_unjudged *unjudged;
    size_t unjudged_count, unjudged_capacity;
} check_report;

/// Adds a finding, whose texts must live in the report's arena or be static. Returns the stored finding, or NULL if it
/// was only counted or memory ran out, which sets `arena.failed`.
check_finding *check_report_add(check_report *report, const check_finding *finding);

/// Notes that a check could not judge a clip (NULL: the file).
void check_report_unjudged(check_report *report, check_id id, const char *clip, const char *reason);

/// Sorts by severity, the worst first, then by code; equal findings keep their order.
void check_report_sort(check_report *report);

/// Returns the number of findings of at least a severity.
size_t check_report_count(const check_report *report, sinew_severity severity);

/// The codes to report, and their severities. `only` and `ignore` come from the caller, `levels` from the contract.
typedef struct check_selection {
    const char *const *only; ///< [only_count]; none: all codes
    size_t only_count;
    const char *const *ignore; ///< [ignore_count]
    size_t ignore_count;
    const check_level *levels; ///< [level_count]
    size_t level_count;
} check_selection;

/// Returns the severity of a code, or CHECK_OFF. An importer's code has the severity of the check's code that replaces
/// it.
int check_severity(const check_selection *selection, const char *code, sinew_severity severity);

typedef struct check_task {
    const sinew_model *model;
    const char *path;
    const char *texture_path; ///< additional directory for textures, or NULL
    const check_contract *contract;
    const check_clip_terms *terms; ///< [clip_count]
    check_file_terms *file_terms;  ///< the contract's entries for the file; its `work` also counts the matching of
                                   ///< joint names
    const check_selection *selection;
    sinew_pose *pose;      ///< scratch
    uint8_t *in_character; ///< [joint_count] whether a joint belongs to the character: not a camera, a light or a
                           ///< helper
    sinew_foot feet[SINEW_FEET_MAX];
    int32_t foot_count;
    const sinew__reference_body *body; ///< NULL: the model has none, or no check needs it
    int64_t *poses_left;               ///< budget of the file, counted in posed joints
    check_report *report;
} check_task;

/// Budget of a file in posed joints (joints × poses): about ten seconds, however long its clips are.
#define CHECK_MAX_POSED_JOINTS (INT64_C(1) << 26)

/// Takes `poses` poses of all joints from the budget. Returns 0 when it is used up.
int check_spend(const check_task *task, double poses);

/// The subject of a finding's command: an image of `sinew render`, or the text of another command.
typedef enum check_view {
    CHECK_VIEW_NONE,
    CHECK_VIEW_POSE,       ///< render: the pose at the finding's time, with the joint highlighted
    CHECK_VIEW_TRAIL,      ///< render: the motion trail of the joint
    CHECK_VIEW_WEIGHTS,    ///< render: the weights of the joint by colour
    CHECK_VIEW_INFLUENCES, ///< render: the number of influences per vertex by colour
    CHECK_VIEW_EDGES,      ///< render: the edges of the polygons
    CHECK_VIEW_KEYS,       ///< the command `keys`
    CHECK_VIEW_TREE,       ///< the command `tree`
    CHECK_VIEW_INFO,       ///< the command `info`
} check_view;

/// The clip, joint, mesh and time of a finding, and its numbers. Initialize with check_spot_of.
typedef struct check_spot {
    int32_t clip, joint, mesh; ///< or SINEW_NONE
    int64_t count;
    double time, measured, expected; ///< NaN: does not apply
    const char *unit;                ///< static, or NULL
    check_view view;
} check_spot;

check_spot check_spot_of(int32_t clip, int32_t joint, int32_t mesh, check_view view);

/// Returns whether a code is reported at all; expensive checks call this first.
int check_wants(const check_task *task, check_id id);

/// Reports a finding with a sentence. Returns it, or NULL if the code is off or memory ran out.
check_finding *check_find(const check_task *task, check_id id, const check_spot *spot, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Sets the edit that repairs a finding, and the clip that it edits. `finding` may be NULL. `format` NULL: the option
/// takes no value.
void check_mend(const check_task *task, check_finding *finding, int32_t clip, const char *option, const char *format,
                ...) SINEW_PRINTF(5, 6);

/// Reports that a check could not judge a clip (SINEW_NONE: the file). `reason` is static.
void check_skip(const check_task *task, check_id id, int32_t clip, const char *reason);

/// Computes local and global transforms of a clip (SINEW_NONE: the rest pose) at a time from its start, in task->pose.
void check_pose(const check_task *task, int32_t clip, double time);

/// Returns the frames per second of the file, 30 if it declares no rate.
double check_fps(const sinew_model *model);

/// Returns the printed name of a mesh: its own name, else its object's.
const char *check_mesh_name(const sinew_model *model, int32_t mesh);

/// One joint in one frame. Rotations are quaternions x y z w, with the sign that makes them continuous over frames.
typedef struct check_frame_joint {
    float position[3]; ///< in model space
    float local[4];    ///< relative to the parent
    float global[4];   ///< in model space
} check_frame_joint;

typedef struct check_clip_frames {
    int32_t clip, joint_count, frame_count;
    double start;              ///< first frame, in seconds from the clip's start
    double step;               ///< seconds between frames
    check_frame_joint *joints; ///< [joint_count × frame_count]; the frames of one joint are consecutive
} check_clip_frames;

/// Samples a clip at its frames. Returns 0 and stores no frames if the clip exceeds the budget or memory runs out.
int check_clip_frames_init(check_clip_frames *frames, const check_task *task, int32_t clip);
void check_clip_frames_free(check_clip_frames *frames);

/// Returns the frames of one joint [frame_count].
const check_frame_joint *check_clip_frames_of(const check_clip_frames *frames, int32_t joint);

/// A set of control points of a mesh.
typedef struct check_mesh_points {
    const sinew_model *model;
    const sinew_mesh *mesh;
    uint8_t *marked; ///< [size]
    uint32_t size;
    int64_t count; ///< number of marked points
} check_mesh_points;

/// Creates an empty set. Returns 0 when out of memory.
int check_mesh_points_init(check_mesh_points *points, const sinew_model *model, const sinew_mesh *mesh);
void check_mesh_points_free(check_mesh_points *points);

/// Adds the control point of a vertex. The vertex is counted from the mesh's first.
void check_mesh_points_mark(check_mesh_points *points, int32_t vertex);

/// Returns the number of a vertex's control point in the author's file.
uint32_t check_mesh_point_of(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex);

/// Transforms a point by a palette entry and adds it, times `weight`, to `sum`: the sums of x, y and z, and the sum of
/// weights.
void check_skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4]);

/// Returns the position in model space of a vertex, counted from the mesh's first, by linear skinning.
sinew_vec3 check_skin_point(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex, const sinew_pose *pose);
void check_body(const check_task *task);                      ///< W27 W28 W29
void check_weights(const check_task *task);                   ///< W04 W05
void check_influences(const check_task *task);                ///< W21
void check_far_vertices(const check_task *task);              ///< W22
void check_hard_edges(const check_task *task);                ///< W22
void check_collapse_at_joints(const check_task *task);        ///< W23
void check_meshes(const check_task *task);                    ///< M01
extern const char check_missing_texture[];                    ///< text of T01 for an image that is not found
void check_textures(const check_task *task);                  ///< T01
void check_names(const check_task *task);                     ///< W12
void check_scales(const check_task *task);                    ///< W20
void check_bind_pose(const check_task *task);                 ///< D04
void check_clip_span(const check_task *task, int32_t clip);   ///< W06 W07 W08 W25 W26 D02
void check_keys(const check_task *task, int32_t clip);        ///< W14 W15 W18 W19
void check_required(const check_task *task, int32_t clip);    ///< D01
void check_root(const check_task *task, int32_t clip);        ///< R01
void check_feet(const check_task *task, int32_t clip);        ///< R02 R03
void check_loop(const check_task *task, int32_t clip);        ///< L01 L02 L03 L04
void check_first_frame(const check_task *task, int32_t clip); ///< R06
void check_ground(const check_task *task, int32_t clip);      ///< W24

/// R04: sudden jumps; R05: trembling
void check_pops(const check_task *task, const check_clip_frames *frames);
void check_jitter(const check_task *task, const check_clip_frames *frames);

/// R07: repeated frames; R08: a frozen joint; R09: knees that bend the wrong way
void check_repeats(const check_task *task, const check_clip_frames *frames);

/// R10: the acceleration of a fall
void check_fall(const check_task *task, const check_clip_frames *frames);

/// R11: a ground that drifts during the clip
void check_drift(const check_task *task, const check_clip_frames *frames);

/// The height of a clip's ground along the body's up axis, measured at the soles of planted feet, and how far it is
/// from an allowed height.
typedef struct check_ground_facts {
    double ground; ///< cm; NaN: the model has no body, or no foot is planted
    double leg;    ///< leg length in cm
    double height; ///< of the body, in cm
    double off;    ///< cm above the declared ground; without one, above 0 or the rest pose's soles, whichever is nearer
} check_ground_facts;

/// R11: measures the ground of a clip; check_sets() compares it with other clips.
check_ground_facts check_find_ground(const check_task *task, int32_t clip);

/// Returns whether every key of a clip is on a frame; 0 if the file has no frame rate.
int check_is_on_frames(const check_task *task, int32_t clip);

/// The kind of loop of a clip by its poses; the contract is not consulted.
check_loop_state check_loop_kind(const check_task *task, int32_t clip);

#endif
