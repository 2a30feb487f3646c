/// Fits keys to motion that an edit has to sample: as few as the error allows, by the functions of the glTF export.
#ifndef SINEW_AUTHOR_EDIT_FIT_KEYS_H
#define SINEW_AUTHOR_EDIT_FIT_KEYS_H

#include "author/edit/clip_editor.h"
#include "author/export/glb/clip_times.h"
#include "author/export/glb/clip_tolerance.h"

/// Measures and fits the motion of the editor's model. Its memory is the editor's.
typedef struct sinew__key_fitter {
    sinew__clip_editor *editor;
    sinew_export_options options; ///< all defaults; the export's functions need some
    glb_scene scene;              ///< lengths in the model's units
    glb_sampler sampler;
    sinew__clip_tolerance tolerance;
    int32_t clip;
    int64_t budget; ///< samples that fitting may still add
    int is_coarse;  ///< whether more samples would have been needed
} sinew__key_fitter;

/// Creates a key fitter. `error` is a fraction of the character's diagonal; 0: 0.0001.
SINEW_NODISCARD sinew_result sinew__key_fitter_init(sinew__key_fitter *fitter, sinew__clip_editor *editor,
                                                    double error);

/// Selects the clip to measure; call it before the clip is edited.
SINEW_NODISCARD sinew_result sinew__key_fitter_select(sinew__key_fitter *fitter, int32_t clip);

/// Returns the local transform of a joint in the selected clip at a time in seconds from its start.
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
    const double *jumps; ///< [jump_count] times at which the function may jump
    int32_t jump_count;
    uint32_t kept; ///< SINEW__KEEPS_…: parts that keep their keys; if the joint has pivots, other parts can only be
                   ///< kept together with the rotation
    sinew__local_function function;
    void *user;
} sinew__fitted_joint;

/// Replaces the channels and tracks of a joint in the clip by tracks with keys that fit the function.
SINEW_NODISCARD sinew_result sinew__fit_joint(sinew__key_fitter *fitter, sinew_raw_clip *clip,
                                              const sinew__fitted_joint *joint);

/// Whether the joint's rotation has no effect on its translation, because it has no pivots.
int sinew__joint_lacks_pivots(const sinew_model *model, int32_t joint);

/// Computes the largest error of translations, rotations (radians) and scales of a joint for which no vertex exceeds
/// the error bound.
void sinew__fit_tolerances(const sinew__key_fitter *fitter, int32_t joint, double out[3]);

#endif
