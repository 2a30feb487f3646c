/// Exchanges left and right in clips.
///
/// A joint plays the motion of its partner on the other side, reflected in the plane between the sides. `m`
/// (mirror_sides.h) relates the axes of the two joints and is a reflection: own local = m(parent)ᵀ · partner's local ·
/// m. In almost every rig, m only negates axes; then the author's keys only change signs, and tracks of quaternions are
/// multiplied by constants. A translation, rotation or scale whose axes are exchanged is sampled.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "author/edit/fit_keys.h"
#include "author/edit/mirror_sides.h"
#include "author/retarget/joint_names.h"
#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/joint_frame.h"
#include "runtime/motion/motion.h"
#include "sinew/pose_edit.h"

/// The state while a model's clips are mirrored.
typedef struct mirror {
    const sinew_model *model;
    sinew__key_fitter *fitter;
    sinew__sides sides;
    int32_t *of_morph; ///< [morph_count] the morph of the other side; itself if none exists
    int32_t sampled;   ///< number of joints that had to be sampled
    int32_t joint;     ///< the joint being sampled
} mirror;

enum { KEEPS_ALL = SINEW__KEEPS_TRANSLATION | SINEW__KEEPS_ROTATION | SINEW__KEEPS_SCALE };

static const char *joint_name(const mirror *job, int32_t joint)
{
    return sinew_text(job->model, job->model->joints[joint].name);
}

static int pair_morphs(mirror *job, sinew__arena *memory)
{
    const sinew_model *model = job->model;
    job->of_morph = SINEW__ARENA_ARRAY(memory, int32_t, model->morph_count);
    for (int32_t i = 0; job->of_morph && i < model->morph_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[model->morphs[i].mesh];
        const char *other = sinew__name_of_other_side(sinew_text(model, model->morphs[i].name), memory);
        job->of_morph[i] = i;
        for (int32_t k = mesh->first_morph; other && k < mesh->first_morph + mesh->morph_count; ++k)
            if (strcmp(sinew_text(model, model->morphs[k].name), other) == 0) job->of_morph[i] = k;
    }
    return !memory->failed;
}

// ---- values --------------------------------------------------------------------------------------------------------

static sinew_quat change_above(const mirror *job, int32_t joint)
{
    const int32_t parent = job->model->joints[joint].parent;
    return parent == SINEW_NONE ? job->sides.root : job->sides.turn[parent];
}

/// Converts the partner's translation to the joint's: −aᵀ · t, with a = `above`.
static sinew_vec3 mirrored_point(sinew_quat above, sinew_vec3 t)
{
    return sinew__vec3_scale(sinew__quat_rotate(sinew__quat_conjugate(above), t), -1);
}

static sinew_quat mirrored_rotation(sinew_quat above, sinew_quat r, sinew_quat own)
{
    return sinew__quat_multiply(sinew__quat_conjugate(above), sinew__quat_multiply(r, own));
}

/// Converts the partner's scale to the joint's; scales depend on the axes, not on their signs.
static sinew_vec3 mirrored_scale(sinew_vec3 s, sinew_quat own)
{
    const sinew_affine map = sinew__affine_from_quat(own);
    const double from[3] = {s.x, s.y, s.z};
    double out[3] = {0};
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) out[c] += map.row[r][c] * map.row[r][c] * from[r];
    return (sinew_vec3){out[0], out[1], out[2]};
}

static sinew_transform mirrored(const mirror *job, int32_t joint, const sinew_transform *partner)
{
    const sinew_quat above = change_above(job, joint), own = job->sides.turn[joint];
    return (sinew_transform){sinew__vec3_add(mirrored_point(above, partner->t), job->sides.offset[joint]),
                             mirrored_rotation(above, partner->r, own), mirrored_scale(partner->s, own)};
}

// ---- curves --------------------------------------------------------------------------------------------------------

/// Computes the signs of the three axes if the rotation only negates axes. Returns 0 otherwise.
static int half_turns(sinew_quat q, double out[3])
{
    static const double equal = 1e-6;
    const sinew_affine map = sinew__affine_from_quat(q);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            if (fabs(fabs(map.row[r][c]) - (r == c)) > equal) return 0;
    for (int i = 0; i < 3; ++i) out[i] = map.row[i][i] < 0 ? -1 : 1;
    return 1;
}

static sinew_quat euler_of(const sinew_transform_stack *stack, const double degrees[3])
{
    return stack->rotation_active ? sinew__quat_from_euler(degrees, SINEW_ROTATE_XYZ) : sinew__quat_identity();
}

/// The factors that convert values of the partner's properties to the joint's.
typedef struct key_signs {
    double translation[3], rotation[3];
} key_signs;

