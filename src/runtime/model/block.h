/// The block: a header, a table of sections, then the sections, each an array of one kind of item. It contains offsets,
/// not pointers.
///
/// The worker writes it, a cache file stores it, memory holds it. A section has an id that never changes meaning and a
/// version that rises when its item grows; a reader that does not know a section skips it. Sections are in the order of
/// the table, each on the next multiple of SINEW__BLOCK_ALIGN, and the block ends with the last.
#ifndef SINEW_RUNTIME_MODEL_BLOCK_H
#define SINEW_RUNTIME_MODEL_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/model/make_model.h"
#include "runtime/model/validate/validation.h"
#include "sinew/model.h"

#define SINEW__BLOCK_MAGIC "SINEWBLK"
#define SINEW__BLOCK_VERSION 11u
#define SINEW__BLOCK_ENDIAN 0x01020304u
#define SINEW__BLOCK_ALIGN 64u ///< bytes: alignment of every section

/// Largest number of palette entries in the range of a mesh that shares entries with other meshes, so that a byte can
/// index them. A mesh that had more entries before sharing may have more. As ranges may overlap, the validator limits
/// the sum of their lengths: to the length of the palette plus, for each mesh, this number and its number of vertices.
enum { SINEW__SHARED_ENTRIES = 256 };

/// Largest number of bytes in the name of a joint, node, mesh, morph, material, clip or layer. It bounds output,
/// because some names are printed again and again.
enum { SINEW__LONGEST_NAME = 1023 };

typedef struct sinew__block_header {
    char magic[8];
    uint32_t version;
    uint32_t endian; ///< SINEW__BLOCK_ENDIAN in the writer's byte order
    uint64_t size;   ///< bytes of the whole block
    uint32_t section_count;
    uint32_t kind; ///< sinew__block_kind
} sinew__block_header;

typedef struct sinew__block_section {
    uint32_t id; ///< sinew__section
    uint32_t version;
    uint64_t offset; ///< from the block's first byte, a multiple of SINEW__BLOCK_ALIGN
    uint64_t count;  ///< number of items
    uint32_t stride; ///< bytes of an item
    uint32_t reserved;
} sinew__block_section;

/// The ids of sections, in the order of a block. The numbers are part of the format.
typedef enum sinew__section {
    SINEW__SECTION_INFO,
    SINEW__SECTION_TEXT,
    SINEW__SECTION_JOINTS,
    SINEW__SECTION_AUTHORED_ORDER,
    SINEW__SECTION_STACKS,
    SINEW__SECTION_NODES,
    SINEW__SECTION_MESHES,
    SINEW__SECTION_SUBMESHES,
    SINEW__SECTION_POSITIONS,
    SINEW__SECTION_NORMALS,
    SINEW__SECTION_TANGENTS,
    SINEW__SECTION_TEXCOORDS,
    SINEW__SECTION_COLORS,
    SINEW__SECTION_CONTROL_POINTS,
    SINEW__SECTION_INFLUENCE_START,
    SINEW__SECTION_INFLUENCES,
    SINEW__SECTION_INDICES,
    SINEW__SECTION_POLYGON_SIZES,
    SINEW__SECTION_CORNER_VERTICES,
    SINEW__SECTION_SKIN_JOINTS,
    SINEW__SECTION_DEFORMERS,
    SINEW__SECTION_BLEND_WEIGHTS,
    SINEW__SECTION_MORPHS,
    SINEW__SECTION_SHAPES,
    SINEW__SECTION_DELTAS,
    SINEW__SECTION_MATERIALS,
    SINEW__SECTION_TEXTURES,
    SINEW__SECTION_IMAGE_BYTES,
    SINEW__SECTION_CLIPS,
    SINEW__SECTION_LAYERS,
    SINEW__SECTION_CHANNELS,
    SINEW__SECTION_CURVES,
    SINEW__SECTION_CURVE_KEYS,
    SINEW__SECTION_TRACKS,
    SINEW__SECTION_TRACK_KEYS,
    SINEW__SECTION_KEY_TIMES,
    SINEW__SECTION_BAKED,
    SINEW__SECTION_WARNINGS,
    SINEW__SECTION_SOURCES,
    SINEW__SECTION_CACHES,
    SINEW__SECTION_CACHE_TIMES,
    SINEW__SECTION_CACHE_POINTS,
    SINEW__SECTION_CACHE_LEADERS,
    SINEW__SECTION_VERTEX_BLOCK_START,
    SINEW__SECTION_VERTEX_BLOCK_JOINTS,
    SINEW__SECTION_VERTEX_BLOCK_WEIGHTS,
    SINEW__SECTION_EVENTS,
    SINEW__SECTION_CAMERAS,
    SINEW__SECTION_PRESETS,
    SINEW__SECTION_PRESET_WEIGHTS,
    SINEW__SECTION_DOCUMENT,
    SINEW__SECTION_DOCUMENT_OBJECTS,
    SINEW__SECTION_TEXCOORDS2,
    SINEW__SECTION_TEXTURE_MAPPINGS,
    SINEW__SECTION_COUNT,                                ///< number of sections of a model
    SINEW__SECTION_CLIP_SKELETON = SINEW__SECTION_COUNT, ///< sections from here on are only in files of a clip
    SINEW__SECTION_CLIP_JOINTS,
    SINEW__SECTION_CLIP_MORPHS,
    SINEW__SECTION_CLIP_MOTION,
    SINEW__SECTION_ALL
} sinew__section;

