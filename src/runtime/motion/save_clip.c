// Writes a baked clip of a model as the bytes of a clip file.
#include <math.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/blend/clip_motions.h"
#include "runtime/model/block_file.h"
#include "runtime/model/clip_file.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/look_up.h"
#include "sinew/clip.h"

/// The sections of the file while they are filled.
typedef struct clip_writer {
    const sinew_model *model;
    sinew__buffer sections[SINEW__SECTION_ALL];
} clip_writer;

static void put(clip_writer *to, sinew__section section, const void *items, size_t size)
{
    if (size) sinew__buffer_put(&to->sections[section], items, size);
}

/// Appends a text and returns its offset; 0 is the empty text.
static sinew_text_ref put_text(clip_writer *to, const char *text)
{
    const size_t at = to->sections[SINEW__SECTION_TEXT].size;
    if (!*text) return 0;
    put(to, SINEW__SECTION_TEXT, text, strlen(text) + 1);
    return (sinew_text_ref)at;
}

// ---- the keys -----------------------------------------------------------------------------------------------------

/// Appends the section `baked`: its header, the table of one clip, and the clip.
static void put_baked(clip_writer *to, const sinew__baked_clip *baked)
{
    static const char zeros[SINEW__BAKED_ALIGN];
    const sinew_model *model = to->model;
    const sinew__baked_header header = {.version = SINEW__BAKED_VERSION, .clips = sinew__align_section(sizeof header)};
    sinew__buffer *section = &to->sections[SINEW__SECTION_BAKED];
    sinew__baked_clip own = {0};
    put(to, SINEW__SECTION_BAKED, &header, sizeof header);
    put(to, SINEW__SECTION_BAKED, zeros, (size_t)header.clips - sizeof header);
    put(to, SINEW__SECTION_BAKED, &own, sizeof own);
    sinew__baked_clip_copy(model->baked, baked, model->joint_count, model->morph_count, section, &own);
    // the file has no curves that continue outside of the clip
    own.flags |= SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER;
    if (!section->failed) memcpy(section->text + header.clips, &own, sizeof own);
}

/// Returns the components of a joint that the clip keys: those with curves, and those whose constant differs from the
/// rest pose.
static uint32_t keyed_of(const sinew_model *model, const sinew__compact_clip *clip, int32_t joint)
{
    static const float same_angle = 1e-5f; // half turns
    const sinew__compact_group *groups = sinew__baked_at(model->baked, clip->groups),
                               *group = &groups[joint / SINEW__COMPACT_LANES];
    const sinew__component_curves *curves = sinew__baked_at(model->baked, clip->components);
    const uint32_t *constants = sinew__baked_at(model->baked, clip->constants);
    const float *vectors = sinew__baked_at(model->baked, clip->vectors);
    const sinew__joint_constants *rests = sinew__baked_at(model->baked, sinew__baked_header_of(model)->joint_constants);
    const int lane = joint % SINEW__COMPACT_LANES;
    const uint32_t components = sinew__components_of(group->flags);
    float resting[SINEW__COMPONENT_QUATERNION];
    uint32_t keyed = 0;
    rests += joint / SINEW__COMPACT_LANES;
    sinew__resting_angles(model, joint, resting);
    for (int i = 0; i < 3; ++i) {
        resting[SINEW__COMPONENT_TRANSLATION + i] = rests->rest_t[i][lane];
        resting[SINEW__COMPONENT_SCALE + i] = rests->rest_s[i][lane];
    }
    for (uint32_t i = 0; i < group->component_count; ++i) {
        const sinew__component_curves *own = &curves[group->first_component + i];
        if (!(own->mask >> lane & 1)) continue;
        if (own->component < SINEW__COMPONENT_TRANSLATION || own->component >= SINEW__COMPONENT_QUATERNION)
            keyed |= SINEW__KEYED_ROTATION;
        else
            keyed |= own->component < SINEW__COMPONENT_SCALE ? 1u << (own->component - SINEW__COMPONENT_TRANSLATION)
                                                             : 64u << (own->component - SINEW__COMPONENT_SCALE);
    }
    const int is_quaternion = group->flags & SINEW__COMPACT_QUATERNIONS && group->quaternion_mask >> lane & 1;
    if (is_quaternion) keyed |= SINEW__KEYED_ROTATION;
    constants += group->first_vector;
    for (int component = 0; component < SINEW__COMPONENT_QUATERNION; ++component) {
        if (!(components >> component & 1)) continue;
        const float value = vectors[*constants++ + (uint32_t)lane];
        const int is_angle = component < SINEW__COMPONENT_TRANSLATION;
        if (fabsf(value - resting[component]) <= (is_angle ? same_angle : 0.0f)) continue;
        keyed |= is_angle                             ? SINEW__KEYED_ROTATION
                 : component < SINEW__COMPONENT_SCALE ? 1u << (component - SINEW__COMPONENT_TRANSLATION)
                                                      : 64u << (component - SINEW__COMPONENT_SCALE);
    }
    return keyed;
}

