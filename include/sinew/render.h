/// Pictures of a posed model with OpenGL 3.3 core (library sinew_render).
///
/// The caller makes the OpenGL context and keeps it current on one thread; sinew opens no window. A renderer draws into
/// a picture of its own, which can be read back or copied to the window:
///
///     sinew_motion_bounds(model, SINEW_ENGINE_FAST, clip, from, to, &bounds, NULL);
///     sinew_camera_fit(model, &bounds, SINEW_VIEW_DEFAULT, 640.0 / 480.0, &options.camera);
///     sinew_renderer_create(&renderer, NULL);
///     sinew_renderer_set_model(renderer, model, images, NULL);
///     sinew_renderer_draw(renderer, pose, &options, NULL);
///     sinew_renderer_read(renderer, pixels);
///
/// Skinning happens in the vertex shader, over any number of influences: in every pass, or once for all passes where
/// that is cheaper. Colours are blended and lit in linear light; pictures are sRGB. The environment variable
/// SINEW_SHADER_DIR names a folder whose shaders replace the built-in ones.
#ifndef SINEW_RENDER_H
#define SINEW_RENDER_H

#include "sinew/image.h"
#include "sinew/model.h"
#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- what moves where ---------------------------------------------------------------------------------------------

#define SINEW_BOUND_POINTS 96 ///< directions in which the extent of a motion is known

/// The room that a motion takes, in the space of the file (world space, importer's root included).
typedef struct sinew_bounds {
    double min[3], max[3];
    double center[3], radius;             ///< of a sphere around everything; radius > 0
    double ground;                        ///< height along the up axis at which the figure stands
    double points[SINEW_BOUND_POINTS][3]; ///< the farthest point seen in each of many directions
} sinew_bounds;

/// Finds the room that a clip takes between two times (seconds on the file's timeline): the drawn meshes, and the
/// skeleton where it is what is drawn or deforms them. `clip` SINEW_NONE gives that of the rest pose. Poses are
/// sampled: a movement shorter than a fortieth of the stretch may reach outside.
SINEW_API SINEW_NODISCARD sinew_result sinew_motion_bounds(const sinew_model *model, sinew_engine engine, int32_t clip,
                                                           double from, double to, sinew_bounds *out_bounds,
                                                           sinew_error *out_error);

/// Places `count` figures on the ground in staggered rows, the first rows where the file's figure looks to. `bounds` is
/// what one of them takes. `out_places` is [count]: what to add to a point of the file to get that of the figure. A
/// single figure stays where it is.
SINEW_API void sinew_instance_layout(const sinew_model *model, const sinew_bounds *bounds, int32_t count,
                                     float (*out_places)[3]);

/// The room that figures take together, each `bounds` alone. `places` is [count], at least one.
SINEW_API void sinew_instance_layout_bounds(const sinew_bounds *bounds, const float (*places)[3], int32_t count,
                                            sinew_bounds *out_bounds);

// ---- where it is seen from ----------------------------------------------------------------------------------------

/// Named views; they turn with the file's up and front axes.
typedef enum sinew_view {
    SINEW_VIEW_DEFAULT, ///< from the front, a little from the figure's left and from above
    SINEW_VIEW_FRONT,
    SINEW_VIEW_SIDE, ///< from the figure's left
    SINEW_VIEW_TOP,
    SINEW_VIEW_ISO,
    SINEW_VIEW_CROWD, ///< as by default, but from higher up: over the heads of those in front
} sinew_view;

/// A camera in world space.
typedef struct sinew_camera {
    double eye[3], target[3]; ///< looks from one to the other; they differ
    double up[3];             ///< not parallel to the view
    double field_of_view;     ///< vertical, degrees; 0: parallel projection
    double height;            ///< of the picture in file units, for a parallel projection
} sinew_camera;

/// Places a camera so that the whole of `bounds` fills the picture. `aspect` is width / height.
SINEW_API void sinew_camera_fit(const sinew_model *model, const sinew_bounds *bounds, sinew_view view, double aspect,
                                sinew_camera *out_camera);

/// Takes the perspective out of a camera; what it looks at stays as large.
SINEW_API void sinew_camera_make_parallel(sinew_camera *camera);

/// Unit vectors of the file's up and front axes; `+Y` and `+Z` where the file's own make no sense.
SINEW_API void sinew_model_axes(const sinew_model *model, double out_up[3], double out_front[3]);

// ---- how it moves -------------------------------------------------------------------------------------------------

