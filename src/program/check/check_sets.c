// Checks of several files together.
#include "program/check/check_model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "program/check/check_limits.h"
#include "runtime/model/combine/combine.h"
#include "runtime/motion/motion.h"

/// The measured and the expected value of a finding.
typedef struct set_numbers {
    double measured, expected;
    const char *unit;
} set_numbers;

static const set_numbers no_numbers = {(double)NAN, (double)NAN, NULL};

static void report(const check_member *member, const check_selection *selection, check_id id, const char *clip,
                   const char *node, set_numbers numbers, const char *format, ...) SINEW_PRINTF(7, 8);

static void report(const check_member *member, const check_selection *selection, check_id id, const char *clip,
                   const char *node, set_numbers numbers, const char *format, ...)
{
    const check_code *row = &check_codes[id];
    const int severity = check_severity(selection, row->code, row->severity);
    char text[512];
    if (severity == CHECK_OFF) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    check_report_add(member->report,
                     &(check_finding){
                         .code = row->code,
                         .severity = (sinew_severity)severity,
                         .clip = clip,
                         .node = node ? sinew__arena_text(&member->report->arena, node, strlen(node)) : NULL,
                         .count = -1,
                         .time = (double)NAN,
                         .measured = numbers.measured,
                         .expected = numbers.expected,
                         .unit = numbers.unit,
                         .text = sinew__arena_text(&member->report->arena, text, strlen(text)),
                         .command = {id == CHECK_D03 ? "info" : "tree"},
                         .command_count = 1,
                     });
}

// ---- D05, D04: skeletons ------------------------------------------------------------------------------------------

/// Lists the joint names of a file for sinew__joint_pairs. *out_memory holds them. Returns 0 when out of memory.
static int take_names(const check_file_facts *facts, sinew__joint_names *out_names, void **out_memory)
{
    const size_t count = (size_t)facts->joint_count;
    const char **names = sinew__allocate((count + 1) * (sizeof *names + sizeof(int32_t)));
    *out_memory = names;
    if (!names) return 0;
    int32_t *parents = (int32_t *)(names + count);
    for (size_t i = 0; i < count; ++i) {
        names[i] = facts->joints[i].name;
        parents[i] = facts->joints[i].parent;
    }
    *out_names = (sinew__joint_names){facts->joint_count, parents, names};
    return 1;
}

static double length_of(const check_joint_facts *joint)
{
    return hypot(hypot(joint->rest.row[0][3], joint->rest.row[1][3]), joint->rest.row[2][3]);
}

/// Returns whether a joint is on the first two levels: translations of root and hips are usually animated.
static int may_move(const check_file_facts *facts, int32_t joint)
{
    const int32_t parent = facts->joints[joint].parent;
    return parent == SINEW_NONE || facts->joints[parent].parent == SINEW_NONE;
}

static void judge_skeleton(const check_member *member, const check_file_facts *first, const sinew__joint_pairs *pairs,
                           const check_selection *selection)
{
    const check_file_facts *own = member->facts;
    const char *path = sinew__base_name(first->path);
    // The rest rotations of all joints are one finding, because a file whose rest pose is its first frame differs in
    // most joints.
    double worst = sinew__check_bind_angle;
    int32_t count = 0, joint = SINEW_NONE;
    for (int32_t a = 0; a < first->joint_count; ++a) {
        const int32_t b = pairs->in_b[a];
        if (b == SINEW_NONE || may_move(first, a)) continue;
        const double degrees = sinew__rigid_difference_of(&first->joints[a].rest, &own->joints[b].rest).degrees;
        count += degrees > sinew__check_bind_angle;
        if (degrees <= worst) continue;
        worst = degrees;
        joint = a;
    }
    if (joint != SINEW_NONE)
        report(member, selection, CHECK_D05, NULL, first->joints[joint].name, (set_numbers){worst, 0, "deg"},
               "rests %.3g degrees from its rest in %s (joints: %d)", worst, path, (int)count);
    for (int32_t a = 0; a < first->joint_count; ++a) {
        const check_joint_facts *expected = &first->joints[a];
        const int32_t b = pairs->in_b[a];
        if (b == SINEW_NONE) {
            report(member, selection, CHECK_D05, NULL, expected->name, no_numbers, "is missing, but exists in %s",
                   path);
            continue;
        }
        const check_joint_facts *found = &own->joints[b];
        const int32_t parent = expected->parent;
        if (found->parent != (parent == SINEW_NONE ? SINEW_NONE : pairs->in_b[parent]))
            report(member, selection, CHECK_D05, NULL, found->name, no_numbers, "has the parent '%s', but '%s' in %s",
                   found->parent == SINEW_NONE ? "" : own->joints[found->parent].name,
                   parent == SINEW_NONE ? "" : first->joints[parent].name, path);
        const double usual = length_of(expected), length = length_of(found),
                     limit = sinew__check_bone_length * fmax(usual, 0.01 * first->size);
        if (!may_move(first, a) && fabs(length - usual) > limit)
            report(member, selection, CHECK_D05, NULL, expected->name, (set_numbers){length, usual, "cm"},
                   "is %.4g cm from its parent, %.4g cm in %s", length, usual, path);
        if (!expected->has_bind || !found->has_bind) continue;
        const sinew__rigid_difference bind = sinew__rigid_difference_of(&expected->bind, &found->bind);
        if (!(bind.degrees <= sinew__check_bind_angle) || !(bind.distance <= sinew__check_bind_distance * first->size))
            report(member, selection, CHECK_D04, NULL, found->name, (set_numbers){bind.degrees, 0, "deg"},
                   "is bound %.3g degrees and %.3g cm from its bind pose in %s", bind.degrees, bind.distance, path);
    }
    for (int32_t b = 0; b < own->joint_count; ++b)
        if (pairs->in_a[b] == SINEW_NONE)
            report(member, selection, CHECK_D05, NULL, own->joints[b].name, no_numbers, "does not exist in %s", path);
}