// ---- other data of the clip ---------------------------------------------------------------------------------

static void put_clip(clip_writer *to, int32_t index)
{
    const sinew_model *model = to->model;
    const sinew_clip *from = &model->clips[index];
    const sinew_clip own = {.name = put_text(to, sinew_text(model, from->name)),
                            .start = from->start,
                            .duration = from->duration,
                            .last_key = from->last_key,
                            .key_time_count = from->key_time_count,
                            .animated_joints = from->animated_joints};
    int32_t first;
    const int32_t events = sinew__clip_events(model, index, &first);
    put(to, SINEW__SECTION_CLIPS, &own, sizeof own);
    put(to, SINEW__SECTION_KEY_TIMES, model->timeline_key_times + from->first_key_time,
        (size_t)from->key_time_count * sizeof(double));
    for (int32_t i = first; i < first + events; ++i) {
        sinew_event event = model->events[i];
        event.clip = 0;
        event.track = put_text(to, sinew_text(model, event.track));
        event.text = put_text(to, sinew_text(model, event.text));
        put(to, SINEW__SECTION_EVENTS, &event, sizeof event);
    }
}

/// Appends the root motion as floats in steps of 1/10 s; in between, linear interpolation is enough.
static void put_motion(clip_writer *to, const sinew_root_motion_tables *motions, int32_t clip,
                       sinew__clip_skeleton *skeleton)
{
    static const double rate = 10;
    const sinew__clip_motion *motion = &motions->clips[clip];
    skeleton->motion_joint = to->model->joint_count ? motions->top : SINEW_NONE;
    skeleton->velocity[0] = motion->velocity.x;
    skeleton->velocity[1] = motion->velocity.y;
    skeleton->velocity[2] = motion->velocity.z;
    const int32_t steps = motion->samples ? (int32_t)fmin(ceil(motion->duration * rate), motion->count - 1) : 0;
    for (int32_t i = 0; i <= steps && motion->samples; ++i) {
        const sinew__turn turn = sinew__motion_within(motion, motion->duration * i / steps);
        const sinew__clip_motion_key key = {(float)turn.yaw,
                                            {(float)turn.shift.x, (float)turn.shift.y, (float)turn.shift.z}};
        put(to, SINEW__SECTION_CLIP_MOTION, &key, sizeof key);
    }
}

static void put_skeleton(clip_writer *to, const sinew__baked_clip *baked, int32_t clip,
                         const sinew_root_motion_tables *motions)
{
    const sinew_model *model = to->model;
    sinew__clip_skeleton skeleton = {.ticks_per_second = model->info->ticks_per_second,
                                     .order = sinew__clip_order(model),
                                     .motion_joint = SINEW_NONE};
    for (int32_t i = 0; i < model->joint_count; ++i) {
        sinew__clip_joint joint = sinew__clip_joint_of(model, i, keyed_of(model, sinew__compact_of(model, baked), i));
        joint.name = put_text(to, sinew_text(model, model->joints[i].name));
        put(to, SINEW__SECTION_CLIP_JOINTS, &joint, sizeof joint);
    }
    for (int32_t i = 0; i < model->morph_count; ++i) {
        const int is_same = i > 0 && strcmp(sinew__morph_mesh(model, i), sinew__morph_mesh(model, i - 1)) == 0;
        const sinew__clip_morph morph = {.mesh = is_same ? 0 : put_text(to, sinew__morph_mesh(model, i)),
                                         .name = put_text(to, sinew_text(model, model->morphs[i].name))};
        put(to, SINEW__SECTION_CLIP_MORPHS, &morph, sizeof morph);
    }
    if (motions) put_motion(to, motions, clip, &skeleton);
    put(to, SINEW__SECTION_CLIP_SKELETON, &skeleton, sizeof skeleton);
}

