// One character of a crowd, or several that play or mix the same clips, into the caller's arrays.
#include <string.h>

#include "core/base/affine.h"
#include "runtime/crowd/crowd.h"
#include "runtime/mixer/mixer.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/engine.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/compact_sample.h"

// ---- where results go ---------------------------------------------------------------------------------------------

static size_t palette_size(const sinew_crowd *crowd)
{
    return (size_t)crowd->model->skin_joint_count;
}

/// The place for a character's palette: the caller's array if it takes it unchanged, else the worker's.
static sinew_palette_matrix *palette_of(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t character,
                                        int32_t lane)
{
    const sinew_crowd_output *output = &crowd->output;
    if (output->palettes) return output->palettes + (size_t)character * (size_t)output->stride;
    return own->palettes + (size_t)lane * palette_size(crowd);
}

/// Begins to load the cache lines for a character's palette: in a large crowd they are in no near cache, and stores
/// that wait for them hold up the stores of the next characters. 5 to 20 % of a crowd of a thousand.
static void prefetch_palette(const sinew_crowd *crowd, int32_t character)
{
    const sinew_crowd_output *output = &crowd->output;
    const char *palettes = output->palettes ? (const char *)output->palettes : (const char *)output->half_palettes;
    const size_t matrix = SINEW__MATRIX_FLOATS * (output->palettes ? sizeof(float) : sizeof(uint16_t));
    if (!palettes) return;
    const char *line = palettes + (size_t)character * (size_t)output->stride * matrix,
               *end = line + palette_size(crowd) * matrix;
    for (; line < end; line += SINEW__LINE) __builtin_prefetch(line, 1);
}

static void prefetch_mixer(const sinew_crowd *crowd, int32_t character)
{
    const sinew_mixer *mixer = crowd->characters[character].mixer;
    if (mixer) sinew__mixer_prefetch(mixer);
}

static float *weights_of(const sinew_crowd *crowd, int32_t character)
{
    float *weights = crowd->output.morph_weights;
    return weights && crowd->model->morph_count ? weights + (size_t)character * (size_t)crowd->model->morph_count
                                                : NULL;
}

static sinew_affine *sockets_of(const sinew_crowd *crowd, int32_t character)
{
    return crowd->output.socket_globals + (size_t)character * (size_t)crowd->output.socket_count;
}

/// A character's palette and sockets → the world, and its palette as halves.
static void finish_character(const sinew_crowd *crowd, sinew_palette_matrix *palette, int32_t character)
{
    const sinew_crowd_output *output = &crowd->output;
    const sinew_affine *world = crowd->characters[character].world;
    const int32_t count = crowd->model->skin_joint_count;
    if (world) {
        const sinew_affine place = sinew__affine_multiply(world, &crowd->model->info->root);
        crowd->kernel->put_world(&place, palette, count);
        for (int32_t i = 0; i < output->socket_count; ++i)
            sockets_of(crowd, character)[i] = sinew__affine_multiply(world, &sockets_of(crowd, character)[i]);
    }
    if (output->half_palettes && count)
        crowd->put_halves(palette->row[0], (size_t)count * SINEW__MATRIX_FLOATS,
                          output->half_palettes + (size_t)character * (size_t)output->stride * SINEW__MATRIX_FLOATS);
}

// ---- levels of detail ---------------------------------------------------------------------------------------------

/// The global of a joint after a walk, of all joints or of those that stay.
static sinew_affine global_of_walk(const sinew_crowd *crowd, const sinew_lod *lod, const float *joint_matrices,
                                   int32_t joint)
{
    const int32_t place = lod ? lod->kept_of[joint] : joint;
    return sinew__global_of_skinning(crowd->model, joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(place + 1),
                                     joint);
}

