/// Clips as files of their own: loaded, played and dropped while a program runs, without the model being loaded again.
///
///   sinew_clip_save                   a baked clip of a model → the bytes of a file, `sinew bake --clips-only`
///   sinew_clip_open                   the bytes of a file → a clip, validated
///   sinew_model_reserve_clip_slots    room for bound clips, once, before other threads read the model
///   sinew_clip_bind                   a clip → a slot of a model, which poses, mixers and crowds take as a clip
///   sinew_clip_unbind                 the slot is free again
///
/// A clip file has the baked form of one clip: keys, visibility, morph weights, events and root motion, and for each
/// joint its name and a hash of the data that its keys depend on. It has no meshes, no skeleton and no curves. If all
/// hashes and the order of joints match the model, the clip plays from the file's own bytes, bit for bit as if it had
/// been baked into the model. If only the order or number of joints differs, binding lays out its keys again. If a
/// hash differs, binding fails and the message names the joint: bake the clip for that character.
///
/// A slot is an int32_t at or above `clip_count`. A slot can replace the index of a clip in poses, blend layers,
/// mixers, blend spaces, crowds, root motion, events, contacts and time texts. Levels of detail pose all joints for a
/// bound clip. Engines that read curves (exact, reference and assimp) do not accept a bound clip: see
/// sinew_engine_accepts_clip.
///
///     int32_t slot; // after sinew_model_reserve_clip_slots, once per model
///     sinew_clip_file *file;
///     if (sinew_clip_open(bytes, size, &file, &error)) return puts(error.message);
///     if (sinew_clip_bind(model, file, &slot, NULL, &error)) return puts(error.message);
///     sinew_clip_file_destroy(file); // the slot keeps it
///     sinew_pose_evaluate(model, SINEW_ENGINE_FAST, slot, 0.5, pose);
///     if (sinew_clip_unbind(model, slot, &error)) return puts(error.message);
#ifndef SINEW_CLIP_H
#define SINEW_CLIP_H

#include <stdbool.h>

#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/root_motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Largest number of slots of a model.
#define SINEW_CLIP_SLOTS_MAX 4096

/// A clip from a file of its own. Immutable: any number of threads may bind it to any number of models.
typedef struct sinew_clip_file sinew_clip_file;

/// Writes a baked clip of a model as the bytes of a clip file. `motions` are the model's tables of root motion; NULL:
/// the file has no root motion, and the clip moves as authored. Outside its range the clip holds its first and last
/// pose. Equal clips give equal bytes. Release *out_bytes with sinew_free; it is NULL on failure.
/// SINEW_ERROR_UNSUPPORTED: the clip is not baked.
SINEW_API SINEW_NODISCARD sinew_result sinew_clip_save(const sinew_model *model, int32_t clip,
                                                       const sinew_root_motion_tables *motions, void **out_bytes,
                                                       size_t *out_size, sinew_error *out_error);

/// Validates the bytes of a clip file and creates a clip from a copy of them. The caller destroys *out_clip; it is NULL
/// on failure. SINEW_ERROR_NOT_A_MODEL: not a clip file; SINEW_ERROR_UNSUPPORTED: another version or byte order;
/// SINEW_ERROR_TRUNCATED, SINEW_ERROR_DAMAGED.
SINEW_API SINEW_NODISCARD sinew_result sinew_clip_open(const void *bytes, size_t size, sinew_clip_file **out_clip,
                                                       sinew_error *out_error);

/// Destroys a clip. Accepts NULL. Slots that it is bound to keep its memory until they are unbound.
SINEW_API void sinew_clip_file_destroy(sinew_clip_file *clip);

/// Describes a clip file.
typedef struct sinew_clip_file_info {
    const char *name;    ///< name of the clip; lives as long as the clip
    double duration;     ///< seconds
    int32_t joint_count; ///< joints of the skeleton that it was baked for
    int32_t morph_count;
    int32_t event_count;
    bool has_motion;   ///< the file has root motion
    size_t byte_count; ///< bytes of memory
    double error;      ///< sinew_baked_info.error
} sinew_clip_file_info;

/// Returns the description of a clip file.
SINEW_API sinew_clip_file_info sinew_clip_describe(const sinew_clip_file *clip);

/// Reserves slots for `count` bound clips, 1 … SINEW_CLIP_SLOTS_MAX. Call it once per model, before other threads read
/// it and before crowds and mixers of it are created. SINEW_ERROR_INVALID_ARGUMENT: slots are reserved already, or
/// `count` is out of range.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_reserve_clip_slots(sinew_model *model, int32_t count,
                                                                      sinew_error *out_error);

/// How a clip was bound. The values are part of the interface.
typedef enum sinew_clip_binding {
    SINEW_CLIP_IN_PLACE, ///< it plays from the file's own bytes
    SINEW_CLIP_LAID_OUT, ///< its keys were laid out again for the order of the model's joints
} sinew_clip_binding;

/// Binds a clip to a free slot. Other threads may pose the model at the same time, and may use the slot as soon as they
/// know its number. Joints that the clip lacks are at rest; joints that the model lacks are ignored. `out_binding` may
/// be NULL.
///
/// SINEW_ERROR_LIMIT: no slot is free, or none was reserved. SINEW_ERROR_NO_MATCH: the message names the first joint
/// that the clip does not fit, and the difference. SINEW_ERROR_UNSUPPORTED: the model is not baked (bake.h), or the
/// clip counts its time in other ticks.
SINEW_API SINEW_NODISCARD sinew_result sinew_clip_bind(const sinew_model *model, sinew_clip_file *clip,
                                                       int32_t *out_slot, sinew_clip_binding *out_binding,
                                                       sinew_error *out_error);

/// Frees a slot. Its number is not used again: poses of that number are the rest pose, and functions that return a
/// result fail.
///
/// SINEW_ERROR_UNSUPPORTED: a mixer plays the clip, a blend space contains it, or a crowd is posing it. The caller must
/// ensure that no other thread is in a call that takes the number directly (poses, blend layers).
SINEW_API SINEW_NODISCARD sinew_result sinew_clip_unbind(const sinew_model *model, int32_t slot,
                                                         sinew_error *out_error);

/// Returns whether a number is a clip of the model or a bound clip.
SINEW_API int sinew_model_has_clip(const sinew_model *model, int32_t clip);

/// Returns whether an engine can pose this clip. SINEW_ERROR_NO_CURVES: the clip is bound and the engine reads curves;
/// other errors as for sinew_engine_accepts.
SINEW_API SINEW_NODISCARD sinew_result sinew_engine_accepts_clip(const sinew_model *model, sinew_engine engine,
                                                                 int32_t clip, sinew_error *out_error);

/// Returns an event by the clip and number that sinew_events_between, sinew_clip_events or a mixer report. It works for
/// clips of the model and for bound clips. NULL if the clip has no such event. Lives as long as the clip.
SINEW_API const sinew_event *sinew_clip_event(const sinew_model *model, int32_t clip, int32_t event);

/// Returns the text of the field `track` or `text` of such an event. Lives as long as the clip.
SINEW_API const char *sinew_clip_text(const sinew_model *model, int32_t clip, sinew_text_ref ref);

#ifdef __cplusplus
}
#endif

#endif
