/// R04: joints that jump between two frames, or leave their path for one frame. R05: rotations that tremble.
///
/// R04 searches second differences.
///
/// At a pop, the second difference of a joint's path is large in two frames, with opposite directions: out and back. A
/// corner between linear keys has one large second difference; acceleration has several of one direction. A fast
/// movement is smooth: each frame is close to the cubic through its four neighbours.
///
/// Pops are searched in the positions of joints, in model space and relative to the joint that moves the character; in
/// the vectors of bones in the grandparent's space; and, for joints that move a mesh, in the global rotation. Other
/// rotations are not searched: if a joint without a mesh rotates about its own bone while its children rotate back,
/// nothing visible changes.
///
/// On both sides of a pop the joint is still or moves smoothly, whereas a strike, its overshoot and the settling change
/// the speed in several frames. Other pops among these frames do not count, because a joint that flips often flips
/// again. If a resting body changes to another pose from one frame to the next and rests again, the author keyed it so.

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/vec3.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"

// R05: rotations that tremble above 8 Hz in a joint that does not move fast.

enum { MAX_TAPS = 61, MIN_JITTER_FRAMES = 30 };

static const double pi = 3.14159265358979323846, degrees_per_radian = 57.29577951308232;

/// A symmetric low-pass filter: a sinc with a Hann window, sum 1.
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

/// The motion of a joint above and below the filter's frequency. The motion above is measured by the median of its
/// magnitude. For a sine the median equals the root mean square, but a single pop or footstep does not raise the
/// median.
typedef struct joint_energy {
    double trembling; ///< median magnitude of the rotation above the frequency, in degrees
    double speed;     ///< root mean square of the speed below the frequency, degrees per second
} joint_energy;

/// Measures a joint's local rotation. Quaternion components differ by half the angle in radians. `scratch` is [count].
static joint_energy measure(const low_pass *filter, const check_frame_joint *frames, int32_t count, double step,
                            double *scratch)
{
    double speed = 0, last[4] = {0};
    const int32_t first = filter->half, end = count - filter->half;
    for (int32_t frame = first; frame < end; ++frame) {
        double high = 0;
        for (int i = 0; i < 4; ++i) {
            double smooth = 0;
            for (int32_t k = -filter->half; k <= filter->half; ++k)
                smooth += filter->weight[k + filter->half] * (double)frames[frame + k].local[i];
            const double rest = (double)frames[frame].local[i] - smooth, change = smooth - last[i];
            high += rest * rest;
            if (frame > first) speed += change * change;
            last[i] = smooth;
        }
        scratch[frame - first] = sqrt(high);
    }
    qsort(scratch, (size_t)(end - first), sizeof *scratch, sinew__compare_doubles);
    const double scale = 2 * degrees_per_radian;
    return (joint_energy){scratch[(end - first) / 2] * scale, sqrt(speed / (end - first)) * scale / step};
}

