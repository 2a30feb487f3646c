/// Every public function that gives a result: a pointer that must not be NULL, an index of something that is not there.
#include "support/cmocka_close.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/import.h>
#include <sinew/render.h>
#include <sinew/sinew.h>

#include "core/platform/file.h"
#include "support/make_pose.h"
#include "support/own_context.h"

static const char file_path[] = "samples/character.glb"; ///< with a mesh, clips and embedded textures
static sinew_model *model;
static void *file_bytes;
static size_t file_size;
static sinew_pose *pose;
static sinew_renderer *renderer;
static sinew_bounds bounds;

static int open_all(void **state)
{
    if (open_context(state) != 0) return -1;
    pose = NULL;
    return sinew_import_file(file_path, &model, NULL) != SINEW_OK ||
           sinew__file_read(file_path, &file_bytes, &file_size, NULL) != SINEW_OK ||
           sinew_pose_create(model, &pose, NULL) != SINEW_OK || sinew_renderer_create(&renderer, NULL) != SINEW_OK ||
           sinew_renderer_set_model(renderer, model, NULL, NULL) != SINEW_OK ||
           sinew_motion_bounds(model, SINEW_ENGINE_FAST, 0, 0, 1, &bounds, NULL) != SINEW_OK;
}

static int close_all(void **state)
{
    sinew_renderer_destroy(renderer);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    free(file_bytes);
    return close_context(state);
}

// ---- pointers -----------------------------------------------------------------------------------------------------

/// One call, in which the argument of that number is NULL; -1: none is, and it succeeds.
typedef sinew_result one_call(int missing, sinew_error *error);
#define PASS(number, argument) (missing == (number) ? NULL : (argument))

static sinew_result call_model_bake(int missing, sinew_error *error)
{
    void *block = &block;
    size_t size;
    const sinew_result result = sinew_model_bake(PASS(0, model), NULL, PASS(1, &block), PASS(2, &size), error);
    if (missing == -1) free(block);
    if (missing == 0) assert_null(block);
    return result;
}

/// A model whose clips are not compact fails where it is complete; test_strip.c succeeds.
static sinew_result call_model_strip(int missing, sinew_error *error)
{
    void *block = &block;
    size_t size;
    const sinew_result result = sinew_model_strip(PASS(0, model), PASS(1, &block), PASS(2, &size), error);
    if (missing == -1) free(block);
    if (missing == 0) assert_null(block);
    return result;
}

static sinew_result call_lod_create(int missing, sinew_error *error)
{
    static const int32_t joint = 0;
    sinew_lod *lod = NULL;
    const sinew_result result = sinew_lod_create(PASS(0, model), PASS(2, &joint), missing == 2, PASS(1, &lod), error);
    sinew_lod_destroy(lod);
    return result;
}

static sinew_result call_crowd_evaluate(int missing, sinew_error *error)
{
    sinew_crowd *crowd = NULL;
    const sinew_crowd_output output = {0};
    if (sinew_crowd_create(model, 1, NULL, &crowd, NULL) != SINEW_OK) return SINEW_ERROR_OUT_OF_MEMORY;
    const sinew_character character = {.clip = SINEW_NONE};
    const sinew_result result = sinew_crowd_evaluate(PASS(0, crowd), PASS(1, &character), 1, PASS(2, &output), error);
    sinew_crowd_destroy(crowd);
    return result;
}

static sinew_result call_crowd_create(int missing, sinew_error *error)
{
    sinew_crowd *crowd = NULL;
    const sinew_result result = sinew_crowd_create(PASS(0, model), 1, NULL, PASS(1, &crowd), error);
    sinew_crowd_destroy(crowd);
    return result;
}

static sinew_result call_export_obj(int missing, sinew_error *error)
{
    static const double time = 0;
    const sinew_export_options options = {.times = &time, .time_count = 1};
    char *text = NULL;
    size_t size;
    const sinew_result result =
        sinew_export_obj(PASS(0, model), PASS(1, &options), PASS(2, &text), PASS(3, &size), error);
    free(text);
    return result;
}

static sinew_result call_export_bvh(int missing, sinew_error *error)
{
    static const double time = 0;
    const sinew_export_options options = {.clip = SINEW_NONE, .times = &time, .time_count = 1};
    char *text = NULL;
    size_t size;
    const sinew_result result =
        sinew_export_bvh(PASS(0, model), PASS(1, &options), PASS(2, &text), PASS(3, &size), error);
    free(text);
    return result;
}

static sinew_result call_export_csv(int missing, sinew_error *error)
{
    static const double time = 0;
    const sinew_export_options options = {.clip = SINEW_NONE, .times = &time, .time_count = 1};
    char *text = NULL;
    size_t size;
    const sinew_result result =
        sinew_export_csv(PASS(0, model), PASS(1, &options), PASS(2, &text), PASS(3, &size), error);
    free(text);
    return result;
}

static sinew_result call_export_jsonl(int missing, sinew_error *error)
{
    static const double time = 0;
    const sinew_export_options options = {.clip = SINEW_NONE, .times = &time, .time_count = 1};
    char *text = NULL;
    size_t size;
    const sinew_result result =
        sinew_export_jsonl(PASS(0, model), PASS(1, &options), PASS(2, &text), PASS(3, &size), error);
    free(text);
    return result;
}

static sinew_result call_export_glb(int missing, sinew_error *error)
{
    const sinew_export_options options = {0};
    char *text = NULL;
    size_t size;
    const sinew_result result =
        sinew_export_glb(PASS(0, model), PASS(1, &options), PASS(2, &text), PASS(3, &size), error);
    free(text);
    return result;
}

static sinew_result call_export_fbx(int missing, sinew_error *error)
{
    const sinew_export_options options = {0};
    char *text = NULL;
    size_t size;
    const sinew_result result =
        sinew_export_fbx(PASS(0, model), PASS(1, &options), PASS(2, &text), PASS(3, &size), error);
    free(text);
    return result;
}

static sinew_result call_export_fbx_ascii(int missing, sinew_error *error)
{
    const sinew_export_options options = {0};
    char *text = NULL;
    size_t size;
    const sinew_result result =
        sinew_export_fbx_ascii(PASS(0, model), PASS(1, &options), PASS(2, &text), PASS(3, &size), error);
    free(text);
    return result;
}

