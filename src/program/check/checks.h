/// The checks of one model, in the order in which they run. Each reads the task and reports what it finds.
#ifndef SINEW_PROGRAM_CHECK_CHECKS_H
#define SINEW_PROGRAM_CHECK_CHECKS_H

#include "program/check/check_task.h"
#include "program/check/motion/clip_frames.h"

void sinew__check_file(const sinew__check_task *task);                      ///< W01 W02 W13, warnings of the import
void sinew__check_weights(const sinew__check_task *task);                   ///< W04 W05
void sinew__check_influences(const sinew__check_task *task);                ///< W21
void sinew__check_far_vertices(const sinew__check_task *task);              ///< W22
void sinew__check_hard_edges(const sinew__check_task *task);                ///< W22
void sinew__check_collapse_at_joints(const sinew__check_task *task);        ///< W23
void sinew__check_meshes(const sinew__check_task *task);                    ///< M01
void sinew__check_textures(const sinew__check_task *task);                  ///< T01
void sinew__check_names(const sinew__check_task *task);                     ///< W12
void sinew__check_scales(const sinew__check_task *task);                    ///< W20
void sinew__check_bind_pose(const sinew__check_task *task);                 ///< D04
void sinew__check_clip_span(const sinew__check_task *task, int32_t clip);   ///< W06 W07 W08 D02
void sinew__check_keys(const sinew__check_task *task, int32_t clip);        ///< W14 W15 W18 W19
void sinew__check_required(const sinew__check_task *task, int32_t clip);    ///< D01
void sinew__check_root(const sinew__check_task *task, int32_t clip);        ///< R01
void sinew__check_feet(const sinew__check_task *task, int32_t clip);        ///< R02 R03
void sinew__check_loop(const sinew__check_task *task, int32_t clip);        ///< L01 L02 L03 L04
void sinew__check_first_frame(const sinew__check_task *task, int32_t clip); ///< R06
void sinew__check_ground(const sinew__check_task *task, int32_t clip);      ///< W24

/// R04 R05; `frames` are those of the clip.
void sinew__check_pops(const sinew__check_task *task, const sinew__clip_frames *frames);
void sinew__check_jitter(const sinew__check_task *task, const sinew__clip_frames *frames);

/// Whether every key of a clip is on a frame; 0 where the file has no frame rate.
int sinew__check_is_on_frames(const sinew__check_task *task, int32_t clip);

/// Whether a clip ends in the pose in which it begins, up to its motion along the ground and about the up axis.
int sinew__check_closes(const sinew__check_task *task, int32_t clip);

#endif
