#include "support/full_block.h"
#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"

#include "core/base/record_stream.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/validate/checks.h"
#include "sinew/bake.h"
#include "sinew/memory.h"
#include "sinew/raw_model.h"
#include "support/cmocka_close.h"
#include "support/make_mesh.h"

// ---- joints -------------------------------------------------------------------------------------------------------

static const sinew_transform_stack stack = {
    .scaling = {1, 1, 1}, .rotation_active = 1, .inherit_type = SINEW_INHERIT_Rrs};
static const sinew_raw_joint joints[] = {
    {.name = "root", .parent = SINEW_NONE, .node = 0, .stated_part = 1 + SINEW_BODY_HIPS},
    {.name = "tip", .parent = 0, .node = 1, .stack = &stack}};
static const sinew_raw_node nodes[] = {
    {.name = "root", .parent = SINEW_NONE, .local = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}},
    {.name = "tip", .parent = 0, .local = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}}};

// ---- meshes -------------------------------------------------------------------------------------------------------

static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, lifted[9] = {0, 0, 1, 1, 0, 1, 0, 1, 1};
static const uint32_t start[4] = {0, 1, 2, 2};
static const sinew_raw_influence influences[2] = {{0, 1.0f}, {0, 0.5f}};

static sinew_raw_mesh body(void)
{
    static const sinew_raw_skin_joint skin_joint = {.joint = 1, .node = 1};
    static const int32_t moved = 1;
    static const float shift[3] = {0, 0, 1};
    static const sinew_raw_shape shape = {.vertices = &moved, .positions = shift, .count = 1};
    static const sinew_raw_morph morph = {.name = "smile", .shapes = &shape, .shape_count = 1};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, &skin_joint, 1);
    mesh.name = "Body";
    mesh.morphs = &morph;
    mesh.morph_count = 1;
    return mesh;
}

static sinew_raw_mesh cloth(void)
{
    static const sinew_raw_cache_sample samples[2] = {{0, positions}, {2, lifted}};
    static const sinew_raw_cache cache = {.samples = samples, .sample_count = 2};
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.name = "Cloth";
    mesh.cache = &cache;
    return mesh;
}

static sinew_raw_mesh muscle(void)
{
    static const sinew_raw_skin_joint root = {.joint = 0, .node = 0};
    static const sinew_raw_skin_joint associate_with_root = {.joint = 1, .node = 1, .associate = &root};
    static const sinew_raw_deformer additive = {.kind = SINEW_DEFORM_SKIN, .link_mode = SINEW_LINK_ADDITIVE};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, &associate_with_root, 1);
    mesh.name = "Muscle";
    mesh.deformers = &additive;
    mesh.deformer_count = 1;
    return mesh;
}

/// Two quads of two materials, mixed skinning, an in-between on either side of 0, and all that a vertex can have.
static sinew_raw_mesh face(void)
{
    static const float grid[18] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0}, many[24] = {0.5f, 0.25f, 1};
    static const uint32_t sizes[2] = {4, 4}, corners[8] = {0, 1, 4, 3, 1, 2, 5, 4}, starts[7] = {0, 2, 3, 4, 4, 6, 7};
    static const int32_t materials[2] = {0, 1}, moved[2] = {4, 5};
    static const sinew_raw_influence weights[7] = {{0, 0.5f}, {1, 0.5f}, {1, 1}, {0, 1}, {0, 1}, {1, 2}, {1, 1}};
    static const sinew_raw_skin_joint both[2] = {{.joint = 0, .node = 0}, {.joint = 1, .node = 1}};
    static const sinew_raw_shape shapes[3] = {{.full_weight = -1, .vertices = moved, .positions = grid, .count = 1},
                                              {.full_weight = 0.5f, .vertices = moved, .positions = grid, .count = 2},
                                              {.full_weight = 1, .vertices = moved, .positions = many, .count = 2}};
    static const sinew_raw_morph morphs[2] = {{.name = "wink", .shapes = shapes, .shape_count = 3, .weight = 0.25f},
                                              {.name = "frown", .shapes = shapes, .shape_count = 1}};
    static const float shares[6] = {0, 0.25f, 0.5f, 0.75f, 1, 1};
    static const sinew_raw_deformer deformers[2] = {
        {.kind = SINEW_DEFORM_MORPH},
        {.kind = SINEW_DEFORM_SKIN, .method = SINEW_SKIN_BLENDED, .blend_weights = shares}};
    return (sinew_raw_mesh){.name = "Face",
                            .joint = 1,
                            .node = 1,
                            .positions = grid,
                            .tangents = many,
                            .texcoords = many,
                            .texcoords2 = many,
                            .colors = many,
                            .vertex_count = 6,
                            .polygon_sizes = sizes,
                            .polygon_materials = materials,
                            .polygon_count = 2,
                            .corner_vertices = corners,
                            .corner_count = 8,
                            .influence_start = starts,
                            .influences = weights,
                            .skin_joints = both,
                            .skin_joint_count = 2,
                            .morphs = morphs,
                            .morph_count = 2,
                            .deformers = deformers,
                            .deformer_count = 2};
}

