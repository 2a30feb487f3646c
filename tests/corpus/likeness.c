/// likeness FILE|FOLDER…: takes every clip of every model file that moves bones, among 1000 clips that have nothing to
/// do with them, and searches it by changed copies: noise of half a degree at each frame, and with it a mirror,
/// a tempo of 0.8 and of 1.2, and another body. Prints for how many the source is among the first ten, copies of the
/// source aside. Exits with 1 for less than 0.9 of the queries, 77 without files.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/import.h>
#include <sinew/retarget.h>
#include <sinew/sinew_tools.h>

#include "author/retarget/retarget_clips.h"
#include "core/base/affine.h"
#include "program/library/measure_clip.h"
#include "support/make_body.h"
#include "support/make_dancer.h"
#include "support/model_files.h"
#include "support/random_number.h"

enum { MAX_CLIPS = 4096, UNRELATED = 1000, FIRST = 10, MAX_FRAMES = 600 };

static const double copy_distance = 0.02, noise_degrees = 0.5, least_share = 0.9;

/// The library's data of a clip.
typedef struct described {
    float motion[LIBRARY_DESCRIPTOR];
    int is_body;
    int8_t body[LIBRARY_BODY_DESCRIPTOR];
} described;

typedef struct clip_list {
    described *clips;
    int count;
} clip_list;

/// Changes of a clip before it is searched.
typedef struct change {
    const char *name;
    double tempo;
    int is_mirrored, is_retargeted;
} change;

static const change changes[] = {{"noise", 1, 0, 0},       {"mirrored", 1, 1, 0},
                                 {"tempo 0.8", 0.8, 0, 0}, {"tempo 1.2", 1.2, 0, 0},
                                 {"retargeted", 1, 0, 1},  {"retargeted, mirrored, tempo 1.2", 1.2, 1, 1}};
enum { CHANGES = sizeof changes / sizeof *changes };

typedef struct tally {
    int queries[CHANGES], found[CHANGES];
} tally;

/// The state of one run: in the first round clips are collected, in the second they are searched.
typedef struct likeness_run {
    clip_list clips;
    int next, is_searching;
    tally sums;
} likeness_run;

static void *get_memory(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory) exit(2);
    return memory;
}

static int describe(const sinew_model *model, int32_t clip, described *out)
{
    library_scratch scratch;
    if (library_scratch_create(model, &scratch, NULL) != SINEW_OK) exit(2);
    sinew_body_map map;
    const int has_motion =
        library_describe_motion(model, clip, &scratch, out->motion) && library_is_moving(out->motion);
    out->is_body = sinew_body_map_find(model, &map, NULL) == SINEW_OK &&
                   sinew_body_map_check(model, &map, NULL) == SINEW_OK &&
                   library_describe_body(model, clip, &map, sinew_body_leg_length(model, &map), &scratch, out->body);
    library_scratch_free(&scratch);
    return has_motion;
}

// ---- changed clips ------------------------------------------------------------------------------------------------

/// Reflects a map at a vertical plane.
static void mirror(const sinew_model *model, sinew_affine *map)
{
    const int axis = sinew_text(model, model->info->up)[1] == 'X' ? 2 : 0;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            if ((row == axis) != (column == axis)) map->row[row][column] = -map->row[row][column];
}

static sinew_transform local_of(const sinew_model *model, const sinew_pose *pose, int32_t joint, int is_mirrored)
{
    sinew_affine global = pose->global[joint], parent = sinew__affine_identity(), inverse;
    sinew_transform local;
    if (model->joints[joint].parent != SINEW_NONE) parent = pose->global[model->joints[joint].parent];
    if (is_mirrored) mirror(model, &global);
    if (is_mirrored) mirror(model, &parent);
    sinew__affine_inverse(&parent, &inverse);
    const sinew_affine map = sinew__affine_multiply(&inverse, &global);
    sinew__transform_nearest(&map, &local);
    return local;
}