/// Changes a palette of all joints: joints that are left out get the entries of their substitutes. Globals come from a
/// pose, or from the blender if `pose` is NULL.
static void leave_out(const sinew_crowd *crowd, const sinew__crowd_worker *own, const sinew_lod *lod,
                      const sinew_pose *pose, sinew_palette_matrix *palette)
{
    for (int32_t i = 0; lod && i < lod->link_count; ++i) {
        const sinew__lod_link *link = &lod->links[i];
        if (link->from != SINEW_NONE) {
            palette[link->skin_joint] = palette[link->from];
            continue;
        }
        const sinew_affine global =
            pose ? pose->global[link->joint] : sinew_blend_joint_global(own->blender, link->joint);
        const sinew_affine back = sinew__affine_multiply(&crowd->model->info->global_inverse, &global);
        const sinew_affine entry = sinew__affine_multiply(&back, &link->offset);
        palette[link->skin_joint] = sinew__palette_matrix(&entry);
    }
}

// ---- clips --------------------------------------------------------------------------------------------------------

/// A character's time on the file's timeline.
static double timeline_of(const sinew_crowd *crowd, int32_t character)
{
    return sinew__timeline(crowd->model, crowd->characters[character].clip, crowd->characters[character].time);
}

/// Copies the results of a character from a sinew_pose.
static void copy_pose(const sinew_crowd *crowd, const sinew_pose *pose, int32_t character,
                      sinew_palette_matrix *palette)
{
    float *weights = weights_of(crowd, character);
    if (palette_size(crowd)) memcpy(palette, pose->palette, palette_size(crowd) * sizeof *palette);
    if (weights) memcpy(weights, pose->morph_weights, (size_t)crowd->model->morph_count * sizeof *weights);
    for (int32_t i = 0; i < crowd->output.socket_count; ++i)
        sockets_of(crowd, character)[i] = pose->global[crowd->output.sockets[i]];
}

/// Poses a compact clip that covers the character's time. Returns 0 for others.
static int pose_compact(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t character,
                        sinew_palette_matrix *palette)
{
    const sinew_lod *lod = crowd->characters[character].lod;
    const int32_t clip = crowd->characters[character].clip;
    const sinew_model *model = lod && sinew__baked_clip_of(&lod->played, clip) ? &lod->played : crowd->model;
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    sinew_pose *memory = own->blender->exact;
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (!baked || !sinew__compact_sample_at(model, baked, timeline_of(crowd, character), &position, &sample)) return 0;
    const sinew__walk walk = sinew__walk_of(model, baked);
    float *weights = weights_of(crowd, character);
    if (weights) sinew__compact_weights(model, sinew__compact_kernel_best(), &sample, weights);
    if (baked->flags & SINEW__BAKED_INHERITS) {
        sinew__inherit_pose(model, baked, &sample, memory);
        if (weights) memcpy(memory->morph_weights, weights, (size_t)model->morph_count * sizeof *weights);
        copy_pose(crowd, memory, character, palette);
        leave_out(crowd, own, lod, memory, palette);
        return 1;
    }
    const int32_t sockets = crowd->output.socket_count;
    if (model->skin_joint_count || sockets)
        crowd->kernel->play->walk_compact(&walk, &sample, sockets > 0, memory->joint_matrices, palette);
    for (int32_t i = 0; i < sockets; ++i)
        sockets_of(crowd, character)[i] = global_of_walk(crowd, lod, memory->joint_matrices, crowd->output.sockets[i]);
    return 1;
}

static void pose_clip(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t character,
                      sinew_palette_matrix *palette)
{
    const sinew_crowd_agent *who = &crowd->characters[character];
    sinew_pose *memory = own->blender->exact;
    if (pose_compact(crowd, own, character, palette)) return;
    sinew_pose_evaluate(crowd->model, SINEW_ENGINE_EXACT, who->clip, who->time, memory);
    copy_pose(crowd, memory, character, palette);
    leave_out(crowd, own, who->lod, memory, palette);
}

// ---- several at once ----------------------------------------------------------------------------------------------

static const int32_t *lane_matrices(const sinew_crowd *crowd, const sinew_lod *lod)
{
    return lod ? lod->matrix_of : crowd->lanes.matrix_of;
}

