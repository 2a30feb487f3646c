#include "support/attacks.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/model/block.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/validate/checks.h"
#include "support/cmocka_close.h"
#include "support/full_block.h"

/// A number of the view, to be written to.
#define CHANGE(type, item) (*(type *)(uintptr_t)(const void *)&(item))

const attack attacks[ATTACKS] = {
    {"morphs-share-shapes", "shapes are not divided"},
    {"shapes-share-deltas", "deltas are not divided"},
    {"channel-of-no-clip", "channels are not divided"},
    {"track-of-no-clip", "tracks are not divided"},
    {"morph-of-no-mesh", "morphs are not divided"},
    {"meshes-share-polygons", "polygon_sizes are not divided"},
    {"meshes-share-corners", "corner_vertices are not divided"},
    {"meshes-share-indices", "submeshes"},
    {"submeshes-overlap", "submeshes"},
    {"vertices-of-no-mesh", "positions are not divided"},
    {"vertex-without-influence", "influence_start"},
    {"skin_joint-of-no-mesh", "influences"},
    {"curves-shared", "curves are not divided"},
    {"joints-share-a-name", "texts shared"},
    {"clips-share-bytes", "baked"},
    {"groups-in-other-bytes", "baked"},
    {"sections-overlap", "section"},
    {"textures-share-bytes", "image_bytes are not divided"},
    {"key-times-of-no-clip", "key_times are not divided"},
};

static void share_clips(const sinew_model *view)
{
    const sinew__baked_header *header = sinew__baked_header_of(view);
    sinew__baked_clip *clips = (sinew__baked_clip *)(uintptr_t)(view->baked + header->clips);
    clips[1] = clips[0];
}

static void move_groups(const sinew_model *view)
{
    const sinew__baked_clip *clip = sinew__baked_clip_of(view, 0);
    sinew__compact_clip *compact = (sinew__compact_clip *)(uintptr_t)(view->baked + clip->compact);
    compact->groups = compact->chunks;
}

static void share_sections(void *block)
{
    sinew__block_section *table = (sinew__block_section *)((sinew__block_header *)block + 1);
    table[SINEW__SECTION_NORMALS].offset = table[SINEW__SECTION_POSITIONS].offset;
}

/// In the order of `attacks`.
static void change(int index, const sinew_model *view, void *block)
{
    const int32_t last_mesh = view->mesh_count - 1, last_clip = view->clip_count - 1;
    switch (index) {
    case 0: CHANGE(int32_t, view->morphs[2].first_shape) = view->morphs[1].first_shape; break;
    case 1: CHANGE(int32_t, view->shapes[1].first_delta) = view->shapes[0].first_delta; break;
    case 2: CHANGE(int32_t, view->clips[0].channel_count) -= 1; break;
    case 3: CHANGE(int32_t, view->clips[last_clip].track_count) -= 1; break;
    case 4: CHANGE(int32_t, view->meshes[last_mesh].morph_count) -= 1; break;
    case 5: CHANGE(int32_t, view->meshes[1].first_polygon) = view->meshes[0].first_polygon; break;
    case 6: CHANGE(int32_t, view->meshes[1].first_corner) = view->meshes[0].first_corner; break;
    case 7: CHANGE(int32_t, view->meshes[1].first_index) = view->meshes[0].first_index; break;
    case 8: CHANGE(int32_t, view->submeshes[1].first_index) = view->submeshes[0].first_index; break;
    case 9: CHANGE(int32_t, view->meshes[last_mesh].vertex_count) -= 1; break;
    case 10: CHANGE(uint32_t, view->influence_start[1]) = view->influence_start[2]; break;
    case 11: CHANGE(int32_t, view->meshes[last_mesh].skin_joint_count) -= 1; break;
    case 12: CHANGE(int32_t, view->channels[1].curve[0]) = view->channels[0].curve[0]; break;
    case 13: CHANGE(uint32_t, view->joints[1].name) = view->joints[0].name; break;
    case 14: share_clips(view); break;
    case 15: move_groups(view); break;
    case 16: share_sections(block); break;
    case 17: CHANGE(uint64_t, view->textures[0].byte_count) += 1; break;
    case 18: CHANGE(int32_t, view->clips[last_clip].key_time_count) -= 1; break;
    default: fail_msg("no attack %d", index);
    }
}

void *make_attack(int index, size_t *out_size)
{
    void *block;
    sinew_model view = {0};
    sinew_error error;
    make_baked_block(&block, out_size);
    if (sinew__view_block(block, *out_size, SINEW__BLOCK_MODEL, &view, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    change(index, &view, block);
    return block;
}
