/// The state of one FBX export: the tree of records, and tables.
///
/// Every joint has an *out stack*, the transform stack that the file has for it: the author's in a faithful file, plain
/// T · R · S in a portable one. If the file has other axes than the model, the stacks of the roots include the rotation
/// between them.
#ifndef SINEW_AUTHOR_EXPORT_FBX_FBX_WRITER_H
#define SINEW_AUTHOR_EXPORT_FBX_FBX_WRITER_H

#include "author/export/export_note.h"
#include "author/export/glb/clip_times.h"
#include "author/export/glb/clip_tolerance.h"
#include "fbx/fbx_record.h"

/// A clip in the file. The functions in fbx_clips.c fill it.
typedef struct fbx_placed_clip {
    int64_t layer; ///< the id of the base layer; 0: the clip is not in the file
    int64_t shift; ///< ticks added to all times of the clip
    int is_kept;   ///< whether the clip is the author's, with the author's curves of custom properties
} fbx_placed_clip;

typedef struct fbx_writer {
    const sinew_model *model;
    const sinew_export_options *options;
    sinew__arena memory; ///< holds the records and everything that they refer to
    glb_scene scene;     ///< for sampling and fitting with the functions of the glTF export; also has the model,
                         ///< options, unit and deadline
    fbx_record *objects; ///< record of all objects
    fbx_record *connections;
    int32_t class_counts[FBX_CLASS_COUNT];
    int64_t last_id;
    int is_portable;
    int is_text;                   ///< whether the file is ASCII
    double length;                 ///< factor of lengths from the model's unit to the file's
    sinew_quat axes;               ///< rotation from the model's axes to the file's
    int turns_axes;                ///< whether `axes` is not the identity
    int64_t *joint_id;             ///< [joint_count] id of the joint's model; 0: the scene
    fbx_record **properties;       ///< [joint_count] list of properties of the joint's model
    fbx_placed_clip *placed;       ///< [clip_count]
    int64_t *morph_id;             ///< [morph_count] id of the morph's channel, the first one if the morph is split; 0:
                                   ///< not written
    int64_t *shape_channel;        ///< [shape_count] id of the shape's channel; in faithful files shapes may share one
    sinew_transform_stack *stacks; ///< [joint_count] out stacks, in the file's units
    uint8_t *is_product; ///< [joint_count] whether a joint's global transform is only a product of matrices, whatever
                         ///< its inherit type
    int64_t *lens_id;    ///< [joint_count] id of the attribute of the joint's camera, or 0
    int64_t *video_id, *material_id; ///< [texture_count], [material_count] ids; 0: not written yet
    const char **video_path;         ///< [texture_count] the path that was written for the image
    const char **video_name;         ///< [texture_count] name of the author's video object; NULL: unknown
    const char **shape_name;         ///< [shape_count] name of the author's geometry; NULL: unknown
    size_t image_bytes;              ///< bytes of images in the file, at most GLB_MAX_DATA
    sinew_affine *rest_globals;      ///< [joint_count]
    sinew_affine *binds;             ///< [joint_count] global transforms when meshes were bound; only valid if has_bind
                                     ///< is set
    uint8_t *has_bind;               ///< [joint_count]
    uint8_t *leaves_rest;            ///< [joint_count] whether a key of a portable file has another translation than
                                     ///< the rest pose
    int64_t computed_keys;           ///< number of the author's keys with computed tangents
    int64_t other_curves;            ///< number of curves of properties that the model does not contain
    int64_t shift;                   ///< shift of the clip being written, ticks
    uint8_t *holds_mesh;             ///< [joint_count] whether a mesh of the file is on the joint's own model
    size_t (*deflate)(void *out, const void *bytes, size_t size); ///< compression function of the options; NULL for an
                                                                  ///< ASCII file
    struct fbx_names *names; ///< used names in a portable file; NULL: names need not be unique
} fbx_writer;

// ---- records ------------------------------------------------------------------------------------------------------
// Out of memory is reported by writer->memory.failed.

/// Appends an object and returns its record; *out_id is its new id. `name` is copied.
fbx_record *sinew__fbx_put_object(fbx_writer *writer, fbx_class kind, const char *name, const char *subclass,
                                  int64_t *out_id);

