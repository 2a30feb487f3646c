/// Baking: clips resampled into rows for playing.
///
/// A row is the whole pose at one instant; the pose at a time is a mix of the two rows around it, so that a random time
/// costs what playing costs and a character carries no state but its time. Rows stand at every authored key time, and
/// closer where the mix would leave the authored curves. Layers, tangents, pivots and inherit types are resolved here,
/// once.
///
/// Rows hold *carries* – what each joint does to the vertices that hang on it – of clips whose rows stay small: playing
/// these copies them into the palette, and walks no hierarchy. The rows of longer clips hold each joint's local, which
/// takes a third of the memory and about three times as long to play.
///
/// The engine `fast` and crowds play from rows where a model has them and from the authored curves where it has none.
#ifndef SINEW_BAKE_H
#define SINEW_BAKE_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Zeroed: the defaults.
typedef struct sinew_bake_options {
    double error; ///< the largest displacement of anything a joint moves, as a part of `sinew_model_info.size`; 0: 1e-4
    size_t byte_limit;       ///< that one clip may take; 0: 16 MiB
    size_t carry_limit;      ///< bytes that the carries of one clip may take; above it are locals. 0: 2 MiB, as much as
                             ///< a processor keeps near; 1: locals always
    size_t total_byte_limit; ///< that all clips together may take; 0: 128 MiB
    uint64_t work_limit;     ///< joints, channels and morphs posed while baking, over all clips; 0: 8 million
    double seconds; ///< that baking may take, for who has to be done by then; 0: as many as it needs. What is baked
                    ///< depends on the machine here

    /// Called about every 20 ms with the seconds since the start. Any answer but 0 ends baking with
    /// SINEW_ERROR_CANCELLED. May be NULL.
    int (*progress)(void *user, double seconds);
    void *user;
} sinew_bake_options;

/// Bakes every clip of a model into a new block with the same contents and rows. A clip that does not keep to the
/// limits stays as it is and is named in a note: "I53" too large or too long in the making, "I54" the error cannot be
/// reached, or numbers are beyond single precision. *out_block (from malloc) is the caller's, to be handed to
/// `sinew_model_from_block`; NULL on failure. The same model gives the same bytes on every machine of one kind, unless
/// `seconds` ran out.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_bake(const sinew_model *model, const sinew_bake_options *options,
                                                        void **out_block, size_t *out_size, sinew_error *out_error);

/// What baking made of a clip.
typedef struct sinew_clip_rows {
    int32_t row_count;     ///< 0: not baked
    int32_t rotation_bits; ///< of a number that says how a joint is turned: 16 or 32; 0 where no joint turns
    int holds_carries;     ///< 0: rows hold locals
    size_t byte_count;
    double error; ///< the largest displacement measured, as a part of `sinew_model_info.size`
} sinew_clip_rows;

SINEW_API sinew_clip_rows sinew_clip_baked_rows(const sinew_model *model, int32_t clip);

#ifdef __cplusplus
}
#endif

#endif