void check_jitter(const check_task *task, const check_clip_frames *frames)
{
    if (1 / frames->step < 2.5 * sinew__check_jitter_hertz) {
        check_skip(task, CHECK_R05, frames->clip, "the frame rate is below 20 frames per second");
        return;
    }
    const low_pass filter = make_low_pass(sinew__check_jitter_hertz, 1 / frames->step);
    if (frames->frame_count < MIN_JITTER_FRAMES || frames->frame_count < 4 * filter.half) {
        check_skip(task, CHECK_R05, frames->clip, "the clip is shorter than a second");
        return;
    }
    double *scratch = sinew__allocate(((size_t)frames->frame_count + 1) * sizeof *scratch);
    if (!scratch) {
        task->report->arena.failed = 1;
        return;
    }
    joint_energy worst = {0};
    check_spot spot = check_spot_of(frames->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.count = 0;
    for (int32_t joint = 0; joint < frames->joint_count; ++joint) {
        if (!task->in_character[joint]) continue;
        const joint_energy energy =
            measure(&filter, check_clip_frames_of(frames, joint), frames->frame_count, frames->step, scratch);
        if (!(energy.trembling > sinew__check_jitter_angle && energy.speed < sinew__check_jitter_speed)) continue;
        // A joint whose motion below 8 Hz is faster than its trembling is skipped.
        if (!(energy.trembling * 2 * pi * sinew__check_jitter_hertz > energy.speed)) continue;
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
        check_find(task, CHECK_R05, &spot, "trembles by %.3g degrees above 8 Hz (joints: %lld)", worst.trembling,
                   (long long)spot.count);
}

enum { AROUND = 5, MIN_POP_FRAMES = 6 }; // AROUND: a pop is compared with this many frames on each side

enum { FRAME_FLOATS = sizeof(check_frame_joint) / sizeof(float) };

static const double deviation_of_median = 1.4826; // standard deviation / median deviation, normal distribution

/// The values of a joint that form a path.
typedef enum path_kind {
    PATH_PLACE,   ///< position in model space
    PATH_BODY,    ///< position relative to the joint that moves the character
    PATH_BONE,    ///< vector from the parent to the joint, in the grandparent's space; the parent's rotation moves it
    PATH_SURFACE, ///< rotation of the limb's surface about the joint
} path_kind;

/// A path of a joint, one point per frame.
typedef struct joint_path {
    path_kind kind;
    int32_t count;
    int width;            ///< numbers per frame: 3 for a position, 4 for a rotation
    const double *values; ///< [count × width]
    double unit;          ///< length, in units of the file, that a difference of 1 in `values` stands for
} joint_path;

/// A pop of a joint.
typedef struct pop {
    double size; ///< size of the jump in units of the file; 0: no pop
    double bound;
    int32_t frame;
} pop;

static double component(const joint_path *path, int32_t frame, int i)
{
    return path->values[frame * path->width + i];
}

static double length(const double *vector, int width)
{
    double squares = 0;
    for (int i = 0; i < width; ++i) squares += vector[i] * vector[i];
    return sqrt(squares);
}

/// Returns the distance of a frame from the cubic through its four neighbours: small on a smooth path, however fast.
static double residual_at(const joint_path *path, int32_t frame)
{
    double rest[4];
    for (int i = 0; i < path->width; ++i) {
        const double a = component(path, frame - 2, i), b = component(path, frame - 1, i),
                     c = component(path, frame + 1, i), d = component(path, frame + 2, i);
        rest[i] = component(path, frame, i) - (4 * (b + c) - a - d) / 6;
    }
    return length(rest, path->width);
}

/// Returns the change of velocity at a frame.
static double second_difference(const joint_path *path, int32_t frame)
{
    double difference[4];
    for (int i = 0; i < path->width; ++i)
        difference[i] = component(path, frame - 1, i) - 2 * component(path, frame, i) + component(path, frame + 1, i);
    return length(difference, path->width);
}

/// Returns whether the path stays displaced after a jump from `frame` to the next one: it does not come back one frame
/// later, and it did not come from there one frame earlier.
static int stays(const joint_path *path, int32_t frame)
{
    double jump[4], back[4], out[4];
    for (int i = 0; i < path->width; ++i) {
        jump[i] = component(path, frame + 1, i) - component(path, frame, i);
        back[i] = component(path, frame + 2, i) - component(path, frame, i);
        out[i] = component(path, frame + 1, i) - component(path, frame - 1, i);
    }
    return fmin(length(back, path->width), length(out, path->width)) > 0.5 * length(jump, path->width);
}

/// Returns the largest second difference in the AROUND frames before and after a pop, which is between `frame` and the
/// next. Frames that this pop or another one touches are left out. The result is small if the joint is still or moves
/// smoothly on both sides. It is infinite if most of the frames jump, such as in motion held for two frames each.
/// `jumps` [count] has the jump at each frame.
static double roughness_around(const joint_path *path, int32_t frame, const double *jumps)
{
    const int32_t first = stays(path, frame) ? frame : frame - 1, last = stays(path, frame) ? frame + 1 : frame + 2;
    double rough = 0;
    int32_t smooth = 0, jumping = 0;
    for (int32_t k = frame - 1 - AROUND; k <= frame + 2 + AROUND; ++k) {
        if (k < 1 || k + 1 >= path->count || (k >= first && k <= last)) continue;
        if (jumps[k - 1] > 0.5 * jumps[frame] || jumps[k] > 0.5 * jumps[frame]) {
            ++jumping;
            continue;
        }
        ++smooth;
        rough = fmax(rough, second_difference(path, k));
    }
    return smooth >= jumping ? rough : (double)INFINITY;
}

/// Returns the size of the jump between a frame and the next: the smaller of the second differences at both frames.
/// Returns 0 if they have the same direction, or are small compared with the speed.
static double jump_at(const joint_path *path, int32_t frame)
{
    const int width = path->width;
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
    qsort(values, (size_t)count, sizeof *values, sinew__compare_doubles);
    return values[count / 2];
}

/// Returns the median of the path's second differences plus a multiple of their deviation; `values` [count] is scratch
/// memory.
static double robust_bound(const joint_path *path, double *values)
{
    int32_t count = 0;
    for (int32_t frame = 1; frame + 1 < path->count; ++frame)
        values[count++] = second_difference(path, frame) * path->unit;
    const double middle = median(values, count);
    for (int32_t i = 0; i < count; ++i) values[i] = fabs(values[i] - middle);
    return middle + sinew__check_pop_deviations * deviation_of_median * median(values, count);
}

/// Returns whether a joint has stepped keys: it jumps on purpose.
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
    const check_task *task;
    const check_clip_frames *frames;
    double *values;  ///< [4 × frame_count] values of the current path
    double *jumps;   ///< [frame_count] jumps of the current path after each frame
    double *scratch; ///< [frame_count]
    uint8_t *popped; ///< [joint_count × frame_count] whether the joint or an ancestor pops at that frame
    pop *worst;      ///< [joint_count] largest pop that each joint causes
} pop_search;

static uint8_t *popped_at(const pop_search *in, int32_t joint, int32_t frame)
{
    return &in->popped[(size_t)joint * (size_t)in->frames->frame_count + (size_t)frame];
}

/// Returns whether the joint's parent pops at the frame or at the next or previous one.
static int follows_parent(const pop_search *in, int32_t joint, int32_t frame)
{
    const int32_t parent = in->task->model->joints[joint].parent;
    return parent != SINEW_NONE &&
           (*popped_at(in, parent, frame - 1) || *popped_at(in, parent, frame) || *popped_at(in, parent, frame + 1));
}

/// Returns how far the step from a frame to the next differs from the mean of the steps before and after it; frames are
/// `stride` floats apart.
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
    const float *p = check_clip_frames_of(in->frames, a)[frame].position,
                *q = check_clip_frames_of(in->frames, b)[frame].position;
    return length((double[3]){(double)(p[0] - q[0]), (double)(p[1] - q[1]), (double)(p[2] - q[2])}, 3);
}