/// Appends a record; the types of its values are in the table of the format. Does nothing if `parent` is NULL.
fbx_record *sinew__fbx_put(fbx_writer *writer, fbx_record *parent, fbx_record_name name, ...);

/// Compresses an array in the state FBX_ARRAY_DECODED, if the file is compressed and the array gets smaller.
void sinew__fbx_pack_array(fbx_writer *writer, fbx_array *array);

/// Appends an array of the type in the format's table; `items` must live as long as the records.
void sinew__fbx_put_array(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const void *items,
                          size_t count);

/// Appends floats as an array of doubles, from which a reader gets the same floats. `numbers` may be freed afterwards.
void sinew__fbx_put_floats(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const float *numbers,
                           size_t count);

/// Appends the record Properties70 to an object.
fbx_record *sinew__fbx_put_properties(fbx_writer *writer, fbx_record *object);

/// Appends a property; the types of its values are in the format's table.
void sinew__fbx_put_property(fbx_writer *writer, fbx_record *properties, fbx_property_name name, ...);
void sinew__fbx_put_vector(fbx_writer *writer, fbx_record *properties, fbx_property_name name, const double value[3]);

/// Appends the up, front and right axes to the list of settings; right is up × front.
void sinew__fbx_put_axes(fbx_writer *writer, fbx_record *list);

/// Appends the frame rate of the model to the list of settings.
void sinew__fbx_put_frame_rate(fbx_writer *writer, fbx_record *list);

/// Connects object `source` to object `target`.
void sinew__fbx_put_connection(fbx_writer *writer, int64_t source, int64_t target);

/// Connects object `source` to a property of `target`.
void sinew__fbx_put_property_connection(fbx_writer *writer, int64_t source, int64_t target, fbx_property_name property);

/// Appends a custom property, a number with value 0, unless there is one of that name.
void sinew__fbx_put_custom_property(fbx_writer *writer, fbx_record *properties, const char *name);

/// Begins the curve node of a custom property. Returns its id.
int64_t sinew__fbx_put_custom_node(fbx_writer *writer, const char *property, int64_t layer, int64_t object);

/// Connects a curve to the curve node of a custom property.
void sinew__fbx_put_custom_curve(fbx_writer *writer, int64_t curve, int64_t node, const char *property);

/// Appends a matrix as 16 numbers, column by column.
void sinew__fbx_put_matrix(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const sinew_affine *matrix);

// ---- parts --------------------------------------------------------------------------------------------------------

/// Chooses the out stacks. Returns 0 when out of memory.
int sinew__fbx_choose_stacks(fbx_writer *writer);

/// Whether translation, rotation and scale mean the same in the joint's out stack as in the model's stack.
int sinew__fbx_keeps_stack(const fbx_writer *writer, int32_t joint);

/// Whether the joint's scale is divided by its parent's, which must be uniform. The product of the matrices then gives
/// the joint's global transform.
int sinew__fbx_divides_scale(const fbx_writer *writer, int32_t joint);

/// Converts a joint's local transform to the file's units and axes.
void sinew__fbx_convert_local(const fbx_writer *writer, int32_t joint, sinew_transform *local);

/// Returns a global transform of the model in the file's units and axes.
sinew_affine sinew__fbx_convert_global(const fbx_writer *writer, const sinew_affine *global);

/// Limit in ticks (501 days) for the start and end of a clip, so that shifts and lengths of clips stay within 64 bits.
static const double sinew__fbx_clip_ticks = 2e18;

/// Returns a time in FBX ticks, with the shift of the clip.
int64_t sinew__fbx_ticks(const fbx_writer *writer, double seconds);

/// Converts the model's ticks to FBX ticks, with the shift of the clip. Exact if the tick rates are equal; seconds
/// would lose ticks after a day.
int64_t sinew__fbx_model_ticks(const fbx_writer *writer, int64_t ticks);

/// Computes the translation, rotation (Euler degrees in the stack's order) and scale with which the out stack gives a
/// local transform in the file's units and axes.
void sinew__fbx_solve_stack(const sinew_transform_stack *stack, const sinew_transform *local, double out[9]);