static void compare_skeletons(const check_member *first, const check_member *member, const check_selection *selection)
{
    sinew__joint_names a, b;
    sinew__joint_pairs pairs = {0};
    void *memory_a = NULL, *memory_b = NULL;
    if (take_names(first->facts, &a, &memory_a) && take_names(member->facts, &b, &memory_b) &&
        sinew__joint_pairs_init(&pairs, &a, &b))
        judge_skeleton(member, first->facts, &pairs, selection);
    else
        member->report->arena.failed = 1;
    sinew__joint_pairs_free(&pairs);
    sinew_free(memory_a);
    sinew_free(memory_b);
}

// ---- D03: sync groups ---------------------------------------------------------------------------------------------

static void judge_group_clip(const check_member *member, const check_clip_facts *clip, const check_clip_facts *first,
                             const check_selection *selection)
{
    const double fps = clip->fps > 0 ? clip->fps : 30;
    if (clip->fps != first->fps)
        report(member, selection, CHECK_D03, clip->name, NULL, (set_numbers){clip->fps, first->fps, "fps"},
               "has %.6g frames per second, but '%s' of its sync group %.6g", clip->fps, first->name, first->fps);
    if (fabs(clip->duration - first->duration) * fps > sinew__check_span_frames)
        report(member, selection, CHECK_D03, clip->name, NULL, (set_numbers){clip->duration, first->duration, "s"},
               "lasts %.3f s, but '%s' of its sync group %.3f s", clip->duration, first->name, first->duration);
}

/// D03: reports a clip whose foot touches down at another phase than in the group's first clip: the two do not blend in
/// step.
static void judge_gait(const check_member *member, const check_clip_facts *clip, const check_clip_facts *first,
                       const check_selection *selection)
{
    const int comparable = clip->step_foot && first->step_foot && strcmp(clip->step_foot, first->step_foot) == 0;
    if (!comparable || clip->step_count != first->step_count) {
        if (check_severity(selection, "D03", SINEW_SEVERITY_ERROR) != CHECK_OFF)
            check_report_unjudged(member->report, CHECK_D03, clip->name,
                                  "the gait has no phase: the first foot does not step as often in both clips");
        return;
    }
    const double period = 1.0 / clip->step_count;
    const double offset = remainder(clip->step_phase - first->step_phase, period);
    if (fabs(offset) > sinew__check_gait_phase)
        report(member, selection, CHECK_D03, clip->name, clip->step_foot,
               (set_numbers){clip->step_phase * 100, first->step_phase * 100, "% of the clip"},
               "touches down at %.3g %% of the clip, but at %.3g %% of '%s' of its sync group", clip->step_phase * 100,
               first->step_phase * 100, first->name);
}

// ---- R11: the ground ------------------------------------------------------------------------------------------------

/// A clip whose ground was found.
typedef struct grounded_clip {
    const check_member *member;
    int32_t clip;
    const check_ground_facts *facts;
} grounded_clip;

static int compare_legs(const void *a, const void *b)
{
    const check_ground_facts *x = ((const grounded_clip *)a)->facts, *y = ((const grounded_clip *)b)->facts;
    return (x->leg > y->leg) - (x->leg < y->leg);
}

static int compare_grounds(const void *a, const void *b)
{
    const check_ground_facts *x = ((const grounded_clip *)a)->facts, *y = ((const grounded_clip *)b)->facts;
    return (x->ground > y->ground) - (x->ground < y->ground);
}