/// Whether characters of a level can be posed at once.
static int has_lanes(const sinew_crowd *crowd, const sinew_lod *lod)
{
    return palette_size(crowd) && !crowd->output.socket_count && crowd->lanes.matrix_count &&
           !(lod && lod->matrix_count > crowd->lanes.matrix_count);
}

static void begin_lane(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t character, int32_t lane,
                       float **out_palette)
{
    *out_palette = palette_of(crowd, own, character, lane)->row[0];
    prefetch_palette(crowd, character);
}

static void finish_lanes(const sinew_crowd *crowd, const sinew__crowd_worker *own, const int32_t *order)
{
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i)
        finish_character(crowd, palette_of(crowd, own, order[i], i), order[i]);
}

/// The next kernel->lanes characters of a batch, which play one clip. Returns 0 if they have to be posed one by one.
static int pose_lanes(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t worker, const int32_t *order)
{
    const sinew_crowd_agent *first = &crowd->characters[order[0]];
    const sinew_lod *lod = first->lod;
    const sinew_model *model = lod ? &lod->played : crowd->model;
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, first->clip);
    double times[SINEW__MAX_LANES];
    float *palettes[SINEW__MAX_LANES], *weights[SINEW__MAX_LANES];
    if (!baked || baked->flags & SINEW__BAKED_INHERITS || !has_lanes(crowd, lod)) return 0;
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i) {
        times[i] = timeline_of(crowd, order[i]);
        weights[i] = weights_of(crowd, order[i]);
        begin_lane(crowd, own, order[i], i, &palettes[i]);
    }
    if (!sinew__crowd_lanes_pose(&crowd->lanes, worker, model, lane_matrices(crowd, lod), baked, times, palettes,
                                 weights[0] ? weights : NULL))
        return 0;
    finish_lanes(crowd, own, order);
    return 1;
}

/// The clips of a mixer or of layers, at their times. Returns 0 if they have other sources.
static int find_clips(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t character, sinew__mixed_clips *out)
{
    const sinew_crowd_agent *who = &crowd->characters[character];
    const int32_t count = who->mixer ? sinew_mixer_layers(who->mixer, own->layers) : who->layer_count;
    return sinew__blend_find_clips(own->blender, who->lod, who->mixer ? own->layers : who->layers, count, out);
}

/// Whether two characters mix the same clips, with root motion taken out of the same joints.
static int mix_alike(const sinew__mixed_clips *a, const sinew__mixed_clips *b)
{
    for (int32_t i = 0; i < a->count && a->count == b->count; ++i)
        if (a->samples[i].clip != b->samples[i].clip || a->changes[i].joint != b->changes[i].joint) return 0;
    return a->count == b->count;
}

/// Poses characters that mix the clips which the worker has found.
static void mix_found(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t worker, const sinew_lod *lod,
                      float *const *palettes)
{
    const sinew__mixed_clips *clips = own->clips;
    const sinew_model *model = lod ? &lod->played : crowd->model;
    const sinew__walk walk = sinew__walk_of(model, clips->baked);
    const sinew__lane_memory *memory = &crowd->lanes.workers[worker];
    sinew__lane_mix mix; // not zeroed: most mix fewer clips than it has room for
    mix.count = clips->count;
    for (int32_t i = 0; i < mix.count; ++i)
        for (int32_t k = 0; k < crowd->kernel->lanes; ++k) {
            mix.samples[i][k] = clips[k].samples[i];
            mix.weights[i][k] = clips[k].weights[i];
            mix.changes[i][k] = &clips[k].changes[i];
        }
    if (mix.count == 1 && clips->changes[0].joint == SINEW_NONE)
        crowd->kernel->pose_many(&walk, mix.samples[0], lane_matrices(crowd, lod), memory, palettes);
    else
        crowd->kernel->mix_many(&walk, &mix, lane_matrices(crowd, lod), memory, palettes);
}