/// Writes models, their attributes and cameras.
void sinew__fbx_put_joints(fbx_writer *writer);

/// Writes a model for a mesh below a parent. Returns its id.
int64_t sinew__fbx_put_mesh_model(fbx_writer *writer, const char *name, int64_t parent, int is_hidden);

/// Notes how many bones of a portable file move although Blender connects them to their parent.
void sinew__fbx_note_tips(fbx_writer *writer);

/// Writes the meshes with materials, skins and shapes.
SINEW_NODISCARD sinew_result sinew__fbx_put_meshes(fbx_writer *writer, sinew_error *error);

/// Names of the first and second texture coordinates in all files.
extern const char *const sinew__fbx_uv_sets[2];

/// Returns the image file to embed, or no bytes. Notes images that cannot be embedded or were not found.
fbx_bytes sinew__fbx_choose_content(fbx_writer *writer, int32_t texture);

/// Writes an image, unless it was written before, with its file if `content` has bytes. Returns its id.
int64_t sinew__fbx_put_video(fbx_writer *writer, int32_t texture, fbx_bytes content);

/// Returns the id of a material; writes the material at the first call.
int64_t sinew__fbx_material(fbx_writer *writer, int32_t material);

/// Writes the pose in which meshes were bound, for the joints whose bind pose is known.
void sinew__fbx_put_bind_pose(fbx_writer *writer);

/// Writes the clips as stacks, layers and curves.
SINEW_NODISCARD sinew_result sinew__fbx_put_clips(fbx_writer *writer, const int32_t *clips, int32_t count,
                                                  sinew_error *error);

// ---- the author's document (fbx_kept.c) ---------------------------------------------------------------------------

/// Whether the file is the author's document with changes: the model contains it, the options ask for no other form,
/// and edits changed only clips and names. If an edit prevents that, a note says which one.
int sinew__fbx_keeps_document(const fbx_writer *writer);

/// Changes the records of the document below `root` where the model was edited or an option requires it.
/// *out_is_written is 0, after a note, if the records cannot be changed as needed; then nothing was changed.
SINEW_NODISCARD sinew_result sinew__fbx_put_kept(fbx_writer *writer, fbx_record *root, const int32_t *clips,
                                                 int32_t count, int *out_is_written, sinew_error *error);

/// Copies the author's curves of focal lengths into the clips of a binary file that is not the author's document.
SINEW_NODISCARD sinew_result sinew__fbx_put_lens_curves(fbx_writer *writer, const int32_t *clips, int32_t count,
                                                        sinew_error *error);

// ---- names (fbx_names.c) ------------------------------------------------------------------------------------------

/// Chooses the names of the joints, `out` [joint_count]: the author's; in portable files, duplicates get numbers.
/// Returns 0 when out of memory.
int sinew__fbx_name_joints(fbx_writer *writer, const char **out);

/// Returns the name of a model that is not a joint's: `name`, in portable files with a number if it is used. Call it at
/// most once for each mesh and camera.
const char *sinew__fbx_claim_name(fbx_writer *writer, const char *name);

/// Finds the names of the author's videos and shapes, if the model contains the source's records. Blender names images
/// and shape keys after them. Returns 0 when out of memory.
int sinew__fbx_find_author_names(fbx_writer *writer);

// ---- events (fbx_events.c) ----------------------------------------------------------------------------------------

/// Writes the events of the file's clips as animated custom properties. Call it after the joints and clips. Returns the
/// number of events that are left out.
int32_t sinew__fbx_put_events(fbx_writer *writer);

// ---- meshes (fbx_meshes.c, fbx_skins.c) ---------------------------------------------------------------------------

/// A mesh in the file. Vertices that share one of the author's control points are one point.
typedef struct fbx_mesh {
    const sinew_mesh *mesh;
    int32_t index;           ///< index of the mesh in the model
    int64_t model, geometry; ///< ids of the model and the geometry
    int32_t *point_of;       ///< [vertex_count] point of each vertex
    int32_t *vertex_of;      ///< [point_count] one of the vertices of each point
    int32_t point_count;
    sinew_affine to_joint; ///< transform from the model's vertices to the file's; for a rigid mesh, its transform
                           ///< relative to its joint
} fbx_mesh;

