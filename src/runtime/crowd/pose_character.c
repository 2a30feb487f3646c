// Poses one character of a crowd, or several that play or mix the same clips, and writes the results to the caller's
// arrays.
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

/// Returns the memory for computing a character's palette: the caller's array, or the worker's if the caller takes only
/// halves.
static sinew_palette_matrix *palette_of(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t character,
                                        int32_t lane)
{
    const sinew_crowd_output *output = &crowd->output;
    if (output->palettes) return output->palettes + (size_t)character * (size_t)output->stride;
    return own->palettes + (size_t)lane * palette_size(crowd);
}

/// Prefetches the cache lines of a character's palette. In a large crowd these are not cached, and stores that wait for
/// them delay the next characters. It saves 5 to 20 % with a thousand characters.
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

/// Transforms a character's palette and sockets from model space to the world.
static void put_in_world(const sinew_crowd *crowd, int32_t character, sinew_palette_matrix *palette)
{
    const sinew_affine *world = crowd->characters[character].world;
    if (!world) return;
    const sinew_affine place = sinew__affine_multiply(world, &crowd->model->info->root);
    crowd->kernel->put_world(&place, palette, crowd->model->skin_joint_count);
    for (int32_t i = 0; i < crowd->output.socket_count; ++i)
        sockets_of(crowd, character)[i] = sinew__affine_multiply(world, &sockets_of(crowd, character)[i]);
}

/// Returns the caller's memory for a character's palette as halves, or NULL.
static uint16_t *halves_of(const sinew_crowd *crowd, int32_t character)
{
    uint16_t *halves = crowd->output.half_palettes;
    const size_t stride = (size_t)crowd->output.stride * SINEW__MATRIX_FLOATS;
    return halves ? halves + (size_t)character * stride : NULL;
}

static void put_halves(const sinew_crowd *crowd, const sinew_palette_matrix *palette, int32_t character)
{
    uint16_t *halves = halves_of(crowd, character);
    if (halves && palette_size(crowd))
        crowd->put_halves(palette->row[0], palette_size(crowd) * SINEW__MATRIX_FLOATS, halves);
}

// ---- hierarchy walks in the world ---------------------------------------------------------------------------------

/// The start of a hierarchy walk that computes matrices in the world. `root` contains the world's rotation and scale,
/// in single precision. The world's translation, which may be much larger than the character, is in `shift` and is
/// added to the palette at the end.
typedef struct placement {
    sinew_affine place; ///< world · the importer's root
    float root[12], shift[3];
} placement;

/// Sets `out` to the root matrix and the shift of a character's hierarchy walk; `root` is the root matrix in model
/// space. Returns 0 if the character has no world transform: the root matrix is then `root`, and `shift` is −0, because
/// adding −0 changes no value.
static int place_walk(const sinew_crowd *crowd, int32_t character, const float root[12], placement *out)
{
    const sinew_affine *world = crowd->characters[character].world;
    for (int r = 0; r < 3; ++r) out->shift[r] = -0.0f;
    memcpy(out->root, root, sizeof out->root);
    if (!world) return 0;
    out->place = sinew__affine_multiply(world, &crowd->model->info->root);
    for (int r = 0; r < 3; ++r) {
        const double *row = out->place.row[r];
        for (int c = 0; c < 4; ++c)
            out->root[4 * r + c] =
                (float)(row[0] * (double)root[c] + row[1] * (double)root[4 + c] + row[2] * (double)root[8 + c]);
        out->shift[r] = (float)row[3];
    }
    return 1;
}

/// Returns the global transform of a joint, in the world, from its joint matrix. The hierarchy walk must have begun
/// with the root matrix from place_walk.
static sinew_affine global_of_walk(const sinew_crowd *crowd, int32_t character, const float *joint_matrix,
                                   int32_t joint)
{
    const sinew_affine *world = crowd->characters[character].world;
    if (!world) return sinew__global_of_skinning(crowd->model, joint_matrix, joint);
    const sinew_affine place = sinew__affine_multiply(world, &crowd->model->info->root);
    return sinew__global_of_placed(crowd->model, &place, joint_matrix, joint);
}

/// Writes the globals of a character's sockets from the joint matrices of a walk, which are in the order of its level
/// of detail.
static void put_sockets(const sinew_crowd *crowd, int32_t character, const float *joint_matrices)
{
    const sinew_lod *lod = crowd->characters[character].lod;
    for (int32_t i = 0; i < crowd->output.socket_count; ++i) {
        const int32_t joint = crowd->output.sockets[i], place = lod ? lod->kept_of[joint] : joint;
        sockets_of(crowd, character)[i] =
            global_of_walk(crowd, character, joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(place + 1), joint);
    }
}

