/// The mixer: plays clips on one character, with fades, synchronised clips, one-shots and layers.
///
///   sinew_mixer_play       starts a clip or a blend space on a layer, and fades to it from the layer's current clips
///   sinew_mixer_step       advances all clips and fades by real time, and returns events and motion
///   sinew_mixer_evaluate   blends the clips that play now into a local pose
///
/// Layer 0 is the base: one clip, or several while they fade, as a weighted average. Layers above it are blended over
/// the result or added to it, within a mask. An empty layer has no effect; an empty base is the rest pose.
///
/// A mixer has one owner, and is used by one thread at a time. Only `_create` functions allocate memory.
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
    SINEW_MIXER_CLIPS_MAX = 4, ///< largest number of clips on one layer during fades; a blend space counts as one
    SINEW_MIXER_BLEND_INPUTS_MAX = SINEW_MIXER_LAYERS_MAX * SINEW_MIXER_CLIPS_MAX * SINEW_BLEND_SPACE_ACTIVE_MAX + 1,
};

typedef struct sinew_mixer sinew_mixer;

/// Creates a mixer, one per character. The caller destroys *out_mixer; it is NULL on failure. The model must outlive
/// it. A mixer takes 4 KB, and 136 bytes per joint for the pose that sinew_mixer_freeze keeps and the difference of an
/// inertial fade.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_create(const sinew_model *model, sinew_mixer **out_mixer,
                                                          sinew_error *out_error);

/// Destroys a mixer. Accepts NULL.
SINEW_API void sinew_mixer_destroy(sinew_mixer *mixer);

// ---- playing ------------------------------------------------------------------------------------------------------

/// How a clip takes over from the other clips of its layer.
typedef enum sinew_fade_kind {
    SINEW_FADE_LINEAR, ///< both clips play, and weights are linear in time
    /// only the new clip plays, from the start of the fade. The difference between the pose shown before and the new
    /// clip's pose is added, and fades smoothly to 0, starting with its current velocity. So does the difference in
    /// root motion
    SINEW_FADE_INERTIAL,
    /// both clips play, and weights change slowly at both ends of the fade: after the fraction t of its time they have
    /// changed by the fraction 3 t² − 2 t³
    SINEW_FADE_SMOOTH,
} sinew_fade_kind;

/// How a clip is played. Zeroed, except for `clip`: a cut to the clip's start, repeating, at speed 1.
typedef struct sinew_mixer_clip {
    int32_t clip;         ///< SINEW_NONE: the rest pose
    double fade;          ///< length of the fade from the layer's current clips in seconds, ≥ 0; 0: a cut
    double start;         ///< seconds from the clip's start
    double speed;         ///< 0: 1; negative plays backwards
    bool paused;          ///< the clip stands still, whatever `speed` says
    sinew_loop_mode loop; ///< SINEW_LOOP_ONCE holds the last pose on layer 0; a layer above it fades out
    /// length of the fade-out of a clip above layer 0 that plays once, in seconds, ≥ 0. The fade-out ends with the
    /// clip. It is smooth if `fade_kind` is SINEW_FADE_SMOOTH, else linear
    double fade_out;
    /// number of a sync group, > 0; 0: no group. The clips of a group on a layer repeat with a common phase and a
    /// common pace; a pace that is not finite counts as 0
    int32_t sync;
    /// [marker_count] markers for the sync group, such as footsteps: seconds from the clip's start, rising, less than
    /// its duration. Phases count from marker to marker, so that all clips of a group must have the same number. NULL:
    /// one marker, at the start. Not copied: must exist while the clip plays
    const double *markers;
    int32_t marker_count;
    /// plays this space, with its own markers, instead of `clip`; it repeats. Must exist while it plays. NULL: plays
    /// `clip`
    const sinew_blend_space *space;
    double x, y; ///< position in the space; sinew_mixer_set_position changes it
    /// seconds until the position has covered half of the distance to a new one; 0: it changes at once
    double half_life;
    /// plays in addition to the other clips of the layer, without a fade, with the weight that sinew_mixer_set_weight
    /// sets, initially 0. It ends when a clip that is not weighted is played on the layer
    bool weighted;
    /// how the clip takes over from the layer's current clips. A mixer has one inertial fade for all layers: a new one
    /// takes over the remaining difference of the old one
    sinew_fade_kind fade_kind;
    sinew_blender *blender; ///< scratch memory for an inertial fade, used only during sinew_mixer_play
} sinew_mixer_clip;

/// Plays a clip on a layer. If the layer already has SINEW_MIXER_CLIPS_MAX clips, the one with the smallest weight is
/// dropped. If the clip's sync group already plays on the layer, the clip takes over its phase, and `start` is ignored.
/// SINEW_ERROR_INVALID_ARGUMENT names the invalid argument or field; nothing changes then.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_play(sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip,
                                                        sinew_error *out_error);

/// Sets the position of a blend space that plays on a layer. Coordinates that are not finite change nothing.
SINEW_API void sinew_mixer_set_position(sinew_mixer *mixer, int32_t layer, const sinew_blend_space *space, double x,
                                        double y);

