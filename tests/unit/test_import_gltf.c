// A .gltf with its buffer in a side file: a skin of two bones, a morph target, two clips.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"
#include "sinew/memory.h"

static const char scene[] =
    "{\"asset\":{\"version\":\"2.0\",\"generator\":\"by hand\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,2,3]}],"
    "\"extensionsUsed\":[\"KHR_texture_transform\"],"
    "\"nodes\":[{\"name\":\"Arm\",\"translation\":[0,1,0],\"children\":[1]},{\"name\":\"Hand\",\"translation\":[0,2,0]}"
    ","
    "{\"name\":\"Body\",\"mesh\":0,\"skin\":0},{\"name\":\"Flag\",\"mesh\":1,\"translation\":[5,0,0]}],"
    "\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":3}],"
    "\"meshes\":[{\"name\":\"Body\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2,"
    "\"TEXCOORD_0\":9},"
    "\"indices\":8,\"material\":0}]},"
    "{\"name\":\"Cloth\",\"weights\":[0.25],\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":8,"
    "\"targets\":[{\"POSITION\":6}]}]}],"
    "\"materials\":[{\"name\":\"Skin\",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,\"doubleSided\":true,"
    "\"normalTexture\":{\"index\":1,\"scale\":0.5},\"occlusionTexture\":{\"index\":1,\"strength\":0.75},"
    "\"emissiveTexture\":{\"index\":0},\"emissiveFactor\":[1,0.5,0],"
    "\"pbrMetallicRoughness\":{\"metallicRoughnessTexture\":{\"index\":1},\"metallicFactor\":0.25,"
    "\"roughnessFactor\":0.625,\"baseColorFactor\":[1,0.5,0.25,1],\"baseColorTexture\":{\"index\":0,\"extensions\":{"
    "\"KHR_texture_transform\":{\"offset\":[0.25,0.5],\"rotation\":1.57079633,\"scale\":[2,4]}}}}}],"
    "\"textures\":[{\"source\":0,\"sampler\":0},{\"source\":1,\"sampler\":0}],\"samplers\":[{\"wrapS\":33071,\"wrapT\":"
    "33648}],\"images\":[{\"uri\":"
    "\"textures/skin.png\"},{\"uri\":\"textures/maps.png\"}],"
    "\"animations\":[{\"name\":\"wave\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}}],"
    "\"samplers\":[{\"input\":4,\"output\":5,\"interpolation\":\"STEP\"}]},"
    "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":3,\"path\":\"weights\"}}],\"samplers\":[{\"input\":4,"
    "\"output\":7}]}],"
    "\"accessors\":["
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,3,0]},"
    "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"},"
    "{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"},"
    "{\"bufferView\":3,\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"},"
    "{\"bufferView\":4,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0.5],\"max\":[2]},"
    "{\"bufferView\":5,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"},"
    "{\"bufferView\":6,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,0,4]},"
    "{\"bufferView\":7,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
    "{\"bufferView\":8,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},"
    "{\"bufferView\":9,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"}],"
    "\"bufferViews\":["
    "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":12},"
    "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":96,\"byteLength\":128},"
    "{\"buffer\":0,\"byteOffset\":224,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":232,\"byteLength\":32},"
    "{\"buffer\":0,\"byteOffset\":264,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":300,\"byteLength\":8},"
    "{\"buffer\":0,\"byteOffset\":308,\"byteLength\":6},"
    "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36,\"byteStride\":12}],"
    "\"buffers\":[{\"uri\":\"scene.bin\",\"byteLength\":316}]}";

typedef struct scene_buffer {
    float positions[9];
    uint8_t joints[12];
    float weights[12];
    float inverse_bind[32]; // column-major: bone 0 at (0,1,0), bone 1 at (0,3,0)
    float times[2];
    float rotations[8];
    float morph[9];
    float morph_weights[2];
    uint16_t indices[4];
} scene_buffer;

static scene_buffer buffer = {
    .positions = {0, 0, 0, 1, 0, 0, 0, 3, 0},
    .joints = {0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
    .weights = {1, 0, 0, 0, 0.25f, 0.75f, 0, 0, 0, 0, 0, 0},
    .inverse_bind = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1},
    .times = {0.5f, 2},
    .rotations = {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f},
    .morph = {0, 0, 0, 0, 0, 0, 0, 0, 4},
    .morph_weights = {0, 1},
    .indices = {0, 1, 2, 0},
};

typedef struct side_calls {
    int asked, asked_for_events;
    char last[64];
} side_calls;

static sinew_result give_buffer(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    side_calls *calls = user;
    const int is_of_events = strcmp(name, "scene.events.json") == 0;
    calls->asked_for_events += is_of_events;
    if (is_of_events) return SINEW_ERROR_NOT_FOUND;
    ++calls->asked;
    strncpy(calls->last, name, sizeof calls->last - 1);
    if (strcmp(name, "scene.bin") != 0) return SINEW_ERROR_NOT_FOUND;
    *out_bytes = malloc(sizeof buffer);
    assert_non_null(*out_bytes);
    memcpy(*out_bytes, &buffer, sizeof buffer);
    *out_size = sizeof buffer;
    return SINEW_OK;
}

