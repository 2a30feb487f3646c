/// Raw model → block: the builder, the stages of a build, and the functions of the stage for meshes.
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
// The state of sinew__raw_model_build. Each stage appends items to sections; at the end the sections are laid out as
// one block.

/// One growing section.
typedef struct sinew__section_buffer {
    unsigned char *items;
    size_t count, capacity; ///< in items
    int is_lent;            ///< the items are borrowed: they are read-only, and copied before the next push
} sinew__section_buffer;

typedef struct sinew__builder {
    const sinew_raw_model *raw;
    sinew_error *error;
    sinew__section_buffer sections[SINEW__SECTION_COUNT];
    sinew__arena scratch;                     ///< lives until the build ends
    int32_t *joint_of_raw;                    ///< [raw joint_count] breadth-first index
    sinew__joint_frame *rest;                 ///< [joint_count] in breadth-first order
    int32_t *first_morph;                     ///< [raw mesh_count] index of each mesh's first morph
    sinew__character_joint *character_joints; ///< [joint_count] in breadth-first order
    int has_bones;                            ///< some joint is a bone
    sinew__character_bounds bounds;
} sinew__builder;

/// Reserves space for `count` more items, so that pushing them does not move the section. Returns 0 when out of memory
/// or over 2³¹ − 1 items.
int sinew__section_reserve(sinew__builder *builder, sinew__section section, size_t count);

/// Appends `count` zeroed items to a section and returns the first, or NULL when out of memory or over 2³¹ − 1 items.
/// Valid until the section's next push.
void *sinew__section_push(sinew__builder *builder, sinew__section section, size_t count);

/// Like `sinew__section_push`, but the contents are unspecified: the caller sets every byte.
void *sinew__section_extend(sinew__builder *builder, sinew__section section, size_t count);

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

/// Copies a model's sections into the builder, except those marked in `left_out`, [SINEW__SECTION_COUNT]. Returns 0
/// when out of memory.
int sinew__take_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out);

/// Borrows a model's sections without copying them, except those marked in `left_out`, which stay empty. The model must
/// exist until the block is laid out.
void sinew__lend_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out);

// ---- steps ---------------------------------------------------------------------------------------------------------
// The stages of a build in order. Each fills its sections; an error names the violated rule of raw_model.h.

sinew_result sinew__build_joints(sinew__builder *builder);
sinew_result sinew__build_meshes(sinew__builder *builder);
sinew_result sinew__build_clips(sinew__builder *builder);
sinew_result sinew__build_cameras(sinew__builder *builder);

// ---- triangles -----------------------------------------------------------------------------------------------------
// Turns a polygon mesh into what is drawn: cuts polygons into triangles, welds equal corners into vertices, and orders
// vertices so that skinning is fastest.

/// Cuts one polygon into triangles. `corners` is [size], indices of vertices in `positions`, three floats each. Writes
/// (size − 2) × 3 indices to `out_triangles` in the polygon's winding; nothing if it has fewer than three corners. A
/// quad is cut at the diagonal that keeps the winding of both triangles; if both diagonals or neither do, at the
/// shorter one. Larger polygons are cut by ear clipping, mostly in O(n²), at worst in O(n³); from 512 corners on, as a
/// fan. `scratch` is [size].
void sinew__triangulate(const float *positions, const uint32_t *corners, uint32_t size, uint32_t *scratch,
                        uint32_t *out_triangles);

/// Returns, for each raw vertex, the first vertex that equals it in control point, attributes and influences, bit for
/// bit. Each vertex is mapped to itself if the mesh must not be welded, or if it has morphs or a geometry cache but no
/// control points. Returns NULL when out of memory.
uint32_t *sinew__weld(const sinew_raw_mesh *mesh, sinew__arena *arena);

/// Sorts `vertices`, raw vertices in rising order, by the set of palette entries that move them, so that neighbours
/// share their set. Vertices with the same set keep their order. Returns 0 when out of memory.
int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena);

// ---- parts of meshes -----------------------------------------------------------------------------------------------
// One mesh during the build, and functions that build its parts from its vertices and polygons.

typedef struct sinew__mesh_build {
    sinew__builder *builder;
    const sinew_raw_mesh *raw;
    const char *name;              ///< never NULL
    const uint32_t *vertex_of_raw; ///< [raw vertex_count] after welding
    const uint32_t *raw_of_vertex; ///< [vertex_count] the first raw vertex of each
    int32_t vertex_count;
    sinew_mesh *mesh; ///< the mesh that is built
    int32_t mesh_index;
} sinew__mesh_build;

/// Normalises the weights of the mesh as its link mode says, and appends its influences.
sinew_result sinew__build_influences(sinew__mesh_build *build);

/// Packs the geometry cache of the mesh, if it has one. Positions, normals and control points must be filled.
sinew_result sinew__build_cache(sinew__mesh_build *build);

/// Makes a vertex block of each 16 vertices' influences.
sinew_result sinew__build_vertex_blocks(sinew__mesh_build *build);

/// Replaces skin joints that several meshes have in common, bit for bit, by one palette entry each. The ranges of these
/// meshes then overlap.
sinew_result sinew__share_skin_joints(sinew__builder *builder);

/// Computes smooth normals for a raw mesh without normals: area-weighted over the polygons at each control point.
/// Polygons must have been checked. Returns [vertex_count × 3] in scratch memory, or NULL when out of memory.
float *sinew__build_normals(sinew__builder *builder, const sinew_raw_mesh *mesh);

#endif
