/// R02 and R03: planted feet that slide or hover.
///
/// A foot has two points, heel and toe, and rolls from one to the other. It slides only if both points move, so the
/// slide is measured at the point that moves less. The height is measured at the lowest point of all feet, which
/// bears the character: the other foot may be held still above the ground. The first and last 0.1 s of a contact are
/// left out, because the foot still brakes or already leaves.
#include <math.h>

#include "core/base/vec3.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/motion/motion.h"

/// A clip and its sampled feet.
typedef struct feet_state {
    const check_task *task;
    int32_t clip;
    sinew__foot_paths paths;
    double lowest[2 * SINEW_FEET_MAX]; ///< smallest height of each path
    sinew_vec3 ground;                 ///< velocity of the ground in the clip's space; 0 if the character travels
} feet_state;

/// The samples of a contact without its first and last 0.1 s.
typedef struct contact_core {
    int32_t foot, first, last;
} contact_core;

/// The contact of a foot with the largest error.
typedef struct worst_contact {
    double share; ///< error as a fraction of the leg
    double time;
    int32_t joint;
} worst_contact;

// ---- the feet -------------------------------------------------------------------------------------------------------

static double height_above_ground(const feet_state *of, int32_t path, int32_t sample)
{
    return sinew__foot_height(&of->paths, &of->paths.paths[path], sample) - of->lowest[path];
}

/// Returns the velocity of the ground. Its direction is measured. Its speed is also measured, unless the contract
/// declares the clip in place with a speed: then this speed is used.
static sinew_vec3 ground_velocity(const feet_state *of, const sinew_contacts *contacts)
{
    const check_clip_terms *terms = &of->task->terms[of->clip];
    const double found = sinew__vec3_length(contacts->ground_velocity);
    if (terms->travel != CHECK_TRAVEL_IN_PLACE || !(terms->speed > 0) || !(found > 0)) return contacts->ground_velocity;
    return sinew__vec3_scale(contacts->ground_velocity, terms->speed * 100 / of->task->model->info->unit_cm / found);
}

/// Finds the samples to judge in a contact. Returns 0 if the contact is too short.
static int core_of(const feet_state *of, const sinew_contact *contact, contact_core *out_core)
{
    const double duration = of->task->model->clips[of->clip].duration, start = of->paths.start, step = of->paths.step,
                 from = contact->from > start ? contact->from + sinew__check_foot_edge : start,
                 to = contact->to < duration - 1e-6 ? contact->to - sinew__check_foot_edge : duration;
    const int32_t end = of->paths.sample_count - 1;
    out_core->foot = contact->foot;
    out_core->first = (int32_t)fmax(0, ceil((from - start) / step - 1e-6));
    out_core->last = (int32_t)fmin(end, floor((to - start) / step + 1e-6));
    if (to >= duration) out_core->last = end;
    return out_core->last > out_core->first;
}

// ---- R02 ------------------------------------------------------------------------------------------------------------

/// Returns the motion of a point of a foot along the ground between two samples, relative to the ground.
static sinew_vec3 slip(const feet_state *of, const sinew__foot_path *path, int32_t sample)
{
    const double seconds =
        sinew__foot_sample_time(&of->paths, sample + 1) - sinew__foot_sample_time(&of->paths, sample);
    const sinew_vec3 moved =
        sinew__vec3_subtract(sinew__vec3_subtract(path->positions[sample + 1], path->positions[sample]),
                             sinew__vec3_scale(of->ground, seconds));
    return sinew__vec3_subtract(moved, sinew__vec3_scale(of->paths.up, sinew__vec3_dot(moved, of->paths.up)));
}

/// Compares the motions of a foot's points between two samples, relative to the ground. Returns the smallest motion,
/// and the joint of its point.
static sinew_vec3 stiller_slip(const feet_state *of, int32_t foot, int32_t sample, int32_t *out_joint)
{
    sinew_vec3 stillest = {0, 0, 0};
    double least = (double)INFINITY;
    for (int32_t i = 0; i < of->paths.path_count; ++i) {
        const sinew__foot_path *path = &of->paths.paths[i];
        if (path->foot != foot) continue;
        const sinew_vec3 moved = slip(of, path, sample);
        if (!(sinew__vec3_length(moved) < least)) continue;
        least = sinew__vec3_length(moved);
        stillest = moved;
        *out_joint = path->joint;
    }
    return stillest;
}

/// Returns the largest distance that the foot slides from its first position in the contact.
static double slide_of(const feet_state *of, const contact_core *core, int32_t *out_joint)
{
    sinew_vec3 offset = {0, 0, 0};
    double farthest = 0;
    for (int32_t k = core->first; k < core->last; ++k) {
        offset = sinew__vec3_add(offset, stiller_slip(of, core->foot, k, out_joint));
        farthest = fmax(farthest, sinew__vec3_length(offset));
    }
    return farthest;
}

