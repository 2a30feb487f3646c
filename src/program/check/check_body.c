/// W27, W28 and W29: the height, sides and up axis of the body. R10: the acceleration of the body's fall.
#include <math.h>

#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "sinew/camera.h"

// ---- W27: size ------------------------------------------------------------------------------------------------------

/// W27: reports a body of an implausible height, and the unit that would make it plausible: a body of 170 m was
/// probably modelled in centimetres.
static void check_height(const check_task *task)
{
    const double height = sinew__reference_height(task->body), factor = sinew__likely_unit_factor(height);
    if (factor == 1) return;
    check_spot spot = check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    spot.measured = height;
    spot.unit = "m";
    if (factor > 0) {
        spot.expected = height * factor;
        check_find(task, CHECK_W27, &spot,
                   "the body is about %.3g m tall; with a unit of %.4g cm instead of %.4g it would be %.3g m", height,
                   task->model->info->unit_cm * factor, task->model->info->unit_cm, height * factor);
    } else {
        check_find(task, CHECK_W27, &spot, "the body is about %.3g m tall", height);
    }
}

// ---- W28: sides -----------------------------------------------------------------------------------------------------

static double determinant_of(const sinew_affine *map)
{
    sinew_vec3 rows[3];
    for (int i = 0; i < 3; ++i) rows[i] = (sinew_vec3){map->row[i][0], map->row[i][1], map->row[i][2]};
    return sinew__vec3_dot(rows[0], sinew__vec3_cross(rows[1], rows[2]));
}

/// W28: compares the direction of the toes with the front of the body, which follows from the names of left and right
/// limbs. If both feet point back, left and right are exchanged in the names. A body mirrored by a negative scale is
/// skipped: its left side is the author's right.
static void check_sides(const check_task *task)
{
    const sinew__reference_body *body = task->body;
    const sinew_vec3 front = sinew__quat_rotate(body->frame, (sinew_vec3){0, 0, 1});
    double least_back = -1;
    if (!check_wants(task, CHECK_W28)) return;
    for (int side = 0; side < 2; ++side) {
        const sinew__sole *sole = &body->soles[side];
        if (!sole->has_toes && !sole->is_of_skin) return;
        // Without toe joints, tip + heel points to the toes, because the sole's skin reaches farther in front of the
        // ankle than behind it.
        const sinew_vec3 toes = sole->has_toes ? sole->toes : sinew__vec3_add(sole->heel, sole->tip);
        const sinew_vec3 level =
            sinew__vec3_subtract(toes, sinew__vec3_scale(body->up, sinew__vec3_dot(toes, body->up)));
        const double length = sinew__vec3_length(level);
        if (!(length > sinew__check_toes * body->leg_length)) return;
        least_back = fmax(least_back, sinew__vec3_dot(level, front) / length);
    }
    if (!(least_back < sinew__check_swapped)) return;
    const int32_t hips = body->map->joint[SINEW_BODY_HIPS];
    check_pose(task, SINEW_NONE, 0);
    if (determinant_of(&task->model->info->root) * determinant_of(&task->pose->global[hips]) < 0) return;
    check_spot spot =
        check_spot_of(SINEW_NONE, body->map->joint[SINEW_BODY_LEFT + SINEW_SIDE_FOOT], SINEW_NONE, CHECK_VIEW_TREE);
    spot.measured = acos(fmax(-1, least_back)) * 180 / SINEW__PI;
    spot.expected = 0;
    spot.unit = "deg";
    check_find(task, CHECK_W28, &spot,
               "the toes of both feet point back: the joints named left are on the right; swap the names");
}

// ---- W29: the up axis -----------------------------------------------------------------------------------------------

static sinew_vec3 joint_position(const check_task *task, int32_t part)
{
    const sinew_affine *global = &task->pose->global[task->body->map->joint[part]];
    return sinew__affine_point(&task->model->info->root,
                               (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]});
}

static sinew_vec3 middle_of(const check_task *task, int32_t side_part)
{
    return sinew__vec3_scale(sinew__vec3_add(joint_position(task, SINEW_BODY_LEFT + side_part),
                                             joint_position(task, SINEW_BODY_RIGHT + side_part)),
                             0.5);
}

