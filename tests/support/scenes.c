#include "support/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/raw_model.h"

enum {
    MOST_JOINTS = 16,
    RINGS = 33,
    SEGMENTS = 24,
    TUBE_VERTICES = RINGS * SEGMENTS,
    TUBE_QUADS = (RINGS - 1) * SEGMENTS
};

static const double PI = 3.14159265358979323846;

/// Arrays of a raw tube; the raw model points to them.
typedef struct tube {
    sinew_raw_joint joints[MOST_JOINTS];
    sinew_raw_skin_joint skin_joints[MOST_JOINTS];
    char names[MOST_JOINTS][16];
    float positions[TUBE_VERTICES * 3], colors[TUBE_VERTICES * 4], texcoords[TUBE_VERTICES * 2];
    uint32_t polygon_sizes[TUBE_QUADS], corners[TUBE_QUADS * 4];
    uint32_t influence_start[TUBE_VERTICES + 1];
    sinew_raw_influence influences[TUBE_VERTICES * MOST_JOINTS];
    int32_t bulge_vertices[TUBE_VERTICES];
    float bulge_positions[TUBE_VERTICES * 3];
    sinew_raw_shape shape;
    sinew_raw_morph morph;
    sinew_track_key turn[3], weight[3];
    sinew_raw_track tracks[2];
    sinew_raw_clip clip;
    sinew_raw_mesh mesh;
    sinew_raw_model raw;
} tube;