// ---- clip ---------------------------------------------------------------------------------------------------------

static const sinew_curve_key keys[2] = {{.ticks = 0, .out_time = 0.3f, .interpolation = SINEW_CUBIC},
                                        {.ticks = 46186158000, .value = 90, .in_time = -0.3f}};
static const sinew_raw_curve curve = {
    .keys = keys, .key_count = 2, .after = SINEW_EXTRAPOLATE_MIRROR, .after_count = -1};
static const sinew_raw_layer layers[2] = {
    {.name = "base", .weight = 1},
    {.name = "over", .mode = SINEW_LAYER_OVERRIDE_PASSTHROUGH, .weight = 1, .weight_curve = &curve}};
static const sinew_raw_channel channels[4] = {
    {.joint = 1, .property = SINEW_CHANNEL_ROTATION, .curve = {&curve}},
    {.joint = 0, .layer = 1, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve, NULL, &curve}},
    {.joint = SINEW_NONE, .property = SINEW_CHANNEL_MORPH_WEIGHT, .curve = {&curve}},
    {.joint = 1, .property = SINEW_CHANNEL_VISIBILITY, .curve = {&curve}}};
static const sinew_track_key track_keys[2] = {{.time = 0, .value = {0, 0, 0, 1}}, {.time = 1, .value = {0, 0, 1, 0}}};
static const sinew_track_key tangents[4] = {{.value = {9}}, {.value = {0.5}}, {.value = {0, -0.5}}, {.value = {9}}};
static const sinew_raw_track tracks[3] = {{.joint = 1,
                                           .node = 1,
                                           .path = SINEW_TRACK_TRANSLATION,
                                           .keys = track_keys,
                                           .tangents = tangents,
                                           .key_count = 2,
                                           .interpolation = SINEW_CUBIC},
                                          {.joint = 0,
                                           .node = 0,
                                           .path = SINEW_TRACK_ROTATION,
                                           .keys = track_keys,
                                           .key_count = 2,
                                           .interpolation = SINEW_LINEAR},
                                          {.joint = SINEW_NONE,
                                           .node = SINEW_NONE,
                                           .mesh = 3,
                                           .morph = 1,
                                           .path = SINEW_TRACK_MORPH_WEIGHT,
                                           .keys = track_keys,
                                           .key_count = 2,
                                           .interpolation = SINEW_STEP}};
static const sinew_raw_event events[2] = {{.track = "step", .text = "left", .time = 0.5, .value = 1},
                                          {.track = "sound", .time = 0.25}};
static const sinew_raw_clip clips[2] = {
    {.name = "walk",
     .duration = 1,
     .layers = layers,
     .layer_count = 2,
     .channels = channels,
     .channel_count = 4,
     .tracks = tracks,
     .track_count = 1,
     .events = events,
     .event_count = 2},
    {.name = "Take|wave", .start = 0.5, .duration = 2, .tracks = tracks, .track_count = 3}};

static const sinew_raw_camera cameras[2] = {
    {.joint = 1, .target = 0, .up_target = SINEW_NONE, .roll = 30, .field_of_view = {60, 40}, .far_plane = 100},
    {.joint = 0, .target = SINEW_NONE, .up_target = 1, .is_parallel = 1, .extent = {0, 2}}};

static const sinew_raw_preset_weight smile[2] = {{3, 0, 1}, {3, 1, 0.5f}}, frown = {3, 1, 1};
static const sinew_raw_preset presets[3] = {{"smile", smile, 2}, {"neutral", NULL, 0}, {"frown", &frown, 1}};

// ---- the block ----------------------------------------------------------------------------------------------------