/// The next kernel->lanes characters of a batch, which mix the same clips. Returns 0 if they have to be posed one by
/// one.
static int mix_lanes(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t worker, const int32_t *order)
{
    const sinew_lod *lod = crowd->characters[order[0]].lod;
    const sinew_model *model = lod ? &lod->played : crowd->model;
    float *palettes[SINEW__MAX_LANES];
    if (!has_lanes(crowd, lod) || (lod && !lod->section)) return 0;
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i) {
        if (i + 1 < crowd->kernel->lanes) prefetch_mixer(crowd, order[i + 1]);
        if (!find_clips(crowd, own, order[i], &own->clips[i]) || own->clips[i].count > SINEW__LANE_CLIPS ||
            !mix_alike(&own->clips[0], &own->clips[i]))
            return 0;
    }
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i) begin_lane(crowd, own, order[i], i, &palettes[i]);
    mix_found(crowd, own, worker, lod, palettes);
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i)
        if (weights_of(crowd, order[i]))
            sinew__blend_mix_weights(own->blender, model, &own->clips[i], NULL, weights_of(crowd, order[i]));
    finish_lanes(crowd, own, order);
    return 1;
}

// ---- layers -------------------------------------------------------------------------------------------------------

/// With `difference`, the last layer is an inertial fade that adds it; else `difference` is NULL.
static void pose_layers(const sinew_crowd *crowd, const sinew__crowd_worker *own, const sinew_blend_input *layers,
                        int32_t count, const sinew__mixed_difference *difference, int32_t character,
                        sinew_palette_matrix *palette)
{
    sinew_blender *blender = own->blender;
    const int32_t sockets = crowd->output.socket_count;
    const sinew_lod *lod = crowd->characters[character].lod;
    float *weights = weights_of(crowd, character);
    const int is_mixed =
        (!lod || lod->section) && sinew__blend_mix_clips(blender, lod, layers, count - (difference != NULL), difference,
                                                         sockets > 0, palette, weights);
    if (!is_mixed) {
        sinew_blend(blender, layers, count, own->pose);
        sinew_blend_globals(blender, own->pose);
        sinew_blend_palette(blender, palette);
        leave_out(crowd, own, lod, NULL, palette);
        if (weights) memcpy(weights, own->pose->morph_weights, (size_t)crowd->model->morph_count * sizeof *weights);
    }
    for (int32_t i = 0; i < sockets; ++i)
        sockets_of(crowd, character)[i] =
            is_mixed ? global_of_walk(crowd, lod, blender->joint_matrices, crowd->output.sockets[i])
                     : sinew_blend_joint_global(blender, crowd->output.sockets[i]);
}

static void pose_mixer(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t character,
                       sinew_palette_matrix *palette)
{
    const sinew_mixer *mixer = crowd->characters[character].mixer;
    sinew__mixed_difference difference;
    const int32_t count = sinew_mixer_layers(mixer, own->layers);
    const int is_mixed = sinew__inertia_mix(&mixer->inertia, &difference);
    pose_layers(crowd, own, own->layers, count, is_mixed ? &difference : NULL, character, palette);
}

static void pose_character(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t character)
{
    const sinew_crowd_agent *who = &crowd->characters[character];
    sinew_palette_matrix *palette = palette_of(crowd, own, character, 0);
    prefetch_palette(crowd, character);
    if (who->mixer)
        pose_mixer(crowd, own, character, palette);
    else if (who->layers)
        pose_layers(crowd, own, who->layers, who->layer_count, NULL, character, palette);
    else
        pose_clip(crowd, own, character, palette);
    finish_character(crowd, palette, character);
}

// ---- batches ------------------------------------------------------------------------------------------------------

void sinew__crowd_pose_batch(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t worker,
                             const sinew__crowd_batch *batch)
{
    const int32_t *order = crowd->order + batch->first, lanes = crowd->kernel->lanes;
    const int is_mixed = !sinew__plays_clip(&crowd->characters[order[0]]);
    int32_t done = 0;
    while (batch->count - done >= lanes &&
           (is_mixed ? mix_lanes(crowd, own, worker, order + done) : pose_lanes(crowd, own, worker, order + done)))
        done += lanes;
    for (; done < batch->count; ++done) {
        if (done + 1 < batch->count) prefetch_mixer(crowd, order[done + 1]);
        pose_character(crowd, own, order[done]);
    }
}
