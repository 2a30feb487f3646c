// The rules of every section of a block in one table: valid values, and the owners of items.
#include "runtime/model/clip_file.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/validate/checks.h"

// ---- valid values of each kind of item ----------------------------------------------------------------------------

enum { WORD = sizeof(uint32_t) };

#define NUMBER(type, field, kind_name, argument)                                                                       \
    {                                                                                                                  \
        (uint16_t)(offsetof(type, field) / WORD), (uint16_t)(sizeof(((type *)0)->field) / WORD),                       \
            SINEW__NUMBER_##kind_name, (uint32_t)(argument)                                                            \
    }
#define TEXT(type, field) NUMBER(type, field, TEXT, 0)
#define NAME(type, field) NUMBER(type, field, NAME, 0)
#define INDEX(type, field, section) NUMBER(type, field, INDEX, SINEW__SECTION_##section)
#define INDEX_OR_NONE(type, field, section) NUMBER(type, field, INDEX_OR_NONE, SINEW__SECTION_##section)
#define COUNT(type, field) NUMBER(type, field, COUNT, 0)
#define BELOW(type, field, limit) NUMBER(type, field, BELOW, limit)
#define YES_OR_NO(type, field) NUMBER(type, field, BELOW, 2)
#define BITS(type, field, mask) NUMBER(type, field, BITS, mask)
#define FLOATS(type, field) NUMBER(type, field, FLOAT, 0)
#define DOUBLES(type, field) NUMBER(type, field, DOUBLE, 0)
#define ANY(type, field) NUMBER(type, field, ANY, 0)

