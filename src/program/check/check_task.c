#include "program/check/check_task.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "runtime/motion/motion.h"
#include "runtime/view/view.h"
#include "sinew/render.h"

enum { CHECK_MAX_SAMPLES = 1 << 21 }; // joints × frames of one clip that are stored, 92 MB

// The findings of one file.

check_finding *check_report_add(check_report *report, const check_finding *finding)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; ++i) count += strcmp(report->findings[i].code, finding->code) == 0;
    if (count >= CHECK_MAX_FINDINGS) {
        ++report->dropped;
        return NULL;
    }
    check_finding *grown =
        sinew__arena_grow(&report->arena, report->findings, report->count, &report->capacity, sizeof *grown);
    if (!grown) return NULL;
    report->findings = grown;
    grown[report->count] = *finding;
    return &grown[report->count++];
}

void check_report_unjudged(check_report *report, check_id id, const char *clip, const char *reason)
{
    check_unjudged *grown = sinew__arena_grow(&report->arena, report->unjudged, report->unjudged_count,
                                              &report->unjudged_capacity, sizeof *grown);
    if (!grown) return;
    report->unjudged = grown;
    grown[report->unjudged_count++] = (check_unjudged){
        .code = check_codes[id].code,
        .clip = clip ? sinew__arena_text(&report->arena, clip, strlen(clip)) : NULL,
        .reason = reason,
    };
}

static int is_after(const check_finding *a, const check_finding *b)
{
    if (a->severity != b->severity) return a->severity < b->severity;
    return strcmp(a->code, b->code) > 0;
}

/// Sorts by insertion: findings are few, and equal ones must keep their order.
void check_report_sort(check_report *report)
{
    for (size_t i = 1; i < report->count; ++i) {
        const check_finding moved = report->findings[i];
        size_t at = i;
        for (; at > 0 && is_after(&report->findings[at - 1], &moved); --at)
            report->findings[at] = report->findings[at - 1];
        report->findings[at] = moved;
    }
}

size_t check_report_count(const check_report *report, sinew_severity severity)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; ++i) count += report->findings[i].severity >= severity;
    return count;
}

/// Returns whether two codes are equal, or one replaces the other.
static int is_same_code(const char *a, const char *b)
{
    const check_code *row_a = check_code_named(a), *row_b = check_code_named(b);
    return row_a && row_b ? row_a == row_b : strcmp(a, b) == 0;
}

static int contains(const char *const *codes, size_t count, const char *code)
{
    for (size_t i = 0; i < count; ++i)
        if (is_same_code(codes[i], code)) return 1;
    return 0;
}

int check_severity(const check_selection *selection, const char *code, sinew_severity severity)
{
    if (selection->only_count > 0 && !contains(selection->only, selection->only_count, code)) return CHECK_OFF;
    if (contains(selection->ignore, selection->ignore_count, code)) return CHECK_OFF;
    int result = (int)severity;
    for (size_t i = 0; i < selection->level_count; ++i)
        if (is_same_code(selection->levels[i].code, code)) result = selection->levels[i].severity;
    return result;
}

int check_wants(const check_task *task, check_id id)
{
    const check_code *row = &check_codes[id];
    return check_severity(task->selection, row->code, row->severity) != CHECK_OFF;
}

int check_spend(const check_task *task, double poses)
{
    const double cost = poses * (task->model->joint_count + 1);
    if (!(cost <= (double)*task->poses_left)) return 0;
    *task->poses_left -= (int64_t)cost;
    return 1;
}

check_spot check_spot_of(int32_t clip, int32_t joint, int32_t mesh, check_view view)
{
    const double unknown = (double)NAN;
    return (check_spot){clip, joint, mesh, -1, unknown, unknown, unknown, NULL, view};
}

const char *check_mesh_name(const sinew_model *model, int32_t mesh)
{
    const char *name = sinew_text(model, model->meshes[mesh].name);
    return *name ? name : sinew_text(model, model->meshes[mesh].object);
}

// ---- the command that shows a finding -----------------------------------------------------------------------------

static void put_word(check_finding *finding, const char *word)
{
    if (finding->command_count < CHECK_WORDS) finding->command[finding->command_count++] = word;
}

/// Returns the word that selects a clip: its name if sinew finds the clip by it, else its number.
static const char *clip_word(const check_task *task, int32_t clip, const check_finding *finding)
{
    const char *name = sinew_text(task->model, task->model->clips[clip].name);
    int32_t found;
    const int finds = *name && *name != '-' && sinew_model_find_clip(task->model, name, &found, NULL) == SINEW_OK;
    return finds && found == clip ? finding->clip : sinew__arena_format(&task->report->arena, "#%d", (int)clip + 1);
}

static void put_clip(const check_task *task, int32_t clip, check_finding *finding)
{
    if (clip == SINEW_NONE) return;
    put_word(finding, "--clip");
    put_word(finding, clip_word(task, clip, finding));
}

