// Whether a clip closes as a loop: how far its last pose is from its first, and whether velocities jump there.
#include "runtime/motion/motion.h"

#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"

// ---- poses ----------------------------------------------------------------------------------------------------------

static double distance_between(const sinew_affine *a, const sinew_affine *b)
{
    return hypot(hypot(a->row[0][3] - b->row[0][3], a->row[1][3] - b->row[1][3]), a->row[2][3] - b->row[2][3]);
}

/// The global without the motion of the clip. Joints above the one that moves, and its siblings, may stay or move
/// along: they are taken as what is closer to their first pose.
static sinew_affine without_motion(const sinew__loop *loop, int32_t joint, const sinew_affine *global)
{
    const sinew_affine moved = sinew__affine_multiply(&loop->back, global), *first = &loop->first[joint];
    const int follows = loop->root == SINEW_NONE || sinew__is_below(loop->model, joint, loop->root);
    return follows || distance_between(&moved, first) < distance_between(global, first) ? moved : *global;
}

void sinew__loop_pose(const sinew__loop *loop, double time, int is_end, sinew_affine *out_globals)
{
    sinew_pose_sample(loop->model, loop->clip, loop->start + time, loop->scratch);
    sinew_pose_local_to_global(loop->model, loop->scratch);
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        const sinew_affine *global = &loop->scratch->global[i];
        out_globals[i] = is_end ? without_motion(loop, i, global) : *global;
    }
}

static sinew_affine motion_back(const sinew__loop *loop)
{
    if (loop->root == SINEW_NONE) return sinew__affine_identity();
    const sinew_transform first =
                              sinew__motion_joint_at(loop->model, loop->clip, loop->root, loop->start, loop->scratch),
                          last = sinew__motion_joint_at(loop->model, loop->clip, loop->root,
                                                        loop->start + loop->duration, loop->scratch);
    const sinew_motion motion =
        sinew__motion_between(loop->model, SINEW_MOTION_GROUND | SINEW_MOTION_YAW, &first, &last);
    const sinew_motion back = sinew_motion_inverse(&motion);
    return sinew__affine_from_transform(&(sinew_transform){back.translation, back.rotation, {1, 1, 1}});
}

