/// Removes the motion of the character along the ground and about the up axis from clips.
#include <math.h>

#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "author/edit/fit_keys.h"
#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "sinew/pose.h"

/// The root of a clip while its motion is removed.
typedef struct still_root {
    const sinew_model *model;
    int32_t clip, joint, top; ///< `joint` moves the character; `top` is the root above it
    sinew_transform first;    ///< transform of the joint at the start of the clip
    sinew_pose *scratch;
} still_root;

enum { PARTS = SINEW_MOTION_GROUND | SINEW_MOTION_YAW };

static sinew_root_delta motion_at(const still_root *root, double time)
{
    const sinew_transform now = sinew__motion_joint_at(root->model, root->clip, root->joint, time, root->scratch);
    return sinew__motion_between(root->model, PARTS, &root->first, &now);
}

static void still_local(void *user, double time, sinew_transform *out)
{
    const still_root *root = user;
    const sinew_root_delta motion = motion_at(root, time), back = sinew_root_delta_inverse(&motion);
    const sinew_transform local = root->scratch->local[root->top];
    *out = local;
    out->t = sinew__vec3_add(back.translation, sinew__quat_rotate(back.rotation, local.t));
    out->r = sinew__quat_normalize(sinew__quat_multiply(back.rotation, local.r));
}

/// Returns the parts of sinew_root_motion_part in which the character moves at any frame; 0: the clip is in place and
/// keeps its keys.
static uint32_t moves(const still_root *root)
{
    static const double least = 1e-9;
    const sinew_clip *clip = &root->model->clips[root->clip];
    const double rate = root->model->info->fps > 0 ? root->model->info->fps : 30;
    const double frames = fmin(ceil(clip->duration * rate), 1 << 16);
    uint32_t parts = 0;
    for (double i = 1; i <= frames && parts != PARTS; ++i) {
        const sinew_root_delta motion = motion_at(root, clip->duration * i / frames);
        if (sinew__vec3_length(motion.translation) > least * root->model->info->size) parts |= SINEW_MOTION_GROUND;
        if (fabs(motion.rotation.w) < 1 - least) parts |= SINEW_MOTION_YAW;
    }
    return parts;
}

// ---- a translation that keeps its keys ------------------------------------------------------------------------------

/// The channel or track that translates the root; only valid if `count` is 1.
typedef struct root_translation {
    sinew_raw_channel *channel;
    sinew_raw_track *track;
    int32_t count; ///< number of channels and tracks that translate it
} root_translation;

static root_translation find_translation(const sinew_raw_clip *clip, int32_t joint)
{
    root_translation found = {0};
    for (int32_t i = 0; i < clip->channel_count; ++i) {
        sinew_raw_channel *channel = &((sinew_raw_channel *)(uintptr_t)clip->channels)[i];
        if (!sinew__channel_moves(channel, joint)) continue;
        if (channel->property == SINEW_CHANNEL_ROTATION || channel->property == SINEW_CHANNEL_SCALING) continue;
        found.channel = channel;
        found.count += channel->property == SINEW_CHANNEL_TRANSLATION && channel->layer == 0 ? 1 : 2;
    }
    for (int32_t i = 0; i < clip->track_count; ++i) {
        sinew_raw_track *track = &((sinew_raw_track *)(uintptr_t)clip->tracks)[i];
        if (!sinew__track_moves(track, joint) || track->path != SINEW_TRACK_TRANSLATION) continue;
        found.track = track;
        ++found.count;
    }
    return found;
}

/// Returns the component of the up axis; −1 if it is not a coordinate axis.
static int up_component(const sinew_model *model)
{
    const sinew_vec3 up = sinew__up_axis(model);
    const double parts[3] = {fabs(up.x), fabs(up.y), fabs(up.z)};
    for (int i = 0; i < 3; ++i)
        if (parts[i] == 1) return i;
    return -1;
}

static int still_track(const still_root *root, int up, sinew__arena *memory, sinew_raw_track *track)
{
    const double first[3] = {root->first.t.x, root->first.t.y, root->first.t.z};
    const int32_t count = track->key_count * (track->interpolation == SINEW_CUBIC ? 3 : 1);
    sinew_track_key *keys = sinew__track_own_keys(memory, track);
    for (int32_t i = 0; keys && i < count; ++i)
        for (int c = 0; c < 3; ++c)
            if (c != up) keys[i].value[c] = i < track->key_count ? first[c] : 0;
    return keys != NULL;
}