/// Returns the axis along which the trunk points in the pose of the task, within 45°; 0 0 0 if it points between axes.
/// Adds 1 to *opposed if the legs point the other way.
static sinew_vec3 trunk_axis(const check_task *task, int32_t top, int32_t *opposed)
{
    const sinew_vec3 middle = middle_of(task, SINEW_SIDE_THIGH),
                     trunk = sinew__vec3_normalize(sinew__vec3_subtract(joint_position(task, top), middle), 0),
                     legs = sinew__vec3_normalize(sinew__vec3_subtract(middle_of(task, SINEW_SIDE_FOOT), middle), 0),
                     axis = sinew__nearest_axis(trunk);
    *opposed += sinew__vec3_dot(legs, trunk) < -sinew__check_upright;
    return sinew__vec3_dot(trunk, axis) > sinew__check_upright ? axis : (sinew_vec3){0, 0, 0};
}

/// W29: reports a trunk that points, at rest and in all clips, along one axis that is not the file's up axis. The legs
/// must point the other way in most of these poses: the legs of an animal on four feet do not.
static void check_up_axis(const check_task *task)
{
    enum { SAMPLES = 16 }; // poses per clip
    const sinew_model *model = task->model;
    double axes[2][3];
    int32_t top = SINEW_BODY_HEAD, opposed = 0;
    if (!check_wants(task, CHECK_W29)) return;
    while (top > SINEW_BODY_HIPS && task->body->map->joint[top] == SINEW_NONE) --top;
    if (top == SINEW_BODY_HIPS) return;
    sinew_model_axes(model, axes[0], axes[1]);
    check_pose(task, SINEW_NONE, 0);
    const sinew_vec3 up = {axes[0][0], axes[0][1], axes[0][2]}, axis = trunk_axis(task, top, &opposed);
    if (!(sinew__vec3_dot(axis, axis) > 0.5) || sinew__vec3_dot(axis, up) > 0.5) return;
    for (int32_t clip = 0; clip < model->clip_count; ++clip)
        for (int32_t i = 0; i < SAMPLES; ++i) {
            if (!check_spend(task, 1)) {
                check_skip(task, CHECK_W29, SINEW_NONE, "the clips of the file have too many frames");
                return;
            }
            check_pose(task, clip, model->clips[clip].duration * i / (SAMPLES - 1));
            if (!(sinew__vec3_dot(trunk_axis(task, top, &opposed), axis) > 0.5)) return;
        }
    if (opposed <= ((int64_t)model->clip_count * SAMPLES + 1) / 2) return;
    const check_spot spot = check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    check_finding *finding =
        check_find(task, CHECK_W29, &spot, "the body never stands: its trunk points along %c%c, and up is %s",
                   axis.x + axis.y + axis.z < 0 ? '-' : '+',
                   axis.x != 0   ? 'X'
                   : axis.y != 0 ? 'Y'
                                 : 'Z',
                   sinew_text(model, model->info->up));
    if (finding && model->clip_count == 0 && finding->severity == SINEW_SEVERITY_WARNING)
        finding->severity = SINEW_SEVERITY_INFO; // a clip may show the model upright
}

void check_body(const check_task *task)
{
    if (!task->body) return;
    check_height(task);
    check_sides(task);
    check_up_axis(task);
}

// ---- R10: the acceleration of a fall ------------------------------------------------------------------------------

/// Segments of one side of the body, and their share of the mass of a man's body by de Leva, "Adjustments to
/// Zatsiorsky-Seluyanov's segment inertia parameters", Journal of Biomechanics 29 (1996).
static const struct {
    int32_t from, to; ///< sinew_side_part
    double mass;      ///< % of the body's mass
} segments[] = {
    {SINEW_SIDE_UPPER_ARM, SINEW_SIDE_FOREARM, 2.71},
    {SINEW_SIDE_FOREARM, SINEW_SIDE_HAND, 1.62},
    {SINEW_SIDE_HAND, SINEW_SIDE_HAND, 0.61},
    {SINEW_SIDE_THIGH, SINEW_SIDE_SHIN, 14.16},
    {SINEW_SIDE_SHIN, SINEW_SIDE_FOOT, 4.33},
    {SINEW_SIDE_FOOT, SINEW_SIDE_TOES, 1.37},
    {SINEW_SIDE_THIGH, SINEW_SIDE_UPPER_ARM, 43.46 / 2}, // half of the trunk, since each side has one
};
static const double head_mass = 6.94; // % of the body's mass