/// Defines the rules of a section whose items are `words` words of one kind.
#define PLAIN(name, words, kind_name, argument)                                                                        \
    static const sinew__number_rule name[] = {{0, words, SINEW__NUMBER_##kind_name, (uint32_t)(argument)}}

static const sinew__number_rule info_numbers[] = {
    TEXT(sinew_model_info, format),
    TEXT(sinew_model_info, version),
    TEXT(sinew_model_info, encoding),
    TEXT(sinew_model_info, generator),
    TEXT(sinew_model_info, up),
    TEXT(sinew_model_info, front),
    DOUBLES(sinew_model_info, unit_cm),
    DOUBLES(sinew_model_info, fps),
    ANY(sinew_model_info, ticks_per_second),
    DOUBLES(sinew_model_info, root),
    DOUBLES(sinew_model_info, global_inverse),
    DOUBLES(sinew_model_info, size),
    YES_OR_NO(sinew_model_info, is_stripped),
    ANY(sinew_model_info, reserved),
};

static const sinew__number_rule joint_numbers[] = {
    NAME(sinew_joint, name),
    INDEX_OR_NONE(sinew_joint, parent, JOINTS),
    INDEX(sinew_joint, authored_index, JOINTS),
    INDEX_OR_NONE(sinew_joint, node, NODES),
    INDEX_OR_NONE(sinew_joint, stack, STACKS),
    BELOW(sinew_joint, kind, SINEW_JOINT_LIGHT + 1),
    BITS(sinew_joint, flags, SINEW__JOINT_FLAGS),
    COUNT(sinew_joint, depth),
    BELOW(sinew_joint, stated_part, SINEW_BODY_PART_COUNT + 1),
    ANY(sinew_joint, reserved),
    DOUBLES(sinew_joint, rest),
    DOUBLES(sinew_joint, rest_matrix),
    DOUBLES(sinew_joint, bind_global),
};

static const sinew__number_rule stack_numbers[] = {
#define VECTOR(property, field, unit) DOUBLES(sinew_transform_stack, field),
    SINEW__STACK_TRS(VECTOR) SINEW__STACK_PIVOTS(VECTOR)
#undef VECTOR
        BELOW(sinew_transform_stack, rotation_order, SINEW_ROTATE_SPHERIC + 1),
    BELOW(sinew_transform_stack, inherit_type, SINEW_INHERIT_Rrs + 1),
    YES_OR_NO(sinew_transform_stack, rotation_active),
    ANY(sinew_transform_stack, reserved),
};

static const sinew__number_rule node_numbers[] = {
    NAME(sinew_node, name),
    INDEX_OR_NONE(sinew_node, parent, NODES),
    INDEX_OR_NONE(sinew_node, joint, JOINTS),
    ANY(sinew_node, reserved),
    DOUBLES(sinew_node, local),
};

static const sinew__number_rule mesh_numbers[] = {
    NAME(sinew_mesh, name),
    NAME(sinew_mesh, object),
    INDEX(sinew_mesh, joint, JOINTS),
    BITS(sinew_mesh, flags, 2 * SINEW_MESH_TEXCOORDS2 - 1),
    COUNT(sinew_mesh, first_vertex),
    COUNT(sinew_mesh, vertex_count),
    COUNT(sinew_mesh, first_index),
    COUNT(sinew_mesh, index_count),
    COUNT(sinew_mesh, first_submesh),
    COUNT(sinew_mesh, submesh_count),
    COUNT(sinew_mesh, first_polygon),
    COUNT(sinew_mesh, polygon_count),
    COUNT(sinew_mesh, first_corner),
    COUNT(sinew_mesh, corner_count),
    COUNT(sinew_mesh, first_skin_joint),
    COUNT(sinew_mesh, skin_joint_count),
    COUNT(sinew_mesh, first_morph),
    COUNT(sinew_mesh, morph_count),
    COUNT(sinew_mesh, first_deformer),
    COUNT(sinew_mesh, deformer_count),
    COUNT(sinew_mesh, max_influences),
    COUNT(sinew_mesh, control_point_count),
    COUNT(sinew_mesh, first_vertex_block),
    FLOATS(sinew_mesh, bounds_min),
    FLOATS(sinew_mesh, bounds_max),
};

static const sinew__number_rule part_numbers[] = {
    INDEX_OR_NONE(sinew_submesh, material, MATERIALS),
    COUNT(sinew_submesh, first_index),
    COUNT(sinew_submesh, index_count),
};

static const sinew__number_rule influence_numbers[] = {
    NUMBER(sinew_influence, skin_joint, MESH_BINDING, 0),
    FLOATS(sinew_influence, weight),
    FLOATS(sinew_influence, authored),
};

static const sinew__number_rule binding_numbers[] = {
    INDEX(sinew_skin_joint, mesh, MESHES),        INDEX(sinew_skin_joint, joint, JOINTS),
    INDEX_OR_NONE(sinew_skin_joint, node, NODES), INDEX_OR_NONE(sinew_skin_joint, associate, SKIN_JOINTS),
    DOUBLES(sinew_skin_joint, inverse_bind),      DOUBLES(sinew_skin_joint, node_offset),
};

static const sinew__number_rule deformer_numbers[] = {
    BELOW(sinew_deformer, kind, SINEW_DEFORM_CACHE + 1), BELOW(sinew_deformer, method, SINEW_SKIN_BLENDED + 1),
    BELOW(sinew_deformer, link_mode, SINEW_LINK_TOTAL_ONE + 1),
    ANY(sinew_deformer, first_blend_weight), // for an empty mesh, it may be the end of the section
};

static const sinew__number_rule morph_numbers[] = {
    NAME(sinew_morph, name),         NUMBER(sinew_morph, mesh, THIS_MESH, 0),
    COUNT(sinew_morph, first_shape), COUNT(sinew_morph, shape_count),
    FLOATS(sinew_morph, weight),
};

static const sinew__number_rule shape_numbers[] = {
    FLOATS(sinew_shape, full_weight),
    COUNT(sinew_shape, first_delta),
    COUNT(sinew_shape, delta_count),
};

static const sinew__number_rule delta_numbers[] = {
    NUMBER(sinew_shape_delta, vertex, MESH_VERTEX, 0),
    FLOATS(sinew_shape_delta, position),
    FLOATS(sinew_shape_delta, normal),
};

static const sinew__number_rule material_numbers[] = {
    NAME(sinew_material, name),
    INDEX_OR_NONE(sinew_material, texture, TEXTURES),
    FLOATS(sinew_material, base_color),
    FLOATS(sinew_material, bare_color),
    BELOW(sinew_material, alpha_mode, SINEW_ALPHA_BLEND + 1),
    FLOATS(sinew_material, alpha_cutoff),
    YES_OR_NO(sinew_material, two_sided),
    BELOW(sinew_material, wrap, SINEW_TEXTURE_MIRROR + 1),
    INDEX_OR_NONE(sinew_material, maps, TEXTURES),
    FLOATS(sinew_material, roughness),
    FLOATS(sinew_material, metalness),
    FLOATS(sinew_material, normal_scale),
    FLOATS(sinew_material, occlusion_strength),
    FLOATS(sinew_material, emissive),
    YES_OR_NO(sinew_material, roughness_map_is_glossiness),
};

static const sinew__number_rule texture_mapping_numbers[] = {
    INDEX(sinew_texture_mapping, material, MATERIALS),
    BELOW(sinew_texture_mapping, map, SINEW_MAP_COUNT + 1),
    BELOW(sinew_texture_mapping, set, 2),
    BELOW(sinew_texture_mapping, wrap, SINEW_TEXTURE_MIRROR + 1),
    FLOATS(sinew_texture_mapping, offset),
    FLOATS(sinew_texture_mapping, scale),
    FLOATS(sinew_texture_mapping, rotation),
};

static const sinew__number_rule texture_numbers[] = {
    TEXT(sinew_texture, path),    TEXT(sinew_texture, format),    TEXT(sinew_texture, name),
    ANY(sinew_texture, reserved), ANY(sinew_texture, first_byte), ANY(sinew_texture, byte_count),
};

static const sinew__number_rule clip_numbers[] = {
    NAME(sinew_clip, name),
    YES_OR_NO(sinew_clip, is_default),
    DOUBLES(sinew_clip, start),
    DOUBLES(sinew_clip, duration),
    DOUBLES(sinew_clip, last_key),
    COUNT(sinew_clip, first_layer),
    COUNT(sinew_clip, layer_count),
    COUNT(sinew_clip, first_channel),
    COUNT(sinew_clip, channel_count),
    COUNT(sinew_clip, first_track),
    COUNT(sinew_clip, track_count),
    COUNT(sinew_clip, first_key_time),
    COUNT(sinew_clip, key_time_count),
    COUNT(sinew_clip, animated_joints),
    ANY(sinew_clip, reserved),
};

static const sinew__number_rule layer_numbers[] = {
    NAME(sinew_fbx_layer, name),
    BELOW(sinew_fbx_layer, mode, SINEW_LAYER_OVERRIDE_PASSTHROUGH + 1),
    DOUBLES(sinew_fbx_layer, weight),
    INDEX_OR_NONE(sinew_fbx_layer, weight_curve, CURVES),
    YES_OR_NO(sinew_fbx_layer, rotation_by_layer),
    YES_OR_NO(sinew_fbx_layer, scale_multiply),
    YES_OR_NO(sinew_fbx_layer, muted),
    YES_OR_NO(sinew_fbx_layer, is_base),
    ANY(sinew_fbx_layer, reserved),
};

static const sinew__number_rule channel_numbers[] = {
    NUMBER(sinew_channel, layer, CLIP_LAYER, 0),
    INDEX_OR_NONE(sinew_channel, joint, JOINTS),
    INDEX_OR_NONE(sinew_channel, morph, MORPHS),
    BELOW(sinew_channel, property, SINEW_CHANNEL_OTHER + 1),
    DOUBLES(sinew_channel, value),
    INDEX_OR_NONE(sinew_channel, curve, CURVES),
    ANY(sinew_channel, reserved),
};

static const sinew__number_rule curve_numbers[] = {
    COUNT(sinew_curve, first_key),
    COUNT(sinew_curve, key_count),
    BELOW(sinew_curve, before, SINEW_EXTRAPOLATE_REPEAT_RELATIVE + 1),
    BELOW(sinew_curve, after, SINEW_EXTRAPOLATE_REPEAT_RELATIVE + 1),
    ANY(sinew_curve, before_count),
    ANY(sinew_curve, after_count),
};

static const sinew__number_rule curve_key_numbers[] = {
    ANY(sinew_curve_key, ticks),
    DOUBLES(sinew_curve_key, value),
    FLOATS(sinew_curve_key, in_time),
    FLOATS(sinew_curve_key, in_value),
    FLOATS(sinew_curve_key, out_time),
    FLOATS(sinew_curve_key, out_value),
    BELOW(sinew_curve_key, interpolation, SINEW_CUBIC + 1),
    BELOW(sinew_curve_key, is_computed, 2),
};

static const sinew__number_rule track_numbers[] = {
    INDEX_OR_NONE(sinew_track, joint, JOINTS),
    INDEX_OR_NONE(sinew_track, node, NODES),
    INDEX_OR_NONE(sinew_track, morph, MORPHS),
    BELOW(sinew_track, path, SINEW_TRACK_MORPH_WEIGHT + 1),
    COUNT(sinew_track, first_key),
    COUNT(sinew_track, key_count),
    BELOW(sinew_track, interpolation, SINEW_CUBIC + 1),
    ANY(sinew_track, reserved),
};

static const sinew__number_rule track_key_numbers[] = {
    DOUBLES(sinew_track_key, time),
    DOUBLES(sinew_track_key, value),
};

static const sinew__number_rule warning_numbers[] = {
    TEXT(sinew_warning, code),
    TEXT(sinew_warning, object),
    TEXT(sinew_warning, text),
    BELOW(sinew_warning, severity, SINEW_SEVERITY_ERROR + 1),
};

static const sinew__number_rule source_numbers[] = {
    TEXT(sinew_source, name),
    ANY(sinew_source, reserved),
    ANY(sinew_source, size),
    ANY(sinew_source, hash),
};

static const sinew__number_rule cache_numbers[] = {
    INDEX(sinew_geometry_cache, mesh, MESHES), COUNT(sinew_geometry_cache, first_time),
    COUNT(sinew_geometry_cache, sample_count), COUNT(sinew_geometry_cache, first_point),
    COUNT(sinew_geometry_cache, point_count),  COUNT(sinew_geometry_cache, first_leader),
};

static const sinew__number_rule event_numbers[] = {
    INDEX(sinew_event, clip, CLIPS), NAME(sinew_event, track),   NAME(sinew_event, text),
    ANY(sinew_event, reserved),      DOUBLES(sinew_event, time), DOUBLES(sinew_event, value),
};

static const sinew__number_rule camera_numbers[] = {
    INDEX(sinew_file_camera, joint, JOINTS),
    INDEX_OR_NONE(sinew_file_camera, target, JOINTS),
    INDEX_OR_NONE(sinew_file_camera, up_target, JOINTS),
    YES_OR_NO(sinew_file_camera, is_parallel),
    DOUBLES(sinew_file_camera, position),
    DOUBLES(sinew_file_camera, forward),
    DOUBLES(sinew_file_camera, up),
    DOUBLES(sinew_file_camera, roll),
    DOUBLES(sinew_file_camera, field_of_view),
    DOUBLES(sinew_file_camera, extent),
    DOUBLES(sinew_file_camera, near_plane),
    DOUBLES(sinew_file_camera, far_plane),
};

static const sinew__number_rule document_object_numbers[] = {
    ANY(sinew_document_object, id),   ANY(sinew_document_object, hash),
    ANY(sinew_document_object, name), BELOW(sinew_document_object, kind, SINEW_DOCUMENT_SHAPE + 1),
    ANY(sinew_document_object, item), // the item as imported; an edit may have removed it
};

static const sinew__number_rule preset_numbers[] = {
    NAME(sinew_preset, name),
    COUNT(sinew_preset, first_weight),
    COUNT(sinew_preset, weight_count),
};

static const sinew__number_rule preset_weight_numbers[] = {
    INDEX(sinew_preset_weight, morph, MORPHS),
    FLOATS(sinew_preset_weight, weight),
};

static const sinew__number_rule clip_skeleton_numbers[] = {
    ANY(sinew__clip_skeleton, ticks_per_second), ANY(sinew__clip_skeleton, order),
    DOUBLES(sinew__clip_skeleton, velocity),     INDEX_OR_NONE(sinew__clip_skeleton, motion_joint, CLIP_JOINTS),
    ANY(sinew__clip_skeleton, reserved),
};

static const sinew__number_rule clip_joint_numbers[] = {
    NAME(sinew__clip_joint, name),
    ANY(sinew__clip_joint, parts),
    ANY(sinew__clip_joint, hash),
};

static const sinew__number_rule clip_morph_numbers[] = {
    NAME(sinew__clip_morph, mesh),
    NAME(sinew__clip_morph, name),
};

static const sinew__number_rule clip_motion_numbers[] = {
    FLOATS(sinew__clip_motion_key, yaw),
    FLOATS(sinew__clip_motion_key, shift),
};

PLAIN(joint_index, 1, INDEX, SINEW__SECTION_JOINTS);
PLAIN(vertex_index, 1, MESH_VERTEX, 0);
PLAIN(binding_index, 1, MESH_BINDING, 0);
PLAIN(any_word, 1, ANY, 0);
PLAIN(counts, 1, COUNT, 0);
PLAIN(one_float, 1, FLOAT, 0);
PLAIN(two_floats, 2, FLOAT, 0);
PLAIN(three_floats, 3, FLOAT, 0);
PLAIN(four_floats, 4, FLOAT, 0);
PLAIN(sixteen_floats, SINEW_VERTEX_BLOCK_SIZE, FLOAT, 0);
PLAIN(one_double, 2, DOUBLE, 0);

// ---- owners of items ----------------------------------------------------------------------------------------------

/// Defines a function that returns the items which an owner names with two fields.
#define SHARE(name, items, first_field, count_field_name)                                                              \
    static sinew__share name(const sinew_model *model, int32_t owner)                                                  \
    {                                                                                                                  \
        return (sinew__share){model->items[owner].first_field, model->items[owner].count_field_name};                  \
    }

SHARE(vertices_of_mesh, meshes, first_vertex, vertex_count)
SHARE(parts_of_mesh, meshes, first_submesh, submesh_count)
SHARE(polygons_of_mesh, meshes, first_polygon, polygon_count)
SHARE(corners_of_mesh, meshes, first_corner, corner_count)
SHARE(deformers_of_mesh, meshes, first_deformer, deformer_count)
SHARE(morphs_of_mesh, meshes, first_morph, morph_count)
SHARE(indices_of_mesh, meshes, first_index, index_count)
SHARE(shapes_of_morph, morphs, first_shape, shape_count)
SHARE(deltas_of_shape, shapes, first_delta, delta_count)
SHARE(layers_of_clip, clips, first_layer, layer_count)
SHARE(channels_of_clip, clips, first_channel, channel_count)
SHARE(tracks_of_clip, clips, first_track, track_count)
SHARE(key_times_of_clip, clips, first_key_time, key_time_count)
SHARE(keys_of_curve, curves, first_key, key_count)
SHARE(weights_of_preset, presets, first_weight, weight_count)
SHARE(times_of_cache, caches, first_time, sample_count)

/// Returns the items of a track: its keys and, if it is cubic, two tangents per key.
static sinew__share keys_of_track(const sinew_model *model, int32_t owner)
{
    const sinew_track *track = &model->tracks[owner];
    const int64_t sets = track->interpolation == SINEW_CUBIC ? 3 : 1;
    return (sinew__share){track->first_key, sets * track->key_count};
}

static sinew__share tiles_of_mesh(const sinew_model *model, int32_t owner)
{
    const sinew_mesh *mesh = &model->meshes[owner];
    return (sinew__share){mesh->first_vertex_block, mesh->vertex_count / SINEW_VERTEX_BLOCK_SIZE +
                                                        (mesh->vertex_count % SINEW_VERTEX_BLOCK_SIZE != 0)};
}

/// Returns the bytes of a texture. If first_byte is 2⁶³ or more, the range is negative and is rejected.
static sinew__share bytes_of_texture(const sinew_model *model, int32_t owner)
{
    const sinew_texture *texture = &model->textures[owner];
    return (sinew__share){(int64_t)texture->first_byte, (int64_t)texture->byte_count};
}

static sinew__share points_of_cache(const sinew_model *model, int32_t owner)
{
    const sinew_geometry_cache *cache = &model->caches[owner];
    return (sinew__share){cache->first_point, (int64_t)cache->sample_count * cache->point_count};
}

static sinew__share leaders_of_cache(const sinew_model *model, int32_t owner)
{
    const sinew_geometry_cache *cache = &model->caches[owner];
    return (sinew__share){cache->first_leader, model->meshes[cache->mesh].vertex_count};
}

// ---- the table ----------------------------------------------------------------------------------------------------

#define NUMBERS(array) .numbers = array, .number_count = sizeof(array) / sizeof *(array)
#define OWNED(by, function) .division = SINEW__DIVISION_SHARES, .owner = SINEW__SECTION_##by, .share_of = function
#define STARTED(by) .division = SINEW__DIVISION_STARTS, .owner = SINEW__SECTION_##by
#define CHECKED(by, function) .division = SINEW__DIVISION_CHECK, .owner = SINEW__SECTION_##by, .is_divided = function

const sinew__section_rules sinew__block_rules[SINEW__SECTION_ALL] = {
    [SINEW__SECTION_INFO] = {NUMBERS(info_numbers), .fits = sinew__info_fits},
    [SINEW__SECTION_TEXT] = {.fits = sinew__text_fits_together},
    [SINEW__SECTION_JOINTS] = {NUMBERS(joint_numbers), .most_items = SINEW__MAX_JOINTS, .fits = sinew__joints_fit},
    [SINEW__SECTION_AUTHORED_ORDER] = {NUMBERS(joint_index), .fits = sinew__authored_order_fits},
    [SINEW__SECTION_STACKS] = {NUMBERS(stack_numbers), CHECKED(JOINTS, sinew__stacks_are_divided)},
    [SINEW__SECTION_NODES] = {NUMBERS(node_numbers), .fits = sinew__nodes_fit},
    [SINEW__SECTION_MESHES] = {NUMBERS(mesh_numbers), .fits = sinew__meshes_fit},
    [SINEW__SECTION_SUBMESHES] = {NUMBERS(part_numbers), OWNED(MESHES, parts_of_mesh), .fits = sinew__submeshes_fit},
    [SINEW__SECTION_POSITIONS] = {NUMBERS(three_floats), OWNED(MESHES, vertices_of_mesh)},
    [SINEW__SECTION_NORMALS] = {NUMBERS(three_floats), OWNED(MESHES, vertices_of_mesh)},
    [SINEW__SECTION_TANGENTS] = {NUMBERS(four_floats), OWNED(MESHES, vertices_of_mesh)},
    [SINEW__SECTION_TEXCOORDS] = {NUMBERS(two_floats), OWNED(MESHES, vertices_of_mesh)},
    [SINEW__SECTION_COLORS] = {NUMBERS(four_floats), OWNED(MESHES, vertices_of_mesh)},
    [SINEW__SECTION_CONTROL_POINTS] = {NUMBERS(any_word), OWNED(MESHES, vertices_of_mesh)},
    [SINEW__SECTION_INFLUENCE_START] = {NUMBERS(counts), OWNED(MESHES, vertices_of_mesh),
                                        .fits = sinew__influence_starts_fit},
    [SINEW__SECTION_INFLUENCES] = {NUMBERS(influence_numbers), STARTED(INFLUENCE_START)},
    [SINEW__SECTION_INDICES] = {NUMBERS(vertex_index), OWNED(MESHES, indices_of_mesh)},
    [SINEW__SECTION_POLYGON_SIZES] = {NUMBERS(counts), OWNED(MESHES, polygons_of_mesh)},
    [SINEW__SECTION_CORNER_VERTICES] = {NUMBERS(vertex_index), OWNED(MESHES, corners_of_mesh),
                                        .fits = sinew__corners_fit},
    [SINEW__SECTION_SKIN_JOINTS] = {NUMBERS(binding_numbers), .fits = sinew__skin_joints_fit},
    [SINEW__SECTION_DEFORMERS] = {NUMBERS(deformer_numbers), OWNED(MESHES, deformers_of_mesh),
                                  .fits = sinew__deformers_fit},
    [SINEW__SECTION_BLEND_WEIGHTS] = {NUMBERS(one_float), CHECKED(DEFORMERS, sinew__blend_weights_are_divided)},
    [SINEW__SECTION_MORPHS] = {NUMBERS(morph_numbers), OWNED(MESHES, morphs_of_mesh)},
    [SINEW__SECTION_SHAPES] = {NUMBERS(shape_numbers), OWNED(MORPHS, shapes_of_morph), .fits = sinew__shapes_fit},
    [SINEW__SECTION_DELTAS] = {NUMBERS(delta_numbers), OWNED(SHAPES, deltas_of_shape)},
    [SINEW__SECTION_MATERIALS] = {NUMBERS(material_numbers)},
    [SINEW__SECTION_TEXTURES] = {NUMBERS(texture_numbers)},
    [SINEW__SECTION_IMAGE_BYTES] = {OWNED(TEXTURES, bytes_of_texture)},
    [SINEW__SECTION_CLIPS] = {NUMBERS(clip_numbers), .fits = sinew__clips_fit},
    [SINEW__SECTION_LAYERS] = {NUMBERS(layer_numbers), OWNED(CLIPS, layers_of_clip)},
    [SINEW__SECTION_CHANNELS] = {NUMBERS(channel_numbers), OWNED(CLIPS, channels_of_clip), .fits = sinew__channels_fit},
    [SINEW__SECTION_CURVES] = {NUMBERS(curve_numbers), CHECKED(CHANNELS, sinew__curves_are_divided),
                               .fits = sinew__curves_fit},
    [SINEW__SECTION_CURVE_KEYS] = {NUMBERS(curve_key_numbers), OWNED(CURVES, keys_of_curve),
                                   .fits = sinew__curve_keys_fit},
    [SINEW__SECTION_TRACKS] = {NUMBERS(track_numbers), OWNED(CLIPS, tracks_of_clip), .fits = sinew__tracks_fit},
    [SINEW__SECTION_TRACK_KEYS] = {NUMBERS(track_key_numbers), OWNED(TRACKS, keys_of_track),
                                   .fits = sinew__track_keys_fit},
    [SINEW__SECTION_KEY_TIMES] = {NUMBERS(one_double), OWNED(CLIPS, key_times_of_clip), .fits = sinew__key_times_fit},
    [SINEW__SECTION_BAKED] = {.fits = sinew__baked_clips_fit},
    [SINEW__SECTION_WARNINGS] = {NUMBERS(warning_numbers)},
    [SINEW__SECTION_SOURCES] = {NUMBERS(source_numbers)},
    [SINEW__SECTION_CACHES] = {NUMBERS(cache_numbers), .fits = sinew__caches_fit},
    [SINEW__SECTION_CACHE_TIMES] = {NUMBERS(one_double), OWNED(CACHES, times_of_cache), .fits = sinew__cache_times_fit},
    [SINEW__SECTION_CACHE_POINTS] = {NUMBERS(three_floats), OWNED(CACHES, points_of_cache)},
    [SINEW__SECTION_CACHE_LEADERS] = {NUMBERS(counts), OWNED(CACHES, leaders_of_cache),
                                      .fits = sinew__cache_leaders_fit},
    [SINEW__SECTION_VERTEX_BLOCK_START] = {NUMBERS(counts), OWNED(MESHES, tiles_of_mesh),
                                           .fits = sinew__vertex_block_starts_fit},
    [SINEW__SECTION_VERTEX_BLOCK_JOINTS] = {NUMBERS(binding_index), STARTED(VERTEX_BLOCK_START),
                                            .fits = sinew__vertex_block_joints_fit},
    [SINEW__SECTION_VERTEX_BLOCK_WEIGHTS] = {NUMBERS(sixteen_floats), STARTED(VERTEX_BLOCK_START)},
    [SINEW__SECTION_EVENTS] = {NUMBERS(event_numbers), .fits = sinew__events_fit},
    [SINEW__SECTION_CAMERAS] = {NUMBERS(camera_numbers), .fits = sinew__cameras_fit},
    [SINEW__SECTION_PRESETS] = {NUMBERS(preset_numbers)},
    [SINEW__SECTION_PRESET_WEIGHTS] = {NUMBERS(preset_weight_numbers), OWNED(PRESETS, weights_of_preset)},
    [SINEW__SECTION_DOCUMENT] = {.fits = sinew__document_fits},
    [SINEW__SECTION_DOCUMENT_OBJECTS] = {NUMBERS(document_object_numbers)},
    [SINEW__SECTION_TEXCOORDS2] = {NUMBERS(two_floats), OWNED(MESHES, vertices_of_mesh)},
    [SINEW__SECTION_TEXTURE_MAPPINGS] = {NUMBERS(texture_mapping_numbers), .fits = sinew__texture_mappings_fit},
    [SINEW__SECTION_CLIP_SKELETON] = {NUMBERS(clip_skeleton_numbers), .fits = sinew__clip_skeleton_fits},
    [SINEW__SECTION_CLIP_JOINTS] = {NUMBERS(clip_joint_numbers), .most_items = SINEW__MAX_JOINTS},
    [SINEW__SECTION_CLIP_MORPHS] = {NUMBERS(clip_morph_numbers)},
    [SINEW__SECTION_CLIP_MOTION] = {NUMBERS(clip_motion_numbers)},
};