static sinew_model *import_scene_text(const char *text, side_calls *calls)
{
    *calls = (side_calls){0};
    const sinew__import_options options = {.side_file = give_buffer, .user = calls};
    void *block = NULL;
    size_t size = 0;
    sinew_error error = {0};
    sinew_model *model = NULL;
    if (sinew__import_block("scene.gltf", text, strlen(text), &options, &block, &size, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

static sinew_model *import_scene(side_calls *calls)
{
    return import_scene_text(scene, calls);
}

static void a_side_file_is_asked_for_once_and_by_name(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model_destroy(import_scene(&calls));
    assert_int_equal(calls.asked, 1);
    assert_int_equal(calls.asked_for_events, 1);
    assert_string_equal(calls.last, "scene.bin");
}

static void a_missing_side_file_fails_in_one_line(void **state)
{
    (void)state;
    void *block = NULL;
    size_t size = 0;
    sinew_error error = {0};
    assert_int_equal(sinew__import_block("scene.gltf", scene, strlen(scene), NULL, &block, &size, &error),
                     SINEW_ERROR_DAMAGED);
    assert_null(block);
    assert_true(strlen(error.message) > 10);
}

static void joints_are_the_authors_nodes(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    assert_int_equal(model->joint_count, 4); // not the importer's ROOT
    assert_int_equal(joint_called(model, "Arm")->parent, SINEW_NONE);
    assert_int_equal(joint_called(model, "Arm")->kind, SINEW_JOINT_BONE);
    assert_int_equal(joint_called(model, "Flag")->kind, SINEW_JOINT_MESH);
    assert_close(joint_called(model, "Hand")->rest.t.y, 2, 0);
    assert_close(model->info->unit_cm, 100, 0);
    assert_string_equal(sinew_text(model, model->info->generator), "by hand");
    sinew_model_destroy(model);
}

/// Influences of the vertex that the file numbers `point`: [0] the first, [1] after the last.
static const uint32_t *influences_of(const sinew_model *model, const sinew_mesh *mesh, uint32_t point)
{
    int32_t v = mesh->first_vertex;
    while (v < mesh->first_vertex + mesh->vertex_count && model->control_points[v] != point) ++v;
    assert_true(v < mesh->first_vertex + mesh->vertex_count);
    return &model->influence_start[v];
}

static void bones_have_offsets_and_weights(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    const sinew_mesh *body = mesh_of_object(model, "Body");
    assert_true(body->flags & SINEW_MESH_SKINNED);
    const uint32_t *one = influences_of(model, body, 0), *two = influences_of(model, body, 1);
    assert_int_equal(one[1] - one[0], 1);
    assert_int_equal(two[1] - two[0], 2);
    double hand_weight = -1.0;
    for (uint32_t i = two[0]; i < two[1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        const sinew_skin_joint *skin_joint = &model->skin_joints[influence->skin_joint];
        if (&model->joints[skin_joint->joint] != joint_called(model, "Hand")) continue;
        hand_weight = (double)influence->weight;
        assert_close(skin_joint->inverse_bind.row[1][3], -3, 0);
    }
    assert_close(hand_weight, 0.75, 1e-6);
    sinew_model_destroy(model);
}

static void a_vertex_without_weights_follows_its_node(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    const sinew_mesh *body = mesh_of_object(model, "Body");
    const uint32_t *start = influences_of(model, body, 2);
    assert_int_equal(start[1] - start[0], 1);
    const sinew_skin_joint *skin_joint = &model->skin_joints[model->influences[start[0]].skin_joint];
    assert_ptr_equal(&model->joints[skin_joint->joint], joint_called(model, "Body"));
    sinew_model_destroy(model);
}

static void morph_targets_are_differences(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    const sinew_mesh *flag = mesh_of_object(model, "Flag");
    assert_int_equal(flag->morph_count, 1);
    const sinew_morph *morph = &model->morphs[flag->first_morph];
    assert_close(morph->weight, 0.25, 1e-6);
    assert_int_equal(morph->shape_count, 1);
    const sinew_shape *shape = &model->shapes[morph->first_shape];
    assert_int_equal(shape->delta_count, 1);
    assert_int_equal(model->deltas[shape->first_delta].vertex, 2);
    assert_close(model->deltas[shape->first_delta].position[2], 4, 1e-6);
    sinew_model_destroy(model);
}

static void clips_have_names_seconds_and_tracks(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    assert_int_equal(model->clip_count, 2);
    const sinew_clip *wave = clip_called(model, "wave");
    assert_int_equal(wave->track_count, 1); // and not the rest values that the importer fills in
    const sinew_track *track = joint_track(model, wave, joint_called(model, "Arm"), SINEW_TRACK_ROTATION);
    assert_non_null(track);
    assert_close(model->track_keys[track->first_key].time, 0.5, 1e-6);
    assert_close(model->track_keys[track->first_key + 1].value[2], 0.70710678, 1e-6);
    assert_int_equal(wave->key_time_count, 2);
    assert_int_equal(track->interpolation, SINEW_STEP); // which Assimp does not say
    sinew_model_destroy(model);
}

static void a_morph_weight_is_a_track_of_its_morph(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    const sinew_clip *clip = &model->clips[1];
    assert_int_equal(clip->track_count, 1);
    const sinew_track *track = &model->tracks[clip->first_track];
    assert_int_equal(track->path, SINEW_TRACK_MORPH_WEIGHT);
    assert_int_equal(track->interpolation, SINEW_LINEAR);
    assert_int_equal(track->morph, mesh_of_object(model, "Flag")->first_morph);
    assert_close(model->track_keys[track->first_key + 1].value[0], 1, 1e-6);
    sinew_model_destroy(model);
}

/// Replaces a part of the scene's text.
static void replace(char *text, size_t size, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_true(strlen(text) + strlen(to) < size);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

/// The scene whose flag is also called Hand, and comes before the bone of that name.
static void write_two_hands(char *text, size_t size)
{
    memcpy(text, scene, sizeof scene);
    memcpy(strstr(text, "Flag"), "Hand", 4);
    replace(text, size, "\"nodes\":[0,2,3]", "\"nodes\":[3,0,2]");
    replace(text, size, "\"target\":{\"node\":0,", "\"target\":{\"node\":1,");
}

/// Arm and Hand are bones at heights 1 and 3 of the file, whose inverse bind matrices say so; the flag is 5 beside
/// them.
static void assert_hands_are_told_apart(sinew_model *model)
{
    assert_int_equal(model->joint_count, 4);
    assert_int_equal(warnings_of(model, "I20"), 0);
    const sinew_mesh *body = mesh_of_object(model, "Body");
    const sinew_joint *bone = &model->joints[model->skin_joints[body->first_skin_joint + 1].joint];
    assert_string_equal(sinew_text(model, bone->name), "Hand");
    assert_close(bone->rest.t.y, 2, 0);
    const sinew_track *rotation = joint_track(model, &model->clips[0], bone, SINEW_TRACK_ROTATION);
    assert_non_null(rotation);
    assert_int_equal(rotation->interpolation, SINEW_STEP);
    const sinew_mesh *flag = mesh_of_object(model, "Hand");
    assert_close(model->joints[flag->joint].rest.t.x, 5, 0);
    assert_int_equal(model->tracks[model->clips[1].first_track].morph, flag->first_morph);
    sinew_model_destroy(model);
}

static void nodes_of_equal_names_are_told_apart(void **state)
{
    (void)state;
    side_calls calls;
    char text[sizeof scene + 200];
    write_two_hands(text, sizeof text);
    assert_hands_are_told_apart(import_scene_text(text, &calls));
}

/// A .glb with the JSON and, in its binary chunk, the buffer. Returns its size.
static size_t make_glb(const char *json, unsigned char *out)
{
    const uint32_t length = (uint32_t)strlen(json), padded = (length + 3) / 4 * 4, bytes = (uint32_t)sizeof buffer;
    const uint32_t header[5] = {0x46546c67, 2, 28 + padded + bytes, padded, 0x4e4f534a};
    const uint32_t chunk[2] = {bytes, 0x004e4942};
    memset(out + sizeof header, ' ', padded);
    memcpy(out, header, sizeof header);
    memcpy(out + sizeof header, json, length);
    memcpy(out + sizeof header + padded, chunk, sizeof chunk);
    memcpy(out + sizeof header + padded + sizeof chunk, &buffer, sizeof buffer);
    return header[2];
}

static void nodes_of_equal_names_in_a_glb_are_told_apart(void **state)
{
    (void)state;
    char text[sizeof scene + 200];
    unsigned char file[sizeof scene + sizeof buffer + 300];
    write_two_hands(text, sizeof text);
    replace(text, sizeof text, "\"uri\":\"scene.bin\",", "");
    assert_hands_are_told_apart(import_bytes("scene.glb", file, make_glb(text, file)));
}

// ---- one mesh, several skins ----------------------------------------------------------------------------------------

static const char more_skins[] = ",{\"name\":\"Arm\",\"translation\":[7,1,0],\"children\":[5]},"
                                 "{\"name\":\"Hand\",\"translation\":[0,2,0]},"
                                 "{\"name\":\"Second\",\"mesh\":0,\"skin\":1},{\"name\":\"Rigid\",\"mesh\":0},"
                                 "{\"name\":\"Third\",\"mesh\":0,\"skin\":1}],"
                                 "\"skins\":[{\"joints\":[4,5],\"inverseBindMatrices\":3},";

/// Adds a second pair of bones, 7 beside the first, and three instances of the mesh. The
/// new skin is the first in the file, so that the order of skins does not choose.
static void write_more_skins(char *text, size_t size)
{
    memcpy(text, scene, sizeof scene);
    replace(text, size, "],\"skins\":[", more_skins);
    replace(text, size, "\"nodes\":[0,2,3]", "\"nodes\":[0,2,3,4,6,7,8]");
    replace(text, size, "\"mesh\":0,\"skin\":0}", "\"mesh\":0,\"skin\":1}");
    replace(text, size, "\"Second\",\"mesh\":0,\"skin\":1}", "\"Second\",\"mesh\":0,\"skin\":0}");
    replace(text, size, "\"Third\",\"mesh\":0,\"skin\":1}", "\"Third\",\"mesh\":0,\"skin\":0}");
}

/// Rest position of the arm that moves the mesh of an object.
static double x_of_arm(const sinew_model *model, const char *object)
{
    const sinew_mesh *mesh = mesh_of_object(model, object);
    assert_true(mesh->flags & SINEW_MESH_SKINNED);
    const sinew_joint *arm = &model->joints[model->skin_joints[mesh->first_skin_joint].joint];
    assert_string_equal(sinew_text(model, arm->name), "Arm");
    return arm->rest.t.x;
}

static void assert_each_has_its_own_skin(sinew_model *model)
{
    assert_int_equal(model->mesh_count, 5);
    assert_close(x_of_arm(model, "Body"), 0, 0);
    assert_close(x_of_arm(model, "Second"), 7, 0);
    assert_close(x_of_arm(model, "Third"), 7, 0);
    const sinew_mesh *rigid = mesh_of_object(model, "Rigid");
    assert_false(rigid->flags & SINEW_MESH_SKINNED);
    assert_string_equal(sinew_text(model, rigid->name), sinew_text(model, mesh_of_object(model, "Body")->name));
    sinew_model_destroy(model);
}

static void nodes_with_one_mesh_follow_their_own_skins(void **state)
{
    (void)state;
    side_calls calls;
    char text[sizeof scene + sizeof more_skins + 200];
    unsigned char file[sizeof text + sizeof buffer + 300];
    write_more_skins(text, sizeof text);
    assert_each_has_its_own_skin(import_scene_text(text, &calls));
    replace(text, sizeof text, "\"uri\":\"scene.bin\",", "");
    assert_each_has_its_own_skin(import_bytes("scene.glb", file, make_glb(text, file)));
}

/// Of 262 144 JSON items that copies may have, the first copy takes 200 000. The next one is not made.
static sinew_result import_of(const char *text, sinew_model **out_model, sinew_error *error)
{
    side_calls calls = {0};
    const sinew__import_options options = {.side_file = give_buffer, .user = &calls};
    void *block = NULL;
    size_t size = 0;
    *out_model = NULL;
    const sinew_result result = sinew__import_block("scene.gltf", text, strlen(text), &options, &block, &size, error);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, error) : result;
}

/// The triangle (0, 0, 0), (1, 0, 0), (0, 2, 0), encoded by Google's draco3d 1.5.9 without quantization.
static const char draco_triangle[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_draco_mesh_compression\"],\"extensionsReq"
    "uired\":[\"KHR_draco_mesh_compression\"],\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name"
    "\":\"T\",\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1},\"indices\":0,\""
    "extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0}}}}]}]"
    ",\"accessors\":[{\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},{\"componentType\":5126,\"c"
    "ount\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,2,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLe"
    "ngth\":70}],\"buffers\":[{\"byteLength\":70,\"uri\":\"data:application/octet-stream;base64,RFJBQ08CA"
    "gEBAAAAAwEAAQAAAQf/AREB/wAAAQAJAwAAAAAAgD8AAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAA==\"}]}";

#ifdef WITHOUT_DRACO
static void draco_is_refused_by_name(void **state)
{
    (void)state;
    sinew_error error = {0};
    sinew_model *model;
    assert_int_equal(import_of(draco_triangle, &model, &error), SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "unsupported: mesh 0: this build reads no meshes that Draco compressed");
}
#else
/// The stream has 32-bit indices, whatever the accessor says of them; and its own number of vertices.
static void draco_is_decoded(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } changes[] = {{"5123", "5121"}, {"5123", "5123"}, {"5123", "5125"}, {"3,\"type\":\"VEC3", "4,\"type\":\"VEC3"}};
    sinew_error error = {0};
    sinew_model *model;
    char text[sizeof draco_triangle];
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        memcpy(text, draco_triangle, sizeof text);
        memcpy(strstr(text, changes[i].from), changes[i].to, strlen(changes[i].to));
        if (import_of(text, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
        assert_int_equal(model->vertex_count, 3);
        assert_int_equal(model->index_count, 3);
        double sum[3] = {0};
        for (int k = 0; k < 9; ++k) sum[k % 3] += (double)model->positions[k];
        assert_close(sum[0], 1, 1e-6);
        assert_close(sum[1], 2, 1e-6);
        sinew_model_destroy(model);
    }
}

static void damaged_draco_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } cases[] = {{"base64,RFJB", "base64,AAAA", "damaged: mesh 0: its Draco stream is damaged: Not a Draco file."},
                 {"{\"POSITION\":0}}}}", "{\"POSITION\":7}}}}",
                  "damaged: mesh 0: POSITION: the Draco stream has no such attribute of 3 numbers"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[sizeof draco_triangle];
        sinew_error error = {0};
        sinew_model *model;
        memcpy(text, draco_triangle, sizeof text);
        memcpy(strstr(text, cases[i].from), cases[i].to, strlen(cases[i].to));
        assert_int_equal(import_of(text, &model, &error), SINEW_ERROR_DAMAGED);
        assert_string_equal(error.message, cases[i].message);
    }
}
#endif

static void keys_out_of_order_are_sorted_with_a_warning(void **state)
{
    (void)state;
    side_calls calls;
    const scene_buffer before = buffer;
    buffer.times[0] = 2;
    buffer.times[1] = 0.5f;
    sinew_model *model = import_scene(&calls);
    buffer = before;
    const sinew_track *track =
        joint_track(model, clip_called(model, "wave"), joint_called(model, "Arm"), SINEW_TRACK_ROTATION);
    assert_non_null(track);
    assert_close(model->track_keys[track->first_key].time, 0.5, 1e-6);
    assert_close(model->track_keys[track->first_key].value[2], 0.70710678, 1e-6);
    assert_true(warnings_of(model, "I03") > 0);
    sinew_model_destroy(model);
}

static void keys_that_are_not_finite_are_dropped_with_a_warning(void **state)
{
    (void)state;
    side_calls calls;
    const scene_buffer before = buffer;
    buffer.times[1] = NAN;
    sinew_model *model = import_scene(&calls);
    buffer = before;
    for (int32_t i = 0; i < model->track_key_count; ++i) assert_true(isfinite(model->track_keys[i].time));
    assert_true(isfinite(model->clips[0].duration));
    assert_true(warnings_of(model, "I03") > 0);
    sinew_model_destroy(model);
}

static void materials_keep_colour_alpha_and_picture(void **state)
{
    (void)state;
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    const sinew_mesh *body = mesh_of_object(model, "Body");
    const sinew_material *material = &model->materials[model->submeshes[body->first_submesh].material];
    assert_string_equal(sinew_text(model, material->name), "Skin");
    assert_close(material->base_color[2], 0.25, 1e-6);
    assert_int_equal(material->alpha_mode, SINEW_ALPHA_TEST);
    assert_close(material->alpha_cutoff, 0.25, 1e-6);
    assert_true(material->two_sided);
    assert_string_equal(sinew_text(model, model->textures[material->texture].path), "textures/skin.png");
    static const sinew_map shared[] = {SINEW_MAP_NORMAL, SINEW_MAP_ROUGHNESS, SINEW_MAP_METALNESS, SINEW_MAP_OCCLUSION};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; ++i)
        assert_string_equal(sinew_text(model, model->textures[material->maps[shared[i]]].path), "textures/maps.png");
    assert_int_equal(material->maps[SINEW_MAP_EMISSIVE], material->texture);
    assert_int_equal(material->maps[SINEW_MAP_SPECULAR], SINEW_NONE);
    assert_int_equal(model->texture_count, 2);
    assert_close(material->normal_scale, 0.5, 1e-6);
    assert_close(material->occlusion_strength, 0.75, 1e-6);
    assert_close(material->metalness, 0.25, 1e-6);
    assert_close(material->roughness, 0.625, 1e-6);
    assert_close(material->emissive[1], 0.5, 1e-6);
    assert_int_equal(material->wrap[0], SINEW_TEXTURE_CLAMP);
    assert_int_equal(material->wrap[1], SINEW_TEXTURE_MIRROR);
    sinew_model_destroy(model);
}

/// In glTF an emissive factor multiplies its map, and metalness is 1 unless stated: without their maps both would cover
/// the whole surface, whether the maps have other texture coordinates or images that cannot be used.
static void a_dropped_map_takes_its_factor_along(void **state)
{
    (void)state;
    static const struct {
        const char *emissive, *surface, *image, *warning;
    } cases[] = {
        {"\"emissiveTexture\":{\"index\":0,\"texCoord\":2}",
         "\"metallicRoughnessTexture\":{\"index\":1,\"texCoord\":2}", "{\"uri\":\"textures/maps.png\"}", "I17"},
        {"\"emissiveTexture\":{\"index\":1}", "\"metallicRoughnessTexture\":{\"index\":1}",
         "{\"bufferView\":77,\"mimeType\":\"image/png\"}", "I06"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        side_calls calls;
        char text[sizeof scene + 100];
        memcpy(text, scene, sizeof scene);
        replace(text, sizeof text, "\"emissiveTexture\":{\"index\":0}", cases[k].emissive);
        replace(text, sizeof text, "\"metallicRoughnessTexture\":{\"index\":1}", cases[k].surface);
        replace(text, sizeof text, "{\"uri\":\"textures/maps.png\"}", cases[k].image);
        replace(text, sizeof text, "\"scale\":0.5", "\"scale\":0.5,\"texCoord\":1"); // of the normals
        sinew_model *model = import_scene_text(text, &calls);
        const sinew_mesh *body = mesh_of_object(model, "Body");
        const sinew_material *material = &model->materials[model->submeshes[body->first_submesh].material];
        static const sinew_map dropped[] = {SINEW_MAP_EMISSIVE, SINEW_MAP_METALNESS, SINEW_MAP_ROUGHNESS};
        for (int i = 0; i < 3; ++i) assert_int_equal(material->maps[dropped[i]], SINEW_NONE);
        for (int i = 0; i < 3; ++i) assert_close(material->emissive[i], 0, 0);
        assert_close(material->metalness, 0, 0);
        assert_close(material->roughness, 0.461736, 1e-6); // the default of materials that state none
        assert_true(warnings_of(model, cases[k].warning) > 0);
        sinew_model_destroy(model);
    }
}

/// The corners' coordinates are the x and y of their positions, counted downwards: (0, 0), (1, 0), (0, 3). Scaled by
/// (2, 4), turned counter-clockwise by a quarter – a step to the right becomes one upwards – and shifted by (0.25, 0.5)
/// they are (4 v + 0.25, -2 u + 0.5). Ours count upwards. The other images have no transform.
static void a_texture_is_scaled_turned_and_shifted(void **state)
{
    (void)state;
    static const double corners[3][2] = {{0, 1}, {1, 1}, {0, -2}};
    static const double expected[3][2] = {{0.25, 1 - 0.5}, {0.25, 1 + 1.5}, {12.25, 1 - 0.5}};
    side_calls calls;
    sinew_model *model = import_scene(&calls);
    const sinew_mesh *body = mesh_of_object(model, "Body");
    const int32_t material = model->submeshes[body->first_submesh].material;
    const sinew_texture_mapping *mapping = sinew_material_texture_mapping(model, material, SINEW_MAP_COUNT);
    assert_int_equal(body->vertex_count, 3);
    assert_non_null(mapping);
    assert_int_equal(mapping->set, 0);
    assert_int_equal(mapping->wrap[1], SINEW_TEXTURE_MIRROR);
    assert_null(sinew_material_texture_mapping(model, material, SINEW_MAP_EMISSIVE));
    for (int32_t v = body->first_vertex; v < body->first_vertex + 3; ++v) {
        const float *at = &model->texcoords[2 * v];
        const double c = cos((double)mapping->rotation), s = sin((double)mapping->rotation);
        const double u = (double)(mapping->scale[0] * at[0]), w = (double)(mapping->scale[1] * at[1]);
        const double placed[2] = {(double)mapping->offset[0] + c * u - s * w,
                                  (double)mapping->offset[1] + s * u + c * w};
        for (int k = 0; k < 2; ++k) assert_close(at[k], corners[model->control_points[v]][k], 0);
        for (int k = 0; k < 2; ++k) assert_close(placed[k], expected[model->control_points[v]][k], 1e-5);
    }
    sinew_model_destroy(model);
}

/// Each image names its set, by its transform if that says another one, and its wrap modes.
static void each_image_has_its_own_texture_mapping(void **state)
{
    (void)state;
    char text[sizeof scene + 800];
    sinew_error error = {0};
    sinew_model *model;
    memcpy(text, scene, sizeof scene);
    replace(text, sizeof text, "\"TEXCOORD_0\":9", "\"TEXCOORD_0\":9,\"TEXCOORD_3\":10");
    replace(text, sizeof text, "\"count\":3,\"type\":\"VEC2\"}],",
            "\"count\":3,\"type\":\"VEC2\"},{\"bufferView\":9,\"byteOffset\":4,\"componentType\":5126,\"count\":3,"
            "\"type\":\"VEC2\"}],");
    replace(text, sizeof text, "\"scale\":0.5}", "\"scale\":0.5,\"texCoord\":3}");
    replace(text, sizeof text, "\"emissiveTexture\":{\"index\":0}",
            "\"emissiveTexture\":{\"index\":2,\"extensions\":{\"KHR_texture_transform\":{\"texCoord\":3,\"scale\":"
            "[1,0.5],\"offset\":[0.125,0]}}}");
    replace(text, sizeof text, "{\"source\":1,\"sampler\":0}]", "{\"source\":1,\"sampler\":0},{\"source\":0}]");
    if (import_of(text, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    const sinew_mesh *body = mesh_of_object(model, "Body");
    const int32_t material = model->submeshes[body->first_submesh].material;
    const sinew_texture_mapping *normal = sinew_material_texture_mapping(model, material, SINEW_MAP_NORMAL);
    const sinew_texture_mapping *emissive = sinew_material_texture_mapping(model, material, SINEW_MAP_EMISSIVE);
    assert_non_null(normal);
    assert_non_null(emissive);
    assert_int_equal(warnings_of(model, "I17"), 0);
    assert_true((body->flags & SINEW_MESH_TEXCOORDS2) != 0);
    for (int32_t v = body->first_vertex; v < body->first_vertex + 3; ++v) { // y and z of the positions, z is 0
        static const double y[3] = {0, 0, 3};
        assert_close(model->texcoords2[2 * v], y[model->control_points[v]], 0);
        assert_close(model->texcoords2[2 * v + 1], 1, 0);
    }
    assert_int_equal(normal->set, 1);
    assert_int_equal(normal->wrap[0], SINEW_TEXTURE_CLAMP);
    assert_close(normal->scale[0], 1, 0);
    assert_close(normal->offset[1], 0, 0);
    assert_int_equal(emissive->set, 1);
    assert_int_equal(emissive->wrap[0], SINEW_TEXTURE_REPEAT);
    assert_close(emissive->scale[1], 0.5, 0); // downwards v' = v / 2, so upwards 1 - (1 - v) / 2 = v / 2 + 1 / 2
    assert_close(emissive->offset[0], 0.125, 0);
    assert_close(emissive->offset[1], 0.5, 0);
    sinew_model_destroy(model);
}

// ---- pictures ----------------------------------------------------------------------------------------------------

/// The scene with its first texture in another form. The model is the caller's.
static sinew_model *import_textures(const char *texture, const char *images)
{
    side_calls calls;
    char text[sizeof scene + 600];
    memcpy(text, scene, sizeof scene);
    replace(text, sizeof text, "{\"source\":0,\"sampler\":0}", texture);
    replace(text, sizeof text, "{\"uri\":\"textures/skin.png\"}", images);
    return import_scene_text(text, &calls);
}

static const char *colour_of(const sinew_model *model)
{
    const sinew_mesh *body = mesh_of_object(model, "Body");
    const int32_t texture = model->materials[model->submeshes[body->first_submesh].material].texture;
    return texture == SINEW_NONE ? "" : sinew_text(model, model->textures[texture].path);
}

static void textures_may_have_their_image_by_an_extension(void **state)
{
    (void)state;
    static const struct {
        const char *texture, *images, *expected;
        int warnings;
    } cases[] = {
        {"{\"extensions\":{\"EXT_texture_webp\":{\"source\":0}}}", "{\"uri\":\"skin.webp\"}", "skin.webp", 0},
        {"{\"source\":1,\"extensions\":{\"EXT_texture_webp\":{\"source\":0}}}", "{\"uri\":\"skin.webp\"}", "skin.webp",
         0},
        {"{\"source\":1,\"extensions\":{\"KHR_texture_basisu\":{\"source\":0}}}", "{\"uri\":\"skin.ktx2\"}",
         "textures/maps.png", 0},
        {"{\"extensions\":{\"KHR_texture_basisu\":{\"source\":0}}}", "{\"uri\":\"skin\",\"mimeType\":\"image/ktx2\"}",
         "skin", 1},
        {"{\"extensions\":{\"EXT_texture_avif\":{\"source\":0}}}", "{\"uri\":\"skin.avif\"}", "skin.avif", 1},
        {"{\"source\":0}", "{\"bufferView\":77,\"mimeType\":\"image/png\"}", "", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = import_textures(cases[i].texture, cases[i].images);
        assert_string_equal(colour_of(model), cases[i].expected);
        assert_int_equal(warnings_of(model, "I06"), cases[i].warnings);
        sinew_model_destroy(model);
    }
}

/// The first bytes of the buffer stand for an image; files of some exporters do not state its type.
static void an_embedded_image_without_a_type_is_kept(void **state)
{
    (void)state;
    sinew_model *model = import_textures("{\"source\":0}", "{\"bufferView\":0}");
    const sinew_mesh *body = mesh_of_object(model, "Body");
    const int32_t texture = model->materials[model->submeshes[body->first_submesh].material].texture;
    assert_true(texture != SINEW_NONE && model->textures[texture].byte_count == 36);
    sinew_model_destroy(model);
}

static sinew_result refuse_text(const char *name, const char *text, sinew_error *out_error)
{
    void *block;
    size_t size;
    return sinew__import_block(name, text, strlen(text), NULL, &block, &size, out_error);
}

static void a_gltf_of_version_1_is_named(void **state)
{
    (void)state;
    sinew_error error = {0};
    assert_int_equal(refuse_text("old.gltf", "{\"asset\":{\"version\":\"1.0\"},\"scenes\":[{}]}", &error),
                     SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "unsupported: glTF of version 1.0; sinew reads version 2");
}

static void damaged_json_is_named_with_its_line(void **state)
{
    (void)state;
    sinew_error error = {0};
    assert_int_equal(refuse_text("cut.gltf", "{\"asset\":{\"version\":\"2.0\"},\n\"scenes\":[", &error),
                     SINEW_ERROR_DAMAGED);
    assert_non_null(strstr(error.message, "damaged: its JSON: line 2"));
}

/// Whatever memory a limit leaves, each stage that runs out of it says so, until there is enough.
static void a_gltf_with_too_little_memory_says_so(void **state)
{
    (void)state;
    static const char *const files[] = {"tests/gltf/files/skins.gltf", "tests/gltf/files/materials.gltf",
                                        "tests/gltf/files/morphs.gltf"};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        void *bytes = NULL, *block = NULL;
        size_t size = 0, block_size = 0;
        sinew_error error;
        sinew_result result = SINEW_ERROR_MEMORY_LIMIT;
        int refusals = 0;
        assert_int_equal(sinew__file_read(files[i], &bytes, &size, &error), SINEW_OK);
        for (size_t limit = 2000; result != SINEW_OK && limit < 10 << 20; limit += 500, refusals++) {
            const sinew__import_options options = {.memory_limit = limit};
            result = sinew__import_block(files[i], bytes, size, &options, &block, &block_size, &error);
            if (result != SINEW_OK) assert_int_equal(result, SINEW_ERROR_MEMORY_LIMIT);
        }
        assert_int_equal(result, SINEW_OK);
        assert_in_range(refusals, 20, 20000);
        sinew_free(block);
        sinew_free(bytes);
    }
}

/// glTF 1.0, Binary glTF extension: magic, version 1, length, length of the content, its format, the content.
static void a_glb_of_version_1_is_named(void **state)
{
    (void)state;
    static const char old[] = "glTF\1\0\0\0\x2c\0\0\0\x18\0\0\0\0\0\0\0{\"scenes\":{\"a\":{}}}     ";
    void *block;
    size_t size;
    sinew_error error = {0};
    assert_int_equal(sinew__import_block("old.glb", old, 44, NULL, &block, &size, &error), SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "unsupported: glTF of version 1; sinew reads version 2");
}

/// A chunk of JSON whose length is not a multiple of four; its padding, if there is any, is not counted.
static void json_that_is_not_padded_is_read(void **state)
{
    (void)state;
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        "\"buffers\":[{\"byteLength\":36}]} ";
    static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
    const uint32_t length = sizeof json - 1, kinds[2] = {0x4e4f534a, 0x004e4942}, view = sizeof triangle;
    assert_true(length % 4 != 0);
    for (uint32_t padding = 0; padding < 4; padding += 4 - length % 4) {
        unsigned char bytes[sizeof json + 100] = "glTF\2";
        size_t at = 12;
        const uint32_t size = 12 + 8 + length + padding + 8 + view;
        memcpy(bytes + 8, &size, 4);
        memcpy(bytes + at, &length, 4), memcpy(bytes + at + 4, &kinds[0], 4);
        memcpy(bytes + at + 8, json, length);
        at += 8 + length + padding;
        memcpy(bytes + at, &view, 4), memcpy(bytes + at + 4, &kinds[1], 4);
        memcpy(bytes + at + 8, triangle, view);
        void *block;
        size_t block_size;
        sinew_error error = {0};
        sinew_model *model;
        if (sinew__import_block("odd.glb", bytes, size, NULL, &block, &block_size, &error) != SINEW_OK)
            fail_msg("%u: %s", (unsigned)padding, error.message);
        assert_int_equal(sinew__model_from_block(block, block_size, &model, NULL), SINEW_OK);
        assert_int_equal(model->vertex_count, 3);
        sinew_model_destroy(model);
    }
}

static void the_second_texture_coordinates_need_no_first(void **state)
{
    (void)state;
    char text[sizeof scene + 600];
    sinew_error error = {0};
    sinew_model *models[2];
    memcpy(text, scene, sizeof scene);
    if (import_of(text, &models[0], &error) != SINEW_OK) fail_msg("%s", error.message);
    replace(text, sizeof text, "TEXCOORD_0", "TEXCOORD_1");
    replace(text, sizeof text, "\"baseColorTexture\":{", "\"baseColorTexture\":{\"texCoord\":1,");
    if (import_of(text, &models[1], &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(models[0]->vertex_count, models[1]->vertex_count);
    assert_memory_equal(models[0]->texcoords, models[1]->texcoords, 2 * 3 * sizeof(float));
    assert_null(models[1]->texcoords2); // the first ones, which the other images name, are not there
    sinew_model_destroy(models[0]);
    sinew_model_destroy(models[1]);
}

static void what_is_ignored_may_have_any_type(void **state)
{
    (void)state;
    sinew_error error = {0};
    sinew_model *model;
    if (import_of("{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"X\",7],\"extensions\":{\"X\":[3]},\"nodes\":["
                  "{\"name\":"
                  "\"A\",\"extensions\":{\"KHR_lights_punctual\":\"none\",\"X\":1},\"extras\":9}],\"materials\":[{"
                  "\"extensions\":"
                  "{\"KHR_materials_ior\":[]}}]}",
                  &model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(model->joint_count, 1);
    sinew_model_destroy(model);
}

/// Without matrices joints are bound at the mesh's position; a file without accessors has none.
static void a_skin_needs_no_accessors(void **state)
{
    (void)state;
    sinew_error error = {0};
    sinew_model *model;
    if (import_of(
            "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"A\",\"mesh\":0,\"skin\":0},{\"name\":\"B\"}],"
            "\"meshes\":[{\"primitives\":[]}],\"skins\":[{\"joints\":[0,1]}]}",
            &model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(model->joint_count, 2);
    sinew_model_destroy(model);
}

static void a_long_chain_of_nodes_is_refused(void **state)
{
    (void)state;
    enum { COUNT = 300000 };
    char *text = malloc(100 + 30 * (size_t)COUNT), *end = text;
    assert_non_null(text);
    end += sprintf(end, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}");
    for (int i = 0; i < COUNT - 1; ++i) end += sprintf(end, ",{\"children\":[%d]}", i);
    sprintf(end, "]}");
    sinew_error error = {0};
    assert_int_equal(refuse_text("chain.gltf", text, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "300000 joints, the limit is 65535");
    free(text);
}

/// KHR_animation_pointer: a pointer to weights is a channel of weights; another is dropped with a note.
static void pointers_to_nodes_animate_them(void **state)
{
    (void)state;
    char text[sizeof scene + 600];
    sinew_error error = {0};
    sinew_model *plain, *pointed;
    memcpy(text, scene, sizeof scene);
    if (import_of(text, &plain, &error) != SINEW_OK) fail_msg("%s", error.message);
    replace(text, sizeof text, "{\"node\":3,\"path\":\"weights\"}",
            "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/3/weights\"}}}");
    if (import_of(text, &pointed, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(plain->track_count, pointed->track_count);
    assert_int_equal(plain->track_key_count, pointed->track_key_count);
    assert_memory_equal(plain->track_keys, pointed->track_keys,
                        (size_t)plain->track_key_count * sizeof *plain->track_keys);
    assert_int_equal(warnings_of(pointed, "I03"), 0);
    sinew_model_destroy(plain);
    sinew_model_destroy(pointed);
    replace(text, sizeof text, "/nodes/3/weights", "/materials/0/alphaCutoff");
    if (import_of(text, &pointed, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(warnings_of(pointed, "I03"), 1);
    sinew_model_destroy(pointed);
}

/// KHR_node_visibility: a node hides the nodes below it, unless a clip shows it: here at 2 s, the buffer's second time.
static void hidden_nodes_hide_what_is_below(void **state)
{
    (void)state;
    char text[sizeof scene + 600];
    sinew_error error = {0};
    sinew_model *model;
    memcpy(text, scene, sizeof scene);
    replace(text, sizeof text, "{\"name\":\"Flag\",",
            "{\"name\":\"Flag\",\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}},");
    if (import_of(text, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_true(mesh_of_object(model, "Flag")->flags & SINEW_MESH_HIDDEN);
    assert_false(mesh_of_object(model, "Body")->flags & SINEW_MESH_HIDDEN);
    sinew_model_destroy(model);
    replace(text, sizeof text, "{\"node\":3,\"path\":\"weights\"}",
            "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":"
            "\"/nodes/3/extensions/KHR_node_visibility/visible\"}}}");
    if (import_of(text, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_false(mesh_of_object(model, "Flag")->flags & SINEW_MESH_HIDDEN);
    assert_int_equal(model->channel_count, 1);
    assert_int_equal(model->channels[0].property, SINEW_CHANNEL_VISIBILITY);
    assert_int_equal(model->curve_keys[0].ticks, INT64_C(46186158000) / 2); // the first time is 0.5 s
    assert_int_equal(model->curve_keys[1].ticks, INT64_C(46186158000) * 2);
    assert_int_equal(model->curve_keys[0].interpolation, SINEW_STEP);
    sinew_model_destroy(model);
}

static void a_file_may_require_vrm(void **state)
{
    (void)state;
    sinew_error error = {0};
    sinew_model *model;
    if (import_of(
            "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"VRMC_vrm\",\"VRM\"],\"extensions\":{\"VRM\":"
            "{\"secondaryAnimation\":{\"boneGroups\":[{\"bones\":[0]}]}}},\"nodes\":[{\"name\":\"hips\"}]}",
            &model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(model->joint_count, 1);
    assert_int_equal(warnings_of(model, "I16"), 1);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_file_is_asked_for_once_and_by_name),
        cmocka_unit_test(a_missing_side_file_fails_in_one_line),
        cmocka_unit_test(joints_are_the_authors_nodes),
        cmocka_unit_test(bones_have_offsets_and_weights),
        cmocka_unit_test(a_vertex_without_weights_follows_its_node),
        cmocka_unit_test(morph_targets_are_differences),
        cmocka_unit_test(clips_have_names_seconds_and_tracks),
        cmocka_unit_test(a_morph_weight_is_a_track_of_its_morph),
        cmocka_unit_test(nodes_of_equal_names_are_told_apart),
        cmocka_unit_test(nodes_of_equal_names_in_a_glb_are_told_apart),
        cmocka_unit_test(nodes_with_one_mesh_follow_their_own_skins),
#ifdef WITHOUT_DRACO
        cmocka_unit_test(draco_is_refused_by_name),
#else
        cmocka_unit_test(draco_is_decoded),
        cmocka_unit_test(damaged_draco_is_named),
#endif
        cmocka_unit_test(keys_out_of_order_are_sorted_with_a_warning),
        cmocka_unit_test(keys_that_are_not_finite_are_dropped_with_a_warning),
        cmocka_unit_test(materials_keep_colour_alpha_and_picture),
        cmocka_unit_test(a_dropped_map_takes_its_factor_along),
        cmocka_unit_test(a_texture_is_scaled_turned_and_shifted),
        cmocka_unit_test(each_image_has_its_own_texture_mapping),
        cmocka_unit_test(textures_may_have_their_image_by_an_extension),
        cmocka_unit_test(an_embedded_image_without_a_type_is_kept),
        cmocka_unit_test(a_gltf_of_version_1_is_named),
        cmocka_unit_test(a_glb_of_version_1_is_named),
        cmocka_unit_test(json_that_is_not_padded_is_read),
        cmocka_unit_test(the_second_texture_coordinates_need_no_first),
        cmocka_unit_test(what_is_ignored_may_have_any_type),
        cmocka_unit_test(a_skin_needs_no_accessors),
        cmocka_unit_test(a_long_chain_of_nodes_is_refused),
        cmocka_unit_test(pointers_to_nodes_animate_them),
        cmocka_unit_test(hidden_nodes_hide_what_is_below),
        cmocka_unit_test(a_file_may_require_vrm),
        cmocka_unit_test(damaged_json_is_named_with_its_line),
        cmocka_unit_test(a_gltf_with_too_little_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
