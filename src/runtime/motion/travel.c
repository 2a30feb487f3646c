// The joint that moves the character is sampled at whole frames, at most 30 times per second: shorter steps would make
// a path of the noise of a capture.
#include "runtime/motion/motion.h"

#include "core/base/memory.h"
#include "core/base/vec3.h"

enum { MAX_SAMPLES = 1 << 16 }; // 36 minutes; the samples of longer clips are farther apart

static const double degrees_per_radian = 57.29577951308232;
static const double longest_step = 0.05; ///< seconds; within longer frames of its own rate a clip is sampled, too
static const double least_upright = 0.5; ///< cosine of half the lean, 120 degrees, beyond which a body faces nowhere
static const double sway = 20;           ///< degrees; the pelvis turns by 10 to 15 and back in each stride
static const double scale_change = 0.01; ///< of a parent; more makes a length of another one

// ---- turning --------------------------------------------------------------------------------------------------------

/// The heading of a character since its first frame. Turning points are where it turns back by more than the sway.
typedef struct heading {
    double now;           ///< degrees
    double turning_point; ///< the last one, at first the start
    double extreme;       ///< the farthest heading since
    double total;         ///< from the start to the turning point, without signs
    int direction;        ///< 1: counterclockwise, −1: clockwise, 0: less than the sway so far
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

static double total_of(const heading *of)
{
    return of->total + fabs(of->now - of->turning_point);
}

/// Degrees about the up axis, by which a body has rotated since its first rotation. Returns 0 where it hangs head down:
/// the angle of such a rotation is that of rounding.
static int find_heading(sinew_quat first, sinew_quat now, sinew_vec3 up, double *out_degrees)
{
    const sinew_quat q = sinew__quat_multiply(now, sinew__quat_conjugate(first));
    const double along = q.x * up.x + q.y * up.y + q.z * up.z;
    *out_degrees = 2 * atan2(along, q.w) * degrees_per_radian;
    return hypot(along, q.w) > least_upright;
}

// ---- the path -------------------------------------------------------------------------------------------------------

/// The samples of a clip, one after the other.
typedef struct travel_path {
    const sinew_model *model;
    int32_t clip, joint;
    sinew_pose *scratch;
    sinew_vec3 up;
    double scale; ///< of the parent at the start
    sinew_transform first;
    sinew_vec3 last;
    double length, farthest, distance; ///< along the ground: so far, from the first place at most, and at the end
    heading turn;
} travel_path;

static sinew_vec3 along_ground(const travel_path *path, sinew_vec3 a)
{
    return sinew__vec3_subtract(a, sinew__vec3_scale(path->up, sinew__vec3_dot(a, path->up)));
}

/// The scale that the joint's parent has in the pose that was sampled last.
static double parent_scale(const travel_path *path)
{
    const int32_t parent = path->model->joints[path->joint].parent;
    sinew_transform at;
    if (parent == SINEW_NONE) return 1;
    sinew__transform_nearest(&path->scratch->global[parent], &at);
    return cbrt(fabs(at.s.x * at.s.y * at.s.z));
}

static void begin_path(travel_path *path, double time)
{
    path->first = sinew__motion_joint_at(path->model, path->clip, path->joint, time, path->scratch);
    path->last = path->first.t;
    path->scale = parent_scale(path);
}

/// Returns 0 where the scale above the joint has changed.
static int add_sample(travel_path *path, double time)
{
    double degrees;
    const sinew_transform now = sinew__motion_joint_at(path->model, path->clip, path->joint, time, path->scratch);
    const double scale = parent_scale(path);
    path->length += sinew__vec3_length(along_ground(path, sinew__vec3_subtract(now.t, path->last)));
    path->distance = sinew__vec3_length(along_ground(path, sinew__vec3_subtract(now.t, path->first.t)));
    path->farthest = fmax(path->farthest, path->distance);
    path->last = now.t;
    if (find_heading(path->first.r, now.r, path->up, &degrees)) note_heading(&path->turn, degrees);
    return fabs(scale - path->scale) <= scale_change * path->scale && scale > 0;
}

static int sample_path(travel_path *path, const sinew__span *span)
{
    const double start = span->start, frame = sinew__foot_step(path->model),
                 step = fmax(frame > longest_step ? 1.0 / 30 : frame, span->duration / MAX_SAMPLES);
    const int32_t steps = (int32_t)fmax(1, ceil(span->duration / step - 1e-6));
    int is_known = 1;
    begin_path(path, start);
    for (int32_t i = 1; i <= steps && is_known; ++i)
        is_known = add_sample(path, start + fmin(i * step, span->duration));
    return is_known && isfinite(path->length) && isfinite(path->turn.now);
}

// ---- facts ----------------------------------------------------------------------------------------------------------

static double without_noise(double value)
{
    return round(value * 1e6) / 1e6 + 0.0; // no −0
}

/// How fast the ground moves, in units of the file. NaN where no foot is planted.
static double speed_of_ground(const sinew_contacts *contacts)
{
    return contacts->count > 0 ? sinew__vec3_length(contacts->ground_velocity) : (double)NAN;
}

/// Of a character that never goes farther than half a step, a quarter of its legs.
static double find_foot_speed(const travel_path *path, const sinew_foot *feet, int32_t foot_count,
                              const sinew_contacts *contacts)
{
    sinew_contacts found;
    if (foot_count == 0 || path->farthest > feet[0].leg_length / 4) return (double)NAN;
    if (contacts) return speed_of_ground(contacts);
    if (sinew_contacts_find(path->model, path->clip, feet, foot_count, NULL, &found, NULL) != SINEW_OK)
        return (double)NAN;
    const double speed = speed_of_ground(&found);
    sinew_contacts_free(&found);
    return speed;
}

static int32_t count_character_joints(const sinew_model *model)
{
    uint8_t *marks = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    const int32_t count = marks ? sinew__mark_character(model, marks) : 0;
    sinew_free(marks);
    return count;
}

int sinew__clip_travel(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                       int32_t foot_count, const sinew_contacts *contacts, sinew_pose *scratch,
                       sinew__travel *out_travel)
{
    static const double unknown = (double)NAN;
    const double metre = model->info->unit_cm / 100, seconds = span->duration;
    travel_path path = {.model = model, .clip = clip, .scratch = scratch, .up = sinew__up_axis(model)};
    *out_travel = (sinew__travel){SINEW_NONE, unknown, unknown, unknown, unknown, unknown, unknown};
    if (!(seconds > 0) || seconds < sinew__clip_step(model, clip) * 0.5 || count_character_joints(model) < 2) return 0;
    path.joint = sinew__motion_joint_of_clip(model, clip, span, feet, foot_count, scratch);
    if (path.joint == SINEW_NONE || !sample_path(&path, span)) return 0;
    *out_travel = (sinew__travel){
        .joint = path.joint,
        .speed = without_noise(path.distance * metre / seconds),
        .path_speed = without_noise(path.length * metre / seconds),
        .net_turn = without_noise(path.turn.now),
        .total_turn = without_noise(total_of(&path.turn)),
        .yaw_rate = without_noise(path.turn.now / seconds),
        .foot_speed = without_noise(find_foot_speed(&path, feet, foot_count, contacts) * metre),
    };
    return 1;
}
