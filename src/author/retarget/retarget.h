/// Retargeting: the parts of a body by their names, a file that names them, the body at rest, and poses.
#ifndef SINEW_AUTHOR_RETARGET_RETARGET_H
#define SINEW_AUTHOR_RETARGET_RETARGET_H

#include "core/base/arena.h"
#include "core/base/json.h"
#include "sinew/pose.h"
#include "sinew/retarget.h"

// ---- parts of a body -----------------------------------------------------------------------------------------------
// The parts of a body: their names, and which part follows which.

/// Parts that every body needs, in the order of the report about missing ones.
enum { SINEW__NEEDED_PARTS = 7 };

extern const int32_t sinew__needed_parts[SINEW__NEEDED_PARTS];

/// Returns the next part along the limb or chain: forearm after upper arm, hand after forearm, the middle finger after
/// the hand, toes after the foot. SINEW_NONE for the last of a chain, and for parts of the torso.
int32_t sinew__body_part_after(int32_t part);

/// Returns the part that a part of a limb continues: upper arm before forearm, hand before a finger. SINEW_NONE for the
/// first part of a limb, and for parts of the torso.
int32_t sinew__body_part_before(int32_t part);

/// Returns the part within its side, or SINEW_NONE for a part of the torso.
int32_t sinew__side_part_of(int32_t part);

/// Returns the number of joints of a chain that a map fills from `first` on, `capacity` at most.
int32_t sinew__chain_length(const sinew_body_map *map, int32_t first, int32_t capacity);

/// Whether the file states the parts that every body needs (VRM). *out_map has the parts that it states.
int sinew__body_is_stated(const sinew_model *model, sinew_body_map *out_map);

// ---- file of names -------------------------------------------------------------------------------------------------
// Files that say which joint is which part of a body: --retarget-map.
//
//     {"character": {"hips": "Root", "spine": ["Spine", "Chest"], "left_hand": null}, "animation": {"head": "Skull"}}
//
// Parts that a file does not name are found by name.

/// Finds the parts of a model, then changes those that the section `key` ("character", "animation") of the file names.
/// `path` NULL: no file. A missing part is not an error if the file adds it. SINEW_ERROR_INVALID_ARGUMENT with a
/// message that names the file, for JSON that is not such a map; SINEW_ERROR_NO_JOINT for an unknown joint.
SINEW_NODISCARD sinew_result sinew__body_map_read(const sinew_model *model, const char *path, const char *key,
                                                  sinew_body_map *out_map, sinew_error *out_error);

/// Puts the section of a map into a JSON file: its braces and members.
void sinew__body_map_put(const sinew_model *model, const sinew_body_map *map, const char *key,
                         sinew__json_writer *json);

// ---- the body at rest ----------------------------------------------------------------------------------------------
// A body in its reference pose: positions and rotations of its joints, the directions of the body, its measures.

/// A pose that a body may be measured in, and how well it suits: 0 … 1 each.
typedef struct sinew__reference_candidate {
    sinew_reference pose;
    int is_straightest; ///< the best pose of all clips, because no other is upright
    int is_rotated;     ///< until it is upright and looks to the front of the file
    double upright;     ///< the torso: along the up axis, straight, shoulders not raised
    double lengths;     ///< limbs have the proportions of the bound skin; 1 without a skin
    double symmetry;    ///< both sides are mirror images
    double feet;        ///< legs reach down from the hips
    double score;       ///< mean of the four
    int stands;         ///< none of the four is too small
} sinew__reference_candidate;

enum { SINEW__MAX_REFERENCES = 64 + 3 };

/// The sole of a foot in the reference pose, in model space.
typedef struct sinew__sole {
    sinew_vec3 heel, ball; ///< from the ankle
    sinew_vec3 tip;        ///< from the toe joint, or without one from the ankle
    sinew_vec3 toes;       ///< from the ankle to the toe joint
    int has_toes, is_of_skin;
} sinew__sole;

/// The height of a toe joint above the sole, as a part of the length of the legs.
static const double sinew__toe_height = 0.02;

/// The height of an ankle above the sole, as a part of the length of the legs, by the proportions of grown men (Winter,
/// "Biomechanics and Motor Control", 1990).
static const double sinew__ankle_part = 0.09;

typedef struct sinew__reference_body {
    const sinew_model *model;
    const sinew_body_map *map;
    sinew_vec3 *positions; ///< [joint_count] model space
    sinew_quat *rotations; ///< [joint_count] products of the rotations from the root
    sinew_quat frame;      ///< from x left, y up, z front to model space; along the axes if the body nearly is
    sinew_vec3 up;         ///< the body's, in model space
    double leg_length;     ///< mean of both; > 0
    double arm_length[2];  ///< left, right; 0 without an arm
    double ankle_height;   ///< mean of both feet, above the origin along `up`
    int is_rotated;        ///< the reference is rotated upright, and `frame` and `up` come from the file
    const sinew__reference_candidate *candidates; ///< [candidate_count]
    int32_t candidate_count, chosen;
    sinew__sole soles[2]; ///< left, right
    int stands_on_ground; ///< the feet stand on a ground that contains the origin
} sinew__reference_body;

