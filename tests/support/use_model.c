#include "support/use_model.h"
#include "author/bake/bake_block.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/each_kernel.h"
#include "support/edit_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "draw/render/shader_skin.h"
#include "runtime/kernels/kernels.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/compact_sample.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/export.h"
#include "sinew/load.h"
#include "sinew/playback.h"
#include "sinew/retarget.h"
#include "sinew/skin.h"
#include "sinew/time_text.h"
#include "sinew/with_clips.h"

static const double times[] = {0, 0.3, 3.7, 1e9, -1e300};
enum { TIMES = sizeof times / sizeof *times };

static void require(int holds)
{
    if (!holds) abort();
}

// ---- poses --------------------------------------------------------------------------------------------------------

static void use_pose(const sinew_model *model, sinew_pose *pose)
{
    for (int engine = 0; engine < SINEW_ENGINE_COUNT; ++engine) {
        if (sinew_engine_accepts(model, (sinew_engine)engine, NULL) != SINEW_OK) continue;
        for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip)
            for (int i = 0; i < TIMES; ++i) {
                sinew_pose_evaluate(model, (sinew_engine)engine, clip, times[i], pose);
                sinew_pose_compute_locals(model, pose);
                sinew_pose_sample(model, clip, times[i], pose);
                sinew_pose_evaluate_palette(model, clip, times[i], pose);
                sinew_pose_compute_locals(model, pose);
            }
    }
}

static void use_cameras(const sinew_model *model, const sinew_pose *pose)
{
    for (int32_t i = 0; i < model->camera_count; ++i) {
        sinew_camera camera;
        sinew_camera_from_file(model, i, pose, 1.5, &camera);
        require(camera.field_of_view > 0 ? camera.field_of_view < 180 : camera.height > 0);
    }
}

static void use_crowd(const sinew_model *model)
{
    enum { CHARACTERS = 19 };
    sinew_crowd *crowd = NULL;
    sinew_crowd_agent characters[CHARACTERS];
    sinew_palette_matrix *palettes = malloc(((size_t)model->skin_joint_count * CHARACTERS + 1) * sizeof *palettes);
    float *weights = malloc(((size_t)model->morph_count * CHARACTERS + 1) * sizeof *weights);
    for (int i = 0; i < CHARACTERS; ++i)
        characters[i] = (sinew_crowd_agent){.clip = i % (model->clip_count + 1) - 1, .time = times[i % TIMES]};
    const int32_t last = model->joint_count - 1;
    sinew_lod *lod = NULL;
    if (last >= 0 && model->joints[last].parent != SINEW_NONE)
        require(sinew_lod_create(model, &last, 1, &lod, NULL) == SINEW_OK);
    for (int i = 0; i < CHARACTERS; i += 2) characters[i].lod = lod;
    require(palettes && weights && sinew_crowd_create(model, CHARACTERS, NULL, &crowd, NULL) == SINEW_OK);
    const sinew_crowd_output output = {.palettes = palettes,
                                       .palette_entries = (int64_t)model->skin_joint_count * CHARACTERS,
                                       .morph_weights = weights};
    require(sinew_crowd_evaluate(crowd, characters, CHARACTERS, &output, NULL) == SINEW_OK);
    sinew_crowd_destroy(crowd);
    sinew_lod_destroy(lod);
    free(palettes);
    free(weights);
}

// ---- vertices -----------------------------------------------------------------------------------------------------

static void skin_with(const sinew__skin_kernel *kernel, int32_t method, const sinew_model *model, int32_t mesh,
                      const sinew_pose *pose, float *out)
{
    const size_t count = (size_t)model->meshes[mesh].vertex_count;
    float *scratch = malloc((sinew_skin_scratch_floats(model, mesh, method) + 1) * sizeof *scratch);
    require(scratch != NULL);
    sinew__skin_mesh_with(kernel, model, mesh, method, pose, scratch, out, out + 3 * count);
    sinew__skin_mesh_with(kernel, model, mesh, method, pose, scratch, out, NULL);
    if (model->tangents) sinew__skin_tangents_with(kernel, model, mesh, method, pose, scratch, out);
    free(scratch);
}

static void use_mesh(const sinew_model *model, int32_t mesh, const sinew_pose *pose)
{
    const size_t count = (size_t)model->meshes[mesh].vertex_count;
    float *out = malloc((6 * count + 1) * sizeof *out);
    require(out != NULL);
    for (int32_t method = SINEW_NONE; method < sinew__skin_method_count; ++method) {
        skin_with(NULL, method, model, mesh, pose, out);
        for (int kernels = -1; force_next_kernels(&kernels);)
            skin_with(sinew__skin_kernel_best(), method, model, mesh, pose, out);
    }
    sinew_morph_mesh(model, mesh, pose, out, out + 3 * count);
    free(out);
}

// ---- questions ----------------------------------------------------------------------------------------------------

