// Divides a tick into work for threads: sorts the characters by level and clips, cuts them into batches of characters
// that can be posed together, and groups the batches into pieces of about equal cost.
#include <string.h>

#include "runtime/crowd/crowd.h"
#include "runtime/mixer/mixer.h"

enum {
    BATCH = 8,
    LEAST_PIECE = 512, ///< joints of a piece: a smaller piece is done before another thread has woken up
};

/// Costs of batches, relative to a batch that plays a baked clip. Measured with 69 joints.
enum { COST_OF_BATCH = 1, COST_OF_MIXED = 2, COST_OF_EXACT = 4 };

/// Writes a number only if it changes, so that cores that have read the cache line keep it.
static inline void put(int32_t *at, int32_t number)
{
    if (*at != number) *at = number;
}

/// CLIP_BITS: bits per clip if several clips are packed into one number. MOST_CLIPS: clips with a larger number do not
/// fit.
enum { CLIP_BITS = 21, MOST_CLIPS = (1 << CLIP_BITS) - 1 };

// ---- levels -------------------------------------------------------------------------------------------------------

/// Clips that a character mixes, the heaviest first.
typedef struct clip_order {
    int32_t count;
    int32_t clips[SINEW__LANE_CLIPS];
    float weights[SINEW__LANE_CLIPS];
    int has_more;    ///< the character also mixes other sources, or more clips than fit
    int is_in_place; ///< root motion is taken out of some of the clips
} clip_order;

/// Inserts a clip by weight, then number: the order of sinew__blend_sort_layers, which characters posed together must
/// share.
static void add_clip(int32_t clip, double weight, clip_order *order)
{
    const float own = (float)weight;
    if (!(own > 0)) return;
    if (clip == SINEW_NONE || clip >= MOST_CLIPS || order->count == SINEW__LANE_CLIPS) {
        order->has_more = 1;
        return;
    }
    int32_t at = order->count++;
    for (; at > 0 && (own > order->weights[at - 1] || (own == order->weights[at - 1] && clip < order->clips[at - 1]));
         --at) {
        order->clips[at] = order->clips[at - 1];
        order->weights[at] = order->weights[at - 1];
    }
    order->clips[at] = clip;
    order->weights[at] = own;
}

static void add_mixer(const sinew_mixer *mixer, clip_order *order)
{
    order->has_more |= mixer->inertia.length > 0;
    order->is_in_place = mixer->motions != NULL;
    for (int32_t i = 1; i < mixer->used; ++i) order->has_more |= mixer->layers[i].count > 0;
    for (int32_t i = 0; i < mixer->layers[0].count; ++i) {
        const sinew__playing *playing = &mixer->layers[0].playing[i];
        const sinew__space_cursor *at = &playing->at;
        const double weight = playing->weight * playing->share;
        if (!at->space) add_clip(playing->clip, weight, order); // a held pose has no clip and sets has_more
        for (int32_t k = 0; at->space && k < at->count; ++k)
            add_clip(at->space->points[at->points[k]].clip, weight * at->weights[k], order);
    }
}

/// Returns the clips that a mixer or layers mix, in the order of their weights, packed into one number whose lowest bit
/// is `is_in_place`; 0 if they play anything else.
static uint64_t mixed_clips(const sinew_crowd_agent *who)
{
    clip_order order;
    uint64_t number = 0;
    order.count = order.has_more = order.is_in_place = 0;
    if (who->mixer) add_mixer(who->mixer, &order);
    for (int32_t i = 0; !who->mixer && i < who->layer_count; ++i) {
        const sinew_blend_input *layer = &who->layers[i];
        const float weight = sinew__blend_weight(layer);
        order.has_more |= weight > 0 && (layer->mode != SINEW_BLEND_AVERAGE || layer->mask);
        order.is_in_place |= layer->source.in_place != NULL;
        add_clip(layer->source.kind == SINEW_BLEND_CLIP ? layer->source.clip : SINEW_NONE, (double)weight, &order);
    }
    for (int32_t i = 0; i < order.count; ++i) number = number << CLIP_BITS | ((uint64_t)order.clips[i] + 1);
    return order.has_more || !order.count ? 0 : number << 1 | (uint64_t)order.is_in_place;
}

/// Returns the number of a level in this tick; a new level is added.
static int32_t number_of_level(sinew_crowd *crowd, const sinew_lod *lod, uint64_t clips)
{
    const uint32_t last = crowd->level_room - 1;
    const uint64_t key = (uint64_t)(uintptr_t)lod + clips * UINT64_C(0xd6e8feb86659fd93);
    uint32_t at = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & last;
    while (crowd->levels[at].tick == crowd->tick && (crowd->levels[at].lod != lod || crowd->levels[at].clips != clips))
        at = (at + 1) & last;
    if (crowd->levels[at].tick != crowd->tick)
        crowd->levels[at] = (sinew__crowd_level){lod, clips, crowd->tick, crowd->level_count++};
    return crowd->levels[at].number;
}

