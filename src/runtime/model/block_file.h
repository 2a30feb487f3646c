/// A block as a file: written by `sinew bake` (`.sinew`), and kept in the cache.
///
///   header    64 bytes, see below
///   block     block_size bytes: the block, packed (packed_block.h) if `sinew bake` wrote it
///   appendix  appendix_size bytes: the source of the block in the cache (import/cache/cache.h), none in a `.sinew`
///
/// The header tells whether the file can be read, before the block is read. The checksums detect a file that was cut or
/// changed by accident, on a disk or in a transfer. They are not a signature: a file with matching checksums goes
/// through the same validation as any other block.
#ifndef SINEW_RUNTIME_MODEL_BLOCK_FILE_H
#define SINEW_RUNTIME_MODEL_BLOCK_FILE_H

#include "runtime/model/block.h"
#include "runtime/model/packed_block.h"

/// Increased with every change in the meaning of a file or its block that sinew__block_layout does not detect.
#define SINEW__FILE_VERSION 5u

typedef struct sinew__file_header {
    char magic[8];
    /// SINEW__BLOCK_ENDIAN in the writer's byte order; all numbers of the file have this order
    uint32_t endian;
    uint32_t version; ///< SINEW__FILE_VERSION
    uint64_t layout;  ///< sinew__block_layout of the writer
    uint64_t block_size, appendix_size;
    uint64_t block_sum, appendix_sum; ///< sinew__sum of the block and of the appendix
    uint64_t flags;                   ///< sinew__file_flags
} sinew__file_header;

typedef enum sinew__file_flags {
    SINEW__FILE_IS_PACKED = 1, ///< the block is packed
    SINEW__FILE_IS_CLIP = 2,   ///< the block is of the kind SINEW__BLOCK_CLIP
} sinew__file_flags;

/// The parts of a file that is in memory.
typedef struct sinew__block_file {
    const void *block, *appendix; ///< pointers into the file's bytes
    size_t block_size, appendix_size;
    int is_packed;
    sinew__block_kind kind;
} sinew__block_file;

/// Returns a hash of the sections of a kind of block, their items and the version of baked clips. It changes if any of
/// these changes its layout.
uint64_t sinew__block_layout(sinew__block_kind kind);

/// Returns the header for a block with `flags` (sinew__file_flags) and an appendix, which may be NULL with size 0.
sinew__file_header sinew__file_header_of(const void *block, size_t block_size, uint64_t flags, const void *appendix,
                                         size_t appendix_size);

/// Whether the bytes begin like a file of this format.
int sinew__is_block_file(const void *bytes, size_t size);

/// Checks a file of `size` bytes by its header only, before the rest is read, and fails like sinew__block_file_open.
/// `start` is the file's first sizeof(sinew__file_header) bytes, or all bytes of a shorter file.
SINEW_NODISCARD sinew_result sinew__block_file_judge(const void *start, size_t size, sinew__file_header *out_header,
                                                     sinew_error *out_error);

/// Sets `out_file` to the parts of a whole file; the block itself is not validated. SINEW_ERROR_NOT_A_MODEL: not a file
/// of this format; _UNSUPPORTED: another version or byte order; _TRUNCATED; _DAMAGED.
SINEW_NODISCARD sinew_result sinew__block_file_open(const void *bytes, size_t size, sinew__block_file *out_file,
                                                    sinew_error *out_error);

/// Creates a model from an opened file. Takes over the file's bytes, on failure too, and releases them with
/// sinew_free. `limits` may be NULL. `unpack_clip_run`: see sinew__packed_block_unpack.
SINEW_NODISCARD sinew_result sinew__block_file_model(const sinew__block_file *file, sinew__run_unpacker unpack_clip_run,
                                                     const sinew__validation_limits *limits, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Opens a file of the given kind and creates its model. For a file of the other kind, the message of
/// SINEW_ERROR_NOT_A_MODEL says so.
SINEW_NODISCARD sinew_result sinew__block_file_load(void *bytes, size_t size, sinew__block_kind kind,
                                                    sinew__run_unpacker unpack_clip_run,
                                                    const sinew__validation_limits *limits, sinew_model **out_model,
                                                    sinew_error *out_error);

/// Writes a model, or the view of a clip's file, to *out_bytes in the format of a file.
SINEW_NODISCARD sinew_result sinew__block_file_write(const sinew_model *model, void **out_bytes, size_t *out_size,
                                                     sinew_error *error);

#endif
