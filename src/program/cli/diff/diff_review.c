// Explains the differences of two files: joints with other names or parents, clips with other names or tempos, and the
// number of changed keys.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/number.h"
#include "program/cli/diff/diff.h"
#include "program/cli/facts/clip_facts.h"
#include "program/cli/framework/report.h"

enum {
    MAX_UNMATCHED = 1024, ///< joints without a match on a side; with more, renamed joints are not searched
    MAX_CLIP_TRIALS = 1024,
    MAX_KEY_TIMES = 4096, ///< most distinct key times of a joint in a clip; if a joint has more, its keys are not
                          ///< counted
};

/// Largest distance at rest of two joints that may be one, as a fraction of the character's size.
static const double same_place = 1e-3;
static const double same_angle = 0.5; ///< largest angle at rest, in degrees

// ---- joints --------------------------------------------------------------------------------------------------------

static int32_t count_children(const cli_joints *joints, int32_t id)
{
    int32_t count = 0;
    for (int32_t i = id + 1; i < joints->count; ++i) count += joints->parent[i] == id;
    return count;
}

/// Returns whether two joints without a match may be one: their parents match, and they have the same kind, local rest
/// pose and number of children. Mesh objects are matched in mesh_pair.c. Both sides must be in the rest pose.
static int may_be_renamed(const cli_diff_job *job, int32_t a, int32_t b)
{
    const cli_diff_side *sides = job->sides;
    const int32_t above[2] = {sides[0].joints.parent[a], sides[1].joints.parent[b]};
    const sinew_joint *of_a = &sides[0].model->joints[sides[0].joints.joint[a]],
                      *of_b = &sides[1].model->joints[sides[1].joints.joint[b]];
    if (of_a->kind != of_b->kind || of_a->kind == SINEW_JOINT_MESH) return 0;
    if (above[0] == SINEW_NONE ? above[1] != SINEW_NONE : job->joint_pairs.in_b[above[0]] != above[1]) return 0;
    if (count_children(&sides[0].joints, a) != count_children(&sides[1].joints, b)) return 0;
    cli_difference found = cli_no_difference;
    const double size = sides[0].model->info->size * sides[0].model->info->unit_cm;
    cli_measure_pair(&sides[0], &sides[1], a, b, 0, (cli_tolerance){same_angle, same_place * size}, &found);
    return cli_largest_ratio(&found, (cli_tolerance){same_angle, same_place * size}) <= 1;
}

int cli_pair_renamed_joints(cli_diff_job *job)
{
    int32_t ids[2][MAX_UNMATCHED], counts[2] = {0, 0};
    sinew_error error;
    job->renamed = calloc((size_t)job->sides[0].joints.count + 1, 1);
    if (!job->renamed) return cli_fail_memory(job->context);
    for (int side = 0; side < 2; ++side) {
        const int32_t *matches = side ? job->joint_pairs.in_a : job->joint_pairs.in_b;
        for (int32_t id = 0; id < job->sides[side].joints.count; ++id) {
            if (matches[id] != SINEW_NONE) continue;
            if (counts[side] == MAX_UNMATCHED) return 0;
            ids[side][counts[side]++] = id;
        }
        job->sides[side].clip = SINEW_NONE;
        if (cli_diff_side_pose(&job->sides[side], 0, &error) != SINEW_OK)
            return cli_fail(job->context, job->paths[side], &error);
    }
    // A parent comes before its children, so children of a renamed joint can match too.
    for (int32_t i = 0; i < counts[0]; ++i) {
        int32_t match = SINEW_NONE;
        int others = 0;
        for (int32_t k = 0; k < counts[1]; ++k) {
            if (job->joint_pairs.in_a[ids[1][k]] != SINEW_NONE || !may_be_renamed(job, ids[0][i], ids[1][k])) continue;
            others += match != SINEW_NONE;
            match = ids[1][k];
        }
        for (int32_t k = i + 1; k < counts[0] && match != SINEW_NONE; ++k)
            others += may_be_renamed(job, ids[0][k], match);
        if (match == SINEW_NONE || others) continue;
        job->joint_pairs.in_b[ids[0][i]] = match;
        job->joint_pairs.in_a[match] = ids[0][i];
        ++job->joint_pairs.count;
        job->renamed[ids[0][i]] = 1;
    }
    return 0;
}

