// Formats the command lines that draw the player's current image and that compare two clips.
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/number.h"
#include "core/base/quoted_text.h"
#include "core/platform/standard_input.h"
#include "program/viewer/core/viewer_text.h"
#include "runtime/pose/engine.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"

// ---- shell words --------------------------------------------------------------------------------------------------

static void put_word(sinew__buffer *out, const char *word)
{
    sinew__buffer_put_character(out, ' ');
    sinew__put_shell_word(out, word);
}

/// Writes a file name. A leading dash gets "./" before it, so that it is not read as an option; standard input is
/// written as `-`. Returns 0, with unusable output, if the name has characters that are unsafe to paste into a shell.
static int put_path(sinew__buffer *out, const char *path)
{
    sinew__buffer word = {0};
    if (sinew__is_standard_input(path))
        path = sinew__input_word(path);
    else if (*path == '-')
        sinew__buffer_put_text(&word, "./");
    sinew__buffer_put(&word, path, strlen(path) + 1);
    if (!word.failed) put_word(out, word.text);
    out->failed |= word.failed;
    sinew__buffer_free(&word);
    return sinew__is_printable_text(path);
}

/// Writes an option with a value, and frees the value.
static void put_option(sinew__buffer *out, const char *option, sinew__buffer *value)
{
    sinew__buffer_put_character(value, '\0');
    sinew__buffer_format(out, " --%s", option);
    if (!value->failed) put_word(out, value->text);
    out->failed |= value->failed;
    sinew__buffer_free(value);
}

// ---- what is shown ------------------------------------------------------------------------------------------------

/// Writes ` --clip walk`; if the name is ambiguous or unprintable, the number of the clip.
static void put_clip_option(const sinew_model *model, int32_t clip, const char *option, sinew__buffer *out)
{
    int32_t found;
    sinew_error error;
    sinew__buffer_format(out, " --%s", option);
    if (clip == SINEW_NONE) {
        put_word(out, "none");
        return;
    }
    const char *name = sinew_text(model, model->clips[clip].name);
    const int is_its_name = *name && sinew_model_find_clip(model, name, &found, &error) == SINEW_OK && found == clip;
    if (is_its_name && sinew__is_printable_text(name))
        put_word(out, name);
    else
        sinew__buffer_format(out, " '#%d'", clip + 1);
}

static void put_time(const viewer_state *viewer, sinew__buffer *out)
{
    if (viewer->clip == SINEW_NONE) return;
    const double frame = viewer_frame(viewer, viewer_time(viewer), viewer->model->info->fps);
    char seconds[SINEW__NUMBER_SIZE];
    if (frame > 0.0 && fabs(frame - round(frame)) < 1e-6) {
        sinew__buffer_format(out, " --at %.0ff", round(frame));
        return;
    }
    sinew__format_double(sinew_playback_time(&viewer->player), seconds);
    sinew__buffer_format(out, " --at %ss", seconds);
}

static void put_camera(const viewer_state *viewer, sinew__buffer *out)
{
    scene_orbit orbit = viewer->orbit;
    sinew_camera camera;
    // If the camera looks straight down, position and target do not determine the image's up direction, so the
    // elevation stays slightly below 90°.
    const double steepest = 1.5706963267948966; // radians, 0.0001 less than π / 2
    orbit.elevation = fmin(fmax(orbit.elevation, -steepest), steepest);
    scene_orbit_camera(&orbit, &camera);
    const double *eye = camera.eye, *target = camera.target;
    sinew__buffer_format(out, " --camera %.9g,%.9g,%.9g:%.9g,%.9g,%.9g", eye[0], eye[1], eye[2], target[0], target[1],
                         target[2]);
    if (orbit.parallel) sinew__buffer_put_text(out, " --ortho");
}

/// Writes an option and the name of a joint, unless the joint is SINEW_NONE or has no usable name. Returns whether the
/// option was written.
static int put_joint(const viewer_state *viewer, const char *option, int32_t joint, sinew__buffer *out)
{
    if (joint == SINEW_NONE || !viewer_joint_has_name(viewer, joint)) return 0;
    sinew__buffer_format(out, " --%s", option);
    put_word(out, sinew_text(viewer->model, viewer->model->joints[joint].name));
    return 1;
}

