// Finds out whether a clip loops: compares the last pose with the first pose, or with the pose expected one frame
// before the first, and checks for jumps of velocity and for rest at the seam.
#include "runtime/motion/motion.h"

#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"

const char *sinew__seam_word(sinew__seam_kind kind)
{
    static const char *const words[SINEW__SEAM_COUNT] = {"no", "closed", "open", "returns"};
    return words[kind];
}

int sinew__seam_loops(sinew__seam_kind kind)
{
    return kind == SINEW__SEAM_CLOSED || kind == SINEW__SEAM_OPEN;
}

// ---- poses ----------------------------------------------------------------------------------------------------------

static double distance_between(const sinew_affine *a, const sinew_affine *b)
{
    return hypot(hypot(a->row[0][3] - b->row[0][3], a->row[1][3] - b->row[1][3]), a->row[2][3] - b->row[2][3]);
}

void sinew__loop_pose(const sinew__loop *loop, double time, int is_end, sinew_affine *out_globals)
{
    sinew_pose_sample(loop->model, loop->clip, loop->start + time, loop->scratch);
    sinew_pose_local_to_global(loop->model, loop->scratch);
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        const sinew_affine *global = &loop->scratch->global[i];
        out_globals[i] = *global;
        if (!is_end) continue;
        // Removes the motion of the clip from the joint that moves the character and from its descendants. Other joints
        // may stay or move with it: of the two globals, with and without the motion, the one closer to the joint's
        // first pose is used.
        const sinew_affine moved = sinew__affine_multiply(&loop->back, global), *first = &loop->first[i];
        if (loop->root == SINEW_NONE || sinew__is_below(loop->model, i, loop->root) ||
            distance_between(&moved, first) < distance_between(global, first))
            out_globals[i] = moved;
    }
}

/// Returns the inverse of the character's motion from the loop's start to `time`, along the ground and about the up
/// axis.
static sinew_affine motion_back(const sinew__loop *loop, double time)
{
    if (loop->root == SINEW_NONE) return sinew__affine_identity();
    const sinew_transform last =
        sinew__motion_joint_at(loop->model, loop->clip, loop->root, loop->start + time, loop->scratch);
    const sinew_root_delta motion =
        sinew__motion_between(loop->model, SINEW_MOTION_GROUND | SINEW_MOTION_YAW, &loop->root_first, &last);
    const sinew_root_delta back = sinew_root_delta_inverse(&motion);
    return sinew__affine_from_transform(&(sinew_transform){back.translation, back.rotation, {1, 1, 1}});
}

/// Computes the pose at a time without the character's motion since the start of the loop. Needs loop->first.
static void pose_in_place(const sinew__loop *loop, double time, sinew_affine *out_globals)
{
    sinew__loop until = *loop;
    until.back = motion_back(loop, time);
    sinew__loop_pose(&until, time, 1, out_globals);
}

int sinew__loop_open(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                     int32_t foot_count, const uint8_t *in_character, sinew_pose *scratch, sinew__loop *out_loop)
{
    // Seconds: if keys are farther apart than this, they are not frames, and 1/30 s is used.
    static const double longest_step = 0.05;
    const double step = sinew__clip_step(model, clip), usual = step <= longest_step && step > 0 ? step : 1.0 / 30;
    const size_t joints = (size_t)model->joint_count;
    sinew_affine *poses = sinew__allocate_zeroed(5 * joints + 1, sizeof *poses);
    *out_loop = (sinew__loop){
        .model = model,
        .clip = clip,
        .start = span->start,
        .duration = span->duration,
        .frame = model->info->fps > 0 ? 1 / model->info->fps : usual,
        .in_character = in_character,
        .scratch = scratch,
        .first = poses,
        .memory = sinew__allocate_zeroed(4 * joints + 1, sizeof *out_loop->memory),
    };
    if (!poses || !out_loop->memory) return 0;
    if (!sinew__motion_joint_of_clip(model, clip, span, feet, foot_count, scratch, &out_loop->root)) return 0;
    out_loop->last = poses + joints;
    out_loop->after = poses + 2 * joints;
    out_loop->before = poses + 3 * joints;
    out_loop->older = poses + 4 * joints;
    if (out_loop->root != SINEW_NONE)
        out_loop->root_first = sinew__motion_joint_at(model, clip, out_loop->root, span->start, scratch);
    out_loop->back = motion_back(out_loop, out_loop->duration);
    return 1;
}

void sinew__loop_free(sinew__loop *loop)
{
    sinew_free(loop->first);
    sinew_free(loop->memory);
    *loop = (sinew__loop){0};
}