// ---- levels of detail ---------------------------------------------------------------------------------------------

/// In a palette of all joints, replaces the entries of joints that the level leaves out. The globals of the joints that
/// replace them come from `pose`, or from the blender if `pose` is NULL.
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

/// Returns a character's time on the file's timeline, in seconds.
static double timeline_of(const sinew_crowd *crowd, int32_t character)
{
    return sinew__timeline(crowd->model, crowd->characters[character].clip, crowd->characters[character].time);
}

/// Copies the palette, morph weights and sockets of a character from a sinew_pose.
static void copy_pose(const sinew_crowd *crowd, const sinew_pose *pose, int32_t character,
                      sinew_palette_matrix *palette)
{
    float *weights = weights_of(crowd, character);
    if (palette_size(crowd)) memcpy(palette, pose->palette, palette_size(crowd) * sizeof *palette);
    if (weights) memcpy(weights, pose->morph_weights, (size_t)crowd->model->morph_count * sizeof *weights);
    for (int32_t i = 0; i < crowd->output.socket_count; ++i)
        sockets_of(crowd, character)[i] = pose->global[crowd->output.sockets[i]];
}

/// Poses a character from its compact clip, in the world. Returns 0 if the clip is not compact or does not cover the
/// time.
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
    float *weights = weights_of(crowd, character);
    if (weights) sinew__compact_weights(model, sinew__compact_kernel_best(), &sample, weights);
    if (baked->flags & SINEW__BAKED_INHERITS) {
        sinew__inherit_pose(model, baked, &sample, memory);
        if (weights) memcpy(memory->morph_weights, weights, (size_t)model->morph_count * sizeof *weights);
        copy_pose(crowd, memory, character, palette);
        leave_out(crowd, own, lod, memory, palette);
        put_in_world(crowd, character, palette);
        return 1;
    }
    sinew__walk walk = sinew__walk_of(model, baked);
    placement placed;
    const int is_placed = place_walk(crowd, character, walk.root, &placed);
    walk.root = placed.root;
    if (model->skin_joint_count || crowd->output.socket_count)
        crowd->kernel->play->walk_compact(&walk, &sample, crowd->output.socket_count > 0, memory->joint_matrices,
                                          palette);
    if (is_placed) crowd->kernel->put_shift(placed.shift, palette, crowd->model->skin_joint_count);
    put_sockets(crowd, character, memory->joint_matrices);
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
    put_in_world(crowd, character, palette);
}

// ---- several at once ----------------------------------------------------------------------------------------------

/// Returns the index of the joint matrix of the root and of each joint, for posing several characters of a level
/// together; NULL if they cannot be posed together. Without sockets, the crowd or the level has this table. With
/// sockets, the worker computes it when the tick or the level changes.
static const int32_t *lane_matrices(const sinew_crowd *crowd, sinew__crowd_worker *own, const sinew_lod *lod)
{
    const sinew__crowd_lanes *lanes = &crowd->lanes;
    const int32_t count = crowd->output.socket_count;
    if (!palette_size(crowd) || !lanes->matrix_count || (lod && !lod->matrix_count)) return NULL;
    if (!count && !lod) return lanes->matrix_of;
    if (!count) return lod->matrix_count <= lanes->matrix_room ? lod->matrix_of : NULL;
    if (count > crowd->model->joint_count) return NULL; // some socket is listed twice
    if (own->matrix_tick != crowd->tick || own->matrix_lod != lod) {
        for (int32_t i = 0; i < count; ++i)
            own->sockets[i] = lod ? lod->kept_of[crowd->output.sockets[i]] : crowd->output.sockets[i];
        own->matrix_count = sinew__assign_model_matrices(lod ? &lod->played : crowd->model, own->sockets, count,
                                                         own->assigned, own->matrix_of);
        own->matrix_tick = crowd->tick;
        own->matrix_lod = lod;
    }
    return own->matrix_count <= lanes->matrix_room ? own->matrix_of : NULL;
}

