/// sinew diff: the sides that are compared and their measurements, pairs of meshes, the report, and whole comparisons
/// of files and of directories.
#ifndef SINEW_PROGRAM_CLI_DIFF_DIFF_H
#define SINEW_PROGRAM_CLI_DIFF_DIFF_H

#include <stddef.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/json.h"
#include "draw/scene/headless_context.h"
#include "program/cli/facts/author_joints.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/test_cases.h"
#include "runtime/model/combine/combine.h"
#include "sinew/model.h"
#include "sinew/render.h"

// ---- sides ---------------------------------------------------------------------------------------------------------
// The two posed sides of a comparison, and the differences between them.

typedef struct cli_diff_side {
    const char *path;
    const sinew_model *model;
    int32_t clip; ///< or SINEW_NONE: the rest pose
    int is_bind;  ///< the bind pose instead
    sinew_engine engine;
    cli_joints joints;
    sinew_affine to_first;      ///< from the axes of this side to the first side's: a rotation
    sinew_quat rotate_to_first; ///< to_first as a quaternion
    sinew_pose *pose;
    float *positions; ///< [vertex_count × 3] of all meshes; NULL when vertices are not compared
    float *normals;   ///< [vertex_count × 3] output of skinning, not compared
    float *scratch;
    scene_headless *headless; ///< for an engine that skins on the GPU
    sinew_renderer *renderer;
} cli_diff_side;

/// The default tolerance for positions, as a part of the character's size: baked clips and exports have the same.
#define CLI_DIFF_SHARE 1e-4

/// Initializes a side whose path, model and engine are set. Returns 0, or the exit code after printing the error. Free
/// in both cases.
int cli_diff_side_init(const cli_context *context, cli_diff_side *side, int with_vertices);
void cli_diff_side_free(cli_diff_side *side);

typedef enum cli_axes_difference { CLI_AXES_EQUAL, CLI_UP_DIFFERS, CLI_FRONT_DIFFERS } cli_axes_difference;

/// Sets the rotation to the axes of `first` if the up axes or the fronts differ. Returns which ones do.
cli_axes_difference cli_diff_side_rotate_to(cli_diff_side *side, const sinew_model *first);

/// Removes the rotation.
void cli_diff_side_keep_axes(cli_diff_side *side);

/// Evaluates the pose at `time` seconds from the start of the clip and skins the meshes.
sinew_result cli_diff_side_pose(cli_diff_side *side, double time, sinew_error *out_error);

typedef struct cli_tolerance {
    double deg, cm;
} cli_tolerance;

/// The difference of one joint at one time.
typedef struct cli_joint_spot {
    int32_t id;  ///< joint of the first side; SINEW_NONE: nothing measured
    double time; ///< seconds from the clip's start
    double deg;  ///< between the local rotations
    double cm;   ///< between the global positions
} cli_joint_spot;

typedef struct cli_vertex_spot {
    int32_t mesh, vertex; ///< SINEW_NONE: nothing measured
    double time, cm;
} cli_vertex_spot;

/// The accumulated result of a comparison. Initialize with `cli_no_difference`.
typedef struct cli_difference {
    cli_joint_spot worst;                 ///< largest in relation to the tolerance
    cli_joint_spot angle;                 ///< largest angle
    cli_joint_spot distance;              ///< largest distance of a joint
    cli_vertex_spot vertex;               ///< largest distance of a vertex
    double joint_squares, vertex_squares; ///< of distances, in cm²
    double joint_count, vertex_count;     ///< distances measured
} cli_difference;

extern const cli_difference cli_no_difference;

/// Compares the joint pairs that are `chosen` [a->joints.count], and the vertices when both sides, then of one model,
/// have them.
void cli_measure(const cli_diff_side *a, const cli_diff_side *b, const sinew__joint_pairs *pairs, const uint8_t *chosen,
                 double time, cli_tolerance tolerance, cli_difference *difference);

/// Compares one pair of joints.
void cli_measure_pair(const cli_diff_side *a, const cli_diff_side *b, int32_t id_a, int32_t id_b, double time,
                      cli_tolerance tolerance, cli_difference *difference);