static sinew_quat with_noise(sinew_quat rotation, uint32_t *seed)
{
    double degrees[3];
    for (int i = 0; i < 3; ++i) degrees[i] = random_number(seed, -noise_degrees, noise_degrees);
    return sinew__quat_multiply(rotation, sinew__quat_from_euler(degrees, SINEW_ROTATE_XYZ));
}

/// Three tracks of a joint.
static void set_tracks(int32_t joint, int frames, sinew_track_key *keys, sinew_raw_track *out)
{
    static const uint32_t paths[] = {SINEW_TRACK_TRANSLATION, SINEW_TRACK_ROTATION, SINEW_TRACK_SCALE};
    for (int i = 0; i < 3; ++i)
        out[i] = (sinew_raw_track){.joint = joint,
                                   .node = SINEW_NONE,
                                   .mesh = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = paths[i],
                                   .keys = keys + i * frames,
                                   .key_count = frames,
                                   .interpolation = SINEW_LINEAR};
}

static void set_keys(const sinew_transform *local, double time, int frame, int frames, uint32_t *seed,
                     sinew_track_key *keys)
{
    const sinew_quat r = with_noise(local->r, seed);
    keys[frame] = (sinew_track_key){time, {local->t.x, local->t.y, local->t.z, 0}};
    keys[frames + frame] = (sinew_track_key){time, {r.x, r.y, r.z, r.w}};
    keys[2 * frames + frame] = (sinew_track_key){time, {local->s.x, local->s.y, local->s.z, 0}};
}

/// A model with the joints of `model` and its clip at 30 frames per second, changed.
static sinew_model *make_changed(const sinew_model *model, int32_t clip, const change *what)
{
    const size_t joints = (size_t)model->joint_count;
    const double duration = model->clips[clip].duration;
    const int frames = (int)fmin(ceil(duration * 30) + 1, MAX_FRAMES);
    sinew_raw_joint *raw_joints = get_memory(joints, sizeof *raw_joints);
    sinew_raw_track *tracks = get_memory(3 * joints, sizeof *tracks);
    sinew_track_key *keys = get_memory(3 * joints * (size_t)frames, sizeof *keys);
    sinew_pose *pose;
    uint32_t seed = 1;
    if (sinew_pose_create(model, &pose, NULL) != SINEW_OK) exit(2);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        raw_joints[i] = (sinew_raw_joint){.name = sinew_text(model, model->joints[i].name),
                                          .parent = model->joints[i].parent,
                                          .kind = model->joints[i].kind,
                                          .node = SINEW_NONE,
                                          .rest = local_of(model, pose, i, what->is_mirrored)};
        set_tracks(i, frames, keys + 3 * (size_t)i * (size_t)frames, &tracks[3 * i]);
    }
    for (int frame = 0; frame < frames; ++frame) {
        const double time = duration * frame / (frames > 1 ? frames - 1 : 1);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
        for (int32_t i = 0; i < model->joint_count; ++i) {
            const sinew_transform local = local_of(model, pose, i, what->is_mirrored);
            set_keys(&local, time / what->tempo, frame, frames, &seed, keys + 3 * (size_t)i * (size_t)frames);
        }
    }
    const sinew_raw_clip raw_clip = {
        .duration = duration / what->tempo, .tracks = tracks, .track_count = 3 * model->joint_count};
    const sinew_raw_model raw = {.up = sinew_text(model, model->info->up),
                                 .front = sinew_text(model, model->info->front),
                                 .joints = raw_joints,
                                 .joint_count = model->joint_count,
                                 .clips = &raw_clip,
                                 .clip_count = 1};
    sinew_model *changed = NULL;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &changed, &error) != SINEW_OK) fprintf(stderr, "likeness: %s\n", error.message);
    sinew_pose_destroy(pose);
    free(raw_joints);
    free(tracks);
    free(keys);
    return changed;
}

