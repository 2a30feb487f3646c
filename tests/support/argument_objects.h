/// One object of each kind that public functions take, of a large model and of a small one, for calls with arguments of
/// another model. Memory ends at a page that must not be touched: a write beyond an array ends the test.
#ifndef SINEW_TESTS_ARGUMENT_OBJECTS_H
#define SINEW_TESTS_ARGUMENT_OBJECTS_H

#include "core/base/error.h"

#include <sinew/render.h>
#include <sinew/sinew_ffi.h>
#include <sinew/sinew_tools.h>

enum { ARGUMENT_NUMBERS = 65536 };

typedef struct argument_objects {
    sinew_model *model;
    sinew_pose *pose, *scratch, *out_pose; ///< of the model
    sinew_local_pose *local_pose, *local_pose_to;
    sinew_blender *blender;
    sinew_joint_mask *mask;
    sinew_lod *lod;
    sinew_mixer *mixer;
    sinew_crowd *crowd;
    sinew_blend_space *space;
    sinew_root_motion_tables *motions;
    sinew_foot_ik *foot_ik;
    sinew_clip_file *clip_file; ///< of the first clip
    sinew_baking *baking;
    sinew_onion *onion;
    sinew_trail *trail;
    sinew_tracking_camera *tracking;
    sinew_contacts *contacts; ///< [clip_count]
    sinew_body_map map;
    sinew_playback player;
    sinew_camera camera;
    sinew_bounds bounds;
    sinew_foot foot;
    int32_t limb[4]; ///< three joints of a limb and a joint below it, or SINEW_NONE
} argument_objects;

/// Of samples/character.glb, baked, and of tests/data/arm.fbx. Made anew by the first, for each test.
extern argument_objects mine, other;
extern sinew_renderer *my_renderer; ///< with the model of `mine`; it has drawn an image

int argument_models_open(void **state);
int argument_models_close(void **state);
int argument_objects_make(void **state);
int argument_objects_destroy(void **state);

/// Prints a wrong effect of a call; the test goes on, and fails at its end if `complaints` is not 0.
extern int complaints;
void complain(const char *format, ...) SINEW_PRINTF(1, 2);

/// Numbers that a call wrote, or may have written. Complains if one is not finite.
void argument_numbers_check(const double *numbers, size_t count, const char *function, const char *wrong);

/// Checks that poses, the clock and the mixer are in a valid state after a call with any arguments.
void argument_objects_check(const char *function, const char *wrong);

#endif