int sinew__loop_open(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                     int32_t foot_count, const uint8_t *in_character, sinew_pose *scratch, sinew__loop *out_loop)
{
    const size_t joints = (size_t)model->joint_count;
    sinew_affine *poses = sinew__allocate_zeroed(5 * joints + 1, sizeof *poses);
    *out_loop = (sinew__loop){
        .model = model,
        .clip = clip,
        .root = sinew__motion_joint_of_clip(model, clip, span, feet, foot_count, scratch),
        .start = span->start,
        .duration = span->duration,
        .frame = 1 / (model->info->fps > 0 ? model->info->fps : 30),
        .in_character = in_character,
        .scratch = scratch,
        .first = poses,
        .memory = sinew__allocate_zeroed(4 * joints + 1, sizeof *out_loop->memory),
    };
    if (!poses || !out_loop->memory) return 0;
    out_loop->last = poses + joints;
    out_loop->after = poses + 2 * joints;
    out_loop->before = poses + 3 * joints;
    out_loop->older = poses + 4 * joints;
    out_loop->back = motion_back(out_loop);
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

/// Overwrites loop->older.
static int leaves_first_pose(const sinew__loop *loop)
{
    for (int i = 1; i < 8; ++i) {
        sinew__loop_pose(loop, loop->duration * i / 8, 0, loop->older);
        if (sinew__loop_is_moving(loop, loop->first, loop->older)) return 1;
    }
    return 0;
}

// ---- the velocity at the seam ---------------------------------------------------------------------------------------

/// Velocities of a joint: units and degrees per second, as vectors.
typedef struct joint_velocity {
    double linear[3], angular[3];
} joint_velocity;

static joint_velocity velocity_between(const sinew_affine *from, const sinew_affine *to, double seconds)
{
    static const double degrees_per_radian = 57.29577951308232;
    sinew_transform a, b;
    sinew__transform_nearest(from, &a);
    sinew__transform_nearest(to, &b);
    sinew_quat q = sinew__quat_multiply(b.r, sinew__quat_conjugate(a.r));
    const double sign = q.w < 0 ? -1 : 1, sine = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    const double angle = 2 * atan2(sine, fabs(q.w)) * degrees_per_radian;
    const double scale = sine > 0 ? sign * angle / sine / seconds : 0;
    return (joint_velocity){{(b.t.x - a.t.x) / seconds, (b.t.y - a.t.y) / seconds, (b.t.z - a.t.z) / seconds},
                            {q.x * scale, q.y * scale, q.z * scale}};
}

static double length_of_difference(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/// Changes of velocity by joint: at the seam, and the largest at a frame inside the clip. [joint_count] each
typedef struct seam_jumps {
    double *linear, *angular, *inner_linear, *inner_angular;
} seam_jumps;

/// The change of velocity at a time, by one-sided differences. `poses` are globals at three times, `step` apart.
/// Returns that of all joints together, in units of what is seen of one.
static double note_change(const sinew__loop *loop, const sinew_affine *const poses[3], double step, double *linear,
                          double *angular)
{
    double all = 0;
    for (int32_t i = 0; i < loop->model->joint_count; ++i) {
        if (!loop->in_character[i]) continue;
        const joint_velocity before = velocity_between(&poses[0][i], &poses[1][i], step),
                             after = velocity_between(&poses[1][i], &poses[2][i], step);
        const double linear_jump = length_of_difference(before.linear, after.linear),
                     angular_jump = length_of_difference(before.angular, after.angular);
        linear[i] = fmax(linear[i], linear_jump);
        angular[i] = fmax(angular[i], angular_jump);
        all += linear_jump / (sinew__loop_speed * loop->model->info->size) + angular_jump / sinew__loop_turn;
    }
    return all;
}

/// Returns the largest change of all joints together.
static double measure_inside(const sinew__loop *loop, double step, const seam_jumps *jumps)
{
    const double frames = floor(loop->duration / loop->frame + 0.05);
    const double stride = frames > SINEW__LOOP_MAX_FRAMES ? frames / SINEW__LOOP_MAX_FRAMES : 1;
    const sinew_affine *const poses[3] = {loop->before, loop->last, loop->after};
    double largest = 0;
    for (double frame = 1; frame < frames; frame += stride) {
        const double time = floor(frame) * loop->frame;
        sinew__loop_pose(loop, time - step, 0, loop->before);
        sinew__loop_pose(loop, time, 0, loop->last);
        sinew__loop_pose(loop, time + step, 0, loop->after);
        largest = fmax(largest, note_change(loop, poses, step, jumps->inner_linear, jumps->inner_angular));
    }
    return largest;
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

sinew__seam_jump sinew__loop_jump(const sinew__loop *loop)
{
    const size_t joints = (size_t)loop->model->joint_count;
    const seam_jumps jumps = {loop->memory, loop->memory + joints, loop->memory + 2 * joints,
                              loop->memory + 3 * joints};
    const double step = fmin(loop->frame, loop->duration) / 4;
    const sinew_affine *const poses[3] = {loop->before, loop->last, loop->after};
    for (size_t i = 0; i < 4 * joints; ++i) loop->memory[i] = 0;
    sinew__loop_pose(loop, loop->duration - step, 1, loop->before);
    sinew__loop_pose(loop, loop->duration, 1, loop->last);
    sinew__loop_pose(loop, step, 0, loop->after);
    const double at_seam = note_change(loop, poses, step, jumps.linear, jumps.angular),
                 inside = measure_inside(loop, step, &jumps);
    // Of a motion that is all corners, with linear keys, the seam is one of many, whichever joint it is the worst of.
    return at_seam > sinew__loop_ratio_of_all * inside ? worst_jump(loop, &jumps)
                                                       : (sinew__seam_jump){.joint = SINEW_NONE};
}

// ---- facts ----------------------------------------------------------------------------------------------------------

sinew__loop_facts sinew__loop_find(const sinew__loop *loop)
{
    sinew__loop_facts facts = {.jump.joint = SINEW_NONE};
    int32_t count = 0;
    for (int32_t i = 0; i < loop->model->joint_count; ++i) count += loop->in_character[i];
    if (count < 2 || !(loop->duration > 0)) return facts;
    facts.is_known = 1;
    sinew__loop_pose(loop, 0, 0, loop->first);
    sinew__loop_pose(loop, loop->duration, 1, loop->last);
    facts.gap = sinew__loop_gap(loop, loop->first, loop->last);
    facts.leaves_first_pose = leaves_first_pose(loop);
    if (!sinew__loop_is_closed(loop, &facts.gap) || !facts.leaves_first_pose) return facts;
    facts.jump = sinew__loop_jump(loop);
    facts.loops = facts.jump.joint == SINEW_NONE;
    return facts;
}