// ---- gaps -----------------------------------------------------------------------------------------------------------

sinew__pose_gap sinew__loop_gap(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b)
{
    sinew__pose_gap gap = {.far_joint = SINEW_NONE, .rotated_joint = SINEW_NONE};
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        if (!loop->in_character[i]) continue;
        const sinew__rigid_difference found = sinew__rigid_difference_of(&a[i], &b[i]);
        if (gap.far_joint == SINEW_NONE || found.distance > gap.distance) {
            gap.distance = found.distance;
            gap.far_joint = i;
        }
        if (gap.rotated_joint == SINEW_NONE || found.degrees > gap.degrees) {
            gap.degrees = found.degrees;
            gap.rotated_joint = i;
        }
    }
    return gap;
}

int sinew__loop_is_closed(const sinew__loop *loop, const sinew__pose_gap *gap)
{
    return gap->distance <= sinew__loop_distance * loop->model->info->size && gap->degrees <= sinew__loop_angle;
}

int sinew__loop_is_moving(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b)
{
    const sinew__pose_gap gap = sinew__loop_gap(loop, a, b);
    return gap.distance > sinew__loop_motion * loop->model->info->size;
}

/// Whether the pose differs from the first one at some time of the loop. Overwrites loop->older.
static int leaves_first_pose(const sinew__loop *loop)
{
    for (int i = 1; i < 8; ++i) {
        sinew__loop_pose(loop, loop->duration * i / 8, 0, loop->older);
        if (sinew__loop_is_moving(loop, loop->first, loop->older)) return 1;
    }
    return 0;
}

// ---- the velocity at the seam ---------------------------------------------------------------------------------------

/// Velocity of a joint: `linear` in units per second, `angular` in degrees per second about each axis.
typedef struct joint_velocity {
    double linear[3], angular[3];
} joint_velocity;

static joint_velocity velocity_between(const sinew_transform *a, const sinew_transform *b, double seconds)
{
    static const double degrees_per_radian = 57.29577951308232;
    sinew_quat q = sinew__quat_multiply(b->r, sinew__quat_conjugate(a->r));
    const double sign = q.w < 0 ? -1 : 1, sine = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    const double angle = 2 * atan2(sine, fabs(q.w)) * degrees_per_radian;
    const double scale = sine > 0 ? sign * angle / sine / seconds : 0;
    return (joint_velocity){{(b->t.x - a->t.x) / seconds, (b->t.y - a->t.y) / seconds, (b->t.z - a->t.z) / seconds},
                            {q.x * scale, q.y * scale, q.z * scale}};
}

static double length_of_difference(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/// Changes of velocity per joint, [joint_count] each: at the seam, and the largest at a frame inside the clip.
typedef struct seam_jumps {
    double *linear, *angular, *inner_linear, *inner_angular;
} seam_jumps;

/// Raises `linear` and `angular` to each joint's change of velocity at the middle one of three poses, which are `step`
/// apart. Returns the sum over all joints, in multiples of sinew__loop_speed and sinew__loop_turn.
static double note_change(const sinew__loop *loop, const sinew_affine *const poses[3], double step, double *linear,
                          double *angular)
{
    double all = 0;
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        if (!loop->in_character[i]) continue;
        sinew_transform at[3];
        for (int k = 0; k < 3; ++k) sinew__transform_nearest(&poses[k][i], &at[k]);
        const joint_velocity before = velocity_between(&at[0], &at[1], step),
                             after = velocity_between(&at[1], &at[2], step);
        const double linear_jump = length_of_difference(before.linear, after.linear),
                     angular_jump = length_of_difference(before.angular, after.angular);
        linear[i] = fmax(linear[i], linear_jump);
        angular[i] = fmax(angular[i], angular_jump);
        all += linear_jump / (sinew__loop_speed * loop->model->info->size) + angular_jump / sinew__loop_turn;
    }
    return all;
}