/// The speed of the body over the ground while a foot is planted, and the speed that the steps would give the body.
typedef struct pace {
    double body, steps; ///< units per second
    int32_t contacts;
    double time; ///< of the first contact, in seconds from the clip's start
} pace;

/// Measures the speeds in the contacts of a clip, along the body's direction of travel, with a ground that is at rest.
static pace measure_pace(const feet_state *of, const sinew_contacts *contacts, int32_t motion_joint)
{
    const check_task *task = of->task;
    pace found = {.time = (double)NAN};
    double seconds = 0, body = 0, feet = 0;
    for (int32_t i = 0; i < contacts->count; ++i) {
        const sinew_contact *contact = &contacts->items[i];
        contact_core core;
        if (contact->joint != SINEW_NONE || !core_of(of, contact, &core)) continue;
        const double from = sinew__foot_sample_time(&of->paths, core.first),
                     to = sinew__foot_sample_time(&of->paths, core.last);
        const sinew_vec3 first = sinew__motion_joint_at(task->model, of->clip, motion_joint, from, task->pose).t,
                         last = sinew__motion_joint_at(task->model, of->clip, motion_joint, to, task->pose).t;
        sinew_vec3 way = sinew__vec3_subtract(last, first), moved = {0, 0, 0};
        way = sinew__vec3_subtract(way, sinew__vec3_scale(of->paths.up, sinew__vec3_dot(way, of->paths.up)));
        const double length = sinew__vec3_length(way);
        int32_t joint;
        for (int32_t k = core.first; k < core.last; ++k)
            moved = sinew__vec3_add(moved, stiller_slip(of, core.foot, k, &joint));
        if (found.contacts++ == 0) found.time = from;
        seconds += to - from;
        body += length;
        feet += length > 0 ? sinew__vec3_dot(moved, way) / length : 0;
    }
    if (seconds > 0) {
        found.body = body / seconds;
        found.steps = (body - feet) / seconds;
    }
    return found;
}

/// Returns the largest distance along the ground between a joint and its first position.
static double farthest_along_ground(const feet_state *of, int32_t joint)
{
    const check_task *task = of->task;
    sinew_vec3 first = {0, 0, 0};
    double farthest = 0;
    for (int32_t k = 0; k < of->paths.sample_count; ++k) {
        const double time = sinew__foot_sample_time(&of->paths, k);
        const sinew_vec3 now = sinew__motion_joint_at(task->model, of->clip, joint, time, task->pose).t;
        if (k == 0) first = now;
        const sinew_vec3 moved = sinew__vec3_subtract(now, first);
        const double height = sinew__vec3_dot(moved, of->paths.up);
        farthest =
            fmax(farthest, sinew__vec3_length(sinew__vec3_subtract(moved, sinew__vec3_scale(of->paths.up, height))));
    }
    return farthest;
}

/// Reports a character that travels faster or slower than its steps. A character that stays in place, or moves against
/// its steps, is not judged. Sets the ground's velocity to 0 if the character travels. Returns whether it reported a
/// finding.
static int judge_pace(feet_state *of, const sinew_contacts *contacts)
{
    const check_task *task = of->task;
    const sinew__span span = {.start = of->paths.start, .duration = of->paths.duration};
    const sinew_vec3 ground = of->ground;
    const double leg = task->feet[0].leg_length, metre = task->model->info->unit_cm / 100;
    int32_t joint;
    if (!sinew__motion_joint_of_clip(task->model, of->clip, &span, task->feet, task->foot_count, task->pose, &joint)) {
        task->report->arena.failed = 1;
        return 0;
    }
    if (task->terms[of->clip].travel == CHECK_TRAVEL_IN_PLACE || joint == SINEW_NONE) return 0;
    if (!(farthest_along_ground(of, joint) >= sinew__check_pace_travel * leg)) return 0;
    of->ground = (sinew_vec3){0, 0, 0};
    const pace found = measure_pace(of, contacts, joint);
    if (!(found.body >= sinew__check_pace_least * leg) || !(found.body >= sinew__check_pace_in_place * found.steps)) {
        of->ground = ground;
        return 0;
    }
    const double off = fabs(found.body - found.steps) / found.steps;
    if (found.contacts < 2 || !(off > sinew__check_pace)) return 0;
    check_spot spot = check_spot_of(of->clip, SINEW_NONE, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.joint = task->feet[0].ankle;
    spot.time = found.time;
    spot.measured = found.body * metre;
    spot.expected = found.steps * metre;
    spot.unit = "m/s";
    check_find(task, CHECK_R02, &spot, "moves %.2f m/s, its steps cover %.2f m/s", spot.measured, spot.expected);
    return 1;
}

// ---- R03 ------------------------------------------------------------------------------------------------------------

/// Returns the height range of the lowest point of all feet during the contact, if that point belongs to this foot,
/// else 0.
static double rise_of(const feet_state *of, const contact_core *core, int32_t *out_joint)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int32_t k = core->first; k <= core->last; ++k) {
        int32_t lowest = 0;
        for (int32_t i = 1; i < of->paths.path_count; ++i)
            if (height_above_ground(of, i, k) < height_above_ground(of, lowest, k)) lowest = i;
        if (of->paths.paths[lowest].foot != core->foot) continue;
        *out_joint = of->paths.paths[lowest].joint;
        low = fmin(low, height_above_ground(of, lowest, k));
        high = fmax(high, height_above_ground(of, lowest, k));
    }
    return high > low ? high - low : 0;
}

