/// A small game: a fox walks over hills among a hundred others.
///
///     stroll FOLDER                            play; FOLDER holds character.glb and run.glb
///     stroll FOLDER --headless N -o OUT.png    make N updates of a script, and draw the last one
///
/// W walks, Shift runs, A and D turn, Space waves, Escape quits; the fox looks at the mouse.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <png.h>

#include <sinew/sinew_render.h>
#include <sinew/sinew_tools.h>

enum { IDLE, WALK, WAVE, RUN, CLIPS }; ///< of character.glb, then of run.glb
enum { FOXES = 101, PRINTS = 200, GRID = 73, SIDES = 20, RATE = 60, WIDTH = 960, HEIGHT = 540 };
static const double land = 36, degrees = 57.29577951308232; ///< of the hills, meters; of a radian

typedef struct controls {
    int forward, run, wave;
    double turn, look_right, look_up; ///< radians per second; -1 … 1: the mouse
} controls;

typedef struct fox {
    sinew_mixer *mixer;
    sinew_foot_ik *feet;
    sinew_root_delta at;
    int steps; ///< of the last update: 1 left, 2 right
    sinew_planted_foot plants[2];
    sinew_vec3 planted[2]; ///< where the toes came down
} fox;

/// Instances of a model.
typedef struct prop {
    sinew_model *model;
    sinew_pose *rest;
    sinew_renderer *renderer;
    sinew_palette_matrix *palettes; ///< in world space
    int32_t count;
} prop;

/// The game. The system frees everything when it ends.
static struct game {
    prop hills, discs, bodies; ///< discs: PRINTS footprints, then the shadows of the foxes
    sinew_bounds bounds;       ///< of the hills
    sinew_textures textures;
    sinew_body_map map;
    sinew_foot ends[2]; ///< of the legs
    sinew_joint_mask *arm;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_contacts contacts[CLIPS];
    sinew_blend_space *gaits; ///< by speed
    sinew_root_motion_tables *motions;
    fox foxes[FOXES]; ///< the player's first
    int print_count;
    double worst_slip, worst_sink; ///< meters
} g;

static sinew_error why = {.message = "no window with OpenGL 3.3"}; ///< of the last failure
static void check(sinew_result result, const char *object)
{
    if (result == SINEW_OK) return;
    fprintf(stderr, "%s: %s\n", object, why.message);
    exit(1);
}

static double hill_height(double x, double z)
{
    return 0.55 * sin(0.35 * x + 0.6) * cos(0.3 * z) + 0.22 * sin(0.8 * z + 0.5 * x);
}

/// The callback of the feet.
static int find_ground(void *user, sinew_vec3 p, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    const double d = 1e-3, rise_x = hill_height(p.x + d, p.z) - hill_height(p.x - d, p.z);
    const double rise_z = hill_height(p.x, p.z + d) - hill_height(p.x, p.z - d);
    (void)user;
    *out_point = (sinew_vec3){p.x, hill_height(p.x, p.z), p.z};
    *out_normal = (sinew_vec3){-rise_x, 2 * d, -rise_z};
    return 1;
}

static void make_hills(void)
{
    static const float grass[4] = {0.20f, 0.36f, 0.10f, 1};
    static float heights[GRID * GRID];
    const double step = land / (GRID - 1), edge = land / 2;
    sinew_model **out = &g.hills.model;
    for (int i = 0; i < GRID * GRID; ++i)
        heights[i] = (float)hill_height(i % GRID * step - edge, i / GRID * step - edge);
    check(sinew_model_from_heights(heights, GRID, GRID, land, land, grass, out, &why), "hills");
    check(sinew_motion_bounds(*out, SINEW_ENGINE_FAST, SINEW_NONE, 0, 0, &g.bounds, &why), "hills");
}

