/// Makes the nodes of joints, and writes the JSON of all nodes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/glb/glb_joint.h"
#include "author/export/glb/glb_scene.h"
#include "core/base/affine.h"
#include "runtime/model/look_up.h"

int32_t sinew__glb_add_node(glb_scene *scene, int32_t parent, const char *name)
{
    const int32_t index = scene->node_count++;
    glb_node *node = &scene->nodes[index];
    *node = (glb_node){.name = name,
                       .parent = parent,
                       .first_child = SINEW_NONE,
                       .last_child = SINEW_NONE,
                       .next_sibling = SINEW_NONE,
                       .mesh = SINEW_NONE,
                       .skin = SINEW_NONE,
                       .local = sinew__transform_identity()};
    if (parent == SINEW_NONE) return index;
    glb_node *above = &scene->nodes[parent];
    if (above->last_child == SINEW_NONE)
        above->first_child = index;
    else
        scene->nodes[above->last_child].next_sibling = index;
    above->last_child = index;
    return index;
}

static void add_joint(glb_scene *scene, const glb_sampler *rest, int32_t joint)
{
    const sinew_joint *item = &scene->model->joints[joint];
    const int32_t parent = item->parent == SINEW_NONE ? SINEW_NONE : scene->joint_node[item->parent];
    const char *name = sinew_text(scene->model, item->name);
    sinew_transform node, top;
    sinew__glb_joint_nodes(rest, joint, 0, &node, &top);
    scene->joint_top[joint] = SINEW_NONE;
    if (scene->compensation[joint] == GLB_TWO_NODES) {
        scene->joint_top[joint] = sinew__glb_add_node(scene, parent, NULL);
        scene->nodes[scene->joint_top[joint]].is_added = 1;
        scene->nodes[scene->joint_top[joint]].local = top;
    }
    const int32_t above = scene->joint_top[joint] == SINEW_NONE ? parent : scene->joint_top[joint];
    const int32_t index = sinew__glb_add_node(scene, above, *name ? name : NULL);
    scene->nodes[index].local = node;
    scene->nodes[index].is_added = (item->flags & SINEW_JOINT_HELPER) != 0;
    scene->joint_node[joint] = index;
    if (scene->joint_top[joint] == SINEW_NONE) scene->joint_top[joint] = index;
}

int sinew__glb_add_joints(glb_scene *scene)
{
    glb_sampler rest;
    sinew__arena memory = {0};
    const int ok = sinew__glb_sampler_init(&rest, scene, &memory);
    for (int32_t i = 0; ok && i < scene->model->joint_count; ++i) add_joint(scene, &rest, i);
    sinew__arena_free(&memory);
    return ok;
}

void sinew__glb_join_roots(glb_scene *scene)
{
    const int32_t count = scene->node_count, root = sinew__glb_add_node(scene, SINEW_NONE, NULL);
    glb_node *above = &scene->nodes[root];
    above->is_added = 1;
    for (int32_t i = 0; i < count; ++i) {
        glb_node *node = &scene->nodes[i];
        if (node->parent != SINEW_NONE || node->skin != SINEW_NONE) continue;
        node->parent = root;
        if (above->last_child == SINEW_NONE)
            above->first_child = i;
        else
            scene->nodes[above->last_child].next_sibling = i;
        above->last_child = i;
    }
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

/// Writes a node. A node without a name gets a unique one, because importers find nodes by name.
static void put_node(glb_scene *scene, int32_t index)
{
    const glb_node *node = &scene->nodes[index];
    char made[32];
    int32_t number;
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_NODES, &number);
    snprintf(made, sizeof made, "node_%d", (int)index);
    sinew__json_put_text(json, "name", node->name ? node->name : made);
    const sinew_transform *local = &node->local;
    const sinew_quat q = sinew__quat_normalize(local->r);
    const float t[3] = {(float)local->t.x, (float)local->t.y, (float)local->t.z};
    const float r[4] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    const float s[3] = {(float)local->s.x, (float)local->s.y, (float)local->s.z};
    if (t[0] != 0 || t[1] != 0 || t[2] != 0) sinew__glb_floats(json, "translation", t, 3);
    if (r[0] != 0 || r[1] != 0 || r[2] != 0) sinew__glb_floats(json, "rotation", r, 4);
    if (s[0] != 1 || s[1] != 1 || s[2] != 1) sinew__glb_floats(json, "scale", s, 3);
    if (node->mesh != SINEW_NONE) sinew__json_put_whole(json, "mesh", node->mesh);
    if (node->skin != SINEW_NONE) sinew__json_put_whole(json, "skin", node->skin);
    if (node->first_child != SINEW_NONE) {
        sinew__json_put_array(json, "children");
        for (int32_t i = node->first_child; i != SINEW_NONE; i = scene->nodes[i].next_sibling)
            sinew__json_put_whole(json, NULL, i);
        sinew__json_end_array(json);
    }
    if (node->is_added) {
        sinew__json_put_object(json, "extras");
        sinew__json_put_bool(json, "sinew_added", 1);
        sinew__json_end_object(json);
    }
    sinew__json_end_object(json);
}

void sinew__glb_put_nodes(glb_scene *scene, sinew__buffer *out_roots)
{
    sinew__json_writer roots = sinew__glb_json(out_roots);
    sinew__json_put_array(&roots, NULL);
    for (int32_t i = 0; i < scene->node_count; ++i) {
        put_node(scene, i);
        if (scene->nodes[i].parent == SINEW_NONE) sinew__json_put_whole(&roots, NULL, i);
    }
    sinew__json_end_array(&roots);
}
