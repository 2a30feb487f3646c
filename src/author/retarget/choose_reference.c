// Chooses the reference pose of a body: makes candidates, scores them and takes the best.
#include "author/retarget/retarget.h"

#include <math.h>
#include <stdio.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "sinew/pose.h"

enum { MAX_SAMPLES = 240 }; // poses of all clips together

/// `clearly_better` is the advantage in score with which a later candidate wins over an earlier one, because files use
/// earlier ones more often. The other numbers are the smallest scores of a pose that `stands`
/// (sinew__reference_candidate).
static const double clearly_better = 0.05, // of a score
    least_upright = 0.5, least_lengths = 0.8, least_symmetry = 0.7, least_feet = 0.5;

/// The candidates, and the data for scoring them.
typedef struct choosing {
    sinew__reference_body *body;
    sinew_pose *pose;
    sinew_vec3 up;                              ///< opposite of gravity, in model space
    double skin_lengths[SINEW_BODY_PART_COUNT]; ///< length from each part to the next one in the skin's bind pose; 0:
                                                ///< unknown
    sinew__reference_candidate *candidates;     ///< [SINEW__MAX_REFERENCES]
    int32_t count;
} choosing;

// ---- poses --------------------------------------------------------------------------------------------------------

static int has_bind_pose(const sinew_model *model, const sinew_body_map *map)
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (map->joint[part] != SINEW_NONE && !(model->joints[map->joint[part]].flags & SINEW_JOINT_HAS_BIND)) return 0;
    return 1;
}

