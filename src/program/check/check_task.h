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
    CHECK_MAX_FINDINGS = 100, ///< of one code in one file; further ones are counted
};

/// One finding. Texts live as long as the report; numbers that do not apply are NaN.
typedef struct check_finding {
    const char *code; ///< "W05"
    sinew_severity severity;
    const char *clip; ///< or NULL
    const char *node; ///< joint, mesh or texture, or NULL
    int64_t count;    ///< of vertices, keys, triangles …; −1: does not apply
    double time;      ///< seconds from the start of the clip
    double measured, expected;
    const char *unit;                        ///< of both: "cm", "deg", …; NULL: none
    const char *text;                        ///< a sentence that does not name the clip and the node
    const char *command[CHECK_WORDS];        ///< words after `sinew` that show it, without the file, which follows the
                                             ///< first word
    int command_count;                       ///< 0: there is nothing to show
    const char *mend, *mend_value;           ///< the option of `sinew edit` that repairs it, and its value; or NULL
    const char *mend_clip;                   ///< value of --clip for that
    int32_t mend_index;                      ///< the clip
} check_finding;

/// A check that could not judge, and the reason.
typedef struct check_unjudged {
    const char *code;
    const char *clip; ///< or NULL: the whole file
    const char *reason;
} check_unjudged;

/// Zeroed: empty. Freed by freeing the arena.
typedef struct check_report {
    sinew__arena arena;
    check_finding *findings;
    size_t count, capacity;
    size_t dropped; ///< beyond CHECK_MAX_FINDINGS
    check_unjudged *unjudged;
    size_t unjudged_count, unjudged_capacity;
} check_report;

/// Adds a finding; its texts must live in the report's arena or be static. Running out of memory shows in
/// `arena.failed`. Returns the finding or NULL.
check_finding *check_report_add(check_report *report, const check_finding *finding);

/// Adds the remark that a check could not judge.
void check_report_unjudged(check_report *report, check_id id, const char *clip, const char *reason);

/// Sorts by severity, the worst first, then by code; equal ones keep their order.
void check_report_sort(check_report *report);

/// How many findings have at least that severity.
size_t check_report_count(const check_report *report, sinew_severity severity);

/// The codes that are reported, and their severities. The caller sets `only` and `ignore`, the contract `levels`.
typedef struct check_selection {
    const char *const *only; ///< [only_count]; none: all
    size_t only_count;
    const char *const *ignore; ///< [ignore_count]
    size_t ignore_count;
    const check_level *levels; ///< [level_count]
    size_t level_count;
} check_selection;

/// The severity of a code, or CHECK_OFF. A code and the one of the import that it covers are the same.
int check_severity(const check_selection *selection, const char *code, sinew_severity severity);

typedef struct check_task {
    const sinew_model *model;
    const char *path;
    const char *texture_path; ///< further directory for textures, or NULL
    const check_contract *contract;
    const check_clip_terms *terms; ///< [clip_count]
    check_file_terms *file_terms;  ///< matching required joints also takes from its budget
    const check_selection *selection;
    sinew_pose *pose;      ///< scratch
    uint8_t *in_character; ///< [joint_count] joints of the character: no camera, light or helper
    sinew_foot feet[SINEW_FEET_MAX];
    int32_t foot_count;
    const sinew__reference_body *body; ///< NULL: the model has none, or no check needs it
    int64_t *poses_left;               ///< budget of the file, in joints of poses
    check_report *report;
} check_task;

/// The budget of a file: about ten seconds, however long its clips are.
#define CHECK_MAX_POSED_JOINTS (INT64_C(1) << 26)

/// Takes `poses` of the whole model from the budget. Returns 0 when it is used up.
int check_spend(const check_task *task, double poses);

/// The view that the command of a finding shows.
typedef enum check_view {
    CHECK_VIEW_NONE,
    CHECK_VIEW_POSE,       ///< render: the pose at the time, the joint highlighted
    CHECK_VIEW_TRAIL,      ///< render: the motion trail of the joint
    CHECK_VIEW_WEIGHTS,    ///< render: the weights of the joint
    CHECK_VIEW_INFLUENCES, ///< render: the number of influences
    CHECK_VIEW_EDGES,      ///< render: the edges of the polygons
    CHECK_VIEW_KEYS,       ///< keys
    CHECK_VIEW_TREE,       ///< tree
    CHECK_VIEW_INFO,       ///< info
} check_view;