/// Whether the change at the seam, summed over all joints, exceeds the changes at all frames inside the clip by the
/// factor sinew__loop_ratio_of_all. Stops at the first frame that disproves it. `in_place`: poses are compared without
/// the character's motion.
static int stands_out(const sinew__loop *loop, double at_seam, double step, int in_place, const seam_jumps *jumps)
{
    const double frames = floor(loop->duration / loop->frame + 0.05);
    const double stride = frames > (double)SINEW__LOOP_MAX_FRAMES ? frames / (double)SINEW__LOOP_MAX_FRAMES : 1;
    const sinew_affine *const poses[3] = {loop->before, loop->last, loop->after};
    double largest = 0;
    for (double frame = 1; frame < frames && at_seam > sinew__loop_ratio_of_all * largest; frame += stride) {
        const double time = floor(frame) * loop->frame;
        for (int i = 0; i < 3; ++i) {
            sinew_affine *pose = i == 0 ? loop->before : i == 1 ? loop->last : loop->after;
            if (in_place)
                pose_in_place(loop, time + (i - 1) * step, pose);
            else
                sinew__loop_pose(loop, time + (i - 1) * step, 0, pose);
        }
        largest = fmax(largest, note_change(loop, poses, step, jumps->inner_linear, jumps->inner_angular));
    }
    // With linear keys every frame has a corner, and the seam is only one of many.
    return at_seam > sinew__loop_ratio_of_all * largest;
}

static sinew__seam_jump worst_jump(const sinew__loop *loop, const seam_jumps *jumps)
{
    const double size = loop->model->info->size;
    sinew__seam_jump found = {.joint = SINEW_NONE};
    double worst = 1;
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        const double linear =
                         jumps->linear[i] / (sinew__loop_speed * size + sinew__loop_ratio * jumps->inner_linear[i]),
                     angular = jumps->angular[i] / (sinew__loop_turn + sinew__loop_ratio * jumps->inner_angular[i]);
        if (!(fmax(linear, angular) > worst)) continue;
        worst = fmax(linear, angular);
        found =
            (sinew__seam_jump){i, jumps->linear[i], jumps->inner_linear[i], jumps->angular[i], jumps->inner_angular[i]};
    }
    return found;
}

/// Computes the poses next to the seam of an open loop: first frame, the one after it, last frame, and the one before
/// it.
static void pose_open_seam(const sinew__loop *loop)
{
    sinew__loop_pose(loop, 0, 0, loop->first);
    pose_in_place(loop, loop->frame, loop->after);
    pose_in_place(loop, loop->duration, loop->last);
    pose_in_place(loop, loop->duration - loop->frame, loop->before);
}

sinew__seam_jump sinew__loop_jump(const sinew__loop *loop, int is_open)
{
    const size_t joints = (size_t)loop->model->joint_count;
    const seam_jumps jumps = {loop->memory, loop->memory + joints, loop->memory + 2 * joints,
                              loop->memory + 3 * joints};
    const double step = is_open ? loop->frame : fmin(loop->frame, loop->duration) / 4;
    double at_seam = 0;
    for (size_t i = 0; i < 4 * joints; ++i) loop->memory[i] = 0;
    if (is_open) {
        pose_open_seam(loop);
        const sinew_affine *const leaving[3] = {loop->before, loop->last, loop->first}, *const arriving[3] = {
                                                                                            loop->last, loop->first,
                                                                                            loop->after};
        at_seam = fmax(note_change(loop, leaving, step, jumps.linear, jumps.angular),
                       note_change(loop, arriving, step, jumps.linear, jumps.angular));
    } else {
        const sinew_affine *const poses[3] = {loop->before, loop->last, loop->after};
        sinew__loop_pose(loop, loop->duration - step, 1, loop->before);
        sinew__loop_pose(loop, loop->duration, 1, loop->last);
        sinew__loop_pose(loop, step, 0, loop->after);
        at_seam = note_change(loop, poses, step, jumps.linear, jumps.angular);
    }
    return stands_out(loop, at_seam, step, is_open, &jumps) ? worst_jump(loop, &jumps)
                                                            : (sinew__seam_jump){.joint = SINEW_NONE};
}

// ---- open loops -----------------------------------------------------------------------------------------------------

/// Whether the step from the last pose to the first fits between the steps before and after it. *out_gap is the
/// distance of the first pose from the pose that is expected after the last one.
static int is_open_seam(const sinew__loop *loop, sinew__pose_gap *out_gap)
{
    int fits = 1;
    *out_gap = (sinew__pose_gap){.far_joint = SINEW_NONE, .rotated_joint = SINEW_NONE};
    if (!(loop->duration > 3.5 * loop->frame)) return 0;
    pose_open_seam(loop);
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        if (!loop->in_character[i]) continue;
        sinew_transform before, last, first, after;
        sinew__transform_nearest(&loop->before[i], &before);
        sinew__transform_nearest(&loop->last[i], &last);
        sinew__transform_nearest(&loop->first[i], &first);
        sinew__transform_nearest(&loop->after[i], &after);
        const joint_velocity end = velocity_between(&before, &last, 1), seam = velocity_between(&last, &first, 1),
                             start = velocity_between(&first, &after, 1);
        for (int k = 0; k < 2; ++k) {
            static const double zero[3];
            const double *a = k == 0 ? end.linear : end.angular, *b = k == 0 ? seam.linear : seam.angular,
                         *c = k == 0 ? start.linear : start.angular;
            const double limit = k == 0 ? sinew__loop_distance * loop->model->info->size : sinew__loop_angle;
            const double expected[3] = {(a[0] + c[0]) / 2, (a[1] + c[1]) / 2, (a[2] + c[2]) / 2};
            const double off = length_of_difference(b, expected),
                         longer = fmax(length_of_difference(a, zero), length_of_difference(c, zero));
            fits &= off <= limit + length_of_difference(a, c) / 2 + sinew__loop_step * longer;
            double *worst = k == 0 ? &out_gap->distance : &out_gap->degrees;
            int32_t *joint = k == 0 ? &out_gap->far_joint : &out_gap->rotated_joint;
            if (*joint != SINEW_NONE && !(off > *worst)) continue;
            *worst = off;
            *joint = i;
        }
    }
    return fits;
}

