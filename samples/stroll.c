/// A small game: a fox walks over hills among a hundred others.
///
///     stroll FOLDER                            play; FOLDER holds character.glb and run.glb
///     stroll FOLDER --headless N -o OUT.png    simulate N updates with keys from a script, and draw the last one
///
/// Up or W walks, Shift runs, left and right or A and D turn, Space waves, the fox looks at the mouse.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include <sinew/render.h>
#include <sinew/sinew.h>

enum { OTHERS = 100, FOXES = OTHERS + 1, PRINTS = 200, GRID = 72, RATE = 60, MAX_CONTACTS = 32 };
enum { IDLE, WALK, RUN, WAVE, CLIPS };
enum { WIDTH = 960, HEIGHT = 540 };
static const double half_size = 18;

/// What the player wants.
typedef struct controls {
    int forward, turn, run, wave;
    double look_right, look_up; ///< -1 … 1: the mouse from the middle of the window
} controls;

typedef struct clip_data {
    int32_t index;
    sinew_contacts contacts;
    double speed; ///< meters per second over the ground
    double steps[MAX_CONTACTS];
    int32_t step_count;
} clip_data;

typedef struct fox {
    sinew_mixer *mixer;
    sinew_vec3 position;
    double yaw, speed, speed_before; ///< radians; before the last fade
    int gait;
} fox;

typedef struct game {
    sinew_model *character, *run, *added, *model, *hills, *disc;
    sinew_textures textures;
    sinew_pose *rest, *hills_pose, *disc_pose;
    sinew_joint_mask *arm;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_mixer_crowd *crowd;
    sinew_feet *feet;
    sinew_foot legs[SINEW_MAX_FEET];
    sinew_vec3 soles[2]; ///< below the toes, in the space of the feet
    int32_t neck, head;
    clip_data clips[CLIPS];
    fox foxes[FOXES]; ///< the player's first
    sinew_palette_matrix *palettes;
    float (*origins)[3]; ///< zero: palettes are in world space
    sinew_palette_matrix discs[PRINTS + FOXES];
    int print_count, is_down[2], is_toe[2];
    sinew_vec3 planted[2];
    double worst_slip, worst_sink; ///< meters
} game;

// ---- the hills ------------------------------------------------------------------------------------

static double hill_height(double x, double z)
{
    return 0.55 * sin(0.35 * x + 0.6) * cos(0.3 * z) + 0.22 * sin(0.8 * z + 0.5 * x);
}

static sinew_vec3 hill_normal(double x, double z)
{
    const double d = 1e-3;
    const double rise_x = (hill_height(x + d, z) - hill_height(x - d, z)) / (2 * d),
                 rise_z = (hill_height(x, z + d) - hill_height(x, z - d)) / (2 * d);
    const double length = sqrt(rise_x * rise_x + 1 + rise_z * rise_z);
    return (sinew_vec3){-rise_x / length, 1 / length, -rise_z / length};
}

/// The callback of the feet.
static int find_ground(void *user, sinew_vec3 position, sinew_vec3 *point, sinew_vec3 *normal)
{
    (void)user;
    *point = (sinew_vec3){position.x, hill_height(position.x, position.z), position.z};
    *normal = hill_normal(position.x, position.z);
    return 1;
}

