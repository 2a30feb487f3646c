/// Exports models, clips and poses to other formats.
///
///     uint8_t *bytes;
///     size_t size;
///     const sinew_export_options options = {.fps = 30}; // one key per frame
///     if (sinew_export(model, "glb", &options, &bytes, &size, &error) != SINEW_OK) puts(error.message);
///     else printf("%zu bytes\n", size);
///     sinew_free(bytes);
#ifndef SINEW_EXPORT_H
#define SINEW_EXPORT_H

#include <stdbool.h>

#include "sinew/image.h"
#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The image file of a texture.
typedef struct sinew_export_image {
    const void *bytes; ///< NULL: none
    size_t size;       ///< size of `bytes`. If `bytes` is NULL: the size of a file that is too large to read, or 0 if
                       ///< the file is missing
    const char *path;  ///< path in the exported file, as it is linked; NULL: the authored path
} sinew_export_image;

/// Times of one clip.
typedef struct sinew_export_times {
    int32_t clip;        ///< or SINEW_NONE: the rest pose
    const double *times; ///< [time_count] seconds from the clip's start; may be outside the clip
    int32_t time_count;
} sinew_export_times;

/// The source of the keys in an FBX file's curves.
typedef enum sinew_export_curves {
    SINEW_CURVES_FAITHFUL, ///< the author's, with tangents, layers and transform stacks: for programs with the FBX SDK
    SINEW_CURVES_PORTABLE, ///< one key per frame, linear, of plain transforms in one layer: for programs that read only
                           ///< that
} sinew_export_curves;

/// The location of the images of an FBX or glb file's textures.
typedef enum sinew_export_textures {
    SINEW_TEXTURES_AS_AUTHORED, ///< FBX: inside the file if they are inside the source, else linked; glb: inside it
    SINEW_TEXTURES_EMBEDDED,    ///< inside the file, if they are inside the source or in `images`
    SINEW_TEXTURES_LINKED,      ///< in files of their own, whose paths are in the file
} sinew_export_textures;

/// Encoders of the streams of EXT_meshopt_compression, for a smaller glb. They are libmeshoptimizer's, which this
/// library does not link: `{meshopt_encodeVertexBufferBound, meshopt_encodeVertexBuffer,
/// meshopt_encodeIndexBufferBound, meshopt_encodeIndexBuffer, meshopt_optimizeVertexCache}`, after
/// `meshopt_encodeVertexVersion(0)` and `meshopt_encodeIndexVersion(1)`. The bounds return the largest size of a
/// stream; the encoders return the size of the stream that they wrote to `out`, or 0 on failure.
typedef struct sinew_export_packer {
    size_t (*vertex_bound)(size_t count, size_t stride);
    size_t (*encode_vertices)(unsigned char *out, size_t out_size, const void *vertices, size_t count, size_t stride);
    size_t (*index_bound)(size_t index_count, size_t vertex_count);
    size_t (*encode_indices)(unsigned char *out, size_t out_size, const unsigned int *indices, size_t index_count);
    /// Writes the triangles to `out` in an order that lets neighbours share vertices: smaller, and drawn faster.
    /// Triangles of blended materials keep the author's order. NULL: all do.
    void (*order_triangles)(unsigned int *out, const unsigned int *indices, size_t index_count, size_t vertex_count);
} sinew_export_packer;