/// Puts `--at` with a time rounded down, so that a time at the clip's end does not pass it.
static void put_time(const check_task *task, double time, check_finding *finding)
{
    if (!(time >= 0)) return;
    put_word(finding, "--at");
    put_word(finding, sinew__arena_format(&task->report->arena, "%.4fs", floor(time * 1e4) / 1e4));
}

/// Puts an option with a joint's name, if sinew finds the joint by it.
static void put_joint(const check_task *task, const char *option, int32_t joint, check_finding *finding)
{
    int32_t found;
    if (joint == SINEW_NONE) return;
    const char *name = sinew_text(task->model, task->model->joints[joint].name);
    if (!*name || *name == '-' || strchr(name, ',')) return;
    if (sinew_model_find_joint(task->model, name, &found, NULL) != SINEW_OK || found != joint) return;
    put_word(finding, option);
    put_word(finding, sinew__arena_text(&task->report->arena, name, strlen(name)));
}

static void put_command(const check_task *task, const check_spot *spot, check_finding *finding)
{
    switch (spot->view) {
    case CHECK_VIEW_NONE: return;
    case CHECK_VIEW_KEYS:
        put_word(finding, "keys");
        put_clip(task, spot->clip, finding);
        put_joint(task, "--joints", spot->joint, finding);
        return;
    case CHECK_VIEW_TREE:
        put_word(finding, "tree");
        put_word(finding, "--rest");
        return;
    case CHECK_VIEW_INFO: put_word(finding, "info"); return;
    case CHECK_VIEW_POSE:
    case CHECK_VIEW_TRAIL:
        put_word(finding, "render");
        put_clip(task, spot->clip, finding);
        put_time(task, spot->time, finding);
        put_joint(task, spot->view == CHECK_VIEW_TRAIL ? "--trail" : "--joint", spot->joint, finding);
        break;
    case CHECK_VIEW_WEIGHTS:
    case CHECK_VIEW_INFLUENCES: {
        const int32_t joint = spot->view == CHECK_VIEW_WEIGHTS ? spot->joint : SINEW_NONE;
        const sinew_colors colors = joint == SINEW_NONE ? SINEW_COLORS_INFLUENCES : SINEW_COLORS_WEIGHTS;
        put_word(finding, "render");
        put_word(finding, "--clip");
        put_word(finding, "none");
        put_joint(task, "--joint", joint, finding);
        put_word(finding, "--colors");
        put_word(finding, sinew__word_of(sinew__color_words, (int)colors)->name);
        break;
    }
    case CHECK_VIEW_EDGES:
        put_word(finding, "render");
        put_word(finding, "--clip");
        put_word(finding, "none");
        put_word(finding, "--edges");
        break;
    }
    put_word(finding, "-o");
    put_word(finding, sinew__arena_format(&task->report->arena, "%s.png", finding->code));
}

// ---- findings -----------------------------------------------------------------------------------------------------

static const char *copy(const check_task *task, const char *text)
{
    return sinew__arena_text(&task->report->arena, text, strlen(text));
}

check_finding *check_find(const check_task *task, check_id id, const check_spot *spot, const char *format, ...)
{
    const check_code *row = &check_codes[id];
    const int severity = check_severity(task->selection, row->code, row->severity);
    if (severity == CHECK_OFF) return NULL;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const sinew_model *model = task->model;
    const char *node = NULL;
    if (spot->mesh != SINEW_NONE)
        node = check_mesh_name(model, spot->mesh);
    else if (spot->joint != SINEW_NONE)
        node = sinew_text(model, model->joints[spot->joint].name);
    check_finding finding = {
        .code = row->code,
        .severity = (sinew_severity)severity,
        .clip = spot->clip == SINEW_NONE ? NULL : copy(task, sinew_text(model, model->clips[spot->clip].name)),
        .node = node ? copy(task, node) : NULL,
        .count = spot->count,
        .time = spot->time,
        .measured = spot->measured,
        .expected = spot->expected,
        .unit = spot->unit,
        .text = copy(task, text),
    };
    put_command(task, spot, &finding);
    return check_report_add(task->report, &finding);
}

void check_mend(const check_task *task, check_finding *finding, int32_t clip, const char *option, const char *format,
                ...)
{
    char text[128];
    va_list arguments;
    if (!finding) return;
    if (format) {
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        finding->mend_value = copy(task, text);
    }
    finding->mend = option;
    finding->mend_index = clip;
    finding->mend_clip = clip_word(task, clip, finding);
}

void check_skip(const check_task *task, check_id id, int32_t clip, const char *reason)
{
    if (!check_wants(task, id)) return;
    const char *name = clip == SINEW_NONE ? NULL : sinew_text(task->model, task->model->clips[clip].name);
    check_report_unjudged(task->report, id, name, reason);
}