/// Makes a model of one mesh that follows one joint. Polygons have `corners` corners each.
static sinew_result make_model(float *positions, int32_t vertices, uint32_t *corner_vertices, int32_t polygons,
                               uint32_t corners, const float color[4], sinew_model **out_model, sinew_error *error)
{
    const sinew_raw_joint joint = {
        .name = "object", .parent = SINEW_NONE, .kind = SINEW_JOINT_MESH, .node = SINEW_NONE};
    const sinew_raw_skin_joint skin = {.joint = 0, .node = SINEW_NONE};
    sinew_raw_material material = {.name = "ground", .texture = SINEW_NONE, .roughness = 1};
    memcpy(material.base_color, color, sizeof material.base_color);
    uint32_t *starts = malloc(sizeof *starts * ((size_t)vertices + 1)),
             *sizes = malloc(sizeof *sizes * (size_t)polygons);
    int32_t *materials = calloc((size_t)polygons, sizeof *materials);
    sinew_raw_influence *influences = calloc((size_t)vertices, sizeof *influences);
    sinew_result result = SINEW_ERROR_OUT_OF_MEMORY;
    if (starts && sizes && materials && influences) {
        for (int32_t i = 0; i <= vertices; ++i) starts[i] = (uint32_t)i;
        for (int32_t i = 0; i < vertices; ++i) influences[i].weight = 1;
        for (int32_t i = 0; i < polygons; ++i) sizes[i] = corners;
        const sinew_raw_mesh mesh = {.name = "object",
                                     .joint = 0,
                                     .node = SINEW_NONE,
                                     .positions = positions,
                                     .vertex_count = vertices,
                                     .polygon_sizes = sizes,
                                     .polygon_materials = materials,
                                     .polygon_count = polygons,
                                     .corner_vertices = corner_vertices,
                                     .corner_count = polygons * (int32_t)corners,
                                     .influence_start = starts,
                                     .influences = influences,
                                     .skin_joints = &skin,
                                     .skin_joint_count = 1};
        const sinew_raw_model raw = {.format = "code",
                                     .joints = &joint,
                                     .joint_count = 1,
                                     .meshes = &mesh,
                                     .mesh_count = 1,
                                     .unit_cm = 100,
                                     .materials = &material,
                                     .material_count = 1};
        result = sinew_model_from_raw(&raw, out_model, error);
    }
    free(starts), free(sizes), free(materials), free(influences);
    return result;
}

static sinew_result make_hills(sinew_model **out_model, sinew_error *error)
{
    static float positions[(GRID + 1) * (GRID + 1) * 3];
    static uint32_t corners[GRID * GRID * 4];
    static const float grass[4] = {0.20f, 0.36f, 0.10f, 1};
    for (uint32_t i = 0; i < (GRID + 1) * (GRID + 1); ++i) {
        const double x = half_size * (2.0 * (i % (GRID + 1)) / GRID - 1),
                     z = half_size * (2.0 * (i / (GRID + 1)) / GRID - 1);
        positions[i * 3] = (float)x;
        positions[i * 3 + 1] = (float)hill_height(x, z);
        positions[i * 3 + 2] = (float)z;
    }
    for (uint32_t i = 0; i < GRID * GRID; ++i) {
        const uint32_t first = i / GRID * (GRID + 1) + i % GRID;
        const uint32_t quad[4] = {first, first + GRID + 1, first + GRID + 2, first + 1};
        memcpy(corners + i * 4, quad, sizeof quad);
    }
    return make_model(positions, (GRID + 1) * (GRID + 1), corners, GRID * GRID, 4, grass, out_model, error);
}

/// A dark disc of radius 1: a footprint or the shadow of a fox.
static sinew_result make_disc(sinew_model **out_model, sinew_error *error)
{
    enum { SIDES = 20 };
    static const float shade[4] = {0.10f, 0.17f, 0.06f, 1};
    float positions[SIDES * 3] = {0};
    uint32_t corners[SIDES];
    for (uint32_t i = 0; i < SIDES; ++i) {
        positions[i * 3] = (float)cos(i * 2 * 3.14159265 / SIDES);
        positions[i * 3 + 2] = (float)-sin(i * 2 * 3.14159265 / SIDES);
        corners[i] = i;
    }
    return make_model(positions, SIDES, corners, 1, SIDES, shade, out_model, error);
}

// ---- transforms -----------------------------------------------------------------------------------

/// Model space to world space: at a position, facing `yaw`, with the y axis along `up`.
static sinew_affine placed(sinew_vec3 p, double yaw, sinew_vec3 up, double width, double length)
{
    const sinew_vec3 f = {sin(yaw), -(up.x * sin(yaw) + up.z * cos(yaw)) / up.y, cos(yaw)};
    const double n = sqrt(f.x * f.x + f.y * f.y + f.z * f.z);
    const sinew_vec3 z = {f.x / n, f.y / n, f.z / n};
    const sinew_vec3 x = {up.y * z.z - up.z * z.y, up.z * z.x - up.x * z.z, up.x * z.y - up.y * z.x};
    return (sinew_affine){{{x.x * width, up.x, z.x * length, p.x},
                           {x.y * width, up.y, z.y * length, p.y},
                           {x.z * width, up.z, z.z * length, p.z}}};
}