/// Writes the changes by the keys at the current time as `--set` options. Joints without a usable name are left out.
static void put_keys(viewer_state *viewer, sinew__buffer *out)
{
    static const char *const channels[] = {"tx", "ty", "tz", "sx", "sy", "sz"};
    const sinew__posed_clip *keys = &viewer->edit_list.keys;
    if (keys->count == 0 || viewer->edits.base != POSE_BASE_CLIP) return;
    sinew_pose_evaluate(keys->model, SINEW_ENGINE_EXACT, keys->clip, viewer_time(viewer), viewer->pose);
    for (int32_t i = 0; i < keys->model->joint_count; ++i) {
        const sinew_transform *before = &viewer->pose->local[i];
        const int is_replaced = viewer->edits.stored_locals && viewer->edits.is_stored[i];
        sinew_transform after;
        sinew__buffer word = {0};
        if (!keys->is_changed[i] || is_replaced || !viewer_joint_has_name(viewer, i)) continue;
        if (sinew__posed_clip_local(keys, viewer->pose, i, viewer_time(viewer), &after, NULL) != SINEW_OK) continue;
        if (memcmp(&after, before, sizeof after) == 0) continue;
        viewer_put_rotation(viewer, i, sinew__quat_multiply(sinew__quat_conjugate(before->r), after.r), &word);
        const double added[6] = {after.t.x - before->t.x, after.t.y - before->t.y, after.t.z - before->t.z,
                                 after.s.x - before->s.x, after.s.y - before->s.y, after.s.z - before->s.z};
        for (int k = 0; k < 6; ++k)
            if (added[k] != 0.0) sinew__buffer_format(&word, " %s=%.9g", channels[k], added[k]);
        put_option(out, "set", &word);
    }
}

/// Writes the user's rotations. Joints without a usable name are left out.
static void put_rotations(const viewer_state *viewer, sinew__buffer *out)
{
    for (int32_t i = 0; viewer->edits.rotations && i < viewer->model->joint_count; ++i) {
        const sinew_quat rotation = sinew__pose_edits_rotation(&viewer->edits, i);
        sinew__buffer word = {0};
        if (rotation.w == 1.0 || !viewer_joint_has_name(viewer, i)) continue;
        viewer_put_rotation(viewer, i, rotation, &word);
        put_option(out, "set", &word);
    }
}

/// Writes the targets of dragged joints as the positions that they reach in this frame, because a target out of reach
/// is an error of the command. Joints without a usable name are left out.
static void put_targets(viewer_state *viewer, sinew__buffer *out)
{
    const shown_posing posing = viewer_posing(viewer);
    for (int32_t i = viewer->edits.first_target; i < viewer->edits.target_count; ++i) {
        const int32_t end = viewer->edits.targets[i].end;
        if (!viewer_joint_has_name(viewer, end)) continue;
        const sinew_vec3 reached = sinew__shown_pose_find_reached(&posing, viewer_time(viewer), i, viewer->pose);
        sinew__buffer word = {0};
        sinew__buffer_format(&word, "%s=%.9g,%.9g,%.9g", sinew_text(viewer->model, viewer->model->joints[end].name),
                             reached.x, reached.y, reached.z);
        put_option(out, "ik", &word);
    }
}

/// Writes an option and a word, unless the value is 0, the default.
static void put_choice(sinew__buffer *out, const char *option, const sinew__word *words, int value)
{
    if (value != 0) sinew__buffer_format(out, " --%s %s", option, sinew__word_of(words, value)->name);
}

static void put_look(const viewer_state *viewer, sinew__buffer *out)
{
    if (viewer->crowd.count) sinew__buffer_format(out, " --crowd %d", (int)viewer->crowd.count);
    const int is_automatic = viewer->skeleton == sinew__shows_skeleton(viewer->model);
    if (!is_automatic) sinew__buffer_put_text(out, viewer->skeleton ? " --skeleton" : " --no-skeleton");
    if (viewer->edges) sinew__buffer_put_text(out, viewer->hide_meshes ? " --wireframe" : " --edges");
    if (viewer->hide_meshes && !viewer->edges) sinew__buffer_put_text(out, " --no-mesh");
    const int has_joint = put_joint(viewer, "joint", viewer->selected_joint, out);
    const int has_trail = viewer->trail && put_joint(viewer, "trail", viewer_trail_joint(viewer), out);
    if (has_trail && viewer->trail_window > 0.0)
        sinew__buffer_format(out, " --trail-window %.9gs", viewer->trail_window);
    if (viewer->colors != SINEW_COLORS_WEIGHTS || has_joint)
        put_choice(out, "colors", sinew__color_words, (int)viewer->colors);
    put_choice(out, "skin", sinew__skin_words, (int)viewer->skin);
    if (viewer->names) sinew__buffer_put_text(out, " --names");
    if (viewer->axes) sinew__buffer_put_text(out, " --axes");
    if (viewer->onion > 0) sinew__buffer_format(out, " --onion %d", (int)viewer->onion);
    if (viewer->tracking) sinew__buffer_put_text(out, " --follow");
    if (viewer->hide_ground) sinew__buffer_put_text(out, " --no-grid");
}

