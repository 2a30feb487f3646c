/// State of the module's functions: the open models, and the camera.
#ifndef SINEW_PAGE_PAGE_MODULE_H
#define SINEW_PAGE_PAGE_MODULE_H

#include "core/base/buffer.h"
#include "draw/scene/motion_overlays.h"
#include "draw/scene/orbit.h"
#include "runtime/view/shown_pose.h"
#include "sinew/render.h"

/// What page.js calls is named in the module as here.
#define EXPORT(name) __attribute__((export_name(#name)))

/// An open model. Zeroed: none.
typedef struct page_actor {
    sinew_model *model;
    sinew_pose *pose;
    sinew_renderer *renderer;
    sinew_image *images; ///< [texture_count]
    uint8_t *shares;     ///< [texture_count] 1: the image of another texture
    int shows_skeleton;  ///< without LOOK_SKELETON
    double front;        ///< front of views, in degrees from the file's front
    int32_t clip;        ///< SINEW_NONE: the rest pose
    shown_fade fade;
    shown_blend blend; ///< while is_blended
    int is_blended;
    shown_in_place in_place;
    scene_motion motion;
    sinew_bounds bounds; ///< of the clip
    sinew_bounds framed; ///< the bounds that the camera frames
    scene_orbit orbit;
} page_actor;

typedef struct page_state {
    page_actor actors[2]; ///< the shown one, and the one that it is compared with
    page_actor *now;      ///< the one that calls are about
    int is_in_place;
    int32_t view;        ///< sinew_view
    int is_fitted;       ///< the camera shows the whole motion from that view; else the user has moved it
    int32_t file_camera; ///< the camera of the file that is looked through, or SINEW_NONE
    sinew_camera camera; ///< of the last image of the first
    sinew_bounds camera_bounds;
    double aspect;
    uint8_t *over; ///< the last image of two models over each other
    sinew_error error;
    sinew__buffer text; ///< that was returned last
} page_state;

extern page_state page;

/// Whether something succeeded, as the page gets it.
static inline int page_succeeded(sinew_result result)
{
    return result == SINEW_OK;
}

/// Frees what belongs to the clip of an actor.
void page_forget_clip(page_actor *actor);
void page_forget_curves(void);

/// Frees the images of an actor's textures.
void page_free_images(page_actor *actor);

#endif
