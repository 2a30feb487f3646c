// Computes the data of a model that baked clips need besides curves: bind matrices, and the tables for writing the
// palette.
#include "author/bake/bake_clip.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/cpu.h"
#include "runtime/model/compact_clip.h"

// Bind matrices, which define bind space, the space of the undeformed vertices; see runtime/model/baked_clips.h.

/// Deviation of a rotation from orthogonality that exporters with few digits produce.
static const double almost = 1e-5;

/// Sets *out to `map` if `map` is made of rotation, uniform scale and translation, else to the nearest such map.
/// Returns 0 if *out has no inverse.
static int nearest_similarity(const sinew_affine *map, sinew_affine *out)
{
    sinew_transform transform;
    const double skew = sinew__transform_from_affine(map, &transform);
    const sinew_vec3 s = transform.s;
    const double even = (s.x + s.y + s.z) / 3;
    if (!(fabs(even) > 0) || !isfinite(even)) return 0;
    const double uneven = fmax(fabs(s.x - even), fmax(fabs(s.y - even), fabs(s.z - even))) / fabs(even);
    transform.s = (sinew_vec3){even, even, even};
    *out = skew < almost && uneven < almost ? *map : sinew__affine_from_transform(&transform);
    sinew_affine inverse;
    return sinew__affine_inverse(out, &inverse) && sinew__affine_is_finite(&inverse);
}

double sinew__even_scale(const sinew_affine *map)
{
    double square = 0;
    for (int i = 0; i < 9; ++i) square += map->row[i / 3][i % 3] * map->row[i / 3][i % 3];
    return sqrt(square / 3);
}

sinew__binds sinew__binds_of_model(const sinew_model *model, sinew__arena *memory)
{
    sinew__binds binds = {.globals = SINEW__ARENA_ARRAY(memory, sinew_affine, model->joint_count),
                          .back = SINEW__ARENA_ARRAY(memory, sinew_affine, model->joint_count),
                          .offset = SINEW__ARENA_ARRAY(memory, sinew_affine, model->skin_joint_count)};
    uint8_t *known = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    if (memory->failed) return binds;
    // Joints that move vertices take the bind matrix of their first skin joint.
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[i];
        if (known[skin_joint->joint] || !nearest_similarity(&skin_joint->inverse_bind, &binds.back[skin_joint->joint]))
            continue;
        (void)sinew__affine_inverse(&binds.back[skin_joint->joint], &binds.globals[skin_joint->joint]);
        known[skin_joint->joint] = 1;
    }
    // Other joints get their rest position below their parent, without rotation, so that a joint's own scale stays
    // along the axes.
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (known[i]) continue;
        const sinew_affine above =
            joint->parent == SINEW_NONE ? sinew__affine_identity() : binds.globals[joint->parent];
        const sinew_affine rest = sinew__affine_multiply(&above, &joint->rest_matrix);
        const double scale = sinew__even_scale(&above);
        binds.globals[i] = sinew__affine_scale((double[3]){scale, scale, scale});
        for (int k = 0; k < 3; ++k) binds.globals[i].row[k][3] = rest.row[k][3];
        (void)sinew__affine_inverse(&binds.globals[i], &binds.back[i]);
    }
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        binds.offset[i] =
            sinew__affine_multiply(&binds.globals[model->skin_joints[i].joint], &model->skin_joints[i].inverse_bind);
    return binds;
}

/// Whether a skin joint's offset to bind space is the identity.
static int is_in_bind_space(const sinew__binds *binds, const sinew_model *model, int32_t skin_joint)
{
    const sinew_affine identity = sinew__affine_identity();
    for (int i = 0; i < 12; ++i) {
        const double unit = i % 4 == 3 ? model->info->size : 1;
        if (!(fabs(binds->offset[skin_joint].row[i / 4][i % 4] - identity.row[i / 4][i % 4]) <= 1e-7 * unit)) return 0;
    }
    return 1;
}

/// The state while the tables are filled.
typedef struct filling {
    const sinew_model *model;
    const sinew__binds *binds;
    sinew__palette_tables *tables;
    int32_t *last_entry; ///< [joint_count] last entry of each joint, or SINEW_NONE
    int32_t *before;     ///< [entries] previous entry of the same joint, or SINEW_NONE
    int32_t *written;    ///< [joint_count] a skin joint of the joint or of a descendant, or SINEW_NONE
} filling;

static void add_repeat(sinew__palette_tables *tables, int32_t skin_joint, int32_t from)
{
    tables->repeats[tables->repeat_count++] = (sinew__palette_link){.skin_joint = skin_joint, .from = from};
}

/// Returns the skin joint of an earlier entry with the same joint and offset, or SINEW_NONE.
static int32_t find_same(const filling *work, const sinew__palette_entry *entry)
{
    enum { MAX_COMPARED = 16 }; // entries of one joint that are compared; bounds the time if a joint has thousands
    int32_t at = work->last_entry[entry->joint];
    for (int i = 0; i < MAX_COMPARED && at != SINEW_NONE; ++i, at = work->before[at])
        if (memcmp(work->tables->entries[at].offset, entry->offset, sizeof entry->offset) == 0)
            return work->tables->entries[at].skin_joint;
    return SINEW_NONE;
}