static sinew_palette_matrix to_palette(const sinew_affine *world, const sinew_palette_matrix *m)
{
    sinew_palette_matrix out;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c) {
            double sum = c == 3 ? world->row[r][3] : 0;
            for (int k = 0; k < 3; ++k) sum += world->row[r][k] * (double)m->row[k][c];
            out.row[r][c] = (float)sum;
        }
    return out;
}

/// A disc on the ground, a little above it.
static sinew_palette_matrix disc_at(sinew_vec3 p, double yaw, double width, double length)
{
    static const sinew_palette_matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    p.y = hill_height(p.x, p.z) + 0.012;
    const sinew_affine world = placed(p, yaw, hill_normal(p.x, p.z), width, length);
    return to_palette(&world, &identity);
}

// ---- updates --------------------------------------------------------------------------------------

/// Fades to another gait. Walk and run are one sync group: their steps fall together.
static void set_gait(game *g, fox *f, int gait)
{
    const clip_data *clip = &g->clips[gait];
    const sinew_mixer_clip play = {.clip = clip->index,
                                   .fade = 0.25,
                                   .sync = gait == IDLE ? 0 : 1,
                                   .markers = clip->step_count ? clip->steps : NULL,
                                   .marker_count = clip->step_count};
    if (f->gait == gait || sinew_mixer_play(f->mixer, 0, &play, NULL) != SINEW_OK) return;
    f->speed_before = f->speed;
    f->gait = gait;
}

/// Moves a fox with the speed of its clips, so that planted feet do not slip.
static void move_fox(game *g, fox *f, double turn)
{
    double time, weight;
    sinew_mixer_advance(f->mixer, 1.0 / RATE);
    sinew_mixer_current(f->mixer, 0, &time, &weight);
    f->speed = f->speed_before + (g->clips[f->gait].speed - f->speed_before) * weight;
    f->yaw += turn / RATE;
    f->position.x += f->speed * sin(f->yaw) / RATE;
    f->position.z += f->speed * cos(f->yaw) / RATE;
    f->position.y = hill_height(f->position.x, f->position.z);
}

/// The parts of the feet that the present clip has on the ground.
static void find_plants(const game *g, const fox *f, sinew_foot_plant plants[2])
{
    double time, weight;
    sinew_mixer_current(f->mixer, 0, &time, &weight);
    const clip_data *clip = &g->clips[f->gait];
    const double duration = g->model->clips[clip->index].duration;
    memset(plants, 0, 2 * sizeof *plants);
    for (int32_t i = 0; i < clip->contacts.count; ++i) {
        const sinew_contact *c = &clip->contacts.items[i];
        const int is_on = (time >= c->from && time <= c->to) || time + duration <= c->to;
        if (!is_on || weight < 1 || c->joint == SINEW_NONE) continue;
        float *plant = c->joint == g->legs[c->foot].joint ? &plants[c->foot].heel : &plants[c->foot].toe;
        *plant = 1;
    }
}

/// Leaves a print where a foot touches down, and measures how far the sole below its toe slips and sinks.
static void follow_foot(game *g, int foot, const sinew_foot_plant *plant, const sinew_affine *world)
{
    const sinew_affine joint = sinew_blend_joint_global(g->blender, g->legs[foot].joint);
    const sinew_vec3 p = sinew_affine_point(world, sinew_affine_point(&joint, g->soles[foot]));
    const int is_toe = plant->toe > 0, is_down = is_toe || plant->heel > 0;
    if (is_down && !g->is_down[foot]) g->discs[g->print_count++ % PRINTS] = disc_at(p, g->foxes[0].yaw, 0.05, 0.085);
    if (is_toe && !g->is_toe[foot]) g->planted[foot] = p;
    if (is_toe) g->worst_slip = fmax(g->worst_slip, hypot(p.x - g->planted[foot].x, p.z - g->planted[foot].z));
    g->worst_sink = fmax(g->worst_sink, hill_height(p.x, p.z) - p.y);
    g->is_down[foot] = is_down;
    g->is_toe[foot] = is_toe;
}

