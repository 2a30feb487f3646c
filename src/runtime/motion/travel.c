// Measures travel. The joint that moves the character is sampled at whole frames, at most 30 times per second: with
// shorter steps, the noise of a capture would lengthen the path.
#include "runtime/motion/motion.h"

#include "core/base/memory.h"
#include "core/base/vec3.h"

enum { MAX_SAMPLES = 1 << 16 }; // samples of a clip, 36 minutes; in longer clips they are farther apart

static const double degrees_per_radian = 57.29577951308232;
static const double longest_step = 0.05;   ///< seconds; in a clip with longer frames, samples between frames are added
static const double least_upright = 0.866; ///< cosine of half of 60 degrees: a body that leans more has no heading
/// smallest horizontal part of the unit vector from hip to hip; a steeper one gives no direction
static const double least_level = 0.5;
static const double sway = 20; ///< degrees; in each stride the pelvis turns by 10 to 15 and back
/// largest relative change of a parent's scale; beyond it, lengths at different times cannot be compared
static const double scale_change = 0.01;

// ---- turning --------------------------------------------------------------------------------------------------------

/// The heading of a character since its first frame. A turning point is where it starts to turn back by more than
/// `sway`.
typedef struct heading {
    double now;           ///< degrees
    double turning_point; ///< heading at the last turning point, at first the start
    double extreme;       ///< farthest heading since the turning point
    double total;         ///< sum of turns without signs, from the start to the turning point
    int direction;        ///< 1: counterclockwise, −1: clockwise, 0: so far the turn is at most the sway
} heading;

static void note_heading(heading *of, double degrees)
{
    of->now += remainder(degrees - of->now, 360);
    if (of->direction == 0) {
        if (fabs(of->now) <= sway) return;
        of->direction = of->now > 0 ? 1 : -1;
        of->extreme = of->now;
    } else if ((of->now - of->extreme) * of->direction > 0) {
        of->extreme = of->now;
    } else if (fabs(of->now - of->extreme) > sway) {
        of->total += fabs(of->extreme - of->turning_point);
        of->turning_point = of->extreme;
        of->extreme = of->now;
        of->direction = -of->direction;
    }
}

/// Computes the part of a rotation about an axis, in degrees. Returns 0 if the axis itself is rotated by more than 60
/// degrees: the angle then means little, and near 180 degrees it is only rounding.
static int rotation_about(sinew_quat q, sinew_vec3 axis, double *out_degrees)
{
    const double along = q.x * axis.x + q.y * axis.y + q.z * axis.z;
    *out_degrees = 2 * atan2(along, q.w) * degrees_per_radian;
    return hypot(along, q.w) > least_upright;
}

/// Computes the angle about the up axis from one direction to another, in degrees. Returns 0 if either direction is too
/// steep.
static int angle_along_ground(sinew_vec3 from, sinew_vec3 to, sinew_vec3 up, double *out_degrees)
{
    const double a = sinew__vec3_dot(from, up), b = sinew__vec3_dot(to, up);
    const sinew_vec3 flat_from = sinew__vec3_subtract(from, sinew__vec3_scale(up, a)),
                     flat_to = sinew__vec3_subtract(to, sinew__vec3_scale(up, b));
    *out_degrees =
        atan2(sinew__vec3_dot(sinew__vec3_cross(flat_from, flat_to), up), sinew__vec3_dot(flat_from, flat_to)) *
        degrees_per_radian;
    return sinew__vec3_length(flat_from) >= least_level * sinew__vec3_length(from) &&
           sinew__vec3_length(flat_to) >= least_level * sinew__vec3_length(to);
}

// ---- the path -------------------------------------------------------------------------------------------------------

/// The samples of a clip, added one after the other.
typedef struct travel_path {
    const sinew_model *model;
    int32_t clip, joint;
    sinew_pose *scratch;
    sinew_vec3 up;
    double scale; ///< scale of the parent at the start
    sinew_transform first, last;
    sinew_vec3 hips; ///< direction from one hip to the other in the first pose; 0 if not known
    /// along the ground: length of the path, largest and last distance from the start
    double length, farthest, distance;
    heading turn;
} travel_path;