/// Sets where the palettes of characters that are posed together are written and, if any of them has a world transform,
/// the root matrix and shift with which each hierarchy walk begins.
static void begin_lanes(const sinew_crowd *crowd, const sinew__crowd_worker *own, const sinew_model *model,
                        const int32_t *order, sinew__lane_output *out)
{
    const sinew__baked_header *header = sinew__baked_at(model->baked, 0);
    const int32_t lanes = crowd->kernel->lanes;
    out->is_placed = 0;
    out->as_halves =
        crowd->output.half_palettes && !crowd->output.palettes && crowd->put_halves == crowd->kernel->put_halves_f16c;
    for (int32_t i = 0; i < lanes; ++i) {
        out->palettes[i] = palette_of(crowd, own, order[i], i)->row[0];
        out->halves[i] = halves_of(crowd, order[i]);
        prefetch_palette(crowd, order[i]);
        out->is_placed |= crowd->characters[order[i]].world != NULL;
    }
    for (int32_t i = 0; i < lanes && out->is_placed; ++i) {
        placement placed;
        (void)place_walk(crowd, order[i], header->root, &placed);
        for (int k = 0; k < 12; ++k) out->roots[k * lanes + i] = placed.root[k];
        for (int k = 0; k < 3; ++k) out->shifts[k * lanes + i] = placed.shift[k];
    }
}

/// Writes the sockets and half palettes of characters that were posed together.
static void finish_lanes(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t worker,
                         const int32_t *matrix_of, const int32_t *order, const sinew__lane_output *output)
{
    const int32_t lanes = crowd->kernel->lanes;
    const float *matrices = crowd->lanes.workers[worker].joint_matrices;
    for (int32_t i = 0; i < lanes; ++i) {
        const sinew_lod *lod = crowd->characters[order[i]].lod;
        for (int32_t k = 0; k < crowd->output.socket_count; ++k) {
            const int32_t joint = crowd->output.sockets[k], place = lod ? lod->kept_of[joint] : joint;
            const float *from = matrices + (size_t)matrix_of[place + 1] * 12 * (size_t)lanes + i;
            float matrix[12];
            for (int n = 0; n < 12; ++n) matrix[n] = from[n * lanes];
            sockets_of(crowd, order[i])[k] = global_of_walk(crowd, order[i], matrix, joint);
        }
        if (!output->as_halves) put_halves(crowd, palette_of(crowd, own, order[i], i), order[i]);
    }
}

/// Poses the next kernel->lanes characters of a batch, which play one clip. Returns 0 if they must be posed one by one.
static int pose_lanes(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t worker, const int32_t *order)
{
    const sinew_crowd_agent *first = &crowd->characters[order[0]];
    const sinew_lod *lod = first->lod;
    const sinew_model *model = lod ? &lod->played : crowd->model;
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, first->clip);
    double times[SINEW__MAX_LANES];
    float *weights[SINEW__MAX_LANES];
    sinew__lane_output output;
    if (!baked || baked->flags & SINEW__BAKED_INHERITS) return 0;
    const int32_t *matrix_of = lane_matrices(crowd, own, lod);
    if (!matrix_of) return 0;
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i) {
        times[i] = timeline_of(crowd, order[i]);
        weights[i] = weights_of(crowd, order[i]);
    }
    begin_lanes(crowd, own, model, order, &output);
    if (!sinew__crowd_lanes_pose(&crowd->lanes, worker, model, matrix_of, baked, times, &output,
                                 weights[0] ? weights : NULL))
        return 0;
    finish_lanes(crowd, own, worker, matrix_of, order, &output);
    return 1;
}

/// Samples the clips of a mixer or of layers. Returns 0 if there are other sources than clips.
static int find_clips(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t character, sinew__mixed_clips *out)
{
    const sinew_crowd_agent *who = &crowd->characters[character];
    const int32_t count = who->mixer ? sinew_mixer_layers(who->mixer, own->layers) : who->layer_count;
    return sinew__blend_find_clips(own->blender, who->lod, who->mixer ? own->layers : who->layers, count, out);
}

/// Whether two characters mix the same clips and take root motion out of the same joints.
static int mix_alike(const sinew__mixed_clips *a, const sinew__mixed_clips *b)
{
    for (int32_t i = 0; i < a->count && a->count == b->count; ++i)
        if (a->samples[i].clip != b->samples[i].clip || a->changes[i].joint != b->changes[i].joint) return 0;
    return a->count == b->count;
}

/// Poses the characters whose clips are in own->clips.
static void mix_found(const sinew_crowd *crowd, const sinew__crowd_worker *own, int32_t worker,
                      const sinew_model *model, const int32_t *matrix_of, const sinew__lane_output *output)
{
    const sinew__mixed_clips *clips = own->clips;
    const sinew__walk walk = sinew__walk_of(model, clips->baked);
    const sinew__lane_memory *memory = &crowd->lanes.workers[worker];
    sinew__lane_mix mix; // not zeroed: most characters mix fewer clips than fit
    mix.count = clips->count;
    for (int32_t i = 0; i < mix.count; ++i)
        for (int32_t k = 0; k < crowd->kernel->lanes; ++k) {
            mix.samples[i][k] = clips[k].samples[i];
            mix.weights[i][k] = clips[k].weights[i];
            mix.changes[i][k] = &clips[k].changes[i];
        }
    if (mix.count == 1 && clips->changes[0].joint == SINEW_NONE)
        crowd->kernel->pose_many(&walk, mix.samples[0], matrix_of, memory, output);
    else
        crowd->kernel->mix_many(&walk, &mix, matrix_of, memory, output);
}