/// Writes the skin of a mesh.
void sinew__fbx_put_skin(fbx_writer *writer, const fbx_mesh *mesh);

/// Writes the morphs of a mesh as shapes.
void sinew__fbx_put_shapes(fbx_writer *writer, const fbx_mesh *mesh);

// ---- curves (fbx_curves.c) ----------------------------------------------------------------------------------------

/// A key to write. Slopes are values per second. The left slope belongs to the next key: it ends the segment that
/// begins here.
typedef struct fbx_out_key {
    int64_t ticks;
    double value;
    uint32_t flags;
    float right, next_left;
    uint16_t right_weight, next_left_weight; ///< weights of the tangents; FBX_WEIGHT_THIRD if the flags say that they
                                             ///< are not used
} fbx_out_key;

/// How a curve continues outside its keys.
typedef struct fbx_out_ends {
    fbx_extrapolation before, after;
    int32_t before_count, after_count; ///< number of repetitions; negative: endless
} fbx_out_ends;

/// Returns a slope times `scale` as the float to store. The reader makes a handle of `length` seconds from it. The
/// float is chosen so that writing the imported file again gives the same float.
float sinew__fbx_slope(double slope, double length, double scale);

/// Whether the slopes on both sides of a key differ by more than rounding.
int sinew__fbx_is_broken(float left, float right);

/// Appends keys, at least one, as a curve. Returns its id.
int64_t sinew__fbx_put_keys(fbx_writer *writer, const fbx_out_key *keys, size_t count, const fbx_out_ends *ends);

/// Appends an author's curve with its values multiplied by `scale`. Returns its id.
int64_t sinew__fbx_put_author_curve(fbx_writer *writer, const sinew_curve *curve, double scale);

/// Begins the curve node of a property. `component` is the first of its `count` components, which are consecutive in
/// the format's table. Returns its id.
int64_t sinew__fbx_put_curve_node(fbx_writer *writer, const char *name, fbx_property_name component,
                                  const double *values, int count, int64_t layer, int64_t object,
                                  fbx_property_name property);

// ---- curves that the writer makes (fbx_sampled.c) -----------------------------------------------------------------
// Portable files get one key per frame; other files get keys fitted to motion for which the model has no author's
// curves.

/// The state while a clip is sampled.
typedef struct fbx_clip_sampler {
    fbx_writer *writer;
    glb_sampler sampler;
    sinew__clip_tolerance tolerance;
    int64_t budget;    ///< samples that fitting may still add
    double planned;    ///< key values that the frames of a portable file will have, without steps
    double values;     ///< key values written so far
    double frame_step; ///< largest interval of keys in the clip that a note has named so far, in frames; 0: each frame
                       ///< has a key
    int64_t layer;     ///< id of the layer that gets the curves
    double start, duration;
    int is_coarse; ///< whether fitting would have needed more samples
    // the joint or morph being sampled:
    int32_t item;
    int is_morph;
    int has_channels; ///< whether the author's channels give its translation, rotation and scale
    sinew__arena memory;
} fbx_clip_sampler;

/// Bits of the parts of a joint for which curves are made, in the order of sinew_track_path.
enum { FBX_SAMPLES_ALL = 7 };

/// Adds the key values of a joint's or morph's frames to `planned`; `motion` is its index in the sampler's `motions`.
/// Call it for all joints and morphs before the first of them is written. SINEW_ERROR_LIMIT if a portable file would
/// have too many key values.
SINEW_NODISCARD sinew_result sinew__fbx_count_frames(fbx_clip_sampler *clip, int32_t motion, sinew_error *error);

/// Writes curves for the parts of a joint's translation, rotation and scale in `parts`.
SINEW_NODISCARD sinew_result sinew__fbx_put_sampled_joint(fbx_clip_sampler *clip, int32_t joint, uint32_t parts,
                                                          sinew_error *error);

/// Writes curves for the weight of a morph.
SINEW_NODISCARD sinew_result sinew__fbx_put_sampled_morph(fbx_clip_sampler *clip, int32_t morph, sinew_error *error);

#endif