/// Makes a dark disc of radius 1: a footprint or the shadow of a fox.
static void make_disc(void)
{
    static const float shade[4] = {0.10f, 0.17f, 0.06f, 1};
    float rim[SIDES][3];
    uint32_t fan[SIDES][3];
    for (uint32_t i = 0; i < SIDES; ++i) {
        const double angle = 360 / degrees * i / SIDES;
        memcpy(rim[i], (float[]){(float)cos(angle), 0, (float)-sin(angle)}, sizeof rim[i]);
        memcpy(fan[i], (uint32_t[]){0, i + 1, i + 2}, sizeof fan[i]);
    }
    sinew_model **disc = &g.discs.model;
    check(sinew_model_from_triangles(rim[0], SIDES, fan[0], SIDES - 2, shade, disc, &why), "disc");
}

/// Puts a disc on the ground, a little above it and along its slope.
static void place_disc(int index, sinew_vec3 p, sinew_quat heading, double width, double length)
{
    sinew_vec3 point, up;
    find_ground(NULL, p, &point, &up);
    point.y += 0.012;
    const double angle = atan2(hypot(up.x, up.z), up.y);
    const sinew_quat lean =
        sinew_quat_from_axis_angle((sinew_vec3){up.z, 0, -up.x}, angle * degrees);
    const sinew_transform at = {point, sinew_quat_multiply(lean, heading), {width, 1, length}};
    const sinew_affine world = sinew_affine_from_transform(&at);
    g.discs.palettes[index] = g.discs.rest->palette[0];
    sinew_palette_transform(&world, &g.discs.palettes[index], 1);
}

/// Meters per second at which planted feet stay where they are.
static double speed_of(int gait)
{
    return -g.contacts[gait].ground_velocity.z;
}

/// Moves a fox as its clips do, and notes its steps.
static void move(fox *f, const controls *c)
{
    const int gait = c->forward ? c->run ? RUN : WALK : IDLE;
    const sinew_vec3 up = {0, 1, 0};
    const sinew_root_delta turn = {{0}, sinew_quat_from_axis_angle(up, c->turn * degrees / RATE)};
    sinew_mixer_event events[8];
    sinew_mixer_result result = {.events = events, .capacity = 8, .character = &f->at};
    f->at = sinew_root_delta_multiply(&f->at, &turn);
    sinew_mixer_set_position(f->mixer, 0, g.gaits, speed_of(gait), 0);
    sinew_mixer_step(f->mixer, 1.0 / RATE, &result);
    f->at.translation.y = hill_height(f->at.translation.x, f->at.translation.z);
    f->steps = 0;
    for (int i = 0; i < result.event_count; ++i) {
        const sinew_event *e = &g.bodies.model->events[events[i].event];
        if (events[i].is_dominant) f->steps |= *sinew_text(g.bodies.model, e->text) == 'l' ? 1 : 2;
    }
}

/// The mouse is on a plane in front of the fox and of the camera, which looks along -z.
static void look_at_mouse(const controls *c, const sinew_affine *world)
{
    const sinew_vec3 p = g.foxes[0].at.translation;
    const sinew_vec3 mouse = {p.x + 2 * c->look_right, p.y + 1 + c->look_up, p.z + 1.5};
    const sinew_ik_aim_joint chain[2] = {{g.map.joint[SINEW_BODY_NECK], 0.4f, 25},
                                         {g.map.joint[SINEW_BODY_HEAD], 1, 45}};
    sinew_ik_aim aim = {.joints = chain, .joint_count = 2, .forward = {0, 0, 1}, .weight = 0.8f};
    sinew_affine to_model;
    if (!sinew_affine_inverse(world, &to_model)) return;
    aim.target = sinew_affine_point(&to_model, mouse);
    sinew_ik_solve_aim(g.blender, g.pose, &aim);
}

/// Leaves a print where a foot steps, and measures how far a planted toe slips and sinks.
static void follow_foot(fox *f, int i, sinew_planted_foot now, const sinew_affine *world)
{
    const sinew_planted_foot before = f->plants[i];
    sinew_vec3 toe;
    sinew_foot_ik_sole(f->feet, g.blender, i, NULL, &toe);
    toe = sinew_affine_point(world, toe);
    if (f == g.foxes && f->steps & (1 << i))
        place_disc(g.print_count++ % PRINTS, toe, f->at.rotation, 0.05, 0.085);
    if (now.toe < 0.5f || before.toe < 0.5f) f->planted[i] = toe;
    const double slip = hypot(toe.x - f->planted[i].x, toe.z - f->planted[i].z);
    g.worst_slip = fmax(g.worst_slip, slip);
    g.worst_sink = fmax(g.worst_sink, hill_height(toe.x, toe.z) - toe.y);
    f->plants[i] = now;
}