/// Checks the map as `sinew_body_map_check` does, takes the reference pose and measures it. `wanted` NULL: the best.
/// Arrays are taken from `memory`.
sinew_result sinew__reference_body_init(sinew__reference_body *body, const sinew_model *model,
                                        const sinew_body_map *map, const sinew_reference *wanted, sinew__arena *memory,
                                        sinew_error *error);

/// Judges the bind pose, the rest pose and the first frame of each clip by one score, and takes the best: the first
/// that is upright, if no other is clearly better. If no pose is upright, the best pose of the clips is another
/// candidate. Fills positions, rotations and candidates. SINEW_ERROR_NO_MATCH when the wanted pose does not exist.
sinew_result sinew__choose_reference(sinew__reference_body *body, const sinew_reference *wanted, sinew__arena *memory,
                                     sinew_error *error);

/// Whether the reference is the bind or the rest pose, and is upright.
int sinew__reference_stands(const sinew__reference_body *body);

/// Writes the name of a reference pose: "rest pose", "bind pose", "first frame of 'walk'". Returns `out`.
enum { SINEW__REFERENCE_NAME_SIZE = 96 };
const char *sinew__reference_name(const sinew_model *model, const sinew__reference_candidate *candidate,
                                  char out[SINEW__REFERENCE_NAME_SIZE]);

// Measures of a body in the pose of `positions`.

/// Returns the direction from the middle between the thighs to the top of the torso; of a body without a torso, from
/// the feet to that middle.
sinew_vec3 sinew__reference_up(const sinew__reference_body *body);

/// Returns the direction from the right part to the left one, across `up`; 0 0 0 if they have one position.
sinew_vec3 sinew__reference_left(const sinew__reference_body *body, int32_t side_part, sinew_vec3 up);

/// Returns the length of a limb of two bones; 0 when a bone has no length.
double sinew__reference_limb(const sinew__reference_body *body, int32_t first);

/// Returns the axis along which a vector is longest, with its sign.
sinew_vec3 sinew__nearest_axis(sinew_vec3 v);

/// Returns the rotation from x left, y up, z front to these directions.
sinew_quat sinew__body_frame(sinew_vec3 left, sinew_vec3 up);

/// Finds the soles: by the skin of the feet, else by their joints and the ground that a standing body is on.
sinew_result sinew__find_soles(sinew__reference_body *body, sinew_error *error);

/// Returns the vector from a part to another; 0 0 0 if the body lacks one of them.
sinew_vec3 sinew__reference_bone(const sinew__reference_body *body, int32_t from, int32_t to);

/// Returns the height of the body in the reference pose, in metres by the unit of the file and the proportions of an
/// adult; 0 if it is not finite.
double sinew__reference_height(const sinew__reference_body *body);

/// Returns `sinew__reference_height` of a model's body; 0 for a model without one.
double sinew__body_height(const sinew_model *model);

/// Returns the likely factor for the unit of a file, from the height of its body in metres: 1 for a height that a
/// character may have, 0 if no mistake between two units explains it.
double sinew__likely_unit_factor(double height);

// ---- poses ---------------------------------------------------------------------------------------------------------
// One pose of the animation → the same pose of the character.

/// A joint follows the motion of `first`, or a mixture of the motions of `first` and `second`: a spine of three joints
/// drives one of five.
typedef struct sinew__retarget_driver {
    int32_t first;        ///< of the animation; SINEW_NONE: the joint rests
    int32_t second;       ///< of the animation
    double part;          ///< 0: `first` … 1: `second`
    sinew_quat reference; ///< global rotation that corresponds to the reference pose of the animation
    int32_t translates;   ///< whether it takes the translation of `first`, relative to the rest
} sinew__retarget_driver;

/// From one body to another.
typedef struct sinew__retargeting {
    sinew__reference_body character, animation;
    sinew_quat axes;    ///< rotation from the animation's model space to the character's
    double scale;       ///< ratio of the leg lengths; of a copy, of all lengths
    double ground;      ///< height of the animation's standing soles, along its up, in the clip that is sampled; if
                        ///< `has_ground` is 0, of soles in its reference pose
    int has_ground;     ///< whether a foot is planted in that clip
    double *levels[3];  ///< [level_count] of the ground below each foot of the animation, and its hips
    double *left_share; ///< [level_count] the part of the weight on the left foot, 0 … 1; the rest is on the right one
    double *shifts[3];  ///< [level_count] x y z, of the character's hips by `sinew__balance_hips`; NULL before
    int32_t level_count;
    double level_interval;           ///< seconds
    double time;                     ///< of the pose, seconds from the clip's start
    sinew_quat aligned_foot[2];      ///< rotation of the character's feet from its reference pose
    sinew_quat usual_foot[2];        ///< mean rotation about the vertical of planted feet, relative to the pelvis
    sinew_vec3 stance[2];            ///< of the left and the right foot: the character's thighs are farther apart
    sinew__retarget_driver *drivers; ///< [character joint_count]
    const int32_t *copied; ///< [character joint_count] of equal skeletons: whose locals a joint copies; or NULL
    double size;           ///< of the character, to compare lengths with: its legs, or of a copy the model
} sinew__retargeting;