static int lengths_agree(const double own[3], const double other[3], const double signs[3], double size)
{
    for (int i = 0; i < 3; ++i)
        if (fabs(own[i] - signs[i] * other[i]) > 1e-6 * size) return 0;
    return 1;
}

static int find_rotation_signs(const mirror *job, int32_t joint, const sinew_transform_stack *own,
                               const sinew_transform_stack *its, double out[3])
{
    const sinew_quat before = euler_of(own, own->pre_rotation), its_before = euler_of(its, its->pre_rotation),
                     after = euler_of(own, own->post_rotation), its_after = euler_of(its, its->post_rotation);
    const sinew_quat above = change_above(job, joint);
    const sinew_quat x = sinew__quat_multiply(sinew__quat_conjugate(before),
                                              sinew__quat_multiply(sinew__quat_conjugate(above), its_before));
    const sinew_quat y =
        sinew__quat_multiply(sinew__quat_conjugate(its_after), sinew__quat_multiply(job->sides.turn[joint], after));
    double y_signs[3];
    const int order = own->rotation_active ? own->rotation_order : SINEW_ROTATE_XYZ,
              its_order = its->rotation_active ? its->rotation_order : SINEW_ROTATE_XYZ;
    return order == its_order && half_turns(x, out) && half_turns(y, y_signs) &&
           memcmp(out, y_signs, sizeof y_signs) == 0;
}

/// Finds the signs, and returns the parts (SINEW__KEEPS_…) whose keys can express the partner's motion. If one of the
/// two joints has pivots, all parts or no parts are returned.
static uint32_t find_signs(const mirror *job, int32_t joint, key_signs *out)
{
    const int32_t other = job->sides.partner[joint];
    const sinew_transform_stack own = sinew__joint_stack(job->model, joint),
                                its = sinew__joint_stack(job->model, other);
    double own_signs[3], inner[3];
    uint32_t kept = 0;
    const int stays = sinew__vec3_length(job->sides.offset[joint]) > 0;
    if (half_turns(change_above(job, joint), out->translation) && !stays) kept |= SINEW__KEEPS_TRANSLATION;
    if (find_rotation_signs(job, joint, &own, &its, out->rotation)) kept |= SINEW__KEEPS_ROTATION;
    if (half_turns(job->sides.turn[joint], own_signs)) kept |= SINEW__KEEPS_SCALE;
    for (int i = 0; i < 3; ++i) out->translation[i] = -out->translation[i];
    if (kept != KEEPS_ALL)
        return sinew__joint_lacks_pivots(job->model, joint) && sinew__joint_lacks_pivots(job->model, other) ? kept : 0;
    for (int i = 0; i < 3; ++i) inner[i] = -own_signs[i];
    const double size = job->model->info->size;
    const int agree = lengths_agree(own.rotation_offset, its.rotation_offset, out->translation, size) &&
                      lengths_agree(own.rotation_pivot, its.rotation_pivot, out->translation, size) &&
                      lengths_agree(own.scaling_offset, its.scaling_offset, inner, size) &&
                      lengths_agree(own.scaling_pivot, its.scaling_pivot, inner, size);
    return agree ? KEEPS_ALL : 0;
}

/// Returns the factors for a channel's values; NULL if signs cannot express the property.
static const double *signs_of(const key_signs *signs, uint32_t property)
{
    static const double same[3] = {1, 1, 1};
    switch ((sinew_channel_property)property) {
    case SINEW_CHANNEL_TRANSLATION: return signs->translation;
    case SINEW_CHANNEL_ROTATION: return signs->rotation;
    case SINEW_CHANNEL_SCALING: return same;
    default: return NULL;
    }
}

/// Returns the parts of a joint's motion that its partner's channels express with other signs. If these are all parts
/// that have channels, the result includes the parts without channels. Otherwise the parts without channels must be
/// sampled as well, because their rest values may differ from the partner's.
static uint32_t find_kept(const mirror *job, const sinew_raw_clip *clip, int32_t joint, key_signs *out)
{
    uint32_t moving = 0;
    for (int32_t i = 0; i < clip->channel_count; ++i) {
        const sinew_raw_channel *channel = &clip->channels[i];
        if (!sinew__channel_moves(channel, job->sides.partner[joint])) continue;
        if (!signs_of(out, channel->property)) return 0;
        moving |= 1u << channel->property;
    }
    const uint32_t kept = find_signs(job, joint, out) & moving;
    return kept == moving ? KEEPS_ALL : kept;
}

// ---- clips ---------------------------------------------------------------------------------------------------------

static int mirror_channel(mirror *job, const sinew_raw_channel *from, int32_t joint, const double *signs,
                          sinew_raw_channel *out)
{
    sinew__arena *memory = &job->fitter->editor->memory;
    *out = *from;
    out->joint = joint;
    for (int c = 0; c < 3; ++c) {
        out->value[c] *= signs[c];
        if (!from->curve[c]) continue;
        sinew_raw_curve *curve = SINEW__ARENA_ARRAY(memory, sinew_raw_curve, 1);
        if (!curve) return 0;
        *curve = *from->curve[c];
        if (signs[c] < 0 && !sinew__curve_multiply(memory, -1, curve)) return 0;
        out->curve[c] = curve;
    }
    return 1;
}