/// Sets the weight of a weighted clip of a layer; negative weights and NaN count as 0. On layer 0, weights are divided
/// by their sum; on other layers only if the sum exceeds 1. If all weights of layer 0 are 0, the layer shows the rest
/// pose. Returns 0 if the layer does not exist or plays no such clip.
SINEW_API int sinew_mixer_set_weight(sinew_mixer *mixer, int32_t layer, int32_t clip, float weight);

/// Fades a layer out within `fade` seconds; layer 0 fades to the rest pose. A fade that is negative or not finite
/// counts as 0.
SINEW_API void sinew_mixer_stop(sinew_mixer *mixer, int32_t layer, double fade);

/// Freezes layer 0: its current pose replaces its clips, so that a new clip can fade from there. `blender` is scratch
/// memory.
SINEW_API void sinew_mixer_freeze(sinew_mixer *mixer, sinew_blender *blender);

/// How a layer above layer 0 is blended. Initially SINEW_BLEND_OVERRIDE with weight 1.
typedef struct sinew_mixer_layer {
    sinew_blend_mode mode; ///< SINEW_BLEND_OVERRIDE or SINEW_BLEND_ADDITIVE
    float weight;          ///< 0 … 1
    /// NULL: all joints. While clips fade within the layer, joints with a mask weight between 0 and 1 get slightly less
    /// of the earlier clip
    const sinew_joint_mask *mask;
    /// the pose that an additive layer is relative to; SINEW_BLEND_NONE: the start of each clip that plays on it. It is
    /// checked in every mode, because sinew_mixer_set_state may change the mode
    sinew_blend_source reference;
} sinew_mixer_layer;

/// Sets how a layer above layer 0 is blended. SINEW_ERROR_INVALID_ARGUMENT names the invalid argument or field; nothing
/// changes then.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_set_layer(sinew_mixer *mixer, int32_t layer,
                                                             const sinew_mixer_layer *settings, sinew_error *out_error);

// ---- time ---------------------------------------------------------------------------------------------------------

/// Makes poses stay in place, and lets sinew_mixer_step return the root motion. NULL: poses move as their clips do.
/// `motions` must exist while the mixer uses them.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_set_motions(sinew_mixer *mixer,
                                                               const sinew_root_motion_tables *motions,
                                                               sinew_error *out_error);

/// An event that a clip of the mixer passed.
typedef struct sinew_mixer_event {
    int32_t clip;  ///< the clip that has the event, of the model or bound in a slot (clip.h)
    int32_t event; ///< number for sinew_clip_event; for a clip of the model, an index in `events`
    int32_t layer; ///< the clip's layer
    double time;   ///< seconds since the start of the step
    float weight;  ///< weight of the clip at that time, 0 … 1
    /// no clip of the layer has a larger weight. If several clips have a footstep at the same time, play only the
    /// dominant one
    bool is_dominant;
} sinew_mixer_event;

/// The events and the root motion of a step. The caller sets the first three fields.
typedef struct sinew_mixer_result {
    sinew_mixer_event *events; ///< [capacity] or NULL
    int32_t capacity;
    sinew_root_delta *character; ///< transform of the character, which the step multiplies by the motion; NULL: none
    int32_t event_count;         ///< number of `events`, which are in order of time
    int32_t left_out;            ///< number of events that did not fit
    /// weighted root motion of the clips of layer 0; the identity without sinew_mixer_set_motions
    sinew_root_delta motion;
} sinew_mixer_result;

/// Advances by `seconds` of real time. Negative seconds play the clips backwards, and fades stand still meanwhile.
/// Values that are not finite count as 0. `result` may be NULL.
///
/// The result does not depend on how the caller divides time into steps. A step is divided into substeps, which end at
/// multiples of 1/120 s since the mixer was created and at the ends of fades. During a substep the weight of a clip is
/// constant: the mean of its fade. The pace of a sync group, which depends on these weights, is constant too. Events
/// therefore happen at the same times, and the character reaches the same position; bit for bit, if steps are multiples
/// of 1/120 s. The time of a step after its first ten seconds is one substep.
///
/// If a clip repeats, an event at its end happens at the end of a loop, and an event at its start at the start of the
/// next loop.
SINEW_API void sinew_mixer_step(sinew_mixer *mixer, double seconds, sinew_mixer_result *result);

/// Advances as sinew_mixer_step does, without a result.
SINEW_API void sinew_mixer_advance(sinew_mixer *mixer, double seconds);

// ---- results ------------------------------------------------------------------------------------------------------

/// Writes the clips that play now as layers for `sinew_blend`, at most SINEW_MIXER_BLEND_INPUTS_MAX, and returns their
/// number. They are valid until the mixer changes.
SINEW_API int32_t sinew_mixer_layers(const sinew_mixer *mixer, sinew_blend_input *out_layers);

/// Blends the clips that play now into a local pose.
SINEW_API void sinew_mixer_evaluate(const sinew_mixer *mixer, sinew_blender *blender, sinew_local_pose *out_pose);

