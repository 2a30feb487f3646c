/// The mixer: plays clips on one character, with fades, synchronised clips, one-shots and layers.
///
///   sinew_mixer_play       starts a clip or a blend space on a layer, and fades to it from the layer's present clips
///   sinew_mixer_step       advances all clips and fades by real time, and returns events and motion
///   sinew_mixer_evaluate   blends the clips that play now into a local pose
///
/// Layer 0 is the base: one clip, or several while they fade, as a weighted average. Layers above it are blended over
/// the result or added to it, within a mask. An empty layer has no effect; an empty base is the rest pose.
///
/// A mixer is a cursor: one owner, one thread at a time. Only `_create` functions allocate memory.
///
/// Palettes are row-major 3×4, mesh space to model space: upload them as they are (sinew_palette_matrix in types.h).
/// Times are seconds.
///
///     const sinew_mixer_clip wave = {.clip = clip, .fade = 0.3};
///     if (sinew_mixer_play(mixer, 0, &wave, &error)) return puts(error.message);
///     // in every tick:
///     sinew_mixer_advance(mixer, seconds);
///     sinew_mixer_evaluate(mixer, blender, local);
///     sinew_blend_globals(blender, local); // inverse kinematics follows
///     sinew_blend_palette(blender, palette);
#ifndef SINEW_MIXER_H
#define SINEW_MIXER_H

#include <stdbool.h>

#include "sinew/blend_space.h"
#include "sinew/contacts.h"
#include "sinew/playback.h"
#include "sinew/root_motion.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SINEW_MIXER_LAYERS_MAX = 4,
    SINEW_MIXER_CLIPS_MAX = 4, ///< of one layer, while they fade; a blend space is one
    SINEW_MIXER_BLEND_INPUTS_MAX = SINEW_MIXER_LAYERS_MAX * SINEW_MIXER_CLIPS_MAX * SINEW_BLEND_SPACE_ACTIVE_MAX + 1,
};

typedef struct sinew_mixer sinew_mixer;

/// Creates a mixer. The caller destroys *out_mixer; it is NULL on failure. The model must outlive it. A mixer, one per
/// character, takes 136 bytes per joint, for the pose that sinew_mixer_freeze keeps and the difference of an inertial
/// fade, and 4 KB.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_create(const sinew_model *model, sinew_mixer **out_mixer,
                                                          sinew_error *out_error);

/// Destroys a mixer. Accepts NULL.
SINEW_API void sinew_mixer_destroy(sinew_mixer *mixer);

// ---- playing ------------------------------------------------------------------------------------------------------

/// How a clip takes over from the other clips of its layer.
typedef enum sinew_fade_kind {
    SINEW_FADE_LINEAR,   ///< both play, and weights change linearly with time
    SINEW_FADE_INERTIAL, ///< only the new clip plays, at once. The difference between the pose shown before and its
                         ///< pose is added and fades to 0 smoothly, starting at the difference's present velocity. The
                         ///< difference in motion does the same
    SINEW_FADE_SMOOTH,   ///< both play. Weights change slowly at both ends of the fade: the part t of its time changes
                         ///< them by the part 3 t² − 2 t³
} sinew_fade_kind;