static void take_locals(sinew__reference_body *body, sinew_pose *pose)
{
    sinew_pose_local_to_global(body->model, pose);
    for (int32_t i = 0; i < body->model->joint_count; ++i) {
        const sinew_affine *global = &pose->global[i];
        body->positions[i] = (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
        body->rotations[i] = sinew__quat_normalize(pose->global_rotation[i]);
    }
}

/// Sets *pose to a clip at a time in seconds from its start; `clip` SINEW_NONE: to the rest pose.
static void take_pose(sinew__reference_body *body, int32_t clip, double time, sinew_pose *pose)
{
    sinew_pose_sample(body->model, clip, time, pose);
    take_locals(body, pose);
}

/// Returns the scale of a transform: the geometric mean over the axes.
static double size_of(const sinew_affine *affine)
{
    sinew_transform nearest;
    sinew__transform_nearest(affine, &nearest);
    return cbrt(fabs(nearest.s.x * nearest.s.y * nearest.s.z));
}

/// Sets *pose to the bind pose; joints without one get the rest pose. The bind pose of a glTF is in the mesh's space,
/// whose unit differs if a node above the joints has a scale. So it is scaled until the hips have the same scale as at
/// rest.
static void take_bind(sinew__reference_body *body, sinew_pose *pose)
{
    take_pose(body, SINEW_NONE, 0, pose);
    const int32_t hips = body->map->joint[SINEW_BODY_HIPS];
    double factor = size_of(&pose->global[hips]) / size_of(&body->model->joints[hips].bind_global);
    if (!(factor > 0 && isfinite(factor)) || fabs(factor - 1) < 0.01) factor = 1;
    for (int32_t i = 0; i < body->model->joint_count; ++i) {
        const sinew_joint *joint = &body->model->joints[i];
        if (!(joint->flags & SINEW_JOINT_HAS_BIND)) continue;
        sinew_transform nearest;
        sinew__transform_nearest(&joint->bind_global, &nearest);
        body->positions[i] = (sinew_vec3){factor * joint->bind_global.row[0][3], factor * joint->bind_global.row[1][3],
                                          factor * joint->bind_global.row[2][3]};
        body->rotations[i] = nearest.r;
    }
}

// ---- measures -----------------------------------------------------------------------------------------------------

/// Returns the direction of an axis that the file names as "+Y", or `fallback`.
static sinew_vec3 axis_named(const char *name, sinew_vec3 fallback)
{
    const double sign = name[0] == '-' ? -1 : 1;
    if (!name[0] || name[1] < 'X' || name[1] > 'Z') return fallback;
    return (sinew_vec3){sign * (name[1] == 'X'), sign * (name[1] == 'Y'), sign * (name[1] == 'Z')};
}

/// Returns how much a limb hangs: 1 if it is straight and points opposite to `up`, −1 if it points along `up`.
static double hanging(const sinew__reference_body *body, int32_t first, sinew_vec3 up)
{
    const double length = sinew__reference_limb(body, first);
    return length > 0 ? -sinew__vec3_dot(sinew__reference_bone(body, first, first + 2), up) / length : 0;
}

/// Returns the height of the torso along `up`, as a fraction of the length of its chain from the hips on; 1 without a
/// torso.
static double torso_reach(const sinew__reference_body *body, sinew_vec3 up)
{
    double length = 0;
    int32_t before = SINEW_BODY_HIPS;
    for (int32_t part = SINEW_BODY_HIPS + 1; part <= SINEW_BODY_HEAD; ++part) {
        if (body->map->joint[part] == SINEW_NONE) continue;
        length += sinew__vec3_length(sinew__reference_bone(body, before, part));
        before = part;
    }
    const double reach = sinew__vec3_dot(sinew__reference_bone(body, SINEW_BODY_HIPS, before), up);
    return length > 0 ? reach / length : 1;
}

/// Returns the direction from the right thigh to the left one; if the thighs are at one position, from the upper arms,
/// the knees or the feet.
static sinew_vec3 find_any_left(const sinew__reference_body *body, sinew_vec3 up)
{
    static const int32_t parts[] = {SINEW_SIDE_THIGH, SINEW_SIDE_UPPER_ARM, SINEW_SIDE_SHIN, SINEW_SIDE_FOOT};
    sinew_vec3 left = {0, 0, 0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !(sinew__vec3_dot(left, left) > 0.5); ++i)
        left = sinew__reference_left(body, parts[i], up);
    return left;
}

/// Whether an arm points up and its shoulder is raised with it.
static int has_raised_shoulders(const sinew__reference_body *body, sinew_vec3 up)
{
    int count = 0;
    for (int32_t side = SINEW_BODY_LEFT; side <= SINEW_BODY_RIGHT; side += SINEW_SIDE_PART_COUNT) {
        const sinew_vec3 shoulder = sinew__vec3_normalize(
            sinew__reference_bone(body, side + SINEW_SIDE_CLAVICLE, side + SINEW_SIDE_UPPER_ARM), 0);
        count += sinew__vec3_dot(shoulder, up) > 0.6 && hanging(body, side + SINEW_SIDE_UPPER_ARM, up) < -0.7;
    }
    return count > 0;
}

/// Returns the mean distance of limbs from the mirror image of the other side's limbs, as a fraction of the leg length,
/// 0 … 1. The mirror is the plane of symmetry through the hips.
static double asymmetry(const sinew__reference_body *body, sinew_vec3 up, sinew_vec3 left)
{
    const int32_t *joint = body->map->joint;
    const double legs = (sinew__reference_limb(body, SINEW_BODY_LEFT + SINEW_SIDE_THIGH) +
                         sinew__reference_limb(body, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH)) /
                        2;
    const sinew_vec3 middle =
        sinew__vec3_scale(sinew__vec3_add(body->positions[joint[SINEW_BODY_LEFT + SINEW_SIDE_THIGH]],
                                          body->positions[joint[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH]]),
                          0.5);
    double sum = 0;
    int count = 0;
    (void)up;
    for (int32_t part = SINEW_SIDE_UPPER_ARM; part <= SINEW_SIDE_FOOT; ++part) {
        const int32_t a = joint[SINEW_BODY_LEFT + part], b = joint[SINEW_BODY_RIGHT + part];
        if (a == SINEW_NONE || b == SINEW_NONE) continue;
        const sinew_vec3 own = sinew__vec3_subtract(body->positions[a], middle),
                         other = sinew__vec3_subtract(body->positions[b], middle),
                         image = sinew__vec3_subtract(other, sinew__vec3_scale(left, 2 * sinew__vec3_dot(left, other)));
        sum += sinew__vec3_length(sinew__vec3_subtract(own, image));
        ++count;
    }
    return count > 0 && legs > 0 ? fmin(1, sum / (count * legs)) : 1;
}

/// Returns the mean deviation of the ratios (limb length / length in the skin's bind pose) from their mean, as a
/// fraction of the mean, 0 … 1.
static double deviation_of_lengths(const choosing *job)
{
    double ratios[SINEW_BODY_PART_COUNT], mean = 0, deviation = 0;
    int count = 0;
    for (int32_t part = SINEW_BODY_LEFT; part < SINEW_BODY_PART_COUNT; ++part) {
        if (!(job->skin_lengths[part] > 0)) continue;
        const double length = sinew__vec3_length(sinew__reference_bone(job->body, part, sinew__body_part_after(part)));
        ratios[count++] = length / job->skin_lengths[part];
    }
    for (int i = 0; i < count; ++i) mean += ratios[i] / count;
    if (count > 0 && !(mean > 0)) return 1;
    for (int i = 0; i < count; ++i) deviation += fabs(ratios[i] / mean - 1) / count;
    return fmin(1, deviation);
}

static void score(const choosing *job, sinew__reference_candidate *candidate)
{
    const sinew__reference_body *body = job->body;
    const sinew_vec3 up = sinew__reference_up(body), left = find_any_left(body, up);
    candidate->upright = fmax(0, sinew__vec3_dot(up, job->up)) * fmax(0, torso_reach(body, up)) *
                         (has_raised_shoulders(body, up) ? 0.4 : 1);
    candidate->lengths = 1 - deviation_of_lengths(job);
    candidate->symmetry = sinew__vec3_dot(left, left) > 0.5 ? 1 - asymmetry(body, up, left) : 0;
    candidate->feet = fmax(0, (hanging(body, SINEW_BODY_LEFT + SINEW_SIDE_THIGH, up) +
                               hanging(body, SINEW_BODY_RIGHT + SINEW_SIDE_THIGH, up)) /
                                  2);
    candidate->score = (candidate->upright + candidate->lengths + candidate->symmetry + candidate->feet) / 4;
    if (!isfinite(candidate->score)) candidate->score = 0;
    candidate->stands = candidate->upright > least_upright && candidate->lengths > least_lengths &&
                        candidate->symmetry > least_symmetry && candidate->feet > least_feet;
}

// ---- the best pose of the clips ------------------------------------------------------------------------------------

/// The pose of a clip with the highest score.
typedef struct best_pose {
    double score; ///< 0: none
    int32_t clip;
    double time;                            ///< seconds from the clip's start
    sinew_quat sums[SINEW_BODY_PART_COUNT]; ///< sum of each part's local rotations over all clips
} best_pose;

/// Whether a part (shoulder, neck, head) may point anywhere in the best pose; its rotation is averaged over the clips.
static int is_loose(int32_t part)
{
    return (part >= SINEW_BODY_NECK && part <= SINEW_BODY_HEAD) || sinew__side_part_of(part) == SINEW_SIDE_CLAVICLE;
}

/// Returns the best of up to 240 poses of the clips, and sums the local rotations of the loose parts. *out_upright is
/// the mean cosine between the torso and the up axis.
static best_pose look_through_clips(const choosing *job, double *out_upright)
{
    const sinew_model *model = job->body->model;
    best_pose best = {.score = 0};
    const int32_t clips = model->clip_count < MAX_SAMPLES ? model->clip_count : MAX_SAMPLES,
                  samples = MAX_SAMPLES / (clips > 0 ? clips : 1);
    *out_upright = 0;
    for (int32_t i = 0; i < clips * samples; ++i) {
        const sinew_clip *clip = &model->clips[i / samples];
        const double time = clip->duration * (i % samples) / (samples > 1 ? samples - 1 : 1);
        take_pose(job->body, i / samples, time, job->pose);
        sinew__reference_candidate candidate;
        score(job, &candidate);
        for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
            if (job->body->map->joint[part] == SINEW_NONE || !is_loose(part)) continue;
            const sinew_quat r = job->pose->local[job->body->map->joint[part]].r;
            sinew_quat *sum = &best.sums[part];
            const double sign = sum->x * r.x + sum->y * r.y + sum->z * r.z + sum->w * r.w < 0 ? -1 : 1;
            *sum = (sinew_quat){sum->x + sign * r.x, sum->y + sign * r.y, sum->z + sign * r.z, sum->w + sign * r.w};
        }
        *out_upright += sinew__vec3_dot(sinew__reference_up(job->body), job->up) / (clips * samples);
        if (!(candidate.score > best.score)) continue;
        best.score = candidate.score;
        best.clip = i / samples;
        best.time = time;
    }
    return best;
}