int cli_is_reparented(const cli_diff_report *report, int32_t id)
{
    const int32_t match = report->matches[0][id];
    if (report->of_engines || match == SINEW_NONE || !report->chosen[0][id]) return 0;
    const cli_joints *joints = &report->sides[0].joints;
    if (joints->model->joints[joints->joint[id]].kind == SINEW_JOINT_MESH) return 0; // exporters move skinned objects
    const int32_t a = report->sides[0].joints.parent[id], b = report->sides[1].joints.parent[match];
    // Formats add roots and wrappers, so a parent without a match does not count.
    const int32_t expected = a == SINEW_NONE ? SINEW_NONE : report->matches[0][a],
                  back = b == SINEW_NONE ? SINEW_NONE : report->matches[1][b];
    if ((a != SINEW_NONE && expected == SINEW_NONE) || (b != SINEW_NONE && back == SINEW_NONE)) return 0;
    return expected != b;
}

// ---- clips ---------------------------------------------------------------------------------------------------------

/// Compares two clips at six times of the first clip; `tempo` is the factor from these times to times of the second
/// clip. Sets *out_same to whether the poses are equal.
static int show_the_same(cli_diff_job *job, const int32_t clips[2], double tempo, int *out_same)
{
    enum { TIMES = 6 };
    const double duration = job->models[0]->clips[clips[0]].duration;
    cli_difference found = cli_no_difference;
    for (int i = 0; i < TIMES; ++i) {
        const double time = duration * i / (TIMES - 1);
        for (int side = 0; side < 2; ++side) {
            sinew_error error;
            job->sides[side].clip = clips[side];
            if (cli_diff_side_pose(&job->sides[side], side ? time * tempo : time, &error) != SINEW_OK)
                return cli_fail(job->context, job->paths[side], &error);
        }
        cli_measure(&job->sides[0], &job->sides[1], &job->joint_pairs, job->chosen[0], time, job->tolerance, &found);
    }
    *out_same = found.worst.id != SINEW_NONE && cli_largest_ratio(&found, job->tolerance) <= 1;
    return 0;
}

int cli_pair_renamed_clips(cli_diff_job *job)
{
    int trials = 0;
    for (int32_t a = 0; a < job->models[0]->clip_count; ++a)
        for (int32_t b = 0; b < job->models[1]->clip_count && job->clips.only_in[0][a]; ++b) {
            const int32_t clips[2] = {a, b};
            int same = 0;
            if (!job->clips.only_in[1][b] || job->models[0]->clips[a].key_time_count == 0 ||
                fabs(job->models[0]->clips[a].duration - job->models[1]->clips[b].duration) >= 1e-3)
                continue;
            if (++trials > MAX_CLIP_TRIALS) return 0;
            const int failed = show_the_same(job, clips, 1, &same);
            if (failed) return failed;
            if (same) cli_clip_pairs_add(&job->clips, a, b);
        }
    return 0;
}

// ---- keys ----------------------------------------------------------------------------------------------------------

/// Lists the distinct key times of a joint in a clip of the first file, in seconds from the clip's start. Returns their
/// number, 0 if there are more than MAX_KEY_TIMES.
static size_t list_key_times(const sinew_model *model, int32_t clip, int32_t joint, double times[MAX_KEY_TIMES])
{
    const sinew_clip *of = &model->clips[clip];
    size_t count = 0, kept = 0;
    for (int32_t i = of->first_channel; i < of->first_channel + of->channel_count; ++i)
        for (int c = 0; c < 3 && model->channels[i].joint == joint; ++c) {
            if (model->channels[i].curve[c] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[model->channels[i].curve[c]];
            if (count + (size_t)curve->key_count > MAX_KEY_TIMES) return 0;
            for (int32_t k = 0; k < curve->key_count; ++k)
                times[count++] =
                    (double)model->curve_keys[curve->first_key + k].ticks / (double)model->info->ticks_per_second -
                    of->start;
        }
    for (int32_t i = of->first_track; i < of->first_track + of->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint != joint || track->path > SINEW_TRACK_SCALE) continue;
        if (count + (size_t)track->key_count > MAX_KEY_TIMES) return 0;
        for (int32_t k = 0; k < track->key_count; ++k) times[count++] = model->track_keys[track->first_key + k].time;
    }
    qsort(times, count, sizeof *times, sinew__compare_doubles);
    for (size_t i = 0; i < count; ++i)
        if (times[i] >= -cli_time_tolerance && times[i] <= of->duration + cli_time_tolerance &&
            (kept == 0 || times[i] - times[kept - 1] > cli_time_tolerance))
            times[kept++] = times[i];
    return kept;
}

