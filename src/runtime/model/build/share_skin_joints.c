// The palette of all meshes: skin joints that meshes have in common, bit for bit, become one entry.
//
// The meshes that share entries form a group, whose entries follow one another in the palette. A mesh's range goes from
// the first to the last of its entries that move one of its vertices or that no earlier mesh has. The ranges of a group
// therefore overlap, and may contain entries of other meshes. Entries of a mesh keep their order: sums over the
// influences of a vertex keep their bits.
#include <string.h>

#include "runtime/model/build/builder.h"

/// Largest number of entries of one joint that are compared with a skin joint, to bound the time.
enum { MAX_COMPARED = 16 };

/// An entry of the palette. Its index is the index that its first skin joint has before entries are shared.
typedef struct palette_node {
    int32_t group;   ///< the mesh that began its group
    int32_t place;   ///< position in the group, from 0
    int32_t next;    ///< the next entry of the group, or SINEW_NONE
    int32_t earlier; ///< the entry of the same joint that was added before, or SINEW_NONE
} palette_node;

/// The palette while meshes are added.
typedef struct sharing {
    const sinew_skin_joint *items;
    palette_node *nodes;    ///< [skin_joint_count]
    int32_t *node_of;       ///< [skin_joint_count] the entry of each skin joint
    int32_t *last_of_joint; ///< [joint_count] the joint's last entry that may be shared, or SINEW_NONE
    int32_t *head, *size;   ///< [mesh_count] first entry and number of entries of each group
    int32_t *length;        ///< [SINEW__SHARED_ENTRIES] of the longest rising sequence that ends with each entry
} sharing;

static int are_equal(const sinew_skin_joint *a, const sinew_skin_joint *b)
{
    return a->joint == b->joint && a->node == b->node && a->associate == b->associate &&
           memcmp(&a->inverse_bind, &b->inverse_bind, sizeof a->inverse_bind) == 0 &&
           memcmp(&a->node_offset, &b->node_offset, sizeof a->node_offset) == 0;
}

/// Returns the group of the first of a mesh's skin joints that equals an entry of some group; SINEW_NONE if there is no
/// such skin joint.
static int32_t find_group(const sharing *work, int32_t first, int32_t count)
{
    for (int32_t i = first; i < first + count; ++i) {
        int32_t node = work->last_of_joint[work->items[i].joint];
        for (int k = 0; k < MAX_COMPARED && node != SINEW_NONE; ++k, node = work->nodes[node].earlier)
            if (are_equal(&work->items[node], &work->items[i])) return work->nodes[node].group;
    }
    return SINEW_NONE;
}

/// Sets `node_of` of each skin joint of a mesh to the equal entry of a group, or to SINEW_NONE. Returns 0 if the group
/// has a joint of the mesh with other matrices only: the meshes are then not in the same space.
static int find_in_group(const sharing *work, int32_t group, int32_t first, int32_t count)
{
    for (int32_t i = first; i < first + count; ++i) {
        int32_t node = work->last_of_joint[work->items[i].joint];
        int differs = 0;
        work->node_of[i] = SINEW_NONE;
        for (int k = 0; work->node_of[i] == SINEW_NONE && node != SINEW_NONE; node = work->nodes[node].earlier) {
            if (++k > MAX_COMPARED) return 0;
            if (work->nodes[node].group != group) continue;
            if (are_equal(&work->items[node], &work->items[i]))
                work->node_of[i] = node;
            else
                differs = 1;
        }
        if (differs && work->node_of[i] == SINEW_NONE) return 0;
    }
    return 1;
}

