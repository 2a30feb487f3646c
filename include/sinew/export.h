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
    const void *bytes; ///< NULL: no image
    /// size of `bytes`; if that is NULL, the size of a file that is too large to read, or 0 if the file is missing
    size_t size;
    const char *path; ///< path of the image in the exported file, if it is linked; NULL: the authored path
} sinew_export_image;

/// Times of one clip.
typedef struct sinew_export_times {
    int32_t clip;        ///< a clip, or SINEW_NONE: the rest pose
    const double *times; ///< [time_count] seconds from the clip's start; may be outside the clip
    int32_t time_count;
} sinew_export_times;

/// The source of the keys in an FBX file's curves.
typedef enum sinew_export_curves {
    /// the author's keys, with tangents, layers and transform stacks: for programs that use the FBX SDK
    SINEW_CURVES_FAITHFUL,
    /// one linear key per frame of plain transforms, in one layer: for other programs
    SINEW_CURVES_PORTABLE,
} sinew_export_curves;

/// The location of the images of an FBX or glb file's textures.
typedef enum sinew_export_textures {
    SINEW_TEXTURES_AS_AUTHORED, ///< FBX: as in the source, inside the file or linked; glb: inside the file
    SINEW_TEXTURES_EMBEDDED,    ///< inside the file, if the image is inside the source or in `images`
    SINEW_TEXTURES_LINKED,      ///< in separate files, whose paths are in the file
} sinew_export_textures;

/// Encoders of the streams of EXT_meshopt_compression, for a smaller glb. Set them to functions of libmeshoptimizer,
/// which this library does not link: `{meshopt_encodeVertexBufferBound, meshopt_encodeVertexBuffer,
/// meshopt_encodeIndexBufferBound, meshopt_encodeIndexBuffer, meshopt_optimizeVertexCache}`, after calling
/// `meshopt_encodeVertexVersion(0)` and `meshopt_encodeIndexVersion(1)`. The bounds return the largest size of a
/// stream; the encoders return the size of the stream that they wrote to `out`, or 0 on failure.
typedef struct sinew_export_packer {
    size_t (*vertex_bound)(size_t count, size_t stride);
    size_t (*encode_vertices)(unsigned char *out, size_t out_size, const void *vertices, size_t count, size_t stride);
    size_t (*index_bound)(size_t index_count, size_t vertex_count);
    size_t (*encode_indices)(unsigned char *out, size_t out_size, const unsigned int *indices, size_t index_count);
    /// Writes the triangles to `out` in an order that lets neighbours share vertices: the file is smaller and drawn
    /// faster. Triangles of blended materials keep the author's order. NULL: all triangles keep it.
    void (*order_triangles)(unsigned int *out, const unsigned int *indices, size_t index_count, size_t vertex_count);
} sinew_export_packer;