/// Finds the joints whose local transforms differ, and counts their changed keys.
static int find_changed_keys(cli_diff_job *job, cli_clip_difference *of)
{
    static const int samples = 24;
    const cli_joints *joints = &job->sides[0].joints;
    const double duration = job->models[0]->clips[of->clips[0]].duration;
    double *times = calloc(MAX_KEY_TIMES, sizeof *times);
    uint8_t *differs = calloc((size_t)joints->count + 1, 1);
    int ok = times && differs;
    for (int side = 0; side < 2; ++side) job->sides[side].clip = of->clips[side];
    for (int i = -1; i <= samples && ok; ++i) { // −1: the time of the largest difference
        const double time = i < 0 ? of->of_sides[1].worst.time : duration * i / samples;
        sinew_error error;
        for (int side = 0; side < 2; ++side) ok = ok && cli_diff_side_pose(&job->sides[side], time, &error) == SINEW_OK;
        for (int32_t id = 0; id < joints->count && ok; ++id) {
            if (job->joint_pairs.in_b[id] == SINEW_NONE || !job->chosen[0][id] || differs[id]) continue;
            const cli_joint_spot spot =
                cli_local_difference(&job->sides[0], &job->sides[1], id, job->joint_pairs.in_b[id], time);
            if (!(spot.deg > job->tolerance.deg || spot.cm > job->tolerance.cm)) continue;
            differs[id] = 1;
            ++of->changed_joints;
        }
    }
    for (int32_t id = 0; id < joints->count && ok && of->changed_joints <= CLI_MAX_KEY_CHANGES; ++id) {
        if (!differs[id]) continue;
        cli_key_change *change = &of->changes[of->change_count++];
        *change = (cli_key_change){.worst = {.id = id}};
        const size_t count = list_key_times(job->models[0], of->clips[0], joints->joint[id], times);
        for (size_t i = 0; i < count; ++i) {
            sinew_error error;
            int is_posed = 1;
            for (int side = 0; side < 2; ++side)
                is_posed = is_posed && cli_diff_side_pose(&job->sides[side], times[i], &error) == SINEW_OK;
            const cli_joint_spot spot =
                cli_local_difference(&job->sides[0], &job->sides[1], id, job->joint_pairs.in_b[id], times[i]);
            if (!is_posed || !(spot.deg > job->tolerance.deg || spot.cm > job->tolerance.cm)) continue;
            if (change->keys++ == 0 || spot.deg > change->worst.deg ||
                (spot.deg <= job->tolerance.deg && spot.cm > change->worst.cm))
                change->worst = spot;
        }
    }
    free(times);
    free(differs);
    return ok ? 0 : cli_fail_memory(job->context);
}

int cli_review_clip(cli_diff_job *job, cli_clip_difference *of)
{
    if (of->clips[0] == SINEW_NONE || of->clips[1] == SINEW_NONE) return 0;
    if (cli_largest_ratio(&of->of_sides[1], job->tolerance) <= 1) return 0;
    // clips of different lengths with equal poses differ only in tempo
    const double a = job->models[0]->clips[of->clips[0]].duration, b = job->models[1]->clips[of->clips[1]].duration;
    int same = 0, failed = 0;
    if (a > 0 && b > 0 && fabs(a - b) >= 1e-3) failed = show_the_same(job, of->clips, b / a, &same);
    if (same) of->tempo = b / a;
    if (!failed && of->tempo == 0) failed = find_changed_keys(job, of);
    return failed;
}
