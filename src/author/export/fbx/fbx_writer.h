/// The state of one FBX export: the tree of records, and the tables that its parts use.
///
/// Every joint has an *out stack*, the transform stack that the file has for it: the author's in a faithful file, plain
/// T · R · S in a portable one. If the axes change, the stacks of the roots include that rotation.
#ifndef SINEW_AUTHOR_EXPORT_FBX_FBX_WRITER_H
#define SINEW_AUTHOR_EXPORT_FBX_FBX_WRITER_H

#include "author/export/export_note.h"
#include "author/export/glb/clip_times.h"
#include "author/export/glb/clip_tolerance.h"
#include "fbx/fbx_record.h"

/// A clip in the file.
typedef struct fbx_placed_clip {
    int64_t layer; ///< the id of the base layer; 0: the clip is not in the file
    int64_t shift; ///< ticks added to all times of the clip
    int is_kept;   ///< the clip is the author's, with the curves of the author's custom properties
} fbx_placed_clip;

typedef struct fbx_writer {
    const sinew_model *model;
    const sinew_export_options *options;
    sinew__arena memory; ///< of the records and everything that they refer to
    glb_scene scene;     ///< for sampling and fitting, which the glb exporter shares: model, options, unit, deadline
    fbx_record *objects; ///< all objects
    fbx_record *connections;
    int32_t class_counts[FBX_CLASS_COUNT];
    int64_t last_id;
    int is_portable;
    int is_text;                   ///< the file is ASCII
    double length;                 ///< factor of lengths from the model's unit to the file's
    sinew_quat axes;               ///< rotates the model's axes to the file's
    int turns_axes;                ///< `axes` is not the identity
    int64_t *joint_id;             ///< [joint_count] of its model; 0: the scene
    fbx_record **properties;       ///< [joint_count] the list of properties of its model
    fbx_placed_clip *placed;       ///< [clip_count]
    int64_t *morph_id;             ///< [morph_count] of its channel, the first one if it is split; 0: not written
    int64_t *shape_channel;        ///< [shape_count] of the channel that has the shape, several in faithful files
    sinew_transform_stack *stacks; ///< [joint_count] out stacks, in the file's units
    uint8_t *is_product; ///< [joint_count] nothing but the product of matrices reaches the joint, whatever its type
    int64_t *lens_id;    ///< [joint_count] of the attribute of its camera, or 0
    int64_t *video_id, *material_id; ///< [texture_count], [material_count] 0: not written yet
    const char **video_path;         ///< [texture_count] the path in the file of images that were written
    const char **video_name;         ///< [texture_count] of the author's video object; NULL: not known
    const char **shape_name;         ///< [shape_count] of the author's geometry; NULL: not known
    size_t image_bytes;              ///< of images in the file, at most GLB_MAX_DATA
    sinew_affine *rest_globals;      ///< [joint_count]
    sinew_affine *binds;             ///< [joint_count] globals when meshes were bound, if has_bind
    uint8_t *has_bind;               ///< [joint_count]
    uint8_t *leaves_rest;            ///< [joint_count] a key of a portable file has another translation than the rest
    int64_t computed_keys;           ///< keys of the author's whose tangents were computed
    int64_t other_curves;            ///< of properties that the model does not hold
    int64_t shift;                   ///< of the clip that is being written
    uint8_t *holds_mesh;             ///< [joint_count] a mesh of the file is on the joint
    size_t (*deflate)(void *out, const void *bytes, size_t size); ///< as in the options; NULL in a text
    struct fbx_names *names; ///< those that are taken in a portable file; NULL: names need not be unique
} fbx_writer;

// ---- records ------------------------------------------------------------------------------------------------------
// Memory that is missing shows in writer->memory.failed.

/// Appends an object and returns its record; *out_id is its new id. `name` is copied.
fbx_record *sinew__fbx_put_object(fbx_writer *writer, fbx_class kind, const char *name, const char *subclass,
                                  int64_t *out_id);

