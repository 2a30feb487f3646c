#include "runtime/view/shown_pose.h"

#include <assert.h>
#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "runtime/model/look_up.h"
#include "sinew/root_motion.h"

// ---- fades --------------------------------------------------------------------------------------------------------

void sinew__shown_fade_free(shown_fade *fade)
{
    sinew_mixer_destroy(fade->mixer);
    sinew_blender_destroy(fade->blender);
    sinew_local_pose_destroy(fade->blended);
    *fade = (shown_fade){0};
}

/// Allocates the memory of a fade for a model, unless it exists.
static int open_fade(shown_fade *fade, const sinew_model *model)
{
    if (fade->model == model) return 1;
    sinew__shown_fade_free(fade);
    if (sinew_mixer_create(model, &fade->mixer, NULL) != SINEW_OK ||
        sinew_blender_create(model, &fade->blender, NULL) != SINEW_OK ||
        sinew_local_pose_create(model, &fade->blended, NULL) != SINEW_OK) {
        sinew__shown_fade_free(fade);
        return 0;
    }
    fade->model = model;
    return 1;
}

void sinew__shown_fade_begin(shown_fade *fade, const sinew_model *model, int32_t from, const sinew_playback *player,
                             int32_t to, double duration)
{
    const int is_interrupted = fade->model == model && fade->remaining > 0;
    if (!open_fade(fade, model)) return;
    // Signed speed for continuing in a mixer: in the second half of a ping-pong it is negative, because mixer clips
    // turn only at their ends.
    const double length = player->end - player->begin, position = player->anchor + player->elapsed * player->speed;
    const int returns = player->loop == SINEW_LOOP_PINGPONG && position > length;
    const sinew_mixer_clip old = {.clip = from,
                                  .start = sinew_playback_time(player),
                                  .speed = returns ? -player->speed : player->speed,
                                  .loop = player->loop};
    const sinew_mixer_clip new = {.clip = to, .fade = duration, .speed = player->speed, .loop = player->loop};
    fade->remaining = 0;
    if (is_interrupted)
        sinew_mixer_freeze(fade->mixer, fade->blender);
    else if (sinew_mixer_play(fade->mixer, 0, &old, NULL) != SINEW_OK)
        return;
    if (sinew_mixer_play(fade->mixer, 0, &new, NULL) == SINEW_OK) fade->remaining = duration;
}

void sinew__shown_fade_advance(shown_fade *fade, double seconds)
{
    if (!(fade->remaining > 0)) return;
    fade->remaining -= seconds;
    sinew_mixer_advance(fade->mixer, seconds);
}

// ---- blends -------------------------------------------------------------------------------------------------------

void sinew__shown_blend_free(shown_blend *blend)
{
    sinew_blender_destroy(blend->blender);
    sinew_local_pose_destroy(blend->blended);
    *blend = (shown_blend){0};
}

int sinew__shown_blend_open(shown_blend *blend, const sinew_model *model)
{
    if (blend->model == model) return 1;
    sinew__shown_blend_free(blend);
    if (sinew_blender_create(model, &blend->blender, NULL) != SINEW_OK ||
        sinew_local_pose_create(model, &blend->blended, NULL) != SINEW_OK) {
        sinew__shown_blend_free(blend);
        return 0;
    }
    blend->model = model;
    return 1;
}

static void pose_blend(const shown_posing *posing, double time, sinew_pose *pose)
{
    const shown_blend *blend = posing->blend;
    const double own = sinew__clip_span(posing->model, posing->clip).duration;
    const double other = sinew__clip_span(posing->model, blend->clip).duration;
    const sinew_blend_input layers[2] = {
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = posing->clip, .time = time}, .weight = (float)(1 - blend->share)},
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = blend->clip, .time = own > 0 ? time / own * other : 0},
         .weight = (float)blend->share}};
    sinew_blend(blend->blender, layers, 2, blend->blended);
    blend->blended->timeline = sinew_clip_to_timeline(posing->model, posing->clip, time);
    sinew_local_pose_evaluate(posing->model, blend->blended, pose);
}

// ---- playing in place -----------------------------------------------------------------------------------------------

void sinew__shown_in_place_free(shown_in_place *in_place)
{
    sinew_pose_destroy(in_place->scratch);
    *in_place = (shown_in_place){0};
}

int sinew__shown_in_place_open(shown_in_place *in_place, const sinew_model *model)
{
    if (in_place->model == model) return 1;
    sinew__shown_in_place_free(in_place);
    if (sinew_pose_create(model, &in_place->scratch, NULL) != SINEW_OK) return 0;
    in_place->model = model;
    in_place->joint = sinew_model_find_motion_joint(model);
    return 1;
}

// ---- hidden joints -------------------------------------------------------------------------------------------------

void sinew__hidden_joints_free(hidden_joints *hidden)
{
    sinew_free(hidden->is_off);
    sinew_free(hidden->under);
    *hidden = (hidden_joints){0};
}