/// The way of a joint through a clip: its places at even times.
typedef struct sinew_trail {
    double (*points)[3]; ///< [count] world space
    int32_t count;       ///< at least one
    int32_t per_frame;   ///< points from one frame to the next; 0: the clip is too long for points at frames
    double from, to; ///< seconds on the file's timeline; the last point is at `to`, maybe earlier than a step after the
                     ///< one before
    double step;     ///< seconds from point to point
} sinew_trail;

/// Finds the way of a joint through a whole clip (SINEW_NONE: it rests in one place). *out_trail is the caller's to
/// destroy.
SINEW_API SINEW_NODISCARD sinew_result sinew_trail_create(const sinew_model *model, sinew_engine engine, int32_t clip,
                                                          int32_t joint, sinew_trail **out_trail,
                                                          sinew_error *out_error);
SINEW_API void sinew_trail_destroy(sinew_trail *trail);

/// The place at a time: on the line between two points; beyond the ends the first or last.
SINEW_API void sinew_trail_place(const sinew_trail *trail, double time, double out_place[3]);

/// A camera that goes along with the figure, on a calm way: through the middle of half a second of the way of its root.
typedef struct sinew_tracking_camera {
    sinew_trail *root; ///< of the first joint that deforms, else the first of the skeleton; NULL: there is none
    sinew_bounds
        bounds; ///< of the whole clip as that camera sees it, at the clip's start; the ground is that of the motion
} sinew_tracking_camera;

/// Finds the way through a clip. Fit a camera to `bounds`. *out_follow is the caller's to destroy.
SINEW_API SINEW_NODISCARD sinew_result sinew_tracking_camera_create(const sinew_model *model, sinew_engine engine,
                                                                    int32_t clip, sinew_tracking_camera **out_follow,
                                                                    sinew_error *out_error);
SINEW_API void sinew_tracking_camera_destroy(sinew_tracking_camera *follow);

/// How far the camera has gone since the clip's start, world space.
SINEW_API void sinew_tracking_camera_offset(const sinew_tracking_camera *follow, double time, double out_offset[3]);

/// Moves a camera that was placed for the clip's start to where it is at a time, and the bounds with it.
SINEW_API void sinew_tracking_camera_move(const sinew_tracking_camera *follow, double time, sinew_camera *camera,
                                          sinew_bounds *out_bounds);

/// A pose from another moment, drawn through and behind the figure.
typedef struct sinew_ghost {
    sinew_pose *pose;
    float color[4]; ///< linear light, straight alpha
    int32_t hidden; ///< the clip has no such moment
} sinew_ghost;

/// Poses before a moment, orange, and after it, blue; the farther, the fainter.
typedef struct sinew_onion {
    sinew_ghost *ghosts; ///< [count] drawn in this order
    int32_t count;
} sinew_onion;

/// Makes `each_side` ghosts before and as many after. *out_onion is the caller's to destroy.
SINEW_API SINEW_NODISCARD sinew_result sinew_onion_create(const sinew_model *model, int32_t each_side,
                                                          sinew_onion **out_onion, sinew_error *out_error);
SINEW_API void sinew_onion_destroy(sinew_onion *onion);

/// Poses the ghosts around a time on the file's timeline, `step` seconds apart. Those beyond the clip's ends are
/// hidden.
SINEW_API void sinew_onion_pose(sinew_onion *onion, const sinew_model *model, sinew_engine engine, int32_t clip,
                                double time, double step);

// ---- drawing ------------------------------------------------------------------------------------------------------

typedef struct sinew_renderer sinew_renderer;

typedef enum sinew_show {
    SINEW_SHOW_AUTO, ///< the skeleton when there is no mesh to draw
    SINEW_SHOW_ON,
    SINEW_SHOW_OFF,
} sinew_show;

/// What the colours of the surface say.
typedef enum sinew_colors {
    SINEW_COLORS_MATERIAL,
    SINEW_COLORS_WEIGHTS,    ///< how much of each vertex follows the joint that is looked at; with a legend
    SINEW_COLORS_INFLUENCES, ///< how many joints move each vertex; with a legend
} sinew_colors;

/// How meshes are skinned in a picture.
typedef enum sinew_draw_skin {
    SINEW_DRAW_SKIN_FILE, ///< as the file says
    SINEW_DRAW_SKIN_LINEAR,
    SINEW_DRAW_SKIN_DUAL, ///< dual quaternions; additive meshes as the file says
} sinew_draw_skin;