/// The difference of two joints relative to their parents: of the rotation and of the translation, in cm.
cli_joint_spot cli_local_difference(const cli_diff_side *a, const cli_diff_side *b, int32_t id_a, int32_t id_b,
                                    double time);

/// The largest difference, divided by the tolerance: more than 1 exceeds it.
double cli_largest_ratio(const cli_difference *difference, cli_tolerance tolerance);

/// Root mean square distance in cm, of the vertices or of the joints; NaN when nothing was compared.
double cli_rmse(const cli_difference *difference, int of_vertices);

/// Clips of two files that match, and those that exist in one file only. Zeroed: none.
typedef struct cli_clip_pairs {
    int32_t (*clips)[2]; ///< [count] of the first and of the second file; SINEW_NONE in both: the rest poses
    size_t count;
    size_t named;        ///< of the pairs, the first ones: matched by name; the others have different names
    uint8_t *only_in[2]; ///< [clip_count] of each file: 1 without a match
} cli_clip_pairs;

/// Matches the clips of `a` that `pattern` selects with the clips of `b` by name: exactly, else ignoring case and
/// the part up to the last `|`. If both files have one clip only, or one with keys, these match under any names.
/// Without a pattern, all clips of both files are matched; files without clips compare their rest poses, and one model
/// given twice its default clip. `other_pattern` selects the clip of `b` instead, or is NULL. Returns 0, or the exit
/// code after printing the error: a selected clip without a match, or a file without clips. Free in both cases.
int cli_clip_pairs_init(const cli_context *context, const char *const paths[2], const sinew_model *const models[2],
                        const char *pattern, const char *other_pattern, cli_clip_pairs *pairs);
void cli_clip_pairs_free(cli_clip_pairs *pairs);

/// Adds a pair of clips that have no match.
void cli_clip_pairs_add(cli_clip_pairs *pairs, int32_t a, int32_t b);

/// Reports that no clips match.
int cli_fail_no_clip_match(const cli_context *context, const char *const paths[2], const sinew_model *const models[2]);

/// A clip of a model. SINEW_NONE is the rest pose, which has one time.
typedef struct cli_clip_of {
    const sinew_model *model;
    int32_t clip;
} cli_clip_of;

/// Lists the keyframes, whole frames, starts and ends of both clips in ascending order, in seconds from the start of
/// each clip. Keys outside their clip are not played and left out, and so are the frames of a clip with too many. Times
/// within cli_time_tolerance are merged. If a clip has tracks, as of a glTF, times are rounded up to the next float:
/// such files store times as floats, and a jump between two floats is stored at both. *out_times is from malloc.
SINEW_NODISCARD sinew_result cli_list_diff_times(const cli_clip_of clips[2], double **out_times, size_t *out_count,
                                                 sinew_error *out_error);

// ---- pairs of meshes -----------------------------------------------------------------------------------------------
// Matching and comparing the meshes of two files.
//
// Exporters rename objects, weld and sort vertices and order triangles, each in their own way. Objects match by their
// names, numbers of triangles and positions. Their vertices match corner by corner if the triangles have the same
// order, else by position, at rest or at the start of a clip: each vertex with all vertices of the other file that it
// may be, several along seams and near rounded positions. It is the one that stays nearest at all times, so that motion
// is compared, not shape.

enum { CLI_MESH_CANDIDATES = 8 }; // two sides of a seam and of a thin surface, and neighbours

/// The vertices of the other file that a vertex may be; SINEW_NONE: no more.
typedef struct cli_mesh_candidates {
    int32_t vertex[CLI_MESH_CANDIDATES];
    float farthest[CLI_MESH_CANDIDATES]; ///< in cm, at any time so far
} cli_mesh_candidates;

/// The meshes of one object in both files.
typedef struct cli_mesh_pair {
    const char *name;                ///< of the object in the first file
    int32_t first[2];                ///< first mesh of the object in each file; its others follow
    int64_t triangles[2];            ///< if they differ, positions are not compared
    int32_t vertices[2];             ///< of all meshes of the object
    cli_mesh_candidates *matches[2]; ///< [vertices] of each file: matched by position; NULL: corner by corner
    double cm, time;                 ///< largest distance of a vertex so far, and its time
} cli_mesh_pair;

