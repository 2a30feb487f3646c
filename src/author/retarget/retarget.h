/// Retargeting: the parts of a body by their names, a file that names them, the body at rest, and poses.
#ifndef SINEW_AUTHOR_RETARGET_RETARGET_H
#define SINEW_AUTHOR_RETARGET_RETARGET_H

#include "core/base/arena.h"
#include "core/base/json.h"
#include "sinew/pose.h"
#include "sinew/retarget.h"

// ---- parts of a body -----------------------------------------------------------------------------------------------

/// The parts that every body needs, in the order in which missing ones are reported.
enum { SINEW__NEEDED_PARTS = 7 };

extern const int32_t sinew__needed_parts[SINEW__NEEDED_PARTS];

/// Returns the next part along the limb or chain: the forearm after the upper arm, the hand after the forearm, the
/// middle finger after the hand, the toes after the foot. SINEW_NONE for the last part of a chain and for parts of the
/// torso.
int32_t sinew__body_part_after(int32_t part);

/// Returns the previous part of a limb: the upper arm before the forearm, the hand before a finger. SINEW_NONE for the
/// first part of a limb and for parts of the torso.
int32_t sinew__body_part_before(int32_t part);

/// Returns the sinew_side_part of a part, or SINEW_NONE for a part of the torso.
int32_t sinew__side_part_of(int32_t part);

/// Returns the number of joints in a chain of a map, which begins at the part `first` and has at most `capacity` parts.
int32_t sinew__chain_length(const sinew_body_map *map, int32_t first, int32_t capacity);

/// Whether the file states the parts that every body needs (VRM). *out_map gets the parts that the file states.
int sinew__body_is_stated(const sinew_model *model, sinew_body_map *out_map);

// ---- file of names -------------------------------------------------------------------------------------------------
// Files that map joints to body parts, for --retarget-map:
//
//     {"character": {"hips": "Root", "spine": ["Spine", "Chest"], "left_hand": null}, "animation": {"head": "Skull"}}
//
// Parts that a file does not mention are found by name.

/// Finds the parts of a model, then applies the section `key` ("character" or "animation") of the file. `path` NULL: no
/// file. A part that is missing is not an error if the file adds it. SINEW_ERROR_INVALID_ARGUMENT, with the file's
/// name, if its JSON is not such a map; SINEW_ERROR_NO_JOINT for an unknown joint.
SINEW_NODISCARD sinew_result sinew__body_map_read(const sinew_model *model, const char *path, const char *key,
                                                  sinew_body_map *out_map, sinew_error *out_error);

/// Writes the section `key` of a map, its braces and members, to a JSON file.
void sinew__body_map_put(const sinew_model *model, const sinew_body_map *map, const char *key,
                         sinew__json_writer *json);

// ---- the body at rest ----------------------------------------------------------------------------------------------
// A body in its reference pose: positions and rotations of its joints, its directions and lengths.

/// A pose that can be the reference of a body. `upright` to `score` are 0 … 1, higher is better.
typedef struct sinew__reference_candidate {
    sinew_reference pose;
    int is_straightest; ///< the best pose of all clips, used because no other pose is upright
    int is_rotated;     ///< rotated until it is upright and faces the front of the file
    double upright;     ///< the torso is along the up axis and straight, and the shoulders are not raised
    double lengths;     ///< limbs have the proportions of the bound skin; 1 without a skin
    double symmetry;    ///< both sides are mirror images
    double feet;        ///< legs reach down from the hips
    double score;       ///< mean of the four scores above
    int stands;         ///< whether each of the four scores is large enough
} sinew__reference_candidate;

enum { SINEW__MAX_REFERENCES = 64 + 3 };

/// The sole of a foot in the reference pose, in model space.
typedef struct sinew__sole {
    sinew_vec3 heel, ball; ///< relative to the ankle
    sinew_vec3 tip;        ///< relative to the toe joint, or to the ankle if none exists
    sinew_vec3 toes;       ///< the toe joint, relative to the ankle
    int has_toes, is_of_skin;
} sinew__sole;

/// Height of a toe joint above the sole, as a fraction of the leg length.
static const double sinew__toe_height = 0.02;

