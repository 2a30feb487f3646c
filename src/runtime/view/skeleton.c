// Decides which joints and meshes are drawn, and computes motion trails and onion skins.
#include "runtime/view/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"

int sinew__render_has_bones(const sinew_model *model)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->kind == SINEW_JOINT_BONE || (joint->flags & SINEW_JOINT_DEFORMS)) return 1;
    }
    return 0;
}

int sinew__render_is_skeletal(const sinew_model *model, int has_bones, int32_t joint)
{
    const sinew_joint *one = &model->joints[joint];
    if (one->flags & SINEW_JOINT_HELPER) return 0;
    if (has_bones) return one->kind == SINEW_JOINT_BONE || (one->flags & SINEW_JOINT_DEFORMS) != 0;
    return one->kind == SINEW_JOINT_NULL || one->kind == SINEW_JOINT_MESH;
}

sinew__joint_prefix sinew__find_joint_prefix(const sinew_model *model)
{
    const int has_bones = sinew__render_has_bones(model);
    sinew__joint_prefix prefix = {NULL, 0};
    int32_t count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!sinew__render_is_skeletal(model, has_bones, i)) continue;
        const char *name = sinew_text(model, model->joints[i].name);
        if (count++ == 0) prefix = (sinew__joint_prefix){name, strlen(name)};
        size_t same = 0;
        while (same < prefix.size && name[same] == prefix.text[same]) ++same;
        prefix.size = same;
    }
    while (prefix.size > 0 && prefix.text[prefix.size - 1] != ':' && prefix.text[prefix.size - 1] != '|') --prefix.size;
    if (count < 2) prefix.size = 0;
    return prefix;
}

const char *sinew__joint_label(const sinew_model *model, int32_t joint, sinew__joint_prefix prefix)
{
    const char *name = sinew_text(model, model->joints[joint].name);
    const int has_prefix = prefix.size > 0 && strncmp(name, prefix.text, prefix.size) == 0 && name[prefix.size];
    return has_prefix ? name + prefix.size : name;
}

void sinew__render_joint_position(const sinew_pose *pose, int32_t joint, double out_position[3])
{
    for (int i = 0; i < 3; ++i) out_position[i] = pose->global[joint].row[i][3];
}

int sinew__render_mesh_is_drawable(const sinew_mesh *mesh)
{
    return mesh->index_count > 0 && !(mesh->flags & SINEW_MESH_HIDDEN);
}

int sinew__render_has_surface(const sinew_model *model)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (sinew__render_mesh_is_drawable(&model->meshes[i])) return 1;
    }
    return 0;
}

/// Whether two values differ by more than rounding.
static int differ(double low, double high)
{
    return high - low > 1e-4 * fmax(1.0, fmax(fabs(low), fabs(high)));
}

static int curve_moves(const sinew_model *model, int32_t curve)
{
    if (curve == SINEW_NONE) return 0;
    const sinew_curve_key *keys = model->curve_keys + model->curves[curve].first_key;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t i = 0; i < model->curves[curve].key_count; ++i) {
        low = fmin(low, keys[i].value);
        high = fmax(high, keys[i].value);
    }
    return differ(low, high);
}

static int track_moves(const sinew_model *model, const sinew_track *track)
{
    const sinew_track_key *keys = model->track_keys + track->first_key;
    for (int component = 0; component < 4; ++component) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int32_t i = 0; i < track->key_count; ++i) {
            low = fmin(low, keys[i].value[component]);
            high = fmax(high, keys[i].value[component]);
        }
        if (differ(low, high)) return 1;
    }
    return 0;
}

/// Sets `out_moves`, [joint_count], to 1 for joints whose local transform changes in a clip.
static void mark_moving_joints(const sinew_model *model, int32_t clip, uint8_t *out_moves)
{
    if (model->info->is_stripped) { // no curves: uses the joints that leave their rest pose
        sinew__mark_animated_joints(model, clip, out_moves);
        return;
    }
    const sinew_clip *item = sinew__model_clip(model, clip);
    for (int32_t i = item->first_channel; i < item->first_channel + item->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->property == SINEW_CHANNEL_OTHER || channel->joint == SINEW_NONE || out_moves[channel->joint])
            continue;
        for (int k = 0; k < 3; ++k) out_moves[channel->joint] |= (uint8_t)curve_moves(model, channel->curve[k]);
    }
    for (int32_t i = item->first_track; i < item->first_track + item->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint != SINEW_NONE) out_moves[track->joint] |= (uint8_t)track_moves(model, track);
    }
}