static void report_floating(const grounded_clip *of, double off, const char *above, const check_selection *selection)
{
    const check_clip_facts *clip = &of->member->facts->clips[of->clip];
    const size_t before = of->member->report->count;
    report(of->member, selection, CHECK_R11, clip->name, NULL,
           (set_numbers){of->facts->ground, of->facts->ground - off, "cm"},
           "the whole body %s: its soles stand at %.4g cm, %.3g cm %s %s", off > 0 ? "floats" : "sinks",
           of->facts->ground, fabs(off), off > 0 ? "above" : "below", above);
    if (of->member->report->count == before) return;
    check_finding *finding = &of->member->report->findings[before];
    const char *words[] = {"render", "--clip",
                           sinew__arena_format(&of->member->report->arena, "#%d", (int)of->clip + 1), "-o", "R11.png"};
    finding->command_count = sizeof words / sizeof *words;
    for (int i = 0; i < finding->command_count; ++i) finding->command[i] = words[i];
}

/// R11: judges the clips of bodies of one size by the ground of most of them. Origins are either on the ground, or
/// somewhere in the body, such as at the hips of the first frame; in the second case most clips still share one ground.
static void judge_grounds(grounded_clip *clips, size_t count, const check_selection *selection)
{
    qsort(clips, count, sizeof *clips, compare_grounds);
    const double common = clips[count / 2].facts->ground;
    size_t standing = 0;
    for (size_t i = 0; i < count; ++i)
        standing += fabs(clips[i].facts->ground - common) <= sinew__check_floats * clips[i].facts->height;
    const int has_common =
        count >= CHECK_GROUND_CLIPS && (double)standing >= sinew__check_common_ground * (double)count;
    for (size_t i = 0; i < count; ++i) {
        const check_ground_facts *facts = clips[i].facts;
        const int is_declared = !isnan(clips[i].member->facts->clips[clips[i].clip].terms.ground);
        const double from_common = has_common && !is_declared ? facts->ground - common : (double)INFINITY;
        const int is_common_nearer = fabs(from_common) < fabs(facts->off);
        const double off = is_common_nearer ? from_common : facts->off;
        if (!(fabs(off) > sinew__check_floats * facts->height)) continue;
        if (!is_declared && !(fabs(off) < sinew__check_other_origin * facts->height)) continue;
        report_floating(&clips[i], off, is_common_nearer ? "the ground of most clips" : "the ground", selection);
    }
}

/// Judges the grounds of all clips, body size by body size. Returns 0 when out of memory.
static int judge_all_grounds(const check_member *members, size_t count, const check_selection *selection)
{
    size_t capacity = 1, used = 0;
    for (size_t i = 0; i < count; ++i) capacity += (size_t)members[i].facts->clip_count;
    grounded_clip *clips = sinew__allocate(capacity * sizeof *clips);
    if (!clips) return 0;
    for (size_t i = 0; i < count; ++i)
        for (int32_t k = 0; k < members[i].facts->clip_count; ++k) {
            const check_ground_facts *facts = &members[i].facts->clips[k].ground;
            if (!isnan(facts->ground)) clips[used++] = (grounded_clip){&members[i], k, facts};
        }
    qsort(clips, used, sizeof *clips, compare_legs);
    for (size_t first = 0, end; first < used; first = end) {
        end = first + 1;
        while (end < used && clips[end].facts->leg <= clips[first].facts->leg * (1 + sinew__check_same_leg)) ++end;
        judge_grounds(clips + first, end - first, selection);
    }
    sinew_free(clips);
    return 1;
}

// ---- sets ---------------------------------------------------------------------------------------------------------

/// A file of a character, or a clip of a sync group. Items with equal `set` are compared.
typedef struct set_item {
    const char *set;
    const check_member *member;
    const check_clip_facts *clip; ///< NULL: the item is a file
    const struct set_item *first;
} set_item;

static int compare_items(const void *a, const void *b)
{
    const set_item *first = *(const set_item *const *)a, *second = *(const set_item *const *)b;
    const int order = strcmp(first->set, second->set);
    return order ? order : (first > second) - (first < second);
}

/// Compares each item with the first item of its set. Sorts pointers to the items in `sorted` [count] to find the sets,
/// because a search per item would take time proportional to the square of the number of files.
static void judge_all(set_item *items, size_t count, set_item **sorted, const check_selection *selection)
{
    for (size_t i = 0; i < count; ++i) sorted[i] = &items[i];
    qsort(sorted, count, sizeof *sorted, compare_items);
    for (size_t i = 0; i < count; ++i) {
        const int is_same = i > 0 && strcmp(sorted[i]->set, sorted[i - 1]->set) == 0;
        sorted[i]->first = is_same ? sorted[i - 1]->first : sorted[i];
    }
    for (size_t i = 0; i < count; ++i) {
        const set_item *item = &items[i];
        if (item->first == item) continue;
        if (!item->clip) {
            compare_skeletons(item->first->member, item->member, selection);
            continue;
        }
        judge_group_clip(item->member, item->clip, item->first->clip, selection);
        judge_gait(item->member, item->clip, item->first->clip, selection);
    }
}