static void make_joints(tube *made, int32_t joint_count)
{
    for (int32_t i = 0; i < joint_count; ++i) {
        snprintf(made->names[i], sizeof made->names[i], "bone%d", i);
        made->joints[i] =
            (sinew_raw_joint){.name = made->names[i], .parent = i - 1, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
        made->joints[i].rest = (sinew_transform){
            .t = {0.0, i == 0 ? 0.0 : 10.0 / joint_count, 0.0}, .r = {0.0, 0.0, 0.0, 1.0}, .s = {1.0, 1.0, 1.0}};
        made->skin_joints[i] = (sinew_raw_skin_joint){.joint = i, .node = SINEW_NONE};
    }
}

/// Every vertex hangs on every bone, the near ones more.
static void weigh_vertex(tube *made, int32_t vertex, int32_t joint_count, double height)
{
    made->influence_start[vertex] = (uint32_t)(vertex * joint_count);
    for (int32_t i = 0; i < joint_count; ++i) {
        const double middle = (i + 0.5) / joint_count, away = (height - middle) * joint_count;
        made->influences[vertex * joint_count + i] =
            (sinew_raw_influence){.skin_joint = i, .weight = (float)exp(-2.0 * away * away)};
    }
    made->influence_start[vertex + 1] = (uint32_t)((vertex + 1) * joint_count);
}

static void make_vertices(tube *made, int32_t joint_count)
{
    for (int32_t vertex = 0; vertex < TUBE_VERTICES; ++vertex) {
        const double height = (double)(vertex / SEGMENTS) / (RINGS - 1);
        const double angle = 2.0 * PI * (vertex % SEGMENTS) / SEGMENTS;
        const double radius = 0.9 - 0.4 * height, bulge = 0.9 * exp(-30.0 * (height - 0.6) * (height - 0.6));
        const float direction[3] = {(float)cos(angle), 0.0f, (float)-sin(angle)};
        const float color[4] = {(float)(0.75 - 0.55 * height), 0.25f, (float)(0.12 + 0.5 * height), 1.0f};
        for (int k = 0; k < 3; ++k) {
            made->positions[3 * vertex + k] = (float)radius * direction[k];
            made->bulge_positions[3 * vertex + k] = (float)bulge * direction[k];
        }
        made->positions[3 * vertex + 1] = (float)(10.0 * height);
        memcpy(made->colors + 4 * vertex, color, sizeof color);
        made->texcoords[2 * vertex] = (float)(vertex % SEGMENTS) / SEGMENTS;
        made->texcoords[2 * vertex + 1] = (float)height;
        made->bulge_vertices[vertex] = vertex;
        weigh_vertex(made, vertex, joint_count, height);
    }
}

static void make_quads(tube *made)
{
    for (uint32_t quad = 0; quad < TUBE_QUADS; ++quad) {
        const uint32_t ring = quad / SEGMENTS * SEGMENTS, side = quad % SEGMENTS, next = (side + 1) % SEGMENTS;
        const uint32_t corners[4] = {ring + side, ring + next, ring + SEGMENTS + next, ring + SEGMENTS + side};
        memcpy(made->corners + 4 * quad, corners, sizeof corners);
        made->polygon_sizes[quad] = 4;
    }
}

static void make_clip(tube *made, int with_mesh)
{
    for (int i = 0; i < 3; ++i) {
        const double half = i == 1 ? PI / 4.0 : 0.0;
        made->turn[i] = (sinew_track_key){0.5 * i, {0.0, 0.0, sin(half), cos(half)}};
        made->weight[i] = (sinew_track_key){0.5 * i, {i == 1 ? 1.0 : 0.0}};
    }
    made->tracks[0] = (sinew_raw_track){.joint = 1,
                                        .node = SINEW_NONE,
                                        .mesh = SINEW_NONE,
                                        .morph = SINEW_NONE,
                                        .path = SINEW_TRACK_ROTATION,
                                        .keys = made->turn,
                                        .key_count = 3,
                                        .interpolation = SINEW_LINEAR};
    made->tracks[1] = (sinew_raw_track){.joint = SINEW_NONE,
                                        .node = SINEW_NONE,
                                        .mesh = 0,
                                        .morph = 0,
                                        .path = SINEW_TRACK_MORPH_WEIGHT,
                                        .keys = made->weight,
                                        .key_count = 3,
                                        .interpolation = SINEW_LINEAR};
    made->clip =
        (sinew_raw_clip){.name = "bend", .duration = 1.0, .tracks = made->tracks, .track_count = with_mesh ? 2 : 1};
}

static sinew_model *build(const sinew_raw_model *raw)
{
    sinew_error error;
    sinew_model *model = NULL;
    if (sinew_model_from_raw(raw, &model, &error) != SINEW_OK) fprintf(stderr, "scene: %s\n", error.message);
    return model;
}

static sinew_model *make_tube(int32_t joint_count, int with_mesh, sinew_skin_method method, sinew_link_mode link)
{
    tube *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    make_joints(made, joint_count);
    make_vertices(made, joint_count);
    make_quads(made);
    make_clip(made, with_mesh);
    made->shape =
        (sinew_raw_shape){.vertices = made->bulge_vertices, .positions = made->bulge_positions, .count = TUBE_VERTICES};
    made->morph = (sinew_raw_morph){.name = "bulge", .shapes = &made->shape, .shape_count = 1};
    made->mesh = (sinew_raw_mesh){
        .name = "tube",
        .joint = 0,
        .positions = made->positions,
        .colors = made->colors,
        .texcoords = made->texcoords,
        .vertex_count = TUBE_VERTICES,
        .polygon_sizes = made->polygon_sizes,
        .polygon_count = TUBE_QUADS,
        .corner_vertices = made->corners,
        .corner_count = TUBE_QUADS * 4,
        .influence_start = made->influence_start,
        .influences = made->influences,
        .skin_joints = made->skin_joints,
        .skin_joint_count = joint_count,
        .morphs = &made->morph,
        .morph_count = 1,
    };
    made->raw = (sinew_raw_model){
        .format = "made in code",
        .fps = 30.0,
        .joints = made->joints,
        .joint_count = joint_count,
        .meshes = &made->mesh,
        .mesh_count = with_mesh,
        .clips = &made->clip,
        .clip_count = 1,
    };
    float shares[TUBE_VERTICES];
    for (int i = 0; i < TUBE_VERTICES; ++i) shares[i] = (float)i / TUBE_VERTICES;
    const sinew_raw_deformer deformers[2] = {{.kind = SINEW_DEFORM_MORPH},
                                             {.kind = SINEW_DEFORM_SKIN,
                                              .method = (uint32_t)method,
                                              .link_mode = link,
                                              .blend_weights = method == SINEW_SKIN_BLENDED ? shares : NULL}};
    if (link == SINEW_LINK_ADDITIVE) made->skin_joints[2].associate = &made->skin_joints[1];
    made->mesh.deformers = deformers;
    made->mesh.deformer_count = 2;
    sinew_model *model = build(&made->raw);
    free(made);
    return model;
}

sinew_model *scene_tube(int32_t joint_count)
{
    return make_tube(joint_count, 1, SINEW_SKIN_LINEAR, SINEW_LINK_NORMALIZE);
}

sinew_model *scene_tube_skinned(int32_t joint_count, sinew_skin_method method)
{
    return make_tube(joint_count, 1, method, SINEW_LINK_NORMALIZE);
}

sinew_model *scene_tube_additive(int32_t joint_count)
{
    return make_tube(joint_count, 1, SINEW_SKIN_LINEAR, SINEW_LINK_ADDITIVE);
}

sinew_model *scene_bones(int32_t joint_count)
{
    return make_tube(joint_count, 0, SINEW_SKIN_LINEAR, SINEW_LINK_NORMALIZE);
}

sinew_model *scene_hinge(void)
{
    const float flat[18] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0};
    const float folded[18] = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1};
    const uint32_t corners[8] = {0, 1, 4, 3, 1, 2, 5, 4}, sizes[2] = {4, 4};
    const sinew_raw_cache_sample samples[2] = {{0, flat}, {1, folded}};
    const sinew_raw_cache cache = {.samples = samples, .sample_count = 2};
    const sinew_raw_joint joint = {.name = "hinge", .parent = SINEW_NONE, .kind = SINEW_JOINT_MESH, .node = SINEW_NONE};
    const sinew_raw_mesh mesh = {.name = "hinge",
                                 .positions = flat,
                                 .vertex_count = 6,
                                 .polygon_sizes = sizes,
                                 .polygon_count = 2,
                                 .corner_vertices = corners,
                                 .corner_count = 8,
                                 .cache = &cache};
    const sinew_curve_key keys[2] = {{.interpolation = SINEW_LINEAR}, {.ticks = INT64_C(46186158000), .value = 2}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel lift = {
        .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {NULL, NULL, &curve}};
    const sinew_raw_clip clip = {.name = "fold", .duration = 1, .channels = &lift, .channel_count = 1};
    return build(&(sinew_raw_model){
        .joints = &joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1, .clips = &clip, .clip_count = 1});
}

