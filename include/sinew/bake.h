/// Baking: converting clips for playback.
///
/// A baked clip stores the author's keys as integers, at the clip's key rate, and evaluates them in the author's own
/// space, with Euler angles and cubic curves. It takes 10 % of the memory of an uncompressed track, keeps the error
/// bound between keys, and gives local transforms (locals.h) as well as palettes. Evaluating an arbitrary time takes as
/// long as evaluating the next one in sequence, and the only state of a character is its time. Layers, tangents and
/// pivots are resolved while baking. Inherit types are resolved while playing, and only in clips whose scales make them
/// matter: in such clips, local to global takes about as long as with the exact engine.
///
/// SINEW_ENGINE_FAST and crowds play the baked clips of a model that has them, and authored curves otherwise.
///
///     const sinew_bake_options options = {.error = 1e-3};
///     sinew_model *baked;
///     if (sinew_model_bake(model, &options, &baked, &error) != SINEW_OK) return puts(error.message);
///     printf("%zu bytes\n", sinew_clip_baked_info(baked, 0).byte_count);
///     sinew_model_destroy(baked);
#ifndef SINEW_BAKE_H
#define SINEW_BAKE_H

#include <stdbool.h>

#include "sinew/clip.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest `rate` of sinew_bake_options.
#define SINEW_BAKE_RATE_MAX 480.0

/// Options of baking. Zero-initialized: the defaults.
typedef struct sinew_bake_options {
    /// largest displacement of anything that a joint moves, as a fraction of sinew_model_info.size; 0: 1e-4
    double error;
    /// frames per second, at most SINEW_BAKE_RATE_MAX. The error then holds only at these frames, counted from the
    /// clip's start, and between them clips play cubics through the frames instead of the curves. 0: the error holds at
    /// all times
    double rate;
    size_t byte_limit;       ///< largest size of one clip; 0: 16 MiB
    size_t total_byte_limit; ///< largest size of all clips together; 0: 128 MiB
    /// limit of the work of baking all clips, in joints, channels, tracks and morphs that are sampled; 0: 8 million,
    /// plus 200 for each key. Of a curve with more than 480 keys per second, only 480 per second count
    uint64_t work_limit;
    /// limit on processor time in seconds; 0 or infinity: no limit. With a limit, the speed of the machine decides
    /// which clips are baked
    double seconds;

    bool keeps_baked; ///< does not bake clips again that are already baked within `error` at this rate

    /// Called about every 20 ms with the seconds since the start. A nonzero return value ends baking with
    /// SINEW_ERROR_CANCELLED. May be NULL.
    int (*progress)(void *user, double seconds);
    void *user;
} sinew_bake_options;

/// Creates a model with the contents of a model and all its clips baked. The caller destroys *out_model; it is NULL on
/// failure. SINEW_ERROR_INVALID_ARGUMENT: the rate is out of range; SINEW_ERROR_NO_CURVES: the model is stripped.
///
/// A clip that exceeds a limit is not baked, and a warning of severity info names it: "I53" if it is too large or takes
/// too long, "I54" if the error cannot be reached or values exceed single precision. "I57" names a clip of more than 16
/// KiB that takes more bytes than uncompressed tracks at 30 Hz, 40 bytes per joint and frame. These warnings replace
/// the warnings of an earlier baking. A model without clips gets the tables of its skeleton, which clips from files
/// need (clip.h). The same model gives the same bytes on all machines of one type, unless the time limit is reached.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_bake(const sinew_model *model, const sinew_bake_options *options,
                                                        sinew_model **out_model, sinew_error *out_error);

/// Baking in parts, for a caller's job system: each job bakes some clips, and the last step puts them together.
///
///     sinew_baking *baking;
///     if (sinew_baking_create(model, &options, &baking, &error) != SINEW_OK) return puts(error.message);
///     for (int32_t i = 0; i < model->clip_count; ++i) // each call may be a job
///         if (sinew_baking_run(baking, i, 1, &error) != SINEW_OK) return puts(error.message);
///     if (sinew_baking_finish(baking, &baked, &error) != SINEW_OK) return puts(error.message);
///     sinew_baking_destroy(baking);
typedef struct sinew_baking sinew_baking;