static const double earth = 9.81; // gravity in m/s²

/// The path of a body in a clip, in units of the file.
typedef struct flight_path {
    double *center[3]; ///< [frame_count] centre of mass along the up axis and two axes of the ground
    double *foot;      ///< [frame_count] height of the lowest ankle or toe joint along the up axis
    double ground;     ///< the smallest of the heights in `foot`
} flight_path;

static sinew_vec3 position_of(const check_clip_frames *frames, int32_t joint, int32_t frame)
{
    const float *at = check_clip_frames_of(frames, joint)[frame].position;
    return (sinew_vec3){(double)at[0], (double)at[1], (double)at[2]};
}

/// Measures the path of the body's centre of mass and feet. Returns 0 if the body lacks a head or an arm, whose masses
/// the centre needs.
static int measure_path(const sinew__reference_body *body, const check_clip_frames *frames, flight_path *path)
{
    const int32_t *joint = body->map->joint;
    const sinew_vec3 up = sinew__nearest_axis(body->up), side = sinew__vec3_perpendicular(up),
                     other = sinew__vec3_cross(up, side);
    if (joint[SINEW_BODY_HEAD] == SINEW_NONE) return 0;
    for (int32_t k = SINEW_BODY_LEFT; k <= SINEW_BODY_RIGHT; k += SINEW_SIDE_PART_COUNT)
        if (joint[k + SINEW_SIDE_UPPER_ARM] == SINEW_NONE || joint[k + SINEW_SIDE_FOREARM] == SINEW_NONE) return 0;
    path->ground = (double)INFINITY;
    for (int32_t frame = 0; frame < frames->frame_count; ++frame) {
        sinew_vec3 sum = sinew__vec3_scale(position_of(frames, joint[SINEW_BODY_HEAD], frame), head_mass);
        double mass = head_mass;
        path->foot[frame] = (double)INFINITY;
        for (int32_t k = SINEW_BODY_LEFT; k <= SINEW_BODY_RIGHT; k += SINEW_SIDE_PART_COUNT) {
            for (size_t i = 0; i < sizeof segments / sizeof *segments; ++i) {
                const int32_t from = joint[k + segments[i].from], to = joint[k + segments[i].to];
                if (from == SINEW_NONE) continue;
                const sinew_vec3 start = position_of(frames, from, frame),
                                 end = to == SINEW_NONE ? start : position_of(frames, to, frame);
                sum = sinew__vec3_add(sum, sinew__vec3_scale(sinew__vec3_add(start, end), segments[i].mass / 2));
                mass += segments[i].mass;
                if (segments[i].from == SINEW_SIDE_FOOT)
                    path->foot[frame] =
                        fmin(path->foot[frame], fmin(sinew__vec3_dot(start, up), sinew__vec3_dot(end, up)));
            }
        }
        const sinew_vec3 center = sinew__vec3_scale(sum, 1 / mass);
        path->center[0][frame] = sinew__vec3_dot(center, up);
        path->center[1][frame] = sinew__vec3_dot(center, side);
        path->center[2][frame] = sinew__vec3_dot(center, other);
        path->ground = fmin(path->ground, path->foot[frame]);
    }
    return 1;
}

/// A parabola fitted to values of successive frames; t is in frames from the middle.
typedef struct parabola {
    double velocity, fall; ///< velocity per frame at the middle; downward acceleration per frame²
    double error;          ///< root mean square of the distances between values and parabola
} parabola;