/// The place of a finding, and its numbers. Initialize with check_spot_of.
typedef struct check_spot {
    int32_t clip, joint, mesh; ///< or SINEW_NONE
    int64_t count;
    double time, measured, expected; ///< NaN: does not apply
    const char *unit;                ///< static, or NULL
    check_view view;
} check_spot;

check_spot check_spot_of(int32_t clip, int32_t joint, int32_t mesh, check_view view);

/// Whether a code is reported at all; checks that cost time ask first.
int check_wants(const check_task *task, check_id id);

/// Reports a finding with a sentence. Returns it, or NULL when the code is off or memory is out.
check_finding *check_find(const check_task *task, check_id id, const check_spot *spot, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Names the edit of a clip that repairs a finding, which may be NULL. `format` NULL: the option takes no value.
void check_mend(const check_task *task, check_finding *finding, int32_t clip, const char *option, const char *format,
                ...) SINEW_PRINTF(5, 6);

/// Reports that a check could not judge a clip (SINEW_NONE: the file). `reason` is static.
void check_skip(const check_task *task, check_id id, int32_t clip, const char *reason);

/// Evaluates locals and globals of a clip (SINEW_NONE: the rest pose) at a time from its start, into task->pose.
void check_pose(const check_task *task, int32_t clip, double time);

/// Frames per second of the file, 30 if it declares no rate.
double check_fps(const sinew_model *model);

/// The printed name of a mesh: a mesh without a name has the name of its object.
const char *check_mesh_name(const sinew_model *model, int32_t mesh);

/// Rotations are x y z w, in the hemisphere of the frame before.
typedef struct check_frame_joint {
    float position[3]; ///< in model space
    float local[4];    ///< relative to the parent
    float global[4];   ///< in model space
} check_frame_joint;

typedef struct check_clip_frames {
    int32_t clip, joint_count, frame_count;
    double start;               ///< of the first, in seconds since the clip's start
    double step;                ///< seconds between frames
    check_frame_joint *joints;  ///< [joint_count × frame_count] frames of one joint after each other
} check_clip_frames;

/// Samples a clip. Returns 0 and no frames when the clip is too long for the budget or memory is out.
int check_clip_frames_init(check_clip_frames *frames, const check_task *task, int32_t clip);
void check_clip_frames_free(check_clip_frames *frames);

/// The frames of one joint.
const check_frame_joint *check_clip_frames_of(const check_clip_frames *frames, int32_t joint);

/// The control points that were marked. Zeroed: none.
typedef struct check_mesh_points {
    const sinew_model *model;
    const sinew_mesh *mesh;
    uint8_t *marked; ///< [size]
    uint32_t size;
    int64_t count; ///< of marked ones
} check_mesh_points;

/// Returns 0 when out of memory.
int check_mesh_points_init(check_mesh_points *points, const sinew_model *model, const sinew_mesh *mesh);
void check_mesh_points_free(check_mesh_points *points);

/// Marks the control point of a vertex of the mesh, counted from its first.
void check_mesh_points_mark(check_mesh_points *points, int32_t vertex);

/// The number of a vertex's control point as authored.
uint32_t check_mesh_point_of(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex);

/// Adds a vertex, moved by a palette entry and weighted, to `sum`: x y z and the weights.
void check_skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4]);

/// A vertex of a mesh, counted from its first, in model space, by linear skinning.
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

/// R04 R05
void check_pops(const check_task *task, const check_clip_frames *frames);
void check_jitter(const check_task *task, const check_clip_frames *frames);

/// R07 R08 R09
void check_repeats(const check_task *task, const check_clip_frames *frames);

/// R10
void check_fall(const check_task *task, const check_clip_frames *frames);

/// R11, drifts
void check_drift(const check_task *task, const check_clip_frames *frames);

/// The height of a clip's ground along the body's up axis, by its planted soles, and the heights that it may have.
typedef struct check_ground_facts {
    double ground; ///< cm; NaN: no body, or nobody stands
    double leg;    ///< cm
    double height; ///< of the body, in cm
    double off;    ///< cm above the declared ground, or above 0 or the rest pose's soles, whichever is nearer
} check_ground_facts;

/// R11, the facts for floating and sinking: check_sets() judges them.
check_ground_facts check_find_ground(const check_task *task, int32_t clip);

/// Whether every key of a clip is on a frame; 0 if the file has no frame rate.
int check_is_on_frames(const check_task *task, int32_t clip);

/// The kind of loop that the poses of a clip show, whatever the contract declares.
check_loop_state check_loop_kind(const check_task *task, int32_t clip);

#endif