/// Zeroed: none.
typedef struct cli_mesh_pairs {
    cli_mesh_pair *items; ///< [count]
    size_t count;
    uint8_t *only_in[2]; ///< [mesh_count] of each file: 1 for the first mesh of an object without a match
    double misfit;       ///< largest distance of matched vertices, as a part of their object's size
    double *points[2];   ///< scratch: positions of the corners or vertices of an object in cm
} cli_mesh_pairs;

/// Matches the objects and vertices of two posed sides. Returns 0 when out of memory. Free in both
/// cases.
int cli_mesh_pairs_init(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b);
void cli_mesh_pairs_free(cli_mesh_pairs *pairs);

/// Compares the skinned positions of two posed sides.
void cli_mesh_pairs_measure(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b, double time);

/// Whether all objects have a match, the same triangles, and no vertex is farther away than `cm`.
int cli_meshes_are_equal(const cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b, double cm);

// ---- materials -----------------------------------------------------------------------------------------------------
// Materials of one name, their factors and images, and which objects have which.

enum { CLI_MAX_MATERIAL_TEXTS = 64 }; // differences that are listed

typedef struct cli_material_differences {
    sinew__arena memory;
    const char *texts[CLI_MAX_MATERIAL_TEXTS]; ///< one line each
    size_t different;                          ///< further ones are counted only
    size_t compared;                           ///< pairs of materials
} cli_material_differences;

/// Compares the materials of two models. Images count by their content; a missing one by its path. Returns 0 when out
/// of memory. Free in both cases.
int cli_compare_materials(const char *const paths[2], const sinew_model *const models[2], const char *texture_path,
                          cli_material_differences *out);
void cli_material_differences_free(cli_material_differences *differences);

void cli_put_materials_text(const cli_material_differences *differences, sinew__buffer *out);

/// Puts `materials`: null if they were not compared.
void cli_put_materials_json(const cli_material_differences *differences, sinew__json_writer *json);

// ---- report --------------------------------------------------------------------------------------------------------
// Output of `diff` as text and as `sinew.diff/1`.

enum { CLI_MAX_KEY_CHANGES = 3 }; // joints of a clip whose keys are counted

/// Keys of a joint that have changed.
typedef struct cli_key_change {
    int32_t keys;         ///< 0: only values between keys
    cli_joint_spot worst; ///< of a key, relative to the parent
} cli_key_change;

/// The differences in one pair of clips.
typedef struct cli_clip_difference {
    int32_t clips[2]; ///< SINEW_NONE: the rest pose
    size_t time_count;
    cli_difference of_sides[SINEW_ENGINE_COUNT]; ///< [side_count] the first is unused
    cli_difference between[SINEW_ENGINE_COUNT];  ///< between these times, if `has_between`
    int has_between;                             ///< engines are compared, and one plays baked clips
    double rate;                                 ///< of the baked clip, whose frames the times are; 0: of the file
    double tempo; ///< a time of the second clip by a time of the first, if they are equal so; 0: they are not
    int32_t changed_joints, change_count;        ///< joints whose locals differ; with more than CLI_MAX_KEY_CHANGES…
    cli_key_change changes[CLI_MAX_KEY_CHANGES]; ///< … keys are not counted
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
    const cli_material_differences *materials; ///< or NULL: not compared
    const uint8_t *renamed; ///< [joints.count] of the first side: joints that match one of another name
    int only_different;     ///< leave out equal results
    int has_other_clip;     ///< the clip of the second file was selected: it may have any name
    int in_folder;          ///< the comparison of directories names the kinds of data that are not compared
} cli_diff_report;

/// Whether all sides equal the first, and nothing exists on one side only.
int cli_diff_all_equal(const cli_diff_report *report);

/// Whether both files have such things, which are not compared.
int cli_leaves_out_meshes(const cli_diff_report *report);
int cli_leaves_out_materials(const cli_diff_report *report);

/// Puts a line that names the kinds of data that are not compared; nothing for none.
void cli_put_not_compared(int meshes, int materials, sinew__buffer *out);

