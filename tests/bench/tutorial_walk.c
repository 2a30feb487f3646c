#include "bench/tutorial_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/pose.h"

typedef struct matrix {
    float m[4][4];
} matrix;

typedef struct key {
    double time;
    float value[4];
} key;

typedef struct keys {
    key *items;
    int count;
} keys;

typedef struct channel {
    const char *node;
    keys positions, rotations, scales;
} channel;

typedef struct node {
    const char *name;
    matrix transform;
    struct node **children;
    int child_count;
} node;

typedef struct bone {
    const char *node;
    matrix offset;
    int index;
} bone;

struct tutorial_player {
    node *nodes, root;
    int node_count;
    channel *channels;
    int channel_count;
    bone *bones;
    int bone_count;
    matrix global_inverse;
    float (*final)[4][4];
};

// ---- playing ------------------------------------------------------------------------------------------------------

static matrix multiply(const matrix *a, const matrix *b)
{
    matrix out;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            out.m[i][j] =
                a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j] + a->m[i][3] * b->m[3][j];
    return out;
}

static int find_key(const keys *from, double time)
{
    for (int i = 0; i + 1 < from->count; ++i)
        if (time < from->items[i + 1].time) return i;
    return from->count > 1 ? from->count - 2 : 0;
}

static float key_part(const keys *from, int index, double time)
{
    const double length = from->items[index + 1].time - from->items[index].time;
    const double part = (time - from->items[index].time) / length;
    return (float)(part < 0 ? 0 : part > 1 ? 1 : part);
}

static void interpolate_vectors(const keys *from, double time, float out[3])
{
    if (from->count == 1) {
        memcpy(out, from->items[0].value, 3 * sizeof *out);
        return;
    }
    const int index = find_key(from, time);
    const float part = key_part(from, index, time);
    const float *a = from->items[index].value, *b = from->items[index + 1].value;
    for (int i = 0; i < 3; ++i) out[i] = a[i] + (b[i] - a[i]) * part;
}

static void interpolate_rotations(const keys *from, double time, float out[4])
{
    if (from->count == 1) {
        memcpy(out, from->items[0].value, 4 * sizeof *out);
        return;
    }
    const int index = find_key(from, time);
    const float part = key_part(from, index, time);
    const float *a = from->items[index].value, *b = from->items[index + 1].value;
    float cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    const float sign = cosine < 0.0f ? -1.0f : 1.0f;
    cosine *= sign;
    float wa = 1.0f - part, wb = part;
    if (1.0f - cosine > 0.0001f) {
        const float angle = acosf(cosine), sine = sinf(angle);
        wa = sinf((1.0f - part) * angle) / sine;
        wb = sinf(part * angle) / sine;
    }
    float square = 0.0f;
    for (int i = 0; i < 4; ++i) {
        out[i] = wa * a[i] + wb * sign * b[i];
        square += out[i] * out[i];
    }
    for (int i = 0; i < 4; ++i) out[i] /= sqrtf(square);
}

static matrix matrix_from(const float t[3], const float q[4], const float s[3])
{
    const float x = q[0], y = q[1], z = q[2], w = q[3];
    const matrix translation = {{{1, 0, 0, t[0]}, {0, 1, 0, t[1]}, {0, 0, 1, t[2]}, {0, 0, 0, 1}}};
    const matrix rotation = {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0},
                              {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0},
                              {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0},
                              {0, 0, 0, 1}}};
    const matrix scale = {{{s[0], 0, 0, 0}, {0, s[1], 0, 0}, {0, 0, s[2], 0}, {0, 0, 0, 1}}};
    const matrix rotated = multiply(&translation, &rotation);
    return multiply(&rotated, &scale);
}

static const channel *find_channel(const tutorial_player *player, const char *name)
{
    for (int i = 0; i < player->channel_count; ++i)
        if (strcmp(player->channels[i].node, name) == 0) return &player->channels[i];
    return NULL;
}