/// Blends the clips that play now into a palette, for a character that is only drawn; see sinew_blend_evaluate_palette.
SINEW_API void sinew_mixer_evaluate_palette(const sinew_mixer *mixer, sinew_blender *blender,
                                            sinew_palette_matrix *out_palette, float *out_morph_weights);

/// Returns the newest clip of a layer, or SINEW_NONE, with its time in seconds from its start and its weight, 0 … 1.
/// `out_time` and `out_weight` may be NULL; they are 0 if nothing plays.
SINEW_API int32_t sinew_mixer_current(const sinew_mixer *mixer, int32_t layer, double *out_time, float *out_weight);

/// Sets the planted heels and toes, `out_plants` [foot_count], for sinew_foot_ik_solve. A heel or toe is planted if
/// clips with more than half of the weight of layer 0 have it on the ground (sinew_contacts_planted). Clips that never
/// lift it, such as an idle, count only if no other clip plays. `contacts`, [contact_count], are of clips of the model
/// and bound clips, in any order; contacts at the index of their clip are found fastest. Clips without contacts do not
/// count.
SINEW_API void sinew_mixer_planted(const sinew_mixer *mixer, const sinew_contacts *contacts, int32_t contact_count,
                                   const sinew_foot *feet, int32_t foot_count, sinew_planted_foot *out_plants);

/// Returns whether the newest clip of a layer plays once and has ended, or the layer is empty. 0 if the layer does not
/// exist.
SINEW_API int sinew_mixer_finished(const sinew_mixer *mixer, int32_t layer);

// ---- state --------------------------------------------------------------------------------------------------------

enum { SINEW_MIXER_STATE_VERSION = 3, SINEW_MIXER_STATE_NAME = 64 };

/// A clip or a space in the state of a mixer. Its fields are read and written only as a whole.
typedef struct sinew_mixer_state_clip {
    char clip[SINEW_MIXER_STATE_NAME]; ///< name of the clip, truncated if it is too long; "" for a space
    uint64_t name;   ///< hash of the whole name, or of the clips' names and positions of a space; 0: the rest pose
    double duration; ///< duration of the clip; 0 for a space
    int32_t kind, loop, sync, weighted;
    double speed, anchor, elapsed, phase;
    double weight, fade_weight, fade_to, share, fade_out;
    double position[2], wanted[2], half_life;
    int32_t fade_kind, reserved; ///< a sinew_fade_kind; 0
} sinew_mixer_state_clip;

typedef struct sinew_mixer_state_layer {
    int32_t count; ///< number of clips
    int32_t mode;
    int32_t fade_kind, reserved; ///< a sinew_fade_kind; 0
    double weight, fade, elapsed;
    sinew_mixer_state_clip clips[SINEW_MIXER_CLIPS_MAX];
} sinew_mixer_state_layer;

/// The state of a mixer: clips, times, phases and fades, as a plain struct without pointers that can be saved, sent or
/// rewound. Its size depends only on the version, its byte order on the machine. Weights are stored in double
/// precision, so that a mixer continues bit for bit. Masks, references, and the poses of sinew_mixer_freeze and of
/// inertial fades are not part of it.
typedef struct sinew_mixer_state {
    uint32_t version, size;
    uint64_t model; ///< hash of the joints; clips may be added and removed
    double within, begun, ahead;
    sinew_mixer_state_layer layers[SINEW_MIXER_LAYERS_MAX];
} sinew_mixer_state;

/// Writes the state of a mixer to *out_state.
SINEW_API void sinew_mixer_get_state(const sinew_mixer *mixer, sinew_mixer_state *out_state);

/// Sets the state of a mixer, which continues bit for bit as the mixer of that state. The struct is validated and may
/// come from an untrusted source. `known`, [known_count] or NULL, has the markers and spaces that a state cannot store:
/// the clips that the game plays. On errors the mixer does not change. SINEW_ERROR_UNSUPPORTED: another version;
/// SINEW_ERROR_DAMAGED: values are out of range; SINEW_ERROR_INVALID_ARGUMENT: the state is of a model with other
/// joints; SINEW_ERROR_NO_CLIP: a clip is neither in the model nor bound to it, has another duration, or needs markers
/// or a space that `known` lacks.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_set_state(sinew_mixer *mixer, const sinew_mixer_state *state,
                                                             const sinew_mixer_clip *known, int32_t known_count,
                                                             sinew_error *out_error);

/// Makes the mixer play another model, such as the same file after an edit. Clips and spaces are found by name in
/// `model` and `known`, which belongs to the new model; those that are missing end. Fades, times and phases stay, and
/// so do clips that are references of additive layers. Masks, poses as references, and clip motions belong to the old
/// model and are dropped: create them for the new model and set them before the next evaluation. A layer without its
/// mask acts on all joints. Allocates memory; on failure the mixer does not change.
SINEW_API SINEW_NODISCARD sinew_result sinew_mixer_rebind(sinew_mixer *mixer, const sinew_model *model,
                                                          const sinew_mixer_clip *known, int32_t known_count,
                                                          sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