/// Sets the pose to the best one, with the average rotations of shoulders, neck and head.
static void take_best(const choosing *job, const best_pose *best)
{
    sinew_pose_sample(job->body->model, best->clip, best->time, job->pose);
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (job->body->map->joint[part] != SINEW_NONE && is_loose(part))
            job->pose->local[job->body->map->joint[part]].r = sinew__quat_normalize(best->sums[part]);
    take_locals(job->body, job->pose);
}

// ---- candidates ---------------------------------------------------------------------------------------------------

/// Rotates a pose about the hips until it is upright and faces the front axis of the file.
static void rotate_upright(const choosing *job)
{
    sinew__reference_body *body = job->body;
    const sinew_model_info *info = body->model->info;
    const sinew_vec3 up = sinew__reference_up(body), left = find_any_left(body, up);
    body->up = job->up;
    sinew_vec3 front =
        sinew__vec3_across(axis_named(sinew_text(body->model, info->front), (sinew_vec3){0, 0, 1}), body->up);
    if (!(sinew__vec3_dot(front, front) > 0.5)) front = sinew__vec3_perpendicular(body->up);
    body->frame = sinew__body_frame(sinew__vec3_cross(body->up, front), body->up);
    const sinew_quat rotation = sinew__quat_multiply(body->frame, sinew__quat_conjugate(sinew__body_frame(left, up)));
    const sinew_vec3 hips = body->positions[body->map->joint[SINEW_BODY_HIPS]];
    for (int32_t i = 0; i < body->model->joint_count; ++i) {
        const sinew_vec3 from_hips = sinew__vec3_subtract(body->positions[i], hips);
        body->positions[i] = sinew__vec3_add(hips, sinew__quat_rotate(rotation, from_hips));
        body->rotations[i] = sinew__quat_normalize(sinew__quat_multiply(rotation, body->rotations[i]));
    }
}