/// Sets the level of each posed character. Consecutive characters mostly have the same level, which is then not looked
/// up.
static void find_levels(sinew_crowd *crowd, int32_t count)
{
    const sinew_lod *last = NULL;
    uint64_t last_clips = 0;
    int32_t number = 0, first = 0;
    crowd->level_count = 1;
    crowd->is_one_level = 1;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t character = sinew__posed_at(crowd, i);
        const sinew_crowd_agent *who = &crowd->characters[character];
        const uint64_t clips = sinew__plays_clip(who) ? 0 : mixed_clips(who);
        if (who->lod != last || clips != last_clips)
            number = who->lod || clips ? number_of_level(crowd, who->lod, clips) : 0;
        if (i == 0) first = number;
        crowd->is_one_level &= number == first;
        last = who->lod;
        last_clips = clips;
        put(&crowd->level_of[character], number);
    }
}

// ---- sorting ------------------------------------------------------------------------------------------------------

/// Returns the bin of a character: 0 for the rest pose, then one per clip, the last one for mixers and layers.
static int32_t bin_of(const sinew_crowd *crowd, int32_t character)
{
    const sinew_crowd_agent *who = &crowd->characters[character];
    if (!sinew__plays_clip(who)) return crowd->bin_count - 1;
    const int32_t clips = crowd->model->clip_count;
    return who->clip < clips ? who->clip + 1 : clips + 1 + sinew__slot_place(crowd->model, who->clip);
}

/// Replaces the size of each bin by its first index.
static void begin_bins(int32_t *bins, int32_t count)
{
    for (int32_t i = 0, begin = 0; i < count; ++i) {
        const int32_t own = bins[i];
        bins[i] = begin;
        begin += own;
    }
}

/// Sorts characters by level; the order within a level does not change.
static void sort_by_level(sinew_crowd *crowd, int32_t count)
{
    int32_t *ends = crowd->level_ends;
    memset(ends, 0, (size_t)crowd->level_count * sizeof *ends);
    for (int32_t i = 0; i < count; ++i) ++ends[crowd->level_of[sinew__posed_at(crowd, i)]];
    begin_bins(ends, crowd->level_count);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t character = sinew__posed_at(crowd, i);
        put(&crowd->by_level[ends[crowd->level_of[character]]++], character);
    }
}

/// Sorts characters by clip, then by level; the order within these does not change.
static void sort_by_clip(sinew_crowd *crowd, int32_t count)
{
    int32_t *ends = crowd->bin_ends;
    find_levels(crowd, count);
    if (!crowd->is_one_level) sort_by_level(crowd, count);
    memset(ends, 0, (size_t)crowd->bin_count * sizeof *ends);
    for (int32_t i = 0; i < count; ++i) ++ends[bin_of(crowd, sinew__posed_at(crowd, i))];
    begin_bins(ends, crowd->bin_count);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t character = crowd->is_one_level ? sinew__posed_at(crowd, i) : crowd->by_level[i];
        put(&crowd->order[ends[bin_of(crowd, character)]++], character);
    }
}

// ---- batches and pieces -------------------------------------------------------------------------------------------

/// Cuts the characters of a bin into batches; all characters of a batch have the same level.
static void cut_bin(sinew_crowd *crowd, int32_t bin)
{
    int32_t first = bin == 0 ? 0 : crowd->bin_ends[bin - 1];
    const int32_t end = crowd->bin_ends[bin];
    while (first < end) {
        int32_t next = crowd->is_one_level ? end : first + 1;
        while (next < end && crowd->level_of[crowd->order[next]] == crowd->level_of[crowd->order[first]]) ++next;
        const int is_mixed = bin == crowd->bin_count - 1;
        const int is_exact =
            !is_mixed && !sinew__baked_clip_of(crowd->model, crowd->characters[crowd->order[first]].clip);
        const int32_t most = is_exact ? 1 : BATCH;
        const int32_t cost = is_exact ? COST_OF_EXACT : is_mixed ? COST_OF_MIXED : COST_OF_BATCH;
        for (; first < next; first += most) {
            crowd->batches[crowd->batch_count++] =
                (sinew__crowd_batch){.first = first, .count = next - first < most ? next - first : most, .cost = cost};
            crowd->cost += cost;
        }
        first = next;
    }
}

/// Cuts the batches into pieces of about the same cost. Returns their number.
static int32_t cut_pieces(sinew_crowd *crowd)
{
    const int64_t total = crowd->cost;
    const int32_t workers = crowd->options.worker_count;
    int64_t worth = total * crowd->model->joint_count / LEAST_PIECE + 1;
    if (worth > workers) worth += (workers - worth % workers) % workers; // rounds up to a multiple of the workers
    const int32_t most = workers == 1                        ? 1
                         : worth < sinew__most_pieces(crowd) ? (int32_t)worth
                                                             : sinew__most_pieces(crowd);
    int32_t pieces = 0;
    int64_t done = 0, next = 0; // costs of the batches so far, and the cost that starts the next piece
    for (int32_t i = 0; i < crowd->batch_count; ++i) {
        if (done >= next) {
            crowd->piece_starts[pieces++] = i;
            next = (total * pieces + most - 1) / most;
        }
        done += crowd->batches[i].cost;
    }
    crowd->piece_starts[pieces] = crowd->batch_count;
    return pieces;
}

int32_t sinew__crowd_deal_out(sinew_crowd *crowd, int32_t count)
{
    crowd->batch_count = 0;
    crowd->cost = 0;
    sort_by_clip(crowd, count);
    for (int32_t i = 0; i < crowd->bin_count; ++i) cut_bin(crowd, i);
    return cut_pieces(crowd);
}