/// Sets `out_seen`, [joint_count] and zeroed, to 1 for joints that move a drawable mesh: the mesh is deformed by, or
/// attached to, the joint or one of its descendants.
static void mark_seen_joints(const sinew_model *model, uint8_t *out_seen)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_drawable(mesh)) continue;
        out_seen[mesh->joint] = 1;
        const uint32_t *start = model->influence_start + mesh->first_vertex;
        for (uint32_t k = start[0]; k < start[mesh->vertex_count]; ++k)
            if (model->influences[k].authored != 0)
                out_seen[model->skin_joints[model->influences[k].skin_joint].joint] = 1;
    }
    for (int32_t i = model->joint_count - 1; i > 0; --i)
        if (out_seen[i] && model->joints[i].parent != SINEW_NONE) out_seen[model->joints[i].parent] = 1;
}

int sinew__shows_skeleton(const sinew_model *model)
{
    if (!sinew__render_has_surface(model)) return 1;
    const size_t count = (size_t)model->joint_count;
    uint8_t *seen = sinew__allocate_zeroed(3 * count + 1, 1), *moves = seen + count, *moves_in_clip = moves + count;
    int32_t moving = 0, visible = 0;
    if (!seen) return 0;
    mark_seen_joints(model, seen);
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        memset(moves_in_clip, 0, count);
        mark_moving_joints(model, clip, moves_in_clip);
        for (size_t i = 0; i < count; ++i) moves[i] |= moves_in_clip[i];
    }
    const int has_bones = sinew__render_has_bones(model);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        moving += moves[i] && (seen[i] || sinew__render_is_skeletal(model, has_bones, i));
        visible += moves[i] && seen[i];
    }
    sinew_free(seen);
    return 2 * visible < moving;
}

int sinew__render_all_hidden(const sinew_model *model)
{
    int32_t surfaces = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) surfaces += model->meshes[i].index_count > 0;
    return surfaces > 0 && !sinew__render_has_surface(model);
}

// Colours of earlier times, orange, and later times, blue, as on a motion trail.
static const float past[3] = {1.0f, 0.30f, 0.05f}, future[3] = {0.05f, 0.42f, 0.95f};

/// Alpha of the nearest and of the farthest ghost.
static const double nearest_alpha = 0.42, farthest_alpha = 0.12;

/// Returns the offset in frames of a ghost. Ghosts are drawn in order of their index: the farthest in time first.
static int32_t frame_offset(const sinew_onion *onion, int32_t index)
{
    const int32_t distance = onion->count / 2 - index / 2;
    return index % 2 == 0 ? -distance : distance;
}

sinew_result sinew_onion_create(const sinew_model *model, int32_t each_side, sinew_onion **out_onion,
                                sinew_error *out_error)
{
    if (out_onion) *out_onion = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_onion)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (each_side < 0 || each_side > INT32_MAX / 2)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "there cannot be %d ghosts", (int)each_side);
    sinew_onion *onion = sinew__allocate_zeroed(1, sizeof *onion);
    if (!onion) return sinew__fail_memory(out_error);
    onion->ghosts = sinew__allocate_zeroed((size_t)each_side * 2 + 1, sizeof *onion->ghosts);
    sinew_result result = onion->ghosts ? SINEW_OK : sinew__fail_memory(out_error);
    for (; result == SINEW_OK && onion->count < 2 * each_side; ++onion->count)
        result = sinew_pose_create(model, &onion->ghosts[onion->count].pose, out_error);
    if (result != SINEW_OK) {
        sinew_onion_destroy(onion);
        return result;
    }
    for (int32_t i = 0; i < onion->count; ++i) {
        const int32_t offset = frame_offset(onion, i), distance = abs(offset);
        const double fraction = each_side > 1 ? (distance - 1.0) / (each_side - 1.0) : 0.0;
        sinew_ghost *ghost = &onion->ghosts[i];
        for (int k = 0; k < 3; ++k) ghost->color[k] = offset < 0 ? past[k] : future[k];
        ghost->color[3] = (float)(nearest_alpha + fraction * (farthest_alpha - nearest_alpha));
    }
    *out_onion = onion;
    return SINEW_OK;
}

void sinew_onion_destroy(sinew_onion *onion)
{
    if (!onion) return;
    for (int32_t i = 0; onion->ghosts && i < onion->count; ++i) sinew_pose_destroy(onion->ghosts[i].pose);
    sinew_free(onion->ghosts);
    sinew_free(onion);
}