/// Appends a record; its values are of the types that the format's table says. Does nothing for a NULL parent.
fbx_record *sinew__fbx_put(fbx_writer *writer, fbx_record *parent, fbx_record_name name, ...);

/// Compresses an array that is FBX_ARRAY_DECODED, if the writer compresses and that makes it smaller.
void sinew__fbx_pack_array(fbx_writer *writer, fbx_array *array);

/// Appends an array of the type that the table says; `items` must live as long as the records.
void sinew__fbx_put_array(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const void *items,
                          size_t count);

/// Appends floats as an array of doubles; a reader gets the same floats. `numbers` may be freed.
void sinew__fbx_put_floats(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const float *numbers,
                           size_t count);

/// Appends the record Properties70.
fbx_record *sinew__fbx_put_properties(fbx_writer *writer, fbx_record *object);

/// Appends a property; its values are of the types that the format's table says.
void sinew__fbx_put_property(fbx_writer *writer, fbx_record *properties, fbx_property_name name, ...);
void sinew__fbx_put_vector(fbx_writer *writer, fbx_record *properties, fbx_property_name name, const double value[3]);

/// Appends the up, front and right axes to the list of settings; right is up × front.
void sinew__fbx_put_axes(fbx_writer *writer, fbx_record *list);

/// Appends the frame rate of the model to the list of settings.
void sinew__fbx_put_frame_rate(fbx_writer *writer, fbx_record *list);

/// Connects objects.
void sinew__fbx_put_connection(fbx_writer *writer, int64_t source, int64_t target);

/// Connects `source` to a property of `target`, which it drives.
void sinew__fbx_put_property_connection(fbx_writer *writer, int64_t source, int64_t target, fbx_property_name property);

/// Appends a property that the author has added, a number that is 0, unless there is one of that name.
void sinew__fbx_put_custom_property(fbx_writer *writer, fbx_record *properties, const char *name);

/// Begins the curve node of such a property. Returns its id.
int64_t sinew__fbx_put_custom_node(fbx_writer *writer, const char *property, int64_t layer, int64_t object);

/// Connects a curve to the curve node of such a property.
void sinew__fbx_put_custom_curve(fbx_writer *writer, int64_t curve, int64_t node, const char *property);

/// A matrix of 16 numbers, column by column.
void sinew__fbx_put_matrix(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const sinew_affine *matrix);

// ---- parts --------------------------------------------------------------------------------------------------------

/// Chooses the out stacks. Returns 0 when out of memory.
int sinew__fbx_choose_stacks(fbx_writer *writer);

/// Whether translation, rotation and scale mean the same in the joint's out stack as in the model's stack.
int sinew__fbx_keeps_stack(const fbx_writer *writer, int32_t joint);

/// Whether the joint's scale is divided by its parent's, which is the same along all axes: the
/// product of matrices then gives the joint's global.
int sinew__fbx_divides_scale(const fbx_writer *writer, int32_t joint);

/// The local transform of a joint in the file's units and axes.
void sinew__fbx_convert_local(const fbx_writer *writer, int32_t joint, sinew_transform *local);

/// A global of the model in the file's units and axes.
sinew_affine sinew__fbx_convert_global(const fbx_writer *writer, const sinew_affine *global);

/// How far from 0 a clip may begin and end, in ticks: 501 days. Shifts and lengths of clips then stay within 64 bits.
static const double sinew__fbx_clip_ticks = 2e18;

/// The time in ticks of FBX, shifted.
int64_t sinew__fbx_ticks(const fbx_writer *writer, double seconds);

/// Converts ticks of the model to ticks of FBX, shifted. Equal ticks stay exact; seconds lose ticks after a day.
int64_t sinew__fbx_model_ticks(const fbx_writer *writer, int64_t ticks);

/// Finds the translation, rotation (Euler degrees in the stack's order) and scale that give the out stack a local
/// transform in the file's units and axes.
void sinew__fbx_solve_stack(const sinew_transform_stack *stack, const sinew_transform *local, double out[9]);