/// Returns the jump, between a frame and the next, of a joint's distance from its parent; for the topmost joint, of the
/// joint's position in model space.
static double translation_jump(const pop_search *in, int32_t joint, int32_t frame)
{
    const int32_t parent = in->task->model->joints[joint].parent;
    float bone[4];
    if (parent == SINEW_NONE || !in->task->in_character[parent])
        return jump_of(check_clip_frames_of(in->frames, joint)->position, FRAME_FLOATS, frame, 3);
    for (int32_t k = 0; k < 4; ++k) bone[k] = (float)distance_between(in, joint, parent, frame - 1 + k);
    return jump_of(bone, 1, 1, 1);
}

/// Returns the joint that causes a jump after a frame: the ancestor, up to `top`, whose rotation or translation moves
/// the joint farthest, or the joint itself by its own translation.
static int32_t cause_of(const pop_search *in, int32_t joint, int32_t top, int32_t frame)
{
    int32_t cause = joint, above = joint;
    double farthest = 0;
    for (; above != SINEW_NONE && (above == joint || in->task->in_character[above]);
         above = in->task->model->joints[above].parent) {
        // Quaternion components differ by half of the angle in radians.
        const double turn = 2 * jump_of(check_clip_frames_of(in->frames, above)->local, FRAME_FLOATS, frame, 4),
                     moved = fmax(turn * distance_between(in, joint, above, frame), translation_jump(in, above, frame));
        if (moved > farthest) {
            farthest = moved;
            cause = above;
        }
        if (above == top) break;
    }
    return cause;
}