/// The mouse is on a plane in front of the fox and of the camera, which looks along -z.
static void look_at_mouse(game *g, const controls *c, const sinew_affine *world)
{
    const sinew_ik_aim_joint chain[2] = {{g->neck, 0.4, 25}, {g->head, 1, 45}};
    const sinew_vec3 p = g->foxes[0].position, mouse = {p.x + 2 * c->look_right, p.y + 1 + c->look_up, p.z + 1.5};
    sinew_affine to_model;
    if (!sinew_affine_inverse(world, &to_model)) return;
    const sinew_ik_aim aim = {.joints = chain,
                              .joint_count = 2,
                              .target = sinew_affine_point(&to_model, mouse),
                              .forward = {0, 0, 1},
                              .up = {0, 1, 0},
                              .pole = {0, 1, 0},
                              .weight = 0.8};
    (void)sinew_ik_solve_aim(g->blender, g->pose, &aim);
}

/// Blends, looks, and puts the feet of the player's fox on the ground.
static void pose_player(game *g, const controls *c)
{
    static const sinew_vec3 up = {0, 1, 0};
    const fox *f = &g->foxes[0];
    const sinew_affine world = placed(f->position, f->yaw, up, 1, 1);
    sinew_foot_plant plants[2];
    find_plants(g, f, plants);
    sinew_mixer_evaluate(f->mixer, g->blender, g->pose);
    sinew_blend_globals(g->blender, g->pose);
    look_at_mouse(g, c, &world);
    sinew_feet_solve(g->feet, g->blender, g->pose, &world, plants, 1.0 / RATE);
    for (int i = 0; i < 2; ++i) follow_foot(g, i, &plants[i], &world);
    sinew_blend_palette(g->blender, g->palettes);
}

/// Brings the palettes to world space and puts a shadow under each fox. The others lean with the hill.
static void place_foxes(game *g)
{
    const size_t count = (size_t)g->model->skin_joint_count;
    for (int i = 0; i < FOXES; ++i) {
        const fox *f = &g->foxes[i];
        const sinew_vec3 up = {0, 1, 0}, normal = hill_normal(f->position.x, f->position.z);
        const sinew_affine world = placed(f->position, f->yaw, i ? normal : up, 1, 1);
        sinew_palette_matrix *palette = g->palettes + (size_t)i * count;
        for (size_t k = 0; k < count; ++k) palette[k] = to_palette(&world, &palette[k]);
        g->discs[PRINTS + i] = disc_at(f->position, f->yaw, 0.25, 0.22);
    }
}

static void update(game *g, const controls *c)
{
    const sinew_mixer_clip wave = {.clip = g->clips[WAVE].index, .fade = 0.2, .loop = SINEW_LOOP_ONCE, .fade_out = 0.3};
    const sinew_mixer *mixers[FOXES];
    fox *f = g->foxes;
    if (c->wave && sinew_mixer_finished(f->mixer, 1) && sinew_mixer_play(f->mixer, 1, &wave, NULL) != SINEW_OK) return;
    set_gait(g, f, c->forward ? c->run ? RUN : WALK : IDLE);
    for (int i = 0; i < FOXES; ++i) {
        move_fox(g, &g->foxes[i], i ? 0.25 + 0.02 * (i % 7) : 1.8 * c->turn);
        mixers[i] = g->foxes[i].mixer;
    }
    const sinew_mixer_crowd_output output = {.palettes = g->palettes + g->model->skin_joint_count};
    sinew_mixer_crowd_evaluate(g->crowd, mixers + 1, OTHERS, &output);
    pose_player(g, c);
    place_foxes(g);
}

// ---- loading --------------------------------------------------------------------------------------

