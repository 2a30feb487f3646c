/// raw_model → block: the builder, its steps, and the helpers of the step of meshes.
#ifndef SINEW_RUNTIME_MODEL_BUILD_BUILDER_H
#define SINEW_RUNTIME_MODEL_BUILD_BUILDER_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/error.h"
#include "runtime/model/block.h"
#include "runtime/model/character_size.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/make_model.h"
#include "sinew/raw_model.h"

// ---- the builder ---------------------------------------------------------------------------------------------------
// The work of `sinew__raw_model_build`: sections that grow item by item, filled stage by stage, then laid out as one
// block.

/// One growing section.
typedef struct sinew__section_buffer {
    unsigned char *items;
    size_t count, capacity; ///< in items
    int is_lent;            ///< the items are borrowed: read-only, and copied before more are pushed
} sinew__section_buffer;

typedef struct sinew__builder {
    const sinew_raw_model *raw;
    sinew_error *error;
    sinew__section_buffer sections[SINEW__SECTION_COUNT];
    sinew__arena scratch;                     ///< lives until the build ends
    int32_t *joint_of_raw;                    ///< [raw joint_count] breadth-first index
    sinew__joint_frame *rest;                 ///< [joint_count] breadth-first
    int32_t *first_morph;                     ///< [raw mesh_count] index of each mesh's first morph
    sinew__character_joint *character_joints; ///< [joint_count] breadth-first
    int has_bones;                            ///< a joint is a bone
    sinew__character_bounds bounds;
} sinew__builder;

/// Reserves space for `count` more items, so that pushing them does not move the section. Returns 0 when out of memory
/// or over 2³¹ − 1 items.
int sinew__section_reserve(sinew__builder *builder, sinew__section section, size_t count);

/// Appends `count` zeroed items to a section and returns the first, or NULL when out of memory or over 2³¹ − 1 items.
/// Valid until the section's next push.
void *sinew__section_push(sinew__builder *builder, sinew__section section, size_t count);

/// Fills an empty section with borrowed items, which must exist until the block is laid out.
void sinew__section_lend(sinew__builder *builder, sinew__section section, const void *items, size_t count);

/// Returns the number of items.
int32_t sinew__section_size(const sinew__builder *builder, sinew__section section);

/// Returns the first item; valid until the section's next push. Items of a lent section must not be changed.
void *sinew__section_items(const sinew__builder *builder, sinew__section section);

/// Stores a string (NULL: "") and returns its offset; bytes that are not UTF-8 become U+FFFD. Sets *ok to 0 when out of
/// memory, else leaves it.
sinew_text_ref sinew__builder_text(sinew__builder *builder, const char *text, int *ok);

/// Adds a name, which is truncated to SINEW__LONGEST_NAME bytes.
sinew_text_ref sinew__builder_name(sinew__builder *builder, const char *name, int *ok);

/// Adds a warning of the raw model. Returns 0 when out of memory.
int sinew__builder_put_warning(sinew__builder *builder, const sinew_raw_warning *from);

/// The warnings of building, baking, combining and retargeting, after the importer's warnings (import_pass.h): their
/// numbers, their severity, and their subjects.
#define SINEW__BUILDER_WARNINGS(X)                                                                                     \
    X("I50", WARNING, "numbers that are not finite were replaced")                                                     \
    X("I51", WARNING, "weights that name no joint or are not finite were dropped")                                     \
    X("I52", WARNING, "keys that are not in order or not finite were dropped")                                         \
    X("I53", INFO, "a clip is not baked: it plays from its curves, exact but slower")                                  \
    X("I54", INFO, "a clip is not baked because that would not be exact enough")                                       \
    X("I55", WARNING, "joints that an added clip moves are not in the model")                                          \
    X("I56", WARNING, "the bones of an added clip differ from the model's in length or direction")                     \
    X("I57", INFO, "a baked clip takes much memory")                                                                   \
    X("I58", WARNING, "an added clip is in another unit than the model")                                               \
    X("I59", WARNING, "the body that is retargeted does not stand at rest")                                            \
    X("I60", INFO, "clips that were added to a baked model are not baked")