void sinew__hidden_joints_toggle(hidden_joints *hidden, const sinew_model *model, int32_t joint)
{
    if (!hidden->is_off) {
        const size_t count = (size_t)model->joint_count + 1;
        hidden->is_off = sinew__allocate_zeroed(count, 1);
        hidden->under = sinew__allocate(count * sizeof *hidden->under);
    }
    if (!hidden->is_off || !hidden->under) {
        sinew__hidden_joints_free(hidden);
        return;
    }
    hidden->is_off[joint] = !hidden->is_off[joint];
    for (int32_t i = 0; i < model->joint_count; ++i) { // parents come before children
        const int32_t parent = model->joints[i].parent,
                      above = parent == SINEW_NONE ? SINEW_NONE : hidden->under[parent];
        hidden->under[i] = above != SINEW_NONE ? above : hidden->is_off[i] ? i : SINEW_NONE;
    }
}

int sinew__hidden_joints_hide(const hidden_joints *hidden, int32_t joint)
{
    return hidden->is_off && hidden->under[joint] != SINEW_NONE;
}

/// Returns a palette entry that collapses all vertices to a joint's position.
static sinew_palette_matrix shrink_into(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *inverse = &model->info->global_inverse, *global = &pose->global[joint];
    sinew_palette_matrix point = {0};
    for (int r = 0; r < 3; ++r) {
        double position = inverse->row[r][3];
        for (int k = 0; k < 3; ++k) position += inverse->row[r][k] * global->row[k][3];
        point.row[r][3] = (float)position;
    }
    return point;
}

/// Hides the meshes of hidden joints. Collapses the vertices that these joints influence, and the skeleton below these
/// joints.
static void hide_joints(const hidden_joints *hidden, const sinew_model *model, sinew_pose *pose)
{
    if (!hidden->is_off) return;
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const int32_t top = hidden->under[model->skin_joints[i].joint];
        if (top != SINEW_NONE) pose->palette[i] = shrink_into(model, pose, top);
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t top = hidden->under[i];
        if (top == SINEW_NONE) continue;
        pose->visible[i] = 0;
        for (int r = 0; r < 3; ++r) pose->global[i].row[r][3] = pose->global[top].row[r][3];
    }
}

// ---- the pose -----------------------------------------------------------------------------------------------------

sinew_result sinew__shown_pose_change(const shown_posing *posing, sinew_pose *pose, sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    if (posing->change_clip) posing->change_clip(posing->user, pose);
    shown_in_place *in_place = posing->in_place;
    // Does nothing for the rest pose, without a joint that moves the character, or when out of memory.
    if (in_place && posing->clip != SINEW_NONE && sinew__shown_in_place_open(in_place, posing->model) &&
        in_place->joint != SINEW_NONE) {
        const sinew_root_motion root = {
            .clip = posing->clip, .joint = in_place->joint, .parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
        sinew_root_motion_remove_from_pose(posing->model, &root, in_place->scratch, pose);
    }
    if (posing->edits) result = sinew__pose_edits_apply(posing->edits, posing->model, pose, out_error);
    if (posing->hidden) hide_joints(posing->hidden, posing->model, pose);
    return result;
}

sinew_result sinew__shown_pose(const shown_posing *posing, double time, sinew_pose *pose, sinew_error *out_error)
{
    if (posing->fade && posing->fade->remaining > 0) {
        // The new clip of the fade uses the time of the pose, because the user may have moved the clock.
        const shown_fade *fade = posing->fade;
        sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
        float weight;
        const int32_t count = sinew_mixer_layers(fade->mixer, layers);
        const int32_t clip = sinew_mixer_current(fade->mixer, 0, NULL, &weight); // geometry caches use its time
        if (weight > 0) layers[count - 1].source.time = time;
        sinew_blend(fade->blender, layers, count, fade->blended);
        fade->blended->timeline = sinew_clip_to_timeline(fade->model, clip, time);
        sinew_local_pose_evaluate(fade->model, fade->blended, pose);
    } else if (posing->blend) {
        pose_blend(posing, time, pose);
    } else {
        sinew_pose_evaluate(posing->model, posing->engine, posing->clip, time, pose);
    }
    return sinew__shown_pose_change(posing, pose, out_error);
}

sinew_vec3 sinew__shown_pose_find_reached(const shown_posing *posing, double time, int32_t index, sinew_pose *pose)
{
    pose_edits first = *posing->edits;
    shown_posing still = *posing;
    first.target_count = index + 1;
    still.edits = &first;
    still.fade = NULL;
    still.hidden = NULL;
    (void)!sinew__shown_pose(&still, time, pose, NULL); // if the target is out of reach, the limb points at it
    const sinew_affine *end = &pose->global[first.targets[index].end];
    return (sinew_vec3){end->row[0][3], end->row[1][3], end->row[2][3]};
}