static sinew_result load_models(game *g, const char *folder, sinew_error *error)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/run.glb", folder);
    sinew_result result = sinew_model_load_file(path, NULL, &g->run, error);
    snprintf(path, sizeof path, "%s/character.glb", folder);
    if (result == SINEW_OK) result = sinew_model_load_file(path, NULL, &g->character, error);
    if (result == SINEW_OK) result = sinew_model_load_textures(g->character, path, NULL, &g->textures, error);
    const sinew_model *added[1] = {g->run};
    if (result == SINEW_OK) result = sinew_model_add_clips(g->character, added, 1, NULL, &g->added, error);
    void *block = NULL;
    size_t size;
    if (result == SINEW_OK) result = sinew_model_bake(g->added, NULL, &block, &size, error);
    if (result == SINEW_OK) result = sinew_model_from_block(block, size, &g->model, error);
    if (result == SINEW_OK) result = make_hills(&g->hills, error);
    if (result == SINEW_OK) result = make_disc(&g->disc, error);
    if (result == SINEW_OK) result = sinew_pose_create(g->model, &g->rest, error);
    if (result == SINEW_OK) result = sinew_pose_create(g->hills, &g->hills_pose, error);
    if (result == SINEW_OK) result = sinew_pose_create(g->disc, &g->disc_pose, error);
    if (result != SINEW_OK) return result;
    sinew_pose_evaluate(g->hills, SINEW_ENGINE_EXACT, SINEW_NONE, 0, g->hills_pose);
    sinew_pose_evaluate(g->disc, SINEW_ENGINE_EXACT, SINEW_NONE, 0, g->disc_pose);
    return SINEW_OK;
}

/// Finds when feet are on the ground, and with which speed a clip walks.
static sinew_result load_clip(game *g, const char *name, clip_data *clip, sinew_error *error)
{
    sinew_result result = sinew_model_find_clip(g->model, name, &clip->index, error);
    if (result == SINEW_OK)
        result = sinew_contacts_find(g->model, clip->index, g->legs, 2, NULL, &clip->contacts, error);
    if (result != SINEW_OK) return result;
    clip->speed = -clip->contacts.ground_velocity.z;
    clip->step_count = sinew_contacts_steps(&clip->contacts, SINEW_NONE, g->model->clips[clip->index].duration,
                                            clip->steps, MAX_CONTACTS);
    return SINEW_OK;
}

/// Finds the points of the soles below the toes, in the rest pose on level ground.
static void find_soles(game *g)
{
    sinew_pose_evaluate(g->model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, g->rest);
    for (int i = 0; i < 2; ++i) {
        const sinew_affine *toe = &g->rest->global[g->legs[i].toe];
        sinew_affine to_foot;
        if (sinew_affine_inverse(&g->rest->global[g->legs[i].joint], &to_foot))
            g->soles[i] = sinew_affine_point(&to_foot, (sinew_vec3){toe->row[0][3], 0, toe->row[2][3]});
    }
}

static sinew_result find_body(game *g, sinew_error *error)
{
    static const char *const names[] = {"hips",   "thigh.L", "shin.L", "foot.L", "toe.L", "thigh.R",
                                        "shin.R", "foot.R",  "toe.R",  "neck",   "head",  "shoulder.R"};
    int32_t j[12];
    sinew_result result = SINEW_OK;
    for (int i = 0; i < 12 && result == SINEW_OK; ++i)
        result = sinew_model_find_joint(g->model, names[i], &j[i], error);
    if (result != SINEW_OK) return result;
    g->neck = j[9];
    g->head = j[10];
    const sinew_leg legs[2] = {{j[1], j[2], j[3], j[4]}, {j[5], j[6], j[7], j[8]}};
    const sinew_feet_options options = {
        .feet = legs, .foot_count = 2, .pelvis = j[0], .up = {0, 1, 0}, .ground = find_ground, .half_life = 0.05};
    if (sinew_model_find_feet(g->model, g->rest, g->legs) != 2) return SINEW_ERROR_NO_JOINT;
    result = sinew_feet_create(g->model, &options, &g->feet, error);
    if (result == SINEW_OK) result = sinew_joint_mask_create(g->model, 0, &g->arm, error);
    if (result == SINEW_OK) result = sinew_joint_mask_set_subtree(g->arm, j[11], 1, error);
    return result;
}

