/// Keys for motion that an edit has to sample: as few as stay within the error, found as exports find them.
#ifndef SINEW_AUTHOR_EDIT_FIT_KEYS_H
#define SINEW_AUTHOR_EDIT_FIT_KEYS_H

#include "author/edit/clip_editor.h"
#include "author/export/glb/clip_times.h"
#include "author/export/glb/clip_tolerance.h"

/// What measures the motion of the editor's model. Its memory is the editor's.
typedef struct sinew__key_fitter {
    sinew__clip_editor *editor;
    sinew_export_options options; ///< the exports' functions need some; all defaults
    glb_scene scene;              ///< of lengths in units of the model
    glb_sampler sampler;
    sinew__clip_tolerance tolerance;
    int32_t clip;
    int64_t budget; ///< of samples that fitting may add
    int is_coarse;  ///< more samples would have been needed
} sinew__key_fitter;

/// `error` is a fraction of the character's diagonal; 0: 0.0001.
SINEW_NODISCARD sinew_result sinew__key_fitter_init(sinew__key_fitter *fitter, sinew__clip_editor *editor,
                                                    double error);

/// Selects a clip of the editor's model, before it is edited.
SINEW_NODISCARD sinew_result sinew__key_fitter_select(sinew__key_fitter *fitter, int32_t clip);

/// The local transform of a joint at a time of the selected clip, in seconds from its start.
sinew_transform sinew__key_fitter_local(const sinew__key_fitter *fitter, int32_t joint, double time);

/// A local transform as a function of time, in seconds from the clip's start.
typedef void (*sinew__local_function)(void *user, double time, sinew_transform *out);

/// Parts of a local transform, as bits of a set.
enum { SINEW__KEEPS_TRANSLATION = 1, SINEW__KEEPS_ROTATION = 2, SINEW__KEEPS_SCALE = 4 };

/// A joint whose motion is sampled.
typedef struct sinew__fitted_joint {
    int32_t joint;
    const int32_t *sources; ///< [source_count] joints at whose keys the function may change abruptly
    int32_t source_count;
    const double *jumps; ///< [jump_count] times before which it may jump
    int32_t jump_count;
    uint32_t kept; ///< SINEW__KEEPS_…: parts whose keys stay; of a joint without pivots, if the rotation does not
    sinew__local_function function;
    void *user;
} sinew__fitted_joint;

/// Replaces the channels and tracks of a joint in the clip by tracks with keys of a function.
SINEW_NODISCARD sinew_result sinew__fit_joint(sinew__key_fitter *fitter, sinew_raw_clip *clip,
                                              const sinew__fitted_joint *joint);

/// Whether the rotation of a joint does not change its translation.
int sinew__joint_lacks_pivots(const sinew_model *model, int32_t joint);

/// How far translations, rotations (radians) and scales of a joint may be off, for no joint to be off by the error.
void sinew__fit_tolerances(const sinew__key_fitter *fitter, int32_t joint, double out[3]);

#endif