/// Adds a warning of the builder, "I50" … Returns 0 when out of memory.
int sinew__builder_warn(sinew__builder *builder, const char *code, const char *object, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Puts the sections one after the other into a block. *out_block is released by sinew_free and set on success only.
sinew_result sinew__builder_lay_out(const sinew__builder *builder, void **out_block, size_t *out_size);
void sinew__builder_free(sinew__builder *builder);

/// Fills the builder's sections from a model but for those that `left_out` [SINEW__SECTION_COUNT] marks. Returns 0 when
/// out of memory.
int sinew__take_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out);

/// Puts sections without a copy, of a model that stays until the block is laid out. Sections that are left out are
/// empty.
void sinew__lend_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out);

// ---- steps ---------------------------------------------------------------------------------------------------------
// The stages of a build, in their order. Each fills its sections and names what breaks a rule of raw_model.h.

sinew_result sinew__build_joints(sinew__builder *builder);
sinew_result sinew__build_meshes(sinew__builder *builder);
sinew_result sinew__build_clips(sinew__builder *builder);
sinew_result sinew__build_cameras(sinew__builder *builder);

// ---- triangles -----------------------------------------------------------------------------------------------------
// A polygon mesh as it is drawn: polygons cut into triangles, equal corners welded into vertices, vertices in the
// order that skins fastest.

/// Cuts one polygon. `corners` is [size] vertices in `positions` (three floats each). Writes (size − 2) × 3 vertices to
/// `out_triangles`, turning as the polygon turns; nothing for fewer than three corners. Quads take the diagonal that
/// keeps both triangles upright, else the shorter; larger ones lose their ears one by one (O(n²) mostly, O(n³) at
/// worst); from 512 corners on a fan must do. `scratch` is [size].
void sinew__triangulate(const float *positions, const uint32_t *corners, uint32_t size, uint32_t *scratch,
                        uint32_t *out_triangles);

/// For each raw vertex, the first vertex that equals it: bit for bit the same control point and attributes, and without
/// control points the same influences. Returns NULL when out of memory. Meshes that must not be welded map each vertex
/// to itself.
uint32_t *sinew__weld(const sinew_raw_mesh *mesh, sinew__arena *arena);

/// Sorts `vertices` (raw ones, rising) by the set of palette entries that move each, so that neighbours share theirs;
/// equal sets keep their order. Returns 0 when out of memory.
int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena);

// ---- parts of meshes -----------------------------------------------------------------------------------------------
// One mesh while it is built, and the parts that follow its vertices and polygons.

typedef struct sinew__mesh_build {
    sinew__builder *builder;
    const sinew_raw_mesh *raw;
    const char *name;              ///< never NULL
    const uint32_t *vertex_of_raw; ///< [raw vertex_count] after welding
    const uint32_t *raw_of_vertex; ///< [vertex_count] the first raw vertex of each
    int32_t vertex_count;
    sinew_mesh *mesh; ///< being filled
    int32_t mesh_index;
} sinew__mesh_build;

/// Normalises the weights of the mesh by its link mode and appends its influences.
sinew_result sinew__build_influences(sinew__mesh_build *build);

/// Packs the geometry cache of the mesh, if it has one. Positions, normals and control points must be filled.
sinew_result sinew__build_cache(sinew__mesh_build *build);

/// Gathers the influences of each 16 vertices into a vertex block.
sinew_result sinew__build_vertex_blocks(sinew__mesh_build *build);

/// Smooth normals of a raw mesh that has none: area-weighted over the polygons at each control point. Returns
/// [vertex_count × 3] in scratch memory, or NULL when out of memory. Polygon vertices must be checked before.
float *sinew__build_normals(sinew__builder *builder, const sinew_raw_mesh *mesh);

#endif
