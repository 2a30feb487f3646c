/// sinew diff: the sides of a comparison, the measurements, pairs of meshes, materials, the report, and comparisons of
/// files and directories.
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

// A side is a posed model; two sides are compared.

typedef struct cli_diff_side {
    const char *path;
    const sinew_model *model;
    int32_t clip; ///< SINEW_NONE: the rest pose
    int is_bind;  ///< the bind pose is compared instead of the clip
    sinew_engine engine;
    cli_joints joints;
    sinew_affine to_first;      ///< rotation from this side's axes to the first side's axes
    sinew_quat rotate_to_first; ///< to_first as a quaternion
    sinew_pose *pose;
    float *positions; ///< [vertex_count × 3] positions of all meshes; NULL: vertices are not compared
    float *normals;   ///< [vertex_count × 3] normals from skinning, which are not compared
    float *scratch;
    scene_headless *headless; ///< used if the engine skins on the GPU
    sinew_renderer *renderer;
} cli_diff_side;

/// Default tolerance for positions, as a fraction of the character's size. Baking and exporting allow this error by
/// default.
#define CLI_DIFF_SHARE 1e-4

/// Initializes a side whose path, model and engine are set. Returns 0, or the exit code after printing the error. Free
/// *side in both cases.
int cli_diff_side_init(const cli_context *context, cli_diff_side *side, int with_vertices);
void cli_diff_side_free(cli_diff_side *side);

typedef enum cli_axes_difference { CLI_AXES_EQUAL, CLI_UP_DIFFERS, CLI_FRONT_DIFFERS } cli_axes_difference;

/// Sets the rotation of a side to the axes of `first`, if the up axes or the fronts differ. Returns which of them
/// differ.
cli_axes_difference cli_diff_side_rotate_to(cli_diff_side *side, const sinew_model *first);

/// Removes the rotation of a side, so that it is compared in its own axes.
void cli_diff_side_keep_axes(cli_diff_side *side);

/// Evaluates the pose at `time` seconds from the clip's start, and skins the meshes if vertices are compared.
sinew_result cli_diff_side_pose(cli_diff_side *side, double time, sinew_error *out_error);

typedef struct cli_tolerance {
    double deg, cm;
} cli_tolerance;

/// The difference of one joint at one time.
typedef struct cli_joint_spot {
    int32_t id;  ///< joint of the first side; SINEW_NONE: nothing was measured
    double time; ///< seconds from the clip's start
    double deg;  ///< degrees between the local rotations
    double cm;   ///< cm between the global positions
} cli_joint_spot;

typedef struct cli_vertex_spot {
    int32_t mesh, vertex; ///< SINEW_NONE: nothing was measured
    double time, cm;
} cli_vertex_spot;

/// The accumulated result of a comparison. Initialize with `cli_no_difference`.
typedef struct cli_difference {
    cli_joint_spot worst;                 ///< joint whose difference is the largest multiple of the tolerance
    cli_joint_spot angle;                 ///< joint with the largest angle
    cli_joint_spot distance;              ///< joint with the largest distance
    cli_vertex_spot vertex;               ///< vertex with the largest distance
    double joint_squares, vertex_squares; ///< sums of squared distances, in cm²
    double joint_count, vertex_count;     ///< numbers of measured distances
} cli_difference;

extern const cli_difference cli_no_difference;

/// Compares the joint pairs that are `chosen` [a->joints.count]. Vertices are also compared if both sides have them;
/// both sides must then have the same model.
void cli_measure(const cli_diff_side *a, const cli_diff_side *b, const sinew__joint_pairs *pairs, const uint8_t *chosen,
                 double time, cli_tolerance tolerance, cli_difference *difference);

/// Compares one pair of joints.
void cli_measure_pair(const cli_diff_side *a, const cli_diff_side *b, int32_t id_a, int32_t id_b, double time,
                      cli_tolerance tolerance, cli_difference *difference);

/// Returns the difference of two joints relative to their parents: the angle between rotations, and the distance of
/// translations in cm.
cli_joint_spot cli_local_difference(const cli_diff_side *a, const cli_diff_side *b, int32_t id_a, int32_t id_b,
                                    double time);

/// Returns the largest difference as a multiple of the tolerance; more than 1 exceeds it.
double cli_largest_ratio(const cli_difference *difference, cli_tolerance tolerance);

/// Returns the root mean square distance of the vertices or of the joints, in cm; NaN if nothing was compared.
double cli_rmse(const cli_difference *difference, int of_vertices);

