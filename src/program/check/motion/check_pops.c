/// Motion that is wrong from one frame to the next. R05, below: rotations that tremble.
///
/// R04: a joint that jumps between two frames, or leaves its path for one, so that one sees it.
///
/// The second difference of a path is large at a pop on both sides, in opposite directions: out and back. A corner of
/// linear keys has one large second difference, and an accelerated movement has them in one direction. A fast movement
/// is smooth: a cubic through its neighbours meets each frame.
///
/// What is seen are the places of joints, in model space or relative to the joint that moves the character, and the
/// rotation of joints that move a mesh: a joint that rotates about its own bone and whose children rotate back shows
/// nothing, nor does a pop that is smaller than what the joint moves in the frames around it, such as that of a toe
/// when the foot strikes. Other pops among these frames are no such movement: a joint that flips goes on flipping.

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"

// R05: rotations that tremble above 8 Hz in a joint that does not move fast.

enum { MAX_TAPS = 61, MIN_JITTER_FRAMES = 30 };

static const double pi = 3.14159265358979323846, degrees_per_radian = 57.29577951308232;

/// A symmetric filter that keeps what is below the frequency: a sinc with a Hann window, sum 1.
typedef struct low_pass {
    double weight[MAX_TAPS];
    int32_t half; ///< taps on each side of the middle
} low_pass;

static low_pass make_low_pass(double cutoff, double rate)
{
    low_pass filter = {.half = (int32_t)fmin(MAX_TAPS / 2, ceil(2 * rate / cutoff))};
    double sum = 0;
    for (int32_t i = -filter.half; i <= filter.half; ++i) {
        const double x = 2 * pi * cutoff / rate * i, window = 0.5 + 0.5 * cos(pi * i / (filter.half + 1));
        filter.weight[i + filter.half] = (i == 0 ? 1 : sin(x) / x) * window;
        sum += filter.weight[i + filter.half];
    }
    for (int32_t i = 0; i <= 2 * filter.half; ++i) filter.weight[i] /= sum;
    return filter;
}

/// Of a joint: what is above the frequency, in the median, which is that of a sine's root mean square but does not grow
/// by a single pop or by the strikes of a foot; and the root mean square of the speed of what is below.
typedef struct joint_energy {
    double trembling; ///< degrees
    double speed;     ///< degrees per second
} joint_energy;