/// How a clip is played. Zeroed, except for the clip: a cut to the clip's start, repeating, at speed 1.
typedef struct sinew_mixer_clip {
    int32_t clip;          ///< SINEW_NONE: the rest pose
    double fade;           ///< seconds, ≥ 0, of the fade from the layer's present clips; 0: a cut
    double start;          ///< seconds from the clip's start
    double speed;          ///< 0: 1; negative plays backwards
    bool paused;           ///< the clip stands still, whatever `speed` says
    sinew_loop_mode loop;  ///< SINEW_LOOP_ONCE holds the last pose on layer 0; a layer above it fades out
    double fade_out;       ///< seconds, ≥ 0: of a clip that plays once above layer 0; ends with the clip. Smooth if
                           ///< `fade_kind` is, else linear
    int32_t sync;          ///< number of a sync group, > 0; 0: none. Clips of one group on a layer keep a common phase
                           ///< and play at a common pace. They repeat. A pace that no double holds stands still
    const double *markers; ///< [marker_count] of the sync group: seconds from the clip's start, rising, less than its
                           ///< duration, such as footsteps. Phases count from marker to marker, so clips of a group
                           ///< have as many. NULL: one, at the start. The caller keeps them while the clip plays
    int32_t marker_count;
    const sinew_blend_space *space; ///< plays in place of the clip, with markers of its own; it repeats. The caller
                                    ///< keeps it while it plays. NULL: the clip
    double x, y;                    ///< position in the space; sinew_mixer_set_position changes it
    double half_life;               ///< seconds; in this time the position covers half of the way to a new one. 0: it
                                    ///< changes at once
    bool weighted;                  ///< plays beside the other clips of the layer, without a fade, with the weight that
                   ///< sinew_mixer_set_weight gives it, initially 0. Another clip that is not weighted ends it
    sinew_fade_kind fade_kind; ///< an inertial fade has one `fade`, for all layers: another one takes over from it
    sinew_blender *blender;    ///< scratch memory of an inertial fade, only used by sinew_mixer_play
} sinew_mixer_clip;

/// Plays a clip on a layer. A layer that already has SINEW_MIXER_CLIPS_MAX clips drops the lightest. A sync group that
/// already plays on the layer gives its phase to the clip, and `start` is ignored. SINEW_ERROR_INVALID_ARGUMENT names
/// the invalid argument or field; nothing changes then.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_play(sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip,
                                                        sinew_error *out_error);

/// Sets the position of a blend space that plays on a layer. Coordinates that are not finite change nothing.
SINEW_API void sinew_mixer_set_position(sinew_mixer *mixer, int32_t layer, const sinew_blend_space *space, double x,
                                        double y);

/// Sets the weight of a weighted clip of a layer; negative weights and NaN count as 0. Weights are relative to their
/// sum; above layer 0 only if the sum exceeds 1. If all weights of layer 0 are 0, it shows the rest pose. Returns 0 if
/// no such clip plays there, or there is no such layer.
SINEW_API int sinew_mixer_set_weight(sinew_mixer *mixer, int32_t layer, int32_t clip, float weight);

/// Fades a layer out: layer 0 to the rest pose. `fade` < 0 or one that is not finite counts as 0.
SINEW_API void sinew_mixer_stop(sinew_mixer *mixer, int32_t layer, double fade);

/// Freezes layer 0: its present pose replaces its clips, to fade from. `blender` is scratch memory.
SINEW_API void sinew_mixer_freeze(sinew_mixer *mixer, sinew_blender *blender);

/// How a layer above layer 0 is blended. Initially SINEW_BLEND_OVERRIDE with weight 1.
typedef struct sinew_mixer_layer {
    sinew_blend_mode mode;        ///< SINEW_BLEND_OVERRIDE or SINEW_BLEND_ADDITIVE
    float weight;                 ///< 0 … 1
    const sinew_joint_mask *mask; ///< NULL: all joints. While clips fade within the layer, joints with a mask weight
                                  ///< between 0 and 1 take slightly less of the earlier clip
    sinew_blend_source reference; ///< pose that an additive layer is relative to; none: the start of each clip that
                                  ///< plays on it. Checked whatever the mode is, because a state may change the mode
} sinew_mixer_layer;

/// Sets how a layer above layer 0 is blended. SINEW_ERROR_INVALID_ARGUMENT names the invalid argument or field; nothing
/// changes then.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_set_layer(sinew_mixer *mixer, int32_t layer,
                                                             const sinew_mixer_layer *settings, sinew_error *out_error);

// ---- time ---------------------------------------------------------------------------------------------------------

