// A reference pose is recognised by the second difference: the distance of the first frame from the path of the next
// two. In a real movement the following frames have similar distances, because a body that is accelerated within one
// frame needs several frames to stop. Measured on 59 clips of motion capture at 30 frames per second: the distance of a
// reference pose is at least 86 times the largest one of the following second; without a reference pose it is at most
// 2.2 times. Speed alone is not enough: in one frame a runner moves as far as arms that drop from a T-pose.
#include "runtime/motion/motion.h"

#include "core/base/memory.h"
#include "core/base/vec3.h"

enum { MIN_FRAMES = 4, MAX_FRAMES = 240 }; // MAX_FRAMES: one second of the fastest captures

static const double longest_step = 0.05; ///< seconds; between slower frames a jump may be a movement

static const double least_jump = 0.1; ///< fraction of the size: 20 cm of a person

static const double least_ratio = 3; ///< ratio of the jump to the largest second difference that follows

double sinew__clip_step(const sinew_model *model, int32_t clip)
{
    const sinew_clip *item = sinew__model_clip(model, clip);
    const double *keys = sinew__owner_of_clip(model, clip)->timeline_key_times + item->first_key_time;
    const double rate = model->info->fps, of_rate = rate > 0 ? 1 / rate : (double)INFINITY;
    const int begins_with_key = item->key_time_count > 1 && fabs(keys[0] - item->start) < 1e-6 && keys[1] > keys[0];
    const double step = fmin(of_rate, begins_with_key ? keys[1] - keys[0] : (double)INFINITY);
    return isfinite(step) ? step : 1.0 / 30;
}

/// Positions of the joints at three consecutive frames, oldest first, and a mark for each joint that counts.
typedef struct joint_positions {
    const sinew_model *model;
    int32_t clip;
    sinew_pose *scratch;
    uint8_t *marks;       ///< [joint_count]
    int32_t marked;       ///< number of marked joints
    sinew_vec3 *frame[3]; ///< [joint_count] each
    sinew_vec3 *memory;
} joint_positions;

/// Advances by a frame; the new frame is at `time`, in seconds from the start of the clip.
static void take_frame(joint_positions *at, double time)
{
    sinew_vec3 *oldest = at->frame[0];
    at->frame[0] = at->frame[1];
    at->frame[1] = at->frame[2];
    at->frame[2] = oldest;
    sinew_pose_evaluate(at->model, SINEW_ENGINE_EXACT, at->clip, time, at->scratch);
    for (int32_t i = 0; i < at->model->joint_count; ++i) {
        const sinew_affine *global = &at->scratch->global[i];
        oldest[i] = (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
    }
}

/// Returns the mean distance of joints at the oldest frame from the path of the other two, and the farthest joint.
static double distance_from_path(const joint_positions *at, double *out_farthest, int32_t *out_joint)
{
    double sum = 0;
    *out_farthest = 0;
    *out_joint = SINEW_NONE;
    for (int32_t i = 0; i < at->model->joint_count; ++i) {
        if (!at->marks[i]) continue;
        const sinew_vec3 jump = sinew__vec3_subtract(at->frame[0][i], at->frame[1][i]),
                         step = sinew__vec3_subtract(at->frame[1][i], at->frame[2][i]);
        const double distance = sinew__vec3_length(sinew__vec3_subtract(jump, step));
        sum += distance;
        if (!(distance > *out_farthest)) continue;
        *out_farthest = distance;
        *out_joint = i;
    }
    return sum / at->marked;
}

/// Examines the first frames of a clip, which are `step` seconds apart.
static sinew__first_frame look_at_steps(joint_positions *at, double step)
{
    const double frames = floor(sinew__model_clip(at->model, at->clip)->duration / step + 1e-3);
    sinew__first_frame found = {.seconds = step, .joint = SINEW_NONE};
    if (!(step <= longest_step) || !(frames + 1 >= (double)MIN_FRAMES)) return found;
    for (int i = 0; i < 3; ++i) take_frame(at, i * step);
    const double distance = distance_from_path(at, &found.distance, &found.joint);
    found.is_reference = found.distance >= least_jump * at->model->info->size && isfinite(distance);
    // The following frames must be smooth in comparison.
    const int32_t last = (int32_t)fmin(frames, fmin(1 + 1 / step, MAX_FRAMES));
    for (int32_t i = 3; i <= last && found.is_reference; ++i) {
        double farthest;
        int32_t joint;
        take_frame(at, i * step);
        found.is_reference = distance_from_path(at, &farthest, &joint) * least_ratio < distance;
    }
    return found;
}

/// If the keys are closer than frames, because an exporter fits curves, the jump extends over several keys. Then frames
/// of the file's rate are examined too or, if it has none, frames of usual rates.
sinew__first_frame sinew__look_at_first_frame(const sinew_model *model, int32_t clip, sinew_pose *scratch)
{
    static const double usual_rates[] = {60, 50, 30, 25, 24};
    const double rate = model->info->fps, step = sinew__clip_step(model, clip);
    const double *rates = rate > 0 ? &rate : usual_rates;
    const size_t count = rate > 0 ? 1 : sizeof usual_rates / sizeof *usual_rates;
    sinew__first_frame found = {.seconds = step, .joint = SINEW_NONE};
    joint_positions at = {.model = model, .clip = clip, .scratch = scratch};
    const size_t joints = (size_t)model->joint_count;
    at.marks = sinew__allocate_zeroed(joints + 1, 1);
    at.memory = sinew__allocate_zeroed(3 * joints + 1, sizeof *at.memory);
    if (!at.marks || !at.memory) goto done;
    for (int i = 0; i < 3; ++i) at.frame[i] = at.memory + (size_t)i * joints;
    at.marked = sinew__mark_character(model, at.marks);
    if (at.marked <= 1) goto done;
    found = look_at_steps(&at, step);
    for (size_t i = 0; i < count && !found.is_reference; ++i)
        if (1 / rates[i] > step * (1 + 1e-3)) found = look_at_steps(&at, 1 / rates[i]);
done:
    sinew_free(at.marks);
    sinew_free(at.memory);
    return found;
}

sinew__span sinew__motion_span(const sinew_model *model, int32_t clip, sinew_pose *scratch)
{
    sinew__span span = sinew__clip_span(model, clip);
    if (clip == SINEW_NONE) return span;
    const sinew__first_frame first = sinew__look_at_first_frame(model, clip, scratch);
    if (!first.is_reference) return span;
    span.start += first.seconds;
    span.duration -= first.seconds;
    return span;
}