static void use_names(const sinew_model *model)
{
    static const char *const patterns[] = {"", "walk", "*a*", "#1", "none", "no such"};
    sinew_error error;
    int32_t found;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; ++i) {
        if (sinew_model_find_clip(model, patterns[i], &found, &error) == SINEW_OK)
            require(found >= SINEW_NONE && found < model->clip_count);
        if (sinew_model_find_joint(model, patterns[i], &found, &error) == SINEW_OK)
            require(found >= 0 && found < model->joint_count);
        if (sinew_model_find_camera(model, patterns[i], &found, &error) == SINEW_OK)
            require(found >= 0 && found < model->camera_count);
        for (int32_t clip = 0; clip < model->clip_count; ++clip) (void)sinew__clip_matches(model, clip, patterns[i]);
    }
    for (int32_t i = 0; i < model->joint_count; ++i)
        (void)!sinew_model_find_joint(model, sinew_text(model, model->joints[i].name), &found, &error);
}

static void use_times(const sinew_model *model)
{
    static const char *const texts[] = {"50%", "#1", "#-1", "3f", "-2f", "end", "@2s", "+0.5s", "1.5s"};
    for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip) {
        double some[4], seconds;
        if (clip != SINEW_NONE)
            for (int32_t joint = SINEW_NONE; joint < model->joint_count; ++joint)
                require(sinew_clip_key_times(model, clip, joint, some, 4) >= 0);
        for (int32_t joint = 0; joint < model->joint_count && clip != SINEW_NONE; ++joint) {
            sinew__authored_joint values;
            for (int i = 0; i < TIMES; ++i) (void)sinew__compact_authored(model, clip, joint, times[i], &values);
        }
        for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
            sinew_time time;
            sinew_error error;
            const sinew_time_context context = {.model = model, .clip = clip, .fps = model->info->fps};
            if (sinew_time_parse(texts[i], &time, &error) != SINEW_OK) continue;
            (void)!sinew_time_resolve(&time, &context, &seconds, &error);
        }
        sinew_playback player;
        sinew_playback_init(&player, clip == SINEW_NONE ? 0 : model->clips[clip].duration);
        for (int i = 0; i < 4; ++i) sinew_playback_advance(&player, times[i]);
        (void)sinew_playback_time(&player);
    }
}

// ---- objects made from it -----------------------------------------------------------------------------------------

/// A block that this library made is one that it opens, or the call that made it says why not.
static sinew_model *open_block(void *block, size_t size)
{
    sinew_model *model;
    sinew_error error = {0};
    const sinew_result result = sinew__model_from_block(block, size, &model, &error);
    require((result == SINEW_OK) == (model != NULL) && (model || error.message[0]));
    return model;
}

static void use_bake(const sinew_model *model)
{
    const sinew_bake_options options = {.work_limit = 4000, .byte_limit = 1 << 20};
    void *block;
    size_t size;
    sinew_error error;
    if (sinew__baked_block(model, &options, &block, &size, &error) != SINEW_OK) return;
    sinew_model *baked = open_block(block, size);
    if (baked) use_crowd(baked);
    sinew_model_destroy(baked);
}

static void use_file(const sinew_model *model)
{
    void *bytes;
    size_t size;
    sinew_model *again;
    sinew_error error;
    require(sinew_model_save(model, &bytes, &size, &error) == SINEW_OK);
    require(sinew_model_open(bytes, size, &again, &error) == SINEW_OK);
    require(again->block_size == model->block_size && memcmp(again->block, model->block, model->block_size) == 0);
    sinew_model_destroy(again);
    free(bytes);
}

static void use_exports(const sinew_model *model)
{
    int32_t count;
    const sinew_export_format *formats = sinew_export_formats(&count);
    for (int32_t i = 0; i < count; ++i)
        for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip) {
            const sinew_export_options options = {.clip = clip, .times = times, .time_count = 1};
            char *text;
            size_t size;
            sinew_error error;
            if (sinew_export(model, formats[i].name, &options, (uint8_t **)&text, &size, &error) == SINEW_OK)
                free(text);
        }
}

/// Every edit; its result is a model that plays.
static void use_edits(const sinew_model *model)
{
    for (int kind = 0; kind < edit_kind_count(); ++kind) {
        sinew_model *edited;
        sinew_pose *pose;
        sinew_error error;
        if (edit_by_kind(kind, model, &edited, &error) != SINEW_OK) {
            require(!edited && error.message[0]);
            continue;
        }
        require(sinew_pose_create(edited, &pose, &error) == SINEW_OK);
        use_pose(edited, pose);
        sinew_pose_destroy(pose);
        sinew_model_destroy(edited);
    }
}