/// Writes models, their attributes and cameras.
void sinew__fbx_put_joints(fbx_writer *writer);

/// Writes a model for a mesh below a parent. Returns its id.
int64_t sinew__fbx_put_mesh_model(fbx_writer *writer, const char *name, int64_t parent, int is_hidden);

/// Says in a note how many bones of a portable file move where Blender connects them to the bone above.
void sinew__fbx_note_tips(fbx_writer *writer);

/// Writes the meshes with materials, skins and shapes.
SINEW_NODISCARD sinew_result sinew__fbx_put_meshes(fbx_writer *writer, sinew_error *error);

/// Names of the first and the second texture coordinates of all meshes.
extern const char *const sinew__fbx_uv_sets[2];

/// Returns the image file to embed, or no bytes. Notes images that could not be embedded or were not found.
fbx_bytes sinew__fbx_choose_content(fbx_writer *writer, int32_t texture);

/// Writes an image once, with its file if `content` has bytes. Returns its id.
int64_t sinew__fbx_put_video(fbx_writer *writer, int32_t texture, fbx_bytes content);

/// Returns the id of a material, which is written when it is first asked for.
int64_t sinew__fbx_material(fbx_writer *writer, int32_t material);

/// Writes the pose in which meshes were bound, for the joints whose bind is known.
void sinew__fbx_put_bind_pose(fbx_writer *writer);

/// Writes the clips as stacks, layers and curves.
SINEW_NODISCARD sinew_result sinew__fbx_put_clips(fbx_writer *writer, const int32_t *clips, int32_t count,
                                                  sinew_error *error);

// ---- the author's document (fbx_kept.c) ---------------------------------------------------------------------------

/// Whether the file is the author's document with changes: the model has it, the options ask for no other form, and no
/// edit has changed more than clips and names. A note says what an edit has made impossible.
int sinew__fbx_keeps_document(const fbx_writer *writer);

/// Changes the records of the document below `root` where the model was edited or an option requires it.
/// *out_is_written is 0 after a note if the records cannot be changed in that way; then nothing was done.
SINEW_NODISCARD sinew_result sinew__fbx_put_kept(fbx_writer *writer, fbx_record *root, const int32_t *clips,
                                                 int32_t count, int *out_is_written, sinew_error *error);

/// Copies the author's curves of focal lengths into the clips of a binary file that is written anew.
SINEW_NODISCARD sinew_result sinew__fbx_put_lens_curves(fbx_writer *writer, const int32_t *clips, int32_t count,
                                                        sinew_error *error);

// ---- names (fbx_names.c) ------------------------------------------------------------------------------------------

/// Chooses the names of the joints: the author's; in portable files, duplicates get numbers. `out` is
/// [joint_count]. Returns 0 when out of memory.
int sinew__fbx_name_joints(fbx_writer *writer, const char **out);

/// The name of another model, once for each mesh and camera at most: `name`, in a portable file with a number if it is
/// taken.
const char *sinew__fbx_claim_name(fbx_writer *writer, const char *name);

/// Finds the names of the author's videos and shapes, by which Blender names images and shape keys, if the model has
/// the source's records. Returns 0 when out of memory.
int sinew__fbx_find_author_names(fbx_writer *writer);

// ---- events (fbx_events.c) ----------------------------------------------------------------------------------------

/// Writes the events of the clips that are in the file as animated custom properties, once the joints and clips are
/// there. Returns how many are left out.
int32_t sinew__fbx_put_events(fbx_writer *writer);

// ---- meshes (fbx_meshes.c, fbx_skins.c) ---------------------------------------------------------------------------

/// A mesh as the file has it: vertices that share a control point of the author's are one point.
typedef struct fbx_mesh {
    const sinew_mesh *mesh;
    int32_t index;           ///< in the model
    int64_t model, geometry; ///< ids
    int32_t *point_of;       ///< [vertex_count]
    int32_t *vertex_of;      ///< [point_count] one of the vertices of each
    int32_t point_count;
    sinew_affine to_joint; ///< from the model's vertices to the file's: for a rigid mesh, its transform on the joint
} fbx_mesh;