void sinew_onion_pose(sinew_onion *onion, const sinew_model *model, sinew_engine engine, int32_t clip, double time,
                      double step)
{
    if (!sinew__can_pose_clip(model, clip)) return;
    const sinew__span span = sinew__clip_span(model, clip);
    for (int32_t i = 0; i < onion->count; ++i) {
        const double ghost_time = time + frame_offset(onion, i) * step;
        onion->ghosts[i].is_shown = ghost_time >= span.start - 1e-6 && ghost_time <= span.end + 1e-6 &&
                                    sinew__pose_fits(model, onion->ghosts[i].pose);
        if (onion->ghosts[i].is_shown) sinew_pose_evaluate(model, engine, clip, ghost_time, onion->ghosts[i].pose);
    }
}

enum { MAX_POINTS = 20000, POINTS_PER_FRAME = 4, WINDOW_SAMPLES = 17 };

/// Seconds, half of the window for averaging positions: it removes the sway and bounce of a walk and leaves its path.
static const double window = 0.25;

sinew_result sinew_trail_create(const sinew_model *model, sinew_engine engine, int32_t clip, int32_t joint,
                                sinew_trail **out_trail, sinew_error *out_error)
{
    if (out_trail) *out_trail = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_trail) || sinew__lacks_clip(model, clip, out_error) ||
        sinew__lacks_item(out_error, "joint", joint, model->joint_count) ||
        sinew__lacks_item(out_error, "engine", (int32_t)engine, SINEW_ENGINE_COUNT))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const double fps = model->info->fps > 0.0 ? model->info->fps : 30.0;
    const sinew__span span = sinew__clip_span(model, clip);
    sinew_trail counts = {.to = span.end, .clip_start = sinew__timeline(model, clip, 0)};
    // Several points per frame, or fewer if the clip is so long that they could not be distinguished.
    const double frames = fmin(ceil(span.duration * fps - 1e-6), 1e9);
    counts.points_per_frame = frames * (double)POINTS_PER_FRAME < (double)MAX_POINTS ? POINTS_PER_FRAME
                              : frames < (double)MAX_POINTS                          ? 1
                                                                                     : 0;
    counts.count = 1 + (counts.points_per_frame > 0 ? (int32_t)frames * counts.points_per_frame : MAX_POINTS);
    counts.step =
        counts.points_per_frame > 0 ? 1.0 / (fps * counts.points_per_frame) : span.duration / (double)MAX_POINTS;
    sinew_pose *pose = NULL;
    const sinew_result result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;
    sinew_trail *trail = sinew__allocate(sizeof *trail);
    double(*points)[3] = sinew__allocate((size_t)counts.count * sizeof *points);
    if (trail && points) {
        for (int32_t i = 0; i < counts.count; ++i) {
            sinew_pose_evaluate(model, engine, clip, fmin(i * counts.step, counts.to), pose);
            sinew__render_joint_position(pose, joint, points[i]);
        }
        counts.points = points;
        *trail = counts;
        *out_trail = trail;
    } else {
        sinew_free(trail);
        sinew_free(points);
    }
    sinew_pose_destroy(pose);
    return *out_trail ? SINEW_OK : sinew__fail_memory(out_error);
}

void sinew_trail_destroy(sinew_trail *trail)
{
    if (!trail) return;
    sinew_free(trail->points);
    sinew_free(trail);
}

void sinew_trail_position(const sinew_trail *trail, double time, double out_position[3])
{
    const double steps = fmin(fmax(time / trail->step, 0.0), trail->count - 1.0);
    const int32_t before = (int32_t)steps, after = before + 1 < trail->count ? before + 1 : before;
    const double begin = before * trail->step, length = fmin(trail->step, trail->to - begin);
    const double fraction = length > 0.0 ? fmin(fmax((time - begin) / length, 0.0), 1.0) : 0.0;
    for (int i = 0; i < 3; ++i) {
        out_position[i] = (1.0 - fraction) * trail->points[before][i] + fraction * trail->points[after][i];
    }
}

static void smoothed_position(const sinew_trail *trail, double time, double out[3])
{
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < WINDOW_SAMPLES; ++i) {
        double position[3];
        sinew_trail_position(trail, time + window * (2.0 * i / (WINDOW_SAMPLES - 1) - 1.0), position);
        sinew__double3_add_scaled(out, 1.0 / (double)WINDOW_SAMPLES, position, out);
    }
}

void sinew__render_trail_offset(const sinew_trail *trail, double time, double out_offset[3])
{
    double position[3], first[3];
    smoothed_position(trail, time, position);
    smoothed_position(trail, 0.0, first);
    sinew__double3_subtract(position, first, out_offset);
}
