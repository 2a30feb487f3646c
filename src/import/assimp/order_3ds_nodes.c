// Reorders the keyframer nodes of a 3DS file. Assimp 5.2 mistakes the number of a node's parent for a depth, and looks
// for that depth upwards from the previous node. Its result is right if nodes are depth-first and numbered in that
// order. So the nodes are put into that order, and the siblings of each parent get a depth of their own, which Assimp
// then finds. Chunks move, and two bytes of each node change; the size of the file does not change.
#include "import/import_stages.h"

#include <stdint.h>
#include <string.h>

#include "core/base/error.h"

/// Constants of 3D Studio's file format. Nodes of the keyframer are the chunks 0xb001 to 0xb007.
enum {
    CHUNK_KEYFRAMER = 0xb000,
    CHUNK_FIRST_NODE = 0xb001, ///< the ambient light, which Assimp does not read
    CHUNK_OBJECT_NODE = 0xb002,
    CHUNK_LAST_NODE = 0xb007,
    CHUNK_NODE_HEADER = 0xb010, ///< name, 0, two words of flags, number of the parent
    CHUNK_NODE_NUMBER = 0xb030,
    CHUNK_FIRST_TRACK = 0xb020, ///< position, rotation, scale: flags and 8 bytes, number of keys, keys
    CHUNK_LAST_TRACK = 0xb022,
    HEADER_SIZE = 6, ///< bytes of a chunk's header: two for its kind, four for its size including the header
    NO_PARENT = 0xffff,
    MAX_NODES = 16000, ///< limit from Assimp, which counts depths in 15 bits: each node may add two
};

typedef struct chunk {
    unsigned kind;
    size_t begin, end; ///< range in the file, including the header
} chunk;

typedef struct keyframer_node {
    chunk chunk;
    const char *name; ///< in the arena
    size_t parent_at; ///< offset in the file of the number of the node's parent
    unsigned number, parent_number;
    int32_t parent, namesake;              ///< index or −1
    int32_t first_child, last_child, next; ///< index or −1
    int32_t last_target, next_target;      ///< targets of a camera or spot light, which are part of this node
    int is_placed;
    int depth; ///< depth of its children in Assimp's count, from 1; 0: not chosen
} keyframer_node;

typedef struct node_order {
    import_pass *pass;
    chunk keyframer;
    keyframer_node *nodes; ///< [count]
    int32_t count;
    unsigned char *out;       ///< the new file
    size_t at;                ///< size of `out` so far
    int roots_depth, deepest; ///< depths in Assimp's count, from 1: of the roots, and of the last node; Assimp takes a
                              ///< node with a greater depth for a child of the last one
} node_order;

// ---- chunks -------------------------------------------------------------------------------------------------------

static unsigned word_at(const import_pass *pass, size_t at)
{
    return (unsigned)pass->bytes[at] | (unsigned)pass->bytes[at + 1] << 8;
}

/// Reads the chunk at *at and moves *at past it. Returns 0 after the last chunk before `end`.
static int next_chunk(const import_pass *pass, size_t *at, size_t end, chunk *out)
{
    if (end - *at < HEADER_SIZE) return 0;
    const size_t size = word_at(pass, *at + 2) | (size_t)word_at(pass, *at + 4) << 16;
    if (size < HEADER_SIZE || size > end - *at) return 0;
    *out = (chunk){word_at(pass, *at), *at, *at + size};
    *at += size;
    return 1;
}

static int is_node(const chunk *of)
{
    return of->kind >= CHUNK_FIRST_NODE && of->kind <= CHUNK_LAST_NODE;
}

// ---- nodes --------------------------------------------------------------------------------------------------------

/// Warns of keys with tension, continuity and bias: 3D Studio makes splines of them, Assimp interpolates linearly.
static void warn_of_splines(import_pass *pass, const chunk *track, const char *name)
{
    enum { COUNT_AT = HEADER_SIZE + 10 };
    if (track->end - track->begin < COUNT_AT + 4) return;
    const size_t at = track->begin + COUNT_AT;
    if (word_at(pass, at) > 2 || word_at(pass, at + 2) > 0)
        sinew__import_warn(pass, IMPORT_WARNING_SPLINES, name,
                           "keys with splines of 3D Studio are interpolated linearly");
}