void check_pose(const check_task *task, int32_t clip, double time)
{
    sinew_pose_sample(task->model, clip, time, task->pose);
    sinew_pose_local_to_global(task->model, task->pose);
}

double check_fps(const sinew_model *model)
{
    return model->info->fps > 0 ? model->info->fps : 30;
}

/// Stores the quaternion r or −r, which are the same rotation. The one that is nearer to `before`, the quaternion of
/// the previous frame, is stored, so that components are continuous over the frames. If `before` is NULL, stores r.
static void put_rotation(sinew_quat r, const float *before, float out[4])
{
    const float q[4] = {(float)r.x, (float)r.y, (float)r.z, (float)r.w};
    float dot = 0;
    for (int i = 0; i < 4 && before; ++i) dot += before[i] * q[i];
    for (int i = 0; i < 4; ++i) out[i] = dot < 0 ? -q[i] : q[i];
}

int check_clip_frames_init(check_clip_frames *frames, const check_task *task, int32_t clip)
{
    const double step = 1 / check_fps(task->model);
    const sinew__span span = sinew__motion_span(task->model, clip, task->pose);
    const double count = floor(span.duration / step + sinew__check_frame) + 1;
    *frames =
        (check_clip_frames){.clip = clip, .joint_count = task->model->joint_count, .start = span.start, .step = step};
    if (!(count * frames->joint_count <= CHECK_MAX_SAMPLES)) return 0;
    frames->frame_count = (int32_t)count;
    frames->joints =
        sinew__allocate(((size_t)frames->frame_count * (size_t)frames->joint_count + 1) * sizeof *frames->joints);
    if (!frames->joints) {
        task->report->arena.failed = 1;
        return 0;
    }
    for (int32_t frame = 0; frame < frames->frame_count; ++frame) {
        check_pose(task, clip, fmin(frames->start + frame * frames->step, task->model->clips[clip].duration));
        for (int32_t joint = 0; joint < frames->joint_count; ++joint) {
            check_frame_joint *at = frames->joints + (size_t)joint * (size_t)frames->frame_count + frame;
            const check_frame_joint *before = frame > 0 ? at - 1 : NULL;
            sinew_transform global;
            sinew__transform_nearest(&task->pose->global[joint], &global);
            at->position[0] = (float)global.t.x;
            at->position[1] = (float)global.t.y;
            at->position[2] = (float)global.t.z;
            put_rotation(task->pose->local[joint].r, before ? before->local : NULL, at->local);
            put_rotation(global.r, before ? before->global : NULL, at->global);
        }
    }
    return 1;
}

void check_clip_frames_free(check_clip_frames *frames)
{
    sinew_free(frames->joints);
    *frames = (check_clip_frames){0};
}

const check_frame_joint *check_clip_frames_of(const check_clip_frames *frames, int32_t joint)
{
    return frames->joints + (size_t)joint * (size_t)frames->frame_count;
}

// Vertices of a mesh are skinned one by one here.

void check_skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4])
{
    for (int i = 0; i < 3; ++i) {
        const float *row = matrix->row[i];
        double moved = (double)row[3];
        for (int k = 0; k < 3; ++k) moved += (double)row[k] * (double)point[k];
        sum[i] += weight * moved;
    }
    sum[3] += weight;
}

sinew_vec3 check_skin_point(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex, const sinew_pose *pose)
{
    const uint32_t *range = model->influence_start + mesh->first_vertex + vertex;
    const float *point = model->positions + 3 * ((size_t)mesh->first_vertex + (size_t)vertex);
    double sum[4] = {0};
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        check_skin_point_add(&pose->palette[influence->skin_joint], point, (double)influence->weight, sum);
    }
    return (sinew_vec3){sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]};
}

// The control points of a mesh as the author made them. A model has several vertices for one control point if normals
// or texture coordinates differ there.

uint32_t check_mesh_point_of(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex)
{
    return model->control_points[mesh->first_vertex + vertex];
}

int check_mesh_points_init(check_mesh_points *points, const sinew_model *model, const sinew_mesh *mesh)
{
    uint32_t last = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const uint32_t point = check_mesh_point_of(model, mesh, i);
        if (point > last && point < INT32_MAX) last = point;
    }
    *points = (check_mesh_points){.model = model, .mesh = mesh, .size = last + 1};
    points->marked = sinew__allocate_zeroed(points->size, 1);
    return points->marked != NULL;
}

void check_mesh_points_free(check_mesh_points *points)
{
    sinew_free(points->marked);
    *points = (check_mesh_points){0};
}

void check_mesh_points_mark(check_mesh_points *points, int32_t vertex)
{
    const uint32_t point = check_mesh_point_of(points->model, points->mesh, vertex);
    if (point >= points->size || points->marked[point]) return;
    points->marked[point] = 1;
    ++points->count;
}