/// Places the others in rings; they walk in circles.
static sinew_result make_foxes(game *g, sinew_error *error)
{
    const sinew_mixer_layer wave = {.mode = SINEW_BLEND_OVER, .weight = 1, .mask = g->arm};
    sinew_result result = SINEW_OK;
    for (int i = 0; i < FOXES && result == SINEW_OK; ++i) {
        fox *f = &g->foxes[i];
        const double distance = 3.2 + 1.2 * sqrt(i), angle = 2.4 * i;
        *f = (fox){.yaw = i ? angle : -0.9, .gait = CLIPS};
        if (i) f->position = (sinew_vec3){distance * sin(angle), 0, distance * cos(angle)};
        result = sinew_mixer_create(g->model, &f->mixer, error);
        if (result == SINEW_OK) set_gait(g, f, i == 0 || i % 4 == 0 ? IDLE : i % 4 == 1 ? RUN : WALK);
        sinew_mixer_advance(f->mixer, i ? 0.37 * i : 0);
    }
    if (result == SINEW_OK) result = sinew_mixer_set_layer(g->foxes[0].mixer, 1, &wave, error);
    return result;
}

static sinew_result load(game *g, const char *folder, sinew_error *error)
{
    static const char *const names[CLIPS] = {"idle", "walk", "run", "wave"};
    sinew_result result = load_models(g, folder, error);
    if (result == SINEW_OK) result = find_body(g, error);
    for (int i = 0; i < CLIPS && result == SINEW_OK; ++i) result = load_clip(g, names[i], &g->clips[i], error);
    g->clips[IDLE].speed = 0;
    if (result == SINEW_OK) find_soles(g);
    if (result == SINEW_OK) result = sinew_blender_create(g->model, &g->blender, error);
    if (result == SINEW_OK) result = sinew_local_pose_create(g->model, &g->pose, error);
    if (result == SINEW_OK) result = sinew_mixer_crowd_create(g->model, NULL, &g->crowd, error);
    if (result == SINEW_OK) result = make_foxes(g, error);
    if (result != SINEW_OK) return result;
    g->palettes = calloc(FOXES * (size_t)g->model->skin_joint_count, sizeof *g->palettes);
    g->origins = calloc(PRINTS + FOXES, sizeof *g->origins);
    return g->palettes && g->origins ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
}

static void unload(game *g)
{
    for (int i = 0; i < FOXES; ++i) sinew_mixer_destroy(g->foxes[i].mixer);
    for (int i = 0; i < CLIPS; ++i) sinew_contacts_free(&g->clips[i].contacts);
    sinew_mixer_crowd_destroy(g->crowd);
    sinew_feet_destroy(g->feet);
    sinew_joint_mask_destroy(g->arm);
    sinew_local_pose_destroy(g->pose);
    sinew_blender_destroy(g->blender);
    sinew_pose *const poses[] = {g->rest, g->hills_pose, g->disc_pose};
    for (int i = 0; i < 3; ++i) sinew_pose_destroy(poses[i]);
    sinew_textures_free(&g->textures);
    sinew_model *const models[] = {g->model, g->added, g->character, g->run, g->hills, g->disc};
    for (int i = 0; i < 6; ++i) sinew_model_destroy(models[i]);
    free(g->palettes);
    free(g->origins);
}

// ---- drawing --------------------------------------------------------------------------------------

typedef struct stage {
    SDL_Window *window;
    SDL_GLContext context;
    sinew_renderer *hills, *foxes, *discs;
    sinew_bounds bounds; ///< of the hills
} stage;

static sinew_result open_stage(stage *s, const game *g, int is_hidden, sinew_error *error)
{
    if (is_hidden) SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return SINEW_ERROR_NO_GL;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    s->window = SDL_CreateWindow("stroll", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT,
                                 SDL_WINDOW_OPENGL | (is_hidden ? SDL_WINDOW_HIDDEN : 0));
    s->context = s->window ? SDL_GL_CreateContext(s->window) : NULL;
    if (!s->context) return SINEW_ERROR_NO_GL;
    sinew_result result = sinew_motion_bounds(g->hills, SINEW_ENGINE_EXACT, SINEW_NONE, 0, 0, &s->bounds, error);
    if (result == SINEW_OK) result = sinew_renderer_create(&s->hills, error);
    if (result == SINEW_OK) result = sinew_renderer_create(&s->foxes, error);
    if (result == SINEW_OK) result = sinew_renderer_create(&s->discs, error);
    if (result == SINEW_OK) result = sinew_renderer_set_model(s->hills, g->hills, NULL, error);
    if (result == SINEW_OK) result = sinew_renderer_set_model(s->foxes, g->model, g->textures.images, error);
    if (result == SINEW_OK) result = sinew_renderer_set_model(s->discs, g->disc, NULL, error);
    return result;
}