/// Fails if a track is too short for the number of keys that it states. Assimp would reserve memory for all of them
/// before it reads the first.
static sinew_result check_tracks(const import_pass *pass, const chunk *keyframer, sinew_error *error)
{
    enum { COUNT_AT = HEADER_SIZE + 10, KEY_SIZE = 6 }; // a key has a time and flags, then its value
    chunk node, track;
    for (size_t at = keyframer->begin + HEADER_SIZE; next_chunk(pass, &at, keyframer->end, &node);) {
        if (!is_node(&node)) continue;
        for (size_t in = node.begin + HEADER_SIZE; next_chunk(pass, &in, node.end, &track);) {
            if (track.kind < CHUNK_FIRST_TRACK || track.kind > CHUNK_LAST_TRACK) continue;
            const size_t size = track.end - track.begin;
            if (size < COUNT_AT + 4) continue;
            const size_t count =
                word_at(pass, track.begin + COUNT_AT) | (size_t)word_at(pass, track.begin + COUNT_AT + 2) << 16;
            if (count > (size - COUNT_AT - 4) / KEY_SIZE)
                return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged at byte %zu: %zu keys in a track of %zu bytes",
                                   track.begin, count, size);
        }
    }
    return SINEW_OK;
}

/// Reads a node. Returns 0 if its header is incomplete, or when out of memory.
static int read_node(import_pass *pass, keyframer_node *node)
{
    chunk part;
    for (size_t at = node->chunk.begin + HEADER_SIZE; next_chunk(pass, &at, node->chunk.end, &part);) {
        const size_t from = part.begin + HEADER_SIZE, size = part.end - from;
        if (part.kind == CHUNK_NODE_NUMBER && size >= 2) node->number = word_at(pass, from);
        if (part.kind >= CHUNK_FIRST_TRACK && part.kind <= CHUNK_LAST_TRACK && node->name)
            warn_of_splines(pass, &part, node->name);
        if (part.kind != CHUNK_NODE_HEADER || node->name) continue;
        const unsigned char *end = memchr(pass->bytes + from, 0, size);
        const size_t length = end ? (size_t)(end - pass->bytes) - from : size;
        if (size - length < 7) return 0;
        node->parent_at = from + length + 5;
        node->parent_number = word_at(pass, node->parent_at);
        node->name = sinew__arena_text(&pass->arena, (const char *)pass->bytes + from, length);
        if (!node->name) return 0;
    }
    return node->name != NULL;
}

/// Lists the nodes in the order of the file. Returns 0 when out of memory, or if a chunk is damaged or there are too
/// many nodes; then the file is not changed.
static int list_nodes(node_order *order)
{
    import_pass *pass = order->pass;
    const chunk *keyframer = &order->keyframer;
    chunk part;
    int32_t count = 0;
    size_t end = keyframer->begin + HEADER_SIZE;
    while (next_chunk(pass, &end, keyframer->end, &part)) count += count <= MAX_NODES && is_node(&part);
    if (end != keyframer->end || count > MAX_NODES) return 0;
    order->nodes = SINEW__ARENA_ARRAY(&pass->arena, keyframer_node, count);
    if (!order->nodes) return 0;
    for (size_t at = keyframer->begin + HEADER_SIZE; next_chunk(pass, &at, keyframer->end, &part);) {
        if (!is_node(&part)) continue;
        keyframer_node *node = &order->nodes[order->count];
        *node = (keyframer_node){.chunk = part, .number = (unsigned)order->count++};
        node->parent = node->namesake = node->first_child = node->last_child = node->next = SINEW_NONE;
        node->last_target = node->next_target = SINEW_NONE;
        if (!read_node(pass, node)) return 0;
    }
    return order->count > 0;
}

// ---- families -----------------------------------------------------------------------------------------------------

static void warn_of_parent(import_pass *pass, const keyframer_node *node, const char *problem)
{
    sinew__import_warn(pass, IMPORT_WARNING_REFERENCE, node->name, "its parent %s", problem);
}

/// Finds the parent of each node. A node that is part of another node of its name, such as a target, is kept with that
/// node. Returns 0 when out of memory.
static int find_families(node_order *order)
{
    sinew__arena *arena = &order->pass->arena;
    int32_t *numbered = SINEW__ARENA_ARRAY(arena, int32_t, NO_PARENT + 1);
    name_table names;
    if (!numbered || !sinew__name_table_create(arena, (size_t)order->count, &names)) return 0;
    for (int32_t i = 0; i < order->count; ++i) {
        keyframer_node *node = &order->nodes[i];
        const int32_t other = sinew__name_table_find(&names, node->name);
        if (node->chunk.kind != CHUNK_OBJECT_NODE && node->chunk.kind != CHUNK_FIRST_NODE) node->namesake = other;
        if (other == SINEW_NONE && node->chunk.kind != CHUNK_FIRST_NODE) sinew__name_table_add(&names, node->name, i);
        if (numbered[node->number] == 0 && node->chunk.kind != CHUNK_FIRST_NODE)
            numbered[node->number] = 1 + (node->namesake == SINEW_NONE ? i : other);
    }
    for (int32_t i = 0; i < order->count; ++i) {
        keyframer_node *node = &order->nodes[i];
        if (node->namesake != SINEW_NONE || node->parent_number == NO_PARENT) continue;
        node->parent = numbered[node->parent_number] - 1; // −1: none
        if (node->parent == i) node->parent = SINEW_NONE;
        if (node->parent == SINEW_NONE) warn_of_parent(order->pass, node, "is not in the file");
        if (node->parent == SINEW_NONE) continue;
        keyframer_node *parent = &order->nodes[node->parent]; // the node becomes its last child
        if (parent->last_child == SINEW_NONE)
            parent->first_child = i;
        else
            order->nodes[parent->last_child].next = i;
        parent->last_child = i;
    }
    for (int32_t i = order->count; i-- > 0;) {
        keyframer_node *node = &order->nodes[i];
        if (node->namesake == SINEW_NONE) continue;
        node->next_target = order->nodes[node->namesake].last_target;
        order->nodes[node->namesake].last_target = i;
    }
    return 1;
}