void cli_put_diff_text(const cli_diff_report *report, sinew__buffer *out);

/// Puts the object of one comparison; `json` is in an array, or empty.
void cli_put_diff_json(const cli_diff_report *report, sinew__json_writer *json);

/// Puts a case per pair of clips, and per mesh, clip and joint that differs or has no match.
void cli_put_diff_cases(const cli_diff_report *report, cli_test_cases *cases, sinew__buffer *out);

// ---- comparisons ---------------------------------------------------------------------------------------------------

/// The data to compare, and how.
typedef struct cli_diff_options {
    const char *clip;                         ///< or NULL: all
    const char *other_clip;                   ///< of the second file, whatever its name; NULL: that matches `clip`
    cli_texts joints;                         ///< none: all
    sinew_engine engines[SINEW_ENGINE_COUNT]; ///< [engine_count] one for two files
    size_t engine_count;
    cli_tolerance tolerance; ///< negative cm: a ten-thousandth of the size of the first file's character
    int only_different;      ///< leave out equal results
    int meshes;              ///< also compare the meshes of two files
    int materials;           ///< also compare their materials
    cli_format format;       ///< text, JSON or a format of test_cases.h
} cli_diff_options;

/// The state of a comparison and, after cli_diff_run, its result.
typedef struct cli_diff_job {
    const cli_context *context;
    const cli_diff_options *options;
    const char *paths[2];
    size_t file_count;
    cli_tolerance tolerance;
    sinew_model *loaded[2];                  ///< one per file; NULL: the models are the caller's
    const sinew_model *models[2];            ///< one per file
    cli_diff_side sides[SINEW_ENGINE_COUNT]; ///< [side_count]
    size_t side_count;
    sinew__joint_pairs joint_pairs; ///< of the first two sides; engines share one model, so that they apply to all
    uint8_t *chosen[2];             ///< joints selected by --joints, for the first two sides
    uint8_t *renamed;               ///< of the report
    cli_clip_pairs clips;
    cli_mesh_pairs meshes;
    cli_material_differences materials;
    cli_clip_difference *differences; ///< [clips.count]
    cli_diff_report report;
} cli_diff_job;

/// Compares the files `paths` [file_count]; one file compares the engines. Returns 0 with job->report set, or the exit
/// code after printing the error. Free in both cases.
int cli_diff_run(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                 size_t file_count, cli_diff_job *job);
void cli_diff_job_free(cli_diff_job *job);

/// Prepares two loaded models to be compared by cli_diff_distance, with the joints, axes and tolerance that
/// cli_diff_run takes. `clips` [2] are compared. Returns 0, or the exit code after printing the error. Free in both
/// cases.
int cli_diff_begin(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                   const sinew_model *const models[2], const int32_t clips[2], cli_diff_job *job);

/// Finds the largest distance of a joint, in cm, between the first clip at times[0] and the second one at times[1], in
/// seconds from their starts. 0 if no joints match.
SINEW_NODISCARD sinew_result cli_diff_distance(cli_diff_job *job, const double times[2], double *out_cm,
                                               sinew_error *out_error);

// Answers to a reviewer's questions (diff_review.c). Functions return 0, or the exit code after printing the error.

/// Pairs joints without a match that have the same parent, rest pose and number of children, if no other joint has.
int cli_pair_renamed_joints(cli_diff_job *job);

/// Pairs clips without a match that show the same.
int cli_pair_renamed_clips(cli_diff_job *job);

/// Finds the tempo or the changed keys of clips that differ.
int cli_review_clip(cli_diff_job *job, cli_clip_difference *of);

/// Whether a joint has another parent than its match, and both parents are joints of both files or none.
int cli_is_reparented(const cli_diff_report *report, int32_t id);

/// Compares the files that have the same path below the directories `paths` [2], without their extensions, and prints
/// the results. Returns the exit code: 0 when all are equal, 1 when a file differs or exists in one directory only, 7
/// when some could not be compared.
int cli_diff_folders(const cli_context *context, const cli_diff_options *options, const char *const *paths);

extern const char cli_diff_title[]; ///< of test cases

#endif
