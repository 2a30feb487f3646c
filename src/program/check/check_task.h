/// The state of checking one model, how a check reports what it found, and what checks measure with: the frames of a
/// clip and the control points of a mesh.
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
    const char *mend, *mend_value;           ///< the option of `sinew edit` that mends it, and its value; NULL: none
    const char *mend_clip;                   ///< value of --clip for that
    int32_t mend_index;                      ///< the clip
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

/// The severity of a code, or SINEW__CHECK_OFF. A code and the one of the import that it covers are the same.
int sinew__check_severity(const sinew__check_selection *selection, const char *code, sinew_severity severity);

typedef struct sinew__check_task {
    const sinew_model *model;
    const char *path;
    const char *texture_path; ///< further directory for textures, or NULL
    const sinew__contract *contract;
    const sinew__clip_terms *terms; ///< [clip_count]
    sinew__file_terms *file_terms;  ///< whose budget of matching is that of required joints, too
    const sinew__check_selection *selection;
    sinew_pose *pose;      ///< scratch
    uint8_t *in_character; ///< [joint_count] joints of the character: no camera, light or helper
    sinew_foot feet[SINEW_MAX_FEET];
    int32_t foot_count;
    const sinew__reference_body *body; ///< NULL: the model has none, or no check needs it
    int64_t *poses_left;               ///< budget of the file, in joints of poses
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

/// Names the edit of a clip that mends a finding, NULL is allowed. `format` NULL: the option takes no value.
void sinew__check_mend(const sinew__check_task *task, sinew__finding *finding, int32_t clip, const char *option,
                       const char *format, ...) SINEW_PRINTF(5, 6);

/// Reports that a check could not judge a clip (SINEW_NONE: the file). `reason` is static.
void sinew__check_skip(const sinew__check_task *task, sinew__check_id id, int32_t clip, const char *reason);

/// Evaluates locals and globals of a clip (SINEW_NONE: the rest pose) at a time from its start, into task->pose.
void sinew__check_pose(const sinew__check_task *task, int32_t clip, double time);

/// Frames per second of the file, 30 where it has none.
double sinew__check_fps(const sinew_model *model);

/// Name of a clip, joint or mesh as printed: a mesh without a name has that of its object.
const char *sinew__check_mesh_name(const sinew_model *model, int32_t mesh);

/// Rotations are x y z w, in the hemisphere of the frame before.
typedef struct sinew__frame_joint {
    float position[3]; ///< in model space
    float local[4];    ///< relative to the parent
    float global[4];   ///< in model space
} sinew__frame_joint;

typedef struct sinew__clip_frames {
    int32_t clip, joint_count, frame_count;
    double start;               ///< of the first, in seconds since the clip's start
    double step;                ///< seconds between frames
    sinew__frame_joint *joints; ///< [joint_count × frame_count] frames of one joint after each other
} sinew__clip_frames;

/// Samples a clip. Returns 0 and no frames when the clip is too long for the budget or memory is out.
int sinew__clip_frames_init(sinew__clip_frames *frames, const sinew__check_task *task, int32_t clip);
void sinew__clip_frames_free(sinew__clip_frames *frames);

/// The frames of one joint.
const sinew__frame_joint *sinew__clip_frames_of(const sinew__clip_frames *frames, int32_t joint);

/// The control points that were marked. Zeroed: none.
typedef struct sinew__mesh_points {
    const sinew_model *model;
    const sinew_mesh *mesh;
    uint8_t *marked; ///< [size]
    uint32_t size;
    int64_t count; ///< of marked ones
} sinew__mesh_points;

/// Returns 0 when out of memory.
int sinew__mesh_points_init(sinew__mesh_points *points, const sinew_model *model, const sinew_mesh *mesh);
void sinew__mesh_points_free(sinew__mesh_points *points);

/// Marks the control point of a vertex of the mesh, counted from its first.
void sinew__mesh_points_mark(sinew__mesh_points *points, int32_t vertex);

/// The number of a vertex's control point as authored.
uint32_t sinew__mesh_point_of(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex);

/// Adds a vertex, moved by a palette entry and weighted, to `sum`: x y z and the weights.
void sinew__skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4]);

/// A vertex of a mesh, counted from its first, in model space, by linear skinning.
sinew_vec3 sinew__skin_point(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex, const sinew_pose *pose);
void sinew__check_body(const sinew__check_task *task);               ///< W27 W28 W29
void sinew__check_weights(const sinew__check_task *task);            ///< W04 W05
void sinew__check_influences(const sinew__check_task *task);         ///< W21
void sinew__check_far_vertices(const sinew__check_task *task);       ///< W22
void sinew__check_hard_edges(const sinew__check_task *task);         ///< W22
void sinew__check_collapse_at_joints(const sinew__check_task *task); ///< W23
void sinew__check_meshes(const sinew__check_task *task);             ///< M01
extern const char sinew__check_missing_texture[];                    ///< text of T01 for an image that is not found
void sinew__check_textures(const sinew__check_task *task);           ///< T01
void sinew__check_names(const sinew__check_task *task);              ///< W12
void sinew__check_scales(const sinew__check_task *task);             ///< W20
void sinew__check_bind_pose(const sinew__check_task *task);          ///< D04
void sinew__check_clip_span(const sinew__check_task *task, int32_t clip);   ///< W06 W07 W08 W25 W26 D02
void sinew__check_keys(const sinew__check_task *task, int32_t clip);        ///< W14 W15 W18 W19
void sinew__check_required(const sinew__check_task *task, int32_t clip);    ///< D01
void sinew__check_root(const sinew__check_task *task, int32_t clip);        ///< R01
void sinew__check_feet(const sinew__check_task *task, int32_t clip);        ///< R02 R03
void sinew__check_loop(const sinew__check_task *task, int32_t clip);        ///< L01 L02 L03 L04
void sinew__check_first_frame(const sinew__check_task *task, int32_t clip); ///< R06
void sinew__check_ground(const sinew__check_task *task, int32_t clip);      ///< W24

/// R04 R05; `frames` are those of the clip.
void sinew__check_pops(const sinew__check_task *task, const sinew__clip_frames *frames);
void sinew__check_jitter(const sinew__check_task *task, const sinew__clip_frames *frames);

/// R07 R08 R09; `frames` are those of the clip.
void sinew__check_repeats(const sinew__check_task *task, const sinew__clip_frames *frames);

/// R10; `frames` are those of the clip.
void sinew__check_fall(const sinew__check_task *task, const sinew__clip_frames *frames);

/// Whether every key of a clip is on a frame; 0 where the file has no frame rate.
int sinew__check_is_on_frames(const sinew__check_task *task, int32_t clip);

/// The kind of loop that a clip is, whatever it is declared as.
sinew__loop_kind sinew__check_loop_kind(const sinew__check_task *task, int32_t clip);

#endif