/// Makes poses move in place from now on, and sinew_mixer_step give the motion. NULL: poses move as their clips do. The
/// caller keeps `motions` while the mixer has them.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_set_motions(sinew_mixer *mixer,
                                                               const sinew_root_motion_tables *motions,
                                                               sinew_error *out_error);

/// An event that a clip of the mixer passed.
typedef struct sinew_mixer_event {
    int32_t clip;  ///< the clip that has the event: of the model, or bound in a slot (clip.h)
    int32_t event; ///< for sinew_clip_event; of a clip of the model, an index in `events`
    int32_t layer; ///< the clip's layer
    double time;   ///< seconds since the start of the step
    float weight;  ///< of the clip at that time: 0 … 1
    bool is_dominant; ///< no clip of the layer weighs more. If several clips have a footstep at the same time, play the
                      ///< dominant one
} sinew_mixer_event;

/// The events and the motion of a step. The caller sets the first three members.
typedef struct sinew_mixer_result {
    sinew_mixer_event *events; ///< [capacity] or NULL
    int32_t capacity;
    sinew_root_delta *character; ///< transform of the character, which is multiplied by the motion; NULL: none
    int32_t event_count;     ///< number of `events`, which are in order of time
    int32_t left_out;        ///< events that did not fit
    sinew_root_delta motion; ///< of the clips of layer 0 by weight; without sinew_mixer_set_motions the identity
} sinew_mixer_result;

/// Advances by `seconds` of real time. Negative seconds play the clips backwards, and fades stand still meanwhile.
/// Values that are not finite count as 0. `result` may be NULL.
///
/// The result does not depend on how the caller divides time into steps. A step is divided into segments at multiples
/// of 1/120 s since the mixer was created, and at the ends of fades. A whole segment has one pace of synchronised clips
/// and one weight of events and motion: their means. So the same events happen at the
/// same times, and the character reaches the same position: to the last bit after steps that are multiples of 1/120 s.
/// The part of a step beyond ten seconds is one segment.
///
/// In a clip that repeats, an event at the clip's end happens at the end of a loop, and an event at its start at the
/// start of the next loop.
SINEW_API void sinew_mixer_step(sinew_mixer *mixer, double seconds, sinew_mixer_result *result);

/// Advances as sinew_mixer_step does, without a result.
SINEW_API void sinew_mixer_advance(sinew_mixer *mixer, double seconds);

// ---- results ------------------------------------------------------------------------------------------------------

/// Writes the clips that play now as layers for `sinew_blend`, SINEW_MIXER_BLEND_INPUTS_MAX at most; returns how
/// many. They are valid until the mixer changes.
SINEW_API int32_t sinew_mixer_layers(const sinew_mixer *mixer, sinew_blend_input *out_layers);

/// Blends the clips that play now into a local pose.
SINEW_API void sinew_mixer_evaluate(const sinew_mixer *mixer, sinew_blender *blender, sinew_local_pose *out_pose);

/// Blends the clips that play now into a palette, for a character that is only drawn: see sinew_blend_evaluate_palette.
SINEW_API void sinew_mixer_evaluate_palette(const sinew_mixer *mixer, sinew_blender *blender,
                                            sinew_palette_matrix *out_palette, float *out_morph_weights);

/// Returns the newest clip of a layer, or SINEW_NONE, with its time in seconds from its start and its weight, 0 … 1.
/// `out_time` and `out_weight` may be NULL; they are 0 if nothing plays.
SINEW_API int32_t sinew_mixer_current(const sinew_mixer *mixer, int32_t layer, double *out_time, float *out_weight);