/// Options of an export. A format uses the fields that its contents need, see sinew_export_contents.
typedef struct sinew_export_options {
    int32_t clip;        ///< or SINEW_NONE: the rest pose
    const double *times; ///< [time_count] seconds from the clip's start; may be outside the clip
    int32_t time_count;
    sinew_engine engine;
    const char *source; ///< name of the model's file, for a comment in the output; NULL: no comment
    double seconds;     ///< limit of the time for writing; beyond it SINEW_ERROR_TIMED_OUT; 0: no limit

    const sinew_export_times *tables; ///< [table_count] for tables; NULL: `clip` and `times`
    int32_t table_count;
    const int32_t *clips; ///< [clip_count] for whole models; NULL: all clips with keys, or all if none has any; the
                          ///< default clip first
    int32_t clip_count;
    double max_error;  ///< of keys that are fitted, as a fraction of the character's diagonal (sinew_model_info.size);
                       ///< 0: 0.0001
    double fps;        ///< of the keys of a glb, instead of keys that are fitted, whatever the error; 0: fitted
    uint32_t in_place; ///< sinew_root_motion_part (root_motion.h): the removed parts of the clips' root motion; 0: none
    int32_t in_place_joint;            ///< the joint whose motion counts, if `in_place` is not 0
    const sinew_export_packer *packer; ///< compresses a glb; NULL: it is not compressed
    const sinew_export_image *images;  ///< [texture_count] image files of textures; NULL: none. Images that are
                                       ///< embedded in the source use its bytes
    uint32_t curves;                   ///< sinew_export_curves, for FBX
    bool only_motion;                  ///< joints and clips without meshes, for FBX
    uint32_t textures;                 ///< sinew_export_textures, for FBX and glb
    double unit_cm;                    ///< centimetres per unit of an FBX file; 0: as in the model
    char up;                           ///< the up axis of an FBX file, 'Y' or 'Z'; 0: as in the model
    /// Compresses `size` bytes of an array of a binary FBX to a zlib stream in `out`, which has room for as many.
    /// Returns the size of the stream; 0: it would not be smaller. NULL: the arrays that sinew writes are not
    /// compressed.
    size_t (*deflate)(void *out, const void *bytes, size_t size);
    /// Inflates a zlib stream of an array of the author's FBX to exactly `out_size` bytes. Returns 0 if the stream is
    /// damaged or has another size. NULL: options that change arrays of the author's document write the file anew.
    int (*inflate)(void *out, size_t out_size, const void *bytes, size_t size);
    /// Called with one printable line for each thing that the format cannot hold and that was left out or approximated.
    /// May be NULL.
    void (*note)(void *user, const char *text);
    /// Called with the pose that a format of one pose writes, to edit it (pose_edit.h): globals must be complete
    /// afterwards. A result other than SINEW_OK ends the export. May be NULL.
    sinew_result (*edit)(void *user, sinew_pose *pose, sinew_error *out_error);
    /// Called with the parts that are done, of `total`: a frame of a table or of a clip, a joint or a mesh in each clip
    /// of a whole model. May be NULL.
    void (*progress)(void *user, size_t done, size_t total);
    void *user; ///< passed to the callbacks
} sinew_export_options;

/// The contents of a file of a format.
typedef enum sinew_export_contents {
    SINEW_EXPORT_POSE,  ///< one time of one clip
    SINEW_EXPORT_TABLE, ///< any number of times of any number of clips
    SINEW_EXPORT_CLIP,  ///< one clip at evenly spaced times
    SINEW_EXPORT_MODEL, ///< meshes, materials and clips
} sinew_export_contents;

/// An export format.
typedef struct sinew_export_format {
    const char *name;        ///< "obj": the name of the format and the extension of its files
    const char *description; ///< one line of help text
    sinew_export_contents contents;
} sinew_export_format;

/// Returns the table of formats. Static storage.
SINEW_API const sinew_export_format *sinew_export_formats(int32_t *out_count);