static void filter_frame(const low_pass *filter, const sinew__frame_joint *frames, int32_t frame, double out[4])
{
    for (int i = 0; i < 4; ++i) {
        out[i] = 0;
        for (int32_t k = -filter->half; k <= filter->half; ++k)
            out[i] += filter->weight[k + filter->half] * (double)frames[frame + k].local[i];
    }
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/// Differences of quaternion components are half the angle in radians. `scratch` is [count].
static joint_energy measure(const low_pass *filter, const sinew__frame_joint *frames, int32_t count, double step,
                            double *scratch)
{
    double speed = 0, smooth[4], last[4] = {0};
    const int32_t first = filter->half, end = count - filter->half;
    for (int32_t frame = first; frame < end; ++frame) {
        double high = 0;
        filter_frame(filter, frames, frame, smooth);
        for (int i = 0; i < 4; ++i) {
            const double rest = (double)frames[frame].local[i] - smooth[i], change = smooth[i] - last[i];
            high += rest * rest;
            if (frame > first) speed += change * change;
            last[i] = smooth[i];
        }
        scratch[frame - first] = sqrt(high);
    }
    qsort(scratch, (size_t)(end - first), sizeof *scratch, compare);
    const double scale = 2 * degrees_per_radian;
    return (joint_energy){scratch[(end - first) / 2] * scale, sqrt(speed / (end - first)) * scale / step};
}

static int trembles(const joint_energy *energy)
{
    return energy->trembling > sinew__check_jitter_angle && energy->speed < sinew__check_jitter_speed &&
           energy->trembling * 2 * pi * sinew__check_jitter_hertz > energy->speed; // its own speed is the larger one
}

void sinew__check_jitter(const sinew__check_task *task, const sinew__clip_frames *frames)
{
    if (1 / frames->step < 2.5 * sinew__check_jitter_hertz) {
        sinew__check_skip(task, SINEW__CHECK_R05, frames->clip, "the frame rate is below 20 frames per second");
        return;
    }
    const low_pass filter = make_low_pass(sinew__check_jitter_hertz, 1 / frames->step);
    if (frames->frame_count < MIN_JITTER_FRAMES || frames->frame_count < 4 * filter.half) {
        sinew__check_skip(task, SINEW__CHECK_R05, frames->clip, "the clip is shorter than a second");
        return;
    }
    double *scratch = sinew__allocate(((size_t)frames->frame_count + 1) * sizeof *scratch);
    if (!scratch) {
        task->report->arena.failed = 1;
        return;
    }
    joint_energy worst = {0};
    sinew__check_spot spot = sinew__check_spot_of(frames->clip, SINEW_NONE, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.count = 0;
    for (int32_t joint = 0; joint < frames->joint_count; ++joint) {
        if (!task->in_character[joint]) continue;
        const joint_energy energy =
            measure(&filter, sinew__clip_frames_of(frames, joint), frames->frame_count, frames->step, scratch);
        if (!trembles(&energy)) continue;
        ++spot.count;
        if (energy.trembling <= worst.trembling) continue;
        worst = energy;
        spot.joint = joint;
    }
    sinew_free(scratch);
    spot.measured = worst.trembling;
    spot.expected = sinew__check_jitter_angle;
    spot.unit = "deg";
    if (spot.joint != SINEW_NONE)
        sinew__check_find(task, SINEW__CHECK_R05, &spot, "trembles by %.3g degrees above 8 Hz (joints: %lld)",
                          worst.trembling, (long long)spot.count);
}

enum { AROUND = 5, MIN_POP_FRAMES = 6 }; // frames on each side of a pop with which it is compared

enum { FRAME_FLOATS = sizeof(sinew__frame_joint) / sizeof(float) };

static const double deviation_of_median = 1.4826; // standard deviation of a normal distribution by its MAD

/// A path of a joint: its place, or the surface of a limb that rotates with it. Three or four floats per frame.
typedef struct joint_path {
    const sinew__frame_joint *frames;
    const sinew__frame_joint *origin; ///< of the joint that places are relative to, or NULL
    int32_t count;
    int is_rotation;
    double unit; ///< of a difference, in lengths
} joint_path;

/// A pop of a joint.
typedef struct pop {
    double size; ///< units of the file; 0: none
    double bound;
    int32_t frame;
} pop;

static int width_of(const joint_path *path)
{
    return path->is_rotation ? 4 : 3;
}

static double component(const joint_path *path, int32_t frame, int i)
{
    if (path->is_rotation) return (double)path->frames[frame].global[i];
    return (double)path->frames[frame].position[i] - (path->origin ? (double)path->origin[frame].position[i] : 0);
}

static double length(const double *vector, int width)
{
    double squares = 0;
    for (int i = 0; i < width; ++i) squares += vector[i] * vector[i];
    return sqrt(squares);
}

/// How far a frame is from the cubic through its four neighbours: small on a smooth path, however fast.
static double residual_at(const joint_path *path, int32_t frame)
{
    double rest[4];
    for (int i = 0; i < width_of(path); ++i) {
        const double a = component(path, frame - 2, i), b = component(path, frame - 1, i),
                     c = component(path, frame + 1, i), d = component(path, frame + 2, i);
        rest[i] = component(path, frame, i) - (4 * (b + c) - a - d) / 6;
    }
    return length(rest, width_of(path));
}

static double step_after(const joint_path *path, int32_t frame)
{
    double step[4];
    for (int i = 0; i < width_of(path); ++i) step[i] = component(path, frame + 1, i) - component(path, frame, i);
    return length(step, width_of(path));
}

/// The largest step of the frames around the three steps of a pop, without steps that jump as this one: a joint that
/// flips flips back soon, and flips again. `jumps` [count] are of all frames.
static double speed_around(const joint_path *path, int32_t frame, const double *jumps)
{
    double speed = 0;
    for (int32_t k = frame - 1 - AROUND; k <= frame + 1 + AROUND; ++k)
        if (k >= 0 && k + 1 < path->count && (k < frame - 1 || k > frame + 1) && !(jumps[k] > 0.5 * jumps[frame]))
            speed = fmax(speed, step_after(path, k));
    return speed;
}

/// How much the path leaves and returns between the frame and the next: the smaller of the two second differences. 0 if
/// these do not oppose each other, or if they are small against the speed.
static double jump_at(const joint_path *path, int32_t frame)
{
    const int width = width_of(path);
    double velocity[3][4], left[4], right[4], product = 0;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < width; ++i)
            velocity[k][i] = component(path, frame + k, i) - component(path, frame + k - 1, i);
    for (int i = 0; i < width; ++i) {
        left[i] = velocity[1][i] - velocity[0][i];
        right[i] = velocity[2][i] - velocity[1][i];
        product += left[i] * right[i];
    }
    if (!(product < 0)) return 0;
    const double residual = 2 * fmin(residual_at(path, frame), residual_at(path, frame + 1));
    const double size = fmin(residual, fmin(length(left, width), length(right, width)));
    const double speed = fmax(length(velocity[0], width), fmax(length(velocity[1], width), length(velocity[2], width)));
    return size > sinew__check_pop_share * speed ? size : 0;
}

static double median(double *values, int32_t count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

/// The median of second differences plus some deviations; `values` [count] is scratch.
static double robust_bound(const joint_path *path, double *values)
{
    int32_t count = 0;
    for (int32_t frame = 1; frame + 1 < path->count; ++frame) {
        double difference[4];
        for (int i = 0; i < width_of(path); ++i)
            difference[i] =
                component(path, frame - 1, i) - 2 * component(path, frame, i) + component(path, frame + 1, i);
        values[count++] = length(difference, width_of(path)) * path->unit;
    }
    const double middle = median(values, count);
    for (int32_t i = 0; i < count; ++i) values[i] = fabs(values[i] - middle);
    return middle + sinew__check_pop_deviations * deviation_of_median * median(values, count);
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

// ---- the joints -----------------------------------------------------------------------------------------------------

/// The pops of a clip.
typedef struct pop_search {
    const sinew__check_task *task;
    const sinew__clip_frames *frames;
    double *jumps;   ///< [frame_count] of a path, after each frame
    double *scratch; ///< [frame_count]
    uint8_t *popped; ///< [joint_count × frame_count] joints that pop, or are below one that does, by frame
    pop *worst;      ///< [joint_count] by the joint that causes it
} pop_search;

static uint8_t *popped_at(const pop_search *in, int32_t joint, int32_t frame)
{
    return &in->popped[(size_t)joint * (size_t)in->frames->frame_count + (size_t)frame];
}

/// Whether the joint's place pops with its parent: around a frame, as a pop is between two.
static int follows_parent(const pop_search *in, int32_t joint, int32_t frame)
{
    const int32_t parent = in->task->model->joints[joint].parent;
    return parent != SINEW_NONE &&
           (*popped_at(in, parent, frame - 1) || *popped_at(in, parent, frame) || *popped_at(in, parent, frame + 1));
}

/// How far the step after a frame is from those before and after it; `frames` have `stride` floats each.
static double jump_of(const float *frames, size_t stride, int32_t frame, int width)
{
    double jump[4];
    const float *at = frames + (size_t)frame * stride, *next = at + stride;
    for (int i = 0; i < width; ++i)
        jump[i] = 1.5 * (double)(next[i] - at[i]) - 0.5 * (double)((next + stride)[i] - (at - stride)[i]);
    return length(jump, width);
}

static double distance_between(const pop_search *in, int32_t a, int32_t b, int32_t frame)
{
    const float *p = sinew__clip_frames_of(in->frames, a)[frame].position,
                *q = sinew__clip_frames_of(in->frames, b)[frame].position;
    return length((double[3]){(double)(p[0] - q[0]), (double)(p[1] - q[1]), (double)(p[2] - q[2])}, 3);
}

/// How far a joint jumps after a frame relative to its parent, by its own translation; the top of the rig in space.
static double translation_jump(const pop_search *in, int32_t joint, int32_t frame)
{
    const int32_t parent = in->task->model->joints[joint].parent;
    float bone[4];
    if (parent == SINEW_NONE || !in->task->in_character[parent])
        return jump_of(sinew__clip_frames_of(in->frames, joint)->position, FRAME_FLOATS, frame, 3);
    for (int32_t k = 0; k < 4; ++k) bone[k] = (float)distance_between(in, joint, parent, frame - 1 + k);
    return jump_of(bone, 1, 1, 1);
}

/// Which joint moves a place after a frame: the one above that rotates or shifts it farthest, or the joint itself by
/// its translation.
static int32_t cause_of(const pop_search *in, int32_t joint, int32_t frame)
{
    int32_t cause = joint, above = joint;
    double farthest = 0;
    for (; above != SINEW_NONE && (above == joint || in->task->in_character[above]);
         above = in->task->model->joints[above].parent) {
        // Quaternions differ by half of the angle in radians.
        const double turn = 2 * jump_of(sinew__clip_frames_of(in->frames, above)->local, FRAME_FLOATS, frame, 4),
                     moved = fmax(turn * distance_between(in, joint, above, frame), translation_jump(in, above, frame));
        if (!(moved > farthest)) continue;
        farthest = moved;
        cause = above;
    }
    return cause;
}

/// The least size that is seen: a part of the character, and of the bone that rotates.
static double least_size(const pop_search *in, int32_t joint, int32_t cause)
{
    const double visible = sinew__check_pop_distance * in->task->model->info->size;
    if (cause == joint) return visible;
    return fmax(visible, sinew__check_pop_angle * distance_between(in, joint, cause, 0) / degrees_per_radian);
}

static void note_pop(const pop_search *in, int32_t cause, int32_t frame, double size, double least)
{
    if (size > in->worst[cause].size) in->worst[cause] = (pop){size, least, frame + 1};
}

/// Marks where a path of the joint pops, and notes the pops that are no ancestor's. `is_own` is for rotations.
static void search_path(const pop_search *in, int32_t joint, const joint_path *path)
{
    double bound = -1;
    for (int32_t frame = 0; frame < path->count; ++frame)
        in->jumps[frame] = frame >= 2 && frame + 3 < path->count ? jump_at(path, frame) : 0;
    for (int32_t frame = 0; frame < path->count; ++frame) {
        const double size = in->jumps[frame] * path->unit;
        if (size == 0) continue;
        const int32_t cause = path->is_rotation ? joint : cause_of(in, joint, frame);
        double least = path->is_rotation ? sinew__check_pop_twist / degrees_per_radian * path->unit / 2
                                         : least_size(in, joint, cause);
        if (size <= least || in->jumps[frame] <= sinew__check_pop_around * speed_around(path, frame, in->jumps))
            continue;
        if (bound < 0) bound = robust_bound(path, in->scratch);
        least = fmax(least, bound);
        if (size <= least) continue;
        if (!follows_parent(in, joint, frame)) note_pop(in, cause, frame, size, least);
        *popped_at(in, joint, frame) = 1;
    }
}

static void inherit_pops(const pop_search *in, int32_t joint)
{
    const int32_t parent = in->task->model->joints[joint].parent;
    for (int32_t frame = 0; frame < in->frames->frame_count && parent != SINEW_NONE; ++frame)
        if (*popped_at(in, parent, frame)) *popped_at(in, joint, frame) = 1;
}

/// Who looks at a character follows it: its places count in space and relative to the joint that moves it.
static void search(const pop_search *in)
{
    const sinew_model *model = in->task->model;
    const double start = in->frames->start, duration = (in->frames->frame_count - 1) * in->frames->step;
    const sinew__span span = {start, start + duration, duration};
    int32_t root;
    if (!sinew__motion_joint_of_clip(model, in->frames->clip, &span, in->task->feet, in->task->foot_count,
                                     in->task->pose, &root))
        return;
    for (int32_t joint = 0; joint < in->frames->joint_count; ++joint) {
        const sinew__frame_joint *frames = sinew__clip_frames_of(in->frames, joint);
        const int32_t count = in->frames->frame_count;
        const joint_path place = {frames, NULL, count, 0, 1},
                         surface = {frames, NULL, count, 1, 2 * sinew__check_limb * model->info->size};
        inherit_pops(in, joint);
        if (!in->task->in_character[joint]) continue;
        search_path(in, joint, &place);
        if (root != SINEW_NONE && joint != root && sinew__is_below(model, joint, root))
            search_path(in, joint, &(joint_path){frames, sinew__clip_frames_of(in->frames, root), count, 0, 1});
        if (model->joints[joint].flags & SINEW_JOINT_DEFORMS) search_path(in, joint, &surface);
    }
}

/// Whether a larger pop at the same time is that of a neighbour: above, below, or of the same parent.
static int belongs_to_larger(const pop_search *in, int32_t joint)
{
    const sinew_model *model = in->task->model;
    for (int32_t i = 0; i < in->frames->joint_count; ++i) {
        const pop *other = &in->worst[i], *own = &in->worst[joint];
        if (i == joint || !(other->size > own->size) || abs(other->frame - own->frame) > 2) continue;
        if (sinew__is_below(model, i, joint) || sinew__is_below(model, joint, i) ||
            model->joints[i].parent == model->joints[joint].parent)
            return 1;
    }
    return 0;
}

static void report(const pop_search *in, int32_t joint)
{
    const sinew__check_task *task = in->task;
    const pop *found = &in->worst[joint];
    const double unit = task->model->info->unit_cm;
    if (!(found->size > 0) || belongs_to_larger(in, joint) ||
        is_stepped(task->model, &task->model->clips[in->frames->clip], joint))
        return;
    sinew__check_spot spot = sinew__check_spot_of(in->frames->clip, joint, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.time = in->frames->start + found->frame * in->frames->step;
    spot.measured = found->size * unit;
    spot.expected = found->bound * unit;
    spot.unit = "cm";
    sinew__check_find(task, SINEW__CHECK_R04, &spot,
                      "pops: what it moves jumps by %.4g cm at %.4f s; %.4g is the limit in this clip", spot.measured,
                      spot.time, spot.expected);
}

void sinew__check_pops(const sinew__check_task *task, const sinew__clip_frames *frames)
{
    const size_t joints = (size_t)frames->joint_count, count = (size_t)frames->frame_count;
    const pop_search in = {.task = task,
                           .frames = frames,
                           .jumps = sinew__allocate((count + 1) * sizeof(double)),
                           .scratch = sinew__allocate((count + 1) * sizeof(double)),
                           .popped = sinew__allocate_zeroed(joints * count + 1, 1),
                           .worst = sinew__allocate_zeroed(joints + 1, sizeof(pop))};
    if (!in.jumps || !in.scratch || !in.popped || !in.worst) {
        task->report->arena.failed = 1;
    } else if (count >= MIN_POP_FRAMES) {
        search(&in);
        for (int32_t joint = 0; joint < frames->joint_count; ++joint) report(&in, joint);
    }
    sinew_free(in.jumps);
    sinew_free(in.scratch);
    sinew_free(in.popped);
    sinew_free(in.worst);
}