/// Height of an ankle above the sole, as a fraction of the leg length, by the proportions of adult men (Winter,
/// "Biomechanics and Motor Control", 1990).
static const double sinew__ankle_part = 0.09;

typedef struct sinew__reference_body {
    const sinew_model *model;
    const sinew_body_map *map;
    sinew_vec3 *positions; ///< [joint_count] model space
    sinew_quat *rotations; ///< [joint_count] global rotations, without scale: products of the local ones
    sinew_quat frame;      ///< rotation from x left, y up, z front to model space; rounded to the axes if the body is
                           ///< nearly aligned
    sinew_vec3 up;         ///< up direction of the body, in model space
    double leg_length;     ///< mean of both legs; > 0
    double arm_length[2];  ///< left, right; 0 without an arm
    double ankle_height;   ///< mean height of both ankles above the origin along `up`
    int is_rotated;        ///< whether the reference pose was rotated upright; then `frame` and `up` come from the file
    const sinew__reference_candidate *candidates; ///< [candidate_count]
    int32_t candidate_count, chosen;
    sinew__sole soles[2]; ///< left, right
    int stands_on_ground; ///< whether the feet stand on a ground that contains the origin
} sinew__reference_body;

/// Checks the map like `sinew_body_map_check`, then takes and measures the reference pose: `wanted`, or the best if it
/// is NULL. Arrays are taken from `memory`.
sinew_result sinew__reference_body_init(sinew__reference_body *body, const sinew_model *model,
                                        const sinew_body_map *map, const sinew_reference *wanted, sinew__arena *memory,
                                        sinew_error *error);

/// Chooses the reference pose and fills positions, rotations and candidates. The bind pose and the rest pose are
/// scored; if the best of them is not upright, also the first frames of clips. The first upright pose is taken unless
/// another is clearly better. If no pose is upright, the best pose of the clips is another candidate.
/// SINEW_ERROR_NO_MATCH if the wanted pose does not exist.
sinew_result sinew__choose_reference(sinew__reference_body *body, const sinew_reference *wanted, sinew__arena *memory,
                                     sinew_error *error);

/// Whether the reference is the bind pose or the rest pose and is upright.
int sinew__reference_stands(const sinew__reference_body *body);

/// Writes the name of a reference pose: "rest pose", "bind pose", "first frame of 'walk'". Returns `out`.
enum { SINEW__REFERENCE_NAME_SIZE = 96 };
const char *sinew__reference_name(const sinew_model *model, const sinew__reference_candidate *candidate,
                                  char out[SINEW__REFERENCE_NAME_SIZE]);

// Measures of a body in the pose `positions`.

/// Returns the direction from the middle of the thighs to the top of the torso; if the body has no torso, from the feet
/// to the middle of the thighs.
sinew_vec3 sinew__reference_up(const sinew__reference_body *body);

/// Returns the direction from the right part to the left one, perpendicular to `up`; 0 0 0 if they are at one position.
sinew_vec3 sinew__reference_left(const sinew__reference_body *body, int32_t side_part, sinew_vec3 up);

/// Returns the length of a limb of two bones; 0 if one of them has no length.
double sinew__reference_limb(const sinew__reference_body *body, int32_t first);

/// Returns the axis along which a vector is longest, with its sign.
sinew_vec3 sinew__nearest_axis(sinew_vec3 v);

/// Returns the rotation from x left, y up, z front to `left`, `up` and the front of the body.
sinew_quat sinew__body_frame(sinew_vec3 left, sinew_vec3 up);

/// Finds the soles from the skin of the feet; without skin, from their joints and the ground of a standing body.
sinew_result sinew__find_soles(sinew__reference_body *body, sinew_error *error);

/// Returns the vector from one part to another; 0 0 0 if the body lacks one of them.
sinew_vec3 sinew__reference_bone(const sinew__reference_body *body, int32_t from, int32_t to);

/// Returns the height of the body in metres, from the lengths of its legs and torso, the unit of the file and an
/// adult's proportions; 0 if it is not finite.
double sinew__reference_height(const sinew__reference_body *body);

/// Sets *out_height to `sinew__reference_height` of a model's body; 0 for a model without a body. Returns SINEW_OK or
/// SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__body_height(const sinew_model *model, double *out_height);

