// Geometry caches of FBX files by hand: files that come by name, and meshes that follow them.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"
#include "support/make_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/skin.h"

static const char head[] = "; FBX 7.4.0 project file\n"
                           "FBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
                           "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
                           "\t\tP: \"TimeMode\", \"enum\", \"\", \"\",11\n\t}\n}\n"; // 24 frames per second

// A quad of four control points, listed from the second corner on.
#define SHEET                                                                                                          \
    "\tGeometry: 10, \"Geometry::Sheet\", \"Mesh\" {\n"                                                                \
    "\t\tVertices: *12 {\n\t\t\ta: 0,0,0,1,0,0,1,1,0,0,1,0\n\t\t}\n"                                                   \
    "\t\tPolygonVertexIndex: *4 {\n\t\t\ta: 1,2,3,-1\n\t\t}\n\t\tGeometryVersion: 124\n\t}\n"                          \
    "\tModel: 20, \"Model::Flag\", \"Mesh\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n"                               \
    "\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",100,0,0\n\t\t}\n\t}\n"
#define DEFORMER(id, channel, more)                                                                                    \
    "\tDeformer: " id ", \"Deformer::VertexCacheDeformer\", \"VertexCacheDeformer\" {\n\t\tVersion: 100\n"             \
    "\t\tProperties70:  {\n\t\t\tP: \"ChannelName\", \"KString\", \"\", \"\", \"" channel "\"\n" more "\t\t}\n\t}\n"
#define CACHE(id, path)                                                                                                \
    "\tCache: " id ", \"Cache::VertexCache\", \"\" {\n\t\tVersion: 100\n\t\tProperties70:  {\n"                        \
    "\t\t\tP: \"CacheFileName\", \"KString\", \"\", \"\", \"" path "\"\n\t\t}\n\t}\n"
#define LINK(from, to) "\tC: \"OO\"," from "," to "\n"
#define FLAG_LINKS LINK("20", "0") LINK("10", "20")

static const char sheet[] = SHEET DEFORMER("30", "flag", "") CACHE("40", "flag_fpc\\flag.xml");
static const char sheet_links[] = FLAG_LINKS LINK("30", "10") LINK("40", "30");

#define DESCRIPTION(type)                                                                                              \
    "<Autodesk_Cache_File><cacheType " type "/><time Range=\"250-1000\"/><cacheTimePerFrame TimePerFrame=\"250\"/>"    \
    "<Channels><channel0 ChannelName=\"flag\" ChannelInterpretation=\"positions\" SamplingRate=\"250\"/>"              \
    "<channel1 ChannelName=\"flag_normals\" ChannelInterpretation=\"normals\"/></Channels></Autodesk_Cache_File>"
static const char one_file[] = DESCRIPTION("Type=\"OneFile\" Format=\"mcx\"");

enum { POINTS = 4 };
static const float flat[POINTS * 3] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const float waved[POINTS * 3] = {0, 0, 1, 1, 0, 2, 1, 1, 3, 0, 1, 4};

// ---- files by name -----------------------------------------------------------------------------------------------

typedef struct named_file {
    const char *name;
    const void *bytes;
    size_t size;
} named_file;

/// The existing files, and the requested names.
typedef struct shelf {
    named_file files[4];
    char asked[1024];
    size_t memory_limit;
} shelf;

static sinew_result take(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    shelf *from = user;
    if (strlen(from->asked) + strlen(name) + 2 < sizeof from->asked) strcat(strcat(from->asked, name), " ");
    for (size_t i = 0; i < 4 && from->files[i].name; ++i) {
        if (strcmp(from->files[i].name, name) != 0) continue;
        *out_bytes = malloc(from->files[i].size + 1);
        assert_non_null(*out_bytes);
        memcpy(*out_bytes, from->files[i].bytes, from->files[i].size);
        *out_size = from->files[i].size;
        return SINEW_OK;
    }
    return SINEW_ERROR_NOT_FOUND;
}

