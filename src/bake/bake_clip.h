/// One clip on its way into frames:
///
///   bake_times.c    when frames must stand: key times and jumps
///   bake_sample.c   frames from the exact engine; what lies between two frames
///   bake_refine.c   as many frames more as what lies between them asks for
///   bake_layout.c   how each group of joints is stored
///   bake_write.c    frames into bytes, each joint against its parent as stored
///   bake_measure.c  the bytes, played, against the exact engine: where that is too far off, frames are added once more
///   bake_keep.c     what of the bytes and of the measuring holds when frames are added
#ifndef SINEW_BAKE_BAKE_CLIP_H
#define SINEW_BAKE_BAKE_CLIP_H

#include "bake/influence_bounds.h"
#include "base/buffer.h"
#include "model/baked_clips.h"
#include "sampler/sample_clip.h"
#include "sinew/bake.h"
#include "sinew/pose.h"

/// Of the bound, where playing is measured: off the middle of an interval, where a curve that swings to both sides is
/// seen, but the worst of others is not.
#define SINEW__BAKE_MEASURED_SHARE 0.75

/// The pose at one tick.
typedef struct sinew__bake_frame {
    int64_t tick;
    float *matrices;  ///< of the joints that have a position
    float *weights;   ///< [morph_count]
    uint8_t *visible; ///< [joint_count]
    int parts;        ///< that the interval after it was found to need, by sinew__bake_measure

    const uint8_t *kept; ///< its bytes, as written before frames were added; NULL: it has to be written
    double stored;       ///< the displacement that storing it made
    int64_t measured_to; ///< the tick of the frame that came after it when the interval was measured
    double played;       ///< the displacement found then
} sinew__bake_frame;

typedef enum sinew__bake_outcome {
    SINEW__BAKE_OK,
    SINEW__BAKE_NO_MEMORY,
    SINEW__BAKE_TOO_LARGE, ///< more bytes than allowed
    SINEW__BAKE_TOO_LONG,  ///< more work than allowed
    SINEW__BAKE_CANCELLED,
    SINEW__BAKE_HOPELESS,     ///< so far off that a closer fit does not help
    SINEW__BAKE_OUT_OF_REACH, ///< the frames do not come near enough
    SINEW__BAKE_BEYOND_FLOATS ///< the frames would hold numbers that validation refuses
} sinew__bake_outcome;

/// The time that baking all clips takes.
typedef struct sinew__bake_clock {
    const sinew_bake_options *options;
    double begin; ///< of sinew__now()
    double spent; ///< of sinew__thread_time(), at the beginning
    double asked; ///< the same, when options->progress was last
} sinew__bake_clock;

typedef struct sinew__bake {
    const sinew_model *model;
    const sinew_clip *clip;
    int32_t clip_index;
    const sinew__binds *binds;
    const sinew__influence_bounds *reach;
    double bound;      ///< displacement allowed, in the model's units
    size_t byte_limit; ///< of the frames
    uint64_t *work_left;
    sinew__bake_clock *clock;

    const sinew__sample_cursor *cursor;
    sinew_pose *pose;     ///< of the exact engine
    sinew_pose *played;   ///< of the frames, while measuring
    sinew_affine *wanted; ///< [joint_count] skinning matrices of `pose`, with the importer's root: global · bind⁻¹
    sinew_affine *mixed;  ///< [joint_count] skinning matrices of the last mix, likewise
    sinew__arena *memory; ///< until the clip is done

    const int32_t *matrix_joints; ///< [joint_count] joints, as frames of skinning matrices have them
    float *most;       ///< [joint_count × SINEW__MATRIX_FLOATS] what elements of skinning matrices do not exceed
    int steps_grew;    ///< since frames were last written
    int has_root;      ///< the importer's root is no identity
    int32_t *position; ///< [joint_count] of its matrix in a frame, or SINEW_NONE where it rests
    int32_t position_count;
    float *resting; ///< [joint_count × SINEW__MATRIX_FLOATS] skinning matrices at the clip's start

    sinew__bake_frame *frames; ///< by rising tick, once refined
    size_t frame_count, frame_capacity;
    size_t max_frames; ///< more are not worth their time; 0: any number

    sinew__baked_clip kept_layout; ///< of the bytes that frames keep
    const sinew__frame_group *kept_groups;
    const int32_t *kept_scalars;
} sinew__bake;

/// Groups of a frame.
static inline int32_t sinew__bake_group_count(const sinew__bake *bake)
{
    return sinew__groups_of(bake->model->joint_count);
}