/// Poses the next kernel->lanes characters of a batch, which mix the same clips. Returns 0 if they must be posed one by
/// one.
static int mix_lanes(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t worker, const int32_t *order)
{
    const sinew_lod *lod = crowd->characters[order[0]].lod;
    const sinew_model *model = lod ? &lod->played : crowd->model;
    const int32_t *matrix_of = lane_matrices(crowd, own, lod);
    sinew__lane_output output;
    if (!matrix_of) return 0;
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i) {
        if (i + 1 < crowd->kernel->lanes) prefetch_mixer(crowd, order[i + 1]);
        if (!find_clips(crowd, own, order[i], &own->clips[i]) || own->clips[i].count > SINEW__LANE_CLIPS ||
            own->clips[i].over_count || own->clips[i].pose_count || !mix_alike(&own->clips[0], &own->clips[i]))
            return 0;
    }
    begin_lanes(crowd, own, model, order, &output);
    mix_found(crowd, own, worker, model, matrix_of, &output);
    for (int32_t i = 0; i < crowd->kernel->lanes; ++i)
        if (weights_of(crowd, order[i]))
            sinew__blend_mix_weights(own->blender, model, &own->clips[i], NULL, weights_of(crowd, order[i]));
    finish_lanes(crowd, own, worker, matrix_of, order, &output);
    return 1;
}

// ---- layers -------------------------------------------------------------------------------------------------------

/// Poses a character from blend layers. If `difference` is not NULL, the last layer is an inertial fade, and
/// `difference` is the same fade in the form that clips can be mixed with.
static void pose_layers(const sinew_crowd *crowd, const sinew__crowd_worker *own, const sinew_blend_input *layers,
                        int32_t count, const sinew__mixed_difference *difference, int32_t character,
                        sinew_palette_matrix *palette)
{
    sinew_blender *blender = own->blender;
    const int32_t sockets = crowd->output.socket_count;
    const sinew_lod *lod = crowd->characters[character].lod;
    float *weights = weights_of(crowd, character);
    if (blender->can_mix && (!lod || lod->section)) {
        const sinew__baked_header *header = sinew__baked_at(lod ? lod->section : crowd->model->baked, 0);
        placement placed;
        const int is_placed = place_walk(crowd, character, header->root, &placed);
        if (sinew__blend_mix_clips(blender, lod, layers, count - (difference != NULL), difference, placed.root,
                                   sockets > 0, palette, weights)) {
            if (is_placed) crowd->kernel->put_shift(placed.shift, palette, crowd->model->skin_joint_count);
            put_sockets(crowd, character, blender->joint_matrices);
            return;
        }
    }
    sinew_blend(blender, layers, count, own->pose);
    sinew_blend_globals(blender, own->pose);
    sinew_blend_palette(blender, palette);
    leave_out(crowd, own, lod, NULL, palette);
    if (weights) memcpy(weights, own->pose->morph_weights, (size_t)crowd->model->morph_count * sizeof *weights);
    for (int32_t i = 0; i < sockets; ++i)
        sockets_of(crowd, character)[i] = sinew_blend_joint_global(blender, crowd->output.sockets[i]);
    put_in_world(crowd, character, palette);
}

static void pose_character(const sinew_crowd *crowd, sinew__crowd_worker *own, int32_t character)
{
    const sinew_crowd_agent *who = &crowd->characters[character];
    sinew_palette_matrix *palette = palette_of(crowd, own, character, 0);
    prefetch_palette(crowd, character);
    if (who->mixer) {
        sinew__mixed_difference difference;
        const int32_t count = sinew_mixer_layers(who->mixer, own->layers);
        const int is_mixed = sinew__inertia_mix(&who->mixer->inertia, &difference);
        pose_layers(crowd, own, own->layers, count, is_mixed ? &difference : NULL, character, palette);
    } else if (who->layers) {
        pose_layers(crowd, own, who->layers, who->layer_count, NULL, character, palette);
    } else {
        pose_clip(crowd, own, character, palette);
    }
    put_halves(crowd, palette, character);
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