static void mirror_track_value(const mirror *job, int32_t joint, uint32_t path, double value[4])
{
    const sinew_quat above = change_above(job, joint), own = job->sides.turn[joint];
    if (path == SINEW_TRACK_TRANSLATION) {
        const sinew_vec3 t = mirrored_point(above, (sinew_vec3){value[0], value[1], value[2]});
        value[0] = t.x, value[1] = t.y, value[2] = t.z;
    } else if (path == SINEW_TRACK_ROTATION) {
        const sinew_quat r = mirrored_rotation(above, (sinew_quat){value[0], value[1], value[2], value[3]}, own);
        value[0] = r.x, value[1] = r.y, value[2] = r.z, value[3] = r.w;
    } else {
        const sinew_vec3 s = mirrored_scale((sinew_vec3){value[0], value[1], value[2]}, own);
        value[0] = s.x, value[1] = s.y, value[2] = s.z;
    }
}

static int mirror_track(mirror *job, const sinew_raw_track *from, int32_t joint, sinew_raw_track *out)
{
    const int32_t count = from->key_count * (from->interpolation == SINEW_CUBIC ? 3 : 1);
    *out = *from;
    out->joint = joint;
    sinew_track_key *keys = sinew__track_own_keys(&job->fitter->editor->memory, out);
    for (int32_t i = 0; keys && i < count; ++i) mirror_track_value(job, joint, out->path, keys[i].value);
    const sinew_vec3 offset = job->sides.offset[joint];
    for (int32_t i = 0; keys && i < out->key_count && out->path == SINEW_TRACK_TRANSLATION; ++i) { // not for tangents
        double *value = keys[i].value;
        value[0] += offset.x, value[1] += offset.y, value[2] += offset.z;
    }
    return keys != NULL;
}

static void sampled_local(void *user, double time, sinew_transform *out)
{
    const mirror *job = user;
    const sinew_transform partner = sinew__key_fitter_local(job->fitter, job->sides.partner[job->joint], time);
    *out = mirrored(job, job->joint, &partner);
}

static int is_animated(const mirror *job, int32_t joint)
{
    const sinew__joint_motion *motion = &job->fitter->sampler.motions[joint];
    return motion->channel_count > 0 || motion->track_count > 0;
}

/// Whether a joint needs constant tracks: its partner is not animated, and its own rest pose is not the mirror image of
/// the partner's.
static int rests_elsewhere(const mirror *job, int32_t joint)
{
    static const double same = 1e-5;
    const int32_t other = job->sides.partner[joint];
    if (other == SINEW_NONE || is_animated(job, other)) return 0;
    const sinew_transform rest = job->model->joints[joint].rest,
                          wanted = mirrored(job, joint, &job->model->joints[other].rest);
    const double dot =
        fabs(rest.r.x * wanted.r.x + rest.r.y * wanted.r.y + rest.r.z * wanted.r.z + rest.r.w * wanted.r.w);
    return sinew__vec3_length(sinew__vec3_subtract(rest.t, wanted.t)) > same * job->model->info->size ||
           dot < 1 - same * same;
}

static sinew_result sample_joint(mirror *job, sinew_raw_clip *clip, int32_t joint, uint32_t kept)
{
    const int32_t source = job->sides.partner[joint];
    const sinew__fitted_joint fitted = {
        .joint = joint, .sources = &source, .source_count = 1, .kept = kept, .function = sampled_local, .user = job};
    job->joint = joint;
    job->sampled += is_animated(job, source);
    return sinew__fit_joint(job->fitter, clip, &fitted);
}

