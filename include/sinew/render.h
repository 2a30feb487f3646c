/// Draws a posed model into images with OpenGL 3.3 core or OpenGL ES 3.0 (library sinew_render). sinew.h does not
/// include this header: it belongs to installations with the renderer.
///
/// The caller creates the OpenGL context and keeps it current on one thread; sinew opens no window. A renderer draws
/// into its own image, which can be read back or copied to the window.
///
/// Every function sets all the state that it needs: a game may leave scissors, reversed depth or a bound pixel buffer
/// enabled. It changes the bindings of program, vertex array, framebuffers, renderbuffer, buffers (array, pixels,
/// transform feedback with its binding points 0 and 1) and of textures and samplers of units 0 to 15; viewport,
/// scissors, blending, depth, culling, masks, clear values, pixel stores, polygon mode and offset, clip control, and
/// the switches of all these. With sinew_renderer_keep_state it restores all of this, with two exceptions: state of
/// single draw buffers (glBlendFunci, glColorMaski) becomes buffer 0's, and the current values of vertex attributes 2
/// to 7 are not restored. The caller must end queries, conditional rendering and transform feedback first.
///
/// The vertex shader skins with any number of influences, either in every pass or once for all passes, whichever is
/// cheaper. Colours are blended and lit in linear light; images are sRGB. The environment variable SINEW_SHADER_DIR
/// names a directory whose shaders replace the built-in ones.
///
/// Palettes of instances are row-major 3×4, as sinew_crowd_evaluate writes them, and are uploaded unchanged. Positions
/// are in world space and units of the file. Images are RGBA, 8 bits per channel, top row first.
///
///     sinew_renderer *renderer;
///     sinew_bounds bounds;
///     sinew_draw_options options = {.width = 640, .height = 480, .bounds = &bounds};
///     if (sinew_renderer_create(&renderer, &error) || sinew_renderer_set_model(renderer, model, NULL, &error) ||
///         sinew_motion_bounds(model, SINEW_ENGINE_FAST, clip, 0, model->clips[clip].duration, &bounds, &error))
///         return puts(error.message);
///     sinew_camera_fit(model, &bounds, SINEW_VIEW_DEFAULT, 640.0 / 480, &options.camera);
///     sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, pose);
///     if (sinew_renderer_draw(renderer, pose, &options, &error)) return puts(error.message);
///     static uint8_t pixels[640 * 480 * 4];
///     sinew_renderer_read(renderer, pixels);
///     sinew_renderer_destroy(renderer);
#ifndef SINEW_RENDER_H
#define SINEW_RENDER_H

#include <stdbool.h>

#include "sinew/image.h"
#include "sinew/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether an element of an image is drawn.
typedef enum sinew_show {
    SINEW_SHOW_AUTO, ///< the default that the comment of the field states
    SINEW_SHOW_ON,
    SINEW_SHOW_OFF,
} sinew_show;

/// The values that the colours of surfaces show.
typedef enum sinew_colors {
    SINEW_COLORS_MATERIAL,
    SINEW_COLORS_WEIGHTS,    ///< each vertex's weight for the selected joint, with a legend
    SINEW_COLORS_INFLUENCES, ///< the number of joints that influence each vertex, with a legend
    SINEW_COLORS_CLAY,       ///< light clay instead of all materials
} sinew_colors;

typedef struct sinew_renderer sinew_renderer;

