/// R04: a joint that jumps between two frames, or leaves its path for one.
///
/// The second difference of a path is large at a pop on both sides, in opposite directions: out and back. A corner of
/// linear keys has one large second difference, and an accelerated movement has them in one direction. A fast movement
/// is smooth: a cubic through its neighbours meets each frame.
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "check/check_limits.h"
#include "check/checks.h"

static const double degrees_per_radian = 57.29577951308232;
static const double deviation_of_median = 1.4826; // standard deviation of a normal distribution by its MAD

/// The largest pop of a joint.
typedef struct pop {
    double size; ///< degrees, or units of the file
    double bound;
    int32_t frame;
} pop;

/// One property of a joint: `width` floats per frame.
typedef struct joint_path {
    const sinew__frame_local *frames;
    int32_t count;
    int is_rotation;
} joint_path;

static double component(const joint_path *path, int32_t frame, int i)
{
    return (double)(path->is_rotation ? path->frames[frame].q[i] : path->frames[frame].t[i]);
}

static double length(const double *vector, int width)
{
    double squares = 0;
    for (int i = 0; i < width; ++i) squares += vector[i] * vector[i];
    return sqrt(squares);
}

/// How far a frame is from the cubic through its four neighbours: small on a smooth path, however fast.
static double residual_at(const joint_path *path, int32_t frame, int width)
{
    double rest[4];
    for (int i = 0; i < width; ++i) {
        const double a = component(path, frame - 2, i), b = component(path, frame - 1, i),
                     c = component(path, frame + 1, i), d = component(path, frame + 2, i);
        rest[i] = component(path, frame, i) - (4 * (b + c) - a - d) / 6;
    }
    return length(rest, width);
}

/// How much the path leaves and returns between the frame and the next: the smaller of the two second differences. 0 if
/// these do not oppose each other, or if they are small against the speed.
static double pop_at(const joint_path *path, int32_t frame)
{
    const int width = path->is_rotation ? 4 : 3;
    double velocity[3][4], left[4], right[4], product = 0;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < width; ++i)
            velocity[k][i] = component(path, frame + k, i) - component(path, frame + k - 1, i);
    for (int i = 0; i < width; ++i) {
        left[i] = velocity[1][i] - velocity[0][i];
        right[i] = velocity[2][i] - velocity[1][i];
        product += left[i] * right[i];
    }
    const double residual = 2 * fmin(residual_at(path, frame, width), residual_at(path, frame + 1, width));
    const double size = fmin(residual, fmin(length(left, width), length(right, width)));
    const double speed = fmax(length(velocity[0], width), fmax(length(velocity[1], width), length(velocity[2], width)));
    if (!(product < 0 && size > sinew__check_pop_share * speed)) return 0;
    return path->is_rotation ? 2 * size * degrees_per_radian : size; // of quaternions: half the angle in radians
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *values, int32_t count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

/// The median of second differences plus some deviations; `values` [count] is scratch.
static double robust_bound(const joint_path *path, double *values)
{
    const int width = path->is_rotation ? 4 : 3;
    int32_t count = 0;
    for (int32_t frame = 1; frame + 1 < path->count; ++frame) {
        double squares = 0;
        for (int i = 0; i < width; ++i) {
            const double s =
                component(path, frame - 1, i) - 2 * component(path, frame, i) + component(path, frame + 1, i);
            squares += s * s;
        }
        values[count++] = sqrt(squares) * (path->is_rotation ? 2 * degrees_per_radian : 1);
    }
    const double middle = median(values, count);
    for (int32_t i = 0; i < count; ++i) values[i] = fabs(values[i] - middle);
    return middle + sinew__check_pop_deviations * deviation_of_median * median(values, count);
}

static pop largest_pop(const joint_path *path, double smallest, double *scratch)
{
    pop found = {.bound = smallest};
    for (int32_t frame = 2; frame + 3 < path->count; ++frame) {
        const double size = pop_at(path, frame);
        if (size <= found.size) continue;
        found.size = size;
        found.frame = frame + 1;
    }
    if (found.size > smallest) found.bound = fmax(smallest, robust_bound(path, scratch));
    return found;
}

/// A joint whose keys are stepped jumps on purpose.
static int is_stepped(const sinew_model *model, const sinew_clip *clip, int32_t joint)
{
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count && clip->channel_count == 0; ++i)
        if (model->tracks[i].joint == joint && model->tracks[i].interpolation == SINEW_STEP) return 1;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint != joint || channel->property > SINEW_CHANNEL_ROTATION) continue;
        for (int axis = 0; axis < 3; ++axis) {
            if (channel->curve[axis] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[channel->curve[axis]];
            for (int32_t k = curve->first_key; k < curve->first_key + curve->key_count; ++k)
                if (model->curve_keys[k].interpolation < SINEW_LINEAR) return 1;
        }
    }
    return 0;
}

static void report(const sinew__check_task *task, const sinew__clip_frames *frames, int32_t joint, const pop *found,
                   int is_rotation)
{
    const double unit = is_rotation ? 1 : task->model->info->unit_cm;
    if (!(found->size > found->bound)) return;
    if (is_stepped(task->model, &task->model->clips[frames->clip], joint)) return;
    sinew__check_spot spot = sinew__check_spot_of(frames->clip, joint, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.time = found->frame * frames->step;
    spot.measured = found->size * unit;
    spot.expected = found->bound * unit;
    spot.unit = is_rotation ? "deg" : "cm";
    sinew__check_find(task, SINEW__CHECK_R04, &spot, "pops by %.4g %s at %.4f s; %.4g is the limit in this clip",
                      spot.measured, spot.unit, spot.time, spot.expected);
}

void sinew__check_pops(const sinew__check_task *task, const sinew__clip_frames *frames)
{
    double *scratch = sinew__allocate(((size_t)frames->frame_count + 1) * sizeof *scratch);
    if (!scratch) {
        task->report->arena.failed = 1;
        return;
    }
    for (int32_t joint = 0; joint < frames->joint_count && frames->frame_count >= 6; ++joint) {
        if (!task->in_rig[joint]) continue;
        const sinew__frame_local *local = sinew__clip_frames_of(frames, joint);
        const joint_path rotation = {local, frames->frame_count, 1}, translation = {local, frames->frame_count, 0};
        const pop by_angle = largest_pop(&rotation, sinew__check_pop_angle, scratch);
        const pop by_distance = largest_pop(&translation, sinew__check_pop_distance * task->model->info->size, scratch);
        report(task, frames, joint, &by_angle, 1);
        report(task, frames, joint, &by_distance, 0);
    }
    sinew_free(scratch);
}