/// Writes `--over FILE --other-clip CLIP` for the second clip. The command can draw both only if they start together
/// and are linked by seconds; if not, only the playing clip is drawn.
static int put_other(const viewer_state *viewer, sinew__buffer *out)
{
    const viewer_comparison *other = &viewer->other;
    const viewer_files *files = viewer->settings->other_files;
    const int is_both = other->way == VIEWER_COMPARE_OVER || other->way == VIEWER_COMPARE_BESIDE;
    int usable = 1;
    if (!viewer_is_comparing(viewer) || !is_both || other->link != VIEWER_LINK_SECONDS || other->offset != 0.0)
        return 1;
    sinew__buffer_format(out, " --%s", sinew__word_of(viewer_compare_words, (int)other->way)->name);
    usable &= put_path(out, other->name);
    put_clip_option(other->model, other->clip, "other-clip", out);
    for (size_t i = 0; files && i < files->also_read_count; ++i) {
        sinew__buffer_put_text(out, " --other-anim");
        usable &= put_path(out, files->also_read[i]);
    }
    return usable;
}

/// Writes the name of the image. Braces are doubled, because they would begin a placeholder.
static int put_image(const viewer_state *viewer, sinew__buffer *out)
{
    char name[VIEWER_IMAGE_NAME];
    sinew__buffer pattern = {0};
    viewer_image_name(viewer, name);
    for (const char *c = name; *c; ++c) {
        if (*c == '{' || *c == '}') sinew__buffer_put_character(&pattern, *c);
        sinew__buffer_put_character(&pattern, *c);
    }
    sinew__buffer_put_character(&pattern, '\0');
    sinew__buffer_put_text(out, " -o");
    const int usable = !pattern.failed && put_path(out, pattern.text);
    out->failed |= pattern.failed;
    sinew__buffer_free(&pattern);
    return usable;
}

int viewer_format_render_command(viewer_state *viewer, int32_t width, int32_t height, sinew__buffer *out)
{
    const viewer_settings *settings = viewer->settings;
    const viewer_files *files = settings->files;
    sinew__buffer_put_text(out, "sinew render");
    int usable = put_path(out, viewer->name);
    put_clip_option(viewer->model, viewer->clip, "clip", out);
    for (size_t i = 0; files && i < files->also_read_count; ++i) {
        sinew__buffer_put_text(out, " --anim");
        usable &= put_path(out, files->also_read[i]);
    }
    put_time(viewer, out);
    usable &= put_other(viewer, out);
    sinew__buffer_format(out, " --size %dx%d", (int)(viewer_is_beside(viewer) ? width / 2 : width), (int)height);
    put_camera(viewer, out);
    put_keys(viewer, out);
    const int has_options = viewer->edit_list.fixed > 0 && viewer->edit_list.items[0].kind == VIEWER_EDIT_OPTIONS &&
                            viewer->edit_list.items[0].is_on;
    for (size_t i = 0; has_options && i < settings->edit_word_count; ++i) put_word(out, settings->edit_words[i]);
    put_rotations(viewer, out);
    put_targets(viewer, out);
    if (viewer->is_in_place) sinew__buffer_put_text(out, " --in-place");
    put_look(viewer, out);
    if (settings->engine != SINEW_ENGINE_FAST) {
        sinew__buffer_format(out, " --engine %s", sinew__engine_info(settings->engine)->name);
    }
    if (files && files->texture_path) {
        sinew__buffer_put_text(out, " --texture-path");
        usable &= put_path(out, files->texture_path);
    }
    usable &= put_image(viewer, out);
    return usable && !out->failed;
}

// ---- the command that compares -------------------------------------------------------------------------------------

int viewer_format_diff_command(const viewer_state *viewer, sinew__buffer *out, const char **out_why)
{
    const viewer_comparison *other = &viewer->other;
    const viewer_settings *settings = viewer->settings;
    int usable = 1;
    *out_why = "a name is unprintable";
    if ((settings->files && settings->files->also_read_count > 0) ||
        (settings->other_files && settings->other_files->also_read_count > 0)) {
        *out_why = "diff does not add the clips of --anim";
        return 0;
    }
    sinew__buffer_put_text(out, "sinew diff");
    usable &= put_path(out, viewer->name);
    usable &= put_path(out, other->name);
    put_clip_option(viewer->model, viewer->clip, "clip", out);
    put_clip_option(other->model, other->clip, "other-clip", out);
    if (settings->engine != SINEW_ENGINE_EXACT)
        sinew__buffer_format(out, " --engine %s", sinew__engine_info(settings->engine)->name);
    return usable && !out->failed;
}