/// The kind of a block. The numbers are part of the format.
typedef enum sinew__block_kind {
    SINEW__BLOCK_MODEL,
    SINEW__BLOCK_CLIP, ///< one baked clip (clip_file.h)
} sinew__block_kind;

/// How the number of a section's items relates to the count field of the model.
typedef enum sinew__section_count_rule {
    SINEW__COUNT_ONE,      ///< exactly one item, no field
    SINEW__COUNT_INT32,    ///< the int32_t field is the number of items
    SINEW__COUNT_SIZE,     ///< the size_t field is the number of items
    SINEW__COUNT_PLUS_ONE, ///< one item more than the int32_t field says
    SINEW__COUNT_OPTIONAL, ///< the int32_t field is the number of items, or the section is empty
} sinew__section_count_rule;

/// One kind of section: its items, and the fields of sinew_model that point to them.
typedef struct sinew__section_row {
    const char *name; ///< for messages
    uint32_t version;
    uint32_t stride;    ///< bytes of an item
    size_t field;       ///< offset of the model's pointer
    size_t count_field; ///< offset of the model's count
    sinew__section_count_rule rule;
    int is_in_clips; ///< 1: blocks of clips also have the section
} sinew__section_row;

/// Returns the offset of the next section after one that ends at `offset`.
static inline uint64_t sinew__align_section(uint64_t offset)
{
    return (offset + SINEW__BLOCK_ALIGN - 1) & ~(uint64_t)(SINEW__BLOCK_ALIGN - 1);
}

/// Indexed by sinew__section.
extern const sinew__section_row sinew__sections[SINEW__SECTION_ALL];

/// Whether blocks of a kind may contain a section.
static inline int sinew__kind_has_section(sinew__block_kind kind, int section)
{
    return kind == SINEW__BLOCK_CLIP ? sinew__sections[section].is_in_clips : section < SINEW__SECTION_COUNT;
}

/// As sinew__model_from_block, for a block of any kind and from any allocation: `release` frees the block. `limits` may
/// be NULL.
SINEW_NODISCARD sinew_result sinew__model_from_memory(void *block, size_t size,
                                                      void (*release)(void *block, size_t size), sinew__block_kind kind,
                                                      const sinew__validation_limits *limits, sinew_model **out_model,
                                                      sinew_error *out_error);

/// The `release` function for a block that was allocated with sinew_allocate.
void sinew__block_free(void *block, size_t size);

#endif