/// Blends what a fox plays, looks, puts its feet on the ground, and brings it to the world.
static void update_fox(int index, const controls *c)
{
    fox *f = &g.foxes[index];
    const int32_t count = g.bodies.model->skin_joint_count;
    sinew_palette_matrix *palette = g.bodies.palettes + index * count;
    sinew_planted_foot plants[2];
    const sinew_mixer_clip wave = {
        .clip = WAVE, .fade = 0.25, .loop = SINEW_LOOP_ONCE, .fade_out = 0.3};
    if (c->wave && sinew_mixer_finished(f->mixer, 1))
        check(sinew_mixer_play(f->mixer, 1, &wave, &why), "wave");
    move(f, c);
    sinew_mixer_planted(f->mixer, g.contacts, CLIPS, g.ends, 2, plants);
    const sinew_transform at = {f->at.translation, f->at.rotation, {1, 1, 1}};
    const sinew_affine world = sinew_affine_from_transform(&at);
    sinew_mixer_evaluate(f->mixer, g.blender, g.pose);
    sinew_blend_globals(g.blender, g.pose);
    if (index == 0) look_at_mouse(c, &world);
    sinew_foot_ik_solve(f->feet, g.blender, g.pose, &world, plants, 1.0 / RATE);
    for (int i = 0; i < 2; ++i) follow_foot(f, i, plants[i], &world);
    sinew_blend_palette(g.blender, palette);
    sinew_palette_transform(&world, palette, count);
    place_disc(PRINTS + index, f->at.translation, f->at.rotation, 0.25, 0.22);
}

/// The others stand, run or walk in circles.
static void update(const controls *c)
{
    for (int i = 0; i < FOXES; ++i) {
        const int moves = i % 4 > 0;
        const controls other = {.forward = moves, .run = i % 4 == 1, .turn = 0.3 * moves};
        update_fox(i, i ? &other : c);
    }
}

/// Adds the clips of run.glb to character.glb.
static void load_body(const char *folder)
{
    sinew_model *character, *run;
    char path[1024];
    snprintf(path, sizeof path, "%s/run.glb", folder);
    check(sinew_model_load(path, NULL, &run, &why), path);
    snprintf(path, sizeof path, "%s/character.glb", folder);
    check(sinew_model_load(path, NULL, &character, &why), path);
    check(sinew_model_load_textures(character, path, NULL, &g.textures, &why), path);
    const sinew_model *const animations[] = {run};
    check(sinew_model_create_with_clips(character, animations, 1, NULL, &g.bodies.model, &why),
          path);
    check(sinew_body_map_find(g.bodies.model, &g.map, &why), path);
}

/// Puts the gaits at their speeds, so that their steps fall together.
static void load_gaits(const sinew_model *model)
{
    const sinew_blend_space_options by_steps = {.marker_track = "step"};
    sinew_blend_point points[] = {{.clip = IDLE}, {.clip = WALK}, {.clip = RUN}};
    for (int i = 0; i < 3; ++i) points[i].x = speed_of(points[i].clip);
    check(sinew_blend_space_create(model, points, 3, &by_steps, &g.gaits, &why), "gaits");
    check(sinew_root_motion_tables_create(model, NULL, &g.motions, &why), "motions");
}