/// The pairs of clips that match, and the clips that only one file has. A zeroed struct has none.
typedef struct cli_clip_pairs {
    int32_t (*clips)[2]; ///< [count] clip of the first and of the second file; SINEW_NONE, SINEW_NONE: the rest poses
    size_t count;
    size_t named;        ///< number of pairs that match by name, which come first; the others have different names
    uint8_t *only_in[2]; ///< [clip_count] of each file: 1 for a clip without a match
} cli_clip_pairs;

/// Matches clips of `a` with clips of `b` by name: exactly, else ignoring case and everything up to the last `|`. If
/// each file has only one clip, or only one with keys, these two match whatever their names. `pattern` selects clips of
/// `a`; NULL: all clips of both files are matched, two files without clips compare their rest poses, and one model
/// given twice compares its default clip. `other_pattern` selects the clip of `b`; NULL: the clip that matches. Returns
/// 0, or the exit code after printing the error: a selected clip has no match, or a file has no clips. Free *pairs in
/// both cases.
int cli_clip_pairs_init(const cli_context *context, const char *const paths[2], const sinew_model *const models[2],
                        const char *pattern, const char *other_pattern, cli_clip_pairs *pairs);
void cli_clip_pairs_free(cli_clip_pairs *pairs);

/// Pairs two clips that have no match.
void cli_clip_pairs_add(cli_clip_pairs *pairs, int32_t a, int32_t b);

/// Reports that no clips match. Returns the exit code.
int cli_fail_no_clip_match(const cli_context *context, const char *const paths[2], const sinew_model *const models[2]);

/// A clip of a model. SINEW_NONE is the rest pose, which has one time: 0.
typedef struct cli_clip_of {
    const sinew_model *model;
    int32_t clip;
} cli_clip_of;

/// Lists the times for comparing two clips: keyframes, whole frames, starts and ends of both clips, ascending, in
/// seconds from the start of each clip. Keys outside their clip are left out, because they are never played. The frames
/// of a clip are left out if it has too many. Times within cli_time_tolerance are merged. If a clip has tracks, such as
/// in a glTF, times are rounded up to the next float: such files store times as floats, and store a jump at two
/// adjacent floats. *out_times is from malloc.
SINEW_NODISCARD sinew_result cli_list_diff_times(const cli_clip_of clips[2], double **out_times, size_t *out_count,
                                                 sinew_error *out_error);

// ---- pairs of meshes -----------------------------------------------------------------------------------------------
// Matching and comparing the meshes of two files.
//
// Exporters rename objects, weld and sort vertices and reorder triangles. Objects are matched by name, number of
// triangles and position. Their vertices are matched corner by corner if the triangles have the same order, else by
// position in one pose. A match by position finds several candidates along seams and near rounded positions. The
// distance to the candidate that stays nearest at all times counts, so that motion is compared, not shape.

enum { CLI_MESH_CANDIDATES = 8 }; // enough for both sides of a seam and of a thin surface, and neighbours

/// The vertices of the other file that may be the same as one vertex. SINEW_NONE ends the list.
typedef struct cli_mesh_candidates {
    int32_t vertex[CLI_MESH_CANDIDATES];
    float farthest[CLI_MESH_CANDIDATES]; ///< largest distance in cm at any time so far
} cli_mesh_candidates;

/// The meshes of one object in the two files.
typedef struct cli_mesh_pair {
    const char *name;                ///< name in the first file
    int32_t first[2];                ///< index of the object's first mesh in each file; its other meshes follow
    int64_t triangles[2];            ///< in each file; if they differ, positions are not compared
    int32_t vertices[2];             ///< number of vertices of all meshes of the object, in each file
    cli_mesh_candidates *matches[2]; ///< [vertices] of each file, if vertices are matched by position; NULL: corner by
                                     ///< corner
    double cm, time;                 ///< largest distance of a vertex so far, and its time in seconds
} cli_mesh_pair;

/// The objects of two files. A zeroed struct has none.
typedef struct cli_mesh_pairs {
    cli_mesh_pair *items; ///< [count]
    size_t count;
    uint8_t *only_in[2]; ///< [mesh_count] of each file: 1 for the first mesh of an object that has no match
    double misfit;       ///< largest distance of matched vertices, as a fraction of their object's size
    double *points[2];   ///< scratch memory: positions in cm of an object's corners or vertices
} cli_mesh_pairs;

/// Matches the objects and vertices of two posed sides. Returns 0 when out of memory. Free *pairs in both cases.
int cli_mesh_pairs_init(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b);
void cli_mesh_pairs_free(cli_mesh_pairs *pairs);