/// Sets the pose to a candidate's, rotated upright if the candidate is rotated.
static void take_candidate(const choosing *job, const sinew__reference_candidate *candidate)
{
    const sinew_reference *pose = &candidate->pose;
    if (pose->kind == SINEW_REFERENCE_BIND)
        take_bind(job->body, job->pose);
    else
        take_pose(job->body, pose->kind == SINEW_REFERENCE_FRAME ? pose->clip : SINEW_NONE, pose->time, job->pose);
    job->body->is_rotated = candidate->is_rotated;
    if (candidate->is_rotated) rotate_upright(job);
}

/// Adds a pose to the candidates and scores it. A pose of a clip is rotated to the front, because a clip may start in
/// any direction.
static sinew__reference_candidate *add_candidate(choosing *job, sinew_reference pose)
{
    sinew__reference_candidate *candidate = &job->candidates[job->count++];
    *candidate = (sinew__reference_candidate){.pose = pose, .is_rotated = pose.kind == SINEW_REFERENCE_FRAME};
    take_candidate(job, candidate);
    score(job, candidate);
    return candidate;
}

/// Returns the up axis of the file; another axis if the body lies down in the rest pose and in the clips.
static sinew_vec3 find_ground(choosing *job)
{
    const sinew_model *model = job->body->model;
    job->up = axis_named(sinew_text(model, model->info->up), (sinew_vec3){0, 1, 0});
    take_pose(job->body, SINEW_NONE, 0, job->pose);
    const sinew_vec3 up = sinew__reference_up(job->body);
    double upright;
    if (sinew__vec3_dot(up, job->up) > 0.5) return job->up;
    sinew__reference_candidate rest;
    score(job, &rest);
    (void)look_through_clips(job, &upright);
    if (upright > 0.5 || rest.feet < least_feet || rest.symmetry < least_symmetry) return job->up;
    return sinew__nearest_axis(up);
}

