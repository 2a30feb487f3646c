/// Retargeting: the parts of a body by their names, a file that names them, the body at rest, and poses.
#ifndef SINEW_AUTHOR_RETARGET_RETARGET_H
#define SINEW_AUTHOR_RETARGET_RETARGET_H

#include "core/base/arena.h"
#include "core/base/json.h"
#include "sinew/pose.h"
#include "sinew/retarget.h"

// ---- parts of a body -----------------------------------------------------------------------------------------------
// The parts of a body: their names, and which part follows which.

/// Parts that every body needs, in the order in which a missing one is reported.
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

// ---- file of names -------------------------------------------------------------------------------------------------
// Files that say which joint is which part of a body: --retarget-map.
//
//     {"character": {"hips": "Root", "spine": ["Spine", "Chest"], "left_hand": null}, "animation": {"head": "Skull"}}
//
// Parts that a file does not name are found by name.

/// Finds the parts of a model, then changes those that the section `key` ("character", "animation") of the file names.
/// `path` NULL: none. A part that is missing is no error if the file adds it. SINEW_ERROR_INVALID_ARGUMENT with a
/// message that names the file, for JSON that is not such a map; SINEW_ERROR_NO_JOINT for an unknown joint.
SINEW_NODISCARD sinew_result sinew__body_map_read(const sinew_model *model, const char *path, const char *key,
                                                  sinew_body_map *out_map, sinew_error *out_error);

/// Puts the section of a map into a JSON file: its braces and members.
void sinew__body_map_put(const sinew_model *model, const sinew_body_map *map, const char *key,
                         sinew__json_writer *json);

// ---- the body at rest ----------------------------------------------------------------------------------------------
// A body in its reference pose: positions and rotations of its joints, the directions of the body, its measures.

typedef struct sinew__reference_body {
    const sinew_model *model;
    const sinew_body_map *map;
    sinew_vec3 *positions; ///< [joint_count] model space
    sinew_quat *rotations; ///< [joint_count] products of the rotations from the root
    sinew_quat frame;      ///< from x left, y up, z front to model space; along the axes where the body nearly is
    sinew_vec3 up;         ///< the body's, in model space
    double leg_length;     ///< mean of both; > 0
    double arm_length[2];  ///< left, right; 0 without an arm
    double ankle_height;   ///< mean of both feet, above the origin along `up`
    int is_of_clip;        ///< the reference is a pose of a clip, rotated upright: neither bind nor rest pose stands
    int stands_on_ground;  ///< the feet are where they are if the ground contains the origin
} sinew__reference_body;

/// Checks the map as `sinew_body_map_check` does, and measures. Arrays are taken from `memory`.
sinew_result sinew__reference_body_init(sinew__reference_body *body, const sinew_model *model,
                                        const sinew_body_map *map, sinew__arena *memory, sinew_error *error);

/// Returns the vector from a part to another; 0 0 0 where the body has not both.
sinew_vec3 sinew__reference_bone(const sinew__reference_body *body, int32_t from, int32_t to);

// ---- poses ---------------------------------------------------------------------------------------------------------
// One pose of the animation → the same pose of the character.

/// A joint follows the motion of `first`, or a mixture with that of `second`: a spine of three joints drives one of
/// five.
typedef struct sinew__retarget_driver {
    int32_t first;        ///< of the animation; SINEW_NONE: the joint rests
    int32_t second;       ///< of the animation
    double part;          ///< 0: `first` … 1: `second`
    sinew_quat reference; ///< global rotation that corresponds to the reference pose of the animation
    int32_t translates;   ///< whether its translation is that of `first`, relative to the rest
} sinew__retarget_driver;

/// From one body to another.
typedef struct sinew__retargeting {
    sinew__reference_body character, animation;
    sinew_quat axes;                 ///< rotation from the animation's model space to the character's
    double scale;                    ///< ratio of the leg lengths
    double lift;                     ///< along the character's up: its ankles are higher
    sinew_vec3 stance[2];            ///< of the left and the right foot: the character's thighs are farther apart
    sinew__retarget_driver *drivers; ///< [character joint_count]
} sinew__retargeting;

/// Fills `axes`, `scale`, `lift` and `drivers` from the two bodies. Returns 0 when out of memory.
int sinew__retargeting_connect(sinew__retargeting *on, sinew__arena *memory);

/// Scratch memory of one thread.
typedef struct sinew__retarget_poses {
    sinew_pose *animation; ///< sampled by the caller, with globals
    sinew_pose *character; ///< the result: locals and globals
    sinew_quat *rotations; ///< [character joint_count] global, by products
} sinew__retarget_poses;

/// Fills `local` and `global` of the character's pose.
void sinew__retarget_pose(const sinew__retargeting *on, sinew__retarget_poses *poses);

#endif