/// Measures the distances of matched vertices of two posed sides, and updates the pairs.
void cli_mesh_pairs_measure(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b, double time);

/// Returns whether all objects have a match with the same number of triangles, and no vertex distance exceeds `cm`.
int cli_meshes_are_equal(const cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b, double cm);

// Materials with equal names are compared by factors, images, and the objects that use them.

enum { CLI_MAX_MATERIAL_TEXTS = 64 }; // largest number of differences that are listed

typedef struct cli_material_differences {
    sinew__arena memory;
    const char *texts[CLI_MAX_MATERIAL_TEXTS]; ///< one line each
    size_t different;                          ///< number of differences, including those that are not listed
    size_t compared;                           ///< number of pairs of materials
} cli_material_differences;

/// Compares the materials of two models. Images are equal if their contents are equal; missing images are equal if
/// their paths are equal. Returns 0 when out of memory. Free *out even after a failure.
int cli_compare_materials(const char *const paths[2], const sinew_model *const models[2], const char *texture_path,
                          cli_material_differences *out);
void cli_material_differences_free(cli_material_differences *differences);

void cli_put_materials_text(const cli_material_differences *differences, sinew__buffer *out);

/// Puts the member `materials`; null if materials were not compared.
void cli_put_materials_json(const cli_material_differences *differences, sinew__json_writer *json);

// ---- report --------------------------------------------------------------------------------------------------------
// Output of `diff` as text and as `sinew.diff/1`.

enum { CLI_MAX_KEY_CHANGES = 3 }; // if more joints of a clip differ, their changed keys are not counted

/// The changed keys of a joint.
typedef struct cli_key_change {
    int32_t keys;         ///< number of changed keys; 0: only values between keys differ
    cli_joint_spot worst; ///< the largest difference at a key, relative to the parent
} cli_key_change;

/// The differences in one pair of clips.
typedef struct cli_clip_difference {
    int32_t clips[2]; ///< SINEW_NONE: the rest poses
    size_t time_count;
    cli_difference of_sides[SINEW_ENGINE_COUNT]; ///< [side_count] differences from the first side, whose own entry is
                                                 ///< unused
    cli_difference between[SINEW_ENGINE_COUNT];  ///< [side_count] differences at times between those of `of_sides`;
                                                 ///< used if `has_between`
    int has_between;                             ///< whether engines are compared and one of them plays baked clips
    double rate;                                 ///< frame rate of the baked clips, if their frames are the compared
                                                 ///< times; 0: the times are the file's
    double tempo; ///< factor from times of the first clip to times of the second, if the clips are equal except for the
                  ///< speed; else 0
    int32_t changed_joints, change_count;        ///< number of joints with different local transforms; number of
                                                 ///< `changes`, 0 if more than CLI_MAX_KEY_CHANGES joints differ
    cli_key_change changes[CLI_MAX_KEY_CHANGES]; ///< [change_count] the changed keys of each joint
} cli_clip_difference;

/// The results of a comparison.
typedef struct cli_diff_report {
    const cli_diff_side *sides; ///< [side_count]; all sides are compared with the first
    size_t side_count;          ///< two files, or two or more engines on one file
    int of_engines;
    const cli_clip_pairs *clips;
    const cli_clip_difference *differences; ///< [clips->count]
    const cli_mesh_pairs *meshes;           ///< NULL: meshes were not compared
    cli_tolerance tolerance;
    int32_t joint_count;       ///< number of joint pairs that were compared
    const int32_t *matches[2]; ///< [joints.count] of the first two sides: the matching joint of the other side, or
                               ///< SINEW_NONE
    const uint8_t *chosen[2];  ///< [joints.count] whether a joint was selected
    int lacks_joint;           ///< a selected joint has no match
    const cli_material_differences *materials; ///< NULL: materials were not compared
    const uint8_t *renamed; ///< [joints.count] of the first side: joints that match a joint of another name
    int only_different;     ///< do not print equal results
    int has_other_clip;     ///< the clip of the second file was selected, whatever its name
    int in_folder;          ///< the report is part of a comparison of directories. That comparison names the kinds of
                            ///< data that are not compared once, for all files
} cli_diff_report;

/// Returns whether all sides equal the first, and neither file has something that the other lacks.
int cli_diff_all_equal(const cli_diff_report *report);

/// cli_leaves_out_meshes returns whether both files have meshes that are not compared, cli_leaves_out_materials whether
/// both have materials that are not compared.
int cli_leaves_out_meshes(const cli_diff_report *report);
int cli_leaves_out_materials(const cli_diff_report *report);

