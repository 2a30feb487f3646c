/// R04: a joint that jumps between two frames, or leaves its path for one, so that one sees it.
///
/// The second difference of a path is large at a pop on both sides, in opposite directions: out and back. A corner of
/// linear keys has one large second difference, and an accelerated movement has them in one direction. A fast movement
/// is smooth: a cubic through its neighbours meets each frame.
///
/// What is seen are the places of joints in model space, and the rotation of joints that move a mesh: a joint that
/// rotates about its own bone and whose children rotate back shows nothing, nor does a pop that is smaller than what
/// the joint moves in the frames around it, such as that of a toe when the foot strikes.
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "check/check_limits.h"
#include "check/checks.h"
#include "model/hierarchy.h"

enum { AROUND = 5, MIN_FRAMES = 6 }; // frames on each side of a pop with which it is compared

static const double degrees_per_radian = 57.29577951308232;
static const double deviation_of_median = 1.4826; // standard deviation of a normal distribution by its MAD

/// A path of a joint: its place, or the surface of a limb that rotates with it. Three or four floats per frame.
typedef struct joint_path {
    const sinew__frame_joint *frames;
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
    return (double)(path->is_rotation ? path->frames[frame].global[i] : path->frames[frame].position[i]);
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

/// The largest step of the frames around the three steps of a pop.
static double speed_around(const joint_path *path, int32_t frame)
{
    double speed = 0;
    for (int32_t k = frame - 1 - AROUND; k <= frame + 1 + AROUND; ++k)
        if (k >= 0 && k + 1 < path->count && (k < frame - 1 || k > frame + 1)) speed = fmax(speed, step_after(path, k));
    return speed;
}

/// How much the path leaves and returns between the frame and the next: the smaller of the two second differences. 0 if
/// these do not oppose each other, or if they are small against the speed.
static double pop_at(const joint_path *path, int32_t frame)
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
    if (!(size > sinew__check_pop_share * speed) || !(size > sinew__check_pop_around * speed_around(path, frame)))
        return 0;
    return size * path->unit;
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

/// Which joint moves a place: the parent by its rotation, or the joint itself, whose distance to the parent changes.
static int32_t cause_of(const pop_search *in, int32_t joint, int32_t frame, double size)
{
    const int32_t parent = in->task->model->joints[joint].parent;
    double bone[2];
    if (parent == SINEW_NONE || !in->task->in_rig[parent]) return joint;
    for (int k = 0; k < 2; ++k) {
        const float *a = sinew__clip_frames_of(in->frames, joint)[frame + k].position,
                    *b = sinew__clip_frames_of(in->frames, parent)[frame + k].position;
        bone[k] = length((double[3]){(double)(a[0] - b[0]), (double)(a[1] - b[1]), (double)(a[2] - b[2])}, 3);
    }
    return fabs(bone[1] - bone[0]) < 0.5 * size ? parent : joint;
}

/// The least size that is seen: a part of the character, and of the bone that rotates.
static double least_size(const pop_search *in, int32_t joint, int32_t cause)
{
    const double visible = sinew__check_pop_distance * in->task->model->info->size;
    if (cause == joint) return visible;
    const float *a = sinew__clip_frames_of(in->frames, joint)[0].position,
                *b = sinew__clip_frames_of(in->frames, cause)[0].position;
    const double bone = length((double[3]){(double)(a[0] - b[0]), (double)(a[1] - b[1]), (double)(a[2] - b[2])}, 3);
    return fmax(visible, sinew__check_pop_angle * bone / degrees_per_radian);
}

static void note_pop(const pop_search *in, int32_t cause, int32_t frame, double size, double least)
{
    if (size > in->worst[cause].size) in->worst[cause] = (pop){size, least, frame + 1};
}

/// Marks where a path of the joint pops, and notes the pops that are no ancestor's. `is_own` is for rotations.
static void search_path(const pop_search *in, int32_t joint, const joint_path *path)
{
    double bound = -1;
    for (int32_t frame = 2; frame + 3 < path->count; ++frame) {
        const double size = pop_at(path, frame);
        if (size == 0) continue;
        const int32_t cause = path->is_rotation ? joint : cause_of(in, joint, frame, size);
        double least = path->is_rotation ? sinew__check_pop_twist / degrees_per_radian * path->unit / 2
                                         : least_size(in, joint, cause);
        if (size <= least) continue;
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

static void search(const pop_search *in)
{
    const sinew_model *model = in->task->model;
    for (int32_t joint = 0; joint < in->frames->joint_count; ++joint) {
        const sinew__frame_joint *frames = sinew__clip_frames_of(in->frames, joint);
        const joint_path place = {frames, in->frames->frame_count, 0, 1},
                         // Quaternions differ by half of the angle in radians.
            surface = {frames, in->frames->frame_count, 1, 2 * sinew__check_limb * model->info->size};
        inherit_pops(in, joint);
        if (!in->task->in_rig[joint]) continue;
        search_path(in, joint, &place);
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
                           .scratch = sinew__allocate((count + 1) * sizeof(double)),
                           .popped = sinew__allocate_zeroed(joints * count + 1, 1),
                           .worst = sinew__allocate_zeroed(joints + 1, sizeof(pop))};
    if (!in.scratch || !in.popped || !in.worst) {
        task->report->arena.failed = 1;
    } else if (count >= MIN_FRAMES) {
        search(&in);
        for (int32_t joint = 0; joint < frames->joint_count; ++joint) report(&in, joint);
    }
    sinew_free(in.scratch);
    sinew_free(in.popped);
    sinew_free(in.worst);
}