/// The joint in a lane of a group, or SINEW_NONE beyond the last.
static inline int32_t sinew__bake_joint_at(const sinew__bake *bake, int32_t group, int lane)
{
    const int32_t at = group * SINEW__LANES + lane;
    return at < bake->model->joint_count ? bake->matrix_joints[at] : SINEW_NONE;
}

/// Whether there is time to go on.
sinew__bake_outcome sinew__bake_look_at_clock(sinew__bake_clock *clock);

/// Whether no curve has more to say before a clip's first tick, or after its last.
int sinew__bake_holds(const sinew__bake *bake, int after, int64_t first, int64_t last);

/// Ticks at which frames must stand, rising: first and last, every key time between, both sides of every jump. NULL,
/// with memory->failed set, when memory is out.
int64_t *sinew__bake_times(const sinew__bake *bake, size_t *out_count);

/// The skinning matrix of a joint in a frame, without the importer's root.
const float *sinew__bake_matrix(const sinew__bake *bake, const sinew__bake_frame *frame, int32_t joint);

/// Finds out which joints rest throughout the clip.
sinew__bake_outcome sinew__bake_begin(sinew__bake *bake, int64_t first_tick);

/// Poses `bake->pose` exactly: locals, weights, visibility.
sinew__bake_outcome sinew__bake_sample(sinew__bake *bake, int64_t tick);

/// The same, with globals and `bake->wanted`.
sinew__bake_outcome sinew__bake_pose(sinew__bake *bake, int64_t tick);

/// Whether so many frames are not too large for certain.
int sinew__bake_fits(const sinew__bake *bake, size_t frame_count);

/// Poses at a tick and appends a frame of that. Single precision may be too coarse for the first:
/// SINEW__BAKE_OUT_OF_REACH.
sinew__bake_outcome sinew__bake_add_frame(sinew__bake *bake, int64_t tick);

/// A skinning matrix with the importer's root.
sinew_affine sinew__bake_with_root(const sinew__bake *bake, const sinew_affine *matrix);

/// Skinning matrices of the mix of two frames, or of one, into `bake->mixed`, in double.
void sinew__bake_mix(sinew__bake *bake, const sinew__bake_frame *before, const sinew__bake_frame *after, double part);

/// The larger of two displacements; not a number where one of them is none.
static inline double sinew__bake_larger(double a, double b)
{
    return a >= b || a != a ? a : b;
}

/// The largest displacement between the pose, as it was last made, and the mix of two frames; not finite where that is
/// none.
double sinew__bake_apart(sinew__bake *bake, const sinew__bake_frame *before, const sinew__bake_frame *after,
                         double part);

/// How many intervals an interval should become whose error is `error` off its middle. Mixing leaves a smooth curve by
/// the square of an interval's length.
int sinew__bake_parts(const sinew__bake *bake, double error);

/// Adds frames where what lies between two asks for it, and sorts them.
sinew__bake_outcome sinew__bake_refine(sinew__bake *bake);

/// Adds those frames that measuring asked for.
sinew__bake_outcome sinew__bake_refine_measured(sinew__bake *bake);

/// Decides how groups are stored, with `kind` for rotations that move, and appends all of the clip but its frames to
/// `section`.
sinew__bake_outcome sinew__bake_lay_out(sinew__bake *bake, sinew__frame_kind kind, sinew__buffer *section,
                                        sinew__baked_clip *out_baked);

/// Fills the bytes of the frames, and finds the largest displacement that storing makes, in the model's units.
sinew__bake_outcome sinew__bake_write(sinew__bake *bake, sinew__buffer *section, const sinew__baked_clip *baked,
                                      double *out_error);

/// Has every frame keep its bytes, because more frames come between them.
sinew__bake_outcome sinew__bake_keep(sinew__bake *bake, const sinew__buffer *section, const sinew__baked_clip *baked);

/// Forgets kept bytes that are not those of a layout.
void sinew__bake_forget(sinew__bake *bake, const sinew__buffer *section, const sinew__baked_clip *baked);

/// Plays the bytes between every two frames, finds the largest displacement, and marks the intervals that go over the
/// share of the bound that a place off the middle may have.
sinew__bake_outcome sinew__bake_measure(sinew__bake *bake, const sinew__buffer *section, const sinew__baked_clip *baked,
                                        double *out_error);

/// A model whose frames are those that are being written.
sinew_model sinew__bake_view(const sinew_model *model, const sinew__buffer *section);

/// The largest displacement between what was played into `bake->played` and `bake->pose`.
double sinew__bake_pose_error(const sinew__bake *bake);

/// Appends zeroed bytes to the section on a 64-byte boundary and returns their offset; 0 and `failed` when memory is
/// out.
uint64_t sinew__bake_reserve(sinew__buffer *section, uint64_t count, size_t size);

#endif