static sinew_vec3 along_ground(const travel_path *path, sinew_vec3 a)
{
    return sinew__vec3_subtract(a, sinew__vec3_scale(path->up, sinew__vec3_dot(a, path->up)));
}

/// Returns the scale of the joint's parent in the pose that was sampled last.
static double parent_scale(const travel_path *path)
{
    const int32_t parent = path->model->joints[path->joint].parent;
    sinew_transform at;
    if (parent == SINEW_NONE) return 1;
    sinew__transform_nearest(&path->scratch->global[parent], &at);
    return cbrt(fabs(at.s.x * at.s.y * at.s.z));
}

/// Returns the direction from one hip to the other at a time. Of a quadruped's legs it uses the pair whose common joint
/// is farthest from the root.
static sinew_vec3 find_hips(const travel_path *path, const sinew_foot *feet, int32_t foot_count, double time)
{
    const sinew_model *model = path->model;
    int32_t deepest = SINEW_NONE, hips[2] = {SINEW_NONE, SINEW_NONE};
    for (int32_t i = 0; i < foot_count; ++i)
        for (int32_t k = 0; k < i; ++k) {
            int32_t a = feet[i].ankle, b = feet[k].ankle, below[2] = {a, b};
            while (a != b) {
                const int second = b > a;
                int32_t *lower = second ? &b : &a;
                below[second] = *lower;
                *lower = model->joints[*lower].parent;
            }
            if (a == SINEW_NONE || a <= deepest) continue;
            deepest = a;
            hips[0] = below[0], hips[1] = below[1];
        }
    if (deepest == SINEW_NONE) return (sinew_vec3){0, 0, 0};
    sinew_pose_sample(model, path->clip, time, path->scratch);
    sinew_pose_local_to_global(model, path->scratch);
    const sinew_affine *a = &path->scratch->global[hips[0]], *b = &path->scratch->global[hips[1]];
    return (sinew_vec3){b->row[0][3] - a->row[0][3], b->row[1][3] - a->row[1][3], b->row[2][3] - a->row[2][3]};
}

/// Adds a sample to the heading. For an upright body the heading is its rotation about the up axis since the first
/// sample. If the body lies or leans far, the turn of the line between the hips since the last sample is added; if that
/// line is too steep, the body's own rotation about the up axis since the last sample is added.
static void add_heading(travel_path *path, const sinew_transform *now)
{
    const sinew_quat since_first = sinew__quat_multiply(now->r, sinew__quat_conjugate(path->first.r)),
                     until_last = sinew__quat_multiply(path->last.r, sinew__quat_conjugate(path->first.r)),
                     step = sinew__quat_multiply(now->r, sinew__quat_conjugate(path->last.r));
    double degrees;
    if (!rotation_about(since_first, path->up, &degrees)) {
        const sinew_vec3 before = sinew__quat_rotate(until_last, path->hips),
                         after = sinew__quat_rotate(since_first, path->hips);
        if (!(sinew__vec3_length(path->hips) > 0) || !angle_along_ground(before, after, path->up, &degrees))
            (void)rotation_about(step, path->up, &degrees);
        degrees = path->turn.now + remainder(degrees, 360);
    }
    note_heading(&path->turn, degrees);
}