/// Adds a palette entry for a skin joint that is not in bind space.
static void add_entry(filling *work, int32_t skin_joint)
{
    sinew__palette_tables *tables = work->tables;
    const sinew_affine *offset = &work->binds->offset[skin_joint];
    sinew__palette_entry entry = {.skin_joint = skin_joint, .joint = work->model->skin_joints[skin_joint].joint};
    for (int i = 0; i < 12; ++i) entry.offset[i] = sinew__flush(offset->row[i / 4][i % 4], SINEW__LEAST_ELEMENT);
    const int32_t same = find_same(work, &entry);
    if (same != SINEW_NONE) {
        add_repeat(tables, skin_joint, same);
        return;
    }
    work->before[tables->entry_count] = work->last_entry[entry.joint];
    work->last_entry[entry.joint] = tables->entry_count;
    tables->entries[tables->entry_count++] = entry;
}

/// Decides how each skin joint gets its palette entry: by a copy of a joint matrix, by an entry with an offset, or by
/// repeating one of these.
static void divide_skin_joints(filling *work)
{
    const sinew_model *model = work->model;
    sinew__palette_tables *tables = work->tables;
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        int32_t *copy = &tables->copies[model->skin_joints[i].joint];
        if (!is_in_bind_space(work->binds, model, i))
            add_entry(work, i);
        else if (*copy == SINEW_NONE)
            *copy = i;
        else
            add_repeat(tables, i, *copy);
    }
}

static sinew__joint_step step_of(const filling *work, int32_t joint)
{
    const int32_t written = work->written[joint];
    return (sinew__joint_step){
        .delta = sinew__delta_of_joint(joint),
        .parent = (uint32_t)(work->model->joints[joint].parent + 1) * SINEW__JOINT_MATRIX_FLOATS,
        .joint_matrix = (uint32_t)(joint + 1) * SINEW__JOINT_MATRIX_FLOATS,
        .palette = written == SINEW_NONE ? 0 : (uint32_t)written * SINEW__MATRIX_FLOATS,
    };
}

static void list_steps(const filling *work)
{
    const sinew__palette_tables *tables = work->tables;
    const int32_t joints = work->model->joint_count;
    // Find the joints on which palette entries depend, and for each of them the entry that its step writes: its own
    // copy, or an entry that a later step overwrites with the final value.
    const sinew_model *model = work->model;
    for (int32_t i = 0; i < model->joint_count; ++i) work->written[i] = work->tables->copies[i];
    for (int32_t i = 0; i < work->tables->entry_count; ++i) {
        const sinew__palette_entry *entry = &work->tables->entries[i];
        if (work->written[entry->joint] == SINEW_NONE) work->written[entry->joint] = entry->skin_joint;
    }
    for (int32_t i = model->joint_count; i-- > 0;) { // children have larger indices than their parents
        const int32_t parent = model->joints[i].parent;
        if (parent != SINEW_NONE && work->written[parent] == SINEW_NONE) work->written[parent] = work->written[i];
    }
    for (int32_t first = 0, next = 0; first < joints; first += SINEW__CHUNK_JOINTS) {
        const int32_t end = joints - first < SINEW__CHUNK_JOINTS ? joints : first + SINEW__CHUNK_JOINTS;
        for (int32_t i = first; i < end; ++i)
            if (work->written[i] != SINEW_NONE) tables->steps[next++] = step_of(work, i);
        tables->needed[first / SINEW__CHUNK_JOINTS] = next - first;
        for (int32_t i = first; i < end; ++i)
            if (work->written[i] == SINEW_NONE) tables->steps[next++] = step_of(work, i);
    }
}

sinew__palette_tables sinew__palette_tables_of(const sinew_model *model, const sinew__binds *binds,
                                               sinew__arena *memory)
{
    const int32_t joints = model->joint_count, skin_joints = model->skin_joint_count;
    sinew__palette_tables tables = {.copies = SINEW__ARENA_ARRAY(memory, int32_t, joints),
                                    .steps = SINEW__ARENA_ARRAY(memory, sinew__joint_step, joints),
                                    .needed = SINEW__ARENA_ARRAY(memory, int32_t, sinew__joint_chunks_of(joints)),
                                    .entries = SINEW__ARENA_ARRAY(memory, sinew__palette_entry, skin_joints),
                                    .repeats = SINEW__ARENA_ARRAY(memory, sinew__palette_link, skin_joints)};
    filling work = {.model = model,
                    .binds = binds,
                    .tables = &tables,
                    .last_entry = SINEW__ARENA_ARRAY(memory, int32_t, joints),
                    .before = SINEW__ARENA_ARRAY(memory, int32_t, skin_joints),
                    .written = SINEW__ARENA_ARRAY(memory, int32_t, joints)};
    if (memory->failed) return tables;
    for (int32_t i = 0; i < joints; ++i) tables.copies[i] = work.last_entry[i] = SINEW_NONE;
    divide_skin_joints(&work);
    list_steps(&work);
    return tables;
}
