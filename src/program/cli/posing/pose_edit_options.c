#define _POSIX_C_SOURCE 200809L
#include "program/cli/posing/pose_edit_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "program/cli/framework/report.h"
#include "program/cli/posing/stored_pose.h"

// ---- --set --------------------------------------------------------------------------------------------------------

/// Parses `rz=45` or `tx:=2`. Returns the rest of the text, or NULL.
static const char *read_assignment(const char *text, sinew_joint_edit *edit)
{
    static const char kinds[] = "trs", axes[] = "xyz";
    const char *kind = *text ? strchr(kinds, text[0]) : NULL;
    const char *axis = kind && text[1] ? strchr(axes, text[1]) : NULL;
    if (!axis) return NULL;
    const int channel = 3 * (int)(kind - kinds) + (int)(axis - axes);
    text += 2;
    const int replaces = *text == ':';
    text += replaces;
    if (*text++ != '=' || !*text || !strchr("+-.0123456789", *text)) return NULL;
    char *end;
    edit->value[channel] = strtod(text, &end);
    if (end == text || (edit->adds | edit->replaces) >> channel & 1) return NULL;
    *(replaces ? &edit->replaces : &edit->adds) |= 1u << channel;
    return end;
}

/// Parses assignments separated by blanks or commas. Returns 0 for other text.
static int read_assignments(const char *text, sinew_joint_edit *out)
{
    static const char separators[] = " ,";
    *out = (sinew_joint_edit){0};
    do {
        text = read_assignment(text + strspn(text, separators), out);
        if (!text || (*text && !strchr(separators, *text))) return 0;
        text += strspn(text, separators);
    } while (*text);
    return 1;
}

/// The colon between the joint and its assignments: the first one that assignments follow, as names hold colons too.
static const char *colon_of(const char *text, sinew_joint_edit *out_edit)
{
    for (const char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':'))
        if (read_assignments(colon + 1, out_edit)) return colon;
    return NULL;
}

/// Finds the joint that the first `length` characters of a text name.
static int find_joint(const cli_context *context, const char *path, const sinew_model *model, const char *text,
                      size_t length, int32_t *out_joint)
{
    char *name = strndup(text, length);
    sinew_error error;
    if (!name) return cli_fail_memory(context);
    const sinew_result result = sinew_model_find_joint(model, name, out_joint, &error);
    free(name);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

static int read_edit(const cli_context *context, const char *path, const sinew_model *model, const char *text,
                     sinew_joint_edit *out)
{
    sinew_error error;
    const char *colon = colon_of(text, out);
    if (!colon)
        return cli_fail_usage(context, "bad-value", "expected JOINT:rz=45, with tx ty tz rx ry rz sx sy sz, = or :=",
                              "--set: '%s' is not an edit", text);
    const int failed = find_joint(context, path, model, text, (size_t)(colon - text), &out->joint);
    if (failed) return failed;
    if (sinew_joint_edit_check(model, out, &error) != SINEW_OK)
        return cli_fail_usage(context, "bad-value", NULL, "--set: %s", error.message);
    return 0;
}

// ---- --ik ---------------------------------------------------------------------------------------------------------

/// Parses `1,2.5,-3`. Returns 0 for other text.
static int read_point(const char *text, sinew_vec3 *out)
{
    double *numbers[] = {&out->x, &out->y, &out->z};
    for (int i = 0; i < 3; ++i) {
        char *end;
        *numbers[i] = strtod(text, &end);
        if (end == text || !(fabs(*numbers[i]) <= SINEW_JOINT_EDIT_MAX) || *end != (i < 2 ? ',' : '\0')) return 0;
        text = end + (i < 2);
    }
    return 1;
}

static int read_target(const cli_context *context, const char *path, const sinew_model *model, const char *text,
                       pose_target *out)
{
    const char *equals = strrchr(text, '=');
    if (!equals || !read_point(equals + 1, &out->target))
        return cli_fail_usage(context, "bad-value", "expected JOINT=X,Y,Z", "--ik: '%s' is not a target", text);
    return find_joint(context, path, model, text, (size_t)(equals - text), &out->end);
}

// ---- all ----------------------------------------------------------------------------------------------------------

static int read_texts(const cli_context *context, const char *path, const sinew_model *model,
                      const cli_pose_edits *options, pose_edits *edits)
{
    int failed = 0;
    edits->edits = sinew__allocate_zeroed(options->edits.count + 1, sizeof *edits->edits);
    edits->targets = sinew__allocate_zeroed(options->targets.count + 1, sizeof *edits->targets);
    if (!edits->edits || !edits->targets) return cli_fail_memory(context);
    for (size_t i = 0; i < options->edits.count && !failed; ++i)
        failed = read_edit(context, path, model, options->edits.items[i], &edits->edits[edits->edit_count++]);
    for (size_t i = 0; i < options->targets.count && !failed; ++i)
        failed = read_target(context, path, model, options->targets.items[i], &edits->targets[edits->target_count++]);
    edits->first_target = edits->target_count;
    return failed;
}

const sinew__word cli_pose_bases[] = {
    {"clip", POSE_BASE_CLIP, NULL}, {"rest", POSE_BASE_REST, NULL}, {"bind", POSE_BASE_BIND, NULL}, {0}};

int cli_has_pose_edits(const cli_pose_edits *options)
{
    return options->base != POSE_BASE_CLIP || options->pose || options->edits.count || options->targets.count;
}

const char **cli_pose_edit_words(const cli_pose_edits *options, size_t *out_count)
{
    const char **words = malloc((2 * (options->edits.count + options->targets.count) + 4) * sizeof *words);
    size_t count = 0;
    if (words && options->base != POSE_BASE_CLIP) {
        words[count++] = "--base";
        words[count++] = sinew__word_of(cli_pose_bases, options->base)->name;
    }
    if (words && options->pose) {
        words[count++] = "--pose";
        words[count++] = options->pose;
    }
    for (size_t i = 0; words && i < options->edits.count; ++i) {
        words[count++] = "--set";
        words[count++] = options->edits.items[i];
    }
    for (size_t i = 0; words && i < options->targets.count; ++i) {
        words[count++] = "--ik";
        words[count++] = options->targets.items[i];
    }
    *out_count = count;
    return words;
}

int cli_resolve_pose_edits(const cli_context *context, const char *path, const sinew_model *model,
                           const cli_pose_edits *options, pose_edits *out_edits)
{
    *out_edits = (pose_edits){.base = options->base};
    int failed = options->pose ? cli_read_stored_pose(context, options->pose, model, out_edits) : 0;
    if (!failed) failed = read_texts(context, path, model, options, out_edits);
    if (failed) pose_edits_free(out_edits);
    return failed;
}