static sinew_result call_import_block(int missing, sinew_error *error)
{
    void *block = NULL;
    size_t size;
    const sinew_result result = sinew_import_block(PASS(0, "character.glb"), PASS(1, file_bytes), file_size, NULL,
                                                   PASS(2, &block), PASS(3, &size), error);
    free(block);
    return result;
}

static sinew_result call_import_file(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_result result = sinew_import_file(PASS(0, file_path), PASS(1, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_import_image(int missing, sinew_error *error)
{
    sinew_image image = {0};
    const sinew_texture *from = &model->textures[0];
    const sinew_result result = sinew_import_image(PASS(0, model->image_bytes + from->first_byte), from->byte_count,
                                                   PASS(1, ""), 8192, PASS(2, &image), error);
    sinew_image_free(&image);
    return result;
}

static sinew_result call_import_texture(int missing, sinew_error *error)
{
    sinew_image image = {0};
    const sinew_result result =
        sinew_import_texture(PASS(0, model), 0, PASS(1, file_path), NULL, PASS(2, &image), error);
    sinew_image_free(&image);
    return result;
}

static sinew_result call_load_file(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_result result = sinew_model_load_file(PASS(0, file_path), NULL, PASS(1, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_load_bytes(int missing, sinew_error *error)
{
    void *bytes;
    size_t size;
    sinew_model *made = NULL;
    assert_int_equal(sinew_model_save_memory(model, &bytes, &size, NULL), SINEW_OK);
    const sinew_result result =
        sinew_model_load_bytes(PASS(0, "a.sinew"), PASS(1, bytes), size, NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    sinew_free(bytes);
    return result;
}

static sinew_result call_load_memory(int missing, sinew_error *error)
{
    void *bytes;
    size_t size;
    sinew_model *made = NULL;
    assert_int_equal(sinew_model_save_memory(model, &bytes, &size, NULL), SINEW_OK);
    const sinew_result result = sinew_model_load_memory(PASS(0, bytes), size, PASS(1, &made), error);
    sinew_model_destroy(made);
    free(bytes);
    return result;
}

static sinew_result call_save_memory(int missing, sinew_error *error)
{
    void *bytes = NULL;
    size_t size;
    const sinew_result result = sinew_model_save_memory(PASS(0, model), PASS(1, &bytes), PASS(2, &size), error);
    free(bytes);
    return result;
}

static sinew_result call_load_textures(int missing, sinew_error *error)
{
    sinew_textures textures = {0};
    const sinew_result result =
        sinew_model_load_textures(PASS(0, model), PASS(1, file_path), NULL, PASS(2, &textures), error);
    sinew_textures_free(&textures);
    return result;
}

static sinew_result call_load_texture(int missing, sinew_error *error)
{
    sinew_image image = {0};
    const sinew_result result =
        sinew_model_load_texture(PASS(0, model), 0, PASS(1, file_path), NULL, PASS(2, &image), error);
    sinew_image_free(&image);
    return result;
}

/// The block is given away whatever the result: a sanitizer sees when it is not freed.
static sinew_result call_from_block(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    size_t size;
    const void *block = sinew_model_block(model, &size);
    void *copy = missing == 0 ? NULL : malloc(size);
    if (copy) memcpy(copy, block, size);
    const sinew_result result = sinew_model_from_block(copy, size, PASS(1, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_find_clip(int missing, sinew_error *error)
{
    int32_t clip;
    return sinew_model_find_clip(PASS(0, model), NULL, PASS(1, &clip), error);
}

static sinew_result call_find_joint(int missing, sinew_error *error)
{
    int32_t joint;
    return sinew_model_find_joint(PASS(0, model), PASS(1, "hips"), PASS(2, &joint), error);
}

static sinew_result call_find_camera(int missing, sinew_error *error)
{
    int32_t camera;
    const sinew_result result = sinew_model_find_camera(PASS(0, model), PASS(1, "Camera"), PASS(2, &camera), error);
    return result == SINEW_ERROR_NO_CAMERA ? SINEW_OK : result; // the model has none
}

static sinew_result call_pose_create(int missing, sinew_error *error)
{
    sinew_pose *made = NULL;
    const sinew_result result = sinew_pose_create(PASS(0, model), PASS(1, &made), error);
    sinew_pose_destroy(made);
    return result;
}

static sinew_result call_engine_accepts(int missing, sinew_error *error)
{
    return sinew_engine_accepts(PASS(0, model), SINEW_ENGINE_EXACT, error);
}

static sinew_result call_raw_model_build(int missing, sinew_error *error)
{
    const sinew_raw_model raw = {0};
    void *block = NULL;
    size_t size;
    const sinew_result result = sinew_raw_model_build(PASS(0, &raw), PASS(1, &block), PASS(2, &size), error);
    free(block);
    return result;
}

static sinew_result call_from_triangles(int missing, sinew_error *error)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, color[4] = {1, 1, 1, 1};
    static const uint32_t triangle[3] = {0, 1, 2};
    sinew_model *made = NULL;
    const sinew_result result =
        sinew_model_from_triangles(PASS(0, positions), 3, PASS(1, triangle), 1, PASS(2, color), PASS(3, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_from_heights(int missing, sinew_error *error)
{
    static const float heights[4] = {0, 1, 2, 3}, color[4] = {1, 1, 1, 1};
    sinew_model *made = NULL;
    const sinew_result result =
        sinew_model_from_heights(PASS(0, heights), 2, 2, 1, 1, PASS(1, color), PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_write_png(int missing, sinew_error *error)
{
    static const char path[] = "test_arguments.png";
    uint8_t pixel[4] = {255, 0, 0, 255};
    const sinew_image image = {1, 1, pixel};
    const sinew_result result = sinew_image_write_png(PASS(0, &image), PASS(1, path), error);
    if (missing == -1) assert_int_equal(remove(path), 0);
    return result;
}

static sinew_result call_from_raw(int missing, sinew_error *error)
{
    const sinew_raw_model raw = {0};
    sinew_model *made = NULL;
    const sinew_result result = sinew_model_from_raw(PASS(0, &raw), PASS(1, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_motion_bounds(int missing, sinew_error *error)
{
    sinew_bounds found;
    return sinew_motion_bounds(PASS(0, model), SINEW_ENGINE_FAST, 0, 0, 1, PASS(1, &found), error);
}

static sinew_result call_trail_create(int missing, sinew_error *error)
{
    sinew_trail *trail = NULL;
    const sinew_result result = sinew_trail_create(PASS(0, model), SINEW_ENGINE_FAST, 0, 0, PASS(1, &trail), error);
    sinew_trail_destroy(trail);
    return result;
}

static sinew_result call_tracking_camera_create(int missing, sinew_error *error)
{
    sinew_tracking_camera *follow = NULL;
    const sinew_result result =
        sinew_tracking_camera_create(PASS(0, model), SINEW_ENGINE_FAST, 0, PASS(1, &follow), error);
    sinew_tracking_camera_destroy(follow);
    return result;
}

static sinew_result call_onion_create(int missing, sinew_error *error)
{
    sinew_onion *onion = NULL;
    const sinew_result result = sinew_onion_create(PASS(0, model), 2, PASS(1, &onion), error);
    sinew_onion_destroy(onion);
    return result;
}

static sinew_result call_renderer_create(int missing, sinew_error *error)
{
    sinew_renderer *made = NULL;
    const sinew_result result = sinew_renderer_create(PASS(0, &made), error);
    sinew_renderer_destroy(made);
    return result;
}

static sinew_result call_set_model(int missing, sinew_error *error)
{
    return sinew_renderer_set_model(PASS(0, renderer), PASS(1, model), NULL, error);
}

static sinew_draw_options small_picture(void)
{
    sinew_draw_options options = {.width = 16, .height = 16, .bounds = &bounds};
    sinew_camera_fit(model, &bounds, SINEW_VIEW_DEFAULT, 1, &options.camera);
    return options;
}

static sinew_result call_draw(int missing, sinew_error *error)
{
    const sinew_draw_options options = small_picture();
    return sinew_renderer_draw(PASS(0, renderer), PASS(1, pose), PASS(2, &options), error);
}

static sinew_result call_draw_crowd(int missing, sinew_error *error)
{
    static const float position[1][3] = {{0, 0, 0}};
    const sinew_draw_options options = small_picture();
    const sinew_instances instances = {.palettes = pose->palette, .positions = position, .count = 1, .bounds = &bounds};
    return sinew_renderer_draw_crowd(PASS(0, renderer), PASS(1, pose), PASS(2, &instances), PASS(3, &options), error);
}

static sinew_result call_body_front(int missing, sinew_error *error)
{
    double azimuth;
    return sinew_body_front(PASS(0, model), NULL, PASS(1, &azimuth), error);
}

static sinew_result call_skin_pack(int missing, sinew_error *error)
{
    static uint16_t joints[1 << 16], weights[1 << 16];
    return sinew_skin_pack(PASS(0, model), 0, 2, 2, PASS(1, joints), PASS(2, weights), NULL, error);
}

static sinew_result call_renderer_blit(int missing, sinew_error *error)
{
    return sinew_renderer_blit(PASS(0, renderer), 0, 0, 0, error);
}

static sinew_result call_renderer_skin_mesh(int missing, sinew_error *error)
{
    return sinew_renderer_skin_mesh(PASS(0, renderer), PASS(1, pose), 0, NULL, NULL, error);
}

static sinew_result call_time_parse(int missing, sinew_error *error)
{
    sinew_time time;
    return sinew_time_parse(PASS(0, "1s"), PASS(1, &time), error);
}

static sinew_result call_local_pose_create(int missing, sinew_error *error)
{
    sinew_local_pose *made = NULL;
    const sinew_result result = sinew_local_pose_create(PASS(0, model), PASS(1, &made), error);
    sinew_local_pose_destroy(made);
    return result;
}

static sinew_result call_joint_mask_create(int missing, sinew_error *error)
{
    sinew_joint_mask *made = NULL;
    const sinew_result result = sinew_joint_mask_create(PASS(0, model), 1, PASS(1, &made), error);
    sinew_joint_mask_destroy(made);
    return result;
}

/// Calls a function with a mask, or with NULL.
static sinew_result with_mask(int missing, sinew_error *error,
                              sinew_result (*call)(int missing, sinew_joint_mask *mask, sinew_error *error))
{
    sinew_joint_mask *mask;
    assert_int_equal(sinew_joint_mask_create(model, 1, &mask, NULL), SINEW_OK);
    const sinew_result result = call(missing, PASS(0, mask), error);
    sinew_joint_mask_destroy(mask);
    return result;
}

static sinew_result set_all(int missing, sinew_joint_mask *mask, sinew_error *error)
{
    float *weights = calloc((size_t)model->joint_count, sizeof *weights);
    const sinew_result result = sinew_joint_mask_set_all(mask, PASS(1, weights), model->joint_count, error);
    free(weights);
    return result;
}

static sinew_result set_subtree(int missing, sinew_joint_mask *mask, sinew_error *error)
{
    (void)missing;
    return sinew_joint_mask_set_subtree(mask, 0, 0.5, error);
}

static sinew_result set_matching(int missing, sinew_joint_mask *mask, sinew_error *error)
{
    return sinew_joint_mask_set_matching(mask, PASS(1, "*"), 0.5, error);
}

static sinew_result set_fade(int missing, sinew_joint_mask *mask, sinew_error *error)
{
    (void)missing;
    return sinew_joint_mask_set_fade(mask, 0, 0, 0.5, error);
}

static sinew_result set_morphs(int missing, sinew_joint_mask *mask, sinew_error *error)
{
    (void)missing;
    return sinew_joint_mask_set_morphs(mask, 0.5, error);
}

static sinew_result call_joint_mask_set_all(int missing, sinew_error *error)
{
    return with_mask(missing, error, set_all);
}

static sinew_result call_joint_mask_set_subtree(int missing, sinew_error *error)
{
    return with_mask(missing, error, set_subtree);
}

static sinew_result call_joint_mask_set_matching(int missing, sinew_error *error)
{
    return with_mask(missing, error, set_matching);
}

static sinew_result call_joint_mask_set_fade(int missing, sinew_error *error)
{
    return with_mask(missing, error, set_fade);
}

static sinew_result call_joint_mask_set_morphs(int missing, sinew_error *error)
{
    return with_mask(missing, error, set_morphs);
}

static sinew_result call_blend_check(int missing, sinew_error *error)
{
    const sinew_blend_layer layer = {.source = {.kind = SINEW_BLEND_CLIP, .clip = 0}, .weight = 1.0f};
    return sinew_blend_check(PASS(0, model), PASS(1, &layer), 1, error);
}

static sinew_result call_blender_create(int missing, sinew_error *error)
{
    sinew_blender *made = NULL;
    const sinew_result result = sinew_blender_create(PASS(0, model), PASS(1, &made), error);
    sinew_blender_destroy(made);
    return result;
}

static sinew_result call_ik_two_bone_check(int missing, sinew_error *error)
{
    const int32_t end = model->joint_count - 1, middle = model->joints[end].parent;
    const sinew_ik_two_bone limb = {.upper = model->joints[middle].parent, .middle = middle, .end = end, .weight = 1};
    return sinew_ik_two_bone_check(PASS(0, model), PASS(1, &limb), error);
}

static sinew_result call_joint_edit_check(int missing, sinew_error *error)
{
    const sinew_joint_edit edit = {.adds = 1};
    return sinew_joint_edit_check(PASS(0, model), PASS(1, &edit), error);
}

/// A joint at the end of a chain that is long enough.
static int32_t last_joint(void)
{
    return model->joint_count - 1;
}

static sinew_result call_pose_find_limb(int missing, sinew_error *error)
{
    sinew_ik_two_bone limb;
    return sinew_pose_find_limb(PASS(0, model), PASS(1, pose), last_joint(), PASS(2, &limb), error);
}

static sinew_result call_pose_reach(int missing, sinew_error *error)
{
    sinew_ik_two_bone limb;
    double distance;
    assert_int_equal(sinew_pose_find_limb(model, pose, last_joint(), &limb, NULL), SINEW_OK);
    return sinew_pose_reach(PASS(0, model), PASS(1, &limb), PASS(2, pose), PASS(3, &distance), error);
}

static sinew_result call_ik_aim_check(int missing, sinew_error *error)
{
    const sinew_ik_aim_joint joint = {.joint = 0, .share = 1};
    const sinew_ik_aim aim = {
        .joints = PASS(2, &joint), .joint_count = 1, .target = {1, 2, 3}, .forward = {1, 0, 0}, .weight = 1};
    return sinew_ik_aim_check(PASS(0, model), PASS(1, &aim), error);
}

static sinew_result call_ik_chain_check(int missing, sinew_error *error)
{
    const int32_t end = model->joint_count - 1, joints[] = {model->joints[end].parent, end};
    const sinew_ik_chain chain = {.joints = PASS(2, joints), .joint_count = 2, .weight = 1};
    return sinew_ik_chain_check(PASS(0, model), PASS(1, &chain), error);
}

static int no_ground(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = position;
    *out_normal = position;
    return 0;
}

static sinew_result call_feet_create(int missing, sinew_error *error)
{
    sinew_body_map map;
    assert_int_equal(sinew_body_map_find(model, &map, NULL), SINEW_OK);
    const int32_t *leg = map.joint + SINEW_BODY_LEFT + SINEW_SIDE_THIGH;
    const sinew_leg foot = {leg[0], leg[1], leg[2], leg[3]};
    const sinew_foot_ik_options options = {.legs = PASS(3, &foot),
                                           .leg_count = 1,
                                           .pelvis = map.joint[SINEW_BODY_HIPS],
                                           .up = {0, 1, 0},
                                           .ground = PASS(4, no_ground)};
    sinew_foot_ik *made = NULL;
    const sinew_result result = sinew_foot_ik_create(PASS(0, model), PASS(1, &options), PASS(2, &made), error);
    sinew_foot_ik_destroy(made);
    return result;
}

static sinew_result call_mixer_create(int missing, sinew_error *error)
{
    sinew_mixer *made = NULL;
    const sinew_result result = sinew_mixer_create(PASS(0, model), PASS(1, &made), error);
    sinew_mixer_destroy(made);
    return result;
}

static sinew_result call_mixer_play(int missing, sinew_error *error)
{
    sinew_mixer *mixer;
    const sinew_mixer_clip clip = {.clip = 0};
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    const sinew_result result = sinew_mixer_play(PASS(0, mixer), 0, PASS(1, &clip), error);
    sinew_mixer_destroy(mixer);
    return result;
}

static sinew_result call_mixer_set_layer(int missing, sinew_error *error)
{
    sinew_mixer *mixer;
    const sinew_mixer_layer layer = {.mode = SINEW_BLEND_OVER, .weight = 1};
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    const sinew_result result = sinew_mixer_set_layer(PASS(0, mixer), 1, PASS(1, &layer), error);
    sinew_mixer_destroy(mixer);
    return result;
}

static sinew_result call_mixer_set_motions(int missing, sinew_error *error)
{
    sinew_mixer *mixer;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    const sinew_result result = sinew_mixer_set_motions(PASS(0, mixer), NULL, error);
    sinew_mixer_destroy(mixer);
    return result;
}

static sinew_result call_mixer_set_state(int missing, sinew_error *error)
{
    sinew_mixer *mixer;
    sinew_mixer_state saved;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    sinew_mixer_get_state(mixer, &saved);
    const sinew_result result = sinew_mixer_set_state(PASS(0, mixer), PASS(1, &saved), NULL, 0, error);
    sinew_mixer_destroy(mixer);
    return result;
}

static sinew_result call_mixer_rebind(int missing, sinew_error *error)
{
    sinew_mixer *mixer;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    const sinew_result result = sinew_mixer_rebind(PASS(0, mixer), PASS(1, model), NULL, 0, error);
    sinew_mixer_destroy(mixer);
    return result;
}

static sinew_result call_blend_space_create(int missing, sinew_error *error)
{
    const sinew_blend_point point = {.clip = 0};
    sinew_blend_space *made = NULL;
    const sinew_result result =
        sinew_blend_space_create(PASS(0, model), PASS(1, &point), 1, NULL, PASS(2, &made), error);
    sinew_blend_space_destroy(made);
    return result;
}

static sinew_result call_clip_motions_create(int missing, sinew_error *error)
{
    sinew_clip_motions *made = NULL;
    const sinew_result result = sinew_clip_motions_create(PASS(0, model), NULL, PASS(1, &made), error);
    sinew_clip_motions_destroy(made);
    return result;
}

static sinew_result call_contacts_find(int missing, sinew_error *error)
{
    const sinew_foot foot = {.ankle = 0, .toe = SINEW_NONE, .leg_length = 1};
    sinew_contacts contacts;
    const sinew_result result =
        sinew_contacts_find(PASS(0, model), 0, PASS(2, &foot), 1, NULL, PASS(1, &contacts), error);
    if (missing == -1) sinew_contacts_free(&contacts);
    return result;
}

static sinew_result call_set_allocator(int missing, sinew_error *error)
{
    (void)missing;
    return sinew_set_allocator(NULL, error);
}

static sinew_result call_time_resolve(int missing, sinew_error *error)
{
    const sinew_time time = {.unit = SINEW_TIME_SECONDS};
    const sinew_time_context context = {.model = PASS(3, model), .clip = 0};
    double seconds;
    return sinew_time_resolve(PASS(0, &time), PASS(1, &context), PASS(2, &seconds), error);
}

static sinew_result call_with_clips(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_result result = sinew_model_with_clips(PASS(0, model), PASS(1, model), NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_add_clips(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_model *const animations[] = {PASS(3, model)};
    const sinew_result result =
        sinew_model_add_clips(PASS(0, model), PASS(1, animations), 1, NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_body_map_find(int missing, sinew_error *error)
{
    sinew_body_map map;
    return sinew_body_map_find(PASS(0, model), PASS(1, &map), error);
}

static sinew_result call_body_map_set(int missing, sinew_error *error)
{
    sinew_body_map map;
    return sinew_body_map_set(PASS(0, model), PASS(1, &map), PASS(2, "head"), NULL, error);
}

static sinew_result call_body_map_check(int missing, sinew_error *error)
{
    sinew_body_map map;
    assert_int_equal(sinew_body_map_find(model, &map, NULL), SINEW_OK);
    return sinew_body_map_check(PASS(0, model), PASS(1, &map), error);
}

static sinew_result call_retarget_clips(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_result result = sinew_retarget_clips(PASS(0, model), PASS(1, model), NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_add_retargeted_clips(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_model *const animations[] = {model};
    const sinew_result result =
        sinew_model_add_retargeted_clips(PASS(0, model), PASS(1, animations), 1, NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

// Edits: of the model, of what else they need, and of the model that they make.
#define CALL_EDIT(name, ...)                                                                                           \
    static sinew_result call_edit_##name(int missing, sinew_error *error)                                              \
    {                                                                                                                  \
        sinew_model *made = NULL;                                                                                      \
        const sinew_result result = sinew_edit_##name(PASS(0, model), __VA_ARGS__, PASS(1, &made), error);             \
        sinew_model_destroy(made);                                                                                     \
        return result;                                                                                                 \
    }
CALL_EDIT(keep_clips, NULL)
CALL_EDIT(trim_clips, 0, 0.1, NULL)
CALL_EDIT(start_clips, 0, NULL)
CALL_EDIT(speed_clips, 2, NULL)
CALL_EDIT(reverse_clips, NULL)
CALL_EDIT(set_rate, 30, NULL)
CALL_EDIT(scale, 2)
CALL_EDIT(mirror_clips, NULL, NULL)
CALL_EDIT(in_place, NULL)
CALL_EDIT(close_loop, 2, NULL)

static sinew_result call_edit_join_clips(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_result result = sinew_edit_join_clips(PASS(0, model), NULL, NULL, PASS(1, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_edit_reduce_keys(int missing, sinew_error *error)
{
    static const int32_t first = 0;
    static const sinew_edit_options options = {.clips = &first, .clip_count = 1, .error = 0.01};
    sinew_model *made = NULL;
    const sinew_result result = sinew_edit_reduce_keys(PASS(0, model), &options, PASS(1, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result keep_pose(void *user, sinew_pose *edited, sinew_error *error)
{
    (void)user;
    (void)edited;
    (void)error;
    return SINEW_OK;
}

static sinew_result call_edit_pose_clips(int missing, sinew_error *error)
{
    static const sinew_edit_pose held = {.from = 0.1, .to = 0.2, .edit = keep_pose};
    sinew_model *made = NULL;
    const sinew_result result =
        sinew_edit_pose_clips(PASS(0, model), PASS(1, &held), 1, 0, NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_edit_add_still(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_result result = sinew_edit_add_still(PASS(0, model), 0, 0, PASS(1, "still"), PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_edit_rename_clip(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const sinew_result result = sinew_edit_rename_clip(PASS(0, model), 0, PASS(1, "other"), PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_edit_split_clip(int missing, sinew_error *error)
{
    static const double times[] = {0.1};
    sinew_model *made = NULL;
    const sinew_result result =
        sinew_edit_split_clip(PASS(0, model), 0, PASS(1, times), 1, NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    return result;
}

static sinew_result call_edit_rename_joints(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    const char **names = calloc((size_t)model->joint_count, sizeof *names);
    const sinew_result result = sinew_edit_rename_joints(PASS(0, model), PASS(1, names), PASS(2, &made), error);
    sinew_model_destroy(made);
    free(names);
    return result;
}

static sinew_result call_edit_drop_joints(int missing, sinew_error *error)
{
    sinew_model *made = NULL;
    uint8_t *drops = calloc((size_t)model->joint_count, 1);
    const sinew_result result = sinew_edit_drop_joints(PASS(0, model), PASS(1, drops), NULL, PASS(2, &made), error);
    sinew_model_destroy(made);
    free(drops);
    return result;
}

static const struct {
    const char *function;
    one_call *call;
    const char *arguments[5]; ///< that must not be NULL, by name, in the order of their numbers
} calls[] = {
    {"sinew_model_bake", call_model_bake, {"model", "out_block", "out_size"}},
    {"sinew_model_strip", call_model_strip, {"model", "out_block", "out_size"}},
    {"sinew_lod_create", call_lod_create, {"model", "out_lod", "left_out"}},
    {"sinew_crowd_create", call_crowd_create, {"model", "out_crowd"}},
    {"sinew_crowd_evaluate", call_crowd_evaluate, {"crowd", "characters", "output"}},
    {"sinew_export_bvh", call_export_bvh, {"model", "options", "out_text", "out_size"}},
    {"sinew_export_csv", call_export_csv, {"model", "options", "out_text", "out_size"}},
    {"sinew_export_fbx", call_export_fbx, {"model", "options", "out_text", "out_size"}},
    {"sinew_export_fbx_ascii", call_export_fbx_ascii, {"model", "options", "out_text", "out_size"}},
    {"sinew_export_glb", call_export_glb, {"model", "options", "out_text", "out_size"}},
    {"sinew_export_jsonl", call_export_jsonl, {"model", "options", "out_text", "out_size"}},
    {"sinew_export_obj", call_export_obj, {"model", "options", "out_text", "out_size"}},
    {"sinew_import_block", call_import_block, {"name", "bytes", "out_block", "out_block_size"}},
    {"sinew_import_file", call_import_file, {"path", "out_model"}},
    {"sinew_import_image", call_import_image, {"bytes", "format", "out_image"}},
    {"sinew_import_texture", call_import_texture, {"model", "model_path", "out_image"}},
    {"sinew_model_load_file", call_load_file, {"path", "out_model"}},
    {"sinew_model_load_bytes", call_load_bytes, {"name", "bytes", "out_model"}},
    {"sinew_model_load_memory", call_load_memory, {"bytes", "out_model"}},
    {"sinew_model_save_memory", call_save_memory, {"model", "out_bytes", "out_size"}},
    {"sinew_model_load_textures", call_load_textures, {"model", "model_path", "out_textures"}},
    {"sinew_model_load_texture", call_load_texture, {"model", "model_path", "out_image"}},
    {"sinew_model_from_block", call_from_block, {"block", "out_model"}},
    {"sinew_model_find_clip", call_find_clip, {"model", "out_clip"}},
    {"sinew_model_find_camera", call_find_camera, {"model", "name", "out_camera"}},
    {"sinew_model_find_joint", call_find_joint, {"model", "name", "out_joint"}},
    {"sinew_pose_create", call_pose_create, {"model", "out_pose"}},
    {"sinew_engine_accepts", call_engine_accepts, {"model"}},
    {"sinew_raw_model_build", call_raw_model_build, {"raw", "out_block", "out_size"}},
    {"sinew_model_from_triangles", call_from_triangles, {"positions", "triangles", "base_color", "out_model"}},
    {"sinew_model_from_heights", call_from_heights, {"heights", "base_color", "out_model"}},
    {"sinew_image_write_png", call_write_png, {"image", "path"}},
    {"sinew_model_from_raw", call_from_raw, {"raw", "out_model"}},
    {"sinew_motion_bounds", call_motion_bounds, {"model", "out_bounds"}},
    {"sinew_trail_create", call_trail_create, {"model", "out_trail"}},
    {"sinew_tracking_camera_create", call_tracking_camera_create, {"model", "out_tracking"}},
    {"sinew_onion_create", call_onion_create, {"model", "out_onion"}},
    {"sinew_renderer_create", call_renderer_create, {"out_renderer"}},
    {"sinew_renderer_set_model", call_set_model, {"renderer", "model"}},
    {"sinew_renderer_draw", call_draw, {"renderer", "pose", "options"}},
    {"sinew_renderer_draw_crowd", call_draw_crowd, {"renderer", "pose", "instances", "options"}},
    {"sinew_renderer_skin_mesh", call_renderer_skin_mesh, {"renderer", "pose"}},
    {"sinew_renderer_blit", call_renderer_blit, {"renderer"}},
    {"sinew_skin_pack", call_skin_pack, {"model", "out_joints", "out_weights"}},
    {"sinew_time_parse", call_time_parse, {"text", "out_time"}},
    {"sinew_local_pose_create", call_local_pose_create, {"model", "out_pose"}},
    {"sinew_joint_mask_create", call_joint_mask_create, {"model", "out_mask"}},
    {"sinew_joint_mask_set_all", call_joint_mask_set_all, {"mask", "weights"}},
    {"sinew_joint_mask_set_subtree", call_joint_mask_set_subtree, {"mask"}},
    {"sinew_joint_mask_set_matching", call_joint_mask_set_matching, {"mask", "pattern"}},
    {"sinew_joint_mask_set_fade", call_joint_mask_set_fade, {"mask"}},
    {"sinew_joint_mask_set_morphs", call_joint_mask_set_morphs, {"mask"}},
    {"sinew_blend_check", call_blend_check, {"model", "layers"}},
    {"sinew_blender_create", call_blender_create, {"model", "out_blender"}},
    {"sinew_ik_two_bone_check", call_ik_two_bone_check, {"model", "limb"}},
    {"sinew_joint_edit_check", call_joint_edit_check, {"model", "edit"}},
    {"sinew_pose_find_limb", call_pose_find_limb, {"model", "pose", "out_limb"}},
    {"sinew_pose_reach", call_pose_reach, {"model", "limb", "pose", "out_distance"}},
    {"sinew_ik_aim_check", call_ik_aim_check, {"model", "aim", "aim->joints"}},
    {"sinew_ik_chain_check", call_ik_chain_check, {"model", "chain", "chain->joints"}},
    {"sinew_foot_ik_create", call_feet_create, {"model", "options", "out_foot_ik", "options->legs", "options->ground"}},
    {"sinew_mixer_create", call_mixer_create, {"model", "out_mixer"}},
    {"sinew_mixer_play", call_mixer_play, {"mixer", "clip"}},
    {"sinew_mixer_set_layer", call_mixer_set_layer, {"mixer", "settings"}},
    {"sinew_mixer_set_state", call_mixer_set_state, {"mixer", "state"}},
    {"sinew_mixer_rebind", call_mixer_rebind, {"mixer", "model"}},
    {"sinew_mixer_set_motions", call_mixer_set_motions, {"mixer"}},
    {"sinew_blend_space_create", call_blend_space_create, {"model", "points", "out_space"}},
    {"sinew_clip_motions_create", call_clip_motions_create, {"model", "out_motions"}},
    {"sinew_contacts_find", call_contacts_find, {"model", "out_contacts", "feet"}},
    {"sinew_set_allocator", call_set_allocator, {NULL}},
    {"sinew_time_resolve", call_time_resolve, {"time", "context", "out_seconds", "context->model"}},
    {"sinew_model_add_clips", call_add_clips, {"character", "animations", "out_model", "animations[0]"}},
    {"sinew_body_map_find", call_body_map_find, {"model", "out_map"}},
    {"sinew_body_map_set", call_body_map_set, {"model", "map", "part"}},
    {"sinew_body_map_check", call_body_map_check, {"model", "map"}},
    {"sinew_body_front", call_body_front, {"model", "out_azimuth"}},
    {"sinew_retarget_clips", call_retarget_clips, {"character", "animation", "out_model"}},
    {"sinew_model_add_retargeted_clips", call_add_retargeted_clips, {"character", "animations", "out_model"}},
    {"sinew_edit_keep_clips", call_edit_keep_clips, {"model", "out_model"}},
    {"sinew_edit_trim_clips", call_edit_trim_clips, {"model", "out_model"}},
    {"sinew_edit_start_clips", call_edit_start_clips, {"model", "out_model"}},
    {"sinew_edit_speed_clips", call_edit_speed_clips, {"model", "out_model"}},
    {"sinew_edit_reverse_clips", call_edit_reverse_clips, {"model", "out_model"}},
    {"sinew_edit_set_rate", call_edit_set_rate, {"model", "out_model"}},
    {"sinew_edit_scale", call_edit_scale, {"model", "out_model"}},
    {"sinew_edit_join_clips", call_edit_join_clips, {"model", "out_model"}},
    {"sinew_edit_mirror_clips", call_edit_mirror_clips, {"model", "out_model"}},
    {"sinew_edit_in_place", call_edit_in_place, {"model", "out_model"}},
    {"sinew_edit_close_loop", call_edit_close_loop, {"model", "out_model"}},
    {"sinew_edit_reduce_keys", call_edit_reduce_keys, {"model", "out_model"}},
    {"sinew_edit_pose_clips", call_edit_pose_clips, {"model", "poses", "out_model"}},
    {"sinew_edit_add_still", call_edit_add_still, {"model", "name", "out_model"}},
    {"sinew_edit_rename_clip", call_edit_rename_clip, {"model", "name", "out_model"}},
    {"sinew_edit_split_clip", call_edit_split_clip, {"model", "times", "out_model"}},
    {"sinew_edit_rename_joints", call_edit_rename_joints, {"model", "names", "out_model"}},
    {"sinew_edit_drop_joints", call_edit_drop_joints, {"model", "drops", "out_model"}},
    {"sinew_model_with_clips", call_with_clips, {"character", "animation", "out_model"}},
};
enum { CALL_COUNT = sizeof calls / sizeof *calls };

static void a_null_argument_is_refused_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < CALL_COUNT; ++i) {
        sinew_error error = {0};
        if (calls[i].call(-1, &error) != SINEW_OK) fail_msg("%s: %s", calls[i].function, error.message);
        for (int missing = 0; missing < 5 && calls[i].arguments[missing]; ++missing) {
            char expected[96];
            snprintf(expected, sizeof expected, "the argument %s is NULL", calls[i].arguments[missing]);
            error = (sinew_error){0};
            if (calls[i].call(missing, &error) != SINEW_ERROR_INVALID_ARGUMENT || strcmp(error.message, expected) != 0)
                fail_msg("%s takes NULL for %s: %s", calls[i].function, calls[i].arguments[missing], error.message);
            assert_int_equal(calls[i].call(missing, NULL), SINEW_ERROR_INVALID_ARGUMENT);
        }
    }
}

/// No bytes at all are an empty file, not a mistake of the caller's.
static void an_array_without_items_may_be_null(void **state)
{
    (void)state;
    sinew_model *made;
    sinew_image image;
    void *block;
    size_t size;
    assert_int_equal(sinew_model_load_memory(NULL, 0, &made, NULL), SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(sinew_import_image(NULL, 0, "", 8192, &image, NULL), SINEW_ERROR_EMPTY);
    assert_int_not_equal(sinew_import_block("a.fbx", NULL, 0, NULL, &block, &size, NULL), SINEW_OK);
    assert_null(block);
}

/// Names of functions that headers declare with a result, counted; each must be in the table.
static int check_header(const char *path)
{
    static const char mark[] = "SINEW_NODISCARD sinew_result ";
    void *bytes;
    size_t size;
    int count = 0;
    assert_int_equal(sinew__file_read(path, &bytes, &size, NULL), SINEW_OK);
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    free(bytes);
    for (const char *at = text; (at = strstr(at, mark)); ++count) {
        at += sizeof mark - 1;
        const size_t length = strcspn(at, "(");
        size_t i = 0;
        while (i < CALL_COUNT && (strncmp(calls[i].function, at, length) != 0 || calls[i].function[length])) ++i;
        if (i == CALL_COUNT) fail_msg("%s: %.*s is in no table here", path, (int)length, at);
    }
    free(text);
    return count;
}

static void the_table_holds_every_function_of_the_headers(void **state)
{
    (void)state;
    int count = 0;
    DIR *folder = opendir("include/sinew");
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char path[300];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "include/sinew/%s", entry->d_name);
        count += check_header(path);
    }
    closedir(folder);
    assert_int_equal(count, CALL_COUNT);
}

// ---- indices ------------------------------------------------------------------------------------------------------

typedef sinew_result index_call(int32_t index);

static sinew_result export_clip(int32_t clip)
{
    static const double time = 0;
    char *text = NULL;
    size_t size;
    const sinew_result result = sinew_export_obj(
        model, &(sinew_export_options){.clip = clip, .times = &time, .time_count = 1}, &text, &size, NULL);
    free(text);
    return result;
}

static sinew_result export_engine(int32_t engine)
{
    static const double time = 0;
    char *text = NULL;
    size_t size;
    const sinew_export_options options = {.engine = (sinew_engine)engine, .times = &time, .time_count = 1};
    const sinew_result result = sinew_export_obj(model, &options, &text, &size, NULL);
    free(text);
    return result;
}

static sinew_result bound(int32_t clip, int32_t engine)
{
    sinew_bounds found;
    return sinew_motion_bounds(model, (sinew_engine)engine, clip, 0, 1, &found, NULL);
}

static sinew_result trail(int32_t clip, int32_t engine, int32_t joint)
{
    sinew_trail *made = NULL;
    const sinew_result result = sinew_trail_create(model, (sinew_engine)engine, clip, joint, &made, NULL);
    sinew_trail_destroy(made);
    return result;
}

static sinew_result follow(int32_t clip, int32_t engine)
{
    sinew_tracking_camera *made = NULL;
    const sinew_result result = sinew_tracking_camera_create(model, (sinew_engine)engine, clip, &made, NULL);
    sinew_tracking_camera_destroy(made);
    return result;
}

static sinew_result bound_clip(int32_t clip)
{
    return bound(clip, SINEW_ENGINE_FAST);
}
static sinew_result bound_engine(int32_t engine)
{
    return bound(0, engine);
}
static sinew_result trail_clip(int32_t clip)
{
    return trail(clip, SINEW_ENGINE_FAST, 0);
}
static sinew_result trail_engine(int32_t engine)
{
    return trail(0, engine, 0);
}
static sinew_result trail_joint(int32_t joint)
{
    return trail(0, SINEW_ENGINE_FAST, joint);
}
static sinew_result follow_clip(int32_t clip)
{
    return follow(clip, SINEW_ENGINE_FAST);
}
static sinew_result follow_engine(int32_t engine)
{
    return follow(0, engine);
}

static sinew_result accept_engine(int32_t engine)
{
    return sinew_engine_accepts(model, (sinew_engine)engine, NULL);
}

static sinew_result resolve_clip(int32_t clip)
{
    double seconds;
    return sinew_time_resolve(&(sinew_time){.unit = SINEW_TIME_KEY, .value = 1},
                              &(sinew_time_context){.model = model, .clip = clip}, &seconds, NULL);
}

static sinew_result import_texture(int32_t texture)
{
    sinew_image image = {0};
    const sinew_result result = sinew_import_texture(model, texture, file_path, NULL, &image, NULL);
    sinew_image_free(&image);
    return result;
}

static sinew_result load_texture(int32_t texture)
{
    sinew_image image = {0};
    const sinew_result result = sinew_model_load_texture(model, texture, file_path, NULL, &image, NULL);
    sinew_image_free(&image);
    return result;
}

static sinew_result skin_mesh(int32_t mesh)
{
    return sinew_renderer_skin_mesh(renderer, pose, mesh, NULL, NULL, NULL);
}

static void an_index_of_what_is_not_there_is_refused(void **state)
{
    (void)state;
    const struct {
        index_call *call;
        int32_t count;
    } rows[] = {{export_clip, model->clip_count},     {bound_clip, model->clip_count},
                {trail_clip, model->clip_count},      {follow_clip, model->clip_count},
                {resolve_clip, model->clip_count},    {export_engine, SINEW_ENGINE_COUNT},
                {bound_engine, SINEW_ENGINE_COUNT},   {trail_engine, SINEW_ENGINE_COUNT},
                {follow_engine, SINEW_ENGINE_COUNT},  {accept_engine, SINEW_ENGINE_COUNT},
                {trail_joint, model->joint_count},    {import_texture, model->texture_count},
                {load_texture, model->texture_count}, {skin_mesh, model->mesh_count}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const int32_t wrong[] = {1000000000, rows[i].count, -2, INT32_MIN};
        assert_int_equal(rows[i].call(0), SINEW_OK);
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k)
            if (rows[i].call(wrong[k]) != SINEW_ERROR_INVALID_ARGUMENT)
                fail_msg("row %zu takes the index %d", i, (int)wrong[k]);
    }
}

/// Answers that are no results: there is nothing to tell of a clip that is not there.
static void a_clip_that_is_not_there_has_nothing(void **state)
{
    (void)state;
    const int32_t wrong[] = {1000000000, model->clip_count, -2};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_int_equal(sinew_clip_key_times(model, wrong[i], SINEW_NONE, NULL, 0), 0);
        assert_int_equal(sinew_clip_matches(model, wrong[i], "*"), 0);
        assert_int_equal(sinew_clip_baked_info(model, wrong[i]).frame_count, 0);
    }
    assert_int_equal(sinew_clip_matches(model, SINEW_NONE, "*"), 0);
}

static void sizes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    sinew_crowd *crowd;
    sinew_onion *onion;
    const int32_t wrong[] = {-1, INT32_MIN};
    for (size_t i = 0; i < 2; ++i) {
        assert_int_equal(sinew_crowd_create(model, wrong[i], NULL, &crowd, NULL), SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(crowd);
        assert_int_equal(sinew_onion_create(model, wrong[i], &onion, NULL), SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(onion);
    }
    const sinew_export_options no_times = {.time_count = 1};
    char *text;
    size_t size;
    assert_int_equal(sinew_export_obj(model, &no_times, &text, &size, NULL), SINEW_ERROR_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_null_argument_is_refused_by_name),
        cmocka_unit_test(an_array_without_items_may_be_null),
        cmocka_unit_test(the_table_holds_every_function_of_the_headers),
        cmocka_unit_test(an_index_of_what_is_not_there_is_refused),
        cmocka_unit_test(a_clip_that_is_not_there_has_nothing),
        cmocka_unit_test(sizes_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