/// Corners of the cube's sides and what lies on them.
typedef struct cube_vertices {
    float positions[24 * 3], colors[24 * 4], texcoords[24 * 2];
} cube_vertices;

static void make_cube_vertices(cube_vertices *made, float times)
{
    static const float colors[6][4] = {{0.8f, 0.1f, 0.1f, 1.0f}, {0.1f, 0.5f, 0.1f, 1.0f}, {0.1f, 0.2f, 0.8f, 1.0f},
                                       {0.8f, 0.6f, 0.1f, 1.0f}, {0.5f, 0.1f, 0.6f, 1.0f}, {0.1f, 0.6f, 0.6f, 1.0f}};
    for (int vertex = 0; vertex < 24; ++vertex) {
        // Side `axis`, towards + or −; corners counter-clockwise seen from outside.
        const int side = vertex / 4, axis = side / 2, corner = vertex % 4, negative = side % 2;
        const float u = corner == 1 || corner == 2 ? 1.0f : -1.0f, v = corner >= 2 ? 1.0f : -1.0f;
        made->positions[3 * vertex + axis] = negative ? -1.0f : 1.0f;
        made->positions[3 * vertex + (axis + 1) % 3] = negative ? v : u;
        made->positions[3 * vertex + (axis + 2) % 3] = negative ? u : v;
        made->texcoords[2 * vertex] = times * (0.5f + 0.5f * u);
        made->texcoords[2 * vertex + 1] = times * (0.5f + 0.5f * v);
        memcpy(made->colors + 4 * vertex, colors[side], sizeof colors[side]);
    }
}