static parabola fit_parabola(const double *h, int32_t count)
{
    const double middle = (count - 1) / 2.0, n = count, square = (n * n - 1) / 12; // `square`: mean of t²
    double mean = 0, linear = 0, linear_norm = 0, bend = 0, bend_norm = 0, rest = 0;
    for (int32_t i = 0; i < count; ++i) mean += h[i] / n;
    for (int32_t i = 0; i < count; ++i) {
        const double t = i - middle, q = t * t - square; // three orthogonal polynomials: 1, t, q
        linear += t * h[i], linear_norm += t * t;
        bend += q * h[i], bend_norm += q * q;
    }
    linear /= linear_norm, bend /= bend_norm;
    for (int32_t i = 0; i < count; ++i) {
        const double t = i - middle, error = h[i] - mean - linear * t - bend * (t * t - square);
        rest += error * error / n;
    }
    return (parabola){.velocity = linear, .fall = -2 * bend, .error = sqrt(rest)};
}

/// R10: fits a parabola to the height of the centre of mass in each flight, and compares its acceleration with gravity.
/// In flight only gravity acts on the body: the centre moves evenly along the ground, and the feet rise with the
/// centre. A body that hangs, sits, climbs or stands on its toes also has its feet above their lowest position, but is
/// not in flight. Flights begin and end on the ground. The weight of a flight in the mean is the fifth power of its
/// length n in frames, because the variance of an acceleration fitted to n heights is proportional to n⁻⁵.
static void judge_fall(const check_task *task, const check_clip_frames *frames, const flight_path *path)
{
    enum { MIN_FITTED = 5 };
    const double leg = task->body->leg_length, step = frames->step, meter = task->model->info->unit_cm / 100;
    const double least = path->ground + sinew__check_airborne * leg;
    double sum = 0, weights = 0, longest = 0;
    check_spot spot = check_spot_of(frames->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_POSE);
    spot.count = 0;
    for (int32_t first = 1, end; first < frames->frame_count; first = end + 1) {
        end = first;
        while (end < frames->frame_count && path->foot[end] > least) ++end;
        const int32_t count = end - first - 2; // the first and the last frame may still touch the ground
        if (path->foot[first - 1] > least || end == frames->frame_count) continue;
        if (count < MIN_FITTED || (end - first) * step < sinew__check_flight) continue;
        const parabola height = fit_parabola(path->center[0] + first + 1, count),
                       side = fit_parabola(path->center[1] + first + 1, count),
                       other = fit_parabola(path->center[2] + first + 1, count);
        const double length = count - 1, weight = pow(length, 5), rise = height.fall * length * length / 8;
        double top = least;
        for (int32_t k = first; k < end; ++k) top = fmax(top, path->foot[k]);
        const int is_flight = rise > sinew__check_flight_rise * leg && rise < top - path->ground &&
                              fabs(height.velocity) < height.fall * length / 2 &&
                              height.error < sinew__check_flight_error * leg &&
                              hypot(side.fall, other.fall) < sinew__check_flight_across * height.fall;
        if (!is_flight) continue;
        sum += weight * height.fall;
        weights += weight;
        ++spot.count;
        if (!(length > longest)) continue;
        longest = length;
        spot.time = frames->start + first * step;
    }
    if (spot.count == 0) return;
    const double fall = sum / weights / (step * step) * meter, speed = sqrt(fall / earth);
    if (speed > 1 / sinew__check_flight_speed && speed < sinew__check_flight_speed) return;
    spot.measured = fall;
    spot.expected = earth;
    spot.unit = "m/s²";
    check_find(task, CHECK_R10, &spot,
               "in flight the body falls with %.3g m/s²: as if played %.2g times as fast as it was recorded", fall,
               speed);
}

void check_fall(const check_task *task, const check_clip_frames *frames)
{
    if (!task->body || !check_wants(task, CHECK_R10)) return;
    if (sinew__likely_unit_factor(sinew__reference_height(task->body)) != 1) return;
    const size_t count = (size_t)frames->frame_count + 1;
    double *memory = sinew__allocate(4 * count * sizeof *memory);
    if (!memory) {
        task->report->arena.failed = 1;
        return;
    }
    flight_path path = {.center = {memory, memory + count, memory + 2 * count}, .foot = memory + 3 * count};
    if (measure_path(task->body, frames, &path)) judge_fall(task, frames, &path);
    sinew_free(memory);
}