/// Options of one image. Zeroed except for size and camera: the default studio.
typedef struct sinew_draw_options {
    int32_t width, height; ///< pixels
    int32_t samples;       ///< samples per pixel, 1 … 16, limited by the driver; 0: 4
    sinew_camera camera;
    const sinew_bounds *bounds; ///< determine ground, grid and light; NULL: the rest pose's bounds
    /// auto: shown if the meshes show less than half of the joints that move in the model's clips, or if there are no
    /// meshes
    sinew_show skeleton;
    sinew_show meshes;      ///< auto: shown
    sinew_show ground;      ///< grid and shadow; auto: shown. Images drawn `transparent` have neither
    sinew_show text;        ///< names and legend; auto: shown. Turn them off for small images
    bool edges;             ///< draw polygon edges over the surface
    bool wireframe;         ///< draw polygon edges instead of the surface
    bool transparent;       ///< draws only the character, without background and ground, with alpha 0 elsewhere
    bool custom_background; ///< use `background` instead of the studio background
    float background[3];    ///< linear light, used with `custom_background`
    const char *status;     ///< one line of text at the bottom, UTF-8; NULL: no text
    const char *panel;      ///< lines of text over the image, with a tab before their second column; NULL: no panel
    double progress;        ///< played fraction of the clip, drawn with the status; negative: not drawn
    double pixel_scale;     ///< pixels per point of text, 2 on high-density displays; 0: 1
    bool has_joint;         ///< `joint` is selected: it is highlighted even if the skeleton is not drawn
    int32_t joint;
    sinew_colors colors;
    sinew_draw_skin skin; ///< skinning method; crowds ignore it and are skinned as authored
    bool names;           ///< labels the joints of the skeleton; labels that do not fit are left out
    bool axes;            ///< draws the axes of the skeleton's joints: x red, y green, z blue
    /// drawn with a dot per frame, orange before the pose's time and blue after it; NULL: no trail
    const sinew_trail *trail;
    const sinew_onion *onion; ///< drawn under the character; NULL: no onion skin
    /// draws into the last image of this renderer, of the same context, with its depth, so that objects hide each
    /// other. Size, samples, camera and `bounds` are taken from that image. NULL: draws a new image
    sinew_renderer *onto;
} sinew_draw_options;

/// Creates a renderer in the current OpenGL context. Fails with SINEW_ERROR_NO_GL if the context is older than 3.3 or a
/// shader does not compile.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_create(sinew_renderer **out_renderer, sinew_error *out_error);

/// Destroys a renderer; its context must be current. Accepts NULL.
SINEW_API void sinew_renderer_destroy(sinew_renderer *renderer);

/// Sets the model to draw, which must outlive its use by the renderer. `images` is [texture_count] or NULL; NULL pixels
/// mark missing images. The images are copied; images that share their pixels are copied once. SINEW_ERROR_LIMIT names
/// the exceeded limit of the driver; the renderer then has no model.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_set_model(sinew_renderer *renderer, const sinew_model *model,
                                                                const sinew_image *images, sinew_error *out_error);

/// Draws one image. `pose` belongs to the renderer's model.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_draw(sinew_renderer *renderer, const sinew_pose *pose,
                                                           const sinew_draw_options *options, sinew_error *out_error);

/// Instances of one model that are drawn together.
typedef struct sinew_instances {
    const sinew_palette_matrix *palettes; ///< [count × skin_joint_count], as filled by sinew_crowd_evaluate
    /// [count] world-space offset of each instance, or NULL: no offsets, as for palettes that are already in world
    /// space (sinew_palette_transform)
    const float (*positions)[3];
    int32_t count;              ///< at least one
    const sinew_bounds *bounds; ///< bounds of a single instance
} sinew_instances;

/// Draws one image of many instances with one draw call per submesh. All instances take visibility and morph weights
/// from `pose`; skeletons are not drawn. `options->bounds` are the bounds of all instances together. Fails with
/// SINEW_ERROR_NO_MESH if the model has no mesh to draw. SINEW_ERROR_LIMIT names the number of instances that the
/// driver supports.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_draw_crowd(sinew_renderer *renderer, const sinew_pose *pose,
                                                                 const sinew_instances *instances,
                                                                 const sinew_draw_options *options,
                                                                 sinew_error *out_error);

/// Reads the last image: [width × height × 4] bytes, sRGB, top row first, straight alpha (255 unless drawn with
/// `transparent`).
SINEW_API void sinew_renderer_read(sinew_renderer *renderer, uint8_t *out_pixels);

/// Copies the last image, pixel for pixel, into `framebuffer` (0: the window's) with its lower left corner at pixel (x,
/// y). An image that was drawn `transparent` is blended over the framebuffer's contents. The framebuffer may have
/// several samples, sRGB encoding, or floats, which get linear light. If its bytes are not encoded (most windows), the
/// image's sRGB bytes are written, and blended without decoding. Depth is neither read nor written. The caller swaps
/// the buffers. SINEW_ERROR_INVALID_ARGUMENT: nothing was drawn yet.
SINEW_API SINEW_NODISCARD sinew_result sinew_renderer_blit(sinew_renderer *renderer, uint32_t framebuffer, int32_t x,
                                                           int32_t y, sinew_error *out_error);

/// Sets whether every function of this renderer restores the context's state before it returns; initially it does not.
/// Restoring takes some hundred OpenGL calls per function. The comment at the top of this file lists the state.
SINEW_API void sinew_renderer_keep_state(sinew_renderer *renderer, int keeps);

#ifdef __cplusplus
}
#endif

#endif