/// Exchanges the channels and tracks of a clip. `kept` [joint_count] gets the parts of each joint that keys express;
/// the other parts are sampled later.
static sinew_result exchange(mirror *job, sinew_raw_clip *clip, uint8_t *kept)
{
    sinew__arena *memory = &job->fitter->editor->memory;
    sinew_raw_channel *channels = SINEW__ARENA_ARRAY(memory, sinew_raw_channel, clip->channel_count);
    sinew_raw_track *tracks = SINEW__ARENA_ARRAY(memory, sinew_raw_track, clip->track_count);
    const sinew_model *model = job->model;
    key_signs signs = {{0}, {0}};
    int32_t known = SINEW_NONE;
    int ok = channels && tracks;
    for (int32_t i = 0; i < clip->channel_count && ok; ++i) {
        const sinew_raw_channel *from = &clip->channels[i];
        channels[i] = *from;
        if (from->property == SINEW_CHANNEL_MORPH_WEIGHT) {
            const int32_t first = model->meshes[from->mesh].first_morph;
            channels[i].morph = job->of_morph[first + from->morph] - first;
        }
        if (from->joint == SINEW_NONE || job->sides.partner[from->joint] == SINEW_NONE) continue;
        const int32_t joint = channels[i].joint = job->sides.partner[from->joint];
        if (from->property >= SINEW_CHANNEL_VISIBILITY) continue;
        if (joint != known) {
            kept[joint] = (uint8_t)find_kept(job, clip, joint, &signs);
            known = joint;
        }
        if (from->property <= SINEW_CHANNEL_SCALING && (kept[joint] >> from->property & 1))
            ok = mirror_channel(job, from, joint, signs_of(&signs, from->property), &channels[i]);
    }
    for (int32_t i = 0; i < clip->track_count && ok; ++i) {
        const sinew_raw_track *from = &clip->tracks[i];
        tracks[i] = *from;
        if (from->path == SINEW_TRACK_MORPH_WEIGHT) {
            const int32_t first = model->meshes[from->mesh].first_morph;
            tracks[i].morph = job->of_morph[first + from->morph] - first;
        } else if (from->joint != SINEW_NONE && job->sides.partner[from->joint] != SINEW_NONE) {
            ok = mirror_track(job, from, job->sides.partner[from->joint], &tracks[i]);
        }
    }
    clip->channels = channels;
    clip->tracks = tracks;
    return ok ? SINEW_OK : sinew__fail_memory(job->fitter->editor->error);
}

static int mirror_events(mirror *job, sinew_raw_clip *clip)
{
    sinew__arena *memory = &job->fitter->editor->memory;
    sinew_raw_event *events = (sinew_raw_event *)(uintptr_t)clip->events;
    for (int32_t i = 0; i < clip->event_count; ++i) {
        const char *text = sinew__name_of_other_side(events[i].text, memory),
                   *track = sinew__name_of_other_side(events[i].track, memory);
        if (text) events[i].text = text;
        if (track) events[i].track = track;
    }
    return !memory->failed;
}

static sinew_result mirror_clip(mirror *job, int32_t index)
{
    sinew__clip_editor *editor = job->fitter->editor;
    sinew_raw_clip *clip = &editor->clips[index];
    uint8_t *kept = SINEW__ARENA_ARRAY(&editor->memory, uint8_t, job->model->joint_count);
    if (!kept) return sinew__fail_memory(editor->error);
    memset(kept, KEEPS_ALL, (size_t)job->model->joint_count);
    sinew_result result = sinew__key_fitter_select(job->fitter, index);
    if (result == SINEW_OK) result = exchange(job, clip, kept);
    for (int32_t i = 0; i < job->model->joint_count && result == SINEW_OK; ++i) {
        if (kept[i] != KEEPS_ALL)
            result = sample_joint(job, clip, i, kept[i]);
        else if (rests_elsewhere(job, i))
            result = sample_joint(job, clip, i, 0);
    }
    if (result == SINEW_OK && !mirror_events(job, clip)) result = sinew__fail_memory(editor->error);
    return result;
}

static void note_joints(const mirror *job)
{
    const sinew__clip_editor *editor = job->fitter->editor;
    const sinew__sides *sides = &job->sides;
    sinew__edit_note(editor, "both sides are those of the %s", sides->reference);
    if (sides->in_place > 0)
        sinew__edit_note(editor, "%d joints have no other side and are mirrored in place, '%s' first",
                         (int)sides->in_place, joint_name(job, sides->first_in_place));
    if (sides->following > 0)
        sinew__edit_note(editor, "%d joints have no other side and follow the joint above them, '%s' first",
                         (int)sides->following, joint_name(job, sides->first_following));
    if (job->sampled > 0)
        sinew__edit_note(editor, "the motion of %d joints is sampled: their axes are no mirror images",
                         (int)job->sampled);
}

sinew_result sinew__edit_mirror_clips(const sinew_model *model, const sinew_body_map *map,
                                      const sinew__edit_options *options, sinew_model **out_model,
                                      sinew_error *out_error)
{
    sinew__clip_editor editor;
    sinew__key_fitter fitter;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    mirror job = {.model = model, .fitter = &fitter};
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__key_fitter_init(&fitter, &editor, editor.options->error);
    if (result == SINEW_OK) result = sinew__sides_find(model, map, &editor.memory, &job.sides, out_error);
    if (result == SINEW_OK && !pair_morphs(&job, &editor.memory)) result = sinew__fail_memory(out_error);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        if (editor.is_chosen[i]) result = mirror_clip(&job, i);
    if (result == SINEW_OK) note_joints(&job);
    return sinew__edit_finish(&editor, result, out_model);
}