/// The clips on a body with other proportions, names and axes; NULL for a model that is not a body.
static sinew_model *retarget(const sinew_model *model)
{
    sinew_model *body =
        make_body(&(body_options){.size = 2, .arms_down = 40, .axes_seed = 3, .forearm = 0.35, .wrappers = 2});
    sinew_model *retargeted = NULL;
    const sinew_retarget_options options = {0};
    if (sinew__retarget_clips(body, model, &options, &retargeted, NULL) != SINEW_OK) retargeted = NULL;
    sinew_model_destroy(body);
    return retargeted;
}

// ---- searching ----------------------------------------------------------------------------------------------------

static double distance(const described *a, const described *b)
{
    const double motions = library_motion_distance(a->motion, b->motion);
    return a->is_body && b->is_body ? fmin(motions, library_body_distance(a->body, b->body)) : motions;
}

/// Whether fewer than FIRST clips are nearer than the source. Clips with the same motion as the source do not count.
static int is_among_first(const clip_list *clips, int source, const described *query)
{
    const double own = distance(&clips->clips[source], query);
    int nearer = 0;
    for (int i = 0; i < clips->count; ++i)
        nearer += distance(&clips->clips[i], query) < own &&
                  distance(&clips->clips[i], &clips->clips[source]) > copy_distance;
    return nearer < FIRST;
}

static void search_clip(likeness_run *run, const sinew_model *model, int32_t clip, const char *path)
{
    sinew_model *retargeted = retarget(model);
    for (int i = 0; i < CHANGES; ++i) {
        described query;
        const sinew_model *base = changes[i].is_retargeted ? retargeted : model;
        if (!base) continue;
        sinew_model *changed = make_changed(base, clip, &changes[i]);
        if (changed && describe(changed, 0, &query)) {
            const int found = is_among_first(&run->clips, run->next, &query);
            ++run->sums.queries[i];
            run->sums.found[i] += found;
            if (!found) printf("not found: %s, clip %d, %s\n", path, (int)clip + 1, changes[i].name);
        }
        sinew_model_destroy(changed);
    }
    sinew_model_destroy(retargeted);
}

static void visit(const char *path, void *user)
{
    likeness_run *run = user;
    sinew_model *model;
    if (sinew_model_import(path, NULL, &model, NULL) != SINEW_OK) return;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        described query;
        if (run->next == MAX_CLIPS || !describe(model, i, &query)) continue;
        if (run->is_searching)
            search_clip(run, model, i, path);
        else
            run->clips.clips[run->clips.count++] = query;
        ++run->next;
    }
    sinew_model_destroy(model);
}

static void add_unrelated(clip_list *clips)
{
    for (uint32_t i = 0; i < UNRELATED; ++i) {
        const dancer of = {.seed = i + 1, .scale = 1, .tempo = 1, .speed = i % 4 * 50};
        sinew_model *model = make_dancer(&of, NULL);
        if (!model || !describe(model, 0, &clips->clips[clips->count++])) exit(2);
        sinew_model_destroy(model);
    }
}

static int judge(const tally *sum)
{
    int queries = 0, found = 0;
    for (int i = 0; i < CHANGES; ++i) {
        queries += sum->queries[i];
        found += sum->found[i];
        printf("%-32s %4d of %4d among the first %d\n", changes[i].name, sum->found[i], sum->queries[i], FIRST);
    }
    if (queries == 0) return 77;
    printf("%-32s %4d of %4d: %.3f\n", "all", found, queries, (double)found / queries);
    return found >= least_share * queries ? 0 : 1;
}

int main(int count, char **words)
{
    likeness_run run = {.clips.clips = get_memory(MAX_CLIPS + UNRELATED, sizeof *run.clips.clips)};
    for (int i = 1; i < count; ++i) for_each_model_file(words[i], visit, &run);
    const int clips = run.clips.count;
    add_unrelated(&run.clips);
    printf("%d clips among %d unrelated ones\n", clips, UNRELATED);
    run.is_searching = 1;
    run.next = 0;
    for (int i = 1; i < count; ++i) for_each_model_file(words[i], visit, &run);
    free(run.clips.clips);
    return judge(&run.sums);
}