/// Returns the factor that probably corrects the unit of a file, from its body's height in metres: 1 if a character may
/// have that height, 0 if no confusion of two units explains it.
double sinew__likely_unit_factor(double height);

// ---- poses ---------------------------------------------------------------------------------------------------------
// Converts a pose of the animation to the same pose of the character.

/// The joints of the animation that drive a joint of the character: `first`, or a mixture of `first` and `second` if
/// chains differ in length, such as a spine of three joints and one of five.
typedef struct sinew__retarget_driver {
    int32_t first;        ///< joint of the animation; SINEW_NONE: the character's joint stays at rest
    int32_t second;       ///< joint of the animation; used if `part` > 0
    double part;          ///< weight of `second`; 0: only `first`, 1: only `second`
    sinew_quat reference; ///< global rotation that corresponds to the animation's reference pose
    int32_t translates;   ///< whether the joint also gets the translation of `first`, relative to the rest pose
} sinew__retarget_driver;

/// The data for retargeting one body's poses to another.
typedef struct sinew__retargeting {
    sinew__reference_body character, animation;
    sinew_quat axes;    ///< rotation from the animation's model space to the character's
    double scale;       ///< character's size / animation's size: the ratio of leg lengths, or of all lengths if the
                        ///< skeletons are equal
    double ground;      ///< height of the animation's planted soles in the clip, along its up axis; if `has_ground` is
                        ///< 0, of the soles in its reference pose
    int has_ground;     ///< whether a foot is planted in the clip
    double *levels[3];  ///< [level_count] heights of the ground below the animation's left foot, right foot and hips
    double *left_share; ///< [level_count] share of the weight on the left foot, 0 … 1
    double *shifts[3];  ///< [level_count] x, y and z of the shifts of the character's hips, by `sinew__balance_hips`;
                        ///< NULL before that
    double *offsets[2][3]; ///< [level_count] x, y and z of the displacements of the character's left and right foot on
                           ///< the ground, by `sinew__balance_hips`; NULL before that
    const uint8_t *planted[2]; ///< [level_count] whether the animation's left and right foot is planted
    int32_t level_count;
    double level_interval;           ///< seconds between levels
    double time;                     ///< time of the pose, seconds from the clip's start
    sinew_quat aligned_foot[2];      ///< rotation of the character's left and right foot from its reference pose to the
                                     ///< animation's direction
    sinew_quat usual_foot[2];        ///< mean rotation about the vertical of planted feet, relative to the pelvis
    sinew_vec3 stance[2];            ///< for the left and the right foot: the character's half hip width minus the
                                     ///< animation's, scaled
    sinew__retarget_driver *drivers; ///< [character joint_count]
    const int32_t *copied; ///< [character joint_count] for equal skeletons, the joint of the animation whose local
                           ///< transform is copied; else NULL
    double size;           ///< length of the character's legs, or of the whole model for equal skeletons; errors are
                           ///< relative to it
} sinew__retargeting;

/// Pairs the joints of two equal skeletons: equal names and parents, rest poses within 0.1°, and lengths that differ by
/// one factor, *out_scale. The character may have additional joints. *out_copied is [character joint_count] from
/// `memory`, or NULL if the skeletons differ. Returns 0 when out of memory.
int sinew__pair_equal_skeletons(const sinew_model *character, const sinew_model *animation, sinew__arena *memory,
                                const int32_t **out_copied, double *out_scale);

/// Sets *out_are_equal to whether two skeletons are equal. Returns 0 when out of memory.
int sinew__are_equal_skeletons(const sinew_model *character, const sinew_model *animation, int *out_are_equal);

/// Fills `axes`, `scale`, `stance` and `drivers` from the two bodies. Returns 0 when out of memory.
int sinew__retargeting_connect(sinew__retargeting *on, sinew__arena *memory);

/// Returns the rotation of a foot (0 left, 1 right) from the character's reference pose to the horizontal direction of
/// the animation's foot. The foot keeps its own slope, which depends on the height of the ankle.
sinew_quat sinew__align_foot(const sinew__retargeting *on, int side);

/// Scratch memory of one thread.
typedef struct sinew__retarget_poses {
    sinew_pose *animation; ///< the animation's pose, sampled by the caller, with global transforms
    sinew_pose *character; ///< the result: local and global transforms
    sinew_quat *rotations; ///< [character joint_count] global rotations, without scale
    sinew_vec3 shift;      ///< result of `sinew__hips_shift`, in the character's units
} sinew__retarget_poses;

