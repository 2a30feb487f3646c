#include "runtime/model/block.h"

#include "runtime/model/clip_file.h"

#define ROW_OF(in_clips, section, items, type, field_name, count_name, count_rule)                                     \
    [SINEW__SECTION_##section] = {#field_name,                                                                         \
                                  1,                                                                                   \
                                  (uint32_t)((items) * sizeof(type)),                                                  \
                                  offsetof(sinew_model, field_name),                                                   \
                                  offsetof(sinew_model, count_name),                                                   \
                                  SINEW__COUNT_##count_rule,                                                           \
                                  in_clips}
#define ROW(...) ROW_OF(0, __VA_ARGS__)
#define CLIP_ROW(...) ROW_OF(1, __VA_ARGS__)

const sinew__section_row sinew__sections[SINEW__SECTION_ALL] = {
    ROW(INFO, 1, sinew_model_info, info, info, ONE),
    CLIP_ROW(TEXT, 1, char, text, text_size, SIZE),
    ROW(JOINTS, 1, sinew_joint, joints, joint_count, INT32),
    ROW(AUTHORED_ORDER, 1, int32_t, authored_order, joint_count, INT32),
    ROW(STACKS, 1, sinew_transform_stack, stacks, stack_count, INT32),
    ROW(NODES, 1, sinew_node, nodes, node_count, INT32),
    ROW(MESHES, 1, sinew_mesh, meshes, mesh_count, INT32),
    ROW(SUBMESHES, 1, sinew_submesh, submeshes, submesh_count, INT32),
    ROW(POSITIONS, 3, float, positions, vertex_count, INT32),
    ROW(NORMALS, 3, float, normals, vertex_count, INT32),
    ROW(TANGENTS, 4, float, tangents, vertex_count, OPTIONAL),
    ROW(TEXCOORDS, 2, float, texcoords, vertex_count, INT32),
    ROW(COLORS, 4, float, colors, vertex_count, INT32),
    ROW(CONTROL_POINTS, 1, uint32_t, control_points, vertex_count, INT32),
    ROW(INFLUENCE_START, 1, uint32_t, influence_start, vertex_count, PLUS_ONE),
    ROW(INFLUENCES, 1, sinew_influence, influences, influence_count, INT32),
    ROW(INDICES, 1, uint32_t, indices, index_count, INT32),
    ROW(POLYGON_SIZES, 1, uint32_t, polygon_sizes, polygon_count, INT32),
    ROW(CORNER_VERTICES, 1, uint32_t, corner_vertices, corner_count, INT32),
    ROW(SKIN_JOINTS, 1, sinew_skin_joint, skin_joints, skin_joint_count, INT32),
    ROW(DEFORMERS, 1, sinew_deformer, deformers, deformer_count, INT32),
    ROW(BLEND_WEIGHTS, 1, float, blend_weights, blend_weight_count, INT32),
    ROW(MORPHS, 1, sinew_morph, morphs, morph_count, INT32),
    ROW(SHAPES, 1, sinew_shape, shapes, shape_count, INT32),
    ROW(DELTAS, 1, sinew_shape_delta, deltas, delta_count, INT32),
    ROW(MATERIALS, 1, sinew_material, materials, material_count, INT32),
    ROW(TEXTURES, 1, sinew_texture, textures, texture_count, INT32),
    ROW(IMAGE_BYTES, 1, uint8_t, image_bytes, image_byte_count, SIZE),
    CLIP_ROW(CLIPS, 1, sinew_clip, clips, clip_count, INT32),
    ROW(LAYERS, 1, sinew_fbx_layer, layers, layer_count, INT32),
    ROW(CHANNELS, 1, sinew_channel, channels, channel_count, INT32),
    ROW(CURVES, 1, sinew_curve, curves, curve_count, INT32),
    ROW(CURVE_KEYS, 1, sinew_curve_key, curve_keys, curve_key_count, INT32),
    ROW(TRACKS, 1, sinew_track, tracks, track_count, INT32),
    ROW(TRACK_KEYS, 1, sinew_track_key, track_keys, track_key_count, INT32),
    CLIP_ROW(KEY_TIMES, 1, double, timeline_key_times, key_time_count, INT32),
    CLIP_ROW(BAKED, 1, uint8_t, baked, baked_byte_count, SIZE),
    ROW(WARNINGS, 1, sinew_warning, warnings, warning_count, INT32),
    ROW(SOURCES, 1, sinew_source, sources, source_count, INT32),
    ROW(CACHES, 1, sinew_geometry_cache, caches, cache_count, INT32),
    ROW(CACHE_TIMES, 1, double, timeline_cache_times, cache_time_count, INT32),
    ROW(CACHE_POINTS, 3, float, cache_points, cache_point_count, INT32),
    ROW(CACHE_LEADERS, 1, uint32_t, cache_leaders, cache_leader_count, INT32),
    ROW(VERTEX_BLOCK_START, 1, uint32_t, vertex_block_start, vertex_block_count, PLUS_ONE),
    ROW(VERTEX_BLOCK_JOINTS, 1, int32_t, vertex_block_joints, vertex_block_joint_count, INT32),
    ROW(VERTEX_BLOCK_WEIGHTS, SINEW_VERTEX_BLOCK_SIZE, float, vertex_block_weights, vertex_block_joint_count, INT32),
    CLIP_ROW(EVENTS, 1, sinew_event, events, event_count, INT32),
    ROW(CAMERAS, 1, sinew_file_camera, cameras, camera_count, INT32),
    ROW(PRESETS, 1, sinew_preset, presets, preset_count, INT32),
    ROW(PRESET_WEIGHTS, 1, sinew_preset_weight, preset_weights, preset_weight_count, INT32),
    ROW(DOCUMENT, 1, uint8_t, document, document_size, SIZE),
    ROW(DOCUMENT_OBJECTS, 1, sinew_document_object, document_objects, document_object_count, INT32),
    ROW(TEXCOORDS2, 2, float, texcoords2, vertex_count, OPTIONAL),
    ROW(TEXTURE_MAPPINGS, 1, sinew_texture_mapping, texture_mappings, texture_mapping_count, INT32),
    CLIP_ROW(CLIP_SKELETON, 1, sinew__clip_skeleton, clip_skeleton, clip_skeleton, ONE),
    CLIP_ROW(CLIP_JOINTS, 1, sinew__clip_joint, clip_joints, joint_count, INT32),
    CLIP_ROW(CLIP_MORPHS, 1, sinew__clip_morph, clip_morphs, morph_count, INT32),
    CLIP_ROW(CLIP_MOTION, 1, sinew__clip_motion_key, clip_motion, clip_motion_count, INT32),
};
