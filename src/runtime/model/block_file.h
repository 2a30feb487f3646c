/// A block as a file: written by `sinew bake` (`.sinew`), and kept in the cache.
///
///     header    64 bytes, below
///     block     block_size bytes: the block, or packed (packed_block.h), as sinew bake writes it
///     appendix  appendix_size bytes: in a file of the cache the source of the block (import/cache/cache.h), nothing
///               in a `.sinew`
///
/// The header tells whether the file can be read before its block is read. Its sums detect a file that was cut or
/// changed by chance, in a transfer, on a disk, in a power cut. They are not a signature: a file with right sums goes
/// through the same validation as any block.
#ifndef SINEW_RUNTIME_MODEL_BLOCK_FILE_H
#define SINEW_RUNTIME_MODEL_BLOCK_FILE_H

#include "runtime/model/block.h"
#include "runtime/model/packed_block.h"

/// Rises with every change in the meaning of a file or its block that sinew__block_layout does not show.
#define SINEW__FILE_VERSION 5u

typedef struct sinew__file_header {
    char magic[8];
    uint32_t
        endian; ///< SINEW__BLOCK_ENDIAN as the writer's machine stores it; of its order are all numbers of the file
    uint32_t version; ///< SINEW__FILE_VERSION
    uint64_t layout;  ///< sinew__block_layout of the writer
    uint64_t block_size, appendix_size;
    uint64_t block_sum, appendix_sum; ///< sinew__sum
    uint64_t flags;                   ///< sinew__file_flags
} sinew__file_header;

typedef enum sinew__file_flags {
    SINEW__FILE_IS_PACKED = 1, ///< the block is packed
    SINEW__FILE_IS_CLIP = 2,   ///< the block is of the kind SINEW__BLOCK_CLIP
} sinew__file_flags;

/// A file in memory, taken apart.
typedef struct sinew__block_file {
    const void *block, *appendix; ///< in the file's bytes
    size_t block_size, appendix_size;
    int is_packed;
    sinew__block_kind kind;
} sinew__block_file;

/// A number that changes when any section of a kind of block or its items change their shape, for baked clips of a
/// version.
uint64_t sinew__block_layout(sinew__block_kind kind);

/// The header that belongs in front of a block with `flags` (sinew__file_flags) and an appendix (may be NULL of size
/// 0).
sinew__file_header sinew__file_header_of(const void *block, size_t block_size, uint64_t flags, const void *appendix,
                                         size_t appendix_size);

/// Whether a file begins like this one.
int sinew__is_block_file(const void *bytes, size_t size);

/// Judges a file of `size` bytes only by its header, before any more of it is read: like sinew__block_file_open would.
/// `start` is its first bytes, sizeof(sinew__file_header) of them or all that there are.
SINEW_NODISCARD sinew_result sinew__block_file_judge(const void *start, size_t size, sinew__file_header *out_header,
                                                     sinew_error *out_error);

/// Takes a whole file apart. SINEW_ERROR_NOT_A_MODEL: it is something else; _UNSUPPORTED: another version's or byte
/// order's; _TRUNCATED, _DAMAGED. The block itself is not looked at.
SINEW_NODISCARD sinew_result sinew__block_file_open(const void *bytes, size_t size, sinew__block_file *out_file,
                                                    sinew_error *out_error);

/// A model of an opened file whose bytes sinew_free releases. They are taken over, on failure too. `limits` of the
/// validation may be NULL. `unpack_clip_run`: see sinew__packed_block_unpack.
SINEW_NODISCARD sinew_result sinew__block_file_model(const sinew__block_file *file, sinew__run_unpacker unpack_clip_run,
                                                     const sinew__validation_limits *limits, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Both steps, for a file of this kind: SINEW_ERROR_NOT_A_MODEL says which other one it is.
SINEW_NODISCARD sinew_result sinew__block_file_load(void *bytes, size_t size, sinew__block_kind kind,
                                                    sinew__run_unpacker unpack_clip_run,
                                                    const sinew__validation_limits *limits, sinew_model **out_model,
                                                    sinew_error *out_error);

/// Writes a model, or the view of a clip's file, as the bytes of a file.
SINEW_NODISCARD sinew_result sinew__block_file_write(const sinew_model *model, void **out_bytes, size_t *out_size,
                                                     sinew_error *error);

#endif