// ---- the findings ---------------------------------------------------------------------------------------------------

static void report(const feet_state *of, check_id id, const worst_contact *worst, double limit, const char *what)
{
    check_spot spot = check_spot_of(of->clip, worst->joint, SINEW_NONE, CHECK_VIEW_TRAIL);
    spot.time = worst->time;
    spot.measured = worst->share * 100;
    spot.expected = limit * 100;
    spot.unit = "% of the leg";
    if (worst->share > limit)
        check_find(of->task, id, &spot, "%s by %.3g %% of the leg during the contact at %.3f s", what,
                   worst->share * 100, worst->time);
}

/// Finds contacts. For each foot, reports the contact with the largest value of `measure`, if the value exceeds
/// `limit`.
static sinew_result judge(feet_state *of, check_id id, const sinew_contact_options *options, double limit,
                          const char *what,
                          double (*measure)(const feet_state *of, const contact_core *core, int32_t *out_joint))
{
    const check_task *task = of->task;
    sinew_contacts contacts;
    const sinew_result result =
        sinew_contacts_find(task->model, of->clip, task->feet, task->foot_count, options, &contacts, NULL);
    if (result != SINEW_OK) return result;
    if (contacts.count == 0) check_skip(task, id, of->clip, "no foot touches the ground");
    of->ground = ground_velocity(of, &contacts);
    const int is_reported = id == CHECK_R02 && judge_pace(of, &contacts);
    for (int32_t foot = 0; foot < task->foot_count && !is_reported; ++foot) {
        worst_contact worst = {.joint = SINEW_NONE};
        for (int32_t i = 0; i < contacts.count; ++i) {
            const sinew_contact *contact = &contacts.items[i];
            contact_core core;
            int32_t joint = SINEW_NONE;
            if (contact->foot != foot || contact->joint != SINEW_NONE || !core_of(of, contact, &core)) continue;
            const double share = measure(of, &core, &joint) / task->feet[foot].leg_length;
            if (share > worst.share)
                worst = (worst_contact){share, sinew__foot_sample_time(&of->paths, core.first), joint};
        }
        report(of, id, &worst, limit, what);
    }
    sinew_contacts_free(&contacts);
    return SINEW_OK;
}

static void skip(const check_task *task, int32_t clip, const char *reason)
{
    check_skip(task, CHECK_R02, clip, reason);
    check_skip(task, CHECK_R03, clip, reason);
}

/// Judges slides among contacts that are low but may move, and hovering among contacts that are still but may be high.
static void judge_feet(feet_state *of)
{
    static const sinew_contact_options sliding = {.max_slip = 0.6}, hovering = {.max_height = 0.1, .max_rise = 0.3};
    const check_task *task = of->task;
    sinew_result result =
        sinew__foot_paths_sample(task->model, of->clip, task->feet, task->foot_count, &of->paths, NULL);
    if (result == SINEW_OK) {
        for (int32_t i = 0; i < of->paths.path_count; ++i) {
            of->lowest[i] = (double)INFINITY;
            for (int32_t k = 0; k < of->paths.sample_count; ++k)
                of->lowest[i] = fmin(of->lowest[i], sinew__foot_height(&of->paths, &of->paths.paths[i], k));
        }
    }
    if (result == SINEW_OK && check_wants(task, CHECK_R02))
        result = judge(of, CHECK_R02, &sliding, sinew__check_foot_slide, "slides", slide_of);
    if (result == SINEW_OK && check_wants(task, CHECK_R03))
        result = judge(of, CHECK_R03, &hovering, sinew__check_foot_rise, "hovers or sinks", rise_of);
    task->report->arena.failed |= result == SINEW_ERROR_OUT_OF_MEMORY;
    if (result != SINEW_OK) skip(task, of->clip, "the clip is too long for finding contacts");
    sinew__foot_paths_free(&of->paths);
}

void check_feet(const check_task *task, int32_t clip)
{
    feet_state of = {.task = task, .clip = clip};
    if (!check_wants(task, CHECK_R02) && !check_wants(task, CHECK_R03)) return;
    if (task->foot_count == 0)
        skip(task, clip, "no feet found");
    else if (task->model->clips[clip].duration > 0)
        judge_feet(&of);
}