static void close_stage(stage *s)
{
    sinew_renderer_destroy(s->hills);
    sinew_renderer_destroy(s->foxes);
    sinew_renderer_destroy(s->discs);
    if (s->context) SDL_GL_DeleteContext(s->context);
    if (s->window) SDL_DestroyWindow(s->window);
    SDL_Quit();
}

/// Draws the hills, and onto their image the discs and the foxes.
static sinew_result draw(stage *s, const game *g, sinew_error *error)
{
    const sinew_vec3 p = g->foxes[0].position;
    sinew_draw_options options = {.width = WIDTH, .height = HEIGHT, .bounds = &s->bounds, .hide_ground = 1};
    options.camera = (sinew_camera){.eye = {p.x + 0.5, p.y + 1.5, p.z + 3.4},
                                    .target = {p.x, p.y + 0.75, p.z},
                                    .up = {0, 1, 0},
                                    .field_of_view = 45};
    const float(*origins)[3] = (const float(*)[3])g->origins;
    const sinew_instances discs = {g->discs, origins, PRINTS + FOXES, &s->bounds},
                          foxes = {g->palettes, origins, FOXES, &s->bounds};
    sinew_result result = sinew_renderer_draw(s->hills, g->hills_pose, &options, error);
    options.onto = s->hills;
    if (result == SINEW_OK) result = sinew_renderer_draw_crowd(s->discs, g->disc_pose, &discs, &options, error);
    if (result == SINEW_OK) result = sinew_renderer_draw_crowd(s->foxes, g->rest, &foxes, &options, error);
    return result;
}

static void put_word(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; ++i) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// Writes a chunk of a PNG file: length, name, contents, checksum. `chunk` has the name at 4 and the contents at 8.
static void put_chunk(FILE *file, uint8_t *chunk, const char *name, uint32_t size)
{
    uint32_t crc = ~0u;
    put_word(chunk, size);
    memcpy(chunk + 4, name, 4);
    for (uint32_t i = 4; i < size + 8; ++i) {
        crc ^= chunk[i];
        for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
    }
    put_word(chunk + 8 + size, ~crc);
    fwrite(chunk, 1, size + 12, file);
}

/// Writes a PNG file without compression, a block of the stream per row.
static int write_png(const char *path, const uint8_t *pixels)
{
    enum { ROW = WIDTH * 4 + 1 };
    static uint8_t chunk[HEIGHT * (ROW + 5) + 32];
    FILE *file = fopen(path, "wb");
    if (!file) return 0;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
    put_word(chunk + 8, WIDTH);
    put_word(chunk + 12, HEIGHT);
    memcpy(chunk + 16, "\x08\x06\0\0", 5);
    put_chunk(file, chunk, "IHDR", 13);
    uint32_t a = 1, b = 0, size = 2;
    memcpy(chunk + 8, "\x78\x01", 2);
    for (int y = 0; y < HEIGHT; ++y) {
        uint8_t *out = chunk + 8 + size;
        const uint8_t head[6] = {y == HEIGHT - 1, ROW & 255, ROW >> 8, ~ROW & 255, (~ROW >> 8) & 255, 0};
        memcpy(out, head, 6);
        memcpy(out + 6, pixels + (size_t)y * WIDTH * 4, WIDTH * 4);
        for (int i = 5; i < ROW + 5; ++i) a = (a + out[i]) % 65521, b = (b + a) % 65521;
        size += ROW + 5;
    }
    put_word(chunk + 8 + size, b << 16 | a);
    put_chunk(file, chunk, "IDAT", size + 4);
    put_chunk(file, chunk, "IEND", 0);
    return fclose(file) == 0;
}