/// Keeps the longest selection of found entries whose places increase, and sets `node_of` of the others to SINEW_NONE.
/// Returns the number of skin joints without an entry.
static int32_t keep_order(const sharing *work, int32_t first, int32_t count)
{
    int32_t *node_of = work->node_of + first, missing = 0, longest = 0, before = INT32_MAX;
    int is_in_order = 1;
    for (int32_t i = 0, last = -1; i < count; ++i) {
        missing += node_of[i] == SINEW_NONE;
        if (node_of[i] == SINEW_NONE) continue;
        is_in_order &= work->nodes[node_of[i]].place > last;
        last = work->nodes[node_of[i]].place;
    }
    if (is_in_order || count > SINEW__SHARED_ENTRIES) return is_in_order ? missing : count;
    for (int32_t i = 0; i < count; ++i) {
        work->length[i] = node_of[i] != SINEW_NONE;
        for (int32_t k = 0; node_of[i] != SINEW_NONE && k < i; ++k)
            if (node_of[k] != SINEW_NONE && work->nodes[node_of[k]].place < work->nodes[node_of[i]].place &&
                work->length[k] >= work->length[i])
                work->length[i] = work->length[k] + 1;
        if (work->length[i] > longest) longest = work->length[i];
    }
    missing = count - longest;
    for (int32_t i = count - 1; i >= 0; --i) {
        if (node_of[i] == SINEW_NONE) continue;
        if (work->length[i] == longest && work->nodes[node_of[i]].place < before) {
            before = work->nodes[node_of[i]].place;
            --longest;
        } else {
            node_of[i] = SINEW_NONE;
        }
    }
    return missing;
}

/// Adds the entries of a mesh that a group lacks, in the mesh's order: each before the mesh's next entry that the group
/// has or, if no later one is there, after the mesh's previous entry.
static void join(sharing *work, int32_t group, int32_t first, int32_t count)
{
    int32_t *link = &work->head[group]; // where the next entry is put
    for (int32_t i = first; i < first + count; ++i) {
        int32_t shared = i; // the mesh's next entry that the group has, this one or a later one
        while (shared < first + count && work->node_of[shared] == SINEW_NONE) ++shared;
        while (shared < first + count && *link != work->node_of[shared]) link = &work->nodes[*link].next;
        if (shared != i) {
            int32_t *last = &work->last_of_joint[work->items[i].joint];
            work->nodes[i] = (palette_node){.group = group, .next = *link, .earlier = *last};
            work->node_of[i] = *last = *link = i;
            ++work->size[group];
        }
        link = &work->nodes[*link].next;
    }
    int32_t place = 0;
    for (int32_t i = work->head[group]; i != SINEW_NONE; i = work->nodes[i].next) work->nodes[i].place = place++;
}

/// Makes a group of a mesh's entries, which later meshes may join if `is_open`.
static void begin_group(sharing *work, int32_t group, int32_t first, int32_t count, int is_open)
{
    work->head[group] = first;
    work->size[group] = count;
    for (int32_t i = 0; i < count; ++i) {
        int32_t *last = &work->last_of_joint[work->items[first + i].joint];
        work->node_of[first + i] = first + i;
        work->nodes[first + i] = (palette_node){
            .group = group, .place = i, .next = i + 1 < count ? first + i + 1 : SINEW_NONE, .earlier = *last};
        if (is_open) *last = first + i;
    }
}

static void add_mesh(sharing *work, const sinew_mesh *mesh, int32_t index)
{
    const int32_t first = mesh->first_skin_joint, count = mesh->skin_joint_count;
    // Additive meshes share no entries, because these refer to each other. A rigid mesh shares only a single entry,
    // because it follows the first entry of its range.
    const int is_open = work->items[first].associate == SINEW_NONE && mesh->vertex_count > 0 &&
                        (mesh->flags & SINEW_MESH_SKINNED || count == 1);
    const int32_t group = is_open ? find_group(work, first, count) : SINEW_NONE;
    if (group != SINEW_NONE && find_in_group(work, group, first, count)) {
        const int32_t missing = keep_order(work, first, count);
        int32_t low = INT32_MAX, high = -1;
        for (int32_t i = first; i < first + count && missing == 0; ++i) {
            const int32_t place = work->nodes[work->node_of[i]].place;
            if (place < low) low = place;
            if (place > high) high = place;
        }
        // A range may have as many entries as a byte can count. If the mesh itself has more, its number of vertices is
        // added to this limit.
        const int64_t most = SINEW__SHARED_ENTRIES + (count > SINEW__SHARED_ENTRIES ? (int64_t)mesh->vertex_count : 0);
        const int fits =
            missing ? missing < count && work->size[group] + missing <= SINEW__SHARED_ENTRIES : high - low + 1 <= most;
        if (fits) {
            if (missing) join(work, group, first, count);
            return;
        }
    }
    begin_group(work, index, first, count, is_open);
}