/// Puts a line that names the kinds of data that are not compared; nothing if all are.
void cli_put_not_compared(int meshes, int materials, sinew__buffer *out);

void cli_put_diff_text(const cli_diff_report *report, sinew__buffer *out);

/// Puts the object of one comparison into an array, or as the whole document if `json` is empty.
void cli_put_diff_json(const cli_diff_report *report, sinew__json_writer *json);

/// Puts a test case for each pair of clips, and for each mesh, clip and joint that differs or has no match.
void cli_put_diff_cases(const cli_diff_report *report, cli_test_cases *cases, sinew__buffer *out);

// ---- comparisons ---------------------------------------------------------------------------------------------------

/// The options of a comparison.
typedef struct cli_diff_options {
    const char *clip;                         ///< NULL: all clips
    const char *other_clip;                   ///< clip of the second file, whatever its name; NULL: the clip that
                                              ///< matches `clip`
    cli_texts joints;                         ///< none: all joints
    sinew_engine engines[SINEW_ENGINE_COUNT]; ///< [engine_count]; only one if two files are compared
    size_t engine_count;
    cli_tolerance tolerance; ///< negative cm: CLI_DIFF_SHARE of the size of the first file's character
    int only_different;      ///< do not print equal results
    int meshes;              ///< also compare the meshes of two files
    int materials;           ///< also compare their materials
    cli_format format;       ///< text, JSON, or a format of test_cases.h
} cli_diff_options;

/// The state of a comparison and, after cli_diff_run, its result.
typedef struct cli_diff_job {
    const cli_context *context;
    const cli_diff_options *options;
    const char *paths[2];
    size_t file_count;
    cli_tolerance tolerance;
    sinew_model *loaded[2];                  ///< [file_count] models to destroy; NULL: the models belong to the caller
    const sinew_model *models[2];            ///< one per file
    cli_diff_side sides[SINEW_ENGINE_COUNT]; ///< [side_count]
    size_t side_count;
    sinew__joint_pairs joint_pairs; ///< pairs of joints of the first two sides; engines share one model, so these pairs
                                    ///< apply to all sides
    uint8_t *chosen[2];             ///< joints of the first two sides that --joints selects
    uint8_t *renamed;               ///< memory of report.renamed
    cli_clip_pairs clips;
    cli_mesh_pairs meshes;
    cli_material_differences materials;
    cli_clip_difference *differences; ///< [clips.count]
    cli_diff_report report;
} cli_diff_job;

/// Compares the files `paths` [file_count]; if there is only one file, compares the engines of the options on it.
/// Returns 0 with job->report set, or the exit code after printing the error. Free *job in both cases.
int cli_diff_run(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                 size_t file_count, cli_diff_job *job);
void cli_diff_job_free(cli_diff_job *job);

/// Prepares two loaded models for cli_diff_distance; the joints, axes and tolerance are chosen as in cli_diff_run.
/// `clips` [2] are compared. Returns 0, or the exit code after printing the error. Free *job in both cases.
int cli_diff_begin(const cli_context *context, const cli_diff_options *options, const char *const *paths,
                   const sinew_model *const models[2], const int32_t clips[2], cli_diff_job *job);

/// Finds the largest distance of a joint in cm between the first clip at times[0] and the second clip at times[1], in
/// seconds from the clips' starts. 0 if no joints match.
SINEW_NODISCARD sinew_result cli_diff_distance(cli_diff_job *job, const double times[2], double *out_cm,
                                               sinew_error *out_error);

// Explanations of differences (diff_review.c). Functions return 0, or the exit code after printing the error.

/// Pairs joints of different names without a match, if parent, rest pose and number of children agree and no third
/// joint fits.
int cli_pair_renamed_joints(cli_diff_job *job);

/// Pairs clips of different names without a match, if their poses are equal.
int cli_pair_renamed_clips(cli_diff_job *job);

/// Finds out whether two different clips differ only in tempo; if not, finds the changed keys and their joints.
int cli_review_clip(cli_diff_job *job, cli_clip_difference *of);

/// Returns whether a joint's parent differs from its match's parent. Returns 0 if one of the two parents exists but has
/// no match, because formats add roots and wrappers.
int cli_is_reparented(const cli_diff_report *report, int32_t id);

/// Compares files with equal paths below the directories `paths` [2], ignoring extensions, and prints the results.
/// Returns the exit code: 0 if all are equal, 1 if a file differs or exists in one directory only, 7 if some could not
/// be compared.
int cli_diff_folders(const cli_context *context, const cli_diff_options *options, const char *const *paths);

extern const char cli_diff_title[]; ///< title of the test cases

#endif