// ---- the block -----------------------------------------------------------------------------------------------------

/// Lays out the sections of a clip's block one after the other. Returns NULL when out of memory.
static void *lay_out(const clip_writer *from, size_t *out_size)
{
    uint32_t count = 0;
    for (int i = 0; i < SINEW__SECTION_ALL; ++i) {
        if (from->sections[i].failed) return NULL;
        count += (uint32_t)sinew__kind_has_section(SINEW__BLOCK_CLIP, i);
    }
    uint64_t size = sinew__align_section(sizeof(sinew__block_header) + count * sizeof(sinew__block_section));
    for (int i = 0; i < SINEW__SECTION_ALL; ++i) size = sinew__align_section(size + from->sections[i].size);
    uint8_t *block = sinew__allocate_lines((size_t)size);
    if (!block) return NULL;
    memset(block, 0, (size_t)size);
    sinew__block_header *header = (sinew__block_header *)(void *)block;
    sinew__block_section *table = (sinew__block_section *)(void *)(header + 1);
    *header = (sinew__block_header){.version = SINEW__BLOCK_VERSION,
                                    .endian = SINEW__BLOCK_ENDIAN,
                                    .size = size,
                                    .section_count = count,
                                    .kind = SINEW__BLOCK_CLIP};
    memcpy(header->magic, SINEW__BLOCK_MAGIC, sizeof header->magic);
    uint64_t at = sinew__align_section(sizeof *header + count * sizeof *table);
    for (uint32_t i = 0; i < SINEW__SECTION_ALL; ++i) {
        const sinew__buffer *section = &from->sections[i];
        const sinew__section_row *row = &sinew__sections[i];
        if (!sinew__kind_has_section(SINEW__BLOCK_CLIP, (int)i)) continue;
        *table++ = (sinew__block_section){.id = i,
                                          .version = row->version,
                                          .offset = at,
                                          .count = section->size / row->stride,
                                          .stride = row->stride};
        if (section->size) memcpy(block + at, section->text, section->size);
        at = sinew__align_section(at + section->size);
    }
    *out_size = (size_t)size;
    return block;
}

sinew_result sinew_clip_save(const sinew_model *model, int32_t clip, const sinew_root_motion_tables *motions,
                             void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    if (out_bytes) *out_bytes = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_bytes, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    if (sinew__lacks_item(out_error, "clip", clip, model->clip_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (motions && motions->model != model)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the clip motions belong to another model");
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    if (!baked)
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "clip '%.200s' is not baked",
                           sinew__clip_name(model, clip));
    clip_writer to = {.model = model};
    put(&to, SINEW__SECTION_TEXT, "", 1);
    put_clip(&to, clip);
    put_baked(&to, baked);
    put_skeleton(&to, baked, clip, motions);
    size_t size;
    void *block = lay_out(&to, &size);
    for (int i = 0; i < SINEW__SECTION_ALL; ++i) sinew__buffer_free(&to.sections[i]);
    if (!block) return sinew__fail_memory(out_error);
    sinew_model *view;
    sinew_result result =
        sinew__model_from_memory(block, size, sinew__block_free, SINEW__BLOCK_CLIP, NULL, &view, out_error);
    if (result != SINEW_OK) return result;
    result = sinew__block_file_write(view, out_bytes, out_size, out_error);
    sinew_model_destroy(view);
    return result;
}