/// Options of an export. A format uses the fields that its contents need, see sinew_export_contents.
typedef struct sinew_export_options {
    int32_t clip;        ///< a clip, or SINEW_NONE: the rest pose
    const double *times; ///< [time_count] seconds from the clip's start; may be outside the clip
    int32_t time_count;
    sinew_engine engine;
    const char *source; ///< name of the model's file, for a comment in the output; NULL: no comment
    double seconds;     ///< limit of the time for writing in seconds, then SINEW_ERROR_TIMED_OUT; 0: no limit

    const sinew_export_times *tables; ///< [table_count] for tables; NULL: one table of `clip` and `times`
    int32_t table_count;
    /// [clip_count] for whole models; NULL: all clips with keys or, if no clip has keys, all clips; the default clip
    /// first
    const int32_t *clips;
    int32_t clip_count;
    /// largest error of fitted keys, as a fraction of sinew_model_info.size; 0: 1e-4
    double max_error;
    /// frames per second of the keys of a glb, one key per frame without regard to `max_error`; 0: keys are fitted
    double fps;
    /// sinew_root_motion_part (root_motion.h): the parts of the clips' root motion that are removed; 0: none
    uint32_t in_place;
    int32_t in_place_joint;            ///< the joint whose motion is removed, if `in_place` is not 0
    const sinew_export_packer *packer; ///< compresses a glb; NULL: no compression
    /// [texture_count] image files of textures; NULL: none. For images embedded in the source, the source's bytes are
    /// used
    const sinew_export_image *images;
    uint32_t curves;   ///< sinew_export_curves, for FBX
    bool only_motion;  ///< writes joints and clips without meshes, for FBX
    uint32_t textures; ///< sinew_export_textures, for FBX and glb
    double unit_cm;    ///< centimetres per unit of an FBX file; 0: as in the model
    char up;           ///< the up axis of an FBX file, 'Y' or 'Z'; 0: as in the model
    /// Compresses `size` bytes of an array of a binary FBX to a zlib stream in `out`, which also has `size` bytes.
    /// Returns the size of the stream; 0 if it would not be smaller. NULL: the arrays that sinew writes are not
    /// compressed.
    size_t (*deflate)(void *out, const void *bytes, size_t size);
    /// Inflates a zlib stream of an array of the author's FBX to exactly `out_size` bytes. Returns 0 if the stream is
    /// damaged or has another size. NULL: options that change arrays of the author's document cause the whole file to
    /// be written anew.
    int (*inflate)(void *out, size_t out_size, const void *bytes, size_t size);
    /// Called with one printable line for everything that the format cannot store and that was left out or
    /// approximated. May be NULL.
    void (*note)(void *user, const char *text);
    /// Called with the pose that a format of one pose writes, to edit it (pose_edit.h). The globals must be complete
    /// afterwards. A result other than SINEW_OK ends the export. May be NULL.
    sinew_result (*edit)(void *user, sinew_pose *pose, sinew_error *out_error);
    /// Called with the number of parts that are done, and their total: frames of a table or a clip, or joints and
    /// meshes in each clip of a whole model. May be NULL.
    void (*progress)(void *user, size_t done, size_t total);
    void *user; ///< passed to the callbacks
} sinew_export_options;

/// The kind of contents of a file of a format.
typedef enum sinew_export_contents {
    SINEW_EXPORT_POSE,  ///< one time of one clip
    SINEW_EXPORT_TABLE, ///< any number of times of any number of clips
    SINEW_EXPORT_CLIP,  ///< one clip at evenly spaced times
    SINEW_EXPORT_MODEL, ///< meshes, materials and clips
} sinew_export_contents;

/// A row of the table of formats, sinew_export_formats.
typedef struct sinew_export_format {
    const char *name;        ///< name of the format and extension of its files, such as "obj"
    const char *description; ///< one line of help text
    sinew_export_contents contents;
} sinew_export_format;

/// Returns the table of formats. Static storage.
SINEW_API const sinew_export_format *sinew_export_formats(int32_t *out_count);