/// Places a fox: the player's in the middle, the others in rings.
static void make_fox(const sinew_model *model, int index, const sinew_foot_ik_options *feet)
{
    const sinew_mixer_layer arm = {.mode = SINEW_BLEND_OVERRIDE, .weight = 1, .mask = g.arm};
    const double distance = index ? 3.2 + 1.2 * sqrt(index) : 0, angle = 2.4 * index;
    const double yaw = (index ? angle : -0.9) * degrees;
    const sinew_mixer_clip gaits = {
        .space = g.gaits, .half_life = 0.1, .start = fmod(0.37 * index, 3)}; // out of step
    fox *f = &g.foxes[index];
    f->at.translation = (sinew_vec3){distance * sin(angle), 0, distance * cos(angle)};
    f->at.rotation = sinew_quat_from_axis_angle((sinew_vec3){0, 1, 0}, yaw);
    check(sinew_mixer_create(model, &f->mixer, &why), "fox");
    check(sinew_mixer_set_motions(f->mixer, g.motions, &why), "fox");
    check(sinew_mixer_play(f->mixer, 0, &gaits, &why), "fox");
    check(sinew_mixer_set_layer(f->mixer, 1, &arm, &why), "fox");
    check(sinew_foot_ik_create(model, feet, &f->feet, &why), "fox");
}