/// Gets the planted heels and toes, for sinew_foot_ik_solve. A heel or toe is planted if clips with more than half of
/// the weight of layer 0 have it on the ground (sinew_contacts_planted). Clips that never lift it, such as an idle,
/// count only if no other clip plays. `contacts` is [contact_count], of clips of the model and of bound ones, in any
/// order; contacts at the index of their clip are found fastest. Clips without `contacts` do not count. `out_plants` is
/// [foot_count].
SINEW_API void sinew_mixer_planted(const sinew_mixer *mixer, const sinew_contacts *contacts, int32_t contact_count,
                                   const sinew_foot *feet, int32_t foot_count, sinew_planted_foot *out_plants);

/// Returns whether the newest clip of a layer plays once and has ended, or the layer is empty. 0 if the layer does not
/// exist.
SINEW_API int sinew_mixer_finished(const sinew_mixer *mixer, int32_t layer);

// ---- state --------------------------------------------------------------------------------------------------------

enum { SINEW_MIXER_STATE_VERSION = 3, SINEW_MIXER_STATE_NAME = 64 };

/// A clip or a space of a mixer. For reading and writing as a whole.
typedef struct sinew_mixer_state_clip {
    char clip[SINEW_MIXER_STATE_NAME]; ///< the clip's name, or as much of it as there is room for; "" for a space
    uint64_t name;   ///< hash of the whole name, or of names and positions of a space; 0: the rest pose
    double duration; ///< of the clip; 0 for a space
    int32_t kind, loop, sync, weighted;
    double speed, anchor, elapsed, phase;
    double weight, fade_weight, fade_to, share, fade_out;
    double position[2], wanted[2], half_life;
    int32_t fade_kind, reserved; ///< a sinew_fade_kind; 0
} sinew_mixer_state_clip;

typedef struct sinew_mixer_state_layer {
    int32_t count; ///< of clips
    int32_t mode;
    int32_t fade_kind, reserved; ///< a sinew_fade_kind; 0
    double weight, fade, elapsed;
    sinew_mixer_state_clip clips[SINEW_MIXER_CLIPS_MAX];
} sinew_mixer_state_layer;

/// The state of a mixer: clips, times, phases and fades, in a plain struct without pointers, to save, to send, to
/// rewind. Its size depends on the version only, its byte order on the machine. Weights are the double ones of the
/// fades, so that a mixer continues to the last bit. Poses, of sinew_mixer_freeze and of inertial fades, masks and
/// references are not part of it.
typedef struct sinew_mixer_state {
    uint32_t version, size;
    uint64_t model; ///< hash of the joints: clips may come and go
    double within, begun, ahead;
    sinew_mixer_state_layer layers[SINEW_MIXER_LAYERS_MAX];
} sinew_mixer_state;

/// Gets the state of a mixer.
SINEW_API void sinew_mixer_get_state(const sinew_mixer *mixer, sinew_mixer_state *out_state);

/// Sets a state; the mixer continues to the last bit as the one it was taken from. The struct is validated: it may come
/// from outside. `known`, [known_count] or NULL, has the markers and spaces that may play, which a state cannot hold:
/// the clips that the game plays. Errors leave the mixer as it is: SINEW_ERROR_UNSUPPORTED another version, _DAMAGED
/// values out of range, _INVALID_ARGUMENT the state of a model with other joints, _NO_CLIP a clip that is neither in
/// the model nor bound to it, or has another duration there, or markers or a space that `known` lacks.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_set_state(sinew_mixer *mixer, const sinew_mixer_state *state,
                                                             const sinew_mixer_clip *known, int32_t known_count,
                                                             sinew_error *out_error);

/// Makes the mixer play another model, such as the same file after an edit, by names of clips. Fades, times and phases
/// stay, and clips as references of additive layers, at their times; clips and spaces that `model` and `known` lack
/// end. Masks, poses as references and clip motions are the caller's, of the old model, and are dropped: make them for
/// the new one and set them again before the next evaluation. A layer without its mask acts on all joints. `known` is
/// of the new model. Allocates memory; on failure the mixer does not change.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_rebind(sinew_mixer *mixer, const sinew_model *model,
                                                          const sinew_mixer_clip *known, int32_t known_count,
                                                          sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