/// Writes the skin of a mesh.
void sinew__fbx_put_skin(fbx_writer *writer, const fbx_mesh *mesh);

/// Writes the morphs of a mesh as shapes.
void sinew__fbx_put_shapes(fbx_writer *writer, const fbx_mesh *mesh);

// ---- curves (fbx_curves.c) ----------------------------------------------------------------------------------------

/// A key to be written. Slopes are values per second; the left one ends the segment that begins at this key.
typedef struct fbx_out_key {
    int64_t ticks;
    double value;
    uint32_t flags;
    float right, next_left;
    uint16_t right_weight, next_left_weight; ///< FBX_WEIGHT_THIRD without the flags of weights
} fbx_out_key;

/// How a curve continues outside its keys.
typedef struct fbx_out_ends {
    fbx_extrapolation before, after;
    int32_t before_count, after_count; ///< of repetitions; negative: endless
} fbx_out_ends;

/// A slope, times `scale`, as the file has it. The reader makes a handle of `length` seconds from it; the slope chosen
/// is one that comes again when the file that was read is written.
float sinew__fbx_slope(double slope, double length, double scale);

/// Whether the slopes on both sides of a key differ by more than rounding.
int sinew__fbx_is_broken(float left, float right);

/// Writes keys, at least one, as a curve. Returns its id.
int64_t sinew__fbx_put_keys(fbx_writer *writer, const fbx_out_key *keys, size_t count, const fbx_out_ends *ends);

/// Writes an author's curve, its values times `scale`. Returns its id.
int64_t sinew__fbx_put_author_curve(fbx_writer *writer, const sinew_curve *curve, double scale);

/// Begins the curve node of a property; `component` is the first of its `count` components, which follow each other in
/// the format's table. Returns its id.
int64_t sinew__fbx_put_curve_node(fbx_writer *writer, const char *name, fbx_property_name component,
                                  const double *values, int count, int64_t layer, int64_t object,
                                  fbx_property_name property);

// ---- curves that the writer makes (fbx_sampled.c) -----------------------------------------------------------------
// One key per frame in portable files; else keys fitted to motion for which the model has no author's curves.

/// A clip that is being sampled.
typedef struct fbx_clip_sampler {
    fbx_writer *writer;
    glb_sampler sampler;
    sinew__clip_tolerance tolerance;
    int64_t budget;    ///< of samples that fitting may add
    double planned;    ///< components of keys that the frames of a portable file will have, without steps
    double values;     ///< of those that were written
    double frame_step; ///< the largest one of the clip, which a note has named; 0: each frame has a key
    int64_t layer;     ///< the id of the layer that gets the curves
    double start, duration;
    int is_coarse; ///< fitting would have needed more samples
    // of the joint or morph being sampled:
    int32_t item;
    int is_morph;
    int has_channels; ///< the author's channels give its translation, rotation and scale
    sinew__arena memory;
} fbx_clip_sampler;

/// Parts of a joint whose curves are made: bits in the order of sinew_track_path.
enum { FBX_SAMPLES_ALL = 7 };

/// Adds the frames of a joint or morph (as the sampler's `motions` count them) to those that are planned, before any is
/// written. SINEW_ERROR_LIMIT: a portable file would have too many.
SINEW_NODISCARD sinew_result sinew__fbx_count_frames(fbx_clip_sampler *clip, int32_t motion, sinew_error *error);

/// Writes parts of translation, rotation and scale of a joint.
SINEW_NODISCARD sinew_result sinew__fbx_put_sampled_joint(fbx_clip_sampler *clip, int32_t joint, uint32_t parts,
                                                          sinew_error *error);

/// Writes the weight of a morph.
SINEW_NODISCARD sinew_result sinew__fbx_put_sampled_morph(fbx_clip_sampler *clip, int32_t morph, sinew_error *error);

#endif