/// How a picture looks. Zeroed but for size and camera: the usual studio.
typedef struct sinew_draw_options {
    int32_t width, height; ///< pixels
    int32_t samples;       ///< per pixel, 1 … 16, as many as the driver has; 0: 4
    sinew_camera camera;
    const sinew_bounds *bounds; ///< places ground, grid and light; NULL: those of the rest pose
    sinew_show skeleton;
    int32_t hide_meshes;
    int32_t edges;            ///< the polygons' edges over the surface
    int32_t wireframe;        ///< the edges without the surface
    int32_t hide_ground;      ///< no grid and no shadow
    int32_t transparent;      ///< nothing behind the figure: no background, no ground, alpha 0
    int32_t plain_background; ///< `background` instead of the studio's
    float background[3];      ///< linear light
    const char *status;       ///< a line of text at the bottom, UTF-8, or NULL
    const char *panel;        ///< lines of text over the picture, a tab before their second column, or NULL
    double progress;          ///< part of the clip played, drawn with the status; negative: none
    double pixel_scale;       ///< pixels per point of text, 2 on fine displays; 0: 1
    int32_t has_joint;        ///< `joint` is looked at: it is highlighted, with or without the skeleton
    int32_t joint;
    sinew_colors colors;
    sinew_draw_skin skin; ///< crowds as the file says, whatever this is
    int32_t hide_words;   ///< no names and no legend: the picture has too few pixels for them
    int32_t names;        ///< of the skeleton's joints, as many as fit
    int32_t axes;         ///< of the skeleton's joints: x red, y green, z blue
    const sinew_trail
        *trail; ///< drawn with a dot for each frame, orange before the pose's time and blue after, or NULL
    const sinew_onion *onion; ///< drawn behind the figure, or NULL
} sinew_draw_options;

/// Makes a renderer in the current OpenGL context. SINEW_ERROR_NO_GL when that is older than 3.3 or a shader does not
/// compile.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_create(sinew_renderer **out_renderer, sinew_error *out_error);

/// Frees a renderer; its context must be current. NULL is fine.
SINEW_API void sinew_renderer_destroy(sinew_renderer *renderer);

/// Chooses the model to draw, which must outlive its use here. `images` is [texture_count] pictures (entries with NULL
/// pixels are missing ones) or NULL; they are copied, those that share their pixels once. SINEW_ERROR_LIMIT names what
/// the driver cannot hold; then there is no model.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_set_model(sinew_renderer *renderer, const sinew_model *model,
                                                                const sinew_image *images, sinew_error *out_error);

/// Draws one picture. `pose` belongs to the renderer's model.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_draw(sinew_renderer *renderer, const sinew_pose *pose,
                                                           const sinew_draw_options *options, sinew_error *out_error);

/// Figures of one model that are drawn together.
typedef struct sinew_instances {
    const sinew_palette_matrix *palettes; ///< [count × skin_joint_count], as sinew_crowd_evaluate fills them
    const float (*places)[3];             ///< [count] added to what the palettes give, in world space
    int32_t count;                        ///< at least one
    const sinew_bounds *bounds;           ///< of one figure alone
} sinew_instances;

/// Draws one picture of many figures: each mesh in one call, however many there are. What palettes do not say,
/// visibility and morph weights, all take from `pose`; skeletons are not drawn. `options->bounds` is the room of all
/// figures together. SINEW_ERROR_NO_MESH for a model without a mesh to draw, SINEW_ERROR_LIMIT names how many figures
/// the driver holds.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_draw_crowd(sinew_renderer *renderer, const sinew_pose *pose,
                                                                 const sinew_instances *figures,
                                                                 const sinew_draw_options *options,
                                                                 sinew_error *out_error);

/// Reads the last picture: [width × height × 4] bytes, sRGB, top row first, straight alpha (255 unless it was drawn
/// transparent).
SINEW_API void sinew_renderer_read(sinew_renderer *renderer, uint8_t *out_pixels);

/// Copies the last picture to the window's framebuffer, pixel for pixel. Swapping buffers is the caller's.
SINEW_API void sinew_renderer_show(sinew_renderer *renderer);

/// Skins one mesh in the vertex shader and reads the result back: the arrays of `sinew_skin_mesh`, for comparing the
/// two.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_skin_mesh(sinew_renderer *renderer, const sinew_pose *pose,
                                                                int32_t mesh, float *out_positions, float *out_normals,
                                                                sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