/// Returns whether at least four joints rotate between a frame and the next and rest before and after. An author who
/// keys pose by pose does that on purpose; a solver flips a joint.
static int is_pose_to_pose(const pop_search *in, int32_t frame)
{
    enum { LEAST_JOINTS = 4, REST = 1 };
    int32_t joints = 0;
    for (int32_t joint = 0; joint < in->frames->joint_count; ++joint) {
        const check_frame_joint *at = check_clip_frames_of(in->frames, joint);
        double steps[2] = {0, 0}; // half angles in radians: of the step, and of the largest step around it
        if (!in->task->in_character[joint]) continue;
        for (int32_t k = frame - REST; k <= frame + REST; ++k) {
            double step[4];
            if (k < 0 || k + 1 >= in->frames->frame_count) continue;
            for (int i = 0; i < 4; ++i) step[i] = (double)at[k + 1].local[i] - (double)at[k].local[i];
            steps[k != frame] = fmax(steps[k != frame], length(step, 4));
        }
        joints += 2 * steps[0] * degrees_per_radian > 0.5 * sinew__check_pop_angle && steps[1] < 0.3 * steps[0];
    }
    return joints >= LEAST_JOINTS;
}

/// Returns the smallest visible jump of a path. It is a fraction of the character's size; if another joint (`cause`)
/// rotates this one, it is at least a fraction of the distance between the two joints.
static double least_size(const pop_search *in, const joint_path *path, int32_t joint, int32_t cause)
{
    if (path->kind == PATH_SURFACE) return sinew__check_pop_twist / degrees_per_radian * path->unit / 2;
    const double visible = sinew__check_pop_distance * in->task->model->info->size;
    if (cause == joint) return visible;
    return fmax(visible, sinew__check_pop_angle * distance_between(in, joint, cause, 0) / degrees_per_radian);
}

/// Sets the values of a path. `root` is the joint that moves the character.
static joint_path make_path(const pop_search *in, int32_t joint, int32_t root, path_kind kind)
{
    const sinew_model *model = in->task->model;
    const check_frame_joint *at = check_clip_frames_of(in->frames, joint), *origin = NULL, *axes = NULL;
    joint_path path = {.kind = kind, .count = in->frames->frame_count, .width = 3, .values = in->values, .unit = 1};
    if (kind == PATH_BODY) origin = check_clip_frames_of(in->frames, root);
    if (kind == PATH_BONE) origin = check_clip_frames_of(in->frames, model->joints[joint].parent);
    if (kind == PATH_BONE) axes = check_clip_frames_of(in->frames, model->joints[model->joints[joint].parent].parent);
    if (kind == PATH_SURFACE) {
        path.width = 4;
        path.unit = 2 * sinew__check_limb * model->info->size; // quaternion components differ by half of the angle
    }
    for (int32_t frame = 0; frame < path.count; ++frame) {
        double *value = &in->values[frame * path.width];
        if (kind == PATH_SURFACE) {
            for (int i = 0; i < 4; ++i) value[i] = (double)at[frame].global[i];
            continue;
        }
        for (int i = 0; i < 3; ++i)
            value[i] = (double)at[frame].position[i] - (origin ? (double)origin[frame].position[i] : 0);
        if (!axes) continue;
        const float *r = axes[frame].global;
        const sinew_quat back = {-(double)r[0], -(double)r[1], -(double)r[2], (double)r[3]};
        const sinew_vec3 bone = sinew__quat_rotate(back, (sinew_vec3){value[0], value[1], value[2]});
        value[0] = bone.x, value[1] = bone.y, value[2] = bone.z;
    }
    return path;
}

