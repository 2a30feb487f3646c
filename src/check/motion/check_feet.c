/// R02 R03: what planted feet do while they are on the ground.
#include <math.h>

#include "check/check_limits.h"
#include "check/checks.h"
#include "sinew/contacts.h"

enum { SAMPLES = 16, MAX_CONTACTS = 64 }; // of one contact; of a foot

/// A clip, its feet, and the axis that points up.
typedef struct feet_state {
    const sinew__check_task *task;
    int32_t clip;
    sinew_contacts contacts;
    int up; ///< 0 … 2
} feet_state;

/// How a joint moves during one contact: along the ground relative to it, and up and down.
typedef struct contact_motion {
    double slide, rise; ///< units of the file
} contact_motion;

static sinew_vec3 position_at(const feet_state *of, int32_t joint, double time)
{
    sinew__check_pose(of->task, of->clip, time);
    const sinew_affine *global = &of->task->pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

/// The velocity of the ground: as found, or with the speed that is declared of a clip in place.
static sinew_vec3 ground_velocity(const feet_state *of)
{
    const sinew__clip_terms *terms = &of->task->terms[of->clip];
    sinew_vec3 v = of->contacts.ground_velocity;
    const double found = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    if (terms->travel != SINEW__TRAVEL_IN_PLACE || !(terms->speed > 0) || !(found > 0)) return v;
    const double scale = terms->speed * 100 / of->task->model->info->unit_cm / found;
    return (sinew_vec3){v.x * scale, v.y * scale, v.z * scale};
}

static contact_motion motion_of(const feet_state *of, const sinew_contact *contact, sinew_vec3 velocity)
{
    const double end = fmin(contact->to, of->task->model->clips[of->clip].duration);
    const sinew_vec3 start = position_at(of, contact->joint, contact->from);
    contact_motion motion = {0};
    for (int i = 1; i <= SAMPLES; ++i) {
        const double elapsed = (end - contact->from) * i / SAMPLES;
        const sinew_vec3 p = position_at(of, contact->joint, contact->from + elapsed);
        double offset[3] = {p.x - start.x - velocity.x * elapsed, p.y - start.y - velocity.y * elapsed,
                            p.z - start.z - velocity.z * elapsed};
        motion.rise = fmax(motion.rise, fabs(offset[of->up]));
        offset[of->up] = 0;
        motion.slide = fmax(motion.slide, hypot(hypot(offset[0], offset[1]), offset[2]));
    }
    return motion;
}

/// The worst contact of a foot.
typedef struct worst_contact {
    double share; ///< of the leg
    double time;
    int32_t joint;
} worst_contact;

static void note(worst_contact *worst, double share, const sinew_contact *contact)
{
    if (share > worst->share) *worst = (worst_contact){share, contact->from, contact->joint};
}

static void report(const feet_state *of, sinew__check_id id, const worst_contact *worst, double limit, const char *what)
{
    sinew__check_spot spot = sinew__check_spot_of(of->clip, worst->joint, SINEW_NONE, SINEW__VIEW_TRAIL);
    spot.time = worst->time;
    spot.measured = worst->share * 100;
    spot.expected = limit * 100;
    spot.unit = "% of the leg";
    if (worst->share > limit)
        sinew__check_find(of->task, id, &spot, "%s by %.3g %% of the leg during the contact at %.3f s", what,
                          worst->share * 100, worst->time);
}

static void judge_foot(const feet_state *of, int32_t foot)
{
    const sinew_vec3 velocity = ground_velocity(of);
    const double leg = of->task->feet[foot].leg_length;
    worst_contact slide = {.joint = SINEW_NONE}, rise = {.joint = SINEW_NONE};
    int32_t left = MAX_CONTACTS;
    for (int32_t i = 0; i < of->contacts.count && left > 0; ++i) {
        const sinew_contact *contact = &of->contacts.items[i];
        if (contact->foot != foot || contact->joint == SINEW_NONE) continue;
        --left;
        const contact_motion motion = motion_of(of, contact, velocity);
        note(&slide, motion.slide / leg, contact);
        note(&rise, motion.rise / leg, contact);
    }
    report(of, SINEW__CHECK_R02, &slide, sinew__check_foot_slide, "slides");
    report(of, SINEW__CHECK_R03, &rise, sinew__check_foot_rise, "hovers or sinks");
}

static void skip(const sinew__check_task *task, int32_t clip, const char *reason)
{
    sinew__check_skip(task, SINEW__CHECK_R02, clip, reason);
    sinew__check_skip(task, SINEW__CHECK_R03, clip, reason);
}

static void judge_contacts(feet_state *of)
{
    static const sinew_contact_options options = {.max_height = 0.1, .max_rise = 0.3, .max_slip = 0.6};
    const sinew_result result = sinew_contacts_find(of->task->model, of->clip, of->task->feet, of->task->foot_count,
                                                    &options, &of->contacts, NULL);
    if (result != SINEW_OK) {
        of->task->report->arena.failed |= result == SINEW_ERROR_OUT_OF_MEMORY;
        skip(of->task, of->clip, "the clip is too long for finding contacts");
        return;
    }
    if (of->contacts.count == 0) skip(of->task, of->clip, "no foot touches the ground");
    for (int32_t foot = 0; foot < of->task->foot_count; ++foot) judge_foot(of, foot);
    sinew_contacts_free(&of->contacts);
}

void sinew__check_feet(const sinew__check_task *task, int32_t clip)
{
    const char *up = sinew_text(task->model, task->model->info->up);
    feet_state of = {.task = task, .clip = clip, .up = up[0] && up[1] == 'X' ? 0 : up[0] && up[1] == 'Z' ? 2 : 1};
    if (!sinew__check_wants(task, SINEW__CHECK_R02) && !sinew__check_wants(task, SINEW__CHECK_R03)) return;
    if (task->foot_count == 0)
        skip(task, clip, "no feet found");
    else if (task->model->clips[clip].duration > 0)
        judge_contacts(&of);
}
