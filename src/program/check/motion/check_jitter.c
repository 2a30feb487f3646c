/// R05: rotations that tremble above 8 Hz in a joint that does not move fast.
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/checks.h"

enum { MAX_TAPS = 61, MIN_FRAMES = 30 };

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
    if (frames->frame_count < MIN_FRAMES || frames->frame_count < 4 * filter.half) {
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
        if (!task->in_rig[joint]) continue;
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