/// Marks the pops of a path of the joint, and keeps in `worst` the largest pop of each joint that causes one.
static void search_path(const pop_search *in, int32_t joint, int32_t root, path_kind kind)
{
    const joint_path made = make_path(in, joint, root, kind), *path = &made;
    double bound = -1;
    for (int32_t frame = 0; frame < path->count; ++frame)
        in->jumps[frame] = frame >= 2 && frame + 3 < path->count ? jump_at(path, frame) : 0;
    for (int32_t frame = 0; frame < path->count; ++frame) {
        const double size = in->jumps[frame] * path->unit;
        if (size == 0) continue;
        const int32_t top = path->kind == PATH_BONE ? in->task->model->joints[joint].parent : SINEW_NONE,
                      cause = path->kind == PATH_SURFACE ? joint : cause_of(in, joint, top, frame);
        double least = least_size(in, path, joint, cause);
        if (size <= least || in->jumps[frame] <= sinew__check_pop_around * roughness_around(path, frame, in->jumps))
            continue;
        if (bound < 0) bound = robust_bound(path, in->scratch);
        least = fmax(least, bound);
        if (size <= least || (stays(path, frame) && is_pose_to_pose(in, frame))) continue;
        *popped_at(in, joint, frame) = 1;
        if (!follows_parent(in, joint, frame) && size > in->worst[cause].size)
            in->worst[cause] = (pop){size, least, frame + 1};
    }
}

/// Searches the paths of all joints: positions both in model space and relative to the joint that moves the character,
/// because the eye follows the character.
static void search(const pop_search *in)
{
    const sinew_model *model = in->task->model;
    const double start = in->frames->start, duration = (in->frames->frame_count - 1) * in->frames->step;
    const sinew__span span = {start, start + duration, duration};
    int32_t root;
    if (!sinew__motion_joint_of_clip(model, in->frames->clip, &span, in->task->feet, in->task->foot_count,
                                     in->task->pose, &root)) {
        in->task->report->arena.failed = 1;
        return;
    }
    for (int32_t joint = 0; joint < in->frames->joint_count; ++joint) {
        const int32_t parent = model->joints[joint].parent;
        for (int32_t frame = 0; frame < in->frames->frame_count && parent != SINEW_NONE; ++frame)
            if (*popped_at(in, parent, frame)) *popped_at(in, joint, frame) = 1;
        if (!in->task->in_character[joint]) continue;
        search_path(in, joint, root, PATH_PLACE);
        if (root != SINEW_NONE && joint != root && sinew__is_below(model, joint, root))
            search_path(in, joint, root, PATH_BODY);
        if (parent != SINEW_NONE && model->joints[parent].parent != SINEW_NONE && in->task->in_character[parent])
            search_path(in, joint, root, PATH_BONE);
        if (model->joints[joint].flags & SINEW_JOINT_DEFORMS) search_path(in, joint, root, PATH_SURFACE);
    }
}

/// Returns whether the parent, a child, or a child of the same parent has a larger pop at the same time.
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
    const check_task *task = in->task;
    const pop *found = &in->worst[joint];
    const double unit = task->model->info->unit_cm;
    if (!(found->size > 0) || belongs_to_larger(in, joint) ||
        is_stepped(task->model, &task->model->clips[in->frames->clip], joint))
        return;
    check_spot spot = check_spot_of(in->frames->clip, joint, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.time = in->frames->start + found->frame * in->frames->step;
    spot.measured = found->size * unit;
    spot.expected = found->bound * unit;
    spot.unit = "cm";
    check_find(task, CHECK_R04, &spot, "pops: what it moves jumps by %.4g cm at %.4f s; %.4g is the limit in this clip",
               spot.measured, spot.time, spot.expected);
}

void check_pops(const check_task *task, const check_clip_frames *frames)
{
    const size_t joints = (size_t)frames->joint_count, count = (size_t)frames->frame_count;
    const pop_search in = {.task = task,
                           .frames = frames,
                           .values = sinew__allocate((4 * count + 1) * sizeof(double)),
                           .jumps = sinew__allocate((count + 1) * sizeof(double)),
                           .scratch = sinew__allocate((count + 1) * sizeof(double)),
                           .popped = sinew__allocate_zeroed(joints * count + 1, 1),
                           .worst = sinew__allocate_zeroed(joints + 1, sizeof(pop))};
    if (!in.values || !in.jumps || !in.scratch || !in.popped || !in.worst) {
        task->report->arena.failed = 1;
    } else if (count >= MIN_POP_FRAMES) {
        search(&in);
        for (int32_t joint = 0; joint < frames->joint_count; ++joint) report(&in, joint);
    }
    sinew_free(in.values);
    sinew_free(in.jumps);
    sinew_free(in.scratch);
    sinew_free(in.popped);
    sinew_free(in.worst);
}