/// Prepares to bake the clips of a model. The model, and the data that `options->progress` uses, must exist until the
/// baking is destroyed. The caller destroys *out_baking; it is NULL on failure. Errors are the errors of
/// sinew_model_bake.
SINEW_API SINEW_NODISCARD sinew_result sinew_baking_create(const sinew_model *model, const sinew_bake_options *options,
                                                           sinew_baking **out_baking, sinew_error *out_error);

/// Bakes `count` clips, starting with `clip`, and keeps the result. Several threads may call it at the same time for
/// different clips. Clips that are already baked are skipped. `options->seconds` is counted per call.
/// SINEW_ERROR_INVALID_ARGUMENT if the clips do not exist.
SINEW_API SINEW_NODISCARD sinew_result sinew_baking_run(sinew_baking *baking, int32_t clip, int32_t count,
                                                        sinew_error *out_error);

/// Bakes the remaining clips and creates the model as sinew_model_bake does, with the same bytes unless a limit is
/// reached. No sinew_baking_run may be running. The caller destroys *out_model; it is NULL on failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_baking_finish(sinew_baking *baking, sinew_model **out_model,
                                                           sinew_error *out_error);

/// Frees a baking and the clips that it has baked. Accepts NULL.
SINEW_API void sinew_baking_destroy(sinew_baking *baking);

/// Creates a model without the data that playback does not read: authored curves, keys and layers, and the importer's
/// nodes and keys. The meshes, the skeleton and the baked clips remain, and play bit for bit as before. Names, keyframe
/// times (sinew_clip_key_times of all joints) and polygons also remain. The extrapolation of clips is removed with
/// their curves: outside its range a clip holds its first and last pose. sinew_pose_sample takes locals from the baked
/// clip.
///
/// Functions that need curves fail with SINEW_ERROR_NO_CURVES for a stripped model: sinew_engine_accepts for engines
/// other than fast and gpu, sinew_model_bake, and sinew_model_create_with_clips for the model that contributes the
/// clips. SINEW_ERROR_UNSUPPORTED names the first clip that is not baked. The caller destroys *out_model; it is NULL on
/// failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_strip(const sinew_model *model, sinew_model **out_model,
                                                         sinew_error *out_error);

/// Creates a stripped model with the clips of `character`, followed by `clips`, [count], from clip files (clip.h). The
/// clips must fit the character as for sinew_clip_bind; they are not baked again, and play bit for bit as bound clips
/// do. A character that is not baked is baked first. The first of `clips` becomes the default clip. The caller destroys
/// *out_model; it is NULL on failure. Errors are the errors of sinew_clip_bind, sinew_model_bake and sinew_model_strip.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_create_with_clip_files(const sinew_model *character,
                                                                          sinew_clip_file *const *clips, int32_t count,
                                                                          sinew_model **out_model,
                                                                          sinew_error *out_error);

/// The baked form of a clip.
typedef struct sinew_baked_info {
    int32_t frame_count;      ///< number of frames at the clip's key rate; 0: the clip is not baked
    int32_t exception_count;  ///< number of (curve, frame) pairs with a jump or with keys that are not at that rate
    size_t byte_count;        ///< bytes in memory
    size_t packed_byte_count; ///< bytes in a `.sinew` file
    double error;             ///< largest displacement measured, as a fraction of `sinew_model_info.size`
    double rate; ///< sinew_bake_options.rate: `error` was measured at these frames per second; 0: at all times
} sinew_baked_info;

/// Describes the baked form of a clip. Counting packed bytes takes milliseconds.
SINEW_API sinew_baked_info sinew_clip_baked_info(const sinew_model *model, int32_t clip);

#ifdef __cplusplus
}
#endif

#endif
