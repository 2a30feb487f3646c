// One character of a crowd, or several that play one clip, into the caller's arrays.
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

/// Where a character's palette is computed: the caller's array if it takes it as it is, else the worker's.
static sinew_palette_matrix *palette_of(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t character,
                                        int32_t lane)
{
    const sinew_crowd_output *output = &crowd->output;
    if (output->palettes) return output->palettes + (size_t)character * (size_t)output->stride;
    return own->palettes + (size_t)lane * palette_size(crowd);
}

/// Begins to load the cache lines that a character's palette is written to: of a large crowd they are in no near cache,
/// and stores that wait for them hold up what is stored for the next characters. 5 to 20 % of a crowd of a thousand.
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
        crowd->kernel->put_halves(palette->row[0], (size_t)count * SINEW__MATRIX_FLOATS,
                                  output->half_palettes +
                                      (size_t)character * (size_t)output->stride * SINEW__MATRIX_FLOATS);
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

/// A palette of all joints → one in which those that are left out have the entries of what stands for them. Globals are
/// those of a pose, or of the blender where `pose` is NULL.
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

/// What sinew_pose has of a character.
static void copy_pose(const sinew_crowd *crowd, const sinew_pose *pose, int32_t character,
                      sinew_palette_matrix *palette)
{
    float *weights = weights_of(crowd, character);
    if (palette_size(crowd)) memcpy(palette, pose->palette, palette_size(crowd) * sizeof *palette);
    if (weights) memcpy(weights, pose->morph_weights, (size_t)crowd->model->morph_count * sizeof *weights);
    for (int32_t i = 0; i < crowd->output.socket_count; ++i)
        sockets_of(crowd, character)[i] = pose->global[crowd->output.sockets[i]];
}

/// A clip that is compact and says what happens at the character's time. Returns 0 for others.
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
    const sinew_character *who = &crowd->characters[character];
    sinew_pose *memory = own->blender->exact;
    if (pose_compact(crowd, own, character, palette)) return;
    sinew_pose_evaluate(crowd->model, SINEW_ENGINE_EXACT, who->clip, who->time, memory);
    copy_pose(crowd, memory, character, palette);
    leave_out(crowd, own, who->lod, memory, palette);
}

/// The next kernel->lanes characters of a batch, which play one clip. Returns 0 where they have to be posed one by one.
static int pose_lanes(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t worker, const int32_t *order)
{
    const sinew_character *first = &crowd->characters[order[0]];
    const sinew_lod *lod = first->lod;
    const sinew_model *model = lod ? &lod->played : crowd->model;
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, first->clip);
    double times[SINEW__MAX_LANES];
    float *palettes[SINEW__MAX_LANES], *weights[SINEW__MAX_LANES];
    if (!baked || baked->flags & SINEW__BAKED_INHERITS || !palette_size(crowd) || crowd->output.socket_count ||
        (lod && lod->matrix_count > crowd->lanes.matrix_count))
        return 0;
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i) {
        times[i] = timeline_of(crowd, order[i]);
        palettes[i] = palette_of(crowd, own, order[i], i)->row[0];
        weights[i] = weights_of(crowd, order[i]);
        prefetch_palette(crowd, order[i]);
    }
    if (!sinew__crowd_lanes_pose(&crowd->lanes, worker, model, lod ? lod->matrix_of : crowd->lanes.matrix_of, baked,
                                 times, palettes, weights[0] ? weights : NULL))
        return 0;
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i)
        finish_character(crowd, palette_of(crowd, own, order[i], i), order[i]);
    return 1;
}

// ---- layers -------------------------------------------------------------------------------------------------------

/// Layers, of which the last is that of an inertial fade where `difference` says what it adds; else that is NULL.
static void pose_layers(const sinew_crowd *crowd, const sinew__crowd_worker *own, const sinew_blend_layer *layers,
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
        sinew_blend_layers(blender, layers, count, own->pose);
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
    const sinew_character *who = &crowd->characters[character];
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
    int32_t done = 0;
    if (batch->shares_clip)
        while (batch->count - done >= lanes && pose_lanes(crowd, own, worker, order + done)) done += lanes;
    for (; done < batch->count; ++done) {
        const sinew_mixer *next = done + 1 < batch->count ? crowd->characters[order[done + 1]].mixer : NULL;
        if (next) sinew__mixer_prefetch(next);
        pose_character(crowd, own, order[done]);
    }
}