/// Samples the path. Returns 0 if the scale above the joint changes.
static int sample_path(travel_path *path, const sinew_foot *feet, int32_t foot_count, const sinew__span *span)
{
    const double start = span->start, frame = sinew__foot_step(path->model),
                 step = fmax(frame > longest_step ? 1.0 / 30 : frame, span->duration / (double)MAX_SAMPLES);
    const int32_t steps = (int32_t)fmax(1, ceil(span->duration / step - 1e-6));
    path->hips = find_hips(path, feet, foot_count, start);
    path->first = sinew__motion_joint_at(path->model, path->clip, path->joint, start, path->scratch);
    path->last = path->first;
    path->scale = parent_scale(path);
    for (int32_t i = 1; i <= steps; ++i) {
        const sinew_transform now = sinew__motion_joint_at(path->model, path->clip, path->joint,
                                                           start + fmin(i * step, span->duration), path->scratch);
        const double scale = parent_scale(path);
        path->length += sinew__vec3_length(along_ground(path, sinew__vec3_subtract(now.t, path->last.t)));
        path->distance = sinew__vec3_length(along_ground(path, sinew__vec3_subtract(now.t, path->first.t)));
        path->farthest = fmax(path->farthest, path->distance);
        add_heading(path, &now);
        path->last = now;
        if (!(fabs(scale - path->scale) <= scale_change * path->scale) || !(scale > 0)) return 0;
    }
    return isfinite(path->length) && isfinite(path->turn.now);
}

// ---- facts ----------------------------------------------------------------------------------------------------------

static double without_noise(double value)
{
    return round(value * 1e6) / 1e6 + 0.0; // avoids −0
}

/// Returns the speed of the ground in units per second; NaN if no foot is planted.
static double speed_of_ground(const sinew_contacts *contacts)
{
    return contacts->count > 0 ? sinew__vec3_length(contacts->ground_velocity) : (double)NAN;
}

/// Finds the speed of planted feet; NaN if the character goes farther than half a step, 1/4 of its leg length, or if
/// the clip is too long to find contacts.
static sinew_result find_foot_speed(const travel_path *path, const sinew_foot *feet, int32_t foot_count,
                                    const sinew_contacts *contacts, double *out_speed)
{
    sinew_contacts found;
    *out_speed = (double)NAN;
    if (foot_count == 0 || path->farthest > feet[0].leg_length / 4) return SINEW_OK;
    if (contacts) {
        *out_speed = speed_of_ground(contacts);
        return SINEW_OK;
    }
    const sinew_result result = sinew_contacts_find(path->model, path->clip, feet, foot_count, NULL, &found, NULL);
    if (result != SINEW_OK) return result == SINEW_ERROR_OUT_OF_MEMORY ? result : SINEW_OK;
    *out_speed = speed_of_ground(&found);
    sinew_contacts_free(&found);
    return SINEW_OK;
}

sinew_result sinew__clip_travel(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                                int32_t foot_count, const sinew_contacts *contacts, sinew_pose *scratch,
                                sinew__travel *out_travel)
{
    static const double unknown = (double)NAN;
    const double metre = model->info->unit_cm / 100, seconds = span->duration;
    travel_path path = {.model = model, .clip = clip, .scratch = scratch, .up = sinew__up_axis(model)};
    double foot_speed;
    *out_travel = (sinew__travel){SINEW_NONE, unknown, unknown, unknown, unknown, unknown, unknown};
    if (!(seconds > 0) || seconds < sinew__clip_step(model, clip) * 0.5) return SINEW_OK;
    uint8_t *marks = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    if (!marks) return SINEW_ERROR_OUT_OF_MEMORY;
    const int32_t joints = sinew__mark_character(model, marks);
    sinew_free(marks);
    if (joints < 2) return SINEW_OK;
    if (!sinew__motion_joint_of_clip(model, clip, span, feet, foot_count, scratch, &path.joint))
        return SINEW_ERROR_OUT_OF_MEMORY;
    if (path.joint == SINEW_NONE || !sample_path(&path, feet, foot_count, span)) return SINEW_OK;
    const sinew_result result = find_foot_speed(&path, feet, foot_count, contacts, &foot_speed);
    if (result != SINEW_OK) return result;
    *out_travel = (sinew__travel){
        .joint = path.joint,
        .speed = without_noise(path.distance * metre / seconds),
        .path_speed = without_noise(path.length * metre / seconds),
        .net_turn = without_noise(path.turn.now),
        .total_turn = without_noise(path.turn.total + fabs(path.turn.now - path.turn.turning_point)),
        .yaw_rate = without_noise(path.turn.now / seconds),
        .foot_speed = without_noise(foot_speed * metre),
    };
    return SINEW_OK;
}