/// Writes a model, clips or poses to memory, in the format `format` of sinew_export_formats. The caller releases
/// *out_bytes with sinew_free; it is NULL on failure. SINEW_ERROR_UNSUPPORTED for a format that does not exist,
/// SINEW_ERROR_TIMED_OUT beyond options->seconds. A format reads the options that its contents need.
///
/// **obj**: Wavefront OBJ: all deformed meshes at one time, in world space, in the file's own units and axes. There is
/// one `o` per authored object, with polygons as authored, normals and texture coordinates; each authored vertex is
/// written once. Fails with SINEW_ERROR_NO_MESH if the model has no meshes, and with SINEW_ERROR_INVALID_ARGUMENT
/// unless there is exactly one time.
///
/// **glb**: binary glTF 2.0: all meshes with skins, morph targets, materials and images, and the clips. Lengths are
/// metres and Y is up: translations and vertices are scaled and the roots rotated, so that no joint gets another scale.
/// Joints become nodes of the same name. The FBX transform stack (pivots, pre- and post-rotation) becomes translation,
/// rotation and scale; a joint that compensates an uneven scale above it becomes two nodes. Nodes that are not joints
/// of the model have `extras.sinew_added`. Curves become keys, linear or cubic splines, as few as keep every vertex
/// within `max_error`, or lines from frame to frame of a rate `fps`. With `packer` the file is compressed by
/// EXT_meshopt_compression and KHR_mesh_quantization, which readers must know; rounding of vertices and of keys is
/// also within `max_error`.
///
/// Data that glTF cannot hold gives a note: dual quaternion skinning, geometry caches, visibility, images other than
/// PNG and JPEG; so does a clip that would need more samples than its length permits (days of repeated curves).
/// SINEW_ERROR_UNSUPPORTED: a mesh has additive weights. SINEW_ERROR_NO_CURVES: the model is stripped.
/// SINEW_ERROR_LIMIT: more than 2 GB, a million keys of one joint in a clip, or 27 million of all joints in all clips.
/// SINEW_ERROR_INVALID_ARGUMENT: a stream of `packer` is not one of the extension. `times`, `clip` and `engine` are
/// ignored.
///
/// **fbx**: binary FBX 7.4, or 7.5 if the file is so large that offsets need 64 bits: the joints with the author's
/// transform stacks, kinds, inherit types and visibility, meshes with polygons, materials, skins and shapes, cameras,
/// and the clips as stacks with layers. Curves are the author's own keys, `curves` permitting; tangents that are
/// computed from their neighbours become stored ones. Motion that is not in curves (glTF, retargeted clips, `in_place`)
/// gets keys, as few as keep every vertex within `max_error`. Unit and axes are the model's unless `unit_cm` or
/// `up` is set: then translations are scaled and roots rotated.
///
/// Events are changes of custom properties, if the import makes the same events of these (events.h).
///
/// Data that the file cannot hold gives a note. A missing image also gives a note: an image to embed if its file is
/// missing or if it would bring the embedded images above 2 GB, and a linked image without a file.
/// SINEW_ERROR_NO_JOINT: the model has no joints. SINEW_ERROR_NO_CURVES: the model is stripped. SINEW_ERROR_LIMIT as
/// for glTF, for a clip that begins or ends more than 501 days from 0, and for a portable file with more than 2^27
/// keys; a clip with motion for more than a million frames has a key every few of them. `times`, `clip` and `engine`
/// are ignored.
///
/// **fbx-ascii**: the same as text, ASCII FBX 7.4.
///
/// **csv**: a table with one row per time and joint, the helper joints of the import excepted, and a row of names
/// first: clip (empty: the rest pose), time_s (from the clip's start), frame (empty without a frame rate), joint,
/// parent (empty: a root), translation_x … z, rotation_x … w and scale_x … z relative to the parent joint of the model,
/// position_x … z in world space. Units and axes are the file's. SINEW_ERROR_INVALID_ARGUMENT without times,
/// SINEW_ERROR_LIMIT for more than 2 GB.
///
/// **jsonl**: the rows of csv as one JSON object per line, with null for empty values.
///
/// **bvh**: a Biovision hierarchy: the skeleton and its poses at `times`, which are evenly spaced, in centimetres and Y
/// up. Rotations are Z · X · Y in degrees; the root, and each joint that moves relative to its parent, has positions as
/// well. Scales are not in the format: offsets give every joint the model's position. If there are several roots,
/// the root of the first bone that moves a mesh is written. SINEW_ERROR_INVALID_ARGUMENT without times,
/// SINEW_ERROR_NO_JOINT without joints.
SINEW_API SINEW_NODISCARD sinew_result sinew_export(const sinew_model *model, const char *format,
                                                    const sinew_export_options *options, uint8_t **out_bytes,
                                                    size_t *out_size, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