/// Writes a model, clips or poses to memory in a format of sinew_export_formats. The caller releases *out_bytes with
/// sinew_free; it is NULL on failure. SINEW_ERROR_UNSUPPORTED: the format does not exist; SINEW_ERROR_TIMED_OUT:
/// options->seconds have passed. A format reads only the options that its contents need.
///
/// **obj**: Wavefront OBJ with all deformed meshes at one time, in world space, in the file's own units and axes. There
/// is one `o` per authored object, with polygons as authored, normals and texture coordinates; each authored vertex is
/// written once. SINEW_ERROR_NO_MESH: the model has no meshes; SINEW_ERROR_INVALID_ARGUMENT: there is not exactly one
/// time.
///
/// **glb**: binary glTF 2.0 with all meshes, skins, morph targets, materials and images, and the clips. Lengths are in
/// metres and Y is up: translations and vertices are scaled and the roots rotated, so that no joint gets another scale.
/// Joints become nodes of the same name. The FBX transform stack (pivots, pre- and post-rotation) becomes translation,
/// rotation and scale; a joint that compensates an uneven scale of its parent becomes two nodes. Nodes that are not
/// joints of the model have `extras.sinew_added`. Curves become as few linear or cubic keys as keep every vertex within
/// `max_error`, or one linear key per frame at `fps`. With `packer` the file is compressed by EXT_meshopt_compression
/// and KHR_mesh_quantization, which readers must support; rounding of vertices and keys also stays within `max_error`.
///
/// A note is given for data that glTF cannot store: dual quaternion skinning, geometry caches, visibility, images other
/// than PNG and JPEG; and for a clip that would need more samples than its length permits (days of repeated curves).
/// SINEW_ERROR_UNSUPPORTED: a mesh has additive weights. SINEW_ERROR_NO_CURVES: the model is stripped.
/// SINEW_ERROR_LIMIT: more than 2 GB, a million keys of one joint in a clip, or 27 million keys of all joints in all
/// clips. SINEW_ERROR_INVALID_ARGUMENT: `packer` wrote a stream that the extension does not allow. `times`, `clip` and
/// `engine` are ignored.
///
/// **fbx**: binary FBX 7.4, or 7.5 if the file is so large that offsets need 64 bits. It has the joints with the
/// author's transform stacks, kinds, inherit types and visibility, meshes with polygons, materials, skins and shapes,
/// cameras, and the clips as stacks with layers. Curves have the author's own keys, unless `curves` says otherwise;
/// tangents that are computed from neighbours become stored tangents. Motion that is not in curves (glTF, retargeted
/// clips, `in_place`) gets as few keys as keep every vertex within `max_error`. Unit and axes are the model's, unless
/// `unit_cm` or `up` is set: then translations are scaled and roots rotated.
///
/// Events become changes of custom properties, if importing those gives the same events (events.h).
///
/// A note is given for data that the file cannot store, and for missing images: an image to embed whose file is missing
/// or that would bring the embedded images above 2 GB, and a linked image without a file. SINEW_ERROR_NO_JOINT: the
/// model has no joints. SINEW_ERROR_NO_CURVES: the model is stripped. SINEW_ERROR_LIMIT: a limit of glb is exceeded, a
/// clip starts or ends more than 501 days from 0, or a portable file has more than 2^27 keys. A clip with motion for
/// more than a million frames has a key only every few frames. `times`, `clip` and `engine` are ignored.
///
/// **fbx-ascii**: the same contents as text, ASCII FBX 7.4.
///
/// **csv**: a table with a row of names and one row per time and joint, except for the helper joints of the import:
/// clip (empty: the rest pose), time_s (from the clip's start), frame (empty without a frame rate), joint, parent
/// (empty: a root), translation_x … z, rotation_x … w and scale_x … z relative to the parent joint, position_x … z in
/// world space. Units and axes are the file's. SINEW_ERROR_INVALID_ARGUMENT: `times` is empty; SINEW_ERROR_LIMIT: more
/// than 2 GB.
///
/// **jsonl**: the rows of csv as one JSON object per line, with null for empty values.
///
/// **bvh**: a Biovision hierarchy with the skeleton and its poses at `times`, which are evenly spaced, in centimetres
/// and Y up. Rotations are Z · X · Y in degrees; the root, and each joint that moves relative to its parent, also has
/// positions. The format has no scales: offsets give every joint the model's position. If there are several roots, the
/// root of the first bone that moves a mesh is written. SINEW_ERROR_INVALID_ARGUMENT: `times` is empty;
/// SINEW_ERROR_NO_JOINT: the model has no joints.
SINEW_API SINEW_NODISCARD sinew_result sinew_export(const sinew_model *model, const char *format,
                                                    const sinew_export_options *options, uint8_t **out_bytes,
                                                    size_t *out_size, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