/// Removes the root's translation along the ground by dropping keys; keys along the up axis stay. Possible if the root
/// itself moves the character and nothing rotates its translation. Returns 1 if done, 0 if the motion must be sampled,
/// −1 when out of memory.
static int still_translation(const still_root *root, sinew__arena *memory, sinew_raw_clip *clip)
{
    const root_translation found = find_translation(clip, root->joint);
    const double first[3] = {root->first.t.x, root->first.t.y, root->first.t.z};
    const int up = up_component(root->model);
    if (root->joint != root->top || found.count != 1 || up < 0 || !sinew__joint_lacks_pivots(root->model, root->joint))
        return 0;
    if (found.track) return still_track(root, up, memory, found.track) ? 1 : -1;
    if (clip->layer_count > 1 || (clip->layer_count == 1 && (clip->layers->weight != 1 || clip->layers->weight_curve)))
        return 0;
    for (int c = 0; c < 3; ++c)
        if (c != up) found.channel->curve[c] = NULL, found.channel->value[c] = first[c];
    return 1;
}

// ---- clips ----------------------------------------------------------------------------------------------------------

static sinew_result sample_root(sinew__key_fitter *fitter, still_root *root, uint32_t kept, sinew_raw_clip *clip)
{
    sinew__clip_editor *editor = fitter->editor;
    const char *name = sinew_text(root->model, root->model->joints[root->top].name);
    sinew__fitted_joint fitted = {.joint = root->top, .kept = kept, .function = still_local, .user = root};
    int32_t *chain = SINEW__ARENA_ARRAY(&editor->memory, int32_t, root->model->joint_count);
    if (!chain) return sinew__fail_memory(editor->error);
    for (int32_t i = root->joint; i != SINEW_NONE; i = root->model->joints[i].parent) chain[fitted.source_count++] = i;
    fitted.sources = chain;
    sinew_result result = sinew__key_fitter_select(fitter, root->clip);
    if (result == SINEW_OK) result = sinew__fit_joint(fitter, clip, &fitted);
    const int both = !(kept & (SINEW__KEEPS_TRANSLATION | SINEW__KEEPS_ROTATION));
    if (result == SINEW_OK)
        sinew__edit_note(editor, "clip '%s': the %s of joint '%s' is sampled", clip->name,
                         both                              ? "motion"
                         : kept & SINEW__KEEPS_TRANSLATION ? "rotation"
                                                           : "translation",
                         name);
    return result;
}

static sinew_result still_clip(sinew__key_fitter *fitter, still_root *root, int32_t index)
{
    sinew__clip_editor *editor = fitter->editor;
    sinew_raw_clip *clip = &editor->clips[index];
    root->clip = index;
    root->first = sinew__motion_joint_at(root->model, index, root->joint, 0, root->scratch);
    const uint32_t parts = moves(root);
    if (!parts) return SINEW_OK;
    const int keeps = still_translation(root, &editor->memory, clip),
              plain = sinew__joint_lacks_pivots(root->model, root->top);
    if (keeps < 0) return sinew__fail_memory(editor->error);
    uint32_t kept = plain ? SINEW__KEEPS_SCALE : 0;
    if (plain && !(parts & SINEW_MOTION_YAW)) kept |= SINEW__KEEPS_ROTATION;
    if (keeps) kept |= SINEW__KEEPS_TRANSLATION;
    return (kept & SINEW__KEEPS_TRANSLATION) && (kept & SINEW__KEEPS_ROTATION) ? SINEW_OK
                                                                               : sample_root(fitter, root, kept, clip);
}

sinew_result sinew__edit_in_place(const sinew_model *model, const sinew__edit_options *options, sinew_model **out_model,
                                  sinew_error *out_error)
{
    sinew__clip_editor editor;
    sinew__key_fitter fitter;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    still_root root = {.model = model, .joint = SINEW_NONE};
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__find_motion_joint(model, &root.joint, out_error);
    if (result == SINEW_OK && root.joint == SINEW_NONE)
        result = sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "no joint moves the character");
    if (result == SINEW_OK) result = sinew__key_fitter_init(&fitter, &editor, editor.options->error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &root.scratch, out_error);
    if (result == SINEW_OK) root.top = sinew__root_above(model, root.joint);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        if (editor.is_chosen[i]) result = still_clip(&fitter, &root, i);
    sinew_pose_destroy(root.scratch);
    return sinew__edit_finish(&editor, result, out_model);
}