/// Puts the entries in the order of the groups, and sets their new indices in meshes, influences and vertex blocks.
static sinew_result rewrite(sinew__builder *builder, const sharing *work)
{
    const int32_t mesh_count = sinew__section_size(builder, SINEW__SECTION_MESHES);
    const size_t total = (size_t)sinew__section_size(builder, SINEW__SECTION_SKIN_JOINTS);
    sinew_mesh *meshes = sinew__section_items(builder, SINEW__SECTION_MESHES);
    sinew_skin_joint *items = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
    sinew_skin_joint *out = SINEW__ARENA_ARRAY(&builder->scratch, sinew_skin_joint, total);
    int32_t *now = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, total);   // the index of each entry
    uint8_t *moves = SINEW__ARENA_ARRAY(&builder->scratch, uint8_t, total); // whether a skin joint moves a vertex
    int32_t count = 0;
    if (!out || !now || !moves) return sinew__fail_memory(builder->error);
    for (int32_t g = 0; g < mesh_count; ++g)
        for (int32_t i = work->size[g] ? work->head[g] : SINEW_NONE; i != SINEW_NONE; i = work->nodes[i].next) {
            now[i] = count;
            out[count++] = items[i];
        }
    if (count == (int32_t)total) return SINEW_OK; // nothing is shared: the order is the same
    for (int32_t i = 0; i < count; ++i)
        if (out[i].associate != SINEW_NONE) out[i].associate = now[work->node_of[out[i].associate]];
    memcpy(items, out, (size_t)count * sizeof *items);
    builder->sections[SINEW__SECTION_SKIN_JOINTS].count = (size_t)count;
    int32_t *block_joints = sinew__section_items(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    const int32_t block_joint_count = sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    for (int32_t i = 0; i < block_joint_count; ++i) moves[block_joints[i]] = 1;
    for (int32_t m = 0; m < mesh_count; ++m) {
        int32_t low = INT32_MAX, high = -1;
        for (int32_t i = meshes[m].first_skin_joint; i < meshes[m].first_skin_joint + meshes[m].skin_joint_count; ++i) {
            const int32_t entry = now[work->node_of[i]];
            if (!moves[i] && work->node_of[i] != i) continue;
            if (entry < low) low = entry;
            if (entry > high) high = entry;
        }
        meshes[m].first_skin_joint = low;
        meshes[m].skin_joint_count = high - low + 1;
    }
    sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    for (int32_t i = 0; i < sinew__section_size(builder, SINEW__SECTION_INFLUENCES); ++i)
        influences[i].skin_joint = now[work->node_of[influences[i].skin_joint]];
    for (int32_t i = 0; i < block_joint_count; ++i) block_joints[i] = now[work->node_of[block_joints[i]]];
    return SINEW_OK;
}

sinew_result sinew__share_skin_joints(sinew__builder *builder)
{
    sinew__arena *memory = &builder->scratch;
    const size_t total = (size_t)sinew__section_size(builder, SINEW__SECTION_SKIN_JOINTS),
                 mesh_count = (size_t)sinew__section_size(builder, SINEW__SECTION_MESHES),
                 joint_count = (size_t)sinew__section_size(builder, SINEW__SECTION_JOINTS);
    if (mesh_count < 2) return SINEW_OK;
    sharing work = {.items = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS),
                    .nodes = SINEW__ARENA_ARRAY(memory, palette_node, total),
                    .node_of = SINEW__ARENA_ARRAY(memory, int32_t, total),
                    .last_of_joint = SINEW__ARENA_ARRAY(memory, int32_t, joint_count),
                    .head = SINEW__ARENA_ARRAY(memory, int32_t, mesh_count),
                    .size = SINEW__ARENA_ARRAY(memory, int32_t, mesh_count),
                    .length = SINEW__ARENA_ARRAY(memory, int32_t, SINEW__SHARED_ENTRIES)};
    if (!work.nodes || !work.node_of || !work.last_of_joint || !work.head || !work.size || !work.length)
        return sinew__fail_memory(builder->error);
    const sinew_mesh *meshes = sinew__section_items(builder, SINEW__SECTION_MESHES);
    for (size_t i = 0; i < joint_count; ++i) work.last_of_joint[i] = SINEW_NONE;
    for (size_t i = 0; i < mesh_count; ++i) add_mesh(&work, &meshes[i], (int32_t)i);
    return rewrite(builder, &work);
}