/// Returns how far a joint of the animation has rotated in model space since the reference pose.
sinew_quat sinew__motion_since_reference(const sinew__retargeting *on, const sinew_pose *pose, int32_t joint);

/// Converts a rotation from the animation's model space to the character's.
sinew_quat sinew__rotation_in_character(const sinew__retargeting *on, sinew_quat rotation);

/// Returns the difference between the character's hips and the animation's scaled hips: upwards from the heights of the
/// ankles above the ground and the weight on each foot, in all directions from `shifts`. If the shape of a rolling foot
/// lowers the ankle, the hips follow. They do not follow a higher ankle: `sinew__roll_foot` rolls that foot by less.
sinew_vec3 sinew__hips_shift(const sinew__retargeting *on, const sinew__retarget_poses *poses);

/// Converts a position from the animation's model space to the character's: scaled, and raised by the shift of the
/// hips.
sinew_vec3 sinew__position_in_character(const sinew__retargeting *on, const sinew__retarget_poses *poses,
                                        sinew_vec3 position);

/// Returns the position for the ankle of a foot, 0 left, 1 right. The lowest point of the sole is as high above the
/// ground as the animation's, and the point about which the foot rolls moves like the animation's. *out_hold gets 1 if
/// the ground determines the position, 0 if the position follows the shift of the hips, or a number between.
sinew_vec3 sinew__ankle_target(const sinew__retargeting *on, const sinew__retarget_poses *poses, int side,
                               double *out_hold);

/// Rolls a foot of the character by less than the animation's if its ankle would be too high. Changes the rotations in
/// `poses` of the foot and of toes that do not bend; does not change the pose.
void sinew__roll_foot(const sinew__retargeting *on, sinew__retarget_poses *poses, int side);

/// Bends the toes of a foot up if they would be below the ground with the ankle at `ankle`. Changes `rotations` in
/// `poses`.
void sinew__bend_toes(const sinew__retargeting *on, sinew__retarget_poses *poses, sinew_vec3 ankle, int side);

/// Returns the first sample of the next stance of a foot at or after the sample `from`, or SINEW_NONE. `planted`
/// [count], 30 samples per second, says when the foot is planted. A stance continues over gaps of two samples.
/// *out_last gets its last sample.
int32_t sinew__find_stance(const uint8_t *planted, int32_t count, int32_t from, int32_t *out_last);

/// Writes means of each sample and its neighbours up to `half` samples away, with weights that fall linearly.
void sinew__smooth_samples(const double *samples, int32_t count, int32_t half, double *out);

/// Finds the ground of a clip of the animation: the height that 10 % of the planted soles are below. A sole is planted
/// if it is nearly still and below the hips. Sets `ground`, `has_ground`, `usual_foot` and the levels. `has_ground` is
/// 0 if soles are planted for less than 5 % of the clip, if planted soles differ too much in height, or if feet are
/// often lower than the ground. If the reference pose is not upright, the feet take their reference from their lowest
/// contact; then the soles change, and copies from `memory` replace the foot rotations and the drivers. `pose` is
/// scratch. Returns 0 when out of memory.
int sinew__find_ground(sinew__retargeting *on, int32_t clip, sinew_pose *pose, sinew__arena *memory);

/// Rotates all joints like the animation's joints, and moves the hips. The ends of limbs are placed later.
void sinew__place_hips(const sinew__retargeting *on, sinew__retarget_poses *poses);

/// Fills `shifts` and `offsets` of a clip if `has_ground` is set, so that legs keep their directions as well as feet on
/// the ground allow. Shifts of the hips are smooth over 0.25 s. Offsets of a foot are horizontal, constant during each
/// stance, and change while the foot is in the air. The contents of `poses` change. Returns 0 when out of memory.
int sinew__balance_hips(sinew__retargeting *on, int32_t clip, sinew__retarget_poses *poses, sinew__arena *memory);

/// Fills `local` and `global` of the character's pose.
void sinew__retarget_pose(const sinew__retargeting *on, sinew__retarget_poses *poses);

#endif