/// Measures the distance from each part of a limb to the next in the bind pose, in the unit of the skin.
static void measure_skin(choosing *job)
{
    const sinew_model *model = job->body->model;
    const int32_t *joint = job->body->map->joint;
    sinew_vec3 at[SINEW_BODY_PART_COUNT];
    int32_t mesh[SINEW_BODY_PART_COUNT];
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) mesh[part] = SINEW_NONE;
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        for (int32_t part = SINEW_BODY_LEFT; part < SINEW_BODY_PART_COUNT; ++part) {
            const sinew_skin_joint *skin = &model->skin_joints[i];
            sinew_affine bound;
            if (skin->joint != joint[part] || mesh[part] != SINEW_NONE ||
                skin->joint == model->meshes[skin->mesh].joint)
                continue;
            if (!sinew__affine_inverse(&skin->inverse_bind, &bound)) continue;
            at[part] = (sinew_vec3){bound.row[0][3], bound.row[1][3], bound.row[2][3]};
            mesh[part] = skin->mesh;
        }
    for (int32_t part = SINEW_BODY_LEFT; part < SINEW_BODY_PART_COUNT; ++part) {
        const int32_t own = sinew__side_part_of(part), next = sinew__body_part_after(part);
        const int is_limb = own >= SINEW_SIDE_UPPER_ARM && own < SINEW_SIDE_FOOT && own != SINEW_SIDE_HAND;
        if (!is_limb || next == SINEW_NONE || mesh[part] == SINEW_NONE || mesh[part] != mesh[next]) continue;
        job->skin_lengths[part] = sinew__vec3_length(sinew__vec3_subtract(at[next], at[part]));
    }
}