static void load_foxes(const sinew_model *model)
{
    const int32_t hips = g.map.joint[SINEW_BODY_HIPS];
    const int32_t shoulder = g.map.joint[SINEW_BODY_RIGHT + SINEW_SIDE_CLAVICLE];
    const double length = sinew_body_leg_length(model, &g.map), half_life = 0.05;
    sinew_leg legs[2];
    for (int i = 0; i < 2; ++i) {
        const int32_t *side = g.map.joint + (i ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
        const int32_t foot = side[SINEW_SIDE_FOOT], toes = side[SINEW_SIDE_TOES];
        legs[i] = (sinew_leg){side[SINEW_SIDE_THIGH], side[SINEW_SIDE_SHIN], foot, toes};
        g.ends[i] = (sinew_foot){foot, toes, length};
    }
    const sinew_foot_ik_options feet = {legs, 2, hips, {0, 1, 0}, find_ground, NULL, half_life};
    for (int i = 0; i < CLIPS; ++i)
        check(sinew_contacts_find(model, i, g.ends, 2, NULL, &g.contacts[i], &why), "contacts");
    load_gaits(model);
    check(sinew_joint_mask_create(model, 0, &g.arm, &why), "arm");
    check(sinew_joint_mask_set_subtree(g.arm, shoulder, 1, &why), "arm");
    check(sinew_blender_create(model, &g.blender, &why), "blender");
    check(sinew_local_pose_create(model, &g.pose, &why), "pose");
    for (int i = 0; i < FOXES; ++i) make_fox(model, i, &feet);
}

static void open_window(Uint32 shown)
{
    if (shown == SDL_WINDOW_HIDDEN) SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    SDL_Init(SDL_INIT_VIDEO);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    const int at = SDL_WINDOWPOS_CENTERED;
    SDL_Window *w = SDL_CreateWindow("stroll", at, at, WIDTH, HEIGHT, SDL_WINDOW_OPENGL | shown);
    check(w && SDL_GL_CreateContext(w) ? SINEW_OK : SINEW_ERROR_NO_GL, SDL_GetError());
}

/// Makes instances of a model, whose palettes have a size of 0 until they are placed.
static void open_prop(prop *p, int32_t count, const sinew_image *images)
{
    p->count = count;
    p->palettes = calloc((size_t)(count * p->model->skin_joint_count), sizeof *p->palettes);
    if (!p->palettes) abort();
    check(sinew_pose_create(p->model, &p->rest, &why), "pose");
    sinew_pose_evaluate(p->model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, p->rest);
    check(sinew_renderer_create(&p->renderer, &why), "renderer");
    check(sinew_renderer_set_model(p->renderer, p->model, images, &why), "renderer");
}

/// Draws the hills, and onto their image the discs and the foxes.
static void draw(void)
{
    const sinew_vec3 p = g.foxes[0].at.translation;
    const prop *const props[] = {&g.hills, &g.discs, &g.bodies};
    sinew_draw_options view = {
        .width = WIDTH, .height = HEIGHT, .bounds = &g.bounds, .ground = SINEW_SHOW_OFF};
    view.camera = (sinew_camera){.eye = {p.x + 0.5, p.y + 1.5, p.z + 3.4},
                                 .target = {p.x, p.y + 0.75, p.z},
                                 .up = {0, 1, 0},
                                 .field_of_view = 45};
    for (int i = 0; i < 3; ++i, view.onto = g.hills.renderer) {
        const prop *q = props[i];
        const sinew_instances all = {q->palettes, NULL, q->count, &g.bounds};
        check(sinew_renderer_draw_crowd(q->renderer, q->rest, &all, &view, &why), "image");
    }
}

/// Returns 0 when the player quits.
static int read_controls(controls *c)
{
    int x, y;
    for (SDL_Event event; SDL_PollEvent(&event);)
        if (event.type == SDL_QUIT) return 0;
    const Uint8 *key = SDL_GetKeyboardState(NULL);
    SDL_GetMouseState(&x, &y);
    *c = (controls){.forward = key[SDL_SCANCODE_W],
                    .run = key[SDL_SCANCODE_LSHIFT],
                    .wave = key[SDL_SCANCODE_SPACE],
                    .turn = 1.8 * (key[SDL_SCANCODE_A] - key[SDL_SCANCODE_D]),
                    .look_right = 2.0 * x / WIDTH - 1,
                    .look_up = 1 - 2.0 * y / HEIGHT};
    return !key[SDL_SCANCODE_ESCAPE];
}

static void play(void)
{
    Uint32 next = SDL_GetTicks();
    for (controls c; read_controls(&c);) {
        if (SDL_GetTicks() - next > 250) next = SDL_GetTicks() - 250;
        for (; (int32_t)(SDL_GetTicks() - next) >= 0; next += 1000 / RATE) update(&c);
        draw();
        check(sinew_renderer_blit(g.hills.renderer, 0, 0, 0, &why), "the window");
        SDL_GL_SwapWindow(SDL_GL_GetCurrentWindow());
    }
}

/// Idles, walks, waves and runs; prints how feet stay on the ground and how long an update takes.
static void play_script(int updates, const char *path)
{
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    const Uint64 start = SDL_GetPerformanceCounter();
    for (int i = 0; i < updates; ++i)
        update(&(controls){.forward = 40 <= i && i < 420,
                           .run = 220 <= i && i < 360,
                           .wave = i == 80,
                           .turn = 1.8 * ((60 < i && i < 110) - (240 < i && i < 330)),
                           .look_right = sin(0.03 * i)});
    const double ticks = (double)(SDL_GetPerformanceCounter() - start) / fmax(updates, 1);
    draw();
    sinew_renderer_read(g.hills.renderer, pixels);
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT, .format = PNG_FORMAT_RGBA};
    if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL)) {
        fprintf(stderr, "%s: %s\n", path, image.message);
        exit(1);
    }
    printf("%d prints, feet slip %.4f m, sink %.4f m\n", g.print_count, g.worst_slip, g.worst_sink);
    fprintf(stderr, "%.3f ms an update\n", 1000 * ticks / (double)SDL_GetPerformanceFrequency());
}

int main(int argc, char **argv)
{
    const int is_script = argc == 6 && !strcmp(argv[2], "--headless") && !strcmp(argv[4], "-o");
    if (argc != 2 && !is_script) {
        fprintf(stderr, "usage: stroll FOLDER [--headless UPDATES -o OUT.png]\n");
        return 2;
    }
    load_body(argv[1]);
    load_foxes(g.bodies.model);
    make_hills();
    make_disc();
    open_window(is_script ? SDL_WINDOW_HIDDEN : SDL_WINDOW_SHOWN);
    open_prop(&g.hills, 1, NULL);
    open_prop(&g.discs, PRINTS + FOXES, NULL);
    open_prop(&g.bodies, FOXES, g.textures.images);
    g.hills.palettes[0] = g.hills.rest->palette[0];
    if (is_script) play_script(atoi(argv[3]), argv[5]);
    if (!is_script) play();
    return 0;
}