static sinew_model *make_cube(sinew_vec3 scale, int painted, const sinew_raw_material *material, float times)
{
    static const uint32_t sizes[6] = {4, 4, 4, 4, 4, 4};
    static const int32_t materials[6] = {0};
    cube_vertices made;
    make_cube_vertices(&made, times);
    const sinew_raw_joint joint = {.name = "cube",
                                   .parent = SINEW_NONE,
                                   .kind = SINEW_JOINT_MESH,
                                   .node = SINEW_NONE,
                                   .rest = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}, scale}};
    const sinew_raw_mesh mesh = {.name = "cube",
                                 .positions = made.positions,
                                 .colors = painted ? made.colors : NULL,
                                 .texcoords = made.texcoords,
                                 .vertex_count = 24,
                                 .polygon_sizes = sizes,
                                 .polygon_materials = materials,
                                 .polygon_count = 6};
    const sinew_raw_texture texture = {.path = "cube.png"};
    const sinew_raw_model raw = {.format = "made in code",
                                 .joints = &joint,
                                 .joint_count = 1,
                                 .meshes = &mesh,
                                 .mesh_count = 1,
                                 .textures = &texture,
                                 .texture_count = 1,
                                 .materials = material,
                                 .material_count = 1};
    return build(&raw);
}

sinew_model *scene_cube(double scale_x, double scale_y, double scale_z, int two_sided)
{
    const sinew_raw_material paint = {.name = "paint",
                                      .texture = SINEW_NONE,
                                      .base_color = {1.0f, 1.0f, 1.0f, 1.0f},
                                      .two_sided = (uint32_t)two_sided};
    return make_cube((sinew_vec3){scale_x, scale_y, scale_z}, 1, &paint, 1.0f);
}

sinew_model *scene_sheets(const sinew_raw_material *material, int reverse)
{
    static const uint32_t sizes[3] = {4, 4, 4};
    static const int32_t materials[3] = {0};
    float positions[3 * 4 * 3], colors[3 * 4 * 4];
    for (int i = 0; i < 3; ++i) {
        const int sheet = reverse ? 2 - i : i;
        for (int corner = 0; corner < 4; ++corner) {
            const float x = corner == 1 || corner == 2 ? 1.0f : -1.0f, y = corner >= 2 ? 1.0f : -1.0f;
            const float position[3] = {x, y, 0.4f * x * (float)(sheet - 1)};
            memcpy(positions + 12 * i + 3 * corner, position, sizeof position);
            for (int k = 0; k < 4; ++k) colors[16 * i + 4 * corner + k] = k == 3 || k == sheet ? 1.0f : 0.1f;
        }
    }
    const sinew_raw_joint joint = {
        .name = "sheets", .parent = SINEW_NONE, .kind = SINEW_JOINT_MESH, .node = SINEW_NONE};
    const sinew_raw_mesh mesh = {.name = "sheets",
                                 .flags = SINEW_MESH_TWO_SIDED,
                                 .positions = positions,
                                 .colors = colors,
                                 .vertex_count = 12,
                                 .polygon_sizes = sizes,
                                 .polygon_materials = materials,
                                 .polygon_count = 3};
    return build(&(sinew_raw_model){.joints = &joint,
                                    .joint_count = 1,
                                    .meshes = &mesh,
                                    .mesh_count = 1,
                                    .materials = material,
                                    .material_count = 1});
}

sinew_model *scene_cube_of(const sinew_raw_material *material)
{
    return scene_cube_repeated(material, 1.0f);
}

sinew_model *scene_cube_repeated(const sinew_raw_material *material, float times)
{
    return make_cube((sinew_vec3){1.0, 1.0, 1.0}, 0, material, times);
}