// ---- rest -----------------------------------------------------------------------------------------------------------

/// Returns the root mean square of the joints' speeds in the frame after `time`, in sizes of the character per second.
static double speed_at(const sinew__loop *loop, double time)
{
    double sum = 0;
    int32_t count = 0;
    const double from = fmax(0, fmin(time, loop->duration - loop->frame)),
                 to = fmin(from + loop->frame, loop->duration);
    pose_in_place(loop, from, loop->before);
    pose_in_place(loop, to, loop->last);
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        if (!loop->in_character[i]) continue;
        const double distance = distance_between(&loop->before[i], &loop->last[i]);
        sum += distance * distance;
        ++count;
    }
    return sqrt(sum / count) / (to - from) / loop->model->info->size;
}

/// Whether the character moves inside the clip and hardly moves at its ends.
static int rests_at_seam(const sinew__loop *loop)
{
    enum { MAX_SAMPLES = 256, SEAM_SAMPLES = 3 };
    const double frames = floor(loop->duration / loop->frame + 0.05), window = sinew__loop_window * loop->duration;
    const int samples = (int)fmax(2, fmin(frames, MAX_SAMPLES));
    double greatest = 0, at_seam = 0;
    sinew__loop_pose(loop, 0, 0, loop->first);
    for (int i = 0; i < samples; ++i)
        greatest = fmax(greatest, speed_at(loop, (loop->duration - loop->frame) * i / (samples - 1)));
    if (!(greatest >= sinew__loop_action)) return 0;
    for (int i = 0; i < SEAM_SAMPLES; ++i) {
        const double time = fmax(0, window - loop->frame) * i / (SEAM_SAMPLES - 1);
        at_seam += speed_at(loop, time) + speed_at(loop, loop->duration - loop->frame - time);
    }
    return at_seam / (2 * SEAM_SAMPLES) <= sinew__loop_rest * greatest;
}

// ---- facts ----------------------------------------------------------------------------------------------------------

sinew__loop_facts sinew__loop_find(const sinew__loop *loop)
{
    sinew__loop_facts facts = {.jump.joint = SINEW_NONE};
    sinew__pose_gap open_gap;
    int32_t count = 0;
    for (int32_t i = 0; i < loop->model->joint_count; ++i) count += loop->in_character[i];
    if (count < 2 || !(loop->duration > 0)) return facts;
    facts.is_known = 1;
    sinew__loop_pose(loop, 0, 0, loop->first);
    sinew__loop_pose(loop, loop->duration, 1, loop->last);
    facts.gap = sinew__loop_gap(loop, loop->first, loop->last);
    facts.leaves_first_pose = leaves_first_pose(loop);
    if (!facts.leaves_first_pose) return facts;
    // In slow motion, an open loop also passes as a closed one: the kind that fits better is used.
    const int is_closed = sinew__loop_is_closed(loop, &facts.gap), is_open = is_open_seam(loop, &open_gap);
    if (!is_closed && !is_open) return facts;
    if (rests_at_seam(loop)) {
        facts.kind = SINEW__SEAM_RETURNS;
        return facts;
    }
    if (is_open && (!is_closed || open_gap.distance < facts.gap.distance) &&
        sinew__loop_jump(loop, 1).joint == SINEW_NONE) {
        facts.kind = SINEW__SEAM_OPEN;
        facts.gap = open_gap;
        return facts;
    }
    if (!is_closed) return facts;
    facts.jump = sinew__loop_jump(loop, 0);
    if (facts.jump.joint == SINEW_NONE) facts.kind = SINEW__SEAM_CLOSED;
    return facts;
}