// ---- the game -------------------------------------------------------------------------------------

static int read_controls(SDL_Window *window, controls *c)
{
    int x, y, width, height, goes_on = 1;
    for (SDL_Event event; SDL_PollEvent(&event);)
        if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE)) goes_on = 0;
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    SDL_GetMouseState(&x, &y);
    SDL_GetWindowSize(window, &width, &height);
    *c = (controls){.forward = keys[SDL_SCANCODE_UP] || keys[SDL_SCANCODE_W],
                    .turn = (keys[SDL_SCANCODE_LEFT] || keys[SDL_SCANCODE_A]) -
                            (keys[SDL_SCANCODE_RIGHT] || keys[SDL_SCANCODE_D]),
                    .run = keys[SDL_SCANCODE_LSHIFT] || keys[SDL_SCANCODE_RSHIFT],
                    .wave = keys[SDL_SCANCODE_SPACE],
                    .look_right = 2.0 * x / width - 1,
                    .look_up = 1 - 2.0 * y / height};
    return goes_on;
}

static sinew_result play(game *g, stage *s, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    uint32_t next = SDL_GetTicks();
    for (controls c; result == SINEW_OK && read_controls(s->window, &c);) {
        if (SDL_GetTicks() - next > 250) next = SDL_GetTicks() - 250;
        for (; (int32_t)(SDL_GetTicks() - next) >= 0; next += 1000 / RATE) update(g, &c);
        result = draw(s, g, error);
        if (result == SINEW_OK) sinew_renderer_blit(s->hills);
        SDL_GL_SwapWindow(s->window);
    }
    return result;
}

/// Idles, walks, waves and runs; prints how well the feet stood and how long an update took.
static sinew_result play_script(game *g, stage *s, int updates, const char *path, sinew_error *error)
{
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    const Uint64 start = SDL_GetPerformanceCounter();
    for (int i = 0; i < updates; ++i) {
        const controls c = {.forward = 40 <= i && i <= 419,
                            .turn = (60 < i && i < 110) - (240 < i && i < 330),
                            .run = 220 <= i && i <= 359,
                            .wave = i == 80,
                            .look_right = sin(0.03 * i),
                            .look_up = 0.3 * cos(0.05 * i)};
        update(g, &c);
    }
    const double seconds = (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
    const sinew_result result = draw(s, g, error);
    if (result != SINEW_OK) return result;
    sinew_renderer_read(s->hills, pixels);
    printf("%d prints, feet slip %.4f m, sink %.4f m, at %.3f %.3f %.3f\n", g->print_count, g->worst_slip,
           g->worst_sink, g->foxes[0].position.x, g->foxes[0].position.y, g->foxes[0].position.z);
    fprintf(stderr, "%.3f ms an update\n", updates ? seconds * 1000 / updates : 0);
    if (write_png(path, pixels)) return SINEW_OK;
    snprintf(error->message, sizeof error->message, "%s: cannot be written", path);
    return SINEW_ERROR_INVALID_ARGUMENT;
}

int main(int argc, char **argv)
{
    const int is_script = argc == 6 && !strcmp(argv[2], "--headless") && !strcmp(argv[4], "-o");
    const int updates = is_script ? atoi(argv[3]) : 0;
    if ((argc != 2 && !is_script) || updates < 0) {
        fprintf(stderr, "usage: stroll FOLDER [--headless UPDATES -o OUT.png]\n");
        return 2;
    }
    static game g;
    stage s = {0};
    sinew_error error = {.message = "the game cannot start: no OpenGL 3.3, or no fox"};
    sinew_result result = load(&g, argv[1], &error);
    if (result == SINEW_OK) result = open_stage(&s, &g, is_script, &error);
    if (result == SINEW_OK) result = is_script ? play_script(&g, &s, updates, argv[5], &error) : play(&g, &s, &error);
    if (result != SINEW_OK) fprintf(stderr, "%s: %s\n", argv[1], error.message);
    close_stage(&s);
    unload(&g);
    return result == SINEW_OK ? 0 : 1;
}