static sinew_result add_wanted(choosing *job, const sinew_reference *wanted, sinew_error *error)
{
    const sinew_model *model = job->body->model;
    if (wanted->kind == SINEW_REFERENCE_BIND && !has_bind_pose(model, job->body->map))
        return sinew__fail(error, SINEW_ERROR_NO_MATCH, "there is no bind pose of all parts of the body");
    if (wanted->kind == SINEW_REFERENCE_FRAME && model->clip_count == 0)
        return sinew__fail(error, SINEW_ERROR_NO_CLIP, "there is no clip with a reference pose");
    if (wanted->kind == SINEW_REFERENCE_FRAME && sinew__lacks_item(error, "clip", wanted->clip, model->clip_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (wanted->kind > SINEW_REFERENCE_FRAME || !isfinite(wanted->time))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the reference pose is out of range");
    add_candidate(job, *wanted)->stands = 1;
    return SINEW_OK;
}

/// Returns the first candidate that no other is clearly better than; if only one of two can stand, that one is better.
static int32_t find_best(const choosing *job)
{
    int32_t best = 0;
    for (int32_t i = 1; i < job->count; ++i) {
        const sinew__reference_candidate *candidate = &job->candidates[i], *before = &job->candidates[best];
        const double margin = candidate->stands == before->stands ? clearly_better : 0;
        if (candidate->stands < before->stands) continue;
        if (candidate->stands > before->stands || candidate->score > before->score + margin) best = i;
    }
    return best;
}

/// Scores the bind pose and the rest pose. If the better one does not stand, or only after it was rotated, also scores
/// the clips' first frames. If still no pose stands, adds the straightest pose of the clips.
static void judge(choosing *job)
{
    const sinew_model *model = job->body->model;
    if (has_bind_pose(model, job->body->map)) {
        sinew__reference_candidate *bind = add_candidate(job, (sinew_reference){.kind = SINEW_REFERENCE_BIND});
        if (sinew__vec3_dot(sinew__reference_up(job->body), job->up) < 0.9) {
            // The bind pose uses other axes than the rest pose. Rotate it upright, so that it can count like any other
            // pose.
            bind->is_rotated = 1;
            take_candidate(job, bind);
            score(job, bind);
            // The rest pose has the axes of the clips, so it wins a tie, even with rounding errors.
            bind->score -= clearly_better + 1e-6;
        }
    }
    add_candidate(job, (sinew_reference){.kind = SINEW_REFERENCE_REST});
    if (job->candidates[find_best(job)].stands && !job->candidates[find_best(job)].is_rotated) return;
    const int32_t clips = model->clip_count < SINEW__MAX_REFERENCES - 3 ? model->clip_count : SINEW__MAX_REFERENCES - 3;
    for (int32_t i = 0; i < clips; ++i) add_candidate(job, (sinew_reference){.kind = SINEW_REFERENCE_FRAME, .clip = i});
    if (job->candidates[find_best(job)].stands) return;
    double upright;
    const best_pose best = look_through_clips(job, &upright);
    if (!(best.score > 0)) return;
    sinew__reference_candidate *straightest = &job->candidates[job->count++];
    *straightest =
        (sinew__reference_candidate){.pose = {.kind = SINEW_REFERENCE_FRAME, .clip = best.clip, .time = best.time},
                                     .is_straightest = 1,
                                     .is_rotated = 1};
    take_best(job, &best);
    rotate_upright(job);
    score(job, straightest);
}

sinew_result sinew__choose_reference(sinew__reference_body *body, const sinew_reference *wanted, sinew__arena *memory,
                                     sinew_error *error)
{
    choosing job = {.body = body,
                    .candidates = SINEW__ARENA_ARRAY(memory, sinew__reference_candidate, SINEW__MAX_REFERENCES)};
    if (!job.candidates) return sinew__fail_memory(error);
    sinew_result result = sinew_pose_create(body->model, &job.pose, error);
    if (result != SINEW_OK) return result;
    job.up = find_ground(&job);
    measure_skin(&job);
    if (wanted && wanted->kind != SINEW_REFERENCE_BEST)
        result = add_wanted(&job, wanted, error);
    else
        judge(&job);
    if (result != SINEW_OK) goto done;
    body->candidates = job.candidates;
    body->candidate_count = job.count;
    body->chosen = find_best(&job);
    const sinew__reference_candidate *chosen = &job.candidates[body->chosen];
    if (chosen->is_straightest) {
        double upright;
        const best_pose best = look_through_clips(&job, &upright);
        take_best(&job, &best);
        body->is_rotated = 1;
        rotate_upright(&job);
    } else {
        take_candidate(&job, chosen);
    }
done:
    sinew_pose_destroy(job.pose);
    return result;
}

int sinew__reference_stands(const sinew__reference_body *body)
{
    const sinew__reference_candidate *chosen = &body->candidates[body->chosen];
    return chosen->stands && chosen->pose.kind != SINEW_REFERENCE_FRAME;
}

const char *sinew__reference_name(const sinew_model *model, const sinew__reference_candidate *candidate,
                                  char out[SINEW__REFERENCE_NAME_SIZE])
{
    const sinew_reference *pose = &candidate->pose;
    if (pose->kind == SINEW_REFERENCE_FRAME)
        snprintf(out, SINEW__REFERENCE_NAME_SIZE, "pose of clip '%.50s' at %.3f s", sinew__clip_name(model, pose->clip),
                 pose->time);
    else
        snprintf(out, SINEW__REFERENCE_NAME_SIZE, "%s pose", pose->kind == SINEW_REFERENCE_BIND ? "bind" : "rest");
    return out;
}