/// The clips of one model on another, posed.
static void join(const sinew_model *character, const sinew_model *animation)
{
    sinew_model *joined;
    sinew_clip_match match;
    sinew_error error;
    if (sinew__model_with_clips(character, animation, &match, &joined, &error) != SINEW_OK) {
        require(!joined && error.message[0]);
        return;
    }
    sinew_pose *pose;
    require(sinew_pose_create(joined, &pose, &error) == SINEW_OK);
    use_pose(joined, pose);
    sinew_pose_destroy(pose);
    use_bake(joined);
    sinew_model_destroy(joined);
}

// ---- what pictures are made from ----------------------------------------------------------------------------------

static void use_motion(const sinew_model *model)
{
    double front;
    const int faces = sinew_body_front(model, NULL, &front, NULL) == SINEW_OK;
    require(faces ? front >= -180 && front <= 180 : front == 0);
    for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip) {
        sinew_bounds bounds;
        sinew_trail *trail;
        sinew_tracking_camera *follow;
        sinew_onion *onion;
        sinew_error error;
        sinew_camera camera;
        double place[3];
        if (sinew_motion_bounds(model, SINEW_ENGINE_EXACT, clip, 0, 1, &bounds, &error) == SINEW_OK) {
            bounds.front = front;
            sinew_camera_fit(model, &bounds, SINEW_VIEW_FRONT, 1, &camera);
        }
        for (int32_t joint = 0; joint < model->joint_count && joint < 4; ++joint) {
            if (sinew_trail_create(model, SINEW_ENGINE_EXACT, clip, joint, &trail, &error) != SINEW_OK) continue;
            for (int i = 0; i < TIMES; ++i) sinew_trail_position(trail, times[i], place);
            sinew_trail_destroy(trail);
        }
        if (sinew_tracking_camera_create(model, SINEW_ENGINE_EXACT, clip, &follow, &error) == SINEW_OK) {
            for (int i = 0; i < TIMES; ++i) sinew_tracking_camera_offset(follow, times[i], place);
            sinew_tracking_camera_destroy(follow);
        }
        if (sinew_onion_create(model, 2, &onion, &error) == SINEW_OK) {
            sinew_onion_pose(onion, model, SINEW_ENGINE_EXACT, clip, 0.5, 0.1);
            sinew_onion_destroy(onion);
        }
    }
}

void use_model(const sinew_model *model, const sinew_model *other)
{
    sinew_pose *pose;
    require(sinew_pose_create(model, &pose, NULL) == SINEW_OK);
    use_pose(model, pose);
    use_cameras(model, pose);
    for (int32_t i = 0; i < model->mesh_count; ++i) use_mesh(model, i, pose);
    sinew_pose_destroy(pose);
    use_crowd(model);
    use_names(model);
    use_times(model);
    use_file(model);
    use_exports(model);
    use_edits(model);
    use_motion(model);
    use_bake(model);
    join(model, other);
    join(other, model);
}

// ---- pictures -----------------------------------------------------------------------------------------------------

static void draw_with(sinew_renderer *renderer, const sinew_pose *pose, sinew_draw_options options)
{
    sinew_error error;
    (void)!sinew_renderer_draw(renderer, pose, &options, &error);
}

static void draw_ways(sinew_renderer *renderer, const sinew_model *model, const sinew_pose *pose,
                      const sinew_bounds *bounds)
{
    sinew_draw_options options = {.width = 48, .height = 32, .samples = 1, .bounds = bounds};
    sinew_camera_fit(model, bounds, SINEW_VIEW_FRONT, 1.5, &options.camera);
    options.has_joint = model->joint_count > 0;
    options.joint = model->joint_count - 1;
    for (const sinew__word *word = sinew__color_words; word->name; ++word) {
        options.colors = (sinew_colors)word->value;
        options.edges = word->value != 0;
        options.skeleton = SINEW_SHOW_ON;
        options.names = options.axes = 1;
        draw_with(renderer, pose, options);
    }
    options.colors = 0;
    for (const sinew__word *word = sinew__skin_words; word->name; ++word) {
        options.skin = (sinew_draw_skin)word->value;
        options.wireframe = 1;
        draw_with(renderer, pose, options);
    }
}

void draw_model(sinew_renderer *renderer, const sinew_model *model)
{
    sinew_pose *pose;
    sinew_error error;
    sinew_bounds bounds;
    const int32_t clip = model->clip_count - 1;
    require(sinew_pose_create(model, &pose, &error) == SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, 0.3, pose);
    if (sinew_renderer_set_model(renderer, model, NULL, &error) == SINEW_OK &&
        sinew_motion_bounds(model, SINEW_ENGINE_EXACT, clip, 0, 1, &bounds, &error) == SINEW_OK)
        draw_ways(renderer, model, pose, &bounds);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t count = (size_t)model->meshes[i].vertex_count;
        float *out = malloc((6 * count + 1) * sizeof *out);
        require(out != NULL);
        (void)!sinew__renderer_skin_mesh(renderer, pose, i, out, out + 3 * count, &error);
        free(out);
    }
    sinew_pose_destroy(pose);
}