/// Pairs the joints of two equal skeletons: the same names below the same parents, rest poses within 0.1°, the same
/// lengths up to a factor, which *out_scale gets. The character may have further joints. *out_copied is
/// [character joint_count] from `memory`, or NULL if the skeletons differ. Returns 0 when out of memory.
int sinew__pair_equal_skeletons(const sinew_model *character, const sinew_model *animation, sinew__arena *memory,
                                const int32_t **out_copied, double *out_scale);

/// Returns whether two skeletons are equal; 0 also when out of memory.
int sinew__are_equal_skeletons(const sinew_model *character, const sinew_model *animation);

/// Fills `axes`, `scale`, `stance` and `drivers` from the two bodies. Returns 0 when out of memory.
int sinew__retargeting_connect(sinew__retargeting *on, sinew__arena *memory);

/// Returns the rotation of a foot, 0 left, 1 right, from the character's reference pose to the direction of the
/// animation's foot on the ground. Its slope depends on the height of the ankle and is the character's own.
sinew_quat sinew__align_foot(const sinew__retargeting *on, int side);

/// Scratch memory of one thread.
typedef struct sinew__retarget_poses {
    sinew_pose *animation; ///< sampled by the caller, with globals
    sinew_pose *character; ///< the result: locals and globals
    sinew_quat *rotations; ///< [character joint_count] global, by products
    sinew_vec3 shift;      ///< by `sinew__hips_shift`, in the character's units
} sinew__retarget_poses;

/// Returns the rotation of a joint of the animation in model space since the reference pose.
sinew_quat sinew__motion_since_reference(const sinew__retargeting *on, const sinew_pose *pose, int32_t joint);

/// Converts a rotation from the animation's model space to the character's.
sinew_quat sinew__rotation_in_character(const sinew__retargeting *on, sinew_quat rotation);

/// Returns the shift of the hips from the animation's at the character's size: up by the heights of the ankles above
/// the ground and the weight on each foot, and by `shifts`. While a foot rolls, its shape may bring the ankle lower
/// than a flat foot; the hips follow. They do not follow a higher ankle: `sinew__roll_foot` rolls that foot by less.
sinew_vec3 sinew__hips_shift(const sinew__retargeting *on, const sinew__retarget_poses *poses);

/// Converts a position from the animation's model space to the character's, at its size and above its ground, with the
/// shift of the hips.
sinew_vec3 sinew__position_in_character(const sinew__retargeting *on, const sinew__retarget_poses *poses,
                                        sinew_vec3 position);

/// Returns the place for the ankle of a foot, 0 left, 1 right: the lowest point of the sole is as high above the ground
/// as the animation's, and the point about which the foot rolls moves like the animation's. *out_hold gets 1 if the
/// ground gives that place, 0 if it follows the shift of the hips.
sinew_vec3 sinew__ankle_target(const sinew__retargeting *on, const sinew__retarget_poses *poses, int side,
                               double *out_hold);

/// Rolls a foot of the character by less than the animation's if its ankle would be too high: changes the rotations in
/// `poses` of the foot and of toes that do not bend, not the pose.
void sinew__roll_foot(const sinew__retargeting *on, sinew__retarget_poses *poses, int side);

/// Bends the toes of a foot up that would be below the ground with the ankle there: changes `rotations` in `poses`.
void sinew__bend_toes(const sinew__retargeting *on, sinew__retarget_poses *poses, sinew_vec3 ankle, int side);

/// Writes means of each sample and its neighbours up to `half` samples away, with weights that fall linearly.
void sinew__smooth_samples(const double *samples, int32_t count, int32_t half, double *out);

/// Finds the ground of a clip of the animation: the lowest 10 % of the heights at which one of the soles is at rest
/// below the hips. No foot is planted if that lasts for less than 5 % of the clip, or if feet are often lower. If
/// the reference pose is not upright, its feet are taken from the lowest contact of ankles and toes. Sets `ground`,
/// `has_ground`, `usual_foot`, soles, and in copies from `memory` the rotations of the feet and the drivers of the
/// character's feet. The contents of `pose` change. Returns 0 when out of memory.
int sinew__find_ground(sinew__retargeting *on, int32_t clip, sinew_pose *pose, sinew__arena *memory);

/// Fills `shifts` of a clip whose ground is known: hips that keep the directions of the legs as well as feet on the
/// ground allow, smooth over 0.25 s. No shifts without a ground. The contents of `poses` change. Returns 0 when out of
/// memory.
int sinew__balance_hips(sinew__retargeting *on, int32_t clip, sinew__retarget_poses *poses, sinew__arena *memory);

/// Fills `local` and `global` of the character's pose.
void sinew__retarget_pose(const sinew__retargeting *on, sinew__retarget_poses *poses);

#endif