/// Finds the first bone of that name, or its insertion position. (Tutorials have a map for bones.)
static const bone *find_bone(const tutorial_player *player, const char *name)
{
    int low = 0, high = player->bone_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (strcmp(player->bones[middle].node, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return player->bones + low;
}

static void read_node_hierarchy(tutorial_player *player, double time, const node *at, const matrix *parent)
{
    matrix transform = at->transform;
    const channel *moves = find_channel(player, at->name);
    if (moves) {
        float t[3], q[4], s[3];
        interpolate_vectors(&moves->positions, time, t);
        interpolate_rotations(&moves->rotations, time, q);
        interpolate_vectors(&moves->scales, time, s);
        transform = matrix_from(t, q, s);
    }
    const matrix global = multiply(parent, &transform);
    for (const bone *b = find_bone(player, at->name);
         b < player->bones + player->bone_count && strcmp(b->node, at->name) == 0; ++b) {
        const matrix placed = multiply(&player->global_inverse, &global);
        const matrix final = multiply(&placed, &b->offset);
        memcpy(player->final[b->index], final.m, sizeof final.m);
    }
    for (int i = 0; i < at->child_count; ++i) read_node_hierarchy(player, time, at->children[i], &global);
}

const float (*tutorial_player_pose(tutorial_player *player, double time))[4][4]
{
    const matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    for (int i = 0; i < player->root.child_count; ++i)
        read_node_hierarchy(player, time, player->root.children[i], &identity);
    return (const float(*)[4][4])player->final;
}

// ---- taking a model's data ----------------------------------------------------------------------------------------

static matrix matrix_of(const sinew_affine *map)
{
    matrix out = {{{0}, {0}, {0}, {0, 0, 0, 1}}};
    for (int i = 0; i < 12; ++i) out.m[i / 4][i % 4] = (float)map->row[i / 4][i % 4];
    return out;
}

/// Adds a channel with `count` keys for every joint that the clip animates.
static int add_channels(tutorial_player *player, const sinew_model *model, const sinew_pose *pose, int count)
{
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        if (!pose->animated[joint]) continue;
        channel *out = &player->channels[player->channel_count++];
        *out = (channel){.node = sinew_text(model, model->joints[joint].name)};
        keys *lists[3] = {&out->positions, &out->rotations, &out->scales};
        for (int i = 0; i < 3; ++i) {
            *lists[i] = (keys){calloc((size_t)count + 1, sizeof(key)), count};
            if (!lists[i]->items) return 0;
        }
    }
    return 1;
}

static void put_keys(tutorial_player *player, const sinew_model *model, const sinew_pose *pose, double time, int index)
{
    channel *out = player->channels;
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        if (!pose->animated[joint]) continue;
        const sinew_transform *l = &pose->local[joint];
        out->positions.items[index] = (key){time, {(float)l->t.x, (float)l->t.y, (float)l->t.z}};
        out->rotations.items[index] = (key){time, {(float)l->r.x, (float)l->r.y, (float)l->r.z, (float)l->r.w}};
        out->scales.items[index] = (key){time, {(float)l->s.x, (float)l->s.y, (float)l->s.z}};
        ++out;
    }
}

static int take_clip(tutorial_player *player, const sinew_model *model, int32_t clip)
{
    const sinew_clip *from = &model->clips[clip];
    sinew_pose *pose;
    if (sinew_pose_create(model, &pose, NULL) != SINEW_OK) return 0;
    sinew_pose_sample(model, clip, 0, pose);
    const int made = add_channels(player, model, pose, from->key_time_count);
    for (int k = 0; k < from->key_time_count && made; ++k) {
        const double time = model->timeline_key_times[from->first_key_time + k] - from->start;
        sinew_pose_sample(model, clip, time, pose);
        put_keys(player, model, pose, time, k);
    }
    sinew_pose_destroy(pose);
    return made;
}

static int add_child(node *parent, node *child)
{
    node **children = realloc(parent->children, ((size_t)parent->child_count + 1) * sizeof(node *));
    if (!children) return 0;
    parent->children = children;
    children[parent->child_count++] = child;
    return 1;
}

static int compare_bones(const void *a, const void *b)
{
    return strcmp(((const bone *)a)->node, ((const bone *)b)->node);
}

static int add_nodes(tutorial_player *player, const sinew_model *model)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        node *at = &player->nodes[player->node_count++];
        at->name = sinew_text(model, joint->name);
        at->transform = matrix_of(&joint->rest_matrix);
        if (!add_child(joint->parent == SINEW_NONE ? &player->root : &player->nodes[joint->parent], at)) return 0;
    }
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        player->bones[player->bone_count++] = (bone){sinew_text(model, model->joints[model->skin_joints[i].joint].name),
                                                     matrix_of(&model->skin_joints[i].inverse_bind), i};
    qsort(player->bones, (size_t)player->bone_count, sizeof *player->bones, compare_bones);
    player->global_inverse = matrix_of(&model->info->global_inverse);
    return 1;
}

tutorial_player *tutorial_player_create(const sinew_model *model, int32_t clip)
{
    tutorial_player *player = calloc(1, sizeof *player);
    if (!player) return NULL;
    player->nodes = calloc((size_t)model->joint_count + 1, sizeof *player->nodes);
    player->channels = calloc((size_t)model->joint_count + 1, sizeof *player->channels);
    player->bones = calloc((size_t)model->skin_joint_count + 1, sizeof *player->bones);
    player->final = calloc((size_t)model->skin_joint_count + 1, sizeof *player->final);
    if (player->nodes && player->channels && player->bones && player->final && add_nodes(player, model) &&
        take_clip(player, model, clip))
        return player;
    tutorial_player_destroy(player);
    return NULL;
}

void tutorial_player_destroy(tutorial_player *player)
{
    if (!player) return;
    for (int i = 0; i < player->channel_count; ++i) {
        free(player->channels[i].positions.items);
        free(player->channels[i].rotations.items);
        free(player->channels[i].scales.items);
    }
    for (int i = 0; i < player->node_count; ++i) free(player->nodes[i].children);
    free(player->root.children);
    free(player->nodes);
    free(player->channels);
    free(player->bones);
    free(player->final);
    free(player);
}