static sinew_model *import_with(shelf *files, const char *objects, const char *connections)
{
    const size_t size = sizeof head + strlen(objects) + strlen(connections) + 64;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%sObjects:  {\n%s}\nConnections:  {\n%s}\n", head, objects, connections);
    const sinew__import_options options = {.side_file = take, .user = files, .memory_limit = files->memory_limit};
    void *block = NULL;
    size_t block_size = 0;
    sinew_model *model = NULL;
    sinew_error error = {0};
    if (sinew__import_block("flag.fbx", text, strlen(text), &options, &block, &block_size, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    if (sinew__model_from_block(block, block_size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    free(text);
    return model;
}

static void make_moment(make_cache *file, int32_t ticks, const float *points, uint32_t count)
{
    make_mc_begin(file);
    make_mc_time(file, ticks);
    make_mc_floats(file, "flag_normals", points, 2);
    make_mc_floats(file, "flag", points, count);
    make_mc_end(file);
}

/// Flat at frame 1, waved at frame 4 of 24 a second.
static void make_flag(make_cache *file, int wide)
{
    *file = (make_cache){.wide = wide};
    make_mc_header(file, 250, 1000);
    make_moment(file, 250, flat, POINTS);
    make_moment(file, 1000, waved, POINTS);
}

// ---- shown points of a mesh --------------------------------------------------------------------------------------

static void assert_shows(const sinew_model *model, double time, const float *points)
{
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, time, pose);
    float scratch[POINTS * 6], positions[POINTS * 3];
    assert_int_equal(model->vertex_count, POINTS);
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions, NULL);
    for (int32_t v = 0; v < POINTS; ++v)
        for (uint32_t k = 0; k < 3; ++k)
            assert_close(positions[v * 3 + (int32_t)k] - (k == 0 ? 100 : 0), points[model->control_points[v] * 3 + k],
                         1e-4);
    sinew_pose_destroy(pose);
}

static const char *warning_text(const sinew_model *model, const char *code)
{
    for (int32_t i = 0; i < model->warning_count; ++i) {
        if (strcmp(sinew_text(model, model->warnings[i].code), code) != 0) continue;
        assert_string_equal(sinew_text(model, model->warnings[i].object), "Flag");
        return sinew_text(model, model->warnings[i].text);
    }
    fail_msg("no warning %s", code);
    return "";
}

static void assert_warns(const sinew_model *model, const char *code, const char *text)
{
    const char *warning = warning_text(model, code);
    if (!strstr(warning, text)) fail_msg("'%s' does not say '%s'", warning, text);
}

/// The mesh as it was modelled, at any time.
static void assert_stays_as_it_is(const sinew_model *model)
{
    assert_null(sinew_mesh_geometry_cache(model, 0));
    assert_shows(model, 0, flat);
    assert_shows(model, 1, flat);
}

// ---- tests -------------------------------------------------------------------------------------------------------

static void a_mesh_follows_its_cache_and_its_node(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        make_cache data;
        make_flag(&data, wide);
        static const char narrow[] = DESCRIPTION("Type=\"OneFile\" Format=\"mcc\"");
        shelf files = {.files = {{"flag.xml", wide ? one_file : narrow, wide ? sizeof one_file - 1 : sizeof narrow - 1},
                                 {wide ? "flag.mcx" : "flag.mc", data.bytes, data.size}}};
        sinew_model *model = import_with(&files, sheet, sheet_links);
        assert_int_equal(warnings_of(model, "I14"), 0);
        float half[POINTS * 3];
        for (int i = 0; i < POINTS * 3; ++i) half[i] = (flat[i] + waved[i]) / 2;
        assert_shows(model, 0, flat);
        assert_shows(model, 1.0 / 24, flat);
        assert_shows(model, 2.5 / 24, half);
        assert_shows(model, 4.0 / 24, waved);
        assert_shows(model, 9, waved);
        assert_string_equal(files.asked, wide ? "flag.xml flag.mcx " : "flag.xml flag.mc "); // names, no folders
        sinew_model_destroy(model);
    }
}

/// Frames 1 and 4 and the one between 2 and 3 are there; the rest is said to be missing.
static void a_file_for_each_frame(void **state)
{
    (void)state;
    static const char text[] =
        "<Autodesk_Cache_File><cacheType Type=\"OneFilePerFrame\" Format=\"mcc\"/><time Range=\"250-1000\"/>"
        "<Channels><channel0 ChannelName=\"flag\" SamplingRate=\"125\"/></Channels></Autodesk_Cache_File>";
    static const struct {
        const char *name;
        const float *points;
    } frames[3] = {{"flagFrame1.mc", flat}, {"flagFrame2Tick125.mc", waved}, {"flagFrame4.mc", flat}};
    make_cache data[3] = {{.size = 0}};
    shelf files = {.files = {{"flag.xml", text, sizeof text - 1}}};
    for (int i = 0; i < 3; ++i) {
        make_mc_header(&data[i], 0, 0);
        make_mc_begin(&data[i]); // without a time: its name is the time
        make_mc_floats(&data[i], "flag", frames[i].points, POINTS);
        make_mc_end(&data[i]);
        files.files[i + 1] = (named_file){frames[i].name, data[i].bytes, data[i].size};
    }
    sinew_model *model = import_with(&files, sheet, sheet_links);
    assert_shows(model, 1.0 / 24, flat);
    assert_shows(model, 2.5 / 24, waved);
    assert_shows(model, 4.0 / 24, flat);
    assert_warns(model, "I14", "4 frames of its geometry cache are missing, 'flagFrame1Tick125.mc' first");
    sinew_model_destroy(model);
}

static void a_point_cache_of_3ds_max(void **state)
{
    (void)state;
    float numbers[2 * POINTS * 3];
    memcpy(numbers, flat, sizeof flat);
    memcpy(numbers + POINTS * 3, waved, sizeof waved);
    make_cache data = {0};
    make_pc2(&data, POINTS, 0, 1, 2, numbers);
    shelf files = {.files = {{"flag.pc2", data.bytes, data.size}}};
    const char objects[] = SHEET DEFORMER("30", "", "") CACHE("40", "C:\\\\shots\\\\flag.pc2");
    sinew_model *model = import_with(&files, objects, sheet_links);
    assert_shows(model, 0, flat);
    assert_shows(model, 1.0 / 24, waved);
    sinew_model_destroy(model);
}

static void normals_have_a_deformer_of_their_own_and_move_nothing(void **state)
{
    (void)state;
    make_cache data;
    make_flag(&data, 1);
    shelf files = {.files = {{"flag.xml", one_file, sizeof one_file - 1}, {"flag.mcx", data.bytes, data.size}}};
    const char objects[] = SHEET DEFORMER("29", "flag_normals", "") DEFORMER("30", "flag", "") CACHE("40", "flag.xml");
    const char links[] = FLAG_LINKS LINK("29", "10") LINK("30", "10") LINK("40", "29") LINK("40", "30");
    sinew_model *model = import_with(&files, objects, links);
    assert_int_equal(warnings_of(model, "I14"), 0);
    assert_shows(model, 4.0 / 24, waved);
    sinew_model_destroy(model);
}

static void a_deformer_that_is_switched_off_asks_for_nothing(void **state)
{
    (void)state;
    shelf files = {.asked = ""};
    const char objects[] =
        SHEET DEFORMER("30", "flag", "\t\t\tP: \"Active\", \"bool\", \"\", \"\",0\n") CACHE("40", "flag.xml");
    sinew_model *model = import_with(&files, objects, sheet_links);
    assert_string_equal(files.asked, "");
    assert_int_equal(warnings_of(model, "I14"), 0);
    assert_stays_as_it_is(model);
    sinew_model_destroy(model);
}

static void a_missing_file_leaves_the_mesh_and_is_named(void **state)
{
    (void)state;
    shelf files = {.asked = ""};
    sinew_model *model = import_with(&files, sheet, sheet_links);
    assert_stays_as_it_is(model);
    assert_warns(model, "I14", "'flag.xml' is not used: no such file beside the model");
    sinew_model_destroy(model);
    files = (shelf){.files = {{"flag.xml", one_file, sizeof one_file - 1}}};
    model = import_with(&files, sheet, sheet_links);
    assert_stays_as_it_is(model);
    assert_warns(model, "I14", "'flag.mcx' is not used: no such file");
    sinew_model_destroy(model);
}

static void a_cache_of_another_mesh_leaves_the_mesh_and_is_named(void **state)
{
    (void)state;
    make_cache data = {.wide = 1};
    make_moment(&data, 250, flat, 3);
    shelf files = {.files = {{"flag.xml", one_file, sizeof one_file - 1}, {"flag.mcx", data.bytes, data.size}}};
    sinew_model *model = import_with(&files, sheet, sheet_links);
    assert_stays_as_it_is(model);
    assert_warns(model, "I14", "'flag.mcx' is not used: it has 3 points, the mesh has 4");
    sinew_model_destroy(model);
    const char objects[] = SHEET DEFORMER("30", "sail", "") CACHE("40", "flag.xml");
    model = import_with(&files, objects, sheet_links);
    assert_stays_as_it_is(model);
    assert_warns(model, "I14", "'flag.mcx' is not used: channel 'sail' not found, and none of 4 points");
    sinew_model_destroy(model);
}

/// The deformer's name is not in the cache, whose only channel of four points is the mesh's.
static void the_only_channel_that_fits_is_the_mesh_s(void **state)
{
    (void)state;
    make_cache data;
    make_flag(&data, 1);
    shelf files = {.files = {{"flag.xml", one_file, sizeof one_file - 1}, {"flag.mcx", data.bytes, data.size}}};
    const char objects[] = SHEET DEFORMER("30", "sail", "") CACHE("40", "flag.xml");
    sinew_model *model = import_with(&files, objects, sheet_links);
    assert_shows(model, 4.0 / 24, waved);
    assert_int_equal(warnings_of(model, "I14"), 0);
    assert_warns(model, "I22", "has no channel 'sail'; 'flag', the only one of 1");
    sinew_model_destroy(model);
}

/// Three channels of four points, one of normals and one of three points: chosen by name, else by order.
static void of_several_channels_that_fit_the_name_decides_then_the_order(void **state)
{
    (void)state;
    static const char text[] =
        "<Autodesk_Cache_File><cacheType Type=\"OneFile\" Format=\"mcx\"/><time Range=\"250-250\"/><Channels>"
        "<channel0 ChannelName=\"n\" ChannelInterpretation=\"normals\"/><channel1 ChannelName=\"small\"/>"
        "<channel2 ChannelName=\"first\"/><channel3 ChannelName=\"crew:SAILShape\"/><channel4 ChannelName=\"last\"/>"
        "</Channels></Autodesk_Cache_File>";
    make_cache data = {.wide = 1};
    make_mc_header(&data, 250, 250);
    make_mc_begin(&data);
    make_mc_time(&data, 250);
    make_mc_floats(&data, "n", flat, POINTS);
    make_mc_floats(&data, "small", flat, 3);
    make_mc_floats(&data, "first", flat, POINTS);
    make_mc_doubles(&data, "crew:SAILShape", waved, POINTS);
    make_mc_floats(&data, "last", flat, POINTS);
    make_mc_end(&data);
    shelf files = {.files = {{"flag.xml", text, sizeof text - 1}, {"flag.mcx", data.bytes, data.size}}};
    const char by_name[] = SHEET DEFORMER("30", "sail", "") CACHE("40", "flag.xml"),
               by_order[] = SHEET DEFORMER("30", "mast", "") CACHE("40", "flag.xml");
    sinew_model *model = import_with(&files, by_name, sheet_links);
    assert_shows(model, 1.0 / 24, waved);
    assert_warns(model, "I22", "'crew:SAILShape', one of 3");
    sinew_model_destroy(model);
    model = import_with(&files, by_order, sheet_links);
    assert_shows(model, 1.0 / 24, flat);
    assert_warns(model, "I22", "'first', one of 3");
    sinew_model_destroy(model);
}

/// 2000 times four points are 96 kB: more than 1/4 of 256 kB.
static void a_cache_beyond_a_quarter_of_the_memory_leaves_the_mesh(void **state)
{
    (void)state;
    enum { MOMENTS = 2000 };
    static unsigned char bytes[32 + MOMENTS * sizeof flat];
    make_cache header = {0};
    make_pc2(&header, POINTS, 0, 1, 0, NULL);
    memcpy(bytes, header.bytes, header.size);
    bytes[28] = MOMENTS & 0xff;
    bytes[29] = MOMENTS >> 8;
    shelf files = {.files = {{"flag.pc2", bytes, sizeof bytes}}, .memory_limit = 2 << 20};
    const char objects[] = SHEET DEFORMER("30", "flag", "") CACHE("40", "flag.pc2");
    sinew_model *model = import_with(&files, objects, sheet_links);
    assert_int_equal(sinew_mesh_geometry_cache(model, 0)->sample_count, MOMENTS);
    sinew_model_destroy(model);
    files.memory_limit = 256 << 10;
    model = import_with(&files, objects, sheet_links);
    assert_stays_as_it_is(model);
    assert_warns(model, "I14", "'flag.pc2' is not used: geometry caches take more than their 0.1 MB");
    sinew_model_destroy(model);
}

static void a_cache_stands_in_for_skin_and_shapes(void **state)
{
    (void)state;
    make_cache data;
    make_flag(&data, 1);
    shelf files = {.files = {{"flag.xml", one_file, sizeof one_file - 1}, {"flag.mcx", data.bytes, data.size}}};
    const char objects[] = SHEET DEFORMER("30", "flag", "")
        CACHE("40", "flag.xml") "\tModel: 21, \"Model::Pole\", \"LimbNode\" {\n\t\tVersion: 232\n\t}\n"
                                "\tDeformer: 50, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n\t}\n"
                                "\tDeformer: 51, \"SubDeformer::\", \"Cluster\" {\n\t\tVersion: 100\n\t\tIndexes: *1 "
                                "{\n\t\t\ta: 0\n\t\t}\n"
                                "\t\tWeights: *1 {\n\t\t\ta: 1\n\t\t}\n\t}\n"
                                "\tDeformer: 60, \"Deformer::\", \"BlendShape\" {\n\t\tVersion: 100\n\t}\n";
    const char links[] = FLAG_LINKS LINK("21", "0") LINK("50", "10") LINK("51", "50") LINK("21", "51") LINK("60", "10")
        LINK("30", "10") LINK("40", "30");
    sinew_model *model = import_with(&files, objects, links);
    assert_shows(model, 4.0 / 24, waved);
    assert_int_equal(warnings_of(model, "I15"), 2);
    assert_warns(model, "I15", "'flag.xml' replaces its skin");
    assert_int_equal(model->meshes[0].flags & SINEW_MESH_SKINNED, 0);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_follows_its_cache_and_its_node),
        cmocka_unit_test(a_file_for_each_frame),
        cmocka_unit_test(a_point_cache_of_3ds_max),
        cmocka_unit_test(normals_have_a_deformer_of_their_own_and_move_nothing),
        cmocka_unit_test(a_deformer_that_is_switched_off_asks_for_nothing),
        cmocka_unit_test(a_missing_file_leaves_the_mesh_and_is_named),
        cmocka_unit_test(the_only_channel_that_fits_is_the_mesh_s),
        cmocka_unit_test(of_several_channels_that_fit_the_name_decides_then_the_order),
        cmocka_unit_test(a_cache_of_another_mesh_leaves_the_mesh_and_is_named),
        cmocka_unit_test(a_cache_beyond_a_quarter_of_the_memory_leaves_the_mesh),
        cmocka_unit_test(a_cache_stands_in_for_skin_and_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
