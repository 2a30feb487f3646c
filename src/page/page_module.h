/// The state of the module: the open models and the camera.
#ifndef SINEW_PAGE_PAGE_MODULE_H
#define SINEW_PAGE_PAGE_MODULE_H

#include "core/base/buffer.h"
#include "draw/scene/motion_overlays.h"
#include "draw/scene/orbit.h"
#include "runtime/view/shown_pose.h"
#include "sinew/render.h"

/// Exports a function to page.js under its own name.
#define EXPORT(name) __attribute__((export_name(#name)))

/// An open model. Zeroed: none.
typedef struct page_actor {
    sinew_model *model;
    sinew_pose *pose;
    sinew_renderer *renderer;
    sinew_image *images; ///< [texture_count]
    uint8_t *shares;     ///< [texture_count] 1: the texture uses another texture's image
    int shows_skeleton;  ///< whether the skeleton is drawn if LOOK_SKELETON is not set
    double front;        ///< front of views, in degrees from the file's front
    int32_t clip;        ///< SINEW_NONE: the rest pose
    shown_fade fade;
    shown_blend blend; ///< blend with another clip, valid while is_blended
    int is_blended;
    shown_in_place in_place;
    scene_motion motion;
    sinew_bounds bounds; ///< bounds of the clip
    sinew_bounds framed; ///< bounds that the camera shows
    scene_orbit orbit;
} page_actor;

typedef struct page_state {
    page_actor actors[2]; ///< the shown model, and the model that it is compared with
    page_actor *now;      ///< the model that calls are about
    int is_in_place;
    int32_t view;        ///< a sinew_view
    int is_fitted;       ///< the camera shows the whole motion from `view`; 0: the user has moved it
    int32_t file_camera; ///< index of the file's camera that is used, or SINEW_NONE
    sinew_camera camera; ///< camera of the first model's last image
    sinew_bounds camera_bounds;
    double aspect;
    uint8_t *over; ///< last image of two models over each other
    sinew_error error;
    sinew__buffer text; ///< the text that was returned last
} page_state;

extern page_state page;

/// Returns 1 for success and 0 for failure, as the page expects it.
static inline int page_succeeded(sinew_result result)
{
    return result == SINEW_OK;
}

/// page_forget_clip frees data about the clip of a model; page_forget_curves frees the curves that were found last.
void page_forget_clip(page_actor *actor);
void page_forget_curves(void);

/// Frees the images of a model's textures.
void page_free_images(page_actor *actor);

#endif