// ---- T01: textures that several files miss --------------------------------------------------------------------------

/// A missing texture of a file.
typedef struct missing_texture {
    const check_member *member;
    check_finding *finding;
} missing_texture;

/// Returns the length of a file's folder, slash included, if its texture has a relative path, else 0.
static size_t folder_of(const missing_texture *texture)
{
    const char *path = texture->finding->node;
    const int is_absolute = *path == '/' || *path == '\\' || (*path && path[1] == ':');
    return is_absolute ? 0 : sinew__folder_length(texture->member->facts->path);
}

/// Orders by image path, then by the order of the files.
static int compare_missing(const void *a, const void *b)
{
    const missing_texture *first = a, *second = b;
    const size_t left = folder_of(first), right = folder_of(second);
    int order = strcmp(first->finding->node, second->finding->node);
    if (!order) order = (left > right) - (left < right);
    if (!order) order = strncmp(first->member->facts->path, second->member->facts->path, left);
    return order ? order : (first->member > second->member) - (first->member < second->member);
}

static int is_missing_texture(const check_finding *finding)
{
    return finding->node && strcmp(finding->code, check_codes[CHECK_T01].code) == 0 &&
           strcmp(finding->text, check_missing_texture) == 0;
}

/// T01: keeps one finding per missing texture, in the first file that names it. Returns 0 when out of memory.
static int join_missing_textures(const check_member *members, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < members[i].report->count; ++k)
            found += (size_t)is_missing_texture(&members[i].report->findings[k]);
    if (found < 2) return 1;
    missing_texture *all = sinew__allocate(found * sizeof *all);
    if (!all) return 0;
    found = 0;
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < members[i].report->count; ++k)
            if (is_missing_texture(&members[i].report->findings[k]))
                all[found++] = (missing_texture){&members[i], &members[i].report->findings[k]};
    qsort(all, found, sizeof *all, compare_missing);
    for (size_t first = 0, end; first < found; first = end) {
        check_finding *kept = all[first].finding;
        const size_t folder = folder_of(&all[first]);
        for (end = first + 1; end < found && strcmp(all[end].finding->node, kept->node) == 0 &&
                              folder_of(&all[end]) == folder &&
                              strncmp(all[end].member->facts->path, all[first].member->facts->path, folder) == 0;)
            all[end++].finding->code = NULL;
        if (end - first == 1) continue;
        kept->count = (int64_t)(end - first);
        char *text = sinew__arena_format(&all[first].member->report->arena, "%s; %zu of the checked files name it",
                                         check_missing_texture, end - first);
        if (text) kept->text = text;
    }
    for (size_t i = 0; i < count; ++i) {
        check_report *report = members[i].report;
        size_t kept = 0;
        for (size_t k = 0; k < report->count; ++k)
            if (report->findings[k].code) report->findings[kept++] = report->findings[k];
        report->count = kept;
    }
    sinew_free(all);
    return 1;
}

void check_sets(const check_member *members, size_t count, const check_selection *selection)
{
    size_t capacity = count + 1;
    for (size_t i = 0; i < count; ++i) capacity += (size_t)members[i].facts->clip_count;
    set_item *items = sinew__allocate(capacity * sizeof *items), **sorted = sinew__allocate(capacity * sizeof *sorted);
    int ok = items && sorted;
    if (ok) {
        size_t used = 0;
        for (size_t i = 0; i < count; ++i)
            if (members[i].facts->character && members[i].facts->joint_count > 0)
                items[used++] = (set_item){.set = members[i].facts->character, .member = &members[i]};
        judge_all(items, used, sorted, selection);
        used = 0;
        for (size_t i = 0; i < count; ++i)
            for (int32_t k = 0; k < members[i].facts->clip_count; ++k) {
                const check_clip_facts *clip = &members[i].facts->clips[k];
                if (!clip->terms.sync_group) continue;
                items[used++] = (set_item){.set = clip->terms.sync_group, .member = &members[i], .clip = clip};
            }
        judge_all(items, used, sorted, selection);
        ok = judge_all_grounds(members, count, selection) && join_missing_textures(members, count);
    }
    if (!ok && count > 0) members[0].report->arena.failed = 1;
    sinew_free(items);
    sinew_free(sorted);
}