// ---- the new order ------------------------------------------------------------------------------------------------

static void copy_chunk(node_order *order, const chunk *from)
{
    const size_t size = from->end - from->begin;
    memcpy(order->out + order->at, order->pass->bytes + from->begin, size);
    order->at += size;
}

/// Appends a node and its targets to the new file.
static void place_node(node_order *order, int32_t index)
{
    keyframer_node *node = &order->nodes[index];
    int *depth = node->parent == SINEW_NONE ? &order->roots_depth : &order->nodes[node->parent].depth;
    const int is_first = *depth == 0;
    if (is_first) *depth = order->deepest + 1;
    order->deepest = is_first ? *depth : order->deepest + 1;
    const size_t parent_at = order->at + (node->parent_at - node->chunk.begin);
    copy_chunk(order, &node->chunk);
    const unsigned told = (unsigned)(*depth - 2) & 0xffffU; // Assimp adds 1; the roots are at depth 0
    order->out[parent_at] = (unsigned char)(told & 0xff);
    order->out[parent_at + 1] = (unsigned char)(told >> 8);
    for (int32_t t = node->last_target; t != SINEW_NONE; t = order->nodes[t].next_target)
        copy_chunk(order, &order->nodes[t].chunk);
    node->is_placed = 1;
}

/// Appends a node and its descendants to the new file, parents before children.
static void place_family(node_order *order, int32_t root)
{
    for (int32_t at = root; at != SINEW_NONE;) {
        place_node(order, at);
        if (order->nodes[at].first_child != SINEW_NONE) {
            at = order->nodes[at].first_child;
            continue;
        }
        while (at != root && order->nodes[at].next == SINEW_NONE) at = order->nodes[at].parent;
        at = at == root ? SINEW_NONE : order->nodes[at].next;
    }
}

static void place_all(node_order *order)
{
    const chunk *keyframer = &order->keyframer;
    chunk part;
    order->at = keyframer->begin + HEADER_SIZE;
    for (size_t at = order->at; next_chunk(order->pass, &at, keyframer->end, &part);)
        if (!is_node(&part)) copy_chunk(order, &part);
    for (int32_t i = 0; i < order->count; ++i)
        if (order->nodes[i].parent == SINEW_NONE && order->nodes[i].namesake == SINEW_NONE) place_family(order, i);
    for (int32_t i = 0; i < order->count; ++i) {
        if (order->nodes[i].is_placed || order->nodes[i].namesake != SINEW_NONE) continue;
        // Two pointers that meet inside the cycle above the node.
        int32_t root = order->nodes[i].parent, fast = order->nodes[root].parent;
        while (root != fast) {
            root = order->nodes[root].parent;
            fast = order->nodes[order->nodes[fast].parent].parent;
        }
        keyframer_node *node = &order->nodes[root];
        // Remove the root from its parent, which is one of its descendants.
        int32_t *child = &order->nodes[node->parent].first_child;
        while (*child != root) child = &order->nodes[*child].next;
        *child = node->next;
        node->next = node->parent = SINEW_NONE;
        warn_of_parent(order->pass, node, "is below it");
        place_family(order, root);
    }
}

sinew_result sinew__order_3ds_nodes(import_pass *pass, sinew_error *error)
{
    node_order order = {.pass = pass};
    chunk file;
    size_t at = 0;
    if (!next_chunk(pass, &at, pass->size, &file)) return SINEW_OK;
    for (at = file.begin + HEADER_SIZE; order.keyframer.kind != CHUNK_KEYFRAMER;)
        if (!next_chunk(pass, &at, file.end, &order.keyframer)) return SINEW_OK;
    const sinew_result result = check_tracks(pass, &order.keyframer, error);
    if (result != SINEW_OK) return result;
    if (list_nodes(&order) && find_families(&order)) {
        order.out = sinew__arena_take(&pass->arena, pass->size, 1);
        if (order.out) {
            memcpy(order.out, pass->bytes, pass->size);
            place_all(&order);
            pass->bytes = order.out;
        }
    }
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}