/// Adds the records of a file to a block: every form of value, a list in a list, and an object of each kind.
static void add_document(void **block, size_t *size)
{
    static const uint8_t left_out[SINEW__SECTION_COUNT] = {
        [SINEW__SECTION_DOCUMENT] = 1, [SINEW__SECTION_DOCUMENT_OBJECTS] = 1};
    static const char long_text[300] = "a text of more than 255 bytes", numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const sinew__stream_value values[] = {{.type = 'C', .number = 'T'},
                                                 {.type = 'Y', .number = -3},
                                                 {.type = 'I', .number = 100000},
                                                 {.type = 'L', .number = 5},
                                                 {.type = 'L', .number = INT64_MIN},
                                                 {.type = 'F', .real = 0.5},
                                                 {.type = 'D', .real = 7},
                                                 {.type = 'D', .real = -0.1},
                                                 {.type = 'S', .bytes = "node", .size = 4},
                                                 {.type = 'R', .bytes = ""},
                                                 {.type = 'S', .bytes = long_text, .size = sizeof long_text}};
    static const sinew__stream_value arrays[] = {
        {.type = 'i', .bytes = numbers, .size = 8, .count = 2},
        {.type = 'd', .bytes = numbers, .size = 8, .count = 1},
        {.type = 'f', .bytes = numbers, .size = 8, .count = 100, .encoding = 1},
        {.type = 'b', .bytes = numbers, .size = 8, .count = 8}};
    sinew__buffer records = {0};
    sinew__builder builder = {0};
    sinew_model view = {.block = *block};
    sinew__record_stream_put_version(&records, 7400);
    sinew__record_stream_open(&records, "Objects", 1);
    sinew__record_stream_end_values(&records);
    sinew__record_stream_open(&records, "Model", 1);
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) sinew__record_stream_put(&records, &values[i]);
    sinew__record_stream_end_values(&records);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        sinew__record_stream_open(&records, "Array", 0);
        sinew__record_stream_put(&records, &arrays[i]);
        sinew__record_stream_end_values(&records);
    }
    sinew__record_stream_close(&records);
    sinew__record_stream_close(&records);
    if (sinew__view_block(*block, *size, SINEW__BLOCK_MODEL, &view, NULL) != SINEW_OK) fail_msg("no block");
    sinew__lend_sections(&builder, &view, left_out);
    sinew__section_lend(&builder, SINEW__SECTION_DOCUMENT, records.text, records.size);
    sinew_document_object *objects =
        sinew__section_push(&builder, SINEW__SECTION_DOCUMENT_OBJECTS, SINEW_DOCUMENT_SHAPE + 1);
    if (!objects) fail_msg("out of memory");
    for (uint32_t i = 0; i <= SINEW_DOCUMENT_SHAPE; ++i) objects[i] = (sinew_document_object){.id = i, .kind = i};
    void *larger;
    if (sinew__builder_lay_out(&builder, &larger, size) != SINEW_OK) fail_msg("out of memory");
    sinew__builder_free(&builder);
    sinew__buffer_free(&records);
    sinew_free(*block);
    *block = larger;
}

void make_full_block(void **out_block, size_t *out_size)
{
    const sinew_raw_mesh meshes[4] = {body(), cloth(), muscle(), face()};
    const sinew_raw_texture texture = {.path = "skin.png", .bytes = "PNG", .byte_count = 3};
    const sinew_raw_texture_mapping tiled = {
        .set = 1, .wrap = {1, 2}, .offset = {0.5f, -1}, .scale = {2, 3}, .rotation = 1};
    const sinew_raw_map bumps = {.kind = SINEW_MAP_NORMAL, .texture = 0, .mapping = &tiled};
    const sinew_raw_material materials[2] = {
        {.name = "skin", .texture = 0, .mapping = &tiled, .maps = &bumps, .map_count = 1},
        {.name = "hair", .texture = SINEW_NONE, .emissive = {0.5f, 0.25f, 0}}};
    const sinew_raw_warning warning = {.code = "I12", .object = "tip", .text = "a parent is left out"};
    const sinew_raw_source source = {.name = "full.fbx", .size = 1};
    const sinew_raw_model raw = {.format = "FBX",
                                 .joints = joints,
                                 .joint_count = 2,
                                 .nodes = nodes,
                                 .node_count = 2,
                                 .meshes = meshes,
                                 .mesh_count = 4,
                                 .clips = clips,
                                 .clip_count = 2,
                                 .cameras = cameras,
                                 .camera_count = 2,
                                 .presets = presets,
                                 .preset_count = 3,
                                 .textures = &texture,
                                 .texture_count = 1,
                                 .materials = materials,
                                 .material_count = 2,
                                 .warnings = &warning,
                                 .warning_count = 1,
                                 .sources = &source,
                                 .source_count = 1,
                                 .fps = 24};
    sinew_error error = {0};
    if (sinew__raw_model_build(&raw, out_block, out_size, &error) != SINEW_OK) fail_msg("%s", error.message);
    add_document(out_block, out_size);
}

void make_baked_block(void **out_block, size_t *out_size)
{
    void *block;
    size_t size;
    sinew_model *model;
    sinew_error error = {0};
    const sinew_bake_options options = {.error = 0.05}; // it is small
    make_full_block(&block, &size);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK ||
        sinew__baked_block(model, &options, out_block, out_size, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    sinew_model_destroy(model);
    if (*out_size <= size) fail_msg("nothing was baked");
}

void make_stripped_block(void **out_block, size_t *out_size)
{
    void *block;
    size_t size;
    sinew_model *model;
    sinew_error error = {0};
    make_baked_block(&block, &size);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK ||
        sinew__stripped_block(model, out_block, out_size, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    sinew_model_destroy(model);
    if (*out_size >= size) fail_msg("nothing was stripped");
}
